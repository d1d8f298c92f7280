"""Cryptarithms a second time, by the coefficients of the letters: what each letter is worth in all its places.

A sum or difference is a linear form of the digits that must be zero; so is a product, once its factor is known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from ..base import Json
from ..readers import MAX_CHARS

_PAIR = re.compile(r"\s*([A-Z])\s*=\s*([0-9])(?![0-9])\s*(?:[,;]|AND\b)?\s*")


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer such as ``A = 1, B = 2`` gives each letter a digit that makes the calculation true."""
    text, digits, at = answer.strip().removesuffix(".").upper(), dict[str, int](), 0
    if len(text) > MAX_CHARS or re.search(r"(?:\bAND|[,;]\s*[,;])\s*$", text):
        return False
    while at < len(text):
        match = _PAIR.match(text, at)
        if match is None or match[1] in digits:
            return False
        digits[match[1]] = int(match[2])
        at = match.end()
    if sorted(digits) != payload["letters"] or sorted(set(digits.values())) != sorted(digits.values()):
        return False
    words, worth = payload["words"], Counter[str]()
    if any(digits[letter] != digit for letter, digit in payload["told"]):
        return False
    if any(digits[word[0]] == 0 for word in words if len(word) > 1):
        return False
    factor = digits[words[1]] if payload["kind"] == "product" else 1
    signs = {"sum": [1] * (len(words) - 1) + [-1], "difference": [1, -1, -1], "product": [factor, 0, -1]}
    for word, sign in zip(words, signs[payload["kind"]], strict=True):
        for place, letter in enumerate(reversed(word)):
            worth[letter] += sign * 10**place
    return sum(digits[letter] * value for letter, value in worth.items()) == 0
