"""Functions of x, evaluated together with their derivative.

A `Program` is what `rlvr.verifiers.expressions` builds here: a list of instructions, equal ones shared, run on pairs
of a value and a slope (mpmath, imported when it is first needed). Every size is limited.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..expressions import Grammar, Undefined, Unreadable

FUNCTIONS = frozenset(
    "sin cos tan sec csc cot arcsin arccos arctan asin acos atan sinh cosh tanh exp ln log sqrt abs".split()
)
GRAMMAR = Grammar(
    variable="x",
    constants=frozenset(("e", "pi", "c")),
    functions=FUNCTIONS,
    operators=frozenset("+-*/^"),
    signs=True,
    decimals=True,
    latex=True,
)
MAX_INSTRUCTIONS = 2000
MAX_CALLS = 200
_MAX_EXPONENT = 200
_MAX_SIZE = 40  # bits in front of the point of an argument of exp, sin, cos

Instruction = tuple[str, Any, Any]
Pair = tuple[Any, Any]
"""A value and its derivative, as raw mpmath numbers."""


class OutOfRange(ArithmeticError):
    """A number on the way is too large to go on with; nothing is known about the value."""


class Program:
    """An `Algebra` whose values are positions in the program."""

    def __init__(self) -> None:
        self.code: list[Instruction] = []
        self._known: dict[Instruction, int] = {}
        self._calls = 0

    def number(self, text: str) -> int:
        """A number, exactly."""
        return self._add("number", Fraction(text), None)

    def name(self, text: str) -> int:
        """The variable, a constant, or the constant of integration."""
        return self._add(text, None, None)

    def negative(self, value: int) -> int:
        """``-value``."""
        operation, number, _ = self.code[value]
        return (
            self._add("number", -number, None) if operation == "number" else self._add("negative", value, None)
        )

    def binary(self, operator: str, left: int, right: int) -> int:
        """One operation; a quotient of two numbers is a number, so that ``x^(1/2)`` is a root."""
        (kind, a, _), (other, b, _) = self.code[left], self.code[right]
        if operator == "^":
            if other == "number" and abs(b) > _MAX_EXPONENT:
                raise Unreadable("An exponent is too large.")
            self._called()
        elif operator == "/" and kind == other == "number" and b and (a / b).denominator < 10**40:
            return self._add("number", a / b, None)
        return self._add(operator, left, right)

    def call(self, function: str, argument: int) -> int:
        """A function's value."""
        self._called()
        short = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "log": "ln"}
        return self._add(short.get(function, function), argument, None)

    def _called(self) -> None:
        self._calls += 1
        if self._calls > MAX_CALLS:
            raise Unreadable("The expression has too many functions.")

    def _add(self, operation: str, a: Any, b: Any) -> int:
        instruction = (operation, a, b)
        position = self._known.get(instruction)
        if position is None:
            position = self._known[instruction] = len(self.code)
            if position == MAX_INSTRUCTIONS:
                raise Unreadable("The expression is too long.")
            self.code.append(instruction)
        return position

    def run(self, x: Fraction, constant: Fraction, bits: int) -> Pair:
        """The value and the derivative at x of what was added last, computed with so many bits.

        Raises:
            Undefined: if there is none.
            OutOfRange: if a number on the way is too large.
        """
        machine = _Machine(bits)
        pairs: list[Pair] = []
        for operation, a, b in self.code:
            if operation == "number":
                pairs.append((machine.rational(a), machine.zero))
            elif operation == "x":
                pairs.append((machine.rational(x), machine.one))
            elif operation == "c":
                pairs.append((machine.rational(constant), machine.zero))
            elif operation in ("e", "pi"):
                pairs.append((machine.constant(operation), machine.zero))
            elif b is None:
                pairs.append(machine.unary(operation, pairs[a]))
            elif operation == "^" and self.code[b][0] == "number":
                pairs.append(machine.power(pairs[a], self.code[b][1]))
            else:
                pairs.append(machine.binary(operation, pairs[a], pairs[b]))
        return pairs[-1]


