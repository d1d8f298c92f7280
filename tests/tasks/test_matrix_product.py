"""Matrix expressions: worked out by sympy's matrices, from the text of the prompt."""

from __future__ import annotations

import re

from matrix_reader import answered, exact, read, rows_of

from rlvr.conformance.promises import Promises

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


class TestMatrixProduct(Promises):
    id = "matrix-product"
    named = True
    alphabet = "0123456789-/, "
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")

    def oracle(self, prompt):
        text = prompt.rpartition("\n\n")[0]
        ((at, found),) = [(i, m) for i, p in enumerate(PROMPTS) if (m := re.fullmatch(p, text, re.S))]
        expression, shown, form = found.group(*((1, 2, 3) if at == 0 else (2, 1, 3)))
        matrices = {m[0]: exact(read(m[1])) for m in re.findall(r"([A-Zuvwx]) = (\[\[.*\]\])", shown)}
        assert set(re.findall(r"[A-SU-Zuvwx]|T(?<!\^T)", expression)) == set(matrices)
        code = expression.replace("^T", ".transpose()").replace("^", "**")
        note, rows, fractions = re.fullmatch(FORM, form).groups()
        assert bool(note) == ("^T" in expression)
        return rows_of(eval(code, {}, matrices)), bool(rows), bool(fractions)

    def agrees(self, found, task):
        value, rows, fractions = found
        assert rows == task.answer.startswith("[[")
        assert fractions or "/" not in task.answer
        return value == answered(task.answer)

    def test_names_do_not_matter(self):
        def key(p):
            names = {name: "ABCDEF"[i] for i, name in enumerate(p["matrices"])}
            text = re.sub(r"[A-SU-Zuvwx]", lambda m: names[m[0]], p["expression"])
            return text, str(list(p["matrices"].values()))

        self.same_problems(key, kinds="vector", size=2, largest=1, denominator=1)
