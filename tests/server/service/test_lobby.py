"""Tables before and after their game: what is agreed, who sits down, what is listed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rondel.bots.magnate import loading
from rondel.engine import CHOICES, title_of
from rondel.server.table.seating import BANKERS
from tests.positions import GAMES
from tests.server.house import House, Json, Person, opened_house
from tests.server.seated import Seated, seated

pytestmark = pytest.mark.anyio

DAY = 86400.0
TAX: Json = {"slot": "taxation"}


def names(table: Json) -> list[str | None]:
    return [seat["name"] for seat in table["seats"]]


def holders(table: Json) -> list[str | None]:
    return [seat["user"] for seat in table["seats"]]


async def give(host: Person, table: str, seat: int, wish: Json) -> Json:
    """The host gives a seat to somebody else."""
    told: Json = await host.ask("PUT", f"/api/tables/{table}/seats/{seat}", wish)
    return told


# New tables ---------------------------------------------------------------------------------


async def test_new_table_is_as_it_was_wanted(house: House) -> None:
    ann = await house.guest("Ann")
    clock = {"per": "player", "seconds": 3600, "increment": 30, "vacation": 0}
    wanted = {"name": "Friday night", "public": False, "undo": False, "clock": clock}
    opened = await ann.open_table("me", "open", "banker", **wanted)
    assert {key: opened[key] for key in wanted} == wanted
    assert (opened["status"], opened["host"], opened["sandbox"]) == ("open", ann.id, False)
    assert names(opened)[:2] == ["Ann", None]
    assert names(opened)[2] in BANKERS
    assert [seat["bot"] for seat in opened["seats"]] == [None, None, "banker"]
    assert [seat["offered"] for seat in opened["seats"]] == [False, True, False]
    assert [seat["yours"] for seat in opened["seats"]] == [True, False, False]
    assert opened["pending"] is None
    assert opened == await ann.get(f"/api/tables/{opened['id']}")


@pytest.mark.parametrize("game", GAMES)
async def test_table_without_name_is_called_after_its_host(house: House, game: str) -> None:
    ann = await house.guest("Ann")
    opened = await ann.open_table("me", "open", game=game)
    assert opened["name"] == f"Ann: {title_of(game).name}"


@pytest.mark.parametrize("count", range(2, 7))
@pytest.mark.parametrize("game", GAMES)
async def test_two_to_six_sit_at_a_table(house: House, game: str, count: int) -> None:
    ann = await house.guest("Ann")
    opened = await ann.open_table("me", *["banker"] * (count - 1), game=game, start=True)
    told = await ann.get(f"/api/tables/{opened['id']}/position?facts=false")
    assert len(set(told["snapshot"]["players"])) == count


@pytest.mark.parametrize("count", [1, 7])
async def test_more_or_fewer_do_not(house: House, count: int) -> None:
    ann = await house.guest("Ann")
    seats = [{"kind": "open"}] * count
    body = {"game": "imperial", "seats": seats}
    assert await ann.refused("POST", "/api/tables", body) == "request/invalid"


@pytest.mark.parametrize("game", GAMES)
async def test_every_option_of_the_rules_may_be_agreed_on(house: House, game: str) -> None:
    """R-OPT-1: those that do not apply are ignored."""
    ann = await house.guest("Ann")
    for name, value in [(name, value) for name, values in CHOICES.items() for value in values]:
        given = {"investor_card": False, name: value}
        opened = await ann.open_table("me", "me", "me", game=game, options=given, start=True)
        assert opened["options"] == title_of(game).options(given).to_json()
        assert opened["options"].get(name, value) == value


async def test_seats_may_be_drawn(house: House) -> None:
    """Six people in the order they sat down: one time in 720."""
    ann = await house.guest("Ann")
    orders = []
    for _ in range(3):
        wanted: Json = {"options": {"seating": "random"}, "start": True}
        opened = await ann.open_table(*["me"] * 6, **wanted)
        orders.append(names(opened))
        assert [seat["seat"] for seat in opened["seats"]] == list(range(6))
        told = await ann.get(f"/api/tables/{opened['id']}/position?facts=false")
        assert told["snapshot"]["players"] == orders[-1]
    assert len({tuple(order) for order in orders}) > 1


async def test_nations_may_be_given_out(house: House) -> None:
    given = {"Ann": "china", "Bob": "russia"}
    ann, _ = await seated(house, "Ann", "Bob", options={"assignment": given})
    assert (await ann.position())["snapshot"]["governments"]["china"] == "Ann"


async def test_start_player_of_the_draft_may_be_named(house: House) -> None:
    options = {"setup": "draft", "start_player": "Bob"}
    _, bob = await seated(house, "Ann", "Bob", options=options)
    told = await bob.position()
    assert (told["yours"], told["pending"]["decision"]) == (True, "draft_bond")


async def test_edition_of_the_first_game_may_be_chosen(house: House) -> None:
    ann = await house.guest("Ann")
    wanted: Json = {"game": "imperial", "options": {"edition": "later"}, "start": True}
    opened = await ann.open_table("me", "me", **wanted)
    told = await ann.get(f"/api/tables/{opened['id']}/position?facts=false")
    assert set(told["snapshot"]["cash"].values()) == {2}


@pytest.mark.parametrize(
    "options",
    [{"setup": "chess"}, {"secret_cash": 1}, {"speed": 2}, {"seating": "alphabetical"}],
)
async def test_options_that_cannot_be_are_refused_at_once(house: House, options: Json) -> None:
    ann = await house.guest("Ann")
    body = {"game": "imperial", "seats": [{"kind": "me"}, {"kind": "open"}], "options": options}
    assert await ann.refused("POST", "/api/tables", body) == "table/options"


@pytest.mark.parametrize(
    "options",
    [
        {"assignment": {"Ann": "russia"}},
        {"assignment": {"Ann": "russia", "Eve": "china"}},
        {"assignment": {"Ann": "russia", "Bob": "atlantis"}},
        {"assignment": "alphabetical"},
        {"setup": "draft", "start_player": "Eve"},
    ],
)
async def test_options_that_name_others_are_refused_at_the_start(
    house: House, options: Json
) -> None:
    """Until then whoever is named may still sit down."""
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    here = Seated(ann, (await ann.open_table("me", "open", options=options))["id"])
    await Seated(bob, here.table).post("seats/1/take")
    assert await here.refused("start") == "table/options"
    await ann.ask("PATCH", here.path, {"options": {}})
    assert (await here.post("start"))["status"] == "running"


async def test_bots_must_exist(house: House) -> None:
    ann = await house.guest("Ann")
    for bot, code in (("deep_blue", "seat/unknown_bot"), ("strategist:11s", "seat/bot_too_slow")):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        body = {"game": "imperial", "seats": seats}
        assert await ann.refused("POST", "/api/tables", body) == code
    assert {"random", "banker", "medium"} <= set((await ann.get("/api/bots"))["bots"])


@pytest.mark.parametrize("is_there", [True, False])
async def test_it_is_told_whether_the_levels_have_their_network(
    house: House, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    """Asked of what is installed: where a package of the extra is missing, there is none."""
    if not is_there:
        monkeypatch.setattr(loading, "NEEDED", ("a_package_that_nobody_installs",))
    ann = await house.guest("Ann")
    assert (await ann.get("/api/bots"))["network"] is is_there


# Sitting down -------------------------------------------------------------------------------


async def test_open_seat_is_taken_and_left(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    here = Seated(bob, (await ann.open_table("me", "open", "open"))["id"])
    taken = await here.post("seats/2/take")
    assert (names(taken), holders(taken)) == (["Ann", None, "Bob"], [ann.id, None, bob.id])
    assert taken["seats"][2]["yours"]
    row = (await here.rows())[-1]
    assert (row["kind"], row["user"]) == ("seat", bob.id)
    told = {"seat": 2, "name": "Bob", "user": bob.id, "bot": None, "offered": False}
    assert row["body"] == told
    left = await here.post("seats/2/leave")
    assert (names(left)[2], left["seats"][2]["offered"]) == (None, True)
    assert (await here.rows())[-1]["body"]["offered"]


async def test_players_may_take_another_name(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Ann")
    here = Seated(bob, (await ann.open_table("me", "open", "open"))["id"])
    assert names(await here.post("seats/1/take")) == ["Ann", "Ann 2", None]
    assert await here.refused("seats/2/take", {"name": "Ann"}) == "seat/name_taken"
    assert names(await here.post("seats/2/take", {"name": " Zoë "}))[2] == "Zoë"


async def test_one_may_hold_several_seats(house: House) -> None:
    ann = await house.guest("Ann")
    opened = await ann.open_table("me", "me", "open")
    here = Seated(ann, opened["id"])
    assert names(opened) == ["Ann", "Ann 2", None]
    await here.post("seats/2/take", {"name": "Third"})
    told = await here.post("start")
    assert holders(told) == [ann.id] * 3


async def test_seat_is_taken_once(house: House) -> None:
    ann, bob, cy = [await house.guest(name) for name in ("Ann", "Bob", "Cy")]
    table = (await ann.open_table("me", "open"))["id"]
    path = f"/api/tables/{table}/seats/1/take"
    answers = await asyncio.gather(*[p.client.post(path, json={}) for p in (bob, cy)])
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert await cy.refused("POST", f"/api/tables/{table}/seats/0/take", {}) == "seat/taken"
    assert await cy.refused("POST", f"/api/tables/{table}/seats/5/take", {}) == "seat/number"


async def test_who_does_not_sit_there_does_not_get_up(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    table = (await ann.open_table("me", "open", "banker"))["id"]
    for seat in (0, 1, 2):
        path = f"/api/tables/{table}/seats/{seat}/leave"
        assert await bob.refused("POST", path, {}) == "seat/not_yours"


async def test_private_table_is_found_by_its_invite_only(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    opened = await ann.open_table("me", "open", public=False)
    here, invite = Seated(bob, opened["id"]), f"?invite={opened['invite']}"
    assert await bob.refused("GET", here.path) == "table/unknown"
    assert await here.refused("seats/1/take?invite=guess") == "table/unknown"
    assert (await bob.get(here.path + invite))["invite"] is None
    taken = await here.post(f"seats/1/take{invite}")
    assert taken["invite"] == opened["invite"]
    assert (await here.look())["seats"][1]["yours"]


# The host -----------------------------------------------------------------------------------


async def test_host_gives_seats_to_bots_and_opens_them(house: House) -> None:
    ann = await house.guest("Ann")
    table = (await ann.open_table("me", "open"))["id"]
    told = await give(ann, table, 1, {"kind": "bot", "bot": "random", "name": "Robot"})
    assert (names(told)[1], told["seats"][1]["bot"]) == ("Robot", "random")
    told = await give(ann, table, 1, {"kind": "open"})
    assert (names(told)[1], told["seats"][1]["bot"]) == (None, None)
    told = await give(ann, table, 0, {"kind": "bot", "bot": "random"})
    assert holders(told) == [None, None]
    path = f"/api/tables/{table}/seats/0/take"
    await give(ann, table, 0, {"kind": "open"})
    assert holders(await ann.post(path)) == [ann.id, None]


async def test_host_sends_somebody_away_from_all_his_seats(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    here = Seated(bob, (await ann.open_table("me", "open", "open"))["id"])
    for seat in (1, 2):
        await here.post(f"seats/{seat}/take")
    told = await give(ann, here.table, 1, {"kind": "bot", "bot": "random"})
    assert holders(told) == [ann.id, None, None]
    assert (told["seats"][1]["bot"], told["seats"][2]["offered"]) == ("random", True)
    assert [row["body"]["seat"] for row in (await here.rows())[-2:]] == [1, 2]
    assert await here.refused("seats/2/take") == "seat/kicked"


async def test_only_the_host_gives_seats_changes_and_starts(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    here = Seated(bob, (await ann.open_table("me", "open", "banker"))["id"])
    await here.post("seats/1/take")
    for seat in (0, 2):
        path = f"{here.path}/seats/{seat}"
        assert await bob.refused("PUT", path, {"kind": "open"}) == "table/not_host"
    assert await bob.refused("PATCH", here.path, {"name": "Mine"}) == "table/not_host"
    assert await here.refused("start") == "table/not_host"


async def test_host_who_gets_up_leaves_the_table_to_somebody_who_sits(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    here = Seated(ann, (await ann.open_table("me", "me", "open", "banker"))["id"])
    there = Seated(bob, here.table)
    assert (await there.post("seats/2/take"))["host"] == ann.id
    assert (await here.post("seats/0/leave"))["host"] == ann.id
    assert (await here.post("seats/1/leave"))["host"] == bob.id
    assert await here.refused("start") == "table/not_host"
    assert (await there.post("start", {"fill": "banker"}))["status"] == "running"


async def test_host_who_gets_up_alone_stays_the_host(house: House) -> None:
    ann = await house.guest("Ann")
    here = Seated(ann, (await ann.open_table("me", "open"))["id"])
    assert (await here.post("seats/0/leave"))["host"] == ann.id


async def test_host_changes_what_is_agreed(house: House) -> None:
    ann = await house.guest("Ann")
    clock = {"per": "decision", "seconds": 60, "increment": 0, "vacation": 0}
    opened = await ann.open_table("me", "open", options={"setup": "draft"}, clock=clock)
    path = f"/api/tables/{opened['id']}"

    async def changed(**what: Any) -> Json:
        told: Json = await ann.ask("PATCH", path, what)
        return {key: told[key] for key in ("name", "game", "options", "public", "undo", "clock")}

    before = {key: opened[key] for key in ("name", "game", "options", "public", "undo", "clock")}
    assert await changed() == before
    assert await changed(name="Other") == before | {"name": "Other"}
    each: list[Json] = [{"game": "imperial"}, {"options": {}}, {"public": False}, {"undo": False}]
    for what in each:
        assert what.items() <= (await changed(**what)).items()
    assert (await changed(clock=None))["clock"] is None
    assert (await changed(clock=clock))["clock"] == clock
    assert await ann.refused("PATCH", path, {"options": {"setup": "?"}}) == "table/options"
    assert (await Seated(ann, opened["id"]).kinds())[-1] == "changed"


# The start ----------------------------------------------------------------------------------


async def test_table_with_open_seats_does_not_start(house: House) -> None:
    ann = await house.guest("Ann")
    here = Seated(ann, (await ann.open_table("me", "open"))["id"])
    assert await here.refused("start") == "table/open_seats"
    body = {"game": "imperial", "seats": [{"kind": "me"}, {"kind": "open"}], "start": True}
    assert await ann.refused("POST", "/api/tables", body) == "table/open_seats"


async def test_bots_fill_the_open_seats(house: House) -> None:
    ann = await house.guest("Ann")
    here = Seated(ann, (await ann.open_table("me", "open", "open"))["id"])
    assert await here.refused("start", {"fill": "deep_blue"}) == "seat/unknown_bot"
    started = await here.post("start", {"fill": "banker"})
    assert [seat["bot"] for seat in started["seats"]] == [None, "banker", "banker"]
    assert (started["status"], started["started_at"]) == ("running", house.clock.now)
    assert len(set(names(started))) == 3
    assert (await here.kinds()) == ["created", "seat", "seat", "started"]
    assert (await here.rows())[-1]["body"]["events"][0]["event"] == "starting_cash"


async def test_after_the_start_nothing_is_agreed_any_more(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    assert await ann.refused("start") == "table/not_open"
    assert await ann.person.refused("PATCH", ann.path, {"name": "X"}) == "table/not_open"
    give_away = {"kind": "bot", "bot": "random"}
    assert await ann.person.refused("PUT", f"{ann.path}/seats/1", give_away) == "table/not_open"
    assert holders(await bob.look()) == [ann.id, bob.id]


# Another game -------------------------------------------------------------------------------


async def over(*players: Seated) -> None:
    """All agree to end the game."""
    await players[0].post("vote", {"kind": "end"})
    for player in players[1:]:
        await player.post("vote/answer", {"agree": True})


async def test_rematch_has_the_same_seats_and_options(house: House) -> None:
    options = {"secret_cash": True, "seating": "random"}
    clock = {"per": "decision", "seconds": 60, "increment": 0}
    wanted: Json = {"options": options, "clock": clock, "public": False, "name": "Again"}
    ann, bob = await seated(house, "Ann", "Bob", bots=("banker",), **wanted)
    played = await ann.look()
    assert await bob.refused("rematch") == "table/not_over"
    await over(ann, bob)
    again = await bob.post("rematch", status=201)
    assert (again["id"] != played["id"], again["status"]) == (True, "open")
    assert again["host"] == bob.id
    same = ("name", "game", "public", "undo", "clock")
    assert [again[key] for key in same] == [played[key] for key in same]
    assert again["options"] == options
    assert (names(again), holders(again)) == (names(played), holders(played))
    assert [seat["bot"] for seat in again["seats"]] == [seat["bot"] for seat in played["seats"]]
    assert (await ann.look())["rematch"] == again["id"]
    assert (await ann.rows())[-1]["body"] == {"table": again["id"]}
    assert (await Seated(bob.person, again["id"]).post("start"))["status"] == "running"


async def test_seat_of_one_who_has_left_is_open_at_the_rematch(house: House) -> None:
    ann, bob, cy = await seated(house, "Ann", "Bob", "Cy")
    await cy.post("seats/2/leave")
    await over(ann, bob)
    again = await ann.post("rematch", status=201)
    assert (names(again)[2], again["seats"][2]["offered"]) == (None, True)


async def test_rematch_of_two_people_at_once_is_one_table(database_url: str) -> None:
    async with opened_house(database_url, bot_processes=0) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        await over(ann, bob)
        asked = [player.post("rematch", status=201) for player in (ann, bob) * 4]
        assert len({table["id"] for table in await asyncio.gather(*asked)}) == 1
        assert len((await ann.person.get("/api/tables?list=mine"))["tables"]) == 1


async def test_only_players_ask_for_a_rematch(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    sam = Seated(await house.guest("Sam"), ann.table)
    await over(ann, bob)
    assert await sam.refused("rematch") == "seat/none"


# Forgotten tables ---------------------------------------------------------------------------


async def test_table_that_nobody_starts_expires(house: House) -> None:
    steward = house.app.state.server.steward
    ann = await house.guest("Ann")
    forgotten = Seated(ann, (await ann.open_table("me", "open"))["id"])
    running = Seated(ann, (await ann.open_table("me", "me", start=True))["id"])
    house.clock.now += 7 * DAY - 1
    fresh = Seated(ann, (await ann.open_table("me", "open"))["id"])
    await steward.clean()
    assert (await forgotten.look())["status"] == "open"
    house.clock.now += 2
    await steward.clean()
    told = await forgotten.look()
    assert (told["status"], told["ended_at"]) == ("expired", house.clock.now)
    assert (await forgotten.kinds())[-1] == "expired"
    mine = (await ann.get("/api/tables?list=mine"))["tables"]
    assert {table["id"] for table in mine} == {running.table, fresh.table}
    assert await forgotten.refused("start") == "table/not_open"
    assert await forgotten.refused("seats/1/take") == "seat/taken"


async def test_whoever_touches_a_table_keeps_it(house: House) -> None:
    steward = house.app.state.server.steward
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    here = Seated(bob, (await ann.open_table("me", "open"))["id"])
    for _ in range(3):
        house.clock.now += 5 * DAY
        await here.post("chat", {"room": "gallery", "text": "Anybody there?"}, 201)
        await steward.clean()
    assert (await here.look())["status"] == "open"
