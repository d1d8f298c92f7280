"""The types within a program: of expressions, of the names that a step binds, and of what a step makes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ...base import Json
from .language import Step, element, match
from .list_steps import LIST_STEPS
from .other_steps import OTHER_STEPS
from .scalars import SCALARS

STEPS: dict[str, Step] = LIST_STEPS | OTHER_STEPS
Env = Mapping[str, str]


def type_of(expression: Json, env: Env) -> str:
    """The type of an expression among names of known types."""
    head = expression[0]
    if head == "var":
        return env[expression[1]]
    if head == "int":
        return "int"
    if head == "text":
        return "str"
    if head == "empty":
        return "list[int]"
    if head == "if":
        return type_of(expression[2], env)
    if head in ("and", "or", "not"):
        return "bool"
    return SCALARS[head].gives


def bound(binder: str, names: list[str], kind: str) -> dict[str, str]:
    """The types of the names that a step on a value of type `kind` binds for a function."""
    return dict(zip(names, _inside(binder, kind), strict=True))


@lru_cache(maxsize=512)
def _inside(binder: str, kind: str) -> tuple[str, ...]:
    """The types of what a function of a step is given."""
    inner = element(kind)
    return {
        "x": (inner or kind,),
        "i": ("int",),
        "ix": ("int", inner),
        "pq": (inner, inner),
        "ax": ("int", inner),
        "kv": ("str", inner),
        "tx": ("int", "int"),
        "txn": ("int", "int", "int"),
        "vc": ("int", "list[int]"),
    }[binder]


def after(step: Json, kind: str, env: Env) -> str:
    """The type of what `step` makes of a value of type `kind`."""
    row = STEPS[step[0]]
    inner = match(row.takes, kind, row.of)
    assert inner is not None, (step[0], kind)
    gives = row.gives.replace("T", inner)
    for spec, argument in zip(row.args, step[1:], strict=True):
        binder, _, want = spec.partition(":")
        if binder == "steps":
            gives = gives.replace("R", after_all(argument[1], steps_on(kind), env))
        elif want and "U" in gives:
            _, names, body = argument
            gives = gives.replace("U", type_of(body, {**env, **bound(binder, names, kind)}))
    return gives


def steps_on(kind: str) -> str:
    """The type of what the steps within a step on a value of type `kind` work on."""
    return element(kind)


def after_all(steps: Json, kind: str, env: Env) -> str:
    """The type of what several steps make."""
    for step in steps:
        kind = after(step, kind, env)
    return kind
