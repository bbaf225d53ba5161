"""For those who look after the server; the role is given by the command line."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request

from rondel.server.admin import audit, notices, people, powers, reports, tables
from rondel.server.protocol.admin import (
    AuditTold,
    HostSent,
    LinkTold,
    PeopleTold,
    PersonLooked,
    ReportsTold,
    SanctionSent,
    SettledSent,
    TablesKept,
    WhySent,
)
from rondel.server.protocol.base import BIGGEST, SeatNumber
from rondel.server.protocol.notices import NoticesLooked
from rondel.server.protocol.refusals import refusals
from rondel.server.routes.common import Here, TableId
from rondel.server.routes.dependencies import AtDesk

router = APIRouter(prefix="/api/admin", tags=["admin"])

ADMIN: Final = ("identity/nobody", "identity/not_by_token", "admin/only")
ABOUT: Final = (*ADMIN, "admin/no_such_person")
AT: Final = (*ADMIN, "table/unknown")
DAY: Final = 86400.0

Who = Annotated[
    str, Path(min_length=1, max_length=64, description="Id of the person.", examples=["9f86d0"])
]
Search = Annotated[str, Query(max_length=64, description="A part of a name, or a whole id.")]
After = Annotated[str | None, Query(max_length=80, description="`more` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=100, description="So many at most.")]


def _until(desk: AtDesk, sent: SanctionSent) -> float | None:
    return None if sent.days is None else desk.clock() + sent.days * DAY


# People -------------------------------------------------------------------------------------


@router.get("/people", summary="List people", responses=refusals(*ADMIN, "table/no_such_page"))
async def list_people(
    desk: AtDesk,
    search: Search = "",
    state: Annotated[people.State, Query(description="Which people.")] = "all",
    after: After = None,
    limit: Limit = 50,
) -> PeopleTold:
    """People by name, login or id, newest first."""
    found = await people.list_people(desk.database, search, state, after, limit, desk.clock())
    return PeopleTold.model_validate(found)


@router.get("/people/{person}", summary="Look at a person", responses=refusals(*ABOUT))
async def look_at_person(desk: AtDesk, person: Who) -> PersonLooked:
    """Somebody with tables, sessions and what was decided about them."""
    found = await people.look_at(desk.database, person, desk.clock())
    return PersonLooked.model_validate(found)


@router.put(
    "/people/{person}/mute",
    summary="Mute a person everywhere",
    status_code=204,
    responses=refusals(*ABOUT, "admin/is_admin"),
)
async def mute_person(desk: AtDesk, person: Who, sent: SanctionSent) -> None:
    """Lets somebody talk at no table."""
    await powers.mute(desk, person, sent.reason, _until(desk, sent))


@router.delete(
    "/people/{person}/mute",
    summary="Let a person talk again",
    status_code=204,
    responses=refusals(*ABOUT, "admin/no_sanction"),
)
async def unmute_person(desk: AtDesk, person: Who) -> None:
    """Lets somebody talk again."""
    await powers.lift(desk, person, "mute")


@router.put(
    "/people/{person}/ban",
    summary="Ban a person",
    status_code=204,
    responses=refusals(*ABOUT, "admin/is_admin"),
)
async def ban_person(desk: AtDesk, server: Here, person: Who, sent: SanctionSent) -> None:
    """Shows somebody out: sessions, tokens and connections end at once, bots stand in."""
    user = await powers.ban(desk, person, sent.reason, _until(desk, sent))
    await server.tables.check_those_of(user)


@router.delete(
    "/people/{person}/ban",
    summary="Let a person in again",
    status_code=204,
    responses=refusals(*ABOUT, "admin/no_sanction"),
)
async def unban_person(desk: AtDesk, person: Who) -> None:
    """Lets somebody sign in again; a guest cannot come back."""
    await powers.lift(desk, person, "ban")


@router.post(
    "/people/{person}/reset",
    summary="Make a link for a new password",
    status_code=201,
    responses=refusals(*ABOUT, "identity/no_account"),
)
async def make_reset_link(desk: AtDesk, server: Here, request: Request, person: Who) -> LinkTold:
    """A link by which an account gets a new password, once, within a day; older links end."""
    secret, kept = powers.new_secret()
    until = await powers.make_reset(desk, person, kept)
    origin = server.settings.origin or str(request.base_url).rstrip("/")
    return LinkTold(link=f"{origin}/reset#{secret}", until=until)


# Tables -------------------------------------------------------------------------------------


@router.get("/tables", summary="List all tables", responses=refusals(*ADMIN, "table/no_such_page"))
async def list_all_tables(
    desk: AtDesk,
    search: Search = "",
    which: Annotated[tables.Which, Query(alias="list", description="Which tables.")] = "all",
    after: After = None,
    limit: Limit = 50,
) -> TablesKept:
    """Tables by name, id or the people there, newest first; nothing that is hidden there."""
    found = await tables.list_tables(desk.database, search, which, after, limit)
    return TablesKept.model_validate(found)


@router.post(
    "/tables/{table}/close",
    summary="Close a table",
    status_code=204,
    responses=refusals(*AT, "table/over"),
)
async def close_table(desk: AtDesk, server: Here, table: TableId, sent: WhySent) -> None:
    """Ends a table without result; its log tells why."""
    await tables.close(desk, table, sent.reason)
    await server.tables.newest(table)


@router.put(
    "/tables/{table}/host",
    summary="Hand a table over",
    status_code=204,
    responses=refusals(*AT, "admin/no_such_person", "admin/cannot_host"),
)
async def hand_table_over(desk: AtDesk, server: Here, table: TableId, sent: HostSent) -> None:
    """Makes somebody else the host of a table."""
    await tables.hand_over(desk, table, sent.user, sent.reason)
    await server.tables.newest(table)


@router.post(
    "/tables/{table}/seats/{seat}/free",
    summary="Set a seat free",
    status_code=204,
    responses=refusals(*AT, "seat/number", "seat/empty", "table/not_running"),
)
async def free_seat(
    desk: AtDesk, server: Here, table: TableId, seat: SeatNumber, sent: WhySent
) -> None:
    """Takes somebody's seat away; in a game a bot plays on until somebody takes it."""
    await tables.free_seat(desk, table, seat, sent.reason)
    await server.tables.newest(table)


