"""Claim check: a reader of the prompt finds label and evidence; verifier and solver agree; labels are balanced."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_reader import DAY, NAME, NOUNS, day, holds, name, statements

import rlvr
from rlvr.generators.search import claim_check, claim_check_solver
from rlvr.generators.search.relations import RELATIONS
from rlvr.verifiers.search.claims import verify

SPEC = rlvr.get("claim-check")
SHAPES = ["value", "bound", "bridge", "both", "compare"]
PLAIN = {
    "documents": 7,
    "facts": 3,
    "shapes": SHAPES,
    "temporal": 0.5,
    "size": 160,
    "twins": 0.4,
    "copies": 0.3,
    "stale": 0.8,
    "tattler": 0.6,
    "paraphrase": 0,
    "chatter": 0.3,
    "surplus": 0,
    "partial": False,
}
UNITS = re.compile(
    " (?:" + "|".join(r.unit.removesuffix("s") + "s?" for r in RELATIONS.values() if r.unit) + ")$"
)


def comparable(value):
    value = UNITS.sub("", value.strip())
    if re.fullmatch(DAY, value):
        return day(value)
    return float(value.replace(",", "")) if re.fullmatch(r"[\d,.]+", value) else name(value)


def judge(text, known):
    """True, False or None (unknown) of a claim, by what is known of (name, noun) on a day or None."""
    text = text.removesuffix(".")
    text = text[0].lower() + text[1:]
    match = re.fullmatch(
        rf"the ({NOUNS}) of ({NAME}) (?:is|was|are) (?:greater|(earlier)) than (?:that|those) of ({NAME})", text
    )
    if match:
        first, second = known(match[2], match[1], None), known(match[4], match[1], None)
        if first is None or second is None:
            return None
        return first < second if match[3] else first > second
    if ", and " in text:
        found = {judge(part, known) for part in text.split(", and ")}
        return False if False in found else None if None in found else True
    match = re.fullmatch(
        rf"(?:on ({DAY}) )?the ({NOUNS}) of (.+?) (?:is|was|are) "
        r"(more than |before the year )?((?:(?! (?:is|was|are) ).)+)",
        text,
    )
    on = day(match[1]) if match[1] else None
    subject, test, value = match[3], match[4], match[5]
    inner = re.fullmatch(rf"the \w+ (?:who|that) on ({DAY}) was the ({NOUNS}) of ({NAME})", subject)
    plain = re.fullmatch(rf"the ({NOUNS}) of ({NAME})", subject)
    if inner:
        subject = known(inner[3], inner[2], day(inner[1]))
    elif plain:
        subject = known(plain[2], plain[1], None)
    real = None if subject is None else known(subject, match[2], on)
    if real is None:
        return None
    if test == "before the year ":
        return real.year < int(value)
    claimed = comparable(value)
    return real > claimed if test else real == claimed


def solve(prompt):
    """The label and all minimal sets of at most two documents, from the prompt alone."""
    claim = re.search(r'(?:Claim: |claims: |a claim: ")(.*?\.)(?:\n|" Judge)', prompt)[1]
    documents = re.findall(r"^\[(d\d+)\] (.*)$", prompt, re.MULTILINE)
    tattler = re.search(r"Nothing that the (Tattler of \w+) says", prompt)
    read = {id: statements(text) for id, text in documents if not tattler or tattler[1] not in text}

    def label(ids):
        def known(who, noun, on):
            for id in ids:
                told, written = read[id]
                for subject, what, value, since, until, _ in told:
                    if (subject, what) == (name(who), noun) and holds(since, until, written, on):
                        return comparable(value)
            return None

        return judge(claim, known)

    found = label(read)
    sets = []
    for size in (1, 2):
        for ids in combinations(sorted(read), size):
            if label(ids) == found and not any(set(other) < set(ids) for other in sets):
                sets.append(list(ids))
    word = {True: "supported", False: "refuted", None: "not enough information"}[found]
    return word, sorted(sets) if found is not None else []


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32))
def test_a_reader_of_plain_prompts_finds_label_and_evidence(seed):
    draft = claim_check.generate(Random(seed), **PLAIN)
    label, sets = solve(draft.prompt)
    assert label == draft.payload["claim"]["label"]
    assert sets == draft.payload["claim"]["evidence"]


@pytest.mark.parametrize("level", SPEC.levels)
def test_verifier_and_solver_agree_on_all_small_sets_of_documents(level):
    for seed in range(4):
        task = SPEC.task(level, seed)
        ids = [document[0] for document in task.payload["problem"]["documents"]]
        answers = ["NEI", "supported", "refuted"]
        for label in ("supported", "refuted"):
            for size in (1, 2):
                answers += [f"{label}; {', '.join(named)}" for named in combinations(ids, size)]
        right = 0
        for answer in answers:
            verdict = verify(task.payload, answer).passed
            assert verdict == claim_check_solver.confirms(task.payload, answer), answer
            right += verdict
        assert right == max(len(task.payload["claim"]["evidence"]), 1)


def test_labels_are_balanced_and_the_best_blind_answer_is_declared():
    tasks = [SPEC.task(level, seed) for level in (1, 3, 5) for seed in range(100)]
    labels = Counter(task.payload["claim"]["label"] for task in tasks)
    assert set(labels) == {"supported", "refuted", "not enough information"}
    assert all(70 <= count <= 130 for count in labels.values())
    blind = sum(verify(task.payload, "not enough information").passed for task in tasks)
    assert blind == labels["not enough information"]
    assert abs(blind / 300 - sum(task.guess_rate for task in tasks) / 300) < 0.1


def test_documents_are_no_older_than_what_they_state():
    for seed in range(40):
        task = SPEC.task(6, seed)
        for _, _, written, facts in task.payload["problem"]["documents"]:
            for _, _, _, since, until in facts:
                assert (since or "") <= written
                assert (until or "") <= written


def test_untrusted_documents_are_never_evidence():
    seen = 0
    for seed in range(60):
        task = SPEC.task(7, seed)
        shunned = {document[0] for document in task.payload["problem"]["documents"] if not document[1]}
        seen += bool(shunned)
        assert not any(shunned & set(ids) for ids in task.payload["claim"]["evidence"])
        assert ("Tattler" in task.prompt) == bool(shunned)
    assert seen > 20


def test_what_is_missing_makes_the_difference():
    """With the documents of one needed fact taken away, nothing is shown any more."""
    changed = 0
    for seed in range(60):
        task = SPEC.task(5, seed)
        problem, evidence = task.payload["problem"], task.payload["claim"]["evidence"]
        if not evidence:
            continue
        gone = {id for ids in evidence for id in ids}
        left = [document for document in problem["documents"] if document[0] not in gone]
        assert claim_check_solver.shown(problem["claim"], left) is None
        changed += 1
    assert changed > 20


def test_partial_rewards_are_off_by_default_and_can_be_had():
    seen = 0
    for seed in range(20):
        for params in (None, {"partial": True}):
            task = SPEC.task(6, seed, params=params)
            evidence = task.payload["claim"]["evidence"]
            if evidence and len(evidence[0]) == 2:
                score = verify(task.payload, f"{task.payload['claim']['label']}; {evidence[0][0]}").score
                assert 0 < score < 0.5 if params else score == 0.0
                seen += 1
    assert seen > 5


def test_parameters_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="documents"):
        claim_check.generate(Random(0), **{**PLAIN, "documents": 2})


def test_another_claim_is_tried_before_another_world_is_made(monkeypatch: pytest.MonkeyPatch):
    made = []

    def counted(*given):
        made.append(claim_worlds(*given))
        return made[-1]

    claim_worlds = claim_check.small_world
    monkeypatch.setattr(claim_check, "small_world", counted)
    for seed in range(60):
        SPEC.task(1, seed)
    assert 60 <= len(made) <= 66
