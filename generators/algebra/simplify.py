"""Simplify expressions: sums of like terms, quotients of powers, square roots, fractions that cancel.

Each kind of problem has one simplest form, which the prompt states and which is demanded: collected terms; one term
with positive exponents in lowest terms; roots of square-free numbers, none in a denominator; one fraction in lowest
terms.

Symmetries: the names of the variables.

Difficulty: the `kinds` of problems; their `size` (terms or factors); the `largest` number; the largest `exponent`;
`depth` of brackets around terms; whether exponents may be `negative`. Proxy: characters of the expression that is to
be simplified, times the kind's steps.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from decimal import Context, Decimal, DecimalException
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
from . import readers
from .polynomials import (
    Poly,
    common_factor,
    divided,
    fraction_text,
    lowest,
    nonzero,
    primitive,
    sum_text,
    text_of,
    times,
)
from .roots import Roots, roots_text, square_part, squarefree, times_roots

WORDINGS = (
    "Simplify: {expression}\n{form}",
    "Write this expression in its simplest form: {expression}\n{form}",
    "{expression}\n\nSimplify the expression above. {form}",
)
_FORMS = {
    "like": "Give a sum of terms without parentheses, with like terms collected, such as 3*x - 2*y + 1.",
    "monomial": (
        "No denominator is zero. Give one term, such as 2*x^3/(3*y): positive exponents only, every variable at most "
        "once, the numbers in lowest terms."
    ),
    "radical": (
        "Give a sum of terms such as 3*sqrt(2), if need be over one whole number in lowest terms: no root of a number "
        "that a square above 1 divides, every root at most once, none in a denominator."
    ),
    "fraction": (
        "Give one fraction in lowest terms, such as (x + 1)/(2*x - 3): numerator and denominator are polynomials with "
        "integer coefficients and have no common factor, numbers included."
    ),
}
_STEPS = {"like": 1, "monomial": 2, "radical": 3, "product": 4, "rationalize": 5, "fraction": 4}
KINDS = tuple(_STEPS)
_NAMES = ("x", "y", "z"), ("a", "b", "c"), ("u", "v", "w"), ("p", "q", "r"), ("m", "n", "k")
_CANONICAL = ("x", "y", "z")
_SQUAREFREE = tuple(n for n in range(2, 40) if squarefree(n))
TRIES = 200


def generate(
    rng: random.Random, *, kinds: str, size: int, largest: int, exponent: int, depth: int, negative: bool
) -> Draft:
    """Make one expression to simplify.

    Args:
        rng: the task's random source.
        kinds: of ``like monomial radical product rationalize fraction``, separated by spaces.
        size: terms or factors, 2 to 12.
        largest: the largest number, 4 to 1000.
        exponent: the largest exponent, 2 to 12.
        depth: how deep like terms are nested in brackets, 0 to 4.
        negative: whether exponents may be negative.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no problem was found.
    """
    if not (2 <= size <= 12 and 4 <= largest <= 1000 and 2 <= exponent <= 12 and 0 <= depth <= 4):
        raise ValueError(
            "need 2 <= size <= 12, 4 <= largest <= 1000, 2 <= exponent <= 12 and 0 <= depth <= 4; "
            f"got {size}, {largest}, {exponent}, {depth}"
        )
    chosen = kinds.split()
    if not chosen or not set(chosen) <= set(KINDS):
        raise ValueError(f"kinds must be of {' '.join(KINDS)}, not {kinds!r}")
    for _ in range(TRIES):
        kind = rng.choice(chosen)
        maker = _Maker(rng, size, largest, exponent, depth, negative)
        if getattr(maker, kind)() and maker.answer != maker.shown:
            break
    else:
        raise GenerationError(f"no problem in {TRIES} tries; raise 'largest'")
    form = "radical" if kind in ("product", "rationalize") else kind
    return Draft(
        prompt=phrase(rng, WORDINGS, expression=maker.shown, form=_FORMS[form]),
        payload={
            "problem": {"kind": form, "expression": maker.shown, "variables": list(maker.names)},
            "gold": {"text": maker.answer, "kind": form},
        },
        answer=maker.answer,
        trace="\n".join(maker.lines),
        canonical=[kind, maker.canonical()],
        difficulty=float(len(maker.shown) * _STEPS[kind]),
    )


class _Maker:
    """Makes one problem: its text, its answer, the lines of a worked solution."""

    def __init__(
        self, rng: random.Random, size: int, largest: int, exponent: int, depth: int, negative: bool
    ) -> None:
        self.rng, self.size, self.largest, self.exponent = rng, size, largest, exponent
        self.depth, self.negative = depth, negative
        self.names: tuple[str, ...] = ()
        self.shown = self.answer = ""
        self.lines: list[str] = []

    def canonical(self) -> str:
        table = {ord(name): other for name, other in zip(self.names, _CANONICAL, strict=False)}
        return self.shown.replace("sqrt", "\\").translate(table)

    # ---- like terms -------------------------------------------------------------------------------------

    def like(self) -> bool:
        """Terms in up to three variables, some in brackets with a number in front."""
        rng = self.rng
        self.names = rng.choice(_NAMES)[: rng.randint(1, 3)]
        bodies = [*self.names, ""]
        if len(self.names) == 1 and self.exponent > 2:
            bodies = [f"{self.names[0]}^2", *bodies]
        sums = dict.fromkeys(bodies, 0)
        shown, opened = self.nest(self.size, self.depth, 1, bodies)
        for coefficient, body in opened:
            sums[body] += coefficient
        if sum(map(bool, sums.values())) < 2 or (
            len(opened) == len({body for _, body in opened}) and "(" not in shown
        ):
            return False  # one term is left, or there is nothing to collect
        self.shown = shown
        if self.depth:
            self.lines.append("without brackets: " + sum_text(opened))
        for body, total in sums.items():
            found = [(c, "") for c, b in opened if b == body]
            if len(found) > 1:
                self.lines.append(f"{body or 'numbers'}: {' '.join(_signed(c) for c, _ in found)} = {total}")
        self.answer = sum_text([(c, body) for body, c in sums.items() if c])
        return True

    def nest(self, size: int, depth: int, factor: int, bodies: list[str]) -> tuple[str, list[tuple[int, str]]]:
        """A sum with so many terms as text, and its terms times `factor` without brackets."""
        rng = self.rng
        pieces: list[tuple[int, str]] = []
        opened: list[tuple[int, str]] = []
        places = rng.sample(range(size), min(size, rng.randint(1, 2))) if depth else []
        for i in range(size):
            number = nonzero(rng, self.largest)
            if i in places:
                number = rng.choice((-1, 1)) * rng.randint(1 if rng.random() < 0.3 else 2, min(9, self.largest))
                text, inner = self.nest(rng.randint(2, 3), depth - 1, factor * number, bodies)
                pieces.append((number, f"({text})"))
                opened += inner
            else:
                body = rng.choice(bodies)
                pieces.append((number, body))
                opened.append((factor * number, body))
        return sum_text(pieces), opened

    # ---- powers -----------------------------------------------------------------------------------------

    def monomial(self) -> bool:
        """A quotient of products of powers of monomials."""
        rng = self.rng
        self.names = rng.choice(_NAMES)[: rng.randint(1, 2 if self.size < 4 else 3)]
        total = dict.fromkeys(self.names, 0)
        number = Fraction(1)
        sides: tuple[list[str], list[str]] = ([], [])
        above = max(1, self.size - self.size // 2)
        for place in range(self.size):
            below = place >= above
            coefficient = rng.randint(1, min(self.largest, 12)) * (-1 if rng.random() < 0.2 else 1)
            powers = {
                name: rng.randint(-self.exponent if self.negative and rng.random() < 0.4 else 1, self.exponent)
                for name in self.names
                if rng.random() < 0.8
            }
            powers = {name: n for name, n in powers.items() if n}
            outer = rng.choice((1, 1, 2, 3)) if powers else 1
            if not powers and abs(coefficient) == 1:
                coefficient *= 2  # nobody writes a factor of 1
            if self.negative and outer > 1 and rng.random() < 0.3:
                outer = -outer
            body = sum_text([(coefficient, _monomial(powers))])
            if outer != 1:
                body = f"({body})^{_exponent(outer)}"
                inner = sum_text([(1, _monomial({n: e * outer for n, e in powers.items()}))])
                self.lines.append(f"{body} = {_power_text(coefficient, outer)}*{inner}" if powers else body)
            elif coefficient < 0:
                body = f"({body})"
            sides[below].append(body)
            sign = -1 if below else 1
            number *= Fraction(coefficient) ** (outer * sign)
            for name, n in powers.items():
                total[name] += n * outer * sign
        top, bottom = "*".join(sides[0]), "*".join(sides[1])
        closed = len(sides[1]) == 1 and bottom.startswith("(") and bottom.endswith(")")
        self.shown = f"{top}/{bottom if closed else f'({bottom})'}" if bottom else top
        if max(abs(number.numerator), number.denominator) > 10**6 or not any(total.values()):
            return False
        self.lines.append(f"number: {number}")
        self.lines += [f"exponent of {name}: {n}" for name, n in total.items()]
        up = _monomial({n: e for n, e in total.items() if e > 0})
        down = _monomial({n: -e for n, e in total.items() if e < 0})
        over = sum_text([(number.denominator, down)])
        self.answer = sum_text([(number.numerator, up)])
        if over != "1":
            self.answer += f"/({over})" if "*" in over else f"/{over}"
        return True

    # ---- roots ------------------------------------------------------------------------------------------

    def radical(self) -> bool:
        """A sum of multiples of square roots that can be collected."""
        rng = self.rng
        bases = rng.sample(_SQUAREFREE[:12], 2 if self.size > 3 else rng.choice((1, 2)))
        value: Roots = {}
        pieces: list[tuple[int, str]] = []
        for i in range(self.size):
            base = bases[i % len(bases)]
            square = rng.randint(1 if rng.random() < 0.2 else 2, max(3, min(self.largest, 15)))
            factor = nonzero(rng, min(self.largest, 15))
            inside = square * square * base
            pieces.append((factor, f"sqrt({inside})"))
            value[base] = value.get(base, Fraction(0)) + factor * square
            if square > 1:
                self.lines.append(
                    f"sqrt({inside}) = sqrt({square}^2*{base}) = {square}*sqrt({base}), "
                    f"so {factor}*sqrt({inside}) = {factor * square}*sqrt({base})"
                )
        if rng.random() < 0.4:
            number = nonzero(rng, self.largest)
            pieces.insert(rng.randint(0, len(pieces)), (number, ""))
            value[1] = Fraction(number)
        self.shown = sum_text(pieces)
        return self.root_answer(value)

    def product(self) -> bool:
        """A product of two sums with roots, or a square of one."""
        rng = self.rng
        c, d = rng.choice(_SQUAREFREE[:10]), rng.choice(_SQUAREFREE[:10])
        small = min(self.largest, 12)
        first = {rng.choice((1, d)): Fraction(nonzero(rng, small)), c: Fraction(nonzero(rng, small))}
        second = {rng.choice((1, c)): Fraction(nonzero(rng, small)), d: Fraction(nonzero(rng, small))}
        if len(first) < 2 or len(second) < 2:
            return False
        squared = rng.random() < 0.25
        if squared:
            second = first
            self.shown = f"({roots_text(first)})^2"
        else:
            self.shown = f"({roots_text(first)})*({roots_text(second)})"
        for a, p in first.items():
            for b, q in second.items():
                self.lines.append(
                    f"{roots_text({a: p})} times {roots_text({b: q})} = {roots_text(times_roots({a: p}, {b: q}))}"
                )
        value = times_roots(first, second)
        if self.size > 4:
            more = nonzero(rng, small)
            inside = rng.randint(2, 9) ** 2 * c
            self.shown += (
                " - " if more < 0 else " + "
            ) + f"{f'{abs(more)}*' if abs(more) > 1 else ''}sqrt({inside})"
            value[c] = value.get(c, Fraction(0)) + more * square_part(inside)
            self.lines.append(f"{more}*sqrt({inside}) = {more * square_part(inside)}*sqrt({c})")
        return self.root_answer(value)

    def rationalize(self) -> bool:
        """A quotient with roots in the denominator."""
        rng = self.rng
        c = rng.choice(_SQUAREFREE[:10])
        small = min(self.largest, 12)
        below: Roots = {1: Fraction(nonzero(rng, small)), c: Fraction(nonzero(rng, small))}
        if rng.random() < 0.3:
            d = rng.choice(_SQUAREFREE[:10])
            below = {d: Fraction(nonzero(rng, 4)), c: Fraction(nonzero(rng, 4))}
        above: Roots = {1: Fraction(nonzero(rng, self.largest))}
        if rng.random() < 0.6:
            above[c] = Fraction(nonzero(rng, small))
        if len(below) < 2:
            return False
        turned = dict(below)
        turned[c] = -turned[c]
        norm = times_roots(below, turned)
        if norm.keys() - {1}:
            return False
        top = times_roots(above, turned)
        bar = f"({roots_text(above)})" if len(above) > 1 else roots_text(above)
        self.shown = f"{bar}/({roots_text(below)})"
        self.lines += [
            f"multiply above and below by {roots_text(turned)}",
            f"below: ({roots_text(below)})*({roots_text(turned)}) = {norm[1]}",
            f"above: ({roots_text(above)})*({roots_text(turned)}) = {roots_text(top)}",
        ]
        return self.root_answer({root: value / norm[1] for root, value in top.items()})

    def root_answer(self, value: Roots) -> bool:
        value = {root: c for root, c in value.items() if c}
        self.answer = roots_text(value)
        return any(root > 1 for root in value)

    # ---- fractions --------------------------------------------------------------------------------------

    def fraction(self) -> bool:
        """A quotient of polynomials with common factors, of degree up to 2 for small sizes, else more."""
        rng = self.rng
        self.names = (rng.choice("xtzuw"),)
        degree = 2 if self.size < 5 else 3
        small = min(self.largest, 12)
        factors: list[Poly] = [
            primitive([rng.randint(-small, small), rng.randint(1, 1 + self.size // 3)])
            for _ in range(2 * degree)
        ]
        shared = factors[: degree - 1]
        numbers = rng.randint(1, 6), rng.randint(1, 6)
        above = times([numbers[0]], *shared, factors[degree])
        below = times([numbers[1]], *shared, factors[degree + 1])
        if rng.random() < 0.2:
            above = times([numbers[0] * rng.choice((1, -1))], *shared)
        top, bottom = lowest(above, below)
        if len(top) == 1 and len(bottom) == 1:
            return False
        common = times(common_factor(above, below), [gcd(*above, *below)])
        name = self.names[0]
        for poly in (above, below):
            part = divided(poly, common)
            assert part is not None
            self.lines.append(f"{text_of(poly, name)} = ({text_of(common, name)})*({text_of(part, name)})")
        up, down = text_of(above, name), text_of(below, name)
        self.shown = f"({up})/({down})"
        self.answer = fraction_text(top, bottom, name)
        return True


def _signed(number: int) -> str:
    return f"- {-number}" if number < 0 else f"+ {number}"


def _exponent(n: int) -> str:
    return str(n) if n > 0 else f"({n})"


def _power_text(number: int, exponent: int) -> str:
    value = Fraction(number) ** exponent
    return f"({value})" if value.denominator > 1 or value < 0 else str(value)


def _monomial(powers: Mapping[str, int]) -> str:
    return "*".join(name if n == 1 else f"{name}^{_exponent(n)}" for name, n in powers.items() if n)


# ---- a second check ---------------------------------------------------------------------------------------


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: its form by a reader of its own, its value by other arithmetic."""
    problem = payload["problem"]
    names: list[str] = problem["variables"]
    kind = problem["kind"]
    tree = readers.formula(answer, names, roots=kind == "radical")
    if tree is None:
        return False
    shown = _problem(problem["expression"], kind == "radical", *names)
    if kind == "radical":
        return _has_root_form(tree) and _same_real(tree, shown)
    if not readers.same_value(tree, shown, names):
        return False
    if kind == "like":
        return readers.collected_terms(tree, names) is not None
    if kind == "monomial":
        return _is_one_term(tree, names)
    sides = readers.whole_fraction(tree, names[0])
    return sides is not None and common_factor(*sides) == [1] and gcd(*sides[0], *sides[1]) == 1


