"""Donations: gifts of cash to a treasury, beside the pending decision (Rules: 4.1)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import Donated
from rondel.engine.model.state import State, add
from rondel.engine.steps import factory, imports, rondel, swiss_bank


def check(state: State, player: int, nation: int, amount: int) -> None:
    """Raises: IllegalAction, if the gift is not legal now (R-DON-1, -2)."""
    error = why_not(state, player, nation)
    if error is None and amount > spendable(state, player):
        kept = state.cash[player] - spendable(state, player)
        keep = f" of which {kept} must be kept for the move announced" if kept else ""
        error = IllegalAction(
            "donate/cash_too_low",
            "R-DON-2" if kept else "R-DON-1",
            f"You cannot give {amount} million: you have {state.cash[player]}{keep}.",
        )
    if error is not None:
        raise error


def why_not(state: State, player: int, nation: int) -> IllegalAction | None:
    """Why a player may give nothing at all to a nation now; None if he may (R-DON-1, -2)."""
    return _moment(state, player) or _recipient(state, player, nation)


def recipients(state: State, player: int) -> list[int]:
    """The nations that a player may give to now (R-DON-1, -2)."""
    if _moment(state, player) is not None:
        return []
    nations = range(state.rules.nations)
    return [nation for nation in nations if _may_receive(state, player, nation)]


def _moment(state: State, player: int) -> IllegalAction | None:
    if not state.rules.may_donate:
        return IllegalAction("donate/off", "R-DON-1", "This game is played without donations.")
    if state.kind == decisions.GAME_OVER or state.phase == decisions.DRAFT:
        return IllegalAction(
            "donate/not_now", "R-DON-2", "There are no donations in the draft or after the end."
        )
    if not state.rules.may_donate_to_any and player != state.actor:
        return IllegalAction(
            "donate/not_asked",
            "R-DON-2",
            "You may donate only while a decision is yours to make.",
        )
    return None


def _recipient(state: State, player: int, nation: int) -> IllegalAction | None:
    if _may_receive(state, player, nation):
        return None
    return IllegalAction(
        "donate/not_yours",
        "R-DON-1",
        f"You may give only to nations you govern; {state.nation_name(nation)} is not one.",
    )


def _may_receive(state: State, player: int, nation: int) -> bool:
    return state.rules.may_donate_to_any or state.government[nation] == player


def spendable(state: State, player: int) -> int:
    """Cash a player may give away; the price of an announced move is kept back (R-DON-2)."""
    if state.phase == decisions.FORCE and player == state.government[state.nation]:
        steps = rondel.steps_to(state, state.announced)
        return state.cash[player] - rondel.price_of(state, steps)
    return state.cash[player]


def give(state: State, player: int, nation: int, amount: int) -> None:
    """Carries the gift out (R-DON-3)."""
    add(state.cash, player, -amount)
    add(state.treasury, nation, amount)
    if state.events is not None:
        giver, to = state.player_id(player), state.nation_id(nation)
        state.events.tell(Donated, giver, to, amount)


def would_open_a_choice(state: State) -> bool:
    """R-CON-17: a gift of the actor himself would add to his only choice (R-DON-4, R-SWF-8)."""
    match state.kind:
        case decisions.BUILD_FACTORY:
            return factory.could_build(state)
        case decisions.IMPORT_UNIT:
            return imports.could_import_after_donating(state)
        case decisions.SWISS_FORCE:
            return swiss_bank.could_force_after_donating(state, state.actor)
        case _:
            return False
