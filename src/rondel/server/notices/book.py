"""Where people say how they are to be reached."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from rondel.server.errors import bad, conflict, missing
from rondel.server.notices import timing, wording
from rondel.server.notices.addresses import Forbidden
from rondel.server.notices.post import Unsent
from rondel.server.notices.push import Browser
from rondel.server.notices.sending import Message, Sender
from rondel.server.notices.timing import Wishes
from rondel.server.notices.webhooks import form_of
from rondel.server.storage.database import Database
from rondel.server.storage.rows import channels
from rondel.server.storage.rows import notices as stored
from rondel.server.storage.rows.channels import Channel

MOST: Final = 20
"""Channels that one person may have."""
MOST_GUESSES: Final = 10
"""Wrong codes after which an address must be added anew."""
DIGITS: Final = 6
SHOWN: Final = 4
"""Signs at the end of an address that are shown."""


def hash_of(text: str) -> str:
    """What is kept of a code, and what tells addresses apart."""
    return hashlib.sha256(text.encode()).hexdigest()


def no_such_channel() -> Exception:
    """What is told of channels that are somebody else's, or nobody's."""
    return missing("channel/unknown", "You have no such channel.")


class Book:
    """Channels and wishes of everybody."""

    def __init__(self, database: Database, sender: Sender, clock: Callable[[], float]) -> None:
        self._database = database
        self._sender = sender
        self._clock = clock

    # Channels ---------------------------------------------------------------------------------

    async def of(self, user: str) -> dict[str, Any]:
        """How somebody is reached."""
        async with self._database.reading() as connection:
            own = await channels.of(connection, user)
        return {
            "channels": [told(one) for one in own],
            "wishes": vars(await self.wishes_of(user)),
            "push_key": (await self._sender.signer()).public,
            "email": self._sender.mailer is not None,
        }

    async def add(self, user: str, sent: Mapping[str, Any], origin: str) -> Channel:
        """A new channel; an e-mail address is of no use before its code was told.

        Raises: Refusal.
        """
        kind, address = sent["kind"], sent["address"]
        self._check(kind, address, sent.get("keys"))
        code = None
        if kind == "email":
            code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
        channel = self._new(
            user, kind, sent["name"], address, origin,
            form=_form(kind, sent.get("form"), address), keys=sent.get("keys"),
            code=None if code is None else hash_of(code),
        )  # fmt: skip
        await self._put(channel)
        if code is not None:
            await self._send_code(channel, code)
        return channel

    def _check(self, kind: str, address: str, keys: Mapping[str, str] | None) -> None:
        """Raises: Refusal."""
        if kind == "email":
            if self._sender.mailer is None:
                raise conflict("channel/no_email", "This server sends no e-mail.")
            return
        try:
            self._sender.postman.reach.check_url(address)
            if kind == "push":
                Browser.of(address, keys or {})
        except Forbidden as error:
            raise bad("channel/address", str(error)) from error
        except (ValueError, KeyError) as error:
            raise bad("channel/keys", "These are no keys of a browser.") from error

    def _new(
        self, user: str, kind: str, name: str, address: str, origin: str, **more: Any
    ) -> Channel:
        now, confirmed = self._clock(), more.get("code") is None
        values: dict[str, Any] = {"table_id": None, "form": None, "keys": None, "code": None}
        return Channel(
            id=secrets.token_hex(8), user_id=user, kind=kind, name=name, address=address,
            origin=origin, created_at=now, confirmed_at=now if confirmed else None, guesses=0,
            reached_at=None, failed_at=None, failure=None, stopped=False, **{**values, **more},
        )  # fmt: skip

    async def _put(self, channel: Channel) -> None:
        async with self._database.writing() as writing:
            if not await channels.put(writing.connection, channel, MOST):
                raise conflict("channel/too_many", f"You have {MOST} channels already.")

    async def _send_code(self, channel: Channel, code: str) -> None:
        language = (await self.wishes_of(channel.user_id)).language
        told = wording.code_told(code, language)
        await self._send(channel, Message(told, secrets.token_hex(12), "code", language))

    async def _send(self, channel: Channel, message: Message) -> None:
        """Raises: Refusal."""
        try:
            await self._sender.send(channel, message)
        except Unsent as unsent:
            raise conflict("channel/not_reached", f"Nothing arrived: {unsent.reason}") from unsent

    async def own(self, user: str, id: str) -> Channel:
        """A channel of somebody.

        Raises: Refusal.
        """
        async with self._database.reading() as connection:
            found = (await channels.find(connection, [id])).get(id)
        if found is None or found.user_id != user or found.table_id is not None:
            raise no_such_channel()
        return found

    async def confirm(self, user: str, id: str, code: str) -> Channel:
        """Takes the code of an address, and sends notices there from now on.

        Raises: Refusal.
        """
        async with self._database.writing() as writing:
            await channels.lock(writing.connection, id)
            channel = (await channels.find(writing.connection, [id])).get(id)
            if channel is None or channel.user_id != user or channel.table_id is not None:
                raise no_such_channel()
            if channel.code is None:
                return channel
            right = hmac.compare_digest(channel.code, hash_of(code.strip()))
            if right and channel.guesses < MOST_GUESSES:
                channel = channel._replace(code=None, confirmed_at=self._clock())
            else:
                channel = channel._replace(guesses=channel.guesses + 1)
            await channels.change(
                writing.connection, id, code=channel.code, confirmed_at=channel.confirmed_at,
                guesses=channel.guesses,
            )  # fmt: skip
        if channel.code is not None:
            raise bad("channel/wrong_code", "This is not the code that was sent, or it is too old.")
        return channel

    async def remove(self, user: str, id: str) -> None:
        """Sends nothing there any more.

        Raises: Refusal.
        """
        async with self._database.writing() as writing:
            if not await channels.remove(writing.connection, user, id):
                raise no_such_channel()

    async def try_out(self, user: str, id: str) -> None:
        """Sends a message to see how it looks; a channel that was given up is tried again.

        Raises: Refusal.
        """
        channel = await self.own(user, id)
        if channel.confirmed_at is None:
            raise conflict("channel/unconfirmed", "The code that was sent there is still missing.")
        language = (await self.wishes_of(user)).language
        told = wording.trial(language)
        await self._send(channel, Message(told, secrets.token_hex(12), "trial", language))
        async with self._database.writing() as writing:
            well = {"reached_at": self._clock(), "failed_at": None, "failure": None}
            await channels.change(writing.connection, id, stopped=False, **well)

    # Wishes -----------------------------------------------------------------------------------

    async def wishes_of(self, user: str) -> Wishes:
        """How somebody wants to be told."""
        async with self._database.reading() as connection:
            kept = await channels.wishes_of(connection, [user])
        return Wishes(**kept.get(user, {}))

    async def wish(self, user: str, sent: Mapping[str, Any]) -> Wishes:
        """Takes how somebody wants to be told from now on; what waits is looked at by it.

        Raises: Refusal.
        """
        if not timing.is_zone(sent["zone"]):
            raise bad("channel/zone", f"There is no time zone {sent['zone']!r}.")
        now = self._clock()
        async with self._database.writing() as writing:
            kept = await channels.wishes_of(writing.connection, [user])
            before = Wishes(**kept.get(user, {}))
            wishes = Wishes(**sent, vacation_until=before.vacation_until)
            await channels.wish(writing.connection, user, vars(wishes))
            await stored.look_again(writing.connection, user, now)
        return wishes

    async def put_vacation(self, user: str, until: float | None) -> None:
        """Keeps until when somebody is on vacation; the clocks are for others to stop."""
        now = self._clock()
        until = until if until is not None and until > now else None
        async with self._database.writing() as writing:
            kept = (await channels.wishes_of(writing.connection, [user])).get(user, {})
            wishes = Wishes(**{**kept, "vacation_until": until})
            await channels.wish(writing.connection, user, vars(wishes))
            await stored.look_again(writing.connection, user, now)

    # Tables -----------------------------------------------------------------------------------

    async def at_table(self, user: str, table: str, with_webhook: bool) -> dict[str, Any]:
        """How somebody hears of a table."""
        async with self._database.reading() as connection:
            mode = await channels.mode_at(connection, user, table)
            hook = await channels.of_table(connection, table) if with_webhook else None
        return {"mode": mode, "webhook": None if hook is None else told(hook)}

    async def put_mode(self, user: str, table: str, mode: str | None) -> None:
        """Takes whether somebody wants to be told of a table."""
        async with self._database.writing() as writing:
            await channels.put_mode(writing.connection, user, table, mode)
            if mode == "off":
                await stored.withdraw_at(writing.connection, user, table, self._clock())

    async def put_webhook(
        self, user: str, table: str, name: str, address: str, form: str | None, origin: str
    ) -> Channel:
        """Lets a webhook hear of all decisions at a table, in the place of another.

        Raises: Refusal.
        """
        self._check("webhook", address, None)
        channel = self._new(
            user, "webhook", name, address, origin,
            table_id=table, form=_form("webhook", form, address),
        )  # fmt: skip
        await self._put(channel)
        return channel

    async def remove_webhook(self, table: str) -> None:
        """Takes the webhook of a table away.

        Raises: Refusal.
        """
        async with self._database.writing() as writing:
            if not await channels.remove_of_table(writing.connection, table):
                raise no_such_channel()


def _form(kind: str, form: str | None, address: str) -> str | None:
    return None if kind != "webhook" else form or form_of(address)


def told(channel: Channel) -> dict[str, Any]:
    """A channel as its owner is told of it: who holds an address of a webhook can use it."""
    return {
        "id": channel.id,
        "kind": channel.kind,
        "form": channel.form,
        "name": channel.name,
        "shown": shown(channel),
        "mark": hash_of(channel.address)[:16],
        "created_at": channel.created_at,
        "confirmed": channel.confirmed_at is not None,
        "reached_at": channel.reached_at,
        "failed_at": channel.failed_at,
        "failure": channel.failure,
        "stopped": channel.stopped,
    }


def shown(channel: Channel) -> str:
    """An address without what is secret in it."""
    if channel.kind == "email":
        return channel.address
    host = urlsplit(channel.address).hostname or ""
    return f"{host}/…{channel.address[-SHOWN:]}" if channel.kind == "webhook" else host
