"""Names beside the values of an answer: those that the question gave are read, and those that contradict it are none.

The ``gold`` of a payload may hold the ``names`` of the parts of a list or position in their order (``row`` and
``column``, or the colours that are asked for), and the words of ``others``, which the question did not ask for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers import plain
from ..answers.wrapping import without_text_commands

_WORD = re.compile(r"[a-z]+")
_NO_VALUE = frozenset("or either less more fewer than least most not except besides".split())
"""Words that make of a number another one, or several."""
_BETWEEN = re.compile(r"[\s,;.|*_`$()\[\]{}-]*(?:\band\b)?[\s,;.|*_`$()\[\]{}]*")
_MOST = 4000


def without_labels(answer: str, gold: Mapping[str, Any]) -> str | None:
    """The answer without the names of its parts; None if it names something else than what was asked for.

    Parts that carry their names may stand in any order; the values come back in the order of the names.
    """
    if answer.isdigit() or len(answer) > _MOST:
        return answer
    words = set(_WORD.findall(answer.lower()))
    others = set(gold.get("others", ()))
    if words & _NO_VALUE or any(word in others or word.removesuffix("s") in others for word in words):
        return None
    names: list[str] = gold.get("names", [])
    if not words & set(names):
        return answer
    text = without_text_commands(plain(answer)).replace("\u2212", "-")
    row = r"\s*,\s*".join(map(re.escape, names))
    heading = re.search(rf"\(?\s*{row}\s*\)?\s*(?:[:=]|\bis\b|\bat\b)\s*", text, re.IGNORECASE)
    if heading and not re.search(r"[0-9=]", text[: heading.start()]):
        rest = text[heading.end() :]
        return None if set(_WORD.findall(rest.lower())) & set(names) else rest
    return _by_name(text, names)


def _by_name(text: str, names: list[str]) -> str | None:
    """The values of ``red: 21, blue: 9`` in the order of the names; None if not each name has one, and nothing else."""
    part = re.compile(
        rf"\b({'|'.join(map(re.escape, names))})\b(?:\s+objects?)?[*_`\s]*[:=]?[*_`\s]*([+-]?[0-9]{{1,9}})\b",
        re.IGNORECASE,
    )
    found = [(match[1].lower(), match[2]) for match in part.finditer(text)]
    if len(found) != len(names) or {name for name, _ in found} != set(names):
        return None
    if any(not _BETWEEN.fullmatch(between) for between in part.split(text)[::3]):
        return None
    values = dict(found)
    return ", ".join(values[name] for name in names)
