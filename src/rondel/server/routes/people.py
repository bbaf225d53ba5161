"""Who I am: a guest at once, an account if I like, with tokens for my programs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import APIRouter, Cookie, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from rondel.server.admin.desk import is_admin
from rondel.server.http.intake import Route
from rondel.server.http.middleware import address_of
from rondel.server.http.origins import is_https
from rondel.server.limits.limiter import Kind
from rondel.server.parts import Server
from rondel.server.people.erasure import erase
from rondel.server.people.export import exported
from rondel.server.people.identity import COOKIE, User, login_key
from rondel.server.people.sessions import YEAR
from rondel.server.people.tokens import Token
from rondel.server.protocol.people import (
    AccountSent,
    Exported,
    FarewellSent,
    Me,
    NameSent,
    NewToken,
    PasswordSent,
    Person,
    ResetSent,
    SignInSent,
    TokensTold,
    TokenTold,
)
from rondel.server.protocol.refusals import refusals
from rondel.server.routes.common import Here
from rondel.server.routes.dependencies import FOR_ALL, Anyone, InPerson, Someone

router = APIRouter(prefix="/api", tags=["people"], route_class=Route)

IN_PERSON = ("identity/nobody", "identity/not_by_token")

OwnCookie = Annotated[str, Cookie(alias=COOKIE, include_in_schema=False)]
"""The value of the cookie; empty for none."""


async def _me(server: Server, user: User | None) -> Me:
    if user is None:
        return Me(user=None)
    guest = user.login is None
    async with server.database.reading() as connection:
        admin = not guest and await is_admin(connection, user.id)
    person = Person(id=user.id, name=user.name, login=user.login, guest=guest, admin=admin)
    return Me(user=person)


def _set_cookie(response: Response, request: Request, server: Server, value: str) -> None:
    secure = is_https(request.scope, server.settings.origin)
    response.set_cookie(COOKIE, value, YEAR, secure=secure, httponly=True, samesite="lax")


@router.get("/me", summary="Who am I?", responses=refusals(), openapi_extra=FOR_ALL)
async def read_me(
    user: Anyone, request: Request, response: Response, server: Here, cookie: OwnCookie = ""
) -> Me:
    """The person who is asking. The cookie is renewed, so that it lasts a year from now."""
    if user and user.via == "cookie":
        _set_cookie(response, request, server, cookie)
    return await _me(server, user)


@router.post("/me", summary="Take a name", responses=refusals(), openapi_extra=FOR_ALL)
async def take_name(
    sent: NameSent, user: Anyone, request: Request, response: Response, server: Here
) -> Me:
    """Makes a guest of nobody and sets the cookie, or gives the person who asks a new name."""
    if user is not None:
        return await _me(server, await server.identity.rename(user, sent.name))
    server.limiter.check("guests", address_of(request))
    user, cookie = await server.identity.add_guest(sent.name)
    _set_cookie(response, request, server, cookie)
    return await _me(server, user)


@router.post(
    "/me/account",
    summary="Open an account",
    responses=refusals(
        *IN_PERSON, "identity/has_account", "identity/login_taken", "identity/banned"
    ),
)
async def open_account(
    sent: AccountSent, user: InPerson, request: Request, response: Response, server: Here
) -> Me:
    """Turns a guest into an account that can sign in elsewhere. Seats and games stay."""
    address = address_of(request)
    server.limiter.check("sign_ins", address)
    password = sent.password.get_secret_value()
    user, cookie = await server.identity.open_account(user, sent.login, password, address)
    _set_cookie(response, request, server, cookie)
    return await _me(server, user)


@router.put(
    "/me/password",
    summary="Change the password",
    status_code=204,
    responses=refusals(*IN_PERSON, "identity/wrong_password", "identity/no_account"),
)
async def change_password(
    sent: PasswordSent, user: InPerson, server: Here, cookie: OwnCookie = ""
) -> None:
    """Takes another password and signs out everywhere else. API tokens stay."""
    server.limiter.check("sign_ins", f"person {user.id}")
    old, new = sent.old.get_secret_value(), sent.new.get_secret_value()
    await server.identity.change_password(user, old, new, cookie)


@router.post(
    "/session",
    summary="Sign in",
    responses=refusals("identity/wrong_login", "identity/banned"),
    openapi_extra=FOR_ALL,
)
async def sign_in(
    sent: SignInSent,
    user: Anyone,
    request: Request,
    response: Response,
    server: Here,
    cookie: OwnCookie = "",
) -> Me:
    """Signs in to an account. What a guest has played until now moves to the account."""
    before = user if user and user.via == "cookie" else None
    password, address = sent.password.get_secret_value(), address_of(request)
    async with guessing(server, sent.login, address):
        user, cookie = await server.identity.sign_in(sent.login, password, before, cookie, address)
    if before and before.login is None:
        await server.tables.check_those_of(before.id)
    _set_cookie(response, request, server, cookie)
    return await _me(server, user)


@router.post(
    "/session/reset",
    summary="Take a new password by a link",
    responses=refusals("identity/bad_link", "identity/banned"),
    openapi_extra={"security": [{}]},
)
async def reset_password(sent: ResetSent, request: Request, response: Response, server: Here) -> Me:
    """Signs in to an account with a new password, by a link that the host of the server has made.

    The link is good once, and for a day. All other sessions end.
    """
    server.limiter.check("sign_ins", address_of(request))
    secret, new = sent.secret.get_secret_value(), sent.password.get_secret_value()
    user, cookie = await server.identity.reset_password(secret, new)
    _set_cookie(response, request, server, cookie)
    return await _me(server, user)


@asynccontextmanager
async def guessing(server: Server, login: str, address: str) -> AsyncIterator[None]:
    """Counts an attempt to sign in; the right password gives back what counts as a wrong one.

    An address that the account is known at is not refused because of what others have tried.

    Raises: Refusal.
    """
    limiter, key = server.limiter, login_key(login)
    limiter.check("sign_ins", address)
    counted: list[tuple[Kind, str]] = [("guesses", f"{address} {key}")]
    if not await server.identity.is_known_at(login, address):
        counted.append(("logins", key))
    for kind, whose in counted:
        limiter.check(kind, whose)
    yield
    for kind, whose in counted:
        limiter.spend(kind, whose, -1)


@router.delete(
    "/session",
    summary="Sign out",
    status_code=204,
    responses=refusals(),
    openapi_extra={"security": [{"cookie": []}, {}]},
)
async def sign_out(response: Response, server: Here, cookie: OwnCookie = "") -> None:
    """Ends this session. A guest cannot come back; an account can sign in again."""
    await server.identity.sign_out(cookie)
    response.delete_cookie(COOKIE)


@router.delete(
    "/sessions",
    summary="Sign out everywhere",
    status_code=204,
    responses=refusals(*IN_PERSON),
)
async def sign_out_everywhere(
    user: InPerson,
    response: Response,
    server: Here,
    tokens: Annotated[bool, Query(description="Also withdraw all API tokens.")] = False,
) -> None:
    """Ends all sessions of the person who asks, this one too."""
    await server.identity.sign_out_everywhere(user, tokens)
    response.delete_cookie(COOKIE)


@router.get("/me/tokens", summary="List API tokens", responses=refusals("identity/nobody"))
async def list_tokens(user: Someone, server: Here) -> TokensTold:
    """The API tokens of the person who asks, without their secrets."""
    return TokensTold(tokens=[_told(token) for token in await server.identity.tokens.of(user.id)])


@router.post(
    "/me/tokens",
    summary="Make an API token",
    status_code=201,
    responses=refusals(*IN_PERSON, "identity/too_many_tokens", "identity/banned"),
)
async def make_token(sent: NameSent, user: InPerson, server: Here) -> NewToken:
    """A token for a bot or script, which then is this person. It is shown only now."""
    token, secret = await server.identity.tokens.add(user.id, sent.name)
    return NewToken(token=_told(token), secret=secret)


@router.delete(
    "/me/tokens/{token_id}",
    summary="Withdraw an API token",
    status_code=204,
    responses=refusals("identity/nobody", "identity/no_such_token"),
)
async def withdraw_token(
    token_id: Annotated[str, Path(max_length=64, description="Id of the token.")],
    user: Someone,
    server: Here,
) -> None:
    """Makes a token worth nothing, at once."""
    await server.identity.tokens.withdraw(user.id, token_id)


# Leaving ------------------------------------------------------------------------------------


@router.get(
    "/me/export",
    summary="Take everything along",
    response_model=Exported,
    responses=refusals(*IN_PERSON),
)
async def export_me(user: InPerson, server: Here) -> Response:
    """Everything the server keeps about the person who asks, as one document."""
    server.limiter.check("tables", user.id)
    parts = exported(server.database, user.id, server.clock())
    name = "attachment; filename=rondel-export.json"
    return StreamingResponse(
        parts, media_type="application/json", headers={"Content-Disposition": name}
    )


@router.post(
    "/me/delete",
    summary="Be forgotten",
    status_code=204,
    responses=refusals(*IN_PERSON, "identity/wrong_password"),
)
async def delete_me(sent: FarewellSent, user: InPerson, response: Response, server: Here) -> None:
    """Deletes the person who asks; this cannot be undone.

    Sessions, tokens, notes, login and password go, what was said in chats is emptied, and another
    name takes the place of the person's in every game. Seats of games that go on are left to bots,
    and others may take them.
    """
    server.limiter.check("sign_ins", f"login {user.login or user.id}")
    password = sent.password.get_secret_value() if sent.password else None
    await server.identity.close_account(user, password)
    await erase(server.database, user.id, server.clock())
    await server.tables.check_those_of(user.id)
    response.delete_cookie(COOKIE)


def _told(token: Token) -> TokenTold:
    return TokenTold.model_validate(token)
