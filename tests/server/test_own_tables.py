"""What people do with their own tables: find them again, hide them, delete them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from rondel.server.service.lists import BATCH, MOST_LOOKED
from rondel.server.storage import schema
from tests.server.house import House, Json, Person, opened_house
from tests.server.seated import Seated, pass_time, seated
from tests.server.stores import check_store
from tests.server.visitors import PASSWORD

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}
OVER: Json = {"ranking": [["Ann"], ["Bob"]], "scores": {"Ann": 30, "Bob": 20}}


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    """A house of its own for each test, on either database."""
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def tables(person: Person, query: str) -> list[Json]:
    """A list, as somebody asks for it."""
    told: list[Json] = (await person.get(f"/api/tables?{query}"))["tables"]
    return told


async def listed(person: Person, query: str) -> list[str]:
    """The ids of a list, in order."""
    return [table["id"] for table in await tables(person, query)]


async def names(person: Person, query: str) -> list[str]:
    """What the tables of a list are called, in order."""
    return [table["name"] for table in await tables(person, query)]


async def hide(person: Person, table: str, hidden: bool = True) -> None:
    """Hides a table, or shows it again."""
    await person.ask("PUT", f"/api/tables/{table}/hidden", {"hidden": hidden}, 204)


async def delete(person: Person, table: str) -> None:
    """Deletes a table."""
    await person.ask("DELETE", f"/api/tables/{table}", status=204)


async def refused(person: Person, table: str) -> str:
    """The code with which deleting is refused."""
    return await person.refused("DELETE", f"/api/tables/{table}")


async def finish(house: House, table: str, result: Json = OVER) -> None:
    """Lets a game be over, without playing it: lists do not look at the position."""
    values = {"status": "finished", "result": result, "ended_at": house.clock.now}
    async with house.app.state.server.database.writing() as writing:
        over = schema.tables.update().where(schema.tables.c.id == table)
        await writing.connection.execute(over.values(**values, changed_at=house.clock.now))


# Hiding -------------------------------------------------------------------------------------


async def test_who_hides_a_table_sees_it_no_more_and_others_do(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await hide(ann.person, ann.table)
    for which in ("mine", "own", "running"):
        assert await listed(ann.person, f"list={which}") == []
        assert await listed(bob.person, f"list={which}") == [ann.table]
    assert await listed(ann.person, "list=hidden") == [ann.table]
    assert await listed(bob.person, "list=hidden") == []


async def test_what_is_hidden_goes_on_and_comes_back(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    before = await bob.look()
    for _ in range(2):
        await hide(ann.person, ann.table)
    assert await bob.look() == before
    await ann.act(TAX)
    await bob.act(TAX)
    await hide(ann.person, ann.table, hidden=False)
    assert await listed(ann.person, "list=mine") == [ann.table]
    assert await listed(ann.person, "list=hidden") == []


async def test_nobody_hides_tables_of_others(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    sam = await house.guest("Sam")
    path = f"/api/tables/{ann.table}/hidden"
    assert await sam.refused("PUT", path, {"hidden": True}) == "seat/none"


async def test_what_a_guest_has_hidden_the_account_does_not_see(house: House) -> None:
    ann = await house.guest("Ann")
    await ann.post("/api/me/account", {"login": "ann", "password": PASSWORD})
    guest = await house.guest("Ann")
    table = (await guest.open_table("me", "banker", start=True))["id"]
    await hide(guest, table)
    await guest.post("/api/session", {"login": "ann", "password": PASSWORD})
    assert await listed(ann, "list=mine") == []
    assert await listed(ann, "list=hidden") == [table]


async def test_who_is_forgotten_leaves_nothing_hidden(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await hide(ann.person, ann.table)
    document = await ann.person.get("/api/me/export")
    assert [table["hidden"] for table in document["tables"]] == [True]
    await ann.person.post("/api/me/delete", {}, 204)
    async with house.app.state.server.database.reading() as connection:
        assert (await connection.execute(schema.hidden.select())).all() == []


# Deleting -----------------------------------------------------------------------------------


async def test_host_deletes_what_is_nobody_elses(house: House) -> None:
    """A table that waits, a game with bots, one that is over, a hot-seat game, a study."""
    ann = await house.guest("Ann")
    waiting = (await ann.open_table("me", "open"))["id"]
    running = (await ann.open_table("me", "banker", start=True))["id"]
    over = (await ann.open_table("me", "banker", start=True))["id"]
    await Seated(ann, over).post("vote", {"kind": "end"})
    together = (await ann.open_table("me", "me", start=True))["id"]
    study = (await Seated(ann, together).post("studies", {"entries": 0}, 201))["id"]
    for table in (waiting, running, over, study, together):
        await hide(ann, table)
        await delete(ann, table)
        assert await ann.refused("GET", f"/api/tables/{table}") == "table/unknown"
    assert await listed(ann, "list=own") == await listed(ann, "list=hidden") == []
    assert await check_store(house.app.state.server.database) == 0


async def test_a_game_that_others_play_or_have_played_stays(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    assert await refused(ann.person, ann.table) == "table/not_alone"
    assert await refused(bob.person, ann.table) == "table/not_host"
    await bob.post("seats/1/leave")
    assert await refused(ann.person, ann.table) == "table/not_alone"


async def test_what_spectators_said_noted_or_reported_stays(house: House) -> None:
    ann, sam = await house.guest("Ann"), await house.guest("Sam")
    said, noted, told = [(await ann.open_table("me", "banker"))["id"] for _ in range(3)]
    await sam.post(f"/api/tables/{said}/chat", {"room": "gallery", "text": "Hello"}, 201)
    await sam.ask("PUT", f"/api/tables/{noted}/note", {"text": "Ann is bold"})
    await sam.post("/api/reports", {"table": told, "reason": "Its name"}, 201)
    for table in (said, noted, told):
        assert await refused(ann, table) == "table/not_alone"
    assert len(await listed(ann, "list=mine")) == 3


async def test_what_is_studied_stays_as_long(house: House) -> None:
    ann = await house.guest("Ann")
    game = Seated(ann, (await ann.open_table("me", "me", start=True))["id"])
    await game.act(TAX)
    study = (await game.post("studies", {"entries": 1}, 201))["id"]
    assert await refused(ann, game.table) == "table/studied"
    await delete(ann, study)
    await delete(ann, game.table)
    assert await check_store(house.app.state.server.database) == 0


async def test_who_looks_at_a_table_hears_that_it_is_gone(house: House) -> None:
    ann = await house.guest("Ann")
    table = (await ann.open_table("me", "banker", start=True))["id"]
    here = Seated(ann, table)
    position = (await here.look())["position"]
    await delete(ann, table)
    act = {"position": position, "entry": {"choice": TAX}}
    assert await here.refused("actions", act) == "table/unknown"
    assert await here.refused("undo", {"position": position}) == "table/unknown"
    assert await refused(ann, table) == "table/unknown"


# What came of it ----------------------------------------------------------------------------


async def test_lists_tell_what_came_of_a_game_for_who_asks(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    assert [table["outcome"] for table in await tables(ann.person, "list=mine")] == [None]
    await finish(house, ann.table)
    for person, outcome in ((ann.person, "won"), (bob.person, "lost")):
        assert [table["outcome"] for table in await tables(person, "list=played")] == [outcome]
    sam = await house.guest("Sam")
    assert [table["outcome"] for table in await tables(sam, "list=finished")] == [None]


async def test_what_a_bot_has_finished_is_not_ones_own_result(house: House) -> None:
    """Ann's time was up, and she had not come back when the game was over."""
    clock = {"per": "decision", "seconds": 60}
    ann, _ = await seated(house, "Ann", "Bob", clock=clock)
    await pass_time(house, 61)
    assert (await ann.look())["seats"][0]["away"]
    await finish(house, ann.table)
    assert [table["outcome"] for table in await tables(ann.person, "list=played")] == ["by_bot"]
    assert await listed(ann.person, "list=played&outcome=won") == []
    assert await listed(ann.person, "list=played&outcome=by_bot") == [ann.table]


