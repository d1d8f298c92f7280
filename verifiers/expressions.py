r"""Reading expressions safely: one bounded tokenizer and parser for the verifiers that are given formulas.

`read` turns text into calls of an `Algebra`: what a number, a sum or a sine *is* belongs to the caller (an
exact value, an instruction on a tape, ...). Nothing is evaluated on the way, and nothing grows: text, tokens
and depth are limited, time is linear in the text, and digits are ASCII digits only.

Precedence, from loose to tight: ``+ -``, then ``* /`` (left to right, products without a sign among them),
then a leading sign, then ``^`` or ``**`` (right to left). What people read in different ways is refused with
advice instead of being read in one of them: ``1/2x``, ``e^2x``, ``sin x(x+1)``, ``x2``, ``2 3``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Protocol, TypeVar

V = TypeVar("V")

MAX_CHARS = 4096
MAX_DEPTH = 64
MAX_NUMBER_CHARS = 40


class Unreadable(ValueError):
    """The text is no expression of the grammar; the message is one sentence that helps to write one."""


class Undefined(ValueError):
    """The text is an expression, but has no value (a division by zero)."""


class Algebra(Protocol[V]):
    """What the parser builds. Every method may raise `Unreadable` or `Undefined`."""

    def number(self, text: str) -> V:
        """A number written as ASCII digits, with a decimal point if the grammar has decimals."""

    def name(self, text: str) -> V:
        """A variable or a constant of the grammar."""

    def binary(self, operator: str, left: V, right: V) -> V:
        """``left operator right``, the operator being one of ``+ - * / ^``."""

    def negative(self, value: V) -> V:
        """``-value``."""

    def call(self, function: str, argument: V) -> V:
        """``function(argument)``."""


@dataclass(frozen=True)
class Grammar:
    """Which expressions are read.

    Attributes:
        variable: the name of the variable, in lower-case ASCII letters; empty if there is none.
        constants: names of constants.
        functions: names of functions.
        operators: the binary operators, of ``+ - * / ^``.
        signs: whether a leading ``+`` or ``-`` may stand before an operand.
        decimals: whether a number may have a decimal point.
        latex: whether products without a sign and LaTeX commands are understood.
    """

    variable: str = ""
    constants: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    operators: frozenset[str] = frozenset("+-*/")
    signs: bool = False
    decimals: bool = False
    latex: bool = False

    @cached_property
    def names(self) -> frozenset[str]:
        """The variable and the constants."""
        return self.constants | {self.variable} if self.variable else self.constants

    @cached_property
    def words(self) -> re.Pattern[str]:
        """A pattern that finds a name or a function, the longest that there is; with none, it finds nothing."""
        words = sorted(self.names | self.functions, key=lambda word: (-len(word), word))
        return re.compile("|".join(words) or "(?!)")

    def split(self, letters: str) -> list[str]:
        """A run of letters as the names and functions it consists of: ``xsin`` is ``x`` and ``sin``."""
        words = self.words.findall(letters)
        if sum(map(len, words)) != len(letters):
            raise Unreadable(f"Unknown name in the expression; it may hold {self.vocabulary}.")
        return words

    @cached_property
    def vocabulary(self) -> str:
        """What an expression may hold, in words."""
        parts = ["numbers", *sorted(self.names), *sorted(self.functions), *sorted(self.operators)]
        return ", ".join([*parts, "parentheses"])


_TOKEN = re.compile(r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+)|([a-z]+)|(\*\*|[-+*/^()\[\]{}])|\\([a-z]+)|\s+|\\[,;:! ]")
_TYPOGRAPHY = str.maketrans(
    {"\u2212": "-", "\u2013": "-", "\u00d7": "*", "\u00b7": "*", "\u22c5": "*", "\u00f7": "/", "\u00a0": " "}
    | {"\u202f": " ", "\u2009": " "}
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_COMMANDS = {"cdot": "*", "times": "*", "div": "/"}
_SPACES = frozenset(("left", "right", "quad", "displaystyle"))
_FRACTIONS = frozenset(("frac", "dfrac", "tfrac"))
_AMBIGUOUS = "Ambiguous: write * between factors and put a denominator, exponent or argument in parentheses."


def read(text: str, grammar: Grammar, algebra: Algebra[V]) -> V:
    """The value that `algebra` gives to the expression that is the whole of `text`, letters in any case.

    Raises:
        Unreadable: if the text is no expression of the grammar, or too long or too deep.
        Undefined: if the algebra finds that it has no value.
    """
    parser = _Parser(_tokens(text, grammar), grammar, algebra)
    value = parser.expression(0, 0)
    if parser.at < len(parser.tokens) - 1:
        raise Unreadable("The expression does not end where it should; check signs and parentheses.")
    return value


def _tokens(text: str, grammar: Grammar) -> list[str]:
    if len(text) > MAX_CHARS:
        raise Unreadable("The expression is too long.")
    text = text.translate(_TYPOGRAPHY).strip()
    if not text.isascii():  # before lower(), which maps the Kelvin sign to an ASCII k
        raise Unreadable("Use ASCII characters only.")
    text = text.lower()
    found: list[str] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise Unreadable(f"Unknown character in the expression; it may hold {grammar.vocabulary}.")
        position = match.end()
        number, letters, sign, command = match.groups()
        if sign:
            found.append("^" if sign == "**" else sign)
        elif number:
            found.append(_number(number, grammar))
        elif letters:
            found.extend(grammar.split(letters))
        elif command:
            found.extend(_command(command, grammar))
        elif match.group().startswith("\\") and not grammar.latex:
            raise Unreadable("Write the expression in plain text.")
    return [*found, ""]


def _number(text: str, grammar: Grammar) -> str:
    if len(text) > MAX_NUMBER_CHARS:
        raise Unreadable("A number in the expression is too long.")
    if "." in text:
        if not grammar.decimals:
            raise Unreadable("Write whole numbers, without a decimal point.")
    elif len(text) > 1 and text[0] == "0":
        raise Unreadable("Write numbers without leading zeros.")
    return text


def _command(command: str, grammar: Grammar) -> list[str]:
    if command in _COMMANDS:
        return [_COMMANDS[command]]
    if grammar.latex:
        if command in _SPACES:
            return []
        if command in _FRACTIONS:
            return ["frac"]
        if command in grammar.functions:
            return [command]
    raise Unreadable("Unknown LaTeX command; write the expression in plain text.")


class _Parser(Generic[V]):
    """Precedence climbing over the tokens; the last token is the empty text, which ends every loop."""

    def __init__(self, tokens: list[str], grammar: Grammar, algebra: Algebra[V]) -> None:
        self.tokens, self.grammar, self.algebra = tokens, grammar, algebra
        self.names, self.functions = grammar.names, grammar.functions
        self.at = 0

    def take(self) -> str:
        token = self.tokens[self.at]
        self.at += bool(token)
        return token

    def expression(self, tightness: int, depth: int) -> V:
        """Operands and the operators that bind tighter than `tightness`: 1 sums, 2 products, 4 powers."""
        if depth > MAX_DEPTH:
            raise Unreadable("The expression is nested too deeply.")
        left = self.operand(depth)
        divided = False
        operators, binary = self.grammar.operators, self.algebra.binary
        while True:
            token = self.tokens[self.at]
            if token in ("+", "-"):
                rank = 1
            elif token in ("*", "/"):
                rank = 2
            elif token == "^":
                rank = 4
            elif self.grammar.latex and self.starts_factor(token):
                if tightness >= 2:
                    return left
                if divided:
                    raise Unreadable(_AMBIGUOUS)
                left = binary("*", left, self.expression(2, depth + 1))
                continue
            else:
                return left
            if token not in operators:
                raise Unreadable(f"The operator {token} is not allowed here.")
            # A power is right to left: its exponent may itself be a power.
            if rank <= tightness and not rank == tightness == 4:
                return left
            self.at += 1
            right = self.expression(rank, depth + 1)
            divided = token == "/"
            if token == "^":
                self.exponent_ends()
            left = binary(token, left, right)

    def operand(self, depth: int) -> V:
        """One operand: a signed operand, a number, a name, a group, a function or a LaTeX fraction."""
        token = self.take()
        if token in ("+", "-") and self.grammar.signs:
            value = self.expression(3, depth + 1)
            return self.algebra.negative(value) if token == "-" else value
        if token and (token[0].isdigit() or token[0] == "."):
            return self.algebra.number(token)
        if token in self.names:
            return self.algebra.name(token)
        if token in self.functions:
            return self.function(token, depth)
        if token == "frac" and self.grammar.latex:
            top = self.group("{", depth)
            return self.algebra.binary("/", top, self.group("{", depth))
        if token in ("(", "[") or (token == "{" and self.grammar.latex):
            self.at -= 1
            return self.group(token, depth)
        raise Unreadable("An operand is missing or out of place; check operators and parentheses.")

    def group(self, opening: str, depth: int) -> V:
        if self.take() != opening:
            raise Unreadable(f"Expected {opening} here.")
        value = self.expression(0, depth + 1)
        if self.take() != _CLOSING[opening]:
            raise Unreadable("The parentheses do not match.")
        return value

    def function(self, function: str, depth: int) -> V:
        """``sin(...)``, ``sin x``, ``sin 2x`` or ``sin^2(...)``, the function's name having been read."""
        power = None
        if self.tokens[self.at] == "^" and "^" in self.grammar.operators:
            self.at += 1
            power = self.positive_integer()
        opening = self.tokens[self.at]
        if opening == "(" or (opening == "{" and self.grammar.latex):  # [ would begin the degree of a root
            value = self.algebra.call(function, self.group(opening, depth))
            if opening == "{" and function != "sqrt":  # braces are not seen in print: sin{2}x looks like sin 2x
                self.argument_ends()
        else:
            value = self.algebra.call(function, self.bare_argument(depth))
        return value if power is None else self.algebra.binary("^", value, power)

    def bare_argument(self, depth: int) -> V:
        """An argument without parentheses: ``x`` or ``2x``, possibly with an exponent on x."""
        factor = None
        if self.grammar.latex and self.tokens[self.at][:1].isdigit():
            factor = self.algebra.number(self.take())
        if not self.grammar.latex or self.tokens[self.at] != (self.grammar.variable or None):
            raise Unreadable("Put the argument of a function in parentheses.")
        value = self.algebra.name(self.take())
        if self.tokens[self.at] == "^":
            self.at += 1
            value = self.algebra.binary("^", value, self.expression(4, depth + 1))
            self.exponent_ends()
        self.argument_ends()
        return value if factor is None else self.algebra.binary("*", factor, value)

    def positive_integer(self) -> V:
        """The exponent of a function's name; a negative one would mean the inverse function to some."""
        opening = self.tokens[self.at]
        if opening in _CLOSING:
            self.at += 1
        number = self.take()
        if not number.isdigit() or (opening in _CLOSING and self.take() != _CLOSING[opening]):
            raise Unreadable("The exponent of a function's name must be a positive whole number.")
        return self.algebra.number(number)

    def argument_ends(self) -> None:
        """Refuse ``sin x(x+1)``, where the sine may end in front of the parenthesis or behind it."""
        following = self.tokens[self.at]
        if self.starts_factor(following) and following not in self.functions:
            raise Unreadable(_AMBIGUOUS)

    def exponent_ends(self) -> None:
        """Refuse ``e^2x``, which some read as e^(2*x)."""
        last, following = self.tokens[self.at - 1], self.tokens[self.at]
        if following == self.grammar.variable != "" and last not in _CLOSING.values():
            raise Unreadable(_AMBIGUOUS)

    def starts_factor(self, token: str) -> bool:
        """Whether `token` may begin the right-hand factor of a product without a sign; a number may not."""
        return token in ("(", "[", "{", "frac") or token in self.names or token in self.functions
