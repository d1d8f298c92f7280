"""Fractions: the prompt's expression by a recursive descent, forms in lowest terms and others."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import given

from rlvr.conformance.promises import SEEDS, Promises, found
from rlvr.conformance.worked_lines import calculated, equations
from rlvr.verifiers.base import Reason

MIXED = r"(\d+) (\d+/\d+)"
FORM = (
    r"Give a fraction in lowest terms with a positive denominator, such as -3/4 \(not a mixed number, not a decimal\), "
    r"or an integer if the value is one\."
)
NOTE = r"(A number such as 2 1/3 is a mixed number \(two and one third\)\. )?"
PROMPT = (
    rf"Write the value of this expression as one fraction in lowest terms: (.*)\n{NOTE}{FORM}",
    rf"What is (.*) as a fraction in lowest terms\?\n{NOTE}{FORM}",
    rf"(.*)\n\nWork out the value of the line above and simplify it fully\. {NOTE}{FORM}",
)


class TestFractions(Promises):
    id = "fractions"
    alphabet = "0123456789/."
    wrong = ("{}0", "1{}", "{} or 2", "{}/1", "{0} {0}", "")

    def oracle(self, prompt):
        expression, note = found(prompt, PROMPT)[0].groups()
        assert bool(note) == bool(re.search(rf"\({MIXED}\)", expression))
        return str(calculated(re.sub(MIXED, r"(\1 + \2)", expression)))

    def worked(self, trace):
        return re.sub(MIXED, r"\1 + \2", re.sub(r" \(by \d+\)", "", trace))

    @given(SEEDS)
    def test_the_last_line_reaches_the_answer(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            *_, last = equations(self.worked(task.trace))
            assert calculated(last[-1]) == Fraction(task.answer) != 0

    def test_named_forms(self):
        self.takes(
            payload("1/4 - 3 / (1/2) + 21/4", "-1/2"),
            ["-1/2", "-1 / 2", "-01/2", "-1/2."],
            ["-2/4", "-0.5", "1/2", "1/-2", "-1/2/1", "-1 2", "2/-1", "-2/1", "-1/3", "", "-1/0", "1/4 - 3/4"],
        )
        self.takes(payload("(1 1/2) * (2/3) + 1", "2"), ["2", "+2", "02"], ["2/1", "4/2", "2.0", "-2", "1 1/1"])
        verdict = self.spec.verify_answer(payload("1/4 - 3/4", "-1/2"), "-2/4")
        assert verdict.reason is Reason.UNPARSABLE
        assert "lowest terms" in verdict.message

    @given(SEEDS)
    def test_the_terms_and_denominators_asked_for(self, seed):
        for terms in (2, 5):
            for kind, count in (("chain", terms), ("continued", 2 * terms - 1)):
                task = self.spec.task(4, seed, params={"kinds": kind, "terms": terms, "denominator": 30})
                numbers = re.findall(r"(\d+)(?:/(\d+))?", task.payload["problem"]["expression"])
                assert len(numbers) == count
                assert all(2 <= int(bottom or 2) <= 30 for _, bottom in numbers)

    def test_the_expression_is_the_problem(self):
        self.same_problems(lambda p: p["expression"], kinds="simplify sum", denominator=4)

    @given(SEEDS)
    def test_the_largest_tasks_can_be_made_and_answered(self, seed):
        task = self.spec.task(7, seed, params={"kinds": "chain continued", "terms": 12, "denominator": 200})
        self.takes(task.payload, [task.answer], [])


def payload(expression, text):
    gold = {"text": text, "kind": "rational", "require": ["reduced"]}
    return {"problem": {"expression": expression}, "gold": gold}
