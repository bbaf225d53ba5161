"""Thousands of games stepped in one call, into arrays that are made once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rondel.engine import (
    Encoder,
    Game,
    Head,
    Positions,
    State,
    newest_version,
)
from rondel.engine.decisions import GAME_OVER
from rondel.envs.observations import Bytes, Floats, Ints, Mask
from rondel.envs.rewards import checked, checked_turns, rewards_of

MOST_LEGAL = 1024
"""Legal actions that a row has room for; crowded positions have reached 943."""


class VectorEnv:
    """Games of one kind that are stepped together, each begun anew as soon as it ends.

    Game i of `size` has `players[i % len(players)]` players. The arrays belong to the environment
    and are written anew by every step: copy what you want to keep.
    """

    def __init__(
        self,
        game: str,
        size: int = 1024,
        players: int | Sequence[int] = 4,
        options: dict[str, Any] | None = None,
        seed: int = 0,
        reward: str = "win",
        max_turns: int | None = None,
        policy: bool = False,
        most_legal: int = MOST_LEGAL,
        rules_version: int | None = None,
    ) -> None:
        numbers = [players] if isinstance(players, int) else list(players)
        if size < 1 or not numbers:
            raise ValueError("there must be a game to play, and players for it")
        self._game, self._options = game, dict(options or {})
        self._version = newest_version() if rules_version is None else rules_version
        self._reward, self._most_turns = checked(reward), checked_turns(max_turns)
        self._next_seed = seed
        self._numbers = [numbers[place % len(numbers)] for place in range(size)]
        states = [self._new(place) for place in range(size)]
        rules = {state.rules.players: state.rules for state in states}
        encoders = {number: Encoder(one) for number, one in rules.items()}
        self.encoder: Encoder = encoders[self._numbers[0]]
        """What writes the observations; it lists their features."""
        self.head = Head(self.encoder.rules.table)
        """The compact policy that `entries` and `details` belong to."""
        self._positions = Positions(self.encoder.size, most_legal)
        for state in states:
            self._positions.add(state, encoders[state.rules.players])
        self._make_arrays(size, most_legal, policy)
        self._positions.write(_flat(self.observations))
        self._list()

    def _make_arrays(self, size: int, most_legal: int, policy: bool) -> None:
        self.observations: Bytes = np.zeros((size, self.encoder.size), np.uint8)
        """What those see who must decide; 255 stands for 1."""
        self.legal_ids: Ints = np.zeros((size, most_legal), np.int32)
        """Their legal actions, ascending; what is beyond the count means nothing."""
        self.counts: Ints = np.zeros(size, np.int32)
        """How many legal actions there are."""
        self._rows = np.arange(size) * most_legal
        """Where the rows of `legal_ids` begin in its memory."""
        self.actors: npt.NDArray[np.int8] = np.zeros(size, np.int8)
        """The seats that must decide."""
        seats = max(self._numbers)
        self.rewards: Floats = np.zeros((size, seats), np.float32)
        """The rewards of the games that ended in the last step, by seat; 0 elsewhere."""
        self.ended: npt.NDArray[np.bool_] = np.zeros(size, np.bool_)
        """The games that ended in the last step."""
        self.truncated: npt.NDArray[np.bool_] = np.zeros(size, np.bool_)
        """Those of them that were cut off after `max_turns`."""
        shape = (size, most_legal) if policy else (0, most_legal)
        self.entries: Ints = np.zeros(shape, np.int32)
        """With `policy`: the entries of the legal actions in the head."""
        self.details: Ints = np.zeros(shape, np.int32)
        """With `policy`: their second entries, whose scores are added."""
        nations = range(self.head.table.nations if policy else 0)
        self._packed: Ints = np.array([self.head.packed(first) for first in nations], np.int32)
        """With `policy`: the entries of all ids, by the nation that a position begins with."""

    def _new(self, place: int) -> State:
        names = [f"player_{seat}" for seat in range(self._numbers[place])]
        seed, self._next_seed = self._next_seed, self._next_seed + 1
        version = self._version
        return Game.new(self._game, names, self._options, seed, rules_version=version).state

    def __len__(self) -> int:
        """How many games there are."""
        return len(self._positions)

    def state(self, place: int) -> State:
        """The position of a game, to look at or to copy."""
        return self._positions.state(place)

    def masks(self) -> Mask:
        """The legal actions as rows of ones and zeros over all ids: large, made anew each time."""
        masks = np.zeros((len(self), self.head.table.size), np.int8)
        within = np.arange(self.legal_ids.shape[1]) < self.counts[:, None]
        rows, columns = np.nonzero(within)
        masks[rows, self.legal_ids[rows, columns]] = 1
        return masks

    def drawn(self, chance: np.random.Generator) -> Ints:
        """A legal action for each game, every one with the same chance."""
        columns = (chance.random(len(self)) * self.counts).astype(np.intp)
        chosen: Ints = self.legal_ids[np.arange(len(self)), columns]
        return chosen

    def step(self, actions: npt.ArrayLike) -> None:
        """Carries out one action in each game, by its id, and fills the arrays.

        Raises: ValueError if there is not one for each game, or one is not legal; all games stay
        as they are.
        """
        ids = np.asarray(actions)
        if ids.shape != (len(self),) or ids.dtype.kind not in "iu":
            raise ValueError(f"there must be {len(self)} ids of actions, one for each game")
        listed: list[int] = ids.tolist()
        wrong = self._positions.first_illegal(listed)
        if wrong >= 0:
            raise ValueError(f"action {listed[wrong]} is not legal in game {wrong}")
        if self.ended.any():
            self.ended[:] = self.truncated[:] = False
            self.rewards[:] = 0
        seen = _flat(self.observations)
        for place in self._positions.play(listed, self._most_turns, seen):
            self._end(place, seen)
        self._list()

    def _end(self, place: int, seen: memoryview) -> None:
        state = self._positions.state(place)
        self.ended[place] = True
        self.truncated[place] = state.kind != GAME_OVER
        self.rewards[place, : len(state.players)] = rewards_of(state, self._reward)
        self._positions.replace(place, self._new(place), seen)

    def _list(self) -> None:
        """Writes the legal actions."""
        listed, counts, actors = _flat(self.legal_ids), _flat(self.counts), _flat(self.actors)
        self._positions.tell(listed, counts, actors)
        if len(self.entries):
            self._number()

    def _number(self) -> None:
        """Writes the entries of the legal actions."""
        before = np.cumsum(self.counts) - self.counts
        where = np.arange(self.counts.sum()) + np.repeat(self._rows - before, self.counts)
        first = np.repeat(self._positions.first_nations(), self.counts)
        ids = self.legal_ids.reshape(-1)[where]
        entries, details = np.divmod(self._packed[first, ids], self.head.size)
        self.entries.reshape(-1)[where] = entries
        self.details.reshape(-1)[where] = details


def _flat(array: npt.NDArray[Any]) -> memoryview:
    """The memory of an array, to be written into."""
    return array.reshape(-1).data
