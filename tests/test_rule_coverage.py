"""Every clause and every scenario is cited by a test that exercises it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
CLAUSE = re.compile(r"\bR-[A-Z]{3}-\d+\b")
SCENARIO = re.compile(r"\b(?:[SX]-\d{2,3}|[FT]-\d{2}|Q-[0-9][0-9C])\b")

DEFINITIONS: dict[str, str] = {
    "R-CON-1": "says what the tags [B], [2030] and [classic] mean",
    "R-CON-16": "says that flag also stands for tax chip, flag card for nation card",
}
"""Clauses that only define words or say how the rules are to be read, with the reason."""


def defined(page: str, pattern: re.Pattern[str]) -> set[str]:
    """The ids a page defines: in headings, bold in text, or first in a row of a table."""
    text = (DOCS / page).read_text(encoding="utf-8")
    starts = re.findall(r"(?m)^(?:#+ |- \*\*|\*\*|\| )([A-Z]-[A-Z0-9]+(?:-\d+)?)\b", text)
    return {id for id in starts if pattern.fullmatch(id)}


@cache
def cited() -> set[str]:
    """The ids in the docstrings of all tests."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = ast.get_docstring(node) or ""
                found.update(CLAUSE.findall(text), SCENARIO.findall(text))
    return found


def test_every_clause_is_cited_by_a_test() -> None:
    """A clause without a test is a rule nobody has checked."""
    clauses = defined("rules.md", CLAUSE)
    assert len(clauses) == 265
    assert sorted(clauses - cited() - set(DEFINITIONS)) == []


def test_every_scenario_is_cited_by_a_test() -> None:
    """All examples, questions and tips of the rulebooks, and the cases derived from them."""
    scenarios = defined("scenarios.md", SCENARIO)
    assert len(scenarios) >= 170
    assert sorted(scenarios - cited()) == []


def test_definitions_are_clauses_without_a_test() -> None:
    """Who gets a test leaves the table."""
    assert set(DEFINITIONS) <= defined("rules.md", CLAUSE) - cited()


def test_tests_cite_only_what_exists() -> None:
    """A clause that was renamed must be renamed in the tests too."""
    known = defined("rules.md", CLAUSE) | defined("scenarios.md", SCENARIO)
    assert sorted(cited() - known) == []
