"""The documentation as a site: a page of HTML for each page of Markdown, and what they show."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

import rondel
from rondel.cli.errors import CommandError

INDEX: Final = "index.md"
"""The first page; its links are the navigation, in their order."""

STYLE: Final = """
:root { color-scheme: light dark; --line: light-dark(#d5d9de, #3c434b); }
body { margin: 0; font: 16px/1.55 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif;
  display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
nav { padding: 1.5rem; border-right: 1px solid var(--line); }
nav a { display: block; padding: .2rem 0; }
nav a[aria-current] { font-weight: 600; }
main { padding: 1rem 2rem 4rem; max-width: 60rem; }
a { color: light-dark(#0b5cad, #8ab8f0); text-decoration: none; }
a:hover { text-decoration: underline; }
pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--line); border-radius: 6px; }
code { font: .9em/1.4 ui-monospace, 'DejaVu Sans Mono', monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left;
  vertical-align: top; }
img { max-width: 100%; height: auto; }
@media (max-width: 50rem) { body { display: block; } nav { border: 0; } main { padding: 1rem; } }
"""


class Page(NamedTuple):
    """A page of Markdown."""

    name: str
    """Its file."""
    title: str
    tokens: list[Token]


def sources() -> Path:
    """The folder with the pages: within the package, or beside it in a checkout.

    Raises: CommandError if there is neither.
    """
    package = Path(rondel.__file__).parent
    for folder in (package / "docs", package.parent.parent / "docs"):
        if (folder / INDEX).is_file():
            return folder
    raise CommandError("the documentation does not come with this installation")


def write_site(target: Path) -> Path:
    """Writes the site into a folder, and returns its first page.

    Raises: CommandError, OSError.
    """
    folder = sources()
    shutil.copytree(
        folder, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.md", "__pycache__")
    )
    markdown = MarkdownIt("commonmark").enable("table")
    pages = [read_page(markdown, path) for path in in_order(folder)]
    for page in pages:
        html = page_html(page, pages, markdown)
        (target / address(page.name)).write_text(html, encoding="utf-8")
    return target / address(INDEX)


def in_order(folder: Path) -> list[Path]:
    """All pages: the first, those it links to in that order, then the rest."""
    first = folder / INDEX
    linked = re.findall(r"\]\((\w[\w-]*\.md)\)", first.read_text(encoding="utf-8"))
    rest = sorted(path.name for path in folder.glob("*.md"))
    return [folder / name for name in dict.fromkeys([INDEX, *linked, *rest]) if name in rest]


def read_page(markdown: MarkdownIt, path: Path) -> Page:
    """A page with anchors at its headings, and links that lead to pages of the site."""
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    for heading, text in headings(tokens):
        heading.attrSet("id", anchor(text))
    for token in links(tokens):
        token.attrSet("href", address(str(token.attrGet("href"))))
    return Page(path.name, next(text for _, text in headings(tokens)), tokens)


def headings(tokens: list[Token]) -> Iterator[tuple[Token, str]]:
    """The headings with their texts."""
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            yield token, re.sub(r"[`*]", "", inside.content)


def links(tokens: list[Token]) -> Iterator[Token]:
    """Where links begin."""
    for token in tokens:
        if token.type == "link_open":
            yield token
        yield from links(token.children or [])


def anchor(heading: str) -> str:
    """The name by which links find a heading."""
    return re.sub(r"[^\w\s-]", "", heading).strip().lower().replace(" ", "-")


def address(link: str) -> str:
    """A link to a page of Markdown as one to the page of the site; others as they are."""
    return re.sub(r"^([\w-]+)\.md(?=#|$)", r"\1.html", link)


def page_html(page: Page, pages: list[Page], markdown: MarkdownIt) -> str:
    """The whole document."""
    body = markdown.renderer.render(page.tokens, markdown.options, {})
    navigation = "\n".join(_entry(other, other is page) for other in pages)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(page.title)}</title>
<style>{STYLE}</style>
</head>
<body>
<nav>
{navigation}
</nav>
<main>
{body}</main>
</body>
</html>
"""


def _entry(page: Page, is_here: bool) -> str:
    here = ' aria-current="page"' if is_here else ""
    return f'<a href="{address(page.name)}"{here}>{escape(page.title)}</a>'
