"""Investor: interest, investing, government check; rounds without card (Rules: 3.14-3.17, 1.8)."""

from __future__ import annotations

from typing import Final

from rondel.engine import decisions
from rondel.engine.model.actions import split
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import (
    BondBought,
    BondUpgraded,
    GovernmentChanged,
    InterestCovered,
    InterestPaid,
    InvestorCardPassed,
    InvestorPaid,
    InvestPassed,
    SwissBankGained,
    SwissBankReturned,
)
from rondel.engine.model.state import NOBODY, State, add
from rondel.engine.steps.turns import begin_turn, end_turn, skip_turn

ANYWHERE: Final = 7
"""In a queue of investors, in place of a nation: he may invest in any."""

# Interest -----------------------------------------------------------------------------------


def interest_due(state: State, nation: int) -> int:
    """What a nation with a government owes to the other players."""
    return state.total_interest(nation) - state.interest(state.government[nation], nation)


def interest_covered(state: State) -> int:
    """What the government must add out of its cash, so that the others get theirs (R-INT-3)."""
    return max(0, interest_due(state, state.nation) - state.treasury[state.nation])


def interest_left(state: State) -> int:
    """The government's own interest, out of what the others leave in the treasury (R-INT-4)."""
    nation = state.nation
    left = max(0, state.treasury[nation] - interest_due(state, nation))
    return min(state.interest(state.government[nation], nation), left)


def can_pay_interest(state: State, price: int) -> bool:
    """R-INT-5: treasury and government, after paying for the move, can satisfy the others."""
    if state.rules.pays_available:
        return True
    return interest_covered(state) <= state.cash[state.government[state.nation]] - price


def pay_interest(state: State) -> None:
    """R-INT-1…5: the others first, clockwise from the government; it gets what is left."""
    nation = state.nation
    government, seats = state.government[nation], len(state.players)
    covered, own = 0, interest_left(state)
    for k in range(1, seats):
        player = (government + k) % seats
        claim = state.interest(player, nation)
        if claim:
            covered += _pay(state, player, claim)
    _pay_government(state, government, own)
    if covered and state.events is not None:
        id = state.player_id(government)
        state.events.tell(InterestCovered, state.nation_id(nation), id, covered)
    state.kind = decisions.AFTER_ACTION


def _pay(state: State, player: int, claim: int) -> int:
    """Pays one claim as far as there is money; returns the government's own share of it."""
    nation = state.nation
    government = state.government[nation]
    by_treasury = min(claim, state.treasury[nation])
    by_government = min(claim - by_treasury, state.cash[government])
    add(state.treasury, nation, -by_treasury)
    add(state.cash, government, -by_government)
    add(state.cash, player, by_treasury + by_government)
    _tell_interest(state, player, by_treasury, by_government)
    return by_government


def _pay_government(state: State, government: int, amount: int) -> None:
    add(state.treasury, state.nation, -amount)
    add(state.cash, government, amount)
    _tell_interest(state, government, amount, 0)


def _tell_interest(state: State, player: int, by_treasury: int, by_government: int) -> None:
    if state.events is None or not by_treasury + by_government:
        return
    state.events.tell(
        InterestPaid,
        state.nation_id(state.nation),
        state.player_id(player),
        by_treasury + by_government,
        by_treasury,
        by_government,
        state.player_id(state.government[state.nation]),
    )


# Who invests --------------------------------------------------------------------------------


def after_action(state: State) -> None:
    """Phase 5: Investor steps 2-5 if it was landed on or passed, or the round without card."""
    if not state.rules.has_investor_card:
        begin_round(state)
    elif state.passed_investor or state.announced == state.rules.investor_slot:
        begin_investing(state)
    else:
        end_turn(state)


def begin_investing(state: State) -> None:
    """R-INV-4, -6, -7, -9: the card holder with his bonus, then the flagless players."""
    holder, bonus = state.card, state.rules.investor_bonus
    add(state.cash, holder, bonus)
    if state.events is not None:
        state.events.tell(InvestorPaid, state.player_id(holder), bonus)
    queue = [_turn(holder, ANYWHERE)]
    if state.banks:
        others = clockwise(state, holder)[1:]
        queue += [_turn(p, ANYWHERE) for p in others if state.banks >> p & 1]
    _begin(state, holder, NOBODY, queue)


