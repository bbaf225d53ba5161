"""What a puzzle is about: told by what its best choice does."""

from __future__ import annotations

from typing import Final

from rondel.engine import Game
from rondel.engine.shapes import Consequences
from rondel.puzzles.shapes import Theme

LAST_STRETCH: Final = 18
"""From so many power points on a taxation belongs to the race to the end."""

SLOTS: Final[dict[str, Theme]] = {
    "investor": "investor",
    "factory": "factory",
    "production_1": "arms",
    "production_2": "arms",
    "import": "arms",
    "maneuver_1": "march",
    "maneuver_2": "march",
}
"""Slots of the rondel with one theme each; a taxation has two."""


def theme_of(game: Game, id: int) -> Theme:
    """The theme of a decision with this best choice."""
    action = game.action(id)
    told = game.consequences(action)
    match action.kind:
        case "invest":
            return _of_investment(game, told)
        case "swiss_force":
            return "swiss_bank"
        case "choose_slot":
            return SLOTS.get(str(told["choice"].get("slot"))) or _of_taxation(told)
        case "build_factory":
            return "factory"
        case _:
            return _of_maneuver(game, id, told)


def _of_investment(game: Game, told: Consequences) -> Theme:
    player = game.players[game.state.actor]
    if any(change["after"] == player for change in told["governments"].values()):
        return "government"
    if not told["bonds"]:
        return "patience"
    return "kept" if _is_in_danger(game, told["bonds"][0]["nation"], player) else "investment"


def _is_in_danger(game: Game, nation: str, player: str) -> bool:
    """Whether a player could lose his nation to an investment that somebody can pay."""
    facts = game.facts()
    if nation not in facts["players"][player]["governs"]:
        return False
    takeovers = facts["nations"][nation]["takeovers"].values()
    return any(one is not None and one["affordable"] for one in takeovers)


def _of_taxation(told: Consequences) -> Theme:
    brought = told["unless_forced"] or told
    power = [change["after"] for change in brought["power"].values()]
    late = brought["ends_game"] or max(power, default=0) >= LAST_STRETCH
    return "race" if late else "taxation"


def _of_maneuver(game: Game, id: int, told: Consequences) -> Theme:
    if any(unit["way"] == "convoy" for unit in told["units"]["moved"]):
        return "convoy"
    if _is_saved(game, id):
        return "saved"
    if told["units"]["lost"] or told["demands"] or told["choice"].get("order") == "attack":
        return "battle"
    at_end = told["flags_at_end"]
    return "flags" if at_end is not None and at_end["won"] else "march"


def _is_saved(game: Game, id: int) -> bool:
    """Whether the nation that it is decided for has more factories free than before."""
    decision = game.decision
    assert decision is not None, "somebody decides"
    nation = decision.nation
    assert nation is not None, "units belong to a nation"
    after = game.copy()
    after.play(id)
    before, now = (one.facts()["nations"][nation]["free_factories"] for one in (game, after))
    return len(now) > len(before)
