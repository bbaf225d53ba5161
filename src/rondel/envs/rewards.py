"""What a finished game is worth to each player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.engine import State, ranking, score_of


def win(state: State) -> list[float]:
    """1 for the winner, 0 for the others; those who share the first place share the 1."""
    winners = ranking(state)[0]
    return [float(seat in winners) / len(winners) for seat in range(len(state.players))]


def score(state: State) -> list[float]:
    """Each player's share of all points."""
    scores = [score_of(state, seat) for seat in range(len(state.players))]
    total = sum(scores)
    return [points / total if total else 1 / len(scores) for points in scores]


REWARDS: Final[dict[str, Callable[[State], list[float]]]] = {"win": win, "score": score}
"""Name -> the shares it hands out; they add up to 1."""


def rewards_of(state: State, reward: str) -> list[float]:
    """The rewards of a finished game by seat: shares less an equal share, so that they sum to 0."""
    shares = REWARDS[reward](state)
    return [share - 1 / len(shares) for share in shares]


def checked(reward: str) -> str:
    """The name of a reward.

    Raises: ValueError if there is none of that name.
    """
    if reward not in REWARDS:
        raise ValueError(f"there is no reward {reward!r}; known are {', '.join(REWARDS)}")
    return reward


def checked_turns(turns: int | None) -> int:
    """After how many turns of nations a game is cut off; 0 for never.

    Raises: ValueError if it is not even one.
    """
    if turns is not None and turns < 1:
        raise ValueError(f"a game lasts at least one turn, not {turns}")
    return turns or 0
