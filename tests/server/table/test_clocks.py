"""Time to think: for each decision or for each player, and what happens when it is up."""

from __future__ import annotations

import pytest

from rondel.server.model.table import STAND_IN, Draft
from rondel.server.table import authority
from rondel.server.table.clocks import GRACE
from tests.server.house import House, Json
from tests.server.seated import Seated, pass_time, seated

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}
IMPORT: Json = {"slot": "import"}
ARMY: Json = {"province": "moscow", "unit": "army"}

PER_DECISION: Json = {"per": "decision", "seconds": 60}
PER_PLAYER: Json = {"per": "player", "seconds": 600, "increment": 10}


async def left(house: House, player: Seated) -> float | None:
    """Seconds that are left for the pending decision."""
    deadline = (await player.look())["pending"]["deadline"]
    return None if deadline is None else deadline - house.clock.now


async def time_of(player: Seated, seat: int) -> float | None:
    """Seconds on the clock of a seat, without those that run now."""
    told: float | None = (await player.look())["seats"][seat]["time_left"]
    return told


async def let_bot_decide(house: House, table: str, choice: Json) -> None:
    """A bot answers the pending decision, as the steward would write it down."""
    tables, now = house.app.state.server.tables, house.clock.now

    def make(draft: Draft) -> None:
        authority.act_for_bot(draft, draft.position, {"choice": choice}, "banker", now)

    await tables.change(table, make)


# Running ------------------------------------------------------------------------------------


