"""Decimals: the prompt's expression by Python's `decimal`, with its own rounding."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

from hypothesis import given

from rlvr.conformance.promises import SEEDS, Promises, found
from rlvr.conformance.worked_lines import calculated

FORM = r"Give the (?:exact value as a decimal number|value rounded to (\d+) decimal place(s?))\."
PROMPT = (
    rf"Compute (.*) \. {FORM}",
    rf"What is (.*) \?\n{FORM}",
    rf"(.*)\n\nWork out the value of the line above\. {FORM}",
    rf"Here is a calculation with decimal numbers: (.*)\n{FORM}",
)


class TestDecimals(Promises):
    id = "decimals"
    alphabet = "0123456789/."
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$", "{}0")
    wrong = ("{}1", "1{}", "{} or 2", "{}/1", "{0} {0}", "")

    steps = (
        "# * # = #; # + # = #", "# = # * # + #", "# / # = #", "# * # = #", "# - # = #", "# + # = #", "# * #:",
        "decimal places: # + # = #", "decimal places: #, so # / #", "multiply both by #: # / #", "rounded: #",
        "times #: # - # = #", "times #: # + # = #", "#..., last digit #, round up", "#..., last digit #, round down",
    )  # fmt: skip

    def oracle(self, prompt):
        expression, places, plural = found(prompt, PROMPT)[0].groups()
        assert re.fullmatch(r"[0-9.]+( [-+*/] [0-9.]+)+", expression)
        with localcontext() as context:
            context.prec = 400
            value = eval(re.sub(r"([0-9.]+)", r"Decimal('\1')", expression), {"Decimal": Decimal})
            if places is not None:
                assert bool(plural) == (places != "1")
                assert (value.scaleb(int(places)) % 1).copy_abs() != Decimal("0.5")
                value = value.quantize(Decimal(1).scaleb(-int(places)), ROUND_HALF_EVEN)
            text = f"{value:f}".rstrip("0")
            assert not text.endswith(".")
            return text

    @given(SEEDS)
    def test_the_last_line_reaches_the_answer(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            last = task.trace.splitlines()[-2]
            assert Fraction(re.split(r" = |: ", last)[-1]) == Fraction(task.answer)

    def test_quotients_are_made_whole_without_a_change(self):
        for seed in range(100):
            task = self.spec.task(4, seed, params={"kinds": "quotient rounded"})
            quotient = calculated(task.payload["problem"]["expression"])
            for scale, top, bottom in re.findall(r"multiply both by (\d+): (\S+) / (\d+)", task.trace):
                assert Fraction(top) / int(bottom) == quotient
                assert set(scale[1:]) == {"0"}
            for places, top, bottom in re.findall(r"places: (\d+), so (\d+) / (\d+)", task.trace):
                assert Fraction(int(top), int(bottom)) == quotient * 10 ** int(places)

    def test_named_forms(self):
        self.takes(
            payload("-0.625", expression="1.5 * 2.25 - 4", places=None),
            ["-0.625", "-.625", "-0.6250", "-00.625"],
            [
                "-5/8",
                "0.625",
                "-0.62",
                "-0,625",
                "-625",
                "-6.25",
                "-6.25e-1",
                "1.5 * 2.25 - 4",
                "-0.625 or 0.625",
            ],
        )
        self.takes(
            payload("0.67", expression="2 / 3.0", places=2),
            ["0.67", ".67", "0.670"],
            ["0.66", "0.667", "2/3", "67"],
        )

    def test_the_expression_is_the_problem(self):
        self.same_problems(lambda p: (p["expression"], p["places"]), kinds="sum rounded", digits=2)

    @given(SEEDS)
    def test_the_largest_tasks_can_be_made_and_answered(self, seed):
        task = self.spec.task(7, seed, params={"kinds": "chain", "terms": 12, "digits": 15})
        self.takes(task.payload, [task.answer], [])


def payload(text, **problem):
    return {"problem": problem, "gold": {"text": text, "kind": "decimal", "require": ["decimal"]}}
