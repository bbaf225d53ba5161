"""Watching and sharing: what is played, what was played, and what a link says of it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape
from io import BytesIO

import httpx
import pytest
from PIL import Image

from rondel.server.routes.site import FRAMED
from rondel.server.service.links import language_of
from rondel.server.storage import schema
from rondel.server.viewers.pictures import SIZE
from tests.positions import nations
from tests.server.admins import member
from tests.server.admins import seated as gathered
from tests.server.contests.games import end
from tests.server.house import House, Json, Person, opened_house
from tests.server.seated import seated

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    """A house of its own for each test, on either database."""
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def put(house: House, table: str, **values: object) -> None:
    """Writes something else of a table into the store."""
    server = house.app.state.server
    async with server.database.writing() as writing:
        row = schema.tables.update().where(schema.tables.c.id == table)
        await writing.connection.execute(row.values(values))
    server.tables.drop(table)


async def watched(person: Person, query: str = "") -> list[Json]:
    """What somebody sees of the games that are played."""
    games: list[Json] = (await person.get(f"/api/watch?{query}"))["games"]
    return games


# What is played -----------------------------------------------------------------------------


async def test_a_game_is_told_with_what_happens_there(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    house.clock.now += 60
    [game] = await watched(bob.person, "lang=es")
    assert (game["table"]["id"], game["table"]["round"]) == (ann.table, 1)
    glance = game["glance"]
    assert glance["power"] == dict.fromkeys(nations("imperial2030"), 0)
    assert glance["governments"]["china"] == "Bob"
    assert set(glance["scores"]) == {"Ann", "Bob"}
    assert glance["last"]["at"] == house.clock.now - 60
    [*_, told] = glance["last"]["sentences"]
    assert "Rusia" in told
    assert "turno" not in told.lower()


async def test_what_is_secret_is_not_told(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", options={"secret_cash": True})
    await ann.act(TAX)
    [game] = await watched(ann.person)
    assert game["glance"]["scores"] is None


async def test_what_was_taken_back_has_not_happened(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await ann.undo(0)
    [game] = await watched(ann.person)
    assert game["glance"]["last"] is None


async def test_only_public_games_that_are_played_are_to_watch(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", public=False)
    await ann.person.open_table("me", "open")
    assert await watched(ann.person) == []
    nobody = house.client()
    assert (await nobody.get("/api/watch")).json()["games"] == []


async def test_a_damaged_game_is_listed_without_what_happens(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await put(house, ann.table, heading={"game": "chess"})
    [game] = await watched(ann.person)
    assert game["glance"] is None


# What was played ----------------------------------------------------------------------------


async def finished(
    house: House, *order: Person, rounds: int | None = None, **wanted: object
) -> str:
    """A finished game of people who have come in in this order."""
    table = await gathered(house, *order, **wanted)

    await end(house, table, [[person.name] for person in order])
    if rounds is not None:
        await put(house, table, round=rounds)
    return table


async def found(person: Person, query: str) -> list[str]:
    """The finished games that somebody finds."""
    told = await person.get(f"/api/tables?list=finished&{query}")
    return [table["id"] for table in told["tables"]]


async def test_finished_games_are_found_by_what_they_were(house: House) -> None:
    ann, bob, cid = [await member(house, name) for name in ("ann", "bob", "cid")]
    short = await finished(house, ann, bob, rounds=9, name="Friday")
    draft = await finished(house, bob, ann, rounds=14, options={"setup": "draft"})
    three = await finished(house, cid, ann, bob, rounds=11)
    await finished(house, cid, ann, rounds=20, public=False)
    nobody = await house.guest("Nobody")
    assert await found(nobody, "") == [three, draft, short]
    assert await found(nobody, "search=friday") == [short]
    assert await found(nobody, "search=cid") == [three]
    assert await found(nobody, "players=2") == [draft, short]
    assert await found(nobody, "option=setup:draft") == [draft]
    assert await found(nobody, "option=setup:standard") == [three, short]
    assert await found(nobody, "winner=bo") == [draft]
    assert await found(nobody, f"person={cid.id}") == [three]
    assert await found(nobody, "rounds_from=10&rounds_to=12") == [three]
    assert await found(nobody, "order=longest") == [draft, three, short]
    assert await found(nobody, "order=shortest") == [short, three, draft]
    assert await found(nobody, "players=2&winner=ann") == [short]


@pytest.mark.parametrize("order", ["last", "longest", "shortest"])
async def test_pages_of_a_search_miss_and_double_nothing(house: House, order: str) -> None:
    ann, bob = [await member(house, name) for name in ("ann", "bob")]
    wanted = [await finished(house, ann, bob, rounds=5 + n % 2) for n in range(5)]
    read, after = list[str](), ""
    for _ in range(3):
        page = await ann.get(f"/api/tables?list=finished&limit=2&order={order}{after}")
        read += [table["id"] for table in page["tables"]]
        after = f"&after={page['more']}"
    assert page["more"] is None
    assert len(read) == len(wanted) == len(set(read) & set(wanted))


async def test_who_keeps_the_profile_private_is_not_found_by_name(house: House) -> None:
    """The games of somebody are a part of the profile; the game itself is still public."""
    ann, bob, eve = [await member(house, name) for name in ("ann", "bob", "eve")]
    game = await finished(house, ann, bob)
    await ann.ask("PUT", "/api/me/profile", {"audience": "nobody"}, 204)
    for query in ("search=ann", "winner=ann", f"person={ann.id}"):
        assert await found(eve, query) == []
    assert await found(eve, "search=bob") == [game]
    for query in ("search=ann", "winner=ann"):
        assert await found(bob, query) == [game], "who has played with her knows"
    assert await found(ann, "search=ann") == [game]


async def test_an_option_that_no_game_has_is_refused(house: House) -> None:
    ann = await house.guest("Ann")
    code = await ann.refused("GET", "/api/tables?list=finished&option=setup:magic")
    assert code == "table/options"


# Pictures and links -------------------------------------------------------------------------


async def test_a_game_has_a_picture_that_is_made_once(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", name="Friday", options={"secret_cash": True})
    await ann.act(TAX)
    client = house.client()
    path = f"/api/tables/{ann.table}/picture?lang=pl"
    answer = await client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert Image.open(BytesIO(answer.content)).size == SIZE
    tag = answer.headers["etag"]
    again = await client.get(path, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    before = await client.get(f"{path}&entries=0")
    assert before.content != answer.content
    assert (await client.get(f"{path}&entries=99")).status_code == 422


async def test_a_game_that_has_not_begun_has_a_picture(house: House) -> None:
    ann = await house.guest("Ann")
    table = (await ann.open_table("me", "open"))["id"]
    answer = await house.client().get(f"/api/tables/{table}/picture")
    assert answer.headers["content-type"] == "image/png"


def tags_of(answer: httpx.Response) -> dict[str, str]:
    """What the head of a page says of it."""
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', answer.text)
    return {name: unescape(value) for name, value in found}


async def test_a_link_says_what_it_leads_to(house: House) -> None:
    ann, bob = [await member(house, name) for name in ("ann", "bob")]
    table = await finished(house, ann, bob, name="Friday <night>")
    headers = {"accept-language": "de, ru-RU;q=0.8, en;q=0.5"}
    answer = await house.client().get(f"/t/{table}?moment=0", headers=headers)
    tags = tags_of(answer)
    assert tags["og:title"] == "Friday <night> – Rondel"
    assert "<night>" not in answer.text
    assert tags["og:description"].startswith("Империал 2030 · Ann, Bob · Победа: Ann")
    assert "Accept-Language" in answer.headers["vary"]
    picture = httpx.URL(tags["og:image"])
    assert picture.params["lang"] == "ru"
    assert picture.params["entries"] == "0"
    assert (await house.client().get(picture)).headers["content-type"] == "image/png"


async def test_a_private_game_is_named_only_to_who_has_its_link(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", public=False, name="Friday")
    client, invite = house.client(), (await ann.look())["invite"]
    assert "Friday" not in (await client.get(f"/t/{ann.table}")).text
    assert (await client.get(f"/api/tables/{ann.table}/picture")).status_code == 404
    tags = tags_of(await client.get(f"/t/{ann.table}?invite={invite}"))
    assert tags["og:title"] == "Friday – Rondel"
    answer = await client.get(httpx.URL(tags["og:image"]))
    assert answer.headers["cache-control"].startswith("private")


async def test_other_sites_may_frame_what_is_embedded_and_nothing_else(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    client = house.client()
    embedded = await client.get(f"/embed/{ann.table}")
    policy = embedded.headers["content-security-policy"]
    assert policy == FRAMED["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "set-cookie" not in embedded.headers
    for path in ("/", f"/t/{ann.table}", "/watch", f"/api/tables/{ann.table}"):
        policy = (await client.get(path)).headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy, path


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("pl", "pl"),
        ("de-DE, it-IT;q=0.7, en;q=0.3", "it"),
        ("de, fr", "en"),
        ("es;q=0, ru;q=0.1", "ru"),
        (";;,=", "en"),
    ],
)
def test_a_reader_gets_the_language_that_is_wanted_most(header: str, language: str) -> None:
    assert language_of(header) == language
