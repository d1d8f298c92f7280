"""``python -m benchmarks.rl``: seconds and memory of a step of reinforcement learning, beside TRL's `GRPOTrainer`.

Both sides get the same Qwen3 weights, the same prompts as the same token ids, as many rollouts of the same length, the
same reward and the same loss (GRPO's advantages, token mean, symmetric clip, no KL), optimizer and step size, one
thread and float32. TRL is measured twice: with the whole step differentiated at once, and with micro-batches of one
task's rollouts (`gradient_accumulation_steps`). They run in turns, each in a process of its own; CPU seconds are
counted, so that a busy machine changes them little. ``--markdown`` writes docs/results/rl.md.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import rlvr
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.tokenizer import END, PAD, PhraseTokenizer

SHORT, LONG, LEVEL = "arithmetic", "word-problems", 2
"""Prompts of about 15 tokens, and of about 210: what a real tokenizer makes of most environments' prompts."""
CODEC_TASKS = 64
CHUNK_TOKENS = 2048
"""Of ours: what is differentiated at once, sequences one behind the other, without filler. It changes no gradient."""
ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Size:
    """What is measured: a model, and how much a step does.

    Attributes:
        name: what the page calls it.
        model: width, layers, heads, key heads, size of a head, size inside the SwiGLU.
        prompts: tasks in a step.
        samples: rollouts of each.
        length: tokens of each rollout, no more and no less; the most if it is `free`.
        free: rollouts end where the end token is drawn: their lengths differ, as they do in any real run.
        steps: measured in a turn, after a first one that is not counted.
        env: where the prompts come from.
    """

    name: str
    model: tuple[int, int, int, int, int, int]
    prompts: int = 16
    samples: int = 8
    length: int = 96
    free: bool = False
    steps: int = 3
    env: str = SHORT

    @property
    def kind(self) -> str:
        """What is different about it, in words."""
        lengths = "lengths differ" if self.free else "all lengths the same"
        return lengths + (", long prompts" if self.env == LONG else "")


TINY, SMALL, MEDIUM = (64, 2, 4, 2, 16, 192), (128, 4, 4, 2, 32, 384), (384, 6, 6, 2, 64, 1024)
SIZES = (
    Size("tiny", TINY),
    Size("tiny", TINY, length=384, free=True),
    Size("tiny", TINY, length=384, free=True, env=LONG),
    Size("small", SMALL, prompts=4),
    Size("small", SMALL, prompts=4, length=384, free=True),
    Size("small", SMALL, prompts=4, length=384, free=True, env=LONG),
    Size("medium", MEDIUM, prompts=4, length=48, steps=2),
    Size("medium", MEDIUM, prompts=2, length=384, free=True, steps=2),
    Size("medium", MEDIUM, prompts=2, length=384, free=True, steps=2, env=LONG),
)
QUICK = tuple(
    Size("tiny", (32, 1, 2, 1, 16, 64), 2, 4, length=8, free=free, steps=1, env=env)
    for free, env in ((False, SHORT), (True, SHORT), (True, LONG))
)


@dataclass
class Measured:
    """One number for each turn.

    Attributes:
        seconds: CPU seconds for 1,000 drawn tokens, over the steps that count.
        writing: CPU seconds of these until completions and rewards are there.
        step: CPU seconds a step.
        length: mean length of a rollout.
        peak: most memory of the process in MiB.
        before: most memory before the first step: libraries and the model.
    """

    seconds: list[float] = field(default_factory=list)
    writing: list[float] = field(default_factory=list)
    step: list[float] = field(default_factory=list)
    length: list[float] = field(default_factory=list)
    peak: list[float] = field(default_factory=list)
    before: list[float] = field(default_factory=list)

    @property
    def learning(self) -> list[float]:
        """CPU seconds for 1,000 drawn tokens that are not writing."""
        return [whole - written for whole, written in zip(self.seconds, self.writing, strict=True)]

    def add(self, result: dict[str, Any], rollouts: int) -> None:
        """Take the result of a process; its first step has warmed it up."""
        tokens = sum(result["tokens"][1:])
        steps = len(result["tokens"]) - 1
        self.seconds.append(1000 * sum(result["seconds"][1:]) / tokens)
        self.writing.append(1000 * sum(result["writing"][1:]) / tokens)
        self.step.append(sum(result["seconds"][1:]) / steps)
        self.length.append(tokens / steps / rollouts)
        self.peak.append(result["peak"])
        self.before.append(result["before"])


