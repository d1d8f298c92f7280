"""A second opinion on the labels of the pairs: a plain reader of numbers and formulas, and sympy to compare.

It shares nothing with the verifier. It reads only texts that stand in this repository, and refuses whatever it is
not sure about: sets, units, words, equations, anything huge.
"""

from __future__ import annotations

import re
from typing import Any

import sympy
from pairs import Pair
from sympy.parsing.sympy_parser import (
    implicit_multiplication_application,
    parse_expr,
    standard_transformations,
)

# Categories whose rows are plain values or formulas in most cases.
READ = {
    "fraction",
    "decimal",
    "percent",
    "radical",
    "scientific",
    "mixed_number",
    "thousands",
    "repeating_decimal",
    "complex",
    "algebra",
    "unicode",
    "extract_boxed",
}
_SPACES = re.compile(r"\\[,;:! ]|[$\s]+|\\displaystyle|\\left|\\right")
_GROUP = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
# Signs of another kind of answer, and what people write in more than one sense.
_UNSURE = re.compile(
    r"[=<>@#!|?_]|\\pm|\\text|\\begin|[eE][0-9+-]|[0-9]e$|[0-9] [0-9]+$|\.[0-9]*\.|\. |\.\(|(?<![.0-9])0[0-9]| x "
    r"|^\([0-9,]+\)$|[0-9]\\,\\frac|\]\{-|\bd[xy]\b|\^\{?-?[0-9]{3}"
)
_NAMES = {"sqrt", "sin", "cos", "tan", "log", "ln", "pi", "root", "atan"}
_STEPS: tuple[tuple[str, str], ...] = (
    (r"\\[dtc]frac", r"\\frac"),
    (r"\\frac([0-9])([0-9])", r"\\frac{\1}{\2}"),
    (r"\\frac([0-9])\{", r"\\frac{\1}{"),
    (r"\\sqrt([0-9])", r"\\sqrt{\1}"),
    (r"([0-9]+)\s*\\frac\{([0-9]+)\}\{([0-9]+)\}", r"(\1+(\2)/(\3))"),
    (r"^(-?)([0-9]+) ([0-9]+)/([0-9]+)(?=%?$)", r"\1(\2+(\3)/(\4))"),
)
_POINTS = (sympy.Rational(7, 3), sympy.Rational(-5, 11), sympy.Rational(13, 17), sympy.Rational(-97, 8))


def audited(pair: Pair) -> bool | None:
    """Whether sympy finds the two sides of a pair equal; None if they are not both plain formulas."""
    if pair.category not in READ or pair.options:
        return None
    imaginary = pair.category == "complex"
    gold, response = value(pair.gold, imaginary), value(pair.response, imaginary)
    # A percent sign and a bare number may be equal as values and still differ as answers, but not here: 50% is 0.5.
    return None if gold is None or response is None else equal(gold, response)


def value(text: str, imaginary: bool = False) -> Any:
    """The sympy expression a text stands for, or None where this reader is not sure."""
    if len(text) > 90 or not text.isascii() or _UNSURE.search(text.strip()):
        return None
    text = re.sub(r"(?<![0-9])([0-9]{1,3})((?:,[0-9]{3})+)(?![0-9])", _joined, text.strip())
    if "," in text.replace(r"\,", "") or "..." in text:
        return None
    for pattern, new in _STEPS:
        text = re.sub(pattern, new, text)
    percent = re.search(r"\\?%\$?$", text)
    text = _SPACES.sub("", re.sub(r"\\?%", "", text) if percent else text)
    text = _formula(_repeating(text))
    if text is None or not re.fullmatch(r"[0-9a-zA-Z+\-*/^().,]+", text):
        return None
    words = re.findall(r"[a-zA-Z]+", text)
    if any(len(word) > 2 and word not in _NAMES for word in words):
        return None
    # Anything with an exponent of more than two digits, or a power of a power, is not for this reader.
    if re.search(r"\^\(?-?[0-9.]{4}|\^\(*[^()*+/-]*\^|\)\^\(*[0-9]{3}", text):
        return None
    try:
        names: dict[str, Any] = {
            "ln": sympy.log,
            "e": sympy.E,
            "i": sympy.I if imaginary else sympy.Symbol("i"),
        }
        transformations = (*standard_transformations, implicit_multiplication_application)
        # This is our own text, from the files beside this one.
        read = parse_expr(_decimals(text).replace("^", "**"), names, transformations)
    except (SyntaxError, TypeError, ValueError, AttributeError):
        return None
    if not isinstance(read, sympy.Expr) or read.has(sympy.zoo, sympy.nan):
        return None
    return read / 100 if percent else read


def equal(first: Any, second: Any) -> bool:
    """Whether two expressions agree, to 50 digits, at several points."""
    letters = sorted((first - second).free_symbols, key=str)
    for shift in range(len(_POINTS)):
        chosen = {letter: _POINTS[(shift + i) % len(_POINTS)] for i, letter in enumerate(letters)}
        difference = (first - second).subs(chosen)
        if difference != 0 and abs(sympy.N(difference, 60, maxn=400)) > sympy.Float("1e-50"):
            return False
    return True


def _joined(match: re.Match[str]) -> str:
    return match[0].replace(",", "")


def _decimals(text: str) -> str:
    """Decimals as exact fractions."""
    return re.sub(r"([0-9]*)\.([0-9]+)", lambda m: f"({int(m[1] + m[2])}/10**{len(m[2])})", text)


def _repeating(text: str) -> str:
    def exact(match: re.Match[str]) -> str:
        whole, fixed, period = match[1] or "0", match[2], match[3]
        scale, nines = 10 ** len(fixed), 10 ** len(period) - 1
        return f"({int(whole + fixed)}/{scale}+{int(period)}/{scale * nines})"

    return re.sub(r"([0-9]*)\.([0-9]*)\\overline\{([0-9]+)\}", exact, text)


def _formula(text: str) -> str | None:
    """Commands and braces replaced by functions and parentheses, from the inside out."""
    text = text.replace("{,}", "").replace(r"\cdot", "*").replace(r"\times", "*").replace("**", "^")
    for _ in range(12):
        before = text
        text = re.sub(rf"\\sqrt\[([0-9]+)\]{_GROUP}", r"root(\2,\1)", text)
        text = re.sub(rf"\\sqrt{_GROUP}", r"sqrt(\1)", text)
        text = re.sub(rf"\\frac{_GROUP}{_GROUP}", r"((\1)/(\2))", text)
        text = re.sub(rf"\^{_GROUP}", r"^(\1)", text)
        if text == before:
            break
    text = re.sub(r"\\(pi|sin|cos|tan|ln)\b", r" \1 ", text).replace(" ", "")
    # A function without parentheses, or a command left over, is read in more than one way.
    if "\\" in text or re.search(r"(sin|cos|tan|ln|log)[^(]", text):
        return None
    return re.sub(r"\{([^{}]*)\}", r"(\1)", text).replace("{", "(").replace("}", ")")
