"""Plays the bare policy against bankers, many games at once on the GPU.

    python -m training.evaluate imperial2030 runs/two --players 4 --games 1000

Every game that is begun counts: stopping early would count quick games alone.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from training.acting import Actor
from training.mixture import CURRENT, League, Setting
from training.network import Network
from training.tables import ENDED, LINEUP, SEATS
from training.train import sizes
from training.workers import PARTS, Plan, Workers

SEED = 77


def shares_against_bankers(
    network: Network, plan: Plan, device: str, temperature: float
) -> list[float]:
    """Win shares of one seat against bankers, in one game at every table."""
    crew = Workers(plan)
    actor = Actor(network, crew, device)
    actor.temperature = temperature
    found = np.full((PARTS, plan.workers * plan.tables), np.nan)
    while np.isnan(found).any():
        for part in range(PARTS):
            arrays = crew.wait(part)
            ended = np.flatnonzero((arrays.about[:, ENDED] > 0) & np.isnan(found[part]))
            own = arrays.about[ended, LINEUP : LINEUP + SEATS] == CURRENT
            found[part, ended] = (arrays.results[ended, :SEATS] * own).sum(axis=1)
            actor.moment(part)
    crew.stop()
    return [float(share) for share in found.reshape(-1)]


def load_network(folder: Path, game: str, device: str) -> Network:
    """The network of a checkpoint."""
    found = torch.load(folder / f"{game}.network.pt", weights_only=True)
    return Network.of_checkpoint(found["network"]).to(device).eval()


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Plays the network against bankers.")
    parser.add_argument("game", choices=["imperial", "imperial2030"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--players", type=int, nargs="+", default=[4])
    parser.add_argument("--temperature", type=float, nargs="+", default=[0.0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=7)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    tables = max(1, options.games // (PARTS * options.workers))
    inputs, league = sizes(options.game)[0], League(past=0, alone=1, guests=0)
    for players in options.players:
        for temperature in options.temperature:
            plan = Plan(
                options.game, inputs, options.workers, tables, SEED, league, Setting(players)
            )
            network = load_network(options.folder, options.game, options.device)
            shares = shares_against_bankers(network, plan, options.device, temperature)
            off = 1.96 * float(np.std(shares)) / len(shares) ** 0.5
            mean = float(np.mean(shares))
            print(
                f"{options.game}, {players} players, temperature {temperature}, bankers elsewhere:"
                f" {len(shares)} games, win share {mean:.3f} [{mean - off:.3f}, {mean + off:.3f}]",
                flush=True,
            )


if __name__ == "__main__":
    main()