@lru_cache(maxsize=256)
def _problem(text: str, roots: bool, *names: str) -> Any:
    return readers.formula(text, names, roots=roots)


def _is_one_term(tree: Any, names: list[str]) -> bool:
    _, top, bottom = readers.two_sides(tree)
    above, below = readers.collected_terms(top, names), readers.collected_terms(bottom, names)
    if above is None or below is None or len(above) != 1 or len(below) != 1:
        return False
    ((up, a),), ((down, b),) = above.items(), below.items()
    return gcd(int(a), int(b)) == 1 and not any(i and j for i, j in zip(up, down, strict=True))


def _has_root_form(tree: Any) -> bool:
    over = 1
    _, top, bottom = readers.two_sides(tree)
    if bottom != 1 and len(readers.operands(readers.signed(top)[1], "+")) > 1:
        tree, over = readers.signed(top)[1], bottom
        if not isinstance(over, int) or over < 2:
            return False
    roots: list[int] = []
    numbers: list[int] = []
    terms = readers.operands(readers.signed(tree)[1] if over > 1 else tree, "+")
    for term in terms:
        _, up, down = readers.two_sides(term)
        if not isinstance(down, int) or down < 1 or (down != 1 and over > 1) or _over_one(term):
            return False
        root, number, counted = 1, 1, 0
        for factor in readers.operands(up, "*"):
            _, factor = readers.signed(factor)
            if isinstance(factor, tuple) and factor[0] == "/":
                above = readers.signed(factor[1])[1]
                if over > 1 or down != 1 or not isinstance(above, int) or not isinstance(factor[2], int):
                    return False
                if factor[2] < 2 or gcd(above, factor[2]) > 1:
                    return False
                counted, number = counted + 1, above
            elif isinstance(factor, int):
                counted, number = counted + 1, factor
            elif isinstance(factor, tuple) and factor[0] == "sqrt" and root == 1 and isinstance(factor[1], int):
                root = factor[1]
                if not 1 < root < 10**6 or not squarefree(root):
                    return False
            else:
                return False
        if counted > 1 or gcd(number, down) > 1 or root in roots or (number == 0 and len(terms) > 1):
            return False
        roots.append(root)
        numbers.append(number)
    return over == 1 or gcd(over, *numbers) == 1


