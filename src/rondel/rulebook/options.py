"""Which paragraphs rest on an option: so that readers see what holds at their table."""

from __future__ import annotations

from typing import TypedDict


class Rests(TypedDict):
    """What a paragraph, or a family of them, has to do with an option."""

    option: str
    """The option, as records name it."""
    values: list[str]
    """It holds with these values alone; empty where it says what each value means."""


def _only(option: str, *values: str) -> Rests:
    return {"option": option, "values": list(values)}


RESTS_ON: dict[str, Rests] = {
    "R-STD": _only("setup", "standard"),
    "R-DRF": _only("setup", "draft"),
    "R-STD-9": _only("edition", "later"),
    "R-IVC": _only("investor_card", "true"),
    "R-INV-4": _only("investor_card", "true"),
    "R-INV-5": _only("investor_card", "true"),
    "R-INV-6": _only("investor_card", "true"),
    "R-INV-7": _only("investor_card", "true"),
    "R-INV-8": _only("investor_card", "true"),
    "R-INV-9": _only("investor_card", "true"),
    "R-VNC": _only("investor_card", "false"),
    "R-VNC-6": _only("no_card_extra_investment"),
    "R-VTB": _only("tax_bonus", "increase"),
    "R-TAX-5": _only("tax_bonus", "chart"),
    "R-SWF": _only("swiss_bank_force", "true"),
    "R-SWF-8": _only("donations", "any"),
    "R-INT-5": _only("investor_shortfall"),
    "R-RON-8": _only("investor_shortfall", "forbid"),
    "R-DON-1": _only("donations"),
    "R-DON-2": _only("donations"),
    "R-HOM-8": _only("stance_change"),
    "R-BAT-8": _only("battle_query_order"),
    "R-INF-3": _only("secret_cash"),
}
"""Clause, or family of clauses, -> the option; a clause counts more than its family."""


def rests_on(clause: str) -> Rests | None:
    """What a clause has to do with an option, if anything."""
    return RESTS_ON.get(clause) or RESTS_ON.get(clause.rpartition("-")[0])
