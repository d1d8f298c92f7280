"""Matrix rearrangement: steps are read from the prompt's sentences and done by NumPy."""

from __future__ import annotations

import re

import numpy as np
import pytest

from rlvr.conformance.promises import Promises


def moved(m, by):
    """The border, clockwise, by four sides that are put together."""
    high, wide = m.shape
    sides = [
        *((0, c) for c in range(wide - 1)),
        *((r, wide - 1) for r in range(high - 1)),
        *((high - 1, c) for c in range(wide - 1, 0, -1)),
        *((r, 0) for r in range(high - 1, 0, -1)),
    ]
    rows, columns = map(list, zip(*sides, strict=True))
    new = m.copy()
    new[rows, columns] = np.roll(m[rows, columns], by)
    return new


def exchanged(m, a, b, axis):
    order = list(range(m.shape[axis]))
    order[a - 1], order[b - 1] = b - 1, a - 1
    return np.take(m, order, axis)


STEPS = (
    (r"Turn the matrix by 90 degrees clockwise", lambda m: np.rot90(m, -1)),
    (r"Turn the matrix by 180 degrees", lambda m: np.rot90(m, 2)),
    (r"Turn the matrix by 90 degrees counterclockwise", lambda m: np.rot90(m)),
    (r"Transpose the matrix: its first row becomes its first column.*", lambda m: m.T),
    (
        r"Mirror the matrix along the diagonal from its lower left to its upper right.*",
        lambda m: np.rot90(m.T, 2),
    ),
    (r"Mirror the matrix from left to right, so that its first column.*", np.fliplr),
    (r"Mirror the matrix upside down, so that its first row.*", np.flipud),
    (r"Move all rows down by (\d+); .*", lambda m, k: np.roll(m, k, 0)),
    (r"Move all columns to the right by (\d+); .*", lambda m, k: np.roll(m, k, 1)),
    (r"Exchange rows (\d+) and (\d+)", lambda m, a, b: exchanged(m, a, b, 0)),
    (r"Exchange columns (\d+) and (\d+)", lambda m, a, b: exchanged(m, a, b, 1)),
    (r"Move each number of the border by (\d+) along the border, clockwise; the rest stays", moved),
    (
        r"Reverse the order of the numbers in rows 2, 4, 6 and so on",
        lambda m: np.array([row[::-1] if n % 2 else row for n, row in enumerate(m)]),
    ),
    (r"Add (\d+) to each number and keep the last digit of the sum", lambda m, k: (m + k) % 10),
    (r"Sort the numbers within each row, the smallest to the left", lambda m: np.sort(m, 1)),
    (r"Sort the numbers within each row, the largest to the left", lambda m: -np.sort(-m, 1)),
    (r"Sort the numbers within each column, the smallest to the top", lambda m: np.sort(m, 0)),
    (r"Sort the numbers within each column, the largest to the top", lambda m: -np.sort(-m, 0)),
    (r"Remove row (\d+)", lambda m, k: np.delete(m, k - 1, 0)),
    (r"Remove column (\d+)", lambda m, k: np.delete(m, k - 1, 1)),
    (r"Remove the last row", lambda m: m[:-1]),
    (r"Remove the first row", lambda m: m[1:]),
    (r"Replace each (\d) by (\d)", lambda m, old, new: np.where(m == old, new, m)),
    (r"Write a copy of row (\d+) directly below it", lambda m, k: np.insert(m, k, m[k - 1], 0)),
)


def after(m, steps):
    for step in steps:
        (found,) = [(match, do) for pattern, do in STEPS if (match := re.fullmatch(pattern, step.rstrip(".")))]
        m = found[1](m, *map(int, found[0].groups()))
    return m


def before(m, steps):
    """The only matrix of this sum that leads there: by where each cell of a matrix of labels goes."""
    for shape in {m.shape, m.shape[::-1]}:
        still = [step for step in steps if not step.startswith("Add ")]
        try:
            labels = after(np.arange(m.size).reshape(shape), still)
        except IndexError:  # a row is named that a matrix of this shape does not have
            continue
        if labels.shape == m.shape:
            added = sum(int(step.split()[1]) for step in steps if step.startswith("Add "))
            flat = np.empty(m.size, int)
            flat[labels.ravel()] = (m.ravel() - added) % 10
            if (after(flat.reshape(shape), steps) == m).all():
                return flat.reshape(shape)
    raise AssertionError(steps)


