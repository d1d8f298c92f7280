"""The list of Math-Verify's tests: complete rulings, and a reader of its sources that runs nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.math_verify_list import LIST, key, pairs

ROWS = [json.loads(line) for line in LIST.read_text(encoding="utf-8").splitlines()]

SUITE = r"""
import pytest
raise SystemExit("never run")

@pytest.mark.parametrize("gold, pred, expected", [("$1$", f"$\\sqrt{{4}}$", 0), (f"{math.sqrt(2):.3f}", "1.414", 1)])
def test_pairs(gold, pred, expected): ...

@pytest.mark.parametrize("pred,expected,config", [("It is A.", ["a", "A"], C()), ("none", [], C())])
def test_letters(pred, expected, config): ...

def test_alone():
    assert compare_strings("2", "two", precision=4) == 1

def helper():
    compare_strings("3", "three")
"""


def test_each_ruling_is_one_of_three_and_gives_its_reason() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS) == 282
    for row in ROWS:
        assert row["ruling"] in {"may", "guess", "wrong"}, row["id"]
        assert bool(row.get("reason")) == (row["ruling"] != "may"), row["id"]
        assert len(row["sha256"]) == 64
        assert isinstance(row["expected"], bool)


def test_the_suite_is_read_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(SUITE)
    found = [(pair.id, pair.gold, pair.prediction, pair.expected) for pair in pairs(tmp_path)]
    assert found == [
        ("test_a.py::test_pairs[0]", "$1$", r"$\sqrt{4}$", False),
        ("test_a.py::test_pairs[1]", "1.414", "1.414", True),
        ("test_a.py::test_letters[0]", "A", "It is A.", True),
        ("test_a.py::test_alone[0]", "2", "two", True),
    ]


@pytest.mark.parametrize(
    ("gold", "bare"),
    [
        (r"$\frac{1}{2}$", r"\frac{1}{2}"),
        (r"$\\frac{1}{2}$", r"\frac{1}{2}"),
        (r"$\begin{pmatrix}1\\\frac{1}{2}\\\end{pmatrix}$", r"\begin{pmatrix}1\\\frac{1}{2}\\\end{pmatrix}"),
        (r"$\boxed{\frac{1}{2}}$ and $\boxed{3}$", r"\frac{1}{2}, 3"),
        ("so " * 100 + r"\boxed{1}, hence \boxed{2}", "2"),
        (r"\boxed{x = 1", "x = 1"),
    ],
)
def test_the_bare_answer_of_a_gold_text(gold: str, bare: str) -> None:
    assert key(gold) == bare
