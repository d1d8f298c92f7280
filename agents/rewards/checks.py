"""Values of a configuration that are checked once, with errors that name the value and the fix."""

from __future__ import annotations

from math import isfinite


def number(name: str, value: object, low: float, high: float) -> float:
    """`value`, if it is a number in ``[low, high]``.

    Raises:
        ValueError: if it is not.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f"{name} must be a number, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} must be between {low:g} and {high:g}, not {value!r}")
    return value


def one_of(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """Raise ValueError unless `value` is one of `allowed`."""
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, not {value!r}")
