r"""The sign of a factorial is no stop: "The answer is 4! = 24." does not say 4.

Readers of whole outputs cut sentences at exclamation marks. Behind a digit, and behind a bracket that holds a formula,
the mark is a factorial; it is hidden behind a letter while an answer is looked for, so that no pattern takes it for
the end of a sentence, nor the number in front of it for the value. Only the last sign of a text that holds no other
("So profit is 212!") is an exclamation; before more text nothing tells the two apart, and 7! taken for 7 would be a
wrong answer that passes.
"""

from __future__ import annotations

import re

SIGN = "\u01c3"
"""Stands for the sign while an answer is looked for; a letter, so that a number in front of it is no number alone."""
_FACTORIAL = re.compile(r"(?:(?<=\d)|(?<=[\da-z]\)))!{1,2}(?!=)")
_WORDED = re.compile(r"[A-Za-z]{2}[^()\n]{0,80}\)$")


def hidden(text: str) -> str:
    """The text with its signs of factorials replaced by `SIGN`."""
    if "!" not in text:
        return text
    end = len(text.rstrip(" \n\t*_"))
    if text.endswith("!", 0, end) and text.find("!") == end - 1:
        return text
    return _FACTORIAL.sub(_sign, text)


def shown(text: str) -> str:
    """The text with the signs as they were written."""
    return text.replace(SIGN, "!")


def _sign(match: re.Match[str]) -> str:
    before = match.string[max(0, match.start() - 80) : match.start()]
    if before.endswith(")") and _WORDED.search(before.rpartition("(")[2]):
        return match.group()  # "(and we are done)!"
    return SIGN * len(match.group())
