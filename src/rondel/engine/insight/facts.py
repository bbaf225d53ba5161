"""What a person needs to judge a position: nations, players, order (documented in `facts.md`).

With secret cash nothing here tells a viewer more than he may know (R-INF-3).
"""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.insight.figures import Figures
from rondel.engine.insight.forecasts import AMPLE, Forecast, action_forecast, tax_sum
from rondel.engine.model.board import Canal
from rondel.engine.model.state import NOBODY, State
from rondel.engine.notation.snapshots import nation_or_none, player_or_none, shows_cash
from rondel.engine.shapes import (
    CanalFacts,
    Facts,
    Gifts,
    InvestorToCome,
    NationFacts,
    NationToCome,
    NextFactor,
    PlayerFacts,
    Takeover,
)
from rondel.engine.steps import donation, investor
from rondel.engine.steps.scoring import score_of


def facts_of(state: State, viewer: str | None) -> Facts:
    """The facts of a position; with secret cash only what `viewer` may know."""
    nations, forecast = state.rules.board.nation_ids, Forecast(state)
    return {
        "nations": {id: _nation_facts(forecast, n, viewer) for n, id in enumerate(nations)},
        "players": {id: _player_facts(state, p, viewer) for p, id in enumerate(state.players)},
        "order": {"nations": nations_to_come(state), "investors": investors_to_come(state)},
        "donations": _donations(state, viewer),
        "canals": {canal.id: _canal_facts(state, canal) for canal in state.rules.board.canals},
        "action": action_forecast(state),
    }


# Nations ------------------------------------------------------------------------------------


def _nation_facts(forecast: Forecast, nation: int, viewer: str | None) -> NationFacts:
    state, tax = forecast.state, forecast.tax(nation)
    return {
        "government": player_or_none(state, state.government[nation]),
        "power_factor": state.power_factor(nation),
        "next_factor": next_factor(state, nation),
        "tax": tax,
        "tax_sum": None if tax is None else tax_sum(state, nation, tax),
        "interest": forecast.interest(nation),
        "supply": {
            "armies": state.armies_left(nation),
            "fleets": state.fleets_left(nation),
            "flags": state.flags_left(nation),
        },
        "occupied": state.rules.board.ids(state.occupied(nation)),
        "free_factories": state.rules.board.ids(state.unoccupied_factories(nation)),
        "margin": Figures(state).margin(state.nation_id(nation)),
        "tied": tied(state, nation),
        "takeovers": takeovers(state, nation, cash_shown(state, viewer)),
    }


def cash_shown(state: State, viewer: str | None) -> list[bool]:
    """Whether the viewer may see a player's cash, by seat."""
    return [shows_cash(state, viewer, player) for player in state.players]


def takeovers(state: State, nation: int, known: list[bool]) -> dict[str, Takeover | None]:
    """Every player but the government, with what would make him the government.

    `known` says by seat whose cash the viewer may see.
    """
    if state.phase == decisions.DRAFT:
        return {}
    found: dict[str, Takeover | None] = {}
    most = highest_credit(state, nation)
    for seat, id in enumerate(state.players):
        if seat != state.government[nation]:
            lacks = most - state.credit(seat, nation)
            found[id] = takeover(state, seat, nation, lacks, known[seat])
    return found


def next_factor(state: State, nation: int) -> NextFactor | None:
    """Where the power track has another factor next; None in its last section (R-CON-8)."""
    factors, now = state.rules.power_factor, state.power_factor(nation)
    for points in range(state.power[nation], len(factors)):
        if factors[points] != now:
            return {"points": points, "factor": factors[points]}
    return None


def tied(state: State, nation: int) -> list[str]:
    """The players who have lent a nation as much as its government (R-GOV-2)."""
    government = state.government[nation]
    if government == NOBODY:
        return []
    most = state.credit(government, nation)
    others = [seat for seat in range(len(state.players)) if seat != government]
    return [state.player_id(seat) for seat in others if state.credit(seat, nation) == most]


def highest_credit(state: State, nation: int) -> int:
    """What a player must have more than to lead all others in a nation."""
    return max([state.credit(seat, nation) for seat in range(len(state.players))])


def takeover(
    state: State, player: int, nation: int, lacks: int, cash_known: bool
) -> Takeover | None:
    """The cheapest single investment after which a player leads all others (R-GOV-2, -3)."""
    id, price = _cheapest(state, player, nation, lacks)
    if id == NOBODY:
        return None
    return {
        "choice": state.rules.table.choice_of(id, None),
        "price": price,
        "affordable": state.cash[player] >= price if cash_known else None,
    }


