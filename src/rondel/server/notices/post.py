"""Sends what is told to web servers, over connections to addresses that were looked at."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import httpcore

from rondel.server.notices.addresses import Forbidden, Reach

SECONDS: Final = 15.0
"""How long a receiver may take, from the first look at its name to the end of its answer."""
MOST_READ: Final = 64 * 1024
"""Bytes of an answer that are read."""
AGENT: Final = "Rondel"

HOPELESS: Final = range(400, 500)
"""Answers by which a receiver says that it will never take this."""
HOPEFUL: Final = (408, 425, 429)
"""Among them those that ask to come again."""
GONE: Final = (401, 403, 404, 410)
"""Answers by which it says that nobody is there any more, or never was."""


class Unsent(Exception):
    """Why something did not arrive, in words for the person who shall get it."""

    def __init__(
        self, reason: str, hopeless: bool = False, gone: bool = False, again_in: float = 0.0
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hopeless = hopeless or gone
        """Whether it need not be tried again."""
        self.gone = gone
        """Whether nothing else need be tried there either."""
        self.again_in = again_in
        """Seconds for which the receiver wants to be left alone."""


@dataclass(frozen=True)
class Letter:
    """What is sent to a web server."""

    url: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"


class _Checked(httpcore.AsyncNetworkBackend):
    """Makes connections to no address but those that may be reached."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._plain = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first address behind a host that answers.

        Raises: Forbidden, httpcore.ConnectError.
        """
        try:
            addresses = await self._reach.resolve(host, port)
        except OSError as error:
            raise httpcore.ConnectError("the name is not known") from error
        for number, address in enumerate(addresses, 1):
            try:
                return await self._plain.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if number == len(addresses):
                    raise
        raise httpcore.ConnectError("the name leads nowhere")

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Raises: Forbidden; nothing is sent to a socket of this machine."""
        raise Forbidden("Nothing is sent to a socket of this machine.")

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        await asyncio.sleep(seconds)


@cache
def _certificates() -> ssl.SSLContext:
    """Those that the machine trusts; to read them takes long."""
    return ssl.create_default_context()


class Postman:
    """Sends letters, and follows nobody who points elsewhere."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self._pool: httpcore.AsyncConnectionPool | None = None

    async def send(self, letter: Letter) -> bytes:
        """The answer, at least its beginning.

        Raises: Unsent.
        """
        try:
            self.reach.check_url(letter.url)
            async with asyncio.timeout(SECONDS):
                status, headers, body = await self._ask(letter)
        except Forbidden as refusal:
            raise Unsent(str(refusal), gone=True) from refusal
        except TimeoutError as error:
            raise Unsent("It took too long to answer.") from error
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
            raise Unsent(f"It could not be reached: {type(error).__name__}.") from error
        _check(status, headers)
        return body

    async def _ask(self, letter: Letter) -> tuple[int, dict[str, str], bytes]:
        headers = {"User-Agent": AGENT, "Content-Length": str(len(letter.body)), **letter.headers}
        read = b""
        async with self._open().stream(
            letter.method, letter.url, headers=list(headers.items()), content=letter.body
        ) as answer:
            async for part in answer.aiter_stream():
                read += part
                if len(read) >= MOST_READ:
                    break
        told = {_text(name).lower(): _text(value) for name, value in answer.headers}
        return answer.status, told, read[:MOST_READ]

    def _open(self) -> httpcore.AsyncConnectionPool:
        if self._pool is None:
            self._pool = httpcore.AsyncConnectionPool(
                ssl_context=_certificates(),
                max_keepalive_connections=4,
                keepalive_expiry=10.0,
                network_backend=_Checked(self.reach),
            )
        return self._pool

    async def close(self) -> None:
        """Ends all connections."""
        if self._pool is not None:
            await self._pool.aclose()


def _text(header: bytes) -> str:
    return header.decode("latin-1")


def _check(status: int, headers: Mapping[str, str]) -> None:
    """Raises: Unsent unless the receiver has taken it."""
    if 200 <= status < 300:
        return
    if 300 <= status < 400:
        raise Unsent("It points to another address, which is not followed.", gone=True)
    hopeless = status in HOPELESS and status not in HOPEFUL
    raise Unsent(
        f"It was refused with status {status}.", hopeless, status in GONE, _again_in(headers)
    )


def _again_in(headers: Mapping[str, str]) -> float:
    """Seconds to wait that a receiver names; 0 if it names none, or a date."""
    try:
        return max(0.0, min(float(headers.get("retry-after", "0")), 3600.0))
    except ValueError:
        return 0.0
