"""Play: the position, decisions, taking back, votes, and the log to follow it all by."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import JSONResponse

from rondel.server import actions
from rondel.server.dependencies import Anyone, Limited, Someone
from rondel.server.looking import check_entry, consequences_told, position_told
from rondel.server.protocol import (
    Act,
    Ask,
    Ballot,
    Consequences,
    Done,
    PositionTold,
    Presence,
    Proposal,
    Rows,
    TableTold,
    TakeBack,
)
from rondel.server.refusals import refusals
from rondel.server.routes.common import AsSeat, Here, Invite, Lang, TableId, told
from rondel.server.table import Table

REFUSALS = refusals(
    {
        401: ["identity/nobody"],
        403: ["seat/not_yours", "seat/unknown", "seat/none", "position/secret"],
        404: ["table/unknown"],
        409: [
            "position/stale", "table/not_running", "table/paused", "undo/forbidden",
            "undo/nothing", "vote/pending", "vote/pointless", "vote/none",
        ],
        422: ["table/not_started", "game/over", "action/malformed"],
    }
)  # fmt: skip

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=REFUSALS)

LONGEST_WAIT = 50.0


@router.get("/position", response_model=PositionTold)
async def position(
    server: Here,
    user: Anyone,
    table: TableId,
    invite: Invite = None,
    seat: AsSeat = None,
    facts: Annotated[bool, Query(description="Bring what helps to judge it.")] = True,
    lang: Lang = None,
) -> Response:
    """The current position as you may see it, and what is legal.

    The choices are there for who decides, with their consequences if there are not very many;
    without secret cash the others see them too, without consequences.
    """
    id = user.id if user else None
    found = await server.tables.seen(table, id, invite)
    check_entry(found, 0)
    return JSONResponse(position_told(found, id, seat, facts, lang))


@router.post("/actions", dependencies=[Depends(Limited("actions"))])
async def act(server: Here, user: Someone, table: TableId, wanted: Act) -> Done:
    """Decide, or donate beside a decision.

    When this answers, the action is safe. Made on an older position it is refused with
    `position/stale`, and nothing happens.
    """
    return done(await actions.act(server, user.id, table, wanted))


@router.post("/consequences", dependencies=[Depends(Limited("actions"))])
async def consequences(
    server: Here,
    user: Someone,
    table: TableId,
    wanted: Ask,
    invite: Invite = None,
    seat: AsSeat = None,
) -> Consequences:
    """What legal actions would do; they are not carried out."""
    found = await server.tables.seen(table, user.id, invite)
    check_entry(found, 0)
    told = consequences_told(found, user.id, seat, wanted.position, wanted.entries)
    return Consequences(consequences=told)


@router.post("/undo", dependencies=[Depends(Limited("actions"))])
async def undo(server: Here, user: Someone, table: TableId, wanted: TakeBack) -> TableTold:
    """Take back one's own last decision, or more.

    It happens at once while nobody else has decided since and nothing hidden was shown; otherwise
    the other people at the table are asked. Bots always agree.
    """
    return told(server, await actions.undo(server, user.id, table, wanted), user.id)


@router.post("/vote", dependencies=[Depends(Limited("actions"))])
async def propose(server: Here, user: Someone, table: TableId, wanted: Proposal) -> TableTold:
    """Propose a pause, to go on, or to end the game without result."""
    return told(server, await actions.propose(server, user.id, table, wanted), user.id)


@router.post("/vote/answer", dependencies=[Depends(Limited("actions"))])
async def answer(server: Here, user: Someone, table: TableId, ballot: Ballot) -> TableTold:
    """Agree to what is put to the vote, or not."""
    return told(server, await actions.answer(server, user.id, table, ballot), user.id)


@router.post("/return", dependencies=[Depends(Limited("actions"))])
async def come_back(server: Here, user: Someone, table: TableId) -> TableTold:
    """Take over again from the bot that decided while your time was up."""
    return told(server, await actions.come_back(server, user.id, table), user.id)


@router.get("/log")
async def log(
    server: Here,
    user: Anyone,
    table: TableId,
    invite: Invite = None,
    since: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, allow_inf_nan=False)] = 0.0,
    lang: Lang = None,
) -> Rows:
    """What has happened at the table after line `since`, as the WebSocket tells it.

    With `wait`, the answer comes as soon as there is something, after so many seconds at most.
    """
    id = user.id if user else None
    until = asyncio.get_running_loop().time() + wait
    return await actions.rows_when_there(server, id, table, invite, since, until, lang)


@router.get("/presence")
async def presence(server: Here, user: Anyone, table: TableId, invite: Invite = None) -> Presence:
    """Who is connected to the table by WebSocket now."""
    await server.tables.seen(table, user.id if user else None, invite)
    return Presence.model_validate({"users": await server.attendance.look(table)})


def done(table: Table) -> Done:
    """The acknowledgement of an action."""
    return Done(position=table.position, entries=table.length, seq=table.seq)