def prepare(size: Size, folder: Path) -> dict[str, Any]:
    """Write the model and its tokenizer; return the request for both sides."""
    count = size.prompts * (size.steps + 1)
    made = [rlvr.get(size.env).task(LEVEL, seed) for seed in range(CODEC_TASKS + count)]
    # From others' texts, and as many each time: what few prompts have in common would be one token.
    codec = PhraseTokenizer.from_texts([task.prompt for task in made[:CODEC_TASKS]])
    tasks = made[CODEC_TASKS:]
    width, layers, heads, key_heads, head, hidden = size.model
    model = Decoder(
        DecoderConfig(
            vocabulary=len(codec),
            width=width,
            layers=layers,
            heads=heads,
            key_heads=key_heads,
            head=head,
            hidden=hidden,
        )
    )
    model.save(folder)
    codec.save(folder)
    contexts = [codec.begin([{"role": "user", "content": task.prompt}]) for task in tasks]
    return {
        "folder": str(folder),
        "parameters": model.size,
        "vocabulary": len(codec),
        "pad": PAD,
        "end": END,
        "env": size.env,
        "tasks": [task.to_json() for task in tasks],
        "contexts": contexts,
        "longest": max(map(len, contexts)),
        # A random model solves nothing: what is paid is the share of digits, so that all advantages count.
        "paid": codec.encode("0123456789"),
        "prompts": size.prompts,
        "samples": size.samples,
        "length": size.length,
        "steps": size.steps + 1,
        "chunk_tokens": CHUNK_TOKENS,
        "free": size.free,
        "rate": 1e-5,
    }


