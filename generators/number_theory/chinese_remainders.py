"""Systems of congruences: the least solution, the least beyond a bound, or how many there are up to one.

Kinds: ``least`` (pairwise coprime moduli), ``shared`` (moduli with common divisors; -1 is the answer where the
congruences contradict each other), ``above`` (the least solution greater than a bound), ``count`` (how many positive
solutions up to a bound), ``scaled`` (a x = b modulo m, with a prime to m). The answer is one integer.

Symmetries: the order of the congruences.

Difficulty: `kinds` drawn from; up to `count` congruences with moduli up to `modulus`. Proxy: digit operations of
joining the congruences one after the other.
"""

from __future__ import annotations

import random
from functools import partial
from math import gcd, lcm

from ..english import listed
from ..family import REDUCED_INTEGER, Family, Question
from ..limits import Whole
from .effort import digits, products

_NONE = "If there is no such integer, answer -1."
WORDINGS = {
    "least": (
        "Find the least nonnegative integer x with\n{system}",
        "What is the smallest integer x >= 0 that leaves {remainders}?",
        "A box holds fewer than {period} beads. {beads} How many beads are in the box? Give the number.",
    ),
    "shared": (
        "Find the least nonnegative integer x with\n{system}\n" + _NONE,
        "What is the smallest integer x >= 0 that leaves {remainders}? " + _NONE,
        "Solve this system of congruences and give the least nonnegative solution x:\n{system}\n" + _NONE,
    ),
    "above": (
        "Find the least integer x greater than {bound} with\n{system}",
        "Which is the smallest integer above {bound} that leaves {remainders}?",
        "{system}\n\nAmong the integers x that satisfy all of these congruences, give the smallest above {bound}.",
    ),
    "count": (
        "How many positive integers x not greater than {bound} satisfy\n{system} ?\nAnswer with an integer.",
        "Count the integers from 1 to {bound} that leave {remainders}.",
        "{system}\n\nHow many integers x with 1 <= x <= {bound} satisfy all of these congruences? Give the number.",
    ),
    "scaled": (
        "Find the least nonnegative integer x with\n{system}",
        "Solve this system of congruences and give the least nonnegative solution x:\n{system}",
        "{system}\n\nWhat is the smallest integer x >= 0 for which all of these congruences hold?",
    ),
}
_TRIES = 2000

Congruence = tuple[int, int, int]
"""a, b and m of the congruence a x = b (mod m)."""


def _coprime(rng: random.Random, size: int, modulus: int) -> list[int] | None:
    """Pairwise coprime moduli in mixed order."""
    moduli: list[int] = []
    for _ in range(20 * size):
        m = rng.randint(3, modulus)
        if all(gcd(m, other) == 1 for other in moduli):
            moduli.append(m)
            if len(moduli) == size:
                return moduli
    return None


def _shared(rng: random.Random, size: int, modulus: int) -> list[int] | None:
    """Moduli none of which divides another, each sharing something with one before."""
    moduli = [rng.randint(4, modulus)]
    for _ in range(20 * size):
        m = rng.randint(4, modulus)
        if any(gcd(m, other) > 1 for other in moduli) and all(m % other and other % m for other in moduli):
            moduli.append(m)
            if len(moduli) == size:
                return moduli
    return None


def _question(kind: str, rng: random.Random, *, count: int, modulus: int) -> Question | None:
    size = rng.randint(max(2, count - 1), count)
    for _ in range(_TRIES):
        moduli = _shared(rng, size, modulus) if kind == "shared" else _coprime(rng, size, modulus)
        if moduli is not None and (question := _system(rng, kind, moduli)) is not None:
            return question
    return None


