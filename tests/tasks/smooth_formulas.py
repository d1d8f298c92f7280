"""Formulas of one variable as prompts and answers print them, worked out by Python on mpmath's or NumPy's numbers."""

from __future__ import annotations

import re
from typing import Any

import mpmath
import numpy
from formulas import value

RATIONAL_FORM = "Give the exact value: an integer or a fraction in lowest terms, such as -3/4."
NAMES = {"ln": "log", "arctan": "atan", "factorial": "factorial"} | {
    n: n for n in ("sin", "cos", "tan", "exp", "sqrt")
}
STEP = mpmath.mpf("1e-60")


def python(text: str) -> str:
    """The text without the two signs that Python lacks."""
    return re.sub(r"\|(.*?)\|", r"abs(\1)", text).replace("n!", "factorial(n)")


def of(text: str, **names: Any) -> Any:
    """The value of a formula for numbers of mpmath."""
    known = {name: getattr(mpmath, attribute) for name, attribute in NAMES.items()}
    return value(python(text), mpmath.mpf, **known, e=+mpmath.e, pi=+mpmath.pi, abs=abs, **names)


def of_floats(text: str, **names: Any) -> Any:
    """The value of a formula for floats, or arrays of them."""
    known = {name: getattr(numpy, name) for name in ("sin", "cos", "tan", "exp", "sqrt", "arctan")}
    return value(python(text), float, **known, ln=numpy.log, e=numpy.e, pi=numpy.pi, abs=abs, **names)


def slope(text: str, x: Any, **names: Any) -> Any:
    """The derivative at a real number, by a complex step."""
    return of(text, x=mpmath.mpc(x, STEP), **names).imag / STEP


def taylor(text: str, at: Any, most: int, radius: str = "1e-6", points: int = 12) -> list[Any]:
    """The Taylor coefficients up to x^most, by Cauchy's integral over a small circle around a point."""
    turns = [mpmath.expjpi(mpmath.mpf(2 * k) / points) for k in range(points)]
    r = mpmath.mpf(radius)
    values = [of(text, x=at + r * turn) for turn in turns]
    return [
        sum(v * turns[-k * n % points] for k, v in enumerate(values)).real / points / r**n
        for n in range(most + 1)
    ]


def close(a: Any, b: Any, digits: int = 25) -> bool:
    """Whether two numbers agree to so many digits, absolutely where they are small."""
    return bool(abs(a - b) <= max(1, abs(b)) * mpmath.mpf(10) ** -digits)
