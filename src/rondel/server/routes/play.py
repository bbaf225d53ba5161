"""Play: the position, decisions, taking back, votes."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Response

from rondel.server.http.answers import JsonAnswer
from rondel.server.http.intake import Route
from rondel.server.protocol.play import (
    Act,
    Ask,
    AskHint,
    Ballot,
    ConsequencesTold,
    Done,
    HintTold,
    PlanTold,
    PositionTold,
    Proposal,
    TakeBack,
)
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.tables import TableTold
from rondel.server.routes.common import AsSeat, Here, Invite, Lang, TableId, WithFacts, told
from rondel.server.routes.dependencies import FOR_ALL, Anyone, Limited, Someone
from rondel.server.service import actions, hints
from rondel.server.viewers.display import check_entry, consequences_told, plan_told, position_told

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], route_class=Route)

COUNTED = [Depends(Limited("actions"))]
PLAYER = ("identity/nobody", "table/unknown")
VOTER = (*PLAYER, "table/not_running", "seat/none")


@router.get(
    "/position",
    summary="Look at the position",
    response_model=PositionTold,
    responses=refusals("table/unknown", "table/not_started"),
    openapi_extra=FOR_ALL,
)
async def read_position(
    server: Here,
    user: Anyone,
    table: TableId,
    seat: AsSeat,
    invite: Invite = None,
    facts: WithFacts = True,
    lang: Lang = None,
) -> Response:
    """The current position as you may see it, and what is legal.

    The choices are there for who decides, with their consequences if there are not very many;
    without secret cash the others see them too, without consequences.
    """
    id = user.id if user else None
    found = await server.tables.seen(table, id, invite)
    check_entry(found, 0)
    return JsonAnswer(position_told(found, id, seat, facts, lang))


@router.post(
    "/actions",
    summary="Decide, or donate",
    dependencies=COUNTED,
    responses=refusals(
        *PLAYER, "table/not_running", "table/paused", "position/stale", "seat/unknown",
        "seat/not_yours", by_rules=True,
    ),
)  # fmt: skip
async def act(server: Here, user: Someone, table: TableId, wanted: Act) -> Done:
    """Decide, or donate beside a decision.

    When this answers, the action is safe. Made on an older position it is refused with
    `position/stale`, which brings the current one, and nothing happens.
    """
    changed = await actions.act(server, user.id, table, wanted)
    return Done(position=changed.position, entries=changed.length, seq=changed.seq)


@router.post(
    "/consequences",
    summary="Ask what actions would do",
    dependencies=COUNTED,
    responses=refusals(
        *PLAYER, "table/not_started", "position/stale", "position/secret", by_rules=True
    ),
)
async def ask_consequences(
    server: Here,
    user: Someone,
    table: TableId,
    seat: AsSeat,
    wanted: Ask,
    invite: Invite = None,
) -> ConsequencesTold:
    """What legal actions would do; they are not carried out."""
    found = await server.tables.seen(table, user.id, invite)
    check_entry(found, 0)
    would = consequences_told(found, user.id, seat, wanted.position, wanted.entries)
    return ConsequencesTold(consequences=would)


@router.post(
    "/plan",
    summary="Try decisions out",
    dependencies=COUNTED,
    response_model=PlanTold,
    responses=refusals(
        *PLAYER, "table/not_started", "position/stale", "seat/not_yours", by_rules=True
    ),
)
async def plan(
    server: Here, user: Someone, table: TableId, wanted: Ask, lang: Lang = None
) -> Response:
    """What you could decide after some decisions of yours, one upon the other.

    They are not carried out, and nobody learns of them. Where they lead to the decision of
    somebody else, or end the action, there is nothing more to choose.
    """
    found = await server.tables.seen(table, user.id, None)
    check_entry(found, 0)
    return JsonAnswer(plan_told(found, user.id, wanted.position, wanted.entries, lang))


@router.post(
    "/hint",
    summary="Ask for a hint",
    dependencies=[Depends(Limited("hints"))],
    responses=refusals(
        *PLAYER, "table/not_running", "table/paused", "position/stale", "seat/not_yours",
        "hint/people", "hint/no_bots",
    ),
)  # fmt: skip
async def ask_hint(
    server: Here, user: Someone, table: TableId, wanted: AskHint, lang: Lang = None
) -> HintTold:
    """A choice that would be good for you, and what it would do.

    Only where nobody but bots plays beside you, and in studies of your own, unless they go on
    from a game that other people still play. The log keeps that you have asked.
    """
    told = await hints.hint(server, user.id, table, wanted.position, lang)
    return HintTold.model_validate(told)


@router.post(
    "/undo",
    summary="Take back",
    dependencies=COUNTED,
    responses=refusals(
        *VOTER, "table/paused", "position/stale", "undo/forbidden", "undo/nothing", "vote/pending"
    ),
)
async def take_back(server: Here, user: Someone, table: TableId, wanted: TakeBack) -> TableTold:
    """Take back one's own last decision, or more.

    It happens at once while nobody else has decided since and nothing hidden was shown; otherwise
    the other people at the table are asked. Bots always agree.
    """
    return told(server, await actions.undo(server, user.id, table, wanted), user.id)


@router.post(
    "/vote",
    summary="Put something to the vote",
    dependencies=COUNTED,
    responses=refusals(*VOTER, "vote/pending", "vote/pointless"),
)
async def propose(server: Here, user: Someone, table: TableId, wanted: Proposal) -> TableTold:
    """Propose a pause, to go on, or to end the game without result.

    A pause and its end need more than half of the people at the table, the end of the game all.
    """
    return told(server, await actions.propose(server, user.id, table, wanted), user.id)


@router.post(
    "/vote/answer",
    summary="Answer a vote",
    dependencies=COUNTED,
    responses=refusals(*VOTER, "vote/none"),
)
async def answer_vote(server: Here, user: Someone, table: TableId, ballot: Ballot) -> TableTold:
    """Agree to what is put to the vote, or not."""
    return told(server, await actions.answer(server, user.id, table, ballot), user.id)


@router.post(
    "/return", summary="Return to your seats", dependencies=COUNTED, responses=refusals(*VOTER)
)
async def come_back(server: Here, user: Someone, table: TableId) -> TableTold:
    """Take over again from the bot that decided while your time was up."""
    return told(server, await actions.come_back(server, user.id, table), user.id)
