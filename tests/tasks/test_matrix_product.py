"""Matrix expressions: worked out by sympy's matrices, from the text of the prompt."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from hypothesis import given, settings
from matrix_reader import answered, exact, read, rows_of

from rlvr.conformance.promises import SEEDS, Promises

NAMED = r"((?:[A-Zuvwx] = \[\[.*?\]\]\s+)+)"
PROMPTS = (
    rf"Compute (.*) for\n{NAMED}(.*)",
    rf"{NAMED}What is (.*?)\? (.*)",
    rf"Let\n{NAMED}Work out the matrix (.*)\.\n(.*)",
)
FORM = (
    r"(\(\^T means transpose\.\) )?Give the result(?:, a column vector, as a tuple from top to bottom, such as \(1, 2\)"
    r"|( as a list of its rows, such as \[\[1, 2\], \[3, 4\]\])), with integers( or exact fractions such as -3/4)?\."
)


LINE = re.compile(r"row (\d+): (.*)|(\S+): rows of (\S+) times columns of (\S+)|(\S+) = (\[\[.*\]\])")

SHOWN = {  # the whole expression
    kind: rf"(?:Compute|Work out the matrix|What is) {expression}(?: for\n|\.\n|\? )"
    for kind, expression in {
        "sum": r"(?:\d\*)?[A-Z] [+-] (?:\d\*)?[A-Z]",
        "vector": r"[A-Z]\*[uvwx]",
        "product": r"[A-Z]\*[A-Z]",
        "transpose": r"(?:[A-Z]\^T\*[A-Z]|[A-Z]\*[A-Z]\^T)",
        "power": r"[A-Z]\^\d",
        "chain": r"[A-Z]\*[A-Z]\*[A-Z]",
        "mixed": r"(?:\d\*)?[A-Z](?:\^T|\^\d)?\*[A-Z](?:\^T)? [+-] (?:\d\*)?[A-Z](?:\^T)?",
    }.items()
}


def digit_operations(line):
    """Each pair of digits of two factors; each digit of a sum's terms and of a multiple's entries."""
    if line.startswith("row"):
        calculations = re.findall(r"(?:: |, )(.*?) = ", line)
        terms = [term.split("*") for text in calculations for term in re.split(r" [-+] ", text)]
        return sum(math.prod(len(re.findall("[0-9]", factor)) for factor in term) for term in terms)
    multiple = re.fullmatch(r"[0-9]+\*[A-Z]\S* = (.*)", line)
    return len(re.findall("[0-9]", multiple[1])) if multiple else 0


def worked_out(expression, matrices):
    return eval(expression.replace("^T", ".transpose()").replace("^", "**"), {}, matrices)


class TestMatrixProduct(Promises):
    id = "matrix-product"
    named = True
    shown = SHOWN
    alphabet = "0123456789-/, "
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")

    def oracle(self, prompt):
        text = prompt.rpartition("\n\n")[0]
        ((at, found),) = [(i, m) for i, p in enumerate(PROMPTS) if (m := re.fullmatch(p, text, re.S))]
        expression, shown, form = found.group(*((1, 2, 3) if at == 0 else (2, 1, 3)))
        matrices = {m[0]: exact(read(m[1])) for m in re.findall(r"([A-Zuvwx]) = (\[\[.*\]\])", shown)}
        assert set(re.findall(r"[A-SU-Zuvwx]|T(?<!\^T)", expression)) == set(matrices)
        note, rows, fractions = re.fullmatch(FORM, form).groups()
        assert bool(note) == ("^T" in expression)
        return rows_of(worked_out(expression, matrices)), bool(rows), bool(fractions)

    def agrees(self, found, task):
        value, rows, fractions = found
        assert rows == task.answer.startswith("[[")
        assert fractions or "/" not in task.answer
        return value == answered(task.answer)

    @settings(max_examples=30)
    @given(SEEDS)
    def test_every_line_of_the_worked_solution(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            matrices = {
                name: exact(read(str(m).replace("'", "")))
                for name, m in task.payload["problem"]["matrices"].items()
            }
            value, rows = answered(task.answer), 0  # rows are the answer's where no product is announced
            *lines, _ = task.trace.splitlines()
            assert task.difficulty == sum(map(digit_operations, lines))
            for line in lines:
                row, entries, product, left, right, shown, matrix = LINE.fullmatch(line).groups()
                if product:
                    value = rows_of(worked_out(f"{left}*{right}", matrices))
                    assert rows_of(worked_out(product, matrices)) == value, line
                    rows = 0
                elif row:
                    assert int(row) == rows + 1
                    found = [Fraction(entry.rpartition(" = ")[2]) for entry in entries.split(", ")]
                    assert found == value[rows], line
                    rows += 1
                else:
                    assert rows_of(worked_out(shown, matrices)) == read(matrix), line
                    value, rows = answered(task.answer), 0
            assert not lines or rows in (0, len(value))

    def test_names_do_not_matter(self):
        def key(p):
            names = {name: "ABCDEF"[i] for i, name in enumerate(p["matrices"])}
            text = re.sub(r"[A-SU-Zuvwx]", lambda m: names[m[0]], p["expression"])
            return text, str(list(p["matrices"].values()))

        self.same_problems(key, kinds="vector", size=2, largest=1, denominator=1)
