"""Who may have judged what: games that are over, and studies that help nobody in a running game."""

from __future__ import annotations

from typing import Any, Final

import orjson
import sqlalchemy as sa

from rondel.judging import strongest
from rondel.judging.shapes import Judgement, LineStep, Review
from rondel.server.bots import judges
from rondel.server.errors import Refusal, conflict
from rondel.server.model.passages import Json
from rondel.server.model.table import RUNNING, Table
from rondel.server.parts import Server
from rondel.server.storage.rows import reviews, stretches
from rondel.server.storage.rows.reviews import DONE, Kept
from rondel.server.storage.schema import seats, tables
from rondel.server.viewers.display import check_entry, is_over
from rondel.server.viewers.narration import narrator_of
from rondel.server.viewers.workers import Asker, busy

THINKING: Final = 0.4
"""Seconds of thinking for one answer: the figures change at most twice a second."""

AT_ONCE: Final = 5.0
"""Seconds by which an analysis is behind bots that play with people."""

COMPARED: Final = 40
"""Entries by which a record is told from a game that is still played."""


def still_played() -> Refusal:
    """The refusal to judge what is still played."""
    return conflict(
        "analysis/running",
        "This game is still being played with other people. It can be analysed when it has ended.",
    )


async def check_over(server: Server, table: Table, user: str | None) -> None:
    """Whether a game may be reviewed.

    Raises: Refusal.
    """
    check_entry(table, 0)
    if not is_over(table):
        raise conflict("table/not_over", "A game is reviewed when it is over.")
    await check_nobody_plays(server, table, user)


async def check_open(server: Server, table: Table, user: str | None) -> None:
    """Whether positions of a game may be analysed.

    Raises: Refusal.
    """
    check_entry(table, 0)
    if not (is_over(table) or table.sandbox):
        raise still_played()
    await check_nobody_plays(server, table, user)


async def check_nobody_plays(server: Server, table: Table, user: str | None) -> None:
    """A study must not stem from a game that people still play, by whatever way it came here.

    Raises: Refusal.
    """
    if not table.sandbox:
        return
    seen, parent = {table.id}, table.parent_id
    while parent is not None and parent not in seen:
        seen.add(parent)
        parent = await _next_parent(server, parent)
    if user is not None and await _is_copy(server, table, user):
        raise still_played()


async def _next_parent(server: Server, id: str) -> str | None:
    """The game that another was made of.

    Raises: Refusal if people still play that other one.
    """
    wanted = sa.select(tables.c.status, tables.c.sandbox, tables.c.parent_id)
    people = sa.select(sa.func.count(sa.distinct(seats.c.user_id))).where(seats.c.table_id == id)
    async with server.database.reading() as connection:
        found = (await connection.execute(wanted.where(tables.c.id == id))).first()
        if found is None:
            return None
        if found.status == RUNNING and not found.sandbox and await connection.scalar(people) != 1:
            raise still_played()
    parent: str | None = found.parent_id
    return parent


async def _is_copy(server: Server, table: Table, user: str) -> bool:
    """Whether the game is that of a table where somebody still plays with others."""
    own = sa.select(seats.c.table_id).where(seats.c.user_id == user)
    others = (
        sa.select(sa.func.count(sa.distinct(seats.c.user_id)))
        .where(seats.c.table_id == tables.c.id)
        .scalar_subquery()
    )
    wanted = sa.select(tables.c.id).where(
        tables.c.id.in_(own),
        tables.c.game == table.game,
        tables.c.status == RUNNING,
        ~tables.c.sandbox,
        others > 1,
    )
    async with server.database.reading() as connection:
        found = [id for (id,) in await connection.execute(wanted)]
    for id in found:
        played = await server.tables.get(id)
        until = min(played.length, table.length, COMPARED)
        if await _course(server, played, until) == await _course(server, table, until):
            return True
    return False


