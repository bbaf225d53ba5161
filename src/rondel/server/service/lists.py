"""Lists of tables, page by page, and what somebody looks for in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final, get_args

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.narration import game_told
from rondel.server.errors import bad
from rondel.server.model.table import ENDED, FINISHED, Json, Seat
from rondel.server.parts import Server
from rondel.server.people.identity import User
from rondel.server.protocol.base import GameId
from rondel.server.protocol.tables import TableList, TableListed
from rondel.server.storage.columns import SEAT_COLUMNS
from rondel.server.storage.rows import lists, profiles
from rondel.server.table.seating import is_named
from rondel.server.viewers.display import pending_of, seat_told

GAMES: Final = ("running", "finished")
"""Lists of games that everybody may look at: what somebody plays is a part of the profile."""
BATCH: Final = 100
"""So many tables are looked through at once for those that somebody searches."""
MOST_LOOKED: Final = 500
"""So many for one page at most: what it costs does not grow with what there is."""


@dataclass(frozen=True)
class Search:
    """What somebody looks for in a list."""

    narrowed: lists.Narrowed
    words: str = ""
    """Each must be a part of the table's name or of that of a player."""
    outcome: str | None = None
    """What came of it for the one who asks."""
    players: int | None = None
    options: tuple[str, ...] = ()
    """Rule options that it was played by, each as `name:value`."""
    winner: str = ""
    """A part of the name of who has won."""
    order: lists.Order = "last"

    @property
    def is_plain(self) -> bool:
        """Whether the store alone finds what is looked for."""
        asks_names = self.words.split() or self.winner.strip()
        asks_more = self.options or self.outcome is not None or self.players is not None
        return not (asks_names or asks_more)

    def finds(self, row: Json, user: str | None, shown: Collection[str] | None) -> bool:
        """Whether a table is among those looked for.

        `shown` are the people who may be found by their names, None for everybody.
        """
        return (
            self.players in (None, len(row["seats"]))
            and all(_is_played_by(row, option) for option in self.options)
            and self._is_called(row, user, shown)
            and self.outcome in (None, outcome_of(row, user))
        )

    def _is_called(self, row: Json, user: str | None, shown: Collection[str] | None) -> bool:
        players = _players(row, user, shown)
        own = [row["name"]] if shown is None or is_named(row["name"], row["game"]) else []
        names = [name.casefold() for name in (*own, *players)]
        if not all(any(word in name for name in names) for word in self.words.casefold().split()):
            return False
        winner = self.winner.casefold().strip()
        return not winner or any(winner in name.casefold() for name in _winners(row, players))


def _players(row: Json, user: str | None, shown: Collection[str] | None) -> list[str]:
    """The names of players by which a table is found; at one's own table all of them are."""
    seats = [seat for seat in row["seats"] if seat["name"]]
    if shown is None or any(user is not None and seat["user_id"] == user for seat in seats):
        return [seat["name"] for seat in seats]
    return [seat["name"] for seat in seats if seat["user_id"] is None or seat["user_id"] in shown]


def _winners(row: Json, players: Collection[str]) -> list[str]:
    """Who has won, of those by whose names a table is found."""
    ranking = (row["result"] or {}).get("ranking") or [[]]
    return [name for name in ranking[0] if name in players]


def _is_played_by(row: Json, option: str) -> bool:
    """Whether a game is played by a rule option; what was not asked for is as usual."""
    name, _, value = option.partition(":")
    usual = usual_options(row["game"])
    chosen = (row["options"] or {}).get(name, usual.get(name))
    return name in usual and _written(chosen) == value


@cache
def usual_options(game: str) -> Mapping[str, object]:
    """The options of a game as they usually are."""
    return {option["name"]: option["default"] for option in game_told(game)["options"]}


def _written(value: object) -> str:
    return str(value).lower()


def check_options(options: Iterable[str]) -> None:
    """Raises: Refusal if one of them is no option of any game."""
    known = {
        f"{option['name']}:{_written(value)}"
        for game in get_args(GameId)
        for option in game_told(game)["options"]
        for value in option["values"]
    }
    for option in options:
        if option not in known:
            raise bad("table/options", f"No game has the option {option!r}; write name:value.")


async def list_tables(
    server: Server, which: str, user: User | None, after: str | None, limit: int, search: Search
) -> TableList:
    """A page of a list of tables.

    Raises: Refusal if `after` is not what an earlier page has given.
    """
    id = user.id if user else None
    place = None if after is None else read_place(after)
    check_options(search.options)
    async with server.database.reading() as connection:
        person = search.narrowed.person
        if person is not None and not await profiles.may_see(connection, id, person):
            return TableList(tables=[], more=None, now=server.clock())
        found, more = await _page(connection, which, id, place, limit, search)
    tables = [told for row in found if (told := _told(server, _listed(row, id)))]
    return TableList(tables=tables, more=more, now=server.clock())


