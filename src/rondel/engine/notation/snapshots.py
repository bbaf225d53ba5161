"""A position as a JSON value (public contract: Snapshot)."""

from __future__ import annotations

from typing import cast

from rondel.engine import decisions
from rondel.engine.decisions import KINDS, PHASES, Decision
from rondel.engine.model.actions import ARMY, FLEET, FRIENDLY, STANCES
from rondel.engine.model.state import NOBODY, State
from rondel.engine.shapes import Context, GameId, Result, Snapshot, Units, UnitTold
from rondel.engine.steps.scoring import ranking, score_of


def write_snapshot(state: State, viewer: str | None) -> Snapshot:
    """The position; with secret cash only what `viewer` may see, everything if None."""
    rules = state.rules
    nations, players = rules.board.nation_ids, state.players
    decision = decision_of(state)
    return {
        "game": cast(GameId, rules.game),
        "options": rules.options.to_json(),
        "players": players[:],
        "treasuries": dict(zip(nations, state.treasury, strict=True)),
        "cash": {p: state.cash[i] for i, p in enumerate(players) if shows_cash(state, viewer, p)},
        "bonds": {p: _bonds(state, i) for i, p in enumerate(players)},
        "power": dict(zip(nations, state.power, strict=True)),
        "tax_marker": dict(zip(nations, state.tax_marker, strict=True)),
        "governments": {
            n: player_or_none(state, state.government[i]) for i, n in enumerate(nations)
        },
        "investor_card": player_or_none(state, state.card),
        "swiss_banks": swiss_banks(state),
        "rondel": {n: slot_or_none(state, state.marker[i]) for i, n in enumerate(nations)},
        "factories": {n: _factories(state, i) for i, n in enumerate(nations)},
        "units": {n: units_of(state, i) for i, n in enumerate(nations)},
        "flags": {n: rules.board.ids(state.flags[i]) for i, n in enumerate(nations)},
        "turn": {
            "round": state.round,
            "nation": nations[state.nation],
            "last_nation": nation_or_none(state, state.last_nation),
            "phase": PHASES[state.phase],
        },
        "decision": None if decision is None else decision.to_json(),
        "result": result_of(state),
    }


def shows_cash(state: State, viewer: str | None, player: str) -> bool:
    """Whether a viewer may see a player's cash; None sees everything (R-INF-3)."""
    secret = state.rules.options.secret_cash and state.kind != decisions.GAME_OVER
    return not secret or viewer is None or viewer == player


def shows_choices(state: State, viewer: str | None, author: int) -> bool:
    """Whether a viewer may see among what a player chooses: as his cash (R-INF-3)."""
    return author == NOBODY or shows_cash(state, viewer, state.players[author])


def player_or_none(state: State, player: int) -> str | None:
    """Id of a player, None for NOBODY."""
    return None if player == NOBODY else state.players[player]


def nation_or_none(state: State, nation: int) -> str | None:
    """Id of a nation, None for NOBODY."""
    return None if nation == NOBODY else state.nation_id(nation)


def slot_or_none(state: State, slot: int) -> str | None:
    """Id of a slot, None for NOBODY."""
    return None if slot == NOBODY else state.rules.slots[slot]


def _bonds(state: State, player: int) -> dict[str, list[int]]:
    rules = state.rules
    held = state.held[player * rules.nations : (player + 1) * rules.nations]
    return {n: rules.bonds.listed(held[i]) for i, n in enumerate(rules.board.nation_ids) if held[i]}


def _factories(state: State, nation: int) -> list[str]:
    board = state.rules.board
    return board.ids(state.factories & board.home[nation])


def swiss_banks(state: State) -> list[str]:
    """The players who hold a Swiss Bank, in seat order; none where the rules have no such."""
    if not state.rules.has_swiss_banks:
        return []
    return [p for i, p in enumerate(state.players) if state.banks >> i & 1]


def units_of(state: State, nation: int) -> dict[str, Units]:
    """Region -> the units of a nation there."""
    board = state.rules.board
    found: dict[str, Units] = {}
    for region in board.members(_present(state, nation)):
        found[board.region_ids[region]] = _units_in(state, nation, region)
    return dict(sorted(found.items()))


def _present(state: State, nation: int) -> int:
    arriving = _is_arriving(state) and nation == state.nation
    return state.present[nation] | (1 << state.place if arriving else 0)


def _is_arriving(state: State) -> bool:
    return state.kind == decisions.ARRIVAL


def _units_in(state: State, nation: int, region: int) -> Units:
    """The entry of one region; a unit whose `arrival` is pending is counted in."""
    board = state.rules.board
    i = nation * board.land_count + region
    on_land = region < board.land_count
    armies = state.armies[i] if on_land else 0
    abroad = on_land and board.owner[region] not in (NOBODY, nation)
    counts = {
        "armies": 0 if abroad else armies,
        "hostile_armies": armies if abroad else 0,
        "friendly_armies": state.friends[i] if on_land else 0,
        "fleets": state.fleets[nation * board.region_count + region],
    }
    if _is_arriving(state) and (nation, region) == (state.nation, state.place):
        counts["fleets" if state.piece == FLEET else "armies"] += 1
    return cast(Units, {key: count for key, count in counts.items() if count})


def decision_of(state: State) -> Decision | None:
    """The pending decision, None when the game is over."""
    if state.kind == decisions.GAME_OVER:
        return None
    player, nation = state.players[state.actor], nation_or_none(state, state.about)
    return Decision(KINDS[state.kind], player, nation, _context(state))


def _context(state: State) -> Context:
    """R-DEC-10."""
    table, board = state.rules.table, state.rules.board
    match state.kind:
        case decisions.SWISS_FORCE:
            return {"slot": state.rules.slots[state.announced]}
        case decisions.CANAL_CONSENT:
            canal = board.canals[state.canals[0]].id
            return {
                "canal": canal,
                "order": table.choice_of(state.order, state.nation_id(state.nation)),
            }
        case decisions.ARRIVAL | decisions.ASK_NEXT | decisions.BATTLE_DEMAND:
            return {"place": state.region_id(state.place), "unit": _arrived(state)}
        case decisions.INVEST if state.round_for != NOBODY:
            return {"round_for": state.nation_id(state.round_for)}
        case _:
            return {}


def _arrived(state: State) -> UnitTold:
    unit: UnitTold = {
        "nation": state.nation_id(state.nation),
        "unit": "fleet" if state.piece == FLEET else "army",
    }
    if ARMY < state.piece <= FRIENDLY:
        unit["stance"] = STANCES[state.piece]
    return unit


def result_of(state: State) -> Result | None:
    """Scores and ranking, None while the game runs."""
    if state.kind != decisions.GAME_OVER:
        return None
    return {
        "scores": {p: score_of(state, i) for i, p in enumerate(state.players)},
        "ranking": [[state.players[i] for i in place] for place in ranking(state)],
    }
