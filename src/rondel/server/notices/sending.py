"""Sends what somebody is told by one of his channels, and takes it back where that can be done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from rondel.server.notices import push, webhooks
from rondel.server.notices.addresses import Reach, networks
from rondel.server.notices.mail import Mail, Mailer, MailServer
from rondel.server.notices.post import Postman, Unsent
from rondel.server.notices.push import Browser, Push, Signer
from rondel.server.notices.wording import Told, footer
from rondel.server.settings import Settings
from rondel.server.storage.database import Database
from rondel.server.storage.rows import channels
from rondel.server.storage.rows.channels import Channel

VAPID: Final = "vapid"
WEEK: Final = 7 * 86400.0
HOUR: Final = 3600.0
SETTINGS: Final = "/notices"
"""Where the page has the settings of notices."""


@dataclass(frozen=True)
class Message:
    """What is sent: the words, and what programs want to know of it."""

    told: Told
    tag: str
    """What is sent twice with the same tag is one message."""
    event: str
    """`decision`, `soon`, `digest`, `trial`, `code`, or `decided` for what is taken back."""
    language: str
    facts: Sequence[dict[str, Any]] = ()
    """The decisions that it is about."""
    until: float | None = None
    """When it is not worth telling any more."""
    receipt: str | None = None
    """What the receiver called it, for what is taken back."""


class Sender:
    """The ways out of this server."""

    def __init__(self, settings: Settings, database: Database, clock: Callable[[], float]) -> None:
        self._origin = settings.origin
        self._database = database
        self._clock = clock
        self.postman = Postman(Reach(networks(settings.reach)))
        self.mailer: Mailer | None = None
        if settings.smtp is not None:
            sender = settings.mail_from or "rondel@localhost"
            self.mailer = Mailer(MailServer.of(settings.smtp), sender)
        self._signer: Signer | None = None
        self._making = asyncio.Lock()

    async def signer(self) -> Signer:
        """The key by which push services know this server: made once, kept for all processes."""
        async with self._making:
            if self._signer is None:
                self._signer = Signer(await self._key())
            return self._signer

    async def _key(self) -> str:
        async with self._database.reading() as connection:
            known = await channels.keepsake(connection, VAPID)
        if known is not None:
            return known
        made = Signer.new_key()
        try:
            async with self._database.writing() as writing:
                await channels.keep(writing.connection, VAPID, made)
        except IntegrityError:
            async with self._database.reading() as connection:
                known = await channels.keepsake(connection, VAPID)
        return known or made

    def origin_of(self, channel: Channel) -> str:
        """Where people find the page."""
        return (self._origin or channel.origin).rstrip("/")

    async def send(self, channel: Channel, message: Message) -> str | None:
        """Sends a message; gives what the receiver calls it, if it says so.

        Raises: Unsent.
        """
        match channel.kind:
            case "push":
                await self._push(channel, message)
            case "webhook":
                return await self._call(channel, message)
            case "email":
                await self._mail(channel, message)
            case _:
                raise AssertionError(channel.kind)
        return None

    async def recall(self, channel: Channel, message: Message) -> bool:
        """Takes a message back; False where that cannot be done.

        Raises: Unsent.
        """
        match channel.kind:
            case "push":
                await self._push(channel, message)
                return True
            case "webhook":
                form = channel.form or webhooks.SLACK
                letter = webhooks.recall(
                    channel.address, form, message.told, message.receipt, _facts(message)
                )
                if letter is not None:
                    await self.postman.send(letter)
                return letter is not None
            case _:
                return False

    # The ways ---------------------------------------------------------------------------------

    async def _push(self, channel: Channel, message: Message) -> None:
        now, signer = self._clock(), await self.signer()
        browser = Browser.of(channel.address, channel.keys or {})
        is_over = message.event == "decided"
        lasting = HOUR if is_over else (message.until or now + WEEK) - now
        sent = Push(
            {
                "event": message.event,
                "id": message.tag,
                "tables": list(message.told.tables),
                "title": message.told.title,
                "body": message.told.body[:1000],
                "path": message.told.path,
            },
            message.tag,
            lasting,
            message.event == "soon",
        )
        letter = push.pushed(browser, sent, signer, self._contact(channel), now)
        await self.postman.send(letter)

    def _contact(self, channel: Channel) -> str:
        """Whom a push service may ask about this server."""
        origin = self.origin_of(channel)
        return origin if origin.startswith("https:") else "mailto:rondel@localhost"

    async def _call(self, channel: Channel, message: Message) -> str | None:
        form = channel.form or webhooks.SLACK
        link = f"{self.origin_of(channel)}{message.told.path}"
        letter = webhooks.letter(channel.address, form, message.told, link, _facts(message))
        return webhooks.receipt_of(form, await self.postman.send(letter))

    async def _mail(self, channel: Channel, message: Message) -> None:
        if self.mailer is None:
            raise Unsent("This server sends no e-mail any more.")
        origin, told = self.origin_of(channel), message.told
        settings = f"{origin}{SETTINGS}"
        parts = [told.body, f"{origin}{told.path}", footer(settings, message.language)]
        text = "\n\n".join(part for part in parts if part) + "\n"
        mail = Mail(channel.address, told.title, text, message.tag, settings)
        await self.mailer.send(mail, self._clock())

    async def close(self) -> None:
        """Ends all connections."""
        await self.postman.close()


def _facts(message: Message) -> dict[str, Any]:
    """What a message is about, for programs."""
    return {"event": message.event, "id": message.tag, "decisions": list(message.facts)}
