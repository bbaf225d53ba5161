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

from training import ragged, weights
from training.acting import logits_of, split
from training.network import norm
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
    """The network, computed with PyTorch for many games at once; in bfloat16 on a GPU."""

    def __init__(self, shipped: weights.Network, device: str = "cpu") -> None:
        self._device = device
        self._kind = torch.float32 if device == "cpu" else torch.bfloat16
        self._layers = {
            name: (self._put(matrix.T).to(self._kind), self._put(bias).to(self._kind))
            for name, (matrix, bias) in shipped.layers.items()
        }
        self._blocks = shipped.blocks

    def _put(self, array: npt.NDArray[Any]) -> torch.Tensor:
        return torch.from_numpy(array).to(self._device)

    def _of(self, name: str, values: torch.Tensor) -> torch.Tensor:
        matrix, bias = self._layers[name]
        return torch.addmm(bias, values.to(self._kind), matrix)

    def scores(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Of encoded positions: the head's scores, and those of wins and shares."""
        values = self._of("into", seen.to(self._kind) * (1 / 255)).float()
        for i in range(self._blocks):
            inner = torch.relu_(self._of(f"block{i}.first", norm(values)))
            values += self._of(f"block{i}.second", inner)
        trunk = norm(values)
        judged = torch.relu_(self._of("judge", trunk))
        return self._of("policy", trunk), self._of("win", judged), self._of("share", judged)

    @torch.no_grad()
    def answers(self, asked: list[Asked]) -> list[Answer]:
        """What each of some games is told."""
        positions = [len(one[3]) for one in asked]
        actions = [len(one[2]) for one in asked]
        counts = self._put(np.concatenate([np.array(one[3]) for one in asked]))
        packed = self._put(np.concatenate([np.array(one[2]) for one in asked]))
        seen = self._put(np.concatenate([np.frombuffer(one[0], np.uint8) for one in asked]))
        players = self._put(np.repeat([one[1] for one in asked], positions))
        scores, wins, shares = self.scores(seen.view(len(counts), -1))
        rows = ragged.rows_of(counts, len(packed))
        logits = logits_of(scores, rows, *split(packed, scores.shape[1]))
        chances = ragged.log_softmax(logits, rows, len(counts)).exp().tolist()
        won = log_shares(wins, players).exp().tolist()
        shared = log_shares(shares, players).exp().tolist()
        found, row, at = list[Answer](), 0, 0
        for one, here, used in zip(asked, positions, actions, strict=True):
            judged = [[each[: one[1]] for each in told[row : row + here]] for told in (won, shared)]
            found.append((chances[at : at + used], *judged))
            row, at = row + here, at + used
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
