"""A small policy that learns by playing itself, and a bot that plays by it. It needs NumPy alone.

python docs/examples/small_policy.py train --minutes 5 weights.npz
python docs/examples/small_policy.py match --games 400 weights.npz
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from rondel.engine import ENCODING_VERSION, Encoder, Head, first_nation
from rondel.envs import VectorEnv

HIDDEN = 64
KEPT = 0.1
"""The share of all decisions that is learned from."""
BATCH = 4096
RATE = 1e-3
CLIP = 0.2
PASSES = 2


class Policy:
    """Scores of legal actions: one hidden layer, and a vector for each entry of the head."""

    def __init__(self, inputs: int, entries: int, seed: int = 0) -> None:
        chance = np.random.default_rng(seed)
        self.weights: dict[str, Any] = {
            "into": chance.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            "level": np.zeros(HIDDEN, np.float32),
            "entry": chance.normal(0, 0.01, (entries, HIDDEN)).astype(np.float32),
            "usual": np.zeros(entries, np.float32),
        }

    def hidden(self, seen: Any) -> Any:
        """What the hidden layer makes of encoded positions."""
        inputs = seen.astype(np.float32) / 255
        return np.maximum(inputs @ self.weights["into"] + self.weights["level"], 0)

    def chances(self, hidden: Any, rows: Any, entries: Any, details: Any) -> Any:
        """The chance of each action; `rows` says which position it belongs to, in order."""
        vectors, usual = self.weights["entry"], self.weights["usual"]
        scores = np.einsum("ij,ij->i", hidden[rows], vectors[entries] + vectors[details])
        scores += usual[entries] + usual[details]
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        counts = np.diff(starts, append=len(rows))
        powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), counts))
        return powers / np.repeat(np.add.reduceat(powers, starts), counts)

    def save(self, path: Path) -> None:
        """With the version of the encoding, without which the weights mean nothing."""
        np.savez(path, version=ENCODING_VERSION, **self.weights)

    @staticmethod
    def load(path: Path) -> Policy:
        """What `save` has written."""
        found = np.load(path)
        if found["version"] != ENCODING_VERSION:
            raise ValueError(f"{path} is for version {found['version']} of the encoding")
        policy = Policy(len(found["into"]), len(found["entry"]))
        policy.weights = {name: found[name] for name in policy.weights}
        return policy


class PolicyBot:
    """Plays what the policy thinks best."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def decide(self, view: Any, legal_actions: Any) -> Any:
        """The legal action with the greatest chance."""
        state = view.game().state
        seen = np.frombuffer(Encoder(state.rules).encoded(state, state.actor), np.uint8)
        head, first = Head(state.rules.table), first_nation(state)
        pairs = np.array([head.entries(action.id, first) for action in legal_actions])
        rows = np.zeros(len(pairs), np.intp)
        hidden = self._policy.hidden(seen[None])
        return legal_actions[int(self._policy.chances(hidden, rows, *pairs.T).argmax())]


def chosen_at_random(chances: Any, rows: Any, count: int, chance: np.random.Generator) -> Any:
    """One action for each position, as places in the list of all."""
    sums = np.cumsum(chances, dtype=np.float64)
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    before = sums[starts] - chances[starts]
    places = np.searchsorted(sums, before + chance.random(count))
    return np.clip(places, starts, np.append(starts[1:], len(rows)) - 1)


