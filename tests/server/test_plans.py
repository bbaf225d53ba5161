"""Plans: the server decides for those who have said what, and for nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from rondel.engine import Game
from rondel.server.storage import schema
from rondel.server.storage.rows.plans import Plan
from rondel.server.table.plans import outcomes, standing, would_lose
from tests.server.house import House, Json, opened_house
from tests.server.seated import Seated, seated
from tests.server.waiting import eventually

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    """A house of its own for each test, on either database."""
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def plan(seat: Seated, kind: str, number: int, **more: object) -> list[Json]:
    """Makes a plan, and tells all there are."""
    body = {"kind": kind, "seat": number, **more}
    return list((await seat.post("plans", body, 201))["plans"])


async def plans(seat: Seated) -> list[Json]:
    return list((await seat.person.get(f"{seat.path}/plans"))["plans"])


async def entries(seat: Seated, number: int) -> None:
    """Waits until so many entries are in the record."""

    async def are_there() -> bool:
        return bool((await seat.look())["entries"] >= number)

    await eventually(are_there)


async def test_the_next_space_is_chosen_in_advance(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    [made] = await plan(bob, "slot", 1, nation="china", slot="production_1")
    assert (made["state"], made["nation"], made["slot"]) == ("waiting", "china", "production_1")
    await ann.act(TAX)
    await entries(ann, 2)
    [*_, row] = [row for row in await ann.rows() if row["kind"] == "action"]
    assert row["body"]["entry"]["choice"] == {"slot": "production_1"}
    assert (row["user"], row["body"]["plan"], row["body"]["bot"]) == (bob.id, "slot", None)
    [over] = await plans(bob)
    assert (over["state"], over["entry"]) == ("done", 2)


async def test_a_plan_waits_for_the_turn_of_its_nation(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await plan(ann, "slot", 0, nation="india", slot="taxation")
    assert (await ann.look())["entries"] == 0, "it is the turn of russia"


async def test_if_something_has_changed_one_is_asked(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", options={"donations": "any"})
    await plan(bob, "slot", 1, nation="china", slot="production_1")
    await plan(bob, "slot", 1, nation="brazil", slot="taxation", unchanged=False)
    await ann.give("Ann", "china", 1)
    await ann.act(TAX)

    async def is_over() -> bool:
        return any(one["state"] == "lapsed" for one in await plans(bob))

    await eventually(is_over)
    told = await ann.look()
    assert (told["entries"], told["pending"]["seat"]) == (2, 1)
    assert {(one["nation"], one["state"], one["reason"]) for one in await plans(bob)} == {
        ("china", "lapsed", "changed"),
        ("brazil", "waiting", None),
    }


async def test_a_plan_is_taken_back(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    [made] = await plan(bob, "slot", 1, nation="china", slot="taxation")
    await bob.person.ask("DELETE", f"{bob.path}/plans/{made['id']}", status=204)
    assert await plans(bob) == []
    await ann.act(TAX)
    await house.app.state.server.deputy.sweep()
    assert (await ann.look())["entries"] == 1


async def test_what_a_plan_has_decided_is_taken_back_for_good(house: House) -> None:
    """A plan that holds for longer would decide the same at once."""
    ann, bob = await seated(house, "Ann", "Bob")
    await plan(bob, "slot", 1, nation="china", slot="taxation")
    await ann.act(TAX)
    await entries(ann, 2)
    database = house.app.state.server.database
    async with database.writing() as writing:
        await writing.connection.execute(schema.plans.update().values(state="waiting"))
    await bob.undo(1)
    await house.app.state.server.deputy.sweep()
    assert (await ann.look())["entries"] == 1


async def test_another_plan_about_the_same_takes_its_place(house: House) -> None:
    _, bob = await seated(house, "Ann", "Bob")
    await plan(bob, "slot", 1, nation="china", slot="taxation")
    [made] = await plan(bob, "slot", 1, nation="china", slot="factory")
    assert made["slot"] == "factory"


async def test_nobody_sees_or_ends_the_plans_of_others(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    [made] = await plan(bob, "slot", 1, nation="china", slot="taxation")
    assert await plans(ann) == []
    path = f"{ann.path}/plans/{made['id']}"
    assert await ann.person.refused("DELETE", path) == "plan/unknown"
    assert "plan" not in str(await ann.position())
    cid = Seated(await house.guest("Cid"), ann.table)
    assert await cid.person.refused("GET", f"{cid.path}/plans") == "seat/none"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"kind": "slot", "seat": 0, "nation": "china", "slot": "taxation"}, "plan/not_governed"),
        ({"kind": "slot", "seat": 1, "nation": "china", "slot": "taxation"}, "seat/not_yours"),
        ({"kind": "slot", "seat": 0, "nation": "france", "slot": "taxation"}, "plan/names"),
        ({"kind": "slot", "seat": 0, "nation": "russia", "slot": "nap"}, "plan/names"),
        ({"kind": "pass_invest", "seat": 0, "unless": ["china"]}, "plan/not_governed"),
        ({"kind": "keep_government", "seat": 0, "nation": "russia", "most": 0}, "request/invalid"),
        ({"kind": "dance", "seat": 0}, "request/invalid"),
    ],
)
async def test_a_plan_that_cannot_be_is_refused(house: House, body: Json, code: str) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    assert await ann.refused("plans", body) == code
    assert await plans(ann) == []


async def test_what_a_process_has_left_is_found_by_the_next(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    deputy = house.app.state.server.deputy
    await plan(bob, "slot", 1, nation="china", slot="taxation")
    # As in a process that has not heard of it.
    deputy._planned.clear()
    await ann.act(TAX)
    assert (await ann.look())["entries"] == 1
    await deputy.sweep()
    assert (await ann.look())["entries"] == 2


# By the rules -------------------------------------------------------------------------------


def made(kind: str, **body: object) -> Plan:
    """A plan without a store."""
    told = {"scope": "game", "given": "", **body}
    return Plan("1", "t", "u", 0, kind, told, 0.0)


def moments_of(kind: str, seeds: range) -> list[Game]:
    """Games at a decision of this kind, by chance."""
    found: list[Game] = []
    for seed in seeds:
        game, luck = Game.new("imperial2030", players=["A", "B", "C"], seed=seed), Random(seed)
        while game.decision is not None and len(found) < 60:
            if game.decision.kind == kind:
                found.append(game.copy())
            game.apply(luck.choice(list(game.legal_actions())))
    return found


def test_a_government_in_danger_is_bought_and_no_other() -> None:
    """After what is bought nobody else can take it, or it is back; without danger nothing is."""
    bought = safe = 0
    for game in moments_of("invest", range(12)):
        assert game.decision is not None
        player = game.decision.player
        for nation, government in game.snapshot()["governments"].items():
            if government != player:
                continue
            found = outcomes(game, player, [made("keep_government", nation=nation, most=99)])
            if not would_lose(game, player, nation):
                assert found == []
                safe += 1
            for one in found:
                assert one.entry is not None
                assert one.entry["choice"]["nation"] == nation
                game = game.copy()
                game.apply(one.entry)
                assert not would_lose(game, player, nation)
                bought += 1
                break
            if found:
                break
    assert bought
    assert safe


def test_investing_is_passed_unless_a_government_would_be_lost() -> None:
    passed = asked = 0
    for game in moments_of("invest", range(12)):
        assert game.decision is not None
        player = game.decision.player
        own = [n for n, who in game.snapshot()["governments"].items() if who == player]
        plan = made("pass_invest", unless=own, upgrades_only=False)
        found = outcomes(game, player, [plan])
        if any(would_lose(game, player, nation) for nation in own):
            assert found == []
            asked += 1
        else:
            assert found[0].entry is not None
            assert found[0].entry["choice"] == {"choice": "pass"}
            passed += 1
    assert passed
    assert asked


def test_buying_goes_before_passing() -> None:
    for game in moments_of("invest", range(12)):
        assert game.decision is not None
        player = game.decision.player
        own = [n for n, who in game.snapshot()["governments"].items() if who == player]
        buying = [made("keep_government", nation=nation, most=99) for nation in own]
        passing = made("pass_invest", unless=[], upgrades_only=False)
        alone = [one.entry for one in outcomes(game, player, buying)]
        both = [one.entry for one in outcomes(game, player, [passing, *buying])]
        if alone:
            assert both[-1] == alone[-1]
        else:
            assert both[-1] is not None
            assert both[-1]["choice"] == {"choice": "pass"}


def test_an_answer_for_a_round_lapses_with_it() -> None:
    [game, *_] = moments_of("battle_demand", range(30))
    assert game.decision is not None
    player = game.decision.player
    [now] = outcomes(
        game, player, [made("decline_battles", scope="round", given=str(game.state.round))]
    )
    assert now.entry is not None
    assert now.entry["choice"]["demand"] is False
    [old] = outcomes(game, player, [made("decline_battles", scope="round", given="0")])
    assert (old.entry, old.lapsed) == (None, "passed")


def test_others_turns_change_nothing_for_who_is_not_concerned() -> None:
    game = Game.new("imperial2030", players=["A", "B"], seed=1)
    before = standing(game, "B", "china")
    game.apply({"decision": "choose_slot", "choice": {"slot": "production_1"}})
    assert standing(game, "B", "china") == before
