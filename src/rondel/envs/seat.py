"""A game as a Gymnasium environment: one seat, the others played by named bots."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from random import Random
from typing import Any, SupportsIndex

import numpy as np

from rondel.bots import Bot, make_bot
from rondel.engine import NOBODY, Game, newest_version, ranking, score_of, turn_of
from rondel.envs.extra import MISSING
from rondel.envs.observations import Observer
from rondel.envs.rewards import checked, checked_turns, rewards_of

try:
    from gymnasium import Env
    from gymnasium.spaces import Box, Dict, Discrete
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(MISSING, name=error.name) from None

Observation = dict[str, Any]


class SeatEnv(Env[Observation, SupportsIndex]):
    """One player's view of a game; bots play for the others, beginning at the next seat.

    The seat is drawn anew for each game unless `seat` names one. An action that is not legal
    gives the game up: it ends with the reward of the last place.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        bots: Sequence[str] = ("banker", "banker", "banker"),
        seat: int | None = None,
        options: dict[str, Any] | None = None,
        reward: str = "win",
        max_turns: int | None = 600,
        rules_version: int | None = None,
    ) -> None:
        self._id, self._options, self._reward = game, dict(options or {}), checked(reward)
        self._most_turns = checked_turns(max_turns)
        self._version = newest_version() if rules_version is None else rules_version
        self._names, self._bot_names = [f"player_{i}" for i in range(len(bots) + 1)], list(bots)
        if seat is not None and not 0 <= seat < len(self._names):
            raise ValueError(f"there are {len(self._names)} seats, the first is 0; not {seat}")
        self._fixed_seat = seat
        self._begin(0)
        self._observer = Observer(self._game.rules)
        self.action_space = Discrete(self._observer.actions)
        self.observation_space = Dict(
            {
                "observation": Box(0, 1, (self._observer.size,), np.float32),
                "action_mask": Box(0, 1, (self._observer.actions,), np.int8),
            }
        )

    def _begin(self, seed: int) -> None:
        chance, count = Random(seed), len(self._names)
        self._game = Game.new(
            self._id, self._names, self._options, seed, rules_version=self._version
        )
        drawn = chance.randrange(count)
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        """The seat that is played."""
        self._bots: dict[int, Bot] = {
            (self.seat + k) % count: make_bot(name, f"{seed} {k}")
            for k, name in enumerate(self._bot_names, 1)
        }

    @property
    def game(self) -> Game:
        """The game that is played; change it only by `step`."""
        return self._game

    def legal_ids(self) -> list[int]:
        """The ids of the legal actions, ascending; do not change the list."""
        return self._game.state.legal

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a new game and lets the bots play up to the first decision of the seat."""
        super().reset(seed=seed)
        begin = self.np_random.integers(2**31) if seed is None else seed
        self._begin(int(begin))
        self._let_bots_play()
        return self._seen(), {}

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carries out an action of the seat and lets the bots play up to its next decision.

        Raises: ValueError after the end.
        """
        if self._is_over() or self._is_cut():
            raise ValueError("there is no game to step: call reset first")
        id = index(action)
        if id not in self._game.state.legal:
            return self._seen(), -1 / len(self._names), True, False, {"illegal": id}
        self._game.play(id)
        self._let_bots_play()
        if not (self._is_over() or self._is_cut()):
            return self._seen(), 0.0, False, False, {}
        reward = rewards_of(self._game.state, self._reward)[self.seat]
        return self._seen(), reward, self._is_over(), self._is_cut(), self._result()

    def _is_over(self) -> bool:
        return self._game.state.actor == NOBODY

    def _is_cut(self) -> bool:
        return not self._is_over() and 0 < self._most_turns < turn_of(self._game.state)

    def _let_bots_play(self) -> None:
        state = self._game.state
        while not (self._is_over() or self._is_cut()) and state.actor != self.seat:
            view = self._game.view(state.players[state.actor])
            chosen = self._bots[state.actor].decide(view, self._game.legal_actions())
            self._game.play(chosen.id)

    def _result(self) -> dict[str, Any]:
        state = self._game.state
        places = [seats for seats in ranking(state) if self.seat in seats]
        place = ranking(state).index(places[0]) + 1
        return {"score": score_of(state, self.seat), "place": place}

    def _seen(self) -> Observation:
        state = self._game.state
        return {
            "observation": self._observer.observe(state, self.seat),
            "action_mask": self._observer.mask(state, self.seat),
        }
