"""Checks a cryptarithm by the rules alone: the digits are put into the words, and the calculation is made.

There is one right answer for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from ..answers.letter_digits import read_letter_digits
from ..base import Verdict, correct, illegal, unparsable, wrong

_MAX_CHARS = 1000


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``A = 1, B = 2``, with every letter once, in any order and case."""
    letters: list[str] = payload["letters"]
    form = f"Give each of the letters {', '.join(letters)} with its digit, in the form {letters[0]} = ..."
    pairs = read_letter_digits(answer) if len(answer) <= _MAX_CHARS else None
    if pairs is None:
        return unparsable(form)
    digits: dict[str, int] = {}
    for letter, value in pairs:
        if letter not in letters or letter in digits:
            return illegal("Give a digit to each letter of the puzzle exactly once, and to nothing else.")
        if len(value) != 1:  # a sign, a leading 0 or a fraction makes it a number, which is no digit
            return illegal("The value of a letter must be a digit from 0 to 9.")
        digits[letter] = int(value)
    if len(digits) < len(letters):
        return illegal("Give the digits of all letters; some are missing.")
    if len(set(digits.values())) < len(digits):
        return illegal("Two different letters have the same digit.")
    if any(digits[letter] != digit for letter, digit in payload["told"]):
        return illegal("Keep the digits that are already known.")
    words: list[str] = payload["words"]
    if any(len(word) > 1 and not digits[word[0]] for word in words):
        return illegal("A number begins with 0.")
    *terms, result = (int("".join(str(digits[letter]) for letter in word)) for word in words)
    made = {"sum": sum(terms), "product": prod(terms), "difference": terms[0] - sum(terms[1:])}[payload["kind"]]
    return correct() if made == result else wrong("With these digits the calculation is not true.")


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    pairs = answer.split(", ")
    return [
        answer.replace(" ", ""),
        "; ".join(reversed(pairs)),
        "\n".join(pairs),
        " and ".join(pairs),
        answer.lower(),
        answer.replace(" =", ":"),
        answer.replace("=", "->"),
        "\n".join(f"- {pair}" for pair in pairs),
        f"$${answer}$$",
        f"{{{answer}}}",
    ]
