"""Clue puzzles: cells with domains, rules that narrow them, and clues that make one solution the only one.

A cell's domain is a bit set: bit v is set while the cell may hold the value v. A `Rule` looks at a few cells and
takes away what it excludes. Two kinds do for most puzzles: `Table`, the list of all that its cells may hold together
(a row with its clue, a cage, a number and its neighbours), and `Different`. The rows of a table are the bits of one
integer, so it is narrowed to the last value by few operations however long it is, and a clue is a set of its rows.

There are three tiers of solving, each stronger than the one before: `settle` uses the rules one after the other until
nothing changes; `look_ahead` supposes a value and takes it away if the rules then clash; `solutions` searches. All
count their steps (a step is one look of one rule at its cells), so they are bounded and depend on no clock.

Sources: the tables are those of Demeulenaere et al., "Compact-Table: Efficiently Filtering Table Constraints with
Reversible Sparse Bit-Sets" (CP 2016); look-ahead is known as singleton consistency (Debruyne and Bessiere, 1997).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, Protocol

Domains = list[int]

RULES, AHEAD = 1, 2
"""Tiers: what the rules settle alone; what they settle with look-ahead."""


class OutOfSteps(Exception):
    """The steps are used up; nothing is known about what was not reached."""


@dataclass(slots=True)
class Meter:
    """Counts steps, and ends what takes more than `most`."""

    most: int
    used: int = 0


class Rule(Protocol):
    """What is true of some cells.

    Attributes:
        name: what worked solutions call it.
        cells: the cells that it looks at.
        memory: what it remembers before its first look, a whole number that is not negative.
    """

    name: str
    cells: tuple[int, ...]
    memory: int

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """Take away from `domains` what cannot be, and append the cells that changed to `touched`.

        It is sound, and a second look without a change in between finds nothing. Returns what to remember, or -1 if
        there is no solution.
        """


class _Within(dict[int, int]):
    """The rows that have a value of a domain in one place, found when they are first asked for."""

    def __init__(self, has: dict[int, int]) -> None:
        super().__init__()
        self.has = has

    def __missing__(self, domain: int) -> int:
        found = 0
        for value, rows in self.has.items():
            if domain >> value & 1:
                found |= rows
        self[domain] = found
        return found


class Relation:
    """All rows that some cells may hold together; row i is bit i of a set of rows.

    Make each once and keep it: the sets of rows by domain are remembered.

    Attributes:
        rows: the rows.
        every: the set of all.
        has: for each place the rows by the value that they have there.
        marked: the same as pairs of the value's bit and the rows.
        within: for each place the rows by the domain that their value is in.
        held: for some sets of rows the values that they have in each place, as bits; asked for before.
    """

    def __init__(self, rows: Iterable[Sequence[int]]) -> None:
        """Take the rows, at least one and all of one length, with values from 0 on."""
        self.rows = [tuple(row) for row in rows]
        self.every = (1 << len(self.rows)) - 1
        self.has = [
            {value: _bits(entry == value for entry in column) for value in sorted(set(column))}
            for column in zip(*self.rows, strict=True)
        ]
        self.marked = [tuple((1 << value, rows) for value, rows in has.items()) for has in self.has]
        self.within = [_Within(has) for has in self.has]
        self.held: dict[int, tuple[int, ...]] = {}
        self._most_held = max(1 << 10, min(1 << 14, (1 << 22) // len(self.rows)))

    def holding(self, rows: int) -> tuple[int, ...]:
        """The values that some rows have in each place, as bits."""
        if len(self.held) >= self._most_held:
            self.held.clear()
        found = []
        for marked in self.marked:
            left = 0
            for bit, among in marked:
                if among & rows:
                    left |= bit
            found.append(left)
        held = self.held[rows] = tuple(found)
        return held

    def where(self, holds: Callable[[tuple[int, ...]], bool]) -> int:
        """The rows of which something is true."""
        return _bits(holds(row) for row in self.rows)


def _bits(flags: Iterable[bool]) -> int:
    # The text of a number in base 2 is read far faster than its bits are added one by one.
    return int("".join(["1" if flag else "0" for flag in flags])[::-1] or "0", 2)


class Table:
    """The rule that the cells hold one of the rows of a relation. It remembers the rows that are left."""

    __slots__ = ("_within", "cells", "fresh", "memory", "name", "relation")

    def __init__(self, name: str, cells: Iterable[int], relation: Relation, rows: int = -1) -> None:
        """Name and cells; `rows` are those that are allowed at the beginning, all if it is -1."""
        self.name, self.cells, self.relation = name, tuple(cells), relation
        self.fresh = relation.every + 1
        """Stands beside the rows until the first look, and again when a clue has taken some away."""
        self.memory = rows & relation.every | self.fresh
        self._within = tuple(zip(self.cells, relation.within, strict=False))

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """Keep the rows within the domains, and of each domain what a row has: all that follows is found."""
        relation = self.relation
        rows = memory & relation.every
        for cell, within in self._within:
            rows &= within[domains[cell]]
        if not rows:
            return -1
        if rows == memory:
            return rows
        held = relation.held.get(rows)
        if held is None:
            held = relation.holding(rows)
        for cell, left in zip(self.cells, held, strict=True):
            if domains[cell] != left:
                domains[cell] = left
                touched.append(cell)
        return rows


class Different:
    """The rule that no two cells are equal, by naked and hidden singles; nothing is remembered."""

    __slots__ = ("_now", "cells", "every", "memory", "name")

    def __init__(self, name: str, cells: Iterable[int], values: int) -> None:
        """Name, two cells or more, and the bits of all values; with as many values as cells each stands somewhere."""
        self.name, self.cells = name, tuple(cells)
        self._now = itemgetter(*self.cells)
        self.every = values if values.bit_count() == len(self.cells) else 0
        self.memory = 0

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """Rounds of singles, until nothing changes."""
        cells, before = self.cells, self._now(domains)
        now = list(before)
        while True:
            once = twice = single = loose = 0
            for domain in now:
                twice |= once & domain
                once |= domain
                if domain & (domain - 1):
                    loose |= domain
                elif single & domain:
                    return -1
                else:
                    single |= domain
            if once & self.every != self.every:
                return -1
            hidden = self.every & ~twice
            if not loose & (hidden | single):
                break
            changed = False
            for place, domain in enumerate(now):
                if domain & (domain - 1):
                    only = domain & hidden
                    left = only or domain & ~single
                    if not left or only & (only - 1):
                        return -1
                    if left != domain:
                        now[place], changed = left, True
            if not changed:
                break
        for cell, old, new in zip(cells, before, now, strict=True):
            if old != new:
                domains[cell] = new
                touched.append(cell)
        return memory


class Clue(NamedTuple):
    """One clue: of the table `rule` (by its number) only these `rows` are left."""

    rule: int
    rows: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Cells and rules.

    Attributes:
        domains: of each cell, at the beginning.
        rules: they are looked at in this order.
        asked: so many cells, the first ones, are what the puzzle asks for; the others only help to say the rules.
        watch: for each cell the rules that look at it.
        settled: what the rules settle without clues, once that was asked for.
    """

    domains: tuple[int, ...]
    rules: tuple[Rule, ...]
    asked: int
    watch: tuple[tuple[int, ...], ...]
    settled: list[State] = field(default_factory=list, compare=False, repr=False)

    @classmethod
    def of(cls, domains: Sequence[int], rules: Sequence[Rule], asked: int | None = None) -> Puzzle:
        """The puzzle of some domains and rules; all cells are asked for if it is not said how many."""
        watch: list[list[int]] = [[] for _ in domains]
        for number, rule in enumerate(rules):
            for cell in dict.fromkeys(rule.cells):
                watch[cell].append(number)
        asked = len(domains) if asked is None else asked
        return cls(tuple(domains), tuple(rules), asked, tuple(map(tuple, watch)))