async def test_a_game_without_result_is_neither_won_nor_lost(house: House) -> None:
    ann = await house.guest("Ann")
    table = (await ann.open_table("me", "banker", start=True))["id"]
    await Seated(ann, table).post("vote", {"kind": "end"})
    assert [one["outcome"] for one in await tables(ann, "list=played")] == ["none"]


@pytest.mark.long
async def test_a_study_has_no_outcome(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    study = (await ann.post("studies", {"entries": 0}, 201))["id"]
    await finish(house, study)
    [told] = await tables(ann.person, "list=played&studies=true")
    assert told["outcome"] is None
    assert told["parent"] == {"table": ann.table, "entry": 0}


# Looking for them ---------------------------------------------------------------------------


async def test_studies_are_told_apart_from_games(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    study = (await ann.post("studies", {"entries": 0}, 201))["id"]
    assert set(await listed(ann.person, "list=own")) == {ann.table, study}
    assert await listed(ann.person, "list=own&studies=false") == [ann.table]
    assert await listed(ann.person, "list=own&studies=true") == [study]


async def test_names_that_were_given_are_told_from_those_that_were_not(house: House) -> None:
    ann = await house.guest("Ann")
    await ann.open_table("me", "open")
    await ann.open_table("me", "open", name="Friday night")
    told = await tables(ann, "list=mine")
    assert {table["name"]: table["named"] for table in told} == {
        "Ann: Imperial 2030": False,
        "Friday night": True,
    }


@pytest.mark.long
async def test_games_are_found_by_title_person_game_and_outcome(house: House) -> None:
    ann = await house.guest("Ann")
    for name, bot, game in (
        ("Friday", "Борис", "imperial"),
        ("Sunday", "Żaneta", "imperial2030"),
        ("Friday again", "Cid", "imperial2030"),
    ):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "banker", "name": bot}]
        body = {"name": name, "game": game, "seats": seats, "start": True}
        table = (await ann.post("/api/tables", body, 201))["id"]
        house.clock.now += 86400
        await finish(house, table, {**OVER, "ranking": [["Ann" if bot == "Cid" else bot]]})
    assert await names(ann, "list=played&search=friday") == ["Friday again", "Friday"]
    assert await names(ann, "list=played&search=БОРИС") == ["Friday"]
    assert await names(ann, "list=played&search=żan") == ["Sunday"]
    assert await names(ann, "list=played&search=friday cid") == ["Friday again"]
    assert await names(ann, "list=played&search=%25") == []
    assert await names(ann, "list=played&game=imperial") == ["Friday"]
    assert await names(ann, "list=played&outcome=won") == ["Friday again"]
    assert await names(ann, "list=played&outcome=lost") == ["Sunday", "Friday"]
    last = house.clock.now
    assert await names(ann, f"list=played&since={last}") == ["Friday again"]
    assert await names(ann, f"list=played&until={last}") == ["Sunday", "Friday"]
    assert await names(ann, f"list=finished&search=sunday&until={last}") == ["Sunday"]


