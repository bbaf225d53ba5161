"""The banker: a fast player that judges every decision at once."""

from rondel.bots.banker.bot import BankerBot
from rondel.bots.banker.judge import Judge

__all__ = ["BankerBot", "Judge"]
