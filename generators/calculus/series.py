"""Power series and sums of series, exactly.

Kinds: the coefficient of a power of x in the Maclaurin series of a product, composition or sum of known functions; a
Taylor coefficient at another point; a derivative at 0; the whole Taylor polynomial; sums of geometric,
arithmetic-geometric, telescoping, exponential and logarithmic series.

Symmetries: none; the question as printed is the problem.

Difficulty: one of the `kinds`, with numbers up to `largest` and powers up to `order`. Proxy: symbols in the question
and in the worked solution.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from fractions import Fraction
from math import comb, factorial

from ..base import Json
from ..family import Family, Question
from ..limits import Whole
from . import power_series as series
from .answers import FORM, RATIONAL_FORM, gold
from .constants import Constant, Key, logarithm, plus, rational, size, text_of
from .primitives import beginning, joined, nonzero, polynomial, shown

WORDINGS = (
    "{question} {form}",
    "{question}\n\n{form}",
    "Solve this problem on series exactly. {question}\n{form}",
    "Answer this question on series. {question}\n{form}",
)
_POLYNOMIAL_FORM = "Write the polynomial as an expression in x with exact coefficients (integers or fractions)."
POLYNOMIAL: Mapping[str, Json] = {"kind": "expression", "require": ["expanded"]}
_SYMBOL = re.compile(r"[0-9]+|[A-Za-z]+|[-+*/^]")


def _question(
    question: str,
    problem: Mapping[str, Json],
    value: Constant | list[Fraction],
    lines: list[str],
    guess: float = 0.05,
    form: str = RATIONAL_FORM,
) -> Question | None:
    """A question and its value, a constant or a polynomial's coefficients; None if that is zero, or too large."""
    if not value or (not isinstance(value, list) and size(value) >= 10**8):
        return None
    if isinstance(value, list):
        answer, entry = shown(polynomial(value)), POLYNOMIAL
    else:
        answer, entry = text_of(value), gold(value)
    return Question(
        {"question": question, "form": form},
        problem,
        answer,
        lines,
        gold=entry,
        guess_rate=guess,
        difficulty=len(_SYMBOL.findall("\n".join([question, *lines]))),
    )


def _known(rng: random.Random, names: tuple[str, ...], largest: int, order: int) -> tuple[str, series.Series]:
    """A function from the table, and its series."""
    name, a = rng.choice(names), nonzero(rng, min(largest, 6))
    if name in ("sin", "cos", "arctan"):
        a = abs(a)
    return series.text(name, a), series.known(name, a, order)


def _asked(
    rng: random.Random, function: str, total: series.Series, lines: list[str], n: int
) -> Question | None:
    """A question on one coefficient: itself, or the derivative at 0 that belongs to it."""
    problem: dict[str, Json] = {"function": function, "power": n, "at": "0"}
    if rng.random() < 0.3:
        question = f"Let f(x) = {function}. What is the value at x = 0 of the derivative of f of order {n}?"
        result = total[n] * factorial(n)
        lines = [*lines, f"the coefficient of x^{n} is {total[n]}; times {n}! = {factorial(n)} it is {result}"]
        return _question(question, {**problem, "asked": "derivative"}, rational(result), lines)
    power = "x" if n == 1 else f"x^{n}"
    question = (
        f"What is the coefficient of {power} in the Maclaurin series (Taylor series at 0) of {function} ?"
    )
    return _question(
        question, {**problem, "asked": "coefficient"}, rational(total[n]), [*lines, f"coefficient: {total[n]}"]
    )


_ALL = ("exp", "sin", "cos", "ln", "sqrt", "inverse", "arctan")


def _simple(rng: random.Random, *, largest: int, order: int) -> Question | None:
    """A multiple of a power of x times a known function, plus a polynomial."""
    text, known = _known(rng, _ALL, largest, order)
    shift, k, n = rng.randint(0, 2), nonzero(rng, largest), rng.randint(2, order)
    total = [Fraction(0)] * shift + [k * c for c in known]
    front = shown(polynomial([0] * shift + [k]))
    if text.startswith("1/"):
        function = f"{front}{text[1:]}"
    else:
        function = text if front == "1" else f"-{text}" if front == "-1" else f"{front}*{text}"
    c, m = nonzero(rng, largest), rng.randint(0, order)
    extra = shown(polynomial([0] * m + [c]))
    function += f" - {extra[1:]}" if extra.startswith("-") else f" + {extra}"
    total = total[: order + 1]
    total[m] += c
    if not total[n]:
        return None
    lines = [f"{text} = {beginning(known[: n + 1])}"]
    if front != "1":
        lines.append(f"times {front}, with {extra}: {beginning(total[: n + 1])}")
    return _asked(rng, function, total, lines, n)


