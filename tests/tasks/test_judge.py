"""Judging: labels are what the verifier says, and nothing on the surface of a response tells them."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest
from formulas import arithmetic_value
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import by_tier

import rlvr
from rlvr.conformance.promises import Promises
from rlvr.generators.base import Task, fingerprint_of
from rlvr.generators.composition.judge import fenced, with_mistake
from rlvr.generators.composition.judge_solver import confirms
from rlvr.generators.composition.near_misses import near_miss
from rlvr.verifiers.base import Reason
from rlvr.verifiers.text.judge import verify

SPEC = rlvr.get("judge")
SAMPLE = 1200


def final_of(task: Task) -> str:
    return re.findall(r"<answer>(.*?)</answer>", task.payload["problem"]["response"], re.DOTALL)[-1]


class TestJudge(Promises):
    id = "judge"
    readable: ClassVar = {"families": ["arithmetic"], "near": 0.5, "working": 0.5, "dressed": 0.0}
    alphabet = "righwonRIGHTWON "
    right = ("{}", " {}\n", "{}.")
    wrong = ("not {}", "{} or not", "right wrong", "{}?", "about {}", "")
    calculates = False  # the problems' own worked solutions

    def oracle(self, prompt: str) -> str:
        parts = re.split(r"-----+", prompt)
        assert len(parts) == 3
        final = re.findall(r"<answer>(.*?)</answer>", parts[1])[-1]
        return "right" if arithmetic_value(parts[0].rpartition("\n\n")[0], {}) == Fraction(final) else "wrong"

    @settings(max_examples=120)
    @given(st.integers(1, 5), st.integers(0, 10**9))
    def test_the_oracle_finds_the_reference_from_the_text(self, level: int, seed: int) -> None:
        """Responses to problems of arithmetic, which can be worked out by their text alone."""
        params = {"level": level, "families": ["arithmetic"], "near": 0.5, "working": 0.5, "dressed": 0.0}
        task = SPEC.task(3, seed, params=params)
        assert self.oracle(task.prompt) == task.answer


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SPEC.levels), st.integers(0, 10**9))
def test_the_label_is_what_the_verifier_says_of_the_response(level: int, seed: int) -> None:
    task = SPEC.task(level, seed)
    problem = task.payload["problem"]
    other = rlvr.get(problem["task"])
    verdict = other.verify_answer(problem["payload"], final_of(task))
    assert verdict.passed == task.payload["right"] == (task.answer == "right")
    assert verdict.reason in (Reason.CORRECT, Reason.WRONG)  # a wrong answer is in perfect form
    assert confirms(task.payload, task.answer)
    assert not confirms(task.payload, "wrong" if task.answer == "right" else "right")
    if other.confirms is not None and level == 1:  # undressed, so that the solver can read it
        assert other.confirms(problem["payload"], final_of(task)) == task.payload["right"]


def features(task: Task) -> list[float]:
    """What can be seen of a response without reading it."""
    response, final = task.payload["problem"]["response"], final_of(task)
    shown = response[: response.rindex("<answer>")]
    counts = [float(text.count(char)) for text in (final, response) for char in "0123456789-+/*=(), .$\\`\n"]
    kinds = [sum(map(kind, final)) for kind in (str.isupper, str.islower, str.isdigit, str.isspace)]
    last = re.findall(r"[0-9]", final)
    lengths = [len(text) for text in (final, response, shown, task.prompt)]
    consistent = bool(shown.strip()) * (1.0 if final.strip("$`*. \n") in shown else -1.0)
    parity = 0.0 if not last else 1.0 if int(last[-1]) % 2 else -1.0
    return [1.0, *counts, *kinds, *lengths, *np.log1p(lengths), len(set(final)), consistent, parity]


def accuracy_of_logistic_regression(rows: np.ndarray, labels: np.ndarray) -> float:
    """On the second half, of a ridge logistic regression fitted to the first by Newton's method."""
    half = len(rows) // 2
    spread = rows[:half].std(0)
    rows = (rows - np.where(spread > 0, rows[:half].mean(0), 0)) / np.where(spread > 0, spread, 1)
    known, truth, weights = rows[:half], labels[:half], np.zeros(rows.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-np.clip(known @ weights, -30, 30)))
        hessian = (known * (chance * (1 - chance))[:, None]).T @ known + 3 * np.eye(len(weights))
        weights -= np.linalg.solve(hessian, known.T @ (chance - truth) + 3 * weights)
    return float(((rows[half:] @ weights > 0) == labels[half:]).mean())


