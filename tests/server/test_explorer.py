"""The explorer: bots' games for everybody, and this server's own only in sums."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa

from rondel.explorer import LEAST_OF_HOST, Plan, Setting, play, replayed
from rondel.records import load
from rondel.server.bots.judges import Judges
from rondel.server.bots.openings import Openings, has_usual_rules, opening_of
from rondel.server.model.passages import Passage
from rondel.server.storage import schema
from rondel.server.storage.database import Database
from tests.recorded_games import FOLDER
from tests.server.house import House, Json, Person, opened_house

pytestmark = pytest.mark.anyio

T = TypeVar("T")

QUICK = Plan.of("random", "random", "3")
WORLD = Setting("imperial2030", "standard", 4)


@pytest.fixture
async def own_house(usual_url: str) -> AsyncIterator[House]:
    """A house with a store of its own."""
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


class NoProcesses(Judges):
    """Does the work at once: what processes do when they are slow is tested elsewhere."""

    def __init__(self) -> None:
        super().__init__(0)

    async def work(self, behind: float, line: str, work: Callable[..., T], *values: Any) -> T:
        """What the function gives."""
        return work(*values)


class LostProcess(NoProcesses):
    """A process that is lost whenever it is asked."""

    async def work(self, behind: float, line: str, work: Callable[..., T], *values: Any) -> T:
        """Nothing."""
        raise TimeoutError


def record_of(setting: Setting, number: int) -> Json:
    """A game that was played to its end; the players have names that nobody else has."""
    record = replayed(QUICK, play(QUICK, (setting, number))).record()
    text = json.dumps(record).replace("seat-", f"Secret-{number}-")
    renamed: Json = json.loads(text)
    return renamed


async def finished(house: House, person: Person, record: Json) -> str:
    """A finished game of the server: a record that counts as played here."""
    opened = await person.post("/api/records", record, 201)
    async with database_of(house).writing() as writing:
        here = schema.tables.c.id == opened["id"]
        played = schema.tables.update().where(here).values(sandbox=False)
        await writing.connection.execute(played)
    return str(opened["id"])


def database_of(house: House) -> Database:
    database: Database = house.app.state.server.database
    return database


async def read_all(house: House) -> None:
    """Has the openings of all finished games read."""
    reader = Openings(house.app.state.server.tables, NoProcesses())
    while await reader.read_some():
        pass


async def looked_at(person: Person, setting: Setting, games: str, *path: str) -> Json:
    steps = "".join([f"&path={step}" for step in path])
    query = f"setup={setting.setup}&players={setting.players}&games={games}{steps}"
    told = await person.get(f"/api/explorer/{setting.game}?{query}")
    found: Json = told["found"]
    return found


def seats_in(found: Json) -> int:
    return sum(line["seats"] for group in found["groups"] for line in group["lines"])


# This server's own games -----------------------------------------------------------------------


async def test_own_games_are_counted_once_and_only_in_sums(own_house: House) -> None:
    ann = await own_house.guest("Ann")
    own = {"games": 0, "here": 0, "least": LEAST_OF_HOST}
    assert (await looked_at(ann, WORLD, "host"))["host"] == own
    for number in range(1, 9):
        await finished(own_house, ann, record_of(WORLD, number))
    await read_all(own_house)
    found = await looked_at(ann, WORLD, "host")
    assert found["host"] == {"games": 8, "here": 8, "least": LEAST_OF_HOST}
    assert found["games"] == 8
    assert all(line["seats"] >= LEAST_OF_HOST for line in found["groups"][0]["lines"])
    assert "Secret" not in json.dumps(found)
    # Another game is added to those that are known.
    await finished(own_house, ann, record_of(WORLD, 9))
    await read_all(own_house)
    again = await looked_at(ann, WORLD, "host")
    assert again["games"] == 9
    bots, both = [await looked_at(ann, WORLD, games) for games in ("bots", "both")]
    assert seats_in(both) == seats_in(bots) + seats_in(again)


@pytest.mark.long
async def test_game_that_is_deleted_counts_no_more(own_house: House) -> None:
    ann = await own_house.guest("Ann")
    ids = [await finished(own_house, ann, record_of(WORLD, number)) for number in (1, 2)]
    await read_all(own_house)
    assert (await looked_at(ann, WORLD, "host"))["games"] == 2
    async with database_of(own_house).writing() as writing:
        gone = schema.openings.delete().where(schema.openings.c.table_id == ids[0])
        await writing.connection.execute(gone)
        ended = schema.tables.update().where(schema.tables.c.id == ids[0])
        await writing.connection.execute(ended.values(sandbox=True))
    assert (await looked_at(ann, WORLD, "host"))["games"] == 1


@pytest.mark.long
async def test_game_is_read_again_after_a_process_was_lost(own_house: House) -> None:
    """It does not count only if it costs one process after the other."""
    ann = await own_house.guest("Ann")
    await finished(own_house, ann, record_of(WORLD, 1))
    lossy = Openings(own_house.app.state.server.tables, LostProcess())
    assert await lossy.read_some() == 0
    await read_all(own_house)
    assert (await looked_at(ann, WORLD, "host"))["games"] == 1
    await finished(own_house, ann, record_of(WORLD, 2))
    assert [await lossy.read_some() for _ in range(4)] == [0, 0, 1, 0]
    assert (await looked_at(ann, WORLD, "host"))["games"] == 1


@pytest.mark.long
async def test_server_reads_its_games_by_itself(usual_url: str) -> None:
    async with opened_house(usual_url, bot_processes=1) as house:
        ann = await house.guest("Ann")
        await finished(house, ann, record_of(WORLD, 1))
        reader: Openings = house.app.state.server.openings
        while not (await looked_at(ann, WORLD, "host"))["games"]:
            await reader.read_some()


@pytest.mark.long
async def test_store_keeps_no_names(own_house: House) -> None:
    ann = await own_house.guest("Ann")
    await finished(own_house, ann, record_of(WORLD, 1))
    await read_all(own_house)
    async with database_of(own_house).reading() as connection:
        rows = list(await connection.execute(sa.select(schema.openings)))
    assert len(rows) == 1
    assert "Secret" not in str(rows)
    assert "Ann" not in str(rows)


def opened(record: dict[str, Any]) -> object:
    """What a record shows, as the server reads it."""
    heading = {key: record[key] for key in record if key not in ("actions", "result")}
    actions = record["actions"]
    passage = Passage(heading, None, 0, [(json.dumps(actions), 0, len(actions))])
    return opening_of(passage, record["result"])


@pytest.mark.parametrize(
    "name",
    ["imperial-without-investor-card", "imperial2030-tax-increase", "imperial-later-edition"],
)
def test_games_by_other_rules_do_not_count(name: str) -> None:
    game = load(FOLDER / f"{name}.rondel.json")
    assert not has_usual_rules(game)
    assert opened(game.record()) is None


def test_games_from_a_position_and_without_result_do_not_count() -> None:
    record = record_of(WORLD, 1)
    assert opened(record) is not None
    assert opened({**record, "result": None}) is None
    game = load(FOLDER / "imperial-shared-place.rondel.json")
    assert "position" in game.start
    assert opened(game.record()) is None


# What everybody may ask ------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["imperial2030", "imperial"])
@pytest.mark.parametrize("setup", ["standard", "draft"])
async def test_bots_games_are_there_for_everybody(house: House, game: str, setup: str) -> None:
    ann = await house.guest("Ann")
    for players in (2, 6):
        found = await looked_at(ann, Setting(game, setup, players), "bots")
        line = found["groups"][0]["lines"][0]
        assert line["share"]["margin"] > 0
        then = await looked_at(ann, Setting(game, setup, players), "bots", line["step"])
        assert then["seats"] == line["seats"]


@pytest.mark.parametrize(
    "query", ["players=7", "setup=chess", "games=mine", "path=a b", "path=" + "x" * 61]
)
async def test_odd_questions_are_refused(house: House, query: str) -> None:
    ann = await house.guest("Ann")
    path = f"/api/explorer/imperial?{query}"
    assert await ann.refused("GET", path) == "request/invalid"


async def test_game_of_bots_is_opened_where_a_nation_chooses(house: House) -> None:
    ann = await house.guest("Ann")
    found = await looked_at(ann, WORLD, "bots")
    line = found["groups"][0]["lines"][0]
    wanted = {"setup": "standard", "players": 4, "number": line["games"][0]}
    path = "/api/explorer/imperial2030/tables"
    table = await ann.post(path, {**wanted, "nation": line["nation"]}, 201)
    told = await ann.position(table["id"])
    assert (told["snapshot"]["turn"]["nation"], table["sandbox"]) == (line["nation"], True)
    assert told["snapshot"]["decision"]["decision"] == "choose_slot"
    whole = await ann.post(path, wanted, 201)
    assert whole["status"] == "finished"


async def test_game_that_is_not_in_the_table_is_refused(house: House) -> None:
    ann = await house.guest("Ann")
    wanted = {"setup": "standard", "players": 4, "number": 1}
    path = "/api/explorer/imperial2030/tables"
    assert await ann.refused("POST", path, {**wanted, "number": 999_999}) == "explorer/unknown"
    assert await ann.refused("POST", path, {**wanted, "nation": "france"}) == "explorer/unknown"
