"""Checks a sequence of words or signs, item by item; and one typed value where the question asks for that.

``payload["sequence"]`` holds the ``items`` in their order and, for items that are single signs, all the ``signs`` that
there are: then white space, commas, quotes and outer brackets are not looked at, nor are capitals. Words may stand on
lines, in a list, or behind the ``names`` to whom they belong; ``width`` is the length of the rows of a board, and
whoever splits it into rows must split it there. A payload with ``gold`` instead has one typed value
(`rlvr.verifiers.math.typed_value`; numbers of a list may stand between spaces or on lines, too), and what is named
beside it must be what was asked for (`labels`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..answers import plain
from ..answers.word_lists import unnumbered, words_of
from ..answers.wrapping import without_text_commands
from ..base import Verdict, correct, unparsable, wrong
from ..math import typed_value
from .labels import without_labels

_BETWEEN = " \t\r\n,;|\"'`*$\u00a0\u201c\u201d\u2018\u2019"
_BRACKETS = "[](){}"
_FILLERS = frozenset(("has", "holds", "gets", "is", "the", "a", "an", "and", "with"))
_ESCAPED = {"\\{": "{", "\\}": "}", "\\lbrace": "{", "\\rbrace": "}", "\\langle": "<", "\\rangle": ">"}
_VERDICTS = {
    "true": "T", "false": "F", "unknown": "U", "uncertain": "U", "undetermined": "U", "undecided": "U", "open": "U",
}  # fmt: skip
_SPACED = str.maketrans(_BETWEEN + _BRACKETS, " " * len(_BETWEEN + _BRACKETS))
_ARROW = re.compile(
    r"\s*(?:-{1,2}>|={1,2}>|[\u2192\u21d2\u27f6\u27f9]|\\(?:long)?rightarrow(?![A-Za-z])|\\to(?![A-Za-z]))\s*"
)
"""Between the items of a list, where no item is made of such signs."""
_MATRIX = re.compile(r"\\(?:begin|end)\{(?:array|[bpvBV]?matrix)\}(?:\{[clr|]{0,40}\})?|\\\\")
"""Begin, rows and end of a matrix in LaTeX, around digits."""
_ROW_ENDS = re.compile(r"[\])};|]")
_ROW_OF_NUMBERS = re.compile(r"\s*-?[0-9]{1,9}(?:\s+-?[0-9]{1,9})+\s*", re.ASCII)
_MOST = 20_000


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer` against the sequence, or the typed value, of the payload.

    Parts: ``in_place``, the share of items that stand where they belong, if there are as many as asked for.
    """
    if "gold" in payload:
        bare = without_labels(answer, payload["gold"])
        if bare is None:
            return unparsable("The answer names something else than what was asked for, or no single value.")
        if payload["gold"]["kind"] == "list" and len(bare) <= _MOST and _ROW_OF_NUMBERS.fullmatch(plain(bare)):
            bare = ", ".join(plain(bare).split())
        return typed_value.verify(payload, bare)
    sequence = payload["sequence"]
    items: list[str] = sequence["items"]
    signs: str = sequence.get("signs", "")
    if "\\" in answer and len(answer) <= _MOST and any(map(str.isdigit, signs)):
        answer = _MATRIX.sub("\n", answer).replace("&", " ")
    names: list[str] = sequence.get("names", [])
    found = _signs(answer, signs, names) if signs else _words(answer, len(items), names)
    if found is None:
        kinds = f"the signs {' '.join(signs)}" if 0 < len(signs) <= 12 else "letters" if signs else "words"
        return unparsable(f"Give {kinds} in their order, and nothing else.")
    if len(found) != len(items):
        return wrong("The answer does not have the right length." if signs else f"Give {len(items)} words.")
    if (width := sequence.get("width", 0)) and not _in_rows(answer, signs, width):
        return unparsable(f"Give lines of {width} cells.")
    right = sum(a == b for a, b in zip(found, items, strict=True))
    if right == len(items):
        return correct(in_place=1.0)
    return wrong("Some of it is not right.", in_place=right / len(items))


def _signs(answer: str, signs: str, names: Sequence[str]) -> list[str] | None:
    """The signs of an answer; None if there is none, or anything else."""
    if len(answer) > _MOST:
        return None
    if names and (held := _held(words_of(answer, most=8 * len(names)) or [], names)):
        return [item.upper() for item in held] if signs.isupper() else held
    text = without_text_commands(plain(answer))
    if not set(signs) & set("-=<>") and not set(signs) <= set("TFU"):  # "T -> F" is a formula
        text = _ARROW.sub(" ", text)
    if not any(map(str.isdigit, signs)):
        listed = unnumbered(text, colons=True)
        numbered = listed != text
        text = _letters(listed) if set(signs) <= set("TFU") else listed
        if numbered and any(len(item.strip("*_`'\" ")) != 1 for item in text.split("\n")):
            return None  # a number stands before each sign, or before none
    if "\\" in text:
        for escaped, sign in _ESCAPED.items():
            text = text.replace(escaped, sign)
    dropped = _BETWEEN if set(signs) & set(_BRACKETS) else _BETWEEN + _BRACKETS
    text = text.translate(str.maketrans("", "", dropped))
    if signs.isupper():
        text = text.upper() if text.isascii() else text
    return list(text) if text and set(text) <= set(signs) else None


def _letters(text: str) -> str:
    """``True, False, Unknown`` as ``T F U``; any other text as it is."""
    words = text.lower().translate(_SPACED).split()
    return (
        "\n".join(_VERDICTS[word] for word in words) if words and all(w in _VERDICTS for w in words) else text
    )


def _in_rows(answer: str, signs: str, width: int) -> bool:
    """Whether a board is split into rows of this width, or not at all."""
    text = plain(answer)
    lines = text.splitlines()
    pieces = text.replace(",", " ").split()
    for parts in (lines, pieces, _ROW_ENDS.split(text)):
        sizes = {sum(sign in signs for sign in part) for part in parts} - {0}
        if sizes == {width}:
            return True
    one_line = sum(any(sign in signs for sign in line) for line in lines) == 1
    return one_line and (len(pieces) == 1 or {len(piece.strip(_BRACKETS)) for piece in pieces} == {1})


def _words(answer: str, count: int, names: Sequence[str]) -> list[str] | None:
    """The words of an answer in the order asked for; None if it has none."""
    found = words_of(answer, most=6 * count + 8, arrows=True)
    if not found:
        return None
    if names and (held := _held(found, names)):
        return held
    if len(found) == count + 1 and found[-2] == "and":
        del found[-2]
    return found


def _held(words: Sequence[str], names: Sequence[str]) -> list[str] | None:
    """The items that stand behind their names, in the order of the names; None if not each name has one."""
    order = [name.lower() for name in names]
    short = [word for word in words if word in order or word not in _FILLERS]
    if len(short) != 2 * len(order) or set(short[::2]) != set(order):
        return None
    held = dict(zip(short[::2], short[1::2], strict=True))
    return [held[name] for name in order]


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer, of whatever kind it is."""
    return [f" {answer}\n", f"{answer}.", f"**{answer}**", f"`{answer}`", f"```\n{answer}\n```", f"{answer}\n"]
