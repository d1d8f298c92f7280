"""Rational functions: bring a sum, product or quotient to one fraction in lowest terms, or split one into parts.

Fractions are made from irreducible factors, so what cancels is known; a decomposition into partial fractions is
chosen first, with integer numerators, and the fraction is its sum. Both kinds of answers are unique in their form.

Symmetries: the name of the variable.

Difficulty: the `kinds` of problems; how many fractions or factors there are (`size`); `constant` and `leading`, the
largest coefficients of linear factors; whether `quadratic` factors occur; `power`, the largest power of a factor in
a denominator to split. Proxy: binary digits of all polynomials in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
from . import readers
from .polynomials import (
    Poly,
    at,
    bits,
    common_factor,
    divided,
    fraction_text,
    is_square,
    lowest,
    nonzero,
    plus,
    primitive,
    product_text,
    text_of,
    times,
    trimmed,
)

WORDINGS = (
    "{task}: {expression}\n{form}",
    "Consider {expression}, where all denominators are other than zero.\n{task}. {form}",
    "{expression}\n\n{task}, wherever the expression above has a value. {form}",
)
_TASKS = {
    "fraction": "Write this as one fraction in lowest terms",
    "apart": "Decompose this into partial fractions",
}
_FORMS = {
    "fraction": (
        "Give a single fraction whose numerator and denominator are polynomials with integer coefficients, in "
        "parentheses where needed, without any common factor, numbers included; give a polynomial alone if the "
        "denominator is 1."
    ),
    "apart": (
        "Give a sum of fractions, and of a polynomial if the division leaves one. Each denominator is a power, "
        "written with ^, of one polynomial with integer coefficients that cannot be factored over the rationals, "
        "and occurs only once; each numerator has a lower degree than the polynomial of which the denominator is "
        "a power."
    ),
}
KINDS = ("multiply", "divide", "add", "apart")
_NAMES = "xtzuw"
TRIES = 100


def generate(
    rng: random.Random, *, kinds: str, size: int, constant: int, leading: int, quadratic: bool, power: int
) -> Draft:
    """Make one problem.

    Args:
        rng: the task's random source.
        kinds: of ``multiply divide add apart``, separated by spaces.
        size: fractions to join, or different linear factors to split into, 2 to 5.
        constant: the largest constant of a factor and of a numerator, 2 to 1000.
        leading: the largest leading coefficient of a factor, 1 to 50.
        quadratic: whether an irreducible quadratic factor may occur.
        power: the largest power of a factor in a denominator to split, 1 to 4.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no problem was found.
    """
    if not (2 <= size <= 5 and 2 <= constant <= 1000 and 1 <= leading <= 50 and 1 <= power <= 4):
        raise ValueError(
            "need 2 <= size <= 5, 2 <= constant <= 1000, 1 <= leading <= 50 and 1 <= power <= 4; "
            f"got {size}, {constant}, {leading}, {power}"
        )
    chosen = kinds.split()
    if not chosen or not set(chosen) <= set(KINDS):
        raise ValueError(f"kinds must be of {' '.join(KINDS)}, not {kinds!r}")
    for _ in range(TRIES):
        kind = rng.choice(chosen)
        maker = _Maker(rng, size, constant, leading, quadratic, power)
        if maker.made(kind):
            break
    else:
        raise GenerationError(f"no problem in {TRIES} tries; raise 'constant'")
    form = "apart" if kind == "apart" else "fraction"
    name = maker.name
    return Draft(
        prompt=phrase(rng, WORDINGS, task=_TASKS[form], expression=maker.shown, form=_FORMS[form]),
        payload={
            "problem": {"kind": kind, "expression": maker.shown, "variables": [name]},
            "gold": {"text": maker.answer, "kind": "partial fractions" if kind == "apart" else "fraction"},
        },
        answer=maker.answer,
        trace="\n".join(maker.lines),
        canonical=maker.canonical,
        difficulty=float(maker.work),
    )


class _Maker:
    """Makes one problem: its text, its answer, the lines of a worked solution."""

    def __init__(
        self, rng: random.Random, size: int, constant: int, leading: int, quadratic: bool, power: int
    ) -> None:
        self.rng, self.size, self.constant, self.leading = rng, size, constant, leading
        self.quadratic, self.power = quadratic, power
        self.name = rng.choice(_NAMES)
        self.lines: list[str] = []
        self.shown = self.answer = ""
        self.canonical: Any = None
        self.work = 0

    def made(self, kind: str) -> bool:
        """Whether this try gave a problem of that kind."""
        if kind == "apart":
            return self.apart()
        return self.sum() if kind == "add" else self.product(kind)

    def text(self, poly: Sequence[int]) -> str:
        self.work += bits(poly)
        return text_of(poly, self.name)

    def brackets(self, poly: Sequence[int]) -> str:
        return f"({self.text(poly)})"

    def fraction(self, top: Sequence[int], bottom: Sequence[int]) -> str:
        self.work += bits(top) + bits(bottom)
        return fraction_text(top, bottom, self.name)

    def linear(self, count: int) -> list[Poly]:
        """So many different linear factors."""
        found: dict[tuple[int, ...], None] = {}
        for _ in range(20 * count):
            if len(found) < count:
                poly = primitive(
                    [self.rng.randint(-self.constant, self.constant), self.rng.randint(1, self.leading)]
                )
                found[tuple(poly)] = None
        return [list(poly) for poly in found]

    def irreducible(self) -> Poly:
        """A quadratic factor without real zeros."""
        b = self.rng.choice((0, self.rng.randint(-4, 4)))
        c = b * b // 4 + self.rng.randint(1, min(self.constant, 9))
        return [c, b, 1]

    def factors(self, count: int) -> list[Poly]:
        found = self.linear(count)
        if self.quadratic and self.rng.random() < 0.5:
            found[self.rng.randrange(len(found))] = self.irreducible()
        return found

    # ---- products and quotients -------------------------------------------------------------------------

    def product(self, kind: str) -> bool:
        """Fractions in lowest terms, each with a factor that is in the denominator of another."""
        rng, size = self.rng, self.size
        pool = self.factors(2 * size)
        extra = self.factors(size)
        if len(pool) < 2 * size or len(extra) < size:
            return False
        shown: list[str] = []
        above, below = [1], [1]
        for i in range(size):
            top = times([rng.randint(1, 6)], pool[i], pool[size + i])
            other = pool[size + (i + 1) % size] if rng.random() < 0.3 else extra[i]
            bottom = times([rng.randint(1, 6)], pool[(i + 1) % size], *([other] if rng.random() < 0.7 else []))
            top, bottom = lowest(top, bottom)
            if len(top) == 1 or len(bottom) == 1:
                return False
            divisor = kind == "divide" and i == size - 1
            shown.append(f"({self.fraction(bottom, top) if divisor else self.fraction(top, bottom)})")
            above, below = times(above, top), times(below, bottom)
        self.shown = " * ".join(shown[:-1]) + (" / " if kind == "divide" else " * ") + shown[-1]
        top, bottom = lowest(above, below)
        if len(top) == len(bottom) == 1:
            return False
        self.lines.append(f"over one bar: {self.fraction(above, below)}")
        common = times(common_factor(above, below), [gcd(*above, *below)])
        for whole in (above, below) if common != [1] else ():
            part = divided(whole, common)
            assert part is not None
            self.lines.append(f"{self.text(whole)} = {self.brackets(common)}*{self.brackets(part)}")
        self.answer = self.fraction(top, bottom)
        self.canonical = [kind, self.shown.replace(self.name, "x")]
        return True

    # ---- sums -------------------------------------------------------------------------------------------

    def sum(self) -> bool:
        """Fractions whose denominators share factors."""
        rng = self.rng
        pool = self.factors(self.size)
        if len(pool) < self.size:
            return False
        terms: list[tuple[int, Poly, Poly]] = []
        for i in range(self.size):
            parts = [pool[i]] if self.size == 2 and rng.random() < 0.5 else [pool[i], pool[(i + 1) % self.size]]
            below = times([rng.choice((1, 1, 1, 2, 3))], *parts)
            above = [nonzero(rng, self.constant)]
            if len(below) > 2 and rng.random() < 0.6:
                above.append(nonzero(rng, self.leading + 2))
            top, bottom = lowest(above, below)
            sign = rng.choice((1, -1)) if terms else 1
            if top[-1] < 0:
                top, sign = [-c for c in top], -sign
            terms.append((sign, top, bottom))
        denominators = [tuple(bottom) for _, _, bottom in terms]
        if len(set(denominators)) < len(denominators):
            return False
        shared: Poly = [1]
        for _, _, bottom in terms:
            shared = least_common(shared, bottom)
        total: Poly = []
        texts: list[str] = []
        for sign, top, bottom in terms:
            factor = divided(shared, bottom)
            assert factor is not None
            wide = times(top, factor)
            total = plus(total, wide, sign)
            self.lines.append(f"{self.fraction(top, bottom)} = {self.brackets(wide)}/{self.brackets(shared)}")
            texts.append((" - " if sign < 0 else " + ") + fraction_text(top, bottom, self.name))
        if not total:
            return False
        joined = "".join(texts)
        self.shown = "-" + joined[3:] if joined.startswith(" - ") else joined[3:]
        self.lines.insert(0, f"common denominator: {self.text(shared)}")
        self.lines.append(f"sum: {self.brackets(total)}/{self.brackets(shared)}")
        common = times(common_factor(total, shared), [gcd(*total, *shared)])
        if common != [1]:
            self.lines.append(f"common factor: {self.text(common)}")
        self.answer = self.fraction(*lowest(total, shared))
        self.canonical = ["add", sorted([sign, top, bottom] for sign, top, bottom in terms)]
        return len(shared) > 2 or self.size == 2

    # ---- partial fractions ------------------------------------------------------------------------------

    def apart(self) -> bool:
        """A fraction with a known decomposition."""
        rng = self.rng
        pool = self.linear(self.size - (self.quadratic and self.size > 2))
        powers = [1] * len(pool)
        if self.power > 1:
            powers[rng.randrange(len(pool))] = rng.randint(2, self.power)
        extra = self.irreducible() if self.quadratic and rng.random() < 0.6 else None
        parts: list[tuple[Poly, Poly, int]] = []  # numerator, base, power
        for base, most in zip(pool, powers, strict=True):
            for power in range(most, 0, -1):
                number = nonzero(rng, self.constant) if power == most or rng.random() < 0.7 else 0
                if number:
                    parts.append(([number], base, power))
        if extra:
            parts.append(
                (
                    trimmed([rng.randint(-self.constant, self.constant), nonzero(rng, self.leading + 3)]),
                    extra,
                    1,
                )
            )
        if len(parts) < 2 or len(pool) < 1:
            return False
        whole = (
            [nonzero(rng, 6) for _ in range(rng.randint(1, 2))] if self.power > 1 and rng.random() < 0.3 else []
        )
        below = times(
            *(base for base, most in zip(pool, powers, strict=True) for _ in range(most)), extra or [1]
        )
        above: Poly = times(whole, below) if whole else []
        for over, base, power in parts:
            factor = divided(below, times(*[base] * power))
            assert factor is not None
            above = plus(above, times(over, factor))
        if not above:
            return False
        factored = product_text(
            1,
            [
                (text_of(b, self.name), n)
                for b, n in [*zip(pool, powers, strict=True), *([(extra, 1)] if extra else [])]
            ],
        )
        known = rng.random() < 0.5 and len(below) <= 4
        top = f"({self.text(above)})" if " " in text_of(above, self.name) else self.text(above)
        self.shown = f"{top}/({factored if known else self.text(below)})"
        self.lines.append(f"denominator: {self.text(below)} = {factored}")
        self.covering(above, below, pool, powers, whole, extra)
        self.answer = self.parts_text(whole, parts)
        self.canonical = ["apart", above, below]
        return True

    def covering(
        self, above: Poly, below: Poly, pool: list[Poly], powers: list[int], whole: Poly, extra: Poly | None
    ) -> None:
        """Lines: the polynomial part, then one term after another by its value at the zero of its base."""
        if whole:
            rest = plus(above, times(whole, below), -1)
            self.lines.append(
                f"divide: {self.text(above)} = {self.brackets(whole)}*{self.brackets(below)} + {self.brackets(rest)}"
            )
            above = rest
        for base, most in zip(pool, powers, strict=True):
            zero = Fraction(-base[0], base[1])
            for power in range(most, 0, -1):
                other = divided(below, times(*[base] * power))
                assert other is not None
                number = Fraction(at(above, zero)) / at(other, zero)
                left = divided(plus(above, times([int(number)], other), -1), base)
                fewer = divided(below, base)
                assert left is not None
                assert fewer is not None
                under = product_text(1, [(text_of(base, self.name), power)])
                self.lines.append(
                    f"at {self.name} = {zero}: ({at(above, zero)})/({at(other, zero)}) = {number}, "
                    f"the numerator over {under}; "
                    f"left: {self.brackets(left)}/{self.brackets(fewer)}"
                )
                above, below = left, fewer
        if extra:
            self.lines.append(f"over {self.text(extra)} stays {self.text(above)}")

    def parts_text(self, whole: Poly, parts: list[tuple[Poly, Poly, int]]) -> str:
        text = text_of(whole, self.name) if whole else ""
        for top, base, power in parts:
            negative = top[-1] < 0
            above = text_of([-c for c in top] if negative else top, self.name)
            above = f"({above})" if " " in above else above
            below = product_text(1, [(text_of(base, self.name), power)])
            below = f"({below})" if not below.startswith("(") and "*" in below else below
            piece = f"{above}/{below}"
            if text:
                text += (" - " if negative else " + ") + piece
            else:
                text = "-" + piece if negative else piece
        return text


def least_common(a: Poly, b: Poly) -> Poly:
    """The least common multiple over the integers, numbers included."""
    common = times(common_factor(a, b), [gcd(*a, *b)])
    product = divided(times(a, b), common)
    assert product is not None
    return product


# ---- a second check ---------------------------------------------------------------------------------------


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: its value at points modulo primes, and its form on polynomials."""
    problem = payload["problem"]
    names: list[str] = problem["variables"]
    tree = readers.formula(answer, names)
    if tree is None or not readers.same_value(_problem(problem["expression"], *names), tree, names):
        return False
    if problem["kind"] == "apart":
        return _is_apart(tree, names[0])
    return _is_lowest(tree, names[0])


