"""Several people share one screen and hand it over: cash is told only to who has named his seat."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from tests.server.house import House, Json
from tests.server.seated import Seated, dealt

pytestmark = pytest.mark.anyio

NAMES = ["Ann", "Ann 2"]
SECRET = {"secret_cash": True, "assignment": dealt(NAMES)}


async def at_one_screen(house: House, options: Json = SECRET) -> Seated:
    """Ann, who plays for two."""
    ann = await house.guest("Ann")
    opened = await ann.open_table("me", "me", options=options, start=True)
    return Seated(ann, opened["id"])


def cash_in(told: Json) -> dict[str, int]:
    """Whose cash a position tells, by all the ways it may tell it."""
    players = told["facts"]["players"].items() if "facts" in told else []
    known = {player: one["cash"] for player, one in players if one["cash"] is not None}
    return {**told["snapshot"]["cash"], **known}


async def looked(here: Seated, query: str) -> Json:
    told: Json = await here.person.get(f"{here.path}/position?lang=en&{query}")
    return told


# Looking ------------------------------------------------------------------------------------


async def test_nobodys_cash_is_told_before_somebody_names_his_seat(house: House) -> None:
    here = await at_one_screen(house)
    told = await looked(here, "shared=true")
    assert (told["viewer"], told["yours"], told["choices"]) == (None, True, [])
    assert cash_in(told) == {}
    for seat, name in enumerate(NAMES):
        told = await looked(here, f"shared=true&seat={seat}")
        assert (told["viewer"], list(cash_in(told))) == (name, [name])


async def test_the_past_is_told_through_the_same_eyes(house: House) -> None:
    here = await at_one_screen(house)
    for path in ("positions/0", "record", "course"):
        told = await here.person.get(f"{here.path}/{path}?shared=true")
        assert not any(told.get("snapshot", {}).get("cash", {}))
        for moment in told.get("moments", []):
            assert set(moment["scores"].values()) == {None}


async def test_the_question_tells_cash_only_to_who_decides(house: House) -> None:
    """The draft asks what one wants for one's money."""
    here = await at_one_screen(house, {"secret_cash": True, "setup": "draft"})
    asked = await looked(here, "")
    decider = asked["pending"]["seat"]
    others = await looked(here, f"seat={1 - decider}")
    assert str(asked["facts"]["players"][asked["viewer"]]["cash"]) in asked["prompt"]
    assert asked["prompt"] != others["prompt"] == (await looked(here, "shared=true"))["prompt"]


@pytest.mark.parametrize("seats", [("me", "random"), ("me", "me")])
async def test_who_has_nothing_to_hide_is_asked_for_no_seat(
    house: House, seats: tuple[str, ...]
) -> None:
    """One person alone at the screen, and several where cash is open."""
    ann = await house.guest("Ann")
    options = {"secret_cash": len(set(seats)) > 1}
    opened = await ann.open_table(*seats, options=options, start=True)
    told = await looked(Seated(ann, opened["id"]), "shared=true")
    assert told["viewer"] is not None
    assert told["viewer"] in cash_in(told)


async def test_a_study_has_one_reader(house: House) -> None:
    here = await at_one_screen(house)
    study = await here.person.post(f"{here.path}/studies", {"entries": 0}, 201)
    told = await looked(Seated(here.person, study["id"]), "shared=true")
    assert list(cash_in(told)) == [told["viewer"]] == ["Ann"]


# Handing over -------------------------------------------------------------------------------


class Listening:
    """A WebSocket of the screen; every position it is told is kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[Json] = []

    async def position(self) -> Json:
        """The next position that is told."""
        while True:
            message = json.loads(await self.socket.recv())
            if message["type"] == "position":
                self.told.append(message["position"])
                return self.told[-1]

    async def take(self, seat: int | None) -> Json:
        """Looks from another seat from now on."""
        await self.socket.send(json.dumps({"type": "seat", "seat": seat}))
        return await self.position()


async def test_screen_is_handed_over_by_naming_the_next_seat(house: House) -> None:
    here = await at_one_screen(house)
    async with house.live(here.person, here.table, "shared=true&lang=en") as socket:
        screen = Listening(socket)
        assert cash_in(await screen.position()) == {}
        assert list(cash_in(await screen.take(0))) == ["Ann"]
        await here.act({"slot": "taxation"})
        # The next one decides now, and has not taken the screen over yet.
        moved = await screen.position()
        assert (moved["pending"]["seat"], moved["viewer"], moved["choices"]) == (1, "Ann", [])
        assert list(cash_in(moved)) == ["Ann"]
        assert cash_in(await screen.take(None)) == {}
        assert list(cash_in(await screen.take(1))) == ["Ann 2"]
        assert screen.told[-1]["choices"]


@pytest.mark.long
async def test_too_late_a_decision_is_answered_through_the_eyes_of_who_made_it(
    house: House,
) -> None:
    here = await at_one_screen(house)
    await here.act({"slot": "taxation"})
    entry = {"decision": "choose_slot", "actor": "Ann", "choice": {"slot": "taxation"}}
    sent: dict[str, Any] = {"position": 0, "entry": entry}
    answer = await here.person.client.post(f"{here.path}/actions", json=sent)
    current = answer.json()["error"]["current"]
    assert (answer.status_code, current["viewer"]) == (409, "Ann")
    assert list(cash_in(current)) == ["Ann"]
