"""What each process of test_sharded_load.py does: read models in parts, look at what they are and what they took."""

from __future__ import annotations

import gc
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import torch
from counted import counted

from rlvr.agents import process_group
from rlvr.agents.distributed import World
from rlvr.agents.language_model import whole
from rlvr.agents.models.files import local
from rlvr.agents.models.load import empty_model, load_model
from rlvr.agents.models.lora import Lora
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.sharding import spread

torch.set_num_threads(1)


def looked_at(world: World, folder: Path, implementation: str, dtype: torch.dtype) -> dict[str, Any]:
    def load(**more: Any) -> Any:
        options: dict[str, Any] = {
            "implementation": implementation,
            "dtype": dtype,
            "device": "cpu",
            "chat": "plain",
        }
        return load_model(folder, **options, **more)[0]

    model = load(spread=partial(spread, world=world))
    expected = load()
    gc.collect()
    with counted() as parts:
        again = empty_model(folder, implementation, dtype)
        spread(again, world)
        again.fill(folder)
    with counted() as plain:
        load()
    own = {name: local(each)[0] for name, each in model.named_parameters()}
    same = {
        name: whole(each).equal(other)
        for (name, each), other in zip(model.named_parameters(), expected.parameters(), strict=True)
    }
    with torch.no_grad():
        tokens = torch.arange(12).view(2, 6)
        logits = model.logits(model(tokens))
        apart = float((logits - expected.logits(expected(tokens))).abs().max())
    streamed = dict(model.stream())
    told = dict(expected.stream())
    adapted = load(spread=partial(spread, world=world), lora=Lora(rank=2))
    with torch.no_grad():
        far = float((adapted.logits(adapted(tokens)) - logits).abs().max())
    kept = folder.with_name(f"{folder.name}-{implementation}-kept")
    model.save(kept, keep=world.is_main)
    if world.is_main:
        PhraseTokenizer().save(kept)
    world.barrier()
    saved = load_model(kept, implementation=implementation, dtype=dtype, device="cpu", chat="plain")[0]
    return {
        "same": all(same.values()) and len(same) > 5,
        "apart": apart,
        "adapted": far,
        "streamed": streamed.keys() == told.keys() and all(streamed[name].equal(told[name]) for name in told),
        "saved": all(a.equal(b) for a, b in zip(saved.parameters(), expected.parameters(), strict=True)),
        "own": sum(each.nbytes for each in own.values()),
        "largest": max(each.nbytes for each in own.values()),
        "whole": sum(each.nbytes for each in expected.parameters()),
        "mapped": sum(file.stat().st_size for file in folder.glob("*.safetensors")),
        "buffers": sum(each.nbytes for each in model.buffers()),
        "peak": parts.peak,
        "plain": plain.peak,
    }


def main() -> None:
    folder = Path(sys.argv[1])
    world = process_group.start("cpu")
    report = {}
    for name, implementation, dtype in json.loads((folder / "wanted.json").read_text()):
        found = looked_at(world, folder / name, implementation, getattr(torch, dtype))
        report[f"{name} {implementation} {dtype}"] = found
    (folder / f"report-{world.size}-{world.rank}.json").write_text(json.dumps(report))
    world.close()


if __name__ == "__main__":
    main()