@pytest.mark.parametrize("level", by_tier(SPEC.levels[2:3], SPEC.levels, SPEC.levels))
def test_the_surface_does_not_tell_the_label(level: int) -> None:
    tasks = [SPEC.task(level, seed) for seed in range(SAMPLE)]
    labels = np.array([task.answer == "right" for task in tasks])
    rows = np.array([features(task) for task in tasks])
    assert abs(labels.mean() - 0.5) < 0.06  # four standard deviations
    assert accuracy_of_logistic_regression(rows, labels) <= 0.6
    planted = np.column_stack([rows, labels + np.random.default_rng(0).normal(0, 0.5, len(labels))])
    assert accuracy_of_logistic_regression(planted, labels) > 0.75  # it would find a cue
    by_task = Counter((task.payload["problem"]["task"], task.answer) for task in tasks)
    for name in {name for name, _ in by_task}:
        right, wrong = by_task[name, "right"], by_task[name, "wrong"]
        assert abs(right - wrong) < 4.5 * (right + wrong) ** 0.5


def test_working_and_answer_agree_or_not_for_both_labels() -> None:
    seen: Counter[tuple[bool, bool]] = Counter()
    for seed in range(200):
        task = SPEC.task(3, seed, params={"families": ["modular-powers"], "working": 1.0, "dressed": 0.0})
        working = task.payload["problem"]["response"].rsplit("\n", 1)[0]
        seen[task.payload["right"], final_of(task) in re.findall("[0-9]+", working.splitlines()[-1])] += 1
    assert len(seen) == 4
    assert min(seen.values()) > 25


def test_problems_are_from_their_own_train_split_and_both_responses_share_one_fingerprint() -> None:
    labels: dict[str, set[str]] = {}
    for seed in range(400):
        task = SPEC.task(1, seed, params={"families": ["gcd-lcm"]})
        labels.setdefault(task.fingerprint, set()).add(task.answer)
    assert {"right", "wrong"} in labels.values()
    own = {task.fingerprint: task.split for task in (rlvr.get("gcd-lcm").task(1, seed) for seed in range(600))}
    judged = {fingerprint_of("rlvr/judge", [fingerprint]): split for fingerprint, split in own.items()}
    assert {judged[fingerprint] for fingerprint in labels if fingerprint in judged} == {"train"}
    assert "test" in judged.values()


@pytest.mark.parametrize("word", ["right", "RIGHT", " Right.\n"])
def test_words_are_read_in_any_case(word: str) -> None:
    assert verify({"right": True}, word).passed
    assert verify({"right": False}, word).reason is Reason.WRONG


@pytest.mark.parametrize(
    "answer", ["", "right wrong", "not wrong", "yes", "true", "r", "wrong right", "right?"]
)
def test_anything_else_is_no_judgement(answer: str) -> None:
    for right in (True, False):
        assert verify({"right": right}, answer).reason is Reason.UNPARSABLE


@given(
    st.from_regex(r"-?[1-9][0-9]{0,5}(/[2-9])?|[A-Z]{3,9}|[a-z]{2,4}(, [a-z]{2,4}){2,4}", fullmatch=True),
    st.integers(),
)
def test_near_misses_keep_the_shape(answer: str, seed: int) -> None:
    made = near_miss(answer, random.Random(seed))
    if made is not None:
        assert made != answer
        assert len(made) == len(answer)
        assert re.sub("[0-9]", "0", re.sub("[a-z]", "a", re.sub("[A-Z]", "A", made))).count("0") == sum(
            map(str.isdigit, answer)
        )
        assert not re.search(r"(?<![0-9])0[0-9]", made)


def test_slips_replace_the_last_mention_of_the_answer_and_no_part_of_a_number() -> None:
    assert with_mistake("12 + 3 = 15\n15 * 2 = 30", "30", "31") == "12 + 3 = 15\n15 * 2 = 31"
    assert with_mistake("130 + 30.5 + 30/7", "30", "31") is None
    assert with_mistake("x = 30.", "30", "31") == "x = 31."


def test_a_fence_is_longer_than_any_in_the_response() -> None:
    assert fenced("a\n------\nb").splitlines()[0] == "-------"


@pytest.mark.parametrize("family", ["judge", "sokoban", "no-such"])
def test_families_that_cannot_be_judged_are_named(family: str) -> None:
    with pytest.raises(ValueError, match="families: "):
        SPEC.task(1, 0, params={"families": [family]})