class State:
    """What is known: the domains, and what each rule remembers."""

    __slots__ = ("domains", "memory")

    def __init__(self, domains: Iterable[int], memory: Iterable[int]) -> None:
        """Take both as they are."""
        self.domains, self.memory = list(domains), list(memory)

    def copy(self) -> State:
        """Another one that says the same."""
        return State(self.domains, self.memory)


class Step(NamedTuple):
    """What followed at once.

    Attributes:
        rule: the number of the rule that was looked at; -1 for look-ahead.
        left: cells that changed, with the domains that are left of them.
        refuted: the value that look-ahead took away; else -1.
    """

    rule: int
    left: tuple[tuple[int, int], ...]
    refuted: int = -1


def start(puzzle: Puzzle, clues: Iterable[Clue] = ()) -> State:
    """The state before any rule was looked at, with some clues."""
    state = State(puzzle.domains, [rule.memory for rule in puzzle.rules])
    for clue in clues:
        post(puzzle, state, clue)
    return state


def post(puzzle: Puzzle, state: State, clue: Clue) -> None:
    """Add a clue; its rule is to be looked at next."""
    rule = puzzle.rules[clue.rule]
    assert isinstance(rule, Table)
    state.memory[clue.rule] = state.memory[clue.rule] & clue.rows | rule.fresh