def _product(rng: random.Random, *, largest: int, order: int) -> Question | None:
    """A product: of a polynomial and a known function, or of two known functions."""
    n = rng.randint(2, order)
    second, b = _known(rng, _ALL, largest, n)
    if rng.random() < 0.5:
        coefficients = [rng.choice((0, nonzero(rng, largest))) for _ in range(3)]
        if sum(c != 0 for c in coefficients) < 2:
            return None
        first, a = (
            f"({shown(polynomial(coefficients))})",
            [Fraction(c) for c in (coefficients + [0] * n)[: n + 1]],
        )
    else:
        first, a = _known(rng, _ALL, largest, n)
        if first[:3] == second[:3]:
            return None
    total = series.product(a, b)
    if not total[n] or total[n].denominator > 10**4:
        return None
    function = f"{first}{second[1:]}" if second.startswith("1/") else f"{first}*{second}"
    if first.startswith("1/") and not second.startswith("1/"):
        function = f"{second}{first[1:]}"
    pairs = " + ".join(f"({a[k]})*({b[n - k]})" for k in range(n + 1) if a[k] and b[n - k])
    lines = [
        f"{first} = {beginning(a, not first.startswith('('))}",
        f"{second} = {beginning(b)}",
        f"x^{n}: {pairs} = {total[n]}",
    ]
    return _asked(rng, function, total, lines, n)


def _composed(rng: random.Random, *, largest: int, order: int) -> Question | None:
    """A known function of a function that is 0 at 0."""
    n, a = rng.randint(max(3, min(order - 3, 5)), max(3, min(order, 7))), nonzero(rng, 6)
    outer = rng.choice(("exp", "sin", "cos", "ln", "sqrt", "inverse"))
    if rng.random() < 0.8:
        coefficients = [
            0,
            *(nonzero(rng, largest) for _ in range(2)),
            *(rng.randint(-4, 4) for _ in range(order > 5)),
        ]
        inside = shown(polynomial(coefficients))
        inner = [Fraction(c) for c in (coefficients + [0] * n)[: n + 1]]
    else:
        name = rng.choice(("sin", "ln", "arctan"))
        a = abs(a)
        inside, inner = series.text(name, a), series.known(name, a, n)
        b, m = nonzero(rng, 6), rng.randint(2, 3)
        extra = shown(polynomial([0] * m + [b]))
        inside += f" - {extra[1:]}" if extra.startswith("-") else f" + {extra}"
        inner = [*inner[:m], inner[m] + b, *inner[m + 1 :]]
    total = series.composed(series.known(outer, 1, n), inner)
    if not total[n] or total[n].denominator > 10**4:
        return None
    if outer in ("ln", "sqrt", "inverse"):
        sign = "-" if outer == "inverse" else "+"
        within = f"1 {sign} ({inside})" if " " in inside or inside.startswith("-") else f"1 {sign} {inside}"
        function = f"1/({within})" if outer == "inverse" else f"{outer}({within})"
    else:
        function = f"{outer}({inside})"
    lines = [f"u = {inside} = {beginning(inner, '(' in inside)}"]
    power = [Fraction(1)] + [Fraction(0)] * n
    weights = series.known(outer, 1, n)
    for k in range(1, n + 1):
        power = series.product(power, inner)
        if weights[k] and any(power):
            lines.append(f"u^{k} has {power[n]} at x^{n}; its weight is {weights[k]}")
    return _asked(rng, function, total, lines, n)


