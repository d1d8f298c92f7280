"""From an id to an environment: the entry point that Gymnasium calls for every id of the registry."""

from __future__ import annotations

from typing import Any

from .. import registry
from ..spec import resolve
from .base import TextEnv
from .game import Game, GameEnv
from .single_turn import SingleTurnEnv
from .tool import Toolbox, ToolEnv


def make_env(env_id: str, **options: Any) -> TextEnv:
    """The environment of an id or short name; see `TextEnv` and its subclasses for the options.

    Raises:
        UnknownEnvironment: if there is no such entry.
        TypeError: if an option does not exist; the message lists those that do.
        ValueError: if an option's value is not valid.
    """
    spec = registry.get(env_id)
    if spec.env == "single":
        return SingleTurnEnv(spec, **options)
    target = resolve(spec.env)
    if isinstance(target, type) and issubclass(target, Game):
        return GameEnv(spec, **options)
    if isinstance(target, type) and issubclass(target, Toolbox):
        return ToolEnv(spec, **options)
    made = target(spec, **options)
    if not isinstance(made, TextEnv):
        raise TypeError(f"{spec.env} of {spec.id} is neither a Game nor a Toolbox, and makes no TextEnv")
    return made
