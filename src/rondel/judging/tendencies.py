"""What is otherwise a round after one choice than after another: the reasons of a judgement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypedDict

from rondel.engine import NOBODY, Game, RuleSet, State, revenue_of
from rondel.judging.judge import Plan, Sight

TRIES: Final = 24
"""Times that the round after each choice is played."""

FIRST: Final = 2_000_000
"""The number of the first of them: far from those of other playouts."""

MOST: Final = 3
"""So many tendencies are told."""

OFTEN: Final = 0.3
"""By so much the likelihood of a government must differ to be told."""

GOVERNED: Final = 12.0
"""A government that is sure after one choice only is told before so many millions or points."""

ASIDE: Final = 0.4
"""What concerns neither who decides nor the nation he decides for counts so much less."""

LEAST: Final = 0.75
"""Millions or points by which means must differ to be told."""


class Tendency(TypedDict):
    """Something that is otherwise a round later."""

    kind: str
    """`government`: how likely `player` governs `nation`. On average: `cash` of `player` and
    `interest` that his bonds bear, `power` and `revenue` of `nation`."""
    player: str | None
    """Whom it concerns; null where that is no player."""
    nation: str | None
    """The nation that it concerns; null where that is none."""
    did: float
    """After the choice taken."""
    better: float
    """After the better one."""


Figures = dict[tuple[str, int, int], float]
"""Kind, seat and nation -> sum over the tries."""


def tendencies(sight: Sight, game: Game, did: Plan, better: Plan) -> list[Tendency]:
    """What differs most, the weightiest first."""
    rules, concerned = game.rules, (game.state.actor, game.state.about)
    before, after = (_figures(sight, rules, plan) for plan in (did, better))
    keys = {*before, *after}
    pairs = {key: (before.get(key, 0.0) / TRIES, after.get(key, 0.0) / TRIES) for key in keys}
    weights = {
        key: _weight(key[0], *pair) * (1.0 if _concerns(key, *concerned) else ASIDE)
        for key, pair in pairs.items()
    }
    order = sorted(
        (key for key in keys if weights[key] >= 1.0), key=lambda key: (-weights[key], key)
    )
    return [_told(sight, key, *pairs[key]) for key in _one_for_each(order)[:MOST]]


def _one_for_each(order: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Of what is said of a nation, or of a player, the weightiest of each kind of thing."""
    first: dict[tuple[int, int], tuple[str, int, int]] = {}
    for key in order:
        first.setdefault((NOBODY, key[2]) if key[0] == "government" else key[1:], key)
    return list(first.values())


def _concerns(key: tuple[str, int, int], seat: int, nation: int) -> bool:
    return key[1] == seat or (key[2] == nation and nation != NOBODY)


def _weight(kind: str, did: float, better: float) -> float:
    """How much there is to tell; nothing below 1."""
    gap = abs(better - did)
    if kind == "government":
        return GOVERNED * gap if gap >= OFTEN else 0.0
    return gap / LEAST


def _figures(sight: Sight, rules: RuleSet, plan: Plan) -> Figures:
    sums: Figures = {}
    for state in sight.later(plan, range(FIRST, FIRST + TRIES), rules.nations):
        for key, value in _figures_of(state):
            sums[key] = sums.get(key, 0.0) + value
    return sums


def _figures_of(state: State) -> Iterator[tuple[tuple[str, int, int], float]]:
    for nation in range(state.rules.nations):
        if state.government[nation] != NOBODY:
            yield ("government", state.government[nation], nation), 1.0
        yield ("power", NOBODY, nation), float(state.power[nation])
        yield ("revenue", NOBODY, nation), float(revenue_of(state, nation))
    for seat in range(len(state.players)):
        interest = sum(state.interest(seat, nation) for nation in range(state.rules.nations))
        yield ("cash", seat, NOBODY), float(state.cash[seat])
        yield ("interest", seat, NOBODY), float(interest)


def _told(sight: Sight, key: tuple[str, int, int], did: float, better: float) -> Tendency:
    kind, seat, nation = key
    return {
        "kind": kind,
        "player": None if seat == NOBODY else sight.players[seat],
        "nation": None if nation == NOBODY else sight.nations[nation],
        "did": round(did, 2),
        "better": round(better, 2),
    }
