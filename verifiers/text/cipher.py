"""Checks an encrypted or decrypted text, in one direction only: plaintexts are encrypted, nothing is decrypted.

For a task that asks for a ciphertext, the given plaintext is encrypted and compared with the answer; for one
that asks for a plaintext, the answer is encrypted and compared with the given ciphertext. The answer itself is
not in the payload. Every letter must match; case, white space and quotes around the answer do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..answers import plain as unwrapped
from ..base import Verdict, correct, unparsable, wrong

_FORM = "Give the letters A to Z of one text and nothing else."


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, a text in letters.

    Parts: ``letters``, the share of letters of the ciphertext that agree, if the number of letters is right.
    """
    text = "".join(unwrapped(answer).split()).strip("\"'.`*")
    if not text.isascii() or not text.isalpha():
        return unparsable(_FORM)
    text = text.upper()
    given = payload["text"]
    if len(text) != len(given):
        return wrong("The answer has the wrong number of letters.")
    plain, wanted = (text, given) if payload["decrypt"] else (given, text)
    made = encrypted(payload["steps"], plain)
    if made == wanted:
        return correct(letters=1.0)
    if made is None:
        return wrong("A text with J or with a pair of equal letters is not possible here.")
    return wrong("Some letters are not right.", letters=sum(map(str.__eq__, made, wanted)) / len(wanted))


def encrypted(steps: list[list[Any]], plain: str) -> str | None:
    """`plain` after all steps, each a name and a key; None for a text that Playfair does not take as it is."""
    text: str | None = plain
    for name, key in steps:
        if text is None:
            return None
        text = _STEPS[name](text, key)
    return text


def _by_number(text: str, number: Callable[[int, int], int]) -> str:
    """`text` with the letter of number x at place i replaced by that of ``number(i, x)``, modulo 26."""
    return "".join([chr(65 + number(i, ord(letter) - 65) % 26) for i, letter in enumerate(text)])


def _caesar(text: str, key: int) -> str:
    return _by_number(text, lambda _, x: x + key)


def _atbash(text: str, _: None) -> str:
    return _by_number(text, lambda _, x: 25 - x)


def _affine(text: str, key: list[int]) -> str:
    return _by_number(text, lambda _, x: key[0] * x + key[1])


def _vigenere(text: str, key: str) -> str:
    return _by_number(text, lambda i, x: x + ord(key[i % len(key)]) - 65)


def _alphabet_after(keyword: str) -> str:
    return "".join(dict.fromkeys(keyword + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def _keyword(text: str, key: str) -> str:
    alphabet = _alphabet_after(key)
    return "".join([alphabet[ord(letter) - 65] for letter in text])


def _rail_fence(text: str, key: int) -> str:
    rails = [""] * key
    rail, step = 0, 1
    for letter in text:
        rails[rail] += letter
        if not 0 <= rail + step < key:
            step = -step
        rail += step
    return "".join(rails)


def _columnar(text: str, key: str) -> str:
    columns = {letter: text[at :: len(key)] for at, letter in enumerate(key)}
    return "".join([columns[letter] for letter in sorted(columns)])


def _playfair(text: str, key: str) -> str | None:
    square = _alphabet_after(key).replace("J", "")
    where = {letter: divmod(at, 5) for at, letter in enumerate(square)}
    made = []
    for first, second in zip(text[::2], text[1::2], strict=True):
        if first == second or first not in where or second not in where:
            return None
        (row, column), (row2, column2) = where[first], where[second]
        if row == row2:
            column, column2 = (column2 + 1) % 5, (column + 1) % 5
        elif column == column2:
            row, row2 = (row + 1) % 5, (row2 + 1) % 5
        made.append(square[5 * row + column2] + square[5 * row2 + column])
    return "".join(made)


def _hill(text: str, key: list[int]) -> str:
    a, b, c, d = key
    made = []
    for first, second in zip(text[::2], text[1::2], strict=True):
        x, y = ord(first) - 65, ord(second) - 65
        made.append(chr(65 + (a * x + b * y) % 26) + chr(65 + (c * x + d * y) % 26))
    return "".join(made)


_STEPS: dict[str, Callable[[str, Any], str | None]] = {
    "caesar": _caesar,
    "atbash": _atbash,
    "affine": _affine,
    "vigenere": _vigenere,
    "keyword": _keyword,
    "rail_fence": _rail_fence,
    "columnar": _columnar,
    "playfair": _playfair,
    "hill": _hill,
}


def accepted_forms(answer: str) -> list[str]:
    """Other forms of the same text that must be accepted."""
    groups = [answer[i : i + 5] for i in range(0, len(answer), 5)]
    return [
        answer.lower(),
        answer.capitalize(),
        " ".join(groups),
        "\n".join(groups),
        f'"{answer}"',
        f"{answer}.",
    ]
