r"""Checks an antiderivative by differentiating it: every one that has the integrand for its derivative is right.

Nobody's answer is known here. Answer and integrand are compared at points x > 0 with 120 digits: a derivative that
agrees with the integrand to 60 digits at six points is taken for equal to it. One point depends on the answer itself,
so that no answer can be fitted to the points; and an expression that may be another function elsewhere on x > 0 is
refused (see `branches`). The letter C is a constant: its value changes from point to point.

Plain text and simple LaTeX are read: ``2x``, ``x**2``, ``\frac{1}{x}``, ``\ln|x|``, ``arctan(x)``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..answers import plain
from ..answers.formulas import formula
from ..answers.wrapping import without_text_commands
from ..base import Reason, Verdict, correct, illegal, unparsable, wrong
from ..expressions import Undefined, Unreadable, read
from .branches import obstacle
from .slopes import GRAMMAR, OutOfRange, Program

BITS = 400
MORE_BITS = 1200
AGREEMENT = 200  # bits that must agree
POINTS = 6
_CANDIDATES = 18
_LEFT = re.compile(
    r"\s*(?:[Ff]\s*\(\s*x\s*\)|[Ff]|[yY](?:\s*\(\s*x\s*\))?|I(?:\s*\(\s*x\s*\))?|(?:\\int|\u222b)[^=]{1,300})\s*=(?!=)"
)
_CONSTANT = re.compile(
    r"[\s,;.]*\(?\s*(?:where|with|and|for)?\s*\bC\b\s*(?:is|being|=|denotes|\\in\s*\\mathbb\s*\{?R\}?|\u2208\s*\u211d)"
    r"(?:\s*(?:an?|any|the|some|arbitrary|real|constants?|number|of|integration))*\s*\)?\s*$",
    re.IGNORECASE,
)
_CONSTANT_NAME = re.compile(r"\b[Cc]_?\{?[0-9]\}?(?![0-9a-zA-Z])|\bconst(?:ant)?\b\.?", re.IGNORECASE)
_BARS = re.compile(r"\\?\|")
_UNDECIDED = Verdict(0.0, Reason.UNDECIDED, "The expression could not be compared; write it in a simpler form.")


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, an expression in x, with or without ``+ C``."""
    if len(answer) > 4096:
        return unparsable("The answer is too long.")
    text = formula(without_text_commands(plain(answer)))
    if tail := _CONSTANT.search(text[-120:]):
        text = text[: len(text) - len(text[-120:]) + tail.start()]
    text = _CONSTANT_NAME.sub("C", text)
    if match := _LEFT.match(text):
        text = text[match.end() :]
    program = Program()
    try:
        position = read(_without_bars(text), GRAMMAR, program)
    except Unreadable as error:
        return unparsable(str(error))
    except Undefined as error:
        return illegal(str(error))
    program.code.append(("+", position, program.number("0")))  # the whole expression is to be the last
    if problem := obstacle(program):
        return unparsable(problem)
    return _compared(payload["integrand"], program, text)


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    bare = answer.removesuffix(" + C")
    return [
        bare,
        f"F(x) = {answer}",
        f"{bare} + c",
        f"{bare} - 17/3",
        f"C + {bare}.",
        answer.replace("^", "**"),
        answer.replace(" ", ""),
        answer.replace("ln(x)", "ln|x|"),
        re.sub(r"ln\(([^()]*)\)", r"\\ln|\1|", answer),
        answer.replace("*", "\u00b7").replace("-", "\u2212"),
        answer.replace("(", "\\left(").replace(")", "\\right)"),
        f"\\frac{{3({bare})}}{{3}} + C",
        f"3({bare}) - 2({bare})",
        f"sin(x)^2 + {bare} + cos(x)^2",
    ]


def _without_bars(text: str) -> str:
    r"""``|u|`` as ``(abs(u))``; bars stand in pairs and not in each other."""
    text = text.replace("\\left|", "|").replace("\\right|", "|").replace("\\lvert", "|").replace("\\rvert", "|")
    pieces = _BARS.split(text)
    if len(pieces) % 2 == 0:
        raise Unreadable("The bars of absolute values do not match.")
    return "".join(f"(abs({piece}))" if i % 2 else piece for i, piece in enumerate(pieces))


@lru_cache(maxsize=1024)
def _integrand(text: str) -> Program:
    program = Program()
    position = read(text, GRAMMAR, program)
    program.code.append(("+", position, program.number("0")))
    return program


@lru_cache(maxsize=8192)
def _value(integrand: str, x: Fraction, bits: int) -> Any:
    """The integrand at x; None if it has no value there."""
    try:
        return _integrand(integrand).run(x, Fraction(0), bits)[0]
    except (Undefined, OutOfRange):
        return None


def _compared(integrand: str, program: Program, own: str) -> Verdict:
    agreed = 0
    for turn, x in enumerate(_points(integrand, own)):
        found = _agrees(integrand, program, x, Fraction(turn + 1, 7))
        if found is False:
            return wrong("The derivative of this expression is not the function that was given.")
        agreed += found is True
        if agreed == POINTS:
            return correct()
    return _UNDECIDED


def _agrees(integrand: str, program: Program, x: Fraction, constant: Fraction) -> bool | None:
    """Whether the answer's derivative is the integrand's value at x; None if that is unclear."""
    for bits in (BITS, MORE_BITS):
        wanted = _value(integrand, x, bits)
        if wanted is None:
            return None
        try:
            slope = program.run(x, constant, bits)[1]
        except Undefined:
            return False
        except OutOfRange:
            return None
        if _close(slope, wanted):
            return True
    return False


def _close(a: Any, b: Any) -> bool:
    """Whether two raw mpmath numbers agree, in leading bits or, where they are small, absolutely."""
    from mpmath import libmp

    if a == b:
        return True
    difference = libmp.mpf_sub(a, b, 64)
    size = max(a[2] + a[3], b[2] + b[3]) if libmp.fzero not in (a, b) else -AGREEMENT
    return bool(difference[2] + difference[3] <= size - AGREEMENT)


def _points(integrand: str, own: str) -> Iterator[Fraction]:
    """Points between 0 and 3: one that depends on the answer, the others on the integrand alone."""
    texts = [own.encode("utf-8", "replace"), *(f"{i}\n{integrand}".encode() for i in range(_CANDIDATES))]
    for text in texts:
        number = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
        yield Fraction(1 + number % 299_999, 100_003)
