"""SkyRL: the environment as skyrl-gym makes it, and SkyRL's own generator that plays it with a scripted engine."""

from __future__ import annotations

import asyncio
import typing
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pages
import parity
import pytest
import skyrl_gym
import typing_extensions

import rlvr
from rlvr.integrations.skyrl_env import NAME, UNSCORED, RlvrEnv, masking, register
from rlvr.integrations.tiny import model_and_tokenizer

typing.TypedDict = typing_extensions.TypedDict  # type: ignore[assignment]  # SkyRL asks for that of Python 3.12
from skyrl.train.config import GeneratorConfig, SkyRLGymConfig  # noqa: E402
from skyrl.train.generators.skyrl_gym_generator import SkyRLGymGenerator  # noqa: E402

TOKENIZER = model_and_tokenizer()[1]


@pytest.fixture(autouse=True)
def registered() -> None:
    register()
    register()


def made(case: parity.Case, **config: Any) -> RlvrEnv:
    row = case.row("skyrl")
    extras = {name: value for name, value in row.items() if name not in ("prompt", "env_class")}
    return skyrl_gym.make(row["env_class"], env_config=config, extras={**extras, "max_turns": 20})


class Engine:
    """Answers as a script says; its calls are those of SkyRL's inference client."""

    def __init__(self, actions: Iterator[str]) -> None:
        self.actions = actions

    async def generate(self, asked: dict[str, Any], model: str | None = None) -> dict[str, Any]:
        text = next(self.actions)
        ids = [*TOKENIZER.encode(text), TOKENIZER.eos_token_id]
        return {"responses": [text], "response_ids": [ids], "stop_reasons": ["stop"]}

    async def finish_session(self, session: str) -> None:
        pass


def played(case: parity.Case, **config: Any) -> Any:
    """What SkyRL's generator, which masks, makes of a case."""
    settings = GeneratorConfig(max_turns=20, use_cache_salt=False)
    settings.sampling_params.logprobs = None
    gym = SkyRLGymConfig()
    gym.rlvr = config
    engine = Engine(iter(case.actions))
    generator = masking(SkyRLGymGenerator)(settings, gym, engine, TOKENIZER)
    row = case.row("skyrl")
    extras = {name: value for name, value in row.items() if name not in ("prompt", "env_class")}
    return asyncio.run(generator.agent_loop(row["prompt"], NAME, extras, 10_000, 100_000))


def test_every_adapter_pays_the_same(hanging: None) -> None:
    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        found = played(case, budget=parity.BUDGET)
        assert found.env_metrics[UNSCORED] == float(not case.has_score)
        if not any(found.loss_mask):
            return parity.Unpaid("a loss mask of zeros")
        return float(sum(found.reward))

    parity.check("SkyRL", "skyrl-gym", play)


def test_what_the_environment_says_is_masked_and_what_was_drawn_is_not() -> None:
    case = next(case for case in parity.CASES if case.kind == "game" and case.name == "right")
    found = played(case)
    pairs = list(zip(found.response_ids, found.loss_mask, strict=True))
    drawn = TOKENIZER.decode([token for token, mask in pairs if mask])
    assert drawn == "".join(f"{action}<|im_end|>" for action in case.actions)
    said = TOKENIZER.decode([token for token, mask in pairs if not mask])
    assert said.count("Turns left") == len(case.actions) - 1
    assert found.stop_reason == "stop"


def test_the_rows_prompt_is_what_the_environment_says() -> None:
    for case in parity.CASES:
        if case.has_score:
            row = case.row("skyrl")
            env = made(case)
            assert env.init(row["prompt"])[0] == row["prompt"]


def test_steps_are_those_of_skyrl_gym() -> None:
    case = next(case for case in parity.CASES if case.kind == "game" and case.name == "right")
    with made(case, options={"max_turns": 30}) as env:
        env.init(case.row("skyrl")["prompt"])
        assert env.max_turns == 30
        outputs = [env.step(action) for action in case.actions]
        assert [output["done"] for output in outputs] == [False] * (len(outputs) - 1) + [True]
        assert [output["reward"] for output in outputs] == [0.0] * (len(outputs) - 1) + [1.0]
        assert {message["role"] for message in outputs[0]["observations"]} == {"user"}
        assert outputs[-1]["observations"] == []
        assert env.get_metrics() == {"rlvr_passed": 1.0, "rlvr_turns": float(len(outputs)), UNSCORED: 0.0}
        assert RlvrEnv.aggregate_metrics([env.get_metrics()] * 2)["rlvr_passed"] == 1.0


def test_an_episode_that_is_cut_is_paid_nothing() -> None:
    case = next(case for case in parity.CASES if case.kind == "game" and case.name == "right")
    env = made(case)
    env.init(case.row("skyrl")["prompt"])
    assert env.step(case.actions[0])["reward"] == 0.0
    assert env.get_metrics()["rlvr_passed"] == 0.0
    env.close()


def test_a_row_without_a_task_is_an_error() -> None:
    with pytest.raises(ValueError, match="needs a task or an id"):
        skyrl_gym.make(NAME, env_config={}, extras={"reward_spec": {}})
    env = made(parity.CASES[0], options={"nonsense": 1})
    with pytest.raises(TypeError, match="no option 'nonsense'"):
        env.init(parity.CASES[0].row("skyrl")["prompt"])


def test_step_by_step_all_of_an_episode_is_masked_or_nothing() -> None:
    class Plain:
        def _post_process_agent_loop_output(self, found: Any, *rest: Any) -> Any:
            return found

    for unscored, mask in ((1.0, [0, 0]), (0.0, [1, 1])):
        steps = [
            SimpleNamespace(loss_mask=[1, 1], env_metrics=metrics) for metrics in ({}, {UNSCORED: unscored})
        ]
        masking(Plain)()._post_process_agent_loop_output(SimpleNamespace(step_outputs=steps), {}, None)
        assert [step.loss_mask for step in steps] == [mask, mask]


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    lines = pages.run("skyrl", tmp_path).splitlines()
    assert lines == ["rlvr/sudoku-v0 1.0", "rlvr/sokoban-v0 1.0", "rlvr/search-qa-v0 1.0"]
    assert rlvr.get("sudoku").id in lines[0]
