"""Ciphers that put one letter for another: Caesar, Atbash, affine, keyword and Vigenere."""

from __future__ import annotations

from functools import lru_cache

from .cipher_base import LETTERS, NUMBERED, Cipher, Key, draw_keyword, keyed_alphabet, number

MULTIPLIERS = (3, 5, 7, 9, 11, 15, 17, 19, 21, 23, 25)
"""The factors of the affine cipher: odd and not 13, so that they have an inverse, and not 1."""


@lru_cache(maxsize=1024)
def _tables(alphabet: str) -> tuple[dict[int, int], dict[int, int]]:
    return str.maketrans(LETTERS, alphabet), str.maketrans(alphabet, LETTERS)


def _replace(text: str, alphabet: str, backwards: bool) -> str:
    return text.translate(_tables(alphabet)[backwards])


def _letter_by_letter(text: str, result: str, _key: Key, _backwards: bool) -> list[str]:
    return [" ".join([f"{a}>{b}" for a, b in zip(text, result, strict=True)])]


def _shifted(shift: int) -> str:
    return LETTERS[shift:] + LETTERS[:shift]


@lru_cache(maxsize=512)
def _affine_alphabet(a: int, b: int) -> str:
    return "".join([LETTERS[(a * x + b) % 26] for x in range(26)])


def _caesar_rule(key: Key, known: bool) -> str:
    shift = key if known else "s"
    name = f"Caesar cipher with shift {key}" if known else "Caesar cipher with an unknown shift s from 1 to 25"
    return (
        f"{name}: every letter is replaced by the letter {shift} {'place' if shift == 1 else 'places'} later in the "
        "alphabet; after Z the alphabet begins again with A."
    )


def _affine_rule(key: Key, known: bool) -> str:
    given = (
        f"a = {key[0]} and b = {key[1]}" if known else "unknown a (odd, from 3 to 25, not 13) and b (0 to 25)"
    )
    return f"Affine cipher with {given}: {NUMBERED}, and the letter number x becomes number (a*x + b) mod 26."


def _keyword_rule(key: Key, _known: bool) -> str:
    return (
        f"Keyword substitution with the keyword {key}: the cipher alphabet is the keyword followed by the other "
        "letters in alphabetical order; A is replaced by the first letter of it, B by the second, and so on."
    )


def _atbash_rule(_key: Key, _known: bool) -> str:
    return "Atbash: A is replaced by Z, B by Y, C by X, and so on, with the alphabet read backwards."


def _affine_working(text: str, result: str, key: Key, backwards: bool) -> list[str]:
    a, b = key
    if not backwards:
        steps = [
            f"{x} {number(x)}: {a * number(x) + b} {number(y)} {y}" for x, y in zip(text, result, strict=True)
        ]
        return [f"{a}*x+{b} mod 26", ", ".join(steps)]
    inverse = pow(a, -1, 26)
    steps = []
    for x, y in zip(text, result, strict=True):
        less = (number(x) - b) % 26
        steps.append(f"{x} {number(x)}: {less} {inverse * less} {number(y)} {y}")
    return [f"{a}*{inverse}={a * inverse}=1 mod 26, so {inverse}*(x-{b}) mod 26", ", ".join(steps)]


def _keyword_working(text: str, result: str, key: Key, backwards: bool) -> list[str]:
    alphabets = [LETTERS, keyed_alphabet(key)]
    return [*(alphabets[::-1] if backwards else alphabets), *_letter_by_letter(text, result, key, backwards)]


# ---- a key letter for each letter ------------------------------------------------------------------------


def _vigenere(text: str, key: Key, backwards: bool) -> str:
    letters = list(text)
    for i, k in enumerate(key):
        letters[i :: len(key)] = _replace(text[i :: len(key)], _shifted(number(k)), backwards)
    return "".join(letters)


def _vigenere_rule(key: Key, known: bool) -> str:
    given = f"the key {key}" if known else f"an unknown key of {len(key)} letters"
    return (
        f"Vigenere cipher with {given}: {NUMBERED}; the key is written under the text again and again, and each "
        "letter becomes the letter whose number is the sum of the numbers of the letter and its key letter, mod 26."
    )


def _vigenere_working(text: str, result: str, key: Key, backwards: bool) -> list[str]:
    sign = "-" if backwards else "+"
    return [
        " ".join(
            [f"{a}{sign}{key[i % len(key)]}>{b}" for i, (a, b) in enumerate(zip(text, result, strict=True))]
        )
    ]


CAESAR = Cipher(
    lambda rng, _: rng.randint(1, 25),
    _caesar_rule,
    lambda text, key, backwards: _replace(text, _shifted(key), backwards),
    _letter_by_letter,
    1,
)
ATBASH = Cipher(
    lambda _rng, _: None,
    _atbash_rule,
    lambda text, _, backwards: _replace(text, LETTERS[::-1], backwards),
    _letter_by_letter,
    1,
)
AFFINE = Cipher(
    lambda rng, _: [rng.choice(MULTIPLIERS), rng.randrange(26)],
    _affine_rule,
    lambda text, key, backwards: _replace(text, _affine_alphabet(*key), backwards),
    _affine_working,
    2,
)
KEYWORD = Cipher(
    draw_keyword,
    _keyword_rule,
    lambda text, key, backwards: _replace(text, keyed_alphabet(key), backwards),
    _keyword_working,
    1,
)
VIGENERE = Cipher(
    lambda rng, length: "".join(rng.choices(LETTERS, k=rng.randint(2, min(6, length)))),
    _vigenere_rule,
    _vigenere,
    _vigenere_working,
    2,
)
