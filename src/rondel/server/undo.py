"""Taking back: freely while nobody else has decided and nothing hidden was shown, else by vote."""

from __future__ import annotations

from dataclasses import dataclass

from rondel.engine import Game
from rondel.server import votes
from rondel.server.errors import conflict, forbidden
from rondel.server.play import check_going_on, check_position
from rondel.server.storage import tables as stored
from rondel.server.table import Json, Table
from rondel.server.tables import Tables, game_at


@dataclass(frozen=True)
class Way:
    """A way back: the game as it was, and what has happened since."""

    past: Game
    deciders: set[str | None]
    """Who has decided since; None for bots."""
    entries: list[Json]

    def is_free(self, draft: Table, user: str) -> bool:
        """Whether nobody needs to be asked: somebody has decided alone, for seats still his."""
        own = {seat.name for seat in draft.seats_of(user)}
        decided = {entry["actor"] for entry in self.entries}
        return self.deciders <= {user} and decided <= own and not self._shows_hidden(own)

    def _shows_hidden(self, own: set[str | None]) -> bool:
        """With secret cash, what happens to others may tell what they can afford."""
        if not self.past.options["secret_cash"]:
            return False
        game = self.past.copy()
        events = [event for entry in self.entries for event in game.apply(entry)]
        return any(getattr(event, "player", None) not in own | {None} for event in events)


async def take_back(
    tables: Tables, id: str, user: str, position: int, to: int | None = None
) -> Table:
    """Goes back to somebody's last decision, or to after entry `to`; asks those it concerns.

    Raises: Refusal.
    """
    table = await tables.get(id)
    check_undo(table, user, position)
    way = await _way_back(tables, table, user, to)

    def make(draft: Table) -> None:
        check_undo(draft, user, position)
        now = tables.clock()
        if way.is_free(draft, user):
            votes.take_back(draft, way.past, now)
        else:
            votes.propose(draft, user, votes.UNDO, now, way.past)

    return await tables.change(id, make)


def check_undo(table: Table, user: str, position: int) -> None:
    """Raises: Refusal if somebody may not take back now."""
    check_going_on(table)
    if not table.is_player(user):
        raise forbidden("seat/none", "Only the players of this game can take back.")
    if not table.undo:
        raise conflict("undo/forbidden", "At this table nothing is taken back.")
    check_position(table, position)


async def _way_back(tables: Tables, table: Table, user: str, to: int | None) -> Way:
    async with tables.database.reading() as connection:
        if to is None:
            last = await stored.last_entry_by(connection, table.id, user)
            to = table.length if last is None else last - 1
        if not 0 <= to < table.length:
            raise conflict("undo/nothing", "There is no decision of yours to take back.")
        deciders = await stored.deciders_after(connection, table.id, to)
        entries = await stored.entries_between(connection, table.id, to, table.length)
    return Way(await game_at(tables.database, table, to), deciders, entries)


async def answer_vote(tables: Tables, id: str, user: str, agree: bool) -> Table:
    """Agrees to what is put to the vote, or not.

    Raises: Refusal.
    """
    vote = (await tables.get(id)).vote
    past: Game | None = None
    if vote is not None and vote["to"] is not None:
        past = await game_at(tables.database, await tables.get(id), vote["to"])
    return await tables.change(
        id, lambda draft: votes.answer(draft, user, agree, tables.clock(), past)
    )
