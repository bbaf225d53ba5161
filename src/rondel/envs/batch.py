"""Many games side by side, for self-play."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from rondel.engine import Game, State
from rondel.envs.observations import Floats, Observer
from rondel.envs.rewards import checked, rewards_of


class Batch:
    """Games of one kind that are stepped together.

    Columns are seats. The arrays belong to the batch and are written anew by the next call that
    fills them: copy what you want to keep.
    """

    def __init__(
        self,
        game: str,
        players: int = 4,
        size: int = 64,
        options: dict[str, Any] | None = None,
        seed: int = 0,
        reward: str = "win",
        restart: bool = True,
        rules_version: int | None = None,
    ) -> None:
        self._game = game
        self._names = [f"player_{seat}" for seat in range(players)]
        self._options = dict(options or {})
        self._version = rules_version
        self._next_seed = seed
        self._reward = checked(reward)
        self._restart = restart
        self.games: list[Game] = [self._new() for _ in range(size)]
        """The games. With `restart` one that ends is replaced at once by the next."""
        self._states: list[State] = [game.state for game in self.games]
        rules = self.games[0].rules
        self._observer = Observer(rules)
        self.deciders: npt.NDArray[np.int8] = np.zeros(size, np.int8)
        """The seat that must decide in each game; -1 in a game that is over."""
        self.done: npt.NDArray[np.bool_] = np.zeros(size, np.bool_)
        """Which games ended in the last step."""
        self.rewards: Floats = np.zeros((size, players), np.float32)
        """The rewards of the games that ended in the last step; 0 elsewhere."""
        self.ended: dict[int, Game] = {}
        """The games that ended in the last step, by their place in the batch."""
        self._observations: Floats = np.zeros((size, self._observer.size), np.float32)
        self._masks: npt.NDArray[np.int8] = np.zeros((size, rules.table.size), np.int8)
        self._masked: list[list[int]] = [[] for _ in range(size)]
        self._find_deciders()

    def _new(self) -> Game:
        names, options, version = self._names, self._options, self._version
        game = Game.new(self._game, names, options, self._next_seed, rules_version=version)
        self._next_seed += 1
        return game

    def __len__(self) -> int:
        """How many games there are."""
        return len(self.games)

    def legal_ids(self) -> list[list[int]]:
        """The ids of the legal actions in each game; do not change the lists."""
        return [state.legal for state in self._states]

    def masks(self) -> npt.NDArray[np.int8]:
        """The legal actions of each game as a row of ones and zeros."""
        for row, before, state in zip(self._masks, self._masked, self._states, strict=True):
            row[before] = 0
            row[state.legal] = 1
        self._masked = self.legal_ids()
        return self._masks

    def observations(self) -> Floats:
        """What the player who must decide sees in each game, as `layout` tells."""
        write = self._observer.write
        for row, state in zip(self._observations, self._states, strict=True):
            write(state, max(0, state.actor), row)
        return self._observations

    def step(self, actions: Iterable[SupportsIndex]) -> None:
        """Carries out one action in each game; that of a game that is over is ignored.

        Raises: ValueError if an action is not legal, with all games unchanged.
        """
        ids = [index(action) for action in actions]
        self._check(ids)
        if self.ended:
            self.done[:] = False
            self.rewards[:] = 0
            self.ended = {}
        for place, (state, id) in enumerate(zip(self._states, ids, strict=True)):
            if state.legal:
                self.games[place].play(id)
                if not state.legal:
                    self._end(place)
        self._find_deciders()

    def _check(self, ids: list[int]) -> None:
        if len(ids) != len(self._states):
            raise ValueError(f"there are {len(self._states)} games, not {len(ids)}")
        for place, (state, id) in enumerate(zip(self._states, ids, strict=True)):
            if id not in state.legal and state.legal:
                raise ValueError(f"action {id} is not legal in game {place}")

    def _end(self, place: int) -> None:
        game = self.games[place]
        self.ended[place] = game
        self.done[place] = True
        self.rewards[place] = rewards_of(game.state, self._reward)
        if self._restart:
            self.games[place] = self._new()
            self._states[place] = self.games[place].state

    def _find_deciders(self) -> None:
        self.deciders[:] = [state.actor for state in self._states]
