"""Imperial as a PettingZoo environment.

The number in the name rises whenever the meaning of actions, observations or rewards changes.
"""

from __future__ import annotations

from typing import Any

from rondel.envs.aec import RondelEnv


def env(
    players: int = 4,
    options: dict[str, Any] | None = None,
    reward: str = "win",
    render_mode: str | None = None,
    rules_version: int | None = None,
    max_turns: int | None = None,
) -> RondelEnv:
    """A table of Imperial; `options` are those of the rules."""
    return RondelEnv("imperial", players, options, reward, render_mode, rules_version, max_turns)


raw_env = env
"""The same: the environment has no wrappers."""
