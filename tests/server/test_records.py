"""Records: saved at any time, looked back at, imported, and gone on from."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import sqlalchemy as sa

from rondel.engine import Event, Game
from rondel.records import dumps, load, loads, replay
from rondel.server.model.passages import CHECKPOINT_EVERY
from rondel.server.storage import schema
from rondel.server.viewers.past import MOST_POSITIONS
from tests.positions import GAMES, game_at
from tests.recorded_games import FOLDER
from tests.server.house import House, Json, Person
from tests.server.seated import Seated, seated

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}


@cache
def recorded(name: str) -> Game:
    """A game that was played to its end."""
    return load(FOLDER / f"{name}.rondel.json")


async def import_game(person: Person, game: Game, query: str = "") -> Seated:
    """A study of a game."""
    opened = await person.post(f"/api/records{query}", game.record(), 201)
    return Seated(person, opened["id"])


async def exported(player: Seated, query: str = "") -> bytes:
    answer = await player.person.client.get(f"{player.path}/record{query}")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].endswith(f"{player.table}.rondel.json")
    return answer.content


async def clone(person: Person, source: Seated, entries: int, **more: Any) -> Seated:
    """A study that goes on from a moment of a game."""
    body = {"entries": entries, **more}
    opened = await person.post(f"{source.path}/studies", body, 201)
    return Seated(person, opened["id"])


async def test_study_tells_what_came_before_the_first_decision(house: House) -> None:
    game = recorded("imperial2030-4-players")
    study = await import_game(await house.guest("Ann"), game)
    (opened,) = [row["body"] for row in await study.rows() if row["kind"] == "opened"]
    assert opened["events"] == [event.to_json() for event in game.opening]


# Saving -------------------------------------------------------------------------------------


async def test_record_of_a_running_game_is_canonical(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await bob.give("Bob", "china", 1)
    await bob.act({"slot": "import"})
    for reader in (ann, bob, Seated(await house.guest("Sam"), ann.table)):
        text = await exported(reader)
        game = loads(text)
        assert text.decode() == dumps(game)
        assert (len(game), game.result) == (3, None)
        assert game.snapshot() == (await ann.position())["snapshot"]


async def test_record_hides_the_cash_that_was_secret_at_its_start(house: House) -> None:
    ann, bob, sam = [await house.guest(name) for name in ("Ann", "Bob", "Sam")]
    game = game_at("russia", players=2, cash={"A": 3, "B": 5}, options={"secret_cash": True})
    opened = await ann.post("/api/records", game.record(), 201)
    here, there = Seated(ann, opened["id"]), Seated(bob, opened["id"])
    invite = f"?invite={opened['invite']}"
    await here.post("seats/1/leave")
    await there.post(f"seats/1/take{invite}")

    async def cash_in(player: Seated, query: str = "") -> Json:
        record = await player.person.get(f"{player.path}/record{query}")
        told: Json = record["start"]["position"]["cash"]
        return told

    assert await cash_in(here) == {"A": 3}
    assert await cash_in(there) == {"B": 5}
    assert await cash_in(there, "?seat=0") == {"B": 5}
    assert await cash_in(Seated(sam, here.table), invite) == {}
    await here.post("vote", {"kind": "end"})
    await there.post("vote/answer", {"agree": True})
    assert await cash_in(Seated(sam, here.table), invite) == {"A": 3, "B": 5}


@pytest.mark.parametrize("game", GAMES)
async def test_finished_game_comes_back_byte_by_byte(house: House, game: str) -> None:
    """With secret cash, too: all is over."""
    ann = await house.guest("Ann")
    played = recorded(f"{game}-4-players")
    here = await import_game(ann, played)
    told = await here.look()
    assert (told["status"], told["entries"]) == ("finished", len(played))
    assert (told["result"], told["pending"]) == (played.result, None)
    assert (await exported(here)).decode() == dumps(played)


async def test_extra_keys_come_back_too(house: House) -> None:
    ann = await house.guest("Ann")
    record = recorded("imperial-3-players").record()
    record["x_place"] = "Vienna"
    record["actions"][2]["x_comment"] = "bold"
    opened = await ann.post("/api/records", record, 201)
    text = await exported(Seated(ann, opened["id"]))
    assert text.decode() == dumps(replay(record))
    assert b"Vienna" in text
    assert b"bold" in text


async def test_before_the_start_there_is_no_record(house: House) -> None:
    ann = await house.guest("Ann")
    here = Seated(ann, (await ann.open_table("me", "open"))["id"])
    for what in ("record", "positions/0", "positions", "entries"):
        assert await ann.refused("GET", f"{here.path}/{what}") == "table/not_started"
    assert await here.refused("studies", {"entries": 0}) == "table/not_started"


# Importing ----------------------------------------------------------------------------------


async def test_unfinished_game_is_gone_on_with(house: House) -> None:
    ann = await house.guest("Ann")
    unfinished = recorded("imperial-3-players").at(120)
    here = await import_game(ann, unfinished, "?name=Vienna")
    told = await here.look()
    assert (told["status"], told["name"], told["public"]) == ("running", "Vienna", False)
    assert (told["sandbox"], told["host"], told["parent"]) == (True, ann.id, None)
    assert all(seat["yours"] for seat in told["seats"])
    position = await here.position()
    assert position["snapshot"] == unfinished.snapshot()
    assert position["yours"]
    entry = position["choices"][-1]["entry"]
    await here.send(entry)
    unfinished.apply(entry)
    assert (await exported(here)).decode() == dumps(unfinished)
    await here.undo()
    await here.undo(to=7)
    assert (await here.position())["snapshot"] == unfinished.at(7).snapshot()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 9}, "version"),
        ({"players": ["Ann", "Ann"]}, "players"),
        ({"actions": [{"choice": {"slot": "casino"}}]}, "actions[0]"),
        ({"result": {"scores": {}}}, "result"),
        ({"more": 1}, "more"),
    ],
)
async def test_record_that_does_not_replay_is_refused(
    house: House, change: Json, said: str
) -> None:
    ann = await house.guest("Ann")
    record = {**recorded("imperial-3-players").record(), **change}
    answer = await ann.client.post("/api/records", json=record)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], said in error["message"]) == ("record/unreadable", True)
    assert (await ann.get("/api/tables?list=mine"))["tables"] == []


async def test_nobody_else_sees_what_was_imported(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    here = await import_game(ann, recorded("imperial-3-players").at(3))
    assert await bob.refused("GET", here.path) == "table/unknown"


# Looking back -------------------------------------------------------------------------------


@pytest.mark.long
async def test_every_position_of_a_long_game_is_as_it_was(house: House) -> None:
    ann = await house.guest("Ann")
    played = recorded("imperial2030-4-players")
    here = await import_game(ann, played)
    assert await checkpoints(house, here.table) >= len(played) // CHECKPOINT_EVERY - 2
    told = []

    def watch(game: Game, number: int, events: list[Event]) -> None:
        told.append(game.snapshot())

    replay(played.record(), watch)
    for number, snapshot in enumerate(told):
        past = await ann.get(f"{here.path}/positions/{number}")
        assert past["snapshot"] == snapshot
        assert (past["entries"], past["viewer"]) == (number, played.players[0])


@pytest.mark.long
async def test_a_stretch_tells_every_position_by_what_changes(house: House) -> None:
    ann = await house.guest("Ann")
    played = recorded("imperial-6-players")
    here, turns = await import_game(ann, played), turns_of(played)
    for first in range(0, len(played) + 1, MOST_POSITIONS):
        stretch = await ann.get(f"{here.path}/positions?first={first}")
        past = stretch["first"]
        assert past == await ann.get(f"{here.path}/positions/{first}")
        assert len(stretch["steps"]) == min(MOST_POSITIONS - 1, len(played) - first)
        for number, changes in enumerate(stretch["steps"], first + 1):
            for change in changes:
                put(past, change["path"], change["value"])
            game = played.at(number)
            assert (past["snapshot"], past["facts"]) == (game.snapshot(), game.facts())
            since = max((turn for turn in turns if turn < number), default=0)
            assert past["changes"] == between(played, since, number)


def turns_of(played: Game) -> list[int]:
    """The moments at which turns begin."""
    found: list[int] = []

    def watch(game: Game, number: int, events: list[Event]) -> None:
        if any(event.kind == "turn_started" for event in events):
            found.append(number)

    replay(played.record(), watch)
    return found


def between(played: Game, since: int, until: int, viewer: str | None = None) -> Json:
    """What the engine says has changed from one moment to another."""
    before = played.at(since)
    after, events = before.copy(), list[Event]()
    for action in played.actions()[since:until]:
        events += after.apply(action.to_json())
    return dict(after.changes(before, events, viewer))


async def test_changes_between_any_moments_are_those_of_the_engine(house: House) -> None:
    ann = await house.guest("Ann")
    played = recorded("imperial2030-4-players")
    here = await import_game(ann, played)
    asked = "&".join(f"moment={moment}" for moment in (10, 90, 90, 217))
    told = (await ann.get(f"{here.path}/changes?{asked}"))["spans"]
    assert [(span["since"], span["until"]) for span in told] == [(10, 90), (90, 90), (90, 217)]
    for span in told:
        assert span["changes"] == between(played, span["since"], span["until"])


async def test_changes_since_a_moment_are_told_until_now(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    [since_start] = (await ann.person.get(f"{ann.path}/changes"))["spans"]
    assert (since_start["since"], since_start["until"]) == (0, 1)
    [since_now] = (await ann.person.get(f"{ann.path}/changes?moment=1"))["spans"]
    assert not since_now["changes"]["treasuries"]
    for wrong in ("moment=2", "moment=1&moment=0"):
        assert await ann.person.refused("GET", f"{ann.path}/changes?{wrong}") == "position/number"


async def test_changes_of_a_running_game_keep_its_secrets(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", options={"secret_cash": True})
    await ann.act(TAX)
    for player, name in ((ann, "Ann"), (bob, "Bob")):
        [span] = (await player.person.get(f"{player.path}/changes"))["spans"]
        assert {*span["changes"]["cash"], *span["changes"]["sources"]} <= {name}
    sam = await house.guest("Sam")
    [span] = (await sam.get(f"{ann.path}/changes"))["spans"]
    assert span["changes"]["cash"] == span["changes"]["sources"] == {}


def put(where: Json, path: list[str], value: Any) -> None:
    """Puts a value where a path leads to."""
    for key in path[:-1]:
        where = where[key]
    assert path[-1] in where
    where[path[-1]] = value


async def checkpoints(house: House, table: str) -> int:
    """How many complete positions of an imported game the store holds."""
    pages, kept = schema.pages, schema.stretches
    shared = kept.join(pages, pages.c.stretch_id == kept.c.id)
    wanted = sa.select(sa.func.count(kept.c.snapshot)).select_from(shared)
    async with house.app.state.server.database.reading() as connection:
        found = await connection.execute(wanted.where(pages.c.table_id == table))
        return int(found.scalar_one())


async def test_facts_come_with_the_past(house: House) -> None:
    ann = await house.guest("Ann")
    played = recorded("imperial-3-players")
    here = await import_game(ann, played)
    past = await ann.get(f"{here.path}/positions/77")
    assert past["facts"] == played.at(77).facts()


async def test_past_of_a_running_game_keeps_its_secrets(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", options={"secret_cash": True})
    await ann.act(TAX)
    for player, name in ((ann, "Ann"), (bob, "Bob")):
        past = await player.person.get(f"{player.path}/positions/0")
        assert set(past["snapshot"]["cash"]) == {name}
    sam = await house.guest("Sam")
    assert (await sam.get(f"{ann.path}/positions/0"))["snapshot"]["cash"] == {}


async def test_there_is_no_position_beyond_the_last(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    assert (await ann.person.get(f"{ann.path}/positions/1"))["entries"] == 1
    for what in ("positions/2", "positions?first=2", "entries?after=2"):
        assert await ann.person.refused("GET", f"{ann.path}/{what}") == "position/number"
    assert await ann.person.refused("GET", f"{ann.path}/positions/-1") == "request/invalid"


async def test_entries_come_with_what_they_brought_about(house: House) -> None:
    ann = await house.guest("Ann")
    played = recorded("imperial-6-players")
    here = await import_game(ann, played)
    expected: list[Json] = []

    def watch(game: Game, number: int, events: list[Event]) -> None:
        if number:
            entry = game.actions()[-1].to_json()
            happened = [event.to_json() for event in events]
            expected.append({"number": number, "entry": entry, "events": happened})

    replay(played.record(), watch)
    first = (await ann.get(f"{here.path}/entries"))["entries"]
    rest = (await ann.get(f"{here.path}/entries?after=500"))["entries"]
    assert (len(first), first + rest) == (500, expected)
    some = (await ann.get(f"{here.path}/entries?after=180&last=190"))["entries"]
    assert some == expected[180:190]
    assert (await ann.get(f"{here.path}/entries?after=20&last=10"))["entries"] == []


# Going on from a moment ---------------------------------------------------------------------


async def test_any_moment_of_a_game_is_cloned(house: House) -> None:
    """Also by somebody who only watches."""
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await bob.act(TAX)
    sam = await house.guest("Sam")
    for entries in (0, 1, 2):
        here = await clone(sam, ann, entries, name="What if")
        told = await here.look()
        assert (told["name"], told["sandbox"], told["public"]) == ("What if", True, False)
        assert told["parent"] == {"table": ann.table, "entry": entries}
        assert all(seat["yours"] for seat in told["seats"])
        past = await ann.person.get(f"{ann.path}/positions/{entries}")
        assert (await here.position())["snapshot"] == past["snapshot"]
    await here.act({"slot": "import"})
    await here.undo(to=0)
    await here.act({"slot": "factory"})
    assert (await ann.look())["entries"] == 2
    assert (await clone(sam, here, 1)).table != here.table


async def test_moment_in_the_middle_of_a_turn_is_cloned(house: House) -> None:
    """There no complete snapshot can be taken."""
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.act({"slot": "import"})
    await ann.act({"province": "moscow", "unit": "army"})
    here = await clone(ann.person, ann, 2)
    assert (await here.position())["pending"]["decision"] == "import_unit"
    await here.act({"province": "murmansk", "unit": "fleet"})


async def test_finished_game_is_played_on_from_an_earlier_moment(house: House) -> None:
    ann = await house.guest("Ann")
    played = recorded("imperial2030-4-players")
    assert played.options["secret_cash"]
    here = await clone(ann, await import_game(ann, played), len(played) - 1)
    told = await here.position()
    assert (told["yours"], told["snapshot"]["result"]) == (True, None)
    await here.send(played.actions()[-1].to_json())
    assert (await here.look())["result"] == played.result


async def test_secret_game_is_not_cloned_while_it_runs(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", options={"secret_cash": True})
    await ann.act(TAX)
    for entries in (0, 1):
        assert await ann.refused("studies", {"entries": entries}) == "study/secret"
    await ann.post("vote", {"kind": "end"})
    await bob.post("vote/answer", {"agree": True})
    here = await clone(ann.person, ann, 1)
    assert len((await here.position())["snapshot"]["cash"]) == 1


async def test_who_holds_all_seats_has_no_secrets(house: House) -> None:
    ann = await house.guest("Ann")
    opened = await ann.open_table("me", "me", options={"secret_cash": True}, start=True)
    await clone(ann, Seated(ann, opened["id"]), 0)


@pytest.mark.long
async def test_private_game_is_cloned_with_the_invite(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", public=False)
    sam = Seated(await house.guest("Sam"), ann.table)
    assert await sam.refused("studies", {"entries": 0}) == "table/unknown"
    invite = (await ann.look())["invite"]
    await sam.post(f"studies?invite={invite}", {"entries": 0}, 201)
