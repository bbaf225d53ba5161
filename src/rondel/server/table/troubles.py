"""Tables that are set aside: one that cannot be read, or worked at, harms no other.

A table is *closed* where it cannot be read or its game does not replay: nobody opens it, and
nobody works at it. Where only the server's own work at a table fails, people go on and the server
leaves it alone for a while. Either way it is looked at again after a while, which doubles, when
it changes, or when a host asks, and is given back when all is well.
"""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from rondel.server.errors import Refusal
from rondel.server.metrics import Metrics
from rondel.server.storage.database import Database
from rondel.server.storage.outages import bridging_outages, is_outage
from rondel.server.storage.rows import troubles as stored
from rondel.server.storage.rows.troubles import Trouble
from rondel.server.table.soundness import Unsound

logger = logging.getLogger(__name__)

FIRST_REST: Final = 5.0
"""Seconds until a table is looked at again for the first time."""
LONGEST_REST: Final = 600.0
"""Seconds between two looks, at most."""
FORGIVEN: Final = 3600.0
"""Seconds after which a table that is well again counts as one that never had trouble."""
LONGEST_REASON: Final = 500
"""Characters; the log has the traceback."""


class Damaged(Refusal):
    """A table that is closed."""

    def __init__(self) -> None:
        sentence = (
            "This game cannot be opened now: something in the store is damaged. "
            "Nothing is lost, the host has been told, and the game goes on when it is mended."
        )
        super().__init__(503, "table/damaged", sentence, retry_after=int(FIRST_REST))


@dataclass
class Aside:
    """A table that is, or was lately, set aside."""

    trouble: Trouble | None
    """What is wrong; None when it is well again."""
    rest: float
    """Seconds for which it is left alone the next time."""
    until: float
    """When it is looked at again, or when its trouble is forgotten."""


class Troubles:
    """The tables that this process has set aside."""

    def __init__(
        self,
        database: Database,
        metrics: Metrics,
        clock: Callable[[], float],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._metrics = metrics
        self._clock = clock
        self._now = now
        self._aside: dict[str, Aside] = {}
        self._suspected: dict[str, None] = {}
        self.closing: Callable[[str], None] = lambda table: None
        """Called with the id of a table that nobody can open from now on."""
        metrics.tables_aside.set_function(lambda: float(len(list(self._present()))))

    # Asking -----------------------------------------------------------------------------------

    def refuse_closed(self, table: str) -> None:
        """Raises: Damaged if nobody can open the table."""
        if (trouble := self.of(table)) is not None and trouble.closed:
            raise Damaged

    def of(self, table: str) -> Trouble | None:
        """Why a table is set aside; None where it is not."""
        found = self._aside.get(table)
        return found.trouble if found else None

    def rest_of(self, table: str) -> float:
        """Seconds for which a table is still left alone."""
        found = self._aside.get(table)
        return max(0.0, found.until - self._now()) if found and found.trouble else 0.0

    def due(self) -> list[str]:
        """Tables to look at now: those whose rest is over, and those suspected."""
        now = self._now()
        rested = [one.table for one in self._present() if self._aside[one.table].until <= now]
        return list(dict.fromkeys([*rested, *self._suspected]))

    def _present(self) -> Iterator[Trouble]:
        for aside in self._aside.values():
            if aside.trouble is not None:
                yield aside.trouble

    # Noting -----------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Looks at what was set aside before this process began."""
        async with self._database.reading() as connection:
            found = await stored.noted(connection)
        for trouble in found:
            self._aside[trouble.table] = Aside(trouble, FIRST_REST, self._now())

    def suspect(self, table: str) -> None:
        """Has a table looked at soon: something went wrong there."""
        self._suspected[table] = None

    def look_again(self, table: str) -> None:
        """Does not wait any longer: the table has changed, or a host asks."""
        if (aside := self._aside.get(table)) is not None and aside.trouble is not None:
            aside.until = self._now()

    @asynccontextmanager
    async def reading(self, table: str) -> AsyncIterator[None]:
        """Closes a table that cannot be read.

        Raises: Damaged, other refusals, and what a database raises that does not answer.
        """
        try:
            yield
        except Refusal:
            raise
        except Exception as error:
            if is_outage(error):
                raise
            await self.set_aside(table, error, closed=True)
            raise Damaged from error

    @asynccontextmanager
    async def working(self, table: str) -> AsyncIterator[None]:
        """Leaves a table alone where the server's own work fails, and goes on with others.

        Raises: what a database raises that does not answer.
        """
        try:
            yield
        except Refusal as refusal:
            logger.info("work refused", extra={"table": table, "code": refusal.code})
        except Exception as error:
            if is_outage(error):
                raise
            await self.set_aside(table, error, closed=False)

    async def set_aside(self, table: str, error: Exception, closed: bool) -> None:
        """Leaves a table alone for a while; who reads the log or the store sees why."""
        before = self._aside.get(table)
        trouble = Trouble(table, self._clock(), reason_of(error), closed)
        self._suspected.pop(table, None)
        rest = before.rest if before else FIRST_REST
        self._aside[table] = Aside(trouble, min(2 * rest, LONGEST_REST), self._now() + rest)
        if before is None or before.trouble is None or before.trouble.reason != trouble.reason:
            await self._tell(trouble, None if before else error)
        if closed:
            self.closing(table)

    async def _tell(self, trouble: Trouble, error: Exception | None) -> None:
        """Tells of news in the log and in the store; the traceback comes only once."""
        self._metrics.table_troubles.inc()
        values = {"table": trouble.table, "reason": trouble.reason, "closed": trouble.closed}
        logger.error("table set aside", extra=values, exc_info=error)
        with bridging_outages(table=trouble.table):
            async with self._database.writing() as writing:
                await stored.put(writing.connection, trouble)

    async def give_back(self, table: str) -> None:
        """Takes up the work at a table again."""
        self._suspected.pop(table, None)
        aside = self._aside.get(table)
        if aside is None or aside.trouble is None:
            return
        self._aside[table] = Aside(None, aside.rest, self._now())
        logger.info("table well again", extra={"table": table})
        async with self._database.writing() as writing:
            await stored.remove(writing.connection, table)

    def forget(self) -> None:
        """Drops what is long over."""
        past = self._now() - FORGIVEN
        over = [id for id, one in self._aside.items() if one.trouble is None and one.until < past]
        for id in over:
            del self._aside[id]


def reason_of(error: Exception) -> str:
    """What is wrong, for a host."""
    told = str(error) if isinstance(error, Unsound) else f"{type(error).__name__}: {error}"
    return told[:LONGEST_REASON]
