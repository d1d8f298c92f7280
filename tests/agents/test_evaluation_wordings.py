"""One problem in all its wordings: nothing but the prompt differs, in every environment that can."""

import random
from dataclasses import replace

import pytest

import rlvr
from rlvr.agents.evaluation.wordings import problem_of, wordings_of
from rlvr.generators.base import Draft
from rlvr.generators.wording import phrase, wording


@pytest.mark.parametrize("env", [spec.id for spec in rlvr.specs() if spec.id.startswith("rlvr/")])
def test_every_environment_tells_its_problems_in_other_words(env: str) -> None:
    spec = rlvr.get(env)
    task = spec.task(1, 7)
    found = wordings_of(task)
    assert len({other.prompt for other in found}) == len(found) >= 3
    assert task in found
    for other in found:
        assert problem_of(other) == problem_of(task)
    if spec.env == "single" and not spec.sandbox:
        assert spec.verify_response(found[-1], f"<answer>{task.answer}</answer>").passed


def test_parameters_and_markers_are_kept() -> None:
    task = rlvr.get("countdown").task(1, 3, params={"count": 5}, marker="boxed")
    assert task in wordings_of(task)
    assert all("\\boxed" in other.prompt for other in wordings_of(task))


def test_a_prompt_changed_by_hand_is_told() -> None:
    with pytest.raises(ValueError, match="changed by hand"):
        wordings_of(replace(rlvr.get("sudoku").task(1, 3), prompt="Fill it."))


def test_asking_for_a_wording_draws_the_same_numbers() -> None:
    words = ("a {x}", "b {x}", "c {x}")
    for seed in range(20):
        free, asked = random.Random(seed), random.Random(seed)
        plain = phrase(free, words, x=1)
        with wording(4, words) as wanted:
            assert phrase(asked, words, x=1) == "b 1"
        assert (wanted.most, free.random()) == (3, asked.random())
        assert phrase(random.Random(seed), words, x=1) == plain


def test_the_words_of_problems_within_problems_stay() -> None:
    outer, inner = ("one {x}", "two {x}"), ("p", "q", "r")
    for seed in range(9):
        kept = phrase(random.Random(seed), inner)
        with wording(1, outer):
            rng = random.Random(seed)
            assert phrase(rng, outer, x=phrase(rng, inner)) == f"two {kept}"


def test_a_task_whose_words_are_facts_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = rlvr.get("countdown")
    made = spec.generate

    def wordy(rng: random.Random, **options: object) -> Draft:
        draft = made(rng, **options)
        return replace(draft, payload={**draft.payload, "words": draft.prompt})

    wordy.__module__ = made.__module__
    monkeypatch.setitem(spec.__dict__, "generate", wordy)
    with pytest.raises(ValueError, match="has no other wordings"):
        wordings_of(spec.task(1, 3))
