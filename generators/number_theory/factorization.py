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
from bisect import bisect_right
from collections import Counter
from functools import partial
from math import prod

from ..family import Family, Question, as_stated
from ..limits import Whole
from .primes import PRIMES, product_text
from .trial import divided

WORDINGS = (
    "Factor {number} into primes. {form}",
    "What is the prime factorization of {number}? {form}",
    "Write {number} as a product of prime numbers. {form}",
    "Find all primes that divide {number}, and how often each of them does. {form}",
)
_FORM = "Give the whole factorization as a product in the form {example}."
_EXAMPLES = ("2^3 * 5 * 7", "2 * 3^2 * 11", "3 * 5^2 * 13")
_COMPOSITE = sorted(set(range(4, PRIMES[-1])) - set(PRIMES))


def _question(
    rng: random.Random, shown: str, key: list[list[int]], powers: Counter[int], lines: list[str], work: int
) -> Question:
    answer = product_text(powers)
    value = prod(p**power for p, power in powers.items())
    example = rng.choice([example for example in _EXAMPLES if example != answer])
    return Question(
        {"number": shown, "form": _FORM.format(example=example)},
        {"problem": {"number": value, "shown": shown}},
        answer,
        [*lines, f"{shown} = {answer}"],
        None,
        key,
        1e-3 if value < 10**6 else 1e-5,
        work,
    )


def _number(rng: random.Random, *, largest: int, least: int, trial: int, **_unused: int) -> Question | None:
    """A number given as itself."""
    number = rng.randint(max(100, largest // 50), largest)
    found = divided(number, trial)
    if found is None or found[0].total() < 2 or found[3] < least:
        return None
    return _question(rng, str(number), [[number, 1]], *found[:3])


def _product(kind: str, rng: random.Random, *, base: int, count: int, **_unused: int) -> Question:
    """A product of composite numbers, or of powers of some."""
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
    return _question(
        rng, shown, sorted([number, power] for number, power in parts.items()), powers, lines, work
    )


def _share(p: int, number: int) -> int:
    """How often `p` divides `number`."""
    count = 0
    while number % p == 0:
        number //= p
        count += 1
    return count


def _relation(least: int, trial: int, **_: object) -> str:
    return "" if least <= trial else f"least {least} must be at most trial {trial}"


generate = Family(
    {"number": _number, "product": partial(_product, "product"), "powers": partial(_product, "powers")},
    WORDINGS,
    {
        "largest": Whole(1000, 10**11, "the largest number given as itself"),
        "least": Whole(1, PRIMES[-1], "the least value of the last prime tried; at most 'trial'"),
        "trial": Whole(5, PRIMES[-1], "the greatest prime that may have to be tried"),
        "base": Whole(16, PRIMES[-1], "the largest factor of a product, or base of a power"),
        "count": Whole(2, 6, "how many factors or powers"),
    },
    relation=_relation,
    kind_in_facts=False,
    canonical=as_stated,
    tries=3000,
    advice="raise 'largest' or 'trial', or lower 'least'",
)
