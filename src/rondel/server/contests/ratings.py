"""Ratings: every rated game moves them once, in the order in which games have ended.

What is kept is always what counting all games of the log anew would give: a game that comes to
light late, or that is deleted, has its pool counted anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.arena import NEW_SKILL, Skill, learnt
from rondel.server.contests.annals import BOTS, SeatAnnal, annal_of
from rondel.server.storage.database import Database
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.rows import annals, ratings
from rondel.server.storage.rows.annals import Annal
from rondel.server.storage.rows.ratings import Change, Kept, Pool
from rondel.server.storage.schema import users
from rondel.server.storage.store import Writing

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 3.0
"""How often one looks for games that have ended."""
AT_ONCE: Final = 50
"""Games that are counted together."""
TRIES: Final = 20
"""How often all is counted anew where others are faster."""


class Moved(NamedTuple):
    """Who took part in a game, as far as ratings are concerned."""

    ranking: list[list[str]]
    """Subjects on their places."""
    moving: set[str]
    """Those whose rating moves by it."""
    left: bool
    """Whether it counts because these have left."""


def moved_by(annal: Annal, pool: str) -> Moved | None:
    """What a game means for a pool; None if it moves nobody.

    Where somebody has not played to the end, he has come in last, and nobody else is moved.
    """
    seats: list[SeatAnnal] = (annal.body or {}).get("seats", [])
    if pool.startswith(f"{BOTS}/"):
        playing = [seat for seat in seats if seat["bot"]]
        ranking = _ranking([(seat["place"], seat["bot"]) for seat in playing])
        return Moved(ranking, {name for place in ranking for name in place}, False)
    stayed = _ranking([(seat["place"], seat["user"]) for seat in seats if not seat["left"]])
    gone = [cast(str, seat["user"]) for seat in seats if seat["left"]]
    if not gone:
        return Moved(stayed, {name for place in stayed for name in place}, False)
    return Moved([*stayed, gone], set(gone), True) if stayed else None


def _ranking(placed: Iterable[tuple[int, str | None]]) -> list[list[str]]:
    by_place: dict[int, list[str]] = {}
    for place, subject in sorted(placed, key=lambda one: one[0]):
        by_place.setdefault(place, []).append(subject or "")
    return list(by_place.values())


@dataclass
class Count:
    """A pool being counted, game by game."""

    pool: str
    anew: bool
    """Whether from the first game on."""
    kept: dict[str, Kept] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    last: Annal | None = None

    def add(self, annal: Annal) -> None:
        """Lets a game move who took part in it."""
        self.last = annal
        game = moved_by(annal, self.pool)
        if game is None:
            return
        before = {name: self._skill(name) for place in game.ranking for name in place}
        after = learnt(before, game.ranking)
        for name in sorted(game.moving):
            self._move(annal, name, before[name], after[name], game)

    def _skill(self, name: str) -> Skill:
        kept = self.kept.get(name)
        return NEW_SKILL if kept is None else Skill(kept.mean, kept.deviation)

    def _move(self, annal: Annal, name: str, before: Skill, after: Skill, game: Moved) -> None:
        old = self.kept.get(name)
        games, won = (old.games, old.won) if old else (0, 0)
        has_won = not game.left and name in game.ranking[0]
        self.kept[name] = Kept(
            self.pool, name, after.mean, after.deviation, games + 1, won + has_won, annal.at
        )
        self.changes.append(
            Change(
                annal.table, self.pool, name, annal.at, before.mean, after.mean, after.deviation,
                game.left,
            )
        )  # fmt: skip

    def without(self, gone: set[str]) -> Count:
        """The same without people of whom nothing is kept."""
        kept = {name: one for name, one in self.kept.items() if name not in gone}
        changes = [one for one in self.changes if one.subject not in gone]
        return Count(self.pool, self.anew, kept, changes, self.last)


class Ratings:
    """Counts games that have ended."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    async def run(self) -> None:
        """Counts games until cancelled."""
        while True:
            with bridging_outages(duty="ratings"):
                while await self.settle():
                    await asyncio.sleep(0)
            await asyncio.sleep(LOOK_SECONDS)

    async def settle(self) -> bool:
        """Counts some games that have ended; whether there may be more."""
        async with self._database.reading() as connection:
            version = await ratings.version(connection)
            known = await ratings.pools(connection)
            unread = await annals.unread(connection, AT_ONCE)
            new = await _read(connection, unread)
            stale = [name for name, pool in known.items() if pool.stale]
            if not new and not stale:
                return False
            counts = [
                await _counted(connection, name, known.get(name), new)
                for name in sorted({*stale, *_pools_of(new)})
            ]
        await self._write(version, new, counts)
        return True

    async def rebuild(self) -> int:
        """Counts all games anew, from their logs; how many there are.

        Raises: RuntimeError where others change ratings again and again meanwhile.
        """
        for _ in range(TRIES):
            async with self._database.reading() as connection:
                version = await ratings.version(connection)
                found = await _read(connection, await annals.all_over(connection))
            counts = await asyncio.to_thread(_count_all, found)
            if await self._write(version, found, counts, clear=True):
                return len(found)
        raise RuntimeError("ratings were changed again and again while they were counted")

    async def _write(
        self, version: int, new: Sequence[Annal], counts: Sequence[Count], clear: bool = False
    ) -> bool:
        """Keeps what was counted, unless something else was kept meanwhile."""
        async with self._database.writing() as writing:
            if not await ratings.go_on(writing.connection, version):
                return False
            if not await annals.are_there(writing.connection, [one.table for one in new]):
                logger.info("a game was deleted while it was counted")
                return False
            if clear:
                await annals.clear(writing.connection)
                await ratings.clear(writing.connection)
            await annals.put(writing.connection, new)
            for count in counts:
                await self._put(writing, count)
        return True

    async def _put(self, writing: Writing, count: Count) -> None:
        connection = writing.connection
        if count.anew:
            await ratings.clear(connection, count.pool)
        last = count.last or Annal("", 0.0, None, None, None)
        pool = Pool(count.pool, last.at, last.table, False)
        told = count.without(await _gone(connection, count))
        await ratings.put(connection, pool, list(told.kept.values()), told.changes)


