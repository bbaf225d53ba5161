"""Who sent a browser here: what changes something must come from our own pages."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from rondel.server.errors import forbidden

SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS", "TRACE"}
"""These change nothing."""

OWN_SITES: Final = {"same-origin", "none"}
"""What a browser says of a request made by our page, or by the person directly."""


def is_https(scope: Scope, origin: str | None) -> bool:
    """Whether people come by https: to us, or to the proxy before us."""
    return scope["scheme"] in ("https", "wss") or (origin or "").startswith("https:")


def check_origin(scope: Scope, own: str | None) -> None:
    """Refuses what the page of another site asks its reader's browser to do.

    `own` is the address people use; our page may also stand at the host of the request.
    What comes without any origin comes from no browser. A token that is sent without a cookie
    is sent by whoever holds it, wherever that is.

    Raises: Refusal.
    """
    headers = Headers(scope=scope)
    if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
        return
    if is_bearer(headers) and "cookie" not in headers:
        return
    if not _is_own(headers, own):
        raise forbidden("request/other_origin", "This must be asked by a page of this server.")


def is_bearer(headers: Headers) -> bool:
    """Whether the request carries a token."""
    return headers.get("authorization", "").partition(" ")[0].lower() == "bearer"


def _is_own(headers: Headers, own: str | None) -> bool:
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in OWN_SITES
    if own and origin.lower() == own.lower().rstrip("/"):
        return True
    # Behind a proxy the scheme is not what the browser sees, so only hosts are compared.
    return _host_of(origin) == headers.get("host", "").lower() != ""


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
