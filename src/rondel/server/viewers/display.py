"""What each viewer is shown: the table, and the position with everything to judge it."""

from __future__ import annotations

from typing import Final, cast

import orjson
from orjson import Fragment

from rondel.engine import SPECTATOR, IllegalAction, newest_version
from rondel.engine.shapes import Consequences
from rondel.narration import choices_told, plan_of, question_of, refused_told
from rondel.server.errors import bad, forbidden, refuse_illegal
from rondel.server.model.loglines import HintBody
from rondel.server.model.table import (
    DONATE,
    ENDED,
    FINISHED,
    RUNNING,
    Json,
    Row,
    Seat,
    Table,
    values_of,
)
from rondel.server.model.writtenparts import WrittenParts
from rondel.server.table import votes
from rondel.server.table.authority import check_position
from rondel.server.table.seating import is_named
from rondel.server.table.undo import undo_told
from rondel.server.viewers import narration

PENDING_COLUMNS: Final = ("decider", "decision", "nation", "since", "deadline", "paused_at")


# The table ----------------------------------------------------------------------------------


def table_told(table: Table, user: str | None, now: float) -> Json:
    """The table as somebody may see it; players and the host see the invite code."""
    knows_invite = user is not None and (user == table.host_id or table.is_player(user))
    return {
        "id": table.id,
        "name": table.name,
        "named": is_named(table.name, table.game),
        "game": table.game,
        "options": options_told(table),
        "rules_version": rules_version_told(table),
        "public": table.public,
        "invite": table.invite if knows_invite else None,
        "host": table.host_id,
        "status": table.status,
        "sandbox": table.sandbox,
        "undo": table.undo,
        "clock": None if table.clock is None else table.clock.to_json(),
        "rated": table.rated,
        "seats": [seat_told(seat, user) for seat in table.seats],
        "created_at": table.created_at,
        "changed_at": table.changed_at,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "seq": table.seq,
        "position": table.position,
        "entries": table.length,
        "round": table.round,
        "pending": pending_told(table),
        "paused": table.paused_at is not None,
        "vote": vote_told(table),
        "result": table.result,
        "rematch": table.rematch_id,
        "parent": parent_told(table),
        "now": now,
    }


def options_told(table: Table) -> Json:
    """The options as asked for, from the start on those of the game."""
    return table.options if table.heading is None else dict(table.heading["options"])


def rules_version_told(table: Table) -> int:
    """The version of the rules that the game was begun with, or will be."""
    return newest_version() if table.heading is None else int(table.heading["rules_version"])


def parent_told(table: Table) -> Json | None:
    """The game this one was cloned from."""
    if table.parent_id is None:
        return None
    return {"table": table.parent_id, "entry": table.parent_entry}


def seat_told(seat: Seat, user: str | None) -> Json:
    """A seat, and whether it is one's own."""
    return {
        "seat": seat.number,
        "name": seat.name,
        "user": seat.user_id,
        "bot": seat.bot_in_charge if seat.name is not None else None,
        "offered": seat.offered,
        "away": seat.away,
        "yours": user is not None and seat.user_id == user,
        "time_left": seat.time_left,
        "vacation_until": seat.vacation_until,
        "vacation_left": seat.vacation_left,
    }


def pending_told(table: Table) -> Json | None:
    """Who must decide, since when and until when."""
    return pending_of(values_of(table, PENDING_COLUMNS))


def pending_of(values: Json) -> Json | None:
    """The same from the values of a table that is not in memory."""
    seat, decision, nation, since, deadline, paused_at = [values[n] for n in PENDING_COLUMNS]
    if seat is None:
        return None
    told = {"seat": seat, "decision": decision, "nation": nation, "since": since}
    if paused_at is None or deadline is None:
        return {**told, "deadline": deadline, "left": None}
    return {**told, "deadline": None, "left": deadline - paused_at}


def vote_told(table: Table) -> Json | None:
    """What is put to the vote, and whose consent is missing."""
    if table.vote is None:
        return None
    told, waiting = table.vote.to_json(), votes.waits_for(table)
    return {**told, "waits_for": waiting, "missing": votes.missing(table)}


# The position -------------------------------------------------------------------------------


def position_told(
    table: Table,
    user: str | None,
    seat: int | None,
    facts: bool = True,
    lang: str | None = None,
) -> Json:
    """The current position through the eyes of somebody at the table.

    With `facts` it brings what a person needs to judge it; the choices come with their
    consequences to the one who decides. With `lang` it brings question and labels.
    """
    viewer, eyes = table.viewer(user, seat), eyes_of(table, user, seat)
    told: Json = {
        "position": table.position,
        "entries": table.length,
        "seq": table.seq,
        "viewer": None if viewer == SPECTATOR else viewer,
        "pending": pending_told(table),
        "yours": is_yours(table, user),
        "clocks": [seat.time_left for seat in table.seats],
        "undo": undo_told(table, user),
    }
    if lang is not None:
        told |= question_of(table.running, lang, told["yours"] and decides(table, eyes))
    return told | parts_told(table, eyes, told["yours"], facts, lang)


