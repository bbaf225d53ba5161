"""How games ended, by who sat where. Needs NumPy alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from training.mixture import BANKER, CURRENT, PAST
from training.tables import ENDED, LINEUP, PLAYERS, SEATS, Arrays


class Results:
    """Counts win shares of the network as it is."""

    def __init__(self) -> None:
        self.games = 0
        self.alone = np.zeros((SEATS + 1, 2))
        """By number of players, against bankers in all other seats: games, and win shares."""
        self.past = np.zeros(2)
        """Against seats as they were a while ago: shares that were fair, and shares won."""
        self.shares: list[float] = []
        """Win shares of the games with four players against bankers, one by one."""

    def add(self, arrays: Arrays) -> None:
        """Takes in the games that have ended at the tables of a part."""
        for row in np.flatnonzero(arrays.about[:, ENDED]):
            players = int(arrays.about[row, PLAYERS])
            lineup = arrays.about[row, LINEUP : LINEUP + players]
            self._add(lineup, arrays.results[row, :players])

    def _add(self, lineup: Any, won: Any) -> None:
        self.games += 1
        players, own = len(lineup), lineup == CURRENT
        share = float(won[own].sum())
        if own.sum() == 1 and (lineup == BANKER).sum() == players - 1:
            self.alone[players] += (1, share)
            if players == 4:
                self.shares.append(share)
        if (lineup == PAST).any():
            self.past += (own.sum() / players, share)

    def told(self) -> dict[str, float]:
        """Win shares against bankers by number of players, and against the past (1 is fair)."""
        found = {
            f"banker{players}": self.alone[players, 1] / max(1.0, self.alone[players, 0])
            for players in range(2, SEATS + 1)
        }
        return {**found, "past": self.past[1] / max(1e-9, self.past[0])}