def settle(
    puzzle: Puzzle,
    state: State,
    rules: Iterable[int],
    meter: Meter,
    log: list[Step] | None = None,
    *,
    open_: int = -1,
) -> bool:
    """Look at some rules, and at all that see a change, until nothing changes; False if they clash.

    Where a solution is known there can be no clash. Then `open_`, how many of the cells asked for have more than one
    value, lets it end as soon as each has one.

    Raises:
        OutOfSteps: if the meter ends.
    """
    domains, memory, all_rules, watch = state.domains, state.memory, puzzle.rules, puzzle.watch
    queue = deque(rules)
    waiting = set(queue)
    while queue:
        number = queue.popleft()
        waiting.discard(number)
        meter.used += 1
        if meter.used > meter.most:
            raise OutOfSteps
        touched: list[int] = []
        found = all_rules[number].narrow(domains, memory[number], touched)
        if found < 0:
            return False
        memory[number] = found
        if touched:
            if log is not None:
                log.append(Step(number, tuple((cell, domains[cell]) for cell in touched)))
            if open_ > 0:
                for cell in touched:
                    domain = domains[cell]
                    if not domain & (domain - 1) and cell < puzzle.asked:
                        open_ -= 1
                if not open_:
                    return True
            for cell in touched:
                for other in watch[cell]:
                    if other != number and other not in waiting:
                        waiting.add(other)
                        queue.append(other)
    return True


def undecided(puzzle: Puzzle, state: State) -> list[int]:
    """The cells asked for that have more than one value left."""
    return [cell for cell, domain in enumerate(state.domains[: puzzle.asked]) if domain & (domain - 1)]


def is_solved(puzzle: Puzzle, state: State) -> bool:
    """Whether each cell asked for has one value left."""
    return all(not domain & (domain - 1) for domain in state.domains[: puzzle.asked])


def suppose(puzzle: Puzzle, state: State, cell: int, values: int, meter: Meter) -> State | None:
    """What the rules settle if a cell has one of some values; None if they clash.

    Raises:
        OutOfSteps: if the meter ends.
    """
    trial = state.copy()
    trial.domains[cell] &= values
    return trial if trial.domains[cell] and settle(puzzle, trial, puzzle.watch[cell], meter) else None


def look_ahead(
    puzzle: Puzzle,
    state: State,
    solution: Sequence[int],
    meter: Meter,
    log: list[Step] | None = None,
    *,
    alone: bool = False,
) -> bool:
    """Take away one wrong value that the rules refute, and settle; False if there is none.

    The values of a known `solution` are not tried. Cells with the fewest values come first. With `alone` it gives up
    as soon as a trial ends in another solution: then no look-ahead can lead to the known one.

    Raises:
        OutOfSteps: if the meter ends.
    """
    cells = sorted(undecided(puzzle, state), key=lambda cell: state.domains[cell].bit_count())
    for cell in cells:
        for value in values_of(state.domains[cell]):
            if value == solution[cell]:
                continue
            trial = suppose(puzzle, state, cell, 1 << value, meter)
            if trial is None:
                state.domains[cell] ^= 1 << value
                if log is not None:
                    log.append(Step(-1, ((cell, state.domains[cell]),), value))
                settle(puzzle, state, puzzle.watch[cell], meter, log)
                return True
            if alone and not any(domain & (domain - 1) for domain in trial.domains):
                return False
    return False


