"""The verifier of questions about a database whose answer is a query, or one value: a number, a text, a date.

A payload with ``value`` asks for the value, ``{"kind": ..., "gold": ...}``; any other one has ``sql`` and is judged as
`rlvr.verifiers.sql.query` does. Rules for values:

* ``integer``: exactly the number. A sign, groups of three digits with commas, and decimals that are all zero are read.
* ``number``: a decimal number. Where the gold has at most `EXACT` decimals it must be met exactly; else to six
  significant digits, which the prompt asks for.
* ``date`` (``YYYY-MM-DD``), ``datetime`` (``YYYY-MM-DD HH:MM:SS``): letter by letter.
* ``text``: letter by letter, after one pair of quotes and space around it is taken away.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ..answers.numbers import number_text
from ..answers.wrapping import layers
from ..base import Verdict, correct, unparsable, wrong
from . import query

Json = Any

EXACT = 4
"""A gold number with no more decimals than this is to be given exactly."""
TOLERANCE = Decimal("0.000005")
"""The greatest relative error of other numbers: that of six significant digits."""

_NUMBER = re.compile(r"([+-]?)([0-9]{1,18}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5})(?:\.([0-9]{1,30}))?")
_FORMS = {
    "date": (re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"), "a date in the form YYYY-MM-DD"),
    "datetime": (
        re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}"),
        "a time in the form YYYY-MM-DD HH:MM:SS",
    ),
}
_QUOTES = "'\"`"


def verify(payload: Mapping[str, Json], answer: str) -> Verdict:
    """Judge a query or a value; see the top of this module. Never raises because of an answer."""
    if "value" not in payload:
        return query.verify(payload, answer)
    kind, gold = payload["value"]["kind"], payload["value"]["gold"]
    text = answer.strip()
    if len(text) > 1000:
        return unparsable("The answer is one value, not a long text.")
    if kind in ("integer", "number"):
        return _number(kind, gold, number_text(_bare(text)))
    # As it stands first: a text may itself begin like a sentence, or end in a stop.
    said = [_bare(layer) for layer in (text, *layers(text, stops=False, words=True), *layers(text, words=True))]
    if gold in said:
        return correct()
    if kind in _FORMS and not _FORMS[kind][0].fullmatch(said[-1]):
        return unparsable(f"The answer is {_FORMS[kind][1]}.")
    return wrong("That is not the value.")


def _bare(text: str) -> str:
    """A text without one pair of quotes and the space around it."""
    text = text.strip()
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] and text[0] in _QUOTES else text


def _number(kind: str, gold: Json, text: str) -> Verdict:
    match = _NUMBER.fullmatch(text.replace("\u2212", "-"))
    if match is None:
        return unparsable("The answer is one number, in decimal digits.")
    sign, whole, decimals = match.groups()
    given = Decimal(f"{sign}{whole.replace(',', '')}.{decimals or 0}")
    due = Decimal(repr(gold))
    room = 0 if kind == "integer" or due == round(due, EXACT) else abs(due) * TOLERANCE
    right = abs(given - due) <= room
    return correct() if right else wrong("That is not the value.")
