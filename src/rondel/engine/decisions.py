"""The fifteen decisions of the game (Rules: section 9), as numbers inside and names outside."""

from __future__ import annotations

from typing import Any, Final

from rondel.engine.shapes import Context, DecisionKind, DecisionTold, Phase

DRAFT_BOND: Final = 0
CHOOSE_SLOT: Final = 1
SWISS_FORCE: Final = 2
BUILD_FACTORY: Final = 3
PRODUCE: Final = 4
IMPORT_UNIT: Final = 5
FLEET_ORDER: Final = 6
CANAL_CONSENT: Final = 7
ARRIVAL: Final = 8
ASK_NEXT: Final = 9
BATTLE_DEMAND: Final = 10
ARMY_ORDER: Final = 11
PLACE_FLAG: Final = 12
INVEST: Final = 13
DONATE: Final = 14
GAME_OVER: Final = 15
"""No decision: the game has ended."""

# What happens next without a decision; the game runs through these by itself.
NEXT_NATION: Final = 16
MOVE_MARKER: Final = 17
AFTER_ACTION: Final = 18
NEXT_INVESTOR: Final = 19

KINDS: Final[tuple[DecisionKind, ...]] = (
    "draft_bond",
    "choose_slot",
    "swiss_force",
    "build_factory",
    "produce",
    "import_unit",
    "fleet_order",
    "canal_consent",
    "arrival",
    "ask_next",
    "battle_demand",
    "army_order",
    "place_flag",
    "invest",
    "donate",
)
"""Names of the decisions in records, by number."""

OF_MANEUVER: Final = (
    FLEET_ORDER, CANAL_CONSENT, ARRIVAL, ASK_NEXT, BATTLE_DEMAND, ARMY_ORDER,
)  # fmt: skip
"""Decisions while units move."""

PHASES: Final[tuple[Phase, ...]] = ("draft", "slot", "force", "action", "investment")
"""Names of the phases of a turn in snapshots, by number."""

DRAFT: Final = 0
SLOT: Final = 1
FORCE: Final = 2
ACTION: Final = 3
INVESTMENT: Final = 4


class Decision:
    """Who must decide, and what about."""

    def __init__(
        self, kind: DecisionKind, player: str, nation: str | None, context: Context
    ) -> None:
        self.kind = kind
        """One of `KINDS`."""
        self.player = player
        """The player who decides."""
        self.nation = nation
        """The nation he decides for, if any (R-DEC-9)."""
        self.context = context
        """What the decision is about (R-DEC-10), as in a snapshot."""

    def to_json(self) -> DecisionTold:
        """The decision as in a snapshot."""
        return {
            "decision": self.kind,
            "actor": self.player,
            "nation": self.nation,
            "context": self.context,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.kind, self.player, self.nation))

    def __repr__(self) -> str:
        whom = f" for {self.nation}" if self.nation else ""
        return f"<Decision {self.kind} by {self.player}{whom}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Decision, (self.kind, self.player, self.nation, self.context)
