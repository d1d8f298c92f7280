"""Ciphers that move letters to other places: the rail fence and columnar transposition."""

from __future__ import annotations

from functools import lru_cache

from .cipher_base import LETTERS, Cipher, Key

MOST_RAILS = 7
"""Rails of a fence whose number is not told, at most."""

Places = tuple[tuple[int, ...], ...]
"""Places of a text, counted from 0, in groups (rails or columns) in the order of reading."""


@lru_cache(maxsize=1024)
def _rails(length: int, rails: int) -> Places:
    """The places of the text on each rail."""
    found: list[list[int]] = [[] for _ in range(rails)]
    period = 2 * rails - 2
    for i in range(length):
        at = i % period
        found[min(at, period - at)].append(i)
    return tuple(map(tuple, found))


@lru_cache(maxsize=1024)
def _columns(length: int, key: str) -> Places:
    """The places of the text in each column, in the order of reading."""
    width = len(key)
    return tuple(tuple(range(at, length, width)) for at in sorted(range(width), key=key.__getitem__))


def _moved(text: str, places: Places, backwards: bool) -> str:
    order = [i for group in places for i in group]
    if not backwards:
        return "".join([text[i] for i in order])
    letters = [""] * len(text)
    for i, letter in zip(order, text, strict=True):
        letters[i] = letter
    return "".join(letters)


def _rail_fence_rule(key: Key, known: bool) -> str:
    rails = key if known else "r"
    given = f"{key} rails" if known else f"an unknown number r of rails from 2 to {MOST_RAILS}"
    return (
        f"Rail fence with {given}: the letters are written one by one on the rails in a zigzag, down from rail 1 to "
        f"rail {rails}, up again to rail 1, down again, and so on; then the rails are read from 1 to {rails}, each "
        "from left to right."
    )


def _columnar_rule(key: Key, known: bool) -> str:
    given = f"the key {key}" if known else f"an unknown key of {len(key)} different letters"
    return (
        f"Columnar transposition with {given}: the text is written in rows of {len(key)} letters, one column under "
        "each letter of the key, the last row as short as it comes; then the columns are read from top to bottom, "
        "in the alphabetical order of their key letters."
    )


def _groups_working(names: list[str], text: str, places: Places) -> list[str]:
    return [f"{name}: {''.join([text[i] for i in group])}" for name, group in zip(names, places, strict=True)]


def _rail_fence_working(text: str, result: str, key: Key, backwards: bool) -> list[str]:
    names = [f"rail {i + 1}" for i in range(key)]
    return _groups_working(names, result if backwards else text, _rails(len(text), key))


def _columnar_working(text: str, result: str, key: Key, backwards: bool) -> list[str]:
    plain = result if backwards else text
    columns = _groups_working(sorted(key), plain, _columns(len(text), key))
    rows = " ".join([plain[i : i + len(key)] for i in range(0, len(plain), len(key))])
    return [*columns, f"rows under {key}: {rows}"] if backwards else [f"rows under {key}: {rows}", *columns]


RAIL_FENCE = Cipher(
    lambda rng, length: rng.randint(2, min(5, length - 1)),
    _rail_fence_rule,
    lambda text, key, backwards: _moved(text, _rails(len(text), key), backwards),
    _rail_fence_working,
    1,
)
COLUMNAR = Cipher(
    lambda rng, length: "".join(rng.sample(LETTERS, rng.randint(3, min(7, length - 1)))),
    _columnar_rule,
    lambda text, key, backwards: _moved(text, _columns(len(text), key), backwards),
    _columnar_working,
    1,
)
