"""Long arithmetic: the printed calculation by Python's integers, columns of digits, forms of a quotient."""

from __future__ import annotations

import re

import pytest

from rlvr.conformance.promises import Promises, found

FORMS = {
    "/": "Divide with remainder: give the quotient and the remainder as whole numbers in the form Q remainder R, for "
    "example: 5 remainder 2\n"
}
AROUND = (
    "Compute ... exactly. {}", "What is ... ?\n{}", "...\n\nWork this out by hand, digit by digit. {}",
    "Here is a calculation with whole numbers: ...\n{}",
)  # fmt: skip


class TestLongArithmetic(Promises):
    id = "long-arithmetic"
    alphabet = "0123456789 ,;r()remaind+-"
    right = ("{}", " {}\n", "{}.", "**{}**")

    steps = (
        "# = # * # + #", "# * # = #; # + # = #", "# * # = #", "# - # = #", "# + # = #", "write #",
        "# - # - # = #, borrow #", "# + # + # = #, write #, carry #",
    )  # fmt: skip

    def oracle(self, prompt):
        asked, rest = found(prompt, [r"(\d+) ([-+*/]) (\d+)"])
        a, sign, b = int(asked[1]), asked[2], int(asked[3])
        form = FORMS.get(sign, "The result is a whole number: give it in digits.")
        assert rest.startswith(tuple(around.format(form) for around in AROUND))
        if sign == "/":
            return "{} remainder {}".format(*divmod(a, b))
        value = {"+": a + b, "-": a - b, "*": a * b}[sign]
        assert value >= 0
        return value

    def kind(self, task):
        return task.payload["operation"]

    def test_every_operation_is_drawn_on_numbers_of_the_size_asked_for(self):
        for level in self.spec.levels:
            params, drawn = self.spec.params(level), set()
            for seed in range(60):
                task = self.spec.task(level, seed)
                drawn.add(self.kind(task))
                lengths = [len(task.payload[name]) for name in "ab"]
                assert lengths[0] == params["digits"] or self.kind(task) == "-"
                assert lengths[1] == params["second"] or self.kind(task) in "+-"
            assert drawn == set(params["operations"])

    def test_the_last_line_states_the_result(self):
        for level in self.spec.levels:
            for seed in range(10):
                task = self.spec.task(level, seed)
                a, b, last = task.payload["a"], task.payload["b"], task.trace.splitlines()[-2]
                quotient, _, rest = task.answer.partition(" remainder ")
                division = last == f"{a} = {quotient} * {b} + {rest}"
                assert division if rest else last == f"{a} {self.kind(task)} {b} = {task.answer}"

    def test_columns_of_sums_and_differences_spell_the_answer(self):
        for seed in range(100):
            task = self.spec.task(1, seed)
            pattern = r"write ([0-9]+)" if self.kind(task) == "+" else r"= ([0-9]+), borrow"
            assert int("".join(reversed(re.findall(pattern, task.trace)))) == int(task.answer)

    @pytest.mark.parametrize(
        ("a", "sign", "b", "right", "refused", "wrong"),
        [
            ("999", "+", "1", ["1000", "1,000", "+1000", "01000", " 1000."],
             ["10 00", "1e3", "1000.0", "10,00", "999+1"], ["999", "-1000", "1001", "10000"]),
            ("17", "/", "5", ["3 remainder 2", "3 R 2", "3r2", "3, 2", "(3, 2)", "3; 2"],
             ["3", "3.4", "17/5", "3 2", "3 remainder", "remainder 2", "3 remainder 2 remainder 2", "3 2/5", "3 and 2",
              "not 3 remainder 2", "3,2", "3 remainder 2 or 1"],
             ["2 remainder 7", "4 remainder -3", "2 remainder 3", "3 remainder 3", "3, 1", "33 remainder 2"]),
            ("1000", "-", "1000", ["0", "-0"], ["", "0/1"], ["1", "10"]),
        ],
    )  # fmt: skip
    def test_named_forms(self, a, sign, b, right, refused, wrong):
        payload = {"operation": sign, "a": a, "b": b}
        self.judges(payload, right, refused, wrong)
        self.takes(payload, right, [*refused, *wrong])

    def test_factors_and_terms_may_change_places_and_nothing_else(self):
        def key(p):
            pair = [p["a"], p["b"]]
            return p["operation"], *(sorted(pair) if p["operation"] in "+*" else pair)

        self.same_problems(key, operations="+-*/", digits=2, second=1)

    def test_the_divisor_is_not_longer_than_the_number(self):
        with pytest.raises(ValueError, match="second must be at most digits"):
            self.spec.task(3, 0, params={"second": 99})
