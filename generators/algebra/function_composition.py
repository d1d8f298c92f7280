"""Functions applied one after another: values, formulas of compositions and inverses, iterates, tables, cases.

Kinds: the value of a composition of polynomials or fractions at a number; f(f(...f(a)...)); functions given by a
table or by cases, applied in turn, backwards too; the formula of f(g(x)); the formula of an inverse function.

Symmetries: none but the names of the functions, which do not vary with the problem.

Difficulty: the `kinds`; how many functions are applied (`depth`); the largest `coefficient`; the `degree` of
polynomials. Proxy: digits that are multiplied on the way.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..family import Family, Question, as_stated
from ..limits import Whole
from .polynomials import Poly, at, common_factor, composed, fraction_text, lowest, nonzero, plus, text_of, times

WORDINGS = (
    "{given}\n{question}\n{form}",
    "Functions are given as follows.\n{given}\n{question} {form}",
    "{question}\n{given}\n{form}",
)
_FORMS = {
    "number": "Give an integer, or a fraction in lowest terms such as -3/4.",
    "polynomial": "Give it as a polynomial in x, multiplied out and with like terms collected.",
    "fraction": (
        "Give it as one fraction in lowest terms: two polynomials in x with integer coefficients and without a common "
        "factor, numbers included; a polynomial alone if the denominator is 1."
    ),
}
_LETTERS = "fgh"
Function = tuple[Poly, Poly]
"""Numerator and denominator."""


def _question(
    given: Sequence[str],
    question: str,
    facts: dict[str, Any],
    answer: str,
    lines: list[str],
    work: int,
    form: str = "number",
    guess_rate: float = 0.005,
) -> Question | None:
    """The question, unless its answer is too long or stands in it: a function may be its own inverse."""
    if len(answer) > 200 or (form != "number" and any(answer in line for line in given)):
        return None
    return Question(
        {"given": "\n".join(given), "question": question, "form": _FORMS[form]},
        {**facts, "variables": ["x"]},
        answer,
        lines,
        {"kind": form},
        canonical=facts,
        guess_rate=guess_rate,
        difficulty=work,
    )


# ---- values -----------------------------------------------------------------------------------------------


def _value(rng: random.Random, *, depth: int, coefficient: int, degree: int) -> Question | None:
    length = min(depth, 4)
    functions: list[Function] = [
        (_polynomial(rng, rng.randint(1, degree), coefficient), [1]) for _ in range(2 if depth < 5 else 3)
    ]
    order = _order(rng, min(len(functions), length), length)
    return _stepwise(functions, order, rng.randint(-12, 12))


def _fraction_value(rng: random.Random, *, depth: int, coefficient: int, degree: int) -> Question | None:
    functions: list[Function] = []
    for _ in range(2):
        top, bottom = _polynomial(rng, 1, coefficient), _polynomial(rng, 1, coefficient)
        if common_factor(top, bottom) != [1]:
            return None
        functions.append(lowest(top, bottom))
    return _stepwise(functions, _order(rng, 2, min(depth, 4)), rng.randint(-12, 12))


def _iterate(rng: random.Random, *, depth: int, coefficient: int, degree: int) -> Question | None:
    function = _polynomial(rng, 1 if depth > 3 or degree == 1 else 2, coefficient)
    return _stepwise([(function, [1])], [0] * depth, rng.randint(-12, 12))


def _stepwise(functions: list[Function], order: list[int], start: int) -> Question | None:
    """The value of a composition at a number, step by step."""
    x, work = Fraction(start), 0
    lines: list[str] = []
    seen: list[tuple[int, Fraction]] = []
    for index in order:
        if (index, x) in seen:
            return None  # it would go round and round
        seen.append((index, x))
        top, bottom = functions[index]
        below = Fraction(at(bottom, x))
        if below == 0:
            return None
        value = Fraction(at(top, x)) / below
        lines.append(f"{_LETTERS[index]}({x}) = {value}")
        work += _digits(x) * len(top) * 2 + _digits(value)
        x = value
    if max(abs(x.numerator), x.denominator) > 10**15:
        return None
    facts = {"kind": "value", "functions": list(map(list, functions)), "order": order, "start": start}
    return _question(_shown(functions), f"Find {_applied(order, str(start))}.", facts, str(x), lines, work)


def _table(rng: random.Random, *, depth: int, coefficient: int, degree: int) -> Question | None:
    """Functions given by tables of values, permutations if one of them is to be read backwards."""
    size = min(5 + depth, 12)
    backwards = rng.random() < 0.5
    tables = []
    for _ in range(2):
        values = list(range(1, size + 1))
        rng.shuffle(values)
        tables.append(values if backwards else [rng.choice(values) for _ in values])
    order = _order(rng, 2, depth)
    inverse = [backwards and rng.random() < 0.4 for _ in order]
    start = rng.randint(1, size)
    given = [
        ", ".join(f"{letter}({x}) = {y}" for x, y in enumerate(values, 1))
        for letter, values in zip(_LETTERS, tables, strict=False)
    ]
    x, text, lines = start, str(start), []
    for index, back in zip(order, inverse, strict=True):
        name = _LETTERS[index] + ("^(-1)" if back else "")
        following = tables[index].index(x) + 1 if back else tables[index][x - 1]
        lines.append(f"{name}({x}) = {following}")
        x, text = following, f"{name}({text})"
    facts = {"kind": "table", "tables": tables, "order": order, "inverse": inverse, "start": start}
    note = " Here f^(-1) and g^(-1) are the inverse functions." if any(inverse) else ""
    return _question(given, f"Find {text}.{note}", facts, str(x), lines, 3 * depth, guess_rate=1.5 / size)


def _cases(rng: random.Random, *, depth: int, coefficient: int, degree: int) -> Question | None:
    """A function by cases on the integers, applied several times."""
    modulus = rng.choice((2, 2, 3))
    cases: list[Poly] = []
    for rest in range(modulus):
        if rest == 0 and rng.random() < 0.7:
            cases.append([rng.randint(-9, 9), 0])  # x / modulus plus a number
        else:
            cases.append([rng.randint(-coefficient, coefficient), rng.choice((1, 2, 3, -1, -2))])
    start = x = rng.randint(-40, 60)
    shown = []
    for rest, (number, slope) in enumerate(cases):
        body = f"x/{modulus}" if slope == 0 else text_of([0, slope])
        tail = f" {'-' if number < 0 else '+'} {abs(number)}" if number else ""
        when = f"x = {rest} modulo {modulus}" if modulus > 2 else f"x is {'odd' if rest else 'even'}"
        shown.append(f"f(x) = {body}{tail} if {when}")
    work, lines = 0, []
    seen: list[int] = []
    for _ in range(depth):
        if x in seen:
            return None
        seen.append(x)
        number, slope = cases[x % modulus]
        value = (slope * x if slope else x // modulus) + number
        lines.append(f"f({x}) = {value}")
        work += 2 + _digits(Fraction(value))
        x = value
    if abs(x) >= 10**9:
        return None
    facts = {"kind": "cases", "lines": cases, "count": depth, "start": start}
    given = ["For integers x, " + "; ".join(shown) + "."]
    question = f"Find {_applied([0] * depth, str(start))}."
    return _question(given, question, facts, str(x), lines, work, guess_rate=0.05)


def _preimage(rng: random.Random, *, depth: int, coefficient: int, degree: int) -> Question | None:
    """The x with f(g(x)) = k, for linear functions."""
    functions: list[Function] = [(_polynomial(rng, 1, coefficient), [1]) for _ in range(2)]
    order = _order(rng, 2, min(depth, 4))
    target = rng.randint(-40, 40)
    x, work, lines = Fraction(target), 0, []
    for index in reversed(order):
        b, a = functions[index][0]
        value = (x - b) / a
        lines.append(f"{_LETTERS[index]}(x) = {x} for x = ({x} - ({b}))/({a}) = {value}")
        work += 2 * _digits(x) + _digits(value)
        x = value
    facts = {"kind": "preimage", "functions": list(map(list, functions)), "order": order, "target": target}
    question = f"Find the number x for which {_applied(order, 'x')} = {target}."
    return _question(_shown(functions), question, facts, str(x), lines, work)


# ---- formulas ---------------------------------------------------------------------------------------------


def _compose(rng: random.Random, *, depth: int, coefficient: int, degree: int) -> Question | None:
    """The formula of a composition of polynomials."""
    length = min(depth, 3 if degree < 3 else 2)
    polynomials = [_polynomial(rng, rng.randint(1, degree), coefficient) for _ in range(length)]
    if len({tuple(f) for f in polynomials}) < length:
        return None
    order = rng.sample(range(length), length)
    value, work, lines = polynomials[order[0]], 0, []
    for index in order[1:]:
        outer = polynomials[index]
        inner = text_of(value)
        following = composed(outer, value)
        put = text_of(outer).replace("x", f"({inner})")
        lines.append(f"{_LETTERS[index]}({inner}) = {put} = {text_of(following)}")
        work += sum(_digits(Fraction(c)) for c in following) * len(outer)
        value = following
    if len(value) < 2 or max(map(abs, value)) > 10**12:
        return None
    return _formula("polynomial", [(f, [1]) for f in polynomials], order, text_of(value), lines, work)


def _compose_fractions(rng: random.Random, *, depth: int, coefficient: int, degree: int) -> Question | None:
    """The formula of a composition with linear fractional functions."""
    functions: list[Function] = []
    for _ in range(2):
        top, bottom = _polynomial(rng, 1, coefficient), _polynomial(rng, 1, coefficient)
        if rng.random() < 0.3:
            top = [top[0] or 1]
        if common_factor(top, bottom) != [1]:
            return None
        functions.append(lowest(top, bottom))
    if degree > 1 and rng.random() < 0.4:
        functions[rng.randrange(2)] = (_polynomial(rng, 2, coefficient), [1])
    order = rng.choice(([0, 1], [1, 0]))
    (a, b), (top, bottom) = functions[order[0]], functions[order[1]]
    size = max(len(top), len(bottom)) - 1
    above, below = _homogeneous(top, a, b, size), _homogeneous(bottom, a, b, size)
    if not below or not above:
        return None
    line = (
        f"put {fraction_text(a, b)} for x and multiply above and below by {_power(b, size)}: "
        f"({text_of(above)})/({text_of(below)})"
    )
    work = 2 * sum(_digits(Fraction(c)) for c in (*above, *below)) * (size + 1)
    return _formula("fraction", functions, order, fraction_text(*lowest(above, below)), [line], work)


def _formula(
    form: str, functions: list[Function], order: list[int], answer: str, lines: list[str], work: int
) -> Question | None:
    facts = {"kind": "formula", "functions": list(map(list, functions)), "order": order}
    question = f"Find a formula for {_applied(order, 'x')}."
    return _question(_shown(functions), question, facts, answer, lines, work, form)


def _inverse(rng: random.Random, *, depth: int, coefficient: int, degree: int) -> Question | None:
    """The formula of the inverse of a linear or linear fractional function."""
    top = _polynomial(rng, 1, coefficient)
    bottom = _polynomial(rng, 1, coefficient) if rng.random() < 0.7 else [nonzero(rng, 9)]
    if common_factor(top, bottom) != [1]:
        return None
    top, bottom = lowest(top, bottom)
    b, a = top
    d, c = [*bottom, 0][:2]
    lines = [
        f"x = f(y): x*({text_of(bottom, 'y')}) = {text_of(top, 'y')}",
        f"collect y: y*({text_of([-a, c])}) = {text_of([b, -d])}",
    ]
    answer = fraction_text(*lowest([-b, d], [a, -c] if c else [a]))
    facts = {"kind": "inverse", "functions": [[top, bottom]], "order": [0]}
    work = 2 * sum(_digits(Fraction(n)) for n in (a, b, c, d))
    question = "Find a formula for the inverse function f^(-1)(x)."
    return _question(_shown([(top, bottom)]), question, facts, answer, lines, work, "fraction")


generate = Family(
    {
        "value": _value,
        "fraction_value": _fraction_value,
        "iterate": _iterate,
        "table": _table,
        "cases": _cases,
        "compose": _compose,
        "compose_fractions": _compose_fractions,
        "inverse": _inverse,
        "preimage": _preimage,
    },
    WORDINGS,
    {
        "depth": Whole(2, 12, "how many functions are applied; formulas take at most 3"),
        "coefficient": Whole(2, 100, "the largest coefficient"),
        "degree": Whole(1, 4, "the largest degree of a polynomial"),
    },
    kind_in_facts=False,
    redraw_kind=True,
    canonical=as_stated,
    advice="change 'degree' or 'coefficient'",
)


# ---- parts ------------------------------------------------------------------------------------------------


def _polynomial(rng: random.Random, degree: int, coefficient: int) -> Poly:
    """A polynomial of the degree, some of its middle coefficients zero."""
    middle = rng.randint(-coefficient, coefficient) if rng.random() < 0.6 else 0
    inner = [middle if i == 1 else 0 for i in range(1, degree)]
    return [rng.randint(-coefficient, coefficient), *inner, nonzero(rng, coefficient)]


def _order(rng: random.Random, names: int, length: int) -> list[int]:
    """Which functions are applied, the innermost first; every function is among them."""
    while True:
        found = [rng.randrange(names) for _ in range(length)]
        if len(set(found)) == names:
            return found


def _shown(functions: Sequence[Function]) -> list[str]:
    """The functions as the prompt gives them."""
    return [
        f"{letter}(x) = {fraction_text(*function)}"
        for letter, function in zip(_LETTERS, functions, strict=False)
    ]


def _applied(order: list[int], inner: str) -> str:
    for index in order:
        inner = f"{_LETTERS[index]}({inner})"
    return inner


def _homogeneous(outer: Poly, a: Poly, b: Poly, size: int) -> Poly:
    """``b^size * outer(a/b)``."""
    total: Poly = []
    for power, coefficient in enumerate(outer):
        total = plus(total, times([coefficient], *[a] * power, *[b] * (size - power)))
    return total


def _power(poly: Poly, size: int) -> str:
    body = f"({text_of(poly)})" if len(poly) > 1 else text_of(poly)
    return body if size == 1 else f"{body}^{size}"


def _digits(value: Fraction) -> int:
    return len(str(abs(value.numerator))) + (len(str(value.denominator)) if value.denominator > 1 else 0)
