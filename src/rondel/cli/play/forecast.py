"""What a slot of the rondel would bring, as the engine foretells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rondel.cli.play.scene import Scene
from rondel.engine import Action, shapes


@dataclass(frozen=True)
class Forecast:
    """What happens at once if a slot is chosen and nobody forces a stop."""

    steps: int
    """0 when the marker is first placed."""
    price: int
    notes: list[str]


def forecast(scene: Scene, action: Action) -> Forecast:
    """What one slot would bring to the player who chooses it."""
    told = scene.foretold(action)
    move = told["rondel"]
    assert move is not None
    notes = list(_notes(scene, action, told["unless_forced"] or told))
    if move["passes_investor"]:
        notes.append(scene.say("slot_passes"))
    return Forecast(move["steps"], told["price"], notes)


def _notes(scene: Scene, action: Action, outcome: shapes.Brought) -> Iterator[str]:
    if tax := outcome["tax"]:
        revenue, points, bonus = tax["revenue"], tax["power"], tax["bonus"]
        yield scene.say("slot_tax", revenue=revenue, points=points, bonus=bonus)
    interest = [paid for paid in outcome["payments"] if paid["event"] == "interest_paid"]
    purse = f"cash:{action.player}"
    if amount := _sum(interest):
        own = _sum([paid for paid in interest if paid["payee"] == purse])
        yield scene.say("slot_interest", amount=amount, own=own)
    if covered := _sum([paid for paid in interest if paid["payer"] == purse]):
        yield scene.say("slot_covered", amount=covered)


def _sum(payments: list[shapes.PaymentTold]) -> int:
    return sum([paid["amount"] for paid in payments])
