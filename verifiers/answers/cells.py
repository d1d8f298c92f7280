r"""Reading a square of numbers from an answer, in the dresses that people and models give it.

A row per line; the numbers separated by anything usual (spaces, commas, semicolons, bars, brackets, ampersands
of a LaTeX matrix) or, up to side 9, by nothing at all. Ruled lines such as ``------+------`` and empty lines are
passed over, and a square may also stand in one single line. Every digit counts: there is no reading that skips
or picks numbers, so the numbers are those of the answer, in their order. In front may stand a lead-in from a closed
list (see `introduced`).
"""

from __future__ import annotations

import re

from .introduced import GRID_NOUNS, introduced
from .objects import unquoted

_LINES_OF_BOXES = "│┃║┆┊╎"
_RULES_OF_BOXES = "─━═┄┈╌┼╋╬╪╫┌┐└┘├┤┬┴╔╗╚╝╠╣╦╩╭╮╰╯┏┓┗┛┣┫┳┻┝┥┿┠┨┯┷╂╟╢╤╧"
_ASCII = str.maketrans(
    {
        **dict.fromkeys(_LINES_OF_BOXES, "|"),
        **dict.fromkeys(_RULES_OF_BOXES, "-"),
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\u2002\u2003\u3000", " "),
        "\r": "\n",
    }
)
_INVISIBLE = str.maketrans(dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff"))
_SEPARATORS = str.maketrans(dict.fromkeys(",;|&\t()", " ") | dict.fromkeys("[]{}\r\v\f", "\n"))
_LATEX = re.compile(r"\\(?:begin|end)\{(?:array|[bpvBV]?matrix)\}(?:\{[clr|]{0,40}\})?|\\hline|\\\\")
_CELLS = re.compile(r"[0-9]{1,2}(?: +[0-9]{1,2})*")
_SIGNED = re.compile(r"-?[0-9]{1,2}(?: +-?[0-9]{1,2})*")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-"})
_LIST_OF_LISTS = re.compile(r"\[(?:\[[0-9,-]*\],?)+\]")
_NUMBERS_OF_ROWS = (
    re.compile(r"[-*\u2022]\s+()"),
    re.compile(r"row\s{0,2}([1-9][0-9]?)(?:\s*[:.)=-]|\s)\s*", re.IGNORECASE),
    re.compile(r"r([1-9][0-9]?)(?:\s*[:.)=-]|\s)\s*", re.IGNORECASE),
    re.compile(r"([1-9][0-9]?)[:.)]\s+"),
)
"""What may stand in front of all rows, with the number that it tells: these must be 1, 2, ... in order."""
_AROUND_A_ROW = (("`", "`"), ("$$", "$$"), ("$", "$"), ("\\(", "\\)"))
_BEFORE_A_STOP = frozenset("0123456789]`$)|")


def read_square(
    text: str, n: int, *, one_digit: bool | None = None, signed: bool = False
) -> list[list[int]] | None:
    """The n rows of n numbers of at most two digits that `text` consists of, else None.

    With `one_digit`, by default up to side 9, each number has one digit, and nothing need stand between them. If
    `signed`, numbers may be negative.
    """
    if one_digit is None:
        one_digit = n <= 9
    text = introduced(text.translate(_INVISIBLE) if not text.isascii() else text, GRID_NOUNS)
    if text.count("\n") > 4 * n * n + 100:  # more than any way to write a square in lines has
        return None
    if signed:
        text = text.translate(_MINUS)
    if not text.isascii():
        text = text.translate(_ASCII)
        if not text.isascii():
            return None
    text = _undressed(unquoted(text, r"\n\2\n"))
    if "\\" in text:
        text = _LATEX.sub("\n", text)
    rows: list[list[int]] = []
    for line in text.translate(_SEPARATORS).split("\n"):
        line = line.strip(" ")
        if not line.strip("-+=: "):  # empty, or a rule
            continue
        if one_digit:
            digits = line.replace(" ", "")
            if not digits.isdigit() or len(digits) not in (n, n * n):
                return None
            row = [ord(digit) - 48 for digit in digits]
        else:
            if not (_SIGNED if signed else _CELLS).fullmatch(line):
                return None
            row = [int(word) for word in line.split()]
        if len(row) != n and (rows or len(row) != n * n):
            return None
        rows.append(row)
        if len(rows) > n:
            return None
    if len(rows) == 1 and len(rows[0]) == n * n:
        flat = rows[0]
        return [flat[i : i + n] for i in range(0, n * n, n)]
    return rows if len(rows) == n and len(rows[0]) == n else None


def _undressed(text: str) -> str:
    """The text without what stands around each row: the rows' numbers, bullets, signs of code and formulas, stops."""
    if text[:1] == "[" and _LIST_OF_LISTS.fullmatch("".join(text.split())):
        return text.replace("\n", " ")  # a number, or a bracket, may stand in each line
    lines = [_bare_row(line) for line in text.split("\n")]
    rows = [at for at, line in enumerate(lines) if line.strip("-+=|: ")]  # the others are rules
    if len(rows) < 2:
        return "\n".join(lines)
    for number in _NUMBERS_OF_ROWS:
        found = [number.match(lines[at]) for at in rows]
        if all(found) and [m[1] for m in found if m] in (
            [str(at + 1) for at in range(len(rows))],
            [""] * len(rows),
        ):
            for at, match in zip(rows, found, strict=True):
                lines[at] = _bare_row(lines[at][match.end() :]) if match else ""
            if number is not _NUMBERS_OF_ROWS[0]:  # a number may follow a bullet
                break
    return "\n".join(lines)


def _bare_row(line: str) -> str:
    """A row without the signs of code or of a formula around it, and without the stop behind it."""
    line = line.strip()
    for _ in range(2):
        if line[-1:] == "." and line[-2:-1] in _BEFORE_A_STOP:
            line = line[:-1]
        for left, right in _AROUND_A_ROW:
            if line.startswith(left) and line.endswith(right) and len(line) > len(left) + len(right):
                inner = line[len(left) : -len(right)]
                if left not in inner and right not in inner:
                    line = inner.strip()
    return line


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a square that is given as lines of numbers with spaces between: all must be accepted."""
    rows = [line.split() for line in answer.splitlines()]
    rule = "+".join(["---"] * len(rows))
    forms = [
        "\n".join(", ".join(row) for row in rows),
        "\n\n".join("  ".join(row) for row in rows) + "\n",
        "\r\n".join(" ".join(row) for row in rows),
        f"\n{rule}\n".join("| " + " | ".join(row) + " |" for row in rows),
        "[" + ",\n ".join("[" + ", ".join(row) + "]" for row in rows) + "]",
        "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]",
        "\\begin{bmatrix} " + " \\\\ ".join(" & ".join(row) for row in rows) + " \\end{bmatrix}",
        " ".join(" ".join(row) for row in rows),
    ]
    if len(rows) <= 9 and all(len(word) == 1 for row in rows for word in row):
        forms += ["\n".join("".join(row) for row in rows), "".join("".join(row) for row in rows)]
        forms.append(
            "\n".join("|".join("".join(row[i : i + 3]) for i in range(0, len(row), 3)) for row in rows)
        )
    return forms
