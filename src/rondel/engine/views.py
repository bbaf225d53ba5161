"""A game as others may see it: without the cash that is secret (Rules: 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rondel.engine import progress
from rondel.engine.decisions import Decision
from rondel.engine.model.actions import Action
from rondel.engine.model.state import State
from rondel.engine.notation.snapshots import shows_choices
from rondel.engine.shapes import Consequences, Facts, Reason, Result, Snapshot

if TYPE_CHECKING:
    from rondel.engine.game import Game


class View:
    """A game as one player, or a spectator, may see it (R-INF)."""

    def __init__(self, game: Game, viewer: str) -> None:
        self._game = game
        self.viewer = viewer
        """The player who looks, or `SPECTATOR`."""

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (self._game, self.viewer)

    def __repr__(self) -> str:
        return f"<View of {self._game!r} by {self.viewer or 'a spectator'}>"

    @property
    def decision(self) -> Decision | None:
        """Who must decide and what about."""
        return self._game.decision

    @property
    def result(self) -> Result | None:
        """Scores and ranking when the game is over."""
        return self._game.result

    def legal_actions(self) -> Sequence[Action]:
        """The legal actions; with secret cash only those of the viewer's own decision."""
        state = self._game.state
        shown = shows_choices(state, self.viewer, state.actor)
        return self._game.legal_actions() if shown else []

    def snapshot(self) -> Snapshot:
        """The position as the viewer may see it."""
        return self._game.snapshot(self.viewer)

    def facts(self) -> Facts:
        """What helps to judge the position, as far as the viewer may know it."""
        return self._game.facts(self.viewer)

    def consequences(self, action: Action | Any) -> Consequences:
        """What an action would do, as far as the viewer may know it.

        Raises: as `Game.consequences`.
        """
        return self._game.consequences(action, self.viewer)

    def refused(self) -> list[Reason]:
        """What is not legal and why; with secret cash only in the viewer's own decision."""
        return self._game.refused(self.viewer)

    def record(self) -> dict[str, Any]:
        """The record so far as the viewer may see it."""
        return self._game.record(self.viewer)

    def game(self) -> Game:
        """A game of one's own to think with: try actions, search, play it to the end.

        It is the true position as far as the viewer can know it. Secret cash follows from the
        public payments; only where a game began from a position with unknown cash, everybody
        else is taken to have had as much as the viewer.
        """
        game = self._game.copy()
        hidden = game.rules.options.secret_cash and not game.over
        start = game.start if hidden else {}
        if "position" in start:
            self._assume_cash(game.state, start["position"]["cash"])
            progress.settle(game.state)
        return game

    def _assume_cash(self, state: State, at_start: dict[str, int]) -> None:
        """Puts what the viewer must believe in place of the others' true cash (R-INF-3)."""
        assumed = at_start.get(self.viewer, 0)
        for seat, player in enumerate(state.players):
            if player != self.viewer:
                paid_or_got = state.cash[seat] - at_start[player]
                state.cash[seat] = max(0, assumed + paid_or_got)
