"""Kinds whose answer is one number-valued expression: numbers, expressions, quantities, ratios."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from .answer import currency, lex, sides, tidy, tree, value_tokens
from .approximations import digits_of, is_close, rounds_to, split_approximation, with_sign
from .budget import Budget, Undefined, Unreadable
from .constants import NAMES, constants_of, renamings, spelled
from .domains import clean, split_domain
from .equal import Scalar, infinite, order, same
from .forms import Form, demand
from .labels import name_of, names_shifted, names_value
from .lexer import Token
from .single_value import Ambiguous, one_value
from .tree import (
    Add,
    Call,
    Const,
    Div,
    Mul,
    Neg,
    Node,
    Num,
    Pow,
    Var,
    walk,
)
from .units import NONE, Unit
from .words import number_of_words

Tolerance = Fraction | Mapping[str, Fraction]


_PARAMETERS = frozenset("knm")
_PARAMETER = re.compile(
    r"[,;]?\s*(?:\\(?:quad|qquad|,|;) ?)*\(?\s*(?:\\text ?\{\s*)?(?:(?:for|where|with)(?: any| every| all"
    r"| some)?\s*)?\}?\s*"
    r"[knm]\s*(?:\\in\s*(?:\\mathbb ?\{?[ZN]\}?|\\?[ZN](?![a-z]))|\\text ?\{ ?(?:is )?(?:an "
    r"|any )?integer ?\}"
    r"|(?:is )?(?:an |any )integer)\s*\)?$",
    re.I,
)
_INFINITE = {
    "infinity": 1, "positive infinity": 1, "plus infinity": 1, "negative infinity": -1, "minus infinity": -1,
}  # fmt: skip


_CONSTANT = re.compile(
    r",?\s*(?:\\(?:quad|qquad|,|;|text\s*\{)\s*)*\(?(?:where|with"
    r"|and)?\s*\}?\s*[CcKk]\s*(?:\\text\s*\{)?\s*(?:is|being|=)"
    r"\s*(?:an?|the|any)?\s*(?:arbitrary |real |integration )*constant(?: of integration)?\s*\}?\)?$"
)
_DEGREE, _RADIAN = (("degree", 1),), (("radian", 1),)


class Matcher(Protocol):
    """A compiled reference."""

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether a bare answer is right.

        Raises:
            Unreadable: if it is not an answer of this kind.
            Undefined: if it has no value.
            OutOfBudget: if it cannot be decided.
        """


