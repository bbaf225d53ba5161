"""Time to think: for each decision, or for each player in the whole game.

When it is up a bot decides for the seat until its owner returns.
"""

from __future__ import annotations

from typing import Final

from rondel.server.errors import conflict, forbidden
from rondel.server.table import RUNNING, Seat, Table

PER_DECISION: Final = "decision"
PER_PLAYER: Final = "player"

GRACE: Final = 60.0
"""Seconds that a player who returns has at least."""


def set_up(draft: Table) -> None:
    """Gives every seat its time at the start of the game."""
    if draft.clock and draft.clock["per"] == PER_PLAYER:
        for seat in draft.seats:
            seat.time_left = draft.clock["seconds"]


def put_decision(draft: Table, now: float) -> None:
    """Notes who must decide from now on, and until when."""
    decision = draft.running.decision
    if decision is None:
        draft.decider = draft.decision = draft.since = draft.deadline = None
        return
    seat = draft.seat_named(decision.player)
    assert seat is not None
    draft.decider, draft.decision = seat.number, decision.kind
    draft.since = now
    draft.deadline = deadline_of(draft, seat, now)


def deadline_of(draft: Table, seat: Seat, now: float) -> float | None:
    """When the time of a seat that decides from now on is up; None without clock and for bots."""
    if draft.clock is None or seat.bot_in_charge is not None:
        return None
    if draft.clock["per"] == PER_DECISION:
        return now + float(draft.clock["seconds"])
    return now + (seat.time_left or 0.0)


def stop_clock(draft: Table, now: float) -> None:
    """Takes the time of a decision from the seat that has made it."""
    seat = draft.deciding
    if seat is None or seat.time_left is None or draft.deadline is None or draft.clock is None:
        return
    seat.time_left = max(0.0, draft.deadline - now) + draft.clock["increment"]


def pause(draft: Table, now: float) -> None:
    """Stops all clocks."""
    draft.paused_at = now
    draft.note(now, "paused", {})


def resume(draft: Table, now: float) -> None:
    """Lets the clocks go on with what was left."""
    assert draft.paused_at is not None
    away = now - draft.paused_at
    draft.since = None if draft.since is None else draft.since + away
    draft.deadline = None if draft.deadline is None else draft.deadline + away
    draft.paused_at = None
    draft.note(now, "resumed", {})


def is_up(table: Table, now: float) -> bool:
    """Whether the one who must decide has no time left."""
    stopped = table.status != RUNNING or table.paused_at is not None
    return not stopped and table.deadline is not None and table.deadline <= now


def time_out(draft: Table, now: float) -> None:
    """Hands a seat whose time is up to a bot."""
    seat = draft.deciding
    if not is_up(draft, now) or seat is None:
        return
    if seat.time_left is not None:
        seat.time_left = 0.0
    seat.away, draft.deadline = True, None
    draft.note(now, "away", {"seat": seat.number})


def take_part(draft: Table, user: str, now: float) -> None:
    """Lets a person do something beside the decisions; who was away is back with it.

    Raises: Refusal of anybody but the players of a running game.
    """
    if draft.status != RUNNING:
        raise conflict("table/not_running", f"No game is going on at this table: {draft.status}.")
    if not draft.is_player(user):
        raise forbidden("seat/none", "Only the players of this game may do that.")
    come_back(draft, user, now)


def come_back(draft: Table, user: str, now: float) -> None:
    """Gives a person who was away his seats again, with a little time."""
    for seat in draft.seats_of(user):
        if not seat.away:
            continue
        seat.away = False
        if seat.time_left is not None:
            seat.time_left = max(seat.time_left, GRACE)
        if seat.number == draft.decider:
            draft.deadline = deadline_of(draft, seat, now)
        draft.note(now, "back", {"seat": seat.number}, user)
