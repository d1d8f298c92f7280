"""Mistakes that can be undone without a look at the question.

A join by a column that is no reference, a ``COUNT(DISTINCT …)``, a ``<>``: in a query that is known to be wrong, such
a part is most likely the mistake, and a rule that undoes the first of them would repair it blindly. Wrong queries of
that kind are taken less often (`repair`).
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"'(?:[^']|'')*'|\w+(?:\.\w+)?|<>|[<>]=?|\S")
_DOTTED = re.compile(r"[A-Za-z_]\w*\.[A-Za-z_]\w*")
_TURNED = ("<>", "<", "<=")
"""Operators that are suspected before the others."""


def shows_itself(right: str, wrong: str) -> bool:
    """Whether the mistake of a query is of a kind that is suspected at once.

    Args:
        right: the right query.
        wrong: the same with one mistake, written in the same way.
    """
    due, given = _TOKEN.findall(right), _TOKEN.findall(wrong)
    least = min(len(due), len(given))
    start = next((at for at in range(least) if due[at] != given[at]), least)
    end = next((at for at in range(least - start) if due[-1 - at] != given[-1 - at]), least - start)
    old, new = due[start : len(due) - end], given[start : len(given) - end]
    if new[:1] == ["DISTINCT"] and "DISTINCT" not in old:
        return given[start - 2 : start] == ["COUNT", "("]
    if len(new) == len(old) == 1:
        if new[0] in _TURNED and old[0] not in _TURNED:
            return True
        beside = given[start - 2 : start] if given[start - 1] == "=" else given[start + 1 : start + 3][::-1]
        joined = len(beside) == 2 and beside[1] == "=" and _DOTTED.fullmatch(beside[0])
        if joined and _DOTTED.fullmatch(new[0]):
            return True
        if given[start - 1] in ("SELECT", "DISTINCT") and _TOKEN.fullmatch(new[0]) and new[0][0].isalpha():
            return True
    return "-" in new and len(new) > 1 and sorted(new) == sorted(old)


__all__ = ["shows_itself"]
