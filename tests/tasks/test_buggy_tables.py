"""Buggy tables: the sentences of the prompt are undone on its rows, and the question is worked out on the original."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from tables_reader import tables, value

from rlvr.conformance.promises import Promises
from rlvr.generators.data.tables_by_sql import value as by_sql


def undo(rows, sentence, numbers):
    """The rows before what a sentence tells; `numbers` are the columns of numbers in the order that they then have."""

    def column(name, new):
        return [{**row, name: cell} for row, cell in zip(rows, new, strict=True)]

    def told(pattern):
        return re.fullmatch(pattern, sentence)

    if found := told(r"Each number of the column (\w+) was written back to front\."):
        return column(found[1], [int(f"{row[found[1]]}"[::-1]) for row in rows])
    if found := told(r"Behind each number of the column (\w+) one more digit was written, any digit\."):
        return column(found[1], [int(f"{row[found[1]]}"[:-1]) for row in rows])
    if found := told(r"The cells of the column (\w+) were moved down by (\d+); those .+, in the same order\."):
        return column(found[1], [rows[(n + int(found[2])) % len(rows)][found[1]] for n in range(len(rows))])
    if found := told(
        r"In the column (\w+), each number was replaced by the sum of it and all numbers above it\."
    ):
        cells = [0, *(row[found[1]] for row in rows)]
        return column(found[1], [b - a for a, b in pairwise(cells)])
    if found := told(
        r"In the column (\w+), each number but that of row 1 was replaced by what it is more than .+"
    ):
        cells = [row[found[1]] for row in rows]
        return column(found[1], [sum(cells[: n + 1]) for n in range(len(cells))])
    if found := told(r"To each number of the column (\w+) was added (\d+) times the number of its row\."):
        return column(found[1], [row[found[1]] - int(found[2]) * n for n, row in enumerate(rows, 1)])
    if found := told(
        r"Each number of the column (\w+) was multiplied by (\d+), and then (\d+) was added to it\."
    ):
        exact = [Fraction(row[found[1]] - int(found[3]), int(found[2])) for row in rows]
        assert all(number.denominator == 1 for number in exact)
        return column(found[1], [int(number) for number in exact])
    if found := told(r"Each \w+ row \((\d), \d, \.\.\.\) was written twice, the copy just below it\."):
        size, kept = int(found[1]), []
        left = list(rows)
        while left:
            kept += left[:size]
            if len(left) > size:
                assert left[size] == left[size - 1]
            left = left[size + 1 :]
        return kept
    if found := told(
        r"In each \w+ row \((\d), \d, \.\.\.\), every number moved one column to the right, and .+"
    ):
        return [
            {**row, **dict(zip(numbers, [row[name] for name in [*numbers[1:], numbers[0]]], strict=True))}
            if n % int(found[1]) == 0 else row
            for n, row in enumerate(rows, 1)
        ]  # fmt: skip
    if found := told(
        r"In each \w+ row \((\d), \d, \.\.\.\), the cells of the columns (\w+) and (\w+) were exchanged\."
    ):
        return [
            {**row, found[2]: row[found[3]], found[3]: row[found[2]]} if n % int(found[1]) == 0 else row
            for n, row in enumerate(rows, 1)
        ]
    if found := told(r"In the column (\w+), each (\w+) became (\w+) and each \3 became \2\."):
        turn = {found[2]: found[3], found[3]: found[2]}
        return column(found[1], [turn.get(row[found[1]], row[found[1]]) for row in rows])
    if sentence.startswith("The names of the columns of numbers moved one column to the right"):
        names = [*numbers[1:], numbers[0]]
        return [
            {name: row[name] for name in row if name not in numbers}
            | dict(zip(names, [row[name] for name in numbers], strict=True))
            for row in rows
        ]
    assert sentence.startswith(
        "A column check was put in at the end, with the sum of the numbers of each row"
    ), sentence
    found = []
    for row in rows:
        total = row["check"]
        (lost,) = [name for name in row if row[name] == "?"]
        rest = sum(row[name] for name in numbers if name not in (lost, "check"))
        found.append({name: row[name] for name in row if name != "check"} | {lost: total - rest})
    return found


class TestBuggyTables(Promises):
    id = "buggy-tables"
    calculates = False
    alphabet = "0123456789.-"
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$")
    wrong = ("{}7", "7{}", "{} or 2", "{0} {0}", "")

    def original(self, prompt):
        (rows,), text = tables(prompt)
        for sentence in reversed(re.findall(r"^\d+\. (.+)$", text, re.M)):
            numbers = [name for name in rows[0] if any(isinstance(row[name], int) for row in rows)]
            rows = undo(rows, sentence, numbers)
        return rows, text

    def oracle(self, prompt):
        rows, text = self.original(prompt)
        return value(rows, re.search(r"(?:what is|Find) (the .+?)[?.](?:\s|$)", text)[1])

    def test_the_original_gives_the_answer_by_sql(self):
        """The table that the prompt's sentences lead back to, asked by SQLite."""
        for level in self.spec.levels:
            for seed in range(6):
                task = self.spec.task(level, seed)
                rows, _ = self.original(task.prompt)
                table = {"columns": list(rows[0]), "rows": [list(row.values()) for row in rows]}
                assert by_sql(table, task.payload["problem"]["plan"]) == Fraction(task.answer)

    def test_the_damaged_table_gives_another_value(self):
        for level in self.spec.levels:
            for seed in range(6):
                problem = (task := self.spec.task(level, seed)).payload["problem"]
                if all("?" not in row for row in problem["table"]["rows"]):
                    try:
                        found = by_sql(problem["table"], problem["plan"])
                    except (TypeError, ZeroDivisionError, IndexError):
                        continue
                    assert found != Fraction(task.answer)

    def test_values_are_exact(self):
        """Elsewhere values were rounded, and two right ways to round gave two answers."""
        for level in self.spec.levels:
            for seed in range(20):
                task = self.spec.task(level, seed)
                assert (Fraction(task.answer) * 1000).denominator == 1
                assert "exact value, as an integer or a decimal number" in task.prompt
                assert not self.spec.verify_answer(
                    task.payload, f"{Fraction(task.answer) + Fraction(1, 1000)}"
                ).passed

    @pytest.mark.parametrize(
        ("damage", "cells", "total"),
        [
            (["reversed", "b"], [21, 5, 31], 12 + 5 + 13),
            (["junk", "b"], [129, 50, 31], 12 + 5 + 3),
            (["running", "b"], [12, 17, 30], 30),
            (["steps", "b"], [12, -7, 8], 12 + 5 + 13),
            (["added", "b", 2], [14, 9, 19], 12 + 5 + 13),
            (["scaled", "b", 3, 4], [40, 19, 43], 12 + 5 + 13),
            (["doubled", 2], [12, 5, 5], 17),
            (["doubled", 3], [12, 5, 13], 30),
        ],
    )
    def test_damage_by_name(self, damage, cells, total):
        table = {"columns": ["a", "b"], "words": 0, "rows": [[f"x{n}", cell] for n, cell in enumerate(cells)]}
        plan = {"measure": ["sum", "b"], "joint": "and", "tests": []}
        problem = {"table": table, "damages": [damage], "plan": plan}
        payload = {"problem": problem, "gold": {"text": str(total), "kind": "decimal"}}
        self.takes(payload, [str(total), f"{total}.0"], [str(total + 1), "", f"{total}.5"])

    def test_answers_are_spread(self):
        for level in self.spec.levels:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(100))
            assert answers.most_common(1)[0][1] <= 10
