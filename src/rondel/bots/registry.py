"""The bots by name: our own, and those other packages bring along."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from random import Random

from rondel.bots.banker import BankerBot
from rondel.bots.interface import Bot, Budget, Maker
from rondel.bots.levels import (
    easy_bot,
    expert_bot,
    hard_bot,
    master_bot,
    medium_bot,
    novice_bot,
)
from rondel.bots.magnate import MagnateBot, obstacle
from rondel.bots.strategist import StrategistBot
from rondel.bots.uniform import RandomBot

BOTS: dict[str, Maker] = {
    "random": RandomBot,
    "banker": BankerBot,
    "strategist": StrategistBot,
    "magnate": MagnateBot,
    "novice": novice_bot,
    "easy": easy_bot,
    "medium": medium_bot,
    "hard": hard_bot,
    "expert": expert_bot,
    "master": master_bot,
}
"""Name -> what makes such a bot."""

LEARNED = ("magnate",)
"""Those that can do nothing without the learned network."""

GROUP = "rondel.bots"
"""The group of entry points in which other packages announce their bots."""


class UnknownBot(ValueError):
    """There is no bot of that name."""

    def __init__(self, name: str, reason: str = "") -> None:
        known = f"known are {', '.join(bot_names())}"
        super().__init__(f"there is no bot {name!r}; {reason or known}")


def bot_names() -> list[str]:
    """The names of all bots that can play here, our own first."""
    own = [name for name in BOTS if name not in LEARNED or not obstacle()]
    return [*own, *sorted(set(_installed()) - set(BOTS))]


def strongest_bot() -> str:
    """The name of the strongest bot that can play here: it judges, advises and explains."""
    return "strategist" if obstacle() else "magnate"


def make_bot(name: str, seed: int | str, budget: Budget | None = None) -> Bot:
    """The bot of that name; the same seed and nodes make a bot that plays the same.

    `name` is one of `bot_names`, or names a maker as `module:Class`. It may end in a budget of its
    own: `strategist:400` thinks for 400 nodes, `strategist:1.5s` for one and a half seconds.

    Raises: UnknownBot, ValueError for a budget that cannot be read.
    """
    plain, limit = split_name(name)
    maker = BOTS.get(plain)
    if maker is None:
        maker = _imported(plain) if ":" in plain else _announced(plain)
    jobs = budget.jobs if budget else 1
    return maker(Random(seed), read_budget(limit, jobs) if limit else budget or Budget())


def split_name(name: str) -> tuple[str, str]:
    """What a name calls a bot, and the budget that it ends in; empty if it has none."""
    bot, colon, last = name.rpartition(":")
    if colon and (not last.isidentifier() or bot in bot_names()):
        return bot, last
    return name, ""


def _announced(name: str) -> Maker:
    """What makes a bot that another package has announced."""
    if (found := _installed().get(name)) is None:
        raise UnknownBot(name)
    maker: Maker = found.load()
    return maker


def _imported(name: str) -> Maker:
    """What makes a bot that is named by its module and what is in there."""
    module, _, inside = name.partition(":")
    try:
        maker: Maker = getattr(import_module(module), inside)
    except ModuleNotFoundError as error:
        raise UnknownBot(name, f"there is no module {error.name}") from None
    except AttributeError:
        raise UnknownBot(name, f"{module} has no {inside}") from None
    return maker


def read_budget(limit: str, jobs: int = 1) -> Budget:
    """A budget from its short form: a number of nodes, or of seconds followed by `s`.

    Raises: ValueError if it is neither.
    """
    try:
        if limit.endswith("s"):
            budget = Budget(seconds=float(limit[:-1]), jobs=jobs)
        else:
            budget = Budget(nodes=int(limit), jobs=jobs)
    except ValueError:
        budget = Budget(nodes=0)
    if not ((budget.nodes or 0) > 0 or 0 < (budget.seconds or 0) < float("inf")):
        raise ValueError(f"{limit!r} is no budget: write nodes as 400 or seconds as 1.5s")
    return budget


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
