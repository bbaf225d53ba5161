"""Both games for programs that learn: PettingZoo environments, and many games side by side.

The environments themselves are `imperial_v1` and `imperial2030_v1` for PettingZoo and `seat` for
Gymnasium; everything else here needs NumPy alone.
"""

from rondel.envs.extra import MISSING

try:
    import numpy as numpy
except ModuleNotFoundError:
    raise ModuleNotFoundError(MISSING, name="numpy") from None

from rondel.envs.observations import Observer
from rondel.envs.rewards import REWARDS, rewards_of
from rondel.envs.vector import VectorEnv

__all__ = ["REWARDS", "Observer", "VectorEnv", "rewards_of"]