class _Machine:
    """Arithmetic of pairs with a fixed number of bits."""

    def __init__(self, bits: int) -> None:
        from mpmath import libmp

        self.lib, self.bits = libmp, bits
        self.zero, self.one = libmp.fzero, libmp.fone

    def rational(self, number: Fraction) -> Any:
        return self.lib.from_rational(number.numerator, number.denominator, self.bits)

    def constant(self, name: str) -> Any:
        return self.lib.mpf_pi(self.bits) if name == "pi" else self.lib.mpf_e(self.bits)

    def times(self, a: Any, b: Any) -> Any:
        return self.lib.mpf_mul(a, b, self.bits)

    def over(self, a: Any, b: Any) -> Any:
        if b == self.zero:
            raise Undefined("The expression divides by zero.")
        return self.lib.mpf_div(a, b, self.bits)

    def binary(self, operator: str, left: Pair, right: Pair) -> Pair:
        (a, da), (b, db) = left, right
        lib, bits = self.lib, self.bits
        if operator == "+":
            return lib.mpf_add(a, b, bits), lib.mpf_add(da, db, bits)
        if operator == "-":
            return lib.mpf_sub(a, b, bits), lib.mpf_sub(da, db, bits)
        if operator == "*":
            return self.times(a, b), lib.mpf_add(self.times(a, db), self.times(da, b), bits)
        if operator == "/":
            value = self.over(a, b)
            return value, self.over(lib.mpf_sub(da, self.times(value, db), bits), b)
        return self.unary("exp", self.binary("*", right, self.unary("ln", left)))

    def power(self, base: Pair, exponent: Fraction) -> Pair:
        a, da = base
        if exponent.denominator != 1:
            if exponent.denominator == 2:
                return self.power(self.unary("sqrt", base), 2 * exponent)
            return self.binary("^", base, (self.rational(exponent), self.zero))
        n = exponent.numerator
        if n == 0:
            return self.one, self.zero
        if n < 0 and a == self.zero:
            raise Undefined("The expression divides by zero.")
        self.moderate(a, 2000)
        before = self.lib.mpf_pow_int(a, n - 1, self.bits)
        slope = self.times(self.times(self.lib.from_int(n), before), da)
        return self.lib.mpf_pow_int(a, n, self.bits), slope

    def moderate(self, value: Any, bits: int) -> None:
        if value[2] + value[3] > bits:
            raise OutOfRange

    def unary(self, name: str, pair: Pair) -> Pair:
        lib, bits, one = self.lib, self.bits, self.one
        a, da = pair
        if name == "negative":
            return lib.mpf_neg(a), lib.mpf_neg(da)
        if name == "abs":
            return lib.mpf_abs(a), lib.mpf_neg(da) if a[0] else da
        if name in ("ln", "sqrt"):
            if a[0] or a == self.zero:
                raise Undefined("The expression has no real value.")
            if name == "ln":
                return lib.mpf_log(a, bits), self.over(da, a)
            value = lib.mpf_sqrt(a, bits)
            return value, self.over(lib.mpf_shift(da, -1), value)
        if name in ("arcsin", "arccos", "arctan"):
            return self.inverse(name, a, da)
        self.moderate(a, _MAX_SIZE)
        if name == "exp":
            value = lib.mpf_exp(a, bits)
            return value, self.times(value, da)
        if name in ("sinh", "cosh", "tanh"):
            up, down = self.unary("exp", pair), self.unary("exp", self.unary("negative", pair))
            half = (lib.mpf_shift(one, -1), self.zero)
            sinh = self.binary("*", half, self.binary("-", up, down))
            cosh = self.binary("*", half, self.binary("+", up, down))
            return {"sinh": sinh, "cosh": cosh}.get(name) or self.binary("/", sinh, cosh)
        c, s = lib.mpf_cos_sin(a, bits)
        sine, cosine = (s, self.times(c, da)), (c, lib.mpf_neg(self.times(s, da)))
        unit = (one, self.zero)
        top, bottom = {
            "sin": (sine, unit),
            "cos": (cosine, unit),
            "tan": (sine, cosine),
            "cot": (cosine, sine),
            "sec": (unit, cosine),
            "csc": (unit, sine),
        }[name]
        return top if bottom is unit else self.binary("/", top, bottom)

    def inverse(self, name: str, a: Any, da: Any) -> Pair:
        lib, bits, one = self.lib, self.bits, self.one
        if name == "arctan":
            self.moderate(a, 2000)
            return lib.mpf_atan(a, bits), self.over(da, lib.mpf_add(one, self.times(a, a), bits))
        rest = lib.mpf_sub(one, self.times(a, a), bits)
        if rest[0] or rest == self.zero:
            raise Undefined("The expression has no real value.")
        slope = self.over(da, lib.mpf_sqrt(rest, bits))
        if name == "arcsin":
            return lib.mpf_asin(a, bits), slope
        return lib.mpf_acos(a, bits), lib.mpf_neg(slope)
