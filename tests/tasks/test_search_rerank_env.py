"""Rerank: a reader of the prompt alone finds the grades; verifier and solver agree; what the parameters do."""

from __future__ import annotations

import math
import re
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_reader import DAY, NOUNS, day, holds, name, statements

import rlvr
from rlvr.generators.search import rerank, rerank_solver
from rlvr.generators.search.kinds import KINDS
from rlvr.verifiers.search.rerank import verify

SPEC = rlvr.get("rerank")
PLAIN = {
    "passages": 7,
    "facts": 3,
    "size": 160,
    "near": 0.5,
    "twins": 0.4,
    "stale": 0.7,
    "paraphrase": 0,
    "chatter": 0.3,
    "dense": False,
}


def read_prompt(prompt):
    """The question as (noun, name, day or None, whether about today) and the passages by label."""
    asked = re.search(
        rf"(?:(?:Who|What|Which \w+) (?:is|was|are)|Tell me) the ({NOUNS}) of (.*?)(?: (today, )?on ({DAY}))?[?.]"
        r'(?:"|\n)',
        prompt,
    )
    passages = dict(re.findall(r"^\[(\w+)\] (.*)$", prompt, re.MULTILINE))
    return asked[1], name(asked[2]), asked[4] and day(asked[4]), bool(asked[3]), passages


def grades_of(prompt):
    """The grades by the rule in the prompt, from its text alone."""
    noun, who, when, today, passages = read_prompt(prompt)
    kind = re.search(rf"the {noun} of another (\w+)", prompt)[1]
    read = {label: statements(text) for label, text in passages.items()}
    open_since = [
        since
        for told, _ in read.values()
        for subject, what, _, since, until, _ in told
        if (subject, what) == (who, noun) and since and not until
    ]
    grades = {}
    for label, (told, written) in read.items():
        grade = 0
        for subject, what, value, since, until, domain in told:
            if (subject, what) == (who, noun):
                last = today and until is None
                good = since == max(open_since) if last else holds(since, until, written, when)
                grade = max(grade, 3 if good else 2)
            elif who in (subject, value):
                grade = max(grade, 2)
            elif what == noun and KINDS[domain].noun == kind:
                grade = max(grade, 1)
        grades[label] = grade
    return grades


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32))
def test_a_reader_of_plain_prompts_finds_the_grades(seed):
    draft = rerank.generate(Random(seed), **PLAIN)
    task = draft.payload["rerank"]
    assert grades_of(draft.prompt) == dict(zip(task["labels"], task["grades"], strict=True))


@pytest.mark.parametrize("level", SPEC.levels)
def test_the_facts_of_the_passages_give_the_grades(level):
    for seed in range(12):
        task = SPEC.task(level, seed)
        grades = task.payload["rerank"]["grades"]
        assert rerank_solver.graded(task.payload["problem"]) == grades
        assert set(grades) == {0, 1, 2, 3}


def test_every_order_of_four_passages_is_judged_alike_by_verifier_and_solver():
    for seed in range(15):
        task = SPEC.task(1, seed)
        right = 0
        for order in permutations(task.payload["rerank"]["labels"]):
            answer = " > ".join(order)
            verdict = verify(task.payload, answer).passed
            assert verdict == rerank_solver.confirms(task.payload, answer)
            right += verdict
        assert task.guess_rate == right / 24


def test_guess_rates_are_those_of_random_orders():
    rng = Random(1)
    hits, expected, trials = 0, 0.0, 0
    for seed in range(60):
        task = SPEC.task(2, seed)
        for _ in range(60):
            labels = list(task.payload["rerank"]["labels"])
            rng.shuffle(labels)
            hits += verify(task.payload, ", ".join(labels)).passed
            expected += task.guess_rate
            trials += 1
    assert abs(hits - expected) < 5 * math.sqrt(expected) + 1


def test_outdated_passages_appear_and_count_as_other_facts():
    stale = 0
    for seed in range(80):
        draft = rerank.generate(Random(seed), **{**PLAIN, "stale": 1.0})
        subject, relation, _ = draft.payload["problem"]["asked"]
        grades = draft.payload["rerank"]["grades"]
        rows = list(zip(grades, draft.payload["problem"]["passages"], strict=True))
        right = {
            fact[3]: fact[2]
            for grade, (_, facts) in rows
            if grade == 3
            for fact in facts
            if fact[:2] == [subject, relation]
        }
        for grade, (_, facts) in rows:
            for fact in facts:
                if fact[:2] == [subject, relation] and fact[4] is None and fact[3] not in right:
                    assert grade == 2
                    # Whether the same value since an earlier day is out of date would be a quibble.
                    assert "today" not in draft.prompt or fact[2] not in right.values()
                    stale += "today" in draft.prompt
    assert stale >= 10


@pytest.mark.parametrize("level", [3, 5, 7])
def test_passages_name_what_is_asked_about_where_their_grade_says_so(level):
    for seed in range(25):
        task = SPEC.task(level, seed)
        _, who, _, _, passages = read_prompt(task.prompt)
        for text, grade in zip(passages.values(), task.payload["rerank"]["grades"], strict=True):
            named = re.search(rf"\b{re.escape(who)}\b", text) is not None
            assert named if grade > 1 else not (named and grade)


def test_a_passage_that_answers_is_no_older_than_what_it_states():
    for seed in range(40):
        task = SPEC.task(5, seed)
        for written, facts in task.payload["problem"]["passages"]:
            for _, _, _, since, until in facts:
                assert (since or "") <= written
                assert (until or "") <= written


def test_dense_rewards_are_off_by_default_and_can_be_had():
    for seed in range(10):
        for params in (None, {"dense": True}):
            task = SPEC.task(3, seed, params=params)
            grades = dict(zip(task.payload["rerank"]["labels"], task.payload["rerank"]["grades"], strict=True))
            # The last two places that differ in their grades are exchanged.
            order = task.answer.split(" > ")
            at = max(i for i in range(len(order) - 1) if grades[order[i]] > grades[order[i + 1]])
            order[at], order[at + 1] = order[at + 1], order[at]
            verdict = verify(task.payload, " > ".join(order))
            assert not verdict.passed
            assert 0 < verdict.score < 1 if params else verdict.score == 0.0


def test_parameters_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="passages"):
        rerank.generate(Random(0), **{**PLAIN, "passages": 3})
