"""Names of mathematics: functions, constants, Greek letters, sets; and runs of letters split into them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from .budget import Unreadable

FUNCTIONS = {
    name: name
    for name in (
        "sin cos tan cot sec csc arcsin arccos arctan arccot arcsec arccsc sinh cosh tanh coth sech csch "
        "arcsinh arccosh "
        "arctanh ln log lg exp sqrt cbrt rootsign fourthrootsign abs sign floor "
        "ceil max min gcd lcm factorial binomial cis Re "
        "Im conj arg root"
    ).split()
} | {
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh",
    "arsinh": "arcsinh", "arcosh": "arccosh", "artanh": "arctanh", "cosec": "csc", "tg": "tan", "ctg": "cot",
    "arctg": "arctan", "cuberootsign": "cbrt", "sgn": "sign", "GCD": "gcd",
    "LCM": "lcm", "sen": "sin",
    "Abs": "abs", "ceiling": "ceil", "binom": "binomial", "comb": "binomial", "real": "Re", "Sin": "sin", "Cos": "cos",
    "Tan": "tan", "Ln": "ln", "Log": "log", "Sqrt": "sqrt", "Exp": "exp",
}  # fmt: skip
SETS = {
    "emptyset": "empty", "R": "reals", "Z": "integers", "N": "naturals", "Q": "rationals", "C": "complexes",
}  # fmt: skip
CONSTANTS = {"pi": "pi", "e": "e", "i": "i", "infty": "oo", "infinity": "oo", "inf": "oo", "oo": "oo", "Infinity": "oo",
             "Pi": "pi", "imath": "i"}  # fmt: skip
_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi "
    "chi psi omega "
    "Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega ell"
).split()
GREEK = {letter: letter for letter in _LETTERS}
RELATIONS = frozenset(("=", "!=", "<", ">", "<=", ">="))

_LONG = sorted(
    (name for name in (*FUNCTIONS, *CONSTANTS, *GREEK) if len(name) > 1), key=lambda name: (-len(name), name)
)
_BY_LETTER: dict[str, list[str]] = {}
for _name in _LONG:
    _BY_LETTER.setdefault(_name[0], []).append(_name)
_MAX_RUN = 4
"""A longer run of letters that are no known names is a word, not a product of variables."""


def split_word(word: str, names: Collection[str] | None) -> list[str]:
    """A run of letters as the names it consists of: ``2xsinx`` has the run ``x``, ``sin``, ``x``.

    Args:
        word: ASCII letters.
        names: the variables that may occur; None for any.

    Raises:
        Unreadable: if it is a word of a language.
    """
    known = None if names is None else frozenset(name[0] for name in names if name)
    return list(_split(word, known))


@lru_cache(maxsize=2048)
def _split(word: str, letters: frozenset[str] | None) -> tuple[str, ...]:
    parts: list[str] = []
    position = single = 0
    while position < len(word):
        for name in _BY_LETTER.get(word[position], ()):
            if word.startswith(name, position):
                break
        else:
            name = word[position]
            single += name not in "ei"
            if letters is not None and name not in letters and name not in "ei":
                raise Unreadable("The answer holds a name that has no place in it.")
        parts.append(name)
        position += len(name)
    if single > _MAX_RUN or (
        letters is None and len(word) > 2 and len(parts) == len(word) and _is_wordlike(word)
    ):
        raise Unreadable("The answer holds a word.")
    return tuple(parts)


def _is_wordlike(word: str) -> bool:
    """Whether three or more letters in a row read as a word: not all of them are usual variables."""
    if len(word) <= 4 and not word[1:].islower() and not word.isupper():
        return False  # "GMm", "nRT"
    return (
        not all(letter in "abcdefghkmnpqrstuvwxyz" for letter in word) or len(word) > 3 or word in SHORT_WORDS
    )


SHORT_WORDS = frozenset(
    "and the not but yes cat dog red bad sad mad ram mar arm bat car day far hat man map max mat may men "
    "met net new now "
    "nth odd off old one our out own pan pay pen per pet put ran raw run sat saw say sea see set she sum "
    "sun tan ten "
    "two use van was way web wet who why won yet you act add age ago any are art ask ate".split()
)
