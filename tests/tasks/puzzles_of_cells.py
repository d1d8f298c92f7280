"""Puzzles on squares whose rules have names: one search and one reader of worked lines for all of them.

A puzzle's test says what each rule leaves of the cells, as sets, from what the prompt tells. The search uses all rules
again and again and splits the smallest set; worked lines must follow from the rules that they name. Nothing of the
package's generators is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, product

from line_puzzles import number_rows, replay, told_cells

from rlvr.conformance.promises import Promises, read

Sets = list[set[int]]
Leaves = Callable[[Sets], "dict[int, set[int]] | None"]
BINARY = {
    "alphabet": "01 \n",
    "right": ("{}", " {}\n", "{}.", "**{}**", "The grid: {}"),
    "wrong": ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", ""),
}


def search(cells: Sets, rules: Mapping[str, Leaves], limit: int = 2) -> list[list[int]]:
    """Up to `limit` ways to give each cell one value."""
    found, stack = [], [cells]
    while stack and len(found) < limit:
        cells = [set(cell) for cell in stack.pop()]
        if not narrowed(cells, rules):
            continue
        open_ = [i for i, cell in enumerate(cells) if len(cell) > 1]
        if not open_:
            found.append([min(cell) for cell in cells])
            continue
        at = min(open_, key=lambda i: len(cells[i]))
        stack += [[*cells[:at], {value}, *cells[at + 1 :]] for value in sorted(cells[at])]
    return found


def narrowed(cells: Sets, rules: Mapping[str, Leaves]) -> bool:
    """Use all rules until nothing changes; whether each cell has something left."""
    before = None
    while before != sum(map(len, cells)):
        before = sum(map(len, cells))
        for leaves in rules.values():
            left = leaves(cells)
            if left is None:
                return False
            for cell, values in left.items():
                cells[cell] &= values
            if not all(cells):
                return False
    return True


def counted(where: Sequence[int], least: int, most: int) -> Leaves:
    """So many of some cells hold 1."""

    def leaves(cells):
        sure, may = sum(cells[c] == {1} for c in where), sum(1 in cells[c] for c in where)
        if sure > most or may < least:
            return None
        only = {0} if sure == most else {1} if may == least else {0, 1}
        return {c: only for c in where if len(cells[c]) > 1}

    return leaves


def excluding(n: int, clash: Callable[[int, int], bool]) -> Leaves:
    """Cells that clash do not both hold 1."""

    clashing = [[other for other in range(n * n) if other != c and clash(c, other)] for c in range(n * n)]

    def leaves(cells):
        left = {c: cells[c] - {1} for one in range(n * n) if cells[one] == {1} for c in clashing[one]}
        return left if all(left.values()) else None

    return leaves


def all_different(count: int) -> Leaves:
    """As many cells as values, each value once: singles, naked and hidden, until there is none."""

    def leaves(cells):
        now = [set(cell) for cell in cells[:count]]
        values = set().union(*now)
        before = None
        while before != sum(map(len, now)):
            before = sum(map(len, now))
            for i, cell in enumerate(now):
                if len(cell) == 1:
                    for j, other in enumerate(now):
                        if j != i:
                            other -= cell
            for value in values:
                where = [cell for cell in now if value in cell]
                if len(where) == 1:
                    where[0] &= {value}
            if not all(now) or set().union(*now) != values:
                return None
        return dict(enumerate(now))

    return leaves


def adding_up(where: Sequence[int], target: int) -> Leaves:
    """The numbers of some cells add up to a target."""

    def leaves(cells):
        def sums(line: Iterable[int]) -> set[int]:
            found = {0}
            for cell in line:
                found = {total + value for total in found for value in cells[cell]}
            return found

        left = {}
        for at, cell in enumerate(where):
            before, after = sums(where[:at]), sums(where[at + 1 :])
            rest = {target - total for total in before}
            left[cell] = {value for value in cells[cell] if any(total - value in after for total in rest)}
        return left if all(left.values()) else None

    return leaves


class SquarePuzzle(Promises):
    """What a puzzle's test gives: `words`, `payload_of`, `domains` and `rules`."""

    calculates = False  # the steps are replayed below
    words: Sequence[str] = ()
    lines_told = staticmethod(told_cells)
    lean = 3
    """From this level on one seed is enough: searching takes long."""

    def payload_of(self, said: Mapping) -> dict:
        """The payload, from the slots of the wording."""
        raise NotImplementedError

    def domains(self, payload: Mapping) -> Sets:
        """What each cell may hold in the beginning."""
        raise NotImplementedError

    def rules(self, payload: Mapping) -> dict[str, Leaves]:
        """What each rule leaves."""
        raise NotImplementedError

    def grid_of(self, payload: Mapping, values: list[int]) -> list[list[int]]:
        """The rows of a solution."""
        n = payload["size"]
        return [values[i : i + n] for i in range(0, n * n, n)]

    def oracle(self, prompt):
        return self.payload_of(read(prompt, {"": self.words})[1])

    def agrees(self, found, task):
        assert found == task.payload
        ways = search(self.domains(found), self.rules(found))
        return [self.grid_of(found, way) for way in ways] == [number_rows(task.answer)]

    def _some(self, level, params):
        return islice(super()._some(level, params), 2 if level < self.lean else 1)

    def test_the_oracle_finds_the_reference_from_the_text(self):
        for level in self.spec.levels:
            for seed in range(100, 104 if level < self.lean else 101):
                task = self.spec.task(level, seed)
                assert self.agrees(self.oracle(task.prompt), task)

    def test_every_line_of_the_worked_solution_follows(self):
        for level in self.spec.levels:
            for seed in range(2 if level < self.lean else 1):
                task = self.spec.task(level, seed)
                payload = self.oracle(task.prompt)
                rules = self.rules(payload)
                lines = task.trace.split("\n<answer>")[0].splitlines()
                lines = [line for line in lines if not line.startswith("All lines have")]

                def leaves(rule, cells, rules=rules):
                    return list(rules) if rule is None else rules[rule](cells)

                cells = self.domains(payload)
                assert narrowed([set(cell) for cell in cells], rules)
                ended = replay(lines, cells, payload["size"], leaves, self.lines_told)
                assert self.grid_of(payload, ended) == number_rows(task.answer)

    def every_grid(self, payload, values, good):
        """Check each grid of a small puzzle: right exactly if `good` says so; how many are."""
        n, passed = payload["size"], 0
        for flat in product(values, repeat=n * n):
            text = "\n".join(" ".join(map(str, flat[i : i + n])) for i in range(0, n * n, n))
            fine = good([list(flat[i : i + n]) for i in range(0, n * n, n)])
            passed += fine
            self.takes(payload, *(([text], []) if fine else ([], [text])))
        return passed


def shown(rules: str, words: Sequence[str], puzzle: Sequence[str]) -> list[str]:
    """The wordings of a test: ``RULES`` and ``PUZZLE`` stand for what is the same in all."""
    return [word.replace("RULES", rules).replace("PUZZLE", show) for word in words for show in puzzle]
