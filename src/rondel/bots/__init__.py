"""Players that are programs."""

from rondel.bots.banker import BankerBot
from rondel.bots.interface import Bot, Budget, Explainer, Maker, Ranked
from rondel.bots.registry import BOTS, UnknownBot, bot_names, make_bot, read_budget
from rondel.bots.uniform import RandomBot

__all__ = [
    "BOTS",
    "BankerBot",
    "Bot",
    "Budget",
    "Explainer",
    "Maker",
    "RandomBot",
    "Ranked",
    "UnknownBot",
    "bot_names",
    "make_bot",
    "read_budget",
]