def run(command: list[str], request: Path) -> dict[str, Any]:
    """The result of a child process."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run([*command, str(request)], cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr[-3000:]}")
    result: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return result


def compare(size: Size, turns: int, peer: str | None) -> dict[str, Any]:
    """Measure one size on both sides, in turns, and check that both did the same work."""
    ours, theirs, micro = Measured(), Measured(), Measured()
    versions: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        request = prepare(size, Path(folder) / "model")
        file, cut = Path(folder) / "request.json", Path(folder) / "micro.json"
        file.write_text(json.dumps(request), encoding="utf-8")
        cut.write_text(json.dumps({**request, "micro": size.samples}), encoding="utf-8")
        last = request["contexts"][-size.prompts :]
        rollouts = size.prompts * size.samples
        due = [rollouts * size.length] * request["steps"]
        for turn in range(turns):
            sides = [(ours, [sys.executable, "-m", "benchmarks.rl_ours"], file)]
            if peer is not None:
                command = [peer, str(ROOT / "benchmarks/rl_trl.py")]
                sides += [(theirs, command, file), (micro, command, cut)]
            for measured, command, asked in sides if turn % 2 == 0 else reversed(sides):
                result = run(command, asked)
                assert result["contexts"] == last
                assert size.free or result["tokens"] == due
                measured.add(result, rollouts)
                versions |= result.get("versions", {})
            print(f"{size.name}, turn {turn + 1} of {turns}", file=sys.stderr, flush=True)
    found: dict[str, Any] = {
        "name": size.name,
        "parameters": request["parameters"],
        "vocabulary": request["vocabulary"],
        "prompts": size.prompts,
        "samples": size.samples,
        "context": sum(map(len, request["contexts"])) / len(request["contexts"]),
        "length": size.length,
        "free": size.free,
        "kind": size.kind,
        "ours": summary(ours),
    }
    if peer is not None:
        found["theirs"], found["micro"] = summary(theirs), summary(micro)
        found["versions"] = versions
        found["faster"] = ratio(theirs.seconds, ours.seconds)
        found["faster_than_micro"] = ratio(micro.seconds, ours.seconds)
        # By the turn: against the faster of the two ways of TRL in that turn.
        found["turns"] = [
            min(both) / own for *both, own in zip(theirs.seconds, micro.seconds, ours.seconds, strict=True)
        ]
        found["writing_faster"] = ratio(theirs.writing, ours.writing)
        found["learning_faster"] = ratio(theirs.learning, ours.learning)
        found["learning_faster_than_micro"] = ratio(micro.learning, ours.learning)
    return found


def ratio(theirs: Sequence[float], ours: Sequence[float]) -> float:
    """The median of the ratios of the turns."""
    return median(t / o for t, o in zip(theirs, ours, strict=True))


def summary(measured: Measured) -> dict[str, float]:
    """Medians over the turns."""
    return {
        "seconds": median(measured.seconds),
        "writing": median(measured.writing),
        "step": median(measured.step),
        "length": median(measured.length),
        "peak": median(measured.peak),
        "growth": median(p - b for p, b in zip(measured.peak, measured.before, strict=True)),
    }


def page(found: list[dict[str, Any]], command: str) -> str:
    """The page of results."""
    versions: dict[str, str] = next((one["versions"] for one in found if "versions" in one), {})
    lines = [
        "# A step of reinforcement learning: measured",
        "",
        f"`{command}`, {platform.python_implementation()} {platform.python_version()}, PyTorch "
        f"{importlib.metadata.version('torch')}, one thread, float32"
        + (f", beside TRL {versions['trl']} with transformers {versions['transformers']}" if versions else "")
        + ". CPU seconds, not those on the clock; the first step of each process is not counted. Numbers are medians "
        "over the turns, ratios medians of the turns' ratios; *than the faster way* is against the faster of "
        "TRL's two ways in each turn, with the least and the most of the turns and their number.",
        "",
        "| model | parameters | step | prompt | side | mean length | s/step | drawn tokens/s | "
        "s/1,000 tokens: writing | learning | peak MiB | growth MiB |",
        "|---|---:|---|---:|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for one in found:
        step = f"{one['prompts']} x {one['samples']}, {'up to ' if one['free'] else ''}{one['length']}"
        for side, label in (("ours", "rlvr"), ("theirs", "TRL"), ("micro", "TRL, micro-batches")):
            if side in one:
                row = one[side]
                lines.append(
                    f"| {one['name']} | {one['parameters']:,} | {step} | {one['context']:.0f} | {label} | "
                    f"{row['length']:.0f} | {row['step']:.2f} | {1000 / row['seconds']:,.0f} | {row['writing']:.3f} | "
                    f"{row['seconds'] - row['writing']:.3f} | {row['peak']:.0f} | {row['growth']:.0f} |"
                )
    compared = [one for one in found if "faster" in one]
    if compared:
        lines += [
            "",
            "| model | lengths | faster than TRL by | than TRL in micro-batches | than the faster way (turns) | "
            "writing | learning | than micro-batches | peak memory, rlvr to TRL | to micro-batches |",
            "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
        ]
        lines += [
            f"| {one['name']} | {one['kind']} | {one['faster']:.1f}x | {one['faster_than_micro']:.1f}x | "
            f"{best(one):.1f}x ({min(one['turns']):.1f} to {max(one['turns']):.1f}, {len(one['turns'])}) | "
            f"{one['writing_faster']:.1f}x | {one['learning_faster']:.1f}x | "
            f"{one['learning_faster_than_micro']:.1f}x | {one['ours']['peak'] / one['theirs']['peak']:.2f} | "
            f"{one['ours']['peak'] / one['micro']['peak']:.2f} |"
            for one in compared
        ]
        small = [
            one for one in compared if one["ours"]["peak"] <= min(one["theirs"]["peak"], one["micro"]["peak"])
        ]
        lines += [
            "",
            f"Targets, against the faster of the two ways of TRL. {speed_target(compared)} Peak memory not above that "
            f"of the smaller of the two: met in {len(small)} of {len(compared)}.",
        ]
    return "\n".join([*lines, "", *NOTES, ""])


def best(one: dict[str, Any]) -> float:
    """How much faster than the faster of TRL's two ways in each turn; the median."""
    return float(median(one["turns"]))


def speed_target(compared: Sequence[dict[str, Any]]) -> str:
    """At least three times as fast for tiny and small models where lengths differ; and what the others reach."""

    def told(rows: Sequence[dict[str, Any]]) -> str:
        return "; ".join(f"{one['name']}, {one['kind']}: {best(one):.1f}x" for one in rows) or "none"

    due = [one for one in compared if one["free"] and one["name"] in ("tiny", "small")]
    others = [one for one in compared if one not in due]
    met = [one for one in due if best(one) >= 3]
    return (
        "At least 3 times as fast for tiny and small models wherever lengths differ: met in "
        f"{len(met)} of {len(due)} ({told(due)}). What the others reach: {told(others)}."
    )


