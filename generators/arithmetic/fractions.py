"""Fractions: simplify one, or work out an expression of fractions, exactly and in lowest terms.

A number without spaces such as 5/6 is one fraction and 2 1/3 is a mixed number; operators stand between spaces.
The value is never zero and nothing is divided by zero.

Symmetries: none; the expression as printed is the problem.

Difficulty: the `kinds` of expression to draw from, `terms` numbers in the longer kinds, and denominators up to
`denominator`. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from ..base import Draft, GenerationError
from ..readers import ratio
from ..wording import phrase
from .schoolbook import digits_written

WORDINGS = (
    "Write the value of this expression as one fraction in lowest terms: {expression}\n{notation}{form}",
    "What is {expression} as a fraction in lowest terms?\n{notation}{form}",
    "{expression}\n\nWork out the value of the line above and simplify it fully. {notation}{form}",
)
_FORM = (
    "Give a fraction in lowest terms with a positive denominator, such as -3/4 (not a mixed number, not a "
    "decimal), or an integer if the value is one."
)
_MIXED = "A number such as 2 1/3 is a mixed number (two and one third). "

KINDS = ("simplify", "sum", "difference", "product", "quotient", "mixed", "chain", "complex", "continued")
MAX_TERMS = 12
MAX_DENOMINATOR = 1000
MAX_TRIES = 200

Node = Any
"""An operator and its two operands, each of them a node again, or a number as it is printed."""


def generate(rng: random.Random, *, kinds: str, terms: int, denominator: int) -> Draft:
    """Make one expression.

    Args:
        rng: the task's random source.
        kinds: the kinds to draw from, separated by spaces: ``simplify``, ``sum``, ``difference`` (never
            negative), ``product``, ``quotient``, ``mixed`` (an operation on two mixed numbers), ``chain`` (`terms`
            numbers with parentheses), ``complex`` (a quotient of two operations), ``continued`` (a continued
            fraction of `terms` steps).
        terms: 2 to 12.
        denominator: 4 to 1000.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no value other than zero was found.
    """
    names = kinds.split()
    if not names or not set(names) <= set(KINDS):
        raise ValueError(f"kinds must be some of {' '.join(KINDS)}, not {kinds!r}")
    if not 2 <= terms <= MAX_TERMS or not 4 <= denominator <= MAX_DENOMINATOR:
        raise ValueError(
            f"need 2 <= terms <= {MAX_TERMS} and 4 <= denominator <= {MAX_DENOMINATOR}, not {terms}, {denominator}"
        )
    kind = rng.choice(names)
    for _ in range(MAX_TRIES):
        tree = _tree(rng, kind, terms, denominator)
        lines: list[str] = []
        try:
            value = _value(tree, lines)
        except ZeroDivisionError:
            continue
        if value:
            break
    else:
        raise GenerationError(f"no fraction found; change terms ({terms}) or denominator ({denominator})")
    expression = _text(tree)
    trace = "\n".join(lines)
    return Draft(
        prompt=phrase(
            rng, WORDINGS, expression=expression, notation=_MIXED if kind == "mixed" else "", form=_FORM
        ),
        payload={
            "problem": {"expression": expression},
            "gold": {"text": str(value), "kind": "rational", "require": ["reduced"]},
        },
        answer=str(value),
        trace=trace,
        canonical=expression,
        guess_rate=0.02,
        difficulty=digits_written(trace),
    )


def _tree(rng: random.Random, kind: str, terms: int, largest: int) -> Node:
    if kind == "simplify":
        value = _proper(rng, 2 * largest)
        factor = rng.randint(2, 2 * largest)
        return f"{value.numerator * factor}/{value.denominator * factor}"
    if kind == "chain":
        return _random_tree(rng, terms, largest)
    if kind == "complex":
        sides = [(rng.choice("+-*"), str(_proper(rng, largest)), str(_proper(rng, largest))) for _ in range(2)]
        return ("/", *sides)
    if kind == "continued":
        tree: Node = str(_proper(rng, largest))
        for _ in range(terms - 1):
            tree = (rng.choice("+-"), str(rng.randint(1, largest)), ("/", "1", tree))
        return tree
    operator = {"sum": "+", "difference": "-", "product": "*", "quotient": "/"}.get(kind) or rng.choice("+-*/")
    a, b = _proper(rng, largest), _proper(rng, largest)
    if operator == "-" and a < b:
        a, b = b, a
    if kind != "mixed":
        return (operator, str(a), str(b))
    first, second = rng.randint(1, 9), rng.randint(1, 9)
    return (operator, f"{max(first, second) if operator == '-' else first} {a}", f"{second} {b}")


def _proper(rng: random.Random, largest: int) -> Fraction:
    """A fraction in lowest terms between 0 and 1."""
    while True:
        bottom = rng.randint(3, largest)
        top = rng.randint(1, bottom - 1)
        if gcd(top, bottom) == 1:
            return Fraction(top, bottom)


def _random_tree(rng: random.Random, terms: int, largest: int) -> Node:
    if terms == 1:
        value = _proper(rng, largest)
        return str(value + rng.randint(0, 2))
    left = rng.randint(1, terms - 1)
    return (rng.choice("+-*/"), _random_tree(rng, left, largest), _random_tree(rng, terms - left, largest))


def _text(node: Node, parent: str = "", right: bool = False) -> str:
    """The expression, with parentheses wherever a reader could doubt."""
    if isinstance(node, str):
        return f"({node})" if " " in node or ("/" in node and parent in ("*", "/")) else node
    operator, a, b = node
    text = f"{_text(a, operator)} {operator} {_text(b, operator, right=True)}"
    loose = operator in "+-"
    return f"({text})" if parent and (not loose or right or parent in "*/") else text


def _number(text: str) -> Fraction:
    return sum(map(Fraction, text.split()), Fraction(0))


def _value(node: Node, lines: list[str]) -> Fraction:
    """The value of a tree; each operation and each mixed number appends its line."""
    if isinstance(node, str):
        value = _number(node)
        if " " in node:
            lines.append(f"{node} = {value}")
        elif node != str(value):
            lines.append(_reduced(*map(int, node.split("/"))))
        return value
    operator, left, right = node
    a, b = _value(left, lines), _value(right, lines)
    shown = f"{_shown(a, operator)} {operator} {_shown(b, operator)}"
    if operator in "+-":
        common = a.denominator * b.denominator // gcd(a.denominator, b.denominator)
        x, y = a.numerator * (common // a.denominator), b.numerator * (common // b.denominator)
        top, bottom = x + y if operator == "+" else x - y, common
        if common > 1 and a.denominator != b.denominator:
            shown += f" = {x}/{common} {operator} {y if y >= 0 else f'({y})'}/{common}"
    else:
        if operator == "/":
            b = 1 / b
            shown += f" = {_shown(a, '*')} * {_shown(b, '*')}"
        top, bottom = a.numerator * b.numerator, a.denominator * b.denominator
    value = Fraction(top, bottom)
    raw = f" = {top}/{bottom}" if bottom > 1 and str(value) != f"{top}/{bottom}" else ""
    lines.append(f"{shown}{raw} = {value}")
    return value


def _reduced(top: int, bottom: int) -> str:
    """The steps from a fraction to its lowest terms, one common prime factor at a time."""
    steps = [f"{top}/{bottom}"]
    prime = 2
    while (common := gcd(top, bottom)) > 1:
        while common % prime:
            prime += 1
        top, bottom = top // prime, bottom // prime
        steps.append(f"{top}/{bottom} (by {prime})" if bottom > 1 else f"{top} (by {prime})")
    return " = ".join(steps)


def _shown(value: Fraction, operator: str) -> str:
    text = str(value)
    return f"({text})" if value < 0 or ("/" in text and operator in "*/") else text


_TOKEN = re.compile(r" ([-+*/]) |([0-9]+) ([0-9]+)/([0-9]+)|([0-9]+)(?:/([0-9]+))?|([()])")


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: pairs of integers that are never reduced, multiplied out crosswise."""
    parts = ratio(answer)
    if parts is None or gcd(*parts) != 1 or ("/" in answer and parts[1] == 1):
        return False
    top, bottom = _pair(payload["problem"]["expression"])
    return parts[0] * bottom == parts[1] * top


def _pair(expression: str) -> tuple[int, int]:
    """Numerator and denominator, by the two stacks of the shunting yard."""
    ranks = {"+": 1, "-": 1, "*": 2, "/": 2, "(": 0}
    values: list[tuple[int, int]] = []
    waiting: list[str] = []

    def apply() -> None:
        operator, (c, d), (a, b) = waiting.pop(), values.pop(), values.pop()
        if operator in "+-":
            values.append((a * d + c * b if operator == "+" else a * d - c * b, b * d))
        else:
            values.append((a * c, b * d) if operator == "*" else (a * d, b * c))

    for match in _TOKEN.finditer(expression):
        operator, units, top, bottom, whole, under, bracket = match.groups()
        if bracket == "(":
            waiting.append("(")
        elif bracket:
            while waiting[-1] != "(":
                apply()
            waiting.pop()
        elif operator:
            while waiting and ranks[waiting[-1]] >= ranks[operator]:
                apply()
            waiting.append(operator)
        elif units:
            values.append((int(units) * int(bottom) + int(top), int(bottom)))
        else:
            values.append((int(whole), int(under or 1)))
    while waiting:
        apply()
    return values[0]
