"""Fractions: simplify one, or work out an expression of fractions, exactly and in lowest terms.

A number without spaces such as 5/6 is one fraction and 2 1/3 is a mixed number; operators stand between spaces.
The value is never zero and nothing is divided by zero. Kinds: ``simplify``, ``sum``, ``difference`` (never negative),
``product``, ``quotient``, ``mixed`` (an operation on two mixed numbers), ``chain`` (`terms` numbers with parentheses),
``complex`` (a quotient of two operations), ``continued`` (a continued fraction of `terms` steps).

Symmetries: none; the expression as printed is the problem.

Difficulty: the `kinds` of expression to draw from, `terms` numbers in the longer kinds, and denominators up to
`denominator`. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from math import gcd
from typing import Any

from ..family import FRACTION, Family, Question, as_stated
from ..limits import Whole

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
Node = Any
"""An operator and its two operands, each of them a node again, or a number as it is printed."""


def _question(kind: str, rng: random.Random, *, terms: int, denominator: int) -> Question | None:
    tree = _tree(rng, kind, terms, denominator)
    lines: list[str] = []
    try:
        value = _value(tree, lines)
    except ZeroDivisionError:
        return None
    if not value:
        return None
    expression = _text(tree)
    return Question(
        {"expression": expression, "notation": _MIXED if kind == "mixed" else "", "form": _FORM},
        {"expression": expression},
        str(value),
        lines,
        FRACTION,
        canonical=expression,
    )


generate = Family(
    {kind: partial(_question, kind) for kind in KINDS},
    WORDINGS,
    {
        "terms": Whole(2, 12, "numbers of a chain, or steps of a continued fraction"),
        "denominator": Whole(4, 1000, "the largest denominator"),
    },
    canonical=as_stated,
    kind_in_facts=False,
    advice="change 'terms' or 'denominator'",
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
