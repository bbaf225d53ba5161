"""Taking back: freely while nobody else has decided and nothing hidden was shown, else by vote."""

from __future__ import annotations

from rondel.server.errors import Refusal, conflict, forbidden
from rondel.server.model.agreements import UNDO
from rondel.server.model.table import Decider, Draft, Json, Table, Way
from rondel.server.storage.rows import tables as stored
from rondel.server.table import clocks, votes
from rondel.server.table.authority import check_going_on, check_position
from rondel.server.table.tables import Tables, game_at


async def take_back(
    tables: Tables, id: str, user: str, position: int, to: int | None = None
) -> Table:
    """Goes back to somebody's last decision, or to after entry `to`; asks those it concerns.

    Raises: Refusal.
    """
    table = await tables.newest(id)
    check_undo(table, user, position)
    way = await _way_back(tables, table, checked_goal(table, user, to))

    def make(draft: Draft) -> None:
        check_undo(draft, user, position)
        now = tables.clock()
        clocks.come_back(draft, user, now)
        if people_to_ask(draft, user, len(way.past)):
            votes.propose(draft, user, UNDO, now, way)
        else:
            votes.take_back(draft, way, user, now)

    return await tables.change(id, make)


def check_undo(table: Table, user: str, position: int) -> None:
    """Raises: Refusal if somebody may not take back now."""
    check_going_on(table)
    if not table.is_player(user):
        raise forbidden("seat/none", "Only the players of this game can take back.")
    if not table.undo:
        raise conflict("undo/forbidden", "At this table nothing is taken back.")
    check_position(table, position)


def checked_goal(table: Table, user: str, to: int | None = None) -> int:
    """How many entries stay: those given, else those before somebody's last decision.

    Raises: Refusal if that takes nothing back.
    """
    goal = table.trail.last_of(user) - 1 if to is None else to
    if not 0 <= goal < table.length:
        raise conflict("undo/nothing", "There is no decision of yours to take back.")
    return goal


def people_to_ask(table: Table, user: str, to: int) -> list[str]:
    """Those without whose consent somebody does not get back so far."""
    if why_ask(table, user, to) is None:
        return []
    return [person for person in table.people if person != user]


def why_ask(table: Table, user: str, to: int) -> str | None:
    """Why the others are asked; None if they are not."""
    if table.trail.last_of_others(own_deciders(table, user)) > to:
        return "undo/others_decided"
    return "undo/hidden_shown" if table.trail.last_shown > to else None


def own_deciders(table: Table, user: str) -> list[Decider]:
    """Somebody deciding for a seat of his."""
    return [(user, seat.number) for seat in table.seats_of(user)]


async def _way_back(tables: Tables, table: Table, to: int) -> Way:
    trail = await stored.trail_until(tables.database, table, to)
    undone = await stored.entries_after(tables.database, table, to)
    return Way(await game_at(tables.database, table, to), trail, undone)


async def answer_vote(tables: Tables, id: str, user: str, number: int | None, agree: bool) -> Table:
    """Agrees to what is put to the vote, or not.

    Raises: Refusal.
    """
    table = await tables.newest(id)
    clocks.check_player(table, user)
    vote = votes.pending_vote(table, number)
    way = None if vote.to is None else await _way_back(tables, table, vote.to)
    return await tables.change(
        id, lambda draft: votes.answer(draft, user, vote.number, agree, tables.clock(), way)
    )


# Before the click ---------------------------------------------------------------------------


def undo_told(table: Table, user: str | None) -> Json | None:
    """Whether a player may take back his last decision, who would be asked, and why."""
    if user is None or not table.is_player(user):
        return None
    try:
        return _prospect(table, user)
    except Refusal as refusal:
        no: Json = {"possible": False, "to": None, "free": None, "asks": []}
        return {**no, "reason": refusal.code}


def _prospect(table: Table, user: str) -> Json:
    check_undo(table, user, table.position)
    to = checked_goal(table, user)
    asks = people_to_ask(table, user, to)
    if asks:
        votes.check_no_vote(table)
    reason = why_ask(table, user, to) if asks else None
    told = {"possible": True, "to": to, "free": _free_to(table, user), "asks": asks}
    return {**told, "reason": reason}


def _free_to(table: Table, user: str) -> int:
    """How many entries must stay, so that nobody is asked."""
    if not any(person != user for person in table.people):
        return 0
    return max(table.trail.last_of_others(own_deciders(table, user)), table.trail.last_shown)