@lru_cache(maxsize=256)
def _problem(text: str, *names: str) -> Any:
    return readers.formula(text, names)


def _is_lowest(tree: Any, name: str) -> bool:
    sides = readers.whole_fraction(tree, name)
    if sides is None:
        return False
    above, below = sides
    return common_factor(above, below) == [1] and gcd(*above, *below) == 1


def _is_apart(tree: Any, name: str) -> bool:
    seen: list[tuple[list[int], int]] = []
    for term in readers.operands(tree, "+"):
        _, top, bottom = readers.two_sides(term)
        base: list[int] = []
        power = 0
        for factor in readers.operands(bottom, "*"):
            _, inner = readers.signed(factor)
            below, exponent = inner[1:] if isinstance(inner, tuple) and inner[0] == "^" else (inner, 1)
            poly = readers.coefficients(below, name)
            if not poly or not isinstance(exponent, int) or not 1 <= exponent <= 64:
                return False
            if len(poly) > 1:
                if power:
                    return False
                base, power = primitive([int(c) for c in poly]), exponent
        above = readers.coefficients(_over_numbers(top), name)
        if above is None or (power and not above):
            return False
        if power:
            if len(above) >= len(base) or (base, power) in seen or len(base) > 3:
                return False
            if len(base) == 3 and is_square(base[1] ** 2 - 4 * base[0] * base[2]):
                return False
            seen.append((base, power))
    return True


def _over_numbers(tree: Any) -> Any:
    """The tree with its quotients by numbers left out: for degrees, not for values."""
    if isinstance(tree, tuple):
        if tree[0] == "/" and isinstance(readers.signed(tree[2])[1], int):
            return _over_numbers(tree[1])
        return (tree[0], *(_over_numbers(part) for part in tree[1:]))
    return tree
