"""What people at a table agree on: taking back, a pause, an end without result.

Bots always agree, and who is away has no say. A pause needs more than half of the people, all
else everybody.
"""

from __future__ import annotations

from typing import cast

from rondel.server.errors import conflict
from rondel.server.model.agreements import BY_MAJORITY, RESUME, UNDO, Vote
from rondel.server.model.loglines import UndoneBody, VoteBody
from rondel.server.model.table import ENDED, Draft, Table, Way
from rondel.server.table import clocks


def propose(draft: Draft, user: str, kind: str, now: float, way: Way | None = None) -> None:
    """Puts something to the vote; it happens at once if nobody else has to agree.

    `way` leads back, for an undo.

    Raises: Refusal.
    """
    clocks.take_part(draft, user, now)
    check_no_vote(draft)
    if kind in BY_MAJORITY and (draft.paused_at is None) == (kind == RESUME):
        state = "not paused" if kind == RESUME else "paused already"
        raise conflict("vote/pointless", f"The game is {state}.")
    to = None if way is None else len(way.past)
    back = None if way is None else way.taken_back(draft)
    # It is known by the line of the log that tells of it.
    draft.vote = Vote(draft.seq + 1, kind, user, to, [user], back)
    _count(draft, user, now, way)


def check_no_vote(table: Table) -> None:
    """Raises: Refusal if something is put to the vote already."""
    if table.vote is not None:
        raise conflict("vote/pending", f"Another vote is going on: {table.vote.kind}.")


def answer(
    draft: Draft, user: str, number: int, agree: bool, now: float, way: Way | None = None
) -> None:
    """Agrees to the vote with a number, or ends it; who has asked withdraws it.

    Raises: Refusal.
    """
    clocks.take_part(draft, user, now)
    vote = pending_vote(draft, number)
    if not agree:
        _close(draft, "withdrawn" if user == vote.by else "declined", now, user)
        return
    draft.vote = vote.with_yes(user)
    _count(draft, user, now, way)


def pending_vote(table: Table, number: int | None) -> Vote:
    """What is put to the vote, if it is what somebody means.

    Raises: Refusal.
    """
    if table.vote is None or number not in (None, table.vote.number):
        raise conflict("vote/none", "There is nothing like that to vote on now.")
    return table.vote


# Counting -----------------------------------------------------------------------------------


def waits_for(table: Table) -> list[str]:
    """The people who have not yet answered what is put to the vote."""
    return [] if table.vote is None else [p for p in table.people if p not in table.vote.yes]


def missing(table: Table) -> int:
    """How many of them must still agree."""
    if table.vote is None:
        return 0
    people, waiting = len(table.people), len(waits_for(table))
    return max(0, table.vote.needed(people) - (people - waiting))


def _count(draft: Draft, user: str | None, now: float, way: Way | None) -> None:
    vote = draft.vote
    assert vote is not None
    if missing(draft):
        draft.note(now, "vote", cast(VoteBody, {**vote.to_json(), "outcome": None}), user)
    else:
        _close(draft, "carried", now, user)
        _do(draft, vote, now, way)


def recount(draft: Draft, now: float) -> None:
    """Counts again when somebody has left or is away; an undo is to be asked for again."""
    if draft.vote is None:
        return
    if draft.vote.kind == UNDO or draft.vote.by not in draft.people:
        lapse(draft, now)
    elif not missing(draft):
        _count(draft, None, now, None)


def lapse(draft: Draft, now: float, only: str | None = None) -> None:
    """Ends a vote, or only one of this kind, that the game has left behind."""
    if draft.vote is not None and only in (None, draft.vote.kind):
        _close(draft, "overtaken", now, None)


def _close(draft: Draft, outcome: str, now: float, user: str | None) -> None:
    assert draft.vote is not None
    vote, draft.vote = draft.vote, None
    draft.note(now, "vote", cast(VoteBody, {**vote.to_json(), "outcome": outcome}), user)


# What was voted for -------------------------------------------------------------------------


def _do(draft: Draft, vote: Vote, now: float, way: Way | None) -> None:
    match vote.kind:
        case "undo":
            assert way is not None
            take_back(draft, way, vote.by, now)
        case "pause":
            clocks.pause(draft, now)
        case "resume":
            clocks.resume(draft, now)
        case "end":
            draft.status, draft.ended_at, draft.paused_at = ENDED, now, None
            clocks.put_none(draft)
            draft.note(now, "ended", {})
        case _:
            raise AssertionError(vote.kind)


def take_back(draft: Draft, way: Way, user: str, now: float) -> None:
    """Puts the game of an earlier moment in place of the current one, as somebody wished."""
    lapse(draft, now, UNDO)
    back = way.taken_back(draft)
    only_gifts = all(entry.is_gift for entry in way.undone)
    same = only_gifts and draft.running.decision == way.past.decision
    draft.play, draft.trail = way.past, way.trail
    draft.cut = draft.length = len(way.past)
    draft.checkpoint = min(draft.checkpoint, way.past.first)
    draft.shared = min(draft.shared, draft.length)
    draft.position += 1
    if not same:
        clocks.earlier_decision(draft, way.undone, now)
    body: UndoneBody = {"position": draft.position, "to": draft.length}
    if back is not None:
        body["back"] = back
    draft.note(now, "undone", body, user)
