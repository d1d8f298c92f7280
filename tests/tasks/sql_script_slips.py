"""Scripts with one slip each, made from the text of a right one: for tests of the verifier of scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

_TOKEN = re.compile(r"'(?:[^']|'')*'|[0-9]+\.[0-9]+|\w+|<>|<=|>=|\s+|.", re.DOTALL)
_SWAPS = {
    **{"=": ["<>"], "<>": ["="], "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="]},
    **{"+": ["-"], "-": ["+"], "*": ["+"], "AND": ["OR"], "OR": ["AND"], "IS": ["="], "NOT": [""]},
    **{"MIN": ["MAX"], "MAX": ["MIN", "SUM"], "SUM": ["MAX", "COUNT"], "DESC": [""], "DISTINCT": [""]},
    **{"trim": ["ltrim", "rtrim"], "lower": ["upper"], "upper": ["lower"], "ROW_NUMBER": ["RANK"], "ALL": [""]},
    **{"EXISTS": ["NOT EXISTS"], "IN": ["NOT IN"], "NULL": ["NOT NULL"]},
}
_DATE = re.compile(r"'([0-9]{4}-[0-9]{2}-[0-9]{2})(.*)'")
_COMPARED = re.compile(r"(\w+) (?:=|<>|<=|>=|<|>|BETWEEN|IN|LIKE) ")


def slips(script: str, tables: dict[str, list[str]]) -> list[str]:
    """All scripts with one slip.

    Args:
        script: the right one, as references are written.
        tables: the columns of each table.
    """
    found = dict.fromkeys([*_tokens(script, tables), *_clauses(script), *_statements(script)])
    return [other for other in found if other != script]


def _tokens(script: str, tables: dict[str, list[str]]) -> Iterator[str]:
    """One token changed: operator, number, date, text, function or column."""
    tokens = _TOKEN.findall(script)
    for at, token in enumerate(tokens):
        for other in [*_SWAPS.get(token, []), *_near(token), *_siblings(token, tables)]:
            yield "".join([*tokens[:at], other, *tokens[at + 1 :]])


def _near(token: str) -> list[str]:
    if token.isdigit():
        return [str(int(token) - 1), str(int(token) + 1)]
    if re.fullmatch(r"[0-9]+\.[0-9]+", token):
        return [repr(float(token) - 0.25), repr(float(token) + 0.25)]
    if match := _DATE.fullmatch(token):
        days = [date.fromisoformat(match[1]) + timedelta(days=step) for step in (-1, 1)]
        return [f"'{day}{match[2]}'" for day in days]
    if token.startswith("'") and len(token) > 3:
        anywhere = []
        if token[-2] == "%":  # a pattern
            anywhere = ["'" + token[2:] if token[1] == "%" else "'%" + token[1:]]
        return [token.swapcase(), token[:-2] + "'", *anywhere]
    return []


def _siblings(token: str, tables: dict[str, list[str]]) -> list[str]:
    for columns in tables.values():
        if token in columns and len(columns) > 1:
            at = columns.index(token)
            return [columns[(at + 1) % len(columns)], columns[at - 1]]
    return []


def _clauses(script: str) -> Iterator[str]:
    """A filter, a condition, a partition, a key of an order or the care for missing values forgotten."""
    for match in re.finditer(r" WHERE ", script):
        end = _end(script, match.end())
        body = script[match.end() : end]
        yield script[: match.start()] + script[end:]
        if first := _COMPARED.match(body):
            yield f"{script[: match.end()]}({body}) OR {first[1]} IS NULL{script[end:]}"
        for at in _joints(body):
            yield script[: match.end()] + body[:at] + script[end:]
            yield script[: match.end()] + body[at:].split(" ", 2)[2] + script[end:]
    for pattern, by in (
        (r"COALESCE\((\w+\(\w*\.?\w+\)|\w+), [^()]*\)", r"\1"),
        (r"PARTITION BY \w+ ", ""),
        (r" ORDER BY [\w.]+(?: DESC)?, ", " ORDER BY "),
        (r"( ORDER BY [\w.]+(?: DESC)?), [\w.]+", r"\1"),
    ):
        for match in re.finditer(pattern, script):
            yield script[: match.start()] + match.expand(by) + script[match.end() :]


def _end(script: str, start: int) -> int:
    """Where a filter ends."""
    depth = 0
    for at in range(start, len(script)):
        depth += (script[at] == "(") - (script[at] == ")")
        if depth < 0 or (depth == 0 and re.match(r";| GROUP |\nUNION", script[at:])):
            return at
    return len(script)


def _joints(body: str) -> list[int]:
    """Where a filter's top-level conditions are joined."""
    found, depth, between = [], 0, False
    for at, char in enumerate(body):
        depth += (char == "(") - (char == ")")
        if depth == 0 and body.startswith(" BETWEEN ", at):
            between = True
        elif depth == 0 and re.match(r" (AND|OR) ", body[at:]):
            if not between:
                found.append(at)
            between = False
    return found


def _statements(script: str) -> Iterator[str]:
    """A statement forgotten, or two neighbours in the wrong order."""
    statements = script.removesuffix(";").split(";\n")
    for at in range(len(statements)):
        yield ";\n".join([*statements[:at], *statements[at + 1 :], "SELECT 1"])
    for at in range(len(statements) - 1):
        yield ";\n".join([*statements[:at], statements[at + 1], statements[at], *statements[at + 2 :]])
