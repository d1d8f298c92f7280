"""Boolean circuits: gates are read from the prompt and worked out with Python's own words, input by input."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest

from rlvr.conformance.promises import Promises
from rlvr.generators.kernels import truth

GATES = {
    "AND": lambda a, b: a and b,
    "OR": lambda a, b: a or b,
    "XOR": lambda a, b: a is not b,
    "NAND": lambda a, b: not (a and b),
    "NOR": lambda a, b: not (a or b),
}
GATE = r"(g\d+) = (?:NOT (\w+)|(\w+) (AND|OR|XOR|NAND|NOR) (\w+))"


def output(gates, named):
    values = dict(named)
    for name, negated, one, sign, two in gates:
        values[name] = not values[negated] if negated else GATES[sign](values[one], values[two])
    return values[gates[-1][0]]


def leaf(text):
    if found := re.fullmatch(r"(\d+) \* (\d+) ([<=>]) (\d+)", text):
        a, b, c = int(found[1]), int(found[2]), int(found[4])
        return {"<": a * b < c, "=": a * b == c, ">": a * b > c}[found[3]]
    if found := re.fullmatch(r"(\d+) is divisible by (\d+)", text):
        return int(found[1]) % int(found[2]) == 0
    return int(re.fullmatch(r"(\d+) is even", text)[1]) % 2 == 0


def true(text):
    """The innermost bracket is worked out and replaced, until none is left; there is no order among connectives."""
    while found := re.search(r"(not )?\(([^()]+)\)", text):
        value = flat(found[2])
        text = text[: found.start()] + ("YES" if value != bool(found[1]) else "NO") + text[found.end() :]
    return flat(text)


def flat(text):
    parts = re.split(r" (and|or|xor) ", text)
    assert len(parts) in (1, 3), text
    values = [part == "YES" if part in ("YES", "NO") else leaf(part) for part in parts[::2]]
    return (
        values[0]
        if len(parts) == 1
        else {"and": all(values), "or": any(values)}.get(parts[1], values[0] != values[-1])
    )


class TestBooleanCircuits(Promises):
    id = "boolean-circuits"
    alphabet = "01TFpqrs =,"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "{}\n")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False

    def test_not_is_explained_and_never_stands_three_times_in_a_row(self):
        for seed in range(60):
            prompt = self.spec.task(6, seed, params={"kinds": "leaves"}).prompt
            assert "negates only the bracket that follows it" in prompt
            assert "not (not (not" not in prompt

    def oracle(self, prompt):
        if "AND" not in prompt and "g1" not in prompt:
            return "".join("FT"[true(line)] for line in re.findall(r"^\d+\. (.+)$", prompt, re.M))
        inputs = re.split(", | and ", re.search(r"are the bits (\w(?:, \w)* and \w)", prompt)[1])
        gates = re.findall(rf"^{GATE}$", prompt, re.M)
        assert gates[-1][0] == re.search(r"The output is (g\d+)\.", prompt)[1]
        if rows := re.findall(r"^p = [01].*$", prompt, re.M):
            named = [{name: bit == "1" for name, bit in re.findall(r"(\w) = ([01])", row)} for row in rows]
            return "".join(str(int(output(gates, each))) for each in named)
        if asked := re.search(r"in the order (\w(?:, \w)*)", prompt):
            assert asked[1].split(", ") == inputs
        every = [dict(zip(inputs, row, strict=True)) for row in product((False, True), repeat=len(inputs))]
        if (
            ("exactly one input" in prompt and "circuit is the same" not in prompt)
            or "gives 1" in prompt
            or "the one input for" in prompt
        ):
            (found,) = [each for each in every if output(gates, each)]
        else:
            other = re.search(rf"(?:one gate: |wrong gate, |second has ){GATE}", prompt).groups("")
            changed = [other if gate[0] == other[0] else gate for gate in gates]
            assert changed != gates
            (found,) = [each for each in every if output(gates, each) != output(changed, each)]
        return "".join(str(int(found[name])) for name in inputs)

    def test_ones_and_zeros_are_as_frequent(self):
        """Elsewhere 64 % of the circuits gave 1, and a constant answer earned as much."""
        for level in self.spec.levels:
            rows = self.spec.params(level)["rows"]
            for kind in ("outputs", "leaves"):
                tasks = [self.spec.task(level, seed, params={"kinds": kind}) for seed in range(10)]
                for task in tasks:
                    assert len(task.answer) == rows
                    assert abs(sum(sign in "1T" for sign in task.answer) - rows / 2) <= 0.5
                signs = Counter("".join(task.answer for task in tasks))
                assert max(signs.values()) / sum(signs.values()) < 0.6
        for level in (1, 2, 3):
            answers = Counter(self.spec.task(level, seed).answer for seed in range(100))
            assert answers.most_common(1)[0][1] <= 10

    def test_inputs_may_be_named(self):
        task = self.spec.task(3, 0, params={"kinds": "satisfy"})
        bits = dict(zip("pqrstuv", task.answer, strict=False))
        for form in ("{} = {}", "{}={}", "{}: {}", "- {}: {}", "**{}** = {}"):
            answer = ("\n" if "-" in form else ", ").join(form.format(*each) for each in reversed(bits.items()))
            assert self.spec.verify_answer(task.payload, answer).passed, answer
        assert self.spec.verify_answer(task.payload, "(" + ", ".join(task.answer) + ")").passed
        wrong = ", ".join(f"{name} = {1 - int(bit)}" for name, bit in bits.items())
        assert not self.spec.verify_answer(task.payload, wrong).passed

    @pytest.mark.parametrize("name", sorted(truth.OPERATIONS))
    def test_truth_sets_are_tables_written_out(self, name):
        rules = {"and": all, "or": any, "nand": lambda s: not all(s), "nor": lambda s: not any(s)}
        rules |= {
            "xor": lambda s: s[0] != s[1],
            "iff": lambda s: s[0] == s[1],
            "if": lambda s: s[1] or not s[0],
        }
        for one, two in product(range(3), repeat=2):
            found = truth.truth_set([name, ["var", one], ["not", ["var", two]]], 3)
            for row in range(8):
                values = truth.bits(row, 3)
                assert bool(found >> row & 1) == rules[name]([values[one] == 1, values[two] == 0])
            assert list(truth.rows_of(found)) == [row for row in range(8) if found >> row & 1]
