"""Reviews of games that are over, and analysis of positions."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Response

from rondel.server.http.intake import Route
from rondel.server.protocol.judging import AnalysisAsked, AnalysisTold, ReviewAsked, ReviewTold
from rondel.server.protocol.refusals import refusals
from rondel.server.routes.common import Here, Invite, Lang, TableId
from rondel.server.routes.dependencies import FOR_ALL, Anyone, Asking, Limited, Someone
from rondel.server.service import judging

router = APIRouter(prefix="/api/tables/{table}", tags=["judging"], route_class=Route)

JSON_TYPE = "application/json"
OF_A_GAME = ("table/unknown", "table/not_started", "analysis/running")


@router.get(
    "/review",
    summary="Read the review",
    response_model=ReviewTold,
    responses=refusals("table/unknown"),
    openapi_extra=FOR_ALL,
)
async def read_review(
    server: Here, user: Anyone, table: TableId, invite: Invite = None, lang: Lang = None
) -> Response:
    """The review of a game that is over, or how far it is; before the end there is none."""
    found = await server.tables.seen(table, user.id if user else None, invite)
    return Response(await judging.review_told(server, found, lang), media_type=JSON_TYPE)


@router.post(
    "/review",
    summary="Have a game reviewed",
    status_code=202,
    response_model=ReviewTold,
    dependencies=[Depends(Limited("joins"))],
    responses=refusals("identity/nobody", *OF_A_GAME, "table/not_over"),
)
async def ask_for_review(
    server: Here, user: Someone, table: TableId, wanted: ReviewAsked, invite: Invite = None
) -> Response:
    """Has a game that is over reviewed in the background; one that was reviewed stays as it is."""
    found = await server.tables.seen(table, user.id, invite)
    await judging.check_over(server, found, user.id)
    await judging.ask_for_review(server, found, wanted.anew)
    answer = await judging.review_told(server, found, None)
    return Response(answer, status_code=202, media_type=JSON_TYPE)


@router.post(
    "/analysis",
    summary="Think about a position",
    response_model=AnalysisTold,
    dependencies=[Depends(Limited("actions"))],
    responses=refusals("identity/nobody", *OF_A_GAME, "position/number", "server/busy"),
)
async def analyse(
    server: Here,
    user: Someone,
    asker: Asking,
    table: TableId,
    wanted: AnalysisAsked,
    invite: Invite = None,
    lang: Lang = None,
) -> Response:
    """What the strongest bot thinks of a moment of a study or of a game that is over.

    It thinks a little longer each time it is asked.
    """
    found = await server.tables.seen(table, user.id, invite)
    await judging.check_open(server, found, user.id, judging.entries_of(found, wanted))
    answer = await judging.analysis_told(server, asker, found, wanted, lang)
    return Response(answer, media_type=JSON_TYPE)
