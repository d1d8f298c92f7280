"""Arithmetic: the prompt's expression by a recursive descent, worked solutions line by line, the parameters kept."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.conformance.promises import SEEDS, Promises, found
from rlvr.conformance.worked_lines import calculated

RULES = (
    r"(?P<rules>(?:The sign \* means times\. )?Do (?:parentheses first, then )?(?:\*|/|\* and /), then \+ and -, from "
    r"left to right\.|(?:Do what is in parentheses first; otherwise go|Go) from left to right\.)"
)
FORM = (
    r"(?P<form>The value is an integer: give it in digits\.|Give the exact value: an integer, or, if it is not one, a "
    r"fraction in lowest terms with a positive denominator, such as -3/4\.)"
)
PROMPT = (
    rf"Evaluate this expression: (?P<expression>.*)\n{RULES} {FORM}",
    rf"What is the exact value of (?P<expression>.*) \?\n{RULES} {FORM}",
    rf"(?P<expression>.*)\n\nWork out the expression above\. {RULES} {FORM}",
)


class TestArithmetic(Promises):
    id = "arithmetic"
    alphabet = "0123456789-+/,. "
    wrong = ("{}0", "1{}", "{} or 2", "{}/1", "{0} {0}", "")

    def oracle(self, prompt):
        said = found(prompt, PROMPT)[0]
        expression, rules, value = said["expression"], said["rules"], calculated(said["expression"])
        for sign, words in (
            ("*", "The sign * means times. "),
            ("/", "/, then + and -"),
            ("(", "parentheses first"),
        ):
            assert sign not in expression or words in rules, rules
        assert value.denominator == 1 or "if it is not one" in said["form"]
        return str(value)

    def worked(self, trace):
        return trace.replace("\n=", " =").replace("\n", "; ").removeprefix("= ")

    @given(SEEDS)
    def test_the_parameters_are_kept(self, seed):
        for level in self.spec.levels:
            task, params = self.spec.task(level, seed), self.spec.params(level)
            expression, lines = task.payload["expression"], task.trace.splitlines()[:-1]
            numbers = list(map(int, re.findall("[0-9]+", expression)))
            depths = [expression[:at].count("(") - expression[:at].count(")") for at in range(len(expression))]
            assert len(numbers) == params["operands"] == len(lines) + 1  # one operation each
            assert max(numbers) <= params["largest"]
            assert min(numbers) >= 1
            assert set(re.findall("[-+*/]", expression)) <= set(params["operators"])
            assert max(depths) <= params["depth"]
            assert {calculated(line.removeprefix("= ")) for line in lines} == {calculated(expression)}
            assert params["fractions"] or not re.search(r"[0-9]/[0-9]", task.trace)

    def test_all_operators_depths_and_quotients_occur(self):
        expressions = [self.spec.task(4, seed).payload["expression"] for seed in range(100)]
        assert all(f" {sign} " in " ".join(expressions) for sign in "+-*/")
        assert any("((" in expression for expression in expressions)
        assert sum("/" in self.spec.task(5, seed).answer for seed in range(50)) > 25

    @pytest.mark.parametrize(
        ("expression", "right", "unparsable", "wrong"),
        [
            ("6 / 2", ["3", "+3", " 3.", "03"], ["6/2", "3/1", "3.0", "3,0", "6 / 2", "3 3", "3 or 4", "٣", "３"],
             ["4", "-3", "2", "31", "13", "33", "1/3", "-1/3"]),
            ("3 / 4 - 6 / 4", ["-3/4", "-3 / 4"], ["-6/8", "-0.75", "3/-4", "--3/4"], ["3/4"]),
            ("1000 * 2", ["2000", "2,000"], ["20,00", "2 0 00", "2000.0", "2000 or 3"], ["2"]),
            ("5 - 5", ["0", "-0", "+0"], ["0/1", "0/5", "0/0", "1/0"], ["1"]),
        ],
    )  # fmt: skip
    def test_named_forms(self, expression, right, unparsable, wrong):
        payload = {"expression": expression}
        self.judges(payload, right, unparsable, wrong)
        self.takes(payload, right, [*unparsable, *wrong])

    @given(st.text(max_size=40))
    def test_no_text_passes_unread(self, text):
        payload = {"expression": "123 * 457"}
        assert self.spec.verify_answer(payload, text).passed == self.spec.confirms(payload, text)

    def test_the_expression_is_the_problem(self):
        self.same_problems(lambda p: p["expression"], operands=2, largest=12, operators="+-")

    def test_sums_or_differences_are_among_the_operators(self):
        with pytest.raises(ValueError, match=r"operators must hold \+ or -"):
            self.spec.task(3, 0, params={"operators": "*/"})

    @given(SEEDS)
    def test_the_largest_tasks_can_be_made_and_answered(self, seed):
        params = {"operands": 64, "largest": 10**6, "operators": "*/+-", "depth": 8, "fractions": True}
        task = self.spec.task(7, seed, params=params)
        self.takes(task.payload, [task.answer], [])
