"""Whole outputs of reasoning models, by category, as rows or as templates that are read with several answers.

A file of ``outputs/`` is ``rows`` (reference, response, 1 or 0, and maybe options of `check`), or ``answers`` (the
reference, how it is written, another value), ``heads`` and the templates ``right`` and ``wrong``, in which ``<a>``
stands for the answer and ``<b>`` for the other value.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml
from pairs import Pair

FOLDER = Path(__file__).parent / "outputs"
CATEGORIES = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


@cache
def load(category: str) -> tuple[Pair, ...]:
    """The pairs of one category."""
    found = yaml.safe_load((FOLDER / f"{category}.yaml").read_text(encoding="utf-8"))
    return tuple(_pairs(category, found))


def _pairs(category: str, found: dict[str, list]) -> Iterator[Pair]:  # type: ignore[type-arg]
    for gold, response, label, *options in found.get("rows", ()):
        yield Pair(category, gold, response, bool(label), options[0] if options else {})
    for gold, shown, other in found.get("answers", ()):
        for head in found["heads"]:
            for side in ("right", "wrong"):
                for template in found[side]:
                    text = (head + template).replace("<a>", shown).replace("<b>", other)
                    yield Pair(category, gold, text, side == "right")
