r"""Equations solved step by step with nothing around them: one a line, joined by arrows, or rows of an ``align``.

``2x = 26 ⇒ x = 13`` ends in 13. The last step counts if it is solved for a letter of the step before it, and that step
is no other solution ("x = 5" and below it "x = 7" are candidates); of a display, its last row, which begins with a sign
of equality.
"""

from __future__ import annotations

import re

from . import phrases

_STEP = re.compile(
    r"\n+|\u21d2|\u27f9|\u2192|=>|\\(?:implies|Rightarrow|Longrightarrow|iff|Leftrightarrow)(?![a-z])|\u21d4|(?:\\\\)"
)
_LONGEST, _MOST_STEPS = 1200, 20
_RELATION = re.compile(r"[=<>\u2264\u2265]|\\(?:leq?|geq?|lt|gt)(?![a-z])")
_WORD = re.compile(r"(?<![\\A-Za-z])(?!(?:or|and|sin|cos|tan|log|ln|exp|pi|mod|sqrt)\b)[A-Za-z]{2,}")
_SOLVED = re.compile(
    r"(?P<name>[a-z])\s*(?:[=<>\u2264\u2265]|\\(?:leq?|geq?|lt|gt)(?![a-z]))\s*(?P<value>[^=<>\u2264\u2265]{1,80}?)"
    r"(?P<more>(?:,|,? or|,? and|\s*\\(?:text|mathrm)\{ ?or ?\}|\s*\\(?:lor"
    r"|vee))\s*(?P=name)\s*=\s*[^=<>]{1,60}?){0,5}"
)
_FOUND = re.compile(r"[-+\u2212\u00b1]?\s?\d[\d.,/]*")
_DRESS = re.compile(r"^\$\$?|\$\$?$|^\\[(\[]|\\[)\]]$|\\(?:quad|qquad|;|,|displaystyle)|&")
_DISPLAY = re.compile(
    r"(?:\$\$|\\\[)?\s*(?P<rows>\\begin\{(?P<kind>align|aligned|equation|gather|gathered|split"
    r"|eqnarray)\*?\}.{3,1000}?"
    r"\\end\{(?P=kind)\*?\})\s*(?:\$\$|\\\])?[.\s]*",
    re.DOTALL,
)


def chain_end(text: str) -> str | None:
    """The last step of a text that is nothing but a chain of relations; None if it is something else."""
    said = text.strip()
    if not 5 <= len(said) <= _LONGEST or _RELATION.search(said) is None:
        return None
    if (display := _DISPLAY.fullmatch(said)) is not None:
        return _of_display(display["rows"])
    steps = [_DRESS.sub("", part.strip(" \t.,;")).strip(" \t.,;") for part in _STEP.split(said)]
    steps = [_DRESS.sub("", step).strip() for step in steps if step]
    if not 2 <= len(steps) <= _MOST_STEPS or any(map(_WORD.search, steps)):
        return None
    solved = _solved(steps[-1])
    if solved is None or not all(map(_RELATION.search, steps)):
        return None
    before = steps[-2]
    other = _solved(before)
    if other is not None and _FOUND.fullmatch(other["value"].strip()) and other["name"] == solved["name"]:
        return None
    others = {found["name"] for step in steps[:-1] if (found := _solved(step)) is not None}
    if others - {solved["name"]} or not re.search(rf"(?<![A-Za-z\\]){solved['name']}(?![A-Za-z])", before):
        return None
    return steps[-1]


def _solved(step: str) -> re.Match[str] | None:
    """The step as a relation solved for a letter; None if it is none."""
    found = _SOLVED.fullmatch(step)
    if found is None or re.search(rf"(?<![A-Za-z\\]){found['name']}(?![A-Za-z])", found["value"]):
        return None
    return found


def _of_display(rows: str) -> str | None:
    """The right sides of a display whose rows all go on with the first one, joined, so that they must be equal."""
    environment = phrases.ALIGNED.fullmatch(rows.strip())
    if environment is None or re.search(r"\\(?:text|n?eq)(?![a-z])|[<>?]", rows):
        return None
    lines = [line.strip().rstrip(".,") for line in environment.group(1).split("\\\\") if line.strip()]
    left, sign, first = lines[0].partition("&")
    going_on = [line.lstrip("& ").strip() for line in lines[1:]]
    if not going_on or not sign or not left.strip() or not first.strip().startswith("="):
        return None
    if not all(line.startswith("=") and "&" not in line for line in going_on):
        return None
    return " ".join([first.strip().removeprefix("="), *going_on]).strip()


__all__ = ["chain_end"]
