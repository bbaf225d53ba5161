"""Both games for programs that learn: PettingZoo environments, and many games side by side.

The environments themselves are `imperial_v0` and `imperial2030_v0`; only these need PettingZoo,
everything else here needs NumPy alone.
"""

from rondel.envs.extra import MISSING

try:
    import numpy as numpy
except ModuleNotFoundError:
    raise ModuleNotFoundError(MISSING, name="numpy") from None

from rondel.envs.batch import Batch
from rondel.envs.observations import Block, Observer, layout
from rondel.envs.rewards import REWARDS, rewards_of

__all__ = ["REWARDS", "Batch", "Block", "Observer", "layout", "rewards_of"]
