"""Looking after a server: what those may do who have the role, and that it is written down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from rondel.server.admin import powers
from rondel.server.admin.desk import Desk
from rondel.server.errors import Refusal
from rondel.server.storage import schema
from tests.server.admins import (
    admin_of,
    audited,
    command_line,
    database_of,
    member,
    seated,
)
from tests.server.house import House, Json, Person, opened_house
from tests.server.stores import check_store
from tests.server.test_rights_end import heard, reason_of_end
from tests.server.visitors import PASSWORD, me, sign_in, token, told, with_token

pytestmark = pytest.mark.anyio

WHY = {"reason": "Insults"}


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def lines(person: Person, table: str) -> list[Json]:
    """The log of a table."""
    rows: list[Json] = (await person.get(f"/api/tables/{table}/log"))["rows"]
    return rows


# The role -----------------------------------------------------------------------------------


async def test_the_role_comes_and_goes_by_the_command_line(house: House) -> None:
    ann = await member(house, "ann")
    assert await ann.refused("GET", "/api/admin/people") == "admin/only"
    await powers.grant(command_line(house), "ANN")
    assert (await ann.get("/api/me"))["user"]["admin"]
    assert (await ann.get("/api/admin/people?state=admins"))["people"][0]["login"] == "ann"
    await powers.revoke(command_line(house), ann.id)
    assert not (await ann.get("/api/me"))["user"]["admin"]
    assert await ann.refused("GET", "/api/admin/people") == "admin/only"


async def test_guests_and_nobody_cannot_have_it(house: House) -> None:
    bob = await house.guest("Bob")
    for who, code in ((bob.id, "admin/guest"), ("nobody", "admin/no_such_person")):
        with pytest.raises(Refusal) as refused:
            await powers.grant(command_line(house), who)
        assert refused.value.code == code


async def test_who_has_lost_the_role_cannot_finish_what_he_began(house: House) -> None:
    root, bob = await admin_of(house), await house.guest("Bob")
    desk = Desk(database_of(house), house.clock, root.id)
    await powers.revoke(command_line(house), "root")
    with pytest.raises(Refusal) as refused:
        await powers.mute(desk, bob.id, "Insults", None)
    assert refused.value.code == "admin/only"
    await bob.post(f"/api/tables/{await seated(house, bob, bob)}/chat", TALK, 201)


# Looking ------------------------------------------------------------------------------------


async def test_people_are_found_by_name_login_and_id(house: House) -> None:
    root, ann, bob = await admin_of(house), await member(house, "ann"), await house.guest("Bob%")
    for search, found in ((("AN", [ann.id])), ("%", [bob.id]), (bob.id, [bob.id]), ("zz", [])):
        told = await root.get(f"/api/admin/people?search={search.replace('%', '%25')}")
        assert [person["id"] for person in told["people"]] == found
    states = {"guests": [bob.id], "accounts": [ann.id, root.id], "banned": [], "deleted": []}
    for state, found in states.items():
        told = await root.get(f"/api/admin/people?state={state}")
        assert sorted(person["id"] for person in told["people"]) == sorted(found)


async def every_page(root: Person, path: str, key: str) -> list[str]:
    """The ids in a list, read two by two."""
    told = await root.get(f"/api/admin/{path}?limit=2")
    found = [one["id"] for one in told[key]]
    while told["more"]:
        told = await root.get(f"/api/admin/{path}?limit=2&after={told['more']}")
        found += [one["id"] for one in told[key]]
    return found


@pytest.mark.long
async def test_lists_come_by_pages(house: House) -> None:
    root = await admin_of(house)
    people = [root, *[await house.guest(f"G{number}") for number in range(4)]]
    for person in people[1:]:
        await person.open_table("me", "open")
    for path, key in (("people", "people"), ("tables", "tables")):
        found = await every_page(root, path, key)
        assert len(found) == len({*found}) == (5 if path == "people" else 4)
        for bad in ("x", "1_zz", "1_" + "9" * 40):
            code = await root.refused("GET", f"/api/admin/{path}?after={bad}")
            assert code == "table/no_such_page"


@pytest.mark.long
async def test_a_person_is_looked_at_with_tables_and_sanctions(house: House) -> None:
    root, ann = await admin_of(house), await member(house, "ann")
    table = await ann.open_table("me", "open", name="Friday")
    await root.ask("PUT", f"/api/admin/people/{ann.id}/mute", {**WHY, "days": 2}, 204)
    told = await root.get("/api/admin/people/ann")
    assert told["at"] == [
        {"id": table["id"], "name": "Friday", "status": "open", "changed_at": house.clock.now}
    ]
    [mute] = told["sanctions"]
    assert (mute["kind"], mute["until"] - mute["at"]) == ("mute", 2 * 86400)
    assert (told["sessions"], told["tokens"], told["muted"], told["banned"]) == (1, 0, True, False)


async def test_nothing_hidden_is_told_of_tables(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await house.guest("Bob")
    options = {"secret_cash": True}
    table = await seated(house, ann, bob, public=False, options=options)
    invite = (await ann.get(f"/api/tables/{table}"))["invite"]
    answer = await root.client.get("/api/admin/tables?search=bob")
    [found] = answer.json()["tables"]
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Bob"]
    assert invite not in answer.text
    assert "cash" not in answer.text
    assert await root.refused("GET", f"/api/tables/{table}") == "table/unknown"


@pytest.mark.long
@pytest.mark.parametrize(
    ("which", "number"),
    [("all", 3), ("open", 1), ("running", 1), ("finished", 0), ("studies", 1), ("ended", 0)],
)
async def test_tables_are_listed_by_what_they_are(house: House, which: str, number: int) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await house.guest("Bob")
    await ann.open_table("me", "open")
    table = await seated(house, ann, bob)
    await ann.post(f"/api/tables/{table}/studies", {"entries": 0}, 201)
    assert len((await root.get(f"/api/admin/tables?list={which}"))["tables"]) == number


# Muting -------------------------------------------------------------------------------------

TALK = {"room": "table", "text": "Hello"}


async def test_who_is_muted_talks_at_no_table(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await house.guest("Bob")
    chats = [f"/api/tables/{await seated(house, ann, bob)}/chat" for _ in range(2)]
    await root.ask("PUT", f"/api/admin/people/{bob.id}/mute", {**WHY, "days": 1}, 204)
    for chat in chats:
        answer = await bob.client.post(chat, json=TALK)
        assert told(answer) == (403, "chat/muted_everywhere")
        assert "Insults" in answer.json()["error"]["message"]
        await ann.post(chat, TALK, 201)
    house.clock.now += 86401
    await bob.post(chats[0], TALK, 201)


@pytest.mark.long
async def test_a_mute_is_lifted(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await house.guest("Bob")
    chat = f"/api/tables/{await seated(house, ann, bob)}/chat"
    path = f"/api/admin/people/{bob.id}/mute"
    await root.ask("PUT", path, WHY, 204)
    await root.ask("DELETE", path, status=204)
    await bob.post(chat, TALK, 201)
    assert await root.refused("DELETE", path) == "admin/no_sanction"


async def test_admins_are_not_sanctioned(house: House) -> None:
    root, other = await admin_of(house), await admin_of(house, "other")
    for what in ("mute", "ban"):
        code = await root.refused("PUT", f"/api/admin/people/{other.id}/{what}", WHY)
        assert code == "admin/is_admin"


# Banning ------------------------------------------------------------------------------------


async def ban(root: Person, whom: Person, **more: object) -> None:
    await root.ask("PUT", f"/api/admin/people/{whom.id}/ban", {**WHY, **more}, 204)


async def test_who_is_banned_is_out_at_once(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await member(house, "bob")
    table, secret = await seated(house, ann, bob), await token(bob.client)
    async with (
        house.live(bob, table) as socket,
        house.live(ann, table) as other,
    ):
        await heard(socket, "presence")
        await heard(other, "presence")
        await ban(root, bob)
        # The clock of the house stands still: nothing but the announcement can end it.
        assert await reason_of_end(socket) == (1008, "identity/signed_out")
        row = await heard(other, "row")
        assert row["row"]["kind"] == "away"
    assert await me(bob.client) is None
    answer = await with_token(house, secret).get("/api/me")
    assert told(answer) == (401, "identity/bad_token")
    answer = await sign_in(house.client(), "bob")
    assert told(answer) == (403, "identity/banned")
    assert "Insults" in answer.json()["error"]["message"]
    assert answer.json()["error"]["until"] is None
    # Who does not know the password is not told.
    assert told(await sign_in(house.client(), "bob", "wrong")) == (401, "identity/wrong_login")


async def test_who_is_just_coming_does_not_keep_a_ban_waiting(postgresql_url: str) -> None:
    """A process that notes who is there names the person and the table, in one transaction."""
    async with opened_house(postgresql_url, bot_processes=0) as house:
        root, ann, bob = await admin_of(house), await house.guest("Ann"), await member(house, "bob")
        table = await seated(house, ann, bob)
        here = {"table_id": table, "user_id": bob.id, "process": "another", "until": 1.0}
        async with database_of(house).writing() as writing:
            await writing.connection.execute(sa.insert(schema.presence), here)
            await ban(root, bob)


@pytest.mark.long
async def test_bots_stand_in_and_the_banned_may_return(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await member(house, "bob")
    # Whoever is to decide has more time than the ban lasts.
    table = await seated(house, ann, bob, clock={"per": "decision", "seconds": 2 * 86400})
    waiting = await ann.open_table("me", "open")
    await bob.post(f"/api/tables/{waiting['id']}/seats/1/take")
    await ban(root, bob, days=1)
    seats = (await ann.get(f"/api/tables/{table}"))["seats"]
    assert [seat["away"] for seat in seats if seat["user"] == bob.id] == [True]
    seats = (await ann.get(f"/api/tables/{waiting['id']}"))["seats"]
    assert [seat["user"] for seat in seats] == [ann.id, None]
    house.clock.now += 86401
    assert (await sign_in(bob.client, "bob")).status_code == 200
    await bob.post(f"/api/tables/{table}/return")
    seats = (await ann.get(f"/api/tables/{table}"))["seats"]
    assert not any(seat["away"] for seat in seats)
    assert await check_store(database_of(house)) == 2


@pytest.mark.long
async def test_a_ban_is_lifted(house: House) -> None:
    root, bob = await admin_of(house), await member(house, "bob")
    await ban(root, bob)
    await root.ask("DELETE", f"/api/admin/people/{bob.id}/ban", status=204)
    assert (await sign_in(bob.client, "bob")).status_code == 200


@pytest.mark.long
async def test_a_game_where_nobody_waits_waits_too(house: House) -> None:
    root, bob = await admin_of(house), await member(house, "bob")
    table = (await bob.open_table("me", "banker", start=True))["id"]
    await ban(root, bob)
    assert [row["kind"] for row in await lines(root, table)] == ["created", "started"]


@pytest.mark.long
async def test_nobody_slips_in_while_being_banned(house: House) -> None:
    """Whichever comes first: in the end there is no session and no token."""
    root, bob = await admin_of(house), await member(house, "bob")
    screens = [house.client() for _ in range(4)]
    tokens = [bob.client.post("/api/me/tokens", json={"name": "bot"}) for _ in range(4)]
    await asyncio.gather(*[sign_in(one, "bob") for one in screens], *tokens, ban(root, bob))
    seen = await root.get(f"/api/admin/people/{bob.id}")
    assert (seen["banned"], seen["sessions"], seen["tokens"]) == (True, 0, 0)
    assert [await me(one) for one in (bob.client, *screens)] == [None] * 5


# Tables -------------------------------------------------------------------------------------


async def test_a_table_is_closed_and_its_people_are_told(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await house.guest("Bob")
    running, opened = await seated(house, ann, bob), (await ann.open_table("me", "open"))["id"]
    for table, status in ((running, "ended"), (opened, "expired")):
        await root.post(f"/api/admin/tables/{table}/close", WHY, 204)
        assert (await ann.get(f"/api/tables/{table}"))["status"] == status
        last = (await lines(ann, table))[-1]
        assert (last["kind"], last["body"], last["user"]) == ("closed", WHY, None)
        assert await root.refused("POST", f"/api/admin/tables/{table}/close", WHY) == "table/over"
    assert await check_store(database_of(house)) == 2


async def test_a_table_gets_another_host(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await member(house, "bob")
    table = (await ann.open_table("me", "open", public=False))["id"]
    path = f"/api/admin/tables/{table}/host"
    await root.ask("PUT", path, {"user": "bob", **WHY}, 204)
    assert (await bob.get(f"/api/tables/{table}"))["invite"] is not None
    assert (await lines(bob, table))[-1]["body"] == {"user": bob.id}
    assert await ann.refused("POST", f"/api/tables/{table}/start", {}) == "table/not_host"
    await ban(root, bob)
    code = await root.refused("PUT", path, {"user": bob.id, **WHY})
    assert code == "admin/cannot_host"


async def test_a_seat_is_set_free(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await house.guest("Bob")
    table, cid = await seated(house, ann, bob), await house.guest("Cid")
    (seat,) = [s for s in (await ann.get(f"/api/tables/{table}"))["seats"] if s["user"] == bob.id]
    path = f"/api/admin/tables/{table}/seats/{seat['seat']}/free"
    await root.post(path, WHY, 204)
    freed, seats = (await lines(ann, table))[-2:]
    assert freed["body"] == {"seat": seat["seat"], "user": bob.id}
    assert (seats["body"]["offered"], seats["body"]["name"]) == (True, "Bob")
    assert await root.refused("POST", path, WHY) == "seat/empty"
    await cid.post(f"/api/tables/{table}/seats/{seat['seat']}/take")
    assert await check_store(database_of(house)) == 1


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "close", WHY),
        ("PUT", "host", {"user": "root", **WHY}),
        ("POST", "seats/0/free", WHY),
    ],
)
async def test_tables_that_are_not_there(house: House, method: str, path: str, body: Json) -> None:
    root = await admin_of(house)
    assert await root.refused(method, f"/api/admin/tables/abc/{path}", body) == "table/unknown"


# A new password -----------------------------------------------------------------------------


async def reset_secret(root: Person, login: str) -> str:
    told = await root.post(f"/api/admin/people/{login}/reset", status=201)
    secret: str = told["link"].partition("/reset#")[2]
    return secret


@pytest.mark.long
async def test_a_link_gives_a_new_password_once(house: House) -> None:
    root, bob = await admin_of(house), await member(house, "bob")
    body = {"secret": await reset_secret(root, "bob"), "password": "a new password"}
    screen = house.client()
    answer = await screen.post("/api/session/reset", json=body)
    assert answer.json()["user"]["id"] == bob.id
    assert await me(bob.client) is None
    assert (await me(screen) or {})["login"] == "bob"
    assert told(await sign_in(house.client(), "bob", PASSWORD)) == (401, "identity/wrong_login")
    assert (await sign_in(house.client(), "bob", "a new password")).status_code == 200
    again = await house.client().post("/api/session/reset", json=body)
    assert told(again) == (403, "identity/bad_link")
    assert [line["act"] for line in await audited(root)] == ["grant", "reset", "reset_used"]


@pytest.mark.long
async def test_links_end_after_a_day_and_with_the_next_one(house: House) -> None:
    root, _ = await admin_of(house), await member(house, "bob")
    old = await reset_secret(root, "bob")
    new = await reset_secret(root, "bob")
    house.clock.now += powers.RESET_SECONDS + 1
    for secret in (old, new, "x" * 43):
        body = {"secret": secret, "password": "a new password"}
        answer = await house.client().post("/api/session/reset", json=body)
        assert told(answer) == (403, "identity/bad_link")


@pytest.mark.long
async def test_of_many_who_use_a_link_one_gets_in(house: House) -> None:
    root, _ = await admin_of(house), await member(house, "bob")
    secret, screens = await reset_secret(root, "bob"), [house.client() for _ in range(4)]
    used = [
        screen.post("/api/session/reset", json={"secret": secret, "password": f"password {n}"})
        for n, screen in enumerate(screens)
    ]
    statuses = sorted([answer.status_code for answer in await asyncio.gather(*used)])
    assert statuses == [200, 403, 403, 403]


async def test_guests_have_no_password_to_reset(house: House) -> None:
    root, bob = await admin_of(house), await house.guest("Bob")
    code = await root.refused("POST", f"/api/admin/people/{bob.id}/reset")
    assert code == "identity/no_account"


async def test_the_secret_of_a_link_is_not_kept(house: House) -> None:
    root, _ = await admin_of(house), await member(house, "bob")
    secret = await reset_secret(root, "bob")
    async with database_of(house).reading() as connection:
        for rows in schema.metadata.sorted_tables:
            kept = (await connection.execute(sa.select(rows))).all()
            assert secret not in repr(kept)


# What was done ------------------------------------------------------------------------------


@pytest.mark.long
async def test_every_act_leaves_one_line_and_a_refusal_none(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await member(house, "bob")
    table = await seated(house, ann, bob)
    person, at = f"/api/admin/people/{bob.id}", f"/api/admin/tables/{table}"
    acts = [
        ("PUT", f"{person}/mute", WHY),
        ("DELETE", f"{person}/mute", None),
        ("POST", f"{person}/reset", None),
        ("PUT", f"{at}/host", {"user": bob.id, **WHY}),
        ("PUT", f"{person}/ban", WHY),
        ("DELETE", f"{person}/ban", None),
        ("POST", f"{at}/seats/0/free", WHY),
        ("POST", f"{at}/close", WHY),
    ]
    for number, (method, path, body) in enumerate(acts, 2):
        answer = await root.client.request(method, path, json=body)
        assert answer.status_code in (201, 204), answer.text
        lines = await audited(root)
        assert len(lines) == number
        assert (lines[-1]["by"], lines[-1]["by_name"]) == (root.id, "Root")
        assert lines[-1]["reason"] == (body or {}).get("reason", "")
        assert bob.id in (lines[-1]["user_id"], ann.id) or lines[-1]["table_id"] == table
    await root.refused("DELETE", f"{person}/ban")
    await root.refused("POST", f"{at}/close", WHY)
    await ann.refused("PUT", f"{person}/ban", WHY)
    assert [line["act"] for line in await audited(root)] == [
        "grant", "mute", "unmute", "reset", "hand_over", "ban", "unban", "free_seat", "close",
    ]  # fmt: skip
    about = (await root.get(f"/api/admin/audit?about={table}"))["lines"]
    assert [line["act"] for line in about] == ["close", "free_seat", "hand_over"]
    assert len((await root.get("/api/admin/audit?act=ban"))["lines"]) == 1


# Several processes --------------------------------------------------------------------------


@pytest.mark.long
async def test_other_processes_notice(postgresql_url: str) -> None:
    async with (
        opened_house(postgresql_url, bot_processes=0, secret="shared") as one,
        opened_house(postgresql_url, bot_processes=0, secret="shared") as other,
    ):
        root, ann, bob = await admin_of(one), await other.guest("Ann"), await member(other, "bob")
        table = await seated(other, ann, bob)
        async with other.live(bob, table) as socket, other.live(ann, table) as watching:
            for live in (socket, watching):
                await heard(live, "presence")
            await ban(root, bob)
            assert await reason_of_end(socket) == (1008, "identity/signed_out")
            assert (await heard(watching, "row"))["row"]["kind"] == "away"
            await root.post(f"/api/admin/tables/{table}/close", WHY, 204)
            while (await heard(watching, "row"))["row"]["kind"] != "closed":
                pass
        assert (await ann.get(f"/api/tables/{table}"))["status"] == "ended"