def _over_one(term: Any) -> bool:
    """Whether the term is written as a quotient by 1."""
    _, inner = readers.signed(term)
    return isinstance(inner, tuple) and inner[0] == "/" and inner[2] == 1


_CONTEXT = Context(prec=80)


def _same_real(a: Any, b: Any) -> bool:
    try:
        first, second = _real(a), _real(b)
    except DecimalException:  # out of range on the way
        return False
    if first is None or second is None:
        return False
    scale = max(_CONTEXT.abs(second), Decimal(1))
    return _CONTEXT.abs(_CONTEXT.subtract(first, second)) <= _CONTEXT.multiply(scale, Decimal("1e-60"))


def _real(tree: Any) -> Decimal | None:
    """The value of a tree with square roots, to 80 digits; None if it has none."""
    if isinstance(tree, int):
        return Decimal(tree)
    kind, *rest = tree
    values = [_real(part) for part in (rest[:1] if kind == "^" else rest)]
    first, *others = values
    if first is None:
        return None
    if kind == "neg":
        return first.copy_negate()
    if kind == "sqrt":
        return _CONTEXT.sqrt(first) if first >= 0 else None
    if kind == "^":
        return _CONTEXT.power(first, rest[1]) if isinstance(rest[1], int) and rest[1] < 100 else None
    total = first
    for value in others:
        if value is None or (kind == "/" and value == 0):
            return None
        if kind == "+":
            total = _CONTEXT.add(total, value)
        elif kind == "*":
            total = _CONTEXT.multiply(total, value)
        else:
            total = _CONTEXT.divide(total, value)
    return total
