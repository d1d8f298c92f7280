"""From an id to an environment: the entry point that Gymnasium calls for every id of the registry."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from .. import registry
from ..generators.base import Json
from ..spec import TaskSpec, resolve
from .base import TextEnv
from .game import Game, GameEnv
from .single_turn import SingleTurnEnv
from .tool import Toolbox, ToolEnv


def make_env(env_id: str, **options: Any) -> TextEnv:
    """The environment of an id or short name; see `TextEnv` and its subclasses for the options.

    Raises:
        UnknownEnvironment: if there is no such entry.
        TypeError: if an option does not exist; the message names the nearest one and lists those that do.
        ValueError: if an option's value is not valid.
    """
    spec = registry.get(env_id)
    maker = _maker(spec)
    _check(spec, maker, options)
    made = maker(spec, **options)
    if not isinstance(made, TextEnv):
        raise TypeError(f"{spec.env} of {spec.id} is neither a Game nor a Toolbox, and makes no TextEnv")
    made.played_with = _options_of(maker, options)
    return made


NOT_TOLD = frozenset(
    {"level", "params", "kinds", "difficulty", "split", "marker", "time_limit", "hints", "render_mode"}
)
"""Options that a task's id does not carry: it says them itself, or they change neither prompt nor pay."""


def _options_of(maker: Callable[..., Any], options: Mapping[str, Any]) -> dict[str, Json]:
    """The options that become part of a task's id: those that differ from what an environment does without them."""
    usual = _usual(maker)
    return {
        name: value
        for name, value in options.items()
        if name not in NOT_TOLD and (name not in usual or usual[name] != value)
    }


@cache
def _usual(maker: Callable[..., Any]) -> dict[str, Any]:
    """What the options are that nobody gives."""
    found: dict[str, Any] = {}
    for cls in maker.__mro__ if isinstance(maker, type) else ():
        for each in inspect.signature(vars(cls).get("__init__", lambda: None)).parameters.values():
            if each.kind is inspect.Parameter.KEYWORD_ONLY:
                found.setdefault(each.name, each.default)
    return found


def check_options(env_id: str, options: Iterable[str]) -> None:
    """Look at the names of an environment's options without making it.

    Raises:
        UnknownEnvironment: if there is no such entry.
        TypeError: if an option does not exist; the message names the nearest one and lists those that do.
    """
    spec = registry.get(env_id)
    _check(spec, _maker(spec), options)


def options_of(maker: Callable[..., Any]) -> list[str] | None:
    """The options of an environment class with those of its bases, or of a function; None if it takes any."""
    if not isinstance(maker, type):
        names, more = _keywords(maker)
        return None if more else names
    found: list[str] = []
    for cls in maker.__mro__:
        if "__init__" not in vars(cls):
            continue
        names, more = _keywords(vars(cls)["__init__"])
        found += [name for name in names if name not in found]
        if not more or cls is TextEnv:
            return found
    return None


def _keywords(function: Callable[..., Any]) -> tuple[list[str], bool]:
    """The keyword parameters of a function, and whether it passes others on."""
    parameters = inspect.signature(function).parameters.values()
    names = [each.name for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY]
    return names, any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters)


def target_of(env_id: str) -> Callable[..., Any]:
    """What makes the environment of an id: a class of environments, or a function."""
    return _maker(registry.get(env_id))


def _maker(spec: TaskSpec) -> Callable[..., Any]:
    """What makes the environment of an entry, called with the entry and the options."""
    if spec.env == "single":
        return SingleTurnEnv
    target: Callable[..., Any] = resolve(spec.env)
    if isinstance(target, type) and issubclass(target, Game):
        return GameEnv
    if isinstance(target, type) and issubclass(target, Toolbox):
        return ToolEnv
    return target


def _check(spec: TaskSpec, maker: Callable[..., Any], options: Iterable[str]) -> None:
    known = options_of(maker)
    if known is None:
        return
    refused = getattr(maker, "not_options", ())  # names that only exist to say what to give instead
    allowed = sorted(name for name in known if name not in refused)
    for name in options:
        if name not in known:
            near = difflib.get_close_matches(name, allowed, n=1, cutoff=0.5)
            hint = f"; did you mean {near[0]!r}?" if near else ";"
            raise TypeError(f"{spec.id} has no option {name!r}{hint} It has {', '.join(allowed)}")
