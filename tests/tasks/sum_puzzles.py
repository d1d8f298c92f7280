"""What the tests of survo and of magic squares share: reading a square with missing numbers, and worked lines."""

from __future__ import annotations

import re

from puzzles_of_cells import SquarePuzzle


def told_numbers(text, columns):
    found = re.findall(r"r(\d+)c(\d+) (?:= (-?\d+)|in \{([-\d,]+)\})", text)
    return [
        ((int(row) - 1) * columns + int(column) - 1, set(map(int, (one or several).split(","))))
        for row, column, one, several in found
    ]


class SumPuzzle(SquarePuzzle):
    odd_texts = "0123456789 \n,|-[]\\&._x٣\u2212\ud800"
    alphabet = "0123456789 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The square: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the square: {}", "")
    lines_told = staticmethod(told_numbers)

    def square(self, said, rows):
        """Size, numbers to put in and given numbers."""
        n = said["n"]
        assert [len(row) for row in rows] == [n] * n
        blanks = {word for row in rows for word in row if word in "_?."}
        assert blanks == {said.get("blank", *blanks)}
        missing = [int(word) for word in str(said["missing"]).split(", ")]
        givens = [[None if word in blanks else int(word) for word in row] for row in rows]
        assert sum(value is None for row in givens for value in row) == len(missing) >= 4
        return {"size": n, "numbers": missing, "givens": givens}

    def kind_of(self, known):
        return "first" if self.every(known) == [*range(1, known["size"] ** 2 + 1)] else "list"

    def every(self, payload):
        return sorted([*payload["numbers"], *(v for row in payload["givens"] for v in row if v is not None)])

    def domains(self, payload):
        every = set(self.every(payload))
        return [set(every) if value is None else {value} for row in payload["givens"] for value in row]
