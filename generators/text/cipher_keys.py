"""Finding the key of a cipher from one text and its encryption: every key that fits, and the reasoning.

The searches are exhaustive over the keys that the rule in the prompt allows, so that one can prove that the
fitting keys all lead to the same answer.
"""

from __future__ import annotations

from math import gcd

from .cipher_base import LETTERS, Key, number
from .cipher_letters import MULTIPLIERS
from .cipher_places import MOST_RAILS
from .ciphers import CIPHERS

SECRET = ("caesar", "affine", "vigenere", "rail_fence", "columnar")
"""The ciphers whose key can be left to be found."""


def fitting_keys(name: str, plain: str, cipher: str, width: int) -> list[Key]:
    """All keys with which the cipher `name` turns `plain` into `cipher`.

    Args:
        name: one of `SECRET`.
        plain: the plaintext, with at least `width` letters.
        cipher: its encryption.
        width: number of letters of the key, for the ciphers that have a key word.
    """
    if name == "vigenere":
        shifts = [(number(y) - number(x)) % 26 for x, y in zip(plain, cipher, strict=True)]
        fits = all(shift == shifts[i % width] for i, shift in enumerate(shifts))
        return ["".join([LETTERS[shift] for shift in shifts[:width]])] if fits else []
    if name == "columnar":
        return _column_keys(plain, cipher, width)
    keys: list[Key]
    if name == "caesar":
        keys = [(number(cipher[0]) - number(plain[0])) % 26 or 26]
    elif name == "affine":
        keys = [[a, (number(cipher[0]) - a * number(plain[0])) % 26] for a in MULTIPLIERS]
    else:
        keys = list(range(2, MOST_RAILS + 1))
    turn = CIPHERS[name].turn
    return [key for key in keys if key != 26 and turn(plain, key, False) == cipher]


def _column_keys(plain: str, cipher: str, width: int) -> list[Key]:
    """One key word for each order of reading the columns that fits: its n-th letter says when column n is read."""
    columns = [plain[at::width] for at in range(width)]
    keys = []
    orders: list[tuple[list[int], int]] = [([], 0)]
    while orders:
        order, done = orders.pop()
        if len(order) == width:
            keys.append("".join([LETTERS[order.index(at)] for at in range(width)]))
            continue
        orders += [
            ([*order, at], done + len(columns[at]))
            for at in range(width)
            if at not in order and cipher.startswith(columns[at], done)
        ]
    return keys


def key_working(name: str, plain: str, cipher: str, key: Key) -> list[str]:
    """Lines that show how the key follows from the pair of texts."""
    if name == "caesar":
        return [f"{plain[0]}>{cipher[0]}, so the shift is {key}"]
    if name == "vigenere":
        differences = [f"{y}-{x}>{k}" for x, y, k in zip(plain, cipher, key, strict=False)]
        return [f"{' '.join(differences)}, so the key is {key}"]
    if name == "rail_fence":
        tried = [f"{r} rails {CIPHERS[name].turn(plain, r, False)}" for r in range(2, key + 1)]
        return [*tried, f"the last one fits, so there are {key} rails"]
    if name == "columnar":
        order = sorted(range(len(key)), key=key.__getitem__)
        columns = [f"{at + 1} {plain[at :: len(key)]}" for at in range(len(key))]
        read = " ".join([str(at + 1) for at in order])
        return [f"columns {', '.join(columns)}", f"read in the order {read}, as with the key {key}"]
    return _affine_key_working(plain, cipher, *key)


def _affine_key_working(plain: str, cipher: str, a: int, b: int) -> list[str]:
    """Two letters whose distance has an inverse mod 26 give a; any letter then gives b."""
    first = number(plain[0])
    shift = f"{number(cipher[0])}-{a}*{first}={b} mod 26, so a={a}, b={b}"
    for x, y in zip(plain, cipher, strict=True):
        apart = (number(x) - first) % 26
        if gcd(apart, 26) == 1:
            moved = (number(y) - number(cipher[0])) % 26
            return [
                f"{plain[0]} {first}>{cipher[0]} {number(cipher[0])}, {x} {number(x)}>{y} {number(y)}: "
                f"a*{apart}={moved}, {apart}*{pow(apart, -1, 26)}=1 mod 26, a={a}",
                shift,
            ]
    return [f"a={a} is the only factor that fits all letters", shift]
