"""Arithmetic: evaluate an expression of whole numbers exactly.

Operands are positive whole numbers; the value is exact, an integer or a fraction in lowest terms, and no float
is used. Division comes out even at every step unless `fractions` is set.

Symmetries: none; the expression as printed is the problem.

Difficulty: `operands` numbers of up to `largest`, joined by `operators`, with parentheses nested up to `depth`
deep. Proxy: digit operations of the schoolbook methods.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt

from ..family import Family, Question, as_stated
from ..limits import Flag, Signs, Whole

WORDINGS = (
    "Evaluate this expression: {expression}\n{rules} {form}",
    "What is the exact value of {expression} ?\n{rules} {form}",
    "{expression}\n\nWork out the expression above. {rules} {form}",
)
_INTEGER = "The value is an integer: give it in digits."
_FRACTION = (
    "Give the exact value: an integer, or, if it is not one, a fraction in lowest terms "
    "with a positive denominator, such as -3/4."
)

Value = int | Fraction
Token = Value | str


def _question(
    rng: random.Random, *, operands: int, largest: int, operators: str, depth: int, fractions: bool
) -> Question:
    tokens, _ = _sum(rng, operands, depth, largest, operators, fractions)
    (expression, *lines), value, work = _reduce(tokens)
    form = _FRACTION if fractions else _INTEGER
    return Question(
        {"expression": expression, "rules": _rules(operators, depth), "form": form},
        {"expression": expression},
        str(value),
        lines,
        gold=None,
        canonical=expression,
        guess_rate=min(0.5, 0.9 / (largest * sqrt(operands))),  # the share of the most common value, rounded up
        difficulty=work,
    )


def _relation(operators: str, **_: object) -> str:
    return "" if set(operators) & set("+-") else f"operators must hold + or -, not {operators!r}"


generate = Family(
    _question,
    WORDINGS,
    {
        "operands": Whole(2, 64, "how many numbers"),
        "largest": Whole(2, 10**6, "the largest number"),
        "operators": Signs("+-*/", "the operators to draw from, + or - among them"),
        "depth": Whole(0, 8, "how deep parentheses may be nested"),
        "fractions": Flag("whether a quotient may be a fraction; else every division comes out even"),
    },
    relation=_relation,
    canonical=as_stated,
)


def _rules(operators: str, depth: int) -> str:
    strong = " and ".join(sign for sign in "*/" if sign in operators)
    if not strong:
        return ("Do what is in parentheses first; otherwise go" if depth else "Go") + " from left to right."
    return (
        "The sign * means times. " if "*" in operators else ""
    ) + f"Do {'parentheses first, then ' if depth else ''}{strong}, then + and -, from left to right."


def _sum(
    rng: random.Random, size: int, depth: int, largest: int, operators: str, fractions: bool
) -> tuple[list[Token], Value]:
    """An expression of `size` numbers without parentheses around it, and its value."""
    tokens: list[Token] = []
    total: Value = 0  # the terms that are complete
    term: Value = 0  # the product that is being multiplied out, with its sign
    for part in _parts(rng, size, depth):
        inner: list[Token]
        if part == 1:
            value: Value = rng.randint(1, largest)
            inner = [value]
        else:
            inside, value = _sum(rng, part, depth - 1, largest, operators, fractions)
            inner = ["(", *inside, ")"]
        if not tokens:
            tokens, term = inner, value
            continue
        operator = rng.choice(operators)
        if operator == "/":
            if part == 1 and not fractions:
                value = rng.choice(_divisors(term))
                inner = [value]
            if value == 0 or not (fractions or (value > 1 and term % value == 0)):
                operator = "-" if "-" in operators else "+"
        tokens.append(operator)
        tokens += inner
        if operator in "*/":
            term = _apply(operator, term, value)
        else:
            total += term
            term = value if operator == "+" else -value
    return tokens, total + term


def _parts(rng: random.Random, size: int, depth: int) -> list[int]:
    """How many numbers each operand of an expression holds: 1 for a number, more for one in parentheses."""
    if depth == 0 or size <= 2:
        return [1] * size
    count = rng.randint(2, min(size - 1, 4))
    cuts = sorted(rng.sample(range(1, size), count - 1))
    return [b - a for a, b in zip([0, *cuts], [*cuts, size], strict=True)]


def _divisors(value: Value) -> list[int]:
    """Divisors from 2 to 12 of an integer; [1] if there are none."""
    return [d for d in range(2, 13) if value % d == 0] or [1]


def _reduce(tokens: list[Token]) -> tuple[list[str], Value, int]:
    """The expression and what is left of it after each operation; its value; the digit operations spent."""
    tokens = list(tokens)
    words = [str(token) for token in tokens]
    lines = [_joined(words)]
    work = 0
    while len(words) > 1:
        end = words.index(")") if ")" in words else len(words)
        start = end
        while start > 0 and words[start - 1] != "(":
            start -= 1
        at = start + 1  # the first product or quotient within the innermost parentheses, else the first sign
        for place in range(start + 1, end, 2):
            if words[place] in "*/":
                at = place
                break
        left, right = tokens[at - 1], tokens[at + 1]
        assert not isinstance(left, str)
        assert not isinstance(right, str)
        value = _apply(words[at], left, right)
        work += _work(words[at], left, right)
        first, last = at - 1, at + 2
        if end < len(words) and end - start == 3:  # the parentheses hold one number now
            first, last = start - 1, end + 1
        tokens[first:last] = [value]
        words[first:last] = [str(value) if isinstance(value, int) and value >= 0 else f"({value})"]
        lines.append("= " + _joined(words))
    value = tokens[0]  # type: ignore[assignment]
    lines[-1] = f"= {value}"
    return lines, value, work


def _joined(words: list[str]) -> str:
    text = " ".join(words)
    return text.replace("( ", "(").replace(" )", ")") if "(" in words else text


def _apply(operator: str, left: Value, right: Value) -> Value:
    if operator == "+":
        value = left + right
    elif operator == "-":
        value = left - right
    elif operator == "*":
        value = left * right
    elif isinstance(left, int) and isinstance(right, int) and left % right == 0:
        return left // right
    else:
        value = Fraction(left) / right
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _work(operator: str, left: Value, right: Value) -> int:
    """Digit operations: the longer number's digits for a sum of integers, else the product of the digits."""
    a, b = _digits(left), _digits(right)
    return max(a, b) if operator in "+-" and isinstance(left, int) and isinstance(right, int) else a * b


def _digits(value: Value) -> int:
    if isinstance(value, int):
        return len(str(abs(value)))
    return len(str(abs(value.numerator))) + len(str(value.denominator))
