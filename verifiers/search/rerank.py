"""The verifier of tasks that ask for an order of passages, the most relevant first.

``payload["rerank"]`` holds

* ``labels``: the passages' labels, as the prompt shows them (words or numbers, without spaces; case does not count),
* ``grades``: for each label, how relevant its passage is: an integer of at least 0; not all are equal,
* ``k``: how many places the measures look at (by default 10),
* ``dense``: whether an order that is not ideal gets a score (by default not; then the measures are in the parts only).

An answer is each label once, with ``>``, commas, semicolons or ends of lines between them (one kind throughout), in
brackets or not: ``C > A > B``, ``[3], [1], [2]``. It is right if the grades never rise along it: ties may stand in any
order.

Parts, the views of ReasonRank (arXiv 2508.07050): ``ndcg`` and ``recall`` at `k` (of the passages of a grade above 0)
and ``rbo``, the overlap of the beginnings with those of an ideal order; each is 1.0 for an ideal order. ``dense`` is
made of the three, less what an order by chance has on average, and at most `MOST`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from ..answers import wrapping
from ..base import MAX_ANSWER_CHARS, Reason, Verdict, correct, unparsable, wrong
from .names import unwrapped

MOST = 0.5
"""The most that an order can earn without being ideal."""
WEIGHTS = {"ndcg": 0.8, "recall": 0.1, "rbo": 0.1}
PERSISTENCE = 0.9
"""Of rank-biased overlap: what each place counts, against the one before it."""

_NUMBERED = re.compile(r"\s*[0-9]{1,3}[.)]\s+(?=\S)")
_ARROWS = re.compile(r"\\gt(?![a-z])|\\succ(?![a-z])|\\(?:right|Right)arrow|\\to(?![a-z])|&gt;|[→≻≥]|=>|->|>=")
_SEPARATORS = (">", ",", ";", "\n")
_PAIRS = {"[": "]", "(": ")", '"': '"', "'": "'", "`": "`"}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score an order against ``payload["rerank"]``."""
    task = payload["rerank"]
    if len(answer) > MAX_ANSWER_CHARS:
        return Verdict(0.0, Reason.TOO_LONG, "The answer is too long.")
    labels: Sequence[str] = task["labels"]
    order = read_order(answer, labels)
    if order is None:
        return unparsable("Give each label exactly once, the most relevant passage first, with > between them.")
    grades: Sequence[int] = task["grades"]
    ranked = [grades[place] for place in order]
    parts = measures(ranked, int(task.get("k", 10)))
    if all(before >= after for before, after in pairwise(ranked)):
        return correct(**parts)
    return wrong("The order is not right.", parts["dense"] if task.get("dense") else 0.0, **parts)


def read_order(answer: str, labels: Sequence[str]) -> list[int] | None:
    """The places of the labels in the order of the answer; None if it is not each of them once."""
    places = {label.casefold(): place for place, label in enumerate(labels)}
    if len(places) < len(labels):
        raise ValueError("two labels are the same")
    said = wrapping.without_text_commands(wrapping.plain(answer)).replace("$", " ").replace("**", "")
    text = _ARROWS.sub(">", unwrapped(said.strip())).casefold()
    separator = next((sign for sign in _SEPARATORS if sign in text), None)
    if separator is None:
        return None
    if len(text) > 1 and _PAIRS.get(text[0]) == text[-1] and text[0] not in text[1:]:
        text = text[1:-1]
    pieces = text.split(separator)
    if separator == "\n" and all(map(_NUMBERED.match, pieces)):
        pieces = [_NUMBERED.sub("", piece, count=1) for piece in pieces]
    words = [_bare(piece) for piece in pieces]
    if len(words) != len(places) or set(words) != places.keys():
        return None
    return [places[word] for word in words]


def _bare(piece: str) -> str:
    piece = piece.strip()
    return piece[1:-1].strip() if len(piece) > 2 and _PAIRS.get(piece[0]) == piece[-1] else piece


def measures(ranked: Sequence[int], k: int = 10) -> dict[str, float]:
    """The views on an order and the score that is made of them.

    Args:
        ranked: the grades of the passages in the order of the answer.
        k: how many places count.
    """
    k = min(max(k, 1), len(ranked))
    ideal = sorted(ranked, reverse=True)
    if ideal[0] == ideal[-1] or ideal[-1] < 0:
        raise ValueError("the grades are not negative and not all equal")
    discounts = [1 / math.log2(place + 2) for place in range(k)]
    best = _gain(ideal, discounts)
    relevant = sum(grade > 0 for grade in ranked)
    views = {
        "ndcg": _gain(ranked, discounts) / best,
        "recall": sum(grade > 0 for grade in ranked[:k]) / min(relevant, k),
        "rbo": _overlap(ranked, ideal),
    }
    # What an order by chance has: each grade stands at each place equally often.
    chance = {
        "ndcg": math.fsum(2.0**grade - 1 for grade in ranked) / len(ranked) * math.fsum(discounts) / best,
        "recall": relevant * k / len(ranked) / min(relevant, k),
        "rbo": _chance_of_overlap(ideal),
    }
    # A view that chance gets whole (the recall of all places) says nothing.
    telling = [name for name in WEIGHTS if chance[name] < 1 - 1e-9]
    above = math.fsum(WEIGHTS[name] * (views[name] - chance[name]) / (1 - chance[name]) for name in telling)
    dense = above / math.fsum(WEIGHTS[name] for name in telling)
    return {**views, "dense": MOST * min(max(dense, 0.0), 1.0)}


def _gain(ranked: Sequence[int], discounts: Sequence[float]) -> float:
    return math.fsum((2.0**grade - 1) * discount for grade, discount in zip(ranked, discounts, strict=False))


def _weights(size: int) -> list[float]:
    weights = list(accumulate(range(size - 1), lambda weight, _: weight * PERSISTENCE, initial=1.0))
    total = math.fsum(weights)
    return [weight / total for weight in weights]


def _overlap(ranked: Sequence[int], ideal: Sequence[int]) -> float:
    """The mean share of the first d passages that are also the first d of the ideal order nearest to this one."""
    seen: Counter[int] = Counter()
    due: Counter[int] = Counter()
    shares = []
    for depth, (grade, wanted) in enumerate(zip(ranked, ideal, strict=True), 1):
        seen[grade] += 1
        due[wanted] += 1
        shares.append((seen & due).total() / depth)
    return min(
        math.fsum(weight * share for weight, share in zip(_weights(len(ranked)), shares, strict=True)), 1.0
    )


def _chance_of_overlap(ideal: Sequence[int]) -> float:
    """What `_overlap` would be if each beginning held the grades in the shares in which there are any."""
    size, totals = len(ideal), Counter(ideal)
    due: Counter[int] = Counter()
    shares = []
    for depth, wanted in enumerate(ideal, 1):
        due[wanted] += 1
        shares.append(sum(min(count, totals[grade] * depth / size) for grade, count in due.items()) / depth)
    return math.fsum(weight * share for weight, share in zip(_weights(size), shares, strict=True))
