"""The page on encoded positions is written from what the engine declares."""

from __future__ import annotations

from tests.pages import text_of
from tools.encoding_page import rewritten, tables


def test_tables_are_those_of_the_declaration() -> None:
    page = text_of("encoding.md")
    assert rewritten(page) == page
    for name in tables():
        assert f"<!-- {name} -->\n\n|" in page
