"""How I am reached when I have closed the page: channels, wishes, vacation, and by table."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Body, Depends, Path, Request

from rondel.server.errors import forbidden
from rondel.server.http.intake import Route
from rondel.server.http.origins import is_https
from rondel.server.model.table import Table
from rondel.server.notices import vacations
from rondel.server.notices.book import told
from rondel.server.parts import Server
from rondel.server.protocol.notices import (
    ChannelSent,
    ChannelTold,
    CodeSent,
    NoticesTold,
    TableHook,
    TableNotices,
    TableWish,
    VacationSent,
    WishesSent,
    WishesTold,
)
from rondel.server.protocol.refusals import refusals
from rondel.server.routes.common import Here, TableId
from rondel.server.routes.dependencies import InPerson, LimitedInPerson, Someone

router = APIRouter(prefix="/api", tags=["notices"], route_class=Route)

IN_PERSON: Final = ("identity/nobody", "identity/not_by_token")
OWN: Final = (*IN_PERSON, "channel/unknown")
LIMITED: Final = [Depends(LimitedInPerson("channels"))]

ChannelId = Annotated[str, Path(max_length=64, description="Id of the channel.")]


def _origin(request: Request, server: Server) -> str:
    """Where the page is, as far as a request can tell."""
    if server.settings.origin:
        return server.settings.origin
    scheme = "https" if is_https(request.scope, None) else "http"
    return f"{scheme}://{request.headers.get('host', 'localhost')}"


@router.get("/me/notices", summary="How am I reached?", responses=refusals("identity/nobody"))
async def read_notices(user: Someone, server: Here) -> NoticesTold:
    """Where notices go, and how and when."""
    return NoticesTold.model_validate(await server.book.of(user.id))


@router.post(
    "/me/notices/channels",
    summary="Add a channel",
    status_code=201,
    dependencies=LIMITED,
    responses=refusals(
        *IN_PERSON, "channel/address", "channel/keys", "channel/no_email", "channel/too_many",
        "channel/not_reached",
    ),
)  # fmt: skip
async def add_channel(
    sent: Annotated[ChannelSent, Body()], user: InPerson, request: Request, server: Here
) -> ChannelTold:
    """Sends notices to a browser, a webhook, or an e-mail address whose code is told.

    What has the same address as one that is there takes its place.
    """
    channel = await server.book.add(user.id, sent.model_dump(), _origin(request, server))
    return ChannelTold.model_validate(told(channel))


@router.delete(
    "/me/notices/channels/{channel}",
    summary="Remove a channel",
    status_code=204,
    responses=refusals("identity/nobody", "channel/unknown"),
)
async def remove_channel(channel: ChannelId, user: Someone, server: Here) -> None:
    """Sends nothing there any more, at once."""
    await server.book.remove(user.id, channel)


@router.post(
    "/me/notices/channels/{channel}/confirm",
    summary="Tell the code of an address",
    dependencies=LIMITED,
    responses=refusals(*OWN, "channel/wrong_code"),
)
async def confirm_channel(
    channel: ChannelId, sent: CodeSent, user: InPerson, server: Here
) -> ChannelTold:
    """Shows that an e-mail address is one's own: notices are sent there from now on."""
    confirmed = await server.book.confirm(user.id, channel, sent.code)
    return ChannelTold.model_validate(told(confirmed))


@router.post(
    "/me/notices/channels/{channel}/trial",
    summary="Try a channel",
    status_code=204,
    dependencies=LIMITED,
    responses=refusals(*OWN, "channel/unconfirmed", "channel/not_reached"),
)
async def try_channel(channel: ChannelId, user: InPerson, server: Here) -> None:
    """Sends a message there; if it arrives, a channel that was given up is used again."""
    await server.book.try_out(user.id, channel)


@router.put(
    "/me/notices/wishes",
    summary="Say how and when",
    responses=refusals("identity/nobody", "channel/zone"),
)
async def put_wishes(sent: WishesSent, user: Someone, server: Here) -> WishesTold:
    """Takes language, quiet hours, digest and the rest; what waits is told by it, too."""
    wishes = await server.book.wish(user.id, sent.model_dump())
    return WishesTold.model_validate(vars(wishes))


@router.put(
    "/me/vacation",
    summary="Go on vacation",
    responses=refusals("identity/nobody"),
)
async def put_vacation(sent: VacationSent, user: Someone, server: Here) -> WishesTold:
    """Lets one's clocks stand still at tables that have agreed to it, for as long as is agreed.

    Each of these tables tells of it in its log. What was not used of it stays for later.
    """
    await server.book.put_vacation(user.id, sent.until)
    await vacations.put(server.tables, user.id, sent.until)
    return WishesTold.model_validate(vars(await server.book.wishes_of(user.id)))


# At a table ---------------------------------------------------------------------------------


@router.get(
    "/tables/{table}/notices",
    summary="How do I hear of a table?",
    responses=refusals("identity/nobody", "table/unknown"),
)
async def read_table_notices(table: TableId, user: Someone, server: Here) -> TableNotices:
    """What one has said of this table, and its webhook."""
    found = await server.tables.seen(table, user.id, None)
    knows = user.id == found.host_id or found.is_player(user.id)
    return TableNotices.model_validate(await server.book.at_table(user.id, table, knows))


@router.put(
    "/tables/{table}/notices",
    summary="Say whether to hear of a table",
    responses=refusals("identity/nobody", "table/unknown", "seat/none"),
)
async def put_table_notices(
    table: TableId, sent: TableWish, user: Someone, server: Here
) -> TableNotices:
    """Wants to be told of one's decisions at this table always, never, or as usual."""
    found = await server.tables.seen(table, user.id, None)
    if not found.is_player(user.id):
        raise forbidden("seat/none", "Only the players of this table may do that.")
    await server.book.put_mode(user.id, table, sent.mode)
    return TableNotices.model_validate(await server.book.at_table(user.id, table, True))


@router.put(
    "/tables/{table}/webhook",
    summary="Set the webhook of a table",
    dependencies=LIMITED,
    responses=refusals(
        *IN_PERSON, "table/unknown", "table/not_host", "channel/address", "channel/too_many"
    ),
)
async def put_webhook(
    table: TableId, sent: TableHook, user: InPerson, request: Request, server: Here
) -> TableNotices:
    """Lets a webhook hear of every decision that a person must make at this table."""
    found = await server.tables.seen(table, user.id, None)
    _check_host(found, user.id)
    origin = _origin(request, server)
    await server.book.put_webhook(user.id, table, found.name, sent.address, sent.form, origin)
    return TableNotices.model_validate(await server.book.at_table(user.id, table, True))


@router.delete(
    "/tables/{table}/webhook",
    summary="Remove the webhook of a table",
    status_code=204,
    responses=refusals("identity/nobody", "table/unknown", "table/not_host", "channel/unknown"),
)
async def remove_webhook(table: TableId, user: Someone, server: Here) -> None:
    """Lets it hear nothing more."""
    _check_host(await server.tables.seen(table, user.id, None), user.id)
    await server.book.remove_webhook(table)


def _check_host(table: Table, user: str) -> None:
    if user != table.host_id:
        raise forbidden("table/not_host", "Only the host of this table may do that.")
