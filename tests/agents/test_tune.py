"""`rlvr tune` as a user meets it: a tiny model is taught, goes on by itself, prefers, and is read by train and eval."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from typer.testing import CliRunner

import rlvr
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.load import load_model
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.warm_up.data import read_examples, read_pairs
from rlvr.cli.app import app
from rlvr.export.errors import DatasetError
from rlvr.spec import mark

ENV = "digits"


def tune(*arguments: Any) -> str:
    """The output of a call that must succeed."""
    done = CliRunner().invoke(app, ["tune", *map(str, arguments)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def task(seed: int) -> rlvr.Task:
    return rlvr.get(ENV).task(1, seed)


def train_tasks(count: int) -> list[rlvr.Task]:
    return [each for each in map(task, range(8 * count)) if each.split == "train"][:count]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model that knows nothing, in a folder of its own."""
    texts = [text for seed in range(300) for text in (task(seed).prompt, mark(task(seed).answer, "tag"))]
    tokenizer = PhraseTokenizer.from_texts(texts)
    shape = DecoderConfig(
        vocabulary=len(tokenizer), width=32, layers=2, heads=2, key_heads=1, hidden=64, max_context=256
    )
    Decoder(shape, seed=0).save(tmp_path / "model")
    tokenizer.save(tmp_path / "model")
    return tmp_path / "model"


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def chat(asked: rlvr.Task, answer: str) -> dict[str, Any]:
    question = {"role": "user", "content": asked.prompt}
    return {"messages": [question, {"role": "assistant", "content": answer}]}


def losses(output: str) -> list[float]:
    return [float(line.split(": ")[1].split()[0]) for line in output.splitlines() if line.startswith("step ")]


def log_prob(folder: Path, row: dict[str, Any], which: str) -> float:
    """Log-probability of the response in a pair, from the logits, one sequence alone."""
    model, codec = load_model(folder, device="cpu")
    prompt = codec.begin(row["prompt"])
    answer = codec.respond(row[which][0]["content"])
    with torch.no_grad():
        logits = model.logits(model.hidden(torch.tensor([[*prompt, *answer]])))[0]
    told = logits.log_softmax(-1)[len(prompt) - 1 : -1]
    return float(told[range(len(answer)), answer].sum())


