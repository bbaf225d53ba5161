"""Players that are programs."""

from rondel.bots.registry import BOTS, Bot, UnknownBot, make_bot
from rondel.bots.uniform import RandomBot

__all__ = ["BOTS", "Bot", "RandomBot", "UnknownBot", "make_bot"]
