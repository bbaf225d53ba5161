"""Reviews made in the background, and analysis: what helps nobody who still plays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from rondel.engine import Game
from rondel.records import load, replay
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


@pytest.mark.long
async def test_a_review_that_is_there_is_not_made_again_unless_asked(house: House) -> None:
    ann = await house.guest("Ann")
    path = await imported(ann, finished_game())
    first = await reviewed(ann, path)
    assert (await ann.post(f"{path}/review", {}, 202))["state"] == "done"
    assert (await ann.post(f"{path}/review", {"anew": True}, 202))["state"] != "done"
    again = await reviewed(ann, path)
    assert again["review"] == first["review"]


@pytest.mark.long
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


@pytest.mark.long
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


async def test_a_server_without_processes_says_so_at_once(sqlite_url: str) -> None:
    """It leaves bots to others, and nobody waits for a judge who is not there."""
    async with opened_house(sqlite_url, bot_processes=0) as house:
        ann = await house.guest("Ann")
        path = await imported(ann, finished_game())
        answer = await ann.client.post(f"{path}/analysis", json={})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "server/busy")


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
    # By its position set up by hand, by one reached from there, and by what follows it.
    set_up = await set_up_from(ann, path)
    assert await is_refused(ann, set_up)
    await ann.decide(set_up.rpartition("/")[2])
    assert await is_refused(ann, set_up)
    assert await ann.refused("POST", f"{set_up}/analysis", {"entries": 0}) == "analysis/running"
    # By bots that take seats in a study, and by asking to compare.
    await ann.put(f"{study}/seats/0", {"kind": "bot", "bot": "easy"})
    assert await is_refused(ann, study)
    compared = {"compare": [[{"slot": "factory"}], [{"slot": "taxation"}]]}
    assert await ann.refused("POST", f"{study}/analysis", compared) == "analysis/running"
    # Reviews neither.
    assert await ann.refused("POST", f"{path}/review", {}) == "table/not_over"
    assert await ann.refused("POST", f"{study}/review", {}) == "table/not_over"


async def set_up_from(person: Person, path: str) -> str:
    """The path of a sandbox with the position of a game at the start of its turn, by hand."""
    record = json.loads((await person.client.get(f"{path}/record")).content)
    game = replay(record)
    at = next(n for n in range(len(game), -1, -1) if game.at(n).resumable)
    names = dict(zip(game.players, ["Xenia", "Yuri"], strict=True))
    text = json.dumps(game.at(at).snapshot())
    for old, new in names.items():
        text = text.replace(json.dumps(old), json.dumps(new))
    return await begun_with(person, json.loads(text))


async def begun_with(person: Person, position: Json) -> str:
    """The path of a sandbox that begins with a position."""
    document = {
        "format": "rondel-record",
        "version": 1,
        "rules_version": 1,
        "start": {"position": position},
        "actions": [],
        "result": None,
    }
    header = {key: position[key] for key in ("game", "options", "players")}
    opened = await person.post("/api/records", {**document, **header}, 201)
    return f"/api/tables/{opened['id']}"


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
    opened = await ann.open_table("me", "banker", start=True)
    path = f"/api/tables/{opened['id']}"
    assert await ann.refused("POST", f"{path}/analysis", {}) == "analysis/running"
    study = f"/api/tables/{(await ann.post(f'{path}/studies', {'entries': 0}, 201))['id']}"
    assert (await ann.post(f"{study}/analysis", {}))["judgement"]["choices"]


async def test_several_people_at_one_screen_are_people_too(house: House) -> None:
    ann = await house.guest("Ann")
    opened = await ann.open_table("me", "me", start=True)
    path = f"/api/tables/{opened['id']}"
    study = f"/api/tables/{(await ann.post(f'{path}/studies', {'entries': 0}, 201))['id']}"
    assert await ann.refused("POST", f"{study}/analysis", {}) == "analysis/running"


@pytest.mark.long
async def test_any_moment_of_a_finished_game_is_analysed(house: House) -> None:
    ann, game = await house.guest("Ann"), finished_game(30)
    path = await imported(ann, game)
    for entries in (0, len(game) // 2):
        told = await ann.post(f"{path}/analysis", {"entries": entries})
        assert told["entries"] == entries
        assert told["judgement"]["decision"] is not None
    code = await ann.refused("POST", f"{path}/analysis", {"entries": len(game) + 1})
    assert code == "position/number"


async def test_two_choices_are_compared(house: House) -> None:
    ann, game = await house.guest("Ann"), finished_game(30)
    path = await imported(ann, game)
    told = await ann.post(f"{path}/analysis?lang=en", {"entries": 0})
    assert told["judgement"]["comparison"] is None
    choices = told["judgement"]["choices"][:2]
    wanted = [[entry["choice"] for entry in one["entries"]] for one in choices]
    told = await ann.post(f"{path}/analysis?lang=en", {"entries": 0, "compare": wanted})
    compared = told["judgement"]["comparison"]
    assert set(compared["ahead"]) == set(game.players)
    assert compared["pairs"] > 0
    assert len(told["labels"]) == len(told["judgement"]["choices"])
    one = {"entries": 0, "compare": wanted[:1]}
    assert await ann.refused("POST", f"{path}/analysis", one) == "request/invalid"


# Bots in a study ----------------------------------------------------------------------------


async def test_bots_take_seats_in_a_study_and_give_them_back(house: House) -> None:
    ann = await house.guest("Ann")
    opened = await ann.open_table("me", "banker", start=True)
    path = f"/api/tables/{opened['id']}"
    study = f"/api/tables/{(await ann.post(f'{path}/studies', {'entries': 0}, 201))['id']}"
    for seat in range(2):
        told = await ann.put(f"{study}/seats/{seat}", {"kind": "bot", "bot": "easy"})
        assert told["seats"][seat]["bot"] == "easy"
    while (await ann.get(study))["entries"] < 6:
        await asyncio.sleep(0.05)
    for seat in range(2):
        told = await ann.put(f"{study}/seats/{seat}", {"kind": "open"})
        assert told["seats"][seat]["yours"]
    assert [one["name"] for one in told["seats"]] == [one["name"] for one in opened["seats"]]
    now = await ann.get(f"{study}/position")
    await ann.post(f"{study}/undo", {"position": now["position"], "to": 0})
    assert (await ann.get(study))["entries"] == 0


async def test_nobody_seats_bots_in_the_study_of_another(house: House) -> None:
    ann, sam = await house.guest("Ann"), await house.guest("Sam")
    path = await imported(ann, finished_game())
    shown = await ann.get(path)
    bot = {"kind": "bot", "bot": "easy"}
    assert await sam.refused("PUT", f"{path}/seats/0", bot) == "table/unknown"
    assert shown["invite"]
    assert await ann.refused("PUT", f"{path}/seats/0", bot) == "table/not_running"


# Set up by hand -----------------------------------------------------------------------------


async def test_a_position_set_up_by_hand_is_checked_and_opened(house: House) -> None:
    ann, game = await house.guest("Ann"), load(FOLDER / "imperial2030-4-players.rondel.json")
    at = next(n for n in range(len(game) // 2, len(game)) if game.at(n).resumable)
    position = json.loads(json.dumps(game.at(at).snapshot()))
    del position["swiss_banks"], position["decision"]
    asked = {"options": position["options"], "players": position["players"]}
    told = await ann.post("/api/games/imperial2030/positions", {**asked, "position": position})
    assert told["breaches"] == []
    study = await begun_with(ann, position)
    assert (await ann.post(f"{study}/analysis", {}))["judgement"]["choices"]


async def test_everything_that_is_wrong_with_a_position_is_told(house: House) -> None:
    ann, game = await house.guest("Ann"), load(FOLDER / "imperial2030-4-players.rondel.json")
    position = json.loads(json.dumps(game.at(0).snapshot()))
    position["power"]["china"] = 25
    position["treasuries"]["india"] = -1
    position["factories"]["usa"] = []
    position["flags"]["russia"] = ["iran"]
    position["flags"]["china"] = ["iran"]
    position["units"]["europe"] = {"london": {"fleets": 99}, "moscow": {"fleets": 1}}
    position["investor_card"] = None
    asked = {"options": position["options"], "players": position["players"]}
    told = await ann.post("/api/games/imperial2030/positions", {**asked, "position": position})
    codes = {one["code"] for one in told["breaches"]}
    assert codes >= {
        "position/number",
        "position/no_factory",
        "position/flag_twice",
        "position/unit_place",
        "position/too_many_units",
        "position/investor_card",
    }
    assert sum(one["code"] == "position/number" for one in told["breaches"]) == 2
    assert all(one["message"] for one in told["breaches"])
    many = {"options": {"edition": "none"}, "players": ["a", "b"], "position": position}
    code = await ann.refused("POST", "/api/games/imperial2030/positions", many)
    assert code == "record/unreadable"
