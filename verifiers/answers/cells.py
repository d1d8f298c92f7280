r"""Reading a square of numbers from an answer, in the dresses that people and models give it.

A row per line; the numbers separated by anything usual (spaces, commas, semicolons, bars, brackets, ampersands
of a LaTeX matrix) or, up to side 9, by nothing at all. Ruled lines such as ``------+------`` and empty lines are
passed over, and a square may also stand in one single line. Every digit counts: there is no reading that skips
or picks numbers, so the numbers are those of the answer, in their order.
"""

from __future__ import annotations

import re

from .wrapping import plain

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


def read_square(text: str, n: int, *, one_digit: bool | None = None) -> list[list[int]] | None:
    """The n rows of n numbers of at most two digits that `text` consists of, else None.

    With `one_digit`, by default up to side 9, each number has one digit, and nothing need stand between them.
    """
    if one_digit is None:
        one_digit = n <= 9
    text = plain(text.translate(_INVISIBLE) if not text.isascii() else text)
    if not text.isascii():
        text = text.translate(_ASCII)
        if not text.isascii():
            return None
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
            if not _CELLS.fullmatch(line):
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
    if len(rows) <= 9:
        forms += ["\n".join("".join(row) for row in rows), "".join("".join(row) for row in rows)]
        forms.append(
            "\n".join("|".join("".join(row[i : i + 3]) for i in range(0, len(row), 3)) for row in rows)
        )
    return forms
