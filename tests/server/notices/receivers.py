"""Receivers of notices: a mail server, a web server for webhooks, and one for pushes.

They are real: what comes is read from the network, and what was pushed is opened as a browser
opens it. They fail on demand.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

Json = dict[str, Any]


def base64_of(data: bytes) -> str:
    """As browsers write keys."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Taken:
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    status: int
    """What was answered; 0 for nothing."""

    @property
    def json(self) -> Json:
        """What it says."""
        told: Json = json.loads(self.body)
        return told


@dataclass
class Web:
    """A web server that takes everything, unless it is told to fail."""

    address: str = ""
    taken: list[Taken] = field(default_factory=list)
    answer: Callable[[Taken], tuple[int, dict[str, str], bytes]] = lambda taken: (200, {}, b"{}")
    """What is answered; status 0 cuts the connection."""

    @property
    def accepted(self) -> list[Taken]:
        """What was acknowledged."""
        return [one for one in self.taken if 200 <= one.status < 300]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Takes the requests of one connection."""
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                await self._take(head, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _take(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ")
        headers = {
            name.lower(): value.strip()
            for name, _, value in [line.partition(":") for line in lines if line]
        }
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        taken = Taken(method, path, headers, body, 0)
        status, more, content = self.answer(taken)
        taken.status = status
        self.taken.append(taken)
        if not status:
            raise ConnectionResetError
        told = "".join(f"{name}: {value}\r\n" for name, value in more.items())
        length = f"Content-Length: {len(content)}\r\n" if status != 204 else ""
        writer.write(f"HTTP/1.1 {status} Status\r\n{told}{length}\r\n".encode() + content)
        await writer.drain()


@asynccontextmanager
async def web(port: int = 0) -> AsyncIterator[Web]:
    """A web server on a free port."""
    here = Web()
    server = await asyncio.start_server(here.serve, "127.0.0.1", port)
    here.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield here
    finally:
        server.close()


@dataclass
class Browser:
    """A browser that takes pushes, with keys of its own."""

    web: Web
    path: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = b"0123456789abcdef"

    @property
    def subscription(self) -> Json:
        """What its page tells the server."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": base64_of(point), "auth": base64_of(self.auth)}
        return {
            "kind": "push",
            "name": "Browser",
            "address": f"{self.web.address}{self.path}",
            "keys": keys,
        }

    @property
    def pushed(self) -> list[Json]:
        """What it was told, as it opens it."""
        return [self.opened(one) for one in self.web.accepted if one.path == self.path]

    def opened(self, taken: Taken) -> Json:
        """What a push says; an implementation of others opens it."""
        assert taken.headers["content-encoding"] == "aes128gcm"
        told = http_ece.decrypt(
            taken.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        read: Json = json.loads(told)
        return read


@dataclass
class Mailbox:
    """A mail server, and all that it took."""

    address: str = ""
    mails: list[EmailMessage] = field(default_factory=list)
    refuse: Callable[[], str | None] = lambda: None
    """What is answered in place of taking it; `cut` ends the connection."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Takes a message."""
        answer = self.refuse()
        if answer == "cut":
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
            return "421 cut"
        if answer is not None:
            return answer
        content = envelope.content
        assert isinstance(content, bytes)
        mail = message_from_bytes(content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 taken"


@asynccontextmanager
async def mailbox(port: int = 0) -> AsyncIterator[Mailbox]:
    """A mail server on a free port."""
    here = Mailbox()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(here, hostname="mail.example.org", loop=loop), "127.0.0.1", port
    )
    here.address = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield here
    finally:
        server.close()


@dataclass
class Device:
    """What stands on the screen of somebody who has closed the page."""

    browser: Browser
    shown: dict[str, str] = field(default_factory=dict)
    """Notices that were not taken back, and where each leads."""
    told: set[str] = field(default_factory=set)
    _known: int = 0

    def look(self) -> None:
        """Sees what was pushed since the last time; nothing may come twice."""
        pushed = self.browser.pushed
        for one in pushed[self._known :]:
            if one["event"] == "decided":
                self.shown.pop(one["id"], None)
            else:
                assert one["id"] not in self.told, "told twice"
                self.told.add(one["id"])
                self.shown[one["id"]] = one["path"]
        self._known = len(pushed)

    @property
    def last(self) -> str | None:
        """Where the newest notice leads; None if there is none."""
        return [*self.shown.values()][-1] if self.shown else None
