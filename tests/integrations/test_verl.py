"""verl: its data set, reward manager and agent loop on what is exported for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pages
import parity
import pytest
import torch
import yaml
from omegaconf import OmegaConf
from tensordict import TensorDict
from verl import DataProto
from verl.experimental.agent_loop.agent_loop import DictConfigWrap
from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager
from verl.trainer.ppo.reward import get_custom_reward_fn
from verl.utils.dataset.rl_dataset import RLHFDataset
from verl.utils.import_utils import load_class_from_fqn

import rlvr
from rlvr.export.generate import generate_file
from rlvr.export.plan import make_plan
from rlvr.export.trainers import task_of
from rlvr.integrations.pay import Unscored
from rlvr.integrations.tiny import model_and_tokenizer
from rlvr.integrations.verl import AGENT_LOOP, compute_score
from rlvr.integrations.verl_agent_loop import RlvrAgentLoop

TOKENIZER = model_and_tokenizer()[1]


def config(length: int = 8000, **kwargs: Any) -> Any:
    function = {"path": "pkg://rlvr.integrations.verl", "name": "compute_score", "reward_kwargs": kwargs}
    return OmegaConf.create(
        {
            "data": {"prompt_key": "prompt", "max_prompt_length": 8000, "filter_overlong_prompts": False},
            "actor_rollout_ref": {"rollout": {"prompt_length": 8000, "response_length": length}},
            "reward": {"custom_reward_function": function},
        }
    )


def rows(path: Path, *names: str, count: int = 4, level: int = 1) -> list[dict[str, Any]]:
    generate_file(make_plan(names, count, levels=(level, level)), path, format="verl")
    return list(RLHFDataset(str(path), TOKENIZER, config().data))


def played(row: dict[str, Any], actions: Iterator[str], length: int = 8000, **options: Any) -> Any:
    async def generate(**request: Any) -> SimpleNamespace:
        ids = [*TOKENIZER.encode(next(actions)), TOKENIZER.eos_token_id]
        return SimpleNamespace(token_ids=ids, log_probs=[-1.0] * len(ids))

    async def play() -> Any:
        server, whole = SimpleNamespace(generate=generate), config(length)
        data = DictConfigWrap(whole.data)
        loop = RlvrAgentLoop(DictConfigWrap(whole), server, TOKENIZER, None, RLHFDataset, data, **options)
        return await loop.run({}, **row)

    return asyncio.run(play())


def moves_of(task: rlvr.Task, **options: Any) -> list[str]:
    env = rlvr.make(task.env, **options)
    env.reset(options={"task": task})
    moves, over = [], False
    while not over:
        moves.append(env.oracle_action())
        over = any(env.step(moves[-1])[2:4])
    return moves


def test_every_adapter_pays_the_same(hanging: None) -> None:
    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        row = case.row("verl")
        if row["agent_name"] == "rlvr":
            found = played({**row, "raw_prompt": row["prompt"]}, iter(case.actions), budget=parity.BUDGET)
            if not any(found.response_mask):
                return parity.Unpaid("a response mask of zeros")
            return float(found.reward_score)
        given = (row["data_source"], case.actions[0], row["reward_model"]["ground_truth"], row["extra_info"])
        try:
            return compute_score(*given, budget=parity.BUDGET)["score"]
        except Unscored:
            return parity.Unpaid("`Unscored` is raised")

    parity.check("verl", "verl", play)


def test_the_reward_manager_pays_what_verify_says(tmp_path: Path) -> None:
    async def judged(data: DataProto) -> dict[str, Any]:
        manager = NaiveRewardManager(config(), TOKENIZER, get_custom_reward_fn(config(reward="dense")))
        return await manager.run_single(data)

    for row in rows(tmp_path / "a.parquet", "sudoku"):
        task = task_of(row["extra_info"])
        assert row["agent_name"] == "single_turn_agent"
        for text, score in ((f"<answer>{task.answer}</answer>", 1.0), ("<answer>1</answer>", 0.0)):
            ids = torch.tensor([TOKENIZER.encode(text)])
            batch = TensorDict({"responses": ids, "attention_mask": torch.ones_like(ids)}, batch_size=1)
            kept = {
                name: np.array([row[name]], dtype=object)
                for name in ("data_source", "reward_model", "extra_info")
            }
            result = asyncio.run(judged(DataProto(batch=batch, non_tensor_batch=kept)))
            assert result["reward_score"] == rlvr.verify(task, text, reward="dense").reward
            assert result["reward_extra_info"] == {"score": score, "acc": score, "scored": 1.0}


def test_a_game_is_played_and_what_it_says_is_masked(tmp_path: Path) -> None:
    for row in rows(tmp_path / "a.parquet", "sokoban", level=2):
        assert row["agent_name"] == "rlvr"
        task = task_of(row["extra_info"])
        moves = moves_of(task)
        output = played(row, iter(moves))
        assert output.reward_score == 1.0
        assert len(output.response_ids) == len(output.response_mask) == len(output.response_logprobs)
        pairs = list(zip(output.response_ids, output.response_mask, strict=True))
        drawn = TOKENIZER.decode([token for token, mask in pairs if mask])
        assert drawn == "".join(f"{move}<|im_end|>" for move in moves)
        said = TOKENIZER.decode([token for token, mask in pairs if not mask])
        assert said.count("Turns left") == len(moves) - 1
        assert task.prompt in TOKENIZER.decode(output.prompt_ids)
        logs = [log for log, (_, mask) in zip(output.response_logprobs, pairs, strict=True) if not mask]
        assert set(logs) <= {0.0}
        assert output.extra_fields["reward_extra_info"] == {"score": 1.0, "acc": 1.0, "scored": 1.0}


def test_tools_are_called_as_models_write_them(tmp_path: Path) -> None:
    row = rows(tmp_path / "a.parquet", "search-qa")[0]
    task = task_of(row["extra_info"])
    output = played(row, iter(moves_of(task)))
    assert output.reward_score == 1.0
    assert 0 < sum(output.response_mask) < len(output.response_mask)


def test_what_does_not_fit_is_cut_and_not_played(tmp_path: Path) -> None:
    row = rows(tmp_path / "a.parquet", "sokoban", level=2)[0]
    output = played(row, iter(["I think. " * 40] * 9), length=100)
    assert len(output.response_ids) == len(output.response_mask) == 100
    assert output.reward_score == 0.0


def test_a_hang_is_masked_in_the_loop_and_raised_by_the_function(tmp_path: Path, hanging: None) -> None:
    row = rows(tmp_path / "a.parquet", "hanging/tool-v0")[0]
    call = '<tool_call>\n{"name": "stop", "arguments": {}}\n</tool_call>'
    output = played(row, iter([call]), budget=5.0)
    assert set(output.response_mask) == {0}
    assert output.extra_fields["reward_extra_info"] == {"score": 0.0, "acc": 0.0, "scored": 0.0}
    row = rows(tmp_path / "b.parquet", "hanging/verdict-v0")[0]
    given = (row["data_source"], "<answer>hang</answer>", "", row["extra_info"])
    with pytest.raises(Unscored, match="longer than 3 s"):
        compute_score(*given, budget=3.0)
    assert compute_score(*given, budget=3.0, unscored=0.25) == {"score": 0.25, "acc": 0.0, "scored": 0.0}


def test_the_file_of_agent_loops_names_a_class() -> None:
    (entry,) = yaml.safe_load(AGENT_LOOP.read_text())
    assert entry["name"] == "rlvr"
    assert load_class_from_fqn(entry["_target_"]) is RlvrAgentLoop


def test_rows_of_several_turns_are_not_a_silent_zero(tmp_path: Path) -> None:
    row = rows(tmp_path / "a.parquet", "sokoban")[0]
    with pytest.raises(ValueError, match="agent_loop_config_path"):
        compute_score(row["data_source"], "x", "", row["extra_info"])


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    lines = [line.split()[:2] for line in pages.run("verl", tmp_path).splitlines() if line.startswith("rlvr/")]
    assert sorted(lines) == [["rlvr/sokoban-v0", "1.0"]] * 4 + [["rlvr/sudoku-v0", "1.0"]] * 4
