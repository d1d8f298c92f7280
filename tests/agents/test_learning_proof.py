"""The proof of learning: what it compares and counts, and that its command resumes. It shows the learning itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from math import isnan
from pathlib import Path
from random import Random

import pytest
import torch

from benchmarks.learning import boxes, nim, teachers
from benchmarks.learning import verdict as said
from benchmarks.learning.__main__ import without_repeats
from benchmarks.learning.page import BEGIN, END, margins_of, tables, written_into
from benchmarks.learning.runs import (
    ARMS,
    CONTROLS,
    FURTHER,
    REFERENCE,
    RUNS,
    Cell,
    Replayed,
    collected,
    complete,
    config_of,
)
from benchmarks.learning.tasks import PROOFS, Proof, know_environments, quick
from rlvr import registry
from rlvr.agents.intervals import Estimate
from rlvr.agents.policies import run_text_policy
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.task_source import task_of
from rlvr.generators.base import Task

torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def environments() -> Iterator[None]:
    """The proof's own environments are known to these tests, and to no others of this process."""
    before = dict(registry._files)
    know_environments()
    yield
    registry._files.clear()
    registry._files.update(before)


# ---- what the warm-up shows ----------------------------------------------------------------------------


@pytest.mark.parametrize("proof", PROOFS.values(), ids=list(PROOFS))
def test_the_warm_up_shows_low_levels_in_one_style(proof: Proof) -> None:
    assert 0 < proof.shown < len(proof.arms)
    low = {arm.name for arm in proof.arms[: proof.shown]}
    tasks = {task_of(arm, "warm-up", 0, 0, split="train").prompt for arm in proof.arms[: proof.shown]}
    assert len(tasks) == len(low)
    for chat in proof.chats(0, 12):
        last = chat[-1]
        assert last["role"] == "assistant"
        assert "<answer>" in last["content"]
        assert last["content"].endswith("</answer>")


def _saying(texts: list[str]):  # type: ignore[no-untyped-def]
    left = iter(texts)
    return lambda env, observation: next(left)


def _passed(proof: Proof, task: Task, chat: teachers.Messages) -> bool:
    texts = [each["content"] for each in chat if each["role"] == "assistant"]
    (played,) = run_text_policy(_saying(texts), [EpisodeJob(task, env_options=proof.env_options)])
    assert played.scored
    return played.passed


@pytest.mark.parametrize(("name", "arm"), [("cipher", 3), ("nim", 2), ("boxes", 2)])
def test_a_careful_teacher_is_right_and_a_careless_one_often_is_not(name: str, arm: int) -> None:
    proof = PROOFS[name]
    careful = {"cipher": (teachers.cipher, 0.0), "nim": (teachers.nim, 1.0), "boxes": (teachers.boxes, 1.0)}
    tasks = [task_of(proof.arms[arm], "warm-up", 0, i, split="train") for i in range(40)]
    teach, care = careful[name]
    assert all(_passed(proof, task, teach(task, care)) for task in tasks)
    careless = sum(_passed(proof, task, proof.demonstrate(task)) for task in tasks) / len(tasks)
    assert 0.05 < careless < 0.75


def test_numbers_are_single_tokens() -> None:
    assert {str(n) for n in range(10, PROOFS["nim"].levels[-1] + 1)} <= set(PROOFS["nim"].words)
    assert {str(n) for n in range(boxes.LEAST, boxes.MOST + 1)} == set(PROOFS["boxes"].words)


