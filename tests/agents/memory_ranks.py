"""What each process of test_memory.py does: train a step with the model shared out, and count bytes."""

from __future__ import annotations

import gc
import json
import sys
import time
from pathlib import Path
from typing import Any

import torch
from counted import counted

from rlvr.agents import process_group
from rlvr.agents.distributed import World
from rlvr.agents.language_model import settle
from rlvr.agents.models import optimizer_state
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.files import local
from rlvr.agents.models.likelihood import token_statistics
from rlvr.agents.models.lora import Lora, LoraModel
from rlvr.agents.models.optimizer import Optimizer, OptimizerConfig
from rlvr.agents.reference import FrozenCopy
from rlvr.agents.sharding import spread

torch.set_num_threads(1)


def steps(world: World, shape: DecoderConfig, tokens: int, adapters: int) -> dict[str, Any]:
    gc.collect()
    sequences = [
        [(i * j) % shape.vocabulary for j in range(shape.max_context)]
        for i in range(tokens // shape.max_context)
    ]
    drawn = [[False] + [True] * (shape.max_context - 1)] * len(sequences)
    with counted() as kept:
        model: Any = Decoder(shape, seed=None, device="meta")
        if adapters:
            model = model.to(torch.bfloat16).requires_grad_(False)
        spread(model, world, compute=torch.bfloat16)
        model.start(1)
        model.gradient_checkpointing = True
        if adapters:
            model = LoraModel(model, Lora(rank=adapters))
        optimizer = Optimizer(model.named_parameters(), OptimizerConfig())

        def step() -> None:
            token_statistics(model, sequences, drawn, entropy=True).log_probs.sum().backward()
            world.sum_gradients(optimizer.parameters)
            optimizer.step()

        step()
        settle(model)
        gc.collect()  # the passes' own objects refer to one another
    with counted() as learning:
        step()
        settle(model)
    with counted() as second:
        reference = FrozenCopy(model.empty_copy(torch.bfloat16))
        spread(reference.model, world, compute=torch.bfloat16)
    if not adapters:
        model.precision = torch.bfloat16
    peaks = []
    for _ in range(5):
        with counted() as streaming:
            for _ in model.stream():
                time.sleep(0.005)  # gloo's threads let go of what was gathered a moment later
        peaks.append(streaming.peak)
    own = [local(each)[0] for each in (*model.parameters(), *optimizer_state.tensors(optimizer).values())]
    places = {each.data_ptr(): each.nbytes for each in own}  # the optimizer has the weights as well
    return {
        "kept": sum(places.values()),
        "left": kept.left,
        "peak": learning.peak,
        "reference": second.left,
        "streaming": min(peaks),
    }


def main() -> None:
    folder = Path(sys.argv[1])
    world = process_group.start("cpu")
    cases = json.loads((folder / "cases.json").read_text())
    report = [steps(world, DecoderConfig(**shape), tokens, adapters) for shape, tokens, adapters in cases]
    (folder / f"{world.rank}.json").write_text(json.dumps(report))
    world.close()


if __name__ == "__main__":
    main()
