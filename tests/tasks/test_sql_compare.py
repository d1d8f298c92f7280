"""Comparing results: against a slow comparison by trying all orders, and by laws."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.verifiers.sql.compare import same_bag, same_result

VALUES = st.one_of(
    st.none(),
    st.integers(-2, 2),
    st.sampled_from([0.0, 1.0, 0.5, 1 / 3, 1 / 3 + 1e-12, 1 / 3 + 1e-6, -2.0, 1e300, math.inf]),
    st.sampled_from(["", "1", "a", "A", "1.0"]),
)


def rows_of(width: int, most: int = 5) -> st.SearchStrategy[list[list[Any]]]:
    return st.lists(st.lists(VALUES, min_size=width, max_size=width), max_size=most)


def slow(due: list[list[Any]], given: list[list[Any]]) -> bool:
    """By trying every order of the rows."""

    def equal(a: Any, b: Any) -> bool:
        if a is None or b is None:
            return a is b
        if isinstance(a, str) or isinstance(b, str):
            return type(a) is type(b) and bool(a == b)
        return a == b or math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)

    return len(due) == len(given) and any(
        all(
            len(left) == len(right) and all(map(equal, left, right))
            for left, right in zip(due, order, strict=True)
        )
        for order in itertools.permutations(given)
    )


@given(st.integers(1, 3).flatmap(lambda width: st.tuples(rows_of(width), rows_of(width))))
def test_as_trying_all_orders_says(pair: tuple[list[list[Any]], list[list[Any]]]) -> None:
    assert same_bag(*pair) == slow(*pair)


@given(st.integers(1, 3).flatmap(rows_of), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(rows: list[list[Any]], rng: random.Random) -> None:
    shuffled = [tuple(row) for row in rows]
    rng.shuffle(shuffled)
    assert same_bag(rows, shuffled)


@given(rows_of(2, 8), st.data())
def test_one_change_of_a_value_is_seen(rows: list[list[Any]], data: st.DataObject) -> None:
    if rows:
        at = data.draw(st.integers(0, len(rows) - 1))
        changed = [list(row) for row in rows]
        changed[at][1] = "changed"
        assert not same_bag(rows, changed)
        assert not same_bag(rows, rows[:at] + rows[at + 1 :])
        assert not same_bag(rows, [*rows, rows[at]])


@pytest.mark.parametrize(
    ("due", "given", "equal"),
    [
        ([[1]], [(1.0,)], True),
        ([[1]], [("1",)], False),
        ([[None]], [(0,)], False),
        ([[None]], [("",)], False),
        ([["a"]], [("A",)], False),
        ([["a"]], [(b"a",)], False),
        ([[0.3]], [(0.1 + 0.2,)], True),
        ([[3]], [(2.9999999999999996,)], True),
        ([[3]], [(3.0001,)], False),
        ([[1, 2]], [(2, 1)], False),
        ([[1], [1], [2]], [(1,), (2,), (2,)], False),
        ([], [], True),
        ([[1]], [], False),
        ([[1, 2]], [(1,)], False),
        ([[2**53 + 1]], [(2**53,)], False),
        ([[math.inf]], [(math.inf,)], True),
    ],
)
def test_values(due: list[list[Any]], given: list[tuple[Any, ...]], equal: bool) -> None:
    assert same_bag(due, given) is equal


def test_rows_with_several_floats_find_their_partners() -> None:
    """Sorted side by side they do not fit, since the first floats are the same up to rounding."""
    third = 1 / 3
    due = [[third, 5.5], [third + 1e-13, 2.5]]
    assert same_bag(due, [(third + 2e-13, 5.5), (third - 1e-13, 2.5)])
    assert not same_bag(due, [(third + 2e-13, 5.5), (third - 1e-13, 5.5)])


def test_groups_are_compared_one_after_the_other() -> None:
    groups = [[["a"], ["b"]], [["c"]]]
    assert same_result(groups, [("b",), ("a",), ("c",)], 1)
    assert not same_result(groups, [("a",), ("c",), ("b",)], 1)
    assert not same_result(groups, [("a",), ("b",)], 1)
    assert not same_result([], [("a",)], 1)
    assert same_result([], [], 3)


def test_many_rows_take_no_long_search() -> None:
    rows = [[i % 7 / 3, i % 5 / 7, "x"] for i in range(20_000)]
    assert same_bag(rows, list(reversed(rows)))
    assert not same_bag(rows, [*rows[:-1], [0.123, 0.456, "x"]])
