"""What ``rlvr new-task`` writes: a small task that passes every check as it stands, to be turned into another one.

`$name` is the task's name in a module's spelling, `$id` its id, `$title` its title, `$family` its family; `$base` is
where the package is seen from: ``rlvr`` from outside, dots from inside.
"""

GENERATOR = '''"""$title: what is left when a product is divided.

Factors and divisor are positive, and the divisor is a prime, so that the last digits alone do not tell.

Symmetries: the factors may change places.

Difficulty: factors of `digits` digits and a prime divisor of up to `divisor`. Proxy: digits written in the worked
solution.
"""

from __future__ import annotations

import random

from ${base}generators.family import Family, Question
from ${base}generators.limits import Whole

WORDINGS = (
    "What is the remainder when {a} * {b} is divided by {p}? Give an integer.",
    "Divide the product of {a} and {b} by {p}. Which remainder is left? Answer with an integer.",
    "Find the integer r with 0 <= r < {p} for which {a} * {b} - r is divisible by {p}.",
)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % d for d in range(2, int(number**0.5) + 1))


def _remainder(rng: random.Random, *, digits: int, divisor: int) -> Question | None:
    """One question; None where the divisor that was drawn is no prime, or divides a factor."""
    a, b = (rng.randrange(10 ** (digits - 1), 10**digits) for _ in "ab")
    p = rng.randint(divisor // 2, divisor)
    if not _is_prime(p) or a % p == 0 or b % p == 0:
        return None
    lines = [f"{a} * {b} = {a * b}", f"{a * b} = {a * b // p} * {p} + {a * b % p}"]
    return Question(
        fields={"a": a, "b": b, "p": p},
        facts={"a": a, "b": b, "p": p},
        answer=str(a * b % p),
        lines=lines,
        canonical=[*sorted([a, b]), p],
        guess_rate=2 / p,
    )


generate = Family(
    _remainder,
    WORDINGS,
    {
        "digits": Whole(1, 30, "digits of each factor"),
        "divisor": Whole(20, 9999, "the largest divisor"),
    },
    advice="raise 'divisor'",
)
'''

SOLVER = '''"""$title a second time: by remainders of the factors, without their product."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ${base}generators.solving import confirming


def solve(problem: Mapping[str, Any]) -> int:
    """The remainder, doubling and adding bit by bit."""
    total, a, b, p = 0, problem["a"] % problem["p"], problem["b"], problem["p"]
    while b:
        if b & 1:
            total = (total + a) % p
        a, b = 2 * a % p, b >> 1
    return int(total)


confirms = confirming(solve)
'''

ENTRY = """
  - id: $id
    title: $title
    family: $family
    description: Find what is left when a product of two whole numbers is divided by a prime.
    generator: $module:generate
    verifier: ${here}verifiers.math.typed_value:verify
    solver: ${module}_solver:confirms
    proxy: digits written in the worked solution
    levels:
      digits:  [2, 3, 5, 8, 12]
      divisor: [50, 100, 400, 1000, 5000]
"""

TEST = '''"""$title: the numbers of the prompt, put together by Python's own arithmetic."""

from __future__ import annotations
$lead
from rlvr.conformance.promises import Promises, read
$told
SAID = {
    "": (
        "What … remainder when {a} * {b} … divided by {p}? Give … integer.",
        "Divide … product of {a} and {b} by {p}. Which remainder … left? Answer with … integer.",
        "Find … integer r with 0 <= r < {p} for which {a} * {b} - r … divisible by {p}.",
    )
}


class Test$camel(Promises):
    id = "$id"

    def oracle(self, prompt):
        _, said = read(prompt, SAID)
        return said["a"] * said["b"] % said["p"]

    def test_factors_may_change_places(self):
        self.same_problems(lambda p: (*sorted([p["a"], p["b"]]), p["p"]), digits=1, divisor=20)
'''

OWN_GENERATOR = '''"""$title: write a number as a product of two.

Any two factors above 1 are right, in any order.

Symmetries: none; the number is the problem.

Difficulty: a product of two primes, the smaller one up to `largest`. Proxy: divisions by primes until it is found,
times the digits of the number.
"""

from __future__ import annotations

import random

from ${base}generators.family import Family, Question
from ${base}generators.limits import Whole

WORDINGS = (
    "Write {n} as a product of two whole numbers above 1, such as 3 * 5.",
    "Find two integers, both at least 2, whose product is {n}. Answer in the form 3 * 5.",
    "Which two whole numbers above 1 can be multiplied to give {n}? Write them as in 3 * 5.",
)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % d for d in range(2, int(number**0.5) + 1))


def _factors(rng: random.Random, *, largest: int) -> Question | None:
    """One question; None where what was drawn is no prime."""
    smallest, other = rng.randint(largest // 2, largest), rng.randint(largest + 1, 20 * largest)
    if not (_is_prime(smallest) and _is_prime(other)):
        return None
    n = smallest * other
    tried = [d for d in range(2, smallest + 1) if _is_prime(d)]
    lines = [f"{n} = {n // d} * {d} + {n % d}" for d in tried]
    return Question(
        fields={"n": n},
        facts={"n": n},
        answer=f"{smallest} * {other}",
        lines=lines,
        gold=None,
        guess_rate=0.02,
        difficulty=len(lines) * len(str(n)),
    )


generate = Family(
    _factors,
    WORDINGS,
    {"largest": Whole(20, 5000, "the largest number that the smaller prime may be")},
)
'''

OWN_VERIFIER = '''"""Two factors of a number: any pair is right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ${base}verifiers.answers import plain
from ${base}verifiers.base import Verdict, correct, unparsable, wrong

_PRODUCT = re.compile(r"([0-9]{1,30}) ?(?:\\*|x|\\u00d7|\\\\times|\\\\cdot) ?([0-9]{1,30})")


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Multiply the two factors."""
    match = _PRODUCT.fullmatch(plain(answer))
    if match is None:
        return unparsable("Give two factors, such as 3 * 5.")
    a, b = map(int, match.groups())
    if min(a, b) < 2:
        return wrong("Both factors must be above 1.")
    return correct() if a * b == payload["n"] else wrong("The product is another number.")
'''

OWN_SOLVER = '''"""$title a second time: all divisors are listed first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ${base}generators.readers import bare


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is two factors that the list of divisors pairs."""
    n = payload["n"]
    pairs = {(d, n // d) for d in range(2, int(n**0.5) + 1) if n % d == 0}
    sides = [side.strip() for side in bare(answer).replace("x", "*").split("*")]
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
        return False
    low, high = sorted(map(int, sides))
    return (low, high) in pairs
'''

OWN_ENTRY = """
  - id: $id
    title: $title
    family: $family
    description: Write a number as a product of two whole numbers above 1; any pair of factors is right.
    generator: $module:generate
    verifier: $verifier:verify
    solver: ${module}_solver:confirms
    proxy: divisions by primes until the smaller one is found, times the digits of the number
    levels:
      largest: [200, 400, 800, 1600, 4000]
"""

OWN_TEST = '''"""$title: the number is read from the prompt and divided by all smaller ones."""

from __future__ import annotations

import re
$imports
from rlvr.conformance.promises import Promises

$register
class Test$camel(Promises):
    id = "$id"
    right = ("{}", " {}\\n", "**{}**", "{}.")
    wrong = ("{}0", "{} or 2 * 3", "")
    alphabet = "0123456789 *x-"

    def oracle(self, prompt):
        n = max(map(int, re.findall(r"\\d+", prompt)))
        smallest = next(d for d in range(2, n) if n % d == 0)
        return f"{smallest} * {n // smallest}"
'''
