"""Values that are not rational, by interval arithmetic: every result is a pair of bounds that holds the true value.

`mpmath.libmp` gives directed rounding at any precision by pure functions, without a global precision, so threads do
not disturb one another. A value is ``(real, imaginary)`` with the imaginary part None where the value is real.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mpmath.libmp import libmpf as mpf
from mpmath.libmp import libmpi as mpi

from .budget import Budget, NotReal, OutOfBudget, Undefined
from .exact import Exact, Gauss, bits, evaluate, summed
from .tree import Add, Call, Const, Div, Mul, Neg, Node, Num, Pow, Sum, Var

Interval = Any  # a pair of libmp floats
Value = tuple[Interval, Interval | None]

_MAX_ARGUMENT = 1000
"""Largest argument of exp and of a power's logarithm: e^-1000 is 2^-1443, which the last precision still sees."""
LOG_SCALE = Fraction(90210735, 67108864)
"""What ``log`` without a base is to be multiplied with: its base is not known, so it is made one that nobody uses."""


class Undecided(OutOfBudget):
    """An interval touches a point where the function breaks; more precision may or may not help."""


class Evaluator:
    """Evaluates scalars at one precision.

    Attributes:
        precision: in bits.
        bits: size of the largest exact number met, in bits; literals with many digits ask for more precision.
        gap: the largest difference in size between two summands, in bits: a smaller precision does not see both.
    """

    def __init__(
        self,
        precision: int,
        budget: Budget,
        point: Mapping[str, Fraction] | None = None,
        log_scale: Fraction | None = None,
    ) -> None:
        self.precision, self.budget, self.point, self.bits = precision, budget, point, 0
        self.gap = 0
        self.log_scale = LOG_SCALE if log_scale is None else log_scale

    def value(self, node: Node) -> Value:
        """Bounds of the value of `node`.

        Raises:
            Undefined: if it has none.
            OutOfBudget: if it is too large, or cannot be told from an undefined one.
        """
        self.budget.spend(1 + self.precision // 128)
        p = self.precision
        match node:
            case Num(value=number):
                return self._exact(number)
            case Var(name=name):
                if self.point is None or name not in self.point:
                    raise Undefined("A variable has no value here.")
                return self._exact(self.point[name])
            case Const(name=name):
                if name == "pi":
                    return mpi.mpi_pi(p), None
                if name == "e":
                    return mpi.mpi_exp(mpi.mpi_one, p), None
                if name == "i":
                    return mpi.mpi_zero, mpi.mpi_one
                raise Undefined("Infinity is not a number to compute with.")
            case Add(terms=terms):
                total = self.value(terms[0])
                for term in terms[1:]:
                    total = self._add(total, self.value(term))
                return total
            case Mul(factors=factors):
                product = self.value(factors[0])
                for factor in factors[1:]:
                    product = self._multiply(product, self.value(factor))
                return product
            case Neg(value=inner):
                re, im = self.value(inner)
                return mpi.mpi_neg(re), None if im is None else mpi.mpi_neg(im)
            case Div(top=top, bottom=bottom):
                return self._divide(self.value(top), self.value(bottom))
            case Pow(base=base, exponent=exponent):
                return self._power(base, exponent)
            case Sum(kind=kind, name=index, body=body):
                added: Value = self._exact(Fraction(0 if kind == "sum" else 1))
                outer = self.point
                try:
                    for k in summed(node, self.budget, outer):
                        self.point = {**(outer or {}), index: k}
                        one = self.value(body)
                        added = self._add(added, one) if kind == "sum" else self._multiply(added, one)
                finally:
                    self.point = outer
                return added
            case Call(name=("floor" | "ceil") as name, arguments=(argument,)):
                return self._whole_part(name, self.value(argument))
            case Call(name=name, arguments=arguments):
                if name in _WHOLE:
                    known = evaluate(node, self.budget, self.point)
                    if known is None:
                        raise OutOfBudget
                    return self._exact(known)
                return self._call(name, [self.value(argument) for argument in arguments], arguments)
        raise Undefined("This is not a number.")

    # -- building blocks ---------------------------------------------------------------------------------
    def _exact(self, number: Exact) -> Value:
        if isinstance(number, Gauss):
            return self._exact(number.re)[0], self._exact(number.im)[0]
        self.bits = max(self.bits, bits(number))
        if number.denominator == 1:
            bound = mpf.from_int(number.numerator)
            return (bound, bound), None
        low = mpf.from_rational(number.numerator, number.denominator, self.precision, "f")
        high = mpf.from_rational(number.numerator, number.denominator, self.precision, "c")
        return (low, high), None

    def _add(self, a: Value, b: Value) -> Value:
        if not (_holds_zero(a[0]) or _holds_zero(b[0])):
            self.gap = max(self.gap, abs(_exponent(a[0][1]) - _exponent(b[0][1])))
        re = mpi.mpi_add(a[0], b[0], self.precision)
        if a[1] is None or b[1] is None:
            return re, a[1] if b[1] is None else b[1]
        return re, mpi.mpi_add(a[1], b[1], self.precision)

    def _multiply(self, a: Value, b: Value) -> Value:
        p = self.precision
        if a[1] is None and b[1] is None:
            return mpi.mpi_mul(a[0], b[0], p), None
        if a[1] is None:
            a, b = b, a
        if b[1] is None:
            return mpi.mpi_mul(a[0], b[0], p), mpi.mpi_mul(a[1], b[0], p)
        re, im = mpi.mpci_mul(a, b, p)
        return re, im

    def _divide(self, a: Value, b: Value) -> Value:
        p = self.precision
        if b[1] is None:
            self._not_zero(b[0])
            return mpi.mpi_div(a[0], b[0], p), None if a[1] is None else mpi.mpi_div(a[1], b[0], p)
        norm = mpi.mpi_add(mpi.mpi_square(b[0], p), mpi.mpi_square(b[1], p), p)
        self._not_zero(norm)
        re, im = self._multiply(a, (b[0], mpi.mpi_neg(b[1])))
        assert im is not None
        return mpi.mpi_div(re, norm, p), mpi.mpi_div(im, norm, p)

    def _not_zero(self, interval: Interval) -> None:
        """Refuse an interval that holds zero: exactly zero is undefined, otherwise it is not known."""
        if _holds_zero(interval):
            if interval == mpi.mpi_zero:
                raise Undefined("A division by zero has no value.")
            raise Undecided

    def _bounded(self, interval: Interval) -> None:
        """Refuse arguments so large that an exponential or a sine of them would cost or hide too much."""
        for bound in interval:
            if bound[1] and bound[2] + bound[3] > 10:  # at least 2^10 in size
                raise OutOfBudget

    # -- powers ------------------------------------------------------------------------------------------
    def _power(self, base: Node, exponent: Node) -> Value:
        n = evaluate(exponent, self.budget, self.point)
        if isinstance(n, Fraction):
            known = evaluate(base, self.budget, self.point)
            if isinstance(known, Fraction):
                if n.denominator == 1 or known == 0:
                    exactly = evaluate(Pow(Num(known), Num(n)), self.budget)
                    if exactly is not None:
                        return self._exact(exactly)
                elif known < 0 and n.denominator != 2:
                    raise NotReal("A negative number has no such power.")
            b = self.value(base)
            if n.denominator == 1:
                return self._whole_power(b, n.numerator)
            if n.denominator == 2:
                return self._whole_power(self._square_root(b), n.numerator)
            return self._real_power(b, self._exact(n))
        if base == Const("e"):
            return self._exponential(self.value(exponent))
        return self._real_power(self.value(base), self.value(exponent))

    def _whole_power(self, base: Value, n: int) -> Value:
        if n < 0:
            return self._divide(self._exact(Fraction(1)), self._whole_power(base, -n))
        if n > 800:  # e^-2000 added to a number would be out of sight of the last precision
            raise OutOfBudget
        if base[1] is None:
            return mpi.mpi_pow_int(base[0], n, self.precision), None
        result = self._exact(Fraction(1))
        while n:
            if n & 1:
                result = self._multiply(result, base)
            n >>= 1
            if n:
                base = self._multiply(base, base)
        return result

    def _real_power(self, base: Value, exponent: Value) -> Value:
        if base[1] is not None:
            raise OutOfBudget
        if base[0] == mpi.mpi_zero:
            raise Undefined("Zero has no such power.")
        if not _positive(base[0]):
            if _negative(base[0]):
                raise NotReal("A negative number has no such power.")
            raise Undecided
        return self._exponential(self._multiply(exponent, (mpi.mpi_log(base[0], self.precision), None)))

    def _exponential(self, value: Value) -> Value:
        p = self.precision
        self._bounded(value[0])
        if value[1] is None:
            return mpi.mpi_exp(value[0], p), None
        self._bounded(value[1])
        size = mpi.mpi_exp(value[0], p)
        cos, sin = mpi.mpi_cos_sin(value[1], p)
        return mpi.mpi_mul(size, cos, p), mpi.mpi_mul(size, sin, p)

    def _square_root(self, value: Value) -> Value:
        re, im = value
        p = self.precision
        if im is None:
            if mpf.mpf_sign(re[0]) >= 0:
                return mpi.mpi_sqrt(re, p), None
            if mpf.mpf_sign(re[1]) <= 0:
                return mpi.mpi_zero, mpi.mpi_sqrt(mpi.mpi_neg(re), p)
            raise Undecided
        if _holds_zero(im):
            raise Undecided
        # sqrt(a + bi) = sqrt((|z| + a) / 2) + sign(b) i sqrt((|z| - a) / 2)
        size = self._modulus(value)
        half = (mpf.from_rational(1, 2, 2),) * 2
        low = mpi.mpi_sqrt(_not_below_zero(mpi.mpi_mul(mpi.mpi_add(size, re, p), half, p)), p)
        high = mpi.mpi_sqrt(_not_below_zero(mpi.mpi_mul(mpi.mpi_sub(size, re, p), half, p)), p)
        return low, high if _positive(im) else mpi.mpi_neg(high)

    def _modulus(self, value: Value) -> Interval:
        re, im = value
        if im is None:
            return mpi.mpi_abs(re, self.precision)
        p = self.precision
        return mpi.mpi_sqrt(mpi.mpi_add(mpi.mpi_square(re, p), mpi.mpi_square(im, p), p), p)

    def _logarithm(self, value: Value) -> Value:
        re, im = value
        p = self.precision
        if im is not None:
            if _holds_zero(im) and not _positive(re):
                raise Undecided
            size = self._modulus(value)
            self._not_zero(size)
            return mpi.mpi_log(size, p), mpi.mpi_atan2(im, re, p)
        if re == mpi.mpi_zero:
            raise Undefined("Zero has no logarithm.")
        if _positive(re):
            return mpi.mpi_log(re, p), None
        if _negative(re):
            return mpi.mpi_log(mpi.mpi_neg(re), p), mpi.mpi_pi(p)
        raise Undecided

    # -- functions ---------------------------------------------------------------------------------------
    def _call(self, name: str, values: list[Value], arguments: tuple[Node, ...]) -> Value:
        value = values[0]
        p = self.precision
        match name:
            case "root":
                return self._root(value, arguments[1])
            case "ln":
                return self._logarithm(value)
            case "log":
                return self._multiply(self._logarithm(value), self._exact(self.log_scale))
            case "abs":
                return self._modulus(value), None
            case "Re":
                return value[0], None
            case "Im":
                return (mpi.mpi_zero if value[1] is None else value[1]), None
            case "conj":
                return value[0], None if value[1] is None else mpi.mpi_neg(value[1])
            case "ratio":
                if len(values) != 2:
                    raise Undefined("This ratio is not one number.")
                return self._divide(value, values[1])
            case "max" | "min":
                return self._extreme(name, values)
        re, im = value
        if im is not None:
            raise OutOfBudget
        if name in ("sin", "cos", "tan", "sec", "csc", "cot"):
            self._bounded(re)
            cos, sin = ((c, None) for c in mpi.mpi_cos_sin(re, p))
            one = self._exact(Fraction(1))
            match name:
                case "sin":
                    return sin
                case "cos":
                    return cos
                case "tan":
                    return self._divide(sin, cos)
                case "cot":
                    return self._divide(cos, sin)
                case "sec":
                    return self._divide(one, cos)
            return self._divide(one, sin)
        if name in ("sinh", "cosh", "tanh", "sech", "csch", "coth"):
            return self._hyperbolic(name, re)
        return self._inverse(name, value)

    def _whole_part(self, name: str, value: Value) -> Value:
        """The floor or ceiling, if both bounds agree on it."""
        (low, high), im = value
        if im is not None:
            raise Undefined("Complex numbers have no floor.")
        down = mpf.mpf_floor if name == "floor" else mpf.mpf_ceil
        first, last = down(low), down(high)
        if first != last:
            raise Undecided
        return (first, first), None

    def _extreme(self, name: str, values: list[Value]) -> Value:
        if any(im is not None for _, im in values):
            raise Undefined("Complex numbers have no order.")
        best = values[0][0]
        for (low, high), _ in values[1:]:
            pick = mpf.mpf_gt if name == "max" else mpf.mpf_lt
            best = (low if pick(low, best[0]) else best[0], high if pick(high, best[1]) else best[1])
        return best, None

    def _root(self, value: Value, degree: Node) -> Value:
        n = evaluate(degree, self.budget, self.point)
        if not isinstance(n, Fraction) or n.denominator != 1 or not 1 <= n.numerator <= 1000:
            raise Undefined("The degree of a root is a positive whole number.")
        if n == 2:
            return self._square_root(value)
        re, im = value
        if im is not None:
            raise OutOfBudget
        if n == 1 or re == mpi.mpi_zero:
            return value
        if _negative(re):
            if n.numerator % 2 == 0:
                raise Undefined("A negative number has no even root.")
            re = mpi.mpi_neg(re)
            positive, _ = self._real_power((re, None), self._exact(1 / n))
            return mpi.mpi_neg(positive), None
        return self._real_power(value, self._exact(1 / n))

    def _hyperbolic(self, name: str, re: Interval) -> Value:
        self._bounded(re)
        up = self._exponential((re, None))
        down = self._exponential((mpi.mpi_neg(re), None))
        half = self._exact(Fraction(1, 2))
        cosh = self._multiply(half, self._add(up, down))
        sinh = self._multiply(half, self._add(up, (mpi.mpi_neg(down[0]), None)))
        one = self._exact(Fraction(1))
        top, bottom = {
            "sinh": (sinh, one), "cosh": (cosh, one), "tanh": (sinh, cosh),
            "sech": (one, cosh), "csch": (one, sinh), "coth": (cosh, sinh),
        }[name]  # fmt: skip
        return self._divide(top, bottom)

    def _inverse(self, name: str, value: Value) -> Value:
        p = self.precision
        one = self._exact(Fraction(1))
        if name in ("arcsec", "arccsc", "arccot"):
            if name == "arccot" and value[0] == mpi.mpi_zero:
                return self._multiply(self._exact(Fraction(1, 2)), (mpi.mpi_pi(p), None))
            value = self._divide(one, value)
            name = {"arcsec": "arccos", "arccsc": "arcsin", "arccot": "arctan"}[name]
        re = value[0]
        if name == "arctan":
            return mpi.mpi_atan(re, p), None
        square = self._multiply(value, value)
        if name in ("arcsin", "arccos"):
            rest = self._add(one, (mpi.mpi_neg(square[0]), None))[0]
            if mpf.mpf_sign(rest[0]) < 0:
                if mpf.mpf_sign(rest[1]) < 0:
                    raise Undefined("Outside the domain of an inverse function.")
                raise Undecided
            side = mpi.mpi_sqrt(rest, p)
            return (mpi.mpi_atan2(re, side, p) if name == "arcsin" else mpi.mpi_atan2(side, re, p)), None
        if name == "arctanh":
            half = self._exact(Fraction(1, 2))
            quotient = self._divide(self._add(one, value), self._add(one, (mpi.mpi_neg(re), None)))
            return self._multiply(half, self._real_logarithm(quotient))
        if name in ("arcsinh", "arccosh"):
            shift = one if name == "arcsinh" else self._exact(Fraction(-1))
            rest_value = self._add(square, shift)
            if mpf.mpf_sign(rest_value[0][0]) < 0 or (name == "arccosh" and not _positive(re)):
                raise Undefined("Outside the domain of an inverse function.")
            return self._real_logarithm(self._add(value, self._square_root(rest_value)))
        raise OutOfBudget

    def _real_logarithm(self, value: Value) -> Value:
        if not _positive(value[0]):
            raise Undefined("Outside the domain of a logarithm.")
        return self._logarithm(value)


_WHOLE = frozenset(("factorial", "binomial", "gcd", "lcm", "sign"))


def _holds_zero(interval: Interval) -> bool:
    return bool(mpf.mpf_sign(interval[0]) <= 0 <= mpf.mpf_sign(interval[1]))


def _positive(interval: Interval) -> bool:
    return bool(mpf.mpf_sign(interval[0]) > 0)


def _negative(interval: Interval) -> bool:
    return bool(mpf.mpf_sign(interval[1]) < 0)


def _not_below_zero(interval: Interval) -> Interval:
    low, high = interval
    return (mpf.fzero if mpf.mpf_sign(low) < 0 else low), high


def apart(a: Value, b: Value, precision: int) -> bool:
    """Whether two values are certainly different: their bounds do not meet."""
    zero = mpi.mpi_zero
    if not _holds_zero(mpi.mpi_sub(a[0], b[0], precision)):
        return True
    im_a, im_b = (zero if v[1] is None else v[1] for v in (a, b))
    return im_a is not im_b and not _holds_zero(mpi.mpi_sub(im_a, im_b, precision))


def tight(value: Value, precision: int) -> bool:
    """Whether the bounds of a value are close together, for its size or in absolute terms."""
    size = max((_exponent(bound) for part in value if part is not None for bound in part), default=0)
    limit = max(size, 0) - precision // 2
    return all(_exponent(mpf.mpf_sub(part[1], part[0])) <= limit for part in value if part is not None)


def _exponent(bound: Any) -> int:
    """The position of the leading bit; very small for zero and very large for infinities."""
    _, mantissa, exponent, count = bound
    if not mantissa:
        return 1 << 40 if exponent else -(1 << 40)
    return int(exponent + count)


def sign(value: Value) -> int | None:
    """1 or -1 if a real value certainly has that sign, else None."""
    if value[1] is not None:
        return None
    return 1 if _positive(value[0]) else -1 if _negative(value[0]) else None


def middle(node: Node, budget: Budget) -> Fraction | None:
    """A number close to a constant; None if it is not real."""
    interval, imaginary = Evaluator(120, budget).value(node)
    if imaginary is not None:
        return None
    low, high = (Fraction(*mpf.to_rational(bound)) for bound in interval)
    return (low + high) / 2