async def _read(connection: AsyncConnection, ids: Sequence[str]) -> list[Annal]:
    """What the logs of games say."""
    found = []
    for id in ids:
        told = await annals.told(connection, id)
        if told is not None:
            found.append(annal_of(told))
        await asyncio.sleep(0)
    return found


def _pools_of(games: Iterable[Annal]) -> set[str]:
    return {pool for one in games for pool in (one.people_pool, one.bots_pool) if pool}


def _in_pool(games: Iterable[Annal], pool: str) -> list[Annal]:
    found = [one for one in games if pool in (one.people_pool, one.bots_pool)]
    return sorted(found, key=lambda one: one.place)


async def _counted(
    connection: AsyncConnection, name: str, pool: Pool | None, new: Sequence[Annal]
) -> Count:
    """A pool with some new games; counted anew where one of them is not the latest."""
    games = _in_pool(new, name)
    is_late = pool is not None and any(one.place < (pool.at, pool.table_id) for one in games)
    if pool is not None and not is_late and not pool.stale:
        subjects = {subject for one in games for subject in _subjects(one, name)}
        return _added(Count(name, False, await ratings.among(connection, name, subjects)), games)
    known = {one.table for one in games}
    old = [one for one in await annals.of_pool(connection, name) if one.table not in known]
    games = sorted([*old, *games], key=lambda one: one.place)
    return await asyncio.to_thread(_added, Count(name, True), games)


def _subjects(annal: Annal, pool: str) -> set[str]:
    game = moved_by(annal, pool)
    return {name for place in game.ranking for name in place} if game else set()


def _added(count: Count, games: Iterable[Annal]) -> Count:
    for one in games:
        count.add(one)
    return count


def _count_all(games: Sequence[Annal]) -> list[Count]:
    return [_added(Count(pool, True), _in_pool(games, pool)) for pool in sorted(_pools_of(games))]


async def _gone(connection: AsyncConnection, count: Count) -> set[str]:
    """Those among the people of a pool who are forgotten, or were removed."""
    if count.pool.startswith(f"{BOTS}/"):
        return set()
    wanted = sa.select(users.c.id).where(users.c.id.in_(count.kept), users.c.deleted_at.is_(None))
    return set(count.kept) - set(await connection.scalars(wanted))