async def test_without_clock_there_is_no_deadline(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    pending = (await ann.look())["pending"]
    assert (pending["deadline"], pending["left"]) == (None, None)
    assert await time_of(ann, 0) is None


async def test_each_decision_has_its_time(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    assert await left(house, ann) == 60
    house.clock.now += 25
    await ann.act(TAX)
    assert await left(house, ann) == 60
    told = await ann.look()
    assert (told["pending"]["seat"], told["pending"]["since"]) == (1, house.clock.now)
    assert told["now"] == house.clock.now


async def test_each_player_has_time_for_the_whole_game(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock=PER_PLAYER)
    house.clock.now += 100
    await ann.act(IMPORT)
    assert await left(house, ann) == 600 - 100 + 10
    house.clock.now += 50
    await ann.act({"done": True})
    assert await time_of(ann, 0) == 600 - 100 + 10 - 50 + 10
    assert (await bob.position())["clocks"] == [470, 600]
    assert await left(house, ann) == 600
    await bob.act(TAX)
    assert await left(house, ann) == 470


async def test_a_donation_does_not_touch_the_clock(house: House) -> None:
    for clock in (PER_DECISION, PER_PLAYER):
        ann, _ = await seated(house, "Ann", "Bob", clock=clock)
        house.clock.now += 30
        await ann.give("Ann", "russia", 1)
        assert await left(house, ann) == clock["seconds"] - 30


async def test_bots_have_no_clock(house: House) -> None:
    [ann] = await seated(house, "Ann", bots=("banker",), clock=PER_DECISION)
    await ann.act(TAX)
    told = await ann.look()
    assert (told["pending"]["seat"], told["pending"]["deadline"]) == (1, None)


# Time is up ---------------------------------------------------------------------------------


async def test_a_bot_decides_when_time_is_up(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    await pass_time(house, 59)
    assert not (await ann.look())["seats"][0]["away"]
    await pass_time(house, 1)
    told = await bob.look()
    seat = told["seats"][0]
    assert (seat["away"], seat["bot"], seat["user"]) == (True, STAND_IN, ann.id)
    assert told["pending"]["deadline"] is None
    assert (await bob.rows())[-1]["kind"] == "away"
    assert not (await bob.look())["seats"][1]["away"]


async def test_who_is_away_finds_no_table_that_waits_for_him(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    [waiting] = (await ann.person.get("/api/tables?list=mine"))["tables"]
    assert waiting["waits_for_you"]
    await pass_time(house, 60)
    [playing] = (await ann.person.get("/api/tables?list=mine"))["tables"]
    assert not playing["waits_for_you"]


async def test_the_bot_decides_until_the_owner_returns(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    await pass_time(house, 60)
    await let_bot_decide(house, ann.table, IMPORT)
    told = await ann.look()
    assert (told["seats"][0]["away"], told["pending"]["deadline"]) == (True, None)
    back = await ann.post("return")
    assert (back["seats"][0]["away"], back["seats"][0]["bot"]) == (False, None)
    assert await left(house, ann) == 60
    assert (await ann.kinds())[-2:] == ["action", "back"]
    await ann.act(ARMY)


async def test_who_decides_is_back(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    await pass_time(house, 60)
    await ann.act(TAX)
    assert not (await ann.look())["seats"][0]["away"]
    assert (await ann.kinds())[-3:] == ["away", "back", "action"]


async def test_who_returns_with_no_time_has_a_little(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock=PER_PLAYER)
    await pass_time(house, 600)
    assert await time_of(ann, 0) == 0
    await ann.post("return")
    assert await left(house, ann) == GRACE
    house.clock.now += 20
    await ann.act(TAX)
    assert await time_of(bob, 0) == GRACE - 20 + 10


async def test_who_is_not_away_gains_nothing_by_returning(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    house.clock.now += 30
    rows = len(await ann.rows())
    await ann.post("return")
    assert (await left(house, ann), len(await ann.rows())) == (30, rows)


# Pause --------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [PER_DECISION, PER_PLAYER])
async def test_a_pause_stops_the_clocks(house: House, clock: Json) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock=clock)
    house.clock.now += 20
    await ann.post("vote", {"kind": "pause"})
    await bob.post("vote/answer", {"agree": True})
    await pass_time(house, 10_000)
    told = await ann.look()
    assert (told["pending"]["deadline"], told["pending"]["left"]) == (None, clock["seconds"] - 20)
    assert not told["seats"][0]["away"]
    await ann.post("vote", {"kind": "resume"})
    await bob.post("vote/answer", {"agree": True})
    assert await left(house, ann) == clock["seconds"] - 20
    told = await ann.look()
    assert (house.clock.now - told["pending"]["since"], told["pending"]["left"]) == (20, None)


async def test_nobody_gains_time_who_takes_over_in_a_pause(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    await ann.post("vote", {"kind": "pause"})
    await bob.post("vote/answer", {"agree": True})
    await ann.post("seats/0/leave")
    house.clock.now += 500
    cy = Seated(await house.guest("Cy"), ann.table)
    await cy.post("seats/0/take")
    house.clock.now += 500
    await cy.post("vote", {"kind": "resume"})
    await bob.post("vote/answer", {"agree": True})
    assert await left(house, bob) == 60


# Taking back --------------------------------------------------------------------------------


async def test_decision_put_again_has_the_time_that_was_left(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    for _ in range(3):
        house.clock.now += 10
        await ann.act(TAX)
        house.clock.now += 40
        await ann.undo()
    assert await left(house, ann) == 60 - 3 * 10


async def test_each_decision_of_a_chain_has_the_time_that_was_left(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    house.clock.now += 10
    await ann.act(IMPORT)
    house.clock.now += 20
    await ann.act(ARMY)
    await ann.undo()
    assert await left(house, ann) == 40
    await ann.undo()
    assert await left(house, ann) == 50


async def test_increments_are_taken_back_too(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", clock=PER_PLAYER)
    for _ in range(5):
        house.clock.now += 1
        await ann.act(TAX)
        await ann.undo()
    assert await left(house, ann) == 600 - 5
    assert await time_of(ann, 1) == 600


async def test_interrupted_player_has_used_his_time(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock=PER_PLAYER)
    await ann.act(TAX)
    house.clock.now += 30
    await ann.undo()
    assert await time_of(bob, 1) == 570
    assert await left(house, ann) == 600


async def test_gift_taken_back_leaves_the_clock_running(house: House) -> None:
    for clock in (PER_DECISION, PER_PLAYER):
        ann, _ = await seated(house, "Ann", "Bob", clock=clock)
        house.clock.now += 10
        await ann.give("Ann", "russia", 1)
        house.clock.now += 10
        await ann.undo()
        assert await left(house, ann) == clock["seconds"] - 20


async def test_decision_taken_back_with_a_gift_before_it_keeps_its_time(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", clock=PER_DECISION)
    house.clock.now += 10
    await ann.give("Ann", "russia", 1)
    house.clock.now += 10
    await ann.act(TAX)
    house.clock.now += 30
    await ann.undo(to=0)
    assert await left(house, ann) == 40


# Leaving ------------------------------------------------------------------------------------


async def test_who_resigns_leaves_the_seat_to_a_bot(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock=PER_DECISION, public=False)
    left_behind = await ann.post("seats/0/leave")
    seat = left_behind["seats"][0]
    assert (seat["user"], seat["bot"], seat["offered"]) == (None, STAND_IN, True)
    assert seat["name"] == "Ann"
    assert left_behind["pending"]["deadline"] is None
    assert await ann.refused("actions", {"position": 0, "entry": {"choice": TAX}}) == (
        "seat/not_yours"
    )
    await let_bot_decide(house, ann.table, TAX)
    await bob.act(TAX)


async def test_seat_that_was_left_is_taken_with_the_invite(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock=PER_PLAYER, public=False)
    invite = (await bob.look())["invite"]
    house.clock.now += 590
    await ann.post("seats/0/leave")
    cy = Seated(await house.guest("Cy"), ann.table)
    assert await cy.refused("seats/0/take") == "table/unknown"
    taken = await cy.post(f"seats/0/take?invite={invite}")
    seat = taken["seats"][0]
    assert (seat["name"], seat["user"], seat["bot"]) == ("Ann", cy.id, None)
    assert (seat["offered"], seat["yours"]) == (False, True)
    assert await left(house, cy) == GRACE
    await cy.act(TAX)
    assert await ann.refused("seats/0/take") == "seat/taken"


async def test_who_has_left_may_sit_down_again(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", public=False)
    await ann.post("seats/0/leave")
    await ann.post("seats/0/take")
    await ann.act(TAX)


async def test_nobody_takes_a_seat_that_is_held(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", bots=("banker",), clock=PER_DECISION)
    sam = Seated(await house.guest("Sam"), ann.table)
    await pass_time(house, 60)
    for seat in (0, 1, 2):
        assert await sam.refused(f"seats/{seat}/take") == "seat/taken"
    assert await sam.refused("seats/0/leave") == "seat/not_yours"