NOTES = (
    "How to read it: where all rollouts have the same length and short prompts, both sides do the same "
    "arithmetic, matrix products and attention, and what is saved is overhead, which counts less the larger "
    "the model. Those products alone, in float32, take a third to a half of TRL's time here, so three times as "
    "fast would leave nothing for the rest. Where lengths differ, as "
    "they do in any real run, TRL writes until the longest rollout is done and learns from rows filled up to "
    "it; here finished rows are soon left out, and what is learnt from has no filler (`packing`). Long prompts "
    "are read once for all rollouts, by the sampler and by the learner (`share_prompts`); TRL reads each as "
    "often as it has rollouts.",
    "",
    "A step is prompts x rollouts of so many tokens each; *prompt* is the mean length of the context before "
    "them. Where all lengths are the same, the end token is forbidden; where they differ, a rollout ends when "
    "it is drawn, which random weights do once in 60 to 190 tokens. *Writing* is the rollouts and their "
    "rewards, *learning* the rest of the step. *Growth* is the peak above what the process held before its "
    "first step. Speeds are compared by drawn tokens.",
    "",
    "What is the same on both sides, and checked in every run: weights, ids of the prompts of every step and, "
    "where lengths are forced, the number of drawn tokens. By configuration: advantages (standardised within "
    "the group), token-mean loss, clip 0.2, no KL, one gradient step, AdamW (fused), constant step size, "
    "gradient norm 1.0, temperature 1 over the whole vocabulary, no gradient checkpointing, entropy computed "
    "for the record.",
    "",
    "What differs: ours also plays each rollout as an episode of the environment and verifies it, and keeps "
    f"the sampler's log-probabilities. It differentiates {CHUNK_TOKENS:,} tokens at a time with the exact "
    "gradient of the whole step; TRL differentiates the batch at once, its default, or in micro-batches of one "
    "task's rollouts, which are filled up to the longest rollout of the step all the same. TRL's default is "
    "gradient checkpointing, which would make it slower and smaller; it is off here, as in ours. TRL's process "
    "imports more libraries, hence the two columns of memory. Rollouts are seeded differently, so where lengths "
    "differ, they agree in distribution only.",
    "",
    "Measured elsewhere: slow tools, environments in processes, and steps one step late in [rollouts.md](rollouts.md); "
    "bytes of a GPU, counted against a formula, in [gpu.md](../gpu.md).",
)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rl", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a rough and fast run, to see that everything works"
    )
    parser.add_argument("--turns", type=int, default=3, help="processes of each side for each size")
    parser.add_argument(
        "--only",
        action="append",
        metavar="NAME",
        help='only this size, or one setting of it ("small, lengths differ"); may be repeated',
    )
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        type=Path,
        metavar="JSON",
        help="what was measured before, by --json, for the same page; may be repeated",
    )
    parser.add_argument(
        "--peer",
        default=os.environ.get("RLVR_TRL_PYTHON"),
        help="python of an environment with TRL (or RLVR_TRL_PYTHON); without it only ours is measured",
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers here")
    parser.add_argument("--markdown", type=Path, metavar="OUT", help="write the page here")
    chosen = parser.parse_args(arguments)
    sizes = [
        size
        for size in (QUICK if chosen.quick else SIZES)
        if not chosen.only or {size.name, f"{size.name}, {size.kind}"} & set(chosen.only)
    ]
    words = ["python -m benchmarks.rl", *(["--quick"] if chosen.quick else []), f"--turns {chosen.turns}"]
    words += ["--peer PYTHON"] if chosen.peer else []
    words += ["--beside JSON"] if chosen.beside else []
    found = [one for file in chosen.beside for one in json.loads(file.read_text(encoding="utf-8"))]
    found += [compare(size, chosen.turns, chosen.peer or None) for size in sizes]
    order = [(size.name, size.kind) for size in SIZES]
    found.sort(key=lambda one: order.index((one["name"], one["kind"])))
    text = page(found, " ".join(words))
    print(text)
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    if chosen.markdown:
        chosen.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
