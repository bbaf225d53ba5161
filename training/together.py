"""Many games that ask the network at the same time: each plays in a greenlet of its own.

A game that wants positions judged waits until all others do; then they are judged at once. So
the search of the package plays as it is, and a batch has hundreds of positions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from greenlet import getcurrent, greenlet

from training import weights
from training.seats import log_shares

Asked = tuple[bytearray, int, list[int], list[int]]
"""What `judge` is asked: positions, players, entries of legal actions, how many each has."""
Answer = tuple[list[float], list[list[float]], list[list[float]]]


class Waiting:
    """The network as a game sees it: who asks waits for the others."""

    def judge(self, seen: bytearray, players: int, packed: list[int], counts: list[int]) -> Answer:
        """As the search asks for it."""
        answer: Answer = getcurrent().parent.switch((seen, players, packed, counts))
        return answer


class Judge:
    """The network, computed with PyTorch in bfloat16 on one core, for many games at once."""

    def __init__(self, shipped: weights.Network) -> None:
        self._layers = {
            name: (torch.from_numpy(matrix.T).bfloat16(), torch.from_numpy(bias).bfloat16())
            for name, (matrix, bias) in shipped.layers.items()
        }
        self._blocks = shipped.blocks

    def _of(self, name: str, values: torch.Tensor) -> torch.Tensor:
        matrix, bias = self._layers[name]
        return torch.addmm(bias, values, matrix)

    def scores(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Of encoded positions: the head's scores, and those of wins and shares."""
        values = self._of("into", seen.bfloat16() * (1 / 255)).float()
        for i in range(self._blocks):
            inner = torch.relu_(self._of(f"block{i}.first", _normed(values)))
            values += self._of(f"block{i}.second", inner)
        trunk = _normed(values)
        judged = torch.relu_(self._of("judge", trunk))
        return self._of("policy", trunk), self._of("win", judged), self._of("share", judged)

    @torch.no_grad()
    def answers(self, asked: list[Asked]) -> list[Answer]:
        """What each of some games is told."""
        positions = [len(one[3]) for one in asked]
        actions = [len(one[2]) for one in asked]
        counts = np.concatenate([np.array(one[3]) for one in asked])
        packed = np.concatenate([np.array(one[2]) for one in asked])
        seen = np.concatenate([np.frombuffer(one[0], np.uint8) for one in asked])
        scores, wins, shares = self.scores(torch.from_numpy(seen.reshape(len(counts), -1)))
        chances = _chances(scores.float().numpy(), packed, counts)
        players = torch.tensor([one[1] for one in asked]).repeat_interleave(torch.tensor(positions))
        won = log_shares(wins, players).exp().numpy()
        shared = log_shares(shares, players).exp().numpy()
        found, row, at = list[Answer](), 0, 0
        for one, rows, used in zip(asked, positions, actions, strict=True):
            part = slice(row, row + rows), slice(one[1])
            told = chances[at : at + used].tolist()
            found.append((told, won[part].tolist(), shared[part].tolist()))
            row, at = row + rows, at + used
        return found


def _normed(values: torch.Tensor) -> torch.Tensor:
    length = values.square().mean(1, keepdim=True) + weights.EPSILON
    return (values * torch.rsqrt(length)).bfloat16()


def _chances(
    scores: weights.Floats, packed: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]
) -> Any:
    """How likely each legal action is the best: its two entries' scores, added."""
    entries, details = np.divmod(packed, scores.shape[1])
    owners = np.repeat(np.arange(len(counts)), counts)
    found = scores[owners, entries] + scores[owners, details]
    starts = np.cumsum(counts) - counts
    found -= np.maximum.reduceat(found, starts)[owners]
    np.exp(found, out=found)
    found /= np.add.reduceat(found, starts)[owners]
    return found


def play_together(
    games: list[Callable[[], None]],
    judge: Callable[[list[Asked]], list[Answer]],
    going_on: Callable[[], bool],
) -> None:
    """Lets games play until all have ended, or are not to go on."""
    waiting: list[tuple[greenlet, Any]] = []
    for game in games:
        one = greenlet(game)
        waiting.append((one, one.switch()))
    while waiting := [(one, asked) for one, asked in waiting if not one.dead]:
        if not going_on():
            return
        answers = judge([asked for _, asked in waiting])
        pairs = zip(waiting, answers, strict=True)
        waiting = [(one, one.switch(answer)) for (one, _), answer in pairs]
