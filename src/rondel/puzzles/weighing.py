"""All choices of a decision played out until it is clear how far they lie apart."""

from __future__ import annotations

from typing import Final

from rondel.engine import Game
from rondel.judging.estimates import Sample, lead
from rondel.judging.judge import Judge, no_shares

ROUND: Final = 10
"""Playouts after each choice before they are compared again."""

LEAST_ROUNDS: Final = 3
"""Rounds in which no choice is given up."""

BEATEN: Final = 4.0
"""Standard errors by which a choice must be behind both of the best two to be given up."""


class Weighing:
    """The choices of one decision, weighed by a judge."""

    def __init__(self, judge: Judge, game: Game, seed: int) -> None:
        self.sight = judge.face(game, seed)
        self.seat = game.state.actor
        self.found = {id: no_shares(self.sight) for id in game.legal_ids()}
        self.playouts = 0
        self._rounds = 0

    def weigh(self, playouts: int) -> None:
        """Plays out until there were so many playouts, each round with the same luck for all."""
        while self.playouts < playouts:
            hopeful = self._hopeful()
            numbers = range(self._rounds * ROUND, (self._rounds + 1) * ROUND)
            tried = self.sight.play_out([(id,) for id in hopeful], numbers)
            for id, own in zip(hopeful, tried, strict=True):
                self.found[id].add_all(numbers, own)
            self._rounds += 1
            self.playouts += ROUND * len(hopeful)

    def _hopeful(self) -> list[int]:
        """The choices that may still be among the best two."""
        if self._rounds < LEAST_ROUNDS:
            return list(self.found)
        order = self.order
        return [id for i, id in enumerate(order) if i < 2 or not self._is_beaten(order[1], id)]

    def _is_beaten(self, second: int, id: int) -> bool:
        ahead = self.ahead(second, id)
        return ahead.mean > BEATEN * ahead.error

    @property
    def order(self) -> list[int]:
        """The choices, the best first."""
        return sorted(self.found, key=lambda id: (-self.found[id].by_seat[self.seat].mean, id))

    def ahead(self, first: int, second: int) -> Sample:
        """By how much one choice is better than another for who decides."""
        return lead(self.found[first], self.found[second], self.seat)

    def leads(self, best: int) -> dict[int, Sample]:
        """By how much a choice is better than each of the others."""
        return {id: self.ahead(best, id) for id in self.found if id != best}
