"""HTTP as it comes in by the wire: what never reaches the app is refused in the one shape, too."""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from rondel.server.errors import Refusal
from rondel.server.http.bodies import KIB
from rondel.server.http.door import Door
from rondel.server.http.gathering import Gathering
from rondel.server.http.handlers import answer
from rondel.server.http.middleware import HEADERS

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

LARGEST_HEAD: Final = 512 * KIB
"""Bytes that may come before a body; more than is read at once, which may hold some of a body."""

HEAD_SECONDS = 15.0
"""How long a head may take, from the connection or from its first byte."""
BODY_SECONDS = 90.0
"""How long a body may take."""
STALL_SECONDS = 15.0
"""How long nothing of a body may come."""
UNREAD_SECONDS = 15.0
"""How long somebody may read nothing of an answer."""
LONGEST_READING = 120.0
"""How long reading what was answered may take."""

MOST_UNREAD: Final = KIB * KIB
"""Bytes that may lie unread for somebody who goes on sending frames."""
SLICE: Final = KIB
"""Bytes of frames that are read before others have their turn."""
LITTLE: Final = 16 * KIB
"""Bytes that come at once from somebody who sends nothing large."""
SECONDS_PER_BYTE: Final = 1 / 32e6
"""What it costs to take in a body."""


class Config(uvicorn.Config):
    """The settings of uvicorn, and the door that all connections come through."""

    def __init__(self, app: Any, door: Door, **settings: Any) -> None:
        super().__init__(app, **settings)
        self.door = door


class Patience:
    """Hangs up on somebody who does not read what was written for him."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None
        self._until = 0.0
        self._unread = 0

    def begin(self) -> None:
        """From now on something lies unread."""
        self._until = self._loop.time() + LONGEST_READING
        self._look_later()

    def end(self) -> None:
        """Nearly all was read."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look_later(self) -> None:
        self._unread = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(UNREAD_SECONDS, self._look)

    def _look(self) -> None:
        reads = self._transport.get_write_buffer_size() < self._unread
        if reads and self._loop.time() < self._until:
            self._look_later()
        else:
            self._transport.abort()


class Flow(FlowControl):
    """Also reads nothing of somebody for a while who sends very much."""

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__(transport)
        self.held = False

    def resume_reading(self) -> None:
        """The app wants more; it comes when the while is over."""
        if self.held:
            self.read_paused = False
        else:
            super().resume_reading()

    def hold(self) -> None:
        """Reads nothing more."""
        self.held = True
        self._transport.pause_reading()

    def let_go(self) -> None:
        """Reads on, if the app wants more."""
        self.held = False
        if not self.read_paused and not self._transport.is_closing():
            self._transport.resume_reading()


