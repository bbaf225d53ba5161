"""What is played in training: numbers of players, options, and who sits where."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

CURRENT, PAST, BANKER = 0, 1, 2
"""Who plays a seat: the network as it is, as it was a while ago, or the banker."""

PLAYERS = {2: 2, 3: 3, 4: 7, 5: 4, 6: 6}
"""How often so many play, of 22."""
VARIED = 0.4
"""The share of games with options of their own; the others are played as published."""
VARIANTS = 10
"""Rule sets with options of their own at one worker: each remembers parts of positions."""
CHANGED = 0.35
"""The chance of each option to be another than the default, in a game with its own."""

FEW = 3
"""At tables of so many hardly a game against bankers is lost: see `League.few`."""

LONGEST_OPENING = 250
"""Decisions of the longest opening by bankers: more than half of a game."""

OPTIONS: dict[str, tuple[Any, ...]] = {
    "setup": ("standard", "draft"),
    "investor_card": (True, False),
    "tax_bonus": ("chart", "increase"),
    "swiss_bank_force": (True, False),
    "no_card_extra_investment": ("extra", "instead"),
    "investor_shortfall": ("forbid", "pay_available"),
    "donations": ("own", "any", "off"),
    "stance_change": ("on_maneuver", "never"),
    "battle_query_order": ("turn_order", "mover_chooses"),
    "secret_cash": (False, True),
    "edition": ("2006", "later"),
}


@dataclass(frozen=True)
class Setting:
    """How many play, and by which options."""

    players: int
    options: dict[str, Any] = field(default_factory=dict)


def drawn_number(chance: random.Random) -> int:
    """A number of players."""
    return chance.choices(list(PLAYERS), list(PLAYERS.values()))[0]


def drawn_options(chance: random.Random) -> dict[str, Any]:
    """Some options that are not left at their defaults."""
    return {
        name: chance.choice(values) for name, values in OPTIONS.items() if chance.random() < CHANGED
    }


def settings(count: int, chance: random.Random) -> list[Setting]:
    """One for each of many tables."""
    variants = [Setting(drawn_number(chance), drawn_options(chance)) for _ in range(VARIANTS)]
    return [
        chance.choice(variants) if chance.random() < VARIED else Setting(drawn_number(chance))
        for _ in range(count)
    ]


@dataclass(frozen=True)
class League:
    """How often others than the network as it is sit at a table."""

    past: float = 0.15
    """Games in which about every other seat is played as the network was a while ago."""
    alone: float = 0.12
    """Games of one seat of the network against bankers."""
    guests: float = 0.18
    """Games in which about every other seat is a banker's."""
    few: float = 1.0
    """The part of those games that is enough at tables of two and three."""
    opened: float = 0.0
    """Of the games in which the network has all seats: those that bankers who err open, so that
    it learns to judge positions that it would not have come to."""
    exploiting: bool = False
    """Whether it has one seat in all games, and learns to beat what it was at first."""

    def lineup(self, players: int, chance: random.Random) -> list[int]:
        """Who sits where, in a game that begins; the network has a seat in each."""
        drawn, hero = chance.random(), chance.randrange(players)
        alone = self.alone * (self.few if players <= FEW else 1.0)
        if self.exploiting:
            others = [PAST] * players
        elif drawn < alone:
            others = [BANKER] * players
        elif drawn < alone + self.guests:
            others = [chance.choice((CURRENT, BANKER)) for _ in range(players)]
        elif drawn < alone + self.guests + self.past:
            others = [chance.choice((CURRENT, PAST)) for _ in range(players)]
        else:
            others = [CURRENT] * players
        others[hero] = CURRENT
        return others

    def is_fair(self, lineup: list[int], actor: int) -> bool:
        """Whether who decides learns from a game to judge positions: see `learning.Learner`."""
        return lineup[actor] == CURRENT if self.exploiting else not any(lineup)

    def opening(self, lineup: list[int], chance: random.Random) -> int:
        """How many decisions others take for the players before a game is theirs."""
        if any(lineup) or chance.random() >= self.opened:
            return 0
        return chance.randint(1, LONGEST_OPENING)
