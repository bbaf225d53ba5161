"""Paragraphs that rest on options: they exist, and so do the values they hold with."""

from __future__ import annotations

import pytest

from rondel.engine import CHOICES
from rondel.rulebook import RESTS_ON, rests_on, rulebook


@pytest.mark.parametrize("name", RESTS_ON)
def test_what_rests_on_an_option_is_there(name: str) -> None:
    ids = [clause.id for clause in rulebook("en").clauses()]
    assert any(id in (name, f"{name}-{id.rpartition('-')[2]}") for id in ids)
    rests = RESTS_ON[name]
    values = {str(value).lower() for value in CHOICES[rests["option"]]}
    assert set(rests["values"]) <= values


def test_every_rule_that_can_be_agreed_on_is_marked() -> None:
    """Whatever a table chooses changes some paragraph."""
    assert {rests["option"] for rests in RESTS_ON.values()} == set(CHOICES)


def test_a_clause_counts_more_than_its_family() -> None:
    standard, later = rests_on("R-STD-1"), rests_on("R-STD-9")
    assert standard is not None
    assert later is not None
    assert (standard["option"], later["option"]) == ("setup", "edition")
    assert rests_on("R-TAX-3") is None
