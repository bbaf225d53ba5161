"""What is forgotten is cleared away by the rules of the host, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from rondel.server.settings import Retention
from rondel.server.upkeep import clearing
from rondel.server.upkeep.clearing import DAY
from tests.server.admins import admin_of, database_of, member, seated
from tests.server.house import House, Person, opened_house
from tests.server.stores import check_store

pytestmark = pytest.mark.anyio

NEVER = Retention(guests=0, expired=0, studies=0, guest_games=0, audit=0)


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    async with opened_house(usual_url, bot_processes=0, idle_days=1) as house:
        yield house


async def cleared(house: House, **days: float) -> dict[str, int]:
    """What is cleared away by some rules, as it was counted before."""
    rules, now = replace(NEVER, **days), house.clock.now
    counted = await clearing.count(database_of(house), rules, now)
    done = await clearing.clear(database_of(house), rules, now)
    assert counted == done
    await check_store(database_of(house))
    return done


async def is_there(person: Person, table: str) -> bool:
    return (await person.client.get(f"/api/tables/{table}")).status_code == 200


async def test_guests_who_were_never_anywhere_are_forgotten(house: House) -> None:
    root = await admin_of(house)
    idle, sat, hosts = [await house.guest(name) for name in ("Idle", "Sat", "Hosts")]
    table = await hosts.open_table("open", "open")
    await sat.post(f"/api/tables/{table['id']}/seats/0/take")
    await idle.post(f"/api/tables/{table['id']}/chat", {"room": "gallery", "text": "Hi"}, 201)
    house.clock.now += 20 * DAY
    seen = await house.guest("Seen")
    assert await cleared(house, guests=30) == {"guests": 0}
    assert await cleared(house, guests=10) == {"guests": 1}
    left = [one["id"] for one in (await root.get("/api/admin/people"))["people"]]
    assert sorted(left) == sorted([root.id, sat.id, hosts.id, seen.id])


async def test_who_is_banned_or_has_an_account_stays(house: House) -> None:
    root, bad, _ = await admin_of(house), await house.guest("Bad"), await member(house, "ann")
    await root.ask("PUT", f"/api/admin/people/{bad.id}/ban", {"reason": "Insults"}, 204)
    house.clock.now += 20 * DAY
    assert await cleared(house, guests=10) == {"guests": 0}


async def test_studies_nobody_touched_go_and_their_sources_stay(house: House) -> None:
    ann = await member(house, "ann")
    table = await seated(house, ann, ann)
    study = (await ann.post(f"/api/tables/{table}/studies", {"entries": 0}, 201))["id"]
    deeper = (await ann.post(f"/api/tables/{study}/studies", {"entries": 0}, 201))["id"]
    house.clock.now += 20 * DAY
    assert await cleared(house, studies=10) == {"studies": 1}
    assert [await is_there(ann, id) for id in (table, study, deeper)] == [True, True, False]
    assert await cleared(house, studies=10) == {"studies": 1}
    assert [await is_there(ann, id) for id in (table, study)] == [True, False]


async def test_tables_that_expired_go(house: House) -> None:
    ann = await member(house, "ann")
    forgotten = (await ann.open_table("me", "open"))["id"]
    house.clock.now += 2 * DAY
    await house.app.state.server.steward.clean()
    assert (await ann.get(f"/api/tables/{forgotten}"))["status"] == "expired"
    waiting = (await ann.open_table("me", "open"))["id"]
    assert await cleared(house, expired=10) == {"expired": 0}
    house.clock.now += 20 * DAY
    assert await cleared(house, expired=10) == {"expired": 1}
    assert [await is_there(ann, id) for id in (forgotten, waiting)] == [False, True]


@pytest.mark.long
async def test_games_of_guests_alone_go_and_others_never(house: House) -> None:
    root, ann = await admin_of(house), await member(house, "ann")
    bob, cid = await house.guest("Bob"), await house.guest("Cid")
    among_guests, running = await seated(house, bob, cid), await seated(house, cid, bob)
    with_ann, hosted = await seated(house, bob, ann), await ann.open_table("open", "open")
    for seat, person in enumerate((bob, cid)):
        await person.post(f"/api/tables/{hosted['id']}/seats/{seat}/take")
    await ann.post(f"/api/tables/{hosted['id']}/start")
    for table in (among_guests, with_ann, hosted["id"]):
        await root.post(f"/api/admin/tables/{table}/close", {"reason": "Over"}, 204)
    house.clock.now += 20 * DAY
    assert await cleared(house, guest_games=30) == {"guest_games": 0}
    assert await cleared(house, guest_games=10) == {"guest_games": 1}
    tables = (among_guests, running, with_ann, hosted["id"])
    assert [await is_there(ann, id) for id in tables] == [False, True, True, True]


async def test_old_lines_of_the_audit_log_and_settled_reports_go(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await house.guest("Bob")
    for _ in range(2):
        await ann.post("/api/reports", {"reason": "Insults", "user": bob.id}, 201)
    await root.post("/api/admin/reports/1/settle", {"note": "Seen"}, 204)
    house.clock.now += 20 * DAY
    assert await cleared(house, audit=30) == {"audit": 0, "reports": 0}
    assert await cleared(house, audit=10) == {"audit": 2, "reports": 1}
    assert len((await root.get("/api/admin/reports"))["reports"]) == 1


async def test_much_is_cleared_in_many_small_transactions(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clearing, "BATCH", 2)
    monkeypatch.setattr(clearing, "BATCHES", 3)
    for number in range(8):
        await house.guest(f"G{number}")
    house.clock.now += 20 * DAY
    rules = replace(NEVER, guests=10)
    done = [await clearing.clear(database_of(house), rules, house.clock.now) for _ in range(2)]
    assert done == [{"guests": 6}, {"guests": 2}]


async def test_by_default_nothing_is_cleared_that_somebody_may_want(house: House) -> None:
    bob, cid, root = await house.guest("Bob"), await house.guest("Cid"), await admin_of(house)
    table = await seated(house, bob, cid)
    study = (await bob.post(f"/api/tables/{table}/studies", {"entries": 0}, 201))["id"]
    await root.post(f"/api/admin/tables/{table}/close", {"reason": "Over"}, 204)
    house.clock.now += 1000 * DAY
    done = await clearing.clear(database_of(house), Retention(), house.clock.now)
    assert done == {"expired": 0, "guests": 0, "audit": 2, "reports": 0}
    assert await check_store(database_of(house)) == 2
    assert study


async def test_the_server_clears_by_itself(usual_url: str) -> None:
    rules = Retention(guests=10)
    async with opened_house(usual_url, bot_processes=0, retention=rules) as house:
        await house.guest("Idle")
        root = await admin_of(house)
        house.clock.now += 20 * DAY
        await house.app.state.server.steward.clean()
        assert len((await root.get("/api/admin/people"))["people"]) == 1
