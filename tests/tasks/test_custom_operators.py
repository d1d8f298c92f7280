"""Custom operators: definitions and expressions are read from the prompt, and brackets are replaced from the inside."""

from __future__ import annotations

import math
import re

import sympy

from rlvr.conformance.promises import Promises
from rlvr.generators.arithmetic.custom_operators import SIGNS

SIGN = f"[{re.escape(SIGNS)}]"
NUMBER = "n?[0-9]+"  # n5 is minus five


def number(text):
    return -int(text[1:]) if text[0] == "n" else int(text)


def told(value):
    return f"n{-value}" if value < 0 else str(value)


class Notation:
    """What the signs of a prompt mean."""

    def __init__(self, prompt):
        self.bodies = {}
        for sign, body in re.findall(rf"^u ({SIGN}) v = (.+)$", prompt, re.M):
            cases = re.fullmatch(rf"(.+) if (.+), and u {re.escape(sign)} v = (.+) otherwise", body)
            self.bodies[sign] = cases.groups() if cases else (body, "", body)
        self.order = []
        if "without brackets" in prompt:
            self.order = re.findall(f"all ({SIGN})", prompt)
            assert "of one sign are worked out from left to right" in prompt

    def of(self, sign, a, b):
        first, condition, other = self.bodies[sign]
        body = first if self.holds(condition, a, b) else other
        return self.value(re.sub(r"\b[uv]\b", lambda name: told({"u": a, "v": b}[name[0]]), body))

    @staticmethod
    def holds(condition, a, b):
        return {
            "": True,
            "u > v": a > b,
            "u < v": a < b,
            "u is even": a % 2 == 0,
            "v is odd": b % 2 != 0,
            "u + v is a multiple of 3": (a + b) % 3 == 0,
        }[condition]

    def value(self, text):
        while inner := re.search(r"\(([^()]+)\)", text):
            text = text[: inner.start()] + told(self.flat(inner[1])) + text[inner.end() :]
        return self.flat(text)

    def flat(self, text):
        for sign in self.order or sorted(set(re.findall(SIGN, text))):
            while found := re.search(rf"({NUMBER}) {re.escape(sign)} ({NUMBER})", text):
                result = self.of(sign, number(found[1]), number(found[2]))
                text = text[: found.start()] + told(result) + text[found.end() :]
        total = 0
        for minus, product in re.findall(rf"(?:^|\s*)([+-]?)\s*({NUMBER}(?: \* {NUMBER})*)", text):
            total += (-1 if minus == "-" else 1) * math.prod(map(number, product.split(" * ")))
        return total


def fitted(prompt):
    """A notation in which the numbers of each formula are those that the examples leave."""
    notation = Notation("")
    for sign, form, names, known in re.findall(
        rf"^u ({SIGN}) v = (.+) for some numbers (.+); it is known that (.+)\.$", prompt, re.M
    ):
        letters = sympy.symbols(re.findall(r"[pqrs]", names))
        equations = []
        for a, b, result in re.findall(rf"(\d+) {re.escape(sign)} (\d+) = (-?\d+)", known):
            expression = sympy.sympify(form, locals={str(letter): letter for letter in letters})
            equations.append(expression.subs({"u": int(a), "v": int(b)}) - int(result))
        (only,) = sympy.linsolve(equations, letters)
        body = form
        for letter, value in zip(letters, only, strict=True):
            body = re.sub(rf"\b{letter}\b", told(int(value)), body)
        notation.bodies[sign] = (body, "", body)
    return notation


def looked_up(prompt):
    rows = {a: row.split() for a, row in re.findall(r"^(\d+) \| ([\d ]+)$", prompt, re.M)}
    question = re.search(r"What are (.+)\? Give the four results", prompt)[1]
    results = []
    for text in re.split(r", | and ", question):
        while found := re.search(rf"\((\d+) {SIGN} (\d+)\)|^(\d+) {SIGN} (\d+)$", text):
            a, b = filter(None, found.groups())
            text = text[: found.start()] + rows[a][int(b)] + text[found.end() :]
        results.append(text)
    return ", ".join(results)


class TestCustomOperators(Promises):
    id = "custom-operators"
    named = True

    def oracle(self, prompt):
        if "stand in this table" in prompt:
            return looked_up(prompt)
        if equation := re.search(r"Which number is x, if (.+) = (-?\d+)\?", prompt):
            notation = Notation(prompt)
            (x,) = (
                x
                for x in range(-99, 200)
                if notation.value(equation[1].replace("x", told(x))) == int(equation[2])
            )
            return x
        notation = fitted(prompt) if "it is known that" in prompt else Notation(prompt)
        return notation.value(re.search(r"What is (.+)\?$", prompt, re.M)[1])

    def test_trap_signs_mean_something_else_in_each_task(self):
        # KOR-Bench has twenty signs with one meaning each, which a model may learn by heart.
        meanings = {}
        for seed in range(300):
            for line in re.findall(rf"^u {SIGN} v = .+$", self.spec.task(4, seed).prompt, re.M):
                meanings.setdefault(line[2], set()).add(line[4:])
        assert set(meanings) == set(SIGNS)
        assert all(len(each) > 5 for each in meanings.values())

    def test_examples_leave_one_formula(self):
        for seed in range(60):
            problem = self.spec.task(3, seed, params={"kinds": "examples"}).payload["problem"]
            for shown in problem["examples"]:
                values = [
                    [{"u": a, "v": b, "u v": a * b, "": 1}[of] for of in shown["factors"]]
                    for a, b, _ in shown["examples"]
                ]
                assert sympy.Matrix(values).rank() == len(shown["factors"])

    def test_renamed_signs_are_the_same_problem(self):
        def key(problem):
            (meant,) = problem["operators"]
            return str(meant["bodies"]), problem["expression"].replace(meant["sign"], "?")

        self.same_problems(key, 4000, kinds="formula", operators=1, operations=1)