def _taylor(rng: random.Random, *, largest: int, order: int) -> Question | None:
    """The coefficient of (x - a)^n of a polynomial, 1/x, ln(x), sqrt(x) or 1/x^2 at a."""
    n, kind = (
        rng.randint(2, min(order, 5)),
        rng.choice(("polynomial", "polynomial", "inverse", "ln", "square", "root")),
    )
    if kind == "polynomial":
        a = nonzero(rng, min(largest, 4))
        coefficients = [nonzero(rng, largest) for _ in range(n)] + [
            rng.choice((0, nonzero(rng, largest))) for _ in range(2)
        ]
        coefficients.append(nonzero(rng, largest))
        terms = [(k, c * comb(k, n) * a ** (k - n)) for k, c in enumerate(coefficients) if k >= n and c]
        result = Fraction(sum(t for _, t in terms))
        function = shown(polynomial(coefficients))
        how = "; ".join(f"from x^{k}: {coefficients[k]}*C({k},{n})*({a})^{k - n} = {t}" for k, t in terms)
    else:
        a, k = rng.randint(1, largest), nonzero(rng, largest)
        if kind == "inverse":
            function, result = f"{k}/x", Fraction(k * (-1) ** n, a ** (n + 1))
            how = f"{k}/({a} + u) with u = x - {a}: the term u^n has {k}*(-1)^n/{a}^(n+1)"
        elif kind == "square":
            function, result = f"{k}/x^2", Fraction(k * (-1) ** n * (n + 1), a ** (n + 2))
            how = f"{k}/({a} + u)^2 with u = x - {a}: the term u^n has {k}*(-1)^n*(n+1)/{a}^(n+2)"
        elif kind == "ln":
            function, result = joined(str(k), "ln(x)"), Fraction(-k * (-1) ** n, n * a**n)
            how = f"{k}*ln({a} + u) with u = x - {a}: the term u^n has {k}*(-1)^(n+1)/(n*{a}^n)"
        else:
            a = a * a
            result = k * series.known("sqrt", 1, n)[n] * Fraction(1, a**n) * _root(a)
            function = joined(str(k), "sqrt(x)")
            weight = series.known("sqrt", 1, n)[n]
            how = f"{k}*sqrt({a} + u) = {k * _root(a)}*sqrt(1 + u/{a}), and sqrt(1 + v) has {weight} at v^{n}"
    if not result:
        return None
    shift = f"x {'-' if a > 0 else '+'} {abs(a)}"
    question = f"What is the coefficient of ({shift})^{n} in the Taylor series at x = {a} of {function} ?"
    problem = {"function": function, "power": n, "at": str(a), "asked": "coefficient"}
    return _question(question, problem, rational(result), [how, f"for n = {n}: {result}"])


def _root(square: int) -> int:
    return next(r for r in range(1, square + 1) if r * r == square)


def _whole(rng: random.Random, *, largest: int, order: int) -> Question | None:
    """A whole Taylor polynomial at 0."""
    n = rng.randint(2, max(2, order - 2))
    first, a = _known(rng, _ALL, largest, n)
    second, b = _known(rng, _ALL, largest, n)
    if first[:3] == second[:3]:
        return None
    total = series.product(a, b)
    if sum(map(bool, total)) < 2 or max(c.denominator for c in total) > 5000:
        return None
    function = f"{first}{second[1:]}" if second.startswith("1/") else f"{first}*{second}"
    if first.startswith("1/") and not second.startswith("1/"):
        function = f"{second}{first[1:]}"
    question = f"Which Taylor polynomial at 0, up to and including the power x^{n}, belongs to {function} ?"
    lines = [f"{first} = {beginning(a)}", f"{second} = {beginning(b)}", f"product: {beginning(total, False)}"]
    problem = {"function": function, "power": n, "at": "0", "asked": "polynomial"}
    while total and not total[-1]:
        total.pop()
    return _question(question, problem, total, lines, 0.02, _POLYNOMIAL_FORM)


def _sum(term: str, first: int, answer: Constant, lines: list[str], guess: float = 0.05) -> Question | None:
    question = f"What is the sum over all integers n from {first} to infinity of {term} ?"
    constants = FORM.format(names="e and ln")
    problem = {"term": term, "first": first, "asked": "sum"}
    return _question(question, problem, answer, [*lines, f"sum: {text_of(answer)}"], guess, constants)


def _ratio(rng: random.Random, largest: int) -> Fraction:
    q = rng.randint(2, max(3, largest))
    p = rng.choice([p for p in range(1, q) if 10 * p <= 8 * q])
    return Fraction(rng.choice((1, 1, -1)) * p, q)


def _shown_power(r: Fraction | int) -> str:
    return f"{r}^n" if r.denominator == 1 and r > 0 else f"({r})^n"


def _geometric(rng: random.Random, *, largest: int, order: int) -> Question | None:
    r, k, first = _ratio(rng, largest), nonzero(rng, largest), rng.randint(0, 3)
    start = k * r**first
    lines = [f"the first term is {start}, the ratio {r}", f"({start})/(1 - ({r}))"]
    return _sum(joined(str(k), _shown_power(r)), first, rational(start / (1 - r)), lines, 0.02)


