"""The players' rows of an encoded position."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.encoding.features import CASH, INTEREST, ON, SHARE, TURN
from rondel.engine.encoding.planes import capped
from rondel.engine.model.state import State


def player_row(state: State, player: int, hidden: bool, turns: list[int]) -> bytes:
    """What concerns one player, whose cash may be hidden."""
    invests = state.kind == decisions.INVEST
    cash = 0 if hidden else state.cash[player]
    found = [
        ON,
        ON if player == state.actor else 0,
        capped(cash * CASH),
        capped(cash),
        ON if hidden else 0,
        ON if player == state.card else 0,
        ON if state.banks >> player & 1 else 0,
        *_worth(state, player),
        capped(turns[player] * TURN),
        ON if invests and player == state.ties_from else 0,
    ]
    return bytes(found)


def _worth(state: State, player: int) -> list[int]:
    """Governments, points, interest and credit."""
    nations = range(state.rules.nations)
    interests = [state.interest(player, nation) for nation in nations]
    points = [interests[nation] * state.power_factor(nation) for nation in nations]
    credit = sum([state.credit(player, nation) for nation in nations])
    return [
        state.government.count(player) * SHARE,
        capped(sum(points)),
        capped(sum(interests) * INTEREST),
        capped(credit),
    ]


def turns_left(state: State) -> list[int]:
    """How often each player is still to decide."""
    turns = [0] * len(state.players)
    match state.kind:
        case decisions.INVEST:
            for turn in state.queue:
                turns[turn >> 3] += 1
        case decisions.DRAFT_BOND | decisions.SWISS_FORCE:
            for player in state.queue:
                turns[player] += 1
        case _:
            pass
    return turns
