"""Whether environments have hints to give, for the curricula that give them."""

from __future__ import annotations

from collections.abc import Sequence

from ... import registry
from .base import Arm

_LOOKED_AT = 3
"""Tasks of an arm that are drawn to see whether any of them has a hint."""


def refuse_without_hints(curriculum: str, arms: Sequence[Arm]) -> None:
    """Look at one arm of each environment.

    Environments that the registry does not know are an outside trainer's own, and its business.

    Raises:
        ValueError: if there is an environment whose tasks have no hint short of the answer.
    """
    first: dict[str, Arm] = {}
    for arm in arms:
        try:
            spec = registry.get(arm.env)
        except registry.UnknownEnvironment:
            continue
        if arm.level in spec.levels:
            first.setdefault(spec.id, arm)
    bare = sorted(name for name, arm in first.items() if not _gives_hints(arm))
    if bare:
        raise ValueError(
            f"{curriculum} gives hints, and {', '.join(bare)} {'has' if len(bare) == 1 else 'have'} none short of the "
            "answer; leave them out, or take a curriculum without hints, such as frontier"
        )


def _gives_hints(arm: Arm) -> bool:
    from ...envs.hints import NoHints  # an environment needs Gymnasium, which an outside trainer may do without
    from ...envs.make import make_env

    env = make_env(arm.env, level=arm.level, params=dict(arm.params), hints=True)
    for seed in range(_LOOKED_AT):
        env.reset(seed=seed)
        try:
            if env.hint(0.99):
                return True
        except NoHints:
            return False
    return False
