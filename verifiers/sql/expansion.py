"""A bound on what a query becomes when its common table expressions are put in place.

SQLite copies a common table expression to each place that names it, while it prepares the statement:
``b AS (SELECT 1 FROM a, a)``, ``c AS (SELECT 1 FROM b, b)`` ... doubles with every line, and no limit and no
interruption reaches there. So the copies are counted beforehand, from the tokens of the text. The count is an upper
estimate: a name counts wherever it stands, also as a column.
"""

from __future__ import annotations

import re

MAX_COPIES = 400
"""Common table expressions in a query, with their copies, that are still prepared."""
MAX_DEFINITIONS = 60
"""Common table expressions that a query may define."""

_TOKEN = re.compile(
    r"""--[^\n]*|/\*.*?(?:\*/|\Z)|'((?:[^']|'')*)'?|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|([A-Za-z_\u0080-\U0010ffff]"""
    r"""[\w$]*)|([()])""",
    re.DOTALL,
)
_MODIFIERS = frozenset({"not", "materialized"})


def tokens_of(sql: str) -> list[str]:
    """The names (lower case, unquoted) and round brackets of a query, in order, without comments.

    Texts count as names, because SQLite takes a text for one where a name is due.
    """
    found = []
    for match in _TOKEN.finditer(sql):
        name = match[1] or match[2] or match[3] or match[4] or match[5] or match[6]
        if name:
            found.append(name.lower() if name not in "()" or match[6] else "text")
    return found


def copies(sql: str) -> int:
    """How many common table expressions there are once each is copied to its places; `MAX_COPIES` + 1 if more."""
    low = sql.lower()
    if "with" not in low and "window" not in low:  # without these words nothing is defined that is copied
        return 0
    tokens = tokens_of(sql)
    ends = _pairs(tokens)
    starts = {end: start for start, end in ends.items()}
    bodies: dict[str, list[tuple[int, int]]] = {}
    definitions = 0
    for at, token in enumerate(tokens):
        if (
            token == "as"
            and (opened := _opening(tokens, at + 1)) is not None
            and (name := _name(tokens, at, starts))
        ):
            bodies.setdefault(name, []).append((opened, ends.get(opened, len(tokens))))
            definitions += 1
    if not definitions:
        return 0
    if definitions > MAX_DEFINITIONS:
        return MAX_COPIES + 1
    weights: dict[str, int] = {}

    def weight(name: str, above: tuple[str, ...]) -> int:
        """The largest number of copies that one use of a name makes."""
        if name in weights:
            return weights[name]
        if name in above or len(above) > 60:  # recursive, or one name for several: counted where it began
            return 1
        most = 1
        for start, end in bodies[name]:
            most = max(most, 1 + sum(weight(t, (*above, name)) for t in tokens[start:end] if t in bodies))
            if most > MAX_COPIES:
                break
        weights[name] = min(most, MAX_COPIES + 1)
        return weights[name]

    total = sum(weight(token, ()) for token in tokens if token in bodies)
    return min(total, MAX_COPIES + 1)


def _opening(tokens: list[str], at: int) -> int | None:
    while at < len(tokens) and tokens[at] in _MODIFIERS:
        at += 1
    return at if at < len(tokens) and tokens[at] == "(" else None


def _pairs(tokens: list[str]) -> dict[int, int]:
    """The place of the closing bracket of each opening one that has one."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token == "(":
            opened.append(at)
        elif token == ")" and opened:
            ends[opened.pop()] = at
    return ends


def _name(tokens: list[str], at: int, starts: dict[int, int]) -> str | None:
    """The name that is defined before AS, past a list of columns in brackets."""
    at -= 1
    if at >= 0 and tokens[at] == ")":
        at = starts.get(at, 0) - 1
    return tokens[at] if at >= 0 and tokens[at] not in "()" else None