@pytest.mark.parametrize("proof", PROOFS.values(), ids=list(PROOFS))
def test_further_examples_are_other_tasks_of_the_levels_that_are_asked_for(proof: Proof) -> None:
    named = replace(proof, demonstrate=lambda task: [{"role": "id", "content": task.id}])

    def drawn(*about: object) -> list[str]:
        return [chat[0]["content"] for chat in named.chats(0, 24, *about)]  # type: ignore[arg-type]

    assert not set(drawn()) & set(drawn("supervised"))
    for levels in (proof.shown, len(proof.arms)):
        arms = [proof.arms[number % levels] for number in range(24)]
        expected = [
            task_of(arm, "supervised", 0, number // levels, split="train").id for number, arm in enumerate(arms)
        ]
        assert drawn("supervised", levels) == expected
        assert len(set(expected)) == 24


# ---- the proof's own environments ------------------------------------------------------------------------


@pytest.mark.parametrize("stones", range(1, 41))
def test_nim_is_won_by_the_reference_and_by_no_other_first_move(stones: int) -> None:
    draft = nim.generate(Random(stones), stones=stones)
    payload = draft.payload
    assert nim.verify(payload, draft.answer).passed
    assert nim.confirms(payload, draft.answer)

    def won(left: int, moved: tuple[int, ...]) -> list[tuple[int, ...]]:
        """All games of the player against this opponent that are won, by trying every move."""
        found = []
        for move in range(1, min(3, left) + 1):
            rest = left - move
            if rest == 0:
                found.append((*moved, move))
            elif rest > (answer := nim.reply(payload, rest)):
                found += won(rest - answer, (*moved, move))
        return found

    if payload["stones"] <= 14:
        assert [" ".join(map(str, game)) for game in won(payload["stones"], ())] == [draft.answer]


@pytest.mark.parametrize("wrong", ["", "0", "4", "-1", "1 1", "1,2", "3 " * 50, "٣", "1" * 30, "two"])
def test_nim_takes_no_other_moves(wrong: str) -> None:
    payload = {"stones": 18, "opponent": 1, "max_turns": 10}
    assert not nim.verify(payload, wrong).passed
    assert nim.taken(2, "3") is None


def test_a_code_is_read_behind_the_larger_numbers_and_nowhere_else() -> None:
    for number in range(40):
        draft = boxes.generate(Random(number), boxes=2 + number % 12)
        assert boxes.verify(draft.payload, draft.answer).passed
        assert boxes.confirms(draft.payload, draft.answer)
        other = draft.answer.replace("-", "")
        for wrong in (other, f"{draft.answer} or 3", "", f"-{draft.answer}", draft.answer[:-1], "10-10-10"):
            assert not boxes.verify(draft.payload, wrong).passed
            assert not boxes.confirms(draft.payload, wrong)
        named = [draft.payload["start"], *(n for pair in draft.payload["notes"] for n in pair)]
        assert len(set(named)) == len(named)
    task = registry.get("proof/boxes-v0").task(1, 0)
    ((large, small),) = (sorted(pair, reverse=True) for pair in task.payload["notes"])
    start, code = task.payload["start"], task.payload["code"]

    def heard(*numbers: object) -> list[str]:
        says = [f"<open>{number}</open>" for number in numbers]
        (played,) = run_text_policy(
            _saying([*says, f"<answer>{code}</answer>"]),
            [EpisodeJob(task, env_options={"tools": "tags"})],
        )
        assert played.passed  # whoever knows the code may say it
        return [turn.observation.splitlines()[1] for turn in played.turns[: len(says)]]

    assert heard(start, large) == [
        f"Go on with {' or '.join(map(str, *task.payload['notes']))}.",
        f"The code is {code}.",
    ]
    assert heard(start, small)[1] == "This box is empty."
    assert heard(large, start)[0] == "This box is locked."
    assert heard("none")[0].startswith("error")


def test_training_and_held_out_tasks_are_of_different_splits() -> None:
    for proof in PROOFS.values():
        arm = proof.arms[-1]
        learnt = {task_of(arm, "learn", i, split="train").fingerprint for i in range(20)}
        held_out = {task_of(arm, "held out", i, split="test").fingerprint for i in range(20)}
        assert not learnt & held_out


# ---- runs ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cell(tmp_path_factory: pytest.TempPathFactory) -> Cell:
    """All runs of a task and seed, for a moment each, in this process."""
    made = Cell(quick(next(iter(PROOFS.values()))), 0, tmp_path_factory.mktemp("proof"))
    assert set(RUNS) == {"warm-up", *ARMS, REFERENCE, *FURTHER}
    for name in RUNS:
        made.do(name)
    return made


def test_arms_share_warm_up_held_out_tasks_and_train_tasks(cell: Cell) -> None:
    verifier = cell.read("verifier")
    shape = {label: len(counts) for label, counts in cell.read("warm-up")["passed"].items()}
    assert list(shape) == [arm.label for arm in cell.proof.arms]
    for arm in RUNS:
        assert {label: len(counts) for label, counts in cell.read(arm)["passed"].items()} == shape
        settings = config_of(cell.proof, 0, arm, cell.model, Path("out")).to_json()
        assert settings["model"]["name"] == str(cell.model)
    for control in ("random", "format", "flipped", "random-slow", "format-slow"):
        assert cell.read(control)["drawn"] == verifier["drawn"]
    for name in ("supervised", "all-levels", "supervised-slow"):
        assert cell.read(name)["tokens"] == 2 * verifier["tokens"] > 0
    slow, usual = (
        config_of(cell.proof, 0, name, cell.model, Path("out")).optimizer for name in ("random-slow", "random")
    )
    assert slow.rate == pytest.approx(0.3 * usual.rate)
    assert slow.matrix_rate == pytest.approx(0.3 * usual.matrix_rate)


def test_a_replayed_curriculum_draws_the_same_and_says_when_it_cannot() -> None:
    arms = PROOFS["nim"].arms
    replayed = Replayed(arms, [["04", "10"], ["07", "07"]])
    assert [each.arm for each in replayed.draw(Random(0), 2)] == [arms[0], arms[2]]
    again = Replayed(arms, [["04", "10"], ["07", "07"]])
    again.load(json.loads(json.dumps(replayed.state())))
    assert [each.arm.label for each in again.draw(Random(1), 2)] == ["07", "07"]
    with pytest.raises(ValueError, match="3 are asked for"):
        Replayed(arms, [["04", "10"]]).draw(Random(0), 3)


def test_what_is_done_is_not_done_again_and_what_is_missing_is(cell: Cell) -> None:
    assert cell.missing(RUNS) == []
    assert list(complete([cell], RUNS, 1)) == []
    before = cell.read("random")
    cell.file("random").unlink()
    assert cell.missing(RUNS) == ["random"]
    lines = list(complete([cell], RUNS, 1))  # in a process of its own
    assert len(lines) == 1
    assert "random" in lines[0]
    assert cell.read("random") == before
    other = Cell(cell.proof, 1, cell.folder.parents[1])
    assert other.missing(RUNS) == list(RUNS)
    with pytest.raises(ValueError, match="random waits for a run that is not asked for"):
        list(complete([other], ["random"], 1))
    assert list(collected([cell, other], RUNS)[cell.proof.name]) == [0]


def test_what_was_measured_with_other_settings_is_measured_again(cell: Cell) -> None:
    longer = Cell(replace(cell.proof, steps=cell.proof.steps + 1), 0, cell.folder.parents[1])
    # The warm-up does not depend on what comes after it.
    assert longer.missing(RUNS) == [name for name in RUNS if name != "warm-up"]
    assert longer.ready("verifier")
    assert not longer.ready("random")
    other = Cell(replace(cell.proof, warm_up=cell.proof.warm_up + 1), 0, cell.folder.parents[1])
    assert other.missing(RUNS) == list(RUNS)
    assert not other.ready("verifier")


# ---- what may be said ------------------------------------------------------------------------------------


def test_the_frontier_is_the_highest_level_that_is_passed_half_of_the_time() -> None:
    passed = {"03": [4, 4], "04": [1, 1], "05": [4, 0], "06": [1, 2]}
    found = said.frontier(passed, 4)
    assert found.value == 5.0  # level 4 is below a half, level 5 at it
    assert found.low <= 5.0 <= found.high
    assert said.frontier({"03": [0, 0]}, 4).value == 0.0
    assert said.frontier({"03": [4] * 8, "04": [0] * 8}, 4) == Estimate(3.0, 3.0, 3.0)


def test_newly_solved_tasks_are_those_without_a_right_sample_before() -> None:
    book = said.support({"03": [0, 2, 0]}, {"03": [1, 0, 0]})
    assert (book.kept, book.gained, book.lost, book.never) == (0, 1, 1, 1)


def test_levels_that_were_not_shown_are_those_above() -> None:
    assert said.beyond({"04": [1], "06": [2], "08": [3]}, 2) == {"08": [3]}


def test_tables_are_written_between_their_marks() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    once = written_into(page, "| new |")
    assert "| new |" in once
    assert "old" not in once
    assert once.startswith("before\n")
    assert once.endswith("\nafter\n")
    assert written_into(once, "| new |") == once


def test_a_margin_is_paired_by_task_and_needs_every_seed() -> None:
    hard_and_easy = [{"03": [0, 8, 0, 8] * 4}, {"03": [8, 0, 8, 0] * 4}, {"03": [0, 0, 8, 8] * 4}]
    better = [
        {"03": [min(8, count + 2) if count == 0 else count for count in one["03"]]} for one in hard_and_easy
    ]
    found = said.margin(better, hard_and_easy, 8)
    # Unpaired, the spread of easy and hard tasks would hide a difference of an eighth.
    assert found.apart
    assert found.overall.value == pytest.approx(0.125)
    mixed = said.margin([better[0], better[1], hard_and_easy[2]], hard_and_easy, 8)
    assert not mixed.apart
    swapped = said.margin(hard_and_easy, better, 8)
    assert not swapped.apart
    assert swapped.overall.value == pytest.approx(-0.125)


def test_one_seed_proves_nothing_over_seeds() -> None:
    found = said.margin([{"03": [8, 8, 7, 8]}], [{"03": [0, 0, 1, 0]}], 8)
    assert isnan(found.overall.low)
    assert not found.apart


def test_the_interval_over_seeds_is_students() -> None:
    found = said.over_seeds([0.1, 0.2, 0.3])
    assert found.value == pytest.approx(0.2)
    assert found.high - found.value == pytest.approx(4.303 * 0.1 / 3**0.5)


def test_the_verdict_names_the_controls_that_hold() -> None:
    good = said.Margin([Estimate(0.3, 0.2, 0.4)], Estimate(0.3, 0.1, 0.5))
    bad = replace(good, overall=Estimate(0.3, -0.1, 0.7))
    assert said.verdict(dict.fromkeys(CONTROLS, good)).startswith("shown")
    told = said.verdict({"random": good, "supervised": bad})
    assert told.startswith("not shown")
    assert "supervised" in told
    assert "random" not in told


def test_the_tables_tell_a_gain_and_do_not_decide_without_all_controls() -> None:
    proof = next(iter(PROOFS.values()))

    def run(right: int) -> dict[str, object]:
        passed = {arm.label: [right - number % 2 for number in range(6)] for arm in proof.arms}
        return {"attempts": 8, "passed": passed, "frontiers": []}

    seeds = {seed: {"warm-up": run(1), "verifier": run(6), "format": run(1)} for seed in range(2)}
    assert margins_of(seeds, 8)["format"].apart
    assert "not decided: no run of supervised, random, flipped on every seed yet" in tables({proof.name: seeds})
    for runs in seeds.values():
        runs |= {"supervised": run(3), "random": run(1), "flipped": run(1)}
    told = tables({proof.name: seeds})
    assert "shown: the verifier beats every control" in told
    assert "upper reference" in told
    assert f"- **{proof.name}** ({proof.kind}, seeds 0, 1): shown" in told.split("\n\n")[0]
    del seeds[1]["flipped"]
    assert "not decided: no run of flipped on every seed yet" in tables({proof.name: seeds})
    seeds[1]["flipped"] = run(1)
    seeds[0]["random-slow"] = run(6)
    one_seed = tables({proof.name: seeds})
    assert "random, steps of 0.3 the size" in one_seed
    assert "shown: the verifier beats every control" in one_seed  # it counts where every seed has it
    seeds[1]["random-slow"] = run(6)
    assert "not shown: the verifier is not apart from random-slow" in tables({proof.name: seeds})
    for runs in seeds.values():
        runs["supervised"] = run(6)
        del runs["random-slow"]
    assert "not shown: the verifier is not apart from supervised" in tables({proof.name: seeds})


def test_the_tasks_of_controls_are_left_out_only_where_they_are_the_verifiers() -> None:
    runs = {
        "verifier": {"drawn": ["a"], "paid": [1]},
        "format": {"drawn": ["a"], "paid": [0]},
        "random": {"drawn": ["b"]},
        "supervised": {"losses": [1 / 3] * 25},
    }
    told = without_repeats({"cipher": {0: runs}})["cipher"][0]
    assert told == {
        "verifier": runs["verifier"],
        "format": {"paid": [0]},
        "random": {"drawn": ["b"]},
        "supervised": {"losses": [0.3333] * 3},
    }
