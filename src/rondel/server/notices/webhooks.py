"""Webhooks: what is told, in the form that the receiver takes."""

from __future__ import annotations

import json
import re
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from rondel.server.notices.post import Letter
from rondel.server.notices.wording import Told

DISCORD, SLACK = "discord", "slack"

DISCORD_HOSTS: Final = ("discord.com", "discordapp.com")
HEADERS: Final = {"Content-Type": "application/json"}
LONGEST: Final = 1900
"""Characters of a message; Discord takes 2000."""
_MARKS: Final = re.compile(r"([\\*_~`|>#\[\]()<])")
_RECEIPT: Final = re.compile(r"[0-9A-Za-z]{1,40}")


def form_of(url: str) -> str:
    """The form for an address of which nobody has said what it takes: Slack's is widely known."""
    host = urlsplit(url).hostname or ""
    is_discord = any(host == one or host.endswith(f".{one}") for one in DISCORD_HOSTS)
    return DISCORD if is_discord else SLACK


def letter(url: str, form: str, told: Told, link: str, facts: dict[str, Any]) -> Letter:
    """What is sent to a webhook; `facts` are for programs."""
    match form:
        case "discord":
            text = f"**{_plain(told.title)}**\n{_plain(told.body)}\n<{link}>"
            # Whatever people call their tables, nobody is called by it.
            body: dict[str, Any] = {"content": _cut(text), "allowed_mentions": {"parse": []}}
            url = _with(url, wait="true")
        case "slack":
            text = f"*{_escaped(told.title)}*\n{_escaped(told.body)}\n{link}"
            body = {"text": _cut(text), "unfurl_links": False}
        case _:
            body = {"title": told.title, "text": told.body, "link": link, **facts}
    return Letter(url, json.dumps(body, ensure_ascii=False).encode(), HEADERS)


def recall(
    url: str, form: str, told: Told, receipt: str | None, facts: dict[str, Any]
) -> Letter | None:
    """What takes a message back; None where that cannot be done."""
    match form:
        case "discord" if receipt is not None:
            parts = urlsplit(url)
            path = f"{parts.path.rstrip('/')}/messages/{receipt}"
            return Letter(urlunsplit(parts._replace(path=path)), b"", method="DELETE")
        case "json":
            body = {"title": told.title, "text": told.body, **facts}
            return Letter(url, json.dumps(body, ensure_ascii=False).encode(), HEADERS)
        case _:
            return None


def receipt_of(form: str, answer: bytes) -> str | None:
    """What the receiver calls a message, to take it back by."""
    if form != DISCORD:
        return None
    try:
        id = json.loads(answer)["id"]
    except (ValueError, KeyError, TypeError):
        return None
    return id if isinstance(id, str) and _RECEIPT.fullmatch(id) else None


def _with(url: str, **more: str) -> str:
    parts = urlsplit(url)
    query = [(key, value) for key, value in parse_qsl(parts.query) if key not in more]
    return urlunsplit(parts._replace(query=urlencode([*query, *more.items()])))


def _plain(text: str) -> str:
    """A text in which nothing is a mark of Discord's."""
    return _MARKS.sub(r"\\\1", text)


def _escaped(text: str) -> str:
    """A text in which nothing is a mark of Slack's."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
