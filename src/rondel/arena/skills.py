"""Skills that are learnt game by game, by the model of Plackett and Luce on the scale of Elo.

`ratings` looks at all games of a match at once, since its bots stay as they are. People come one
by one and learn; so each game moves what is believed of those who played it, and of nobody else.
A belief is a normal distribution. After a game it is the one that fits best around what has become
most likely (Laplace), with all players of the game looked at together, so that a win against
somebody unknown tells less than one against somebody well known.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product
from typing import Final

from rondel.arena.statistics import ELO_SCALE, NORMAL, Interval

UNIT: Final = ELO_SCALE / math.log(10)
"""Elo points in which a strength grows by the factor e."""
DRIFT: Final = 10.0
"""Elo points by which a skill may have changed from one game to the next: one standard deviation.
"""
PRECISE: Final = 1e-6
"""Elo points by which the last step may still move a skill."""
MOST_STEPS: Final = 50

Vector = list[float]
Matrix = list[list[float]]
Ranking = Sequence[Sequence[str]]
"""Who came in on each place, the first place first; a subject may have several seats."""


@dataclass(frozen=True)
class Skill:
    """What is believed of how strong somebody is, in Elo points."""

    mean: float = 1500.0
    deviation: float = 350.0

    @property
    def interval(self) -> Interval:
        """It holds the true skill in 95 of 100 cases."""
        return self.mean - NORMAL * self.deviation, self.mean + NORMAL * self.deviation

    @property
    def rested(self) -> Skill:
        """The same before the next game: nobody stays exactly as he was."""
        deviation = math.hypot(self.deviation, DRIFT)
        return Skill(self.mean, min(deviation, NEW.deviation))


NEW: Final = Skill()
"""Of somebody who has not played yet."""


def learnt(skills: Mapping[str, Skill], ranking: Ranking) -> dict[str, Skill]:
    """What is believed after a game of everybody who played it."""
    names = list(dict.fromkeys(chain(*ranking)))
    before = [skills.get(name, NEW).rested for name in names]
    places = [[names.index(name) for name in place] for place in ranking]
    after = _Belief(before, _orders(places)).updated()
    return dict(zip(names, after, strict=True))


def _orders(places: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The order of a game; where places are shared, every order that they leave open."""
    return [tuple(chain(*way)) for way in product(*[permutations(place) for place in places])]


class _Belief:
    """What is known of the skills of all players of a game, before it and by its places."""

    def __init__(self, before: list[Skill], orders: list[tuple[int, ...]]) -> None:
        self._before = before
        self._orders = orders
        self._number = len(before)

    def updated(self) -> list[Skill]:
        """The skills that are most likely now, and how sure that is."""
        at = [skill.mean for skill in self._before]
        for _ in range(MOST_STEPS):
            slope, bend = self._derivatives(at)
            step = solved(bend, slope)
            at = self._taken(at, step)
            if max(map(abs, step)) < PRECISE:
                break
        _, bend = self._derivatives(at)
        spread = [solved(bend, unit)[i] for i, unit in enumerate(_units(self._number))]
        return [Skill(mean, math.sqrt(part)) for mean, part in zip(at, spread, strict=True)]

    def _taken(self, at: Vector, step: Vector) -> Vector:
        """A step, or as much of it as leads upwards."""
        here, part = self._likelihood(at), 1.0
        while part > PRECISE:
            there = [one + part * by for one, by in zip(at, step, strict=True)]
            if self._likelihood(there) >= here:
                return there
            part /= 2
        return at

    def _likelihood(self, at: Vector) -> float:
        """The logarithm of how likely skills are, but for a constant."""
        found = -sum(
            [
                ((one - skill.mean) / skill.deviation) ** 2 / 2
                for one, skill in zip(at, self._before, strict=True)
            ]
        )
        for order in self._orders:
            left = 0.0
            for player in reversed(order):
                strength = math.exp((at[player] - at[order[0]]) / UNIT)
                left += strength
                found += math.log(strength / left) / len(self._orders)
        return found

    def _derivatives(self, at: Vector) -> tuple[Vector, Matrix]:
        """The slope of the likelihood, and how much it bends down in each direction."""
        slope = [
            (skill.mean - one) / skill.deviation**2
            for one, skill in zip(at, self._before, strict=True)
        ]
        bend = [[0.0] * self._number for _ in range(self._number)]
        for i, skill in enumerate(self._before):
            bend[i][i] = skill.deviation**-2
        for order in self._orders:
            self._add(order, at, slope, bend)
        return slope, bend

    def _add(self, order: tuple[int, ...], at: Vector, slope: Vector, bend: Matrix) -> None:
        """Adds what an order says: for each place, who could have had it and who got it."""
        weight = 1 / len(self._orders)
        chances = [0.0] * self._number
        left = 0.0
        for player in reversed(order):
            strength = math.exp((at[player] - at[order[0]]) / UNIT)
            left += strength
            chances[player] += strength
            slope[player] += weight / UNIT
            for i, chance in enumerate(chances):
                slope[i] -= weight * chance / left / UNIT
                bend[i][i] += weight * chance / left / UNIT**2
                for j, other in enumerate(chances):
                    bend[i][j] -= weight * chance * other / left**2 / UNIT**2


def _units(number: int) -> Matrix:
    return [[float(i == j) for j in range(number)] for i in range(number)]


def solved(matrix: Matrix, right: Vector) -> Vector:
    """What a matrix makes this vector of; the matrix is symmetric and positive."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, row in enumerate(rows):
        for other in rows[i + 1 :]:
            factor = other[i] / row[i]
            for j in range(i, len(other)):
                other[j] -= factor * row[j]
    found = [0.0] * len(right)
    for i in reversed(range(len(right))):
        known = sum([rows[i][j] * found[j] for j in range(i + 1, len(right))])
        found[i] = (rows[i][-1] - known) / rows[i][i]
    return found
