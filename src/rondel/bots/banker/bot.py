"""The bot that plays by the banker's judgement."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rondel.bots.banker.judge import Judge
from rondel.bots.interface import Budget, Ranked
from rondel.engine import Action, Game, View, decisions, score_of

EXPLAINED = 12
"""So many of the best choices are explained."""


class BankerBot:
    """Takes what it judges best at once, without looking ahead."""

    def __init__(self, chance: Random, budget: Budget) -> None:
        self._chance = chance
        self._judge: Judge | None = None

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """The action of the greatest worth, equals drawn; before it a gift, if one pays."""
        game = view.game()
        judge = self._judge_of(game)
        gift = judge.gift(game.state)
        if gift:
            state = game.state
            return game.action(game.rules.table.donate_id(state.actor, state.nation, gift))
        worths = judge.worths(game.state)
        best = max(worths)
        equal = [i for i, worth in enumerate(worths) if worth == best]
        return legal_actions[self._chance.choice(equal)]

    def explain(self, view: View, legal_actions: Sequence[Action]) -> list[Ranked]:
        """The best choices, each followed by a game in which all play like the banker."""
        game = view.game()
        judge = self._judge_of(game)
        worths = judge.worths(game.state)
        order = sorted(range(len(worths)), key=lambda i: -worths[i])[:EXPLAINED]
        return [Ranked(legal_actions[i], self._played_out(game, legal_actions[i])) for i in order]

    def _played_out(self, game: Game, action: Action) -> dict[str, float]:
        """Shares of the points when everybody plays like the banker after an action."""
        judge = self._judge_of(game)
        trial = game.copy()
        trial.play(action.id)
        while trial.state.kind != decisions.GAME_OVER:
            judge.play(trial.state)
        scores = {p: score_of(trial.state, seat) for seat, p in enumerate(game.players)}
        total = sum(scores.values())
        return {player: score / total for player, score in scores.items()}

    def _judge_of(self, game: Game) -> Judge:
        if self._judge is None or self._judge.rules is not game.rules:
            self._judge = Judge(game.rules)
        return self._judge
