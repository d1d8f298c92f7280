"""The clue kernel against brute force: all assignments of small random puzzles are listed."""

from __future__ import annotations

import re
from itertools import pairwise, permutations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.kernels.clue import (
    AHEAD,
    RULES,
    Clue,
    Different,
    Meter,
    OutOfSteps,
    Puzzle,
    Relation,
    Table,
    choose,
    drawn,
    is_enough,
    is_solved,
    settle,
    solutions,
    solve,
    start,
    suppose,
    values_of,
)
from rlvr.generators.kernels.clue_rules import Line, Sum

SEEDS = st.integers(0, 10**6)
MOST = 10**6


def small(seed, asked=None):
    """A random puzzle of five cells with four values, and what its rules allow as functions of all values."""
    rng, count, values = Random(seed), 5, 4
    domains = [rng.choice((15, 15, 15, 7, 14, 6)) for _ in range(count)]
    rules, holds = [], []
    for number in range(rng.randint(1, 3)):
        cells = rng.sample(range(count), rng.randint(1, 3))
        rows = [row for row in product(range(values), repeat=len(cells)) if rng.random() < 0.6] or [
            (0,) * len(cells)
        ]
        rules.append(Table(f"table {number}", cells, Relation(rows)))
        holds.append(lambda all_, cells=cells, rows=frozenset(rows): tuple(all_[c] for c in cells) in rows)
    for number in range(rng.randint(0, 2)):
        cells = rng.sample(range(count), rng.choice((2, 3, 4)))
        rules.append(Different(f"different {number}", cells, 15))
        holds.append(lambda all_, cells=cells: len({all_[c] for c in cells}) == len(cells))
    return Puzzle.of(domains, rules, asked), holds


def by_force(puzzle, holds):
    """All assignments that keep the rules."""
    return [every for every in product(*map(values_of, puzzle.domains)) if all(hold(every) for hold in holds)]


@given(SEEDS)
def test_the_rules_take_away_nothing_that_is_right_and_tables_all_else(seed):
    puzzle, holds = small(seed)
    right, state = by_force(puzzle, holds), start(puzzle)
    if not settle(puzzle, state, range(len(puzzle.rules)), Meter(MOST)):
        assert not right
        return
    for cell, domain in enumerate(state.domains):
        assert {every[cell] for every in right} <= set(values_of(domain))
    for rule in puzzle.rules:
        if isinstance(rule, Table):
            rows = [
                row
                for row in rule.relation.rows
                if all(state.domains[c] >> v & 1 for c, v in zip(rule.cells, row, strict=True))
            ]
            for place, cell in enumerate(rule.cells):
                assert set(values_of(state.domains[cell])) == {row[place] for row in rows}
    before = (list(state.domains), list(state.memory))
    assert settle(puzzle, state, range(len(puzzle.rules)), Meter(MOST))
    assert (state.domains, state.memory) == before


@given(SEEDS, st.integers(1, 5))
def test_solutions_are_those_of_brute_force(seed, asked):
    puzzle, holds = small(seed, asked)
    right = {every[:asked] for every in by_force(puzzle, holds)}
    found = solutions(puzzle, start(puzzle), MOST, Meter(MOST))
    assert len(found) == len(set(found))
    assert set(found) == right
    assert len(solutions(puzzle, start(puzzle), 2, Meter(MOST))) == min(2, len(right))


@given(SEEDS)
def test_what_solve_finds_is_the_only_solution(seed):
    puzzle, holds = small(seed)
    right = by_force(puzzle, holds)
    for solution in right[:3]:
        for tier in (RULES, AHEAD):
            state, log = start(puzzle), []
            if solve(puzzle, state, solution, Meter(MOST), tier, log):
                assert right == [solution]
                assert tuple(domain.bit_length() - 1 for domain in state.domains) == solution
            # Every step leaves the solutions, and the last one of a cell says what is left of it.
            last = dict(left for step in log for left in step.left)
            assert all(state.domains[cell] == domain for cell, domain in last.items())
            assert all(
                domain >> every[cell] & 1 for step in log for cell, domain in step.left for every in right
            )
            assert is_solved(puzzle, state) == all(d.bit_count() == 1 for d in state.domains)
        assert is_enough(puzzle, (), solution, MOST, AHEAD) >= is_enough(puzzle, (), solution, MOST, RULES)


