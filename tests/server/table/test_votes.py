"""What people at a table agree on: a pause, going on, an end without result."""

from __future__ import annotations

import pytest

from tests.server.house import House, Json
from tests.server.seated import Seated, pass_time, seated

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}


async def propose(player: Seated, kind: str) -> Json:
    """Puts something to the vote; gives the table."""
    return await player.post("vote", {"kind": kind})


async def answer(player: Seated, agree: bool = True) -> Json:
    """Answers what is put to the vote; gives the table."""
    return await player.post("vote/answer", {"agree": agree})


async def outcomes(player: Seated) -> list[str | None]:
    """How the votes of a table have gone, None for those who have agreed meanwhile."""
    return [row["body"]["outcome"] for row in await player.rows() if row["kind"] == "vote"]


# Who must agree -----------------------------------------------------------------------------


async def test_a_pause_needs_more_than_half(house: House) -> None:
    ann, bob, _ = await seated(house, "Ann", "Bob", "Cy")
    asked = await propose(ann, "pause")
    assert (asked["paused"], asked["vote"]["missing"]) == (False, 1)
    done = await answer(bob)
    assert (done["paused"], done["vote"]) == (True, None)
    assert await outcomes(ann) == [None, "carried"]


async def test_half_is_not_enough(house: House) -> None:
    ann, bob, cy, _ = await seated(house, "Ann", "Bob", "Cy", "Di")
    assert (await propose(ann, "pause"))["vote"]["missing"] == 2
    assert (await answer(bob))["vote"]["missing"] == 1
    assert (await answer(cy))["paused"]


