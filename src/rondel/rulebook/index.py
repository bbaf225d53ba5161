"""The index: words of the glossary, and the clause that says what each of them is."""

from __future__ import annotations

from rondel.records.words import Words

TERMS = {
    "armaments_factory": "R-CON-9",
    "army": "R-CON-10",
    "bank": "R-CON-3",
    "battle": "R-BAT-1",
    "bond": "R-BND-1",
    "canal": "R-CAN-1",
    "cash": "R-CON-5",
    "city": "R-CON-9",
    "convoy": "R-CVY-1",
    "credit_sum": "R-CON-6",
    "destroy_factory": "R-DES-1",
    "donate": "R-DON-1",
    "draft": "R-DRF-1",
    "factory": "R-FAC-1",
    "flag": "R-FLG-1",
    "flag_card": "R-CON-7",
    "flagless_player": "R-SWI-1",
    "fleet": "R-CON-10",
    "force_stop": "R-SWF-1",
    "friendly": "R-CON-11",
    "government": "R-CON-7",
    "home_province": "R-CON-9",
    "hostile": "R-CON-11",
    "import": "R-IMP-1",
    "interest": "R-INT-1",
    "invest": "R-BND-1",
    "investment_round": "R-VNC-3",
    "investor_card": "R-IVC-1",
    "investor_slot": "R-INV-1",
    "land_region": "R-CON-9",
    "maneuver": "R-MAN-1",
    "occupied": "R-CON-12",
    "pass_investor": "R-RON-6",
    "port": "R-FLT-2",
    "power_factor": "R-CON-8",
    "power_point": "R-TAX-7",
    "production": "R-PRO-1",
    "rail": "R-RAI-1",
    "rondel": "R-RON-2",
    "score": "R-SCO-1",
    "sea_region": "R-CON-9",
    "shipyard": "R-CON-9",
    "soldiers_pay": "R-TAX-3",
    "standard_setup": "R-STD-1",
    "success_bonus": "R-TAX-5",
    "supply": "R-SUP-1",
    "swiss_bank": "R-SWI-1",
    "tax_chart": "R-TAX-5",
    "tax_revenue": "R-TAX-1",
    "taxation": "R-TAX-1",
    "tie": "R-SCO-3",
    "treasury": "R-CON-5",
    "turn": "R-TRN-3",
    "unit": "R-CON-10",
    "unoccupied": "R-CON-13",
    "upgrade_bond": "R-BND-2",
    "variant_no_investor_card": "R-VNC-1",
    "variant_tax_increase": "R-VTB-1",
}
"""Word of the glossary -> its clause in Imperial 2030."""

CLASSIC = {
    "canal": None,
    "power_point": "R-TAX-23",
    "soldiers_pay": "R-TAX-22",
    "success_bonus": "R-TAX-21",
    "tax_chart": "R-TAX-20",
    "tax_revenue": "R-TAX-20",
    "taxation": "R-TAX-20",
    "variant_tax_increase": None,
}
"""Where Imperial has another clause, or no such thing."""


def index(game: str, language: str) -> list[dict[str, str]]:
    """The words of a game in a language, each with its clause."""
    words = Words(game, language)
    places = TERMS if game == "imperial2030" else {**TERMS, **CLASSIC}
    return [
        {"term": words.name("terms", term), "clause": clause}
        for term, clause in places.items()
        if clause is not None
    ]
