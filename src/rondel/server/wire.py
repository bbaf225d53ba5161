"""HTTP as it comes in by the wire: what never reaches the app is refused in the one shape, too."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from rondel.server.bodies import KIB
from rondel.server.errors import Refusal
from rondel.server.handlers import answer
from rondel.server.middleware import HEADERS

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

LARGEST_HEAD: Final = 512 * KIB
"""Bytes that may come before a body; more than is read at once, which may hold some of a body."""


class Http(HttpToolsProtocol):
    """HTTP of uvicorn, which would keep a head without end."""

    _in_head = True
    _head = 0

    def data_received(self, data: bytes) -> None:
        """Counts what comes before a body."""
        if self._in_head:
            self._head += len(data)
        if self._head > LARGEST_HEAD:
            sentence = "The headers are too large."
            refuse(self.transport, Refusal(431, "request/head_too_large", sentence))
        else:
            super().data_received(data)

    def on_headers_complete(self) -> None:
        """From here on the app counts."""
        self._in_head, self._head = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The next request may come."""
        self._in_head = True
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answers what cannot be read."""
        refuse(self.transport, not_http())


class WebSockets(WebSocketsSansIOProtocol):
    """WebSockets of uvicorn, which would leave handshakes without end unanswered."""

    transport: asyncio.Transport

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Compresses quickly rather than well: positions are long, and told often."""
        super().__init__(*args, **kwargs)
        for factory in self.conn.available_extensions or ():
            assert isinstance(factory, ServerPerMessageDeflateFactory)
            factory.compress_settings = {**(factory.compress_settings or {}), "level": 1}

    def data_received(self, data: bytes) -> None:
        """Answers a handshake that cannot be read."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            refuse(self.transport, not_http())

    async def send(self, message: ASGISendEvent) -> None:
        """Takes note of refusals; uvicorn does not, and logs every one of them as an error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True


def not_http() -> Refusal:
    """The refusal of what cannot be read."""
    return Refusal(400, "request/not_http", "This is not HTTP as the server knows it.")


def refuse(transport: asyncio.Transport, refusal: Refusal) -> None:
    """Answers without the app, and hangs up."""
    response = answer(refusal, {**HEADERS, "Connection": "close"})
    phrase = HTTPStatus(refusal.status).phrase.encode()
    lines = [b"HTTP/1.1 %d %s" % (refusal.status, phrase)]
    lines += [b"%s: %s" % header for header in response.raw_headers]
    transport.write(b"\r\n".join([*lines, b"", bytes(response.body)]))
    transport.close()
