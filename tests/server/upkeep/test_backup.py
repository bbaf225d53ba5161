"""Backups of the embedded store, made while it is written to, and put back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rondel.server.storage.database import Database
from rondel.server.storage.errors import StoreError, StoreInUse, StoreTooNew
from rondel.server.upkeep.backup import back_up, restore
from tests.server.storage.people import names, write_users
from tests.server.storage.processes import writer

pytestmark = pytest.mark.anyio


async def names_in(store: Path) -> set[str]:
    database = await Database.open(f"sqlite:///{store}")
    found = await names(database)
    await database.close()
    return found


async def add_names(store: Path, *names: str) -> None:
    database = await Database.open(f"sqlite:///{store}")
    await write_users(database, *names)
    await database.close()


def execute(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)


@pytest.fixture
async def store(tmp_path: Path) -> Path:
    """A store that knows Anna."""
    path = tmp_path / "store"
    await add_names(path, "anna")
    return path


@pytest.fixture
def backup(store: Path, tmp_path: Path) -> Path:
    """A backup of it."""
    back_up(store, tmp_path / "backup")
    return tmp_path / "backup"


@pytest.mark.long
async def test_a_backup_while_another_process_writes_is_whole(tmp_path: Path) -> None:
    store, backup, restored = tmp_path / "store", tmp_path / "backup", tmp_path / "restored"
    with writer(f"sqlite:///{store}", "a") as told:
        for _ in range(5):
            acknowledged = [told.readline().strip() for _ in range(10)]
            back_up(store, backup, force=True)
            restore(backup, restored, force=True)
            found = await names_in(restored)
            pairs = {name.partition("-")[0] for name in found}
            assert set(acknowledged) <= pairs
            assert found == {f"{name}-{side}" for name in pairs for side in ("left", "right")}


async def test_a_backup_comes_from_a_store_that_is_closed_too(backup: Path, tmp_path: Path) -> None:
    restore(backup, tmp_path / "new" / "store")
    assert await names_in(tmp_path / "new" / "store") == {"anna"}


async def test_a_backup_is_one_file_for_its_owner(backup: Path, tmp_path: Path) -> None:
    assert oct(backup.stat().st_mode & 0o777) == "0o600"
    assert {path.name for path in tmp_path.iterdir()} == {"store", "store.lock", "backup"}


async def test_an_older_backup_is_overwritten_only_by_force(store: Path, backup: Path) -> None:
    await add_names(store, "bert")
    with pytest.raises(StoreError, match="backup exists already"):
        back_up(store, backup)
    assert await names_in(backup) == {"anna"}
    back_up(store, backup, force=True)
    assert await names_in(backup) == {"anna", "bert"}


async def test_a_store_is_overwritten_only_by_force(store: Path, backup: Path) -> None:
    await add_names(store, "bert")
    with pytest.raises(StoreError, match="store exists already"):
        restore(backup, store)
    assert await names_in(store) == {"anna", "bert"}
    restore(backup, store, force=True)
    assert await names_in(store) == {"anna"}


async def test_nothing_of_the_overwritten_store_is_left(store: Path, backup: Path) -> None:
    """A server that was killed leaves changes beside the file, which are not for another file."""
    with writer(f"sqlite:///{store}", "a") as told:
        told.readline()
    assert store.with_name("store-wal").stat().st_size
    restore(backup, store, force=True)
    assert await names_in(store) == {"anna"}


async def test_a_store_in_use_is_not_overwritten(store: Path, backup: Path) -> None:
    database = await Database.open(f"sqlite:///{store}")
    with pytest.raises(StoreInUse):
        restore(backup, store, force=True)
    await database.close()


@pytest.mark.long
async def test_what_an_interrupted_backup_left_does_not_matter(store: Path, tmp_path: Path) -> None:
    (tmp_path / "backup.part").write_text("half a page")
    (tmp_path / "backup.part-journal").write_text("half a page")
    back_up(store, tmp_path / "backup")
    assert {path.name for path in tmp_path.iterdir()} == {"store", "store.lock", "backup"}


async def test_a_store_is_no_backup_of_itself(store: Path) -> None:
    with pytest.raises(StoreError, match="cannot be a copy of itself"):
        back_up(store, store, force=True)


async def test_there_must_be_a_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"There is no store at .*nothing"):
        back_up(tmp_path / "nothing", tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


def damage_in_the_middle(backup: Path) -> None:
    content = bytearray(backup.read_bytes())
    content[4096:16384] = b"\xa5" * 12288
    backup.write_bytes(content)


def damage_one_letter(backup: Path) -> None:
    """The index then knows somebody whom the table does not."""
    before, name, after = backup.read_bytes().partition(b"anna")
    backup.write_bytes(before + name.replace(b"nn", b"nm") + after)


def cut_off(backup: Path) -> None:
    backup.write_bytes(backup.read_bytes()[:20000])


def replace_by_text(backup: Path) -> None:
    backup.write_text("A text that is long enough to be taken for the head of a database. " * 9)


def replace_by_nothing(backup: Path) -> None:
    backup.write_bytes(b"")


def replace_by_other_database(backup: Path) -> None:
    backup.unlink()
    execute(backup, "CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize(
    "spoil",
    [
        damage_in_the_middle,
        damage_one_letter,
        cut_off,
        replace_by_text,
        replace_by_nothing,
        replace_by_other_database,
    ],
)
async def test_what_is_no_whole_backup_is_refused(
    store: Path, backup: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(backup)
    with pytest.raises(StoreError, match=r"backup is (damaged|no store of Rondel)"):
        restore(backup, store, force=True)
    assert await names_in(store) == {"anna"}
    assert {path.name for path in tmp_path.iterdir()} == {"store", "store.lock", "backup"}


async def test_a_backup_of_a_newer_program_is_refused(store: Path, backup: Path) -> None:
    execute(backup, "UPDATE alembic_version SET version_num = '9'")
    with pytest.raises(StoreTooNew):
        restore(backup, store, force=True)
