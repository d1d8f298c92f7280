"""Identities of rational functions, by their values modulo two large primes at random points.

A rational function of degree d that is not zero vanishes at a random point modulo a prime p with a chance below
d/p (Schwartz and Zippel): with two primes over 2^60 and four points for each, below 10^-100 for degrees up to 1000.
Both primes are 1 modulo 4, so that i has a value too. The points are drawn from a hash of the reference, so they
are the same on every machine and nobody's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b

from .budget import Budget, OutOfBudget, Undefined
from .exact import evaluate
from .tree import Add, Const, Div, Mul, Neg, Node, Num, Pow, Var, walk

PRIMES = ((1 << 61) + 21, (1 << 62) + 169)
POINTS = 4
_MAX_EXPONENT = 10**6


class Point:
    """A prime, a square root of -1 modulo it, and a residue for every variable that is asked for."""

    def __init__(self, prime: int, root: int, seed: bytes) -> None:
        self.prime, self.root, self.seed = prime, root, seed
        self.values: dict[str, int] = {}

    def value(self, name: str) -> int:
        """The residue of a variable: a hash of the seed and its name."""
        found = self.values.get(name)
        if found is None:
            digest = blake2b(name.encode(), key=self.seed, digest_size=16).digest()
            found = self.values[name] = int.from_bytes(digest, "little") % self.prime
        return found


def points(seed: str) -> list[Point]:
    """The points for one reference: `POINTS` for each prime, half of them with each square root of -1."""
    key = blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=32).digest()
    return [
        Point(prime, root if k % 2 else prime - root, blake2b(bytes([k]), key=key, digest_size=32).digest())
        for prime, root in zip(PRIMES, _ROOTS, strict=True)
        for k in range(POINTS)
    ]


def is_rational(node: Node) -> bool:
    """Whether `node` is a rational function: no roots, no functions, whole-number exponents."""
    for part in walk(node):
        if isinstance(part, Pow):
            exponent = part.exponent
            if isinstance(exponent, Neg):
                exponent = exponent.value
            if not isinstance(exponent, Num) or exponent.value.denominator != 1:
                return False
        elif isinstance(part, Const):
            if part.name != "i":
                return False
        elif not isinstance(part, (Num, Var, Add, Mul, Neg, Div)):
            return False
    return True


def residue(node: Node, point: Point, budget: Budget) -> int:
    """The value of a rational function at a point.

    Raises:
        Undefined: if a denominator is zero there (at a random point: if it is zero everywhere).
        OutOfBudget: if the steps run out or an exponent is too large.
    """
    budget.left -= 1
    if budget.left < 0:
        raise OutOfBudget
    prime = point.prime
    match node:
        case Num(value=value):
            if value.denominator == 1:
                return value.numerator % prime
            return value.numerator * _inverse(value.denominator, prime) % prime
        case Var(name=name):
            return point.value(name)
        case Const():
            return point.root
        case Add(terms=terms):
            return sum([residue(term, point, budget) for term in terms]) % prime
        case Mul(factors=factors):
            product = 1
            for factor in factors:
                product = product * residue(factor, point, budget) % prime
            return product
        case Neg(value=inner):
            return -residue(inner, point, budget) % prime
        case Div(top=top, bottom=bottom):
            return residue(top, point, budget) * _inverse(residue(bottom, point, budget), prime) % prime
        case Pow(base=base, exponent=exponent):
            power = evaluate(exponent, budget)
            assert isinstance(power, Fraction)
            n = power.numerator
            if abs(n) > _MAX_EXPONENT:
                raise OutOfBudget
            b = residue(base, point, budget)
            if n <= 0 and b == 0:
                raise Undefined("Zero has no such power.")
            return pow(b, n, prime)
    raise OutOfBudget  # not a rational function: the caller asks is_rational first


def _inverse(value: int, prime: int) -> int:
    if value % prime == 0:
        raise Undefined("A division by zero has no value.")
    return pow(value, -1, prime)


def agree(left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether two functions have the same residues at all points."""
    return list(left) == list(right)


def proportional(left: Sequence[int], right: Sequence[int], at: Sequence[Point]) -> bool:
    """Whether one function is a constant times the other, neither being zero.

    Within one prime and one square root of -1 the quotient must be the same at every point.
    """
    if not any(left) or not any(right):
        return False
    groups: dict[tuple[int, int], list[int]] = {}
    for k, point in enumerate(at):
        groups.setdefault((point.prime, point.root), []).append(k)
    for (prime, _), members in groups.items():
        for j in members:
            for k in members:
                if (left[j] * right[k] - left[k] * right[j]) % prime:
                    return False
            if (left[j] == 0) != (right[j] == 0):
                return False
    return True


def _square_root_of_minus_one(prime: int) -> int:
    for base in range(2, 100):
        root = pow(base, (prime - 1) // 4, prime)
        if root * root % prime == prime - 1:
            return root
    raise AssertionError("a prime that is 1 modulo 4 has a square root of -1")


_ROOTS = tuple(_square_root_of_minus_one(prime) for prime in PRIMES)
