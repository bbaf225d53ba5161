"""Tables: lists, new ones, seats, the start."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Response
from pydantic import Field

from rondel.server.http.intake import Route
from rondel.server.model.table import Draft
from rondel.server.protocol.base import GameId, Moment, SeatNumber
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.tables import (
    Agreed,
    Bots,
    Hidden,
    NewTable,
    Outcome,
    SeatGift,
    Seating,
    Start,
    TableList,
    TableTold,
)
from rondel.server.routes.common import Here, Invite, TableId, told
from rondel.server.routes.dependencies import FOR_ALL, Anyone, Limited, Someone
from rondel.server.service import lobby
from rondel.server.service.lists import Search
from rondel.server.service.lists import list_tables as tables_listed
from rondel.server.storage.rows.lists import Narrowed, Order
from rondel.server.table import seating

router = APIRouter(prefix="/api", tags=["tables"], route_class=Route)

LISTS = Literal["open", "running", "finished", "mine", "played", "own", "hidden"]

NO_OPTIONS: list[str] = []

HOST = ("identity/nobody", "table/unknown", "table/not_host", "table/not_open")
"""What those may hear who do what only the host may do before the start."""
BOT = ("seat/unknown_bot", "seat/bot_too_slow")
SETUP = ("table/options", "table/open_seats")


@router.get("/bots", summary="List bots", responses=refusals())
async def list_bots(server: Here) -> Bots:
    """The bots that may sit down, weakest first; some take a budget: `strategist:400`."""
    return Bots(bots=lobby.bots_offered(), network=lobby.has_network())


async def searched(
    search: Annotated[
        str, Query(max_length=80, description="Parts of names: of the table, of players.")
    ] = "",
    game: Annotated[GameId | None, Query(description="Only this game.")] = None,
    studies: Annotated[
        bool | None, Query(description="Only studies, or none of them; both if left out.")
    ] = None,
    outcome: Annotated[
        Outcome | None, Query(description="Only games of which this came for you.")
    ] = None,
    since: Annotated[Moment | None, Query(description="Over since then, in Unix seconds.")] = None,
    until: Annotated[Moment | None, Query(description="Over before then, in Unix seconds.")] = None,
    person: Annotated[
        str | None,
        Query(pattern="^[0-9a-f]{1,32}$", description="Only where this person sits, by id."),
    ] = None,
    players: Annotated[int | None, Query(ge=2, le=6, description="Only with so many.")] = None,
    option: Annotated[
        list[Annotated[str, Field(max_length=60)]],
        Query(max_length=12, description="Only by this rule option, `name:value`; all of several."),
    ] = NO_OPTIONS,
    winner: Annotated[
        str, Query(max_length=80, description="A part of the name of who has won.")
    ] = "",
    rounds_from: Annotated[
        int | None, Query(ge=1, le=10_000, description="So many rounds at least.")
    ] = None,
    rounds_to: Annotated[
        int | None, Query(ge=1, le=10_000, description="So many rounds at most.")
    ] = None,
    order: Annotated[
        Order,
        Query(description="Changed last first, or those with the most or the fewest rounds."),
    ] = "last",
) -> Search:
    """What somebody looks for in a list."""
    rounds = (rounds_from, rounds_to)
    narrowed = Narrowed(game, studies, since, until, person, rounds)
    return Search(narrowed, search, outcome, players, tuple(option), winner, order)


@router.get(
    "/tables",
    summary="List tables",
    responses=refusals("table/no_such_page", "table/options"),
    openapi_extra=FOR_ALL,
)
async def list_tables(
    server: Here,
    user: Anyone,
    wanted: Annotated[Search, Depends(searched)],
    which: Annotated[LISTS, Query(alias="list", description="Which tables.")] = "open",
    after: Annotated[
        str | None, Query(max_length=80, description="`more` of the page before.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100, description="So many at most.")] = 50,
) -> TableList:
    """A list of tables, those changed last first.

    `open`, `running` and `finished` list public tables; `mine` one's own that are not over, those
    that wait for one's decision first; `played` one's own that are over, `own` both of them.
    `hidden` are those that one has hidden, which are in no other list.

    A page may be short or empty though there are more: a search looks through so many tables for
    each page, and `more` goes on behind them. Games that are `running` or `finished` are found by
    the names of those alone whose profile you may see.
    """
    return await tables_listed(server, which, user, after, limit, wanted)


@router.post(
    "/tables",
    summary="Open a table",
    status_code=201,
    dependencies=[Depends(Limited("tables"))],
    responses=refusals(
        "identity/nobody", "table/seats", "table/rated", "seat/name_taken", *BOT, *SETUP
    ),
)
async def open_table(server: Here, user: Someone, wanted: NewTable) -> TableTold:
    """A new table, with seats for oneself, for bots and for whoever comes."""
    return told(server, await lobby.create(server, user, wanted), user.id)


@router.get(
    "/tables/{table}",
    summary="Look at a table",
    responses=refusals("table/unknown"),
    openapi_extra=FOR_ALL,
)
async def read_table(
    server: Here, user: Anyone, table: TableId, invite: Invite = None
) -> TableTold:
    """A table: seats, agreement, whose decision it is."""
    id = user.id if user else None
    return told(server, await server.tables.seen(table, id, invite), id)


@router.patch(
    "/tables/{table}",
    summary="Change a table",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(*HOST, "table/options", "table/rated", "table/rated_agreed"),
)
async def change_table(server: Here, user: Someone, table: TableId, agreed: Agreed) -> TableTold:
    """Change what the table is about; the host may, before the start."""
    await server.tables.seen(table, user.id, None)
    if agreed.rated:
        lobby.check_account(user)
    now = server.clock()

    def make(draft: Draft) -> None:
        seating.change_agreement(draft, user.id, lobby.agreement_of(draft, agreed), now)

    return told(server, await server.tables.change(table, make), user.id)


@router.put(
    "/tables/{table}/hidden",
    summary="Hide a table",
    status_code=204,
    dependencies=[Depends(Limited("joins"))],
    responses=refusals("identity/nobody", "table/unknown", "seat/none"),
)
async def hide_table(server: Here, user: Someone, table: TableId, wanted: Hidden) -> Response:
    """Leave a table out of one's own lists, or put it back; nobody else notices."""
    await lobby.hide(server, user, table, wanted.hidden)
    return Response(status_code=204)


