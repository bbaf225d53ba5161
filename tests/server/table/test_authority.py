"""Deciding: by the right person, on the right position, by the rules."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.positions import GAMES, game_at
from tests.server.house import House, Json, opened_house
from tests.server.seated import Seated, dealt, seated

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}
FACTORY: Json = {"slot": "factory"}


def on(position: int, choice: Json, **entry: Any) -> Json:
    """An action as it is sent."""
    return {"position": position, "entry": {"choice": choice, **entry}}


def gift(player: str, nation: str, amount: object) -> Json:
    choice = {"nation": nation, "amount": amount}
    return {"decision": "donate", "actor": player, "choice": choice}


async def answered(player: Seated, body: Json) -> httpx.Response:
    return await player.person.client.post(f"{player.path}/actions", json=body)


# Deciding -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_decision_is_answered_with_what_it_has_become(house: House, game: str) -> None:
    ann = await house.guest("Ann")
    here = Seated(ann, (await ann.open_table("me", "me", game=game, start=True))["id"])
    before = await here.look()
    done = await here.act(TAX)
    assert done == {"position": 1, "entries": 1, "seq": before["seq"] + 1}
    row = (await here.rows())[-1]
    assert (row["kind"], row["user"], row["seq"]) == ("action", ann.id, done["seq"])
    body = row["body"]
    assert (body["position"], body["number"], body["bot"]) == (1, 1, None)
    assert (body["entry"]["choice"], body["events"][0]["event"]) == (TAX, "marker_placed")


async def test_position_tells_who_decides_what(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    mine, his = await ann.position(), await bob.position()
    pending = {"seat": 0, "decision": "choose_slot", "nation": "russia", "since": house.clock.now}
    assert mine["pending"] == his["pending"] == {**pending, "deadline": None, "left": None}
    assert (mine["yours"], his["yours"]) == (True, False)
    assert (mine["viewer"], his["viewer"]) == ("Ann", "Bob")
    assert [choice["entry"]["choice"]["slot"] for choice in mine["choices"]][:2] == [
        "factory",
        "production_1",
    ]


async def test_consequences_come_with_the_choices_to_who_decides(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    mine, his = await ann.person.position(ann.table), await bob.person.position(bob.table)
    assert all(choice["consequences"]["price"] == 0 for choice in mine["choices"])
    assert not any("consequences" in choice for choice in his["choices"])
    assert mine["facts"]["order"]["nations"][0]["player"] == "Ann"
    asked = {"position": 0, "entries": [{"choice": TAX}]}
    [told] = (await bob.post("consequences", asked))["consequences"]
    assert told["next"]["actor"] == "Bob"


async def test_plan_tells_what_comes_after_and_does_nothing(house: House) -> None:
    """Units are imported one by one, but planned together."""
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act({"slot": "import"})
    before = await ann.person.position(ann.table)
    army: Json = {"choice": {"province": "moscow", "unit": "army"}}
    asked: Json = {"position": before["position"], "entries": [army]}
    told = await ann.post("plan?lang=it", asked)
    assert told["facts"]["action"]["units"] == before["facts"]["action"]["units"] - 1
    assert told["choices"][0]["label"]
    assert army["choice"] in [choice["entry"]["choice"] for choice in told["choices"]]
    most: Json = {**asked, "entries": [army] * before["facts"]["action"]["units"]}
    assert (await ann.post("plan", most))["choices"] == []
    beyond = {**asked, "entries": [*most["entries"], army]}
    taken = [(await ann.post("plan", wanted))["taken"] for wanted in (asked, most, beyond)]
    assert taken == [1, len(most["entries"]), len(most["entries"])], "the last would come too late"
    assert await ann.person.position(ann.table) == before
    assert await bob.refused("plan", asked) == "seat/not_yours"


@pytest.mark.long
async def test_plan_must_be_legal_and_tells_nothing_of_others(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    build: Json = {"choice": {"province": "moscow"}}
    assert await ann.refused("plan", {"position": 0, "entries": [build]}) == "action/malformed"
    moved = await ann.post("plan", {"position": 0, "entries": [{"choice": {"slot": "factory"}}]})
    assert moved == {"taken": 1, "choices": [], "refused": [], "facts": None}
    await ann.act({"slot": "import"})
    now = (await ann.person.position(ann.table))["position"]
    army: Json = {"choice": {"province": "moscow", "unit": "army"}}
    told = await ann.post("plan", {"position": now, "entries": [army, build, army]})
    assert told["taken"] == 1, "the second is no import"
    assert told["choices"]
    gift: Json = {"decision": "donate", "actor": "Bob", "choice": {"nation": "china", "amount": 1}}
    assert await ann.refused("plan", {"position": now, "entries": [gift]}) == "seat/not_yours"


async def test_entry_may_name_who_decides_what_for_whom(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.send({"decision": "choose_slot", "actor": "Ann", "nation": "russia", "choice": TAX})
    assert (await ann.look())["entries"] == 1


async def test_who_holds_several_seats_decides_for_each_of_them(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    options = {"assignment": dealt(["Ann", "Ann 2", "Bob"])}
    opened = await ann.open_table("me", "me", "open", options=options)
    here, there = Seated(ann, opened["id"]), Seated(bob, opened["id"])
    await there.post("seats/2/take")
    await here.post("start")
    for viewer in ("Ann", "Ann 2"):
        told = await here.position()
        assert (told["viewer"], told["yours"]) == (viewer, True)
        await here.act(TAX)
    assert (await here.position())["viewer"] == "Ann"
    assert (await here.position("seat=1"))["viewer"] == "Ann 2"
    assert (await here.position("seat=2"))["viewer"] == "Ann"
    await there.act(TAX)


# What is refused ----------------------------------------------------------------------------


async def test_stale_action_brings_the_current_position(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    answer = await answered(bob, on(0, TAX))
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert (error["code"], error["position"]) == ("position/stale", 1)
    assert error["current"] == await bob.person.position(bob.table)
    await bob.act(TAX, error["current"]["position"])


async def test_illegal_action_is_refused_with_code_and_clause(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.act(FACTORY)
    answer = await answered(ann, on(1, {"province": "moscow"}))
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["clause"]) == ("factory/already_built", "R-FAC-1")
    assert "Moscow" in error["message"]
    assert (await ann.look())["position"] == 1


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({}, "action/malformed"),
        ({"choice": None}, "action/malformed"),
        ({"choice": {"slot": "casino"}}, "action/malformed"),
        ({"choice": TAX, "note": 1}, "action/malformed"),
        ({"choice": TAX, "nation": "china"}, "game/other_nation"),
        ({"choice": TAX, "actor": "Bob"}, "game/other_player"),
        ({"choice": TAX, "decision": "invest"}, "game/other_decision"),
    ],
)
async def test_what_does_not_answer_the_question_is_refused(
    house: House, entry: Json, code: str
) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    assert await ann.refused("actions", {"position": 0, "entry": entry}) == code
    assert (await ann.look())["position"] == 0


async def test_nobody_decides_for_another(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    sam = Seated(await house.guest("Sam"), ann.table)
    for player in (bob, sam):
        assert await player.refused("actions", on(0, TAX)) == "seat/not_yours"
    await ann.act(TAX)
    assert await ann.refused("actions", on(1, TAX)) == "seat/not_yours"


async def test_before_the_start_there_is_nothing_to_decide(house: House) -> None:
    ann = await house.guest("Ann")
    here = Seated(ann, (await ann.open_table("me", "open"))["id"])
    assert await here.refused("actions", on(0, TAX)) == "table/not_running"
    assert await ann.refused("GET", f"{here.path}/position") == "table/not_started"
    assert await here.refused("consequences", {"position": 0, "entries": [{"choice": TAX}]}) == (
        "table/not_started"
    )


async def test_one_of_many_who_decide_at_once_is_heard(database_url: str) -> None:
    async with opened_house(database_url, bot_processes=0) as house:
        ann, _ = await seated(house, "Ann", "Bob")
        sent = [answered(ann, on(0, choice)) for choice in (TAX, FACTORY) for _ in range(8)]
        answers = await asyncio.gather(*sent)
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [200] + [409] * 15
        assert (await ann.look())["entries"] == 1


# Donations ----------------------------------------------------------------------------------


async def test_who_decides_may_give_to_nations_he_governs(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    assert (await ann.person.position(ann.table))["facts"]["donations"] == {
        "Ann": {"most": 2, "nations": ["russia", "india", "usa"]}
    }
    await ann.give("Ann", "usa", 2)
    told = await ann.position()
    assert (told["position"], told["entries"]) == (1, 1)
    assert (told["yours"], told["pending"]["decision"]) == (True, "choose_slot")
    assert told["snapshot"]["cash"]["Ann"] == 0
    assert told["snapshot"]["treasuries"]["usa"] == 13


async def test_donations_are_refused_by_the_rules(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    for entry, code in (
        (gift("Ann", "china", 1), "donate/not_yours"),
        (gift("Ann", "russia", 3), "donate/cash_too_low"),
        (gift("Ann", "russia", 0), "action/malformed"),
        (gift("Ann", "russia", "all"), "action/malformed"),
    ):
        assert await ann.refused("actions", {"position": 0, "entry": entry}) == code
    not_asked = {"position": 0, "entry": gift("Bob", "china", 1)}
    assert await bob.refused("actions", not_asked) == "donate/not_asked"


async def test_nobody_gives_away_the_cash_of_another(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", options={"donations": "any"})
    for entry, code in (
        (gift("Ann", "russia", 1), "seat/not_yours"),
        (gift("Zoe", "russia", 1), "seat/unknown"),
        ({**gift("Ann", "russia", 1), "actor": None}, "seat/unknown"),
    ):
        assert await bob.refused("actions", {"position": 0, "entry": entry}) == code
    assert (await ann.look())["position"] == 0


async def test_with_any_others_give_beside_a_decision(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", options={"donations": "any"})
    await bob.give("Bob", "russia", 1)
    told = await ann.position()
    assert (told["yours"], told["snapshot"]["treasuries"]["russia"]) == (True, 12)
    assert await ann.refused("actions", on(0, TAX)) == "position/stale"
    await ann.act(TAX, told["position"])


async def test_gift_that_leaves_no_choice_has_decided(house: House) -> None:
    """Who gives away all his cash cannot invest: the card passes him by."""
    ann, bob = await seated(house, "Ann", "Bob", clock={"per": "decision", "seconds": 60})
    await ann.act({"slot": "investor"})
    told = await bob.position()
    assert told["pending"]["decision"] == "invest"
    house.clock.now += 20
    await bob.give("Bob", "china", told["snapshot"]["cash"]["Bob"])
    now = await bob.look()
    decision = (await bob.position())["snapshot"]["decision"]
    assert decision["decision"] != "invest"
    assert now["pending"]["decision"] == decision["decision"]
    assert now["seats"][now["pending"]["seat"]]["name"] == decision["actor"]
    assert now["pending"]["deadline"] == house.clock.now + 60
    await bob.undo()
    again = await bob.look()
    assert (again["pending"]["seat"], again["pending"]["decision"]) == (1, "invest")
    assert again["pending"]["deadline"] == house.clock.now + 40


# The end ------------------------------------------------------------------------------------


async def before_the_end(house: House) -> list[Seated]:
    """Two people in a game that the next taxation ends."""
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    flags = {"russia": ["north_pacific", "sea_of_japan", "ukraine", "turkey"]}
    secret = {"secret_cash": True}
    game = game_at("russia", players=2, power={"russia": 24}, flags=flags, options=secret)
    opened = await ann.post("/api/records", game.record(), 201)
    here, there = Seated(ann, opened["id"]), Seated(bob, opened["id"])
    await here.post("seats/1/leave")
    await there.post(f"seats/1/take?invite={opened['invite']}")
    return [here, there]


async def test_game_is_over_when_the_rules_say_so(house: House) -> None:
    ann, bob = await before_the_end(house)
    assert set((await bob.position())["snapshot"]["cash"]) == {"B"}
    await ann.act(TAX)
    told = await bob.look()
    assert (told["status"], told["ended_at"]) == ("finished", house.clock.now)
    assert (told["pending"], told["vote"], told["round"]) == (None, None, 2)
    assert (await bob.kinds())[-2:] == ["action", "finished"]
    last = await bob.position()
    assert (last["choices"], last["yours"]) == ([], False)
    assert last["snapshot"]["result"] == told["result"] == (await bob.rows())[-1]["body"]["result"]
    assert set(last["snapshot"]["cash"]) == {"A", "B"}


@pytest.mark.long
async def test_after_the_end_nobody_decides_or_votes(house: House) -> None:
    ann, bob = await before_the_end(house)
    await bob.post("vote", {"kind": "pause"})
    await ann.act(TAX)
    assert (await ann.look())["vote"] is None
    for what, body in (
        ("actions", on(1, TAX)),
        ("undo", {"position": 1}),
        ("vote", {"kind": "pause"}),
        ("vote/answer", {"agree": True}),
        ("return", {}),
        ("seats/0/leave", {}),
    ):
        assert await ann.refused(what, body) == "table/not_running"
