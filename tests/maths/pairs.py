"""The pairs of a gold, a response and whether the response is right: the exam of the mathematical verifier.

Each file of ``pairs/`` is one category: a list of rows ``[gold, response, right]``, with the keyword arguments of
`check` as an optional fourth element. A side may be a list of pieces, each a text or ``[text, times]``, so that a
long one takes one line. Labels were decided by mathematics, and by what a careful grader would say who knows the
gold alone; what such graders would disagree about is left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "pairs"
CATEGORIES = (
    "fraction",
    "decimal",
    "percent",
    "set",
    "list",
    "tuple",
    "interval",
    "matrix",
    "equation",
    "inequality",
    "radical",
    "scientific",
    "plusminus",
    "text",
    "multiple_choice",
    "mixed_number",
    "thousands",
    "repeating_decimal",
    "complex",
    "algebra",
    "units",
    "ratio_base_time",
    "unicode",
    "extract_boxed",
    "extract_phrase",
    "hedge",
    "master_key",
    "undefined",
    "hostile",
)


@dataclass(frozen=True, slots=True)
class Pair:
    """One question of the exam.

    Attributes:
        category: the name of its file.
        gold: the reference answer.
        response: what a model wrote, whole or only the answer.
        right: whether a careful grader accepts it.
        options: keyword arguments of `check`.
    """

    category: str
    gold: str
    response: str
    right: bool
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        options = f" {dict(self.options)}" if self.options else ""
        return f"{self.category}: gold {brief(self.gold)}, response {brief(self.response)}{options}"

    @property
    def key(self) -> str:
        """A short name that stays the same when rows are added or moved."""
        text = "\0".join((self.category, self.gold, self.response, repr(dict(self.options))))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def brief(text: str) -> str:
    """A text as it can be printed anywhere: escaped, and cut in the middle where it is long."""
    shown = ascii(text if len(text) <= 300 else f"{text[:120]} ({len(text)} characters) {text[-40:]}")
    return shown.replace("\\\\", "\\")


@cache
def load(category: str) -> tuple[Pair, ...]:
    """The pairs of one category, in the order of its file; ValueError if a row is malformed."""
    # The fast loader, where there is one, cannot read escaped surrogates; only one file has any.
    loader = yaml.SafeLoader if category == "hostile" else getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    rows = yaml.load((FOLDER / f"{category}.yaml").read_text(encoding="utf-8"), loader)
    return tuple(_pair(category, row) for row in rows)


def all_pairs() -> Iterator[Pair]:
    """Every pair, category by category."""
    for category in CATEGORIES:
        yield from load(category)


def _pair(category: str, row: list[Any]) -> Pair:
    if not isinstance(row, list) or len(row) not in (3, 4) or row[2] not in (0, 1):
        raise ValueError(f"{category}: a row is [gold, response, 1 or 0] and maybe options, not {row!r}")
    options = row[3] if len(row) == 4 else {}
    if not isinstance(options, dict):
        raise ValueError(f"{category}: options are a mapping, not {options!r}")
    return Pair(category, _text(row[0]), _text(row[1]), bool(row[2]), options)


def _text(side: str | list[Any]) -> str:
    if isinstance(side, str):
        return side
    return "".join(piece if isinstance(piece, str) else piece[0] * piece[1] for piece in side)
