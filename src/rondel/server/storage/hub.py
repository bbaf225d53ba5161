"""Who wants to hear what is announced, within this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

EVERYTHING: Final = "*"
"""Announced where messages may have been missed: whoever listens should read anew."""


class Hub:
    """Passes each message on to everybody who listens."""

    def __init__(self) -> None:
        self._listeners: dict[object, Callable[[str], None]] = {}

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        """Lets `heard` be called with each message, until the function given back is called."""
        key = object()
        self._listeners[key] = heard

        def stop() -> None:
            self._listeners.pop(key, None)

        return stop

    def tell(self, message: str) -> None:
        """Passes a message on, soon: a listener that fails does not disturb who announced."""
        loop = asyncio.get_running_loop()
        for key in self._listeners:
            loop.call_soon(self._pass_on, key, message)

    def _pass_on(self, key: object, message: str) -> None:
        if heard := self._listeners.get(key):
            heard(message)
