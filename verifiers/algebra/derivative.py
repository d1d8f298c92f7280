r"""Checks a derivative: every form that is equal to it is right.

The derivative is worked out here from the function's text; nobody's answer is known. A rational answer to a
rational function is compared by its values modulo two large primes, which is exact but for a chance of about
1 in 10^30. Others are compared at real points with 120 digits and more; two functions that agree to 90 digits at
six points are taken for equal. One point depends on the answer itself, so that no answer can be fitted to the
points. Where the derivative exists the answer must have a value; points without one are never agreement.

Plain text and simple LaTeX are read: ``2x``, ``2*x^2``, ``x**2``, ``sin(x)``, ``\sin x``, ``e^{2x}``,
``\frac{1}{x}``, ``\sqrt{x}``, with ``f'(x) =`` in front if you like.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

from ..answers.formulas import stated
from ..base import Reason, Verdict, correct, illegal, unparsable, wrong
from ..expressions import Undefined, Unreadable, read
from .tape import GRAMMAR, OutOfRange, Tape

PRIMES = (2**61 - 1, 2**89 - 1)
BITS = 400  # of working precision: 120 digits
AGREEMENT = 300  # bits that must agree: 90 decimal digits, so that a large term does not hide a small one
STABLE = 60  # bits in which two precisions must agree before a difference is believed
POINTS = 5
_CANDIDATES = 40

_LEFT_SIDES = frozenset(
    (
        "f'(x)",
        "f'",
        "y'",
        "y'(x)",
        "dy/dx",
        "df/dx",
        "d/dxf(x)",
        "d/dx(f(x))",
        "d/dx[f(x)]",
        r"\frac{dy}{dx}",
        r"\frac{df}{dx}",
        r"\frac{d}{dx}f(x)",
        r"\frac{d}{dx}(f(x))",
        r"\frac{d}{dx}[f(x)]",
        "f^{'}(x)",
        r"f^{\prime}(x)",
        r"f^\prime(x)",
        r"f\prime(x)",
        "df(x)/dx",
        r"\frac{df(x)}{dx}",
        "derivative",
        "thederivative",
    )
)
_UNDECIDED = Verdict(0.0, Reason.UNDECIDED, "The expression could not be compared; write it in a simpler form.")


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, an expression in x."""
    text = stated(answer, sides=_LEFT_SIDES)
    if "=" in text:
        return unparsable("Give one expression in x, without an equals sign.")
    tape = Tape()
    try:
        position = read(text, GRAMMAR, tape)
    except Unreadable as error:
        return unparsable(str(error))
    except Undefined as error:
        return illegal(str(error))
    return _compared(payload["function"], tape, position, text)


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    forms = [
        f"f'(x) = {answer}",
        answer.replace("^", "**"),
        answer.replace(" ", ""),
        answer.upper(),
        f"({answer}).",
        f"{answer} + 0",
        answer.replace("*", " \\cdot ").replace("sin", "\\sin").replace("ln", "\\ln").replace("cos", "\\cos"),
        answer.replace("(", "\\left(").replace(")", "\\right)"),
        answer.replace("*", "\u00b7").replace("-", "\u2212"),
        f"\\frac{{{answer}}}{{1}}",
        f"3({answer}) - 2({answer})",
    ]
    if "/" not in answer and "^" not in answer:
        forms.append(answer.replace("*", ""))
    return forms


@lru_cache(maxsize=1024)
def _reference(function: str) -> tuple[Tape, int]:
    """The function on a tape, and the position of its derivative there."""
    tape = Tape()
    position = read(function, GRAMMAR, tape)
    return tape, tape.derivative(position)


@lru_cache(maxsize=8192)
def _slope_at(function: str, x: Fraction) -> Any:
    """The derivative at x; None if there is none, or if digits were lost on the way to it."""
    tape, slope = _reference(function)
    try:
        rough, value = tape.real(slope, x, BITS), tape.real(slope, x, BITS + 64)
    except (Undefined, OutOfRange):
        return None
    return value if _close(value, rough, AGREEMENT) else None


def _compared(function: str, tape: Tape, position: int, text: str) -> Verdict:
    reference, slope = _reference(function)
    own = f"{function}\n{text}"
    needed = POINTS
    if reference.rational and tape.rational:
        verdict = _compared_exactly(reference, slope, tape, position, own)
        if verdict is not None:
            return verdict
        needed = 1  # the primes have decided; one real point rules out multiples of both
    # First at points that belong to the function, then at one that depends on the answer as well.
    for source, wanted in ((function, needed), (own, 1)):
        agreed = 0
        for x, value in islice(_good_points(function, source), wanted + 3):
            same = _agree(tape, position, x, value)
            if same is False:
                return wrong("This is not the derivative.")
            agreed += same is True
            if agreed == wanted:
                break
        if agreed < wanted:
            return _UNDECIDED
    return correct()


def _good_points(function: str, source: str) -> Iterator[tuple[Fraction, Any]]:
    """Points, chosen by `source`, where the function has a derivative, and the derivative there."""
    for x in _candidates(source):
        value = _slope_at(function, x)
        if value is not None:
            yield x, value


def _compared_exactly(reference: Tape, slope: int, tape: Tape, position: int, own: str) -> Verdict | None:
    """The verdict on two rational functions that differ or cannot be compared; None if they are equal."""
    for prime in PRIMES:
        agreed = 0
        for number in _numbers(own, 8):
            wanted, given = (
                reference.modulo(slope, number % prime, prime),
                tape.modulo(position, number % prime, prime),
            )
            if wanted is None or given is None:
                continue
            if wanted != given:
                return wrong("This is not the derivative.")
            agreed += 1
            if agreed == 2:
                break
        if agreed < 2:
            return illegal("The expression divides by zero.")
    return None


def _agree(tape: Tape, position: int, x: Fraction, value: Any) -> bool | None:
    """Whether the answer has this value at x; False also if it has none there; None if that is unclear."""
    try:
        first = tape.real(position, x, BITS)
        if _close(first, value, AGREEMENT):
            return True
        second = tape.real(position, x, 3 * BITS)  # were digits lost by cancellation?
    except Undefined:
        return False
    except OutOfRange:
        return None
    if _close(second, value, AGREEMENT):
        return True
    return False if _close(first, second, STABLE) else None


def _close(a: Any, b: Any, bits: int) -> bool:
    """Whether two raw mpmath numbers agree in so many leading bits."""
    from mpmath import libmp

    if a == b:
        return True
    difference = libmp.mpf_sub(a, b, 64)
    return bool(difference[2] + difference[3] <= max(a[2] + a[3], b[2] + b[3]) - bits) and libmp.fzero not in (
        a,
        b,
    )


def _numbers(text: str, count: int) -> Iterator[int]:
    """Numbers of 120 bits that depend on the text alone."""
    for i in range(count):
        yield int.from_bytes(hashlib.blake2b(f"{i}\n{text}".encode(), digest_size=15).digest(), "big")


def _candidates(text: str) -> Iterator[Fraction]:
    """Points between -2 and 2 that depend on the text alone; two of three are positive."""
    for i, number in enumerate(_numbers(text, _CANDIDATES)):
        x = Fraction(1 + number % 199_999, 100_003)
        yield -x if i % 3 == 2 else x
