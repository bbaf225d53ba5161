"""Saved games: reading a record by replaying it with every check on, writing it canonically."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rondel.engine import (
    Event,
    Extras,
    Game,
    IllegalAction,
    RecordError,
    shown,
    split_extras,
)
from rondel.records.documents import parse, write

FORMAT = "rondel-record"
VERSION = 1
KEYS = (
    "format", "version", "game", "rules_version", "options", "players", "start", "actions",
    "result",
)  # fmt: skip
"""Keys of a record in the order of writing."""

Watcher = Callable[[Game, int, list[Event]], None]
"""Called with the game after each entry, the number of the entry (0 for the set-up) and events."""


class EntryError(RecordError):
    """An entry of a record that does not replay; the cause is the `IllegalAction`."""

    def __init__(self, number: int, entry: Any, cause: IllegalAction) -> None:
        shown = json.dumps(entry, ensure_ascii=False)
        shown = shown if len(shown) <= 300 else shown[:297] + "..."
        super().__init__(
            f"actions[{number - 1}]", f"entry {number}, {shown}: {cause} [{cause.clause}]"
        )
        self.number = number
        """Number of the entry, from 1."""
        self.entry = entry
        """The entry itself."""
        self.clause = cause.clause
        """The clause it breaks."""
        self.code = cause.code
        """The code of the refusal."""


def load(path: str | Path) -> Game:
    """The game saved in a file.

    Raises: RecordError if it cannot be read or does not replay, OSError if there is no such file.
    """
    return loads(Path(path).read_bytes())


def loads(text: str | bytes, watch: Watcher | None = None) -> Game:
    """The game saved in a text; `watch` is called as `replay` does.

    Raises: RecordError.
    """
    return replay(parse(text), watch)


def replay(record: Any, watch: Watcher | None = None) -> Game:
    """Replays a record, already parsed, with every check on.

    `watch` sees the game after the set-up and after every entry. Extra keys are kept and come
    back with `Game.record`.

    Raises: RecordError, naming the place; EntryError for an entry that does not replay.
    """
    if not isinstance(record, dict):
        raise RecordError("", "expected an object with the keys of a record")
    extras: Extras = []
    plain = split_extras(record, (), extras)
    game = _begin(plain)
    if watch:
        watch(game, 0, game.opening)
    _replay_entries(game, plain["actions"], watch)
    if plain.get("result", game.result) != game.result:
        expected = json.dumps(game.result, ensure_ascii=False)
        raise RecordError("result", f"expected {expected} as replaying gives")
    game.extras = extras
    return game


def _begin(record: dict[str, Any]) -> Game:
    for key in record:
        if key not in KEYS:
            raise RecordError(str(key), "this key is not expected in a record")
    for key in KEYS[:-1]:
        if key not in record:
            raise RecordError(key, "missing")
    _check_exactly(record, "format", FORMAT)
    _check_exactly(record, "version", VERSION)
    return Game.begin(record)


def _check_exactly(record: dict[str, Any], key: str, expected: Any) -> None:
    value = record[key]
    if type(value) is not type(expected) or value != expected:
        raise RecordError(key, f"expected {expected!r}, not {shown(value)}")


def _replay_entries(game: Game, entries: Any, watch: Watcher | None) -> None:
    if not isinstance(entries, list):
        raise RecordError("actions", "expected a list")
    for number, entry in enumerate(entries, 1):
        try:
            if watch:
                watch(game, number, list(game.apply(entry)))
            else:
                game.play(game.read(entry))
        except IllegalAction as error:
            raise EntryError(number, entry, error) from error


def dumps(game: Game) -> str:
    """The record of a game as text: the same game gives the same text."""
    return write(game.record())


def save(game: Game, path: str | Path) -> None:
    """Writes the record of a game to a file, whole or not at all."""
    keep(dumps(game), Path(path))


def keep(text: str, path: Path) -> None:
    """Writes the text of a record to a file, whole or not at all."""
    draft = path.with_name(path.name + ".part")
    draft.write_text(text, encoding="utf-8", newline="\n")
    draft.replace(path)
