"""The verifier of claims checked against documents: the label and the evidence must both be right.

``payload["claim"]`` holds

* ``label``: ``supported``, ``refuted`` or ``not enough information``,
* ``evidence``: all minimal sets of document ids that show it, each a list; empty for ``not enough information``,
* ``surplus``: how many documents beside a minimal set an answer may name (by default 0),
* ``partial``: whether a wrong answer gets a score (by default not; then the parts only tell what was right).

An answer is the label, and behind it the ids: ``refuted; d0012, d0044``; or in two lines, "Label: refuted",
"Evidence: d0012, d0044"; or a JSON object with ``label`` and ``evidence``. Ids hold a digit; they may stand in
brackets, in any order, and twice. "Not enough information" names no evidence (or ``none``); ``NEI`` stands for it.

The evidence is right if it holds some minimal set and at most `surplus` other documents, also if those are of other
minimal sets. Parts: ``label`` (1 or 0), and ``recall`` and ``precision`` of the documents against the minimal set that
fits best.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..answers import wrapping
from ..base import MAX_ANSWER_CHARS, Reason, Verdict, correct, unparsable, wrong

LABELS = ("supported", "refuted", "not enough information")
MOST = 0.3
"""The most that an answer can earn without being right."""

_FORM = "Give the label, and behind it the ids of the documents that show it: refuted; d0012, d0044."
_SAID = {
    "supported": "supported",
    "refuted": "refuted",
    **dict.fromkeys(("not enough information", "not enough info", "not_enough_information", "nei"), LABELS[2]),
}
_HEAD = re.compile(
    r"\s*(?:(?:label|verdict|answer)\s*[:=]\s*)?[\"'`*]*("
    + "|".join(sorted(_SAID, key=len, reverse=True))
    + r")\b(?!-)"
    r"[\"'`*]*\s*[.,;:\-–—]*\s*(?:\n\s*)?(?:\(?(?:evidence|documents?|ids?)\b\s*[:=]?\s*)?",
    re.IGNORECASE,
)
_ID = re.compile(r"(?=\D{0,63}[0-9])[A-Za-z0-9_](?:[\w.:/#-]{0,62}[A-Za-z0-9_])?", re.ASCII)
_BETWEEN = re.compile(r"[\s,;\[\](){}\"'`]+|(?<=\s)(?:and|&)(?=\s)", re.IGNORECASE)
_NOTHING = frozenset(("none", "nothing", "-", "n/a"))


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score a label and its evidence against ``payload["claim"]``."""
    claim = payload["claim"]
    if len(answer) > MAX_ANSWER_CHARS:
        return Verdict(0.0, Reason.TOO_LONG, "The answer is too long.")
    said = read_claim(answer)
    if said is None:
        return unparsable(_FORM)
    label, named = said
    sets = [frozenset(ids) for ids in claim["evidence"]]
    good = label == claim["label"]
    shown = judge_evidence(named, sets, int(claim.get("surplus", 0)))
    if not sets:
        shown = not named
    recall, precision = _fit(named, sets)
    parts = {"label": float(good), "recall": recall, "precision": precision}
    if good and shown:
        return correct(**parts)
    # Nothing for a label alone: one in three is right by chance.
    score = MOST * recall * precision if claim.get("partial") and good and sets else 0.0
    if good:
        return wrong("The evidence is not what shows this.", score, **parts)
    return wrong(
        "The label is not right." if not shown else "The label or the evidence is not right.", score, **parts
    )


def read_claim(answer: str) -> tuple[str, frozenset[str]] | None:
    """The label and the ids that are the whole of an answer, else None."""
    text = wrapping.plain(answer)
    if text.startswith("{"):
        return _read_json(text)
    head = _HEAD.match(text)
    if head is None:
        return None
    rest = text[head.end() :].strip().removesuffix(".")
    if rest.casefold().strip("[](){} ") in _NOTHING:
        rest = ""
    words = [word for word in _BETWEEN.split(rest) if word]
    if not all(map(_ID.fullmatch, words)):
        return None
    return _SAID[head[1].lower()], frozenset(words)


def _read_json(text: str) -> tuple[str, frozenset[str]] | None:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or not said.keys() <= {"label", "evidence"}:
        return None
    label, ids = said.get("label"), said.get("evidence", [])
    known = _SAID.get(label.strip().lower()) if isinstance(label, str) else None
    if known is None or not isinstance(ids, list) or not all(isinstance(one, str) for one in ids):
        return None
    named = frozenset(one.strip() for one in ids)
    return (known, named) if all(map(_ID.fullmatch, named)) else None


def judge_evidence(named: frozenset[str], sets: Sequence[frozenset[str]], surplus: int) -> bool:
    """Whether some minimal set is named, and at most `surplus` documents beside it."""
    return any(minimal <= named and len(named - minimal) <= surplus for minimal in sets)


def _fit(named: frozenset[str], sets: Sequence[frozenset[str]]) -> tuple[float, float]:
    """Recall and precision against the set that fits best; 1.0 each if none is due and none is named."""
    if not sets:
        return float(not named), float(not named)
    if not named:
        return 0.0, 0.0
    shared, minimal = max(
        ((len(named & ids), ids) for ids in sets), key=lambda fit: (fit[0] / len(fit[1]), -len(fit[1]))
    )
    return shared / len(minimal), shared / len(named)
