"""The verifier of tasks whose answer is one typed value.

The payload's ``gold`` holds the reference and how it is compared: ``text``, ``kind``, and optionally ``require``
(forms, see `forms.FORMS`), ``tolerance`` (a number's text, or an object with ``relative``), ``base_named``,
``require_unit``, and ``units``, the units that the question names: one of them may stand beside a number, and no
other; and ``digits`` where a number in words will not do.
Numbers must be worked out: a calculation is not taken for its result.

The front end (`rlvr.verifiers.answers`) takes off what stands around the value; the engine reads what is left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers import plain
from ..answers.residues import without_modulus
from ..answers.typed import value_text
from ..base import Verdict, unparsable
from .gold import Gold, compiled

_WORKED_OUT = frozenset(
    ("rational", "decimal", "complex", "quantity", "list", "set", "multiset", "tuple", "matrix")
)


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer` against ``payload["gold"]``."""
    gold = payload["gold"]
    if gold.get("digits") and not any(map(str.isdigit, answer)):
        return unparsable("Give the number in digits.")
    if gold["kind"] == "integer" and "mod" in answer and (modulus := _modulus(payload)):
        answer = without_modulus(plain(answer), modulus)
    asked = str(payload.get("problem", {}).get("expression", ""))
    text = value_text(answer, gold["kind"], gold.get("units", ()), gold["text"], asked)
    return reference(gold).verify(text)


_RESIDUES = frozenset(("power", "sum", "tower", "inverse", "linear", "root"))
"""Kinds whose remainders are those on division by ``m``."""


def _modulus(payload: Mapping[str, Any]) -> int:
    """By what a question divides that asks for a remainder; 0 for any other question."""
    problem = payload.get("problem", {})
    found = problem.get("mod") or problem.get("modulus")
    if "reduced" in payload["gold"].get("require", ()) and problem.get("kind") in _RESIDUES:
        found = problem.get("m")
    return found if isinstance(found, int) else 0


_FRACTION = re.compile(r"(-?)([0-9]+)/([0-9]+)")


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer, of whatever kind it is."""
    forms = [f" {answer}\n", f"${answer}$", f"\\({answer}\\)", f"{answer}.", f"**{answer}**", f"`{answer}`"]
    if "-" in answer:
        forms.append(answer.replace("-", "\u2212"))
    if match := _FRACTION.fullmatch(answer):
        sign, top, bottom = match.groups()
        forms += [
            f"{sign}\\frac{{{top}}}{{{bottom}}}",
            f"\\frac{{{sign}{top}}}{{{bottom}}}",
            f"{sign}{top} / {bottom}",
        ]
    return forms


def reference(gold: Mapping[str, Any]) -> Gold:
    """The compiled reference that a payload describes."""
    tolerance = gold.get("tolerance")
    if isinstance(tolerance, Mapping):
        ((name, value),) = tolerance.items()
        tolerance = (str(name), str(value))
    elif tolerance is not None:
        tolerance = str(tolerance)
    require = tuple(gold.get("require", ()))
    if not require:
        require = (
            ("integer",) if gold["kind"] == "integer" else ("evaluated",) if gold["kind"] in _WORKED_OUT else ()
        )
    return compiled(
        gold["text"],
        gold["kind"],
        tolerance,
        require,
        bool(gold.get("base_named")),
        bool(gold.get("require_unit")),
    )
