"""How tests of linear algebra read prompts, by whole sentences, and answers: as exact matrices of sympy."""

from __future__ import annotations

import re
from fractions import Fraction

from sympy import QQ
from sympy.polys.matrices import DomainMatrix

_TAIL = r" (?:Write your|Put the|Give your) final answer .*"


def looked_up(prompt, frames, table):
    """The value of the one pair (question, form) of `table` that, in one of the frames, is all that a prompt says.

    In a question and a frame ``~`` stands for a matrix, a row or a number; matrices are handed on first.
    """
    text = " ".join(prompt.split())
    found = []
    for (question, form), make in table.items():
        for frame in frames:
            sentence = re.escape(frame.replace("{q}", question).replace("{f}", form))
            if match := re.fullmatch(sentence.replace(r"\~", r"(-?[0-9/]+|\[.*\])") + _TAIL, text):
                found.append(
                    make(*sorted(map(read, match.groups()), key=lambda part: not isinstance(part, list)))
                )
    assert len(found) == 1, text
    return found[0]


def read(text):
    """A list of rows, a row or a number, as it is written; an entry ``k`` stays text."""
    if text.startswith("[["):
        return [read(row) for row in re.findall(r"\[[^][]*\]", text)]
    if text.startswith("["):
        return [entry if entry == "k" else Fraction(entry) for entry in text[1:-1].split(", ")]
    return Fraction(text)


def answered(text):
    """The rows of a matrix, or of a column such as ``(1, 2)``."""
    return [[entry] for entry in read(f"[{text[1:-1]}]")] if text[0] == "(" else read(text)


def exact(rows):
    """The matrix of such rows."""
    return DomainMatrix(
        [[QQ(a.numerator, a.denominator) for a in row] for row in rows], (len(rows), len(rows[0])), QQ
    )


def rows_of(matrix):
    """The inverse of `exact`."""
    return [
        [Fraction(int(a.numerator), int(a.denominator)) for a in row] for row in matrix.to_dense().to_list()
    ]


def put(rows, value):
    """The rows with a value for k."""
    return [[value if entry == "k" else entry for entry in row] for row in rows]


def transposed(rows):
    return [list(column) for column in zip(*rows, strict=True)]


_STEP = re.compile(r"R(\d) := R\1(?:/(\S+)| ([+-]) (?:(\S+)\*)?R(\d)) = \[(.*)\]")


def replayed(lines, rows, says):
    """The rows after the row operations of a worked solution, each of which is done and compared, and their number.

    What the other lines say is matched by `says`; the last one is the answer.
    """
    rows, done = [list(row) for row in rows], 0
    for line in lines:
        if swap := re.fullmatch(r"R(\d) <-> R(\d)", line):
            i, j = (int(n) - 1 for n in swap.groups())
            rows[i], rows[j] = rows[j], rows[i]
        elif step := _STEP.fullmatch(line):
            i, factor = int(step[1]) - 1, Fraction((step[2] or step[4] or "1").strip("()"))
            if step[2]:
                rows[i] = [a / factor for a in rows[i]]
            else:
                factor = -factor if step[3] == "-" else factor
                rows[i] = [a + factor * b for a, b in zip(rows[i], rows[int(step[5]) - 1], strict=True)]
            assert rows[i] == list(map(Fraction, step[6].replace(" | ", ", ").split(", "))), line
        else:
            assert re.fullmatch(rf"{says}|<answer>.*", line), line
            continue
        done += 1
    return rows, done
