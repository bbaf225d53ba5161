"""What a slot of the rondel would bring, found by trying it on a copy of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rondel.cli.play.scene import Scene
from rondel.engine import Action, Event, Game

NOT_MINE = ("turn_started", "nation_skipped", "investor_paid")
"""Events that no longer belong to the action of the slot."""


@dataclass
class Forecast:
    """What happens at once if a slot is chosen and nobody forces a stop."""

    steps: int = 0
    """0 when the marker is first placed."""
    price: int = 0
    notes: list[str] = field(default_factory=list)


def forecast(scene: Scene, action: Action) -> Forecast:
    """What one slot would bring to the player who chooses it."""
    found = Forecast()
    facts: dict[str, int] = {}
    for event in _until_next_turn(scene.game, action):
        _note(found, facts, event.to_json(), action.player)
    found.notes = list(_notes(scene, facts))
    return found


def _until_next_turn(game: Game, action: Action) -> list[Event]:
    trial = game.copy()
    events = trial.apply(action)
    while trial.decision is not None and trial.decision.kind == "swiss_force":
        let_pass = [a for a in trial.legal_actions() if not a.choice["force"]]
        events += trial.apply(let_pass[0])
    for i, event in enumerate(events):
        if event.kind in NOT_MINE:
            return events[:i]
    return events


def _note(found: Forecast, facts: dict[str, int], event: dict[str, Any], player: str) -> None:
    match event["event"]:
        case "rondel_paid":
            found.price = event["amount"]
        case "marker_moved":
            found.steps = event["steps"]
            facts["passes"] = event["passes_investor"]
        case "tax_collected":
            facts["revenue"] = event["revenue"]
        case "bonus_paid":
            facts["bonus"] = event["amount"]
        case "power_gained":
            facts["points"] = event["points"]
        case "interest_paid":
            facts["interest"] = facts.get("interest", 0) + event["amount"]
            if event["player"] == player:
                facts["own"] = event["amount"]
        case "interest_covered":
            facts["covered"] = event["amount"]
        case _:
            pass


def _notes(scene: Scene, facts: dict[str, int]) -> list[str]:
    notes = []
    if "revenue" in facts:
        numbers = {name: facts.get(name, 0) for name in ("revenue", "points", "bonus")}
        notes.append(scene.say("slot_tax", **numbers))
    if "interest" in facts:
        notes.append(scene.say("slot_interest", amount=facts["interest"], own=facts.get("own", 0)))
    if "covered" in facts:
        notes.append(scene.say("slot_covered", amount=facts["covered"]))
    if facts.get("passes"):
        notes.append(scene.say("slot_passes"))
    return notes
