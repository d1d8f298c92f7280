"""Powers, inverses, orders, logarithms and roots modulo an integer.

Kinds: ``power`` (a^e mod m), ``sum`` (a sum, difference or product of two powers), ``tower`` (a^(b^c) mod m),
``inverse``, ``linear`` (the x with a x = b mod m), ``order`` (the multiplicative order), ``log`` (the least x with
g^x = h modulo a prime), ``root`` (the least positive square root modulo a prime). Every answer is one integer, the
least of those that fit.

Symmetries: the order of the terms of a sum and of the factors of a product.

Difficulty: `kinds` drawn from, moduli up to `modulus`, exponents up to `exponent`. Proxy: digit operations of the
products and divisions of the worked solution.
"""

from __future__ import annotations

import random
from math import gcd, isqrt

from ..family import REDUCED_INTEGER, Family, Question
from ..limits import Whole
from .effort import digits, products
from .primes import factored, primes_between, product_text

_POWER = (
    "What is the remainder when {text} is divided by {m}?{note} Answer with an integer.",
    "Compute ({text}) mod {m}.{note} Give an integer from 0 to {last}.",
    "{text} is divided by {m}.{note} Which remainder, from 0 to {last}, is left?",
)
WORDINGS = {
    "power": _POWER,
    "sum": _POWER,
    "tower": _POWER,
    "inverse": (
        "Find the multiplicative inverse of {a} modulo {m}, as an integer from 1 to {last}.",
        "Which integer x with 0 < x < {m} satisfies {a} * x ≡ 1 (mod {m})? Give x.",
        "{a} times which positive integer below {m} leaves remainder 1 on division by {m}? Answer with that integer.",
    ),
    "linear": (
        "Find the integer x with 0 <= x < {m} and {a} * x ≡ {b} (mod {m}). Give x.",
        "Solve {a} x ≡ {b} (mod {m}). Answer with the least nonnegative integer x.",
        "What is the least nonnegative integer whose product with {a} leaves remainder {b} on division by {m}?",
    ),
    "order": (
        "What is the multiplicative order of {a} modulo {m}? Answer with an integer.",
        "Find the smallest positive integer k such that {a}^k ≡ 1 (mod {m}).",
        "How large must a positive exponent k be at least for {a}^k to leave remainder 1 on division by {m}? Give the "
        "least k.",
    ),
    "log": (
        "Find the smallest positive integer x such that {a}^x ≡ {b} (mod {m}).",
        "What is the discrete logarithm of {b} to the base {a} modulo the prime {m}? Give the least positive exponent.",
        "The powers of {a} are divided by {m}. What is the smallest positive exponent for which the remainder is {b}? "
        "Answer with an integer.",
    ),
    "root": (
        "Find the smallest positive integer x such that x^2 ≡ {a} (mod {m}).",
        "The prime {m} divides x^2 - {a} for some integers x. What is the least positive x of this kind?",
        "Modulo the prime {m}, {a} is a square. Give the smaller of its two square roots between 1 and {last}.",
    ),
}
COPRIME_FROM = 5000  # bases of larger exponents are prime to the modulus, so that the exponents can be reduced


class _Worked:
    """Powers of `base` modulo `m` by squaring: the lines written so far, the digit operations, the squares known."""

    def __init__(self, base: int, m: int) -> None:
        self.base, self.m = base, m
        self.lines: list[str] = []
        self.work = 0
        self.squares = [base % m]
        if base >= m:
            self.lines.append(f"{base} = {base // m} * {m} + {base % m}")

    def power(self, exponent: int) -> int:
        """The power; what is not known of the way to it is written out."""
        if exponent == 0:
            return 1
        places = [i for i in range(exponent.bit_length()) if exponent >> i & 1]
        m, base = self.m, self.base
        while len(self.squares) <= places[-1]:
            last = self.squares[-1]
            self.squares.append(
                self._reduced(f"{base}^{1 << len(self.squares)} = {last} * {last}", last * last)
            )
        if len(places) > 1:
            self.lines.append(f"{exponent} = {' + '.join(str(1 << i) for i in reversed(places))}")
        value = self.squares[places[-1]]
        done = 1 << places[-1]
        for place in reversed(places[:-1]):
            done += 1 << place
            factor = self.squares[place]
            value = self._reduced(f"{base}^{done} = {value} * {factor}", value * factor)
        self.work += digits(m) * len(places)
        return value

    def _reduced(self, text: str, number: int) -> int:
        rest = number % self.m
        self.lines.append(f"{text} = {number} = {rest}" if rest != number else f"{text} = {rest}")
        self.work += products(number, self.m)
        return rest


