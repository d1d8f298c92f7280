"""Prime factorisation: write an integer as a product of primes.

The integer is composite and given as itself, as a product or as a product of powers; the answer is a product such
as ``2^3 * 5 * 7``, in any order, powers written out or not.

Symmetries: the order of the factors given.

Difficulty: `kinds` drawn from, ``number``, ``product`` and ``powers``; a ``number`` up to `largest`, with `least` to
`trial` the greatest prime that trial division tries; factors of a ``product`` and bases of ``powers`` up to `base`,
`count` of them. Proxy: digit operations of trial division.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
from .forms import kinds_of
from .primes import PRIMES, product_text
from .trial import divided

WORDINGS = (
    "Factor {number} into primes. {form}",
    "What is the prime factorization of {number}? {form}",
    "Write {number} as a product of prime numbers. {form}",
    "Find all primes that divide {number}, and how often each of them does. {form}",
)
FORM = "Give the whole factorization as a product in the form {example}."
EXAMPLES = ("2^3 * 5 * 7", "2 * 3^2 * 11", "3 * 5^2 * 13")
KINDS = ("number", "product", "powers")
TRIES = 3000
_COMPOSITE = sorted(set(range(4, PRIMES[-1])) - set(PRIMES))


def generate(
    rng: random.Random, *, kinds: str, largest: int, least: int, trial: int, base: int, count: int
) -> Draft:
    """Make one number to factor.

    Args:
        rng: the task's random source.
        kinds: the kinds to draw from, words out of ``number product powers``.
        largest: the largest number given as itself, 1000 to 10^11.
        least: the least value of the last prime tried, 1 to `trial`.
        trial: the greatest prime that may have to be tried, 5 to 9973.
        base: the largest factor of a product, or base of a power, 16 to 9973.
        count: how many factors or powers, 2 to 6.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no fitting number was found.
    """
    named = kinds_of(kinds, KINDS)
    if not (1000 <= largest <= 10**11 and 1 <= least <= trial <= PRIMES[-1] and trial >= 5):
        raise ValueError(
            f"need 1000 <= largest <= 10^11 and 1 <= least <= trial <= 9973; got {largest}, {least}, {trial}"
        )
    if not (16 <= base <= PRIMES[-1] and 2 <= count <= 6):
        raise ValueError(f"need 16 <= base <= 9973 and 2 <= count <= 6; got {base}, {count}")
    kind = rng.choice(named)
    if kind == "number":
        number, powers, lines, work = _number(rng, largest, least, trial)
        shown, canonical = str(number), [[number, 1]]
    else:
        shown, canonical, powers, lines, work = _product(rng, kind, base, count)
    answer = product_text(powers)
    value = 1
    for p, power in powers.items():
        value *= p**power
    return Draft(
        prompt=phrase(rng, WORDINGS, number=shown, form=FORM.format(example=_example(rng, answer))),
        payload={"problem": {"number": value, "shown": shown}},
        answer=answer,
        trace="\n".join([*lines, f"{shown} = {answer}"]),
        canonical=canonical,
        guess_rate=1e-3 if value < 10**6 else 1e-5,
        difficulty=float(work),
    )


def _example(rng: random.Random, answer: str) -> str:
    """A form to show that is not the answer."""
    return rng.choice([example for example in EXAMPLES if example != answer])


def _number(
    rng: random.Random, largest: int, least: int, trial: int
) -> tuple[int, Counter[int], list[str], int]:
    for _ in range(TRIES):
        number = rng.randint(max(100, largest // 50), largest)
        found = divided(number, trial)
        if found is not None and found[0].total() > 1 and found[3] >= least:
            return number, *found[:3]
    raise GenerationError(
        f"no number up to largest={largest} with least={least}, trial={trial} in {TRIES} tries"
    )


def _product(
    rng: random.Random, kind: str, base: int, count: int
) -> tuple[str, list[list[int]], Counter[int], list[str], int]:
    """A product of composite numbers, or of powers of some: text, canonical form, primes, lines, work."""
    powers: Counter[int] = Counter()
    lines: list[str] = []
    work = 0
    chosen = rng.sample(range(bisect_right(_COMPOSITE, base)), count)
    parts = {_COMPOSITE[at]: rng.randint(2, 4) if kind == "powers" else 1 for at in chosen}
    for number, power in parts.items():
        found = divided(number)
        assert found is not None  # below the square of the greatest prime known here
        primes, _, spent, _ = found
        text = product_text(primes)
        lines.append(f"{number} = {text}")
        work += spent
        for p, k in primes.items():
            powers[p] += k * power
        if power > 1:
            raised = product_text({p: k * power for p, k in primes.items()})
            lines.append(f"{number}^{power} = {raised}")
            work += len(primes)
    for p in sorted(powers):
        shares = [_share(p, number) * power for number, power in parts.items() if number % p == 0]
        if len(shares) > 1:
            lines.append(f"power of {p}: {' + '.join(map(str, shares))} = {powers[p]}")
            work += len(shares) - 1
    shown = " * ".join(f"{number}^{power}" if power > 1 else str(number) for number, power in parts.items())
    return shown, sorted([number, power] for number, power in parts.items()), powers, lines, work


def _share(p: int, number: int) -> int:
    """How often `p` divides `number`."""
    count = 0
    while number % p == 0:
        number //= p
        count += 1
    return count


_PLAIN = re.compile(r"\s*([0-9]{1,40})\s*(?:\^\s*([0-9]{1,4})\s*)?")


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer in plain notation: dividing the number by what is given, down to 1."""
    text = answer.strip().removesuffix(".").replace("**", "^")
    rest: int = payload["problem"]["number"]
    for part in text.split("*"):
        match = _PLAIN.fullmatch(part)
        if match is None:
            return False
        base, power = int(match[1]), int(match[2] or 1)
        if base < 2 or power < 1 or power > 1000:
            return False
        for _ in range(power):
            rest, left_over = divmod(rest, base)
            if left_over or not rest:
                return False
        if _least_divisor(base) != base:
            return False
    return rest == 1


def _least_divisor(number: int) -> int:
    """The least divisor above 1 of a number below 10^12; 0 where it is beyond a million."""
    for d in (2, 3, 5):
        if number % d == 0:
            return d
    if number > 10**12:
        return 0
    d = 7
    while d * d <= number:
        for step in (0, 4, 6, 10, 12, 16, 22, 24):  # what is prime to 30
            if number % (d + step) == 0:
                return d + step
        d += 30
    return number
