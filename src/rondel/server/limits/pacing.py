"""Who is next: an address that asks for very much at once does not keep the others waiting."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

REST: Final = 4.0
"""So many times as long as something has taken an address waits before its next thing begins."""
LONGEST_REST: Final = 0.25
"""Seconds; what took longer was not the fault of one address."""


class Pace:
    """Lets each address begin one thing at a time, and everybody else something between."""

    def __init__(self, on: bool = True) -> None:
        self._on = on
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def __len__(self) -> int:
        """Addresses that have begun something just now."""
        return len(self._waiting)

    async def step(self, address: str) -> None:
        """Waits until whatever this address has begun before has had its time."""
        if not self._on:
            return
        loop = asyncio.get_running_loop()
        waiting = self._waiting.get(address)
        if waiting is None:
            self._waiting[address] = deque()
            self._begin(loop, address)
            return
        place: asyncio.Future[None] = loop.create_future()
        waiting.append(place)
        await place

    def _begin(self, loop: asyncio.AbstractEventLoop, address: str) -> None:
        """What begins now is over, or waits for something, when the loop comes round."""
        loop.call_soon(self._rest, loop, address, loop.time())

    def _rest(self, loop: asyncio.AbstractEventLoop, address: str, begun: float) -> None:
        rest = min((loop.time() - begun) * REST, LONGEST_REST)
        loop.call_later(rest, self._next, loop, address)

    def _next(self, loop: asyncio.AbstractEventLoop, address: str) -> None:
        waiting = self._waiting[address]
        while waiting:
            place = waiting.popleft()
            if not place.done():
                place.set_result(None)
                # It goes on before what is called soon from here.
                self._begin(loop, address)
                return
        del self._waiting[address]
