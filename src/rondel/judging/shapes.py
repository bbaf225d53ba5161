"""The shapes of what judges tell, as JSON values."""

from __future__ import annotations

from typing import TypedDict

from rondel.engine.shapes import (
    ChangedUnits,
    Changes,
    Consequences,
    DecisionTold,
    Entry,
)
from rondel.judging.tendencies import Tendency


class JudgeTold(TypedDict):
    """Who judged, and how much work it was."""

    name: str
    """The name of the bot."""
    version: int
    """Grows with every change that changes judgements."""
    playouts: int
    """Games played to the end, or as far as the judge looks."""


class CurvePoint(TypedDict):
    """What everybody is expected to get, seen from a moment of the game."""

    entries: int
    """After so many entries."""
    round: int
    """The round."""
    nation: str | None
    """Whose turn it is."""
    shares: dict[str, float]
    """Player → expected part of all points at the end; they add up to 1."""
    margins: dict[str, float]
    """Player → half of the 95 % interval; 0 at the end."""


class JudgedChoice(TypedDict):
    """A choice, what it brings at once, and what is expected after it."""

    entry: Entry
    """The choice as an entry of a record."""
    consequences: Consequences | None
    """What it would do up to the next decision; null for a gift."""
    shares: dict[str, float]
    """Player → expected share after it."""


class Cost(TypedDict):
    """A decision that cost the player who made it."""

    entry: int
    """The number of the entry, from 1 on."""
    round: int
    """The round."""
    nation: str | None
    """Whose turn it was."""
    player: str
    """Who decided."""
    decision: DecisionTold
    """What was decided."""
    did: JudgedChoice
    """What he did."""
    better: JudgedChoice
    """The best that was found."""
    loss: float
    """By how much its expected share is higher."""
    margin: float
    """Half of the 95 % interval of the loss."""
    tendencies: list[Tendency]
    """What is otherwise a round later, the weightiest first."""


class Parts(TypedDict):
    """What a player's share is made of: even, deal, decisions and others add up to it."""

    even: float
    """What everybody has if nobody has more than another."""
    deal: float
    """What the deal and the order of seats changed, before the first decision."""
    deal_margin: float
    """Half of the 95 % interval of that."""
    decisions: float
    """What his own decisions lost against the best found; 0 or less."""
    decisions_margin: float
    """Half of the 95 % interval of that."""
    others: float
    """The rest: what others decided, and what nobody could tell apart."""
    share: float
    """His share at the end, or the expected one of a game without end."""
    judged: int
    """How many of his decisions were looked at."""
    close: int
    """How many of them were as good as the best found, as far as can be told."""


class CashLine(TypedDict):
    """Cash of one kind in the whole game."""

    source: str
    """`start`, or the kind of the events that brought or cost it."""
    amount: int
    """How much."""


class CashTold(TypedDict):
    """Where a player's cash came from and went to."""

    received: list[CashLine]
    """The most first."""
    spent: list[CashLine]
    """The most first."""
    left: int
    """What was left in the end."""


class Reign(TypedDict):
    """A government, from its beginning."""

    player: str | None
    """Who governed; null for nobody."""
    entries: int
    """Since so many entries."""
    round: int
    """The round it began in."""


class NationStory(TypedDict):
    """What became of a nation."""

    power: int
    """Power points in the end."""
    reigns: list[Reign]
    """Its governments in order."""
    taxations: int
    """How often it taxed."""
    taxed: int
    """What these brought its treasury."""
    interest: int
    """What it paid to those who lent to it."""
    bonuses: int
    """What its governments got as bonus."""
    factories: int
    """Factories it built."""
    flags: int
    """Flags it has in the end."""


class ReviewMoment(TypedDict):
    """A moment to look at."""

    entries: int
    """After so many entries."""
    round: int
    """The round."""
    nation: str | None
    """Which nation it is about."""
    kind: str
    """The kind of the event that makes it one."""
    player: str | None
    """Who gained by it: the new government, who used a Swiss Bank."""
    amount: int | None
    """Power points gained, or in the end."""
    swing: float
    """By how much the expected share of somebody moved at it."""


class Review(TypedDict):
    """A finished game looked back at."""

    judge: JudgeTold
    """Who judged."""
    players: list[str]
    """In seat order."""
    secret_cash: bool
    """Whether cash was secret in the game: judged it is with all cash known."""
    curve: list[CurvePoint]
    """Expected shares in the course of the game."""
    costs: list[Cost]
    """The decisions that cost more than twice their interval, the dearest first."""
    parts: dict[str, Parts]
    """Player → what his share is made of."""
    cash: dict[str, CashTold]
    """Player → his cash."""
    nations: dict[str, NationStory]
    """Nation → its story."""
    moments: list[ReviewMoment]
    """Moments to look at, in order."""


class LineStep(TypedDict):
    """A decision that a judge expects."""

    entry: Entry
    """Who is expected to choose what, as in a record."""
    likelihood: float
    """Part of the playouts that went this way, of those that came here."""
    units: ChangedUnits
    """The units that it moves, brings or costs."""


class RankedChoice(TypedDict):
    """A choice in the order of a judge; units are moved, made and imported by whole plans."""

    entries: list[Entry]
    """The choice as in a record, and what the same player best decides after it in one go."""
    price: int
    """What it costs at once who decides, or the nation he decides for."""
    liking: float | None
    """How likely the judge takes it to be the best at first sight, before it looks ahead; null if
    it has no such opinion."""
    units: ChangedUnits
    """The units that all of it moves, brings or costs."""
    shares: dict[str, float]
    """Player → expected share after it."""
    margins: dict[str, float]
    """Player → half of the 95 % interval; 0 where it ends the game."""
    behind: float
    """By how much it is worse than the first for who decides; 0 for the first."""
    behind_margin: float
    """Half of the 95 % interval of that."""
    playouts: int
    """How often it was played out."""
    line: list[LineStep]
    """What is expected after it."""


class Comparison(TypedDict):
    """Two choices held against each other, playout by playout with the same luck."""

    ahead: dict[str, float]
    """Player → by how much his expected share is higher after the first."""
    margins: dict[str, float]
    """Player → half of the 95 % interval of that: narrower than those of the shares."""
    pairs: int
    """Pairs of playouts."""
    sure: float
    """How likely the first is better for who decides."""
    first: Changes
    """What the first changes at once."""
    second: Changes
    """What the second changes at once."""
    tendencies: list[Tendency]
    """What is otherwise a round later: `better` after the first, `did` after the second."""


class Judgement(TypedDict):
    """What a judge has found about a position so far."""

    judge: JudgeTold
    """Who judges, and the work so far."""
    decision: DecisionTold | None
    """What is to be decided; null when the game is over."""
    shares: dict[str, float]
    """Player → expected share as the position stands."""
    margins: dict[str, float]
    """Player → half of the 95 % interval."""
    choices: list[RankedChoice]
    """The best first; the order changes only where it is 80 % sure."""
    left_out: int
    """Legal choices that were not looked at."""
    sure: float
    """How likely the first is better than the second."""
    done: bool
    """Whether it is sure enough, or there is nothing to compare."""
    comparison: Comparison | None
    """Two of the choices compared; null where that was not asked for."""
