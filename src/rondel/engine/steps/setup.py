"""Set-up: the standard deal, the draft and the investor card (Rules: section 1)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import (
    DraftPassed,
    GovernmentChanged,
    InvestorCardPlaced,
    StartingCash,
    SwissBankGained,
)
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps.investor import buy_bond, flagless


def deal(state: State, cards: list[int]) -> None:
    """Carries out the standard distribution (R-STD); `cards` is the card dealt to each seat."""
    _pay_starting_cash(state, state.rules.starting_cash)
    for player, card in enumerate(cards):
        for nation in [card, *state.rules.further_cards.get(card, [])]:
            _take_card(state, player, nation)
    for nation in range(state.rules.nations):
        if state.government[nation] == NOBODY:
            _give_leftover_card(state, nation)
    _finish(state)


def _take_card(state: State, player: int, nation: int) -> None:
    """R-STD-5, -7: the bonds on the card's back are bought, its holder governs."""
    for issuer, bond in state.rules.card_bonds[nation]:
        buy_bond(state, player, issuer, bond)
    _appoint(state, nation, player)


def _give_leftover_card(state: State, nation: int) -> None:
    """R-STD-8: to the holder of the small bond; if it is in the bank, to nobody."""
    for player in range(len(state.players)):
        if state.credit(player, nation):
            _appoint(state, nation, player)


def start_draft(state: State, start_player: int) -> None:
    """Begins the draft (R-DRF-1, -2)."""
    _pay_starting_cash(state, state.rules.draft_cash)
    state.draft_start = start_player
    state.phase = decisions.DRAFT
    _offer(state, 0)


def _offer(state: State, nation: int) -> None:
    """R-DRF-3: the first to decide moves on by one seat with each nation."""
    seats = len(state.players)
    state.nation = nation
    state.queue = [(state.draft_start + nation + k) % seats for k in range(seats)]
    state.ask(decisions.DRAFT_BOND, state.queue[0], nation)


def legal(state: State) -> list[int]:
    """R-DRF-4: any bond in stock he can pay, or pass (but see R-DRF-9)."""
    table, bonds = state.rules.table, state.rules.bonds
    open_bonds = state.stock[state.nation] & bonds.affordable(state.cash[state.actor])
    found = [table.draft_value + i for i in range(len(bonds.values)) if open_bonds >> i & 1]
    if not _must_buy(state):
        found.append(table.draft_pass)
    return found


def _must_buy(state: State) -> bool:
    """R-DRF-9: the very last decision of a draft in which nobody has bought."""
    last = state.nation == state.rules.nations - 1 and len(state.queue) == 1
    return last and not any(state.held)


def apply(state: State, id: int) -> None:
    """Takes the bond or passes, then goes on to the next player or nation."""
    player, nation = state.queue.pop(0), state.nation
    if id != state.rules.table.draft_pass:
        buy_bond(state, player, nation, id - state.rules.table.draft_value)
    elif state.events is not None:
        state.events.tell(DraftPassed, state.player_id(player), state.nation_id(nation))
    if state.queue:
        state.ask(decisions.DRAFT_BOND, state.queue[0], nation)
        return
    _close_offer(state, nation)
    if nation + 1 < state.rules.nations:
        _offer(state, nation + 1)
    else:
        _finish(state)


def _close_offer(state: State, nation: int) -> None:
    """R-DRF-6, -7: the highest bond governs; nobody bought, nobody governs."""
    credits = [state.credit(player, nation) for player in range(len(state.players))]
    if any(credits):
        _appoint(state, nation, credits.index(max(credits)))


def _finish(state: State) -> None:
    """Hands out Swiss Banks and the investor card and begins the first round."""
    state.banks = flagless(state)
    if state.events is not None and state.rules.has_swiss_banks:
        for player, id in enumerate(state.players):
            if state.banks >> player & 1:
                state.events.tell(SwissBankGained, id)
    if state.rules.has_investor_card:
        _place_investor_card(state)
    state.nation = NOBODY
    state.kind = decisions.NEXT_NATION


def _place_investor_card(state: State) -> None:
    """R-IVC-1: left of the government of the first nation that has one."""
    first = next(player for player in state.government if player != NOBODY)
    state.card = (first + 1) % len(state.players)
    if state.events is not None:
        state.events.tell(InvestorCardPlaced, state.player_id(state.card))


def _pay_starting_cash(state: State, amount: int) -> None:
    for player, id in enumerate(state.players):
        state.cash[player] = amount
        if state.events is not None:
            state.events.tell(StartingCash, id, amount)


def _appoint(state: State, nation: int, player: int) -> None:
    state.government[nation] = player
    if state.events is not None:
        state.events.tell(GovernmentChanged, state.nation_id(nation), None, state.player_id(player))


def refuse(state: State, id: int) -> IllegalAction:
    """Why a draft choice is not legal."""
    bonds, nation = state.rules.bonds, state.nation_name(state.nation)
    if id == state.rules.table.draft_pass:
        return IllegalAction(
            "draft/must_buy",
            "R-DRF-9",
            "Nobody has taken a bond yet: the last player of the draft cannot pass.",
        )
    value = bonds.values[id - state.rules.table.draft_value]
    if not state.stock[state.nation] >> bonds.index[value] & 1:
        return IllegalAction(
            "draft/not_in_stock",
            "R-DRF-4",
            f"The bond of {nation} for {value} million is not in stock.",
            {"nation": state.nation_id(state.nation), "value": value},
        )
    return IllegalAction(
        "draft/cash_too_low",
        "R-DRF-4",
        f"The bond of {nation} costs {value} million; you have {state.cash[state.actor]}.",
        {"need": value, "have": state.cash[state.actor]},
    )
