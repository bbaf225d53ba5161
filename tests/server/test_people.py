"""Anyone is somebody at once; an account keeps it for longer."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from http.cookies import SimpleCookie

import httpx
import pytest
import sqlalchemy as sa

from rondel.server.people.sessions import MOST_PLACES
from rondel.server.settings import Limits
from rondel.server.storage.schema import sessions, tokens, users
from tests.server import visitors
from tests.server.house import House, opened_house
from tests.server.visitors import account, guest, me, sign_in, told

pytestmark = pytest.mark.anyio

DAY = 86400.0


@pytest.fixture
async def house(sqlite_url: str) -> AsyncIterator[House]:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        yield house


@pytest.fixture
def ann(house: House) -> httpx.AsyncClient:
    return house.client()


@pytest.fixture
def elsewhere(house: House) -> httpx.AsyncClient:
    return house.client()


async def rows(house: House, table: sa.Table) -> list[sa.Row[tuple[object, ...]]]:
    async with house.app.state.server.database.reading() as connection:
        return list(await connection.execute(sa.select(table)))


# Guests ------------------------------------------------------------------------------------


async def test_nobody_is_told_so_without_an_error(ann: httpx.AsyncClient) -> None:
    assert await me(ann) is None


async def test_a_name_is_enough_to_be_somebody(ann: httpx.AsyncClient) -> None:
    person = await guest(ann, "Ann")
    assert person == {
        "guest": True,
        "admin": False,
        "id": person["id"],
        "name": "Ann",
        "login": None,
    }
    assert await me(ann) == person


async def test_another_name_is_the_same_person(ann: httpx.AsyncClient) -> None:
    first, second = await guest(ann, "Ann"), await guest(ann, "Anna")
    assert second == {**first, "name": "Anna"}
    assert await me(ann) == second


async def test_two_browsers_are_two_persons(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    assert (await guest(ann))["id"] != (await guest(elsewhere))["id"]


async def test_names_are_tidied_and_checked(ann: httpx.AsyncClient) -> None:
    assert (await guest(ann, "  Zoe\u0308 "))["name"] == "Zo\u00eb"
    answer = await ann.post("/api/me", json={"name": "evil\u202egnp"})
    assert told(answer) == (422, "request/invalid")
    assert answer.json()["error"]["faults"][0]["place"] == "body.name"
    assert "set-cookie" not in answer.headers


async def test_guests_are_limited_by_address(sqlite_url: str) -> None:
    limits = replace(Limits(), guests="2/hour")
    async with opened_house(sqlite_url, limits=limits, bot_processes=0) as house:
        for _ in range(2):
            client = house.client()
            await guest(client)
            await guest(client, "Renaming is free")
        answer = await house.client().post("/api/me", json={"name": "Third"})
        assert told(answer) == (429, "request/too_many")
        async with visitors.from_address(house, "192.0.2.1") as client:
            await guest(client)


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


@pytest.mark.long
async def test_over_https_the_cookie_stays_there(house: House) -> None:
    transport = httpx.ASGITransport(house.app)
    async with httpx.AsyncClient(transport=transport, base_url="https://test") as client:
        answer = await client.post("/api/me", json={"name": "Ann"})
        assert cookie_in(answer)["rondel"]["secure"] is True


@pytest.mark.long
async def test_the_address_people_use_tells_of_https_behind_a_proxy(sqlite_url: str) -> None:
    origin = "https://play.example"
    async with opened_house(sqlite_url, origin=origin, bot_processes=0) as house:
        answer = await house.client().post("/api/me", json={"name": "Ann"})
        assert cookie_in(answer)["rondel"]["secure"] is True


async def test_only_a_hash_of_the_cookie_is_kept(ann: httpx.AsyncClient, house: House) -> None:
    await guest(ann)
    secret = ann.cookies["rondel"].rpartition(".")[0]
    assert len(secret) >= 43
    assert secret not in str(await rows(house, sessions))


async def test_made_up_cookies_are_nobody(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, house: House
) -> None:
    await guest(ann)
    good = ann.cookies["rondel"]
    secret, _, signature = good.rpartition(".")
    [kept] = [str(row.hash) for row in await rows(house, sessions)]
    for cookie in (secret, secret + ".", f"{secret[:-1]}.{signature}", f"{kept}.{signature}", "."):
        answer = await elsewhere.get("/api/me", headers={"cookie": f"rondel={cookie}"})
        assert answer.json() == {"user": None}
    answer = await elsewhere.get("/api/me", headers={"cookie": f"rondel={good}"})
    assert answer.json()["user"]["name"] == "Ann"


async def test_a_cookie_outlives_the_server_if_the_secret_does(sqlite_url: str) -> None:
    cookie = ""
    for secret, name in (("first", None), ("first", "Ann"), ("second", None)):
        async with opened_house(sqlite_url, secret=secret, bot_processes=0) as house:
            client = house.client(headers={"cookie": cookie})
            person = await me(client)
            assert (person and person["name"]) == name
            if not cookie:
                await guest(client, "Ann")
                cookie = f"rondel={client.cookies['rondel']}"


async def test_asking_who_one_is_renews_the_cookie(ann: httpx.AsyncClient) -> None:
    await guest(ann)
    answer = await ann.get("/api/me")
    assert cookie_in(answer)["rondel"].value == ann.cookies["rondel"]
    assert cookie_in(answer)["rondel"]["max-age"] == str(365 * 86400)


@pytest.mark.long
async def test_a_session_lasts_for_a_year_from_its_last_use(
    ann: httpx.AsyncClient, house: House
) -> None:
    await guest(ann)
    cookie = ann.cookies["rondel"]
    for _ in range(3):
        house.clock.now += 364 * DAY
        assert await me(ann)
    house.clock.now += 366 * DAY
    answer = await ann.get("/api/me", headers={"cookie": f"rondel={cookie}"})
    assert answer.json() == {"user": None}


async def test_being_seen_is_noted_once_an_hour(ann: httpx.AsyncClient, house: House) -> None:
    await guest(ann)
    began = house.clock.now

    async def seen() -> set[object]:
        kept = await rows(house, users) + await rows(house, sessions)
        return {row.seen_at for row in kept}

    house.clock.now = began + 3599
    await me(ann)
    assert await seen() == {began}
    house.clock.now = began + 3600
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


async def test_the_password_is_kept_as_argon2(ann: httpx.AsyncClient, house: House) -> None:
    await account(ann)
    [row] = await rows(house, users)
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


async def test_a_login_is_taken_in_whatever_letters(usual_url: str) -> None:
    async with opened_house(usual_url, bot_processes=0) as house:
        await account(house.client(), "ann")
        other = house.client()
        await guest(other, "Other")
        for login in ("ann", "ANN", " Ann ", "\uff41\uff4e\uff4e"):
            sent = {"login": login, "password": "another password"}
            answer = await other.post("/api/me/account", json=sent)
            assert told(answer) == (409, "identity/login_taken")
        person = await me(other)
        assert person
        assert person["guest"]


@pytest.mark.long
async def test_of_many_who_want_a_login_at_once_one_gets_it(usual_url: str) -> None:
    async with opened_house(usual_url, bot_processes=0) as house:
        clients = [house.client() for _ in range(4)]
        for client in clients:
            await guest(client)
        sent = {"login": "ann", "password": visitors.PASSWORD}
        asked = [client.post("/api/me/account", json=sent) for client in clients]
        answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


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


async def test_faults_in_passwords_are_told_without_them(ann: httpx.AsyncClient) -> None:
    await guest(ann)
    for password in ("xyzzy12", "xyzzy" * 41, ["xyzzy"]):
        answer = await ann.post("/api/me/account", json={"login": "ann", "password": password})
        assert told(answer) == (422, "request/invalid")
        assert [fault["place"] for fault in answer.json()["error"]["faults"]] == ["body.password"]
        assert "xyzzy" not in answer.text


async def test_becoming_an_account_replaces_the_cookie(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    """Whoever knew the cookie of the guest must not own the account."""
    await guest(ann)
    known = {"cookie": f"rondel={ann.cookies['rondel']}"}
    await account(ann)
    assert (await elsewhere.get("/api/me", headers=known)).json() == {"user": None}


async def attempt(house: House, address: str, login: str, password: str = "a guess") -> int:
    """The status of an attempt to sign in from an address."""
    async with visitors.from_address(house, address) as client:
        return (await sign_in(client, login, password)).status_code


async def test_attempts_to_sign_in_are_limited_by_address(sqlite_url: str) -> None:
    limits = replace(Limits(), sign_ins="3/minute")
    async with opened_house(sqlite_url, limits=limits, bot_processes=0) as house:
        statuses = [await attempt(house, "192.0.2.9", f"user{n}") for n in range(4)]
        assert statuses == [401, 401, 401, 429]


@pytest.mark.long
async def test_guesses_at_a_login_are_limited_by_address_however_it_is_written(
    sqlite_url: str,
) -> None:
    limits = replace(Limits(), guesses="3/hour")
    async with opened_house(sqlite_url, limits=limits, bot_processes=0) as house:
        statuses = [await attempt(house, "192.0.2.9", n) for n in ("ann", "ANN", "Ann", "aNN")]
        assert statuses == [401, 401, 401, 429]
        assert await attempt(house, "192.0.2.9", "bob") == 401


@pytest.mark.long
async def test_guesses_from_many_addresses_are_slow(sqlite_url: str) -> None:
    limits = replace(Limits(), logins="5/hour")
    async with opened_house(sqlite_url, limits=limits, bot_processes=0) as house:
        statuses = [await attempt(house, f"192.0.2.{n}", "ann") for n in range(7)]
        assert statuses == [401] * 5 + [429] * 2


@pytest.mark.long
async def test_guesses_from_one_place_do_not_lock_the_owner_out_elsewhere(
    sqlite_url: str,
) -> None:
    async with opened_house(sqlite_url, limits=Limits(), bot_processes=0) as house:
        async with visitors.from_address(house, "198.51.100.1") as ann:
            await account(ann)
        while await attempt(house, "192.0.2.9", "ann") == 401:
            house.clock.now += 10
        assert await attempt(house, "203.0.113.5", "ann", visitors.PASSWORD) == 200


@pytest.mark.long
async def test_owner_signs_in_where_he_is_known_whatever_others_have_tried(
    sqlite_url: str,
) -> None:
    limits = replace(Limits(), logins="5/hour")
    async with opened_house(sqlite_url, limits=limits, bot_processes=0) as house:
        async with visitors.from_address(house, "198.51.100.1") as ann:
            await account(ann)
        assert await attempt(house, "198.51.100.2", "ann", visitors.PASSWORD) == 200
        for number in range(7):
            await attempt(house, f"192.0.2.{number}", "ann")
        assert await attempt(house, "203.0.113.5", "ann", visitors.PASSWORD) == 429
        assert await attempt(house, "198.51.100.1", "ann", visitors.PASSWORD) == 200
        assert await attempt(house, "198.51.100.2", "ANN", visitors.PASSWORD) == 200


@pytest.mark.long
async def test_right_passwords_use_nothing_up(sqlite_url: str) -> None:
    limits = replace(Limits(), guesses="2/hour", logins="2/hour")
    async with opened_house(sqlite_url, limits=limits, bot_processes=0) as house:
        async with visitors.from_address(house, "198.51.100.1") as ann:
            await account(ann)
        for _ in range(5):
            assert await attempt(house, "192.0.2.9", "ann", visitors.PASSWORD) == 200


@pytest.mark.long
async def test_addresses_are_not_kept_as_they_are(sqlite_url: str) -> None:
    async with (
        opened_house(sqlite_url, bot_processes=0) as house,
        visitors.from_address(house, "198.51.100.1") as ann,
    ):
        await account(ann)
    store = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))
    [[place]] = store.execute("SELECT place FROM places")
    store.close()
    assert "198.51.100.1" not in place


@pytest.mark.long
async def test_accounts_are_known_at_so_many_addresses(house: House) -> None:
    async with visitors.from_address(house, "198.51.100.1") as ann:
        await account(ann, "traveller")
    for number in range(MOST_PLACES + 5):
        house.clock.now += 1
        password = visitors.PASSWORD
        assert await attempt(house, f"203.0.113.{number}", "traveller", password) == 200
    known = house.app.state.server.identity.is_known_at
    assert not await known("traveller", "198.51.100.1")
    assert not await known("traveller", "203.0.113.4")
    assert await known("traveller", "203.0.113.5")
    assert await known("traveller", f"203.0.113.{MOST_PLACES + 4}")


@pytest.mark.parametrize("other", ["аnna", "ann\u0430", "Αnna"])
async def test_logins_of_mixed_scripts_are_refused(house: House, other: str) -> None:
    client = house.client()
    await guest(client)
    answer = await client.post("/api/me/account", json={"login": other, "password": "x" * 9})
    assert answer.json()["error"]["code"] == "request/invalid"


@pytest.mark.long
@pytest.mark.parametrize(
    ("one", "other"), [("scope", "ѕсоре"), ("paul7", "pau17"), ("oleo", "0le0")]
)
async def test_logins_that_look_the_same_are_taken(house: House, one: str, other: str) -> None:
    await account(house.client(), one)
    client = house.client()
    await guest(client)
    answer = await client.post("/api/me/account", json={"login": other, "password": "x" * 9})
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "identity/login_taken"


# Passwords ---------------------------------------------------------------------------------


async def change(client: httpx.AsyncClient, old: str, new: str) -> httpx.Response:
    return await client.put("/api/me/password", json={"old": old, "new": new})


@pytest.mark.long
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
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, house: House
) -> None:
    await account(ann)
    await sign_in(elsewhere)
    replayed = {"cookie": f"rondel={ann.cookies['rondel']}"}
    assert (await ann.delete("/api/session")).status_code == 204
    assert "rondel" not in ann.cookies
    assert (await ann.get("/api/me", headers=replayed)).json() == {"user": None}
    assert told(await ann.get("/api/me/tokens", headers=replayed)) == (401, "identity/nobody")
    assert await me(elsewhere)
    assert len(await rows(house, sessions)) == 1


async def test_nobody_may_sign_out(ann: httpx.AsyncClient) -> None:
    assert (await ann.delete("/api/session")).status_code == 204


@pytest.mark.parametrize("with_tokens", [False, True])
async def test_signing_out_everywhere(
    house: House, ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, with_tokens: bool
) -> None:
    await account(ann)
    await sign_in(elsewhere)
    secret = await visitors.token(ann)
    path = "/api/sessions?tokens=true" if with_tokens else "/api/sessions"
    assert (await elsewhere.delete(path)).status_code == 204
    assert await me(ann) is None
    assert await me(elsewhere) is None
    async with visitors.with_token(house, secret) as script:
        assert (await script.get("/api/me")).status_code == (401 if with_tokens else 200)


@pytest.mark.long
async def test_signing_out_everywhere_leaves_others_alone(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, house: House
) -> None:
    await guest(ann)
    await guest(elsewhere, "Bob")
    await visitors.token(elsewhere)
    await ann.delete("/api/sessions?tokens=true")
    assert await me(elsewhere)
    assert len(await rows(house, tokens)) == 1


async def test_signing_in_replaces_the_session(ann: httpx.AsyncClient, house: House) -> None:
    await account(ann)
    for _ in range(3):
        await sign_in(ann)
    assert len(await rows(house, sessions)) == 1


async def test_sessions_that_are_over_are_cleared_away(
    ann: httpx.AsyncClient, elsewhere: httpx.AsyncClient, house: House
) -> None:
    await account(ann)
    house.clock.now += 366 * DAY
    await sign_in(elsewhere)
    assert len(await rows(house, sessions)) == 1


# What is asked from elsewhere --------------------------------------------------------------


async def test_another_site_can_do_nothing(ann: httpx.AsyncClient) -> None:
    before = await account(ann)
    for method, path in (
        ("POST", "/api/me"),
        ("POST", "/api/me/account"),
        ("PUT", "/api/me/password"),
        ("POST", "/api/session"),
        ("DELETE", "/api/session"),
        ("DELETE", "/api/sessions"),
        ("POST", "/api/me/tokens"),
        ("DELETE", "/api/me/tokens/x"),
    ):
        answer = await ann.request(method, path, headers={"origin": "https://evil.example"})
        assert told(answer) == (403, "request/other_origin")
        assert "set-cookie" not in answer.headers
    assert await me(ann) == before
