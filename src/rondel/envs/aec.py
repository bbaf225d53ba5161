"""A game as a PettingZoo environment in which agents take turns (AEC)."""

from __future__ import annotations

from operator import index
from random import Random
from typing import Any, SupportsIndex

import numpy as np

from rondel.engine import NOBODY, Game, newest_version, ranking, score_of, turn_of
from rondel.envs.extra import MISSING
from rondel.envs.observations import Observer
from rondel.envs.rewards import checked, checked_turns, rewards_of
from rondel.records import Narrator

try:
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(MISSING, name=error.name) from None

Observation = dict[str, Any]
Action = SupportsIndex | None


class RondelEnv(AECEnv[str, Observation, Action], EzPickle):
    """One game; the agents are its players, `player_0` and so on.

    It needs no wrappers: it refuses by itself what is illegal or out of order. Nothing is built
    for a step that nobody asked for, so a driver that takes `legal_ids` plays fast.
    """

    def __init__(
        self,
        game: str,
        players: int = 4,
        options: dict[str, Any] | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        rules_version: int | None = None,
        max_turns: int | None = None,
    ) -> None:
        self._version = newest_version() if rules_version is None else rules_version
        EzPickle.__init__(
            self, game, players, options, reward, render_mode, self._version, max_turns
        )
        super().__init__()  # type: ignore[no-untyped-call]
        self.metadata = {
            "name": f"{game}_v1",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"there is no render mode {render_mode!r}; known are ansi, human")
        self.render_mode = render_mode
        self._id, self._options, self._reward = game, dict(options or {}), checked(reward)
        self._most_turns = checked_turns(max_turns)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = []
        self._chance = Random()
        self._game = self._new(0)
        self._observer = Observer(self._game.rules)
        self._size = self._game.rules.table.size
        self.action_spaces = {agent: Discrete(self._size) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}

    def _new(self, seed: int, start: dict[str, Any] | None = None) -> Game:
        players, options, version = self.possible_agents, self._options, self._version
        return Game.new(self._id, players, options, seed, start, rules_version=version)

    def _space(self) -> Space[Observation]:
        length = (self._observer.size,)
        return Dict(
            {
                "observation": Box(0, 1, length, np.float32),
                "action_mask": Box(0, 1, (self._size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Space[Observation]:
        """A vector and a mask; every agent has a space of its own."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Action]:
        """The ids of the game's table, donations left out."""
        return self.action_spaces[agent]

    # Playing -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game: that of `seed`, or with none the next one at random.

        `options` may hold a `start` as in a record; other entries mean nothing here.
        """
        if seed is None:
            seed = self._chance.getrandbits(32)
        else:
            self._chance = Random(seed)
        self._game = game = self._new(seed, (options or {}).get("start"))
        self._state = game.state
        self._seats = game.players
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._follow()

    def step(self, action: Action) -> None:
        """Carries out an action of the selected agent; None from one whose game is over.

        Raises: ValueError if it is not legal or there is nothing to step, the game unchanged.
        """
        if not self.agents:
            raise ValueError("there is no game to step: call reset first")
        if action is None:
            self._was_dead_step(None)
            return
        id = index(action)
        if id >= self._size:
            raise ValueError(f"action {id} is not in the action space")
        self._game.play(id)
        self._follow()

    def _follow(self) -> None:
        """Selects who must decide now."""
        actor = self._state.actor
        cut = 0 < self._most_turns < turn_of(self._state)
        if actor == NOBODY or cut:
            self._finish(cut and actor != NOBODY)
        else:
            self.agent_selection = self._seats[actor]
        if self.render_mode == "human":
            self.render()

    def _finish(self, cut: bool) -> None:
        state, names = self._state, self._seats
        self.rewards = dict(zip(names, rewards_of(state, self._reward), strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, not cut)
        self.truncations = dict.fromkeys(self.agents, cut)
        for place, seats in enumerate(ranking(state), 1):
            for seat in seats:
                self.infos[names[seat]] = {"score": score_of(state, seat), "place": place}
        self.agent_selection = self.agents[0]

    def close(self) -> None:
        """Nothing is open."""

    # Looking -------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played; change it only by `step`."""
        return self._game

    def legal_ids(self) -> list[int]:
        """The ids of the selected agent's legal actions, ascending; do not change the list."""
        return self._state.legal

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and its legal actions: none unless it must decide."""
        seat, observer = self._seats.index(agent), self._observer
        return {
            "observation": observer.observe(self._state, seat),
            "action_mask": observer.mask(self._state, seat),
        }

    def render(self) -> str | None:
        """The last action, and who must decide what now; printed in the mode `human`."""
        if self.render_mode is None:
            raise ValueError("choose a render mode: ansi or human")
        text = self._told()
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - the mode asks for it
        return None

    def _told(self) -> str:
        narrator, game = Narrator.of(self._game, "en"), self._game
        lines = []
        for action in game.actions()[-1:]:
            choice = narrator.choice(action.kind, action.choice, action.nation)
            lines.append(f"{action.player}: {choice}")
        if game.decision is not None:
            active = game.rules.board.nation_ids[game.state.nation]
            prompt = narrator.prompt(game.decision, active=active)
            lines.append(f"{narrator.waiting(game.decision)} {prompt}")
        if game.result is not None:
            lines += [f"{player}: {score}" for player, score in game.result["scores"].items()]
        return "\n".join(lines)
