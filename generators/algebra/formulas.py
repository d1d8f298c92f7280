"""Formulas of this family, as prompts print them and as answers may be written, for solvers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..formula_reader import Notation, Tree, answered


def given(answer: str, names: Sequence[str], *, roots: bool = False) -> Tree | None:
    """The tree of a bare answer in one-letter names; with `roots` it may hold ``sqrt(...)``. None if it is none."""
    return answered(answer, _notation(tuple(names), roots))


@lru_cache(maxsize=256)
def shown(text: str, *names: str, roots: bool = False) -> Tree | None:
    """The tree of a formula that a prompt prints."""
    return given(text, names, roots=roots)


@lru_cache(maxsize=64)
def _notation(names: tuple[str, ...], roots: bool) -> Notation:
    return Notation(
        names=names,
        functions=("sqrt",) if roots else (),
        any_case=True,
        many_signs=True,
        max_divisions=64,
    )
