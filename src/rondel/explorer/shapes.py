"""The shapes of what the explorer tells, as JSON values."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Source = Literal["bots", "host", "both"]
"""Whose games: the bots' of the table, those of this server, or both together."""


class MadeTold(TypedDict):
    """Where the bots' games come from."""

    day: str
    """The day on which the table was made, as in 2026-11-17."""
    rondel: str
    """The version of Rondel that made it."""
    opener: str
    """The bot that chose what the table tells of: the draft, and two turns of each nation."""
    finisher: str
    """The bot that played on."""
    seed: str
    """The same seed makes the same table."""
    rules_version: int
    """The version of the rules."""
    games: int
    """Games of every setting."""


class FigureTold(TypedDict):
    """A mean, and how sure it is."""

    mean: float
    """From 0 to 1."""
    margin: float
    """Half of the 95 % interval."""


class BondTold(TypedDict):
    """A bond."""

    nation: str
    """Who issued it."""
    value: int
    """Its value, in millions."""


class ThenTold(TypedDict):
    """What was chosen, and how often."""

    space: NotRequired[str]
    """The space of the rondel, by what is done there."""
    region: NotRequired[str]
    """Where a factory was built."""
    armies: NotRequired[int]
    """Armies that were imported."""
    fleets: NotRequired[int]
    """Fleets that were imported."""
    bond: NotRequired[BondTold]
    """The bond that the government bought in this turn."""
    part: float
    """How often, of all seats in the line."""


class LineTold(TypedDict):
    """Seats that began or chose alike, and how it ended for them."""

    step: str
    """What is to be added to the path to look further."""
    nation: str | None
    """The nation it is about; null for none."""
    space: str | None
    """The space it moved to, by what is done there: `production` is either of the two."""
    bonds: list[BondTold]
    """What was dealt, drafted or bought; empty where nothing was."""
    seats: int
    """How many."""
    share: FigureTold | None
    """Part of all points at the end; null where there are too few seats to say."""
    won: FigureTold | None
    """Part of the games that were won, a shared win counting in part; null as above."""
    governs: float | None
    """How often the bond brought the government, in a draft."""
    then: list[ThenTold]
    """What was mostly chosen next: the nation's first space, or what was done on the space."""
    games: list[int]
    """Numbers of some of the bots' games among them."""


class GroupTold(TypedDict):
    """Choices of one kind."""

    kind: Literal["start", "space", "bond"]
    """What was dealt or drafted, a nation's next space, or the first bond bought afterwards."""
    nation: str | None
    """Whose space."""
    lines: list[LineTold]
    """The most frequent first."""
    others: int
    """Seats that did something else, which too few did to be told."""


class HostTold(TypedDict):
    """What this server's own games add."""

    games: int
    """Finished games that count."""
    here: int
    """Those of this setting."""
    least: int
    """What fewer seats than this have in common is not told."""


class Explored(TypedDict):
    """A page of the explorer."""

    game: str
    """The game."""
    setup: str
    """`standard` or `draft`."""
    players: int
    """How many play."""
    source: Source
    """Whose games."""
    path: list[str]
    """What these seats have in common."""
    even: float
    """The share of everybody if nobody had more than another."""
    games: int
    """Games of this setting."""
    seats: int
    """Seats that have the path in common."""
    least: int
    """Seats from which on something is said about how it ended."""
    groups: list[GroupTold]
    """What they began with or chose."""
    made: MadeTold
    """Where the bots' games come from."""
    host: HostTold | None
    """What this server's own games add; null where there is no server."""
