"""Players that are programs."""

from rondel.bots.banker import BankerBot
from rondel.bots.interface import (
    Adjustable,
    Bot,
    Budget,
    Explainer,
    Finisher,
    Maker,
    Ranked,
    Starter,
    Watcher,
    is_kept,
)
from rondel.bots.levels import LEVELS, EasyBot, Level, weakened
from rondel.bots.magnate import MagnateBot, NoNetwork
from rondel.bots.registry import BOTS, UnknownBot, bot_names, make_bot, read_budget
from rondel.bots.strategist import StrategistBot
from rondel.bots.uniform import RandomBot

__all__ = [
    "BOTS",
    "LEVELS",
    "Adjustable",
    "BankerBot",
    "Bot",
    "Budget",
    "EasyBot",
    "Explainer",
    "Finisher",
    "Level",
    "MagnateBot",
    "Maker",
    "NoNetwork",
    "RandomBot",
    "Ranked",
    "Starter",
    "StrategistBot",
    "UnknownBot",
    "Watcher",
    "bot_names",
    "is_kept",
    "make_bot",
    "read_budget",
    "weakened",
]
