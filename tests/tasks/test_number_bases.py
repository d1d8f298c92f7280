"""Number bases: the prompt is read with Python's `int`, which knows every base from 2 to 36."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from rlvr.conformance.promises import Promises
from rlvr.generators.arithmetic.number_bases import numeral

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CONVERTED = r"number (\w+) \(base (\d+)\) in base (\d+)\.|Convert (\w+) from base (\d+) to base (\d+)\."
COMPUTED = r"what is (\w+) ([-+*]) (\w+) \?|(Add|Multiply) (\w+) (?:and|by) (\w+),|(Subtract) (\w+) from (\w+),"

HEX = {
    "problem": {"kind": "to", "base": 10, "a": "2623", "to": 16},
    "gold": {"text": "A3F_16", "kind": "base", "base_named": True},
}


def written(value, base):
    digits = []
    while value:
        value, digit = divmod(value, base)
        digits.append(DIGITS[digit])
    return "".join(reversed(digits)) or "0"


class TestNumberBases(Promises):
    id = "number-bases"
    alphabet = "0123456789ABCDEFXYZabc -"
    right = ("{}", " {}\n", "{}.", "**{}**")
    wrong = ("{}0", "1{}", "{} or 2", "-{}", "{}.0", "")

    def oracle(self, prompt):
        target = int(re.search(r"Give the result in base (\d+)", prompt)[1])
        most = max(map(int, re.findall(r"base (\d+)", prompt)))
        assert (f"to {DIGITS[most - 1]} are the digits 10 to {most - 1}" in prompt) == (most > 11)
        if found := re.search(CONVERTED, prompt):
            number, source, to = (part for part in found.groups() if part)
            assert int(to) == target != int(source)
            return written(int(number, int(source)), target)
        a, *rest = (part for part in re.search(COMPUTED, prompt).groups() if part)
        sign, x, y = (rest[0], a, rest[1]) if rest[0] in "+-*" else (a, *rest)
        x, y = int(x, target), int(y, target)
        assert x != y or sign not in ("-", "Subtract")
        value = {"+": x + y, "-": x - y, "*": x * y, "Add": x + y, "Multiply": x * y, "Subtract": y - x}[sign]
        return written(value, target)

    def test_columns_are_digits_from_the_right_and_what_is_carried_goes_on(self):
        for kind, sign in (("add", 1), ("subtract", -1)):
            for seed in range(60):
                task = self.spec.task(3, seed, params={"kinds": kind})
                problem, carried, *lines = task.payload["problem"], 0, *task.trace.splitlines()[:-1]
                base, digits = problem["base"], ""
                width = max(len(problem["a"]), len(problem["b"]))
                pairs = zip(*(reversed(problem[name].zfill(width)) for name in "ab"), strict=True)
                for (a, b), line in zip(pairs, lines, strict=False):
                    found = re.fullmatch(r"(\d+) [-+] (\d+) [-+] (\d+) = (-?\d+)(.*): (\w)", line)
                    assert [int(n) for n in found.group(1, 2, 3)] == [int(a, 36), int(b, 36), carried], line
                    total = int(a, 36) + sign * (int(b, 36) + carried)
                    more = f" = {total // base} * {base} + {total % base}"
                    if sign < 0:
                        more = f", {total} + {base} = {total + base}" if total < 0 else ""
                    assert found.group(4, 5, 6) == (str(total), more, DIGITS[total % base]), line
                    carried, digits = abs(total // base), found[6] + digits
                assert lines[width:] == ([f"carry {carried}: {carried}"] if carried else [])
                assert (str(carried) * bool(carried) + digits).lstrip("0") == task.answer

    def test_terms_may_change_places_in_sums_alone(self):
        def key(p):
            pair = [p["a"], p["b"]]
            return p["kind"], p["base"], *(sorted(pair) if p["kind"] == "add" else pair)

        self.same_problems(key, kinds="add subtract", low=2, high=3, digits=3)

    def test_named_forms(self):
        self.takes(
            HEX,
            ["A3F", "a3f", "0A3F", " A3F "],
            ["2623", "A3E", "A3F_15", "A 3F", "-A3F", "AF3", "0b1", "", "A3F A3F"],
        )
        for answer in ("A3F_16", "A3F_{16}", "0xA3F"):
            assert self.spec.verify_answer(HEX, answer).passed


@given(st.integers(0, 10**60), st.integers(2, 36))
def test_numerals_are_read_back(value, base):
    assert int(numeral(value, base), base) == value