def solve(
    puzzle: Puzzle,
    state: State,
    solution: Sequence[int],
    meter: Meter,
    tier: int = RULES,
    log: list[Step] | None = None,
    *,
    alone: bool = False,
) -> bool:
    """Whether the rules, and in tier `AHEAD` look-ahead, find the one solution. The state is then solved.

    `solution` must keep the clues; that the state gets solved proves that there is no other. With `alone` it ends as
    soon as look-ahead meets another one, and what it leaves of the state then depends on where that was.

    Raises:
        OutOfSteps: if the meter ends.
        ValueError: if the rules clash, so that the solution is none.
    """
    if not settle(puzzle, state, range(len(puzzle.rules)), meter, log):
        raise ValueError("the solution breaks a rule or a clue")
    while tier == AHEAD and not is_solved(puzzle, state):
        if not look_ahead(puzzle, state, solution, meter, log, alone=alone):
            break
    return is_solved(puzzle, state)


def solutions(puzzle: Puzzle, state: State, limit: int, meter: Meter) -> list[tuple[int, ...]]:
    """Up to `limit` solutions, as the values of the cells asked for; different ones differ there.

    The state must not be used afterwards.

    Raises:
        OutOfSteps: if the meter ends.
    """
    found: list[tuple[int, ...]] = []
    stack = [state] if settle(puzzle, state, range(len(puzzle.rules)), meter) else []
    while stack and len(found) < limit:
        state = stack.pop()
        open_ = undecided(puzzle, state)
        if not open_:
            if _can_end(puzzle, state, meter):
                found.append(tuple(domain.bit_length() - 1 for domain in state.domains[: puzzle.asked]))
            continue
        cell = min(open_, key=lambda cell: state.domains[cell].bit_count())
        stack.extend(_branches(puzzle, state, cell, meter)[::-1])
    return found


def _can_end(puzzle: Puzzle, state: State, meter: Meter) -> bool:
    """Whether the cells that only help can be given values."""
    stack = [state]
    while stack:
        state = stack.pop()
        cell = next(
            (i for i in range(puzzle.asked, len(state.domains)) if state.domains[i].bit_count() > 1), -1
        )
        if cell < 0:
            return True
        stack.extend(_branches(puzzle, state, cell, meter))
    return False


def _branches(puzzle: Puzzle, state: State, cell: int, meter: Meter) -> list[State]:
    """What the rules settle for each value of a cell, without those that clash."""
    values = values_of(state.domains[cell])
    supposed = (suppose(puzzle, state, cell, 1 << value, meter) for value in values)
    return [branch for branch in supposed if branch is not None]


def choose(
    puzzle: Puzzle,
    groups: Sequence[Sequence[Clue]],
    solution: Sequence[int],
    *,
    most: int,
    tests: int = 1000,
    ahead: int = 0,
) -> list[Clue] | None:
    """Some of the clues, which leave the solution as the only one by what `solve` finds; None if all are too few.

    Clues of a group are added in their order, if they change anything, until the rules settle everything; those of the
    next group only where the ones before do not. Then some are tried without, the last one first: `tests` of them by
    the rules alone, and, of those that are left, `ahead` with look-ahead.

    Args:
        puzzle: the puzzle.
        groups: the clues to choose from.
        solution: the solution, which keeps all clues.
        most: the steps that solving may take; a clue stays if it takes more without it.
        tests: how many are tried without by the rules.
        ahead: how many are tried without by look-ahead.
    """
    state, chosen, meter = _without_clues(puzzle, most), list[Clue](), Meter(most)
    before: list[State] = []  # of each chosen clue: what the ones before it settle
    open_ = len(undecided(puzzle, state))
    for group in groups:
        waiting, more = list(group), True
        while more and open_:
            tried, waiting, more = waiting, [], False
            for clue in tried:
                if not state.memory[clue.rule] & ~clue.rows:
                    waiting.append(clue)
                    continue
                trial = state.copy()
                post(puzzle, trial, clue)
                settle(puzzle, trial, (clue.rule,), meter, open_=open_)
                if trial.domains == state.domains:
                    waiting.append(clue)
                    continue
                chosen.append(clue)
                before.append(state)
                state, more = trial, True
                open_ = len(undecided(puzzle, state))
                if not open_:
                    break
    if not open_:
        chosen = _without_spare(puzzle, chosen, before, most, tests)
    else:  # all clues together settle no more
        chosen = [clue for group in groups for clue in group]
        if not ahead or not is_enough(puzzle, chosen, solution, most, AHEAD):
            return None
    for clue in chosen[::-1][:ahead]:
        fewer = [other for other in chosen if other is not clue]
        if is_enough(puzzle, fewer, solution, most, AHEAD):
            chosen = fewer
    return chosen


