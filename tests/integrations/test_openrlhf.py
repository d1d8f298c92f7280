"""OpenRLHF: its executors with an engine that answers from a script, our agent, and our reward function."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pages
import parity
import pytest
import torch
from openrlhf.utils.agent import AgentExecutorBase, SingleTurnAgentExecutor

import rlvr
from rlvr.integrations.openrlhf_functions import (
    UNSCORED,
    agent_executor,
    feedback,
    reward_func,
    reward_function,
)
from rlvr.integrations.pay import Unscored
from rlvr.integrations.tiny import model_and_tokenizer

TOKENIZER = model_and_tokenizer()[1]
LENGTH = 40_000


class Engine:
    """Answers as a script says, in the form of vLLM's requests."""

    def __init__(self, actions: Iterator[str]) -> None:
        self.actions = actions

    async def generate(self, tokens: list[int], sampling: Any, **more: Any) -> Any:
        text = next(self.actions) + TOKENIZER.eos_token
        ids = TOKENIZER.encode(text)
        logprobs = [{token: SimpleNamespace(logprob=-1.0)} for token in ids]
        output = SimpleNamespace(token_ids=ids, text=text, finish_reason="stop", logprobs=logprobs)
        return SimpleNamespace(outputs=[output])


def prompt_of(row: dict[str, Any]) -> str:
    text: str = TOKENIZER.apply_chat_template(row["prompt"], tokenize=False, add_generation_prompt=True)
    return text


def executed(executor: AgentExecutorBase, row: dict[str, Any], actions: list[str]) -> dict[str, Any]:
    sampling = SimpleNamespace(max_tokens=16_000, logprobs=1)
    found: dict[str, Any] = asyncio.run(
        executor.execute(prompt_of(row), row["label"], sampling, LENGTH, TOKENIZER, Engine(iter(actions)))
    )
    return found


def test_every_adapter_pays_the_same(hanging: None) -> None:
    executor = agent_executor(budget=parity.BUDGET)()

    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        found = executed(executor, case.row("openrlhf"), case.actions)
        assert float(found["extra_logs"][UNSCORED]) == float(not case.has_score)
        if not found["action_ranges"]:
            return parity.Unpaid("no ranges of actions: an empty mask")
        assert found["scores"] == found["reward"]
        return float(found["reward"])

    parity.check("OpenRLHF", "openrlhf", play)


def test_the_reward_function_pays_the_same(hanging: None, tmp_path: Path) -> None:
    file = tmp_path / "reward.py"
    file.write_text(
        "from rlvr.integrations.openrlhf_functions import reward_function\n"
        f"reward_func = reward_function(budget={parity.BUDGET}, unscored=-1.0)\n"
    )
    executor = SingleTurnAgentExecutor(str(file))
    for case in parity.CASES:
        if case.kind == "one response":
            found = executed(executor, case.row("openrlhf"), case.actions)
            assert found["reward"].tolist() == [-1.0 if case.reward is None else case.reward], case.id
            assert found["extra_logs"][UNSCORED].tolist() == [float(not case.has_score)]


def test_contexts_are_one_chat_as_the_template_writes_it() -> None:
    case = next(case for case in parity.CASES if case.kind == "game" and case.name == "right")
    row = case.row("openrlhf")
    found = executed(agent_executor()(), row, case.actions)
    tokens = found["observation_tokens"]
    drawn = [TOKENIZER.decode(tokens[start:end]) for start, end in found["action_ranges"]]
    assert drawn == [action + TOKENIZER.eos_token for action in case.actions]
    env = rlvr.make(case.env)
    env.reset(options={"task": case.task})
    for action in case.actions:
        env.step(action)
    chat = env.messages
    while chat[-1]["role"] != "assistant":
        chat.pop()
    whole = TOKENIZER.apply_chat_template(chat, tokenize=False).removesuffix("\n")
    assert TOKENIZER.decode(tokens) == whole
    assert len(found["rollout_log_probs"]) == len(tokens)


def test_feedback_begins_behind_the_end_of_the_turn() -> None:
    said = feedback(TOKENIZER, [{"role": "user", "content": "No."}])
    assert said == "\n<|im_start|>user\nNo.<|im_end|>\n<|im_start|>assistant\n"


def test_what_has_no_score_or_would_be_a_silent_zero_is_an_error(
    hanging: None, caplog: pytest.LogCaptureFixture
) -> None:
    cases = {(case.kind, case.name): case for case in parity.CASES}
    hang = cases["one response", "hangs"]
    prompt, label = "p", hang.row("openrlhf")["label"]
    given = ([prompt + hang.actions[0]], [prompt], [label])
    with caplog.at_level(logging.ERROR), pytest.raises(Unscored, match="longer than 3 s"):
        reward_function(budget=3.0)(*given)
    assert "rlvr's reward function failed" in caplog.text
    with pytest.raises(ValueError, match="several turns"):
        reward_func(["px"], ["p"], [cases["game", "right"].row("openrlhf")["label"]])
    with pytest.raises(ValueError, match="does not begin with its prompt"):
        reward_func(["x"], ["p"], [cases["one response", "right"].row("openrlhf")["label"]])


def test_a_batch_is_paid_in_order() -> None:
    tasks = [rlvr.get("sudoku").task(1, seed) for seed in range(4)]
    labels = [json.dumps(task.to_json()) for task in tasks]
    texts = [f"<answer>{task.answer if n % 2 else 'x'}</answer>" for n, task in enumerate(tasks)]
    found = reward_func([f"p{text}" for text in texts], ["p"] * 4, labels)
    assert found["rewards"].tolist() == found["scores"].tolist() == [0.0, 1.0, 0.0, 1.0]
    assert found["rewards"].dtype == torch.float32


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    lines = [line for line in pages.run("openrlhf", tmp_path).splitlines() if line.startswith("rlvr/")]
    assert lines == ["rlvr/sudoku-v0 1.0", "rlvr/sokoban-v0 1.0", "rlvr/search-qa-v0 1.0"]
