"""Lists of numbers, and lists of lists, as answers: what is read, and what is not."""

from __future__ import annotations

import pytest

from rlvr.generators.kernels.optimum import bare_groups, bare_list, written
from rlvr.verifiers.base import Reason
from rlvr.verifiers.optimum import (
    Broken,
    Objective,
    allowed,
    distinct,
    exactly,
    group_forms,
    judge,
    list_forms,
    read_groups,
    read_list,
    rising,
)

LISTS = (
    *(
        "2, 5, 9",
        "2 5 9",
        "2,5,9",
        "2;5;9",
        "2\n5\n9",
        "[2, 5, 9]",
        "(2, 5, 9)",
        "{2, 5, 9}",
        "$2, 5, 9$",
        "**2, 5, 9**",
    ),
    *("2 -> 5 -> 9", "2 → 5 → 9", "2, 5 and 9", "2, 5, and 9", "2, 5, 9.", "1. 2\n2. 5\n3. 9", "- 2\n- 5\n- 9"),
    *(
        "The answer is 2, 5, 9.",
        "cuts: 2, 5, 9",
        "The cuts are 2, 5 and 9.",
        "$\\{2, 5, 9\\}$",
        "A = [2, 5, 9]",
    ),
    *("```\n2, 5, 9\n```", "(2, 5), (9)", "[[2, 5], [9]]", "[2, 5], [9]"),
)
NO_LISTS = (
    *(
        "",
        "two, five",
        "2, 5 or 9",
        "2, 5, 9 or 2, 5, 8",
        "about 2, 5, 9",
        "2, , 9",
        "2.5, 9",
        "2, 5, x",
        "not 2, 5, 9",
    ),
    *("[2, 5, 9", "2, 5], 9", "2, 5, 9]", "2/5", "2 - 5", "²", "٢, 5", "[2, [5], 9]", "1" * 12, "2, 5, 9, ..."),
    *("8 8" * 2000, "1, " * 3000, "2, 5, 9\nbecause", "2 = 5", "(2, 5)(", "sum 16: 2, 5, 9"),
)


@pytest.mark.parametrize("answer", LISTS)
def test_a_list_is_read_in_its_usual_forms(answer):
    assert read_list(answer, nouns=("cuts",)) == [2, 5, 9]


@pytest.mark.parametrize("answer", NO_LISTS)
def test_what_is_no_list_is_not_read(answer):
    assert read_list(answer, nouns=("cuts",)) is None
    assert read_groups(answer, nouns=("cuts",)) is None


@pytest.mark.parametrize("answer", ["[]", "none", "None.", "()"])
def test_nothing_is_the_empty_list(answer):
    assert read_list(answer) == []


@pytest.mark.parametrize(
    "answer",
    [
        *(
            "1 4; 2 3 5",
            "1, 4; 2, 3, 5",
            "1 4\n2 3 5",
            "[[1, 4], [2, 3, 5]]",
            "[1, 4], [2, 3, 5]",
            "{1, 4}, {2, 3, 5}",
        ),
        *(
            "(1, 4), (2, 3, 5)",
            "1. 1 4\n2. 2 3 5",
            "Set 1: 1, 4\nSet 2: 2, 3, 5",
            "$\\{1, 4\\}, \\{2, 3, 5\\}$",
            "- 1 4\n- 2 3 5",
        ),
    ],
)
def test_groups_are_read_in_their_usual_forms(answer):
    assert read_groups(answer) == [[1, 4], [2, 3, 5]]


@pytest.mark.parametrize(
    "answer", ["", "1 4; x", "[1, 4], [2, 3", "1 4;; 2", "Set 2: 1 4\nSet 1: 2 3 5", "{1, 4}, [2, 3, 5)"]
)
def test_what_is_no_list_of_lists_is_not_read(answer):
    assert read_groups(answer) is None