def begin_round(state: State) -> None:
    """R-VNC-3…6: an investment round for the nation that has just acted."""
    nation = state.nation
    first = state.government[nation]
    order, extra = clockwise(state, first), state.rules.extra_investment
    queue = [_turn(p, ANYWHERE if state.banks >> p & 1 and not extra else nation) for p in order]
    if extra:
        queue += [_turn(p, ANYWHERE) for p in order if state.banks >> p & 1]
    _begin(state, first, nation, queue)


def begin_reviving_round(state: State) -> None:
    """R-VNC-8: before the turn of a nation without government, only in that nation."""
    first = state.government[state.last_nation]
    queue = [_turn(p, state.nation) for p in clockwise(state, first)]
    state.reviving = True
    _begin(state, first, state.nation, queue)


def _begin(state: State, first: int, nation: int, queue: list[int]) -> None:
    state.phase = decisions.INVESTMENT
    state.ties_from = first
    state.round_for = nation
    state.queue = queue
    state.kind = decisions.NEXT_INVESTOR


def clockwise(state: State, first: int) -> list[int]:
    """All seats, beginning with one."""
    seats = len(state.players)
    return [(first + k) % seats for k in range(seats)]


def _turn(player: int, nation: int) -> int:
    """An entry of the queue: who may invest, and where."""
    return player << 3 | nation


def _investor(turn: int) -> int:
    return turn >> 3


def _offer(turn: int) -> int:
    return turn & ANYWHERE


def invited(state: State) -> list[tuple[int, int]]:
    """Who is still to invest, the one asked now first, and in which nation; NOBODY is any."""
    found: list[tuple[int, int]] = []
    for turn in state.queue:
        nation = _offer(turn)
        found.append((_investor(turn), NOBODY if nation == ANYWHERE else nation))
    return found


def next_investor(state: State) -> None:
    """Asks the next in the queue; after the last come the government check and the next turn."""
    if state.queue:
        state.ask(decisions.INVEST, _investor(state.queue[0]), NOBODY)
        return
    check_governments(state)
    state.round_for = NOBODY
    if state.reviving:
        _finish_reviving(state)
        return
    if state.rules.has_investor_card:
        pass_investor_card(state)
    end_turn(state)


def _finish_reviving(state: State) -> None:
    """R-VNC-8: with a government now it takes its turn, otherwise it is skipped."""
    state.reviving = False
    if state.government[state.nation] == NOBODY:
        skip_turn(state)
    else:
        begin_turn(state)


# Buying bonds -------------------------------------------------------------------------------


def legal(state: State) -> list[int]:
    """R-BND-1…4: bonds in stock and upgrades he can pay, or pass."""
    table, bonds = state.rules.table, state.rules.bonds
    player, where = state.actor, _offer(state.queue[0])
    cash = state.cash[player]
    if cash < bonds.least_price:
        return [table.invest_pass]
    first_nation, end = (0, state.rules.nations) if where == ANYWHERE else (where, where + 1)
    payable = bonds.affordable(cash)
    ids: list[int] = []
    for nation in range(first_nation, end):
        offer = state.stock[nation] & payable
        if offer:
            ids += table.buys(nation, offer)
    for nation in range(first_nation, end):
        held = state.held[player * state.rules.nations + nation]
        if held:
            ids += table.upgrades(nation, held, state.stock[nation], cash)
    ids.append(table.invest_pass)
    return ids


def apply(state: State, id: int) -> None:
    """One investment, or none."""
    table = state.rules.table
    player = _investor(state.queue.pop(0))
    state.kind = decisions.NEXT_INVESTOR
    if id == table.invest_pass:
        if state.events is not None:
            state.events.tell(InvestPassed, state.player_id(player))
    elif id >= table.upgrade:
        nation, old, new = table.split_upgrade(id)
        upgrade_bond(state, player, nation, old, new)
    else:
        nation, bond = split(id - table.buy, table.values)
        buy_bond(state, player, nation, bond)


def take_bond(state: State, player: int, nation: int, bond: int) -> None:
    """A bond goes from the stock to a player, its face value to the nation's treasury."""
    value = state.rules.bonds.values[bond]
    state.traded |= 1 << nation
    add(state.cash, player, -value)
    add(state.treasury, nation, value)
    exchange(state, player, nation, 1 << bond)


def exchange(state: State, player: int, nation: int, bonds: int) -> None:
    """Each of a set of bonds goes from the stock to the player, or back."""
    i = player * state.rules.nations + nation
    state.stock[nation] = state.stock[nation] ^ bonds
    state.held[i] = state.held[i] ^ bonds


