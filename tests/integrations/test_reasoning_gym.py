"""reasoning-gym: its datasets as environments here, ours as datasets there, and the page's script."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pages
import parity
import pytest
import reasoning_gym
from reasoning_gym.factory import DATASETS
from reasoning_gym.utils import extract_answer

import rlvr
from rlvr.export.rows import row_of
from rlvr.integrations import from_reasoning_gym as theirs
from rlvr.integrations.as_reasoning_gym import register
from rlvr.integrations.episode import Episode
from rlvr.integrations.pay import Unscored
from rlvr.verifiers.base import Reason

KNOWN = {name: dataset for name, dataset in DATASETS.items() if not name.startswith(("rlvr/", "hanging/"))}
EXECUTING = ("binary_matrix", "countdown", "n_queens", "spiral_matrix", "string_insertion")


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    theirs.register()


def marked(answer: str) -> str:
    return f"<answer>{answer}</answer>"


def test_every_dataset_is_here_or_said_to_be_left_out() -> None:
    here = {spec.axes["dataset"][0] for spec in rlvr.specs("reasoning-gym")}
    assert here | theirs.LEFT_OUT.keys() == KNOWN.keys()
    assert not here & theirs.LEFT_OUT.keys()


def test_tasks_pay_their_answers_and_are_the_same_in_another_process() -> None:
    made = {spec.id: spec.task(1, 11) for spec in rlvr.specs("reasoning-gym")}
    for task in made.values():
        assert rlvr.verify(task, marked(task.answer)).passed, task.id
        for other in ("zqxv wvkj", ""):
            verdict = rlvr.verify(task, marked(other), reward="dense")
            assert verdict.scored, task.id
            assert not verdict.passed, task.id
        assert rlvr.Task.from_json(row_of(task)) == task
    theirs._pool_of.cache_clear()
    for env, task in made.items():
        assert rlvr.task(task.id) == task, env


def test_their_partial_pay_is_partial_pay() -> None:
    task = rlvr.get("reasoning-gym/letter-counting").task(1, 3)
    said = marked(f"{task.answer}, I think")
    assert 0.0 < rlvr.verify(task, said, reward="dense").reward < 1.0
    assert rlvr.verify(task, said).reward == 0.0


def test_levels_are_those_of_the_curriculum_and_settings_can_be_given() -> None:
    spec = rlvr.get("reasoning-gym/chain-sum")
    assert len(spec.levels) == 5
    low, high = (spec.task(level, 3).prompt.count("+") for level in (1, 5))
    assert low <= high
    task = spec.task(1, 3, params={"config": {"min_terms": 9, "max_terms": 9}})
    assert len(task.prompt.partition(":")[2].partition("=")[0].split()) == 17
    assert rlvr.task(task.id) == task
    with pytest.raises(ValueError, match="cannot be made"):
        spec.task(1, 3, params={"config": {"min_terms": -1}})


@pytest.mark.parametrize("dataset", EXECUTING)
def test_text_of_an_answer_is_not_run(dataset: str, tmp_path: Path) -> None:
    task = rlvr.get(f"reasoning-gym/{dataset.replace('_', '-')}").task(1, 1)
    file = tmp_path / "was-here"
    for text in (f"__import__('os').system('touch {file}')", f"[open('{file}', 'w')]", "9**9**9"):
        verdict = rlvr.verify(task, marked(text), reward="dense")
        assert verdict.score == 0.0, text
    assert not file.exists()


def test_a_scorer_that_hangs_is_killed_and_has_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = theirs.generate(random.Random(0), dataset="polynomial_multiplication", curriculum=0)
    assert theirs.verify(draft.payload, draft.answer).passed
    monkeypatch.setattr(theirs, "BUDGET", 5.0)
    assert theirs.verify(draft.payload, "9**9**9").reason is Reason.INFRA
    monkeypatch.undo()
    assert theirs.verify(draft.payload, draft.answer).passed


def test_what_raises_in_a_scorer_is_no_way_out_of_a_bad_score() -> None:
    task = rlvr.get("reasoning-gym/prime-factorization").task(1, 1)
    verdict = rlvr.verify(task, marked("zqxv"))
    assert (verdict.score, verdict.reason) == (0.0, Reason.UNPARSABLE)


def test_a_problem_of_another_version_has_no_score() -> None:
    task = rlvr.get("reasoning-gym/chain-sum").task(1, 1)
    stored = replace(task, payload={**task.payload, "question": "What was 1 + 1 in an older version?"})
    assert "another problem" in rlvr.verify(stored, marked(task.answer)).message


def test_they_are_played_as_episodes_and_in_attempts() -> None:
    episode = Episode(rlvr.get("reasoning-gym/chain-sum").task(1, 1, options={"attempts": 2}))
    episode.reset()
    episode.act(marked("no number"))
    assert not episode.done
    episode.act(marked(episode.task.answer))
    assert episode.score().passed


@pytest.fixture
def ours() -> Iterator[None]:
    before = set(DATASETS)
    yield
    for name in DATASETS.keys() - before:
        del DATASETS[name]


def test_ours_are_datasets_of_theirs(ours: None) -> None:
    names = register("sudoku", "countdown", "derivative", "word-sorting")
    for name in names:
        data = reasoning_gym.create_dataset(name, size=4, seed=5, highest_level=2)
        again = reasoning_gym.create_dataset(name, size=4, seed=5, highest_level=2)
        other = reasoning_gym.create_dataset(name, size=4, seed=6, highest_level=2)
        assert list(data) == list(again) != list(other)
        for entry in data:
            task = rlvr.task(entry["metadata"]["id"])
            assert entry["question"] == task.prompt
            right = extract_answer(f"I think <answer>{entry['answer']}</answer>")
            assert data.score_answer(right, entry) == 1.0
            for wrong in ("1", "", "zqxv"):
                assert (
                    data.score_answer(wrong, entry) == rlvr.verify(task, marked(wrong), reward="dense").reward
                )
            assert data.score_answer(None, entry) == 0.0


def test_ours_stand_in_their_composites(ours: None) -> None:
    from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec

    register("sudoku")
    parts = [DatasetSpec("rlvr/sudoku", 1, {"highest_level": 1}), DatasetSpec("chain_sum", 1, {})]
    data = CompositeDataset(CompositeConfig(size=12, seed=1, datasets=parts))
    entries = list(data)
    assert {entry["metadata"]["source_dataset"] for entry in entries} == {"rlvr/sudoku", "chain_sum"}
    assert [data.score_answer(entry["answer"], entry) for entry in entries] == [1.0] * 12


def test_no_score_is_raised_there(ours: None, hanging: None) -> None:
    (name,) = register("hanging/verdict-v0")
    data = reasoning_gym.create_dataset(name, size=1, seed=1, highest_level=1, split=None, budget=4.0)
    entry = data[0]
    with pytest.raises(Unscored, match="longer than 4 s"):
        data.score_answer("hang", entry)
    assert data.score_answer(entry["answer"], entry) == 1.0


def test_every_adapter_pays_the_same(ours: None, hanging: None) -> None:
    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        if case.kind != "one response":
            return parity.Never("an entry has one answer")
        (name,) = register(case.env)
        data = reasoning_gym.create_dataset(name, size=1, seed=1, budget=parity.BUDGET, split=None)
        entry = data[0]
        entry["metadata"]["task"] = row_of(case.task)["task"]
        entry["metadata"]["prompt"], entry["metadata"]["trace"] = case.task.prompt, ""
        try:
            return data.score_answer(extract_answer(case.actions[0]), entry)
        except Unscored:
            return parity.Unpaid("`Unscored` is raised")

    parity.check("reasoning-gym", "reasoning-gym", play)


def test_what_has_several_turns_is_refused(ours: None) -> None:
    register("sokoban")
    with pytest.raises(ValueError, match="several turns"):
        reasoning_gym.create_dataset("rlvr/sokoban", size=1, seed=1)


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    told = pages.run("reasoning-gym", tmp_path).splitlines()
    assert told == ["theirs here 1.0 0.0", "ours there [1.0, 1.0, 1.0] [0.0, 0.0, 0.0]"], os.linesep.join(told)
