"""What an action would do, told before it is done (documented in `facts.md`).

The action is carried out on a copy of the position, up to the next decision; what is told are the
events on the way and the differences between the two positions. No rule is known here.
"""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.insight.changes import (
    bonds_told,
    changed,
    changed_banks,
    changed_card,
    changed_flags,
    changed_occupation,
    factories_told,
    payments_told,
    revenues,
    stances_told,
    units_told,
)
from rondel.engine.insight.facts import highest_credit, takeover, takeovers
from rondel.engine.insight.forecasts import Forecast, slot_forecast, tax_told
from rondel.engine.insight.outcomes import (
    Before,
    Outcome,
    interests,
    scores,
    when_maneuver_ends,
    when_others_pass,
)
from rondel.engine.insight.payments import cash, payments, treasury
from rondel.engine.model.events import BondBought, BondUpgraded, Donated, FactoryBuilt, UnitImported
from rondel.engine.model.state import NOBODY, State
from rondel.engine.notation.snapshots import decision_of, nation_or_none, player_or_none, result_of
from rondel.engine.shapes import (
    Brought,
    Consequences,
    Demand,
    FlagsAtEnd,
    GovernmentChange,
    Issuer,
    NumberChange,
    OfGovernments,
    OfMoney,
    OfTheBoard,
    OfTheChoice,
    OfWhatFollows,
    Takeover,
)
from rondel.engine.steps import battles, investor, rondel

PRICED = (FactoryBuilt, UnitImported, BondBought, BondUpgraded, Donated)
"""What is paid for at once by who chose it."""


def consequences_of(before: Before, id: int) -> Consequences:
    """The consequences of a legal action, or of a donation.

    Raises: IllegalAction for a donation that is not legal.
    """
    outcome = Outcome(before, id)
    return {**_told(outcome), "unless_forced": _unless_forced(outcome)}


def _unless_forced(outcome: Outcome) -> Brought | None:
    """The consequences if the Swiss Banks that are asked now all decline (R-SWF-7)."""
    if outcome.after.kind != decisions.SWISS_FORCE:
        return None
    while outcome.after.kind == decisions.SWISS_FORCE:
        outcome.play(outcome.before.rules.table.no_force)
    return _told(outcome)


def _told(outcome: Outcome) -> Brought:
    told: Brought = {
        **_of_the_choice(outcome),
        **_of_money(outcome),
        **_of_the_board(outcome),
        **_of_governments(outcome),
        **_of_what_follows(outcome),
        "does_nothing": False,
    }
    acts = bool(told["payments"]) or outcome.changes_anything() or outcome.goes_on()
    told["does_nothing"] = not acts
    return told


# The choice itself --------------------------------------------------------------------------


def _of_the_choice(outcome: Outcome) -> OfTheChoice:
    state, id = outcome.before, outcome.id
    table = state.rules.table
    choice = table.choice_of(id, nation_or_none(state, state.about))
    if state.kind != decisions.CHOOSE_SLOT or id >= table.donate:
        return {"choice": choice, "price": _price(outcome), "rondel": None, "forecast": None}
    slot = id - table.slot
    steps = rondel.steps_to(state, slot)
    return {
        "choice": choice,
        "price": rondel.price_of(state, steps),
        "rondel": {
            "steps": steps,
            "step_price": rondel.step_price(state),
            "passes_investor": rondel.passes_investor(state, slot),
        },
        "forecast": slot_forecast(state, slot),
    }


def _price(outcome: Outcome) -> int:
    """What the player who chooses, or the nation he chooses for, pays at once."""
    state, table = outcome.before, outcome.before.rules.table
    is_gift = outcome.id >= table.donate
    seat = table.split_donate(outcome.id)[0] if is_gift else state.actor
    payers = [cash(state.player_id(seat)), treasury(state.nation_id(state.nation))]
    price = 0
    for event in outcome.events:
        if isinstance(event, PRICED):
            price += sum([paid.amount for paid in payments(event) if paid.payer in payers])
    return price


# Money and paper ----------------------------------------------------------------------------


def _of_money(outcome: Outcome) -> OfMoney:
    start, before, after = outcome.start, outcome.before, outcome.after
    interest = start.interest if after.held == before.held else interests(after)
    return {
        "payments": payments_told(outcome.events),
        "cash": _changed_where_known(outcome, before.cash, after.cash),
        "treasuries": changed(before.treasury, after.treasury, before.rules.board.nation_ids),
        "bonds": bonds_told(outcome.events),
        "interest": changed(start.interest, interest, before.players),
        "scores": _changed_where_known(outcome, start.scores, scores(after)),
    }


