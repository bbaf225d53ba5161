"""The end of the game, scores and places (Rules: section 5)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.events import GameEnded
from rondel.engine.model.state import NOBODY, State


def end_game(state: State) -> None:
    """R-END-1, -2: nothing further happens."""
    state.ask(decisions.GAME_OVER, NOBODY, NOBODY)
    if state.events is not None:
        scores = {id: score_of(state, seat) for seat, id in enumerate(state.players)}
        places = [[state.player_id(seat) for seat in place] for place in ranking(state)]
        id, points = state.nation_id(state.nation), state.power[state.nation]
        state.events.tell(GameEnded, id, points, scores, places)


def score_of(state: State, player: int) -> int:
    """R-SCO-1: interest times power factor over all bonds, and cash."""
    score = state.cash[player]
    for nation in range(state.rules.nations):
        score += state.interest(player, nation) * state.power_factor(nation)
    return score


def ranking(state: State) -> list[list[int]]:
    """The places from the first on; players who cannot be told apart share one (R-SCO-3…6)."""
    nations = sorted(range(state.rules.nations), key=lambda n: (-state.power[n], n))
    places: dict[tuple[int, ...], list[int]] = {}
    for player in range(len(state.players)):
        credits = [state.credit(player, nation) for nation in nations]
        places.setdefault((score_of(state, player), *credits), []).append(player)
    return [places[key] for key in sorted(places, reverse=True)]
