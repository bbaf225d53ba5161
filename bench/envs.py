"""Speed of the environments for learning, as a share of the bare engine's.

Plays whole games at random with four players in four ways: by action ids on the bare engine,
through the PettingZoo environment without looking (`last(observe=False)`), through it with an
observation and a mask for every decision, and many at once with observations and legal ids;
positions are encoded alone, each once and in the order of play, and OpenSpiel plays its backgammon
with observations, where it is installed. The ways take turns, no two of them play the same games,
since the engine remembers what it has seen, and the processor's time counts, so that a busy
machine slows all of them alike. `--check` exits 1 where a goal is missed.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

import rondel
from rondel.engine import TITLES, Encoder, State
from rondel.envs import VectorEnv
from rondel.envs.aec import RondelEnv

pyspiel: Any = import_module("pyspiel") if find_spec("pyspiel") else None

GOALS = {"environment": 0.3, "vector": 0.2, "encoder alone": 0.4}
"""Least shares of the bare engine's speed."""
TIMES_SPIEL = 5.0
"""How often OpenSpiel's speed many games at once should reach."""
BATCH = 100
"""Positions that are copied together before they are encoded."""
SPIEL = "OpenSpiel's backgammon"
PLAYERS = 4
VECTOR_SIZE = 256
VECTOR_STEPS = 20


@dataclass
class Speed:
    """What one way of playing has reached."""

    decisions: int = 0
    seconds: float = 0.0

    @property
    def per_second(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds


def play_bare(title: str, seed: int) -> int:
    """Plays one game by action ids; the number of decisions, here and below."""
    choose = random.Random(seed).random
    names = [f"player_{seat}" for seat in range(PLAYERS)]
    game = rondel.Game.new(title, names, seed=seed)
    while not game.over:
        ids = game.legal_ids()
        game.play(ids[int(choose() * len(ids))])
    return len(game)


def play_env(env: RondelEnv, seed: int, observe: bool) -> int:
    """Plays one game as PettingZoo's users do."""
    choose = random.Random(seed).random
    env.reset(seed=seed)
    for _ in env.agent_iter():
        _, _, terminated, truncated, _ = env.last(observe=observe)
        if terminated or truncated:
            env.step(None)
            continue
        ids = env.legal_ids()
        env.step(ids[int(choose() * len(ids))])
    return len(env.game)


def play_vector(env: VectorEnv, chance: np.random.Generator) -> int:
    """Steps all games some times, with observations and legal ids, drawn at random."""
    for _ in range(VECTOR_STEPS):
        env.step(env.drawn(chance))
    return VECTOR_STEPS * len(env)


class Encoding:
    """Writes the positions of games played at random, as they come up."""

    def __init__(self, title: str) -> None:
        names = [f"player_{seat}" for seat in range(PLAYERS)]
        game = rondel.Game.new(title, names, seed=0)
        self._encoder = Encoder(game.rules)
        self._buffer = bytearray(self._encoder.size)
        self._states: list[State] = []
        """Copies of what was to be written after the position before it had been."""
        for seed in range(6):
            choose, game = random.Random(seed).random, rondel.Game.new(title, names, seed=seed)
            while not game.over:
                self._states.append(game.state.copy())
                self._write(game.state)
                ids = game.legal_ids()
                game.play(ids[int(choose() * len(ids))])
        self._at = 0
        self.aside = 0.0
        """Seconds spent on copies, which do not count."""

    def _write(self, state: State) -> None:
        self._encoder.write(state, state.actor, self._buffer, 0)

    def write(self) -> int:
        """Writes the next of them; the number of positions."""
        began = time.process_time()
        self._at = (self._at + BATCH) % len(self._states)
        fresh = [state.copy() for state in self._states[self._at : self._at + BATCH]]
        self.aside += time.process_time() - began
        for state in fresh:
            self._write(state)
        return len(fresh)


def play_spiel(game: Any, seed: int) -> int:
    """Plays one game of OpenSpiel with an observation for every decision."""
    chance, state, decisions = random.Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
            continue
        state.observation_tensor(state.current_player())
        state.apply_action(chance.choice(state.legal_actions()))
        decisions += 1
    return decisions


def compare(title: str, rounds: int, seconds: float) -> dict[str, Speed]:
    """Measures all ways in turns, after one game each to warm up."""
    env, encoding = RondelEnv(title, PLAYERS), Encoding(title)
    vector, chance = VectorEnv(title, VECTOR_SIZE, PLAYERS), np.random.default_rng(1)
    ways: dict[str, Callable[[int], int]] = {
        "bare engine": lambda seed: play_bare(title, seed),
        "environment": lambda seed: play_env(env, seed, observe=False),
        "environment, observed": lambda seed: play_env(env, seed, observe=True),
        "vector": lambda _: play_vector(vector, chance),
        "encoder alone": lambda _: encoding.write(),
    }
    if pyspiel is not None:
        backgammon = pyspiel.load_game("backgammon")
        ways[SPIEL] = lambda seed: play_spiel(backgammon, seed)
    found = {way: Speed() for way in ways}
    for play in ways.values():
        play(0)
    encoding.aside = 0.0
    seed = 0
    for _ in range(rounds):
        for way, play in ways.items():
            seed += 1_000_000
            measure(play, seed, seconds, found[way])
        found["encoder alone"].seconds -= encoding.aside
        encoding.aside = 0.0
    return found


def measure(play: Callable[[int], int], seed: int, seconds: float, speed: Speed) -> None:
    """Plays for at least so many seconds and adds up."""
    began, elapsed, decisions = time.process_time(), 0.0, 0
    while elapsed < seconds:
        decisions += play(seed)
        seed += 1
        elapsed = time.process_time() - began
    speed.decisions += decisions
    speed.seconds += elapsed


def main() -> int:
    """Reads the options, compares and prints."""
    parser = argparse.ArgumentParser(description="Environments beside the bare engine.")
    parser.add_argument("--rounds", type=int, default=5, help="slices for each way")
    parser.add_argument("--seconds", type=float, default=1.0, help="least length of a slice")
    parser.add_argument("--check", action="store_true", help="exit 1 where the goal is missed")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    options = parser.parse_args()
    report, met = {}, True
    for title in TITLES:
        found = compare(title, options.rounds, options.seconds)
        bare = found["bare engine"].per_second
        ratios = {way: round(speed.per_second / bare, 3) for way, speed in found.items()}
        met = met and all(ratios[way] >= goal for way, goal in GOALS.items())
        if SPIEL in found:
            met = met and ratios["vector"] >= TIMES_SPIEL * ratios[SPIEL]
        report[title] = {way: asdict(found[way]) | {"ratio": ratios[way]} for way in found}
        for way, speed in found.items() if not options.json else []:
            print(f"{title:14}{way:24}{speed.per_second:>12,.0f} decisions/s{ratios[way]:>8.2f}")
    if options.json:
        print(json.dumps({"goals": GOALS, "goals_met": met, "games": report}))
    return 1 if options.check and not met else 0


if __name__ == "__main__":
    sys.exit(main())