class ScalarMatcher:
    """Compares with one scalar, possibly with a unit behind it.

    Args:
        node: the reference.
        unit: its unit; `NONE` if it has none.
        tolerance: how far a right answer may be off: a number (absolute) or ``{"relative": number}``.
        wanted: forms that are demanded.
        name: the variable that the reference was assigned to (``x = 5``); an answer may not name another.
        bare: whether a value without the unit of the reference is right.
        family: whether the reference is a family of solutions, whose whole-number parameter may have another name.
    """

    def __init__(
        self,
        node: Node,
        unit: Unit = NONE,
        *,
        tolerance: Tolerance | None = None,
        wanted: list[tuple[Form, str]] | None = None,
        name: str | None = None,
        bare: bool = True,
        family: bool = False,
    ) -> None:
        self.family = family
        self.unit, self.tolerance, self.wanted, self.name, self.bare = unit, tolerance, wanted or [], name, bare
        self.gold = Scalar(node)
        self.in_base = self.gold if unit == NONE else Scalar(scaled(node, unit))
        self.bare_gold = self.gold if unit.scale == 1 else Scalar(scaled(node, dimensionless(unit)))
        self.infinite = infinite(node)
        self.digits = digits_of(node)
        self.constants = frozenset[str]() if family else constants_of(node, solution=name is not None)

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer equals the reference; see `Matcher`."""
        text, money = currency(tidy(text))
        if text.isascii() and text.replace(" ", "").replace("-", "").isalpha() and not self.gold.names:
            number = number_of_words(text)
            if number is not None:
                return self._compare(Num(Fraction(number)), money, budget)
        if self.infinite and text.isascii() and (said := _INFINITE.get(" ".join(text.lower().split()))):
            return said == self.infinite
        text = self._without_remark(spelled(text) if self.constants else text)
        if self.digits is not None:
            text = with_sign(text)
        exact, approximate = split_approximation(lex(without_parameter(text)[0]))
        if approximate is not None:
            if self.digits is not None and self._side_matches(approximate, money, budget):
                return self._rounds(exact, self.digits, budget)
            if not is_close(exact, approximate, self.gold.names, budget):
                raise Unreadable("The two values are not close to each other.")
        parts = sides(self._renamed(exact))
        named = name_of(parts[0], self.name) if len(parts) > 1 else None
        if len(parts) == 2 and named is None and (named := name_of(parts[1], self.name)) is not None:
            parts.reverse()  # "5 = x"
        if named is not None:
            if not self.may_be_called(named):
                return False
            parts = parts[1:]
        elif len(parts) == 2 and self.name is None and names_shifted(parts[0], self.gold.names):
            parts = parts[1:]
        elif len(parts) > 1 and names_value(parts[0], self.gold.names):
            if self.name is not None and self.name != "".join(token.text for token in parts[0]):
                return False
            parts = parts[1:]
            # Between the integral and its value, people write brackets that are not read.
            parts = [part for part in parts[:-1] if not _is_evaluation(part)] + parts[-1:]
        if len(parts) > 6:
            raise Unreadable("The chain of equations is too long.")
        return all(self._side_matches(part, money, budget) for part in parts)

    def _rounds(self, exact: list[Token], digits: int, budget: Budget) -> bool:
        """Whether what stands before the sign in front of the right decimal is its name, or rounds to it."""
        parts = sides(exact)
        if (named := name_of(parts[0], self.name)) is not None:
            if not self.may_be_called(named):
                return False
            parts = parts[1:]
        elif names_value(parts[0]):
            parts = parts[1:]
        return all(rounds_to(self.gold, digits, part, budget) for part in parts if len(part) > 1)

    def _without_remark(self, text: str) -> str:
        """The text without what it says of its variables: "for all real x", "n >= 1", "where C is a constant"."""
        if not self.gold.names or self.family:
            return text
        return without_remark(text, self.gold.names | NAMES if self.constants else self.gold.names)

    def may_be_called(self, named: str) -> bool:
        """Whether an answer's label goes with the reference's: ``y(x)`` goes with ``y``, ``f(8)`` not with ``f(2)``."""
        if self.name is None or named == self.name:
            return True
        if "(" in self.name:
            return named == "y"
        function, bracket, argument = named.partition("(")
        if not bracket or "'" in named:
            return False
        if function == self.name:
            return argument.rstrip(")") in self.gold.names
        return self.name == "y" and (not self.gold.names or argument.rstrip(")") in self.gold.names)

    def _renamed(self, found: list[Token]) -> list[Token]:
        """The tokens with the answer's whole-number parameter (k, n, m) named as in the reference."""
        ours = sorted(self.gold.names & _PARAMETERS) if self.family else []
        theirs = {token.value for token in found if token.kind == "word" and token.value in _PARAMETERS}
        if len(ours) == len(theirs) == 1 and theirs != set(ours):
            return [
                Token("word", ours[0], t.spaced) if t.kind == "word" and t.value in theirs else t for t in found
            ]
        return found

    def _side_matches(self, part: list[Token], money: Unit, budget: Budget) -> bool:
        value, unit = value_tokens(part, names=self.gold.names)
        if unit == NONE:
            unit = money
        elif money != NONE:
            unit = money.times(unit)
        names = self.gold.names | NAMES if self.constants else self.gold.names
        node = one_value(tree(value, names), budget)
        if self.constants:
            found = renamings(node, self.constants, self.gold.names)
            return any(self._compare(renamed, unit, budget) for renamed in found)
        return self._compare(node, unit, budget)

    def _compare(self, node: Node, unit: Unit, budget: Budget) -> bool:
        if len(unit.dimensions) > 1 and ("dollar", 1) in unit.dimensions and ("kelvin", 1) in unit.dimensions:
            raise Unreadable("K is read as kelvin or as thousand.")
        demand(node, self.wanted)
        if self.infinite or infinite(node):
            return self.infinite == infinite(node)
        if {unit.dimensions, self.unit.dimensions} == {_DEGREE, _RADIAN}:
            turn: Node = Div(Num(Fraction(180)), Const("pi"))
            if unit.dimensions == _DEGREE:
                turn = Div(Const("pi"), Num(Fraction(180)))
            return self._near(self.gold, Mul((node, turn)), budget)
        if unit.dimensions == self.unit.dimensions:
            return self._near(self.in_base, scaled(node, unit), budget)
        if unit == NONE and self.bare:
            return self._near(self.bare_gold, node, budget)
        if self.unit.dimensions == ():
            if unit.dimensions == _DEGREE and any(isinstance(n, (Call, Const, Pow, Var)) for n in walk(node)):
                return False  # "\\frac{\\pi}{2}^\\circ": behind a formula, the sign is a factor
            # A unit that the reference does not mention says what is counted; the number is as written.
            return not self.wanted and self._near(self.in_base, scaled(node, dimensionless(unit)), budget)
        return False

    def _near(self, gold: Scalar, node: Node, budget: Budget) -> bool:
        if self.tolerance is None:
            return same(gold, node, budget)
        if isinstance(self.tolerance, Mapping):
            share = Num(self.tolerance["relative"])
            size: Node = Call("abs", (gold.node,))
            margin: Node = Mul((share, size))
        else:
            margin = Num(self.tolerance)
        distance = Call("abs", (Add((node, Neg(gold.node))),))
        return order(distance, margin, budget) <= 0


