"""Who somebody is: guests with a name, accounts with a password, and their sessions."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from starlette.requests import HTTPConnection

from rondel.server.errors import Refusal, conflict, forbidden
from rondel.server.http.origins import is_bearer
from rondel.server.looks import look_of
from rondel.server.people import erasure
from rondel.server.people.handover import hand_over
from rondel.server.people.passwords import Passwords
from rondel.server.people.sessions import (
    YEAR,
    Cookies,
    begin_session,
    end_session,
    end_sessions,
    hash_of,
    note_place,
)
from rondel.server.people.tokens import Tokens
from rondel.server.people.welcome import OUT, check_welcome
from rondel.server.storage.database import Database
from rondel.server.storage.queries import Query
from rondel.server.storage.rows import owners
from rondel.server.storage.rows.audit import Act, note
from rondel.server.storage.schema import places, resets, sessions, tokens, users
from rondel.server.storage.store import Writing

COOKIE: Final = "rondel"
"""The name of the cookie."""

Via = Literal["cookie", "token"]

HOUR: Final = 3600
"""That somebody was seen is noted at most so often, in seconds."""


_PERSON: Final = (users.c.id, users.c.name, users.c.login)
_BY_SESSION: Final = Query(
    sa.select(*_PERSON, sessions.c.seen_at)
    .join(sessions, sessions.c.user_id == users.c.id)
    .where(sessions.c.hash == sa.bindparam("kept"))
)
_BY_TOKEN: Final = Query(
    sa.select(*_PERSON, tokens.c.used_at)
    .join(tokens, tokens.c.user_id == users.c.id)
    .where(tokens.c.hash == sa.bindparam("kept"))
)


@dataclass(frozen=True)
class User:
    """Somebody, as one request knows them."""

    id: str
    name: str
    """What others see."""
    login: str | None
    """None for a guest."""
    via: Via
    """How they showed who they are."""


def known(user: User | None) -> User:
    """Somebody who has to have a name.

    Raises: Refusal of nobody.
    """
    if user is None:
        raise Refusal(401, "identity/nobody", "Give yourself a name first: POST /api/me.")
    return user


class Identity:
    """Knows people by cookie and token, lets them in and out."""

    def __init__(
        self, database: Database, secret: str, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._cookies = Cookies(secret)
        self._clock = clock
        self._passwords = Passwords()
        self.tokens = Tokens(database, clock)
        """Those that people have made for their programs."""

    # Who is it? ---------------------------------------------------------------------------

    async def user_of(self, connection: HTTPConnection) -> User | None:
        """Who is asking, by token or else by cookie; None for nobody we know.

        Raises: Refusal of a wrong token, whatever the cookie says.
        """
        if is_bearer(connection.headers):
            return await self.by_token(connection.headers["authorization"][len("bearer") :])
        return await self.by_cookie(connection.cookies.get(COOKIE, ""))

    async def by_cookie(self, cookie: str) -> User | None:
        """The person with this session; None if it is over or never was."""
        kept = self._cookies.hash_in(cookie)
        if kept is None:
            return None
        found = await self._database.fetch(_BY_SESSION, {"kept": kept})
        if not found or (last := found[0][-1]) < self._clock() - YEAR:
            return None
        id, name, login, _ = found[0]
        await self._note_use(id, last, sessions.c.seen_at, kept)
        return User(id, name, login, "cookie")

    async def by_token(self, token: str) -> User:
        """The person with this API token.

        Raises: Refusal.
        """
        kept = hash_of(token.strip())
        found = await self._database.fetch(_BY_TOKEN, {"kept": kept})
        if not found:
            raise Refusal(401, "identity/bad_token", "This token is unknown or was withdrawn.")
        id, name, login, last = found[0]
        await self._note_use(id, last or 0.0, tokens.c.used_at, kept)
        return User(id, name, login, "token")

    async def _note_use(
        self, user_id: str, last: float, column: sa.Column[float], kept: str
    ) -> None:
        now = self._clock()
        if now - last < HOUR:
            return
        rows = column.table
        used = sa.update(rows).where(rows.c.hash == kept).values({column.key: now})
        async with self._database.writing() as writing:
            await writing.connection.execute(used)
            await writing.connection.execute(
                sa.update(users).where(users.c.id == user_id).values(seen_at=now)
            )

    # Guests -------------------------------------------------------------------------------

    async def add_guest(self, name: str) -> tuple[User, str]:
        """Somebody new, and the cookie to know them by."""
        user, now = User(secrets.token_hex(8), name, None, "cookie"), self._clock()
        row = {"id": user.id, "name": name, "created_at": now, "seen_at": now}
        async with self._database.writing() as writing:
            await writing.connection.execute(sa.insert(users).values(row))
            secret = await begin_session(writing.connection, user.id, now)
        return user, self._cookies.sign(secret)

    async def rename(self, user: User, name: str) -> User:
        """The same person under another name."""
        renamed = sa.update(users).where(users.c.id == user.id).values(name=name)
        async with self._database.writing() as writing:
            await writing.connection.execute(renamed)
        return User(user.id, name, user.login, user.via)

    # Accounts -----------------------------------------------------------------------------

    async def open_account(
        self, user: User, login: str, password: str, address: str
    ) -> tuple[User, str]:
        """Turns a guest into an account, with a new cookie; all others cease to be good.

        The account is known at this address from now on.

        Raises: Refusal.
        """
        values = {
            "login": login_key(login),
            "login_look": look_of(login),
            "password": await self._passwords.hash(password),
        }
        opened = sa.update(users).where(users.c.id == user.id, users.c.login.is_(None))
        try:
            async with self._database.writing() as writing:
                done = await writing.connection.execute(opened.values(values))
                if not done.rowcount:
                    raise conflict("identity/has_account", "You have an account already.")
                await check_welcome(writing.connection, user.id, self._clock())
                await end_sessions(writing.connection, user.id)
                secret = await begin_session(writing.connection, user.id, self._clock())
                await self._note_place(writing, user.id, address)
        except IntegrityError:
            raise login_taken() from None
        return User(user.id, user.name, values["login"], user.via), self._cookies.sign(secret)

    async def is_known_at(self, login: str, address: str) -> bool:
        """Whether somebody has signed in to an account from this address before."""
        place = self._cookies.place_of(address)
        found = (
            sa.select(places.c.user_id)
            .join(users, users.c.id == places.c.user_id)
            .where(users.c.login == login_key(login), places.c.place == place)
        )
        async with self._database.reading() as connection:
            return await connection.scalar(found) is not None

    async def sign_in(
        self, login: str, password: str, before: User | None, cookie: str, address: str
    ) -> tuple[User, str]:
        """Lets somebody in by password; gives the new cookie, which replaces `cookie`.

        What `before` has played as a guest moves to the account, and the account is known at
        this address from now on.

        Raises: Refusal.
        """
        found = sa.select(users).where(users.c.login == login_key(login))
        async with self._database.reading() as connection:
            row = (await connection.execute(found)).one_or_none()
        if not await self._passwords.fits(password, row.password if row else None) or not row:
            raise wrong_login()
        async with self._database.writing() as writing:
            # It may have been changed while it was compared.
            if not await _is_password(writing, row.id, row.password):
                raise wrong_login()
            await check_welcome(writing.connection, row.id, self._clock())
            await end_session(writing.connection, self._cookies.hash_in(cookie))
            if before and before.login is None:
                await hand_over(writing, before.id, row.id, self._clock())
            secret = await begin_session(writing.connection, row.id, self._clock())
            await self._note_place(writing, row.id, address)
        return User(row.id, row.name, row.login, "cookie"), self._cookies.sign(secret)

    async def _note_place(self, writing: Writing, user_id: str, address: str) -> None:
        place = self._cookies.place_of(address)
        await note_place(writing.connection, user_id, place, self._clock())

    async def change_password(self, user: User, old: str, new: str, cookie: str) -> None:
        """Takes another password, and signs out everywhere but in the session of `cookie`.

        Raises: Refusal.
        """
        async with self._database.reading() as connection:
            kept = await connection.scalar(sa.select(users.c.password).where(users.c.id == user.id))
        if kept is None:
            raise conflict("identity/no_account", "You have no account, and so no password.")
        if not await self._passwords.fits(old, kept):
            raise wrong_password()
        values = {"password": await self._passwords.hash(new)}
        async with self._database.writing() as writing:
            if not await _is_password(writing, user.id, kept):
                raise wrong_password()
            changed = sa.update(users).where(users.c.id == user.id).values(values)
            await writing.connection.execute(changed)
            await end_sessions(writing.connection, user.id, self._cookies.hash_in(cookie))

    async def reset_password(self, secret: str, new: str) -> tuple[User, str]:
        """Takes another password from whoever holds the secret of a link, and lets him in.

        The link is good once; all other sessions end.

        Raises: Refusal.
        """
        wanted = sa.select(resets.c.user_id).where(
            resets.c.hash == hash_of(secret), resets.c.until > self._clock()
        )
        async with self._database.reading() as connection:
            user_id = await connection.scalar(wanted)
        if user_id is None:
            raise bad_link()
        password = await self._passwords.hash(new)
        async with self._database.writing() as writing:
            connection = writing.connection
            await check_welcome(connection, user_id, self._clock())
            used = await connection.execute(resets.delete().where(resets.c.hash == hash_of(secret)))
            if not used.rowcount:
                raise bad_link()
            own = users.c.id == user_id
            await connection.execute(users.update().where(own).values(password=password))
            await end_sessions(connection, user_id)
            writing.announce(f"{user_id}:{OUT}")
            await note(connection, self._clock(), user_id, Act("reset_used", user_id))
            cookie = await begin_session(connection, user_id, self._clock())
            row = (await connection.execute(sa.select(*_PERSON).where(own))).one()
        return User(row.id, row.name, row.login, "cookie"), self._cookies.sign(cookie)

    # Leaving ------------------------------------------------------------------------------

    async def close_account(self, user: User, password: str | None) -> None:
        """Forgets somebody, at the wish of who knows the password.

        Raises: Refusal.
        """
        async with self._database.reading() as connection:
            kept = await connection.scalar(sa.select(users.c.password).where(users.c.id == user.id))
        if kept is not None and not await self._passwords.fits(password or "", kept):
            raise wrong_password()
        async with self._database.writing() as writing:
            if kept is not None and not await _is_password(writing, user.id, kept):
                raise wrong_password()
            await erasure.close_account(writing, user.id, self._clock())

    async def sign_out(self, cookie: str) -> None:
        """Ends the session: the cookie is worth nothing from now on."""
        async with self._database.writing() as writing:
            await end_session(writing.connection, self._cookies.hash_in(cookie))

    async def sign_out_everywhere(self, user: User, with_tokens: bool) -> None:
        """Ends all sessions of a person, and on request all API tokens."""
        async with self._database.writing() as writing:
            await end_sessions(writing.connection, user.id)
            if with_tokens:
                owned = sa.delete(tokens).where(tokens.c.user_id == user.id)
                await writing.connection.execute(owned)


async def _is_password(writing: Writing, user_id: str, kept: str) -> bool:
    """Whether this is still kept of somebody's password; it stays so until the commit."""
    await owners.lock(writing.connection, user_id)
    found = sa.select(users.c.password).where(users.c.id == user_id)
    return bool(await writing.connection.scalar(found) == kept)


def login_taken() -> Refusal:
    """The refusal of a login that somebody has, or that could be taken for it."""
    sentence = "Somebody else has this login, or one that looks like it."
    return conflict("identity/login_taken", sentence)


def wrong_login() -> Refusal:
    """The refusal that does not tell which of the two is wrong."""
    return Refusal(401, "identity/wrong_login", "Login or password is wrong.")


def wrong_password() -> Refusal:
    """The refusal of a change by somebody who may only have found an open page."""
    return forbidden("identity/wrong_password", "The old password is wrong.")


def bad_link() -> Refusal:
    """The refusal of a link that was used, has run out, or never was."""
    return forbidden("identity/bad_link", "This link is no longer good. Ask for another one.")


def login_key(login: str) -> str:
    """What makes two logins the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())
