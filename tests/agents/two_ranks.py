"""What each of two processes does in test_distributed.py: one step on its half of a batch, in both ways."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from rlvr.agents import checkpoints, process_group
from rlvr.agents.distributed import World, clip_gradients
from rlvr.agents.language_model import settle, whole
from rlvr.agents.models import optimizer_state
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.likelihood import token_statistics
from rlvr.agents.models.optimizer import Optimizer, OptimizerConfig
from rlvr.agents.sharding import shard

torch.set_num_threads(1)


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.down(torch.relu(self.up(x)))


class Toy(nn.Module):
    """The shape of a language model: embedding, a stack of blocks, a head tied to the embedding."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(11, 6)
        self.blocks = nn.ModuleList([Block(6), Block(6)])
        self.unused = nn.Linear(6, 3)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embedding(tokens)
        for block in self.blocks:
            x = block(x)
        return x

    def logits(self, hidden: Tensor) -> Tensor:
        return hidden @ self.embedding.weight.T


def toy() -> Toy:
    """In float64: Adam divides a small gradient by its own size, and with it the rounding in it."""
    torch.manual_seed(0)
    return Toy().double()


ROWS = torch.arange(7 * 5).reshape(7, 5) % 11  # 7 rows: one rank has 4, the other 3


def decoder() -> Decoder:
    config = DecoderConfig(11, width=8, layers=2, hidden=12, max_context=8, previous_embedding=True)
    return Decoder(config, seed=1).double()


def loss(model: nn.Module, rows: Tensor, tokens: float) -> Tensor:
    """Token mean over the batch of all ranks: the sum here, over the number of tokens everywhere."""
    if isinstance(model, Decoder):
        drawn = [[False, *[True] * (rows.shape[1] - 1)]] * len(rows)
        return -token_statistics(model, rows.tolist(), drawn, chunk=3).log_probs.sum() / tokens
    logits = model.logits(model(rows[:, :-1]))
    return nn.functional.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten(), reduction="sum") / tokens


def step(world: World, kind: str, mode: str, folder: Path, resume: Path | None) -> dict[str, Any]:
    """Two updates; the checkpoint after them, with the gradients of the first, is what the test looks at."""
    model: nn.Module = toy() if kind == "toy" else decoder()
    if mode == "sharded":
        shard(model, world)
    elif world.rank:
        for parameter in model.parameters():
            parameter.data.zero_()  # which `broadcast` must mend
    if mode == "parallel":
        world.broadcast(model)
    matrix_rate = 0.0 if kind == "toy" else 0.1
    optimizer = Optimizer(
        model.named_parameters(), OptimizerConfig(rate=0.1, matrix_rate=matrix_rate, max_norm=0.0)
    )
    if resume is not None:
        optimizer_state.expect(optimizer, checkpoints.shapes(resume).keys())
        checkpoints.load(resume, optimizer_state.tensors(optimizer), together=mode == "sharded")
        optimizer_state.took_over(optimizer, int(checkpoints.read(resume).facts["count"]))
    rows = world.share(list(ROWS))
    tokens = float(world.sum(torch.tensor(float(len(rows) * 4))))
    norms, gradients = [], {}
    for _ in range(2):
        for parameter in model.parameters():
            parameter.grad = None
        # Row by row: ranks have different numbers of passes, so that the sharded one fills up with a weight of 0.
        for number in range(world.most(len(rows)) if mode == "sharded" else len(rows)):
            row = rows[min(number, len(rows) - 1)][None]
            (loss(model, row, tokens) * float(number < len(rows))).backward()
        world.sum_gradients(model.parameters())
        if not gradients:
            gradients = {name: p.grad for name, p in model.named_parameters()}
            gradients = {
                n: None if g is None else getattr(g, "full_tensor", g.clone)() for n, g in gradients.items()
            }
        norms.append(clip_gradients(model.parameters(), 0.5))
        optimizer.step()
    facts = {"norms": norms, "count": optimizer.count}
    state = checkpoints.Checkpoint(2, facts, optimizer_state.tensors(optimizer))
    if mode == "sharded" or world.is_main:
        checkpoints.save(folder, state, together=mode == "sharded")
        (folder / "gradients").mkdir(exist_ok=True)
        torch.save(gradients, folder / "gradients" / f"{world.rank}.pt")
    world.barrier()
    loss(model, ROWS, tokens).backward()
    return {"kinds": sorted({type(p).__name__ for p in model.parameters()})}


def half(world: World) -> dict[str, Any]:
    """Shards in float32, and computing in bfloat16: how far off the gradient is, and whether weights are touched."""
    model, plain = shard(toy().float(), world, compute=torch.bfloat16), toy().float()
    tokens = float(ROWS[:, 1:].numel())
    rows = world.share(list(ROWS))
    for number in range(world.most(len(rows))):
        (loss(model, rows[min(number, len(rows) - 1)][None], tokens) * float(number < len(rows))).backward()
    loss(plain, ROWS, tokens).backward()
    both = list(zip(model.parameters(), plain.parameters(), strict=True))
    pairs = [(p.grad.full_tensor(), q.grad) for p, q in both if q.grad is not None]
    far, size = (
        torch.cat([each.flatten() for each in part]).norm()
        for part in ([p - q for p, q in pairs], [q for _, q in pairs])
    )
    settle(model)
    same = all(whole(p).equal(q) for p, q in zip(model.parameters(), plain.parameters(), strict=True))
    return {"far": float(far / size), "same": same, "dtypes": sorted({str(p.dtype) for p, _ in pairs})}


def turns(world: World) -> list[int]:
    """What each rank takes of ten items while the other one is busy: rank 1 with its first, then rank 0."""
    asked = world.take_turns(10, "test")
    taken = [next(asked)] if world.rank == 1 else []
    world.barrier()
    if world.rank == 0:
        taken += asked
    world.barrier()
    return [*taken, *asked]


def messages(world: World) -> dict[str, Any]:
    rank = world.rank
    values = world.gather({"rank": rank, "text": "ä" * (3 * rank + 1), "pair": (1, 2), "nothing": None})
    tensors = world.gather(torch.full((rank + 1, 2), float(rank)))
    empty = world.gather(torch.zeros(0 if rank else 3))
    return {
        "values": values,
        "tensors": [t.tolist() for t in tensors],
        "empty": [list(t.shape) for t in empty],
        "sum": world.sum(torch.tensor([1.0, float(rank)])).tolist(),
        "most": world.most(rank * 5),
        "share": list(world.share(range(7))),
    }


def main() -> None:
    """Everything in one start of the processes, for a start takes most of the time."""
    folder = Path(sys.argv[1])
    world = process_group.start("cpu")
    report = {"messages": messages(world), "turns": turns(world), "half": half(world)}
    for kind in ("toy", "decoder"):
        here = folder / kind
        one = checkpoints.latest(here / "one")
        report[kind] = {
            "parallel": step(world, kind, "parallel", here / "parallel", None),
            "sharded": step(world, kind, "sharded", here / "sharded", None),
            "one-sharded": step(world, kind, "sharded", here / "one-sharded", one),
        }
    checkpoints.save(folder / f"rank{world.rank}", checkpoints.Checkpoint(0, report))
    world.barrier()
    world.close()


if __name__ == "__main__":
    main()
