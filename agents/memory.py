"""How much memory of a GPU a run takes, by arithmetic, and so which models fit on how many.

    python -m rlvr.agents.memory            # the table of docs/gpu.md

Every term is stated in docs/gpu.md and counted in the tests, byte for byte where it is weights, gradients or optimizer.
What a GPU needs beside it (CUDA's own memory, the gaps between blocks of its allocator) is the slack.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from .models.decoder import Decoder
from .models.decoder_config import DecoderConfig
from .models.likelihood import CHUNK_LOGITS

GIB = 2**30
SLACK = 6 * GIB
"""Kept free: CUDA's context, NCCL's buffers, what vLLM holds on to in its sleep, gaps between blocks."""

QWEN3 = {
    "0.6B": DecoderConfig(151936, 1024, 28, 16, 8, 128, 3072),
    "1.7B": DecoderConfig(151936, 2048, 28, 16, 8, 128, 6144),
    "4B": DecoderConfig(151936, 2560, 36, 32, 8, 128, 9728),
    "8B": DecoderConfig(151936, 4096, 36, 32, 8, 128, 12288, tied=False),
    "14B": DecoderConfig(151936, 5120, 40, 40, 8, 128, 17408, tied=False),
    "32B": DecoderConfig(151936, 5120, 64, 64, 8, 128, 25600, tied=False),
}
"""Shapes of the models of the table, by what they are called."""


@dataclass(frozen=True)
class Setting:
    """What of a run decides its memory.

    Attributes:
        gpus: processes that the model is shared out to.
        adapters: rank of adapters; 0 trains all weights.
        reference: whether a KL term holds on to a second set of weights; adapters need none.
        compute: bytes of a number that is computed with: 2 for bfloat16, 4 for float32.
        tokens: differentiated at once (`chunk_tokens`).
        cache_tokens: tokens of all sequences that are sampled at once on one GPU.
    """

    gpus: int = 1
    adapters: int = 0
    reference: bool = False
    compute: int = 2
    tokens: int = 16_384
    cache_tokens: int = 32_768


@dataclass(frozen=True)
class Memory:
    """Bytes on each GPU.

    Attributes:
        weights: the shard of the weights: float32 where they are trained, else as they are computed with. On a single
            GPU they are not cut up, and bfloat16 with float32 copies.
        gradients: of what is trained.
        optimizer: two moments in float32 of what is trained.
        reference: the shard of a second set.
        gathered: whole weights that a pass has at a time: what is outside of the blocks, and two blocks; and in the
            backward pass gradients of both, as they are computed and as float32 that is summed.
        activations: with gradient checkpointing: a state for each token and block, the inside of one block, logits.
        sampler: vLLM's weights and its cache of keys and values; asleep while the model learns.
        largest: the largest tensor, whole: what streaming weights to the sampler takes.
    """

    weights: int
    gradients: int
    optimizer: int
    reference: int
    gathered: int
    activations: int
    sampler: int
    largest: int

    @property
    def kept(self) -> int:
        """What is there all the time."""
        return self.weights + self.optimizer + self.reference

    @property
    def learning(self) -> int:
        """At most, while the model learns and the sampler sleeps."""
        return self.kept + self.gradients + self.gathered + self.activations

    @property
    def sampling(self) -> int:
        """At most, while the sampler is awake or takes weights."""
        return self.kept + self.sampler + self.largest

    @property
    def peak(self) -> int:
        """At most, at any time."""
        return max(self.learning, self.sampling)


def memory(shape: DecoderConfig, setting: Setting) -> Memory:
    """The bytes that a run with `parallel=fsdp` takes on each GPU."""
    model = Decoder(shape, seed=None, device="meta")
    count = model.size
    block = sum(parameter.numel() for parameter in model.blocks[0].parameters())
    outside = count - shape.layers * block
    adapters = setting.adapters * sum(
        sum(parameter.shape) for parameter in model.blocks.parameters() if parameter.ndim == 2
    )
    whole = not setting.adapters
    trained = -(-count // setting.gpus) if whole else adapters  # adapters are small, and whole everywhere
    shard = -(-count // setting.gpus)
    gathered = setting.compute * (outside + 2 * block)
    if whole:
        gathered += (setting.compute + 4) * (outside + block)
    each = 4 if whole else setting.compute
    if setting.gpus == 1:  # nothing to gather; and where bfloat16 is trained, float32 copies are stepped
        gathered, each = 0, 6 if whole and setting.compute == 2 else each
    return Memory(
        weights=shard * each + 4 * adapters,
        gradients=(each if whole else 4) * trained,
        optimizer=8 * trained,
        reference=setting.compute * shard if setting.reference and whole else 0,
        gathered=gathered,
        activations=_activations(shape, setting),
        sampler=2 * count + 4 * shape.layers * shape.key_heads * shape.head * setting.cache_tokens,
        largest=2 * max(parameter.numel() for parameter in model.parameters()),
    )


def _activations(shape: DecoderConfig, setting: Setting) -> int:
    queries, keys = shape.heads * shape.head, shape.key_heads * shape.head
    states = setting.compute * setting.tokens * shape.width * shape.layers
    inside = setting.compute * setting.tokens * (8 * shape.width + 6 * (queries + keys) + 6 * shape.hidden)
    logits = 4 * 3 * min(CHUNK_LOGITS, setting.tokens * shape.vocabulary)
    return states + inside + logits


def fitting(shape: DecoderConfig, gpus: int, gpu: int) -> Literal["all weights", "adapters", "no"]:
    """What can be trained on so many GPUs of `gpu` bytes each: all weights with a reference, or adapters."""
    for adapters, what in ((0, "all weights"), (32, "adapters")):
        if memory(shape, Setting(gpus, adapters, reference=True)).peak + SLACK <= gpu:
            return what  # type: ignore[return-value]
    return "no"


def table(gpu: int = 80 * GIB) -> str:
    """What fits, as Markdown; figures are GiB on each GPU while all weights are trained: kept, learning, sampling."""
    counts = (1, 2, 4, 8)
    lines = [
        "| model | " + " | ".join(f"{n} GPU{'s' * (n > 1)}" for n in counts) + " |",
        "|---|" + "---|" * len(counts),
    ]
    for name, shape in QWEN3.items():
        cells = []
        for n in counts:
            what, found = fitting(shape, n, gpu), memory(shape, Setting(n, reference=True))
            if what == "adapters":
                found = memory(shape, Setting(n, 32))
            figures = " / ".join(f"{each / GIB:.0f}" for each in (found.kept, found.learning, found.sampling))
            cells.append(f"{what}: {figures}")
        lines.append(f"| Qwen3-{name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def details(name: str, setting: Setting) -> str:
    """The terms of one case, as Markdown."""
    found = memory(QWEN3[name], setting)
    rows = [f"| {each.name} | {getattr(found, each.name) / GIB:.1f} |" for each in fields(found)]
    return "\n".join(["| term | GiB on each GPU |", "|---|---|", *rows])


if __name__ == "__main__":
    print(table())
    print()
    print(details("8B", Setting(8, reference=True)))
