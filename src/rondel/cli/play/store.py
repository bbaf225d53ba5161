"""Where games are kept: a folder for the games being played, and saved ones by name."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rondel.engine import TITLES, Game, RecordError
from rondel.records import save
from rondel.records.documents import parse

SUFFIX = ".rondel.json"
OFFERED = 5
"""How many unfinished games are offered at the start."""


@dataclass(frozen=True)
class Kept:
    """An unfinished game."""

    path: Path
    game: str
    """Id of the game."""
    players: list[str]
    entries: int
    when: str
    """Day and time of the last decision."""


def data_folder(environment: Mapping[str, str], platform: str = sys.platform) -> Path:
    """The folder of the system for what a program keeps for its user."""
    home = Path.home()
    if own := environment.get("RONDEL_DATA"):
        return Path(own)
    if platform == "darwin":
        return home / "Library" / "Application Support" / "rondel"
    if platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming") / "rondel"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "rondel"


class Store:
    """The games of one user."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """Saved games by name; those being played and those that are over have own folders."""

    def path_of(self, name: str) -> Path:
        """The file of a game saved by name; a path is taken as it is."""
        given = Path(name)
        if given.suffix == ".json" or len(given.parts) > 1:
            return given
        return self.folder / f"{name}{SUFFIX}"

    def unfinished(self) -> list[Kept]:
        """The games that can be gone on with, the latest first."""
        files = sorted(self._playing.glob(f"*{SUFFIX}"), key=_last_change, reverse=True)
        found = [kept for path in files[: 4 * OFFERED] if (kept := _kept(path))]
        return found[:OFFERED]

    def saved(self) -> list[str]:
        """The names of the saved games, sorted."""
        return sorted([path.name.removesuffix(SUFFIX) for path in self.folder.glob(f"*{SUFFIX}")])

    @property
    def _playing(self) -> Path:
        return self.folder / "playing"

    def new_file(self) -> Path:
        """A file that no other game uses."""
        stem, number = time.strftime("%Y-%m-%d-%H%M%S"), 0
        self._playing.mkdir(parents=True, exist_ok=True)
        while True:
            path = self._playing / f"{stem}{f'-{number}' if number else ''}{SUFFIX}"
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                number += 1
            else:
                return path

    def put_away(self, path: Path, folder: str) -> Path:
        """Moves a game out of those being played, to `finished` or `discarded`."""
        if path.parent != self._playing:
            return path
        target = self.folder / folder / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        return path.replace(target)


class Keeper:
    """Keeps one game in its file, after every decision."""

    def __init__(self, store: Store, path: Path | None) -> None:
        self._store = store
        self._path = path
        self._seen: tuple[int, int] | None = None if path is None else _stamp(path)

    @property
    def path(self) -> Path | None:
        """The file, None before the first decision."""
        return self._path

    def keep(self, game: Game) -> None:
        """Writes the game; if somebody else wrote to its file meanwhile, to a new one.

        Raises: OSError.
        """
        if self._path is None or (self._seen is not None and _stamp(self._path) != self._seen):
            self._path = self._store.new_file()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        save(game, self._path)
        self._seen = _stamp(self._path)

    def put_away(self, folder: str) -> Path | None:
        """The game is over or given up."""
        if self._path is not None:
            self._path = self._store.put_away(self._path, folder)
        return self._path


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size


def _last_change(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _kept(path: Path) -> Kept | None:
    """What a file is, None if it is no unfinished game."""
    try:
        record: Any = parse(path.read_bytes())
        if record["result"] is not None:
            return None
        game = TITLES[record["game"]].id
        players, entries = [str(name) for name in record["players"]], len(record["actions"])
    except (OSError, RecordError, LookupError, TypeError):
        return None
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(_last_change(path)))
    return Kept(path, game, players, entries, when)


def environment_store() -> Store:
    """The store of whoever runs the program."""
    return Store(data_folder(os.environ))