def _without_clues(puzzle: Puzzle, most: int) -> State:
    """What the rules settle without a clue; a solution is known."""
    if not puzzle.settled:
        state = start(puzzle)
        if not settle(puzzle, state, range(len(puzzle.rules)), Meter(most)):
            raise ValueError("the solution breaks a rule or a clue")
        puzzle.settled.append(state)
    return puzzle.settled[0].copy()


def _without_spare(
    puzzle: Puzzle, chosen: Sequence[Clue], before: Sequence[State], most: int, tests: int
) -> list[Clue]:
    """The clues that settle a puzzle but for those that the rules do without, of the last `tests`, the last one first.

    What the clues before one settle is known, so each test adds only those that were kept of the ones behind it.
    """
    at, kept = len(chosen), list[Clue]()
    for clue in chosen[::-1][:tests]:
        at -= 1
        trial = before[at].copy()
        for other in kept:
            post(puzzle, trial, other)
        open_ = len(undecided(puzzle, trial))
        if open_ and kept:
            with suppress(OutOfSteps):
                settle(puzzle, trial, dict.fromkeys(other.rule for other in kept), Meter(most), open_=open_)
        if not is_solved(puzzle, trial):
            kept.append(clue)
    return [*chosen[:at], *kept[::-1]]


def drawn(puzzle: Puzzle, rng: random.Random, tables: Sequence[int], meter: Meter) -> tuple[int, ...] | None:
    """A random solution: one table after the other gets a row that the rules still allow; None where none is left.

    Every solution can come out, though not with exactly equal chance. The tables must tell all cells asked for.

    Raises:
        OutOfSteps: if the meter ends.
    """
    state = start(puzzle)
    if not settle(puzzle, state, range(len(puzzle.rules)), meter):
        return None
    for number in tables:
        while True:
            rows = values_of(state.memory[number])
            if not rows:
                return None
            row = 1 << rng.choice(rows)
            trial = state.copy()
            post(puzzle, trial, Clue(number, row))
            if settle(puzzle, trial, (number,), meter):
                state = trial
                break
            state.memory[number] ^= row
    return tuple(domain.bit_length() - 1 for domain in state.domains[: puzzle.asked])


def is_enough(puzzle: Puzzle, clues: Iterable[Clue], solution: Sequence[int], most: int, tier: int) -> bool:
    """Whether a tier finds the solution from some clues in so many steps."""
    try:
        return solve(puzzle, start(puzzle, clues), solution, Meter(most), tier, alone=True)
    except OutOfSteps:
        return False


def values_of(domain: int) -> list[int]:
    """The values in a domain, least first."""
    return list(_few_values(domain)) if domain < _FEW else _values(domain)


def _values(domain: int) -> list[int]:
    found = []
    while domain:
        low = domain & -domain
        found.append(low.bit_length() - 1)
        domain ^= low
    return found


_FEW = 1 << 16


@lru_cache(maxsize=1 << 13)
def _few_values(domain: int) -> tuple[int, ...]:
    return tuple(_values(domain))
