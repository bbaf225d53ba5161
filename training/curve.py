"""Draws what happened in training. Needs matplotlib.

python -m training.curve training/runs/imperial2030.csv training/runs/imperial2030.svg
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import matplotlib.pyplot as plt

PANELS = {
    "win share against bankers": ["banker2", "banker4", "banker6"],
    "against its past (1 is fair)": ["past"],
    "entropy of the policy": ["entropy"],
    "loss": ["win_loss", "imitation"],
    "divergence of an update": ["divergence"],
    "decisions a second": ["rate"],
}


def draw(source: Path, target: Path) -> None:
    """Draws the columns of a curve over the millions of decisions played."""
    with source.open() as file:
        rows = [row for row in csv.DictReader(file) if float(row["alone"]) >= 20]
    figure, axes = plt.subplots(2, 3, figsize=(13, 7), constrained_layout=True)
    for axis, (title, names) in zip(axes.flat, PANELS.items(), strict=True):
        for name in names:
            told = [row for row in rows if row.get(name)]
            millions = [float(row["decisions"]) / 1e6 for row in told]
            axis.plot(millions, [float(row[name]) for row in told], label=name)
        axis.set_title(title)
        axis.set_xlabel("million decisions")
        axis.grid(alpha=0.3)
        axis.legend()
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    draw(Path(sys.argv[1]), Path(sys.argv[2]))
