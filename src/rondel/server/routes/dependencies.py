"""What routes ask for: who is asking, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Depends
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from rondel.server.admin.desk import Desk, is_admin, not_admin
from rondel.server.errors import forbidden
from rondel.server.http.middleware import address_of
from rondel.server.limits.limiter import Kind
from rondel.server.people.identity import COOKIE, User, known
from rondel.server.routes.common import Here
from rondel.server.viewers.workers import Asker


async def anyone(connection: HTTPConnection, server: Here) -> User | None:
    """Who is asking; None for nobody we know.

    Raises: Refusal of a wrong token.
    """
    user = await server.identity.user_of(connection)
    # For the log.
    connection.state.user_id = user.id if user else None
    return user


Anyone = Annotated[User | None, Depends(anyone)]
"""For routes that are there for everybody."""

FOR_ALL: Final[dict[str, Any]] = {"security": [{"cookie": []}, {"token": []}, {}]}
"""For `openapi_extra` of such routes: who shows himself may be shown more."""


_cookie = APIKeyCookie(
    name=COOKIE,
    scheme_name="cookie",
    description="Set by `POST /api/me` and `POST /api/session`.",
    auto_error=False,
)
_bearer = HTTPBearer(
    scheme_name="token", description="A token of `POST /api/me/tokens`.", auto_error=False
)


async def someone(
    user: Anyone,
    cookie: Annotated[object, Depends(_cookie)],
    bearer: Annotated[object, Depends(_bearer)],
) -> User:
    """Who is asking; `cookie` and `bearer` are there for the API document.

    Raises: Refusal of nobody.
    """
    return known(user)


Someone = Annotated[User, Depends(someone)]
"""For routes that need a person."""


async def in_person(user: Anyone, cookie: Annotated[object, Depends(_cookie)]) -> User:
    """Who is asking by cookie: a token must not be enough to take over its owner's account.

    Raises: Refusal.
    """
    user = known(user)
    if user.via != "cookie":
        raise forbidden("identity/not_by_token", "This needs the cookie; a token is not enough.")
    return user


InPerson = Annotated[User, Depends(in_person)]
"""For routes that change who somebody is."""


async def asking(connection: HTTPConnection, user: Anyone) -> Asker:
    """Whose budget the work for a request is taken from."""
    return Asker(address_of(connection), user.id if user else None)


Asking = Annotated[Asker, Depends(asking)]
"""For routes whose answers take work."""


async def at_desk(user: InPerson, server: Here) -> Desk:
    """The desk of who looks after the server.

    Raises: Refusal.
    """
    async with server.database.reading() as connection:
        if not await is_admin(connection, user.id):
            raise not_admin()
    return Desk(server.database, server.clock, user.id)


AtDesk = Annotated[Desk, Depends(at_desk)]
"""For routes that look after the server."""


@dataclass(frozen=True)
class Limited:
    """Counts what a person does: `dependencies=[Depends(Limited("chats"))]`."""

    kind: Kind

    async def __call__(self, server: Here, user: Someone) -> None:
        """Counts one.

        Raises: Refusal of somebody who is too fast.
        """
        server.limiter.check(self.kind, user.id)


@dataclass(frozen=True)
class LimitedInPerson:
    """Counts the same of those who come by cookie."""

    kind: Kind

    async def __call__(self, server: Here, user: InPerson) -> None:
        """Counts one.

        Raises: Refusal of somebody who is too fast, or came by token.
        """
        server.limiter.check(self.kind, user.id)