@pytest.mark.parametrize("query", ["game=chess", "outcome=glory", "since=-1", "until=nan"])
async def test_what_cannot_be_looked_for_is_refused(house: House, query: str) -> None:
    ann = await house.guest("Ann")
    assert await ann.refused("GET", f"/api/tables?{query}") == "request/invalid"


@pytest.mark.long
async def test_a_search_goes_on_where_the_page_before_has_looked(house: House) -> None:
    """One page looks through so many tables, whatever it finds; none is missed or doubled."""
    ann = await house.guest("Ann")
    count = MOST_LOOKED + BATCH
    sought = (await ann.open_table("me", "open", name="Needle", public=False))["id"]
    await fill(house, ann, count)
    first = await ann.get("/api/tables?list=played&search=needle")
    assert first["tables"] == []
    assert first["more"] is not None
    last = await ann.get(f"/api/tables?list=played&search=needle&after={first['more']}")
    assert ([table["id"] for table in last["tables"]], last["more"]) == ([sought], None)
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        page = await ann.get(f"/api/tables?list=played&search=ended&limit=70{after}")
        found += [table["id"] for table in page["tables"]]
        after = page["more"] and f"&after={page['more']}"
    assert len(found) == len(set(found)) == count


async def fill(house: House, person: Person, count: int) -> None:
    """Ends somebody's one table, and adds so many that ended later."""
    async with house.app.state.server.database.writing() as writing:
        over = schema.tables.update().values(status="ended", ended_at=1.0, changed_at=1.0)
        await writing.connection.execute(over)
        [row] = (await writing.connection.execute(schema.tables.select())).mappings().all()
        more = [
            {**row, "id": f"{n:016x}", "name": f"Ended {n}", "changed_at": 2.0 + n // 3}
            for n in range(count)
        ]
        await writing.connection.execute(schema.tables.insert(), more)
    assert row["host_id"] == person.id
