"""One process at a time for one file: locks that vanish with their process.

There are two. One is beside the file, by its name with all links followed: it holds also while
the file is replaced. The other is on the file itself, for names that no link leads away from: hard
links, and folders mounted twice.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from rondel.server.storage.errors import StoreInUse

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


BY_ITSELF: Final = sys.platform == "linux"
"""Whether a lock on the file itself is none of those that SQLite takes. Elsewhere it may be."""

Identity = tuple[int, int]
"""Device and number of a file: the same under all its names."""

_held: Final[set[Identity]] = set()
"""What this process holds. To open and close such a file once more would end SQLite's locks."""


def hold(store: Path) -> Callable[[], None]:
    """Takes the locks of `store`, if it is there; the function given back lets them go.

    The file of the lock stays: who removed it could remove one that another process just took.

    Raises: StoreInUse, OSError.
    """
    path = store.resolve()
    with ExitStack() as stack:
        try:
            _hold_beside(path, stack)
            if BY_ITSELF and path.exists():
                _hold_itself(path, stack)
        except BlockingIOError:
            raise StoreInUse(
                f"{store} is in use by another server: stop that one first, "
                "or use PostgreSQL, which serves any number of processes"
            ) from None
        return stack.pop_all().close


def _hold_beside(path: Path, stack: ExitStack) -> None:
    """Raises: BlockingIOError, OSError."""
    beside = path.with_name(f"{path.name}.lock")
    _hold_open(os.open(beside, os.O_RDWR | os.O_CREAT, 0o600), stack)


def _hold_itself(path: Path, stack: ExitStack) -> None:
    """Raises: BlockingIOError, OSError."""
    found = path.stat()
    identity = (found.st_dev, found.st_ino)
    if identity in _held:
        raise BlockingIOError
    _hold_open(os.open(path, os.O_RDONLY), stack)
    _held.add(identity)
    stack.callback(_held.discard, identity)


def _hold_open(file: int, stack: ExitStack) -> None:
    stack.callback(os.close, file)
    try:
        _lock(file)
    except OSError as error:
        raise BlockingIOError from error
