"""What the page asks a server for, answered here: all addresses of a table and of its game."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from rondel.companion import told
from rondel.companion.errors import Refusal, bad, refuse_illegal
from rondel.companion.table import Table
from rondel.engine import Game, IllegalAction, RecordError, RuleSetError
from rondel.narration import (
    changes_told,
    course_told,
    entries_told,
    game_told,
    plan_of,
    stretch_told,
    words_of,
)
from rondel.records import LANGUAGES, replay, write

Json = dict[str, Any]
Query = dict[str, list[str]]

MOST_POSITIONS: Final = 25
MOST_ENTRIES: Final = 500
"""So many are told at once, as by the server."""

LONGEST_NAME: Final = 60
ID_BYTES: Final = 8


class Companion:
    """The games on cardboard that are open in this browser."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.tables: dict[str, Table] = {}
        self._clock = clock

    def answer(self, method: str, address: str, body: str | None = None) -> str:
        """Answers a request as the server would: status, body, and what is to be kept of the table.

        What cannot be is refused in the server's shape, and changes nothing.
        """
        table: Table | None = None
        try:
            status, answered, table = self._answered(method, address, body)
        except Refusal as refusal:
            status, answered = refusal.status, refusal.to_json()
        kept = None if table is None else table.saved
        epoch = 0 if table is None else table.epoch
        return json.dumps({"status": status, "body": answered, "saved": kept, "epoch": epoch})

    def _answered(
        self, method: str, address: str, body: str | None
    ) -> tuple[int, Any, Table | None]:
        """Status, body and the table that has changed. Raises: Refusal."""
        parts = urlsplit(address)
        query, asked = parse_qs(parts.query), _read(body)
        if found := re.fullmatch(r"/api/games/(\w+)(/words)?", parts.path):
            return 200, _game(found[1], found[2] is not None, query), None
        if parts.path in OPENING and method == "POST":
            table = OPENING[parts.path](self, asked)
            self.tables[table.id] = table
            return 201, told.table_told(table, self._clock()), table
        found = re.fullmatch(r"/api/tables/([0-9a-f]+)((?:/\w+)*)", parts.path)
        if found is None:
            raise _nowhere(parts.path)
        table = self._table(found[1])
        if method == "GET" and found[2] in LOOKING:
            return 200, LOOKING[found[2]](self, table, query), None
        if method == "POST" and found[2] in ASKING:
            return 200, ASKING[found[2]](self, table, asked, query), None
        if method == "POST" and found[2] in ENTERING:
            ENTERING[found[2]](self, table, asked)
            return 200, _done(table), table
        raise _nowhere(parts.path)

    def _table(self, id: str) -> Table:
        if id not in self.tables:
            raise Refusal(404, "table/unknown", "There is no such game here.")
        return self.tables[id]

    # Opening ------------------------------------------------------------------------------------

    def begin(self, asked: Json) -> Table:
        """A new game as it was set up on cardboard. Raises: Refusal."""
        try:
            game = Game.new(
                _text(asked, "game"),
                _list(asked, "players"),
                dict(asked.get("options") or {}),
                start=asked.get("start") or {},
            )
        except RuleSetError as error:
            raise bad("table/options", "; ".join(error.faults)) from None
        except RecordError as error:
            raise bad("table/options", str(error)) from None
        return Table(_new_id(), _name(asked), game, self._clock())

    def take_in(self, asked: Json) -> Table:
        """A record to go on with. Raises: Refusal."""
        try:
            game = replay(asked.get("record"))
        except RecordError as error:
            raise bad("record/unreadable", str(error)) from None
        return Table(_new_id(), _name(asked), game, self._clock())

    def take_up(self, asked: Json) -> Table:
        """A table that was kept. Raises: Refusal if it is damaged."""
        try:
            return Table.of(asked, self._clock())
        except (RecordError, IllegalAction, KeyError, TypeError, ValueError) as error:
            raise bad("record/unreadable", str(error)) from None

    # Looking ------------------------------------------------------------------------------------

    def table(self, table: Table, query: Query) -> Json:
        """The table."""
        return told.table_told(table, self._clock())

    def live(self, table: Table, query: Query) -> list[Json]:
        """What has happened since a line of the log."""
        since = _number(query, "since", 0)
        return told.live_told(table, since, _eyes(table, query), _lang(query), self._clock())

    def position(self, table: Table, query: Query) -> Json:
        """The position."""
        return told.position_told(table, _eyes(table, query), _lang(query))

    def positions(self, table: Table, query: Query) -> Json:
        """A stretch of the game."""
        first = _moment(table, _number(query, "first", 0))
        bodies = table.entries[: first + MOST_POSITIONS - 1]
        eyes = _eyes(table, query)
        more = {"entries": first, "viewer": told.viewer_of(table, eyes)}
        return stretch_told(table.game.at(0), bodies[:first], bodies[first:], more, eyes)

    def changes(self, table: Table, query: Query) -> Json:
        """What has changed between moments."""
        asked = [_moment(table, int(one)) for one in query.get("moment", ["0"]) if one.isdecimal()]
        moments = asked if len(asked) > 1 else [*asked, len(table.entries)]
        if not asked or moments != sorted(moments):
            raise bad("position/number", "Moments have to be in the order of the game.")
        bodies = table.entries[moments[0] : moments[-1]]
        return changes_told(table.game.at(moments[0]), bodies, moments, _eyes(table, query))

    def course(self, table: Table, query: Query) -> Json:
        """How the game went."""
        return course_told(table.game.at(0), table.entries, _eyes(table, query))

    def entries(self, table: Table, query: Query) -> Json:
        """Entries with their events."""
        after = _moment(table, _number(query, "after", 0))
        last = min(_number(query, "last", after + MOST_ENTRIES), after + MOST_ENTRIES)
        bodies = table.entries[after:last]
        return entries_told(table.game.at(after), bodies, after, _lang(query))

    def record(self, table: Table, query: Query) -> str:
        """The record, as it is written; nothing is missing while something is put right."""
        return write(table.whole.record())

    def correction(self, table: Table, query: Query) -> Json:
        """What is being put right."""
        return told.correction_told(table, _lang(query))

    # Asking -------------------------------------------------------------------------------------

    def plan(self, table: Table, asked: Json, query: Query) -> Json:
        """What could be entered after some entries. Raises: Refusal."""
        table.check_position(_whole(asked, "position"))
        try:
            eyes = _eyes(table, query)
            return plan_of(table.game, _list(asked, "entries"), eyes, _lang(query))
        except IllegalAction as error:
            refuse_illegal(error)

    def consequences(self, table: Table, asked: Json, query: Query) -> Json:
        """What some entries would do. Raises: Refusal."""
        table.check_position(_whole(asked, "position"))
        eyes, entries = _eyes(table, query), _list(asked, "entries")
        try:
            return {"consequences": [table.game.consequences(one, eyes) for one in entries]}
        except IllegalAction as error:
            refuse_illegal(error)
        except ValueError as error:
            raise Refusal(403, "position/secret", f"With secret cash {error}.") from None

    # Entering -----------------------------------------------------------------------------------

    def act(self, table: Table, asked: Json) -> None:
        """Enters what was decided. Raises: Refusal."""
        entry = asked.get("entry")
        if not isinstance(entry, dict):
            raise bad("request/invalid", "An entry is missing.")
        table.act(_whole(asked, "position"), entry, self._clock())

    def undo(self, table: Table, asked: Json) -> None:
        """Takes back. Raises: Refusal."""
        to = None if asked.get("to") is None else _whole(asked, "to")
        table.undo(_whole(asked, "position"), to, self._clock())

    def correct(self, table: Table, asked: Json) -> None:
        """Begins to put an earlier entry right. Raises: Refusal."""
        table.correct(_whole(asked, "number"), _text(asked, "way"), self._clock())

    def follow(self, table: Table, asked: Json) -> None:
        """Lets the rest follow. Raises: Refusal."""
        table.follow(self._clock())

    def skip(self, table: Table, asked: Json) -> None:
        """Leaves out what does not fit. Raises: Refusal."""
        table.skip(self._clock())

    def forget(self, table: Table, asked: Json) -> None:
        """Leaves out all that waits. Raises: Refusal."""
        table.forget()

    def cancel(self, table: Table, asked: Json) -> None:
        """Makes the game what it was. Raises: Refusal."""
        table.cancel(self._clock())


