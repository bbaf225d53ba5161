"""What is written to a connection within one turn of the event loop goes out at once.

Each write is a call of the system, which costs as much as all else that is done for a small
message: an answer has a head and a body, and who follows a game hears of a move in two messages.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from rondel.server.http.bodies import KIB

MOST: Final = 64 * KIB
"""Bytes after which one does not wait for the end of the turn."""


class Gathering(asyncio.Transport):
    """A connection that gathers what is written to it."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._gathered = bytearray()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Sends something before the next turn."""
        if not self._gathered:
            self._loop.call_soon(self._send)
        self._gathered += data
        if len(self._gathered) > MOST:
            self._send()

    def _send(self) -> None:
        gathered, self._gathered = self._gathered, bytearray()
        if gathered and not self._transport.is_closing():
            self._transport.write(gathered)

    def get_write_buffer_size(self) -> int:
        """Bytes that were not sent yet."""
        return len(self._gathered) + self._transport.get_write_buffer_size()

    def close(self) -> None:
        """Hangs up when all is sent."""
        self._send()
        self._transport.close()

    def abort(self) -> None:
        """Hangs up at once."""
        self._gathered.clear()
        self._transport.abort()

    # As it is ---------------------------------------------------------------------------------

    def is_closing(self) -> bool:
        """Whether it is hung up."""
        return self._transport.is_closing()

    def is_reading(self) -> bool:
        """Whether what comes is taken in."""
        return self._transport.is_reading()

    def pause_reading(self) -> None:
        """Takes in nothing more."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Takes in what comes."""
        self._transport.resume_reading()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """How much may lie unsent."""
        self._transport.set_write_buffer_limits(high, low)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What is known of the connection."""
        return self._transport.get_extra_info(name, default)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Who hears what comes."""
        self._transport.set_protocol(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Who hears what comes."""
        return self._transport.get_protocol()
