"""Functions of one variable as straight-line programs, and their derivatives.

A `Tape` is a list of instructions, each on earlier results; it is what `rlvr.verifiers.expressions` builds here.
Equal instructions are shared, constants are folded, and every size is limited, so that a tape of any text is
short. It can be differentiated, and run in two arithmetics: modulo a prime (exact, for rational functions) and on
real numbers of any precision (mpmath, which is imported when it is first needed).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..expressions import Grammar, Undefined, Unreadable

GRAMMAR = Grammar(
    variable="x",
    constants=frozenset(("e",)),
    functions=frozenset(("sin", "cos", "tan", "sec", "csc", "cot", "exp", "ln", "log", "sqrt")),
    operators=frozenset("+-*/^"),
    signs=True,
    decimals=True,
    latex=True,
)
MAX_INSTRUCTIONS = 3000
MAX_CALLS = 256
MAX_EXPONENT = 1000
_MAX_BITS = 2048  # of a folded constant
_MAX_ARGUMENT = 60  # bits in front of the point of an argument of exp, sin and cos

Instruction = tuple[str, Any, Any]


class OutOfRange(ArithmeticError):
    """A number on the way is too large to go on with; nothing is known about the value."""


class Tape:
    """An `Algebra` whose values are positions on the tape."""

    def __init__(self) -> None:
        self.code: list[Instruction] = []
        self.calls = 0
        self._known: dict[Instruction, int] = {}

    @property
    def rational(self) -> bool:
        """Whether the function is built by ``+ - * /`` and integer powers alone."""
        return self.calls == 0

    # ---- building -----------------------------------------------------------------------------------------

    def constant(self, value: int | Fraction) -> int:
        """The position of a constant."""
        return self._add("constant", Fraction(value), None)

    def number(self, text: str) -> int:
        """A number, exactly."""
        return self.constant(Fraction(text))

    def name(self, text: str) -> int:
        """The variable, or Euler's number."""
        return self._add("x", None, None) if text == GRAMMAR.variable else self.call("exp", self.constant(1))

    def negative(self, value: int) -> int:
        """``-value``."""
        return self.binary("*", self.constant(-1), value)

    def binary(self, operator: str, left: int, right: int) -> int:
        """One operation; constants are folded while they are small."""
        if operator == "^":
            return self._power(left, right)
        a, b = self._constant(left), self._constant(right)
        if operator == "/" and b == 0:
            raise Undefined("The expression divides by zero.")
        if a is not None and b is not None:
            folded = (
                a + b if operator == "+" else a - b if operator == "-" else a * b if operator == "*" else a / b
            )
            if folded.numerator.bit_length() + folded.denominator.bit_length() <= _MAX_BITS:
                return self.constant(folded)
        if operator in "*/" and b == 1:
            return left
        if operator == "*" and a == 1:
            return right
        return self._add(operator, left, right)

    def call(self, function: str, argument: int) -> int:
        """A function's value; tangents and secants are quotients of sines and cosines."""
        if function == "tan":
            return self.binary("/", self.call("sin", argument), self.call("cos", argument))
        if function == "cot":
            return self.binary("/", self.call("cos", argument), self.call("sin", argument))
        if function in ("sec", "csc"):
            return self.binary(
                "/", self.constant(1), self.call("cos" if function == "sec" else "sin", argument)
            )
        return self._add("ln" if function == "log" else function, argument, None)

    def _power(self, base: int, exponent: int) -> int:
        n = self._constant(exponent)
        if n is not None and n.denominator in (1, 2):
            if abs(n.numerator) > MAX_EXPONENT:
                raise Unreadable("An exponent is too large.")
            if n.denominator == 2:
                base = self.call("sqrt", base)
            return self._integer_power(base, n.numerator)
        if self.code[base] == ("exp", self.constant(1), None):
            return self.call("exp", exponent)
        return self.call("exp", self.binary("*", exponent, self.call("ln", base)))

    def _integer_power(self, base: int, n: int) -> int:
        if n == 1:
            return base
        b = self._constant(base)
        if b == 0 and n < 0:
            raise Undefined("The expression divides by zero.")
        if b is not None and abs(n) * (b.numerator.bit_length() + b.denominator.bit_length()) <= _MAX_BITS:
            return self.constant(b**n)
        return self._add("power", base, n)

    def _constant(self, position: int) -> Fraction | None:
        operation, value, _ = self.code[position]
        return value if operation == "constant" else None

    def _add(self, operation: str, a: Any, b: Any) -> int:
        instruction = (operation, a, b)
        position = self._known.get(instruction)
        if position is None:
            position = self._known[instruction] = len(self.code)
            if position == MAX_INSTRUCTIONS:
                raise Unreadable("The expression is too long.")
            if operation in _FUNCTIONS:
                self.calls += 1
                if self.calls > MAX_CALLS:
                    raise Unreadable("The expression has too many functions.")
            self.code.append(instruction)
        return position

    # ---- differentiating ----------------------------------------------------------------------------------

    def derivative(self, position: int) -> int:
        """The position of the derivative of what stands at `position`; instructions are added as needed."""
        slopes: list[int | None] = []  # None for zero
        for here, (operation, a, b) in enumerate(self.code[: position + 1]):
            if operation == "constant":
                slopes.append(None)
            elif operation == "x":
                slopes.append(self.constant(1))
            elif operation in ("+", "-", "*", "/"):
                slopes.append(self._slope_of_binary(operation, here, slopes[a], slopes[b]))
            else:
                inner = slopes[a]
                slopes.append(None if inner is None else self._slope_of_call(here, inner))
        slope = slopes[position]
        return self.constant(0) if slope is None else slope

    def _slope_of_binary(self, operation: str, here: int, da: int | None, db: int | None) -> int | None:
        _, a, b = self.code[here]
        if da is None and db is None:
            return None
        if operation in ("+", "-"):
            if db is None:
                return da
            if da is None:
                return db if operation == "+" else self.negative(db)
            return self.binary(operation, da, db)
        if operation == "*":
            first = None if da is None else self.binary("*", da, b)
            return self._sum(first, None if db is None else self.binary("*", a, db))
        # (a/b)' = (a' - (a/b) b') / b
        top = self._sum(da, None if db is None else self.negative(self.binary("*", here, db)))
        return None if top is None else self.binary("/", top, b)

    def _sum(self, first: int | None, second: int | None) -> int | None:
        if first is None or second is None:
            return second if first is None else first
        return self.binary("+", first, second)

    def _slope_of_call(self, here: int, inner: int) -> int:
        operation, a, n = self.code[here]
        if operation == "power":
            outer = self.binary("*", self.constant(n), self._integer_power(a, n - 1))
        elif operation == "sin":
            outer = self.call("cos", a)
        elif operation == "cos":
            outer = self.negative(self.call("sin", a))
        elif operation == "exp":
            outer = here
        elif operation == "ln":
            return self.binary("/", inner, a)
        else:  # sqrt
            return self.binary("/", inner, self.binary("*", self.constant(2), here))
        return self.binary("*", outer, inner)

    # ---- running ------------------------------------------------------------------------------------------

    def modulo(self, position: int, x: int, prime: int) -> int | None:
        """The value at x modulo a prime, for rational functions; None if a denominator is zero."""
        values: list[int] = []
        for operation, a, b in self.code[: position + 1]:
            if operation == "*":
                value = values[a] * values[b]
            elif operation == "+":
                value = values[a] + values[b]
            elif operation == "-":
                value = values[a] - values[b]
            elif operation == "x":
                value = x
            elif operation == "constant":
                if a.denominator % prime == 0:
                    return None
                value = a.numerator if a.denominator == 1 else a.numerator * pow(a.denominator, -1, prime)
            elif operation == "power":
                if b < 0 and values[a] == 0:
                    return None
                value = pow(values[a], b, prime)
            else:
                if values[b] == 0:
                    return None
                value = values[a] * pow(values[b], -1, prime)
            values.append(value % prime)
        return values[position]

    def real(self, position: int, x: Fraction, bits: int) -> Any:
        """The real value at x, computed with so many bits (an mpmath number in its raw form).

        Raises:
            Undefined: if it is no real number.
            OutOfRange: if a number on the way is too large.
        """
        from mpmath import libmp

        add, sub, mul, div, zero = libmp.mpf_add, libmp.mpf_sub, libmp.mpf_mul, libmp.mpf_div, libmp.fzero
        values: list[Any] = []
        circular: dict[int, tuple[Any, Any]] = {}  # sine and cosine cost no more than one of them
        for operation, a, b in self.code[: position + 1]:
            if operation == "*":
                value = mul(values[a], values[b], bits)
            elif operation == "+":
                value = add(values[a], values[b], bits)
            elif operation == "-":
                value = sub(values[a], values[b], bits)
            elif operation in ("constant", "x"):
                number = x if operation == "x" else a
                top, bottom = number.numerator, number.denominator
                value = libmp.from_int(top) if bottom == 1 else libmp.from_rational(top, bottom, bits)
            elif operation == "power":
                if b < 0 and values[a] == zero:
                    raise Undefined("The expression divides by zero.")
                value = libmp.mpf_pow_int(values[a], b, bits)
            elif operation == "/":
                if values[b] == zero:
                    raise Undefined("The expression divides by zero.")
                value = div(values[a], values[b], bits)
            else:
                argument = values[a]
                sign, _, exponent, size = argument
                if operation in ("ln", "sqrt"):
                    if sign or (operation == "ln" and argument == zero):
                        raise Undefined("The expression has no real value.")
                    value = (libmp.mpf_log if operation == "ln" else libmp.mpf_sqrt)(argument, bits)
                elif exponent + size > _MAX_ARGUMENT:
                    raise OutOfRange
                elif operation == "exp":
                    value = libmp.mpf_exp(argument, bits)
                else:
                    pair = circular.get(a) or libmp.mpf_cos_sin(argument, bits)
                    circular[a] = pair
                    value = pair[operation == "sin"]
            values.append(value)
        return values[position]


_FUNCTIONS = frozenset(("sin", "cos", "exp", "ln", "sqrt"))