OPENING: Final = {
    "/api/tables": Companion.begin,
    "/api/records": Companion.take_in,
    "/api/kept": Companion.take_up,
}
LOOKING: Final = {
    "": Companion.table,
    "/live": Companion.live,
    "/position": Companion.position,
    "/positions": Companion.positions,
    "/changes": Companion.changes,
    "/course": Companion.course,
    "/entries": Companion.entries,
    "/record": Companion.record,
    "/correction": Companion.correction,
}
ASKING: Final = {"/plan": Companion.plan, "/consequences": Companion.consequences}
ENTERING: Final = {
    "/actions": Companion.act,
    "/undo": Companion.undo,
    "/correction": Companion.correct,
    "/correction/follow": Companion.follow,
    "/correction/skip": Companion.skip,
    "/correction/forget": Companion.forget,
    "/correction/cancel": Companion.cancel,
}


def _done(table: Table) -> Json:
    return {"position": table.position, "entries": len(table.game), "seq": table.seq}


def _game(game: str, words: bool, query: Query) -> Json:
    """The facts of a game, or its words. Raises: Refusal."""
    try:
        if words:
            return words_of(game, _lang(query) or "en")
        version = _number(query, "rules_version", 0)
        return game_told(game, version or None)
    except RuleSetError as error:
        raise Refusal(404, "game/unknown", "; ".join(error.faults)) from None