def parts_told(
    table: Table, eyes: str | None, yours: bool, facts: bool, lang: str | None
) -> dict[str, Fragment]:
    """What is the same for all with these eyes and this language."""
    game, parts = table.running, written_parts(table)
    told = {"snapshot": parts.part(("snapshot", eyes), lambda: game.snapshot(eyes))}
    running, full = table.status == RUNNING, facts and yours
    told["choices"] = parts.part(
        ("choices", eyes, running, full, lang),
        lambda: choices_told(game, eyes, full, lang) if running else [],
    )
    if facts:
        told["facts"] = parts.part(("facts", eyes), lambda: game.facts(eyes))
        told["refused"] = parts.part(
            ("refused", eyes, running, lang),
            lambda: refused_told(game, eyes, lang) if running else [],
        )
    return told


def written_parts(table: Table) -> WrittenParts:
    """What was told of the position already."""
    if table.written.game is not table.play:
        table.written = WrittenParts(table.play)
    return table.written


def eyes_of(table: Table, user: str | None, seat: int | None) -> str | None:
    """Whose eyes somebody looks with; None for those of everybody, where nothing is secret."""
    is_open = is_over(table) or not table.running.options["secret_cash"]
    return None if is_open else table.viewer(user, seat)


def is_yours(table: Table, user: str | None) -> bool:
    """Whether somebody must decide now."""
    seat = table.deciding
    return seat is not None and user is not None and seat.user_id == user


def decides(table: Table, eyes: str | None) -> bool:
    """Whether these eyes may see what who decides has."""
    seat = table.deciding
    return eyes is None or (seat is not None and seat.name == eyes)


def consequences_told(
    table: Table, user: str | None, seat: int | None, position: int, entries: list[Json]
) -> list[Consequences]:
    """What some actions would do.

    Raises: Refusal if one is not legal, or not for this viewer to ask about.
    """
    check_position(table, position)
    view = table.running.view(table.viewer(user, seat))
    try:
        return [view.consequences(entry) for entry in entries]
    except IllegalAction as error:
        refuse_illegal(error)
    except ValueError as error:
        raise forbidden("position/secret", f"With secret cash {error}.") from None


def plan_told(
    table: Table, user: str, position: int, entries: list[Json], lang: str | None
) -> Json:
    """What who decides could do after some decisions of his, which are not carried out.

    Nothing is told where they lead to the decision of somebody else or end the action: that
    may show what is hidden.

    Raises: Refusal if one is not legal, or not his.
    """
    check_position(table, position)
    before = table.running
    if not is_yours(table, user) or any(entry.get("decision") == DONATE for entry in entries):
        raise forbidden("seat/not_yours", "Only who decides can plan, and only decisions.")
    try:
        return plan_of(before, entries, eyes_of(table, user, None), lang)
    except IllegalAction as error:
        refuse_illegal(error)


def row_told(row: Row, game: str, lang: str | None = None) -> Fragment:
    """A line of the log as it is sent; with `lang`, what happened in the game as sentences."""
    if (told := row.told.get(lang)) is None:
        told = row.told[lang] = Fragment(orjson.dumps(_row_told(row, game, lang)))
    return told


def _row_told(row: Row, game: str, lang: str | None) -> Json:
    told = {"seq": row.seq, "at": row.at, "kind": row.kind, "user": row.user_id, "body": row.body}
    if lang is not None and (sentences := _sentences_of(row, game, lang)) is not None:
        told["sentences"] = sentences
    return told


def _sentences_of(row: Row, game: str, lang: str) -> list[str] | None:
    if row.kind == "hint":
        return narration.hint_asked(game, lang, cast(HintBody, row.body))
    return narration.sentences_in(game, lang, row.body)


# The past -----------------------------------------------------------------------------------


def check_entry(table: Table, entries: int) -> None:
    """Raises: Refusal if the game has no so many entries."""
    if table.play is None:
        raise bad("table/not_started", "This game has not started.")
    if not 0 <= entries <= table.length:
        raise bad("position/number", f"This game has {table.length} entries, not {entries}.")


def is_over(table: Table) -> bool:
    """Whether all may see everything."""
    return table.status in (FINISHED, ENDED)


def is_secret(table: Table, user: str | None) -> bool:
    """Whether something about this game is still hidden from somebody."""
    if is_over(table) or not table.running.options["secret_cash"]:
        return False
    return len(table.seats_of(user)) < len(table.seats)
