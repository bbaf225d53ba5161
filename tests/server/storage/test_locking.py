"""A store has one server at a time, by whatever name it is opened."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rondel.server.storage.database import Database
from rondel.server.storage.errors import StoreInUse
from rondel.server.storage.locking import BY_ITSELF, hold
from tests.samples import some
from tests.server.storage.people import names, write_users
from tests.server.storage.processes import writer

pytestmark = pytest.mark.anyio

HOLD = """if True:
    import sys
    from pathlib import Path
    from rondel.server.storage.errors import StoreInUse
    from rondel.server.storage.locking import hold

    try:
        hold(Path(sys.argv[1]))
    except StoreInUse as error:
        sys.exit(str(error))
"""


def link_to_file(store: Path) -> Path:
    link = store.parent / "link.sqlite3"
    link.symlink_to(store)
    return link


def link_to_link(store: Path) -> Path:
    second = store.parent / "second.sqlite3"
    second.symlink_to(link_to_file(store).name)
    return second


def hard_link(store: Path) -> Path:
    link = store.parent / "hard.sqlite3"
    link.hardlink_to(store)
    return link


def link_to_folder(store: Path) -> Path:
    link = store.parent.parent / f"{store.parent.name} too"
    link.symlink_to(store.parent, target_is_directory=True)
    return link / store.name


def way_around(store: Path) -> Path:
    return Path(os.path.relpath(store.parent / ".." / store.parent.name / store.name))


WAYS = pytest.mark.parametrize(
    "other", some([link_to_file, link_to_link, hard_link, link_to_folder, way_around])
)
Naming = Callable[[Path], Path]


@pytest.fixture
def store(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


def skip_if_unknown(other: Naming) -> None:
    if other is hard_link and not BY_ITSELF:
        pytest.skip("here a file cannot be locked by itself")


def refused(path: Path) -> str:
    """What another process is told that wants to have a store; nothing if it gets it."""
    command = [sys.executable, "-c", HOLD, str(path)]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False).stderr.strip()


@pytest.mark.long
@WAYS
def test_other_process_has_no_store_that_is_in_use(
    sqlite_url: str, store: Path, other: Naming
) -> None:
    skip_if_unknown(other)
    with writer(sqlite_url, "a"):
        path = other(store)
        assert refused(path).startswith(f"{path} is in use by another server: stop that one first")
    assert refused(path) == ""


@WAYS
async def test_store_is_open_once_in_a_process(sqlite_url: str, store: Path, other: Naming) -> None:
    skip_if_unknown(other)
    database = await Database.open(sqlite_url)
    path = other(store)
    for _ in range(2):
        with pytest.raises(StoreInUse):
            await Database.open(f"sqlite:///{path}")
    # SQLite has lost no lock of its own by the attempts.
    assert refused(store) != ""
    await database.close()
    again = await Database.open(sqlite_url)
    assert await names(again) == set()
    await again.close()


@pytest.mark.skipif(not BY_ITSELF, reason="here a file cannot be locked by itself")
async def test_sqlite_keeps_its_own_locks_while_the_file_is_held(
    sqlite_url: str, store: Path
) -> None:
    """By these it knows of others: without them a backup would take away its log."""
    database = await Database.open(sqlite_url)
    await write_users(database, "anna")
    assert kinds_of_locks(store) == {"FLOCK", "POSIX"}
    with pytest.raises(StoreInUse):
        await Database.open(f"sqlite:///{hard_link(store)}")
    assert kinds_of_locks(store) == {"FLOCK", "POSIX"}
    await database.close()


def kinds_of_locks(path: Path) -> set[str]:
    """What kinds of locks there are on a file."""
    locks = Path("/proc/locks").read_text().splitlines()
    number = f":{path.stat().st_ino} "
    return {lock.split()[1] for lock in locks if number in lock}


@pytest.mark.long
def test_store_that_is_not_there_can_be_held_and_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "store"
    let_go = hold(path)
    assert refused(path) != ""
    let_go()
    assert refused(path) == ""
    assert not path.exists()


def test_folder_that_is_not_there_is_no_store_in_use(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        hold(tmp_path / "nowhere" / "store")