async def games_of(
    server: Server, person: str, viewer: User | None, after: str | None, limit: int
) -> TableList:
    """A page of the finished games of somebody, as far as a viewer may know of them.

    Raises: Refusal if `after` is not what an earlier page has given.
    """
    by = viewer.id if viewer else None
    place = None if after is None else read_place(after)
    async with server.database.reading() as connection:
        found = await lists.games_of(connection, person, by, place, limit + 1)
    more = write_place(found[limit - 1]) if len(found) > limit else None
    tables = [told for row in found[:limit] if (told := _told(server, _listed(row, by)))]
    return TableList(tables=tables, more=more, now=server.clock())


async def _page(
    connection: AsyncConnection,
    which: str,
    user: str | None,
    place: lists.Place | None,
    limit: int,
    search: Search,
) -> tuple[list[Json], str | None]:
    """The next tables that are looked for, and the place where to look on.

    Where few are found among many, a page may be short, or empty, and not the last.
    """
    size = limit + 1 if search.is_plain else BATCH
    found, looked = list[Json](), 0
    while True:
        batch = await lists.listed(
            connection, which, user, place, size, search.narrowed, search.order
        )
        shown = await _shown(connection, which, user, batch, search)
        found += [row for row in batch if search.finds(row, user, shown)]
        looked += len(batch)
        if len(found) > limit:
            return found[:limit], write_place(found[limit - 1])
        if len(batch) < size:
            return found, None
        if looked >= MOST_LOOKED:
            return found, write_place(batch[-1])
        place = read_place(write_place(batch[-1]))


async def _shown(
    connection: AsyncConnection, which: str, user: str | None, batch: list[Json], search: Search
) -> Collection[str] | None:
    """The people by whose names tables are found: among the games of everybody, those whose profile
    one may see; or a search would tell what a profile keeps to itself. None for all."""
    if which not in GAMES or search.is_plain:
        return None
    people = {seat["user_id"] for row in batch for seat in row["seats"] if seat["user_id"]}
    return await profiles.shown_among(connection, user, people)


def outcome_of(row: Json, user: str | None) -> str | None:
    """What came of a game for somebody with one seat in it; None for others, and in studies.

    What a bot has finished in his place is not his result.
    """
    own = [seat for seat in row["seats"] if user is not None and seat["user_id"] == user]
    if len(own) != 1 or row["sandbox"]:
        return None
    if row["status"] == ENDED:
        return "none"
    if row["status"] != FINISHED or row["result"] is None:
        return None
    if own[0]["away"]:
        return "by_bot"
    return "won" if own[0]["name"] in row["result"]["ranking"][0] else "lost"


PLACE: Final = re.compile(r"([0-9]{1,9})_([0-9]+\.[0-9]+)_([0-9a-f]+)")


def write_place(row: Json) -> str:
    """The place of a table in a list."""
    return f"{int(row['rank'])}_{row['changed_at']!r}_{row['id']}"


def read_place(text: str) -> lists.Place:
    """A place that `write_place` has written.

    Raises: Refusal.
    """
    found = PLACE.fullmatch(text)
    if found is None:
        raise bad("table/no_such_page", "Give what `more` of the page before says.")
    return int(found[1]), float(found[2]), found[3]


def _told(server: Server, row: Json) -> TableListed | None:
    """A row of a list; of a damaged table what can be told of it, which may be nothing."""
    for told in (row, {**row, "options": {}, "clock": None, "result": None}):
        with suppress(ValidationError):
            return TableListed.model_validate(told)
    server.tables.troubles.suspect(row["id"])
    return None


def _listed(row: Json, user: str | None) -> Json:
    """A row of a list as it is told."""
    seats = [Seat(**{name: seat[name] for name in SEAT_COLUMNS}) for seat in row["seats"]]
    return {
        **row,
        "host": row["host_id"],
        "named": is_named(row["name"], row["game"]),
        "outcome": outcome_of(row, user),
        "parent": parent_of(row),
        "entries": row["length"],
        "paused": row["paused_at"] is not None,
        "pending": pending_of(row),
        "seats": [seat_told(seat, user) for seat in seats],
    }


def parent_of(row: Json) -> Json | None:
    """The game that a study was cloned from."""
    if row["parent_id"] is None:
        return None
    return {"table": row["parent_id"], "entry": row["parent_entry"]}
