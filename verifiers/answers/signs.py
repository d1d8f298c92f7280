r"""Typographic signs, and the separators of thousands."""

from __future__ import annotations

import re

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2212\u2013\u2012\u2010\u2011\uff0d\ufe63", "-"),
        **dict.fromkeys("\u00a0\u202f\u2009\u2007\u2008\u2005\u2006\u3000", " "),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u2061\u2062\u2063", None),
        "\uff0b": "+", "\uff0f": "/", "\u2044": "/", "\u2215": "/", "\uff0e": ".", "\uff05": "%", "\u2032": "'",
        "\u2019": "'", "\uff1d": "=", "\uff08": "(", "\uff09": ")", "\uff0c": ",", "\uff1a": ":", "\u2236": ":",
    }
)  # fmt: skip
_THIN = re.compile(
    r"(?<=[0-9])(?:\{,\}|\\[,; !]|\{\\,\}|\\text\{,\}|[\u202f\u2009\u2007\u00a0'\u2019_](?=[0-9]{3}))("
    r"?=[0-9]{3}(?![0-9])(?! ?/))"
)
_COMMAS = re.compile(r"(?<![0-9.,])([1-9][0-9]{0,2})((?:,[0-9]{3})+)(?![0-9])(?!,[0-9])")
_SPACES = re.compile(r"(?<![0-9.,])(?<![0-9] )([1-9][0-9]{0,2})((?: [0-9]{3})+)(?![0-9])(?! ?[0-9/])")


def normal_signs(text: str) -> str:
    """Typographic minus signs, spaces, slashes and the like as their ASCII forms."""
    return text if text.isascii() else text.translate(_SIGNS)


def ungrouped(text: str, *, commas: bool = True, spaces: bool = True) -> str:
    r"""`text` with the digits of each number joined: ``1,234``, ``1{,}234``, ``1\,234``, ``1 234`` are ``1234``.

    Only groups of three digits behind one to three are joined, of which the first is no zero: ``0,010`` is a decimal
    comma for many readers. Where commas or spaces may separate items, say so; the
    separators that LaTeX and typography have for thousands alone are always joined.
    """
    if not any(mark in text for mark in ("{", "\\", "'", "_", ",", " ")) and text.isascii():
        return text
    text = _THIN.sub("", text)
    if commas and "," in text:
        text = _COMMAS.sub(_joined, text)
    return _SPACES.sub(_joined, text) if spaces and " " in text else text


def _joined(match: re.Match[str]) -> str:
    return match[1] + match[2].replace(",", "").replace(" ", "")
