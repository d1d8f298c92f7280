r"""Digits given to letters: ``A = 1, B = 2``, on lines, with arrows or colons, as a dictionary, or in TeX.

Each pair is named; what stands between pairs only separates them. A value that is written as a number but is no
single digit (``02``, ``4/2``, ``+2``) is handed on as it stands, so that a verifier can say what is wrong with it.
"""

from __future__ import annotations

import re

from .introduced import LETTER_NOUNS, introduced
from .wrapping import without_text_commands

MAX_CHARS = 2000

_GIVES = (
    r"(?:=>|=|:=|:|->|\u2192|\u21d2|\u21a6|\\(?:to|rightarrow|mapsto|Rightarrow)(?![A-Za-z])|is\b|equals\b)"
)
_PAIR = re.compile(
    rf"""\s*(["']?)([A-Za-z])\1\s*{_GIVES}\s*(["']?)([+-]?[0-9]+(?:[./][0-9]+)?)\3(?![0-9A-Za-z/^*+("'=-]|\.\S)"""
    r"(?:\.(?=\s)|\s*[,;])?\s*(?:and\b|\\\\)?\s*"
)
_UNFINISHED = re.compile(r"(?:\band|[,;.]\s*[,;.])\s*$")
"""At the end: another pair is announced, or a sign has nothing beside it. A single comma there separates nothing."""
_BULLET = re.compile(r"\s*[-*\u2022]\s+")
_SIGNS = re.compile(r"\\[(),;\[\]]|\\q?quad(?![A-Za-z])|\*\*|[$`&\u00a0\u202f\u2009]")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{(?:cases|aligned|align\*?|array|gathered)\}(?:\{[lcr]*\})?")
_BRACKETED = re.compile(r"\\?\{(.+)\}|\((.+)\)|\[(.+)\]", re.DOTALL)
_TUPLES = re.compile(r"\(?([A-Za-z](?:\s*,\s*[A-Za-z])+)\)?\s*=\s*\(?([0-9](?:\s*,\s*[0-9])+)\)?")


def read_letter_digits(answer: str) -> list[tuple[str, str]] | None:
    """Capital letters with the numbers beside them, possibly foreign or twice; None if the answer is anything else."""
    if len(answer) > MAX_CHARS or answer.lstrip()[:1] == "=":
        return None
    text = introduced(answer, LETTER_NOUNS)
    text = _SIGNS.sub(" ", _ENVIRONMENT.sub(" ", without_text_commands(text)))
    text = introduced(text, LETTER_NOUNS)
    if (inside := _BRACKETED.fullmatch(text)) and not _TUPLES.fullmatch(text):
        text = (inside[1] or inside[2] or inside[3]).removesuffix("\\").strip()
    if tuples := _TUPLES.fullmatch(text):
        letters, digits = (re.findall(r"[A-Za-z0-9]", part) for part in tuples.groups())
        same = len(letters) == len(digits)
        return [(a.upper(), b) for a, b in zip(letters, digits, strict=True)] if same else None
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(_BULLET.match(line) for line in lines):
        text = "\n".join(_BULLET.sub("", line) for line in lines)  # elsewhere, a dash is a minus sign
    pairs, position = [], 0
    while position < len(text):
        match = _PAIR.match(text, position)
        if match is None:
            return None
        pairs.append((match[2].upper(), match[4]))
        position = match.end()
    return None if _UNFINISHED.search(text) else pairs or None