@given(SEEDS, SEEDS)
def test_chosen_clues_are_enough_and_few(seed, order):
    puzzle, holds = small(seed)
    right, rng = by_force(puzzle, holds), Random(order)
    if not right:
        return
    solution = rng.choice(right)
    clues, told = [], {}
    for number, rule in enumerate(puzzle.rules):
        if isinstance(rule, Table):
            for place, cell in enumerate(rule.cells):
                clues.append(Clue(number, rule.relation.has[place][solution[cell]]))
                told[clues[-1]] = cell
    rng.shuffle(clues)
    chosen = choose(puzzle, [clues], solution, most=MOST, ahead=9)
    agreeing = [
        every for every in right if all(every[told[clue]] == solution[told[clue]] for clue in chosen or clues)
    ]
    if chosen is None:
        assert not is_enough(puzzle, clues, solution, MOST, AHEAD)
        return
    assert agreeing == [solution]
    for clue in chosen:  # none of them is spare for the rules
        assert not is_enough(puzzle, [other for other in chosen if other is not clue], solution, MOST, RULES)


@given(SEEDS, SEEDS)
def test_clues_are_chosen_as_if_each_puzzle_was_solved_from_the_beginning(seed, order):
    puzzle, holds = small(seed)
    right, rng = by_force(puzzle, holds), Random(order)
    if not right:
        return
    solution = rng.choice(right)
    clues = [
        Clue(number, rule.relation.has[place][solution[cell]])
        for number, rule in enumerate(puzzle.rules)
        if isinstance(rule, Table)
        for place, cell in enumerate(rule.cells)
    ]
    rng.shuffle(clues)

    def left(some):
        state = start(puzzle, some)
        settle(puzzle, state, range(len(puzzle.rules)), Meter(MOST))
        return state.domains

    plain = []
    for clue in clues + clues:  # a clue that told nothing new may do so later
        if clue not in plain and left(plain) != left([*plain, clue]):
            plain.append(clue)
    if all(domain.bit_count() == 1 for domain in left(plain)):
        for clue in plain[::-1][:3]:
            fewer = [other for other in plain if other is not clue]
            if is_enough(puzzle, fewer, solution, MOST, RULES):
                plain = fewer
        assert choose(puzzle, [clues], solution, most=MOST, tests=3) == plain
    else:
        assert choose(puzzle, [clues], solution, most=MOST, tests=3) is None


@given(SEEDS)
def test_a_look_ahead_that_gives_up_at_another_solution_could_not_have_found_one(seed):
    puzzle, holds = small(seed)
    for solution in by_force(puzzle, holds)[:3]:
        found = [
            solve(puzzle, start(puzzle), solution, Meter(MOST), AHEAD, alone=alone) for alone in (False, True)
        ]
        assert found[0] == found[1]


@given(SEEDS)
def test_a_drawn_solution_is_one(seed):
    puzzle, holds = small(seed)
    for solution in by_force(puzzle, holds)[:1]:
        every = Table("all", range(5), Relation(product(range(4), repeat=5)))
        whole = Puzzle.of(puzzle.domains, [*puzzle.rules, every])
        found = drawn(whole, Random(seed), [len(puzzle.rules)], Meter(MOST))
        assert found in by_force(puzzle, holds), solution


def test_every_solution_can_be_drawn():
    relation = Relation(product(range(3), repeat=2))
    puzzle = Puzzle.of(
        [7] * 4, [Table("a", (0, 1), relation), Table("b", (2, 3), relation), Different("d", (0, 2), 7)]
    )
    found = {drawn(puzzle, Random(seed), [0, 1], Meter(MOST)) for seed in range(600)}
    assert found == {every for every in product(range(3), repeat=4) if every[0] != every[2]}


