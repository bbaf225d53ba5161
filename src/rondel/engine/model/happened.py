"""What happened in one go, as a list of events that are made when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVarTuple, overload

from rondel.engine.model.events import Event

Values = TypeVarTuple("Values")


class Happened(Sequence[Event]):
    """Events in the order in which they happened; most callers never look at most of them."""

    def __init__(self) -> None:
        self._told: list[Any] = []
        """Classes of events, each followed by what the event holds."""
        self._made: list[Event] | None = None

    def tell(self, event: Callable[[*Values], Event], *values: *Values) -> None:
        """Adds an event by its class and what it holds."""
        self._told.append(event)
        self._told.append(values)

    def all(self) -> list[Event]:
        """The events themselves; do not change the list."""
        told, made = self._told, self._made
        if made is None:
            self._made = made = []
        for i in range(2 * len(made), len(told), 2):
            made.append(told[i](*told[i + 1]))
        return made

    def __len__(self) -> int:
        return len(self._told) // 2

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self.all()[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Happened):
            return self.all() == other.all()
        return self.all() == other

    def __hash__(self) -> int:
        raise TypeError("a list of events has no hash")

    def __repr__(self) -> str:
        return repr(self.all())
