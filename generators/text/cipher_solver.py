"""The solver of ciphers: it only decrypts, and every step is undone by looking up or by putting letters back.

The verifier only encrypts. So where a plaintext is asked for, the given ciphertext is decrypted; where a ciphertext is,
the answer is decrypted and must be the given plaintext. No key is inverted: a substitution is looked up in its own
alphabet, a Hill pair in the table of all pairs, and a transposition is sorted by where its letters were written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle, product
from typing import Any

_AZ = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer`, letters with nothing but white space between them, is the text that is asked for."""
    text, given = "".join(answer.split()).removesuffix("."), str(payload["text"])
    if not re.fullmatch("[A-Za-z]+", text) or len(text) != len(given):
        return False
    text = text.upper()
    start, end = (given, text) if payload["decrypt"] else (text, given)
    return decrypted(payload["steps"], start) == end


def decrypted(steps: Sequence[Sequence[Any]], text: str) -> str | None:
    """The text before all steps, the last of which is undone first; None if no plaintext leads to it."""
    found: str | None = text
    for name, key in reversed(steps):
        found = None if found is None else _UNDONE[name](found, key)
    return found


def _looked_up(text: str, alphabet: Iterable[str]) -> str:
    places = {letter: at for at, letter in enumerate(alphabet)}
    return "".join(_AZ[places[letter]] for letter in text)


def _keyed(keyword: str) -> list[str]:
    return sorted(_AZ, key=lambda letter: (keyword + _AZ).index(letter))


def _vigenere(text: str, key: str) -> str:
    return "".join(
        _looked_up(letter, _rotated(_AZ.index(k))) for letter, k in zip(text, cycle(key), strict=False)
    )


def _rotated(shift: int) -> str:
    return _AZ[shift:] + _AZ[:shift]


def _put_back(text: str, groups: Iterable[Any]) -> str:
    """The text whose letter at each place was read with its group, the groups in order."""
    read = sorted((group, place) for place, group in zip(range(len(text)), groups, strict=False))
    return "".join(letter for _, letter in sorted((place, text[at]) for at, (_, place) in enumerate(read)))


def _zigzag(rails: int) -> Iterable[int]:
    return cycle([*range(rails), *range(rails - 2, 0, -1)])


def _playfair(text: str, keyword: str) -> str | None:
    square = [letter for letter in _keyed(keyword) if letter != "J"]
    rows = [square[at : at + 5] for at in range(0, 25, 5)]
    lines = [*rows, *map(list, zip(*rows, strict=True))]
    undone = {}
    for a, b in product(square, repeat=2):
        shared = [line for line in lines if a in line and b in line]
        if a == b:
            continue
        if shared:  # the one before it; before the first comes the last
            (line,) = shared
            undone[a + b] = line[line.index(a) - 1] + line[line.index(b) - 1]
        else:
            undone[a + b] = _corner(rows, a, b) + _corner(rows, b, a)
    pairs = _pairs(text)
    return "".join(undone[pair] for pair in pairs) if undone.keys() >= set(pairs) else None


def _corner(rows: Sequence[Sequence[str]], a: str, b: str) -> str:
    """The letter in the row of `a` and in the column of `b`."""
    (column,) = (row.index(b) for row in rows if b in row)
    (corner,) = (row[column] for row in rows if a in row)
    return corner


def _hill(text: str, key: Sequence[int]) -> str:
    a, b, c, d = key
    undone = {
        _AZ[(a * x + b * y) % 26] + _AZ[(c * x + d * y) % 26]: _AZ[x] + _AZ[y]
        for x, y in product(range(26), repeat=2)
    }
    return "".join(undone[pair] for pair in _pairs(text))


def _pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


_UNDONE: Mapping[str, Callable[[str, Any], str | None]] = {
    "caesar": lambda text, key: _looked_up(text, _rotated(key)),
    "atbash": lambda text, _: _looked_up(text, reversed(_AZ)),
    "affine": lambda text, key: _looked_up(text, (_AZ[(key[0] * x + key[1]) % 26] for x in range(26))),
    "keyword": lambda text, key: _looked_up(text, _keyed(key)),
    "vigenere": _vigenere,
    "rail_fence": lambda text, key: _put_back(text, _zigzag(key)),
    "columnar": lambda text, key: _put_back(text, cycle(key)),
    "playfair": _playfair,
    "hill": _hill,
}
