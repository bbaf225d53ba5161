"""The choices a person would look for but that are not legal now, with the reason of each."""

from __future__ import annotations

from rondel.engine import decisions, progress
from rondel.engine.model.actions import split
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.state import NOBODY, State
from rondel.engine.notation.snapshots import nation_or_none
from rondel.engine.shapes import Gift, Reason
from rondel.engine.steps.battles import is_abroad
from rondel.engine.steps.rondel import price_of, steps_to


def refused_choices(state: State) -> list[Reason]:
    """Choices of the pending decision that are not legal, ascending by id."""
    if state.kind == decisions.GAME_OVER:
        return []
    ids = [id for id in sorted(_looked_for(state)) if not progress.is_legal(state, id)]
    return [_reason(state, id) for id in ids]


def _reason(state: State, id: int) -> Reason:
    refusal = progress.refusal(state, id)
    return {
        "choice": state.rules.table.choice_of(id, nation_or_none(state, state.about)),
        "code": refusal.code,
        "clause": refusal.clause,
        "sentence": refusal.sentence,
        "values": refusal.values,
        "price": _price(state, id),
        "holder": _holder(state, id),
        "donation": _donation(state, id, refusal),
    }


def _donation(state: State, id: int, refusal: IllegalAction) -> Gift | None:
    """The smallest gift of the one who decides that makes the choice legal (R-DON-4, R-SWF-8)."""
    if not refusal.code.endswith("treasury_too_low"):
        return None
    need, have = refusal.values["need"], refusal.values["have"]
    assert isinstance(need, int)
    assert isinstance(have, int)
    twin, missing = state.copy(), need - have
    try:
        progress.donate(twin, state.actor, state.nation, missing)
    except IllegalAction:
        return None
    if twin.kind != state.kind or not progress.is_legal(twin, id):
        return None
    return {"nation": state.nation_id(state.nation), "amount": missing}


# What people look for -----------------------------------------------------------------------


def _looked_for(state: State) -> list[int]:
    """The choices to give reasons for; orders only where a place itself is in question."""
    table = state.rules.table
    match state.kind:
        case decisions.DRAFT_BOND:
            return [*range(table.draft_value, table.draft_pass + 1)]
        case decisions.CHOOSE_SLOT:
            return table.all_slots
        case decisions.SWISS_FORCE:
            return [table.force]
        case decisions.BUILD_FACTORY:
            return [table.build + p for p in _home(state)]
        case decisions.PRODUCE:
            return [*[table.produce + p for p in _home(state)], table.produce_all]
        case decisions.IMPORT_UNIT:
            return [table.imports + 2 * p + unit for p in _home(state) for unit in (0, 1)]
        case decisions.FLEET_ORDER:
            return _canal_moves(state)
        case decisions.ARRIVAL:
            return [table.enter_hostile] if is_abroad(state, state.place) else []
        case decisions.ARMY_ORDER:
            return _orders_abroad(state)
        case decisions.PLACE_FLAG:
            return _flags(state)
        case decisions.INVEST:
            return _investments(state)
        case _:
            return []


def _home(state: State) -> list[int]:
    return state.rules.board.members(state.rules.board.home[state.about])


def _canal_moves(state: State) -> list[int]:
    """Fleets that stand before a canal, moving through it."""
    ids: list[int] = []
    for canal in state.rules.board.canals:
        for origin in canal.seas:
            if state.fresh_fleet_at >> origin & 1:
                ids += state.rules.table.fleet_moves(origin, canal.mask ^ 1 << origin)
    return ids


def _orders_abroad(state: State) -> list[int]:
    """Armies in foreign provinces: turning friendly ones hostile, destroying the factory."""
    board, table, nation = state.rules.board, state.rules.table, state.nation
    foreign = board.abroad[nation]
    turning = board.members(state.fresh_friend_at & foreign)
    armies = (state.army_at[nation] | state.friend_at[nation]) & foreign
    destroying = board.members(armies & state.factories)
    return [*[table.set_stance + 2 * p for p in turning], *[table.destroy + p for p in destroying]]


def _flags(state: State) -> list[int]:
    """Neutral regions where the nation has units."""
    board = state.rules.board
    regions = board.members(state.present[state.about] & board.neutral)
    return [state.rules.table.flag + region - board.home_count for region in regions]


def _investments(state: State) -> list[int]:
    """Every bond of every nation, and every higher one for those he holds."""
    rules, table = state.rules, state.rules.table
    ids: list[int] = []
    for nation in range(rules.nations):
        ids += table.buys(nation, rules.bond_stock)
        held = state.held[state.actor * rules.nations + nation]
        ids += table.upgrades(nation, held, rules.bond_stock, rules.bonds.values[-1])
    return ids


# Price and holder ---------------------------------------------------------------------------


def _price(state: State, id: int) -> int | None:
    """What a slot in reach or a bond would cost."""
    rules, table = state.rules, state.rules.table
    match state.kind:
        case decisions.CHOOSE_SLOT:
            steps = steps_to(state, id - table.slot)
            return price_of(state, steps) if 1 <= steps <= rules.max_steps else None
        case decisions.DRAFT_BOND | decisions.INVEST if id != table.draft_pass:
            _, old, new = _bond(state, id)
            return rules.bonds.values[new] - (0 if old == NOBODY else rules.bonds.values[old])
        case _:
            return None


def _bond(state: State, id: int) -> tuple[int, int, int]:
    """Nation, bond given back or NOBODY, and bond wanted."""
    table = state.rules.table
    if id < table.draft_pass:
        return state.nation, NOBODY, id - table.draft_value
    if id >= table.upgrade:
        return table.split_upgrade(id)
    nation, new = split(id - table.buy, table.values)
    return nation, NOBODY, new


def _holder(state: State, id: int) -> str | None:
    """The player who holds the bond wanted; None for a bond in stock and all other choices."""
    if state.kind not in (decisions.DRAFT_BOND, decisions.INVEST):
        return None
    if id == state.rules.table.draft_pass:
        return None
    nation, _, new = _bond(state, id)
    for seat, player in enumerate(state.players):
        if state.held[seat * state.rules.nations + nation] >> new & 1:
            return player
    return None