async def _course(server: Server, table: Table, until: int) -> Any:
    """How a game began and its first entries, whatever its players are called."""
    passage = await stretches.passage(server.database, table, 0, until)
    heading = passage.heading
    players = {name: f"#{seat}" for seat, name in enumerate(heading["players"])}
    told = {"start": heading["start"], "entries": [body["choice"] for body in passage.bodies()]}
    return _renamed(told, players)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


# Reviews ------------------------------------------------------------------------------------


async def review_told(server: Server, table: Table, lang: str | None) -> bytes:
    """The review of a game, or how far it is; what is played on has none any more."""
    async with server.database.reading() as connection:
        kept = await reviews.find(connection, table.id) if is_over(table) else None
    judge = strongest()
    kept = kept or Kept("none", 0, table.length, None, None, None, None)
    told: Json = {
        "state": kept.state,
        "done": kept.done,
        "of": kept.of or table.length,
        "judge": {"name": judge.name, "version": judge.version},
        "outdated": kept.body is not None and not _is_by(kept, judge.name, judge.version),
        "seconds": kept.seconds,
        "review": None if kept.body is None else orjson.Fragment(kept.body),
    }
    if lang is not None and kept.body is not None:
        told["labels"] = _cost_labels(table, orjson.loads(kept.body), lang)
    return orjson.dumps(told)


def _is_by(kept: Kept, name: str, version: int) -> bool:
    return (kept.judge, kept.version) == (name, version)


def _cost_labels(table: Table, review: Review, lang: str) -> list[Json]:
    rules = table.running.rules
    narrator = narrator_of(rules.game, lang, rules.version)
    told = []
    for cost in review["costs"]:
        kind, nation = cost["decision"]["decision"], cost["decision"]["nation"]
        told.append(
            {
                side: narrator.choice(kind, choice["choice"], nation)
                for side, choice in (("did", cost["did"]), ("better", cost["better"]))
            }
        )
    return told


async def ask_for_review(server: Server, table: Table, anew: bool) -> None:
    """Has a review made, unless the present judge has made it or it is on its way.

    Raises: Refusal if there is nothing to review.
    """
    judge = strongest()
    async with server.database.writing() as writing:
        kept = await reviews.find(writing.connection, table.id)
        fresh = kept is not None and kept.state == DONE and _is_by(kept, judge.name, judge.version)
        if anew or not fresh:
            await reviews.ask(writing.connection, table.id, table.length, server.clock())
    server.reviewer.stir()


# Analysis -----------------------------------------------------------------------------------


async def analysis_told(
    server: Server, asker: Asker, table: Table, entries: int, lang: str | None
) -> bytes:
    """What the judge thinks of a moment of a game, after some more thinking.

    Raises: Refusal.
    """
    check_entry(table, entries)
    for key in asker.keys:
        server.limiter.check_room("work", key)
    passage = await stretches.passage(server.database, table, entries, entries)
    key = f"analysis {table.id} {table.position} {entries}"
    try:
        found = await server.thinkers.work(AT_ONCE, key, judges.pondered, key, passage, THINKING)
    except (OSError, RuntimeError) as error:
        raise busy() from error
    told: Json = {"entries": entries, "judgement": found}
    if lang is not None:
        told |= _labels(table, found, lang)
    return orjson.dumps(told)


def _labels(table: Table, found: Judgement, lang: str) -> Json:
    rules, decision = table.running.rules, found["decision"]
    narrator = narrator_of(rules.game, lang, rules.version)
    if decision is None:
        return {"labels": [], "lines": []}
    kind, nation = decision["decision"], decision["nation"]

    def step(one: LineStep) -> str:
        decided = one["decision"]
        chosen = narrator.choice(decided["decision"], one["choice"], decided["nation"])
        return f"{decided['actor']}: {chosen}"

    return {
        "labels": [narrator.choice(kind, one["choice"], nation) for one in found["choices"]],
        "lines": [[step(one) for one in choice["line"]] for choice in found["choices"]],
    }
