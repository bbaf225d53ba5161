"""A position thought about for as long as somebody looks: choices ranked ever more surely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rondel.engine import Game
from rondel.judging.estimates import Sample, Shares, lead
from rondel.judging.judge import Judge, Sight, final_shares
from rondel.judging.shapes import Judgement, LineStep, RankedChoice

MOST_CHOICES: Final = 12
"""Choices that are played out: those that look best at first."""

ROUND: Final = 8
"""Playouts after each choice between two reports."""

HOPELESS: Final = 0.005
"""A choice that is the best with less likelihood is not played out any more."""

LEAST_ROUNDS: Final = 3
"""Rounds in which no choice is given up."""

IN_ORDER: Final = 0.8
"""Two choices change places when the order is so sure."""

ENOUGH: Final = 0.99
"""So sure the first must be of being the best for the thinking to end by itself."""

DIGITS: Final = 4


def ponder(judge: Judge, game: Game, seed: int = 0) -> Iterator[Judgement]:
    """What a judge thinks of a position, again and again, with ever more work behind it.

    It goes on for as long as one asks; after a judgement that is `done` nothing changes much.
    """
    if game.over:
        yield _over(judge, game)
        return
    thinking = Thinking(judge, game, seed)
    while True:
        thinking.think()
        yield thinking.told()


def _over(judge: Judge, game: Game) -> Judgement:
    shares = final_shares(game.state)
    return {
        "judge": {"name": judge.name, "version": judge.version, "playouts": 0},
        "decision": None,
        "shares": _by_player(game, shares),
        "margins": _by_player(game, [0.0] * len(shares)),
        "choices": [],
        "left_out": 0,
        "sure": 1.0,
        "done": True,
    }


class Thinking:
    """The thinking about one position."""

    def __init__(self, judge: Judge, game: Game, seed: int) -> None:
        self.judge = judge
        self.game = game.copy()
        self.sight: Sight = judge.face(game, seed)
        self.seat = game.state.actor
        self.order = self.sight.choices[:MOST_CHOICES]
        """The choices, the best first."""
        self.found = {id: Shares(len(game.players)) for id in self.order}
        self.now = Shares(len(game.players))
        self.rounds = 0
        self.exact = {id: self._ends(id) for id in self.order}

    def _ends(self, id: int) -> bool:
        """Whether an action ends the game, so that nothing is left to guess."""
        trial = self.game.copy()
        trial.play(id)
        return trial.over

    def think(self) -> None:
        """Plays out every choice that may still be the best, each with the same luck."""
        hopeful = [id for id in self.order if self._is_hopeful(id)]
        for number in range(self.rounds * ROUND, (self.rounds + 1) * ROUND):
            self.now.add(number, self.sight.play_on(number))
            for id in hopeful:
                self.found[id].add(number, self.sight.play_out(id, number))
        self.rounds += 1
        self._sort()

    def _is_hopeful(self, id: int) -> bool:
        first = self.order[0]
        if self.rounds < LEAST_ROUNDS or id in self.order[:2]:
            return True
        return self._ahead(first, id).likelihood < 1.0 - HOPELESS

    def _ahead(self, first: int, second: int) -> Sample:
        """By how much one choice is better than another for who decides."""
        return lead(self.found[first], self.found[second], self.seat)

    def _sort(self) -> None:
        """Lets a choice pass the one before where that is likely enough to be right."""
        order = self.order
        for _ in order:
            for i in range(len(order) - 1):
                if self._passes(order[i], order[i + 1]):
                    order[i], order[i + 1] = order[i + 1], order[i]

    def _passes(self, before: int, after: int) -> bool:
        ahead = self._ahead(after, before)
        if self.exact[before] and self.exact[after]:
            return ahead.mean > 0.0
        return ahead.likelihood > IN_ORDER

    # Telling ----------------------------------------------------------------------------------

    @property
    def sure(self) -> float:
        """How likely the first is better than the second."""
        if len(self.order) == 1:
            return 1.0
        first, second = self.order[:2]
        if self.exact[first] and self.exact[second]:
            return 1.0
        return self._ahead(first, second).likelihood

    def told(self) -> Judgement:
        """What was found so far."""
        decision, sure = self.game.decision, self.sure
        assert decision is not None, "there is nothing to decide after the end"
        return {
            "judge": {
                "name": self.judge.name,
                "version": self.judge.version,
                "playouts": self.now.count + sum(one.count for one in self.found.values()),
            },
            "decision": decision.to_json(),
            "shares": _by_player(self.game, self.now.means),
            "margins": _by_player(self.game, self.now.margins),
            "choices": [self._ranked(id) for id in self.order],
            "left_out": len(self.sight.choices) - len(self.order),
            "sure": round(sure, DIGITS),
            "done": len(self.order) == 1 or sure >= ENOUGH,
        }

    def _ranked(self, id: int) -> RankedChoice:
        found, game, first = self.found[id], self.game, self.order[0]
        behind, exact = self._ahead(first, id), self.exact[id]
        sure = id == first or (exact and self.exact[first])
        action = game.action(id)
        return {
            "choice": action.choice,
            "price": game.consequences(action)["price"],
            "shares": _by_player(game, found.means),
            "margins": _by_player(game, [0.0] * len(game.players) if exact else found.margins),
            "behind": round(behind.mean, DIGITS),
            "behind_margin": 0.0 if sure else round(behind.margin, DIGITS),
            "playouts": found.count,
            "line": self._line(id),
        }

    def _line(self, id: int) -> list[LineStep]:
        trial, told = self.game.copy(), list[LineStep]()
        trial.play(id)
        for step in self.sight.line(id):
            decision = trial.decision
            assert decision is not None, "nothing is expected after the end"
            told.append(
                {
                    "decision": decision.to_json(),
                    "choice": trial.action(step.id).choice,
                    "likelihood": round(step.likelihood, 2),
                }
            )
            trial.play(step.id)
        return told


def _by_player(game: Game, numbers: list[float]) -> dict[str, float]:
    return {
        player: round(number, DIGITS) for player, number in zip(game.players, numbers, strict=True)
    }
