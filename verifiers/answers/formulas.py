r"""Formulas as people and models write them, brought to what the small parser reads (`rlvr.verifiers.expressions`).

Only writing is changed, never meaning: ``x²`` is ``x^2``, ``×`` is ``*``, ``\operatorname{arctan}`` and ``\tan^{-1}``
are ``arctan``, ``½`` is ``(1/2)``, ``√2`` is ``sqrt(2)``. What has two readings stays as it is, and the parser
refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from .signs import normal_signs, ungrouped
from .wrapping import plain

MAX_CHARS = 8192

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿˣ", "0123456789+-()nx", strict=True))
_RUN = re.compile(f"[{''.join(_RAISED)}]+")
_UP = str.maketrans(_RAISED)
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u00d7\u2715\u2a2f\u22c5\u00b7\u2219\u2217\u2022", "*"),
        **dict.fromkeys("\u00f7\u2215\u2044", "/"),
        "\u03c0": " pi ",
        "\U0001d70b": " pi ",
        "\u221e": " oo ",
        "\u212f": "e",
        "\u2147": "e",
        "\u2148": "i",
        "\u00bd": "(1/2)",
        "\u2153": "(1/3)",
        "\u2154": "(2/3)",
        "\u00bc": "(1/4)",
        "\u00be": "(3/4)",
        "\u2155": "(1/5)",
        "\u2156": "(2/5)",
        "\u2157": "(3/5)",
        "\u2158": "(4/5)",
        "\u2159": "(1/6)",
        "\u215a": "(5/6)",
        "\u215b": "(1/8)",
        "\u215c": "(3/8)",
        "\u215d": "(5/8)",
        "\u215e": "(7/8)",
    }
)
_ROOT = re.compile(r"\u221a\s*(?:([0-9]+|[A-Za-z])|\()")
_NAMED = re.compile(r"\\(?:operatorname|mathrm|text|mathit|textrm)\*?\s*\{\s*([A-Za-z]+)\s*\}")
_INVERSE = re.compile(r"\\?(sin|cos|tan)\s*\^\s*(?:\{\s*-\s*1\s*\}|\(\s*-\s*1\s*\))")
_SMALL_FRACTION = re.compile(
    r"\\[dtc]?frac\s*(?:([0-9])\s*([0-9])|\{([^{}]{1,40})\}\s*([0-9])|([0-9])\s*\{([^{}]{1,40})\})(?![0-9])"
)
_SIZES = re.compile(
    r"\\(?:[bB]igg?[lrm]?|displaystyle|textstyle|limits|nolimits|,|;|:|!|quad|qquad)(?![a-zA-Z])|(?<!\\)~"
)
_LATEX_SIGNS = (
    ("\\lvert", "|"),
    ("\\rvert", "|"),
    ("\\vert", "|"),
    ("\\left|", "|"),
    ("\\right|", "|"),
    ("\\mid", "|"),
    ("\\left", ""),
    ("\\right", ""),
    ("\\{", "("),
    ("\\}", ")"),
    ("\\ast", "*"),
    ("\\cdotp", "*"),
    ("\\arcsin", "arcsin"),
    ("\\arccos", "arccos"),
    ("\\arctan", "arctan"),
    ("\\infty", "oo"),
)


def formula(text: str) -> str:
    """The formula that an answer states, as text for `expressions.read`.

    A text of more than `MAX_CHARS` characters comes back as it is.
    """
    if len(text) > MAX_CHARS:
        return text
    text = ungrouped(plain(text), spaces=False)
    if not text.isascii():
        text = normal_signs(_RUN.sub(lambda run: f"^({run.group().translate(_UP)})", text).translate(_LOWERED))
        text = _ROOT.sub(lambda found: f"sqrt({found[1]})" if found[1] else "sqrt(", text).translate(_PLAIN)
        if any("\U0001d400" <= sign <= "\U0001d7ff" or sign == "\u210e" for sign in text):
            text = "".join(map(_upright, text))
    if "\\" in text:
        text = _NAMED.sub(r"\1", text)
        text = _SMALL_FRACTION.sub(_fraction, text)
        text = _SIZES.sub(" ", text)
        for sign, instead in _LATEX_SIGNS:
            if sign in text:
                text = (
                    re.sub(re.escape(sign) + r"(?![a-zA-Z])", instead, text)
                    if sign[-1].isalpha()
                    else text.replace(sign, instead)
                )
    if "^" in text:
        text = _INVERSE.sub(r"arc\1", text)
    return text.strip()


def _fraction(match: re.Match[str]) -> str:
    top = match[1] or match[3] or match[5]
    bottom = match[2] or match[4] or match[6]
    return f"\\frac{{{top}}}{{{bottom}}}"


def _upright(sign: str) -> str:
    """The Latin letter of an italic one of mathematics."""
    if sign == "\u210e":
        return "h"
    code = ord(sign)
    if 0x1D434 <= code < 0x1D434 + 26:
        return chr(65 + code - 0x1D434)
    if 0x1D44E <= code < 0x1D44E + 26:
        return chr(97 + code - 0x1D44E)
    return sign


_LETTER = r"[A-Za-z](?:_?\{?[0-9]\}?)?(?:'|\\prime|\^\{?\\prime\}?|\^\{?-1\}?|\^\(-1\))?"
_LEFT = re.compile(
    rf"\s*(?:{_LETTER}|\(\s*{_LETTER}(?:\s*(?:\\circ|∘|o)\s*{_LETTER}){{1,4}}\s*\)|{_LETTER}(?:\s*(?:\\circ|∘)\s*{_LETTER}){{1,4}})"
    rf"(?:\s*\(\s*{_LETTER}){{0,12}}(?:\s*\(\s*[-A-Za-z0-9, /]{{1,16}}\s*\)[\s)]*)?\s*"
    r"|\s*\|\s*[a-z]\s*\|\s*(?:\^\s*\{?2\}?)?\s*|\s*(?:\\?(?:Re|Im|overline|bar)\s*[({]\s*[a-z]\s*[)}])\s*"
)


def stated(text: str, *, sides: Collection[str] | None = None) -> str:
    """The right side, where an answer is an equation that names a value or function: ``f(g(x)) = 2x`` is ``2x``.

    What stands on the left may be a name only, never a formula that would have to be equal.

    Args:
        text: the answer.
        sides: the left sides that may stand there, in small letters and without spaces; any name if None.
    """
    said = formula(text)
    left, equals, _ = said[:200].partition("=")
    if not equals or "=" in said[len(left) + 1 :]:
        return said
    named = _LEFT.fullmatch(left) if sides is None else "".join(left.split()).lower() in sides
    return plain(said[len(left) + 1 :]) if named else said