def _changed_where_known(
    outcome: Outcome, before: list[int], after: list[int]
) -> dict[str, NumberChange]:
    """What changes for the players whose cash the viewer may see."""
    told = changed(before, after, outcome.before.players)
    if not all(outcome.known):
        for seat, player in enumerate(outcome.before.players):
            if not outcome.known[seat]:
                told.pop(player, None)
    return told


# The board ----------------------------------------------------------------------------------


def _of_the_board(outcome: Outcome) -> OfTheBoard:
    before, after, events = outcome.before, outcome.after, outcome.events
    nations, revenue = before.rules.board.nation_ids, outcome.start.revenue
    return {
        "units": units_told(events),
        "stances": stances_told(events),
        "provinces": changed_occupation(outcome.start.occupied, after),
        "factories": factories_told(events),
        "flags": changed_flags(before, after),
        "flags_at_end": _flags_at_end(outcome, revenue),
        "demands": _demands(after),
        "revenue": changed(revenue, revenues(after), nations),
        "tax": tax_told(after, events),
        "power": changed(before.power, after.power, nations),
    }


def _flags_at_end(outcome: Outcome, before: list[int]) -> FlagsAtEnd | None:
    """The flags that would change if the Maneuver ended here, and the taxes with them."""
    ended = when_maneuver_ends(outcome.after)
    if ended is None:
        return None
    revenue = changed(before, revenues(ended), ended.rules.board.nation_ids)
    return {**changed_flags(outcome.after, ended), "revenue": revenue}


def _demands(after: State) -> list[Demand]:
    """The nations that may demand a battle with the unit that has arrived, if it stays."""
    match after.kind:
        case decisions.ARRIVAL:
            asked = battles.rivals(after, after.place)
        case decisions.ASK_NEXT:
            asked = after.unasked
        case decisions.BATTLE_DEMAND:
            asked = after.unasked | 1 << after.about
        case _:
            asked = 0
    return [
        {"nation": id, "player": player_or_none(after, after.government[nation])}
        for nation, id in enumerate(after.rules.board.nation_ids)
        if asked >> nation & 1
    ]


# Governments --------------------------------------------------------------------------------


def _of_governments(outcome: Outcome) -> OfGovernments:
    """As they are at the government check, if everybody still to be asked passes."""
    before, after = outcome.before, outcome.after
    checked = when_others_pass(after)
    governments: dict[str, GovernmentChange] = {}
    for nation, id in enumerate(before.rules.board.nation_ids):
        old, new = before.government[nation], checked.government[nation]
        if old != new:
            governments[id] = {
                "before": player_or_none(before, old),
                "after": player_or_none(before, new),
                "sure": after.government[nation] == new,
            }
    return {
        "governments": governments,
        "answers": _answers(outcome),
        "issuer": _issuer(outcome, checked),
        "swiss_banks": changed_banks(before, checked),
        "investor_card": changed_card(before, after),
    }


def _answers(outcome: Outcome) -> dict[str, Takeover | None]:
    """Those who still invest, with what would give them the nation whose bond was taken."""
    after, taken = outcome.after, bonds_told(outcome.events)
    if after.kind != decisions.INVEST or not taken:
        return {}
    nation = after.rules.board.nation_index[taken[0]["nation"]]
    most = highest_credit(after, nation)
    found: dict[str, Takeover | None] = {}
    for seat, where in investor.invited(after):
        lacks = most - after.credit(seat, nation)
        if where in (NOBODY, nation) and lacks:
            known = outcome.known[seat]
            found[after.player_id(seat)] = takeover(after, seat, nation, lacks, known)
    return found


def _issuer(outcome: Outcome, checked: State) -> Issuer | None:
    """The nation whose bond was taken, at the government check."""
    taken = bonds_told(outcome.events)
    if not taken:
        return None
    nation = checked.rules.board.nation_index[taken[0]["nation"]]
    return {
        "nation": taken[0]["nation"],
        "interest": Forecast(checked).interest(nation),
        "takeovers": takeovers(checked, nation, outcome.known),
    }


# What follows -------------------------------------------------------------------------------


def _of_what_follows(outcome: Outcome) -> OfWhatFollows:
    after = outcome.after
    decision = decision_of(after)
    return {
        "next": None if decision is None else decision.to_json(),
        "ends_game": decision is None,
        "result": result_of(after) if all(outcome.known) else None,
    }
