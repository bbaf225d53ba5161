"""Games that are being played, with what happens there: a page of them at a time."""

from __future__ import annotations

import time
from typing import Final, cast

from rondel import narration
from rondel.server.errors import Refusal
from rondel.server.model.loglines import ActionBody
from rondel.server.model.table import Row, Table
from rondel.server.parts import Server
from rondel.server.people.identity import User
from rondel.server.protocol.tables import TableListed
from rondel.server.protocol.watch import Glance, Happened, Watched, WatchList
from rondel.server.service.lists import Search, list_tables
from rondel.server.viewers.workers import Asker

LOOKED_BACK: Final = 12
"""So many lines of a log are looked through for the last thing that happened in the game."""
TELLING: Final = ("action", "started", "undone")
"""Lines that change the game."""


async def watch(
    server: Server,
    user: User | None,
    asker: Asker,
    after: str | None,
    limit: int,
    search: Search,
    lang: str,
) -> WatchList:
    """A page of the public games that are being played, and how they stand.

    What it takes to read them is the asker's.

    Raises: Refusal.
    """
    for key in asker.keys:
        server.limiter.check_room("work", key)
    page = await list_tables(server, "running", user, after, limit, search)
    begun = time.perf_counter()
    games = [Watched(table=one, glance=await _glance(server, one, lang)) for one in page.tables]
    server.workers.charge(asker, time.perf_counter() - begun)
    return WatchList(games=games, more=page.more, now=page.now)


async def _glance(server: Server, listed: TableListed, lang: str) -> Glance | None:
    try:
        table = await server.tables.get(listed.id)
        if table.play is None or not table.public:
            return None
        rows = await server.tables.rows_after(table.id, max(0, table.seq - LOOKED_BACK))
    except Refusal:
        # Damaged, or gone since.
        return None
    return glance_at(table, rows, lang)


def glance_at(table: Table, rows: list[Row], lang: str) -> Glance:
    """How a game stands, as everybody may know it, and the last of these lines that tells of it."""
    snapshot = table.running.snapshot()
    power = sorted(snapshot["power"].items(), key=lambda one: -one[1])
    told = [row for row in rows if row.kind in TELLING and table.may_read(None, row.audience)]
    return Glance(
        power=dict(power),
        governments=dict(snapshot["governments"]),
        scores=_scores(table),
        last=_happened(table.game, told[-1], lang) if told else None,
    )


def _scores(table: Table) -> dict[str, int] | None:
    game = table.running
    if game.options["secret_cash"]:
        return None
    scores = {player: game.figures.score(player) for player in game.players}
    return dict(sorted(scores.items(), key=lambda one: -one[1]))


def _happened(game: str, row: Row, lang: str) -> Happened | None:
    """A decision as sentences, without the one that says whose turn is next."""
    if row.kind != "action":
        return None
    body = cast(ActionBody, row.body)
    past = [event for event in body["events"] if event["event"] != "turn_started"]
    sentences = narration.sentences_of(game, lang, past, body["entry"])
    return Happened(at=row.at, sentences=sentences) if sentences else None
