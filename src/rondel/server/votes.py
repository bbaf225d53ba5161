"""What people at a table agree on: taking back, a pause, an end without result.

Bots always agree, and who is away has no say. A pause needs more than half of the people, all
else everybody.
"""

from __future__ import annotations

from typing import Final

from rondel.engine import Game
from rondel.server import clocks
from rondel.server.errors import conflict
from rondel.server.table import ENDED, RUNNING, Json, Table

UNDO: Final = "undo"
PAUSE: Final = "pause"
RESUME: Final = "resume"
END: Final = "end"

BY_MAJORITY: Final = (PAUSE, RESUME)


def propose(draft: Table, user: str, kind: str, now: float, past: Game | None = None) -> None:
    """Puts something to the vote; it happens at once if nobody else has to agree.

    `past` is the game to go back to, for an undo.

    Raises: Refusal.
    """
    clocks.take_part(draft, user, now)
    if draft.vote is not None:
        raise conflict("vote/pending", f"Another vote is going on: {draft.vote['kind']}.")
    if kind in BY_MAJORITY and (draft.paused_at is None) == (kind == RESUME):
        state = "not paused" if kind == RESUME else "paused already"
        raise conflict("vote/pointless", f"The game is {state}.")
    to = None if past is None else len(past)
    draft.vote = {"kind": kind, "by": user, "to": to, "yes": [user]}
    _count(draft, user, now, past)


def answer(draft: Table, user: str, agree: bool, now: float, past: Game | None = None) -> None:
    """Agrees to the pending vote, or ends it.

    Raises: Refusal.
    """
    clocks.take_part(draft, user, now)
    if draft.vote is None or draft.vote["to"] != (None if past is None else len(past)):
        raise conflict("vote/none", "There is nothing like that to vote on now.")
    if not agree:
        _close(draft, "declined", now, user)
        return
    yes = draft.vote["yes"]
    draft.vote = {**draft.vote, "yes": yes if user in yes else [*yes, user]}
    _count(draft, user, now, past)


def _count(draft: Table, user: str, now: float, past: Game | None) -> None:
    vote = draft.vote
    assert vote is not None
    if _is_carried(draft, vote):
        _close(draft, "carried", now, user)
        _do(draft, vote, now, past)
    else:
        draft.note(now, "vote", {**vote, "outcome": None}, user)


def _is_carried(draft: Table, vote: Json) -> bool:
    people, yes = draft.people, [user for user in draft.people if user in vote["yes"]]
    if vote["kind"] in BY_MAJORITY:
        return 2 * len(yes) > len(people)
    return len(yes) == len(people)


def _close(draft: Table, outcome: str, now: float, user: str | None) -> None:
    assert draft.vote is not None
    vote, draft.vote = draft.vote, None
    draft.note(now, "vote", {**vote, "outcome": outcome}, user)


def drop_vote(draft: Table, now: float) -> None:
    """Ends a vote about an undo: the game has gone on."""
    if draft.vote is not None and draft.vote["kind"] == UNDO:
        _close(draft, "overtaken", now, None)


def _do(draft: Table, vote: Json, now: float, past: Game | None) -> None:
    match vote["kind"]:
        case "undo":
            assert past is not None
            take_back(draft, past, now)
        case "pause":
            clocks.pause(draft, now)
        case "resume":
            clocks.resume(draft, now)
        case "end":
            draft.status, draft.ended_at = ENDED, now
            draft.decider = draft.decision = draft.since = draft.deadline = None
            draft.note(now, "ended", {})
        case _:
            raise AssertionError(vote["kind"])


def take_back(draft: Table, past: Game, now: float) -> None:
    """Puts the game of an earlier moment in place of the current one."""
    clocks.stop_clock(draft, now)
    draft.play = past
    draft.cut = draft.length = len(past)
    draft.checkpoint = min(draft.checkpoint, past.first)
    draft.position += 1
    draft.status, draft.ended_at, draft.result = RUNNING, None, None
    clocks.put_decision(draft, now)
    draft.note(now, "undone", {"position": draft.position, "to": draft.length})
