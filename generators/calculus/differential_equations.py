"""Initial value problems: the one function that solves a differential equation and its initial values.

Kinds: growth ``y' = k y``, linear of first order with a constant or a power of x as coefficient, separable, and linear
of second order with constant coefficients, homogeneous or not. Each is linear in y, or separable with a solution that
is smooth around the starting point, so that there is exactly one solution.

Symmetries: none; the equation and its initial values are the problem.

Difficulty: one of the `kinds`, with numbers up to `largest`. Proxy: symbols in the problem and in the worked solution.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from fractions import Fraction

from ..expressions_of_x import Expression, add, divide, multiply, power
from ..family import Family, Question, as_stated
from ..limits import Whole
from .primitives import X, joined, multiply_out, nonzero, polynomial, scaled, shown

WORDINGS = (
    "Solve the initial value problem {equation}, {initial}. {form}",
    "{equation}, {initial}\n\nWhich function y(x) satisfies this equation and {condition}? {form}",
    "A function y of x satisfies {equation} with {initial}. Find y(x).\n{form}",
    "Find the solution y(x) of {equation} with {initial}. {form}",
)
FORM = (
    "Give an expression in x with + - * / ^, parentheses and sin, cos, exp, ln, sqrt; any equal form will do "
    "(ln is the natural logarithm)."
)
_SYMBOL = re.compile(r"[0-9]+|[A-Za-z]+'*|[-+*/^]")


def _problem(
    equation: str, start: int, values: list[int], solution: Expression, lines: list[str]
) -> Question | None:
    """A question on an equation as printed and the values (y, y') at its start; None if the solution stands in it."""
    answer = shown(solution)
    if isinstance(solution, int) or answer in equation:
        return None
    initial = [f"y{mark}({start}) = {v}" for mark, v in zip(("", "'"), values, strict=False)]
    return Question(
        {
            "equation": equation + (" (for x > 0)" if start else ""),
            "initial": " and ".join(initial),
            "condition": "these values" if len(initial) > 1 else "this value",
            "form": FORM,
        },
        {"equation": equation, "start": start, "values": values},
        answer,
        lines,
        gold={"kind": "expression"},
        canonical=[equation, start, values],
        guess_rate=0.01,
        difficulty=len(_SYMBOL.findall("\n".join([equation, *lines]))),
    )


def _exp(k: int) -> Expression:
    return ("exp", multiply(k, X)) if k else 1


def _equation(coefficients: list[int], right: str) -> str:
    """``y'' - 3*y' + 2*y = right`` for the coefficients of y, y', y''."""
    text = ""
    for mark, c in reversed(list(zip(("y", "y'", "y''"), coefficients, strict=False))):
        if c:
            term = mark if abs(c) == 1 else f"{abs(c)}*{mark}"
            text += f" {'-' if c < 0 else '+'} {term}" if text else ("-" if c < 0 else "") + term
    return f"{text} = {right}"


def _n(value: Fraction | int) -> str:
    """A number as a factor or summand behind a sign."""
    return str(value) if value >= 0 and Fraction(value).denominator == 1 else f"({value})"


def _growth(rng: random.Random, *, largest: int) -> Question | None:
    """``y' = k y`` or ``y' = k y + m``."""
    k, c = nonzero(rng, largest), nonzero(rng, largest)
    m = rng.choice((0, *(nonzero(rng, largest) for _ in range(3))))
    rest = Fraction(-m, k)
    y0 = c
    weight = y0 - rest
    right = shown(polynomial([m, k])).replace("x", "y")
    if not weight:
        return None
    solution = add(scaled(weight, _exp(k)), scaled(rest, 1))
    lines = []
    if m:
        lines.append(f"a constant solution: {right} = 0 at y = {rest}")
    lines.append(f"all solutions: y = {f'{rest} + ' if m else ''}A*{shown(_exp(k))}")
    lines.append(f"y(0) = {f'{rest} + ' if m else ''}A = {y0}, so A = {weight}")
    return _problem(f"y' = {right}", 0, [y0], solution, lines)


def _powers(rng: random.Random, *, largest: int) -> Question | None:
    """``y' = k x^n y``."""
    k, n, c = nonzero(rng, largest), rng.randint(1, 4), nonzero(rng, largest)
    exponent = scaled(Fraction(k, n + 1), power(X, n + 1))
    if rng.random() < 0.4:
        name = rng.choice(("sin", "cos"))
        a = rng.randint(1, 5)
        wave = (name, multiply(a, X))
        integral = scaled(
            Fraction(-k if name == "sin" else k, a), ("cos" if name == "sin" else "sin", multiply(a, X))
        )
        factor = multiply(k, wave)
        at_zero = Fraction(-k, a) if name == "sin" else Fraction(0)
        exponent = add(integral, scaled(-at_zero, 1)) if at_zero else integral
    else:
        factor = multiply(k, power(X, n))
    lines = [
        f"separate: y'/y = {shown(factor)}",
        f"integrate from 0: ln(y/{_n(c)}) = {shown(exponent)}",
        f"y = {_n(c)}*exp({shown(exponent)})",
    ]
    return _problem(f"y' = {joined(shown(factor), 'y')}", 0, [c], multiply(c, ("exp", exponent)), lines)


def _separable(rng: random.Random, *, largest: int) -> Question | None:
    """``y' = p(x)/y`` , ``y' = p(x)*y^2`` or ``y' = p(x)*exp(-y)``, with one smooth solution."""
    kind, n = rng.choice(("square", "root", "exp")), rng.randint(0, 3)
    k = rng.randint(1, largest)
    if kind == "root":
        c = rng.choice((-1, 1)) * rng.randint(1, largest)
        inside = add(scaled(Fraction(2 * k, n + 1), power(X, n + 1)), c * c)
        solution = multiply(1 if c > 0 else -1, ("sqrt", inside))
        slope, growth = shown(multiply(k, power(X, n))), shown(scaled(Fraction(k, n + 1), power(X, n + 1)))
        lines = [
            f"separate: y*y' = {slope}",
            f"integrate from 0: y^2/2 - {_n(Fraction(c * c, 2))} = {growth}",
            f"y^2 = {shown(inside)}, and y(0) = {c} is {'positive' if c > 0 else 'negative'}",
        ]
        return _problem(f"y' = {slope}/y", 0, [c], solution, lines)
    if kind == "square":
        # 1/y = 1/c - k x^(n+1)/(n+1); y stays finite for x of the sign that is looked at, and near 0 in any case
        c, k = rng.choice((-1, 1)) * rng.randint(1, largest), nonzero(rng, largest)
        growth = shown(scaled(Fraction(k, n + 1), power(X, n + 1)))
        below = add(multiply(-k * c, power(X, n + 1)), n + 1)
        slope = shown(multiply(k, power(X, n)))
        lines = [
            f"separate: y'/y^2 = {slope}",
            f"integrate from 0: 1/{_n(c)} - 1/y = {growth}",
            f"1/y = {shown(divide(below, c * (n + 1)))}",
        ]
        return _problem(f"y' = {joined(slope, 'y^2')}", 0, [c], divide(c * (n + 1), below), lines)
    c = rng.randint(-3, largest)
    one = ("exp", c) if c else 1
    inside = add(scaled(Fraction(k, n + 1), power(X, n + 1)), one)
    lines = [
        f"separate: exp(y)*y' = {shown(multiply(k, power(X, n)))}",
        f"integrate from 0: exp(y) - {shown(one)} = {shown(scaled(Fraction(k, n + 1), power(X, n + 1)))}",
        f"y = ln({shown(inside)})",
    ]
    return _problem(f"y' = {joined(shown(multiply(k, power(X, n))), 'exp(-y)')}", 0, [c], ("ln", inside), lines)


def _forced(rng: random.Random, *, largest: int) -> Question | None:
    """``y' + p y = q(x)`` with an exponential or a polynomial on the right, by an integrating factor."""
    p, c = nonzero(rng, min(largest, 6)), rng.randint(-largest, largest)
    if rng.random() < 0.5:
        k, m = nonzero(rng, largest), nonzero(rng, 5)
        if m == -p:
            part = multiply(k, X, _exp(m))
            weight, how = (
                Fraction(c),
                f"exp({_times(p)})*y has the derivative {k}, so y = ({k}*x + A)*{shown(_exp(-p))}",
            )
            solution = add(part, scaled(weight, _exp(-p))) if c else part
        else:
            part = scaled(Fraction(k, m + p), _exp(m))
            weight = c - Fraction(k, m + p)
            slope = shown(multiply(k, _exp(m + p)))
            how = f"(exp({_times(p)})*y)' = {slope}, so y = {shown(part)} + A*{shown(_exp(-p))}"
            solution = add(part, scaled(weight, _exp(-p))) if weight else part
        right = shown(multiply(k, _exp(m)))
    else:
        q = [nonzero(rng, largest) for _ in range(rng.randint(2, 3))]
        part_coefficients = _solved([Fraction(p), Fraction(1), Fraction(0)], [Fraction(v) for v in q])
        part, right = polynomial(part_coefficients), shown(polynomial(q))
        weight = c - part_coefficients[0]
        how = f"a polynomial that solves it: {shown(part)}; all solutions: {shown(part)} + A*{shown(_exp(-p))}"
        solution = add(part, scaled(weight, _exp(-p))) if weight else part
    lines = [how, f"y(0) = {c} gives A = {weight}"]
    return _problem(_equation([p, 1], right), 0, [c], solution, lines)


def _times(p: int) -> str:
    return shown(multiply(p, X))


def _solved(coefficients: list[Fraction], right: list[Fraction]) -> list[Fraction]:
    """The polynomial y with ``c0 y + c1 y' + c2 y'' = right``, for c0 not zero, highest power first."""
    c0, c1, c2 = coefficients
    y = [Fraction(0)] * (len(right) + 2)
    for n in range(len(right) - 1, -1, -1):
        y[n] = (right[n] - c1 * (n + 1) * y[n + 1] - c2 * (n + 2) * (n + 1) * y[n + 2]) / c0
    return y[: len(right)]


def _euler(rng: random.Random, *, largest: int) -> Question | None:
    """``x*y' + n*y = k*x^m`` for x > 0, starting at 1."""
    n, m, k, c = nonzero(rng, 5), rng.randint(0, 5), nonzero(rng, largest), rng.randint(-largest, largest)
    if m + n == 0:
        solution = multiply_out(add(multiply(k, ("ln", X)), c), power(X, m))
        how = f"(y/x^{m})' = {k}/x, so y = ({k}*ln(x) + A)*x^{m}"
        weight = Fraction(c)
    else:
        weight = c - Fraction(k, m + n)
        home = divide(1, power(X, n)) if n > 0 else power(X, -n)
        part = scaled(Fraction(k, m + n), power(X, m))
        solution = add(part, scaled(weight, home)) if weight else part
        how = (
            f"with the factor x^({n - 1}): (x^({n})*y)' = {_n(k)}*x^({m + n - 1}), "
            f"so y = {shown(part)} + A*{shown(home, 3)}"
        )
    right = shown(multiply(k, power(X, m)))
    equation = _equation([n, 1], right).replace("y' ", "x*y' ", 1)
    return _problem(equation, 1, [c], solution, [how, f"y(1) = {c} gives A = {weight}"])


def _second(rng: random.Random, *, largest: int) -> Question | None:
    """Homogeneous of second order: two real roots, one double root, or two complex ones."""
    home = _homogeneous(rng)
    y0, y1 = rng.randint(-largest, largest), rng.randint(-largest, largest)
    if not (y0 or y1):
        return None
    (a, b), conditions = _weights(home, Fraction(y0), Fraction(y1))
    solution = add(scaled(a, home.first), scaled(b, home.second))
    lines = [
        *home.lines,
        f"all solutions: y = A*{shown(home.first, 3)} + B*{shown(home.second, 3)}",
        conditions,
    ]
    return _problem(_equation(home.coefficients, "0"), 0, [y0, y1], solution, lines)


@dataclass(frozen=True)
class _Home:
    """Coefficients of y, y', y''; two solutions with their values and slopes at 0; how they are found."""

    coefficients: list[int]
    first: Expression
    second: Expression
    at_zero: tuple[int, int, int, int]
    lines: list[str]
    roots: tuple[int, ...]
    wave: int


def _homogeneous(rng: random.Random) -> _Home:
    kind = rng.choice(("real", "real", "double", "complex"))
    if kind == "real":
        r, s = sorted(rng.sample(range(-6, 7), 2))
        q, p = r * s, -(r + s)
        lines = [f"the roots of {_characteristic(p, q)} are {r} and {s}"]
        return _Home([q, p, 1], _exp(r), _exp(s), (1, 1, r, s), lines, (r, s), 0)
    if kind == "double":
        r = nonzero(rng, 6)
        lines = [f"{_characteristic(-2 * r, r * r)} has the double root {r}"]
        return _Home([r * r, -2 * r, 1], _exp(r), multiply(X, _exp(r)), (1, 0, r, 1), lines, (r, r), 0)
    a, b = rng.randint(-4, 4), rng.randint(1, 6)
    p, q = -2 * a, a * a + b * b
    first, second = multiply(_exp(a), ("cos", multiply(b, X))), multiply(_exp(a), ("sin", multiply(b, X)))
    size = f"{b if b > 1 else ''}i"
    roots = f"{a} + {size} and {a} - {size}" if a else f"{size} and -{size}"
    lines = [f"the roots of {_characteristic(p, q)} are {roots}"]
    return _Home([q, p, 1], first, second, (1, 0, a, b), lines, (), b if a == 0 else 0)


def _characteristic(p: int, q: int) -> str:
    return shown(polynomial([q, p, 1])).replace("x", "r")


def _weights(home: _Home, y0: Fraction, y1: Fraction) -> tuple[tuple[Fraction, Fraction], str]:
    """A and B for the values at 0, and the two equations for them."""
    u, v, du, dv = home.at_zero
    det = u * dv - v * du
    a, b = (y0 * dv - v * y1) / det, (u * y1 - du * y0) / det
    first = _pair(u, v)
    return (a, b), f"{first} = {y0} and {_pair(du, dv)} = {y1} give A = {a}, B = {b}"


def _pair(u: int, v: int) -> str:
    text = ""
    for name, c in (("A", u), ("B", v)):
        if c:
            term = name if abs(c) == 1 else f"{abs(c)}*{name}"
            text += f" {'-' if c < 0 else '+'} {term}" if text else ("-" if c < 0 else "") + term
    return text


def _driven(rng: random.Random, *, largest: int) -> Question | None:
    """Of second order with a polynomial, an exponential or a wave on the right."""
    home = _homogeneous(rng)
    q, p, _ = home.coefficients
    y0, y1 = rng.randint(-largest, largest), rng.randint(-largest, largest)
    kind = rng.choice(("polynomial", "exp", "wave"))
    part: Expression
    if kind == "polynomial":
        if q == 0:
            return None
        right_coefficients = [nonzero(rng, largest) for _ in range(rng.randint(1, 3))]
        y = _solved([Fraction(q), Fraction(p), Fraction(1)], [Fraction(v) for v in right_coefficients])
        part, right = polynomial(y), shown(polynomial(right_coefficients))
        start, slope = y[0], y[1] if len(y) > 1 else Fraction(0)
    elif kind == "exp":
        k, m = nonzero(rng, largest), rng.choice((*home.roots, nonzero(rng, 4), nonzero(rng, 4)))
        if m == 0:
            return None
        size = m * m + p * m + q
        right = shown(multiply(k, _exp(m)))
        if size:
            part, start, slope = scaled(Fraction(k, size), _exp(m)), Fraction(k, size), Fraction(k * m, size)
        elif 2 * m + p:
            weight = Fraction(k, 2 * m + p)
            part, start, slope = scaled(weight, multiply(X, _exp(m))), Fraction(0), weight
        else:
            part, start, slope = (
                scaled(Fraction(k, 2), multiply(power(X, 2), _exp(m))),
                Fraction(0),
                Fraction(0),
            )
    else:
        k, w = nonzero(rng, largest), rng.choice((home.wave or rng.randint(1, 4), rng.randint(1, 4)))
        right = shown(multiply(k, ("sin", multiply(w, X))))
        d, e = q - w * w, p * w  # y = s sin + c cos: d s - e c = k, e s + d c = 0
        if d == e == 0:
            weight = Fraction(-k, 2 * w)
            part, start, slope = scaled(weight, multiply(X, ("cos", multiply(w, X)))), Fraction(0), weight
        else:
            norm = d * d + e * e
            s, c = Fraction(k * d, norm), Fraction(-k * e, norm)
            waves = [scaled(s, ("sin", multiply(w, X))), scaled(c, ("cos", multiply(w, X)))]
            part, start, slope = add(*waves), c, s * w
    (a, b), conditions = _weights(home, y0 - start, y1 - slope)
    if max(a.denominator, b.denominator) > 2000:
        return None
    solution = add(scaled(a, home.first), scaled(b, home.second), part)
    lines = [
        *home.lines,
        f"one solution with the right-hand side: {shown(part)}, where y(0) = {start} and y'(0) = {slope}",
        f"all solutions: y = A*{shown(home.first, 3)} + B*{shown(home.second, 3)} + that one",
        conditions,
    ]
    return _problem(_equation(home.coefficients, right), 0, [y0, y1], solution, lines)


generate = Family(
    {
        "growth": _growth,
        "powers": _powers,
        "separable": _separable,
        "forced": _forced,
        "euler": _euler,
        "second": _second,
        "driven": _driven,
    },
    WORDINGS,
    {"largest": Whole(3, 20, "the largest number")},
    kind_in_facts=False,
    canonical=as_stated,
    tries=100,
    advice="raise 'largest'",
)
