"""The strategist: a search over decisions, with playouts by the banker."""

from rondel.bots.strategist.bot import StrategistBot
from rondel.bots.strategist.prospects import shares_of

__all__ = ["StrategistBot", "shares_of"]
