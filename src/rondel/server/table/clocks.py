"""Time to think: for each decision, or for each player in the whole game.

When it is up a bot decides for the seat until its owner returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.server.errors import conflict, forbidden
from rondel.server.model.agreements import PER_DECISION, PER_PLAYER
from rondel.server.model.table import RUNNING, Draft, Entry, Seat, Table

GRACE: Final = 60.0
"""Seconds that a player who returns has at least."""
DAY: Final = 86400.0


def set_up(draft: Draft) -> None:
    """Gives every seat its time and its vacation at the start of the game."""
    if draft.clock is None:
        return
    for seat in draft.seats:
        if draft.clock.per == PER_PLAYER:
            seat.time_left = draft.clock.seconds
        if draft.clock.vacation:
            seat.vacation_left = draft.clock.vacation * DAY


def put_decision(draft: Draft, now: float) -> None:
    """Notes who must decide from now on, and until when."""
    decision, draft.round = draft.running.decision, draft.running.state.round
    if decision is None:
        put_none(draft)
        return
    seat = draft.seat_named(decision.player)
    assert seat is not None
    draft.decider, draft.decision, draft.nation = seat.number, decision.kind, decision.nation
    draft.since, draft.asked = now, draft.position
    draft.deadline = deadline_of(draft, seat, now)


def put_none(draft: Draft) -> None:
    """Notes that nobody must decide any more."""
    draft.decider = draft.decision = draft.nation = draft.since = draft.deadline = None
    draft.asked = None


def deadline_of(draft: Draft, seat: Seat, now: float) -> float | None:
    """When the time of a seat that decides from now on is up; None without clock and for bots."""
    if draft.clock is None or seat.bot_in_charge is not None:
        return None
    begins = goes_on_at(seat, now)
    if draft.clock.per == PER_DECISION:
        return begins + draft.clock.seconds
    return begins + (seat.time_left or 0.0)


def goes_on_at(seat: Seat, now: float) -> float:
    """When the clock of a seat runs again: at once, or after the vacation of its owner."""
    return max(now, seat.vacation_until or now)


def stop_clock(draft: Draft, now: float) -> float | None:
    """Stops the clock of the seat that decides; gives back the time that is left, if it ran."""
    seat = draft.deciding
    if seat is None or draft.deadline is None:
        return None
    left = max(0.0, draft.deadline - goes_on_at(seat, now))
    if seat.time_left is not None:
        seat.time_left = left
    return left


def next_decision(draft: Draft, now: float) -> float | None:
    """Puts the next decision; gives back the time that was left for the one just made."""
    seat, left = draft.deciding, stop_clock(draft, now)
    if seat is not None and left is not None:
        _add_time(draft, seat, 1)
    put_decision(draft, now)
    return left


def _add_time(draft: Draft, seat: Seat, decisions: int) -> None:
    """Gives a seat what decisions bring, or takes it away again."""
    if seat.time_left is not None and draft.clock is not None:
        seat.time_left = max(0.0, seat.time_left + decisions * draft.clock.increment)


def earlier_decision(draft: Draft, undone: Sequence[Entry], now: float) -> None:
    """Puts the decision that was pending before some entries.

    The time used for it stays used, and what these decisions brought is taken away.
    """
    stop_clock(draft, now)
    for entry in undone:
        if entry.left is not None:
            _add_time(draft, draft.seats[entry.seat], -1)
    put_decision(draft, now)
    left = next((entry.left for entry in undone if not entry.is_gift), None)
    timed = draft.clock is not None and draft.clock.per == PER_DECISION
    if timed and draft.deadline and left is not None:
        draft.deadline = now + left


def pause(draft: Draft, now: float) -> None:
    """Stops all clocks."""
    draft.paused_at = now
    draft.note(now, "paused", {})


def resume(draft: Draft, now: float) -> None:
    """Lets the clocks go on with what was left."""
    assert draft.paused_at is not None
    stood = draft.paused_at
    if draft.deciding is not None:
        stood = min(now, goes_on_at(draft.deciding, stood))
    away = now - stood
    draft.since = None if draft.since is None else draft.since + away
    draft.deadline = None if draft.deadline is None else draft.deadline + away
    draft.paused_at = None
    draft.note(now, "resumed", {})


# Vacation -----------------------------------------------------------------------------------


def begin_vacation(draft: Draft, user: str, until: float, now: float) -> None:
    """Lets the clocks of a person stand still, for as long as was agreed on at this table."""
    for seat in draft.seats_of(user):
        if draft.status != RUNNING or not seat.vacation_left:
            continue
        end_vacation_of(draft, seat, now)
        end = min(until, now + (seat.vacation_left or 0.0))
        if end <= now:
            continue
        seat.vacation_until = end
        left = (seat.vacation_left or 0.0) - (end - now)
        seat.vacation_left = left if left >= 1.0 else 0.0
        _move_deadline(draft, seat, end - (draft.paused_at or now))
        draft.note(now, "vacation", {"seat": seat.number, "until": end}, user)


def end_vacation(draft: Draft, user: str, now: float) -> None:
    """Lets the clocks of a person go on; what is left of the vacation stays for later."""
    for seat in draft.seats_of(user):
        if end_vacation_of(draft, seat, now):
            draft.note(now, "vacation", {"seat": seat.number, "until": None}, user)


def end_vacation_of(draft: Draft, seat: Seat, now: float) -> bool:
    """Whether there was any vacation to end."""
    end, seat.vacation_until = seat.vacation_until, None
    if end is None or end <= now:
        return False
    seat.vacation_left = (seat.vacation_left or 0.0) + (end - now)
    _move_deadline(draft, seat, (draft.paused_at or now) - end)
    return True


def _move_deadline(draft: Draft, seat: Seat, seconds: float) -> None:
    if seat.number == draft.decider and draft.deadline is not None:
        draft.deadline += seconds


# Time that is up ----------------------------------------------------------------------------


def is_up(table: Table, now: float) -> bool:
    """Whether the one who must decide has no time left."""
    stopped = table.status != RUNNING or table.paused_at is not None
    return not stopped and table.deadline is not None and table.deadline <= now


def time_out(draft: Draft, now: float) -> None:
    """Hands a seat whose time is up to a bot."""
    seat = draft.deciding
    if not is_up(draft, now) or seat is None:
        return
    if seat.time_left is not None:
        seat.time_left = 0.0
    seat.away, draft.deadline = True, None
    draft.note(now, "away", {"seat": seat.number})


def take_part(draft: Draft, user: str, now: float) -> None:
    """Lets a person do something beside the decisions; who was away is back with it.

    Raises: Refusal of anybody but the players of a running game.
    """
    check_player(draft, user)
    come_back(draft, user, now)


def check_player(table: Table, user: str) -> None:
    """Raises: Refusal of anybody but the players of a running game."""
    if table.status != RUNNING:
        raise conflict("table/not_running", f"No game is going on at this table: {table.status}.")
    if not table.is_player(user):
        raise forbidden("seat/none", "Only the players of this game may do that.")


def come_back(draft: Draft, user: str, now: float) -> None:
    """Gives a person who was away his seats again, with a little time."""
    for seat in draft.seats_of(user):
        if seat.away:
            take_over(draft, seat, now)
            draft.note(now, "back", {"seat": seat.number}, user)


def take_over(draft: Draft, seat: Seat, now: float) -> None:
    """Lets a person decide for a seat from now on, with a little time."""
    seat.away = False
    if seat.time_left is not None:
        seat.time_left = max(seat.time_left, GRACE)
    if seat.number == draft.decider:
        draft.deadline = deadline_of(draft, seat, draft.paused_at or now)