class Learner:
    """Remembers some decisions until their games end, and learns from them."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.ready: list[tuple[Any, ...]] = []
        self._moments = {name: [0 * w, 0 * w] for name, w in policy.weights.items()}
        self._steps = 0

    def add(self, decisions: list[tuple[Any, ...]], rewards: Any) -> None:
        """Decisions of a finished game, each with the seat that took it."""
        self.ready += [(*rest, rewards[seat]) for *rest, seat in decisions]
        if len(self.ready) >= BATCH:
            for _ in range(PASSES):
                self.learn()
            self.ready = []

    def learn(self) -> None:
        """Makes what went well more likely, but not by much at once (as PPO does)."""
        seen = np.stack([one[0] for one in self.ready])
        counts = np.array([len(one[1]) for one in self.ready])
        rows = np.repeat(np.arange(len(counts)), counts)
        entries = np.concatenate([one[1] for one in self.ready])
        details = np.concatenate([one[2] for one in self.ready])
        chosen = np.cumsum(counts) - counts + np.array([one[3] for one in self.ready])
        before = np.array([one[4] for one in self.ready])
        worth = np.array([one[5] for one in self.ready], np.float32)
        worth /= worth.std() + 1e-6
        hidden = self.policy.hidden(seen)
        chances = self.policy.chances(hidden, rows, entries, details)
        ratio = chances[chosen] / before
        worth = worth * ratio * np.where(worth > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        slopes = -chances * worth[rows]
        slopes[chosen] += worth
        self._climb(seen, hidden, rows, entries, details, slopes / len(counts))

    def _climb(
        self, seen: Any, hidden: Any, rows: Any, entries: Any, details: Any, slopes: Any
    ) -> None:
        weights = self.policy.weights
        vectors = weights["entry"]
        up = {name: np.zeros_like(weight) for name, weight in weights.items()}
        for places in (entries, details):
            np.add.at(up["entry"], places, hidden[rows] * slopes[:, None])
            np.add.at(up["usual"], places, slopes)
        back = np.zeros_like(hidden)
        np.add.at(back, rows, (vectors[entries] + vectors[details]) * slopes[:, None])
        back *= hidden > 0
        up["into"] = (seen.astype(np.float32) / 255).T @ back
        up["level"] = back.sum(0)
        self._steps += 1
        for name, slope in up.items():  # Adam
            first, second = self._moments[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            size = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            weights[name] += RATE * first / (1 - 0.9**self._steps) / size


def legal_of(env: VectorEnv) -> tuple[Any, Any, Any, Any]:
    """All legal actions in one list: positions, ids, entries, details."""
    width = env.counts.max()
    rows, columns = np.nonzero(np.arange(width) < env.counts[:, None])
    ids, entries = env.legal_ids[rows, columns], env.entries[rows, columns]
    return rows, ids, entries, env.details[rows, columns]


class SelfPlay:
    """Many games in which a policy plays all seats, and learns when they end."""

    def __init__(self, game: str, size: int = 256, seed: int = 1) -> None:
        self._env = env = VectorEnv(game, size, 4, seed=1000, max_turns=300, policy=True)
        self.policy = Policy(env.encoder.size, env.head.size, seed)
        self.games = 0
        self._learner, self._chance = Learner(self.policy), np.random.default_rng(seed)
        self._kept: list[list[tuple[Any, ...]]] = [[] for _ in range(size)]

    def step(self) -> None:
        """Plays one action in each game."""
        env, policy = self._env, self.policy
        rows, ids, entries, details = legal_of(env)
        chances = policy.chances(policy.hidden(env.observations), rows, entries, details)
        places = chosen_at_random(chances, rows, len(env), self._chance)
        starts = np.cumsum(env.counts) - env.counts
        for i in np.flatnonzero(self._chance.random(len(env)) < KEPT):
            legal = slice(starts[i], starts[i] + env.counts[i])
            seen, taken = env.observations[i].copy(), places[i] - starts[i]
            decided = (seen, entries[legal], details[legal], taken, chances[places[i]])
            self._kept[i].append((*decided, int(env.actors[i])))
        env.step(ids[places])
        for i in np.flatnonzero(env.ended):
            self._learner.add(self._kept[i], env.rewards[i])
            self._kept[i], self.games = [], self.games + 1


def train(game: str, minutes: float) -> Policy:
    """A policy that has played itself for some minutes."""
    play, until = SelfPlay(game), time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        play.step()
    print(f"learned from {play.games} games")
    return play.policy


def match(game: str, policy: Policy, games: int) -> float:
    """The win share of the policy in one seat, with three random players in the others."""
    env = VectorEnv(game, games, 4, seed=1, reward="win", max_turns=300, policy=True)
    chance, hero = np.random.default_rng(7), np.arange(games) % 4
    shares = np.full(games, np.nan)
    while np.isnan(shares).any():
        rows, ids, entries, details = legal_of(env)
        chances = policy.chances(policy.hidden(env.observations), rows, entries, details)
        equal = np.repeat(1 / env.counts, env.counts)
        ours = (env.actors == hero)[rows]
        places = chosen_at_random(np.where(ours, chances, equal), rows, games, chance)
        env.step(ids[places])
        first = env.ended & np.isnan(shares)
        shares[first] = env.rewards[first, hero[first]] + 0.25
    return float(shares.mean())


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="A small policy that learns by playing itself.")
    parser.add_argument("command", choices=["train", "match"])
    parser.add_argument("weights", type=Path)
    parser.add_argument("--game", default="imperial2030")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=400)
    options = parser.parse_args()
    if options.command == "train":
        train(options.game, options.minutes).save(options.weights)
    share = match(options.game, Policy.load(options.weights), options.games)
    print(f"wins {share:.2f} of its games against three random players; chance is 0.25")


if __name__ == "__main__":
    main()
