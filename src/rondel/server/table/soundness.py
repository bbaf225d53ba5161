"""Whether what a store keeps of a table agrees with the rules, and with itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import orjson

from rondel.engine import Game, RecordError
from rondel.engine.shapes import Entry
from rondel.records import replay
from rondel.server.model.loglines import ActionBody, OpenedBody, UndoneBody
from rondel.server.model.table import ENDED, EXPIRED, FINISHED, OPEN, Json, Table

LEADING_ON: Final = ("action", "undone")
"""Lines of the log that lead to another position."""


class Unsound(Exception):
    """What is wrong with a table, as a sentence."""


# A table in memory --------------------------------------------------------------------------


def check_standing(table: Table) -> None:
    """Makes sure that a table stands where its game does; the way there is not looked at.

    Raises: Unsound.
    """
    standing = {name: getattr(table, name) for name in STANDING}
    for fault in faults_of_standing(standing, [seat.name for seat in table.seats], table.play):
        raise Unsound(fault)


STANDING: Final = ("status", "heading", "length", "decider", "decision", "result")
"""What a table says about where its game stands."""


def faults_of_standing(table: Json, names: list[str | None], game: Game | None) -> Iterator[str]:
    """Where a table and its game differ."""
    status = table["status"]
    if game is None:
        if status not in (OPEN, EXPIRED):
            yield f"the table is {status}, and has no game"
        return
    version = table["heading"].get("rules_version")
    if version != game.rules.version:
        yield f"the game was begun by rules {version}, and goes on by rules {game.rules.version}"
    if len(game) != table["length"]:
        yield f"the table counts {table['length']} entries, and its game has {len(game)}"
    if names != game.players:
        yield f"the seats are those of {names}, and the players {game.players}"
    if table["result"] != game.result:
        yield f"the table says the result is {table['result']}, and its game {game.result}"
    if (status == FINISHED) != game.over:
        yield f"the table is {status}, and its game is {'over' if game.over else 'not over'}"
    yield from _faults_of_decision(table, names, game)


def _faults_of_decision(table: Json, names: list[str | None], game: Game) -> Iterator[str]:
    decision = None if table["status"] == ENDED else game.decision
    expected = None if decision is None else (decision.player, decision.kind)
    seat = table["decider"]
    if seat is None:
        told = None
    else:
        told = (names[seat] if 0 <= seat < len(names) else f"seat {seat}", table["decision"])
    if told != expected:
        yield f"the table waits for {told or 'nobody'}, and its game for {expected or 'nobody'}"


# All of it ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """All that a store keeps of one table."""

    table: Json
    seats: list[Json]
    log: list[Json]
    entries: list[Json]
    checkpoints: list[Json]
    pages: list[Json]
    """What the game begins with, where it shares that with others."""

    def whole(self) -> Kept:
        """The same with all entries and checkpoints, those on its pages among them."""
        entries = [{"number": n, "body": body} for n, body in enumerate(_bodies(self.pages), 1)]
        snapshots = [
            {"entries": page["after"], "snapshot": orjson.loads(page["snapshot"])}
            for page in self.pages
            if page["snapshot"] is not None
        ]
        return replace(
            self,
            entries=[*entries, *self.entries],
            checkpoints=[*snapshots, *self.checkpoints],
            pages=[],
        )

    def faults(self, pause: Callable[[], object] = lambda: None) -> list[str]:
        """What is missing or doubled, or does not lead to where the table stands.

        `pause` is called after every entry that is replayed.
        """
        if self.pages or self.table["shared"]:
            return [*self._faults_of_pages()] or self.whole()._faults(pause)
        return self._faults(pause)

    def _faults_of_pages(self) -> Iterator[str]:
        """Pages lie one after the other, and none is longer than what it refers to."""
        end = 0
        for page in self.pages:
            own, shared = (page["after"], page["last"]), (page["first"], page["most"])
            if own[0] != end or own[0] != shared[0] or not own[0] < own[1] <= shared[1]:
                yield f"it shares entries {own}, of a stretch with {shared}, after {end}"
            if len(orjson.loads(page["bodies"])) != shared[1] - shared[0]:
                yield f"a stretch with entries {shared} has another number of them"
            end = page["last"]
        if end != self.table["shared"]:
            yield f"it should share {self.table['shared']} entries, and shares {end}"

    def _faults(self, pause: Callable[[], object]) -> list[str]:
        found = [*self._gaps()]
        if self.table["heading"] is None:
            found += faults_of_standing(self.table, self._names, None)
            found += ["there are entries of a game that has not begun"] * bool(self.entries)
        elif not found:
            # What is not whole cannot be told from what is wrong.
            found += self._faults_of_game(pause)
        return found

    @property
    def _names(self) -> list[str | None]:
        return [seat["name"] for seat in self.seats]

    def _gaps(self) -> Iterator[str]:
        table = self.table
        lines = [row["seq"] for row in self.log]
        yield from _gap("lines of the log", lines, 1, table["seq"])
        yield from _gap("entries", [row["number"] for row in self.entries], 1, table["length"])
        yield from _gap("seats", [seat["number"] for seat in self.seats], 0, len(self.seats) - 1)

    def _faults_of_game(self, pause: Callable[[], object]) -> Iterator[str]:
        """The log tells of the same entries, and the game replays from them."""
        if self._told_by_log() != [row["body"] for row in self.entries][self._brought() :]:
            yield "the log tells of other entries than the record"
        led = self._opened_with() + sum(row["kind"] in LEADING_ON for row in self.log)
        if self.table["position"] != led:
            yield f"the table is at position {self.table['position']}, and its log leads to {led}"
        yield from self._faults_of_record(pause)

    def _faults_of_record(self, pause: Callable[[], object]) -> Iterator[str]:
        snapshots = {row["entries"]: row["snapshot"] for row in self.checkpoints}
        faults: list[str] = []

        def compare(game: Game, number: int, events: object) -> None:
            pause()
            if number in snapshots and game.snapshot() != snapshots.pop(number):
                faults.append(f"the checkpoint after entry {number} is not the position there")

        record = {**self.table["heading"], "actions": [row["body"] for row in self.entries]}
        try:
            game = replay(record, compare)
        except RecordError as error:
            yield f"the record does not replay: {error}"
            return
        yield from faults
        yield from [
            f"there is a checkpoint after entry {number}, and no entry" for number in snapshots
        ]
        yield from faults_of_standing(self.table, self._names, game)

    def _brought(self) -> int:
        """Entries the table was opened with that were not taken back since."""
        undone: list[UndoneBody] = [row["body"] for row in self.log if row["kind"] == "undone"]
        return min([self._opened_with(), *[body["to"] for body in undone]])

    def _opened_with(self) -> int:
        """Entries the table was opened with: none, unless it is a study."""
        opened: list[OpenedBody] = [row["body"] for row in self.log if row["kind"] == "opened"]
        return sum(body["entries"] for body in opened)

    def _told_by_log(self) -> list[Entry]:
        """The entries since the table was opened, as the log tells them."""
        brought, entries = self._brought(), list[Entry]()
        for row in self.log:
            if row["kind"] == "action":
                action: ActionBody = row["body"]
                entries[action["number"] - brought - 1 :] = [action["entry"]]
            elif row["kind"] == "undone":
                undone: UndoneBody = row["body"]
                del entries[undone["to"] - brought :]
        return entries


def _bodies(pages: list[Json]) -> Iterator[Json]:
    for page in pages:
        yield from orjson.loads(page["bodies"])[: page["last"] - page["after"]]


def _gap(what: str, numbers: list[int], first: int, last: int) -> Iterator[str]:
    """Whether numbers run from the first to the last."""
    if numbers != list(range(first, last + 1)):
        missing = sorted(set(range(first, last + 1)) - set(numbers))
        beyond = sorted(set(numbers) - set(range(first, last + 1)))
        told = f"missing {missing[:3]}" if missing else f"too many {beyond[:3]}"
        yield f"{what} do not run from {first} to {last}: {told}"
