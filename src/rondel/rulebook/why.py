"""Which clause answers "why?": of a decision that is put to somebody.

What is refused names its clause itself, where the rule is carried out.
"""

from __future__ import annotations

CLAUSE_OF = {
    "draft_bond": "R-DRF-4",
    "choose_slot": "R-RON-2",
    "swiss_force": "R-SWF-1",
    "build_factory": "R-FAC-1",
    "produce": "R-PRO-1",
    "import_unit": "R-IMP-1",
    "fleet_order": "R-FLT-1",
    "canal_consent": "R-CAN-4",
    "arrival": "R-BAT-4",
    "ask_next": "R-BAT-8",
    "battle_demand": "R-BAT-7",
    "army_order": "R-ARM-1",
    "place_flag": "R-FLG-5",
    "invest": "R-BND-1",
    "donate": "R-DON-1",
}
"""Kind of decision -> the clause that says what may be chosen."""
