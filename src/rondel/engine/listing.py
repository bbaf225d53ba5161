"""The legal actions of a position as a list that costs nothing until it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from rondel.engine.decisions import KINDS
from rondel.engine.model.actions import Action
from rondel.engine.model.state import State


class LegalActions(Sequence[Action]):
    """The legal actions of a position, each made when it is looked at."""

    def __init__(self, state: State) -> None:
        self._table = state.rules.table
        self._ids = state.legal
        self._kind = KINDS[state.kind] if state.legal else None
        self._player = state.players[state.actor]
        self._nation = None if state.about < 0 else state.nation_id(state.about)

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self._make(id) for id in self._ids[index]]
        return self._make(self._ids[index])

    def _make(self, id: int) -> Action:
        assert self._kind is not None
        return Action(self._table, id, self._kind, self._player, self._nation)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action) or action.id not in self._ids:
            return False
        return action == self._make(action.id)

    def __reduce__(self) -> tuple[Any, ...]:
        """Elsewhere it is a plain list: the position it belongs to stays behind."""
        return list, (list(self),)

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions: {self._kind or ''} by {self._player}>"
