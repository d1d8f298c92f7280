"""Nested dataclasses from nested mappings and ``key=value`` settings, with every key and type checked.

What is not known is refused with the nearest name, so that a misspelt setting never passes unnoticed.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import yaml


def with_settings(values: dict[str, Any], settings: Sequence[str]) -> dict[str, Any]:
    """Nested `values`, changed by settings such as ``sampling.temperature=0.8``.

    Raises:
        ValueError: if a setting is not of that form, or its value is not YAML.
    """
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise ValueError(f"{setting!r} is not a setting; one looks like sampling.temperature=0.8")
        try:
            value = yaml.safe_load(text)
        except yaml.YAMLError as error:
            reason = " ".join(str(error).split())
            raise ValueError(f"{setting!r}: the value is not YAML: {reason}") from None
        _set(values, key.strip(), value)
    return values


def _set(values: dict[str, Any], key: str, value: Any) -> None:
    *path, last = key.split(".")
    for part in path:
        values = values.setdefault(part, {})
        if not isinstance(values, dict):
            raise ValueError(f"{key!r}: {part!r} holds a value, not settings")
    values[last] = value


def build(kind: Any, values: Any, where: str, default: Any = None) -> Any:
    """A dataclass of `kind` from a mapping; what that leaves out is as in `default`. `where` names it in errors."""
    if not isinstance(values, Mapping):
        raise ValueError(f"{where or 'the configuration'} must be a mapping, not {values!r}")
    hints = get_type_hints(kind)
    known = {each.name for each in fields(kind)}
    for key in values:
        if key not in known:
            near = get_close_matches(str(key), known, n=1)
            suggestion = (
                f"; did you mean {where + near[0]!r}?" if near else f"; there are {', '.join(sorted(known))}"
            )
            raise ValueError(f"unknown setting {f'{where}{key}'!r}{suggestion}")
    # A part of the configuration may have defaults of its own here: those of the parts' classes are for others.
    own = {
        each.name: getattr(default, each.name) if default else each.default_factory()
        for each in fields(kind)
        if is_dataclass(hints[each.name]) and each.default_factory is not dataclasses.MISSING
    }
    found = {key: _value(hints[key], value, f"{where}{key}", own.get(key)) for key, value in values.items()}
    return kind(**found) if default is None else dataclasses.replace(default, **found)


def _value(hint: Any, value: Any, where: str, default: Any = None) -> Any:
    """`value` as `hint` asks for it: numbers may be whole where floats are wanted, lists stand for tuples."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        if value is None and type(None) in arguments:
            return None
        return _value(next(each for each in arguments if each is not type(None)), value, where)
    if is_dataclass(hint):
        if isinstance(value, hint):  # type: ignore[arg-type]
            return value
        return build(hint, value, f"{where}.", default)
    if origin is Literal:
        if value not in arguments:
            raise ValueError(f"{where} must be one of {', '.join(map(repr, arguments))}, not {value!r}")
        return value
    if origin is tuple:
        return _sequence(arguments, value, where)
    if origin is dict:
        if not isinstance(value, Mapping):
            raise ValueError(f"{where} must be a mapping, not {value!r}")
        return dict(value)
    if hint is Any:
        return tuple(value) if isinstance(value, list) else value
    if hint is float and isinstance(value, int | str) and not isinstance(value, bool):
        try:
            return float(value)  # YAML reads 1e-6 as text
        except ValueError:
            pass
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        raise ValueError(f"{where} must be {hint.__name__}, not {value!r}")
    return value


def _sequence(arguments: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if isinstance(value, Mapping):
        value = sorted(value.items())  # a table is a list of pairs
    if not isinstance(value, list | tuple):
        raise ValueError(f"{where} must be a list, not {value!r}")
    if arguments[-1] is Ellipsis:
        return tuple(_value(arguments[0], each, f"{where}[{i}]") for i, each in enumerate(value))
    if len(value) != len(arguments):
        raise ValueError(f"{where} must have {len(arguments)} entries, not {len(value)}")
    return tuple(_value(hint, each, where) for hint, each in zip(arguments, value, strict=True))
