"""The two passes of a review: a glance at every decision, and a close look at the suspects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from rondel.bots.strategist.bot import WEIGHTY
from rondel.engine import Game
from rondel.judging.estimates import Shares, lead
from rondel.judging.judge import Found, Judge, Sight, no_shares
from rondel.judging.tendencies import Tendency, tendencies
from rondel.records import Transcript

RIVALS: Final = 3
"""Choices that a glance compares with the one taken: those that look best at first."""

GLIMPSES: Final = 6
"""Glimpses at each of them."""

CURVE_PLAYOUTS: Final = 20
"""Playouts for a point of the curve."""

FINALISTS: Final = 3
"""Choices that a close look compares with the one taken."""

LOOK_PLAYOUTS: Final = 16
"""Playouts after each of them, to find the best."""

PROOF_PLAYOUTS: Final = 96
"""Playouts, with other luck, that tell by how much it is better."""

MOST_SUSPECTS: Final = 6
"""Decisions of one player that are looked at closely."""

WORTH_A_LOOK: Final = 0.004
"""Below such a lag no decision is a suspect."""

PROOF: Final = 1_000_000
"""The first number of the playouts of the proof: far from all others."""


@dataclass(frozen=True)
class Point:
    """What everybody is expected to get, seen from a moment of the game."""

    shares: list[float]
    margins: list[float]


@dataclass(frozen=True)
class Glance:
    """What a glance at a decision found."""

    entry: int
    """The number of the entry that answered it, from 1 on."""
    seat: int
    """Who decided."""
    rivals: list[int]
    """Other choices, the best first."""
    lag: float
    """By how much the best of them seemed better for who decided; it may be below 0."""
    point: Point | None
    """The expected shares before it, if it is a point of the curve."""
    playouts: int


@dataclass(frozen=True)
class Finding:
    """What a close look at a decision found."""

    entry: int
    seat: int
    did: int
    better: int
    loss: float
    """By how much the better choice is better for who decided."""
    margin: float
    """How far that may be off."""
    did_shares: list[float]
    better_shares: list[float]
    tendencies: list[Tendency]
    """What is otherwise a round later."""
    playouts: int


def glances(judge: Judge, transcript: Transcript, first: int, last: int) -> list[Glance]:
    """A glance at every decision that entries number `first` to `last` answered."""
    return [_glance(judge, *one) for one in _decided(transcript, first, last)]


def _decided(transcript: Transcript, first: int, last: int) -> Iterator[tuple[Game, int, int]]:
    """The positions before some entries, with the numbers and ids of these; no donations."""
    game = transcript.begun()
    for number, id in enumerate(transcript.ids[:last], 1):
        if number >= first and id < game.rules.table.donate and len(game.legal_ids()) > 1:
            yield game, number, id
        game.play(id)


def _glance(judge: Judge, game: Game, number: int, did: int) -> Glance:
    sight, seat = judge.face(game, _seed(game, number)), game.state.actor
    point = _point(sight) if is_point(game, number) else None
    rivals = [id for id in sight.choices if id != did][:RIVALS]
    found = _glimpses(sight, [did, *rivals])
    leads = {id: lead(found[id], found[did], seat).mean for id in rivals}
    order = sorted(rivals, key=lambda id: -leads[id])
    playouts = GLIMPSES * len(found) + (CURVE_PLAYOUTS if point else 0)
    return Glance(number, seat, order, leads[order[0]], point, playouts)


def is_point(game: Game, number: int) -> bool:
    """Whether the curve has a point before this entry."""
    return number == 1 or game.state.kind in WEIGHTY


def _seed(game: Game, number: int) -> int:
    """Of all decisions of a turn the same, so that the curve moves by decisions and not by luck."""
    return Random(f"{game.state.round} {game.state.nation} {number // 64}").getrandbits(30)


def _point(sight: Sight) -> Point:
    shares, numbers = no_shares(sight), range(CURVE_PLAYOUTS)
    shares.add_all(numbers, sight.play_on(numbers))
    return Point(shares.means, shares.margins)


def _glimpses(sight: Sight, ids: list[int]) -> dict[int, Shares]:
    numbers = range(GLIMPSES)
    return _counted(sight, ids, numbers, sight.glimpse(ids, numbers))


def _counted(sight: Sight, ids: list[int], numbers: range, found: list[Found]) -> dict[int, Shares]:
    """What tries have found after some choices."""
    counted = {id: no_shares(sight) for id in ids}
    for id, own in zip(ids, found, strict=True):
        counted[id].add_all(numbers, own)
    return counted


def suspects(found: Sequence[Glance]) -> list[Glance]:
    """The decisions to look at closely: of each player those that seem to have cost most."""
    chosen: list[Glance] = []
    for seat in sorted({one.seat for one in found}):
        own = [one for one in found if one.seat == seat and one.lag > WORTH_A_LOOK]
        chosen += sorted(own, key=lambda one: -one.lag)[:MOST_SUSPECTS]
    return sorted(chosen, key=lambda one: one.entry)


def look_closely(judge: Judge, transcript: Transcript, suspect: Glance) -> Finding:
    """A close look at a decision: which choice is best, then with other luck by how much."""
    game, number, did = next(_decided(transcript, suspect.entry, suspect.entry))
    sight, seat = judge.face(game, _seed(game, number)), suspect.seat
    finalists = suspect.rivals[:FINALISTS]
    found = _played_out(sight, [did, *finalists], 0, LOOK_PLAYOUTS)
    better = max(finalists, key=lambda id: lead(found[id], found[did], seat).mean)
    proof = _played_out(sight, [did, better], PROOF, PROOF_PLAYOUTS)
    ahead = lead(proof[better], proof[did], seat)
    return Finding(
        number,
        seat,
        did,
        better,
        ahead.mean,
        ahead.margin,
        proof[did].means,
        proof[better].means,
        tendencies(sight, game, (did,), (better,)),
        LOOK_PLAYOUTS * len(found) + PROOF_PLAYOUTS * 2,
    )


def _played_out(sight: Sight, ids: list[int], first: int, count: int) -> dict[int, Shares]:
    numbers = range(first, first + count)
    return _counted(sight, ids, numbers, sight.play_out([(id,) for id in ids], numbers))


def is_clear(finding: Finding) -> bool:
    """Whether a decision cost so much more than it may be off that it is told."""
    return finding.loss > 2.0 * finding.margin
