"""Formulas of one variable as prompts and answers print them, worked out by Python on mpmath's or NumPy's numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
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


def same(*texts: str, digits: int = 9, **names: Any) -> bool:
    """Whether formulas have one value where their names have some values; x is 0.3 if it is not among them."""
    first, *others = (of(text, **{"x": mpmath.mpf("0.3"), **names}) for text in texts)
    return all(abs(first - other) <= max(1e-3, abs(first)) * 10**-digits for other in others)


def begins(text: str, beginning: str, at_most: int = 12) -> bool:
    """Whether a function's Taylor series at 0 begins like a polynomial, up to the power that it ends with."""
    polynomial = beginning.removesuffix(" + ...")
    most = max([int(n) for n in re.findall(r"x\^([0-9]+)", polynomial)] + [1 if "x" in polynomial else 0])
    assert most <= at_most
    with mpmath.workdps(120):
        pairs = zip(taylor(text, 0, most), taylor(polynomial, 0, most), strict=True)
        return all(close(a, b, 15) for a, b in pairs)


def follows(line: str, rules: Mapping[str, Callable[..., Any] | None]) -> None:
    """Check that a worked line is of one of some forms, and that what is known of that form holds for its parts."""
    for form, rule in rules.items():
        if match := re.fullmatch(form, line):
            assert rule is None or rule(*match.groups()), line
            return
    raise AssertionError(f"of no known form: {line}")


def _is_power(f: str, exponent: str) -> bool:
    """Whether a function is a multiple of a power of x."""
    return same(f, f"c*exp(({exponent})*ln(x))", c=of(f, x=mpmath.mpf(1)))


def _raised(f: str, old: str, new: str, divisor: str) -> bool:
    return _is_power(f, old) and same(f"{old} + 1", new, divisor)


def _substituted(f: str, u: str, du: str, factor: str, h: str, whole: str) -> bool:
    x = mpmath.mpf("0.3")
    at = of(u, x=x)
    return (
        abs(slope(u, x) - of(du, x=x)) < 1e-9
        and same(f, f"{factor}*({du})*h", h=of(h, u=at))
        and abs(of(whole, u=mpmath.mpc(at, STEP)).imag / STEP - of(h, u=at)) < 1e-9
    )


def _by_parts(f: str, name: str, steps: str, whole: str) -> bool:
    pairs = [step.split(" with ") for step in steps.split("; ")]
    total = " + ".join(f"({'-' if n % 2 else ''}1)*({p})*({g})" for n, (p, g) in enumerate(pairs))
    x = mpmath.mpf("0.3")
    slopes_fit = all(
        abs(slope(p, x) - (of(q[0], x=x) if q else 0)) < 1e-9
        for (p, _), q in zip(pairs, [*pairs[1:], None], strict=True)
    )
    return slopes_fit and same(total, whole) and same(f, f"({pairs[0][0]})*{f[f.rindex(name) :]}")


def _logarithm_by_parts(f: str, v: str, rest: str) -> bool:
    x = mpmath.mpf("0.3")
    return same(f"({v})/x", rest) and same(
        f, "c*s*ln(x)", c=of(f, x=mpmath.e) / slope(v, mpmath.e), s=slope(v, x)
    )


def _arctangent(f: str, text: str, whole: str) -> bool:
    u = mpmath.mpf("0.3")
    return bool(abs(of(whole, u=mpmath.mpc(u, STEP)).imag / STEP - of(text, u=u)) < 1e-9)


def integrated(line: str) -> tuple[str, str]:
    """The summand that a worked line integrates and its antiderivative, after a check of how it says that it does."""
    f, text = line.split(": ", 1)
    how, whole = text.rsplit("; this gives ", 1)
    with mpmath.workdps(100):
        x = mpmath.mpf("0.3")
        assert abs(slope(whole, x) - of(f, x=x)) < 1e-9 * max(1, abs(of(f, x=x))), line
        square, number = r"([^;]+) = ([^;]+?)", r"(\(?-?[0-9/]+\)?)"
        arctan = r"the integral of (\S+/\(u\^2 \+ [0-9]+\)) is (\S+)"
        follows(
            how,
            {
                "a constant gives a multiple of x": lambda: _is_power(f, "0"),
                "1/x gives ln\\(x\\)": lambda: _is_power(f, "-1"),
                r"1/sqrt\(x\) gives 2\*sqrt\(x\)": lambda: _is_power(f, "-1/2"),
                "raise the exponent to ([0-9]+) and divide by ([0-9]+)": lambda new, by: _raised(
                    f, f"{new} - 1", new, by
                ),
                r"as x\^\((-[0-9]+)\): raise the exponent to (-[0-9]+) and divide by (-[0-9]+)": lambda *n: (
                    _raised(f, *n)
                ),
                r"as x\^\(([0-9]+/2)\): raise the exponent to ([0-9]+/2), divide by it": lambda old, new: (
                    _raised(f, old, new, new)
                ),
                rf"with u = (.+), du = (.+) dx: {number} times the integral of (.+) du, which is (.+)": (
                    lambda *parts: _substituted(f, *parts)
                ),
                "by parts, derivatives of the polynomial with antiderivatives of ([a-z]+): (.+); multiply the pairs "
                r"with signs \+ - \+ -": lambda name, steps: _by_parts(f, name, steps, whole),
                r"by parts with u = ln\(x\), v = (.+): u\*v minus the integral of (.+)": (
                    lambda *parts: _logarithm_by_parts(f, *parts)
                ),
                rf"{square}, and the fraction is (.+)": lambda a, b, split: same(a, b) and same(f, split),
                rf"{square}: {arctan}": lambda a, b, *parts: same(a, b) and _arctangent(f, *parts),
                rf"the numerator is (.+); {square}: {arctan}": lambda top, a, b, *parts: (
                    same(a, b) and same(f, f"({top})/({a})") and _arctangent(f, *parts)
                ),
                r"by parts twice the integral comes back; solving for it divides by (.+) = ([0-9]+)": same,
                "the product is (.+)": lambda product: same(f, product),
            },
        )
    return f, whole
