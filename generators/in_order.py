"""Answers that are a sequence: words or signs in an order that the question fixes.

A maker puts ``in_order(...)`` into its facts, and the verifier `rlvr.verifiers.text.sequence` compares item by item;
where the answer is one typed value instead, ``typed(...)`` takes its place, so that one task may have questions of both
kinds. A solver finds the value from ``payload["problem"]`` and says ``confirms = confirming_any(solve)``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .base import Json
from .readers import bare, integer, integers
from .solving import Confirms, Solve


def in_order(
    problem: Mapping[str, Json],
    items: Sequence[str],
    *,
    signs: str = "",
    names: Sequence[str] = (),
    width: int = 0,
) -> dict[str, Json]:
    """The facts of a question that is answered by items in an order.

    Args:
        problem: the problem in values, for the solver.
        items: the right items; single signs if there are `signs`, else words without white space.
        signs: the signs that there are; white space and commas between them are not looked at, nor are capitals.
        names: to whom the items belong, in their order, where an answer may name them: ``Ann: kite, Bob: drum``.
        width: the length of the rows, where the signs are those of a board.
    """
    sequence: dict[str, Json] = {"items": list(items)}
    if signs:
        sequence["signs"] = signs
    if names:
        sequence["names"] = list(names)
    if width:
        sequence["width"] = width
    return {"problem": dict(problem), "sequence": sequence}


def typed(
    problem: Mapping[str, Json], text: str, kind: str = "integer", **more: Sequence[str]
) -> dict[str, Json]:
    """The facts of a question that is answered by one typed value, see `rlvr.verifiers.math.typed_value`.

    Args:
        problem: the problem in values, for the solver.
        text: the reference.
        kind: its kind.
        more: ``units`` that may stand behind a number, ``names`` of the parts of a list in their order, and
            ``others``, words with which the answer would be one to another question; lists of words each.
    """
    named: dict[str, Json] = {key: list(words) for key, words in more.items() if words}
    return {"problem": dict(problem), "gold": {"text": text, "kind": kind, **named}}


def confirming_any(solve: Solve) -> Confirms:
    """The check of a bare answer against what `solve` finds: an integer, a list of integers, or a list of items."""

    def confirms(payload: Mapping[str, Json], answer: str) -> bool:
        value = solve(payload["problem"])
        if "gold" in payload:
            return bool(_VALUES[payload["gold"]["kind"]](answer) == value)
        sequence = payload["sequence"]
        if (width := sequence.get("width", 0)) and not _has_rows(answer.replace(",", " "), width):
            return False
        return bool(read_items(answer, sequence.get("signs", ""), sequence.get("names", ())) == value)

    return confirms


def _has_rows(text: str, width: int) -> bool:
    """Whether lines, or else what stands between spaces, have so many signs each; signs of one line need no rows."""
    lines = [len("".join(line.split())) for line in text.split("\n") if line.strip()]
    pieces = [len(piece) for piece in text.split()]
    alone = len(lines) == 1 and (len(pieces) == 1 or set(pieces) == {1})
    return alone or set(lines) == {width} or set(pieces) == {width}


_VALUES = {"integer": integer, "list": integers, "tuple": integers}


_MOST_CHARS = 1 << 16
"""Of a sequence, which is read in one pass: far more than any verifier reads, and more than a number may have."""


def read_items(text: str, signs: str = "", names: Sequence[str] = ()) -> list[str] | None:
    """The items of a bare answer, in the letters of the reference; None if it has none."""
    text = bare(text, _MOST_CHARS)
    if signs and names and (held := _held(text, names)):
        return [item.upper() for item in held] if signs.isupper() else held
    if signs:
        letters = "".join(text.replace(",", " ").split())
        letters = letters.upper() if signs.isupper() else letters
        return list(letters) if letters and set(letters) <= set(signs) else None
    held = _held(text, names) if names else None
    return held or text.replace(",", " ").replace(":", " ").lower().split() or None


_PAIRS = re.compile(r"[,:=\s]+")


def _held(text: str, names: Sequence[str]) -> list[str] | None:
    """The items behind their names, in the order of the names; None if that is not how they are written."""
    words = _PAIRS.split(text.lower())
    order = [name.lower() for name in names]
    if len(words) != 2 * len(order) or set(words[::2]) != set(order):
        return None
    held = dict(zip(words[::2], words[1::2], strict=True))
    return [held[name] for name in order]
