"""Imperial (2006): Europe around 1900, in its first and its later edition."""

from __future__ import annotations

import copy
from typing import Any

from rondel.engine import Title
from rondel.games.boards import read_facts


def imperial() -> Title:
    """The title with both editions (R-STD-9)."""
    facts = read_facts("imperial")
    return Title(facts, ("tax_bonus",), _defaults, _editions)


def _editions(facts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {"2006": facts, "later": _later(facts)}


def _defaults(values: dict[str, Any]) -> dict[str, Any]:
    """Flagless players may force a stop only in the later edition (A-11)."""
    return {"swiss_bank_force": values.get("edition") == "later"}


def _later(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts with the figures of the later edition."""
    later = copy.deepcopy(facts)
    changes = facts["setup"]["x_later_edition"]
    setup = later["setup"]
    for bonds in setup["flag_card_bonds"].values():
        bonds[1]["value"] = changes["small_bond"]
    for players, cash in changes["starting_cash"].items():
        setup["by_players"][players]["starting_cash"] = cash
    setup["cash_after_bonds"] = changes["cash_after_bonds"]
    later["bonds"] += changes["bonds_added"]
    for nation in later["nations"]:
        nation["supply"]["flags"] = changes["flags_per_nation"]
    later["rules"]["max_tax_revenue"] = changes["max_tax_revenue"]
    later["rules"]["swiss_bank_can_force_investor"] = changes["swiss_bank"]
    return later