def read(m, order):
    if "column by column" in order:
        return [x for n, column in enumerate(m.T) for x in (column[::-1] if n % 2 else column)]
    if "diagonals" in order:
        over = np.fliplr(m)
        places = range(m.shape[1] - 1, -m.shape[0], -1)
        return [x for k in places for x in np.diagonal(over, k)]
    corner, way = re.search(r"begins in the (\w+ \w+) corner and runs inwards (\w+)", order).groups()
    m = np.rot90(m, ["upper left", "upper right", "lower right", "lower left"].index(corner))
    if way == "counterclockwise":
        m = m.T
    found = []
    while m.size:
        found += m[0].tolist()
        m = np.rot90(m[1:])
    return found[::-1] if "from its inner end" in order else found


class TestMatrixRearrangement(Promises):
    id = "matrix-rearrangement"
    alphabet = "0123456789 ,\n"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "```\n{}\n```")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        body = prompt.rpartition("\n\n")[0] + "\n"
        m = np.array([list(map(int, row.split())) for row in re.findall(r"^\d(?: \d)+$", body, re.M)])
        steps = re.findall(r"^\d+\. (.+)$", body, re.M)
        if found := re.search(r"after ([\d,]+) rounds|through ([\d,]+) equal rounds", body):
            times, states = int((found[1] or found[2]).replace(",", "")), [m]
            while (new := after(states[-1], steps)).tolist() != m.tolist():
                states.append(new)
            return self.text(states[times % len(states)])
        if steps:
            undone = "before all steps" in body or "have made of another one" in body or "Undo them" in body
            return self.text(before(m, steps) if undone else after(m, steps))
        if found := re.search(r"(\d+) by (\d+) \(rows by columns\)", body):
            high, wide = map(int, found.groups())
            what = {"largest": np.max, "smallest": np.min, "median": np.median, "mean": np.mean}
            (do,) = [do for word, do in what.items() if f"the {word}" in body]
            blocks = m.reshape(m.shape[0] // high, high, m.shape[1] // wide, wide).swapaxes(1, 2)
            small = np.array([[do(block) for block in row] for row in blocks])
            assert (small == small.astype(int)).all()
            return self.text(small.astype(int))
        return self.text(np.array([read(m, re.search("order:? (.+?)[.?] ?|order: (.+)", body)[0])]))

    def text(self, m):
        return "\n".join(" ".join(map(str, row)) for row in m.tolist())

    def test_elsewhere_thirty_near_copies_stand_for_thirty_tasks(self):
        """Here all steps are of one environment, and every one of them comes."""
        told = {
            step[0]
            for seed in range(120)
            for step in self.spec.task(6, seed, params={"kinds": "chain"}).payload["problem"]["steps"]
        }
        assert len(told) == 18

    @pytest.mark.parametrize(
        ("answer", "passes"),
        [
            ("1 2\n3 4", True),
            ("[[1, 2], [3, 4]]", True),
            ("\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", True),
            ("$\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}$", True),
            ("| 1 | 2 |\n| 3 | 4 |", True),
            ("1 2 3\n4", False),
            ("1 2\n3 5", False),
            ("1 3\n2 4", False),
            ("\\begin{pmatrix} 1 & 2 & 3 \\\\ 4 \\end{pmatrix}", False),
        ],
    )
    def test_forms_of_a_matrix(self, answer, passes):
        sequence = {"items": list("1234"), "signs": "0123456789", "width": 2}
        assert self.spec.verify_answer({"problem": {}, "sequence": sequence}, answer).passed is passes

    def test_the_matrix_of_the_prompt_is_no_answer(self):
        for level in self.spec.levels:
            for seed in range(25):
                task = self.spec.task(level, seed)
                shown = "\n".join(re.findall(r"^\d(?: \d)+$", task.prompt, re.M))
                assert not self.spec.verify_answer(task.payload, shown).passed, task.prompt