def test_worked_solutions_are_learnt_and_what_is_written_is_a_model(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "taught"
    told = losses(
        tune("sft", ENV, "--levels", 1, "-n", 64, "--model", folder, "--out", out, "--steps", 30,
             "--batch", 16, "--rate", 0.01, "--threads", 1)
    )  # fmt: skip
    assert told[-1] < 0.6 * told[0]
    evaluated = CliRunner().invoke(
        app,
        ["eval", ENV, "--levels", "1", "-n", "2", "-s", "1", "--policy", "native", "--model", str(out),
         "--max-tokens", "16", "--out", str(tmp_path / "evaluated")],
        catch_exceptions=False,
    )  # fmt: skip
    assert evaluated.exit_code == 0, evaluated.output
    # A second model is not written over the first, and nothing is done before that is known.
    again = CliRunner().invoke(app, ["tune", "sft", ENV, "--model", str(folder), "--out", str(out)])
    assert "give another --out" in str(again.exception)


def test_a_file_of_chats_and_tasks_is_learnt(folder: Path, tmp_path: Path) -> None:
    tasks = train_tasks(6)
    rows = [chat(each, mark(each.answer, "tag")) for each in tasks[:3]]
    data = write(tmp_path / "data.jsonl", [*rows, *(each.to_json() for each in tasks[3:])])
    _, codec = load_model(folder, device="cpu")
    examples = read_examples(data, codec, 0, 0)
    assert len(examples) == 6
    for example, each in zip(examples, tasks, strict=True):
        learnt = [t for t, own in zip(example.tokens, example.policy, strict=True) if own]
        read = [t for t, own in zip(example.tokens, example.policy, strict=True) if not own]
        assert read == codec.begin([{"role": "user", "content": each.prompt}])
        shown = codec.action(learnt)
        assert rlvr.verify(each, shown).passed
    told = losses(
        tune("sft", "--data", data, "--model", folder, "--out", tmp_path / "out", "--steps", 20, "--rate", 0.01)
    )
    assert told[-1] < told[0]


def test_half_the_memory_for_weights_and_none_for_activations(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    told = losses(
        tune("sft", ENV, "--levels", 1, "-n", 16, "--model", folder, "--out", out, "--steps", 20, "--batch", 8,
             "--rate", 0.01, "--dtype", "bfloat16", "--checkpointing")
    )  # fmt: skip
    assert told[-1] < told[0]
    model, _ = load_model(out, device="cpu", dtype="bfloat16")
    before, _ = load_model(folder, device="cpu", dtype="bfloat16")
    assert any(not torch.equal(a, b) for a, b in zip(model.parameters(), before.parameters(), strict=True))


def test_expert_iteration_learns_what_it_gets_right(folder: Path, tmp_path: Path) -> None:
    taught, out = tmp_path / "taught", tmp_path / "expert"
    tune("sft", ENV, "--levels", 1, "-n", 64, "--model", folder, "--out", taught, "--steps", 120,
         "--batch", 16, "--rate", 0.01)  # fmt: skip
    told = tune("rejection", ENV, "--levels", 1, "--model", taught, "--out", out, "--rounds", 2, "-n", 12,
                "--samples", 8, "--steps", 5, "--rate", 0.001, "--max-tokens", 64)  # fmt: skip
    assert told.count("round ") == 2
    kept = [int(line.split(" solved, ")[1].split()[0]) for line in told.splitlines() if "round" in line]
    assert max(kept) > 0
    one, _ = load_model(taught, device="cpu")
    two, _ = load_model(out, device="cpu")
    assert any(not torch.equal(a, b) for a, b in zip(one.parameters(), two.parameters(), strict=True))


@pytest.mark.parametrize("lora", [0, 4])
def test_preferences_move_the_better_response_up_and_the_worse_down(
    folder: Path, tmp_path: Path, lora: int
) -> None:
    rows = [
        {
            "prompt": chat(each, "")["messages"][:1],
            "chosen": [{"role": "assistant", "content": mark(each.answer, "tag")}],
            "rejected": [{"role": "assistant", "content": mark("7" + each.answer, "tag")}],
        }
        for each in train_tasks(4)
    ]
    data, out = write(tmp_path / "pairs.jsonl", rows), tmp_path / "out"
    told = tune(
        "dpo", "--data", data, "--model", folder, "--out", out, "--steps", 10, "--rate", 0.003, "--lora", lora
    )
    assert "step 1/10: loss 0.693, margin 0.000 nats, 0% right" in told  # log 2: it begins at its reference
    assert "100% right" in told
    for row in rows:
        gains = [log_prob(out, row, which) - log_prob(folder, row, which) for which in ("chosen", "rejected")]
        assert gains[0] > gains[1]


def test_training_goes_on_from_a_tuned_model(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "taught"
    tune("sft", ENV, "--levels", 1, "-n", 16, "--model", folder, "--out", out, "--steps", 2, "--batch", 4)
    done = CliRunner().invoke(
        app,
        ["train", ENV, "--levels", "1", "--model", str(out), "--steps", "1", "--prompts", "2", "--samples", "2",
         "--max-tokens", "8", "--out", str(tmp_path / "run"), "--set", "evaluation.every=-1"],
        catch_exceptions=False,
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert (tmp_path / "run" / "model" / "config.json").exists()


def test_bad_data_is_refused_by_the_row(folder: Path, tmp_path: Path) -> None:
    _, codec = load_model(folder, device="cpu")
    held_out = next(each for each in map(task, range(999)) if each.split == "test")
    for row, message in (
        ({"text": "hello"}, "row 1 is neither a chat"),
        ({"messages": []}, "row 1 is neither"),
        ({"messages": chat(held_out, "x")["messages"][:1]}, "row 1 is neither"),
        (held_out.to_json(), "test split"),
    ):
        with pytest.raises(DatasetError, match=message):
            read_examples(write(tmp_path / "bad.jsonl", [row]), codec, 0, 0)
    for row in ({"prompt": "2 + 2?", "chosen": "4", "rejected": "5"}, {"prompt": []}, chat(held_out, "x")):
        with pytest.raises(DatasetError, match="row 1 needs lists of messages"):
            list(read_pairs(write(tmp_path / "bad.jsonl", [row]), codec))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sft"], "one of the two"),
        (["sft", "digits", "--data", "DATA"], "one of the two"),
        (["sft", "--data", "DATA"], "from scratch learns from environments"),
        (["sft", "digits", "--lora", "4"], "--lora is not for a model from scratch"),
        (["sft", "digits", "--checkpointing"], "--checkpointing is not for a model from scratch"),
        (["sft", "digits", "--dtype", "bfloat16"], "--dtype bfloat16 is not for a model from scratch"),
        (["sft", "digits", "--model", "MODEL", "--dtype", "int8"], "there are float32 and bfloat16"),
        (["sft", "digits", "--model", "MODEL", "--dtype", "float16"], "there are float32 and bfloat16"),
        (["sft", "digits", "--levels", "x"], "write one level"),
        (["dpo", "--data", "DATA", "--model", "scratch"], "give --model a folder or a Hugging Face name"),
        (["rejection", "digits", "--model", "scratch"], "give --model a folder or a Hugging Face name"),
        (["sft", "digits", "--model", "./no-such-model"], "no-such-model"),
    ],
)
def test_contradictions_are_refused(arguments: list[str], message: str, folder: Path, tmp_path: Path) -> None:
    data = write(tmp_path / "data.jsonl", [chat(task(0), "1")])
    places = {"DATA": str(data), "MODEL": str(folder)}
    given = [places.get(each, each) for each in arguments]
    done = CliRunner().invoke(app, ["tune", *given, "--out", str(tmp_path / "out")])
    assert isinstance(done.exception, ValueError)
    assert message in str(done.exception)