class Http(HttpToolsProtocol):
    """HTTP of uvicorn, which would keep a head without end, and wait for one for ever."""

    config: Config
    flow: Flow
    _in_head = True
    _head = 0
    _host = ""
    _entered = False
    _timer: asyncio.TimerHandle | None = None
    _body_until = 0.0
    _patience: Patience

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Lets somebody in, if there is room."""
        transport = Gathering(transport, self.loop)
        super().connection_made(transport)
        self.flow = Flow(transport)
        self._host = self.client[0] if self.client else ""
        self._patience = Patience(self.loop, transport)
        self._entered = True
        if refusal := self.config.door.enter(self._host):
            refuse(transport, refusal)
        else:
            self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Makes room for another."""
        self._stop_waiting()
        self._patience.end()
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self._entered:
            self._entered = False
            self.config.door.leave(self._host)

    # How long -----------------------------------------------------------------------------

    def _watch(self) -> None:
        """Sees to it that what has begun to come comes to its end."""
        if not self._in_head:
            left = self._body_until - self.loop.time()
            self._wait(max(0.0, min(STALL_SECONDS, left)))
        elif not self._head:
            self._stop_waiting()
        elif self._timer is None:
            self._wait(HEAD_SECONDS)

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        """Hangs up on who is too slow, unless it is we who do not read."""
        if not self._in_head and (self.flow.read_paused or self.flow.held):
            self._wait(STALL_SECONDS)
        elif self._is_unanswered():
            refuse(self.transport, too_slow())
        else:
            self.transport.close()

    def _is_unanswered(self) -> bool:
        """Whether the request that is too slow may be answered, and not another one by mistake."""
        if self._in_head:
            return bool(self._head) and not self._is_answering()
        return not self.cycle.response_started

    def _is_answering(self) -> bool:
        """Whether an earlier request is still to be answered."""
        # Before the first request there is none, whatever uvicorn declares.
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def pause_writing(self) -> None:
        """What was answered is not read as fast."""
        super().pause_writing()
        self._patience.begin()

    def resume_writing(self) -> None:
        """It was read."""
        super().resume_writing()
        self._patience.end()

    # What comes ---------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Counts what comes before a body."""
        if self.transport.is_closing():
            return
        if self._in_head:
            self._head += len(data)
        if self._head > LARGEST_HEAD:
            sentence = "The headers are too large."
            refuse(self.transport, Refusal(431, "request/head_too_large", sentence))
        else:
            super().data_received(data)
            self._watch()
            if len(data) > LITTLE and not self.transport.is_closing():
                self._slow_down(len(data))

    def _slow_down(self, size: int) -> None:
        """Takes in no more of one address than others have time for, wanted or not."""
        pause = self.config.door.pause_after(self._host, size * SECONDS_PER_BYTE)
        if pause and not self.flow.held:
            self.flow.hold()
            self.loop.call_later(pause, self.flow.let_go)

    def on_headers_complete(self) -> None:
        """From here on the app counts."""
        self._in_head, self._head = False, 0
        self._body_until = self.loop.time() + BODY_SECONDS
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The next request may come."""
        self._in_head = True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The WebSocket counts in the place of this."""
        self._in_head, self._head = True, 0
        self._leave()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Answers what cannot be read."""
        refuse(self.transport, not_http())


WINDOW_BITS: Final = 14
"""What is told is compressed by what was told within 16 KiB before, a position or so; twice as much
would take 64 KiB more for each connection."""


class WebSockets(WebSocketsSansIOProtocol):
    """WebSockets of uvicorn, which would leave handshakes without end unanswered.

    Frames are read a few at a time, so that somebody who sends very many keeps nobody waiting.
    """

    config: Config
    transport: asyncio.Transport

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Compresses quickly: positions are long and told often, and much like the one before."""
        super().__init__(*args, **kwargs)
        for factory in self.conn.available_extensions or ():
            assert isinstance(factory, ServerPerMessageDeflateFactory)
            factory.server_max_window_bits = WINDOW_BITS
            factory.compress_settings = {**(factory.compress_settings or {}), "level": 1}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counts it."""
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        self._patience = Patience(self.loop, self.transport)
        self._unread = bytearray()
        self._reading: asyncio.TimerHandle | None = None
        self._taken = 0.0
        self.config.door.enter(self._host)

    def connection_lost(self, exc: Exception | None) -> None:
        """Makes room for another."""
        if self._reading is not None:
            self._reading.cancel()
        self._patience.end()
        self.config.door.leave(self._host)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """What was told is not read as fast."""
        super().pause_writing()
        self._patience.begin()

    def resume_writing(self) -> None:
        """It was read."""
        super().resume_writing()
        self._patience.end()

    def data_received(self, data: bytes) -> None:
        """Takes frames in, to be read soon."""
        self._unread += data
        if self._reading is None:
            self._read_some()

    def _read_some(self) -> None:
        """Reads a few frames, the others later."""
        self._reading = None
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
            return
        begun = time.perf_counter()
        slice = SLICE if self.handshake_initiated else len(self._unread)
        data = bytes(self._unread[:slice])
        del self._unread[:slice]
        self._receive(data)
        self._taken += time.perf_counter() - begun
        self._read_on()

    def _read_on(self) -> None:
        """Reads the next frames later, unless the app has not taken yet what it was given."""
        if self.transport.is_closing() or self._reading is not None:
            return
        if not self._unread:
            self._taken = 0.0
            if not self.read_paused:
                self.transport.resume_reading()
            return
        self.transport.pause_reading()
        if not self.read_paused:
            pause = self.config.door.pause_after(self._host, self._taken)
            self._taken = 0.0
            self._reading = self.loop.call_later(pause, self._read_some)

    async def receive(self) -> ASGIReceiveEvent:
        """The next message for the app; when it has all, more is read."""
        message = await super().receive()
        if self._unread:
            self._read_on()
        return message

    def _receive(self, data: bytes) -> None:
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


def too_slow() -> Refusal:
    """The refusal of a request that does not come to its end."""
    return Refusal(408, "request/too_slow", "The rest of the request has not come in time.")


def refuse(transport: asyncio.Transport, refusal: Refusal) -> None:
    """Answers without the app, and hangs up."""
    response = answer(refusal, {**HEADERS, "Connection": "close"})
    phrase = HTTPStatus(refusal.status).phrase.encode()
    lines = [b"HTTP/1.1 %d %s" % (refusal.status, phrase)]
    lines += [b"%s: %s" % header for header in response.raw_headers]
    transport.write(b"\r\n".join([*lines, b"", bytes(response.body)]))
    transport.close()
