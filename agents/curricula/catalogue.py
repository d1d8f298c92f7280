"""All curricula by name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from .band import Band
from .base import Arm, Curriculum
from .dars import Dars
from .dump import Dump
from .frontier import Frontier
from .hints import Hints
from .irt import Irt
from .ladder import Ladder
from .progress import Progress
from .replay import Replay
from .sec import Sec
from .stairs import Stairs
from .uniform import Uniform
from .weighted import Weighted
from .wrapper import Wrapper

CURRICULA: dict[str, type[Weighted] | type[Wrapper]] = {
    "uniform": Uniform,
    "ladder": Ladder,
    "band": Band,
    "dump": Dump,
    "sec": Sec,
    "progress": Progress,
    "irt": Irt,
    "frontier": Frontier,
    "staircase": Stairs,
    "dars": Dars,
    "replay": Replay,
    "hints": Hints,
}
"""The last three stand around another curriculum, which the option ``inner`` names."""


def make_curriculum(name: str, arms: Sequence[Arm], **options: Any) -> Curriculum:
    """A new curriculum.

    Args:
        name: one of `CURRICULA`.
        arms: what it chooses from.
        **options: see the class. A wrapper (``dars``, ``replay``, ``hints``) takes as ``inner`` a curriculum over the
            same arms or the name of one, ``frontier`` if nothing is said, and as ``inner_options`` that one's options.

    Raises:
        ValueError: if there is no such curriculum or no such option, or a value makes no sense.
    """
    kind = CURRICULA.get(name)
    if kind is None:
        near = get_close_matches(name, CURRICULA, n=1, cutoff=0.4)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"there is no curriculum {name!r}{hint} There are {', '.join(CURRICULA)}.")
    known = set(inspect.signature(kind).parameters) - {"arms"}
    if issubclass(kind, Wrapper):
        known |= {"inner_options"}
    for option in options:
        if option not in known:
            near = get_close_matches(option, known, n=1, cutoff=0.4)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ValueError(
                f"{name} has no option {option!r}{hint} It has {', '.join(sorted(known)) or 'none'}."
            )
    if issubclass(kind, Wrapper):
        return kind(
            arms, _inner(arms, options.pop("inner", "frontier"), options.pop("inner_options", {})), **options
        )
    return kind(arms, **options)


def _inner(arms: Sequence[Arm], inner: str | Curriculum, options: Mapping[str, Any]) -> Curriculum:
    if isinstance(inner, str):
        return make_curriculum(inner, arms, **options)
    if options:
        raise ValueError("inner_options need the name of an inner curriculum, not a curriculum")
    return inner
