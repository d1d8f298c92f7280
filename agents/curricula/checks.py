"""What curricula refuse: arms without distinct names, states of other arms, settings out of range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .base import Arm


def arms_by_name(arms: Sequence[Arm]) -> dict[str, Arm]:
    """Arms by their names, in their order.

    Raises:
        ValueError: if there is no arm, or two have one name.
    """
    named = {arm.name: arm for arm in arms}
    if not named:
        raise ValueError("a curriculum needs at least one arm, such as Arm('sudoku', 1)")
    if len(named) < len(arms):
        names = [arm.name for arm in arms]
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"arms are distinguished by name, but more than one is called {', '.join(twice)}")
    return named


def check_state(state: Mapping[str, Any], curriculum: str, arms: Mapping[str, Arm]) -> None:
    """Make sure that a state is of this curriculum and of these arms.

    Raises:
        ValueError: if it is not.
    """
    if state.get("curriculum") != curriculum:
        raise ValueError(f"the state is of the curriculum {state.get('curriculum')!r}, not {curriculum!r}")
    saved = set(state.get("arms", ()))
    if saved != set(arms):
        unknown, missing = sorted(saved - set(arms)), sorted(set(arms) - saved)
        raise ValueError(
            f"the state is of other arms: unknown here {unknown}, missing there {missing}; "
            "make the curriculum with the arms of the run it came from"
        )


def check_share(name: str, value: float) -> float:
    """`value`, which must be in [0, 1].

    Raises:
        ValueError: if it is not.
    """
    if not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise ValueError(f"{name} must be in [0, 1], not {value!r}")
    return value


def check_positive(name: str, value: float) -> float:
    """`value`, which must be above zero.

    Raises:
        ValueError: if it is not.
    """
    if not isinstance(value, int | float) or not value > 0.0:
        raise ValueError(f"{name} must be above 0, not {value!r}")
    return value
