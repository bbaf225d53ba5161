"""A hint: what a strong bot would do, where nobody else plays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.server.house import House, Json, Person, opened_house
from tests.server.seated import Seated, pass_time, seated

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house with one process for bots."""
    database = f"sqlite:///{tmp_path_factory.mktemp('hints')}/rondel.sqlite3"
    async with opened_house(database, bot_processes=1) as house:
        yield house


def asked(position: Json) -> Json:
    """What is sent to ask for a hint."""
    return {"position": position["position"]}


async def alone(house: House, **wanted: Any) -> Seated:
    """Somebody who plays with bots, and has to decide."""
    [ann] = await seated(house, "Ann", bots=("banker", "banker"), **wanted)
    return ann


async def study_of(person: Person, table: str) -> Seated:
    """A study that goes on from the position of a table."""
    entries = (await person.get(f"/api/tables/{table}"))["entries"]
    opened = await person.post(f"/api/tables/{table}/studies", {"entries": entries}, 201)
    return Seated(person, opened["id"])


async def refused(one: Seated) -> str:
    """The code with which a hint is refused."""
    return await one.refused("hint", asked(await one.position()))


@dataclass(frozen=True)
class Hinted:
    """Somebody who has asked for a hint: thinking takes a second, so several tests look at it."""

    ann: Seated
    before: Json
    """The position that it was asked about."""
    told: Json


@pytest.fixture(scope="module")
async def hinted(house: House) -> Hinted:
    ann = await alone(house)
    before = await ann.position("lang=it")
    return Hinted(ann, before, await ann.post("hint?lang=it", asked(before)))


async def test_a_hint_is_a_choice_with_its_reason(hinted: Hinted) -> None:
    told, choices = hinted.told, {choice["id"]: choice for choice in hinted.before["choices"]}
    found = choices[told["choice"]["id"]]
    assert told["choice"]["entry"] == found["entry"]
    assert told["choice"]["label"] == found["label"]
    assert told["choice"]["consequences"]["choice"] == found["entry"]["choice"]
    assert told["bot"] == "magnate:1.2s"


async def test_a_hint_decides_nothing_and_is_kept_in_the_log(hinted: Hinted) -> None:
    """The game goes on, too: what is in the log beside decisions is no hindrance."""
    ann, before = hinted.ann, hinted.before
    after = await ann.position()
    assert (after["position"], after["entries"]) == (before["position"], before["entries"])
    told = await ann.person.get(f"{ann.path}/log?lang=ru")
    row = told["rows"][-1]
    assert (row["kind"], row["user"]) == ("hint", ann.id)
    assert row["body"] == {
        "position": before["position"],
        "seat": 0,
        "player": "Ann",
        "bot": "magnate:1.2s",
    }
    assert row["sentences"] == ["Ann просит подсказку."]
    done = await ann.send(hinted.told["choice"]["entry"])
    assert done["entries"] == 1
    assert "hint" in await ann.kinds()


async def test_an_old_position_gets_no_hint(house: House) -> None:
    ann = await alone(house)
    position = await ann.position()
    await ann.act({"slot": "factory"})
    assert await ann.refused("hint", asked(position)) == "position/stale"


async def test_who_does_not_decide_gets_no_hint(house: House) -> None:
    ann = await alone(house, public=True)
    sam = Seated(await house.guest("Sam"), ann.table)
    assert await refused(sam) == "seat/not_yours"


# With other people --------------------------------------------------------------------------


async def test_with_people_there_is_no_hint(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", bots=("banker",))
    assert await refused(ann) == "hint/people"
    assert "hint" not in await ann.kinds()


async def test_who_is_away_is_still_a_person(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock={"per": "decision", "seconds": 60})
    await ann.act({"slot": "taxation"})
    await pass_time(house, 100)
    while not (await ann.position())["yours"]:
        await asyncio.sleep(0.05)
    assert (await bob.look())["seats"][1]["away"]
    assert await refused(ann) == "hint/people"


async def test_several_people_at_one_screen_get_no_hint(house: House) -> None:
    ann = await house.guest("Ann")
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Eva"}]
    body = {"game": "imperial2030", "seats": seats, "start": True}
    opened = await ann.post("/api/tables", body, 201)
    assert await refused(Seated(ann, opened["id"])) == "hint/people"


async def test_a_study_of_a_running_game_with_people_gets_no_hint(house: House) -> None:
    """Nor does a study of that study, nor one of somebody who only watches."""
    ann, bob = await seated(house, "Ann", "Bob", public=True)
    study = await study_of(ann.person, ann.table)
    again = await study_of(ann.person, study.table)
    watched = await study_of(await house.guest("Sam"), ann.table)
    for one in (study, again, watched):
        assert await refused(one) == "hint/people"
    vote = await ann.post("vote", {"kind": "end"})
    await bob.post("vote/answer", {"agree": True, "vote": vote["vote"]["number"]})
    assert (await study.post("hint", asked(await study.position())))["choice"]


async def test_a_study_of_ones_own_game_gets_hints(house: House) -> None:
    ann = await alone(house)
    study = await study_of(ann.person, ann.table)
    assert (await study.post("hint", asked(await study.position())))["choice"]
    assert "hint" in await study.kinds()


@pytest.mark.long
async def test_without_processes_for_bots_there_is_no_hint(sqlite_url: str) -> None:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        assert await refused(await alone(house)) == "hint/no_bots"