def _weighted(rng: random.Random, *, largest: int, order: int) -> Question | None:
    """``(a n^2 + b n + c) r^n`` by the three known sums."""
    r = _ratio(rng, min(largest, 6))
    c, b, a = rng.randint(-largest, largest), nonzero(rng, largest), rng.choice((0, nonzero(rng, 4)))
    if order < 5:
        a = 0
    zeroth, first, second = 1 / (1 - r), r / (1 - r) ** 2, r * (1 + r) / (1 - r) ** 3
    answer = a * second + b * first + c * zeroth
    poly = re.sub(r"\bx\b", "n", shown(polynomial([c, b, a])))
    poly = f"({poly})" if " " in poly else poly
    lines = [f"sum of r^n: 1/(1 - r) = {zeroth}", f"sum of n*r^n: r/(1 - r)^2 = {first}"]
    if a:
        lines.append(f"sum of n^2*r^n: r*(1 + r)/(1 - r)^3 = {second}")
    lines.append(f"{f'{a}*({second}) + ' if a else ''}{b}*({first}) + {c}*({zeroth})")
    return _sum(f"{poly}*{_shown_power(r)}", 0, rational(answer), lines, 0.02)


def _telescoping(rng: random.Random, *, largest: int, order: int) -> Question | None:
    """``k/((n + a)(n + b))``, possibly with whole factors."""
    a = rng.randint(0, largest)
    d, k = rng.randint(1, 4), nonzero(rng, largest)
    b = a + d
    total = sum((Fraction(1, n) for n in range(1 + a, 1 + b)), Fraction(0))
    left = f"(n + {a})" if a else "n"
    over = Fraction(k, d)
    lines = [
        f"the term is ({over})*(1/{left} - 1/(n + {b}))",
        f"all cancel but ({over})*({' + '.join(f'1/{n}' for n in range(1 + a, 1 + b))})",
    ]
    written = f"{k}/({left}*(n + {b}))"
    if rng.random() < 0.5:
        expanded = re.sub(r"\bx\b", "n", shown(polynomial([a * b, a + b, 1])))
        written = f"{k}/({expanded})"
        lines.insert(0, f"{expanded} = {left}*(n + {b})")
    return _sum(written, 1, rational(over * total), lines)


def _exponential(rng: random.Random, *, largest: int, order: int) -> Question | None:
    """Terms ``(b n + c) a^n / n!``."""
    a, b, c = nonzero(rng, 4), rng.randint(-4, 4), nonzero(rng, largest)
    first = rng.choice((0, 0, 1, 2))
    poly = re.sub(r"\bx\b", "n", shown(polynomial([c, b])))
    poly = f"({poly})" if b and c else poly
    term = f"{joined(poly, _shown_power(a)) if a != 1 else poly}/n!"
    head = sum((Fraction((b * n + c) * a**n, factorial(n)) for n in range(first)), Fraction(0))
    answer = plus({Key(power=a): Fraction(b * a + c)}, rational(head), -1)
    lines = [f"sum of {_shown_power(a)}/n! from 0: {text_of({Key(power=a): Fraction(1)})}"]
    if b:
        lines.append(f"sum of n*{_shown_power(a)}/n! from 0: {a} times that")
    if first:
        lines.append(f"less the terms before n = {first}, which add up to {head}")
    if not b * a + c:
        return None
    return _sum(term, first, answer, lines)


def _logarithmic(rng: random.Random, *, largest: int, order: int) -> Question | None:
    """Terms ``k r^n / n``."""
    r, k = _ratio(rng, min(largest, 9)), nonzero(rng, largest)
    first = rng.choice((1, 1, 2, 3))
    head = sum((Fraction(k) * r**n / n for n in range(1, first)), Fraction(0))
    answer = plus(plus({}, logarithm(1 - r), -k), rational(head), -1)
    lines = [f"sum of r^n/n from 1: -ln(1 - r), with 1 - r = {1 - r}"]
    if first > 1:
        lines.append(f"less the terms before n = {first}, which add up to {head}")
    return _sum(f"{joined(str(k), _shown_power(r))}/n", first, answer, lines)


generate = Family(
    {
        "simple": _simple,
        "product": _product,
        "composed": _composed,
        "taylor": _taylor,
        "polynomial": _whole,
        "geometric": _geometric,
        "weighted": _weighted,
        "telescoping": _telescoping,
        "exponential": _exponential,
        "logarithmic": _logarithmic,
    },
    WORDINGS,
    {
        "largest": Whole(3, 30, "the largest number"),
        "order": Whole(3, 9, "the highest power of x"),
    },
    kind_in_facts=False,
    canonical=lambda kind, question: question.facts,
    tries=200,
    advice="lower 'order' or raise 'largest'",
)