# Reports and the audit log ------------------------------------------------------------------


@router.get("/reports", summary="List reports", responses=refusals(*ADMIN, "table/no_such_page"))
async def list_reports(
    desk: AtDesk,
    settled: Annotated[bool, Query(description="Those that are settled.")] = False,
    after: After = None,
    limit: Limit = 50,
) -> ReportsTold:
    """Reports that wait to be looked at, or those that are settled, newest first."""
    found = await reports.list_reports(desk.database, settled, after, limit)
    return ReportsTold.model_validate(found)


@router.post(
    "/reports/{report}/settle",
    summary="Settle a report",
    status_code=204,
    responses=refusals(*ADMIN, "report/unknown", "report/settled"),
)
async def settle_report(
    desk: AtDesk,
    report: Annotated[int, Path(ge=1, le=BIGGEST, description="Number of the report.")],
    sent: SettledSent,
) -> None:
    """Closes a report; who made it is told the note."""
    await reports.settle(desk, report, sent.note)


@router.get(
    "/audit", summary="Read the audit log", responses=refusals(*ADMIN, "table/no_such_page")
)
async def read_audit(
    desk: AtDesk,
    about: Annotated[
        str | None, Query(max_length=64, description="Id of a person or a table.")
    ] = None,
    act: Annotated[str | None, Query(max_length=32, description="What was done.")] = None,
    after: After = None,
    limit: Limit = 50,
) -> AuditTold:
    """What was done by those who look after the server, newest first."""
    return AuditTold.model_validate(await audit.read(desk.database, about, act, after, limit))


# Notices ------------------------------------------------------------------------------------


@router.get("/notices", summary="Look at notices", responses=refusals(*ADMIN))
async def look_at_notices(desk: AtDesk) -> NoticesLooked:
    """How many notices wait, arrived or were given up, and the channels that failed last."""
    return NoticesLooked.model_validate(await notices.look(desk.database))
