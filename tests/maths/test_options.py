"""Strict mode, tolerances, demanded forms and stated kinds, each in both directions."""

from __future__ import annotations

from typing import Any

import pytest
from dress import DRESSES

from rlvr.verifiers import math as vm

BOXED = {name for name in DRESSES if name.startswith("boxed") or name in ("thought", "prose", "withdrawn")}


def passed(gold: str, response: str, **options: Any) -> bool:
    return vm.check(gold, response, **options).passed


@pytest.mark.parametrize("name", DRESSES)
def test_strict_mode_reads_the_box_and_nothing_else(name: str) -> None:
    response = DRESSES[name]("17", "18")
    assert passed("17", response)
    if name == "framed":
        return  # a frame is a box to some
    assert passed("17", response, mode="strict") == (name in BOXED)


@pytest.mark.parametrize("marker", ["boxed", "tag"])
def test_strict_mode_reads_its_marker_and_nothing_else(marker: str) -> None:
    """Around the marker, anything may stand: it neither adds to the answer nor takes it back."""
    mark = {"boxed": r"\boxed{%s}", "tag": "<answer>%s</answer>"}[marker]
    for before in ("", "The answer is 18. ", "It is not ", f"Perhaps {mark % 18}, or "):
        for after in (
            "",
            " Wait, that is wrong.",
            " The answer is 18.",
            r"\%",
            " or 18",
            " However, check this.",
        ):
            assert passed("17", before + mark % 17 + after, mode="strict", marker=marker)
            assert not passed("17", before + mark % 18 + after, mode="strict", marker=marker)
    assert not passed("17", f"{mark % 17} {mark % 18}", mode="strict", marker=marker)
    assert not passed("17", "The answer is 17.", mode="strict", marker=marker)


def test_the_tag_is_the_marker_where_it_is_asked_for() -> None:
    tag, box = "<answer>17</answer>", r"\boxed{17}"
    assert passed("17", tag, mode="strict", marker="tag")
    assert not passed("17", box, mode="strict", marker="tag")
    assert not passed("17", tag, mode="strict", marker="boxed")


@pytest.mark.parametrize(
    ("gold", "response", "tolerance", "right"),
    [
        ("3.14159", "3.1416", "0.001", True),
        ("3.14159", "3.15", "0.001", False),
        ("3.14159", "3.14259", "0.001", True),  # exactly on the edge
        ("3.14159", "3.14259000000000000001", "0.001", False),
        ("3.14159", "-3.14159", "0.001", False),
        (r"\pi", "3.14", "0.01", True),
        (r"\pi", "3.14", "0.001", False),
        (r"\sqrt{2}", "1.414", "0.001", True),
        (r"\frac{1}{3}", "0.333", "0.001", True),
        (r"\frac{1}{3}", "0.33", "0.001", False),
        ("1000", "1009", {"relative": "0.01"}, True),
        ("1000", "1010", {"relative": "0.01"}, True),
        ("1000", "1010.000001", {"relative": "0.01"}, False),
        ("-1000", "-990", {"relative": "0.01"}, True),
        ("-1000", "1000", {"relative": "0.01"}, False),
        ("0", "0.001", {"relative": "0.01"}, False),
        ("0", "0", {"relative": "0.01"}, True),
        ("5", "5.4 or 5.5", "0.5", False),
        ("5", "nan", "0.5", False),
        ("5", r"\infty", "0.5", False),
        ("5", "1e400", "0.5", False),
        ("5", "", "5", False),
        ("50", "50.4%", "0.5", False),
    ],
)
def test_a_tolerance_is_what_it_says(gold: str, response: str, tolerance: Any, right: bool) -> None:
    assert passed(gold, response, tolerance=tolerance) == right


@pytest.mark.parametrize(
    ("gold", "right", "wrong", "demand"),
    [
        ("1024", "1024", "2^{10}", "evaluated"),
        ("12", "12", r"3 \cdot 4", "evaluated"),
        (r"\frac{1}{2}", r"\frac{1}{2}", r"\frac{2}{4}", "reduced"),
        ("x^2-1", "x^2-1", "(x-1)(x+1)", "expanded"),
        ("(x-1)(x+1)", "(x+1)(x-1)", "x^2-1", "factored"),
        ("0.5", "0.50", r"\frac{1}{2}", "decimal"),
        (r"2\frac{1}{2}", "2 1/2", r"\frac{5}{2}", "mixed"),
        (r"2\sqrt{2}", r"2\sqrt{2}", r"\sqrt{8}", "simplified"),
    ],
)
def test_a_demanded_form_refuses_the_question_restated(gold: str, right: str, wrong: str, demand: str) -> None:
    assert passed(gold, right, require=(demand,))
    assert passed(gold, wrong)
    assert not passed(gold, wrong, require=(demand,))


def test_units_and_bases_can_be_demanded_or_dropped() -> None:
    assert passed("5 cm", "5 cm", require_unit=True)
    assert not passed("5 cm", "5", require_unit=True)
    assert passed("1011_2", "1011", base_named=True)
    assert not passed("1011_2", "1011_3", base_named=True)
    assert not passed("1011_2", "1010", base_named=True)


@pytest.mark.parametrize(
    "options",
    [
        {"kind": "no such kind"},
        {"mode": "loose"},
        {"require": ("pretty",)},
        {"tolerance": "-1"},
        {"tolerance": "x"},
    ],
)
def test_an_option_that_does_not_exist_is_the_callers_mistake(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        vm.check("5", "5", **options)


@pytest.mark.parametrize(
    ("gold", "kind"),
    [("hello", "integer"), ("1/2", "integer"), ("(1,", "tuple"), ("5", "time"), ("", "integer")],
)
def test_a_gold_that_is_not_of_the_stated_kind_is_refused_or_matches_nothing(gold: str, kind: str) -> None:
    try:
        assert not vm.check(gold, "", kind=kind).passed
    except ValueError:
        return


@pytest.mark.parametrize("gap", ["\n" * 6000, " " * 6000, " \n\t" * 3000])
@pytest.mark.parametrize(
    "response", ["The answer is{}17.", r"\boxed{{17}}{}I hope that helps.", "17{}... abc", "So x = 17.{}Done"]
)
def test_a_long_gap_says_no_more_than_a_short_one(response: str, gap: str) -> None:
    short = "\n\n" if "\n" in gap else " " * 8
    assert vm.check("17", response.format(gap)) == vm.check("17", response.format(short))
