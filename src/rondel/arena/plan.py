"""What is to be played: which bots sit where, in which deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

from rondel.bots import Budget
from rondel.engine import newest_version

SAME = "#2"
"""Ends the name of the others where they are the same bot as the hero."""

LineUp = tuple[str, ...]
"""The bots of a table in the order they sit."""


class PlanError(ValueError):
    """Bots and players that cannot be brought together."""


@dataclass(frozen=True)
class Setting:
    """What all games of a plan have in common."""

    game: str
    seed: str
    options: dict[str, Any] = field(default_factory=dict)
    random_options: bool = False
    """Whether the options not given are drawn for each block."""
    budget: Budget = field(default_factory=Budget)
    """For the bots whose name has none."""
    records: Path | None = None
    """Folder for the records."""
    explain: bool = False
    """Whether the records tell what bots expected of their choices."""
    limit: float = 60.0
    """Seconds after which a bot forfeits a decision."""
    rules_version: int = field(default_factory=newest_version)
    """The version of the rules, in every process that plays."""


@dataclass(frozen=True)
class Fixture:
    """One game to be played."""

    block: int
    """From 1. The games of a block have the same deal."""
    rotation: int
    """By how many seats the line-up is moved on."""
    bots: LineUp
    """The bot of each seat."""


@dataclass(frozen=True)
class Plan:
    """A series of blocks. A block is one deal, played in every rotation of one line-up."""

    setting: Setting
    mode: str
    """`duel`, `round_robin` or `ladder`."""
    bots: tuple[str, ...]
    """Every bot that takes part; in a duel the hero first, in a ladder from the bottom."""
    line_ups: tuple[LineUp, ...]
    """For each block."""

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return len(self.line_ups[0])

    def fixtures(self) -> list[Fixture]:
        """All games in order."""
        return [
            Fixture(block, rotation, bots)
            for block, line_up in enumerate(self.line_ups, 1)
            for rotation, bots in enumerate(rotations(line_up))
        ]

    def description(self) -> dict[str, Any]:
        """What is played, as JSON; how many blocks does not matter."""
        setting, budget = self.setting, self.setting.budget
        return {
            "game": setting.game,
            "players": self.players,
            "mode": self.mode,
            **self._entrants(),
            "seed": setting.seed,
            "options": setting.options,
            "random_options": setting.random_options,
            "nodes": budget.nodes,
            "seconds": budget.seconds,
            "bot_jobs": budget.jobs,
            "limit": setting.limit,
        }

    def _entrants(self) -> dict[str, Any]:
        if self.mode != "duel":
            return {"entrants": list(self.bots)}
        hero, others = self.bots[0], sorted(self.line_ups[0])
        others.remove(hero)
        return {"hero": hero, "others": others}


def rotations(line_up: LineUp) -> list[LineUp]:
    """A line-up moved round the table, each different seating once."""
    turned = [line_up[-n:] + line_up[:-n] for n in range(len(line_up))]
    return list(dict.fromkeys(turned))


def duel(setting: Setting, hero: str, others: Sequence[str], blocks: int) -> Plan:
    """The hero in one seat, the others in the rest; in each block they sit in a drawn order."""
    rest = [other + SAME if other == hero else other for other in others]
    line_ups = [_shuffled([hero, *rest], f"{setting.seed}/{n}/seats") for n in _numbers(blocks)]
    return Plan(setting, "duel", tuple(dict.fromkeys([hero, *rest])), tuple(line_ups))


def round_robin(setting: Setting, bots: Sequence[str], players: int, blocks: int) -> Plan:
    """All bots mixed: they are dealt to the tables like cards, each as often as any other.

    Raises: PlanError for fewer than two bots, or one named twice.
    """
    _check(bots)
    line_ups = tuple(islice(_dealt(bots, players, f"{setting.seed}/seats"), blocks))
    return Plan(setting, "round_robin", tuple(bots), line_ups)


def ladder(setting: Setting, bots: Sequence[str], players: int, blocks: int) -> Plan:
    """Each bot against the next, half of the seats each; so many blocks for every pair.

    With an odd number of seats the two take turns at having one more.

    Raises: PlanError for fewer than two bots, or one named twice.
    """
    _check(bots)
    pairs = [
        _dealt(pair, players, f"{setting.seed}/{rung}/seats")
        for rung, pair in enumerate(pairwise(bots), 1)
    ]
    line_ups = [next(pair) for pair in islice(cycle(pairs), blocks * len(pairs))]
    return Plan(setting, "ladder", tuple(bots), tuple(line_ups))


def _check(bots: Sequence[str]) -> None:
    if len(bots) < 2:
        raise PlanError("name at least two bots to compare")
    twice = [bot for bot in bots if bots.count(bot) > 1]
    if twice:
        raise PlanError(f"the bot {twice[0]!r} is named twice")


def _numbers(blocks: int) -> range:
    return range(1, blocks + 1)


def _shuffled(bots: Sequence[str], seed: str) -> LineUp:
    return tuple(Random(seed).sample(bots, len(bots)))


def _dealt(bots: Sequence[str], players: int, seed: str) -> Iterator[LineUp]:
    """Line-ups without end: a shuffled pack of all bots, a new one whenever it is used up.

    A bot sits twice at a table only if there are fewer bots than seats.
    """
    chance = Random(seed)
    pack: list[str] = []
    while True:
        line_up: list[str] = []
        while len(line_up) < players:
            pack = pack or chance.sample(bots, len(bots))
            line_up.append(min(pack, key=line_up.count))
            pack.remove(line_up[-1])
        yield tuple(line_up)
