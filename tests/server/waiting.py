"""Waiting for what another task or process brings about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

DEADLINE = 60.0
"""Seconds after which a test gives up; only a test that fails waits so long."""


async def until(condition: Callable[[], bool]) -> None:
    """Waits until something is true."""
    async with asyncio.timeout(DEADLINE):
        while not condition():
            await asyncio.sleep(0.005)


async def eventually(condition: Callable[[], Awaitable[bool]]) -> None:
    """Waits until something is true that one has to ask for."""
    async with asyncio.timeout(DEADLINE):
        while not await condition():
            await asyncio.sleep(0.05)