def _cheapest(state: State, player: int, nation: int, lacks: int) -> tuple[int, int]:
    """Id and price of the cheapest investment that costs more than `lacks`; NOBODY if none."""
    table, bonds, stock = state.rules.table, state.rules.bonds, state.stock[nation]
    best, least = NOBODY, AMPLE
    for id in table.buys(nation, stock):
        price = bonds.values[id - table.buy - nation * table.values]
        if lacks < price < least:
            best, least = id, price
    held = state.held[player * state.rules.nations + nation]
    for id in table.upgrades(nation, held, stock, AMPLE):
        _, old, new = table.split_upgrade(id)
        price = bonds.values[new] - bonds.values[old]
        if lacks < price < least:
            best, least = id, price
    return best, least


# Players ------------------------------------------------------------------------------------


def _player_facts(state: State, player: int, viewer: str | None) -> PlayerFacts:
    nations = state.rules.board.nation_ids
    known = shows_cash(state, viewer, state.player_id(player))
    interest = {id: state.interest(player, n) for n, id in enumerate(nations)}
    bonds = {id: interest[id] * state.power_factor(n) for n, id in enumerate(nations)}
    return {
        "cash": state.cash[player] if known else None,
        "credit": {id: state.credit(player, n) for n, id in enumerate(nations)},
        "governs": [id for n, id in enumerate(nations) if state.government[n] == player],
        "interest": interest_of(state, player),
        "bond_interest": {id: amount for id, amount in interest.items() if amount},
        "score": score_of(state, player) if known else None,
        "bond_score": {id: points for id, points in bonds.items() if points},
    }


def interest_of(state: State, player: int) -> int:
    """What a player's bonds bear if every nation pays once."""
    interest = 0
    for nation in range(state.rules.nations):
        interest += state.interest(player, nation)
    return interest


def _donations(state: State, viewer: str | None) -> dict[str, Gifts]:
    """Who may give how much to which treasuries now, as far as his cash may be known (R-DON)."""
    found: dict[str, Gifts] = {}
    for seat, id in enumerate(state.players):
        most = donation.spendable(state, seat) if shows_cash(state, viewer, id) else 0
        nations = donation.recipients(state, seat) if most > 0 else []
        if nations:
            found[id] = {"most": most, "nations": [state.nation_id(n) for n in nations]}
    return found


def _canal_facts(state: State, canal: Canal) -> CanalFacts:
    """The nation whose flag controls a canal and its government (R-CAN-2)."""
    nation = state.flag_owner(canal.controlled_by)
    player = NOBODY if nation == NOBODY else state.government[nation]
    return {"nation": nation_or_none(state, nation), "player": player_or_none(state, player)}


# Order --------------------------------------------------------------------------------------


def nations_to_come(state: State) -> list[NationToCome]:
    """The nations from the one on turn; in the draft those still on offer (R-TRN-1, -2)."""
    if state.kind == decisions.GAME_OVER:
        return []
    if state.phase == decisions.DRAFT:
        return [_nation_to_come(state, n) for n in range(state.nation, state.rules.nations)]
    return [_nation_to_come(state, state.nation + k) for k in range(state.rules.nations)]


def _nation_to_come(state: State, place: int) -> NationToCome:
    """`place` counts the nations from the beginning of this round on."""
    nation = place % state.rules.nations
    unruled = state.phase != decisions.DRAFT and state.government[nation] == NOBODY
    has_card = state.rules.has_investor_card
    return {
        "nation": state.nation_id(nation),
        "player": player_or_none(state, state.government[nation]),
        "round": state.round + place // state.rules.nations,
        "skipped": unruled and has_card,
        "investment_round": unruled and not has_card,
    }


def investors_to_come(state: State) -> list[InvestorToCome]:
    """Who invests, or takes bonds in the draft, as things stand (R-DRF-3, R-INV-4, -6, R-VNC).

    Before phase 5 these are the investors of the next Investor stop, or without card of the round
    that ends this turn.
    """
    if state.kind == decisions.GAME_OVER:
        return []
    if state.phase == decisions.DRAFT:
        invited = [(seat, state.nation) for seat in state.queue]
    elif state.phase == decisions.INVESTMENT:
        invited = investor.invited(state)
    else:
        invited = _next_invited(state)
    return [
        {"player": state.player_id(seat), "nation": nation_or_none(state, nation)}
        for seat, nation in invited
    ]


def _next_invited(state: State) -> list[tuple[int, int]]:
    twin = state.copy()
    if state.rules.has_investor_card:
        investor.begin_investing(twin)
    else:
        investor.begin_round(twin)
    return investor.invited(twin)
