"""The rondel: whose turn it is, which slots are open, what they cost (Rules: 2.1, 2.2)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model import ruleset
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import MarkerMoved, MarkerPlaced, RondelPaid
from rondel.engine.model.state import NOBODY, State, add
from rondel.engine.steps import factory, imports, investor, maneuver, production, taxation
from rondel.engine.steps.swiss_bank import ask_banks
from rondel.engine.steps.turns import begin_turn, skip_turn


def next_nation(state: State) -> None:
    """Passes the turn on (R-TRN-1, -2); a nation without government is skipped or revived."""
    state.nation += 1
    if state.nation == state.rules.nations:
        state.nation = 0
        state.round += 1
    if state.government[state.nation] != NOBODY:
        begin_turn(state)
    elif not state.rules.has_investor_card and state.last_nation != NOBODY:
        investor.begin_reviving_round(state)
    else:
        skip_turn(state)


def steps_to(state: State, slot: int) -> int:
    """Steps from a nation's marker to a slot; 0 when the marker is first placed (R-RON-1)."""
    marker = state.marker[state.nation]
    return 0 if marker == NOBODY else (slot - marker) % len(state.rules.slots)


def step_price(state: State) -> int:
    """What each step beyond the free ones costs the active nation (R-RON-3)."""
    rules = state.rules
    return rules.extra_step_base + rules.extra_step_per_factor * state.power_factor(state.nation)


def price_of(state: State, steps: int) -> int:
    """What the active player pays for a move of so many steps (R-RON-3)."""
    return max(0, steps - state.rules.free_steps) * step_price(state)


def slot_price(state: State, slot: int) -> int:
    """What the active player would pay to get to a slot; -1 where it is out of reach (R-RON-2)."""
    if state.marker[state.nation] == NOBODY:
        return 0
    steps = steps_to(state, slot)
    return price_of(state, steps) if 1 <= steps <= state.rules.max_steps else -1


def passes_investor(state: State, slot: int) -> bool:
    """R-RON-6: Investor lies strictly between the marker and the slot."""
    return 0 < steps_to(state, state.rules.investor_slot) < steps_to(state, slot)


def legal(state: State) -> list[int]:
    """R-RON-1, -2, -5, -8: slots in reach that can be paid."""
    rules, marker = state.rules, state.marker[state.nation]
    steps = rules.max_steps
    if marker == NOBODY:
        slots = rules.table.all_slots
    else:
        extra = state.cash[state.actor] // step_price(state)
        steps = min(steps, rules.free_steps + extra)
        slots = rules.table.slots_within(marker, steps)
    to_investor = steps_to(state, rules.investor_slot)
    if steps < to_investor or investor.can_pay_interest(state, price_of(state, to_investor)):
        return slots
    stop = rules.table.slot + rules.investor_slot
    return [id for id in slots if id != stop]


def apply(state: State, id: int) -> None:
    """Announces the slot; Swiss Banks may now force a stop (R-TRN-3)."""
    state.announced = id - state.rules.table.slot
    state.kind = decisions.MOVE_MARKER
    if state.banks and state.rules.bank_may_force and passes_investor(state, state.announced):
        ask_banks(state)


def move_marker(state: State) -> None:
    """Pays for the move, moves the marker and begins the action (R-TRN-3, R-RON-4)."""
    nation, slot = state.nation, state.announced
    steps = steps_to(state, slot)
    price = price_of(state, steps)
    state.passed_investor = passes_investor(state, slot)
    if state.events is not None:
        _tell_move(state, steps, price)
    add(state.cash, state.government[nation], -price)
    state.marker[nation] = slot
    state.phase = decisions.ACTION
    begin_action(state, state.rules.action_of_slot[slot])


def begin_action(state: State, action: int) -> None:
    """Begins the action of a slot (R-TRN-3, phase 4)."""
    match action:
        case ruleset.FACTORY:
            factory.begin(state)
        case ruleset.PRODUCTION:
            production.begin(state)
        case ruleset.MANEUVER:
            maneuver.begin(state)
        case ruleset.INVESTOR:
            investor.pay_interest(state)
        case ruleset.IMPORT:
            imports.begin(state)
        case ruleset.TAXATION:
            taxation.tax(state)
        case _:
            raise AssertionError(f"the rondel has no action {action}")


def _tell_move(state: State, steps: int, price: int) -> None:
    assert state.events is not None
    slots, nation = state.rules.slots, state.nation_id(state.nation)
    slot, marker = slots[state.announced], state.marker[state.nation]
    if price:
        player = state.player_id(state.government[state.nation])
        extra = steps - state.rules.free_steps
        state.events.tell(RondelPaid, player, nation, price, extra)
    if marker == NOBODY:
        state.events.tell(MarkerPlaced, nation, slot)
    else:
        passed = state.passed_investor
        state.events.tell(MarkerMoved, nation, slots[marker], slot, steps, passed)


def refuse(state: State, id: int) -> IllegalAction:
    """Why a slot is not legal."""
    rules, slot = state.rules, id - state.rules.table.slot
    name, nation = rules.slots[slot], state.nation_name(state.nation)
    steps, cash = steps_to(state, slot), state.cash[state.actor]
    price = price_of(state, steps)
    about: dict[str, object] = {"nation": state.nation_id(state.nation), "slot": name}
    if state.marker[state.nation] != NOBODY and not 1 <= steps <= rules.max_steps:
        far = "stands there already" if steps == 0 else f"would need {steps} steps"
        return IllegalAction(
            "rondel/out_of_reach",
            "R-RON-2",
            f"{nation} cannot choose {name}: it {far}, and moves 1 to {rules.max_steps}.",
            {**about, "steps": steps, "most": rules.max_steps},
        )
    if price > cash:
        return IllegalAction(
            "rondel/cash_too_low",
            "R-RON-5",
            f"{name} costs {price} million; you have {cash}.",
            {**about, "need": price, "have": cash},
        )
    due, treasury = investor.interest_due(state, state.nation), state.treasury[state.nation]
    return IllegalAction(
        "rondel/interest_too_high",
        "R-INT-5",
        f"{nation} cannot choose {name}: it owes other players {due} million of interest; "
        f"the treasury has {treasury} and you have {cash - price} after the move.",
        {**about, "need": due, "have": treasury, "cash": cash - price},
    )
