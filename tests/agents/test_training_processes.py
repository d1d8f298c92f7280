"""Training runs of two processes, with the weights shared or sharded, end as they should."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
import transformers
from ranks import run_ranks
from torch import Tensor
from training_runs import QUIET, RANDOM, config, records, same, usual

from rlvr.agents.models.load import load_codec
from rlvr.agents.rollouts.storage import read_trajectories
from rlvr.agents.train import run as train

pytestmark = pytest.mark.usefixtures("without_plots")


SCRIPT = Path(__file__).with_name("two_trainers.py")


def two_processes(out: Path, *settings: str, torchrun: bool = False) -> list[dict[str, Tensor]]:
    """The weights that two processes of ``rlvr train`` end with."""
    words = ["train", *(part for setting in settings for part in ("--set", setting))]
    words += ["--resume"] if (out / "config.json").exists() else []
    if torchrun:
        command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
        command += [str(SCRIPT), *words]
        done = subprocess.run(
            command, env=os.environ | {"OMP_NUM_THREADS": "1"}, capture_output=True, text=True, timeout=1800
        )
        assert done.returncode == 0, done.stderr[:6000] + done.stderr[-2000:]
    else:
        run_ranks(SCRIPT, 2, *words)
    return [torch.load(out / f"rank-{rank}.pt", weights_only=True) for rank in (0, 1)]


def test_two_processes_end_with_the_same_weights_shared_or_sharded(model: Path, tmp_path: Path) -> None:
    settings = [
        RANDOM,
        "preset=ppo",
        "algorithm={kl: k3, kl_weight: 0.1}",
        "steps=2",
        "prompts=3",
        "minibatches=2",
        "optimizer={rate: 1e-3, matrix_rate: 1e-3, warm_up: 2, epsilon: 1e-3}",
        "warm_up={steps: 2, batch: 3, tasks: 8, rate: 1e-3, matrix_rate: 1e-3}",
    ]
    ends: dict[str, dict[str, Tensor]] = {}
    for kind in ("ddp", "fsdp"):
        out = tmp_path / kind
        one, other = two_processes(out, *usual(model, out), *settings, f"parallel={kind}")
        assert same(one, other)
        ends[kind] = one
    assert ends["ddp"].keys() == ends["fsdp"].keys()
    for name, weight in ends["ddp"].items():
        torch.testing.assert_close(ends["fsdp"][name], weight, rtol=1e-4, atol=1e-5)
    # A sharded run goes on, with the momenta of Muon and Adam, the values and the reference.
    out = tmp_path / "fsdp"
    further = [*usual(model, out), *settings, "steps=3", "parallel=fsdp"]
    on, too = two_processes(out, *further, torchrun=True)
    assert same(on, too)
    assert not same(on, ends["fsdp"])
    rows = records(out)
    assert len(rows) == 3
    assert all(math.isfinite(row["policy/kl"]) for row in rows)


@pytest.mark.parametrize(
    "adapters", [pytest.param(False, marks=pytest.mark.slow), True], ids=["all weights", "adapters"]
)
def test_models_of_transformers_are_sharded_too(adapters: bool, model: Path, tmp_path: Path) -> None:
    codec = load_codec(model)
    ours = tmp_path / "gpt2"
    torch.manual_seed(0)
    shape = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 640, "bos_token_id": 1, "eos_token_id": 1}
    gpt2 = transformers.GPT2Config(vocab_size=len(codec), **shape)
    transformers.AutoModelForCausalLM.from_config(gpt2).save_pretrained(ours)
    codec.save(ours)
    settings = [
        RANDOM,
        "algorithm={kl: k3, kl_weight: 0.1}",
        "steps=2",
        "prompts=3",
        "optimizer={rate: 1e-3, epsilon: 1e-3}",
    ]
    # bfloat16 beside float32 is what FSDP cannot have in one block.
    settings += ["model.lora_rank=4", "model.dtype=bfloat16"] if adapters else []
    ends = {}
    for kind in ("ddp", "fsdp"):
        out = tmp_path / kind
        one, other = two_processes(out, *usual(ours, out), *settings, f"parallel={kind}")
        assert same(one, other)
        ends[kind] = one
    for name, weight in ends["ddp"].items():
        torch.testing.assert_close(ends["fsdp"][name], weight, rtol=1e-3, atol=1e-5)


def test_what_is_drawn_is_the_same_whoever_plays_it_and_whenever(model: Path, tmp_path: Path) -> None:
    """Two processes take prompts as they get to them, a step ahead; nothing is learnt, so versions do not matter."""

    def drawn(out: Path) -> dict[tuple[str, str, int], list[list[int]]]:
        return {
            (file.name[:13], each.task.id, each.sample): [segment.tokens for segment in each.segments]
            for file in sorted((out / "trajectories").glob("*.jsonl.gz"))
            for each in read_trajectories(file)
        }

    still = [RANDOM, "optimizer={rate: 0.0}", "steps=3", "prompts=5", "sampling.lockstep=false"]
    train(config(model, tmp_path / "one", *still), console=QUIET)
    out = tmp_path / "two"
    one, other = two_processes(out, *usual(model, out), *still, "sampling.staleness=1")
    assert same(one, other)
    assert {file.name[14:20] for file in (out / "trajectories").glob("*.gz")} == {"rank-0", "rank-1"}
    assert len(drawn(out)) == 3 * 5 * 4
    assert drawn(out) == drawn(tmp_path / "one")
