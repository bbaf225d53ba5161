"""Taking back: step by step while it is one's own business, else by consent."""

from __future__ import annotations

import pytest

from rondel.server.model.passages import CHECKPOINT_EVERY
from tests.server.house import House, Json, opened_house
from tests.server.seated import Seated, dealt, seated

pytestmark = pytest.mark.anyio

IMPORT: Json = {"slot": "import"}
TAX: Json = {"slot": "taxation"}
INVESTOR: Json = {"slot": "investor"}
ARMY: Json = {"province": "moscow", "unit": "army"}
FLEET: Json = {"province": "murmansk", "unit": "fleet"}
DONE: Json = {"done": True}


async def prospect(player: Seated) -> Json:
    """What the position tells about taking back."""
    told: Json = (await player.position())["undo"]
    del told["free"]
    return told


def free(to: int) -> Json:
    return {"possible": True, "to": to, "asks": [], "reason": None}


def consent(to: int, *asks: Seated, reason: str = "undo/others_decided") -> Json:
    return {"possible": True, "to": to, "asks": [person.id for person in asks], "reason": reason}


def off(reason: str) -> Json:
    return {"possible": False, "to": None, "asks": [], "reason": reason}


# One's own chain ----------------------------------------------------------------------------


async def test_own_chain_is_taken_back_step_by_step(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    before = [await ann.position()]
    for choice in (IMPORT, ARMY, FLEET, DONE):
        await ann.act(choice)
        before.append(await ann.position())
    for entries in (3, 2, 1, 0):
        assert await prospect(ann) == free(entries)
        assert (await ann.undo())["entries"] == entries
        now, then = await ann.position(), before[entries]
        assert (now["snapshot"], now["choices"]) == (then["snapshot"], then["choices"])
    assert await prospect(ann) == off("undo/nothing")
    assert await ann.refused_undo() == "undo/nothing"


async def test_how_far_one_gets_back_without_asking_is_told(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    assert (await ann.position())["undo"]["free"] is None
    await ann.act(TAX)
    assert (await ann.position())["undo"]["free"] == 0
    await bob.act(IMPORT)
    assert (await bob.position())["undo"]["free"] == (await ann.position())["undo"]["free"] - 1 == 1


async def test_a_whole_chain_is_taken_back_at_once(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    for choice in (IMPORT, ARMY, FLEET):
        await ann.act(choice)
    assert (await ann.undo(to=0))["entries"] == 0
    assert (await ann.position())["pending"]["decision"] == "choose_slot"
    assert (await ann.rows())[-1]["user"] == ann.id


async def test_nothing_lies_beyond_the_last_entry(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    for to in (1, 2, 99):
        assert await ann.refused_undo(to) == "undo/nothing"


async def test_turn_of_the_next_is_no_hindrance_before_he_decides(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    assert (await bob.position())["yours"]
    assert await prospect(ann) == free(0)
    assert await prospect(bob) == off("undo/nothing")
    await ann.undo()
    assert (await ann.position())["yours"]


async def test_number_of_the_position_grows_with_undo_and_redo(house: House) -> None:
    """What was made on a position that looks the same is stale all the same."""
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    seen = (await bob.position())["position"]
    await ann.undo()
    await ann.act(TAX)
    now = await bob.position()
    assert now["position"] == seen + 2
    old = {"position": seen, "entry": {"choice": TAX}}
    assert await bob.refused("actions", old) == "position/stale"
    assert await bob.refused("undo", {"position": seen}) == "position/stale"
    await bob.act(TAX, now["position"])


async def test_what_is_taken_back_is_in_the_log_but_not_in_the_record(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await ann.undo()
    await ann.act(IMPORT)
    record = await ann.person.get(f"{ann.path}/record")
    assert [entry["choice"] for entry in record["actions"]] == [IMPORT]
    assert (await ann.kinds())[-3:] == ["action", "undone", "action"]


async def test_all_seats_of_one_person_are_one_chain(house: House) -> None:
    """Hot-seat: there is nobody else to ask."""
    ann = await house.guest("Ann")
    wanted = {"options": {"assignment": dealt(["Ann", "Ann 2"])}, "start": True}
    opened = await ann.open_table("me", "me", **wanted)
    here = Seated(ann, opened["id"])
    for _ in range(3):
        await here.act(TAX)
    for entries in (2, 1, 0):
        assert await prospect(here) == free(entries)
        assert (await here.undo())["entries"] == entries


# By consent ---------------------------------------------------------------------------------


async def test_others_are_asked_once_somebody_else_has_decided(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await ann.act(TAX)
    await bob.act(TAX)
    assert await prospect(ann) == consent(0, bob, cy)
    assert await prospect(bob) == free(1)
    asked = await ann.undo()
    assert asked["entries"] == 2
    vote = asked["vote"]
    assert (vote["kind"], vote["by"], vote["to"]) == ("undo", ann.id, 0)
    assert (vote["waits_for"], vote["missing"]) == ([bob.id, cy.id], 2)
    assert (await bob.post("vote/answer", {"agree": True}))["entries"] == 2
    done = await cy.post("vote/answer", {"agree": True, "vote": vote["number"]})
    assert (done["entries"], done["vote"]) == (0, None)
    assert (await ann.kinds())[-4:] == ["vote", "vote", "vote", "undone"]
    assert (await ann.rows())[-1]["user"] == ann.id


async def test_one_who_declines_ends_it(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await ann.act(TAX)
    await bob.act(TAX)
    await ann.undo()
    declined = await bob.post("vote/answer", {"agree": False})
    assert (declined["vote"], declined["entries"]) == (None, 2)
    assert (await ann.rows())[-1]["body"]["outcome"] == "declined"
    assert await cy.refused("vote/answer", {"agree": True}) == "vote/none"


async def test_game_that_goes_on_overtakes_the_question(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await ann.act(TAX)
    await bob.act(TAX)
    await ann.undo()
    assert (await cy.position())["yours"]
    await cy.act(TAX)
    assert (await ann.look())["vote"] is None
    vote, action = (await ann.rows())[-2:]
    assert (vote["body"]["outcome"], action["kind"]) == ("overtaken", "action")


async def test_own_undo_of_another_overtakes_the_question(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await bob.act(TAX)
    await ann.undo()
    assert (await bob.undo())["vote"] is None
    assert await prospect(ann) == free(0)


async def test_nothing_else_is_asked_while_a_vote_is_pending(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await bob.act(TAX)
    await bob.post("vote", {"kind": "end"})
    assert await prospect(ann) == off("vote/pending")
    assert await ann.refused_undo() == "vote/pending"
    assert await prospect(bob) == free(1)


async def test_who_has_left_the_game_is_not_asked(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await bob.act(TAX)
    await bob.post("seats/1/leave")
    assert await prospect(ann) == free(0)
    assert (await ann.undo())["entries"] == 0


async def test_who_only_watches_takes_nothing_back(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    sam = Seated(await house.guest("Sam"), ann.table)
    assert (await sam.position())["undo"] is None
    assert await sam.refused_undo() == "seat/none"


# Where there is none ------------------------------------------------------------------------


async def test_host_may_forbid_it(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", undo=False)
    await ann.act(TAX)
    assert await prospect(ann) == off("undo/forbidden")
    assert await ann.refused_undo() == "undo/forbidden"


async def test_nothing_is_taken_back_in_a_pause_and_after_the_end(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await ann.post("vote", {"kind": "pause"})
    await bob.post("vote/answer", {"agree": True})
    assert await prospect(ann) == off("table/paused")
    assert await ann.refused_undo() == "table/paused"
    await ann.post("vote", {"kind": "end"})
    await bob.post("vote/answer", {"agree": True})
    assert await prospect(ann) == off("table/not_running")
    assert await ann.refused_undo() == "table/not_running"


# Secret cash --------------------------------------------------------------------------------


async def test_secret_cash_is_no_hindrance_while_none_was_shown(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", options={"secret_cash": True})
    await ann.act(IMPORT)
    await ann.act(ARMY)
    await ann.act(DONE)
    assert await prospect(ann) == free(2)
    await ann.undo(to=0)
    await ann.act(TAX)
    assert await prospect(ann) == free(0)


async def test_who_has_seen_whether_others_can_invest_needs_their_consent(house: House) -> None:
    """Bob, who holds the investor card, is asked: so he has cash enough."""
    ann, bob = await seated(house, "Ann", "Bob", options={"secret_cash": True})
    await ann.act(INVESTOR)
    assert (await ann.position())["pending"]["decision"] == "invest"
    assert await prospect(ann) == consent(0, bob, reason="undo/hidden_shown")
    assert (await ann.undo())["vote"]["waits_for"] == [bob.id]


async def test_open_cash_may_be_seen_by_all(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    await ann.act(INVESTOR)
    assert await prospect(ann) == free(0)


# Donations ----------------------------------------------------------------------------------


async def test_donation_is_taken_back_like_a_decision(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    before = (await ann.position())["snapshot"]
    since = (await ann.look())["pending"]["since"]
    house.clock.now += 10
    await ann.give("Ann", "russia", 2)
    assert (await ann.position())["snapshot"]["cash"]["Ann"] == before["cash"]["Ann"] - 2
    await ann.undo()
    assert (await ann.position())["snapshot"] == before
    assert (await ann.look())["pending"]["since"] == since


# Long games ---------------------------------------------------------------------------------


@pytest.mark.long
async def test_way_back_leads_over_checkpoints(usual_url: str) -> None:
    """One entry after the other, far beyond the last complete position that was kept."""
    async with opened_house(usual_url, bot_processes=0) as house:
        ann = await house.guest("Ann")
        wanted = {"options": {"assignment": dealt(["Ann", "Ann 2"])}, "start": True}
        here = Seated(ann, (await ann.open_table("me", "me", **wanted))["id"])
        snapshots = []
        for _ in range(CHECKPOINT_EVERY + 8):
            told = await here.position()
            snapshots.append(told["snapshot"])
            await here.send(told["choices"][0]["entry"], told["position"])
        for entries in reversed(range(CHECKPOINT_EVERY - 2, CHECKPOINT_EVERY + 8)):
            await here.undo()
            assert (await here.position())["snapshot"] == snapshots[entries]
        await here.undo(to=3)
        assert (await here.position())["snapshot"] == snapshots[3]
        for expected in snapshots[3 : CHECKPOINT_EVERY + 5]:
            told = await here.position()
            assert told["snapshot"] == expected
            await here.send(told["choices"][0]["entry"], told["position"])


# What is asked ------------------------------------------------------------------------------


async def test_the_question_tells_what_falls_and_where_it_leads(house: House) -> None:
    """Who is asked learns how many decisions of whom would go, and which is made anew."""
    ann, bob, _ = await seated(house, "Ann", "Bob", "Cy")
    for choice in (IMPORT, ARMY, DONE):
        await ann.act(choice)
    await bob.act(TAX)
    vote = (await ann.undo(to=1))["vote"]
    russia = {"round": 1, "nation": "russia", "seat": 0, "decision": "import_unit"}
    assert vote["back"] == {"seats": [2, 1, 0], **russia}
    assert (await bob.rows())[-1]["body"]["back"] == vote["back"]


async def test_the_log_tells_what_was_taken_back(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(IMPORT)
    await ann.act(ARMY)
    await ann.undo(to=0)
    start = {"round": 1, "nation": "russia", "seat": 0, "decision": "choose_slot"}
    assert (await bob.rows())[-1]["body"]["back"] == {"seats": [2, 0], **start}


async def test_who_has_asked_withdraws(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await ann.act(TAX)
    await bob.act(TAX)
    await ann.undo()
    await bob.post("vote/answer", {"agree": True})
    left = await ann.post("vote/answer", {"agree": False})
    assert (left["vote"], left["entries"]) == (None, 2)
    asked, agreed, withdrawn = (await cy.rows())[-3:]
    assert (asked["user"], asked["body"]["outcome"]) == (ann.id, None)
    assert (agreed["user"], agreed["body"]["outcome"]) == (bob.id, None)
    assert (withdrawn["user"], withdrawn["body"]["outcome"]) == (ann.id, "withdrawn")
    assert await cy.refused("vote/answer", {"agree": True}) == "vote/none"
    assert (await ann.undo())["vote"]["number"] == withdrawn["seq"] + 1


@pytest.mark.long
async def test_a_study_goes_back_into_what_it_began_with(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await bob.act(TAX)
    study = Seated(ann.person, (await ann.post("studies", {"entries": 2}, 201))["id"])
    await study.undo(to=0)
    [undone] = [row for row in await study.rows() if row["kind"] == "undone"]
    start = {"round": 1, "nation": "russia", "seat": 0, "decision": "choose_slot"}
    assert undone["body"] == {"position": 3, "to": 0, "back": {"seats": [1, 1], **start}}
