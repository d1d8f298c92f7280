"""From trajectories to scores: shaping with laws, control rewards, noise, and its correction."""

from .base import Reward
from .compose import Composition
from .make import PARTS, REWARDS, make_reward

__all__ = ["PARTS", "REWARDS", "Composition", "Reward", "make_reward"]
