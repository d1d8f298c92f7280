"""Checks a sequence of words or signs, item by item; and one typed value where the question asks for that.

``payload["sequence"]`` holds the ``items`` in their order and, for items that are single signs, all the ``signs`` that
there are: then white space, commas, quotes and outer brackets are not looked at, nor are capitals. Words may stand on
lines, in a list, or behind the ``names`` to whom they belong. A payload with ``gold`` instead has one typed value
(`rlvr.verifiers.math.typed_value`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..answers import plain
from ..answers.word_lists import words_of
from ..answers.wrapping import without_text_commands
from ..base import Verdict, correct, unparsable, wrong
from ..math import typed_value

_BETWEEN = " \t\r\n,;|\"'`*$\u00a0\u201c\u201d\u2018\u2019"
_BRACKETS = "[](){}"
_FILLERS = frozenset(("has", "holds", "gets", "is", "the", "a", "an", "and", "with"))
_ESCAPED = {"\\{": "{", "\\}": "}", "\\lbrace": "{", "\\rbrace": "}", "\\langle": "<", "\\rangle": ">"}
_MOST = 20_000


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer` against the sequence, or the typed value, of the payload.

    Parts: ``in_place``, the share of items that stand where they belong, if there are as many as asked for.
    """
    if "gold" in payload:
        return typed_value.verify(payload, answer)
    sequence = payload["sequence"]
    items: list[str] = sequence["items"]
    signs: str = sequence.get("signs", "")
    names: list[str] = sequence.get("names", [])
    found = _signs(answer, signs, names) if signs else _words(answer, len(items), names)
    if found is None:
        kinds = f"the signs {' '.join(signs)}" if 0 < len(signs) <= 12 else "letters" if signs else "words"
        return unparsable(f"Give {kinds} in their order, and nothing else.")
    if len(found) != len(items):
        return wrong("The answer does not have the right length." if signs else f"Give {len(items)} words.")
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
    if "\\" in text:
        for escaped, sign in _ESCAPED.items():
            text = text.replace(escaped, sign)
    dropped = _BETWEEN if set(signs) & set(_BRACKETS) else _BETWEEN + _BRACKETS
    text = text.translate(str.maketrans("", "", dropped))
    if signs.isupper():
        text = text.upper() if text.isascii() else text
    return list(text) if text and set(text) <= set(signs) else None


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
