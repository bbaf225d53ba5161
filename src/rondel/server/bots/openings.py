"""Openings of the server's own finished games: read once each in the background, then counted."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Final

import orjson

from rondel.engine import Game, title_of
from rondel.engine.shapes import Result
from rondel.explorer import FREE, SeatOpening, Setting, Table, read_openings
from rondel.server.bots.judges import Judges
from rondel.server.errors import Refusal
from rondel.server.model.passages import Passage
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.rows import openings, stretches
from rondel.server.storage.rows.openings import Kept
from rondel.server.table.tables import Tables

logger = logging.getLogger(__name__)

BEHIND: Final = 120.0
"""Seconds by which reading is behind analyses, and behind reviews."""

LOOK_SECONDS: Final = 30.0
"""How often one looks for games that have ended."""

AT_ONCE: Final = 20
"""Games between two looks."""

TRIES: Final = 3
"""How often a game may cost a process before it is given up."""

ENTRIES: Final = 400
"""Entries in which an opening lies."""

Found = tuple[str, int, str]
"""Set-up, number of players, and the openings as JSON."""


class Openings:
    """Reads the openings of games that have ended, and knows the table of all of them."""

    def __init__(self, tables: Tables, judges: Judges) -> None:
        self._tables = tables
        self._database = tables.database
        self._judges = judges
        self._failures: Counter[str] = Counter()
        self._known = Table()
        self._until = 0.0
        """When the last game that is counted was read."""
        self._counting = asyncio.Lock()

    async def run(self) -> None:
        """Reads games until cancelled, where there are processes for it."""
        while self._judges.can_think:
            with bridging_outages(duty="openings"):
                while await self.read_some():
                    pass
            await asyncio.sleep(LOOK_SECONDS)
        await asyncio.Event().wait()

    async def read_some(self) -> int:
        """Reads some games that have ended; how many. None where the processes fail: later then."""
        async with self._database.reading() as connection:
            found = await openings.unread(connection, AT_ONCE)
        for id, position in found:
            try:
                opening = await self._opening(id)
            except (OSError, RuntimeError) as error:
                logger.error("opening not read", extra={"table": id}, exc_info=error)
                self._failures[id] += 1
                if self._failures[id] < TRIES:
                    return 0
                opening = None
            async with self._database.writing() as writing:
                now = self._tables.clock()
                await openings.put(writing.connection, id, position, now, opening)
        return len(found)

    async def _opening(self, id: str) -> Found | None:
        """What a game shows; one that cannot be read does not count.

        Raises: OSError or RuntimeError if the process is lost or takes too long.
        """
        try:
            table = await self._tables.get(id)
            last = min(table.length, ENTRIES)
            passage = await stretches.passage(self._database, table, 0, last)
            work = self._judges.work
            return await work(BEHIND, f"opening {id}", opening_of, passage, table.result)
        except (Refusal, ValueError) as error:
            logger.error("opening not read", extra={"table": id}, exc_info=error)
            return None

    async def table(self) -> Table:
        """The table of all games that count by now; only what is new is counted."""
        async with self._counting:
            async with self._database.reading() as connection:
                new = await openings.since(connection, self._until)
                number = await openings.number(connection)
                if self._known.games.total() + len(new) != number:
                    # Games were deleted, or read anew: what they were is in no row any more.
                    self._known, new = Table(), await openings.since(connection, 0.0)
            await asyncio.to_thread(_count, self._known, new)
            self._until = new[-1].at if new else self._until
            return self._known


def _count(table: Table, games: list[Kept]) -> None:
    for one in games:
        seats = [SeatOpening.from_json(seat) for seat in orjson.loads(one.body)]
        table.add(Setting(one.game, one.setup, one.players), seats)


def opening_of(passage: Passage, result: Result | None) -> Found | None:
    """What a game shows of its opening; None if it cannot be compared with others."""
    game = passage.begun()
    if result is None or "position" in game.start or not has_usual_rules(game):
        return None
    rest = passage.game()
    ids = [action.id for action in rest.actions()]
    seats = [seat.to_json() for seat in read_openings(game, ids, result)]
    return game.options["setup"], len(game.players), orjson.dumps(seats).decode()


def has_usual_rules(game: Game) -> bool:
    """Whether all options are as they are by default, but for those that may differ."""
    usual = title_of(game.rules.game).options({}).to_json()
    return all(game.options.get(name) == usual[name] for name in usual if name not in FREE)
