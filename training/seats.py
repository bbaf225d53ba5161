"""Numbers by player: in seat order, or in the order of play from one who looks."""

from __future__ import annotations

import torch
from torch import Tensor

from training.weights import SEATS


def _numbers(like: Tensor) -> Tensor:
    return torch.arange(SEATS, device=like.device)[None]


def log_shares(scores: Tensor, players: Tensor) -> Tensor:
    """Scores of seats as logarithms of shares; seats that are not there get none."""
    away = _numbers(scores) >= players[:, None]
    return scores.float().masked_fill(away, -1e9).log_softmax(-1)


def off_by(target: Tensor, scores: Tensor, players: Tensor) -> Tensor:
    """How far expected shares are from what they should have been, less what none can know."""
    logs = log_shares(scores, players).clamp(min=-30)
    return (target * (target.clamp(min=1e-8).log() - logs)).sum(1)


def by_seat(looked: Tensor, actors: Tensor, players: Tensor) -> Tensor:
    """From the order of play of those who look to the order of seats."""
    seats = _numbers(looked)
    places = (seats - actors[:, None]) % players[:, None]
    found = looked.gather(1, places)
    return found.masked_fill(seats >= players[:, None], 0.0)


def by_play(seated: Tensor, actors: Tensor, players: Tensor, empty: float = 0.0) -> Tensor:
    """From the order of seats to the order of play of those who look."""
    places = _numbers(seated)
    seats = (places + actors[:, None]) % players[:, None]
    found = seated.gather(1, seats)
    return found.masked_fill(places >= players[:, None], empty)