def _system(rng: random.Random, kind: str, moduli: list[int]) -> Question | None:
    period = lcm(*moduli)
    x = rng.randrange(period)
    system: list[Congruence] = []
    for m in moduli:
        a = 1
        if kind == "scaled" and m > 4:
            a = rng.choice([a for a in range(2, m) if gcd(a, m) == 1])
        system.append((a, a * x % m, m))
    if kind == "shared" and rng.random() < 0.2:
        # The last remainder is moved: perhaps a contradiction, seen late.
        _, b, m = system[-1]
        system[-1] = (1, (b + rng.randrange(1, m)) % m, m)
    lines, solution, work = _joined(system)
    if kind != "shared" and solution is None:
        return None
    bound, answer, guess = 0, solution, 4 / min(period, 1000)
    if solution is None:
        answer = -1
    elif solution <= max(moduli):  # a remainder could be the answer itself
        return None
    elif kind == "above":
        bound = period * rng.randint(1, 9) + rng.randrange(period)
        steps = (bound - solution) // period + 1
        answer = solution + period * steps
        lines.append(f"{solution} + {period} * {steps} = {answer} is the first above {bound}")
        work += products(period, steps)
    elif kind == "count":
        bound = period * rng.randint(1, 30) + rng.randrange(period)
        answer = (bound - solution) // period + 1
        lines.append(f"({bound} - {solution}) / {period}, rounded down, is {answer - 1}: {answer} solutions")
        work += products(period, answer)
        guess = 0.08
    if kind == "shared":
        guess = 0.2
    texts = [f"{f'{a} ' if a > 1 else ''}x ≡ {b} (mod {m})" for a, b, m in system]
    fields: dict[str, object] = {
        "system": "\n".join(texts),
        "remainders": listed([f"remainder {b} when divided by {m}" for _, b, m in system]),
        "beads": " ".join(
            f"Taken out {m} at a time, they leave {f'{b} over' if b else 'none over'}." for _, b, m in system
        ),
        "period": period,
        "bound": bound,
    }
    facts = {"system": [list(congruence) for congruence in system], "bound": bound}
    canonical = [sorted(list(congruence) for congruence in system), bound]
    return Question(fields, facts, str(answer), lines, REDUCED_INTEGER, canonical, guess, work)


def _joined(system: list[Congruence]) -> tuple[list[str], int | None, int]:
    """The least nonnegative solution, or None: lines that join the congruences in order, it, the digit operations."""
    lines: list[str] = []
    work = 0
    simple: list[tuple[int, int]] = []
    for a, b, m in system:
        if a > 1:
            inverse = pow(a, -1, m)
            lines.append(
                f"{a} * {inverse} = {a * inverse} = 1 (mod {m}): x = {inverse} * {b} = {inverse * b % m} (mod {m})"
            )
            work += products(a, inverse) + products(inverse, b)
            b = inverse * b % m
        simple.append((b, m))
    x, period = simple[0]
    for b, m in simple[1:]:
        divisor = gcd(period, m)
        lines.append(f"x = {x} + {period} k: {period} k = {b} - {x} = {b - x} (mod {m})")
        work += digits(m) * digits(x)
        if (b - x) % divisor:
            lines.append(f"{divisor} divides {period} and {m}, but not {b - x}: no solution")
            return lines, None, work
        step, side, rest = period // divisor, (b - x) // divisor, m // divisor
        if divisor > 1:
            lines.append(f"divide by {divisor}: {step} k = {side} (mod {rest})")
        inverse = pow(step, -1, rest) if rest > 1 else 0
        k = side * inverse % rest
        if rest > 1:
            if (step, side) != (step % rest, side % rest):
                lines.append(f"{step} = {step % rest}, {side} = {side % rest} (mod {rest})")
            lines.append(f"{step % rest} * {inverse} = {step % rest * inverse} = 1 (mod {rest})")
            lines.append(f"k = {inverse} * {side % rest} = {inverse * (side % rest)} = {k} (mod {rest})")
        lines.append(f"x = {x} + {period} * {k} = {x + period * k} (mod {period * rest})")
        work += products(step, rest) + products(inverse, side) + products(period, k)
        x, period = x + period * k, period * rest
    return lines, x, work


generate = Family(
    {kind: partial(_question, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "count": Whole(2, 8, "the most congruences; there are that many or one fewer, and at least 2"),
        "modulus": Whole(20, 2000, "the largest modulus"),
    },
    units=True,
    tries=2,  # of _TRIES draws each
    advice="lower 'count' or raise 'modulus'",
)