def buy_bond(state: State, player: int, nation: int, bond: int) -> None:
    """R-BND-1, -3."""
    take_bond(state, player, nation, bond)
    if state.events is not None:
        value, interest = state.rules.bonds.values[bond], state.rules.bonds.interests[bond]
        id = state.nation_id(nation)
        state.events.tell(BondBought, state.player_id(player), id, value, interest)


def upgrade_bond(state: State, player: int, nation: int, old: int, new: int) -> None:
    """R-BND-2: the old bond is in stock again at once (R-BND-4)."""
    values = state.rules.bonds.values
    price = values[new] - values[old]
    state.traded |= 1 << nation
    add(state.cash, player, -price)
    add(state.treasury, nation, price)
    exchange(state, player, nation, 1 << new | 1 << old)
    if state.events is not None:
        id = state.nation_id(nation)
        state.events.tell(
            BondUpgraded, state.player_id(player), id, values[old], values[new], price
        )


# Governments --------------------------------------------------------------------------------


def check_governments(state: State) -> None:
    """R-GOV-1…6, after all investments of the turn; only bonds sold can change anything."""
    for nation in range(state.rules.nations):
        if state.traded >> nation & 1:
            _check_government(state, nation)
    state.traded = 0
    _exchange_swiss_banks(state)


def _check_government(state: State, nation: int) -> None:
    before = state.government[nation]
    after, most = before, 0 if before == NOBODY else state.credit(before, nation)
    for player in clockwise(state, state.ties_from):
        credit = state.credit(player, nation)
        if credit > most:
            after, most = player, credit
    if after == before:
        return
    state.government[nation] = after
    if state.events is not None:
        was = None if before == NOBODY else state.player_id(before)
        state.events.tell(GovernmentChanged, state.nation_id(nation), was, state.player_id(after))


def flagless(state: State) -> int:
    """The set of the players who govern no nation (R-SWI-1)."""
    found = (1 << len(state.players)) - 1
    for player in state.government:
        if player != NOBODY:
            found &= ~(1 << player)
    return found


def _exchange_swiss_banks(state: State) -> None:
    """R-GOV-6."""
    before, state.banks = state.banks, flagless(state)
    if state.events is None or not state.rules.has_swiss_banks or before == state.banks:
        return
    for player, id in enumerate(state.players):
        had, has = before >> player & 1, state.banks >> player & 1
        if has > had:
            state.events.tell(SwissBankGained, id)
        elif had > has:
            state.events.tell(SwissBankReturned, id)


def pass_investor_card(state: State) -> None:
    """R-INV-8: to the player on the left."""
    before, state.card = state.card, (state.card + 1) % len(state.players)
    if state.events is not None:
        after = state.player_id(state.card)
        state.events.tell(InvestorCardPassed, state.player_id(before), after)


# Refusals -----------------------------------------------------------------------------------


def refuse(state: State, id: int) -> IllegalAction:
    """Why an investment is not legal."""
    table = state.rules.table
    old = NOBODY
    if id >= table.upgrade:
        nation, old, new = table.split_upgrade(id)
    else:
        nation, new = split(id - table.buy, table.values)
    where = _offer(state.queue[0])
    if where not in (ANYWHERE, nation):
        return IllegalAction(
            "invest/other_nation",
            "R-VNC-5",
            f"This round is for bonds of {state.nation_name(where)}, "
            f"not of {state.nation_name(nation)}.",
            {"nation": state.nation_id(where)},
        )
    return _refuse_bond(state, nation, old, new)


def _refuse_bond(state: State, nation: int, old: int, new: int) -> IllegalAction:
    bonds, name = state.rules.bonds, state.nation_name(nation)
    price, cash = bonds.values[new], state.cash[state.actor]
    if old != NOBODY:
        if not state.held[state.actor * state.rules.nations + nation] >> old & 1:
            return IllegalAction(
                "invest/not_held",
                "R-BND-2",
                f"You hold no bond of {name} for {bonds.values[old]} million to return.",
            )
        price -= bonds.values[old]
        if price <= 0:
            return IllegalAction(
                "invest/not_higher",
                "R-BND-2",
                f"A bond of {name} can only be exchanged for one of higher value.",
            )
    if not state.stock[nation] >> new & 1:
        return IllegalAction(
            "invest/not_in_stock",
            "R-BND-4",
            f"The bond of {name} for {bonds.values[new]} million is not in stock.",
            {"nation": state.nation_id(nation), "value": bonds.values[new]},
        )
    return IllegalAction(
        "invest/cash_too_low",
        "R-BND-3",
        f"That costs {price} million; you have {cash}.",
        {"need": price, "have": cash},
    )
