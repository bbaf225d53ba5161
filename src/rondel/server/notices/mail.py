"""Sends notices by e-mail, where the host has named a mail server."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from typing import Final
from urllib.parse import unquote, urlsplit

import aiosmtplib

from rondel.server.notices.post import Unsent

SECONDS: Final = 30.0
"""How long a mail server may take."""
PORTS: Final = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True)
class MailServer:
    """Where mail is handed in."""

    host: str
    port: int
    tls: bool
    """Whether the connection is secret from its first byte on; else as soon as can be."""
    user: str | None = None
    password: str | None = None

    @staticmethod
    def of(url: str) -> MailServer:
        """A mail server by its address, `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`.

        Raises: ValueError.
        """
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname or parts.path not in ("", "/"):
            raise ValueError("write its address like smtp://USER:PASSWORD@HOST:587")
        user, password = parts.username, parts.password
        return MailServer(
            parts.hostname,
            parts.port or PORTS[parts.scheme],
            parts.scheme == "smtps",
            None if user is None else unquote(user),
            None if password is None else unquote(password),
        )


@dataclass(frozen=True)
class Mail:
    """A message to one person."""

    to: str
    subject: str
    text: str
    tag: str
    """What is sent twice with the same tag is one message: it makes the Message-ID."""
    settings: str | None = None
    """The address where somebody says that he wants no more of it."""


class Mailer:
    """Hands in mail."""

    def __init__(self, server: MailServer, sender: str) -> None:
        self._server = server
        self._sender = sender

    @property
    def domain(self) -> str:
        """Where the sender is at home."""
        return parseaddr(self._sender)[1].rpartition("@")[2] or "localhost"

    async def send(self, mail: Mail, now: float) -> None:
        """Raises: Unsent."""
        server = self._server
        try:
            async with asyncio.timeout(SECONDS):
                await aiosmtplib.send(
                    self.written(mail, now),
                    hostname=server.host,
                    port=server.port,
                    username=server.user,
                    password=server.password,
                    use_tls=server.tls,
                    timeout=SECONDS,
                    tls_context=ssl.create_default_context(),
                )
        except aiosmtplib.SMTPRecipientsRefused as error:
            hopeless = all(500 <= one.code < 600 for one in error.recipients)
            raise Unsent("The mail server does not take this address.", hopeless) from error
        except (TimeoutError, OSError, aiosmtplib.SMTPException) as error:
            raise Unsent("The mail server did not take it.") from error

    def written(self, mail: Mail, now: float) -> EmailMessage:
        """The message as it is sent."""
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = mail.to
        message["Subject"] = mail.subject
        message["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
        message["Message-ID"] = f"<{mail.tag}@{self.domain}>"
        # Nobody's machine shall answer it.
        message["Auto-Submitted"] = "auto-generated"
        if mail.settings is not None:
            message["List-Unsubscribe"] = f"<{mail.settings}>"
        message.set_content(mail.text)
        return message
