"""The authority over a game: what is done at a table goes through the engine, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from rondel.engine import Action, Event, EventTold, Game, IllegalAction, shapes, shown
from rondel.server.errors import Refusal, conflict, forbidden, refuse_illegal
from rondel.server.model.agreements import UNDO
from rondel.server.model.loglines import ActionBody
from rondel.server.model.passages import CHECKPOINT_EVERY
from rondel.server.model.table import (
    DONATE,
    FINISHED,
    RUNNING,
    Draft,
    Entry,
    Json,
    Row,
    Seat,
    Table,
    Visitor,
)
from rondel.server.table import clocks
from rondel.server.table.votes import lapse
from rondel.server.traces import span

Given = shapes.Entry | Json
"""An entry of the record, or what somebody has sent as one."""

BUYING: Final = ("draft_bond", "invest")
"""Decisions of who can afford a bond, and of nobody else."""
PASSES: Final = ("draft_passed", "invest_passed")
"""What happens to others."""


def check_running(table: Table) -> None:
    """Raises: Refusal unless a game is going on."""
    if table.status != RUNNING:
        raise conflict("table/not_running", f"No game is going on at this table: {table.status}.")


def check_going_on(table: Table) -> None:
    """Raises: Refusal unless a game is going on and not paused."""
    check_running(table)
    if table.paused_at is not None:
        raise conflict("table/paused", "The game is paused. The players can vote to go on.")


def check_position(table: Table, position: int) -> None:
    """Raises: Refusal if the game is not where somebody thinks it is."""
    if position != table.position:
        raise Stale(table.position)


class Stale(Refusal):
    """A request about a position that is no more; the answer brings the current one."""

    def __init__(self, position: int) -> None:
        sentence = f"The game has gone on: this is position {position}. Look and decide again."
        super().__init__(409, "position/stale", sentence, position=position)


def act(
    draft: Draft, user: str, position: int, entry: Given, now: float, plan: str | None = None
) -> None:
    """Carries out what a person decided for one of his seats, or what his plan of this kind does.

    Raises: Refusal, Stale among them.
    """
    check_going_on(draft)
    check_position(draft, position)
    seat = _seat_of_author(draft, entry)
    if seat.user_id != user:
        raise forbidden("seat/not_yours", f"{seat.name} decides, and that is not your seat.")
    if plan is None:
        clocks.come_back(draft, user, now)
    _carry_out(draft, entry, seat, now, user=user, plan=plan)


def act_for_bot(draft: Draft, position: int, entry: Given, bot: str, now: float) -> None:
    """Carries out what a bot decided, unless the game or the seat has changed since.

    Raises: Refusal.
    """
    check_going_on(draft)
    check_position(draft, position)
    seat = draft.deciding
    if seat is None or seat.bot_in_charge is None:
        raise conflict("seat/not_a_bot", "No bot has to decide here now.")
    _carry_out(draft, entry, seat, now, bot=bot)


def _seat_of_author(draft: Draft, entry: Given) -> Seat:
    """The seat an entry is made for: who donates says so himself, else it is who must decide."""
    donates = entry.get("decision") == DONATE
    author = entry.get("actor") if donates else _player_of(draft)
    seat = draft.seat_named(author) if isinstance(author, str) else None
    if seat is None:
        raise forbidden("seat/unknown", f"No player of this game is called {shown(author)}.")
    return seat


def _player_of(draft: Draft) -> str:
    decision = draft.running.decision
    assert decision is not None
    return decision.player


def _carry_out(
    draft: Draft,
    entry: Given,
    seat: Seat,
    now: float,
    user: str | None = None,
    bot: str | None = None,
    plan: str | None = None,
) -> None:
    done = _go_on(draft, entry, seat.number, now, user, bot)
    draft.new_entries.append(done.entry)
    lapse(draft, now, UNDO)
    told: ActionBody = {
        "position": draft.position,
        "number": draft.length,
        "entry": done.entry.body,
        "events": done.events,
        "seat": seat.number,
        "bot": bot,
    }
    if plan is not None:
        told["plan"] = plan
    draft.note(now, "action", told, user)
    _keep_checkpoint(draft, draft.running)
    if draft.running.over:
        finish(draft, now)


def repeat(draft: Draft, row: Row) -> bool:
    """Does on a draft what a line of its log says; False if it cannot be told from the line.

    Raises: Refusal if the draft does not stand where the line was written.
    """
    match row.kind:
        case "action":
            body = cast(ActionBody, row.body)
            _go_on(draft, body["entry"], body["seat"], row.at, row.user_id, body["bot"])
            _keep_checkpoint(draft, draft.running)
        case "hint":
            pass
        case "chat":
            draft.visitors.setdefault(row.user_id or "", Visitor())
        case _:
            return False
    draft.seq, draft.changed_at = row.seq, row.at
    draft.rows.append(row)
    return True


class Done(NamedTuple):
    """An entry that was carried out, and what happened."""

    entry: Entry
    events: list[EventTold]


def _go_on(
    draft: Draft, entry: Given, seat: int, now: float, user: str | None, bot: str | None
) -> Done:
    """Carries out an entry, and puts the next decision."""
    before = draft.running.decision
    game, action, happened = applied(draft.running, entry)
    draft.play, draft.length = game, len(game)
    draft.position += 1
    # A gift may leave but one choice: then it has decided, too.
    decided = action.kind != DONATE or game.decision != before
    left = clocks.next_decision(draft, now) if decided else None
    events = [event.to_json() for event in happened]
    shown = shows_hidden(draft, user, events)
    done = Entry(draft.length, action.to_json(), seat, user, bot, left, shown)
    draft.trail = draft.trail.then(done)
    return Done(done, events)


def applied(game: Game, entry: Given) -> tuple[Game, Action, list[Event]]:
    """A copy of the game with an entry carried out, the action it was, and what happened.

    Raises: Refusal with the code and the clause of the rules.
    """
    copied = game.copy()
    try:
        with span("action.check"):
            action = copied.action(copied.read(entry))
        with span("action.apply"):
            return copied, action, list(copied.apply(action))
    except IllegalAction as error:
        refuse_illegal(error)


def shows_hidden(draft: Draft, user: str | None, events: Sequence[EventTold]) -> bool:
    """Whether somebody who has decided now knows more about the secret cash of others.

    Who can afford nothing is passed over, and who is asked can afford something.
    """
    game = draft.running
    if user is None or not game.options["secret_cash"]:
        return False
    others = [seat.name for seat in draft.seats if seat.user_id != user]
    passed = any(event["event"] in PASSES and event["player"] in others for event in events)
    decision = game.decision
    return passed or (
        decision is not None and decision.kind in BUYING and decision.player in others
    )


def _keep_checkpoint(draft: Draft, game: Game) -> None:
    """Keeps the position now and then; the game in memory goes on from there."""
    if draft.heading and game.resumable and len(game) - draft.checkpoint >= CHECKPOINT_EVERY:
        snapshot = game.snapshot()
        draft.checkpoint = len(game)
        draft.new_checkpoints[len(game)] = snapshot
        draft.play = Game.resume(draft.heading, snapshot, len(game))


def finish(draft: Draft, now: float) -> None:
    """Ends a table whose game is over."""
    lapse(draft, now)
    draft.status, draft.ended_at = FINISHED, now
    result = draft.result = draft.running.result
    assert result is not None
    draft.note(now, "finished", {"result": result})
