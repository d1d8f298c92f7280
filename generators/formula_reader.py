"""One strict reader of formulas in plain text, for the solvers of every family.

It shares nothing with the readers of the verifiers. A formula becomes a small tree: an int, a decimal number as a
`Fraction`, a name, or a tuple of an operation and trees: ``("+", a, b, ...)``, ``("*", a, b, ...)``, ``("/", a, b)``,
``("^", a, b)``, ``("neg", a)`` and ``(function, a)``. A difference is a sum with a ``neg`` in it.

    sum = product ((+ | -) product)*
    product = signed ((* | /) signed | power)*
    signed = (+ | -) signed | power
    power = (number | name | function | group) [^ signed]

``**`` is ``^``, groups are in ``()`` or ``[]``, ``1,452`` is a number, and ``|a|`` is ``abs(a)`` where that is a
function. What is read in two ways is refused: ``1/2x``, ``2^3x``, ``sin x(x+1)``, ``x2``, ``2 3``. The length of a
text, its depth and its functions are limited, so that nothing grows; nothing is worked out here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

Tree = Any

MAX_CHARS = 4096
MAX_DEPTH = 64
"""Of operations in each other: the right side of an operation is one deeper than its left side, a group than itself."""
MAX_FUNCTIONS = 256

_GROUPED = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9]|,[0-9])"
_SIGNS = r"\*\*|[-+*/^()\[\]|]"
_CLOSING = {"(": ")", "[": "]"}


@dataclass(frozen=True)
class Notation:
    """Which formulas are read.

    Attributes:
        names: variables, of one small letter each; the first may not follow an exponent without brackets.
        constants: further names, such as ``pi``.
        functions: names of functions, whose arguments stand in ``()``.
        decimals: whether numbers may have a decimal point.
        zeros: whether numbers may begin with zeros, as ``007``.
        any_case: whether letters may be capitals everywhere; otherwise only the first one of a longer word.
        many_signs: whether signs may follow each other in front of an operand, as in ``--x``.
        bare: names that a function may have for its argument without brackets, as in ``sin 2x``.
        bare_numbers: whether such an argument may be a number alone, as in ``ln 2``.
        before_numbers: names behind which a number may stand as a factor, as in ``i2``.
        max_digits: how many characters a number may have.
        max_divisions: how many divisions a formula may have; None for any number.
    """

    names: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    decimals: bool = False
    zeros: bool = False
    any_case: bool = False
    many_signs: bool = False
    bare: tuple[str, ...] = ()
    bare_numbers: bool = False
    before_numbers: tuple[str, ...] = ()
    max_digits: int = 40
    max_divisions: int | None = None


class _NotRead(ValueError):
    """The text is no formula of the notation."""


def formula(text: str, notation: Notation) -> Tree | None:
    """The tree of the formula that is the whole of `text`; None if it is none."""
    if len(text) > MAX_CHARS or not text.isascii():
        return None
    try:
        reader = _Reader(_tokens(text, notation), notation)
        tree = reader.sum(0)
    except _NotRead:
        return None
    return tree if reader.next() == "" else None


def answered(text: str, notation: Notation) -> Tree | None:
    """The tree of a bare answer, which may end with a full stop."""
    return formula(text.strip().removesuffix("."), notation)


@lru_cache(maxsize=256)
def _token(notation: Notation) -> re.Pattern[str]:
    """A number, a word, a sign or space."""
    number = rf"(?:{_GROUPED}|[0-9]+)"
    if notation.decimals:
        number = rf"{number}(?:\.[0-9]+)?|\.[0-9]+"
    words = {*notation.names, *notation.constants, *notation.functions}
    if not notation.any_case:
        words |= {word.capitalize() for word in words if len(word) > 1}
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"({number})|({'|'.join(longest_first) or '(?!)'})|({_SIGNS})|\s+")


def _tokens(text: str, notation: Notation) -> list[Any]:
    """Numbers, and words and signs as text; the last token is the empty text."""
    if notation.any_case:
        text = text.lower()
    found: list[Any] = []
    position, bars, pattern = 0, 0, _token(notation)
    while position < len(text):
        match = pattern.match(text, position)
        if match is None:
            raise _NotRead
        position = match.end()
        number, word, sign = match.groups()
        if number:
            found.append(_number(number, notation))
        elif word:
            found.append(word.lower())
        elif sign == "|":
            if "abs" not in notation.functions:
                raise _NotRead
            found += [")", ")"] if bars % 2 else ["(", "abs", "("]
            bars += 1
        elif sign:
            found.append("^" if sign == "**" else sign)
    if sum(token in notation.functions for token in found if isinstance(token, str)) > MAX_FUNCTIONS:
        raise _NotRead
    return [*found, ""]


def _number(text: str, notation: Notation) -> int | Fraction:
    text = text.replace(",", "")
    if len(text) > notation.max_digits:
        raise _NotRead
    if "." in text:
        return Fraction(text)
    if len(text) > 1 and text[0] == "0" and not notation.zeros:
        raise _NotRead
    return int(text)


class _Reader:
    """Recursive descent. `depth` is that of `MAX_DEPTH`."""

    def __init__(self, tokens: list[Any], notation: Notation) -> None:
        self.tokens, self.notation, self.at, self.divisions = tokens, notation, 0, 0
        self.names = frozenset((*notation.names, *notation.constants))

    def next(self) -> Any:
        return self.tokens[self.at]

    def take(self, *wanted: str) -> str:
        """The next token if it is one of these, "" otherwise."""
        token: str = self.tokens[self.at]
        if token == "" or token not in wanted:
            return ""
        self.at += 1
        return token

    def sum(self, depth: int) -> Tree:
        terms = [self.product(depth)]
        while sign := self.take("+", "-"):
            term = self.product(depth + 1)
            terms.append(("neg", term) if sign == "-" else term)
        return terms[0] if len(terms) == 1 else ("+", *terms)

    def product(self, depth: int) -> Tree:
        left = self.signed(depth)
        divided = False
        while True:
            if kind := self.take("*", "/"):
                right = self.signed(depth + 1)
                divided = kind == "/"
                self.divisions += divided
                if self.notation.max_divisions is not None and self.divisions > self.notation.max_divisions:
                    raise _NotRead
            elif self.factor_follows():
                if divided:
                    raise _NotRead  # 1/2x
                kind, right = "*", self.power(depth + 1)
            else:
                return left
            flat = kind == "*" and isinstance(left, tuple) and left[0] == "*"
            left = (*left, right) if flat else (kind, left, right)

    def factor_follows(self) -> bool:
        """Whether a factor without a sign comes next."""
        token = self.next()
        if not isinstance(token, str):
            return self.at > 0 and self.tokens[self.at - 1] in self.notation.before_numbers
        return token in _CLOSING or token in self.names or token in self.notation.functions

    def signed(self, depth: int) -> Tree:
        sign = self.take("+", "-")
        if not sign:
            return self.power(depth)
        if depth > MAX_DEPTH:
            raise _NotRead
        value = self.signed(depth + 1) if self.notation.many_signs else self.power(depth + 1)
        return ("neg", value) if sign == "-" else value

    def power(self, depth: int) -> Tree:
        return self.raised(self.operand(depth), depth)

    def raised(self, base: Tree, depth: int) -> Tree:
        """A base with the exponent that follows it, if there is one."""
        if not self.take("^"):
            return base
        exponent = self.signed(depth + 1)
        first = self.notation.names[:1]
        if self.next() in first and self.tokens[self.at - 1] not in _CLOSING.values():
            raise _NotRead  # 2^3x
        return ("^", base, exponent)

    def operand(self, depth: int) -> Tree:
        if depth > MAX_DEPTH:
            raise _NotRead
        token = self.next()
        if token in _CLOSING:
            return self.group(depth)
        self.at += token != ""
        if token in self.notation.functions:
            return self.function(token, depth)
        if isinstance(token, str) and token not in self.names:
            raise _NotRead
        return token

    def group(self, depth: int) -> Tree:
        opening = self.take("(", "[")
        inner = self.sum(depth + 1)
        if not self.take(_CLOSING[opening]):
            raise _NotRead
        return inner

    def function(self, name: str, depth: int) -> Tree:
        """``sin(...)``, ``sin x``, ``sin 2x`` or ``sin^2(...)``, the name having been read."""
        outer = self.outer_exponent() if self.take("^") else None
        called = (name, self.group(depth) if self.next() == "(" else self.bare_argument(depth))
        return called if outer is None else ("^", called, outer)

    def outer_exponent(self) -> int:
        """The exponent of a function's name: a whole number, perhaps in brackets."""
        opening = self.take("(", "[")
        number = self.next()
        if not isinstance(number, int):
            raise _NotRead
        self.at += 1
        if opening and not self.take(_CLOSING[opening]):
            raise _NotRead
        return number

    def bare_argument(self, depth: int) -> Tree:
        """An argument without brackets: up to one number and one name, the last of them perhaps with an exponent."""
        parts = []
        if not isinstance(self.next(), str):
            parts.append(self.next())
            self.at += 1
        if name := self.take(*self.notation.bare):
            parts.append(name)
        elif not parts or not self.notation.bare_numbers:
            raise _NotRead
        parts[-1] = self.raised(parts[-1], depth)
        if self.next() in _CLOSING or self.next() in self.names:
            raise _NotRead  # sin x(x+1)
        return parts[0] if len(parts) == 1 else ("*", *parts)
