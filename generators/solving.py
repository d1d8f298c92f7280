"""The second way to an answer: what every ``<task>_solver.py`` is made of.

A solver sees the facts of a problem and finds the value by another method than the generator's maker; it shares
neither code nor tables with it. The registry's field ``solver`` names ``confirms(payload, answer) -> bool``, and the
conformance suite asks it about every answer of which the verifier has an opinion. Where a problem has one value,

    def solve(problem): ...

    confirms = confirming(solve)

is all there is to write; where many answers are right, `confirms` is written out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .base import Json
from .readers import value_as

Solve = Callable[[Mapping[str, Json]], Any]
Confirms = Callable[[Mapping[str, Json], str], bool]


def confirming(solve: Solve, read: Callable[[str], Any] | None = None) -> Confirms:
    """The check of a bare answer against the value that `solve` finds for ``payload["problem"]``.

    Args:
        solve: from the problem's facts to the value, as the reader of its kind gives it (see `readers.value_as`).
        read: another reader of answers; None stands for an answer that has no value.
    """

    def confirms(payload: Mapping[str, Json], answer: str) -> bool:
        given = value_as(payload["gold"], answer) if read is None else read(answer)
        return given is not None and bool(given == solve(payload["problem"]))

    return confirms