def test_steps_are_counted_and_end_what_takes_too_many():
    puzzle = Puzzle.of([7] * 3, [Different("d", range(3), 7)])
    assert len(solutions(puzzle, start(puzzle), 10, Meter(100))) == 6
    meter = Meter(100)
    solutions(puzzle, start(puzzle), 10, meter)
    assert 0 < meter.used < 100
    with pytest.raises(OutOfSteps):
        solutions(puzzle, start(puzzle), 10, Meter(meter.used - 1))
    assert not is_enough(puzzle, (), (0, 1, 2), 0, AHEAD)


def test_a_solution_that_breaks_a_clue_is_an_error():
    table = Table("t", (0, 1), Relation([(0, 1), (1, 0)]))
    puzzle = Puzzle.of([3, 3], [table])
    clash = [Clue(0, table.relation.has[0][0]), Clue(0, table.relation.has[1][0])]
    with pytest.raises(ValueError, match="breaks a rule or a clue"):
        solve(puzzle, start(puzzle, clash), (0, 1), Meter(9))


def test_a_supposed_value_leaves_the_state_as_it_was():
    puzzle = Puzzle.of([7] * 3, [Different("d", range(3), 7)])
    state = start(puzzle)
    trial = suppose(puzzle, state, 0, 1, Meter(9))
    assert trial is not None
    assert trial.domains == [1, 6, 6]
    assert state.domains == [7, 7, 7]
    assert suppose(puzzle, state, 0, 8, Meter(9)) is None


@settings(max_examples=30)
@given(SEEDS)
def test_the_same_puzzle_takes_the_same_steps(seed):
    counts = []
    for _ in range(2):
        puzzle, _ = small(seed)
        meter = Meter(MOST)
        solutions(puzzle, start(puzzle), 3, meter)
        counts.append(meter.used)
    assert counts[0] == counts[1]


def test_the_page_shows_a_puzzle_that_works():
    page = (Path(__file__).parents[2] / "docs" / "adding-a-task.md").read_text(encoding="utf-8")
    (snippet,) = re.findall("```py\n(.*?)```", page, re.DOTALL)
    rng, n = Random(1), 4
    square = [(row + column) % n for row in range(n) for column in range(n)]
    names = {"n": n, "solution": square, "order": rng.sample(range(n * n), n * n), "permutations": permutations}
    names |= {each.__name__: each for each in (Relation, Table, Different, Puzzle, Clue, choose)}
    exec(snippet, names)  # the page's own text
    puzzle, chosen = names["puzzle"], names["chosen"]
    assert 0 < len(chosen) < 12
    assert solutions(puzzle, start(puzzle, chosen), 2, Meter(MOST)) == [tuple(square)]


def test_a_line_is_a_table_of_which_what_follows_is_kept():
    rng = Random(8)
    rows = [row for row in product((0, 1), repeat=6) if sum(row) == 2 and (1, 1) not in pairwise(row)]
    relation, known = Relation(rows), {}
    for _ in range(600):
        domains = [rng.choice((1, 2, 3, 3, 3)) for _ in range(8)]
        cells = rng.sample(range(8), 6)
        found = []
        for rule in (Table("line", cells, relation), Line("line", cells, relation, known)):
            left, touched = list(domains), []
            fits = rule.narrow(left, rule.memory, touched) >= 0
            found.append((fits, fits and left, fits and touched))
        assert found[0] == found[1]


@given(SEEDS)
def test_a_sum_keeps_all_that_is_part_of_one_and_nothing_else(seed):
    rng = Random(seed)
    worth, count = sorted(rng.sample(range(-9, 20), 6)), rng.randint(1, 4)
    common = rng.randint(1, 63)
    domains = [rng.choice((common, common, 63, rng.randint(1, 63))) for _ in range(count)]
    target = sum(rng.choice(worth) for _ in range(count))
    right = [
        values
        for values in product(*map(values_of, domains))
        if sum(worth[value] for value in values) == target
    ]
    before, touched = list(domains), []
    if Sum("sum", range(count), worth, target).narrow(domains, 0, touched) < 0:
        assert not right
        return
    assert domains == [sum({1 << value for value in place}) for place in zip(*right, strict=True)]
    assert sorted(touched) == [cell for cell in range(count) if domains[cell] != before[cell]]
