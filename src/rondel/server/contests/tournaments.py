"""Leads tournaments on: rounds are drawn, tables opened, results taken down, until the end.

Each step is told by the store alone and may be taken again: whatever a process has left undone,
the next one does. A lease lets one process lead a tournament at a time.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Final

import sqlalchemy as sa

from rondel.engine import Game
from rondel.server.contests.draw import History, Place, draw
from rondel.server.contests.standings import Came, Standing, Table, standings
from rondel.server.errors import Refusal
from rondel.server.model import table as model
from rondel.server.model.agreements import Clock
from rondel.server.model.table import FINISHED as PLAYED
from rondel.server.model.table import OPEN, Draft, Json
from rondel.server.model.table import RUNNING as PLAYING
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.rows import tournaments as stored
from rondel.server.storage.rows.tournaments import (
    ENDED,
    ENTRY,
    FINISHED,
    RUNNING,
    Entrant,
    Pairing,
    Tournament,
)
from rondel.server.storage.schema import tables as table_rows
from rondel.server.table import clocks, seating, votes
from rondel.server.table import tables as tabling
from rondel.server.table.seating import BANKERS, MAX_NAME, NAMING, Agreement

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 5.0
"""How often one looks whether a tournament goes on."""
LEASE: Final = 60.0
"""Seconds after which another process may lead a tournament that was left."""
LEAST: Final = 2
"""Entrants without whom there is no tournament."""


# What follows from what ---------------------------------------------------------------------


def tables_of(drawn: Sequence[Pairing]) -> list[Table]:
    """The tables whose games are over."""
    return [
        Table(
            one.round,
            [entrant for entrant, _ in one.seats],
            [Came(int(place), float(share)) for place, share in one.result],
        )
        for one in drawn
        if one.result is not None
    ]


def ranked(
    tournament: Tournament, entrants: Sequence[Entrant], drawn: Sequence[Pairing]
) -> list[Standing]:
    """Everybody from the first to the last."""
    numbers = [one.number for one in entrants]
    return standings(numbers, tables_of(drawn), tournament.scoring, tournament.rounds)


def history_of(drawn: Sequence[Pairing]) -> History:
    """Who has met whom so far."""
    history = History()
    for one in drawn:
        history.add([Place(entrant, card) for entrant, card in one.seats])
    return history


def cards_of(tournament: Tournament) -> list[str | None]:
    """What can be dealt at a table; nothing in a draft."""
    names = BANKERS[: tournament.players]
    game = Game.new(tournament.game, names, tournament.options, seed=0)
    if game.options["setup"] == "draft":
        return [None] * tournament.players
    return [game.rules.board.nation_ids[nation] for nation in game.rules.dealt]


def drawn_round(
    tournament: Tournament, entrants: Sequence[Entrant], before: Sequence[Pairing]
) -> list[Pairing]:
    """The tables of the round that is to be played; of the final one with the best."""
    active = [one.number for one in entrants if one.left_at is None]
    if tournament.round > tournament.rounds:
        best = [one.number for one in ranked(tournament, entrants, before)]
        active = [number for number in best if number in active][: tournament.players]
    chance = Random(f"{tournament.id}/{tournament.round}")
    drawn = draw(active, tournament.players, cards_of(tournament), history_of(before), chance)
    return [
        Pairing(tournament.round, number, secrets.token_hex(seating.ID_BYTES), _plain(table))
        for number, table in enumerate(drawn, 1)
    ]


def _plain(table: Sequence[Place]) -> list[tuple[int | None, str | None]]:
    return [(place.entrant, place.card) for place in table]


def result_of(ranking: Sequence[Sequence[str]], scores: Json, names: Sequence[str]) -> list[
    tuple[int, float]
]:  # fmt: skip
    """Place and share of all points for each seat."""
    places: dict[str, int] = {}
    for sharing in ranking:
        place = len(places) + 1
        places |= dict.fromkeys(sharing, place)
    counted = {name: max(0, scores[name]) for name in names}
    total = sum(counted.values())
    return [(places[name], counted[name] / total if total else 1 / len(names)) for name in names]


def _came_of(table: model.Table) -> list[tuple[int, float]]:
    """Place and share for each seat of a table; of a game without a result all have the same."""
    names = [seat.name or "" for seat in table.seats]
    if table.status == PLAYED and table.result is not None:
        return result_of(table.result["ranking"], dict(table.result["scores"]), names)
    return [(1, 1 / len(names))] * len(names)


# Leading on ---------------------------------------------------------------------------------


class Organiser:
    """Leads the tournaments of a store on."""

    def __init__(self, tables: tabling.Tables, process: str) -> None:
        self._tables = tables
        self._database = tables.database
        self._process = process
        self._asked = asyncio.Event()
        self._leading = asyncio.Lock()

    def stir(self) -> None:
        """Says that something has changed that need not wait."""
        self._asked.set()

    async def run(self) -> None:
        """Leads on until cancelled."""
        while True:
            with bridging_outages(duty="tournaments"):
                await self.look()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), LOOK_SECONDS)
            self._asked.clear()

    async def look(self) -> None:
        """Leads all tournaments on as far as they go."""
        async with self._database.reading() as connection:
            found = await stored.under_way(connection, self._tables.clock())
        for id in found:
            try:
                await self._lead_on(id)
            except Refusal as refusal:
                # A table that is set aside, or was deleted meanwhile, stops no other tournament.
                logger.warning("tournament waits", extra={"id": id, "code": refusal.code})

    async def _lead_on(self, id: str) -> None:
        async with self._leading:
            while await self._lease(id) and await self._step(id):
                await asyncio.sleep(0)

    async def close(self) -> None:
        """Lets other processes lead on."""
        if self._database.shared:
            with bridging_outages(duty="tournaments"):
                async with self._database.writing() as writing:
                    await stored.give_back(writing.connection, self._process)

    async def _lease(self, id: str) -> bool:
        if not self._database.shared:
            return True
        now = self._tables.clock()
        async with self._database.writing() as writing:
            return await stored.take(writing.connection, id, self._process, now, now + LEASE)

    async def _step(self, id: str) -> bool:
        """Takes one step; whether another may follow at once."""
        async with self._database.reading() as connection:
            tournament = await stored.find(connection, id)
            entrants = await stored.entrants_of(connection, id)
            drawn = await stored.pairings_of(connection, id)
        if tournament is None or tournament.status in (FINISHED, ENDED):
            return False
        if tournament.status == ENTRY:
            return await self.begin(id)
        played = [one for one in drawn if one.round == tournament.round]
        if not played:
            return await self._draw(id)
        if waiting := [one for one in played if one.result is None]:
            await self._open(tournament, entrants, waiting)
            return await self._take_down(tournament, waiting)
        return await self._go_on(id)

    async def begin(self, id: str) -> bool:
        """Begins with the first round, where enough have entered."""
        now = self._tables.clock()
        async with self._database.writing() as writing:
            tournament = await stored.lock(writing.connection, id)
            entrants = await stored.entrants_of(writing.connection, id)
            if tournament is None or tournament.status != ENTRY or len(entrants) < LEAST:
                return False
            tournament.status = RUNNING
            _next_round(tournament, now)
            await stored.put(writing.connection, tournament)
        return True

    async def _draw(self, id: str) -> bool:
        async with self._database.writing() as writing:
            connection = writing.connection
            tournament = await stored.lock(connection, id)
            entrants = await stored.entrants_of(connection, id)
            before = await stored.pairings_of(connection, id)
            if tournament is None or [one for one in before if one.round == tournament.round]:
                return False
            if len([one for one in entrants if one.left_at is None]) < LEAST:
                _finish(tournament, self._tables.clock())
                await stored.put(connection, tournament)
                return False
            await stored.pair(connection, id, drawn_round(tournament, entrants, before))
        return True

    async def _go_on(self, id: str) -> bool:
        now = self._tables.clock()
        async with self._database.writing() as writing:
            tournament = await stored.lock(writing.connection, id)
            if tournament is None or tournament.status != RUNNING:
                return False
            if tournament.round >= tournament.last_round:
                _finish(tournament, now)
            else:
                _next_round(tournament, now)
            await stored.put(writing.connection, tournament)
        return tournament.status == RUNNING

    # Tables -----------------------------------------------------------------------------------

    async def _open(
        self, tournament: Tournament, entrants: Sequence[Entrant], waiting: Sequence[Pairing]
    ) -> None:
        """Opens the tables that are not there yet."""
        ids = [one.table_id for one in waiting]
        wanted = sa.select(table_rows.c.id).where(table_rows.c.id.in_(ids))
        async with self._database.reading() as connection:
            there = set(await connection.scalars(wanted))
        await self._tables.catch_up()
        for one in waiting:
            if one.table_id not in there:
                draft = opened_table(tournament, entrants, one, self._tables.clock())
                await self._tables.add(draft)

    async def _take_down(self, tournament: Tournament, waiting: Sequence[Pairing]) -> bool:
        """Takes down what came of tables; whether the round is over with that."""
        left = 0
        for one in waiting:
            table = await self._tables.get(one.table_id)
            if table.status in (OPEN, PLAYING):
                left += 1
                await self._hurry(tournament, one.table_id)
                continue
            async with self._database.writing() as writing:
                await stored.put_result(writing.connection, one.table_id, _came_of(table))
        return left == 0

    async def _hurry(self, tournament: Tournament, table: str) -> None:
        """Lets bots finish a game that takes longer than a round may."""
        now = self._tables.clock()
        if tournament.deadline is not None and tournament.deadline <= now:
            await self._tables.change(table, lambda draft: send_away(draft, now))


def _next_round(tournament: Tournament, now: float) -> None:
    tournament.round += 1
    seconds = tournament.round_seconds
    tournament.deadline = None if seconds is None else now + seconds
    tournament.changed_at = now


def _finish(tournament: Tournament, now: float) -> None:
    tournament.status, tournament.deadline = FINISHED, None
    tournament.ended_at = tournament.changed_at = now


def opened_table(
    tournament: Tournament, entrants: Sequence[Entrant], pairing: Pairing, now: float
) -> Draft:
    """A table of a round, whose game has begun; who has left meanwhile is replaced by a bot."""
    by_number = {one.number: one for one in entrants}
    options = {name: v for name, v in tournament.options.items() if name not in NAMING}
    clock = None if tournament.clock is None else Clock.from_json(tournament.clock)
    suffix = f" {pairing.round}.{pairing.number}"
    name = tournament.name[: MAX_NAME - len(suffix)] + suffix
    agreed = Agreement(name, tournament.game, options, tournament.public, False, clock)
    draft = seating.new_table(agreed, tournament.host_id, "", now)
    draft.id = pairing.table_id
    cards: dict[str, str] = {}
    for entrant, card in pairing.seats:
        who = by_number.get(entrant if entrant is not None else -1)
        seat = seating.add_seat(draft, *_sitter(who, tournament.bot))
        if card is not None:
            cards[seat.name or ""] = card
    if cards:
        draft.options = {**options, "assignment": cards}
    seating.start(draft, tournament.host_id, None, now)
    return draft


def _sitter(entrant: Entrant | None, filler: str) -> tuple[str | None, str, str | None]:
    """Person, bot and name for a seat."""
    if entrant is None:
        return None, filler, None
    if entrant.bot is not None:
        return None, entrant.bot, entrant.name
    if entrant.left_at is not None:
        return None, filler, entrant.name
    return entrant.user_id, filler, entrant.name


def send_away(draft: Draft, now: float) -> None:
    """Lets bots decide for everybody at a table; who returns goes on."""
    if draft.status != PLAYING:
        return
    if draft.paused_at is not None:
        clocks.resume(draft, now)
    for seat in draft.seats:
        if seat.user_id is not None and not seat.away:
            if seat.number == draft.decider:
                clocks.stop_clock(draft, now)
                draft.deadline = None
            seat.away = True
            draft.note(now, "away", {"seat": seat.number})
    votes.recount(draft, now)
