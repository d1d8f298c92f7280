"""Recurrences and finite sums: the value of a far term, or of a sum, by a formula.

Kinds: arithmetic and geometric progressions (term or sum), sums of polynomials, arithmetic-geometric sums,
first-order recurrences with a constant or with a polynomial in n, second-order recurrences, reciprocals in arithmetic
progression, fractional recurrences that come back to where they began, and far terms modulo a number.

Symmetries: none; the question as printed is the problem.

Difficulty: one of the `kinds`, with numbers up to `largest` and terms up to number `far`. Proxy: digits in the worked
solution.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb, gcd
from typing import Any

from ..family import FRACTION, INTEGER, Family, Question
from ..limits import Whole
from .polynomials import nonzero

WORDINGS = (
    "{given} {question} {form}",
    "{given}\n\n{question}\n{form}",
    "Here is a problem on sequences and sums. {given} {question} {form}",
)
_INTEGER = "Give an integer."
_FRACTION = "Give the exact value: an integer or a fraction in lowest terms, such as -3/4."
MAX_DIGITS = 40


def _question(
    given: str,
    question: str,
    facts: dict[str, Any],
    value: Fraction | int,
    lines: list[str],
    integer: bool = True,
    guess_rate: float = 0.005,
) -> Question | None:
    """The question, unless its answer is too long."""
    answer = str(value)
    if len(answer) > MAX_DIGITS:
        return None
    return Question(
        {"given": given, "question": question, "form": _INTEGER if integer else _FRACTION},
        facts,
        answer,
        lines,
        INTEGER if integer else FRACTION,
        guess_rate=guess_rate,
    )


def _n(value: Fraction | int) -> str:
    """A number as a factor behind a sign."""
    return str(value) if value >= 0 and Fraction(value).denominator == 1 else f"({value})"


def _linear(terms: list[tuple[int, str]]) -> str:
    """``3*a(n) - 2`` for factors and names; the name of a constant is empty."""
    text = ""
    for c, name in terms:
        if c:
            term = str(abs(c)) if not name else name if abs(c) == 1 else f"{abs(c)}*{name}"
            text += f" {'-' if c < 0 else '+'} {term}" if text else ("-" if c < 0 else "") + term
    return text or "0"


def _power_text(coefficients: list[int], name: str) -> str:
    """A polynomial, lowest power first in the list, highest first in the text."""
    names = ["", name] + [f"{name}^{k}" for k in range(2, len(coefficients))]
    return _linear(list(reversed(list(zip(coefficients, names, strict=False)))))


def _arithmetic(rng: random.Random, *, largest: int, far: int) -> Question | None:
    a, d, n = rng.randint(-largest, largest), nonzero(rng, max(3, largest // 3)), rng.randint(8, far)
    last = a + (n - 1) * d
    given = f"An arithmetic progression begins with {a}, {a + d}, {a + 2 * d}."
    lines = [f"the difference is {d}", f"term {n}: {a} + {n - 1}*{_n(d)} = {last}"]
    facts = {"start": a, "factor": 1, "add": [d], "n": n}
    if rng.random() < 0.5:
        total = n * (a + last) // 2
        lines.append(f"sum: {n}*({a} + {_n(last)})/2 = {n}*{_n(a + last)}/2 = {total}")
        return _question(
            given, f"What is the sum of its first {n} terms?", {**facts, "sum": True}, total, lines
        )
    return _question(
        given, f"What is its term number {n}, counting from 1?", {**facts, "sum": False}, last, lines
    )


def _geometric(rng: random.Random, *, largest: int, far: int) -> Question | None:
    r, n, a = rng.choice((-5, -4, -3, -2, 2, 3, 4, 5)), rng.randint(6, min(far, 12)), nonzero(rng, largest)
    given = f"A geometric progression begins with {a}, {a * r}, {a * r * r}."
    facts = {"start": a, "factor": r, "add": [0], "n": n}
    if rng.random() < 0.5:
        value = a * (r**n - 1) // (r - 1)
        lines = [f"the ratio is {r}", f"{_n(r)}^{n} = {r**n}", f"sum: {a}*({r**n} - 1)/({r} - 1) = {value}"]
        return _question(
            given, f"What is the sum of its first {n} terms?", {**facts, "sum": True}, value, lines
        )
    value = a * r ** (n - 1)
    lines = [
        f"the ratio is {r}",
        f"{_n(r)}^{n - 1} = {r ** (n - 1)}",
        f"term {n}: {a}*{_n(r ** (n - 1))} = {value}",
    ]
    return _question(
        given, f"What is its term number {n}, counting from 1?", {**facts, "sum": False}, value, lines
    )


def _power_sum(k: int, n: int) -> int:
    """``1^k + 2^k + ... + n^k``, by the sums of lower powers."""
    sums = [n]
    for j in range(1, k + 1):
        total = (n + 1) ** (j + 1) - 1 - sum(comb(j + 1, i) * sums[i] for i in range(j))
        sums.append(total // (j + 1))
    return sums[k]


_SUMS = ("n", "n*(n+1)/2", "n*(n+1)*(2n+1)/6", "(n*(n+1)/2)^2", "n*(n+1)*(2n+1)*(3n^2+3n-1)/30")


def _powers(rng: random.Random, *, largest: int, far: int) -> Question | None:
    """The sum of a polynomial's values."""
    degree = rng.randint(1, 2 if far < 60 else 4)
    coefficients = [rng.choice((0, nonzero(rng, largest))) for _ in range(degree)] + [
        nonzero(rng, max(3, largest // 4))
    ]
    n, first = rng.randint(8, far), rng.choice((1, 1, rng.randint(2, 7)))
    parts, total = [], 0
    lines = []
    for k, c in reversed(list(enumerate(coefficients))):
        if c:
            value = _power_sum(k, n)
            if k:
                lines.append(
                    f"sum of i{f'^{k}' if k > 1 else ''} for i = 1 to {n}: {_SUMS[k]} with n = {n}, which is {value}"
                )
            total += c * value
            parts.append(f"{_n(c)}*{value}")
    lines.append(f"{' + '.join(parts)} = {total}")
    if first > 1:
        head = sum(c * _power_sum(k, first - 1) for k, c in enumerate(coefficients))
        lines += [
            f"less the terms for i = 1 to {first - 1}, which add up to {head}",
            f"{total} - {_n(head)} = {total - head}",
        ]
        total -= head
    text = _power_text(coefficients, "i")
    question = f"What is the sum of {text} over all integers i from {first} to {n}?"
    return _question(
        "Work this sum out exactly.",
        question,
        {"coefficients": coefficients, "first": first, "n": n},
        total,
        lines,
    )


def _weighted(rng: random.Random, *, largest: int, far: int) -> Question | None:
    """The sum of ``(b i + c) r^i``."""
    r, n = rng.choice((-3, -2, 2, 3, 4)), rng.randint(5, min(far, 11))
    b, c = nonzero(rng, min(largest, 30)), rng.randint(-min(largest, 30), min(largest, 30))
    plain = r * (r**n - 1) // (r - 1)
    counted = r * (1 - (n + 1) * r**n + n * r ** (n + 1)) // (1 - r) ** 2
    total = b * counted + c * plain
    lines = [
        f"{_n(r)}^{n} = {r**n}, {_n(r)}^{n + 1} = {r ** (n + 1)}",
        f"sum of r^i: r*(r^n - 1)/(r - 1) = {plain}",
        f"sum of i*r^i: r*(1 - (n + 1)*r^n + n*r^(n + 1))/(1 - r)^2 = {counted}",
        f"{_n(b)}*{_n(counted)} + {_n(c)}*{_n(plain)} = {total}",
    ]
    front = _power_text([c, b], "i")
    question = f"What is the sum of {f'({front})' if c else front}*{_n(r)}^i over all integers i from 1 to {n}?"
    facts = {"coefficients": [c, b], "ratio": r, "first": 1, "n": n}
    return _question("Work this sum out exactly.", question, facts, total, lines)


def _affine(rng: random.Random, *, largest: int, far: int) -> Question | None:
    """``a(n+1) = p a(n) + q``."""
    p, q, a = rng.choice((-4, -3, -2, 2, 3, 4, 5)), nonzero(rng, largest), rng.randint(-largest, largest)
    n = rng.randint(6, min(far, 12))
    rest = Fraction(q, 1 - p)
    if a == rest:
        return None
    value = rest + (a - rest) * p ** (n - 1)
    given = f"A sequence has a(1) = {a} and a(n+1) = {_linear([(p, 'a(n)'), (q, '')])} for n >= 1."
    lines = [
        f"the number that stays: c = {_linear([(p, 'c'), (q, '')])} gives c = {rest}",
        f"a(n) - c is multiplied by {p} each time: a(n) = {rest} + {_n(a - rest)}*{_n(p)}^(n-1)",
        f"{_n(p)}^{n - 1} = {p ** (n - 1)}",
        f"a({n}) = {value}",
    ]
    facts = {"start": a, "factor": p, "add": [q], "n": n, "sum": False}
    return _question(given, f"What is a({n})?", facts, value, lines)


def _added(rng: random.Random, *, largest: int, far: int) -> Question | None:
    """``a(n+1) = a(n) + polynomial in n``."""
    degree = rng.randint(1, 2 if far < 100 else 3)
    add = [rng.randint(-largest, largest) for _ in range(degree)] + [nonzero(rng, max(3, largest // 4))]
    a, n = rng.randint(-largest, largest), rng.randint(10, far)
    given = (
        f"A sequence has a(1) = {a} and a(n+1) = a(n) + f(n) for n >= 1, where f(n) = {_power_text(add, 'n')}."
    )
    parts, total, lines = [str(a)], a, [f"a({n}) = a(1) + f(1) + ... + f({n - 1})"]
    for k, c in reversed(list(enumerate(add))):
        if c:
            value = _power_sum(k, n - 1)
            if k:
                lines.append(f"sum of i{f'^{k}' if k > 1 else ''} for i = 1 to {n - 1}: {value}")
            parts.append(f"{_n(c)}*{value}")
            total += c * value
    lines.append(f"{' + '.join(parts)} = {total}")
    facts = {"start": a, "factor": 1, "add": add, "n": n, "sum": False}
    return _question(given, f"What is a({n})?", facts, total, lines)


def _second(rng: random.Random, *, largest: int, far: int) -> Question | None:
    """``a(n+2) = p a(n+1) + q a(n)`` with two whole roots, or one."""
    r, s = rng.choice((-4, -3, -2, -1, 1, 2, 3, 4)), rng.choice((-3, -2, -1, 1, 2, 3, 4))
    p, q = r + s, -r * s
    if p == 0:
        return None
    n, a, b = (
        rng.randint(7, min(far, 14)),
        nonzero(rng, min(largest, 20)),
        rng.randint(-min(largest, 20), min(largest, 20)),
    )
    given = f"A sequence has a(0) = {a}, a(1) = {b} and a(n+2) = {_linear([(p, 'a(n+1)'), (q, 'a(n)')])} for n >= 0."
    polynomial = f"x^2 = {_linear([(p, 'x'), (q, '')])}"
    if r == s:
        # (A + B n) r^n
        second = Fraction(b, r) - a
        value = (a + second * n) * r**n
        lines = [
            f"{polynomial} has the double root {r}: a(n) = (A + B*n)*{_n(r)}^n",
            f"A = {a} and (A + B)*{_n(r)} = {b} give B = {second}",
            f"{_n(r)}^{n} = {r**n}",
            f"a({n}) = ({a} + {_n(second)}*{n})*{_n(r**n)} = {value}",
        ]
    else:
        u = Fraction(b - a * s, r - s)
        v = a - u
        value = u * r**n + v * s**n
        lines = [
            f"{polynomial} has the roots {r} and {s}: a(n) = A*{_n(r)}^n + B*{_n(s)}^n",
            f"A + B = {a} and {_linear([(r, 'A'), (s, 'B')])} = {b} give A = {u}, B = {v}",
            f"{_n(r)}^{n} = {r**n}, {_n(s)}^{n} = {s**n}",
            f"a({n}) = {_n(u)}*{_n(r**n)} + {_n(v)}*{_n(s**n)} = {value}",
        ]
    return _question(given, f"What is a({n})?", {"first": [a, b], "factors": [p, q], "n": n}, value, lines)


def _reciprocal(rng: random.Random, *, largest: int, far: int) -> Question | None:
    """``a(n+1) = a(n)/(1 + c a(n))``: the reciprocals are in arithmetic progression."""
    c, n = rng.randint(1, largest), rng.randint(8, far)
    a = Fraction(rng.randint(1, min(largest, 12)), rng.randint(1, min(largest, 12)))
    value = 1 / (1 / a + (n - 1) * c)
    factor = "" if c == 1 else f"{c}*"
    given = f"A sequence has a(1) = {a} and a(n+1) = a(n)/(1 + {factor}a(n)) for n >= 1."
    lines = [
        f"1/a(n+1) = 1/a(n) + {c}",
        f"1/a({n}) = {1 / a} + {n - 1}*{c} = {1 / value}",
        f"a({n}) = {value}",
    ]
    facts = {"start": str(a), "matrix": [1, 0, c, 1], "n": n}
    return _question(given, f"What is a({n})?", facts, value, lines, integer=False)


_CYCLES = (
    (1, -1, 1, 1),
    (0, 1, -1, 1),
    (1, -1, 1, 0),
    (0, -1, 1, 0),
    (1, 1, -1, 1),
    (0, -1, 1, 1),
    (2, -1, 1, 1),
    (1, 3, -1, 1),
    (3, -3, 1, 0),
)


def _cycle(rng: random.Random, *, largest: int, far: int) -> Question | None:
    """A fractional recurrence that comes back after a few steps, moved along by a shift and a scale."""
    p, q, r, s = rng.choice(_CYCLES)
    shift, scale = rng.randint(-4, 4), rng.choice((-3, -2, 1, 2, 3))
    # a = scale*b + shift, where b follows the cycle:
    # the next a is shift + scale*(p (a - shift) + q scale)/(r (a - shift) + s scale)
    top, below = [p, q * scale - p * shift], [r, s * scale - r * shift]
    top = [scale * top[0] + shift * below[0], scale * top[1] + shift * below[1]]
    divisor = gcd(*top, *below)
    a1, a0, b1, b0 = (number // divisor for number in (*top, *below))
    if b1 < 0:
        a1, a0, b1, b0 = -a1, -a0, -b1, -b0
    start, n = Fraction(nonzero(rng, min(largest, 20)), rng.randint(1, 6)), rng.randint(20, far)
    values = [start]
    for _ in range(7):
        below_value = b1 * values[-1] + b0
        if not below_value:
            return None
        values.append((a1 * values[-1] + a0) / below_value)
        if values[-1] == start:
            break
    else:
        return None
    period = len(values) - 1
    if period < 2:
        return None
    value = values[(n - 1) % period]
    above, under = _linear([(a1, "a(n)"), (a0, "")]), _linear([(b1, "a(n)"), (b0, "")])
    above = f"({above})" if a1 and a0 else above
    under = f"({under})" if b0 or b1 != 1 else under
    given = f"A sequence has a(1) = {start} and a(n+1) = {above}/{under} for n >= 1."
    lines = [f"a({i + 1}) = {v}" for i, v in enumerate(values)]
    lines += [
        f"it repeats after {period} terms",
        f"{n} - 1 = {n - 1} leaves the remainder {(n - 1) % period} by {period}",
        f"a({n}) = a({(n - 1) % period + 1}) = {value}",
    ]
    facts = {"start": str(start), "matrix": [a1, a0, b1, b0], "n": n}
    return _question(given, f"What is a({n})?", facts, value, lines, integer=False, guess_rate=0.02)


def _remainder(rng: random.Random, *, largest: int, far: int) -> Question | None:
    """A far term of a second-order recurrence modulo a number, by powers of x modulo ``x^2 - p x - q``."""
    m, p, q = rng.randint(max(7, largest // 4), max(largest, 20)), nonzero(rng, 9), nonzero(rng, 9)
    a, b = rng.randint(0, 9), rng.randint(1, 9)
    n = rng.randint(10 * far, 10**6 * far)
    rule = _linear([(p, "a(n+1)"), (q, "a(n)")])
    given = f"A sequence of integers has a(0) = {a}, a(1) = {b} and a(n+2) = {rule} for n >= 0."
    lines = [f"modulo {m}, x^2 = {_linear([(p % m, 'x'), (q % m, '')])}; powers of x by squaring, as u*x + v:"]
    u, v, exponent = 0, 1, 0
    for bit in f"{n:b}":
        square = u * u
        u, v = (2 * u * v + square * p) % m, (v * v + square * q) % m
        exponent *= 2
        if bit == "1":
            u, v = (v + u * p) % m, u * q % m
            exponent += 1
        lines.append(f"x^{exponent} = {u}*x + {v}")
    value = (u * b + v * a) % m
    lines.append(f"a({n}) = {u}*{b} + {v}*{a} = {u * b + v * a}, which leaves {value}")
    facts = {"first": [a, b], "factors": [p, q], "n": n, "modulus": m}
    question = f"What is the remainder, from 0 to {m - 1}, of a({n}) on division by {m}?"
    return _question(given, question, facts, value, lines, guess_rate=min(0.1, 3 / m))


generate = Family(
    {
        "arithmetic": _arithmetic,
        "geometric": _geometric,
        "powers": _powers,
        "weighted": _weighted,
        "affine": _affine,
        "added": _added,
        "second": _second,
        "reciprocal": _reciprocal,
        "cycle": _cycle,
        "remainder": _remainder,
    },
    WORDINGS,
    {
        "largest": Whole(3, 1000, "the largest number to begin with"),
        "far": Whole(10, 1000, "the largest number of a term"),
    },
    advice="lower 'far' or raise 'largest'",
)
