"""More rules for clue puzzles: counts, sums, cells that exclude others, places on a path, and what hangs together.

Each is a `Rule` of `rlvr.generators.kernels.clue` whose cells are too many for a table of rows. What they find at
once: `Count`, `Apart`, `Sum` and `Near` all that follows from them alone; `Connected` the cells that are cut off and
those that alone join two parts, which are the articulation points (Hopcroft and Tarjan, 1973).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter

from .clue import Clue, Domains, Relation, Table, values_of


class Count:
    """The rule that at least and at most so many of some cells, which hold 0 or 1, hold 1."""

    __slots__ = ("_now", "cells", "least", "memory", "most", "name")

    def __init__(self, name: str, cells: Iterable[int], least: int, most: int) -> None:
        """Name, cells, and how many of them hold 1."""
        self.name, self.cells, self.memory = name, tuple(cells), 0
        self.least, self.most = least, most
        self._now: Callable[[Domains], tuple[int, ...]]
        # A getter of one item would give no tuple.
        self._now = itemgetter(*self.cells) if len(self.cells) > 1 else self._few

    def _few(self, domains: Domains) -> tuple[int, ...]:
        return tuple(domains[cell] for cell in self.cells)

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """When as many as may be are found, or all that are left are needed, the rest follows."""
        now = self._now(domains)
        ones, open_ = now.count(2), now.count(3)
        if ones > self.most or ones + open_ < self.least:
            return -1
        if open_ and (ones == self.most or ones + open_ == self.least):
            left = 1 if ones == self.most else 2
            for cell, domain in zip(self.cells, now, strict=True):
                if domain == 3:
                    domains[cell] = left
                    touched.append(cell)
        return memory


class Line:
    """The rule of a `Table` for few cells that hold 0 or 1; what follows from their domains is kept for other tables.

    It remembers nothing, and takes no clues.
    """

    __slots__ = ("_known", "_now", "cells", "memory", "name", "relation")

    def __init__(
        self,
        name: str,
        cells: Iterable[int],
        relation: Relation,
        known: dict[tuple[int, ...], tuple[tuple[int, int], ...] | None],
    ) -> None:
        """Name, two cells or more, and the rows; `known` is what follows, the same for all lines of a relation."""
        self.name, self.cells, self.relation, self.memory = name, tuple(cells), relation, 0
        self._known, self._now = known, itemgetter(*self.cells)

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """All that follows."""
        now = self._now(domains)
        found = self._known.get(now, ())
        if found == () and now not in self._known:
            places: list[int] = []
            left = list(now)
            table = Table(self.name, range(len(now)), self.relation)
            rows = table.narrow(left, table.memory, places)
            found = self._known[now] = None if rows < 0 else tuple((place, left[place]) for place in places)
        if found is None:
            return -1
        for place, domain in found:
            domains[self.cells[place]] = domain
            touched.append(self.cells[place])
        return memory


class Apart:
    """The rule that a cell with 1 has only 0 in the cells that belong to it; it remembers which it saw to."""

    __slots__ = ("around", "cells", "memory", "name")

    def __init__(self, name: str, around: Sequence[Sequence[int]]) -> None:
        """Name, and for each cell, from 0 on, the cells that hold 0 if it holds 1."""
        self.name, self.cells, self.memory, self.around = name, tuple(range(len(around))), 0, around

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """All around a cell with 1 is 0."""
        for cell, domain in enumerate(domains[: len(self.cells)]):
            if domain == 2 and not memory >> cell & 1:
                memory |= 1 << cell
                for other in self.around[cell]:
                    if domains[other] == 2:
                        return -1
                    if domains[other] == 3:
                        domains[other] = 1
                        touched.append(other)
        return memory


class Sum:
    """The rule that what some cells are worth adds up to a target; a cell that holds v is worth `worth[v]`."""

    __slots__ = ("_sums", "cells", "memory", "name", "target", "worth")

    def __init__(self, name: str, cells: Iterable[int], worth: Sequence[int], target: int) -> None:
        """Name, cells, what each value is worth, and the sum of all."""
        self.name, self.cells, self.memory = name, tuple(cells), 0
        least = min(worth)
        self.worth = [each - least for each in worth]
        self.target = target - least * len(self.cells)
        self._sums = _sums(tuple(self.worth))

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """Keep what is part of a sum that reaches the target: sums are the bits of one integer."""
        worth, rest, open_ = self.worth, self.target, []
        common, any_ = -1, 0
        for cell in self.cells:
            domain = domains[cell]
            if domain & (domain - 1):
                open_.append(cell)
                common &= domain
                any_ |= domain
            else:
                rest -= worth[domain.bit_length() - 1]
        if rest < 0:
            return -1
        if not open_:
            return -1 if rest else memory
        # The values that all cells share make many sums. Where these go with every value, nothing can be taken away.
        if self._sums.reach(common, len(open_) - 1, any_, rest):
            return memory
        worths = [self._sums.worths(domains[cell]) for cell in open_]
        reached, upto = [1], (2 << rest) - 1
        for each in worths[:-1]:
            before, after = reached[-1], 0
            for _, value in each:
                after |= before << value
            reached.append(after & upto)
        needed = 1 << rest
        for cell, each, before in zip(open_[::-1], worths[::-1], reached[::-1], strict=True):
            left = earlier = 0
            for bit, value in each:
                found = needed >> value & before
                if found:
                    left |= bit
                    earlier |= found
            if not left:
                return -1
            if left != domains[cell]:
                domains[cell] = left
                touched.append(cell)
            needed = earlier
        return memory


class _Sums:
    """Sums of what values are worth, kept for the next question: sets of sums are the bits of one integer."""

    def __init__(self, worth: Sequence[int]) -> None:
        self.worth, self.highest = worth, max(worth)
        self.known: dict[tuple[int, int], int] = {}
        self.listed: dict[int, tuple[tuple[int, int], ...]] = {}
        self.falls: dict[int, int] = {}

    def worths(self, domain: int) -> tuple[tuple[int, int], ...]:
        """The values of a domain: the bit of each and what it is worth."""
        found = self.listed.get(domain)
        if found is None:
            if len(self.listed) >= _MOST_KEPT:
                self.listed.clear()
            found = self.listed[domain] = tuple((1 << value, self.worth[value]) for value in values_of(domain))
        return found

    def of(self, domain: int, count: int) -> int:
        """The sums of so many values of a domain, each as often as one likes."""
        if not count:
            return 1
        found = self.known.get((domain, count))
        if found is None:
            if len(self.known) >= _MOST_KEPT:
                self.known.clear()
            fewer, found = self.of(domain, count - 1), 0
            for _, worth in self.worths(domain):
                found |= fewer << worth
            self.known[domain, count] = found
        return found

    def reach(self, domain: int, count: int, last: int, rest: int) -> bool:
        """Whether `rest` is a sum of so many values of a domain and, whichever it is, one of the domain `last`."""
        if not domain:
            return False
        fall = self.falls.get(last)
        if fall is None:
            if len(self.falls) >= _MOST_KEPT:
                self.falls.clear()
            fall = self.falls[last] = sum(1 << self.highest - worth for _, worth in self.worths(last))
        sums, shift = self.of(domain, count), rest - self.highest
        return not fall & ~(sums >> shift if shift >= 0 else sums << -shift)


_MOST_KEPT = 4096


@lru_cache(maxsize=32)
def _sums(worth: tuple[int, ...]) -> _Sums:
    return _Sums(worth)


class Near:
    """The rule that two things, whose domains are sets of places, stand on places next to each other."""

    __slots__ = ("around", "cells", "memory", "name")

    def __init__(self, name: str, first: int, second: int, around: Around) -> None:
        """Name, the two things, and the places next to a set of places."""
        self.name, self.memory, self.around = name, 0, around
        self.cells: tuple[int, ...] = (first, second)

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """Each place of one needs a place of the other beside it."""
        first, second = self.cells
        one, two = domains[first], domains[second]
        left = one & self.around(two)
        right = two & self.around(left)
        if not left or not right:
            return -1
        if left != one:
            domains[first] = left
            touched.append(first)
        if right != two:
            domains[second] = right
            touched.append(second)
        return memory


class Around:
    """The places next to any of a set of places, on a grid whose cells are the bits of an integer, row by row."""

    def __init__(self, rows: int, columns: int, *, corners: bool = False) -> None:
        """The grid, and whether cells that share a corner are next to each other too."""
        self.columns, self.corners = columns, corners
        self.every = (1 << rows * columns) - 1
        self.first = sum(1 << row * columns for row in range(rows))

    def __call__(self, places: int) -> int:
        """The places beside some of `places`."""
        columns, first = self.columns, self.first
        sides = (places & ~(first << columns - 1)) << 1 | (places & ~first) >> 1
        lines = places | sides if self.corners else places
        return (sides | lines << columns | lines >> columns) & self.every


class Connected:
    """The rule that all cells of a square that hold 0 hang together, side by side."""

    __slots__ = ("beside", "cells", "memory", "name")

    def __init__(self, name: str, n: int) -> None:
        """Name, and the side of the square."""
        self.name, self.cells, self.memory = name, tuple(range(n * n)), 0
        self.beside = [
            [r * n + c for r, c in _next(cell // n, cell % n) if 0 <= r < n and 0 <= c < n]
            for cell in range(n * n)
        ]

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """Cells that cannot be reached hold 1; those without which sure ones fall apart hold 0."""
        root = next((cell for cell in self.cells if domains[cell] == 1), -1)
        if root < 0:
            return memory
        order, parent, low = self._walk(domains, root)
        for cell in self.cells:
            if cell not in low and domains[cell] & 1:
                if domains[cell] == 1:
                    return -1
                domains[cell] = 2
                touched.append(cell)
        at = {cell: i for i, cell in enumerate(order)}
        sure = {cell: domains[cell] == 1 for cell in order}
        for cell in reversed(order[1:]):
            up = parent[cell]
            low[up] = min(low[up], low[cell])
            if sure[cell]:
                sure[up] = True
                # The root is sure, so a branch with sure cells that hangs on one cell alone needs it.
                if domains[up] == 3 and low[cell] >= at[up]:
                    domains[up] = 1
                    touched.append(up)
        return memory

    def _walk(self, domains: Domains, root: int) -> tuple[list[int], dict[int, int], dict[int, int]]:
        """Cells that can be reached in the order of a deepest-first walk, with parents and the least seen beside."""
        order, parent, low, at = [root], {root: root}, {root: 0}, {root: 0}
        stack = [(root, iter(self.beside[root]))]
        while stack:
            cell, others = stack[-1]
            for other in others:
                if not domains[other] & 1:
                    continue
                if other in at:
                    if other != parent[cell] and at[other] < low[cell]:
                        low[cell] = at[other]
                else:
                    at[other] = low[other] = len(order)
                    order.append(other)
                    parent[other] = cell
                    stack.append((other, iter(self.beside[other])))
                    break
            else:
                stack.pop()
        return order, parent, low


def _next(row: int, column: int) -> tuple[tuple[int, int], ...]:
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


class Tellable(Table):
    """A cell that may be told: see `told`. It is looked at when it is told, and then never again."""

    __slots__ = ("cell",)

    def __init__(self, name: str, cell: int, values: int) -> None:
        """Name, the cell, and how many values there are, from 0 on."""
        super().__init__(name, (), _single(values))
        self.cell = cell

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """The row of a value is the bit of that value."""
        rows = memory & self.relation.every
        left = domains[self.cell] & rows
        if left and left != domains[self.cell]:
            domains[self.cell] = left
            touched.append(self.cell)
        return rows if left else -1


@lru_cache(maxsize=64)
def _single(values: int) -> Relation:
    return Relation((value,) for value in range(values))


def told(rule: int, value: int) -> Clue:
    """The clue that the cell of rule `rule`, which is `Tellable`, holds a value."""
    return Clue(rule, 1 << value)
