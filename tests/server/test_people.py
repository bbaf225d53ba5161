"""Anyone is somebody at once; an account keeps it for longer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from http.cookies import SimpleCookie

import httpx
import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from rondel.server.settings import Limits, Settings
from rondel.server.storage.database import Database
from rondel.server.storage.schema import sessions, tokens, users
from tests.server import visitors
from tests.server.clocks import Clock
from tests.server.visitors import Parts, account, browser, guest, me, people_app, sign_in, told

pytestmark = pytest.mark.anyio

DAY = 86400.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def parts(database: Database, clock: Clock) -> Parts:
    return Parts(Settings(limits=None), database, clock)


@pytest.fixture
def app(parts: Parts) -> FastAPI:
    return people_app(parts)


@pytest.fixture
async def ann(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        yield client


@pytest.fixture
async def elsewhere(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        yield client


async def rows(database: Database, table: sa.Table) -> list[sa.Row[tuple[object, ...]]]:
    async with database.reading() as connection:
        return list(await connection.execute(sa.select(table)))


# Guests ------------------------------------------------------------------------------------


async def test_nobody_is_told_so_without_an_error(ann: httpx.AsyncClient) -> None:
    assert await me(ann) is None


async def test_a_name_is_enough_to_be_somebody(ann: httpx.AsyncClient) -> None:
    person = await guest(ann, "Ann")
    assert person == {"id": person["id"], "name": "Ann", "login": None, "guest": True}
    assert await me(ann) == person


async def test_another_name_is_the_same_person(ann: httpx.AsyncClient) -> None:
    first, second = await guest(ann, "Ann"), await guest(ann, "Anna")
    assert second == {**first, "name": "Anna"}
    assert await me(ann) == second


async def test_two_browsers_are_two_persons(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    assert (await guest(ann))["id"] != (await guest(elsewhere))["id"]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  Ann ", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ann B. O'Neil", "Ann B. O'Neil"),
        ("\u9ad8\u6a4b\N{GAME DIE}", "\u9ad8\u6a4b\N{GAME DIE}"),
        ("e\u0301" * 40, "\u00e9" * 40),
    ],
)
async def test_names_are_tidied(ann: httpx.AsyncClient, sent: str, kept: str) -> None:
    assert (await guest(ann, sent))["name"] == kept


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 41, "a\nb", "a\x7fb", "evil\u202egnp", "\u2066x", "\u200b", 7, None, ["Ann"]],
)
async def test_names_that_hide_something_are_refused(ann: httpx.AsyncClient, name: object) -> None:
    answer = await ann.post("/api/me", json={"name": name})
    assert told(answer) == (422, "request/invalid")
    assert answer.json()["error"]["faults"][0]["place"] == "body.name"
    assert "set-cookie" not in answer.headers


async def test_guests_are_limited_by_address(parts: Parts) -> None:
    parts.settings = Settings(limits=replace(Limits(), guests="2/hour"))
    parts.__post_init__()
    app = people_app(parts)
    for _ in range(2):
        async with browser(app) as client:
            await guest(client)
            await guest(client, "Renaming is free")
    async with browser(app) as client:
        answer = await client.post("/api/me", json={"name": "Third"})
    assert told(answer) == (429, "request/too_many")


# The cookie --------------------------------------------------------------------------------


def cookie_in(answer: httpx.Response) -> SimpleCookie:
    return SimpleCookie(answer.headers["set-cookie"])


async def test_the_cookie_is_for_this_site_and_not_for_scripts(ann: httpx.AsyncClient) -> None:
    cookie = cookie_in(await ann.post("/api/me", json={"name": "Ann"}))["rondel"]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "lax"
    assert cookie["path"] == "/"
    assert cookie["max-age"] == str(365 * 86400)
    assert cookie["domain"] == ""
    assert cookie["secure"] == ""


async def test_over_https_the_cookie_stays_there(parts: Parts, app: FastAPI) -> None:
    async with browser(app) as client:
        answer = await client.post("https://test/api/me", json={"name": "Ann"})
        assert cookie_in(answer)["rondel"]["secure"] is True
    parts.settings = replace(parts.settings, origin="https://play.example")
    async with browser(app) as client:
        answer = await client.post("/api/me", json={"name": "Ann"})
        assert cookie_in(answer)["rondel"]["secure"] is True


async def test_only_a_hash_of_the_cookie_is_kept(ann: httpx.AsyncClient, parts: Parts) -> None:
    await guest(ann)
    secret = ann.cookies["rondel"].rpartition(".")[0]
    assert len(secret) >= 43
    assert secret not in str(await rows(parts.database, sessions))


async def test_made_up_cookies_are_nobody(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, parts: Parts
) -> None:
    await guest(ann)
    good = ann.cookies["rondel"]
    secret, _, signature = good.rpartition(".")
    [kept] = [str(row.hash) for row in await rows(parts.database, sessions)]
    for cookie in (secret, secret + ".", f"{secret[:-1]}.{signature}", f"{kept}.{signature}", "."):
        answer = await elsewhere.get("/api/me", headers={"cookie": f"rondel={cookie}"})
        assert answer.json() == {"user": None}
    answer = await elsewhere.get("/api/me", headers={"cookie": f"rondel={good}"})
    assert answer.json()["user"]["name"] == "Ann"


async def test_cookies_signed_with_another_secret_are_nobody(
    ann: httpx.AsyncClient, parts: Parts
) -> None:
    await guest(ann)
    parts.settings = Settings(limits=None)
    parts.__post_init__()
    assert await me(ann) is None


async def test_asking_who_one_is_renews_the_cookie(ann: httpx.AsyncClient) -> None:
    await guest(ann)
    answer = await ann.get("/api/me")
    assert cookie_in(answer)["rondel"].value == ann.cookies["rondel"]
    assert cookie_in(answer)["rondel"]["max-age"] == str(365 * 86400)


async def test_a_session_lasts_for_a_year_from_its_last_use(
    ann: httpx.AsyncClient, clock: Clock
) -> None:
    await guest(ann)
    cookie = ann.cookies["rondel"]
    for _ in range(3):
        clock.now += 364 * DAY
        assert await me(ann)
    clock.now += 366 * DAY
    answer = await ann.get("/api/me", headers={"cookie": f"rondel={cookie}"})
    assert answer.json() == {"user": None}


async def test_being_seen_is_noted_once_an_hour(
    ann: httpx.AsyncClient, parts: Parts, clock: Clock
) -> None:
    await guest(ann)
    began = clock.now

    async def seen() -> set[object]:
        kept = await rows(parts.database, users) + await rows(parts.database, sessions)
        return {row.seen_at for row in kept}

    clock.now = began + 3599
    await me(ann)
    assert await seen() == {began}
    clock.now = began + 3600
    await me(ann)
    assert await seen() == {began + 3600}


# Accounts ----------------------------------------------------------------------------------


async def test_a_guest_becomes_an_account_and_stays_the_same_person(
    ann: httpx.AsyncClient,
) -> None:
    before = await guest(ann)
    after = await account(ann, "ann")
    assert after == {**before, "login": "ann", "guest": False}
    assert await me(ann) == after


async def test_an_account_signs_in_elsewhere(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    person = await account(ann, "Ann")
    assert visitors.person_in(await sign_in(elsewhere, "aNN")) == person
    assert await me(elsewhere) == await me(ann) == person


async def test_the_password_is_kept_as_argon2(ann: httpx.AsyncClient, parts: Parts) -> None:
    await account(ann)
    [row] = await rows(parts.database, users)
    assert str(row.password).startswith("$argon2id$v=19$m=19456,t=2,p=1$")


async def test_composed_and_decomposed_letters_are_one_password(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    await guest(ann)
    sent = {"login": "ann", "password": "e\u0301te\u0301 2030"}
    await ann.post("/api/me/account", json=sent)
    assert (await sign_in(elsewhere, "ann", "\u00e9t\u00e9 2030")).status_code == 200


async def test_wrong_login_and_wrong_password_get_the_same_answer(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    await account(ann)
    wrong = await sign_in(elsewhere, "ann", "wrong password")
    unknown = await sign_in(elsewhere, "bob", "wrong password")
    assert told(wrong) == (401, "identity/wrong_login")
    assert (wrong.status_code, wrong.content) == (unknown.status_code, unknown.content)
    assert "set-cookie" not in wrong.headers
    assert await me(elsewhere) is None


async def test_a_guest_without_password_cannot_be_signed_in_to(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    await guest(ann)
    for password in ("", "None", "null"):
        assert told(await sign_in(elsewhere, "ann", password)) == (401, "identity/wrong_login")


@pytest.mark.parametrize("login", ["ann", "ANN", " Ann ", "\uff41\uff4e\uff4e"])
async def test_a_login_is_taken_in_whatever_letters(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, login: str
) -> None:
    await account(ann, "ann")
    await guest(elsewhere, "Other")
    sent = {"login": login, "password": "another password"}
    answer = await elsewhere.post("/api/me/account", json=sent)
    assert told(answer) == (409, "identity/login_taken")
    person = await me(elsewhere)
    assert person
    assert person["guest"]


async def test_an_account_cannot_become_another(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    await account(ann, "ann")
    answer = await ann.post("/api/me/account", json={"login": "other", "password": "p" * 8})
    assert told(answer) == (409, "identity/has_account")
    assert (await sign_in(elsewhere, "ann")).status_code == 200


async def test_nobody_cannot_open_an_account(ann: httpx.AsyncClient) -> None:
    answer = await ann.post("/api/me/account", json={"login": "ann", "password": "p" * 8})
    assert told(answer) == (401, "identity/nobody")
    assert answer.json()["error"]["message"] == "Give yourself a name first: POST /api/me."


@pytest.mark.parametrize(
    ("login", "password", "place"),
    [
        ("an", "x" * 8, "body.login"),
        ("x" * 41, "x" * 8, "body.login"),
        ("a nn", "x" * 8, "body.login"),
        ("ann", "xyzzy12", "body.password"),
        ("ann", "xyzzy" * 41, "body.password"),
        ("ann", 12345678, "body.password"),
    ],
)
async def test_logins_and_passwords_have_their_lengths(
    ann: httpx.AsyncClient, login: str, password: object, place: str
) -> None:
    await guest(ann)
    answer = await ann.post("/api/me/account", json={"login": login, "password": password})
    assert told(answer) == (422, "request/invalid")
    assert [fault["place"] for fault in answer.json()["error"]["faults"]] == [place]
    assert "xyzzy" not in answer.text


async def test_becoming_an_account_replaces_the_cookie(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    """Whoever knew the cookie of the guest must not own the account."""
    await guest(ann)
    known = {"cookie": f"rondel={ann.cookies['rondel']}"}
    await account(ann)
    assert (await elsewhere.get("/api/me", headers=known)).json() == {"user": None}


async def test_attempts_to_sign_in_are_limited_by_login_and_by_address(parts: Parts) -> None:
    parts.settings = Settings(limits=replace(Limits(), sign_ins="3/minute"))
    parts.__post_init__()
    app = people_app(parts)

    async def attempt(address: str, login: str) -> int:
        transport = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return (await sign_in(client, login)).status_code

    assert [await attempt(f"192.0.2.{n}", "ann") for n in range(4)] == [401, 401, 401, 429]
    assert [await attempt("192.0.2.99", f"user{n}") for n in range(4)] == [401, 401, 401, 429]


# Passwords ---------------------------------------------------------------------------------


async def change(client: httpx.AsyncClient, old: str, new: str) -> httpx.Response:
    return await client.put("/api/me/password", json={"old": old, "new": new})


async def test_a_new_password_signs_out_everywhere_else(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    await account(ann)
    await sign_in(elsewhere)
    assert (await change(ann, visitors.PASSWORD, "new password")).status_code == 204
    assert await me(ann)
    assert await me(elsewhere) is None
    assert told(await sign_in(elsewhere)) == (401, "identity/wrong_login")
    assert (await sign_in(elsewhere, "ann", "new password")).status_code == 200


async def test_the_old_password_is_needed_for_a_new_one(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    await account(ann)
    assert told(await change(ann, "guessed", "new password")) == (403, "identity/wrong_password")
    assert (await sign_in(elsewhere)).status_code == 200


async def test_a_guest_has_no_password_to_change(ann: httpx.AsyncClient) -> None:
    await guest(ann)
    assert told(await change(ann, "", "new password")) == (409, "identity/no_account")


# Signing out -------------------------------------------------------------------------------


async def test_after_signing_out_a_kept_cookie_is_worth_nothing(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, parts: Parts
) -> None:
    await account(ann)
    await sign_in(elsewhere)
    replayed = {"cookie": f"rondel={ann.cookies['rondel']}"}
    assert (await ann.delete("/api/session")).status_code == 204
    assert "rondel" not in ann.cookies
    assert (await ann.get("/api/me", headers=replayed)).json() == {"user": None}
    assert told(await ann.get("/api/me/tokens", headers=replayed)) == (401, "identity/nobody")
    assert await me(elsewhere)
    assert len(await rows(parts.database, sessions)) == 1


async def test_nobody_may_sign_out(ann: httpx.AsyncClient) -> None:
    assert (await ann.delete("/api/session")).status_code == 204


@pytest.mark.parametrize("with_tokens", [False, True])
async def test_signing_out_everywhere(
    app: FastAPI, ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, with_tokens: bool
) -> None:
    await account(ann)
    await sign_in(elsewhere)
    secret = await visitors.token(ann)
    path = "/api/sessions?tokens=true" if with_tokens else "/api/sessions"
    assert (await elsewhere.delete(path)).status_code == 204
    assert await me(ann) is None
    assert await me(elsewhere) is None
    async with visitors.with_token(app, secret) as script:
        assert (await script.get("/api/me")).status_code == (401 if with_tokens else 200)


async def test_signing_out_everywhere_leaves_others_alone(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, parts: Parts
) -> None:
    await guest(ann)
    await guest(elsewhere, "Bob")
    await visitors.token(elsewhere)
    await ann.delete("/api/sessions?tokens=true")
    assert await me(elsewhere)
    assert len(await rows(parts.database, tokens)) == 1


async def test_signing_in_replaces_the_session(ann: httpx.AsyncClient, parts: Parts) -> None:
    await account(ann)
    for _ in range(3):
        await sign_in(ann)
    assert len(await rows(parts.database, sessions)) == 1


async def test_sessions_that_are_over_are_cleared_away(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, parts: Parts, clock: Clock
) -> None:
    await account(ann)
    clock.now += 366 * DAY
    await sign_in(elsewhere)
    assert len(await rows(parts.database, sessions)) == 1


# What is asked from elsewhere --------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/me"),
        ("POST", "/api/me/account"),
        ("PUT", "/api/me/password"),
        ("POST", "/api/session"),
        ("DELETE", "/api/session"),
        ("DELETE", "/api/sessions"),
        ("POST", "/api/me/tokens"),
        ("DELETE", "/api/me/tokens/x"),
    ],
)
async def test_another_site_can_do_nothing(ann: httpx.AsyncClient, method: str, path: str) -> None:
    before = await account(ann)
    answer = await ann.request(method, path, headers={"origin": "https://evil.example"})
    assert told(answer) == (403, "request/other_origin")
    assert "set-cookie" not in answer.headers
    assert await me(ann) == before
