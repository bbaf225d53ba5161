"""What the page says of itself to those who show links: a title, a line and a picture."""

from __future__ import annotations

import re
from typing import Final, get_args
from urllib.parse import urlencode

from starlette.requests import Request

from rondel.narration import narrator_of
from rondel.server.errors import Refusal
from rondel.server.model.table import Table
from rondel.server.pages.html import Html, join, tag
from rondel.server.pages.site import qualities
from rondel.server.parts import Server
from rondel.server.protocol.base import Language
from rondel.server.storage.errors import StoreError
from rondel.server.viewers.cards import card_of

LANGUAGES: Final = get_args(Language)
ID: Final = re.compile("[0-9a-f]{1,32}")
WIDTH, HEIGHT = "1200", "630"


def language_of(header: str) -> str:
    """The language of ours that a reader wants most, by `Accept-Language`; English for none."""
    wanted = [(quality, name.partition("-")[0]) for name, quality in qualities(header)]
    known = [(quality, name) for quality, name in wanted if name in LANGUAGES and quality > 0]
    return max(known, key=lambda one: one[0])[1] if known else "en"


async def head_of(request: Request) -> Html:
    """What stands in the head of the page at an address, in the language of who asks."""
    lang = language_of(request.headers.get("accept-language", ""))
    table = await _table(request)
    if table is None:
        return _site(request, lang)
    return _game(request, table, lang)


async def _table(request: Request) -> Table | None:
    """The table that an address is about, as far as somebody without a name may know of it."""
    id = request.path_params.get("table")
    if id is None or not ID.fullmatch(id):
        return None
    server: Server = request.app.state.server
    try:
        return await server.tables.seen(id, None, request.query_params.get("invite"))
    except (Refusal, StoreError):
        # The page itself says what is wrong.
        return None


def _site(request: Request, lang: str) -> Html:
    line = narrator_of("imperial2030", lang).say("share_site")
    return _tags("Rondel", line, f"{_origin(request)}/icon-512.png", "summary")


def _game(request: Request, table: Table, lang: str) -> Html:
    card = card_of(table, lang)
    query = {"lang": lang}
    moment = request.query_params.get("moment", "")
    if moment.isdecimal() and int(moment) <= table.length:
        query["entries"] = moment
    if (invite := request.query_params.get("invite")) and not table.public:
        query["invite"] = invite
    picture = f"{_origin(request)}/api/tables/{table.id}/picture?{urlencode(query)}"
    return join(
        _tags(f"{card.title} – Rondel", card.line, picture, "summary_large_image"),
        tag("meta", property="og:image:width", content=WIDTH),
        tag("meta", property="og:image:height", content=HEIGHT),
    )


def _tags(title: str, line: str, picture: str, card: str) -> Html:
    return join(
        tag("title", title),
        tag("meta", property="og:type", content="website"),
        tag("meta", property="og:site_name", content="Rondel"),
        tag("meta", property="og:title", content=title),
        tag("meta", property="og:description", content=line),
        tag("meta", property="og:image", content=picture),
        tag("meta", name="twitter:card", content=card),
    )


def _origin(request: Request) -> str:
    """Where people find the page."""
    own: str | None = request.app.state.settings.origin
    return (own or str(request.base_url)).rstrip("/")
