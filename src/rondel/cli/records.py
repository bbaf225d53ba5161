"""Reading record files for commands: every fault becomes one line that names file and place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rondel.cli.errors import NO, UNUSABLE, CommandError
from rondel.engine import Event, Game, RecordError
from rondel.records import EntryError, replay
from rondel.records.documents import parse


class Replayed:
    """A record replayed: the game and what happened, entry by entry."""

    def __init__(self) -> None:
        self.told: list[list[Event]] = []
        """Events of the set-up, then of each entry."""

    def watch(self, game: Game, number: int, events: list[Event]) -> None:
        """Keeps the events of an entry."""
        self.told.append(events)


def read_document(path: Path) -> Any:
    """The JSON value in a file.

    Raises: CommandError.
    """
    try:
        return parse(path.read_bytes())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CommandError(f"{path}: cannot be read: {reason}") from None
    except RecordError as error:
        raise record_fault(path, error) from None


def cut(record: Any, at: int | None, path: Path) -> Any:
    """The record as it was after `at` entries; all of it if None.

    Raises: CommandError if it has not so many.
    """
    entries = record.get("actions") if isinstance(record, dict) else None
    if at is None or not isinstance(entries, list):
        return record
    if not 0 <= at <= len(entries):
        raise CommandError(f"{path} has {len(entries)} entries; choose --at from 0 to that number")
    if at == len(entries):
        return record
    return {**record, "actions": entries[:at], "result": None}


def open_game(path: Path, at: int | None = None) -> tuple[Game, list[list[Event]]]:
    """The game in a file, and its events: those of the set-up, then of each entry.

    Raises: CommandError.
    """
    replayed = Replayed()
    try:
        game = replay(cut(read_document(path), at, path), replayed.watch)
    except RecordError as error:
        raise record_fault(path, error) from None
    return game, replayed.told


def record_fault(path: Path, error: RecordError) -> CommandError:
    """The error for a record that cannot be read (status 2) or does not replay (status 1)."""
    if isinstance(error, EntryError):
        return CommandError(f"{path}: {error.problem}", NO)
    status = NO if error.place == "result" else UNUSABLE
    return CommandError(f"{path}: {error}", status)
