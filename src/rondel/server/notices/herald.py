"""Sees to it that people hear of their decisions: once each, and not when they are made.

What is to be told is in the store (`storage/rows/notices.py`), so that nothing is lost with a
process, and a lease lets only one process send it. A receiver that has acknowledged a notice gets
it never again; one that has not, because it or this process died in the middle, gets it again with
the same tag, by which browsers, mail programs and programs know it for the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from rondel.server.errors import Refusal
from rondel.server.metrics import Metrics
from rondel.server.model.table import Table
from rondel.server.notices import timing, vacations, wording
from rondel.server.notices.post import SECONDS, Unsent
from rondel.server.notices.sending import Message, Sender
from rondel.server.notices.timing import Moment, Wishes
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.rows import channels
from rondel.server.storage.rows import notices as stored
from rondel.server.storage.rows.channels import Channel
from rondel.server.storage.rows.notices import Notice
from rondel.server.table.attendance import Attendance
from rondel.server.table.tables import Tables

logger = logging.getLogger(__name__)

TICK: Final = 1.0
"""Seconds between two looks at what is due."""
SWEEP: Final = 15
"""So many ticks until all tables are looked at, not only those that have changed."""
CLEANING: Final = 3600
"""So many ticks until old notices are dropped."""
KEPT: Final = 14 * 86400.0
"""Seconds for which notices of decisions that are made are kept."""
LEASE: Final = 4 * SECONDS
"""Seconds after which another process sends what this one has claimed."""
BATCH: Final = 20
"""So many are claimed at once."""
ROUNDS: Final = 20
"""So often in one tick; the rest is for the next."""

FIRST_RETRY: Final = 10.0
LONGEST_RETRY: Final = 6 * 3600.0
GROWTH: Final = 4.0
"""Each time something is not taken, it is tried again after so many times the seconds."""
MOST_ATTEMPTS: Final = 8
"""After so many it is given up: about half a day."""
MOST_RECALLS: Final = 4
LATER: Final = 60.0
"""Seconds until one looks again at what cannot be told now."""
LONGEST_LEAD: Final = 7 * 86400.0
SHORTEST_LEAD: Final = 60.0
"""Of decisions that must be made within two minutes nobody is told that time is nearly up."""


@dataclass(frozen=True)
class Group:
    """Notices that are told in one message."""

    channel: Channel
    wishes: Wishes
    notices: Sequence[Notice]

    @property
    def ids(self) -> list[str]:
        """Which notices these are."""
        return [notice.id for notice in self.notices]

    @property
    def tag(self) -> str:
        """What they share."""
        return self.notices[0].tag


class Herald:
    """What a process does to reach people."""

    def __init__(
        self,
        tables: Tables,
        attendance: Attendance,
        sender: Sender,
        metrics: Metrics,
        process: str,
    ) -> None:
        self._tables = tables
        self._database = tables.database
        self._clock = tables.clock
        self._attendance = attendance
        self._sender = sender
        self._metrics = metrics
        self._process = process
        self._chance = Random()
        self._changed: set[str] = set()
        self._ticks = 0
        self._turn = asyncio.Lock()
        tables.follow(self._changed.add)

    async def run(self) -> None:
        """Looks until cancelled; at first at everything that another process may have left."""
        while True:
            with bridging_outages(duty="notices"):
                await self.tick(everything=self._ticks % SWEEP == 0)
            self._ticks += 1
            await asyncio.sleep(TICK)

    async def tick(self, everything: bool = True) -> None:
        """One look: what was decided is taken back, what is asked is told."""
        async with self._turn:
            await self._tick(everything)

    async def _tick(self, everything: bool) -> None:
        changed, here = sorted(self._changed), self._changed
        here.difference_update(changed)
        try:
            if everything:
                await vacations.catch_up(self._tables)
            if await self._has_receivers():
                await self._go_round(changed, everything)
        except BaseException:
            here.update(changed)
            raise

    async def _has_receivers(self) -> bool:
        """Whether anybody is told anything: where nobody is, a tick costs next to nothing."""
        async with self._database.reading() as connection:
            return await channels.any_known(connection)

    async def _go_round(self, changed: Sequence[str], everything: bool) -> None:
        if everything:
            await self._look(None)
        elif changed:
            await self._look(changed)
        await self._send_due()
        if self._ticks % CLEANING == 0:
            await self._clear()

    # Looking ----------------------------------------------------------------------------------

    async def _look(self, tables: Sequence[str] | None) -> None:
        now = self._clock()
        async with self._database.reading() as connection:
            fresh = await stored.untold(connection, stored.DECISION, tables, None)
            late = []
            if tables is None:
                until = now + LONGEST_LEAD
                late = await stored.untold(connection, stored.SOON, None, until)
            wishes = await channels.wishes_of(connection, {one.owner for one in late})
            overtaken = await stored.any_overtaken(connection, tables)
        late = [one for one in late if _is_late(one, Wishes(**wishes.get(one.owner, {})), now)]
        if not (fresh or late or overtaken):
            return
        async with self._database.writing() as writing:
            withdrawn, recalled = await stored.take_back(writing.connection, tables, now)
            await stored.make(writing.connection, fresh, stored.DECISION, now)
            await stored.make(writing.connection, late, stored.SOON, now)
        self._metrics.notices.labels("any", "withdrawn").inc(withdrawn)
        self._metrics.notices.labels("any", "recalled").inc(recalled)

    async def _clear(self) -> None:
        async with self._database.writing() as writing:
            await stored.clear(writing.connection, self._clock() - KEPT)

    # Sending ----------------------------------------------------------------------------------

    async def _send_due(self) -> None:
        for _ in range(ROUNDS):
            now = self._clock()
            async with self._database.reading() as connection:
                if not await stored.any_due(connection, now):
                    return
            async with self._database.writing() as writing:
                claimed = await stored.claim(
                    writing.connection, self._process, now, now + LEASE, BATCH
                )
            if not claimed:
                return
            await self._see_to(claimed)

    async def _see_to(self, claimed: list[Notice]) -> None:
        async with self._database.reading() as connection:
            ways = await channels.find(connection, {one.channel_id for one in claimed})
            kept = await channels.wishes_of(connection, {way.user_id for way in ways.values()})
            pending = await stored.still_pending(connection, [one.id for one in claimed])
        wishes = {user: Wishes(**values) for user, values in kept.items()}
        fresh: list[Notice] = []
        work = []
        for notice in claimed:
            if (channel := ways.get(notice.channel_id)) is None:
                continue
            wished = _wishes_for(channel, wishes)
            if notice.state == stored.RECALLING:
                work.append(self._recall(notice, channel, wished))
            elif notice.id not in pending:
                # The next look takes it back; of a game that is paused it waits.
                self._changed.add(notice.table_id)
                await self._postpone(notice, self._clock() + LATER)
            elif channel.stopped:
                work.append(self._give_up(Group(channel, wished, [notice]), channel.failure or ""))
            elif await self._is_time(notice, channel, wished):
                fresh.append(notice)
        # What is over goes before what is new.
        await asyncio.gather(*work)
        await asyncio.gather(*[self._tell(group) for group in _grouped(fresh, ways, wishes)])

    async def _is_time(self, notice: Notice, channel: Channel, wishes: Wishes) -> bool:
        """Whether a notice is to be told now; else it is put back until then."""
        now, table, user = self._clock(), notice.table_id, notice.user_id
        async with self._database.reading() as connection:
            acted = await stored.acted_at(connection, table, user)
            away = await stored.vacation_of(connection, table, user)
        here = user in {person["id"] for person in await self._attendance.look(table)}
        moment = Moment(notice.made_at, here, acted, away)
        at = timing.earliest(wishes, notice.kind, moment, now)
        if at <= now:
            return True
        await self._postpone(notice, at)
        return False

    async def _postpone(self, notice: Notice, at: float) -> None:
        async with self._database.writing() as writing:
            await stored.postpone(writing.connection, [(notice.id, at)], self._process)

    async def _tell(self, group: Group) -> None:
        try:
            message = await self._message(group)
        except Refusal as refusal:
            logger.info("notice put off", extra={"code": refusal.code})
            for notice in group.notices:
                await self._postpone(notice, self._clock() + LATER)
            return
        if any(notice.tag != message.tag for notice in group.notices):
            async with self._database.writing() as writing:
                await stored.tie(writing.connection, group.ids, message.tag)
        try:
            receipt = await self._sender.send(group.channel, message)
        except Unsent as unsent:
            await self._not_sent(group, unsent)
            return
        now = self._clock()
        async with self._database.writing() as writing:
            done: dict[str, Any] = {"state": stored.SENT, "done_at": now, "failure": None}
            await stored.settle(
                writing.connection, group.ids, self._process, receipt=receipt, **done
            )
            await channels.change(writing.connection, group.channel.id, reached_at=now)
        self._count(group, "sent")
        # What was decided while it was being sent is taken back at once.
        self._changed.update(notice.table_id for notice in group.notices)

    async def _not_sent(self, group: Group, unsent: Unsent) -> None:
        attempts = max(notice.attempts for notice in group.notices)
        if unsent.hopeless or attempts >= MOST_ATTEMPTS:
            await self._give_up(group, unsent.reason, unsent.gone)
            return
        wait = max(backoff(attempts, self._chance), unsent.again_in)
        async with self._database.writing() as writing:
            again = {"due_at": self._clock() + wait, "failure": unsent.reason}
            await stored.settle(writing.connection, group.ids, self._process, **again)
        self._count(group, "retried")
        logger.warning("notice not sent", extra={**_names(group), "reason": unsent.reason})

    async def _give_up(self, group: Group, reason: str, gone: bool = False) -> None:
        """Loudly: in the log, in the figures, to the person and to who looks after the server."""
        now, channel = self._clock(), group.channel
        failed: dict[str, Any] = {"failed_at": now, "failure": reason}
        async with self._database.writing() as writing:
            ended = {"state": stored.FAILED, "done_at": now, "failure": reason}
            await stored.settle(writing.connection, group.ids, self._process, **ended)
            stopped = channel.stopped or gone
            await channels.change(writing.connection, channel.id, stopped=stopped, **failed)
        self._count(group, "failed")
        logger.error("notice given up", extra={**_names(group), "reason": reason})

    def _count(self, group: Group, outcome: str) -> None:
        self._metrics.notices.labels(group.channel.kind, outcome).inc(len(group.notices))

    # Taking back ------------------------------------------------------------------------------

    async def _recall(self, notice: Notice, channel: Channel, wishes: Wishes) -> None:
        """Takes back what was sent; where that cannot be done, or not be reached, it stays."""
        try:
            if not channel.stopped and await self._is_last(notice):
                await self._sender.recall(channel, await self._overtaken(notice, wishes))
        except Unsent as unsent:
            if not unsent.hopeless and notice.attempts < MOST_RECALLS:
                await self._settle(notice, due_at=self._clock() + backoff(notice.attempts))
                return
            logger.info("notice not taken back", extra={"channel": channel.id})
        state = stored.WITHDRAWN if notice.done_at is None else stored.OVER
        await self._settle(notice, state=state, done_at=notice.done_at or self._clock())

    async def _settle(self, notice: Notice, **values: Any) -> None:
        async with self._database.writing() as writing:
            await stored.settle(writing.connection, [notice.id], self._process, **values)

    async def _is_last(self, notice: Notice) -> bool:
        """Whether nothing else that was told in the same message still waits."""
        async with self._database.reading() as connection:
            return not await stored.any_sent(connection, notice.tag)

    async def _overtaken(self, notice: Notice, wishes: Wishes) -> Message:
        name = ""
        with suppress(Refusal):
            name = (await self._tables.get(notice.table_id)).name
        told = wording.told_over(name, notice.table_id, wishes.language)
        facts = {"table": notice.table_id, "asked": notice.asked}
        return Message(
            told, notice.tag, "decided", wishes.language, [facts], receipt=notice.receipt
        )

    # Words ------------------------------------------------------------------------------------

    async def _message(self, group: Group) -> Message:
        """What a channel is told.

        Raises: Refusal of a table that cannot be read.
        """
        tables = [await self._tables.newest(notice.table_id) for notice in group.notices]
        in_room = group.channel.table_id is not None
        parts = [
            wording.told_of(table, notice.kind, group.wishes, in_room)
            for table, notice in zip(tables, group.notices, strict=True)
        ]
        facts = [_facts(table, notice) for table, notice in zip(tables, group.notices, strict=True)]
        [first, *others] = parts
        told = wording.told_together(parts, group.wishes) if others else first
        event = "digest" if others else group.notices[0].kind
        ends = [table.deadline for table in tables if table.deadline is not None]
        until = max(ends) if len(ends) == len(tables) else None
        return Message(told, group.tag, event, group.wishes.language, facts, until)


def backoff(attempts: int, chance: Random | None = None) -> float:
    """Seconds until something is tried again; not all at once, where much was refused at once."""
    wait = min(FIRST_RETRY * GROWTH ** (attempts - 1), LONGEST_RETRY)
    return wait * (1 + 0.2 * chance.random()) if chance else wait


def _is_late(pending: stored.Pending, wishes: Wishes, now: float) -> bool:
    """Whether the time of a decision is nearly up, as its owner sees it."""
    if pending.deadline is None or not wishes.soon:
        return False
    before = timing.lead(wishes, pending.since, pending.deadline)
    return before >= SHORTEST_LEAD and pending.deadline - now <= before


def _wishes_for(channel: Channel, wishes: dict[str, Wishes]) -> Wishes:
    """How somebody wants to be told; a room of several people is told at once, in his language."""
    own = wishes.get(channel.user_id, Wishes())
    if channel.table_id is None:
        return own
    return Wishes(language=own.language, zone=own.zone, soon=0)


def _grouped(
    fresh: list[Notice], ways: dict[str, Channel], wishes: dict[str, Wishes]
) -> list[Group]:
    """What goes into one message: for who wants it so, all that he has not been told yet."""
    together: dict[tuple[str, str], list[Notice]] = {}
    for notice in fresh:
        channel = ways[notice.channel_id]
        gathers = _wishes_for(channel, wishes).digest is not None and notice.kind == "decision"
        is_new = notice.tag == notice.id and notice.attempts == 1
        key = "" if gathers and is_new else notice.tag
        together.setdefault((channel.id, key), []).append(notice)
    return [
        Group(ways[channel], _wishes_for(ways[channel], wishes), found)
        for (channel, _), found in together.items()
    ]


def _names(group: Group) -> dict[str, Any]:
    """What the log tells: no address, for an address may be a secret."""
    channel = group.channel
    return {"channel": channel.id, "way": channel.kind, "notices": len(group.notices)}


def _facts(table: Table, notice: Notice) -> dict[str, Any]:
    """What a program is told of a decision."""
    seat = table.deciding
    return {
        "table": table.id,
        "name": table.name,
        "game": table.game,
        "asked": notice.asked,
        "player": None if seat is None else seat.name,
        "decision": table.decision,
        "nation": table.nation,
        "deadline": table.deadline,
    }
