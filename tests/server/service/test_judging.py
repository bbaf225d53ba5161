"""Reviews made in the background, and analysis: what helps nobody who still plays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from rondel.engine import Game
from rondel.records import load
from rondel.server.admin.acts import carry_out
from rondel.server.admin.desk import Desk
from rondel.server.storage import schema
from rondel.server.storage.database import Database
from tests.judging.test_judging import tail
from tests.recorded_games import FOLDER
from tests.server.house import House, Json, Person, opened_house

pytestmark = pytest.mark.anyio


def finished_game(entries: int = 12) -> Game:
    """The end of a game as a game of its own: soon reviewed."""
    return tail(load(FOLDER / "imperial-3-players.rondel.json"), entries)


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """One for all tests, with a process to think in."""
    store = f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"
    async with opened_house(store, bot_processes=1) as house:
        yield house


async def imported(person: Person, game: Game) -> str:
    """The path of a study of a record."""
    opened = await person.post("/api/records", game.record(), 201)
    return f"/api/tables/{opened['id']}"


async def reviewed(person: Person, path: str) -> Json:
    """The review of a game, once it is there."""
    await person.post(f"{path}/review", {}, 202)
    while True:
        told: Json = await person.get(f"{path}/review?lang=en")
        if told["state"] in ("done", "failed"):
            return told
        await asyncio.sleep(0.1)


def database_of(house: House) -> Database:
    database: Database = house.app.state.server.database
    return database


# Reviews ------------------------------------------------------------------------------------


async def test_a_finished_record_is_reviewed_in_the_background(house: House) -> None:
    ann, game = await house.guest("Ann"), finished_game()
    path = await imported(ann, game)
    assert (await ann.get(f"{path}/review"))["state"] == "none"
    told = await reviewed(ann, path)
    assert (told["state"], told["done"], told["of"]) == ("done", len(game), len(game))
    assert not told["outdated"]
    review = told["review"]
    assert review["players"] == game.players
    assert review["curve"][-1]["entries"] == len(game)
    assert len(told["labels"]) == len(review["costs"])


async def test_a_review_that_is_there_is_not_made_again_unless_asked(house: House) -> None:
    ann = await house.guest("Ann")
    path = await imported(ann, finished_game())
    first = await reviewed(ann, path)
    assert (await ann.post(f"{path}/review", {}, 202))["state"] == "done"
    assert (await ann.post(f"{path}/review", {"anew": True}, 202))["state"] != "done"
    again = await reviewed(ann, path)
    assert again["review"] == first["review"]


async def test_a_newer_judge_makes_all_reviews_anew_by_a_command(house: House) -> None:
    ann, database = await house.guest("Ann"), database_of(house)
    path = await imported(ann, finished_game())
    await reviewed(ann, path)
    async with database.writing() as writing:
        older = schema.reviews.update().values(version=0)
        await writing.connection.execute(older.where(schema.reviews.c.table_id == path[12:]))
    told = await ann.get(f"{path}/review")
    assert told["outdated"]
    assert told["review"] is not None
    asked = await carry_out(Desk(database, house.clock), "review", {})
    assert asked == 1
    assert not (await reviewed(ann, path))["outdated"]


async def test_a_review_that_fails_says_so_and_can_be_tried_again(house: House) -> None:
    ann, database = await house.guest("Ann"), database_of(house)
    path = await imported(ann, finished_game())
    heading = (await ann.get(f"{path}/record"))["options"]
    assert heading
    async with database.writing() as writing:
        broken = schema.stretches.update().values(bodies='[{"choice": {"slot": "nowhere"}}]')
        ids = sa.select(schema.pages.c.stretch_id).where(schema.pages.c.table_id == path[12:])
        kept = await writing.connection.execute(
            sa.select(schema.stretches.c.id, schema.stretches.c.bodies).where(
                schema.stretches.c.id.in_(ids)
            )
        )
        before = kept.all()
        await writing.connection.execute(broken.where(schema.stretches.c.id.in_(ids)))
    assert (await reviewed(ann, path))["state"] == "failed"
    async with database.writing() as writing:
        for id, bodies in before:
            mended = schema.stretches.update().where(schema.stretches.c.id == id)
            await writing.connection.execute(mended.values(bodies=bodies))
    assert (await reviewed(ann, path))["state"] == "done"


# Analysis -----------------------------------------------------------------------------------


async def game_of_two(ann: Person, bob: Person) -> str:
    """The path of a running game of two people, some decisions old."""
    opened = await ann.open_table("me", "open")
    path = f"/api/tables/{opened['id']}"
    await bob.post(f"{path}/seats/1/take")
    told = await ann.post(f"{path}/start")
    for _ in range(4):
        mine = told["seats"][told["pending"]["seat"]]["yours"]
        await (ann if mine else bob).decide(opened["id"])
        told = await ann.get(path)
    return path


async def test_a_study_is_analysed_ever_more_surely(house: House) -> None:
    ann, game = await house.guest("Ann"), finished_game(30)
    path = await imported(ann, game)
    first = await ann.post(f"{path}/analysis?lang=en", {"entries": 4})
    second = await ann.post(f"{path}/analysis?lang=en", {"entries": 4})
    was, now = first["judgement"]["judge"]["playouts"], second["judgement"]["judge"]["playouts"]
    assert now > was
    assert len(second["labels"]) == len(second["judgement"]["choices"])
    over = await ann.post(f"{path}/analysis", {})
    assert over["judgement"]["decision"] is None


async def test_a_running_game_with_others_is_analysed_by_no_way_in(house: House) -> None:
    ann, bob, sam = [await house.guest(name) for name in ("Ann", "Bob", "Sam")]
    path = await game_of_two(ann, bob)
    record = (await ann.client.get(f"{path}/record")).content

    async def is_refused(person: Person, where: str) -> bool:
        code = await person.refused("POST", f"{where}/analysis", {})
        return code == "analysis/running"

    # Directly, as a player and as a spectator.
    for person in (ann, bob, sam):
        assert await is_refused(person, path)
    # By a study, by a study of that study, and by one of somebody who only watches.
    study = f"/api/tables/{(await ann.post(f'{path}/studies', {'entries': 2}, 201))['id']}"
    assert await is_refused(ann, study)
    nested = f"/api/tables/{(await ann.post(f'{study}/studies', {'entries': 1}, 201))['id']}"
    assert await is_refused(ann, nested)
    watched = f"/api/tables/{(await sam.post(f'{path}/studies', {'entries': 2}, 201))['id']}"
    assert await is_refused(sam, watched)
    # By a record of it, even under other names.
    document = json.loads(record)
    saved = f"/api/tables/{(await ann.post('/api/records', document, 201))['id']}"
    assert await is_refused(ann, saved)
    [first, second] = document["players"]
    renamed = json.loads(record.replace(first.encode(), b"Xenia").replace(second.encode(), b"Yuri"))
    hidden = f"/api/tables/{(await ann.post('/api/records', renamed, 201))['id']}"
    assert await is_refused(ann, hidden)
    # Reviews neither.
    assert await ann.refused("POST", f"{path}/review", {}) == "table/not_over"
    assert await ann.refused("POST", f"{study}/review", {}) == "table/not_over"


async def test_what_ended_is_analysed_by_the_ways_that_were_closed(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    path = await game_of_two(ann, bob)
    study = f"/api/tables/{(await ann.post(f'{path}/studies', {'entries': 2}, 201))['id']}"
    assert await ann.refused("POST", f"{study}/analysis", {}) == "analysis/running"
    vote = await ann.post(f"{path}/vote", {"kind": "end"})
    await bob.post(f"{path}/vote/answer", {"vote": vote["vote"]["number"], "agree": True})
    assert (await ann.post(f"{study}/analysis", {}))["judgement"]["choices"]
    assert (await ann.post(f"{path}/analysis", {}))["judgement"]["choices"]


async def test_a_game_against_bots_alone_may_be_studied_and_analysed(house: House) -> None:
    ann = await house.guest("Ann")
    opened = await ann.open_table("me", "me", start=True)
    path = f"/api/tables/{opened['id']}"
    assert await ann.refused("POST", f"{path}/analysis", {}) == "analysis/running"
    study = f"/api/tables/{(await ann.post(f'{path}/studies', {'entries': 0}, 201))['id']}"
    assert (await ann.post(f"{study}/analysis", {}))["judgement"]["choices"]
