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
from rondel.bots.levels import (
    EasyBot,
    PolicyBot,
    easy_bot,
    expert_bot,
    hard_bot,
    master_bot,
    medium_bot,
    novice_bot,
)
from rondel.bots.magnate import MagnateBot, NoNetwork
from rondel.bots.registry import (
    BOTS,
    UnknownBot,
    bot_names,
    make_bot,
    read_budget,
    strongest_bot,
)
from rondel.bots.strategist import StrategistBot
from rondel.bots.uniform import RandomBot

__all__ = [
    "BOTS",
    "Adjustable",
    "BankerBot",
    "Bot",
    "Budget",
    "EasyBot",
    "Explainer",
    "Finisher",
    "MagnateBot",
    "Maker",
    "NoNetwork",
    "PolicyBot",
    "RandomBot",
    "Ranked",
    "Starter",
    "StrategistBot",
    "UnknownBot",
    "Watcher",
    "bot_names",
    "easy_bot",
    "expert_bot",
    "hard_bot",
    "is_kept",
    "make_bot",
    "master_bot",
    "medium_bot",
    "novice_bot",
    "read_budget",
    "strongest_bot",
]
