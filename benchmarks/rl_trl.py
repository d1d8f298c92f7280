"""Steps of TRL's `GRPOTrainer`, measured in a process of its own: ``PYTHON benchmarks/rl_trl.py REQUEST``.

The request is that of `benchmarks.rl`; the result is one JSON object on the last line of the standard output. Nothing
of this package is used here, so PYTHON may be that of an environment with TRL alone.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", TRL_EXPERIMENTAL_SILENCE="1")

import torch
import transformers
import trl
from datasets import Dataset
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast, TrainerCallback
from trl import GRPOConfig, GRPOTrainer

FIRST = 0x4E00
"""Each token is written as one character, from this one on, so that both sides read exactly the same ids."""


def tokenizer(vocabulary: int, pad: int, end: int) -> PreTrainedTokenizerFast:
    characters = [chr(FIRST + i) for i in range(vocabulary)]
    inner = Tokenizer(
        models.WordLevel({text: i for i, text in enumerate(characters)}, unk_token=characters[pad])
    )
    inner.pre_tokenizer = pre_tokenizers.Split(Regex("."), "isolated")
    inner.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token=characters[pad], eos_token=characters[end], padding_side="left"
    )


def memory() -> float:
    """The most memory this process ever held, in MiB."""
    match = re.search(r"VmHWM:\s+([0-9]+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(match.group(1)) / 1024 if match else 0.0


def measure(request: dict[str, Any]) -> dict[str, Any]:
    torch.set_num_threads(1)
    paid = set(request["paid"])
    count, samples, length = request["prompts"], request["samples"], request["length"]
    rows = request.get("micro") or count * samples  # that are differentiated at once
    texts = ["".join(chr(FIRST + i) for i in context) for context in request["contexts"]]
    tokens: list[int] = []
    seen: list[list[list[int]]] = []

    def reward(
        completions: list[str], prompts: list[str], completion_ids: list[list[int]], **_: Any
    ) -> list[float]:
        tokens.append(sum(map(len, completion_ids)))
        seen.append([[ord(c) - FIRST for c in prompt] for prompt in prompts[::samples]])
        return [sum(token in paid for token in ids) / len(ids) for ids in completion_ids]

    seconds: list[float] = []
    writing: list[float] = []

    class Clock(TrainerCallback):
        began = 0.0

        def on_step_begin(self, *_: Any, **__: Any) -> None:
            self.began = time.process_time()

        def on_step_end(self, *_: Any, **__: Any) -> None:
            seconds.append(time.process_time() - self.began)

    with tempfile.TemporaryDirectory() as out:
        trainer = GRPOTrainer(
            model=AutoModelForCausalLM.from_pretrained(request["folder"], dtype=torch.float32),
            reward_funcs=reward,
            args=GRPOConfig(
                out,
                use_cpu=True,
                bf16=False,
                max_steps=request["steps"],
                per_device_train_batch_size=rows,
                gradient_accumulation_steps=count * samples // rows,
                num_generations=samples,
                max_completion_length=length,
                generation_kwargs=None if request["free"] else {"min_new_tokens": length},
                gradient_checkpointing=False,
                learning_rate=request["rate"],
                lr_scheduler_type="constant",
                shuffle_dataset=False,
                report_to=[],
                save_strategy="no",
                disable_tqdm=True,
                logging_steps=1_000_000,
                dataloader_pin_memory=False,
            ),
            train_dataset=Dataset.from_dict({"prompt": texts}),
            processing_class=tokenizer(request["vocabulary"], request["pad"], request["end"]),
            callbacks=[Clock()],
        )
        write = trainer._generate_and_score_completions

        def timed(inputs: Any) -> Any:
            began = time.process_time()
            found = write(inputs)
            writing.append(time.process_time() - began)
            return found

        trainer._generate_and_score_completions = timed
        before = memory()
        trainer.train()
    return {
        "seconds": seconds,
        "writing": writing,
        "tokens": tokens,
        "contexts": seen[-1],
        "peak": memory(),
        "before": before,
        "versions": {
            "trl": trl.__version__,
            "transformers": transformers.__version__,
            "torch": torch.__version__,
        },
    }


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(json.dumps(measure(json.load(file))))
