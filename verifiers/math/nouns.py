"""Words behind a number that are no noun that is counted: "6 pi", "6 sin x", "6 tens" and "6 x" are not 6."""

from __future__ import annotations

from collections.abc import Sequence

from .names import CONSTANTS, FUNCTIONS, GREEK
from .units import UNITS
from .words import number_of_words

_ALSO_NOUNS = frozenset("real floor ceiling sign comb".split())
_MATHEMATICS = (
    frozenset(name.lower() for name in (*FUNCTIONS, *CONSTANTS, *GREEK))
    - _ALSO_NOUNS
    - frozenset(map(str.lower, UNITS))
)
_NUMBERS = frozenset(
    "ones tens hundreds thousands score scores gross grosses half quarter squared cubed factorial naught"
    " couple".split()
)
_DECIMALS = (
    "tenth",
    "ndredth",
    "ousandth",
    "llionth",
    "eenth",
    "ieth",
    "eleventh",
    "twelfth",
    "halve",
    "quarter",
)
_SHORT = frozenset("in of on at by to so or we he it is as if no us an be do go am up my me".split())


def no_noun(words: Sequence[str]) -> bool:
    """Whether words behind a number belong to its value: a name of mathematics, a number word, or a variable."""
    first = words[0] if words else "units"
    short = len(first) < 3 and first not in UNITS and first.lower() not in _SHORT and not first.isdigit()
    return short or any(_is_mathematics(word.lower()) for word in words)


def _is_mathematics(word: str) -> bool:
    if word in _MATHEMATICS or word in _NUMBERS or number_of_words(word) is not None:
        return True
    return word.rstrip("s").endswith(_DECIMALS)


__all__ = ["no_noun"]
