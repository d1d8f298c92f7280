"""Ciphers that take letters in pairs: Playfair and Hill. Both need texts of even length.

A plaintext for Playfair has no J and no pair of equal letters, so that no filler is ever needed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import gcd

from .cipher_base import LETTERS, NUMBERED, Cipher, Key, draw_keyword, keyed_alphabet, number


def _in_pairs(text: str, change: Callable[[str, str], str]) -> str:
    return "".join([change(x, y) for x, y in zip(text[::2], text[1::2], strict=True)])


def _playfair(text: str, key: Key, backwards: bool) -> str:
    square = keyed_alphabet(key).replace("J", "")
    step = -1 if backwards else 1

    def change(x: str, y: str) -> str:
        (r, c), (s, d) = divmod(square.index(x), 5), divmod(square.index(y), 5)
        if r == s:
            return square[5 * r + (c + step) % 5] + square[5 * s + (d + step) % 5]
        if c == d:
            return square[(r + step) % 5 * 5 + c] + square[(s + step) % 5 * 5 + d]
        return square[5 * r + d] + square[5 * s + c]

    return _in_pairs(text, change)


def _playfair_rule(key: Key, _known: bool) -> str:
    return (
        f"Playfair cipher with the keyword {key}: a square of 5 rows and 5 columns is filled row by row with the "
        "letters of the keyword and then the other letters in alphabetical order, leaving out J. The text is taken "
        "in pairs of letters. Two letters in one row are each replaced by the letter to the right of it (after the "
        "last column comes the first), two letters in one column each by the letter below it (after the last row "
        "comes the first); otherwise each letter is replaced by the letter in its own row and in the column of the "
        "other. The plaintext is such that no filler letter is needed: it has no J and no pair of equal letters."
    )


def _pairs_working(text: str, result: str) -> str:
    return " ".join([f"{text[i : i + 2]}>{result[i : i + 2]}" for i in range(0, len(text), 2)])


def _playfair_working(text: str, result: str, key: Key, _backwards: bool) -> list[str]:
    square = keyed_alphabet(key).replace("J", "")
    return [*[square[i : i + 5] for i in range(0, 25, 5)], _pairs_working(text, result)]


def _hill_key(rng: random.Random, _length: int) -> list[int]:
    while True:
        a, b, c, d = (rng.randrange(26) for _ in range(4))
        if gcd(a * d - b * c, 26) == 1:
            return [a, b, c, d]


def _inverse(key: list[int]) -> list[int]:
    a, b, c, d = key
    one = pow(a * d - b * c, -1, 26)
    return [d * one % 26, -b * one % 26, -c * one % 26, a * one % 26]


def _hill(text: str, key: Key, backwards: bool) -> str:
    a, b, c, d = _inverse(key) if backwards else key

    def change(x: str, y: str) -> str:
        i, j = number(x), number(y)
        return LETTERS[(a * i + b * j) % 26] + LETTERS[(c * i + d * j) % 26]

    return _in_pairs(text, change)


def _hill_rule(key: Key, _known: bool) -> str:
    a, b, c, d = key
    return (
        f"Hill cipher with the matrix [[{a}, {b}], [{c}, {d}]]: {NUMBERED}; the text is taken in pairs of letters, "
        f"and a pair with the numbers x, y becomes the letters with the numbers ({_sum(a, b)}) mod 26 and "
        f"({_sum(c, d)}) mod 26."
    )


def _sum(a: int, b: int) -> str:
    """``3*x + y``: terms that are 0 and factors of 1 are left out; the matrix has an inverse, so not both are 0."""
    terms = [f"{factor}*{name}" if factor > 1 else name for factor, name in ((a, "x"), (b, "y")) if factor]
    return " + ".join(terms)


def _hill_working(text: str, result: str, key: Key, backwards: bool) -> list[str]:
    a, b, c, d = _inverse(key) if backwards else key
    lines = [f"inverse matrix {a} {b} {c} {d}"] if backwards else []
    for i in range(0, len(text), 2):
        x, y = number(text[i]), number(text[i + 1])
        first, second = a * x + b * y, c * x + d * y
        lines.append(
            f"{text[i : i + 2]} {x} {y}: {first} {first % 26} {result[i]}, {second} {second % 26} {result[i + 1]}"
        )
    return lines


PLAYFAIR = Cipher(draw_keyword, _playfair_rule, _playfair, _playfair_working, 2)
HILL = Cipher(_hill_key, _hill_rule, _hill, _hill_working, 2)
