"""Pages made of text: whatever is put into an element is escaped, unless it is an element."""

from __future__ import annotations

import html
import re
from typing import Final

STYLE: Final = "/static/page.css"

EMPTY: Final = {"link", "meta"}
"""Elements that have no end."""


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *content: str, **attributes: str) -> Html:
    """An element; `_` at the end of an attribute keeps Python from taking it for a keyword."""
    given = [f' {key.strip("_")}="{html.escape(value)}"' for key, value in attributes.items()]
    start = f"<{name}{''.join(given)}>"
    return Html(start if name in EMPTY else f"{start}{join(*content)}</{name}>")


def join(*content: str) -> Html:
    """Texts and elements, one after the other."""
    return Html("".join([one if isinstance(one, Html) else html.escape(one) for one in content]))


def prose(text: str) -> Html:
    """A text with `code` in it."""
    parts = re.split(r"`([^`]+)`", text)
    return join(*[tag("code", part) if i % 2 else part for i, part in enumerate(parts)])


def paragraphs(text: str) -> Html:
    """A text whose paragraphs have empty lines between them."""
    return join(*[tag("p", prose(part)) for part in text.strip().split("\n\n") if part])


def link(address: str, *content: str) -> Html:
    """A link."""
    return tag("a", *content, href=address)


def items(*content: str) -> Html:
    """A list."""
    return tag("ul", *[tag("li", part) for part in content])


def table(*rows: tuple[str, ...]) -> Html:
    """A table; the first row is its heading."""
    heading, *body = rows
    head = tag("thead", tag("tr", *[tag("th", cell, scope="col") for cell in heading]))
    lines = [tag("tr", *[tag("td", cell) for cell in row]) for row in body]
    return tag("div", tag("table", head, tag("tbody", *lines)), class_="wide")


def page(title: str, *content: str) -> str:
    """A whole page."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("title", title),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("link", rel="icon", href="data:,"),
        tag("link", rel="stylesheet", href=STYLE),
    )
    body = tag("body", tag("main", *content))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"
