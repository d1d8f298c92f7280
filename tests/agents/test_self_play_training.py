"""Self-play inside training steps: what is proposed is solved in the same step, paid by hand-made numbers, resumed."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch
from ranks import run_ranks
from scripted import END, ByteCodec, ScriptedEngine, read_context

from rlvr.agents.arms import arms_of
from rlvr.agents.config import TrainConfig
from rlvr.agents.curricula import make_curriculum
from rlvr.agents.distributed import World
from rlvr.agents.engine import Request, Sampling
from rlvr.agents.learner import Learner
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.optimizer import Optimizer
from rlvr.agents.rewards import make_reward
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.self_play import SelfPlay, admit
from rlvr.agents.self_play.propose import simple_proposal
from rlvr.agents.self_play_source import PROPOSE, SOLVE, SelfPlaySource
from rlvr.agents.set_up import learner_config, trainer_config
from rlvr.agents.task_source import TaskSource
from rlvr.agents.train import run
from rlvr.agents.trainer import Trainer
from rlvr.generators.base import Task
from rlvr.sandbox import SandboxUnavailable, make, use
from rlvr.spec import mark

FIRST, SECOND = simple_proposal(Random(0)), simple_proposal(Random(1))
PROPOSALS = [mark(FIRST, "tag"), mark(FIRST, "tag"), mark(SECOND, "tag"), "I have no idea."]
KIND = "deduction"
BONUS = ["algorithm.entropy=bonus", "algorithm.entropy_weight=0.1", "optimizer.rate=0.01"]
"""So that there is something to learn where all are paid alike."""


@pytest.fixture(scope="module")
def box() -> Iterator[None]:
    try:
        sandbox = make("auto", frozenset({"python"}), 1)
    except SandboxUnavailable as error:
        pytest.skip(f"no sandbox here: {error}")
    with sandbox, use(sandbox):
        yield


def config_of(out: Path, *settings: str) -> TrainConfig:
    given = [
        f"out={out}",
        "steps=2",
        "prompts=4",
        "samples=4",
        "tasks.envs=[gcd-lcm]",
        "tasks.self_play_share=0.25",
        "tasks.self_play=[deduction]",
        "evaluation.every=-1",
    ]
    return TrainConfig.load(None, [*given, *settings])


Script = Callable[[Sequence[int], Request], Sequence[int]]


def scripted(right: dict[str, tuple[str, int]]) -> Script:
    """Writes `PROPOSALS` to requests in turn; to a known task, its answer as often as `right` says, then nonsense."""
    asked: Counter[str] = Counter()

    def script(context: Sequence[int], request: Request) -> list[int]:
        prompt, _ = read_context(context)
        number = asked[prompt]
        asked[prompt] += 1
        if (
            "Python program for a puzzle" in prompt
            or "propose a short" in prompt
            or "Invent a puzzle" in prompt
        ):
            text = PROPOSALS[number % len(PROPOSALS)]
        else:
            answer, times = right.get(prompt, ("", 0))
            text = mark(answer, "tag") if number < times else "Hm."
        return [*text.encode(), END]

    return script


def trainer_of(script: Script, config: TrainConfig) -> Trainer:
    """A trainer as `set_up` makes it, of a tiny model, whose engine is scripted."""
    world = World()
    model = Decoder(DecoderConfig(vocabulary=260, width=8, layers=1, hidden=12, max_context=8192), seed=0)
    engine = ScriptedEngine(script)
    curriculum = make_curriculum("uniform", arms_of(config.tasks))
    source = SelfPlaySource(
        TaskSource(curriculum, samples=config.samples, seed=config.seed),
        SelfPlay(config.tasks.self_play),
        share=config.tasks.self_play_share,
        world=world,
    )
    optimizer = Optimizer(list(model.named_parameters()), config.optimizer)
    return Trainer(
        trainer_config(config),
        model=model,
        engine=engine,
        collector=Collector(engine, ByteCodec(), RolloutConfig(Sampling(4096), lockstep=True)),
        source=source,
        reward=make_reward({"name": "verdict"}),
        learner=Learner(learner_config(config), model, optimizer, world),
        world=world,
    )


@pytest.fixture
def tasks(box: None) -> dict[str, Task]:
    return {text: admit(KIND, text) for text in (FIRST, SECOND)}


def of_arm(trainer: Trainer, arm: str) -> list[Any]:
    return [group for group in trainer.groups if group.arm == arm]


def test_both_sides_of_a_step_are_paid_and_learnt_from(tasks: dict[str, Task], tmp_path: Path) -> None:
    right = {tasks[FIRST].prompt: (tasks[FIRST].answer, 2), tasks[SECOND].prompt: (tasks[SECOND].answer, 4)}
    trainer = trainer_of(scripted(right), config_of(tmp_path, "optimizer.rate=0.01"))
    before = [weight.detach().clone() for weight in trainer.model.parameters()]
    returns: dict[str, list[list[float]]] = {}
    plain = trainer.returns

    def heard(group: Any) -> list[float]:
        returns.setdefault(group.arm, []).append(plain(group))
        return returns[group.arm][-1]

    trainer.returns = heard  # type: ignore[method-assign]
    record = trainer.step()
    # FIRST is solved 2 times of 4 and pays 4 p (1 - p), p above chance; SECOND always, which is worth nothing.
    chance = tasks[FIRST].guess_rate
    rate = (0.5 - chance) / (1 - chance)
    worth = 4 * rate * (1 - rate)
    assert returns[PROPOSE] == [pytest.approx([worth, worth, 0.0, -1.0])]
    assert returns[SOLVE] == [[1.0, 1.0, 0.0, 0.0], [1.0] * 4]
    assert [group.task for group in of_arm(trainer, SOLVE)] == [tasks[FIRST], tasks[SECOND]]
    assert len(trainer.groups) == 3 + 1 + 2
    assert record["self_play/admitted"] == 2.0
    assert record[f"pass_rate/{PROPOSE}"] == 0.75
    assert record[f"pass_rate/{SOLVE}"] == 0.75
    # What is learnt from: the request's group and FIRST's; the others have nothing to tell apart.
    assert record["rollout/used"] == pytest.approx((4 + 4) / (6 * 4))
    after = list(trainer.model.parameters())
    assert any(not torch.equal(old, new) for old, new in zip(before, after, strict=True))
    # The same proposals again are known: nothing is solved, and proposing them costs.
    returns.clear()
    record = trainer.step()
    assert returns[PROPOSE] == [[-0.5, -0.5, -0.5, -1.0]]
    assert SOLVE not in returns
    assert record["self_play/admitted"] == 0.0
    assert FIRST.split("\n", 1)[0] in of_arm(trainer, PROPOSE)[0].task.prompt  # shown as earlier proposals


def test_a_valid_proposal_that_nobody_could_solve_is_masked(tasks: dict[str, Task], tmp_path: Path) -> None:
    trainer = trainer_of(scripted({}), config_of(tmp_path))
    trainer.engine.dying = lambda request: (  # type: ignore[attr-defined]
        read_context(request.tokens)[0] == tasks[FIRST].prompt
    )
    trainer.step()
    (proposals,) = of_arm(trainer, PROPOSE)
    assert [each.scored for each in proposals.trajectories] == [False, False, True, True]
    assert trainer.returns(proposals) == [0.0, 0.0, 0.0, -1.0]


def test_a_proposal_of_the_test_split_is_neither_solved_nor_paid(
    box: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = (simple_proposal(Random(seed)) for seed in range(2, 99))
    held_out = next(text for text in texts if admit(KIND, text).split == "test")
    monkeypatch.setattr(sys.modules[__name__], "PROPOSALS", [mark(held_out, "tag"), "I have no idea."])
    trainer = trainer_of(scripted({}), config_of(tmp_path))
    record = trainer.step()
    (proposals,) = of_arm(trainer, PROPOSE)
    assert [each.scored for each in proposals.trajectories] == [False, True, False, True]
    assert trainer.returns(proposals) == [0.0, -1.0, 0.0, -1.0]
    assert not of_arm(trainer, SOLVE)
    assert record["self_play/admitted"] == 0.0


def test_it_goes_on_from_its_state_as_if_nothing_had_happened(tasks: dict[str, Task], tmp_path: Path) -> None:
    right = {tasks[FIRST].prompt: (tasks[FIRST].answer, 1)}
    config = config_of(tmp_path)
    trainer = trainer_of(scripted(right), config)
    trainer.step()
    state = json.loads(json.dumps(trainer.source.state()))
    other = trainer_of(scripted(right), config)
    other.source.load(state)
    assert other.source.state() == trainer.source.state()
    prompts = other.source.prompts(1, 0, 4)
    assert prompts == trainer.source.prompts(1, 0, 4)
    assert [prompt.arm for prompt in prompts].count(PROPOSE) == 1
    fresh = trainer_of(scripted(right), config).source.prompts(1, 0, 4)
    assert fresh[-1] != prompts[-1]  # the request shows what was proposed before
    assert all(prompt.arm != PROPOSE for prompt in other.source.prompts(1, 1, 4))  # a refill


def test_judging_stands_beside_self_play_and_gets_none_of_its_groups(box: None, tmp_path: Path) -> None:
    heard: list[Any] = []

    class Listening(TaskSource):
        def played(self, groups: Sequence[Any]) -> None:
            heard.extend(groups)

    trainer = trainer_of(scripted({}), config_of(tmp_path))
    inner = trainer.source.source  # type: ignore[attr-defined]
    trainer.source.source = Listening(inner.curriculum, samples=4, seed=0)  # type: ignore[attr-defined]
    trainer.step()
    assert {group.arm.split(":")[0] for group in heard} == {"gcd-lcm"}
    assert len(heard) == 3
    assert len(trainer.groups) > 4


def test_without_a_sandbox_it_does_not_begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none(language: str) -> None:
        raise SandboxUnavailable("there is none")

    monkeypatch.setattr("rlvr.agents.self_play_source.current", none)
    with pytest.raises(SandboxUnavailable):
        trainer_of(scripted({}), config_of(tmp_path))
    trainer_of(scripted({}), config_of(tmp_path, "tasks.self_play=[question]"))  # needs none


def test_a_model_that_proposes_nothing_valid_pays_for_it_and_the_run_goes_on(box: None, tmp_path: Path) -> None:
    small = [
        f"model.{name}={value}" for name, value in (("width", 16), ("layers", 1), ("heads", 2), ("hidden", 32))
    ]
    settings = [*small, "sampling.max_tokens=8", "tasks.self_play_share=0.5", *BONUS]
    both = run(config_of(tmp_path / "both", *settings))
    assert both.trainer.step_count == 2
    for group in of_arm(both.trainer, PROPOSE):
        assert both.trainer.returns(group) == [-1.0] * 4
    assert not of_arm(both.trainer, SOLVE)
    records = [json.loads(line) for line in (tmp_path / "both" / "records.jsonl").read_text().splitlines()]
    assert [row["record"]["self_play/admitted"] for row in records[1:]] == [0.0, 0.0]
    # One step and then another after a resume is the same run.
    run(config_of(tmp_path / "halves", *settings, "steps=1"))
    halves = run(config_of(tmp_path / "halves", *settings), resume=True)
    assert halves.trainer.step_count == 2
    for one, two in zip(both.model.parameters(), halves.model.parameters(), strict=True):
        assert torch.equal(one, two)
    texts = [
        [each.actions for group in trained.trainer.groups for each in group.trajectories]
        for trained in (both, halves)
    ]
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["tasks.self_play_share=1.0"], "self_play_share must be in"),
        (["tasks.self_play_share=-0.5"], "self_play_share must be in"),
        (["tasks.self_play_share=0.2"], "asks for no proposal"),
        (["tasks.self_play=[riddle]"], "must be some of deduction"),
        (["tasks.self_play=[]"], "must be some of deduction"),
        (["tasks.self_play_pay=hard"], "must be one of 'absolute_zero', 'difficulty', 'uncertainty'"),
    ],
)
def test_bad_settings_are_refused(settings: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        config_of(tmp_path, *settings)


def test_two_processes_share_the_solving_and_agree_on_everything(tmp_path: Path) -> None:
    run_ranks(Path(__file__).with_name("two_ranks_self_play.py"), 2, tmp_path)
    one, two = (json.loads((tmp_path / f"{rank}.json").read_text()) for rank in (0, 1))
    assert one["state"] == two["state"]
    assert one["requests"] == two["requests"]
    assert len(one["state"]["self_play"]["entries"]) == 2
    # Each process proposed one task, and solved one: rank 0's all four times, rank 1's once in four.
    assert [len(each["solved"]) for each in (one, two)] == [1, 1]
    tasks = [row["task"]["prompt"] for row in one["state"]["self_play"]["entries"]]
    assert [*one["solved"], *two["solved"]] == tasks
    assert one["returns"] == [[0.0, -1.0]]
    chance = one["state"]["self_play"]["entries"][1]["task"]["guess_rate"]
    rate = (0.25 - chance) / (1 - chance)
    assert two["returns"] == [[pytest.approx(4 * rate * (1 - rate)), -1.0]]
    assert [row["rate"] for row in one["state"]["self_play"]["entries"]] == [1.0, pytest.approx(rate)]
