"""Readers of bare answers for the second checks of this family: strict, linear, total, apart from the verifiers."""

from __future__ import annotations

import re

_INTEGER = re.compile(r"[+-]?(?:[0-9]{1,1000}|[0-9]{1,3}(?:,[0-9]{3}){1,300})")


def integer(answer: str) -> int | None:
    """The one integer that `answer` is, thousands perhaps set off by commas; None for anything else."""
    text = answer.strip()
    text = text.removesuffix(".")
    return int(text.replace(",", "")) if _INTEGER.fullmatch(text) else None


def integers(answer: str) -> list[int] | None:
    """The integers that `answer` lists between commas, perhaps in brackets; None for anything else."""
    text = answer.strip().removesuffix(".").strip()
    if len(text) > 1 and (text[0], text[-1]) in {("[", "]"), ("(", ")"), ("{", "}")}:
        text = text[1:-1]
    values = []
    for piece in text.split(","):
        if not re.fullmatch(r"\s*[+-]?[0-9]{1,1000}\s*", piece):
            return None
        values.append(int(piece))
    return values