@pytest.mark.parametrize(
    "answer", ["2, 5,\n9", "2,\n5,\n9", "2;\n5;\n9", "[\n  2,\n  5,\n  9\n]", "2\uff1b5\uff1b9", "2 ->\n5 -> 9"]
)
def test_a_list_may_go_on_in_the_next_line(answer):
    assert read_list(answer) == [2, 5, 9]


@pytest.mark.parametrize("answer", ["2, 5, 9,", "2,, 5, 9", "2, ,\n5, 9", ",\n2, 5, 9"])
def test_a_list_with_an_empty_place_is_not_read(answer):
    assert read_list(answer) is None


@pytest.mark.parametrize(
    "answer",
    [
        "1 4; 2 3 5;",
        "1 4;\n2 3 5",
        "1 4;\n2 3 5;",
        "(1 4); (2 3 5);",
        "1 4\uff1b2 3 5",
        "[\n  [\n    1,\n    4\n  ],\n  [\n    2,\n    3,\n    5\n  ]\n]",
    ],
)
def test_a_semicolon_may_end_a_group(answer):
    assert read_groups(answer) == [[1, 4], [2, 3, 5]]


@pytest.mark.parametrize("answer", [";", "1 4;;", "; 1 4", "1 4;\n;2 3", "1 4,\n2 3"])
def test_empty_and_unclear_groups_are_not_read(answer):
    assert read_groups(answer) is None


def test_edges_may_have_hyphens_only_where_they_are_edges():
    assert read_list("1-4, 2-3", links=True) == [1, 4, 2, 3]
    assert read_list("(1, 4), (2, 3)", links=True) == [1, 4, 2, 3]
    assert read_list("1-4, 2-3") is None
    assert read_list("-4, 3") == [-4, 3]


def test_reference_answers_are_read_by_both_sides_in_all_forms():
    flat, groups = [3, 10, 12], [[1, 4], [2, 3, 5]]
    assert bare_list(written(flat)) == flat
    assert bare_groups(written(groups)) == groups
    for form in list_forms(written(flat)):
        assert read_list(form) == flat, form
    for form in group_forms(written(groups)):
        assert read_groups(form) == groups, form


def _sum_of_two(payload, given):
    allowed(given, 1, len(payload["numbers"]), "position")
    distinct(given, "position")
    exactly(given, 2, "positions")
    rising(given, "positions")
    return sum(payload["numbers"][i - 1] for i in given)


@pytest.mark.parametrize("largest", [True, False])
def test_rules_come_before_quality_and_only_the_best_is_right(largest):
    table = {"two": Objective("Give two positions.", _sum_of_two, largest=largest)}
    payload = {"kind": "two", "numbers": [4, 8, 4, 8], "best": 16 if largest else 8}
    right, worse = ("2, 4", "1, 3")[:: 1 if largest else -1]
    assert judge(table, payload, right).passed
    verdict = judge(table, payload, worse)
    assert (verdict.score, verdict.reason, verdict.parts["valid"]) == (0.0, Reason.WRONG, 1.0)
    assert verdict.parts["quality"] == pytest.approx(1 / 1.5 if largest else 0.5)
    for broken, rule in (
        ("0, 1", "0 is no position"),
        ("5, 1", "5 is no"),
        ("1, 1", "twice"),
        ("1", "2 positions"),
        ("3, 1", "rise"),
    ):
        verdict = judge(table, payload, broken)
        assert (verdict.score, verdict.reason) == (0.0, Reason.ILLEGAL)
        assert rule in verdict.message
        assert set(verdict.parts.values()) == {0.0}
    assert judge(table, payload, "the first two").reason is Reason.UNPARSABLE
    with pytest.raises(Broken, match="3 is no vertex"):
        allowed([3], 1, 2, "vertex")


def test_lists_are_worth_what_they_are_in_a_dictionary():
    table = {"last": Objective("Give numbers.", lambda _, given: given, largest=True)}
    payload = {"kind": "last", "best": [5, 3, 2]}
    assert judge(table, payload, "5, 3, 2").passed
    assert judge(table, payload, "5, 3, 1").parts["quality"] == 0.5
    assert judge(table, payload, "5").parts["quality"] < 1
