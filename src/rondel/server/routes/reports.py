"""Reports of people, about people and tables."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from rondel.server.admin import reports
from rondel.server.protocol.admin import MyReports, ReportNumber, ReportSent
from rondel.server.protocol.refusals import refusals
from rondel.server.routes.common import Here
from rondel.server.routes.dependencies import Limited, Someone

router = APIRouter(prefix="/api", tags=["reports"])


@router.post(
    "/reports",
    summary="Report something",
    status_code=201,
    dependencies=[Depends(Limited("chats"))],
    responses=refusals(
        "identity/nobody", "table/unknown", "report/yourself", "report/nobody",
        "report/no_such_line", "report/too_many",
    ),
)  # fmt: skip
async def report(sent: ReportSent, user: Someone, server: Here) -> ReportNumber:
    """Asks those who look after the server to look at a person, a table or a line of its chat."""
    table = await server.tables.seen(sent.table, user.id, None) if sent.table else None
    wanted = reports.Wanted(sent.reason, sent.user, table, sent.seq)
    return ReportNumber(id=await reports.add(server.database, user.id, wanted, server.clock()))


@router.get(
    "/me/reports",
    summary="List your reports",
    responses=refusals("identity/nobody"),
)
async def my_reports(user: Someone, server: Here) -> MyReports:
    """What the person who asks has reported, and what came of it."""
    found = await reports.made_by(server.database, user.id)
    return MyReports.model_validate({"reports": found})
