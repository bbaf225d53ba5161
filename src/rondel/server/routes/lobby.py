"""Tables: lists, new ones, seats, the start."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query

from rondel.server import lobby, seating
from rondel.server.dependencies import Anyone, Limited, Someone
from rondel.server.protocol import (
    Agreed,
    Bots,
    NewTable,
    SeatGift,
    Seating,
    SeatNumber,
    Start,
    TableList,
    TableTold,
)
from rondel.server.refusals import refusals
from rondel.server.routes.common import Here, Invite, TableId, told
from rondel.server.table import Table

REFUSALS = refusals(
    {
        401: ["identity/nobody"],
        403: ["table/not_host", "seat/not_yours", "seat/none", "seat/kicked"],
        404: ["table/unknown"],
        409: [
            "table/not_open", "table/not_running", "table/not_over", "table/open_seats",
            "seat/taken", "seat/name_taken",
        ],
        422: [
            "table/options", "table/seats", "table/no_such_page", "seat/number",
            "seat/unknown_bot", "seat/bot_too_slow",
        ],
    }
)  # fmt: skip

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)


@router.get("/bots")
async def bots(server: Here) -> Bots:
    """The bots that may sit down, weakest first; some take a budget: `strategist:400`."""
    return Bots(bots=lobby.bots_offered())


@router.get("/tables")
async def listed(
    server: Here,
    user: Anyone,
    which: Annotated[
        Literal["open", "running", "finished", "mine", "played"], Query(alias="list")
    ] = "open",
    after: Annotated[str | None, Query(max_length=80, description="`more` of a page.")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> TableList:
    """A list of tables, those changed last first.

    `open`, `running` and `finished` list public tables; `mine` one's own that are not over, those
    that wait for one's decision first; `played` one's own that are over.
    """
    return await lobby.list_tables(server, which, user, after, limit)


@router.post("/tables", status_code=201, dependencies=[Depends(Limited("tables"))])
async def create(server: Here, user: Someone, wanted: NewTable) -> TableTold:
    """A new table, with seats for oneself, for bots and for whoever comes."""
    return told(server, await lobby.create(server, user, wanted), user.id)


@router.get("/tables/{table}")
async def show(server: Here, user: Anyone, table: TableId, invite: Invite = None) -> TableTold:
    """A table: seats, agreement, whose decision it is."""
    id = user.id if user else None
    return told(server, await server.tables.seen(table, id, invite), id)


@router.patch("/tables/{table}")
async def change(server: Here, user: Someone, table: TableId, agreed: Agreed) -> TableTold:
    """Change what the table is about; the host may, before the start."""
    await server.tables.seen(table, user.id, None)
    now = server.clock()

    def make(draft: Table) -> None:
        seating.change_agreement(draft, user.id, lobby.agreement_of(draft, agreed), now)

    return told(server, await server.tables.change(table, make), user.id)


@router.post("/tables/{table}/seats/{seat}/take", dependencies=[Depends(Limited("joins"))])
async def take(
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
    now = server.clock()

    def make(draft: Table) -> None:
        seating.take_seat(draft, seat, user.id, user.name, seating_wish.name, now)

    return told(server, await server.tables.change(table, make), user.id)


@router.post("/tables/{table}/seats/{seat}/leave", dependencies=[Depends(Limited("joins"))])
async def leave(server: Here, user: Someone, table: TableId, seat: SeatNumber) -> TableTold:
    """Get up. In a running game this is resigning: a bot plays on until somebody takes the seat."""
    await server.tables.seen(table, user.id, None)
    now = server.clock()
    changed = await server.tables.change(
        table, lambda draft: seating.leave_seat(draft, seat, user.id, now)
    )
    return told(server, changed, user.id)


@router.put("/tables/{table}/seats/{seat}", dependencies=[Depends(Limited("joins"))])
async def give(
    server: Here, user: Someone, table: TableId, seat: SeatNumber, wish: SeatGift
) -> TableTold:
    """Give a seat to a bot, or open it; who sits there is sent away. For the host."""
    await server.tables.seen(table, user.id, None)
    now = server.clock()
    sitter = lobby.sitter_of(server, wish)
    changed = await server.tables.change(
        table, lambda draft: seating.give_seat(draft, seat, user.id, sitter, now)
    )
    return told(server, changed, user.id)


@router.post("/tables/{table}/start")
async def start(server: Here, user: Someone, table: TableId, wanted: Start) -> TableTold:
    """Start the game; for the host."""
    await server.tables.seen(table, user.id, None)
    if wanted.fill is not None:
        lobby.check_bot(server, wanted.fill)
    now = server.clock()
    changed = await server.tables.change(
        table, lambda draft: seating.start(draft, user.id, wanted.fill, now)
    )
    return told(server, changed, user.id)


@router.post("/tables/{table}/rematch", status_code=201, dependencies=[Depends(Limited("tables"))])
async def rematch(server: Here, user: Someone, table: TableId) -> TableTold:
    """A new table with the same seats; whoever asks later gets the same one."""
    await server.tables.seen(table, user.id, None)
    now = server.clock()
    old = await server.tables.change(table, lambda draft: seating.rematch(draft, user.id, now))
    return told(server, await server.tables.get(old.rematch_id or ""), user.id)
