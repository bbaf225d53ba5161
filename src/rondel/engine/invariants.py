"""What is true of every position (Rules: section 10). A broken one is a bug."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.actions import FLEET
from rondel.engine.model.errors import Breach
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps.donation import would_open_a_choice
from rondel.engine.steps.investor import flagless


def check(state: State) -> None:
    """Raises: AssertionError, naming every invariant broken."""
    faults = faults_of(state)
    if faults:
        raise AssertionError("; ".join(map(str, faults)))


def faults_of(state: State) -> list[Breach]:
    """Every invariant a position breaks."""
    faults = money_faults(state) + piece_faults(state) + board_faults(state)
    if state.phase not in (decisions.DRAFT, decisions.INVESTMENT):
        faults += government_faults(state)
    return faults + card_faults(state) + track_faults(state) + decision_faults(state)


def standing_faults(state: State) -> list[Breach]:
    """What a position read from a snapshot breaks."""
    faults = money_faults(state) + piece_faults(state) + board_faults(state)
    return faults + government_faults(state) + card_faults(state) + idle_faults(state)


def _about(nation: str, code: str, clause: str, sentence: str) -> Breach:
    return Breach(f"position/{code}", clause, sentence, {"nation": nation})


def money_faults(state: State) -> list[Breach]:
    """I-1, I-2."""
    faults: list[Breach] = []
    if min(state.treasury) < 0 or min(state.cash) < 0:
        faults.append(Breach("position/money", "R-CON-3", "I-1: money is negative"))
    nations = state.rules.nations
    for nation in range(nations):
        seen = state.stock[nation]
        for player in range(len(state.players)):
            bonds = state.held[player * nations + nation]
            if seen & bonds:
                faults.append(
                    _about(
                        state.nation_id(nation),
                        "bond_twice",
                        "R-CON-6",
                        f"I-2: a bond of {state.nation_id(nation)} is in two places",
                    )
                )
            seen |= bonds
        if seen != state.rules.bond_stock:
            faults.append(
                _about(
                    state.nation_id(nation),
                    "bonds",
                    "R-CON-6",
                    f"I-2: the bonds of {state.nation_id(nation)} are not complete",
                )
            )
    return faults


def piece_faults(state: State) -> list[Breach]:
    """I-4, with the bookkeeping of the state itself."""
    faults: list[Breach] = []
    board, rules = state.rules.board, state.rules
    for nation in range(rules.nations):
        id = state.nation_id(nation)
        moving = state.kind == decisions.ARRIVAL and state.nation == nation
        fleets = _total(
            state.fleets, nation, board.region_count, board.members(state.fleet_at[nation])
        )
        armies = _total(
            state.armies, nation, board.land_count, board.members(state.army_at[nation])
        )
        armies += _total(
            state.friends, nation, board.land_count, board.members(state.friend_at[nation])
        )
        if moving and state.piece == FLEET:
            fleets += 1
        elif moving:
            armies += 1
        if armies != state.army_count[nation] or fleets != state.fleet_count[nation]:
            faults.append(_about(id, "units", "R-SUP-1", f"I-4: the units of {id} do not add up"))
        if armies > rules.army_supply[nation] or fleets > rules.fleet_supply[nation]:
            faults.append(
                Breach(
                    "position/too_many_units",
                    "R-SUP-1",
                    f"I-4: {id} has more units than pieces",
                    {
                        "nation": id,
                        "armies": rules.army_supply[nation],
                        "fleets": rules.fleet_supply[nation],
                    },
                )
            )
        if state.flags_left(nation) < 0:
            faults.append(
                Breach(
                    "position/too_many_flags",
                    "R-SUP-1",
                    f"I-4: {id} has more flags than pieces",
                    {"nation": id, "flags": rules.flag_supply[nation]},
                )
            )
        places = state.army_at[nation] | state.friend_at[nation] | state.fleet_at[nation]
        if places != state.present[nation]:
            faults.append(
                _about(id, "units", "R-SUP-1", f"I-4: the regions of {id} do not fit its units")
            )
    hostile = 0
    for nation in range(rules.nations):
        hostile |= state.army_at[nation] & rules.board.abroad[nation]
    for nation in range(rules.nations):
        if (hostile ^ state.invaded) & rules.board.home[nation]:
            id = state.nation_id(nation)
            sentence = f"I-4: the occupied provinces of {id} do not fit the units there"
            faults.append(_about(id, "units", "R-SUP-1", sentence))
    return faults


def _total(counts: list[int], nation: int, width: int, places: list[int]) -> int:
    """Units counted in a row; far off if they do not stand in just these places."""
    row = counts[nation * width : (nation + 1) * width]
    for place in places:
        if row[place] <= 0:
            return -width
    return sum(row) if len(places) == width - row.count(0) else -width


def board_faults(state: State) -> list[Breach]:
    """I-5, I-6, I-7, and the first two parts of I-8."""
    faults: list[Breach] = []
    board, flagged = state.rules.board, 0
    for nation in range(state.rules.nations):
        id, home = state.nation_id(nation), board.home[nation]
        if state.fleet_at[nation] & ~(board.seas | home & board.shipyards):
            faults.append(
                _about(
                    id,
                    "unit_place",
                    "R-CON-10",
                    f"I-5: a fleet of {id} is neither at sea nor in port",
                )
            )
        if (state.army_at[nation] | state.friend_at[nation]) & board.seas:
            faults.append(_about(id, "unit_place", "R-CON-10", f"I-5: an army of {id} is at sea"))
        if state.friend_at[nation] & ~board.abroad[nation]:
            faults.append(
                _about(
                    id,
                    "unit_place",
                    "R-CON-11",
                    f"I-6: a friendly army of {id} is not in a foreign home province",
                )
            )
        if not state.unoccupied_factories(nation):
            faults.append(
                _about(id, "no_factory", "R-CON-13", f"I-7: {id} has no unoccupied factory")
            )
        if state.flags[nation] & ~board.neutral:
            faults.append(
                _about(id, "flag_place", "R-FLG-1", f"I-8: a flag of {id} is in a home province")
            )
        if state.flags[nation] & flagged:
            faults.append(
                _about(
                    id,
                    "flag_twice",
                    "R-FLG-4",
                    f"I-8: a flag of {id} is in a region with another one",
                )
            )
        flagged |= state.flags[nation]
    return faults


def government_faults(state: State) -> list[Breach]:
    """I-9, I-10."""
    faults: list[Breach] = []
    for nation in range(state.rules.nations):
        id, government = state.nation_id(nation), state.government[nation]
        best = max([state.credit(p, nation) for p in range(len(state.players))])
        if (government == NOBODY) != (best == 0):
            faults.append(
                Breach(
                    "position/government",
                    "R-GOV-3",
                    f"I-9: {id} must have a government exactly if a bond of it is held",
                    {"nation": id, "bonds": best > 0},
                )
            )
        elif government != NOBODY and state.credit(government, nation) < best:
            faults.append(
                Breach(
                    "position/government_credit",
                    "R-GOV-3",
                    f"I-9: the government of {id} has not the highest credit",
                    {"nation": id, "player": state.players[government], "best": best},
                )
            )
    if state.banks != flagless(state):
        faults.append(
            Breach(
                "position/swiss_banks",
                "R-GOV-6",
                "I-10: exactly the players without government hold Swiss Banks",
            )
        )
    return faults


def card_faults(state: State) -> list[Breach]:
    """I-11, outside the draft."""
    if state.phase == decisions.DRAFT or (state.card != NOBODY) == state.rules.has_investor_card:
        return []
    wanted = "one player holds" if state.rules.has_investor_card else "nobody holds"
    return [
        Breach(
            "position/investor_card",
            "R-INV-4" if state.rules.has_investor_card else "R-VNC-1",
            f"I-11: {wanted} the investor card",
            {"used": state.rules.has_investor_card},
        )
    ]


def idle_faults(state: State) -> list[Breach]:
    """R-ODD-10: a nation that never had a government has neither units nor flags."""
    return [
        _about(
            state.nation_id(n),
            "idle",
            "R-ODD-10",
            f"R-ODD-10: {state.nation_id(n)} has no government, so it has no units and no flags",
        )
        for n in range(state.rules.nations)
        if state.government[n] == NOBODY and (state.present[n] or state.flags[n])
    ]


def track_faults(state: State) -> list[Breach]:
    """I-12."""
    faults: list[Breach] = []
    end = state.rules.end_points
    if not all(0 <= points <= end for points in state.power):
        faults.append(Breach("position/power", "R-CON-8", "I-12: power points are out of range"))
    if state.power.count(end) != (state.kind == decisions.GAME_OVER):
        faults.append(
            Breach(
                "position/power",
                "R-CON-8",
                "I-12: the game is over exactly when one nation is at the end of the track",
            )
        )
    return faults


def decision_faults(state: State) -> list[Breach]:
    """I-15."""
    if state.kind == decisions.GAME_OVER:
        return []
    faults: list[Breach] = []
    if state.kind > decisions.GAME_OVER or not 0 <= state.actor < len(state.players):
        faults.append(Breach("position/decision", "", "I-15: no decision is pending"))
    elif len(state.legal) < 2 and not (state.legal and would_open_a_choice(state)):
        faults.append(
            Breach("position/decision", "", "I-15: the pending decision leaves no choice")
        )
    if any(a >= b for a, b in zip(state.legal, state.legal[1:], strict=False)):
        faults.append(Breach("position/decision", "", "legal actions are not in ascending order"))
    return faults
