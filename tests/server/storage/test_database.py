"""Reading, writing and announcing, on both databases."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from rondel.server.storage.database import Database
from rondel.server.storage.errors import StoreError
from rondel.server.storage.schema import sessions, tables
from rondel.server.storage.upgrading import VERSION
from tests.server.storage.people import add_user, names, write_users
from tests.server.waiting import DEADLINE, until

pytestmark = pytest.mark.anyio


async def test_what_is_written_can_be_read(database: Database) -> None:
    await write_users(database, "anna", "bert")
    assert await names(database) == {"anna", "bert"}


async def test_nobody_reads_what_is_not_committed(database: Database) -> None:
    async with database.writing() as writing:
        await add_user(writing.connection, "anna")
        assert await names(database) == set()


async def test_an_exception_rolls_everything_back(database: Database) -> None:
    async def change_mind() -> None:
        async with database.writing() as writing:
            await add_user(writing.connection, "anna")
            raise KeyError("mind changed")

    with pytest.raises(KeyError):
        await change_mind()
    assert await names(database) == set()
    await write_users(database, "bert")
    assert await names(database) == {"bert"}


async def test_a_statement_that_fails_rolls_everything_back(database: Database) -> None:
    with pytest.raises(IntegrityError):
        await write_users(database, "anna", "anna")
    assert await names(database) == set()


async def test_references_are_checked(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.writing() as writing:
            await writing.connection.execute(
                sa.insert(sessions).values(hash="h", user_id="nobody", created_at=1, seen_at=1)
            )


async def test_a_cancelled_transaction_is_rolled_back(database: Database) -> None:
    begun = asyncio.Event()

    async def write() -> None:
        async with database.writing() as writing:
            await add_user(writing.connection, "anna")
            begun.set()
            await asyncio.sleep(DEADLINE)

    task = asyncio.create_task(write())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await write_users(database, "bert")
    assert await names(database) == {"bert"}


async def test_who_is_cancelled_while_it_commits_has_written(database: Database) -> None:
    """It does not know how that ended, but nothing is half done, and the listeners know."""
    heard: list[str] = []
    database.listen(heard.append)

    async def write() -> None:
        async with database.writing() as writing:
            await add_user(writing.connection, "anna")
            writing.announce("table")
            asyncio.get_running_loop().call_soon(task.cancel)

    task = asyncio.create_task(write())
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: heard == ["table"])
    assert await names(database) == {"anna"}


async def test_closing_waits_for_commits(database: Database, database_url: str) -> None:
    async def write() -> None:
        async with database.writing() as writing:
            await add_user(writing.connection, "anna")
            asyncio.get_running_loop().call_soon(task.cancel)

    task = asyncio.create_task(write())
    await asyncio.wait([task])
    await database.close()
    again = await Database.open(database_url)
    assert await names(again) == {"anna"}
    await again.close()


async def test_cancelled_at_any_moment_it_is_whole_and_announced(database: Database) -> None:
    heard: list[str] = []
    database.listen(heard.append)
    for moment in range(50):
        pair = (f"{moment}-left", f"{moment}-right")
        write = asyncio.create_task(write_users(database, *pair))
        await asyncio.sleep(moment / 10_000)
        write.cancel()
        await asyncio.wait([write])
    await write_users(database, "last")
    await until(lambda: "last" in heard)
    written = await names(database)
    assert sorted(heard) == sorted(written)
    pairs = {name.partition("-")[0] for name in written - {"last"}}
    assert written == {"last"} | {f"{pair}-{side}" for pair in pairs for side in ("left", "right")}


async def test_one_of_many_racing_actions_is_accepted(database: Database) -> None:
    table = {
        "name": "t", "game": "imperial", "options": {}, "public": True, "invite": "i",
        "host_id": "anna", "status": "open", "sandbox": False, "undo": True, "created_at": 1,
        "changed_at": 1, "seq": 0, "position": 0, "length": 0,
    }  # fmt: skip
    async with database.writing() as writing:
        await add_user(writing.connection, "anna")
        await writing.connection.execute(sa.insert(tables).values(id="t", **table))

    async def act(position: int) -> bool:
        async with database.writing() as writing:
            move = (
                sa.update(tables)
                .where(tables.c.id == "t", tables.c.position == position)
                .values(position=position + 1)
                .returning(tables.c.position)
            )
            return (await writing.connection.execute(move)).one_or_none() is not None

    for position in range(3):
        accepted = await asyncio.gather(*(act(position) for _ in range(32)))
        assert accepted.count(True) == 1


async def test_values_of_people_stay_out_of_errors(database: Database) -> None:
    with pytest.raises(IntegrityError) as caught:
        await write_users(database, "secret", "secret")
    assert "secret" not in str(caught.value)


async def test_json_comes_back_as_it_was(database: Database) -> None:
    options = {"draft": True, "names": ["Ä", "😀"], "nothing": None, "half": 0.5}
    async with database.writing() as writing:
        statement = sa.select(sa.literal(options, tables.c.options.type))
        assert (await writing.connection.execute(statement)).scalar_one() == options


async def test_what_is_announced_is_heard_after_the_commit(database: Database) -> None:
    heard: list[set[str]] = []
    asked: list[asyncio.Task[None]] = []

    async def read() -> None:
        heard.append(await names(database))

    database.listen(lambda _: asked.append(asyncio.create_task(read())))
    async with database.writing() as writing:
        writing.announce("table")
        await add_user(writing.connection, "anna")
    await until(lambda: heard != [])
    assert heard == [{"anna"}]


async def test_what_is_rolled_back_is_never_announced(database: Database) -> None:
    heard: list[str] = []
    database.listen(heard.append)

    async def change_mind() -> None:
        async with database.writing() as writing:
            writing.announce("never")
            raise KeyError("mind changed")

    with pytest.raises(KeyError):
        await change_mind()
    async with database.writing() as writing:
        writing.announce("later")
    await until(lambda: "later" in heard)
    assert heard == ["later"]


async def test_a_message_announced_twice_is_heard_once(database: Database) -> None:
    heard: list[str] = []
    database.listen(heard.append)
    async with database.writing() as writing:
        for message in ("a", "b", "a"):
            writing.announce(message)
    async with database.writing() as writing:
        writing.announce("end")
    await until(lambda: "end" in heard)
    assert sorted(heard) == ["a", "b", "end"]


async def test_who_stops_listening_hears_no_more(database: Database) -> None:
    first: list[str] = []
    second: list[str] = []
    stop = database.listen(first.append)
    database.listen(second.append)
    stop()
    stop()
    async with database.writing() as writing:
        writing.announce("table")
    await until(lambda: second == ["table"])
    assert first == []


async def test_ping_answers(database: Database) -> None:
    await database.ping()


async def test_ping_fails_where_the_schema_is_not_ours(database: Database) -> None:
    async with database.writing() as writing:
        await writing.connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'x'")
    with pytest.raises(StoreError, match=f"has version x, not {VERSION}"):
        await database.ping()


@pytest.mark.parametrize(
    "url", ["mysql://root:hidden@host/x", "sqlite://", "sqlite:///", "sqlite:///:memory:", "x"]
)
async def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="sqlite:///FILE or postgresql://") as caught:
        await Database.open(url)
    assert "hidden" not in str(caught.value)
