"""One process at a time for one file: a lock that vanishes with its process."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from rondel.server.storage.errors import StoreInUse

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def hold(store: Path) -> Callable[[], None]:
    """Takes the lock beside `store`; the function given back lets it go.

    The file of the lock stays: who removed it could remove one that another process just took.

    Raises: StoreInUse, OSError.
    """
    path = store.with_name(f"{store.name}.lock")
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    try:
        _lock(file.fileno())
    except OSError:
        file.close()
        raise StoreInUse(
            f"{store} is in use by another server: stop that one first, "
            "or use PostgreSQL, which serves any number of processes"
        ) from None
    return file.close
