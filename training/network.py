"""The network in PyTorch: a residual MLP with a policy and two judgements of every player."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from training import weights

JUDGE = 128
KINDS = 3
"""Kinds of players at a seat: see `mixture`."""


def quickly(device: str) -> torch.autocast:
    """Layers are computed in bfloat16 where that is faster: on GPUs, and on newer processors."""
    is_faster = device == "cuda" or torch.cpu.get_capabilities().get("avx512_bf16", False)
    return torch.autocast(device, torch.bfloat16, enabled=is_faster)


def norm(values: Tensor) -> Tensor:
    """Rows brought to the same length."""
    return values * torch.rsqrt(values.square().mean(-1, keepdim=True) + weights.EPSILON)


class Block(nn.Module):
    """Two layers whose result is added to what came in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)

    def forward(self, values: Tensor) -> Tensor:
        return values + self.second(torch.relu(self.first(norm(values))))


class Witness(nn.Module):
    """Expects wins and shares knowing who sits where, which players cannot see.

    What a decision led to is measured by it: beside bankers one's chances are others than among
    equals. It does not ship.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.judge = nn.Linear(width, JUDGE)
        self.seats = nn.Linear(KINDS * weights.SEATS, JUDGE, bias=False)
        self.win = nn.Linear(JUDGE, weights.SEATS)
        self.share = nn.Linear(JUDGE, weights.SEATS)
        for last in (self.seats, self.win, self.share):
            nn.init.normal_(last.weight, std=0.01 * last.in_features**-0.5)

    def forward(self, values: Tensor, seated: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of wins and of shares; `seated` has the kinds in the order of play."""
        kinds = torch.arange(KINDS, device=seated.device)
        known = (seated[:, :, None] == kinds).flatten(1).to(values.dtype)
        judged = torch.relu(self.judge(values) + self.seats(known))
        return self.win(judged), self.share(judged)

    def follow(self, network: Network) -> None:
        """Begins with what the network itself expects."""
        for name in ("judge", "win", "share"):
            getattr(self, name).load_state_dict(getattr(network, name).state_dict())


class Network(nn.Module):
    """Scores of a head's entries, and of all players' chances, from encoded positions."""

    def __init__(self, inputs: int, entries: int, width: int = 384, blocks: int = 3) -> None:
        super().__init__()
        self.into = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.policy = nn.Linear(width, entries)
        self.judge = nn.Linear(width, JUDGE)
        self.win = nn.Linear(JUDGE, weights.SEATS)
        self.share = nn.Linear(JUDGE, weights.SEATS)
        self.witness = Witness(width)
        # About one input in six is not 0, and few of them are small.
        nn.init.normal_(self.into.weight, std=(inputs / 6) ** -0.5)
        for last in (self.policy, self.win, self.share):
            nn.init.normal_(last.weight, std=0.01 * last.in_features**-0.5)
            nn.init.zeros_(last.bias)

    @classmethod
    def of(cls, shipped: weights.Network) -> Network:
        """The network of a file of the package."""
        network = cls(shipped.inputs, shipped.entries, shipped.width, shipped.blocks)
        network.take(shipped)
        return network

    @classmethod
    def of_checkpoint(cls, state: dict[str, Tensor]) -> Network:
        """The network of a checkpoint."""
        width, inputs = state["into.weight"].shape
        blocks = sum(name.endswith("first.bias") for name in state)
        network = cls(inputs, len(state["policy.bias"]), width, blocks)
        network.load_state_dict(state)
        return network

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scores of entries, of wins, and of shares of the points; rows of bytes go in."""
        return self.judged(self.features(observations))

    def features(self, observations: Tensor) -> Tensor:
        """What is seen in positions."""
        values = self.into(observations.to(self.into.weight.dtype) * (1 / 255))
        for block in self.blocks:
            values = block(values)
        return norm(values)

    def judged(self, values: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What follows from what is seen."""
        judged = torch.relu(self.judge(values))
        return self.policy(values), self.win(judged), self.share(judged)

    def layers(self) -> OrderedDict[str, nn.Linear]:
        """The layers by the names under which they ship."""
        named = OrderedDict(into=self.into)
        for i, block in enumerate(self.blocks):
            assert isinstance(block, Block)
            named[f"block{i}.first"], named[f"block{i}.second"] = block.first, block.second
        named |= {"policy": self.policy, "judge": self.judge, "win": self.win, "share": self.share}
        return named

    def take(self, shipped: weights.Network) -> None:
        """Takes the weights over that a file of the package has.

        A network that is larger computes the same at first: what is new feeds nothing that is old.

        Raises: ValueError if this one is smaller.
        """
        width, old = self.policy.in_features, shipped.width
        if width < old or len(self.blocks) < shipped.blocks:
            raise ValueError(f"a network of {old} numbers and {shipped.blocks} blocks is larger")
        # More numbers, the new ones 0, have a smaller mean square.
        shrunk = (old / width) ** 0.5
        with torch.no_grad():
            for name, layer in self.layers().items():
                if name not in shipped.layers:
                    # Of a block that is new; what it adds to is multiplied by 0 already.
                    layer.bias.zero_()
                    continue
                reads = name.endswith(".first") or name in ("policy", "judge")
                _grow(layer, *shipped.layers[name], scale=shrunk if reads else 1.0)
                if not reads:
                    _silence(layer, *shipped.layers[name][0].shape)
        self.witness.follow(self)

    def ship(self, path: Path, game: str, made: str) -> None:
        """Writes the weights as the package wants them."""
        layers = {
            name: (
                layer.weight.detach().float().cpu().numpy(),
                layer.bias.detach().float().cpu().numpy(),
            )
            for name, layer in self.layers().items()
        }
        weights.write(path, game, layers, made)


def _grow(layer: nn.Linear, matrix: Any, bias: Any, scale: float) -> None:
    """Puts the weights of a smaller layer into a corner of a larger one."""
    outputs, inputs = matrix.shape
    layer.weight[:outputs, :inputs] = torch.from_numpy(matrix * np.float32(scale))
    layer.bias[:outputs] = torch.from_numpy(bias)


def _silence(layer: nn.Linear, outputs: int, inputs: int) -> None:
    """Lets a layer make nothing of new inputs, and nothing into new outputs."""
    layer.weight[outputs:] = 0
    layer.weight[:, inputs:] = 0
    layer.bias[outputs:] = 0