def _is_evaluation(part: list[Token]) -> bool:
    r"""``[x^3/3]_0^1``: an antiderivative between its bounds."""
    closing = [k for k, token in enumerate(part) if token.value in ("]", "|", ")")]
    return any(part[k + 1].value == "_" for k in closing[-2:])


def without_remark(text: str, names: frozenset[str]) -> str:
    """The text of a formula without the domain of its variables, if it says one."""
    text = text[:-120] + _CONSTANT.sub("", text[-120:])
    if "\\" in text or "for" in text or ">" in text:
        body, domain = split_domain(clean(text))
        if domain is not None and set(domain.names) <= names and domain.kind in ("Z", "ray", "R"):
            text = body.replace("@", "\\")
    return text


def without_parameter(text: str) -> tuple[str, bool]:
    """The text without a tail like ``, k in Z``, and whether there was one."""
    shorter = text[:-80] + _PARAMETER.sub("", text[-80:])
    return shorter, shorter != text


def scaled(node: Node, unit: Unit) -> Node:
    """The value in base units."""
    return node if unit.factor == 1 else Mul((node, Num(unit.factor)))


def dimensionless(unit: Unit) -> Unit:
    """What remains of a unit that is not compared: its scale words ("million dollars") but no conversion.

    Conversion factors of measures do not count: 5 km is 5 for a reference without unit.
    """
    return Unit(unit.scale, ())


class EitherMatcher:
    """For a reference that can be read in two ways: an answer is right that matches one of them."""

    def __init__(self, first: Matcher, second: Matcher) -> None:
        self.first, self.second = first, second

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer matches either reading; see `Matcher`."""
        try:
            if self.first.matches(text, budget):
                return True
        except (Unreadable, Undefined):
            return self.second.matches(text, budget)
        try:
            return self.second.matches(text, budget)
        except (Unreadable, Undefined):
            return False


class RatioMatcher:
    """Compares ratios: ``3:4``, ``3 to 4``, ``6:8`` and, for two parts, the fraction ``3/4``."""

    def __init__(self, node: Call) -> None:
        self.parts = [Scalar(part) for part in node.arguments]

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same ratio; see `Matcher`."""
        parts = sides(lex(tidy(text)))
        if len(parts) > 1 and (name_of(parts[0]) is not None or names_value(parts[0])):
            parts = parts[1:]
        if len(parts) != 1:
            raise Unreadable("Give one ratio.")
        node = one_value(tree(parts[0], self.names), budget)
        if isinstance(node, Call) and node.name == "ratio":
            found = node.arguments
        elif len(self.parts) == 2:
            found = (node.top, node.bottom) if isinstance(node, Div) else (node, Num(Fraction(1)))
        else:
            raise Unreadable("Give a ratio.")
        if len(found) != len(self.parts):
            return False
        first, *others = self.parts
        zero = Num(Fraction(0))
        if same(Scalar(found[0]), zero, budget) and not same(first, zero, budget):
            return False
        return all(
            same(Scalar(Mul((first.node, part))), Mul((other.node, found[0])), budget)
            for other, part in zip(others, found[1:], strict=True)
        )

    @property
    def names(self) -> frozenset[str]:
        """The variables in the ratio."""
        return frozenset().union(*(part.names for part in self.parts))


__all__ = ["Ambiguous", "Matcher", "RatioMatcher", "ScalarMatcher", "Tolerance", "Undefined", "one_value"]