# What was asked -----------------------------------------------------------------------------


def _nowhere(path: str) -> Refusal:
    return Refusal(404, "request/no_such_path", f"There is nothing at {path} without a server.")


def _read(body: str | None) -> Json:
    """The body of a request. Raises: Refusal."""
    try:
        value = json.loads(body) if body else {}
    except ValueError:
        raise bad("request/not_json", "This is not JSON.") from None
    if not isinstance(value, dict):
        raise bad("request/invalid", "An object was expected.")
    return value


def _text(asked: Json, key: str) -> str:
    value = asked.get(key)
    if not isinstance(value, str):
        raise bad("request/invalid", f"{key} has to be a text.")
    return value


def _list(asked: Json, key: str) -> list[Any]:
    value = asked.get(key)
    if not isinstance(value, list):
        raise bad("request/invalid", f"{key} has to be a list.")
    return value


def _whole(asked: Json, key: str) -> int:
    value = asked.get(key)
    if type(value) is not int:
        raise bad("request/invalid", f"{key} has to be a whole number.")
    return value


def _name(asked: Json) -> str:
    name = _text(asked, "name").strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise bad("table/name", f"A name has 1 to {LONGEST_NAME} characters.")
    return name


def _number(query: Query, key: str, default: int) -> int:
    [value] = query.get(key, [str(default)])[:1]
    if not value.isdecimal():
        raise bad("request/invalid", f"{key} has to be a whole number.")
    return int(value)


def _eyes(table: Table, query: Query) -> str | None:
    """Whose eyes somebody looks with, by the seat that he has named. Raises: Refusal."""
    if "seat" not in query:
        return told.eyes_of(table, None)
    seat = _number(query, "seat", 0)
    if seat >= len(table.game.players):
        raise bad("request/invalid", f"There is no seat {seat}.")
    return told.eyes_of(table, seat)


def _moment(table: Table, entries: int) -> int:
    if entries > len(table.entries):
        raise bad("position/number", f"This game has {len(table.entries)} entries, not {entries}.")
    return entries


def _lang(query: Query) -> str | None:
    lang = query.get("lang", [""])[0]
    if lang and lang not in LANGUAGES:
        raise bad("request/invalid", f"lang has to be one of {', '.join(LANGUAGES)}.")
    return lang or None


def _new_id() -> str:
    return secrets.token_hex(ID_BYTES)
