"""Every power over a server, tried by every kind of caller: only who has the role has it.

Ada has the role, Rex had it. Ann has an account and Bob is a guest, both play at the table of Hal;
Ban is banned, and comes with the cookie he had. Tim is the one it is all about.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import httpx
import pytest

from rondel.server.admin import powers
from tests.samples import daily
from tests.server.admins import admin_of, command_line, database_of, member, seated
from tests.server.house import House, Json, Person, opened_house
from tests.server.matrix import FOR_ADMINS_ONLY, OK, OWN, REFUSALS, Line
from tests.server.roles import NOBODY, Ledger
from tests.server.stores import check_store
from tests.server.test_authority import FOREIGN, outcome_of
from tests.server.visitors import token

pytestmark = pytest.mark.anyio

each_line = pytest.mark.parametrize("line", daily(FOR_ADMINS_ONLY, of=3), ids=str)
WHY = {"reason": "Insults"}


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """One for all tests."""
    store = f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"
    async with opened_house(store, bot_processes=0) as house:
        yield house


@pytest.fixture(scope="module")
def ledger(house: House) -> Iterator[Ledger]:
    ledger = Ledger(house)
    yield ledger
    ledger.close()


@dataclass(frozen=True)
class Scene:
    """What is there to be looked after, and everybody around it."""

    people: dict[str, Person]
    tokens: dict[str, str]
    banned: str
    """The cookie that Ban had."""
    target: Person
    table: str
    report: int

    def headers(self, name: str) -> dict[str, str]:
        """What a caller shows."""
        if name == NOBODY:
            return {}
        if name.endswith("*"):
            return {"authorization": f"Bearer {self.tokens[name.rstrip('*')]}"}
        known = self.banned if name == "Ban" else self.people[name].client.cookies["rondel"]
        return {"cookie": f"rondel={known}"}

    def address(self, line: Line) -> str:
        """Where a line leads to."""
        return line.path.format(person=self.target.id, table=self.table, seat=0, report=self.report)

    def body(self, line: Line) -> Json | None:
        """What is right for the one who may."""
        match line.method, line.path.rpartition("/")[2]:
            case ("GET" | "DELETE", _):
                return None
            case (_, "host"):
                return {"user": self.target.id, **WHY}
            case (_, "settle"):
                return {"note": "Talked to them"}
            case _:
                return WHY


async def around(house: House) -> tuple[dict[str, Person], dict[str, str], str]:
    """Everybody, the tokens of some, and what Ban came with."""
    people = {"Ada": await admin_of(house, "ada"), "Rex": await admin_of(house, "rex")}
    people |= {"Ann": await member(house, "ann"), "Bob": await house.guest("Bob")}
    people |= {"Hal": await house.guest("Hal"), "Ban": await member(house, "ban")}
    tokens = {name: await token(people[name].client) for name in ("Ada", "Ann")}
    banned = people["Ban"].client.cookies["rondel"]
    await powers.ban(command_line(house), "ban", "Insults", None)
    await powers.revoke(command_line(house), "rex")
    return people, tokens, banned


@pytest.fixture(scope="module")
async def everybody(house: House) -> tuple[dict[str, Person], dict[str, str], str]:
    return await around(house)


async def scene(
    house: House, everybody: tuple[dict[str, Person], dict[str, str], str], line: Line
) -> Scene:
    """Something new to look after."""
    people, tokens, banned = everybody
    tim = await member(house, f"tim{house.clock.now}-{next_number()}")
    table = await seated(house, people["Hal"], people["Ann"], people["Bob"])
    report = await people["Hal"].post("/api/reports", {**WHY, "user": tim.id}, 201)
    if line.phase == "barred":
        await powers.mute(command_line(house), tim.id, "Insults", None)
        await powers.ban(command_line(house), tim.id, "Insults", None)
    made = Scene(people, tokens, banned, tim, table, report["id"])
    if line.path.endswith("/settle"):
        return made
    await people["Ada"].post(f"/api/admin/reports/{report['id']}/settle", {"note": "Seen"}, 204)
    return made


_made = iter(range(1, 10_000))


def next_number() -> int:
    return next(_made)


async def ask(house: House, line: Line, at: Scene, name: str, **more: str) -> httpx.Response:
    client, headers = house.client(), {**at.headers(name), **more}
    return await client.request(line.method, at.address(line), json=at.body(line), headers=headers)


@each_line
async def test_only_admins_in_person_are_served(
    line: Line,
    house: House,
    everybody: tuple[dict[str, Person], dict[str, str], str],
    ledger: Ledger,
) -> None:
    at = await scene(house, everybody, line)
    before = ledger.everything()
    for caller, wanted in line.answers.items():
        if wanted != OWN:
            answer = await ask(house, line, at, caller.name)
            assert outcome_of(answer) == REFUSALS.get(wanted, OK), f"{caller}: {answer.text}"
            assert ledger.everything() == before, caller
    assert await check_store(database_of(house))


@each_line
async def test_pages_of_others_make_no_admin_do_anything(
    line: Line,
    house: House,
    everybody: tuple[dict[str, Person], dict[str, str], str],
    ledger: Ledger,
) -> None:
    at = await scene(house, everybody, line)
    before = ledger.everything()
    for foreign in FOREIGN:
        answer = await ask(house, line, at, "Ada", **foreign)
        assert outcome_of(answer) == ((403, "request/other_origin") if line.changes else OK)
    assert ledger.everything() == before


@pytest.mark.parametrize(
    "line", daily([one for one in FOR_ADMINS_ONLY if one.changes], of=2), ids=str
)
async def test_what_admins_do_is_done_and_written_down(
    line: Line,
    house: House,
    everybody: tuple[dict[str, Person], dict[str, str], str],
    ledger: Ledger,
) -> None:
    at = await scene(house, everybody, line)
    before = ledger.everything()
    answer = await ask(house, line, at, "Ada")
    assert outcome_of(answer) == OK, answer.text
    after = ledger.everything()
    assert len(after["audit"]) == len(before["audit"]) + 1
    assert any(after[rows] != before[rows] for rows in after if rows != "audit")
    assert await check_store(database_of(house))


@each_line
async def test_no_secret_is_told_to_admins(
    line: Line, house: House, everybody: tuple[dict[str, Person], dict[str, str], str]
) -> None:
    at = await scene(house, everybody, line)
    invite = (await at.people["Hal"].get(f"/api/tables/{at.table}"))["invite"]
    text = (await ask(house, line, at, "Ada")).text
    secrets = [invite, at.people["Hal"].client.cookies["rondel"], *at.tokens.values()]
    assert not [secret for secret in secrets if secret in text]
