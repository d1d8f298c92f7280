"""Complex numbers: the prompt's expression is computed exactly by sympy's Gaussian rationals."""

from __future__ import annotations

import re
from math import isqrt

import pytest
from formulas import FormulaPromises, value
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import QQ_I

ASKED = {
    r"(?:^|\. )Compute ([^.]+)\.": lambda z: z,
    r"(?:^|\. )Find the complex conjugate of ([^.]+)\.": lambda z: QQ_I(z.x, -z.y),
    r"(?:^|\. )Find \|z\|\^2, the square of the modulus, for z = ([^.]+)\.": lambda z: QQ_I(z.x**2 + z.y**2, 0),
}
ROOT = r"Find the square root of ([^.]+) that has a positive real part\."
FORM = "\nGive the value in the form a + b*i, with a and b integers or fractions in lowest terms.\n"
REAL_FORM = "\nGive an integer, or a fraction in lowest terms.\n"
OTHER_LINES = (
    r"\(a \+ b\*i\)\^2 = [^:]*: a\^2 - b\^2 = \S+, 2\*a\*b = \S+|a\^2 \+ b\^2 = sqrt\(.*|a\^2 = [^,]*, so a = \S+"
    r"|b = .*|sum: [^:,]*|[0-9]+ = 4\*[0-9]+ \+ [0-3], so i\^[0-9]+ = \S+|\([^:,]* = [^:,]*"
    r"|the sign of the imaginary part changes"
)


def gaussian(text, **names):
    return value(text, lambda n: QQ_I(n, 0), i=QQ_I(0, 1), **names)


N = r"\((-?[0-9]+)(?:/[0-9]+)?\)"
PRODUCT = rf".*: real {N}\*{N} - {N}\*{N} = .*"
ROOT_LINE = r"\(a \+ b\*i\)\^2 = .*: a\^2 - b\^2 = (\S+), 2\*a\*b = (\S+)"


def multiplications(line):
    """Of two digits; a sum, a power of i and each term joined count as two, dividing by a square as four."""
    if found := re.fullmatch(PRODUCT, line):
        p, r, q, s = (len(number.lstrip("-")) for number in found.groups())
        return (p + q) * (r + s)
    if found := re.fullmatch(ROOT_LINE, line):
        return 6 * len(found[1].lstrip("-")) * len(found[2].lstrip("-"))
    if line.startswith("sum: "):
        return 2 * len(re.findall(r"[-+] \(", line.partition(" = ")[0]))
    return (
        4
        if "multiply both by" in line
        else 2 * bool(re.match(r"\d+ = 4\*|\([^()]*\) [-+] \([^()]*\) = ", line))
    )


class TestComplexNumbers(FormulaPromises):
    id = "complex-numbers"
    alphabet = "0123456789i+-*/^() "
    wrong = ("", "about {}", "{} or 2", "{} + 1", "{} = 0", "{}*i", "x")
    calculates = False  # with i: see below

    def oracle(self, prompt):
        assert (REAL_FORM if "modulus" in prompt else FORM) in prompt
        for pattern, asked in ASKED.items():
            if found := re.search(pattern, prompt):
                return asked(gaussian(found[1])), None
        return None, gaussian(re.search(ROOT, prompt)[1])

    def agrees(self, found, task):
        wanted, square = found
        answer = gaussian(task.answer)
        written = re.fullmatch(r"-?[0-9/]+|-?(?:[0-9/]+\*)?i|-?[0-9/]+ [-+] (?:[0-9/]+\*)?i", task.answer)
        if written is None or task.prompt.find(f" {task.answer}.") > 0:
            return False
        return answer == wanted if wanted is not None else answer * answer == square and answer.x > 0

    @pytest.mark.parametrize(
        ("kind", "shown"),
        [
            *(
                ("sum", r"Compute \(.*\) [-+] \(.*\)\."),
                ("product", r"Compute \(.*\)\*\("),
                ("quotient", r"\)/\("),
            ),
            *(("power", r"\)\^[234567]"), ("units", r"i\^[0-9]"), ("conjugate units", "conjugate")),
            *(("modulus units", "modulus"), ("root", "root")),
        ],
    )
    def test_each_kind_alone(self, kind, shown):
        tasks = [self.spec.task(1, seed, params={"kinds": kind}) for seed in range(20)]
        assert sum(re.search(shown, task.prompt) is not None for task in tasks) == 20 or (
            " " in kind and any(re.search(shown, task.prompt) for task in tasks)
        )

    @settings(max_examples=30)
    @given(st.integers(0, 10**9))
    def test_every_step_of_the_worked_solution(self, seed):
        for level in self.spec.levels:
            *lines, _ = self.spec.task(level, seed).trace.splitlines()
            found = [re.search("so a = (.*)", "\n".join(lines)), re.match("b = .* = (.*)", lines[-1])]
            names = {name: gaussian(m[1]) for name, m in zip("ab", found, strict=True) if m}
            names["sqrt"] = lambda z: QQ_I(isqrt(int(z.x)), 0)
            assert self.spec.task(level, seed).difficulty == sum(map(multiplications, lines))
            checked, quotient = 0, None
            for line in lines:
                for piece in re.split(": |, so |, ", line):
                    sides = re.sub("^(?:real|imaginary|so) ", "", piece).split(" = ")
                    if len(sides) > 1:
                        assert len({str(gaussian(side, **names)) for side in sides}) == 1, piece
                        checked += 1
                if product := re.fullmatch(r"(.*): real .* = (\S+), imaginary .* = (\S+)", line):
                    assert gaussian(product[1]) == gaussian(product[2]) + gaussian(product[3]) * QQ_I(0, 1)
                elif both := re.fullmatch(r"(.*\)/(.*)): multiply both by (.*)", line):
                    quotient, below = gaussian(both[1]), gaussian(both[2])
                    assert gaussian(both[3]) == QQ_I(below.x, -below.y)
                elif last := re.fullmatch(".*, so the quotient is (.*)", line):
                    assert gaussian(last[1]) == quotient
                else:
                    assert re.fullmatch(OTHER_LINES, line), line
            assert checked

    def test_expressions_are_the_same_as_they_are_printed(self):
        def key(p):
            return p["ask"], p["expression"]

        self.same_problems(key, largest=2, kinds="sum conjugate modulus root")

    @pytest.mark.parametrize(
        ("answer", "passed"),
        [
            *(("3/5 - 2*i", True), ("-2i + 3/5", True), (r"\frac{3}{5} - 2i", True), ("3/5 - i*2", True)),
            *((text, False) for text in ("6/10 - 2*i", "3/5 + 2*i", "(3 - 10*i)/5", "3/5 - i - i", "3/5")),
            *((text, False) for text in ("0.6 - 2*i", "3/5 - 2*j", "3/5 + 2*i^3", "3/5 - 2*i = 0")),
        ],
    )
    def test_forms_by_name(self, answer, passed):
        text = "3/5 - 2*i"
        payload = {"problem": {"ask": "value", "expression": text}, "gold": {"text": text, "kind": "complex"}}
        assert self.spec.verify_answer(payload, answer).passed == passed
        assert self.spec.confirms(payload, answer) == passed or "\\" in answer
