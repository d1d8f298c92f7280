"""Countdown: the reference against the prompt, brute force, and the tricks that other collections fell for."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.conformance.promises import Promises, found
from rlvr.conformance.worked_lines import calculated
from rlvr.generators.arithmetic.reachable import Reach
from rlvr.generators.base import GenerationError
from rlvr.verifiers.base import Reason

LIST, TARGET = r"(?P<numbers>\d+(?:, \d+)+)", r"(?P<target>\d+)"
RULES = (
    r"(?:(?P<all>Use every number exactly once \(one that is listed twice, twice\)\.)|Each number may be used at most "
    r"once \(one that is listed twice, twice\); some may be left out\.) Use only (?P<signs>[-+*/, and]+), each between "
    r"two operands, and parentheses\.(?P<exact> Division is exact: intermediate results may be fractions\.)?"
)
EXAMPLE = r"\(3(?P<first>[-+*/])1\)(?P<last>[-+*/])2"
PROMPT = (
    rf"Make {TARGET} from the numbers {LIST}\.\n{RULES} Give one expression, such as {EXAMPLE}\.\n",
    rf"Numbers: {LIST}\nTarget: {TARGET}\n\nWrite an expression whose value is the target\. {RULES} "
    rf"The form is that of {EXAMPLE}\.\n",
    rf"Using the numbers {LIST}, write an expression that equals {TARGET}\. {RULES} "
    rf"\(An expression looks like this: {EXAMPLE}\.\)\n",
)
FOUR = {"numbers": [2, 3, 4, 7], "target": 10, "operators": "+-*/", "use_all": False}
NEGATIVE = {"numbers": [2, 3, 5, 9], "target": 6, "operators": "+-*/", "use_all": False}
EIGHTS = {"numbers": [3, 3, 8, 8], "target": 24, "operators": "+-*/", "use_all": True}


class TestCountdown(Promises):
    id = "countdown"
    alphabet = "0123456789+-*/()"
    right = ("{}", " {}\n", "{}.", "**{}**", "({})")
    calculates = False  # done where the tasks, which are slow to find, are drawn anyway
    wrong = ("{}+0", "1*{}", "{} or 2", "-{}", "{0} {0}", "")

    def oracle(self, prompt):
        said = found(prompt, PROMPT)[0].groupdict()
        signs = re.findall(r"[-+*/]", said["signs"])
        assert said["signs"] == " and ".join([", ".join(signs[:-1]), signs[-1]])
        assert bool(said["exact"]) == ("/" in signs)
        assert {said["first"], said["last"]} <= set(signs)
        numbers = list(map(int, said["numbers"].split(", ")))
        return {
            "numbers": numbers,
            "target": int(said["target"]),
            "signs": set(signs),
            "use_all": bool(said["all"]),
        }

    def agrees(self, told, task):
        used = Counter(map(int, re.findall("[0-9]+", task.answer)))
        given_, params = Counter(told["numbers"]), self.spec.params(task.level)
        assert re.fullmatch(r"[0-9+*/()-]+", task.answer)
        assert set(re.findall(r"[-+*/]", task.answer)) <= told["signs"] == set(params["operators"])
        assert used == given_ if told["use_all"] else used <= given_ and used.total() > params["least"]
        assert told["use_all"] == params["use_all"]
        assert told["numbers"] == task.payload["numbers"]
        assert len(told["numbers"]) == params["count"]
        steps = task.trace.splitlines()[:-1]
        assert len(steps) == used.total() - 1
        assert all(len(set(map(calculated, step.split(" = ")))) == 1 for step in steps)
        assert steps[-1].endswith(f" = {told['target']}")
        return calculated(task.answer) == told["target"] == task.payload["target"] <= params["target"]

    def test_fewer_operations_than_stated_cannot_do(self):
        for level in (1, 2, 4):
            for seed in range(13):
                payload = self.spec.task(level, seed).payload
                for size in range(1, min(self.spec.params(level)["least"], 3) + 1):
                    for chosen in combinations(payload["numbers"], size):
                        assert payload["target"] not in all_values(list(chosen), payload["operators"])

    @pytest.mark.parametrize(
        ("payload", "answers"),
        [
            (EIGHTS, ["8/(3-8/3)", "8 ÷ (3 − 8 ÷ 3) = 24"]),
            (
                FOUR,
                ["7+3", "3 + 7 = 10", "10 = 3 + 7", "[2*3]+4.", "((7)) + (3)", r"7 \times 2 - 4", "7-(3-4)+2"],
            ),
            # Steps may be negative or fractions.
            (NEGATIVE, ["9+2-5"]),
            ({**NEGATIVE, "target": 2}, ["(3-9)/(2-5)"]),
            ({**NEGATIVE, "target": 15}, ["9/(3/5)"]),
        ],
    )
    def test_right(self, payload, answers):
        self.judges(payload, answers, [], [])

    @pytest.mark.parametrize(
        ("payload", "answers", "reason"),
        [
            # A comment, an `or` or a string that names the unused numbers; digits joined; other operators and signs.
            (EIGHTS, ["8*3 #3 8", "8*3 or (3+8)", "8*3 if 1 else 3+8", "8*3 '3 8'", "8*3, 3, 8", "8*3; 3*8", "8*3\n3*8",
             "3_3-8-8", "3 3-8-8+7"], Reason.UNPARSABLE),
            (FOUR, ["7+03", "7+3.0", "7+٣", "7+３", "7+3**1", "7+3^1", "7--3", "-(-7)+3", "7//2+7", "7%4+7", "7+(3)!",
             "(3+2)(2)", "9**9**9"], Reason.UNPARSABLE),
            # Claims, nothing, code, floods.
            (FOUR, ["7+3=10=10", "7+3=11", "7+2=9", "7+3=3+7", "=", "7+3 or 2*3+4", "", ".",
             "__import__('os').system('true')", "1" * 1500, "(" * 900, "1/" * 400 + "1"], Reason.UNPARSABLE),
            # Numbers that were not given, or given ones too often; operators that are not allowed; division by zero.
            (EIGHTS, ["6*4*1*1", "24", "24+3-3+8-8", "3*8*3/3", "3*8", "33-8-1", "8/(3-8/3)+0"], Reason.ILLEGAL),
            (FOUR, ["7+3*1", "10=10", "7/(2-2)", "7/(4-4)"], Reason.ILLEGAL),
            (NEGATIVE, ["(3-9)/(2-3)"], Reason.ILLEGAL),
            ({**FOUR, "operators": "+-"}, ["2*3+4"], Reason.ILLEGAL),
            (FOUR, ["7+2", "7+2=10"], Reason.WRONG),
            # Nearly equal is not equal.
            ({"numbers": [1000, 999, 998, 997], "target": 1, "operators": "+-*/", "use_all": False},
             ["1000/999*998/997"], Reason.WRONG),
        ],
    )  # fmt: skip
    def test_not_right(self, payload, answers, reason):
        for answer in answers:
            assert self.spec.verify_answer(payload, answer).reason is reason, answer
        self.takes(payload, [], answers)

    @settings(max_examples=500)
    @given(
        st.lists(st.sampled_from(["2", "3", "4", "7", *"+-*/()", "= 10", " ", "22", "#"]), max_size=11),
        st.booleans(),
    )
    def test_solver_and_verifier_agree_on_tokens(self, tokens, use_all):
        payload, text = {**FOUR, "use_all": use_all}, "".join(tokens)
        assert self.spec.verify_answer(payload, text).passed == self.spec.confirms(payload, text)

    @settings(max_examples=200)
    @given(st.text(max_size=50))
    def test_no_text_passes_unread(self, text):
        assert self.spec.verify_answer(FOUR, text).passed == self.spec.confirms(FOUR, text)

    def test_of_all_short_expressions_exactly_those_with_the_target_pass(self):
        payload = {"numbers": [1, 2, 5], "target": 3, "operators": "+-*/", "use_all": False}
        texts = [f"{a}{sign}{b}" for a in (1, 2, 5) for b in (1, 2, 5) for sign in "+-*/"]
        passed = {text for text in texts if self.spec.verify_answer(payload, text).passed}
        assert passed == {"1+2", "2+1", "5-2"}

    def test_the_target_may_stand_beside_the_expression(self):
        for level in self.spec.levels[:5]:
            task = self.spec.task(level, 0)
            target = task.payload["target"]
            forms = [f"{task.answer} = {target}", f"{target} = {task.answer}"]
            self.takes(task.payload, forms, [f"{task.answer} = {target + 1}"])

    def test_the_order_of_numbers_does_not_count_and_nothing_else(self):
        def key(p):
            return *sorted(p["numbers"]), p["target"]

        self.same_problems(key, count=2, largest=6, target=12, operators="+-", least=1, use_all=True)

    @pytest.mark.parametrize(
        ("change", "named"),
        [
            ({"operators": "*/"}, "operators"),
            ({"least": 4, "count": 4}, "least"),
            ({"count": 8, "least": 6}, "least"),
        ],
    )
    def test_parameters_that_do_not_go_together_are_named(self, change, named):
        with pytest.raises(ValueError, match=f"^{named} "):
            self.spec.task(4, 0, params=change)

    def test_impossible_parameters_end_with_advice(self):
        with pytest.raises(GenerationError, match="lower 'least'"):
            self.spec.task(4, 0, params={"largest": 2, "target": 3})


def all_values(numbers, operators):
    """Every value of every expression that uses all of these numbers, by plain enumeration."""
    if len(numbers) == 1:
        return {Fraction(numbers[0])}
    values = set()
    places = range(len(numbers))
    for size in range(1, len(numbers)):
        for left in combinations(places, size):
            others = [numbers[i] for i in places if i not in left]
            for a in all_values([numbers[i] for i in left], operators):
                for b in all_values(others, operators):
                    values |= {a + b} if "+" in operators else set()
                    values |= {a - b} if "-" in operators else set()
                    values |= {a * b} if "*" in operators else set()
                    values |= {a / b} if "/" in operators and b else set()
    return values


@settings(max_examples=60)
@given(
    st.lists(st.integers(1, 12), min_size=2, max_size=4),
    st.sampled_from(["+-", "+-*", "+-*/", "+*/", "-/"]),
    st.integers(1, 60),
)
def test_the_search_misses_no_value_that_brute_force_finds(numbers, operators, target):
    reach = Reach(numbers, operators)
    for operations in range(len(numbers)):
        found = any(
            target in all_values(list(chosen), operators)
            for size in range(1, operations + 2)
            for chosen in combinations(numbers, size)
        )
        within = reach.within(target, operations)
        assert within >= found
        if "+" in operators and "-" in operators:
            assert within == found


def test_the_search_is_exact_on_five_numbers():
    numbers = [2, 3, 7, 10, 25]
    reach = Reach(numbers, "+-*")
    values = all_values(numbers, "+-*")
    fewer = set().union(*(all_values(list(four), "+-*") for four in combinations(numbers, 4)))
    for target in range(1, 400, 7):
        assert (target in values) == reach._makes(31, target)
        if target in fewer:
            assert reach.within(target, 3)
