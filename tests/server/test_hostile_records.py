"""Entries and records that look nearly right: carried out or refused, and never half of each."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from functools import cache
from random import Random
from typing import Any

import httpx
import pytest

import rondel
from rondel.records import dumps, loads
from rondel.server.http.bodies import LARGER_LIMITS
from rondel.server.viewers.jobs import MOST_ENTRIES
from tests.positions import GAMES
from tests.records.test_fuzz import any_value, mutated, short_game
from tests.samples import daily
from tests.server.house import House, Json, Person, opened_house
from tests.server.stores import StoreWatch, check_store

pytestmark = pytest.mark.anyio

TRIES = 60
"""Requests in each test."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"


@pytest.fixture(scope="module")
async def house(store: str) -> AsyncIterator[House]:
    """One for all tests; in the end its store is looked through."""
    async with opened_house(store, bot_processes=0) as house:
        yield house
        assert await check_store(house.app.state.server.database)


@pytest.fixture(scope="module")
async def ann(house: House) -> Person:
    return await house.guest("Ann")


@pytest.fixture
def watch(house: House, store: str) -> Iterator[StoreWatch]:
    with closing(StoreWatch(store)) as watch:
        yield watch


async def sent(ann: Person, path: str, body: object) -> httpx.Response:
    """The answer to any JSON, whatever the client thinks of it."""
    content = json.dumps(body).encode()
    return await ann.client.post(
        path, content=content, headers={"content-type": "application/json"}
    )


def check_refused(answer: httpx.Response) -> None:
    assert 400 <= answer.status_code < 500, answer.text
    error = answer.json()["error"]
    assert error["message"].endswith((".", "]"))
    assert len(error["message"]) < 2000


# Entries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("secret", daily([False, True], of=2))
@pytest.mark.parametrize("game", GAMES)
async def test_mutated_entry_is_a_decision_or_changes_nothing(
    ann: Person, watch: StoreWatch, game: str, secret: bool
) -> None:
    chance, options = Random(game), {"secret_cash": secret, "donations": "any", "setup": "draft"}
    opened = await ann.open_table("me", "me", "me", start=True, game=game, options=options)
    path = f"/api/tables/{opened['id']}"
    for _ in range(TRIES):
        told = await ann.get(f"{path}/position?facts=false")
        entry = chance.choice(told["choices"])["entry"]
        wrong = mutated(entry, chance) if chance.random() < 0.8 else any_value(chance)
        before = watch.version()
        answer = await sent(ann, f"{path}/actions", {"position": told["position"], "entry": wrong})
        if answer.status_code != 200:
            check_refused(answer)
            assert watch.version() == before
        if chance.random() < 0.5:
            await ann.decide(opened["id"])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_consequences_of_mutated_entries_change_nothing(
    ann: Person, watch: StoreWatch, game: str
) -> None:
    chance = Random(game)
    opened = await ann.open_table("me", "me", start=True, game=game)
    path = f"/api/tables/{opened['id']}"
    for _ in range(TRIES // 3):
        told = await ann.get(f"{path}/position?facts=false")
        before = watch.version()
        entries = [mutated(choice["entry"], chance) for choice in told["choices"][:3]]
        for asked in (*[[entry] for entry in entries], entries, [any_value(chance)]):
            body = {"position": told["position"], "entries": asked}
            answer = await sent(ann, f"{path}/consequences", body)
            if answer.status_code != 200:
                check_refused(answer)
        assert watch.version() == before
        await ann.decide(opened["id"], chance.randrange(len(told["choices"])))


# Records ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4))
async def test_mutated_record_is_a_game_or_changes_nothing(
    ann: Person, watch: StoreWatch, number: int
) -> None:
    chance, record = Random(number), short_game(number, 30).record()
    for _ in range(TRIES // 3):
        before = watch.version()
        answer = await sent(ann, "/api/records", mutated(record, chance))
        if answer.status_code != 201:
            check_refused(answer)
            assert watch.version() == before
            continue
        path = f"/api/tables/{answer.json()['id']}"
        await ann.get(f"{path}/position")
        exported = await ann.client.get(f"{path}/record")
        assert dumps(loads(exported.content)) == exported.text


async def test_text_that_is_no_record_changes_nothing(ann: Person, watch: StoreWatch) -> None:
    chance, before = Random(1), watch.version()
    for _ in range(TRIES):
        check_refused(await sent(ann, "/api/records", any_value(chance)))
    assert watch.version() == before


NAMES = [
    "<script>alert(1)</script>", "\u202eAnn", "Ann\nBob", "", " ", "constructor", "__proto__",
    "💥" * 20, "*", "spectator", "null", "x" * 41, "x" * 5000, "a\u0000", "'; DROP TABLE users; --",
    "%s%n", "{0}", "${7*7}", "p0", "Ａｎｎ", "a\u0301", "\ufffe",
]  # fmt: skip


@pytest.mark.parametrize("name", daily(NAMES, of=3), ids=lambda name: ascii(name)[:20])
async def test_player_of_a_record_may_be_called_what_records_allow(
    ann: Person, watch: StoreWatch, name: str
) -> None:
    text = json.dumps(short_game(3, 20).record()).replace('"p0"', json.dumps(name))
    before = watch.version()
    answer = await sent(ann, "/api/records", json.loads(text))
    if answer.status_code != 201:
        check_refused(answer)
        assert watch.version() == before
        return
    table = answer.json()
    assert name in [seat["name"] for seat in table["seats"]]
    for look in ("", "/position", "/record", "/entries", "/positions/7", "/log"):
        await ann.get(f"/api/tables/{table['id']}{look}")
    told = await ann.position(table["id"])
    await ann.decide(table["id"], len(told["choices"]) - 1)


# Very long records --------------------------------------------------------------------------


@cache
def endless_game() -> rondel.Game:
    """A game that could go on for ever: nobody ever taxes."""
    chance = Random(1)
    game = rondel.Game.new("imperial2030", ["Ann", "Bob"], {}, seed=1)
    while len(game) <= MOST_ENTRIES:
        actions = game.legal_actions()
        wanted = [
            action for action in actions if "taxation" not in action.to_json()["choice"].values()
        ]
        game.apply(chance.choice(wanted or actions))
    return game


def cut(record: Json, entries: int) -> Any:
    return {**record, "actions": record["actions"][:entries]}


@pytest.mark.long
async def test_longest_record_is_taken_in_and_given_back(ann: Person) -> None:
    text = dumps(rondel.records.replay(cut(endless_game().record(), MOST_ENTRIES)))
    assert len(text) < LARGER_LIMITS["POST", "/api/records"]
    answer = await sent(ann, "/api/records", json.loads(text))
    assert answer.status_code == 201
    path = f"/api/tables/{answer.json()['id']}"
    assert (await ann.client.get(f"{path}/record")).text == text
    past = await ann.get(f"{path}/positions/{MOST_ENTRIES - 7}")
    assert past["entries"] == MOST_ENTRIES - 7
    await ann.decide(answer.json()["id"])


@pytest.mark.long
async def test_longer_record_is_refused(ann: Person, watch: StoreWatch) -> None:
    before = watch.version()
    answer = await sent(ann, "/api/records", endless_game().record())
    assert answer.json()["error"]["code"] == "record/too_long"
    assert watch.version() == before
