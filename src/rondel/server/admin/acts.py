"""What the command line may ask for, by name; everything in it and out of it is plain JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from rondel.judging import strongest
from rondel.server.admin import audit, people, powers, reports, tables
from rondel.server.admin.desk import Desk
from rondel.server.contests.ratings import Ratings
from rondel.server.model.table import Json
from rondel.server.people import erasure
from rondel.server.settings import Retention
from rondel.server.storage.rows import reviews
from rondel.server.storage.rows.audit import Act
from rondel.server.upkeep import clearing

Doing = Callable[..., Awaitable[Any]]

MOST: Final = 100
"""So many rows of a list are told at once."""


async def _people(desk: Desk, search: str, state: people.State, after: str | None) -> Json:
    return await people.list_people(desk.database, search, state, after, MOST, desk.clock())


async def _person(desk: Desk, who: str) -> Json:
    return await people.look_at(desk.database, who, desk.clock())


async def _tables(desk: Desk, search: str, which: tables.Which, after: str | None) -> Json:
    return await tables.list_tables(desk.database, search, which, after, MOST)


async def _reports(desk: Desk, settled: bool, after: str | None) -> Json:
    return await reports.list_reports(desk.database, settled, after, MOST)


async def _audit(desk: Desk, about: str | None, after: str | None) -> Json:
    return await audit.read(desk.database, about, None, after, MOST)


async def _erase(desk: Desk, who: str, reason: str) -> None:
    """Forgets somebody who has asked for it by other ways than the page."""
    user = await powers.id_of(desk, who)
    async with desk.acting(Act("erase", user, reason=reason)) as writing:
        await erasure.close_account(writing, user, desk.clock())
    await erasure.erase(desk.database, user, desk.clock())


async def _clear(desk: Desk, rules: Json, dry_run: bool) -> Json:
    wanted, now = Retention(**rules), desk.clock()
    if dry_run:
        return await clearing.count(desk.database, wanted, now)
    cleared = await clearing.clear(desk.database, wanted, now)
    async with desk.acting(Act("clear", details=cleared)):
        return cleared


async def _review(desk: Desk) -> int:
    """Has all reviews made anew that another judge has made, or that failed."""
    judge = strongest()
    async with desk.acting(Act("review", details={"judge": judge.name})) as writing:
        return await reviews.ask_anew(writing.connection, judge.name, judge.version, desk.clock())


async def _ratings(desk: Desk) -> int:
    """Counts all ratings anew, from the logs of all games."""
    games = await Ratings(desk.database, desk.clock).rebuild()
    async with desk.acting(Act("ratings", details={"games": games})):
        return games


ACTS: Final[dict[str, Doing]] = {
    "people": _people,
    "person": _person,
    "tables": _tables,
    "reports": _reports,
    "audit": _audit,
    "grant": powers.grant,
    "revoke": powers.revoke,
    "mute": powers.mute,
    "ban": powers.ban,
    "lift": powers.lift,
    "reset": powers.make_reset,
    "close": tables.close,
    "hand_over": tables.hand_over,
    "free_seat": tables.free_seat,
    "settle": reports.settle,
    "erase": _erase,
    "clear": _clear,
    "review": _review,
    "ratings": _ratings,
}


async def carry_out(desk: Desk, name: str, values: Json) -> Any:
    """Does what was asked for.

    Raises: Refusal.
    """
    return await ACTS[name](desk, **values)