def _coprime(rng: random.Random, modulus: int) -> tuple[int, int] | None:
    """A modulus in the upper half of the range and a number prime to it, neither 1 nor -1 modulo it."""
    m = rng.randint(modulus // 4, modulus)
    a = rng.randint(2, m - 2)
    return (a, m) if gcd(a, m) == 1 else None


def _base(rng: random.Random, m: int, prime_to: bool) -> int:
    """A base that is not 0, 1 or -1 modulo m, one in three above m; prime to m if so asked."""
    while True:
        a = rng.randint(2, 3 * m if rng.random() < 0.5 else m)
        if a % m not in (0, 1, m - 1) and (not prime_to or gcd(a, m) == 1):
            return a


def _worked(a: int, e: int, m: int) -> tuple[_Worked, int]:
    """a^e mod m; a large exponent is first reduced by Euler's theorem, where that can be."""
    worked = _Worked(a, m)
    if e > m and gcd(a, m) == 1:
        phi, line = _phi(m)
        worked.lines += [line, f"{e} = {e // phi} * {phi} + {e % phi}, so {a}^{e} = {a}^{e % phi}"]
        worked.work += products(phi, e // phi)
        e %= phi
    return worked, worked.power(e)


def _question(
    facts: dict[str, int], answer: int, lines: list[str], work: float, guess: float, **fields: object
) -> Question:
    """A question that has no symmetries."""
    key = list(facts.values())
    return Question({**facts, **fields}, facts, str(answer), lines, REDUCED_INTEGER, key, guess, work)


def _text(text: str, m: int) -> dict[str, object]:
    return {"text": text, "m": m, "last": m - 1, "note": ""}


def _power(rng: random.Random, *, modulus: int, exponent: int) -> Question | None:
    m = rng.randint(modulus // 4, modulus)
    a, e = _base(rng, m, exponent >= COPRIME_FROM), rng.randint(max(3, exponent // 10), exponent)
    worked, value = _worked(a, e, m)
    if value in (0, 1):
        return None
    lines = [f"all modulo {m}:", *worked.lines]
    facts = {"a": a, "e": e, "m": m}
    return _question(facts, value, lines, worked.work, 6 / modulus, **_text(f"{a}^{e}", m))


def _sum(rng: random.Random, *, modulus: int, exponent: int) -> Question | None:
    m = rng.randint(modulus // 4, modulus)
    sign = rng.choice("+-*")
    coprime = exponent >= COPRIME_FROM
    terms = [(_base(rng, m, coprime), rng.randint(max(3, exponent // 10), exponent)) for _ in range(2)]
    lines, work, values = [f"all modulo {m}:"], 0, []
    for a, e in terms:
        worked, value = _worked(a, e, m)
        values.append(value)
        lines += worked.lines
        work += worked.work
    x, y = values
    total = {"+": x + y, "-": x - y, "*": x * y}[sign]
    if terms[0] == terms[1] or total % m in (0, 1):
        return None
    lines.append(f"{x} {sign} {y} = {total}" + (f" = {total % m}" if total % m != total else ""))
    work += products(x, y) + digits(total)
    text = f" {sign} ".join(f"{a}^{e}" for a, e in terms)
    facts = {"terms": [list(term) for term in terms], "sign": sign, "m": m}
    listed = [list(term) for term in (terms if sign == "-" else sorted(terms))]
    fields = _text(text, m)
    if sign == "-":
        fields["note"] = f" A remainder is from 0 to {m - 1}, here as always."
    key = [listed, sign, m]
    return Question(fields, facts, str(total % m), lines, REDUCED_INTEGER, key, 4 / modulus, work)


def _tower(rng: random.Random, *, modulus: int, exponent: int) -> Question | None:
    pair = _coprime(rng, modulus)
    if pair is None:
        return None
    a, m = pair
    b, c = rng.randint(2, 20), rng.randint(4, min(exponent, 99))
    phi, phi_line = _phi(m)
    lower = _Worked(b, phi)
    if b % phi == 0:
        return None
    e = lower.power(c)
    if e < 2:
        return None
    upper = _Worked(a, m)
    value = upper.power(e)
    if value == 1:
        return None
    lines = [
        phi_line,
        f"the exponent {b}^{c} modulo {phi}:",
        *lower.lines,
        f"{a}^{e} modulo {m}:",
        *upper.lines,
    ]
    fields = _text(f"{a}^({b}^{c})", m) | {"note": f" The exponent is {b}^{c}, not ({a}^{b})^{c}."}
    work = lower.work + upper.work
    return _question({"a": a, "b": b, "c": c, "m": m}, value, lines, work, 4 / modulus, **fields)


def _phi(m: int) -> tuple[int, str]:
    """Euler's phi of m, and the line that works it out."""
    powers = factored(m)
    phi = 1
    for p, k in powers.items():
        phi *= p ** (k - 1) * (p - 1)
    parts = [f"{p}^{k - 1} * {p - 1}" if k > 1 else str(p - 1) for p, k in powers.items()]
    if phi == m - 1:
        return phi, f"{m} is prime, phi({m}) = {phi}"
    return phi, f"{m} = {product_text(powers)}, phi({m}) = {' * '.join(parts)} = {phi}"


def _divisions(a: int, m: int) -> tuple[list[str], int, int]:
    """The inverse of a modulo m by Euclid's algorithm on (m, a): lines, it, the digit operations."""
    lines, work = [], 0
    high, low = (m, 0), (a, 1)  # a remainder and what it is a multiple of a by, modulo m
    while low[0] > 1:
        quotient, rest = divmod(high[0], low[0])
        factor = high[1] - quotient * low[1]
        lines.append(f"{rest} = {high[0]} - {quotient} * {low[0]} = {factor} * {a} modulo {m}")
        work += products(quotient, low[0]) + products(quotient, low[1])
        high, low = low, (rest, factor)
    if low[1] < 0:
        lines.append(f"{low[1]} + {m} = {low[1] + m}")
    return lines, low[1] % m, work


def _inverse(rng: random.Random, *, modulus: int, **_unused: int) -> Question | None:
    pair = _coprime(rng, modulus)
    if pair is None:
        return None
    a, m = pair
    lines, value, work = _divisions(a, m)
    return _question({"a": a, "m": m}, value, lines, work, 4 / modulus, last=m - 1)


def _linear(rng: random.Random, *, modulus: int, **_unused: int) -> Question | None:
    pair = _coprime(rng, modulus)
    if pair is None:
        return None
    a, m = pair
    b = rng.randint(2, m - 1)
    if b % a == 0:
        return None
    lines, inverse, work = _divisions(a, m)
    value = b * inverse % m
    lines.append(f"1 = {inverse} * {a} modulo {m}")
    lines.append(f"x = {inverse} * {b} = {inverse * b} = {value} modulo {m}")
    work += products(inverse, b) + products(inverse * b, m)
    return _question({"a": a, "b": b, "m": m}, value, lines, work, 4 / modulus)


def _order(rng: random.Random, *, modulus: int, **_unused: int) -> Question | None:
    pair = _coprime(rng, modulus)
    if pair is None:
        return None
    a, m = pair
    order, line = _phi(m)
    if pow(a, 2, m) == 1:
        return None
    worked = _Worked(a, m)
    worked.lines += [line, "the order divides that; all modulo " + f"{m}:"]
    for p in factored(order):
        while order % p == 0:
            value = worked.power(order // p)
            worked.lines.append(
                f"{a}^{order // p} = {value}" + (", so the order divides that" if value == 1 else ", not 1")
            )
            if value != 1:
                break
            order //= p
    worked.lines.append(f"order {order}")
    return _question({"a": a, "m": m}, order, worked.lines, worked.work, 0.12)


def _log(rng: random.Random, *, modulus: int, **_unused: int) -> Question | None:
    m = rng.choice(primes_between(modulus // 4, modulus))
    a, x = rng.randint(2, m - 2), rng.randint(3, m - 2)
    b = pow(a, x, m)
    if b in (1, a):
        return None
    step = isqrt(m - 2) + 1
    table = {}
    value = a
    small = []
    for i in range(1, step + 1):
        if value == 1:
            return None  # the order of a is too small
        table[value] = i
        small.append(f"{a}^{i} = {value}")
        value = value * a % m
    inverse = pow(a, -step, m)
    lines = [f"all modulo {m}:", ", ".join(small)]
    work = step * digits(m) ** 2
    if b not in table:
        lines.append(f"{a}^{step} * {inverse} = 1; so multiply {b} by {inverse} until it is one of these:")
    rest, rounds = b, 0
    while rest not in table:
        new = rest * inverse % m
        lines.append(f"{rest} * {inverse} = {new}")
        rest, rounds = new, rounds + 1
        work += digits(m) ** 2
    x = rounds * step + table[rest]
    lines.append(f"{rest} = {a}^{table[rest]}: x = {rounds} * {step} + {table[rest]} = {x}")
    return _question({"a": a, "b": b, "m": m}, x, lines, work, 6 / modulus)


def _root(rng: random.Random, *, modulus: int, **_unused: int) -> Question | None:
    m = rng.choice([p for p in primes_between(modulus // 4, modulus) if p % 4 == 3])
    a = rng.randint(2, m - 1) ** 2 % m
    if isqrt(a) ** 2 == a:
        return None
    worked = _Worked(a, m)
    value = worked.power((m + 1) // 4)
    x = min(value, m - value)
    lines = [
        f"{m} = 3 modulo 4, so {a}^(({m} + 1)/4) = {a}^{(m + 1) // 4} is a root; all modulo {m}:",
        *worked.lines,
        f"the other root is {m} - {value} = {m - value}, the smaller {x}",
    ]
    return _question({"a": a, "m": m}, x, lines, worked.work, 8 / modulus, last=m - 1)


generate = Family(
    {
        "power": _power,
        "sum": _sum,
        "tower": _tower,
        "inverse": _inverse,
        "linear": _linear,
        "order": _order,
        "log": _log,
        "root": _root,
    },
    WORDINGS,
    {
        "modulus": Whole(40, 10_000, "the largest modulus"),
        "exponent": Whole(10, 10**15, "the largest exponent"),
    },
    units=True,
    tries=300,
    advice="raise 'modulus'",
)
