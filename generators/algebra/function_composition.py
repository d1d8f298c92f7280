"""Functions applied one after another: values, formulas of compositions and inverses, iterates, tables, cases.

Kinds: the value of a composition of polynomials or fractions at a number; f(f(...f(a)...)); functions given by a
table or by cases, applied in turn, backwards too; the formula of f(g(x)); the formula of an inverse function.

Symmetries: none but the names of the functions, which do not vary with the problem.

Difficulty: the `kinds`; how many functions are applied (`depth`); the largest `coefficient`; the `degree` of
polynomials. Proxy: digits that are multiplied on the way.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
from . import readers
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
KINDS = (
    "value",
    "fraction_value",
    "iterate",
    "table",
    "cases",
    "compose",
    "compose_fractions",
    "inverse",
    "preimage",
)
_LETTERS = "fgh"
TRIES = 200


def generate(rng: random.Random, *, kinds: str, depth: int, coefficient: int, degree: int) -> Draft:
    """Make one problem.

    Args:
        rng: the task's random source.
        kinds: of ``value fraction_value iterate table cases compose compose_fractions inverse preimage``, separated by
            spaces.
        depth: how many functions are applied, 2 to 12; formulas take at most 3.
        coefficient: the largest coefficient, 2 to 100.
        degree: the largest degree of a polynomial, 1 to 4.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no problem was found.
    """
    if not (2 <= depth <= 12 and 2 <= coefficient <= 100 and 1 <= degree <= 4):
        raise ValueError(
            f"need 2 <= depth <= 12, 2 <= coefficient <= 100 and 1 <= degree <= 4; got {depth}, {coefficient}, {degree}"
        )
    chosen = kinds.split()
    if not chosen or not set(chosen) <= set(KINDS):
        raise ValueError(f"kinds must be of {' '.join(KINDS)}, not {kinds!r}")
    for _ in range(TRIES):
        maker = _Maker(rng, depth, coefficient, degree)
        made = getattr(maker, rng.choice(chosen))() and len(maker.answer) <= 200
        # A function that is its own inverse would give its inverse away.
        if made and (maker.form == "number" or not any(maker.answer in line for line in maker.given)):
            break
    else:
        raise GenerationError(f"no problem in {TRIES} tries; change 'degree' or 'coefficient'")
    return Draft(
        prompt=phrase(
            rng, WORDINGS, given="\n".join(maker.given), question=maker.question, form=_FORMS[maker.form]
        ),
        payload={
            "problem": {**maker.facts, "variables": ["x"]},
            "gold": {"text": maker.answer, "kind": maker.form},
        },
        answer=maker.answer,
        trace="\n".join(maker.lines),
        canonical=maker.facts,
        guess_rate=maker.guess_rate,
        difficulty=float(maker.work),
    )


class _Maker:
    """Makes one problem: the facts, the question, the answer, the lines of a worked solution."""

    def __init__(self, rng: random.Random, depth: int, coefficient: int, degree: int) -> None:
        self.rng, self.depth, self.coefficient, self.degree = rng, depth, coefficient, degree
        self.given: list[str] = []
        self.question = self.answer = ""
        self.form = "number"
        self.facts: dict[str, Any] = {}
        self.lines: list[str] = []
        self.work = 0
        self.guess_rate = 0.005

    def polynomial(self, degree: int) -> Poly:
        """A polynomial of the degree, some of its middle coefficients zero."""
        inner = [self.rng.randint(-self.coefficient, self.coefficient) if self.rng.random() < 0.6 else 0]
        inner = [inner[0] if i == 1 else 0 for i in range(1, degree)]
        return [
            self.rng.randint(-self.coefficient, self.coefficient),
            *inner,
            nonzero(self.rng, self.coefficient),
        ]

    def order(self, names: int, length: int) -> list[int]:
        """Which functions are applied, the innermost first; every function is among them."""
        while True:
            found = [self.rng.randrange(names) for _ in range(length)]
            if len(set(found)) == names:
                return found

    def show(self, functions: Sequence[tuple[Poly, Poly]]) -> None:
        for letter, (top, bottom) in zip(_LETTERS, functions, strict=False):
            self.given.append(f"{letter}(x) = {fraction_text(top, bottom)}")

    def values(self, functions: list[tuple[Poly, Poly]], order: list[int], start: int) -> bool:
        """The value of a composition at a number, step by step."""
        self.show(functions)
        x = Fraction(start)
        seen: list[tuple[int, Fraction]] = []
        for index in order:
            if (index, x) in seen:
                return False  # it would go round and round
            seen.append((index, x))
            top, bottom = functions[index]
            below = Fraction(at(bottom, x))
            if below == 0:
                return False
            value = Fraction(at(top, x)) / below
            self.lines.append(f"{_LETTERS[index]}({x}) = {value}")
            self.work += _digits(x) * len(top) * 2 + _digits(value)
            x = value
        if max(abs(x.numerator), x.denominator) > 10**15:
            return False
        self.facts = {
            "kind": "value",
            "functions": [[top, bottom] for top, bottom in functions],
            "order": order,
            "start": start,
        }
        self.question = f"Find {_applied(order, str(start))}."
        self.answer = str(x)
        return True

    # ---- kinds ------------------------------------------------------------------------------------------

    def value(self) -> bool:
        names = 2 if self.depth < 5 else 3
        length = min(self.depth, 4)
        functions: list[tuple[Poly, Poly]] = [
            (self.polynomial(self.rng.randint(1, self.degree)), [1]) for _ in range(names)
        ]
        return self.values(functions, self.order(min(names, length), length), self.rng.randint(-12, 12))

    def fraction_value(self) -> bool:
        functions: list[tuple[Poly, Poly]] = []
        for _ in range(2):
            top, bottom = self.polynomial(1), self.polynomial(1)
            if common_factor(top, bottom) != [1]:
                return False
            functions.append(lowest(top, bottom))
        return self.values(functions, self.order(2, min(self.depth, 4)), self.rng.randint(-12, 12))

    def iterate(self) -> bool:
        function = self.polynomial(1 if self.depth > 3 or self.degree == 1 else 2)
        return self.values([(function, [1])], [0] * self.depth, self.rng.randint(-12, 12))

    def table(self) -> bool:
        """Functions given by tables of values, permutations if one of them is to be read backwards."""
        rng = self.rng
        size = min(5 + self.depth, 12)
        backwards = rng.random() < 0.5
        tables = []
        for _ in range(2):
            values = list(range(1, size + 1))
            rng.shuffle(values)
            tables.append(values if backwards else [rng.choice(values) for _ in values])
        order = self.order(2, self.depth)
        inverse = [backwards and rng.random() < 0.4 for _ in order]
        start = rng.randint(1, size)
        for letter, values in zip(_LETTERS, tables, strict=False):
            self.given.append(", ".join(f"{letter}({x}) = {y}" for x, y in enumerate(values, 1)))
        x = start
        text = str(start)
        for index, back in zip(order, inverse, strict=True):
            name = _LETTERS[index] + ("^(-1)" if back else "")
            following = tables[index].index(x) + 1 if back else tables[index][x - 1]
            self.lines.append(f"{name}({x}) = {following}")
            x, text = following, f"{name}({text})"
        self.facts = {"kind": "table", "tables": tables, "order": order, "inverse": inverse, "start": start}
        note = " Here f^(-1) and g^(-1) are the inverse functions." if any(inverse) else ""
        self.question = f"Find {text}.{note}"
        self.answer = str(x)
        self.work = 3 * self.depth
        self.guess_rate = 1.5 / size
        return True

    def cases(self) -> bool:
        """A function by cases on the integers, applied several times."""
        rng = self.rng
        modulus = rng.choice((2, 2, 3))
        lines: list[Poly] = []
        for rest in range(modulus):
            if rest == 0 and rng.random() < 0.7:
                lines.append([rng.randint(-9, 9), 0])  # x / modulus plus a number
            else:
                lines.append([rng.randint(-self.coefficient, self.coefficient), rng.choice((1, 2, 3, -1, -2))])
        start = rng.randint(-40, 60)
        x = start
        shown = []
        for rest, (number, slope) in enumerate(lines):
            body = f"x/{modulus}" if slope == 0 else text_of([0, slope])
            tail = f" {'-' if number < 0 else '+'} {abs(number)}" if number else ""
            when = f"x = {rest} modulo {modulus}" if modulus > 2 else f"x is {'odd' if rest else 'even'}"
            shown.append(f"f(x) = {body}{tail} if {when}")
        self.given = ["For integers x, " + "; ".join(shown) + "."]
        seen: list[int] = []
        for _ in range(self.depth):
            if x in seen:
                return False
            seen.append(x)
            number, slope = lines[x % modulus]
            value = (slope * x if slope else x // modulus) + number
            self.lines.append(f"f({x}) = {value}")
            self.work += 2 + _digits(Fraction(value))
            x = value
        self.facts = {"kind": "cases", "lines": lines, "count": self.depth, "start": start}
        self.question = f"Find {_applied([0] * self.depth, str(start))}."
        self.answer = str(x)
        self.guess_rate = 0.05
        return abs(x) < 10**9

    def compose(self) -> bool:
        """The formula of a composition of polynomials."""
        length = min(self.depth, 3 if self.degree < 3 else 2)
        functions = [self.polynomial(self.rng.randint(1, self.degree)) for _ in range(min(length, 3))]
        if len({tuple(f) for f in functions}) < len(functions):
            return False
        order = self.rng.sample(range(len(functions)), length)
        self.show([(f, [1]) for f in functions])
        value = functions[order[0]]
        for index in order[1:]:
            outer = functions[index]
            inner = text_of(value)
            following = composed(outer, value)
            put = text_of(outer).replace("x", f"({inner})")
            self.lines.append(f"{_LETTERS[index]}({inner}) = {put} = {text_of(following)}")
            self.work += sum(_digits(Fraction(c)) for c in following) * len(outer)
            value = following
        if len(value) < 2 or max(map(abs, value)) > 10**12:
            return False
        self.formula("polynomial", [[f, [1]] for f in functions], order, text_of(value))
        return True

    def compose_fractions(self) -> bool:
        """The formula of a composition with linear fractional functions."""
        functions: list[tuple[Poly, Poly]] = []
        for _ in range(2):
            top, bottom = self.polynomial(1), self.polynomial(1)
            if self.rng.random() < 0.3:
                top = [top[0] or 1]
            if common_factor(top, bottom) != [1]:
                return False
            functions.append(lowest(top, bottom))
        if self.degree > 1 and self.rng.random() < 0.4:
            functions[self.rng.randrange(2)] = (self.polynomial(2), [1])
        order = self.rng.choice(([0, 1], [1, 0]))
        self.show(functions)
        (a, b), (top, bottom) = functions[order[0]], functions[order[1]]
        size = max(len(top), len(bottom)) - 1
        above, below = _homogeneous(top, a, b, size), _homogeneous(bottom, a, b, size)
        if not below or not above:
            return False
        self.lines.append(
            f"put {fraction_text(a, b)} for x and multiply above and below by {_power(b, size)}: "
            f"({text_of(above)})/({text_of(below)})"
        )
        self.work += 2 * sum(_digits(Fraction(c)) for c in (*above, *below)) * (size + 1)
        self.formula("fraction", [[t, u] for t, u in functions], order, fraction_text(*lowest(above, below)))
        return True

    def inverse(self) -> bool:
        """The formula of the inverse of a linear or linear fractional function."""
        top, bottom = (
            self.polynomial(1),
            self.polynomial(1) if self.rng.random() < 0.7 else [nonzero(self.rng, 9)],
        )
        if common_factor(top, bottom) != [1]:
            return False
        top, bottom = lowest(top, bottom)
        b, a = top
        d, c = [*bottom, 0][:2]
        above, below = [-b, d], [a, -c] if c else [a]
        self.show([(top, bottom)])
        self.facts = {"kind": "inverse", "functions": [[top, bottom]], "order": [0]}
        self.question = "Find a formula for the inverse function f^(-1)(x)."
        self.form = "fraction"
        self.lines = [
            f"x = f(y): x*({text_of(bottom, 'y')}) = {text_of(top, 'y')}",
            f"collect y: y*({text_of([-a, c])}) = {text_of([b, -d])}",
        ]
        self.answer = fraction_text(*lowest(above, below))
        self.work = 2 * sum(_digits(Fraction(n)) for n in (a, b, c, d))
        return True

    def preimage(self) -> bool:
        """The x with f(g(x)) = k, for linear functions."""
        functions: list[tuple[Poly, Poly]] = [(self.polynomial(1), [1]) for _ in range(2)]
        order = self.order(2, min(self.depth, 4))
        target = self.rng.randint(-40, 40)
        self.show(functions)
        x = Fraction(target)
        for index in reversed(order):
            b, a = functions[index][0]
            value = (x - b) / a
            self.lines.append(f"{_LETTERS[index]}(x) = {x} for x = ({x} - ({b}))/({a}) = {value}")
            self.work += 2 * _digits(x) + _digits(value)
            x = value
        self.facts = {
            "kind": "preimage",
            "functions": [[top, bottom] for top, bottom in functions],
            "order": order,
            "target": target,
        }
        self.question = f"Find the number x for which {_applied(order, 'x')} = {target}."
        self.answer = str(x)
        return True

    def formula(self, form: str, functions: list[list[Poly]], order: list[int], answer: str) -> None:
        self.facts = {"kind": "formula", "functions": functions, "order": order}
        self.question = f"Find a formula for {_applied(order, 'x')}."
        self.form, self.answer = form, answer


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


# ---- a second check ---------------------------------------------------------------------------------------


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: the functions are run on numbers modulo primes, formulas at several points."""
    problem = payload["problem"]
    tree = readers.formula(answer, ["x"])
    if tree is None:
        return False
    kind = problem["kind"]
    if kind in ("formula", "inverse"):
        return _is_formula(tree, problem)
    terms = (
        readers.collected_terms(readers.formula(answer, []), [], fractions=True) if "x" not in answer else None
    )
    if terms is None or len(terms) != 1:
        return False
    given = terms[()]
    if kind == "preimage":
        return bool(_run_exactly(problem["functions"], problem["order"], given) == problem["target"])
    if kind == "value":
        return _run_exactly(problem["functions"], problem["order"], Fraction(problem["start"])) == given
    return _walk(problem) == given


