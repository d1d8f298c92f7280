"""The real values of formulas with functions, with as many digits as asked for, for solvers.

mpmath does the arithmetic (imported when first needed). Nothing here knows a rule of calculus: solvers work by
differences, sums and values close to a point.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .formula_reader import Tree
from .formula_trees import is_a

FUNCTIONS = (
    *("sqrt", "exp", "ln", "log", "abs", "arcsin", "arctan"),
    *("sin", "sen", "cos", "tan", "sec", "csc", "cot"),
)
"""The functions that are worked out; ``log`` is the natural logarithm, ``sen`` the sine."""

Code = tuple[Any, ...]
"""A formula in postfix order: numbers, names, functions, the binary operators and ``neg``."""

_LARGEST_EXPONENT = 10**80
_LARGEST_POWER = 10**9  # the logarithm of a power beyond which it is not worked out
_LARGEST_ARGUMENT = 10**18
_MPMATH = {"ln": "ln", "log": "ln", "sen": "sin", "arcsin": "asin", "arctan": "atan"}


@lru_cache(maxsize=1)
def context() -> Any:
    """An mpmath context of our own: the precision of the shared one belongs to everybody."""
    from mpmath.ctx_mp import MPContext

    return MPContext()


def code_of(tree: Tree) -> Code:
    """A tree in postfix order; without recursion, because chains of quotients are deep."""
    found: list[Any] = []
    waiting: list[tuple[Tree, bool]] = [(tree, False)]
    while waiting:
        top, is_word = waiting.pop()
        if is_word or not isinstance(top, tuple):
            found.append(top)
            continue
        kind, first, *rest = top
        steps: list[tuple[Tree, bool]] = [(first, False)]
        for part in rest:
            minus = kind == "+" and is_a(part, "neg")
            steps += [(part[1] if minus else part, False), ("-" if minus else kind, True)]
        waiting += reversed(steps if rest else [*steps, (kind, True)])
    return tuple(found)


def value(
    code: Code, point: Mapping[str, Any], digits: int, *, huge: Any = None, zero_to_zero: Any = None
) -> Any:
    """The real value of a formula at a point, with about so many digits; None if it has none.

    Args:
        code: the formula.
        point: values by name; ``pi`` and ``e`` are known.
        digits: decimal digits to calculate with.
        huge: what is returned where a number on the way is too large to go on with.
        zero_to_zero: the value of 0^0; None for no value.
    """
    mp = context()
    mp.dps = digits
    stack: list[Any] = []
    for word in code:
        if isinstance(word, int):
            stack.append(mp.mpf(word))
        elif isinstance(word, Fraction):
            stack.append(mp.mpf(word.numerator) / word.denominator)
        elif word in point:
            stack.append(point[word])
        elif word in ("pi", "e"):
            stack.append(+getattr(mp, word))
        elif word == "neg":
            stack[-1] = -stack[-1]
        else:
            b = stack.pop()
            result = _binary(mp, word, stack.pop(), b) if word in "+-*/^" else _function(mp, word, b)
            if result is _HUGE:
                return huge
            result = zero_to_zero if result is _ZERO_TO_ZERO else result
            if result is None:
                return None
            stack.append(result)
    return stack[0]


_HUGE, _ZERO_TO_ZERO = object(), object()


def _binary(mp: Any, kind: str, a: Any, b: Any) -> Any:
    if kind == "+":
        return a + b
    if kind == "-":
        return a - b
    if kind == "*":
        return a * b
    if kind == "/":
        return a / b if b else None
    if not a:
        return a if b > 0 else None if b else _ZERO_TO_ZERO
    whole = mp.isint(b)
    if a < 0 and not whole:
        return None
    if abs(b) > _LARGEST_EXPONENT or abs(b * mp.ln(abs(a))) > _LARGEST_POWER:
        return _HUGE
    return a ** (int(b) if whole and abs(b) < 1000 else b)


def _function(mp: Any, name: str, a: Any) -> Any:
    if name in ("ln", "log"):
        return mp.ln(a) if a > 0 else None
    if name == "sqrt":
        return mp.sqrt(a) if a >= 0 else None
    if name == "abs":
        return abs(a)
    if name == "arcsin" and abs(a) > 1:
        return None
    if abs(a) > _LARGEST_ARGUMENT and name != "arctan":
        return _HUGE
    try:
        return getattr(mp, _MPMATH.get(name, name))(a)
    except ZeroDivisionError:  # a pole
        return None


def close(a: Any, b: Any, digits: int) -> bool:
    """Whether two values exist and agree to so many digits (absolutely, where they are small)."""
    if a is None or b is None:
        return False
    mp = context()
    return bool(abs(a - b) <= max(1, abs(a), abs(b)) * mp.mpf(10) ** -digits)
