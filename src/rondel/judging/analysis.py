"""A position thought about for as long as somebody looks: choices ranked ever more surely."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from rondel.engine import Game
from rondel.engine.shapes import Chosen
from rondel.judging.comparing import Pair, comparison_told
from rondel.judging.estimates import Sample, lead
from rondel.judging.judge import Judge, Plan, Sight, final_shares, no_shares
from rondel.judging.planning import entries_of, plans_of, units_after
from rondel.judging.shapes import Comparison, Judgement, LineStep, RankedChoice

MOST_CHOICES: Final = 12
"""Choices, or plans, that are played out: those that look best at first."""

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

MOST_PLAYOUTS: Final = 20_000
"""A position is not thought about any further: its tree would take too much memory."""

DIGITS: Final = 4


Sequence = list[Chosen]
"""All that one plan chooses, as it was told."""


def ponder(judge: Judge, game: Game, seed: int = 0) -> Iterator[Judgement]:
    """What a judge thinks of a position, again and again, with ever more work behind it.

    It goes on for as long as one asks; after a judgement that is `done` nothing changes much.
    """
    analysis = analysis_of(judge, game, seed)
    if analysis is None:
        yield over_told(judge, game)
        return
    while True:
        analysis.think()
        yield analysis.told()


def analysis_of(judge: Judge, game: Game, seed: int = 0) -> Analysis | None:
    """The analysis of a position; None where the game is over."""
    return None if game.over else Analysis(judge, game, seed)


def over_told(judge: Judge, game: Game) -> Judgement:
    """What there is to say of a game that is over."""
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
        "comparison": None,
    }


class Analysis:
    """The analysis of one position."""

    def __init__(self, judge: Judge, game: Game, seed: int) -> None:
        self.judge = judge
        self.game = game.copy()
        self.sight: Sight = judge.face(game, seed)
        self.seat = game.state.actor
        self.order = plans_of(self.sight, game, MOST_CHOICES)
        """The plans, the best first."""
        self.found = {plan: no_shares(self.sight) for plan in self.order}
        self.now = no_shares(self.sight)
        self.rounds = 0
        self.exact = {plan: self._ends(plan) for plan in self.order}
        self.compared: Pair | None = None
        """Two plans that are held against each other."""

    def _ends(self, plan: Plan) -> bool:
        """Whether a plan ends the game, so that nothing is left to guess."""
        trial = self.game.copy()
        for id in plan:
            trial.play(id)
        return trial.over

    def compare(self, first: Sequence, second: Sequence) -> None:
        """Holds two of the plans against each other from now on, if they are among them."""
        known = {_spelled(self._sequence(plan)): plan for plan in self.order}
        one, other = known.get(_spelled(first)), known.get(_spelled(second))
        if one is None or other is None or one == other:
            self.compared = None
        elif self.compared is None or self.compared.plans != (one, other):
            self.compared = Pair(self.sight, self.game, one, other)

    def _sequence(self, plan: Plan) -> Sequence:
        return [entry["choice"] for entry in entries_of(self.game, plan)]

    def think(self) -> None:
        """Plays out every choice that may still be the best, each with the same luck."""
        if self.is_full:
            return
        hopeful = [plan for plan in self.order if self._is_hopeful(plan)]
        numbers = range(self.rounds * ROUND, (self.rounds + 1) * ROUND)
        for plan, own in zip(hopeful, self.sight.play_out(hopeful, numbers), strict=True):
            self.found[plan].add_all(numbers, own)
        self.now.add_all(numbers, self.sight.play_on(numbers))
        self.rounds += 1
        self._sort()

    def _is_hopeful(self, plan: Plan) -> bool:
        first = self.order[0]
        if self.rounds < LEAST_ROUNDS or plan in self.order[:2]:
            return True
        if self.compared is not None and plan in self.compared.plans:
            return True
        return self._ahead(first, plan).likelihood < 1.0 - HOPELESS

    def _ahead(self, first: Plan, second: Plan) -> Sample:
        """By how much one choice is better than another for who decides."""
        return lead(self.found[first], self.found[second], self.seat)

    def _sort(self) -> None:
        """Lets a choice pass the one before where that is likely enough to be right."""
        order = self.order
        for _ in order:
            for i in range(len(order) - 1):
                if self._passes(order[i], order[i + 1]):
                    order[i], order[i + 1] = order[i + 1], order[i]

    def _passes(self, before: Plan, after: Plan) -> bool:
        ahead = self._ahead(after, before)
        if self.exact[before] and self.exact[after]:
            return ahead.mean > 0.0
        return ahead.likelihood > IN_ORDER

    # Telling ----------------------------------------------------------------------------------

    @property
    def playouts(self) -> int:
        """How many there were."""
        return self.now.count + sum(one.count for one in self.found.values())

    @property
    def is_full(self) -> bool:
        """Whether it has thought as much as it may."""
        return self.playouts >= MOST_PLAYOUTS

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
                "playouts": self.playouts,
            },
            "decision": decision.to_json(),
            "shares": _by_player(self.game, self.now.means),
            "margins": _by_player(self.game, self.now.margins),
            "choices": [self._ranked(plan) for plan in self.order],
            "left_out": len(self.sight.choices) - len({plan[0] for plan in self.order}),
            "sure": round(sure, DIGITS),
            "done": len(self.order) == 1 or sure >= ENOUGH or self.is_full,
            "comparison": self._compared_told(),
        }

    def _ranked(self, plan: Plan) -> RankedChoice:
        found, game, first = self.found[plan], self.game, self.order[0]
        behind, exact = self._ahead(first, plan), self.exact[plan]
        sure = plan == first or (exact and self.exact[first])
        liking = self.sight.liking(plan[0])
        return {
            "entries": entries_of(game, plan),
            "price": game.consequences(game.action(plan[0]))["price"],
            "liking": None if liking is None else round(liking, DIGITS),
            "units": units_after(game, plan),
            "shares": _by_player(game, found.means),
            "margins": _by_player(game, [0.0] * len(game.players) if exact else found.margins),
            "behind": round(behind.mean, DIGITS),
            "behind_margin": 0.0 if sure else round(behind.margin, DIGITS),
            "playouts": found.count,
            "line": self._line(plan),
        }

    def _line(self, plan: Plan) -> list[LineStep]:
        trial, told = self.game.copy(), list[LineStep]()
        for id in plan:
            trial.play(id)
        for step in self.sight.line(plan):
            told.append(
                {
                    "entry": trial.action(step.id).to_json(),
                    "likelihood": round(step.likelihood, 2),
                    "units": units_after(trial, (step.id,)),
                }
            )
            trial.play(step.id)
        return told

    def _compared_told(self) -> Comparison | None:
        if self.compared is None:
            return None
        first, second = (self.found[plan] for plan in self.compared.plans)
        return comparison_told(self.compared, first, second, self.seat)


def _spelled(sequence: Sequence) -> str:
    return json.dumps(sequence, sort_keys=True)


def _by_player(game: Game, numbers: list[float]) -> dict[str, float]:
    return {
        player: round(number, DIGITS) for player, number in zip(game.players, numbers, strict=True)
    }
