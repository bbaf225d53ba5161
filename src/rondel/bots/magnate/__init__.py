"""The magnate: a search that is guided by a learned network."""

from rondel.bots.magnate.bot import MagnateBot
from rondel.bots.magnate.loading import EXTRA, NoNetwork, obstacle

__all__ = ["EXTRA", "MagnateBot", "NoNetwork", "obstacle"]
