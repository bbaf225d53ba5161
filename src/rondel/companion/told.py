"""A table as the server would tell it: the page cannot tell the difference."""

from __future__ import annotations

from typing import Any

from rondel.companion.correction import Correction, Held
from rondel.companion.table import HERE, Table
from rondel.engine import SPECTATOR, IllegalAction
from rondel.narration import choices_told, label_of, question_of, refused_told, sentences_of

Json = dict[str, Any]


def table_told(table: Table, now: float) -> Json:
    """The table: one person holds all seats, and nobody else is there."""
    game = table.game
    return {
        "id": table.id,
        "name": table.name,
        "named": True,
        "game": game.rules.game,
        "options": game.options,
        "rules_version": game.rules.version,
        "public": False,
        "invite": None,
        "host": HERE,
        "status": "finished" if game.over else "running",
        "sandbox": True,
        "undo": True,
        "clock": None,
        "rated": False,
        "seats": [_seat(number, name) for number, name in enumerate(game.players)],
        "created_at": table.created_at,
        "changed_at": table.changed_at,
        "started_at": table.created_at,
        "ended_at": table.changed_at if game.over else None,
        "seq": table.seq,
        "position": table.position,
        "entries": len(game),
        "round": game.state.round,
        "pending": _pending(table),
        "paused": False,
        "vote": None,
        "result": game.result,
        "rematch": None,
        "parent": None,
        "now": now,
    }


def _seat(number: int, name: str) -> Json:
    return {
        "seat": number,
        "name": name,
        "user": HERE,
        "bot": None,
        "offered": False,
        "away": False,
        "yours": True,
        "time_left": None,
        "vacation_until": None,
        "vacation_left": None,
    }


def _pending(table: Table) -> Json | None:
    decision = table.game.decision
    if decision is None:
        return None
    return {
        "seat": table.game.players.index(decision.player),
        "decision": decision.kind,
        "nation": decision.nation,
        "since": table.changed_at,
        "deadline": None,
        "left": None,
    }


def position_told(table: Table, eyes: str | None, lang: str | None) -> Json:
    """The position, with what can be chosen and why the rest cannot."""
    game, length = table.game, len(table.game)
    told: Json = {
        "position": table.position,
        "entries": length,
        "seq": table.seq,
        "viewer": viewer_of(table, eyes),
        "pending": _pending(table),
        "yours": not game.over,
        "clocks": [None] * len(game.players),
        "undo": {
            "possible": length > 0,
            "to": length - 1 if length else None,
            "free": 0 if length else None,
            "asks": [],
            "reason": None if length else "undo/nothing",
        },
        "snapshot": game.snapshot(eyes),
        "choices": [] if game.over else choices_told(game, eyes, True, lang),
        "facts": game.facts(eyes),
        "refused": [] if game.over else refused_told(game, eyes, lang),
    }
    return told if lang is None else told | question_of(game, lang, eyes in (None, _decider(table)))


def eyes_of(table: Table, seat: int | None) -> str | None:
    """Whose eyes the screen looks with: None for those of everybody, where nothing is secret.

    Where cash is, it is covered until somebody has named his seat.
    """
    if table.game.over or not table.game.options["secret_cash"]:
        return None
    return SPECTATOR if seat is None else table.game.players[seat]


def viewer_of(table: Table, eyes: str | None) -> str | None:
    """Whom the screen looks for; where nothing is secret who decides, at the end the first."""
    if eyes is None:
        return _decider(table) or table.game.players[0]
    return None if eyes == SPECTATOR else eyes


def _decider(table: Table) -> str | None:
    decision = table.game.decision
    return None if decision is None else decision.player


def live_told(
    table: Table, since: int, eyes: str | None, lang: str | None, now: float
) -> list[Json]:
    """What a connection would be told that has heard the log up to a line."""
    hello = {"type": "hello", "seq": since, "user": HERE, "table": table_told(table, now)}
    rows = [
        {"type": "row", "row": _row(table, row, lang)} for row in table.rows if row["seq"] > since
    ]
    position = position_told(table, eyes, lang)
    return [hello, *rows, {"type": "position", "ref": None, "position": position}]


def _row(table: Table, row: Json, lang: str | None) -> Json:
    if lang is None or "events" not in row["body"]:
        return row
    game, body = table.game.rules.game, row["body"]
    return {**row, "sentences": sentences_of(game, lang, body["events"], body.get("entry"))}


def correction_told(table: Table, lang: str | None) -> Json:
    """What is being put right, and what the last correction has led to; null where nothing is."""
    return {
        "epoch": table.epoch,
        "pending": _correction(table, table.correction, lang),
        "done": _correction(table, table.done, lang),
    }


def _correction(table: Table, one: Correction | None, lang: str | None) -> Json | None:
    if one is None:
        return None
    return {
        "number": one.number,
        "way": one.way,
        "waits": one.waits,
        "kept": one.kept,
        "waiting": len(one.held),
        "next": _held(table, one.held[0], lang) if one.held else None,
        "left_out": [_held(table, held, lang) for held in one.left_out],
        "stopped": _stopped(one.stopped),
    }


def _stopped(by: IllegalAction | None) -> Json | None:
    if by is None:
        return None
    return {"code": by.code, "message": str(by), "clause": by.clause}


def _held(table: Table, held: Held, lang: str | None) -> Json:
    entry = held.entry
    told = {"number": held.number, "actor": entry["actor"], "nation": entry.get("nation")}
    if lang is not None and entry["decision"] != "donate":
        told["label"] = label_of(table.game, lang, entry)
    return told
