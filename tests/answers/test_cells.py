"""Squares as people and models write them: lists over several lines, numbered rows, signs around a row."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.verifiers.answers.cells import read_square

ROWS = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
WIDE = [[(i + j) % 10 + 1 for j in range(10)] for i in range(10)]


def each(form: Callable[[int, str], str], rows: list[list[int]] = ROWS, gap: str = "\n") -> str:
    return gap.join(form(at, " ".join(map(str, row))) for at, row in enumerate(rows, 1))


FORMS: list[Callable[[int, str], str]] = [
    lambda at, row: f"Row {at}: {row}",
    lambda at, row: f"row {at} {row}",
    lambda at, row: f"Row {at} = [{row.replace(' ', ', ')}]",
    lambda at, row: f"**Row {at}:** {row}",
    lambda at, row: f"- Row {at}: {row}",
    lambda at, row: f"r{at}: {row}",
    lambda at, row: f"R{at}: {row}",
    lambda at, row: f"{at}. {row}",
    lambda at, row: f"{at}) {row}",
    lambda at, row: f"{at}: {row}.",
    lambda at, row: f"- {row}",
    lambda at, row: f"* {row}",
    lambda at, row: f"- `{row}`",
    lambda at, row: f"`{row}`",
    lambda at, row: f"`{row}`.",
    lambda at, row: f"${row}$",
    lambda at, row: rf"\({row}\)",
    lambda at, row: f"{row}.",
]


@pytest.mark.parametrize("form", FORMS)
def test_what_stands_around_each_row(form: Callable[[int, str], str]) -> None:
    for gap in ("\n", "\n\n", "\r\n"):
        assert read_square(each(form, gap=gap), 3) == ROWS
        assert read_square(each(form, WIDE, gap), 10) == WIDE
    assert read_square("Here is the solved grid:\n\n" + each(form), 3) == ROWS
    assert read_square(f"```\n{each(form)}\n```", 3) == ROWS
    # Rows that are numbered in another order are not in their places.
    turned = each(form, ROWS[::-1]).split("\n")[::-1]
    if turned[0] != form(1, "1 2 3"):
        assert read_square("\n".join(turned), 3) is None


@pytest.mark.parametrize("rows", [ROWS, WIDE])
@pytest.mark.parametrize("indent", [None, 1, 2, "\t"])
def test_lists_of_lists(rows: list[list[int]], indent: int | str | None) -> None:
    text = json.dumps(rows, indent=indent)
    for answer in (
        text,
        f"```json\n{text}\n```",
        f"The completed grid is:\n\n```\n{text}\n```",
        text.replace("\n", "\r\n"),
    ):
        assert read_square(answer, len(rows)) == rows
    for wrong in (rows[:-1], [*rows, rows[0]], [rows[0][:-1], *rows[1:]], [rows[0] + [1], *rows[1:]]):
        assert read_square(json.dumps(wrong, indent=indent), len(rows)) is None


def test_other_labels_are_not_passed_over() -> None:
    for form in (
        lambda at, row: f"Row {4 - at}: {row}",
        lambda at, row: f"Row {at + 1}: {row}",
        lambda at, row: f"r{at - 1}: {row}",
        lambda at, row: f"{at + 1}. {row}",
        lambda at, row: f"Row 1: {row}",
        lambda at, row: f"Column {at}: {row}",
        lambda at, row: f"Not row {at}: {row}",
        lambda at, row: f"Row {at} is not: {row}",
        lambda at, row: f"{at} {row}",
        lambda at, row: f"-{row}",
        lambda at, row: f"{row} .",
        lambda at, row: f"{row}..",
        lambda at, row: f"{row}. no",
        lambda at, row: f"~~{row}~~",
        lambda at, row: f"- {row}" if at < 3 else row,
        lambda at, row: f"{at}. {row}" if at < 3 else row,
    ):
        assert read_square(each(form), 3) is None, each(form)


@given(st.text("123 \n-.:*`$[],()rRow\\", max_size=60))
def test_every_digit_counts(text: str) -> None:
    """Only numbers that label all rows are left out of what is read."""
    grid = read_square(text, 3)
    if grid is not None:
        read = "".join(str(number) for row in grid for number in row)
        digits = "".join(char for char in text if char.isdigit())
        labelled = "".join(f"{at}{''.join(map(str, row))}" for at, row in enumerate(grid, 1))
        assert digits in (read, labelled)


def test_long_texts_take_no_time_to_speak_of() -> None:
    rng = random.Random(1)
    for _ in range(40):
        read_square("".join(rng.choices("[1],\n .", k=20_000)), 3)
    for text in ("[[1]," * 4000, "Row 1: " * 2000, "- \n" * 6000, "`" * 19_000, "so " * 6000, "1.\n" * 6000):
        assert read_square(text, 3) is None