def _run_exactly(functions: list[list[Poly]], order: list[int], x: Fraction) -> Fraction:
    """The value, by sums of powers."""
    for index in order:
        top, bottom = (
            sum((c * x**power for power, c in enumerate(poly)), Fraction(0)) for poly in functions[index]
        )
        x = top / bottom
    return x


def _walk(problem: Mapping[str, Any]) -> int:
    x: int = problem["start"]
    if problem["kind"] == "cases":
        lines: list[list[int]] = problem["lines"]
        for _ in range(problem["count"]):
            number, slope = lines[x % len(lines)]
            x = x * slope + number if slope else (x - x % len(lines)) // len(lines) + number
        return x
    for index, back in zip(problem["order"], problem["inverse"], strict=True):
        pairs = dict(enumerate(problem["tables"][index], 1))
        x = {y: at_x for at_x, y in pairs.items()}[x] if back else pairs[x]
    return x


def _is_formula(tree: Any, problem: Mapping[str, Any]) -> bool:
    functions = problem["functions"]
    inverse = problem["kind"] == "inverse"
    prime = readers.PRIMES[0]
    for x in (10**9 + 7, 10**12 + 39, 123456789):
        value = readers.modulo(tree, {"x": x}, prime)
        if value is None:
            return False
        start, wanted = (value, x) if inverse else (x, value)
        for index in problem["order"]:
            top, bottom = (
                sum(c * pow(start, power, prime) for power, c in enumerate(p)) for p in functions[index]
            )
            start = top * pow(bottom % prime, -1, prime) % prime if bottom % prime else 0
        if start != wanted % prime:
            return False
    if not inverse and all(len(bottom) == 1 and bottom[0] == 1 for _, bottom in functions):
        return readers.collected_terms(tree, ["x"]) is not None
    sides = readers.whole_fraction(tree, "x")
    return sides is not None and common_factor(*sides) == [1] and gcd(*sides[0], *sides[1]) == 1
