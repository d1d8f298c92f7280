"""What the tasks of probability promise together: forms of a fraction in lowest terms, and every kind at every size."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from rlvr.conformance.promises import Promises

AMOUNT = r"(?P<amount>(?:exactly|at least|at most|divisible by) \d+|even|from \d+ to \d+)"
COLOUR = r"red|blue|green|white|black|yellow"
PROBABILITY = (
    "Give … probability … fraction in lowest terms.",
    "Answer with … fraction in lowest terms.",
    "Write … exact probability … fraction, fully reduced.",
)
EXACT_VALUE = (
    "Give … exact value: an integer, or a fraction in lowest terms.",
    "Answer exactly, with an integer or … fully reduced fraction.",
    "Write … answer as a fraction in lowest terms, or as an integer if it is one.",
)
"""How prompts ask for a probability and for another value, as pieces of `rlvr.conformance.promises.read`."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def question(prompt):
    """The prompt without the sentence that says how to mark the answer."""
    return prompt.rsplit("\n\n", 1)[0]


def numbers(text):
    """The integers and fractions of a text as it writes them, in its order."""
    return [Fraction(number) for number in re.findall(r"-?[0-9]+(?:/[0-9]+)?", text)]


def whole(text):
    """The integers of a text."""
    return [int(number) for number in re.findall(r"-?[0-9]+", str(text))]


def among(text, values):
    """Those of some integers that are "at least 3", "divisible by 4", "from 2 to 5" and the like."""
    name, *stated = re.findall(r"exactly|at least|at most|even|divisible|from|[0-9]+", text.replace("one", "1"))
    tests = {
        "exactly": lambda value, k: value == k,
        "at least": lambda value, k: value >= k,
        "at most": lambda value, k: value <= k,
        "from": lambda value, low, high: low <= value <= high,
        "divisible": lambda value, k: value % k == 0,
        "even": lambda value: value % 2 == 0,
    }
    return {value for value in values if tests[name](value, *map(int, stated))}


SLOTS = {
    "": (r"\d+", int),
    "ratio:": (r"\d+(?:/\d+)?", Fraction),
    "list:": (r"\d+(?:, \d+)*(?: (?:and|or) \d+)?", whole),
    ".": (".*?", str),
}
SLOT = r"<(list:|ratio:|\.)?(\w+)>"


def read(text, patterns):
    """What stands in the slots (`<n>`, `<list:faces>`, `<.words>`) of the first pattern that a text fits, or None."""
    for pattern in patterns:
        if found := re.search(
            re.sub(SLOT, lambda slot: f"(?P<{slot[2]}>{SLOTS[slot[1] or ''][0]})", pattern), text
        ):
            return {name: SLOTS[kind][1](found[name]) for kind, name in re.findall(SLOT, pattern)}
    return None


class SingleValues(Promises):
    """Every kind has a task of the least and of the greatest size.

    Attributes:
        conventions: for a kind, what must be said so that it has one answer: one of the phrases for each wording.
    """

    conventions: ClassVar[Mapping[str, Sequence[str]]] = {}

    def test_every_wording_says_the_conventions(self):
        for kind, phrases in self.conventions.items():
            prompts = [self.spec.task(1, seed, params={"kinds": kind, "size": 3}).prompt for seed in range(30)]
            for prompt in prompts:
                assert any(phrase in prompt for phrase in phrases), prompt
            assert all(any(phrase in prompt for prompt in prompts) for phrase in phrases), kind

    def test_every_kind_is_made_and_answered_at_the_extreme_sizes(self):
        for kind in self.spec.generate.makers:
            for size in (1, 12):
                task = self.spec.task(1, 5, params={"kinds": kind, "size": size})
                assert self.kind(task) == kind
                assert self.spec.verify_answer(task.payload, task.answer).passed
                assert self.spec.confirms(task.payload, task.answer)
                assert task.answer in task.trace.rsplit("<answer>", 1)[0]


class ExactAnswers(SingleValues):
    """An answer is an integer or a fraction in lowest terms; decimals and mixed numbers are the verifier's alone."""

    alphabet = "0123456789+-/,"
    probabilities = True

    def test_fractions_are_in_lowest_terms(self):
        for level in self.spec.levels:
            for seed in range(5):
                task = self.spec.task(level, seed)
                value = Fraction(task.answer)
                assert 0 < value < 1 or not self.probabilities
                top, bottom = value.numerator, value.denominator
                right = [f"+{top}/{bottom}", f"{top} / {bottom}", f"\\frac{{{top}}}{{{bottom}}}"]
                wrong = [f"{2 * top}/{2 * bottom}", f"{7 * top}/{7 * bottom}", f"-{task.answer}"]
                wrong += [f"{top + 1}/{bottom}", f"{top}/{bottom + 1}", str(value + Fraction(1, 1000))]
                if bottom > 1:
                    wrong += [str(top), f"{bottom}/{top}", f"{float(value):.3f}"]
                for answer in right if bottom > 1 else []:
                    assert self.spec.verify_answer(task.payload, answer).passed, (task.id, answer)
                for answer in wrong:
                    assert not self.spec.verify_answer(task.payload, answer).passed, (task.id, answer)
                    assert not self.spec.confirms(task.payload, answer), (task.id, answer)
