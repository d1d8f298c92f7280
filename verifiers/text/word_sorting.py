"""Checks a sorted list of words: the same words, each as often as given, in the order asked for.

The verifier sorts nothing it was given by the generator: it compares neighbours, and counts words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ..answers.word_lists import bare_words, words_of
from ..base import Verdict, correct, illegal, unparsable, wrong


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, words separated by commas, spaces or line breaks, in any case of letters.

    Parts: ``in_place``, the share of words that stand where they belong.
    """
    given = [str(word) for word in payload["words"]]
    found: list[str] | None = bare_words(answer) if len(answer) < 40 * len(given) + 200 else None
    if found is None or Counter(found) != Counter(given):
        found = words_of(answer, most=2 * len(given) + 8, arrows=True)
    if not found:
        return unparsable("Give the words, separated by commas.")
    if Counter(found) != Counter(given):
        return illegal("Use each of the given words exactly once, and no others.")
    sign = -1 if payload["descending"] else 1
    if all((a > b) - (a < b) != sign for a, b in pairwise(found)):
        return correct(in_place=1.0)
    target = sorted(given, reverse=payload["descending"])
    in_place = sum(a == b for a, b in zip(found, target, strict=True)) / len(target)
    return wrong("The words are not in the order asked for.", in_place=in_place)