async def test_an_end_needs_everybody(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await propose(ann, "end")
    half = await answer(bob)
    assert (half["vote"]["yes"], half["vote"]["waits_for"]) == ([ann.id, bob.id], [cy.id])
    done = await answer(cy)
    assert (done["status"], done["result"], done["pending"]) == ("ended", None, None)


async def test_bots_have_no_say(house: House) -> None:
    [ann] = await seated(house, "Ann", bots=("banker", "random"))
    assert (await propose(ann, "pause"))["paused"]
    assert not (await propose(ann, "resume"))["paused"]
    assert (await propose(ann, "end"))["status"] == "ended"


async def test_who_holds_several_seats_has_one_vote(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    opened = await ann.open_table("me", "me", "open")
    here, there = Seated(ann, opened["id"]), Seated(bob, opened["id"])
    await there.post("seats/2/take")
    await here.post("start")
    assert (await propose(here, "pause"))["vote"]["waits_for"] == [bob.id]


async def test_one_who_declines_ends_any_vote(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await propose(ann, "pause")
    assert (await answer(cy, agree=False))["vote"] is None
    assert await outcomes(ann) == [None, "declined"]
    assert (await propose(bob, "pause"))["vote"]["by"] == bob.id


async def test_who_has_proposed_may_withdraw(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await propose(ann, "end")
    assert (await answer(ann, agree=False))["vote"] is None


async def test_to_agree_twice_counts_once(house: House) -> None:
    ann, _, _ = await seated(house, "Ann", "Bob", "Cy")
    await propose(ann, "end")
    again = await answer(ann)
    assert (again["status"], again["vote"]["yes"]) == ("running", [ann.id])


# What cannot be voted on --------------------------------------------------------------------


async def test_one_vote_at_a_time(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await propose(ann, "pause")
    assert await bob.refused("vote", {"kind": "end"}) == "vote/pending"


async def test_answer_counts_for_the_vote_it_was_meant_for(house: House) -> None:
    """Bob still sees the pause while Ann, after Cy has declined, proposes to end the game."""
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    seen = (await propose(ann, "pause"))["vote"]["number"]
    await answer(cy, agree=False)
    await propose(ann, "end")
    assert await bob.refused("vote/answer", {"vote": seen, "agree": True}) == "vote/none"
    assert (await bob.look())["vote"]["yes"] == [ann.id]


async def test_there_must_be_something_to_vote_on(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    assert await ann.refused("vote/answer", {"agree": True}) == "vote/none"
    assert await ann.refused("vote", {"kind": "resume"}) == "vote/pointless"


async def test_what_is_paused_is_not_paused_again(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await propose(ann, "pause")
    await answer(bob)
    assert await ann.refused("vote", {"kind": "pause"}) == "vote/pointless"


async def test_only_players_of_a_running_game_vote(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    sam = Seated(await house.guest("Sam"), ann.table)
    assert await sam.refused("vote", {"kind": "end"}) == "seat/none"
    await propose(ann, "end")
    assert await sam.refused("vote/answer", {"agree": True}) == "seat/none"
    await answer(bob)
    assert await ann.refused("vote", {"kind": "pause"}) == "table/not_running"


# While a vote is pending --------------------------------------------------------------------


async def test_game_goes_on_while_people_vote(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await propose(bob, "end")
    await ann.act(TAX)
    assert (await ann.look())["vote"]["kind"] == "end"


async def test_who_leaves_has_no_say_any_more(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await propose(ann, "end")
    await answer(bob)
    done = await cy.post("seats/2/leave")
    assert (done["status"], done["vote"]) == ("ended", None)


async def test_wish_of_one_who_leaves_is_forgotten(house: House) -> None:
    ann, _, _ = await seated(house, "Ann", "Bob", "Cy")
    await propose(ann, "pause")
    assert (await ann.post("seats/0/leave"))["vote"] is None
    assert await outcomes(ann) == [None, "overtaken"]


async def test_an_undo_is_asked_for_again_when_somebody_has_left(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await ann.act(TAX)
    await bob.act(TAX)
    await ann.undo()
    await bob.post("vote/answer", {"agree": True})
    left = await cy.post("seats/2/leave")
    assert (left["vote"], left["entries"]) == (None, 2)


async def test_who_takes_over_a_seat_is_asked_too(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await cy.post("seats/2/leave")
    await propose(ann, "end")
    di = Seated(await house.guest("Di"), ann.table)
    await di.post("seats/2/take")
    assert (await answer(bob))["vote"]["waits_for"] == [di.id]
    assert (await answer(di))["status"] == "ended"


async def test_who_is_away_holds_nobody_up(house: House) -> None:
    clock = {"per": "decision", "seconds": 60}
    ann, bob = await seated(house, "Ann", "Bob", clock=clock)
    await propose(bob, "end")
    await pass_time(house, 61)
    assert (await ann.look())["seats"][0]["away"]
    assert (await bob.look())["status"] == "ended"


# Pause --------------------------------------------------------------------------------------


async def test_nobody_decides_in_a_pause(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await propose(ann, "pause")
    await answer(bob)
    body = {"position": 0, "entry": {"choice": TAX}}
    assert await ann.refused("actions", body) == "table/paused"
    await propose(bob, "resume")
    await answer(ann)
    await ann.act(TAX)
    assert (await ann.kinds())[-5:] == ["paused", "vote", "vote", "resumed", "action"]


# The end ------------------------------------------------------------------------------------


async def test_ended_game_shows_everything_and_asks_nothing(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", options={"secret_cash": True})
    await ann.act(TAX)
    assert set((await ann.position())["snapshot"]["cash"]) == {"Ann"}
    await propose(ann, "end")
    await answer(bob)
    sam = Seated(await house.guest("Sam"), ann.table)
    told = await sam.position()
    assert set(told["snapshot"]["cash"]) == {"Ann", "Bob"}
    assert (told["choices"], told["pending"], told["yours"]) == ([], None, False)
    past = await sam.person.get(f"{sam.path}/positions/0")
    assert set(past["snapshot"]["cash"]) == {"Ann", "Bob"}


@pytest.mark.long
async def test_ended_while_paused_is_not_paused(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    for kind in ("pause", "end"):
        await propose(ann, kind)
        await answer(bob)
    assert not (await ann.look())["paused"]