@router.delete(
    "/tables/{table}",
    summary="Delete a table",
    status_code=204,
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(
        "identity/nobody", "table/unknown", "table/not_host", "table/not_alone", "table/studied"
    ),
)
async def delete_table(server: Here, user: Someone, table: TableId) -> Response:
    """Delete a table for good: the host may, where no other person sits or has been there."""
    await lobby.delete(server, user, table)
    return Response(status_code=204)


@router.post(
    "/tables/{table}/seats/{seat}/take",
    summary="Take a seat",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(
        "identity/nobody", "table/unknown", "seat/number", "seat/taken", "seat/kicked",
        "seat/blocked", "seat/name_taken", "table/rated",
    ),
)  # fmt: skip
async def take_seat(
    server: Here,
    user: Someone,
    table: TableId,
    seat: SeatNumber,
    seating_wish: Seating,
    invite: Invite = None,
) -> TableTold:
    """Sit down: on an open seat before the start, later on one whose player has left.

    Who takes several seats plays all of them.
    """
    await server.tables.seen(table, user.id, invite)
    comer = await lobby.comer_of(server, user)

    def make(draft: Draft) -> None:
        seating.take_seat(draft, seat, comer, seating_wish.name, server.clock())

    return told(server, await server.tables.change(table, make), user.id)


@router.post(
    "/tables/{table}/seats/{seat}/leave",
    summary="Leave a seat",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(
        "identity/nobody", "table/unknown", "seat/number", "seat/not_yours", "table/not_running"
    ),
)
async def leave_seat(server: Here, user: Someone, table: TableId, seat: SeatNumber) -> TableTold:
    """Get up. In a running game this is resigning: a bot plays on until somebody takes the seat."""
    await server.tables.seen(table, user.id, None)
    changed = await server.tables.change(
        table, lambda draft: seating.leave_seat(draft, seat, user.id, server.clock())
    )
    return told(server, changed, user.id)


@router.put(
    "/tables/{table}/seats/{seat}",
    summary="Give a seat away",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(
        *HOST, *BOT, "seat/number", "seat/name_taken", "table/not_running", "table/rated"
    ),
)
async def give_seat(
    server: Here, user: Someone, table: TableId, seat: SeatNumber, wish: SeatGift
) -> TableTold:
    """Give a seat to a bot, or open it; who sits there is sent away. For the host.

    Before the start, and in a study of your own at any time: there a seat that is opened is
    yours again, and players keep their names.
    """
    await server.tables.seen(table, user.id, None)
    now = server.clock()
    sitter = lobby.sitter_of(server, wish)
    changed = await server.tables.change(
        table, lambda draft: seating.give_seat(draft, seat, user.id, sitter, now)
    )
    return told(server, changed, user.id)


@router.post(
    "/tables/{table}/start",
    summary="Start the game",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(*HOST, *BOT, *SETUP),
)
async def start_game(server: Here, user: Someone, table: TableId, wanted: Start) -> TableTold:
    """Start the game; for the host. The seats get new numbers, in the order of play."""
    await server.tables.seen(table, user.id, None)
    if wanted.fill is not None:
        lobby.check_bot(server, wanted.fill)
    changed = await server.tables.change(
        table, lambda draft: seating.start(draft, user.id, wanted.fill, server.clock())
    )
    return told(server, changed, user.id)


@router.post(
    "/tables/{table}/rematch",
    summary="Ask for a rematch",
    status_code=201,
    dependencies=[Depends(Limited("tables"))],
    responses=refusals("identity/nobody", "table/unknown", "table/not_over", "seat/none"),
)
async def rematch(server: Here, user: Someone, table: TableId) -> TableTold:
    """A new table with the same seats; whoever asks later gets the same one."""
    await server.tables.seen(table, user.id, None)
    now = server.clock()
    old = await server.tables.change(table, lambda draft: seating.rematch(draft, user.id, now))
    return told(server, await server.tables.get(old.rematch_id or ""), user.id)
