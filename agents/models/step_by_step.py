"""Steps of a sampler on a GPU: each is the same operations on the same memory, so it can be recorded and played back.

Everything that a step needs and changes is in tensors that stay where they are. To see what is finished costs a stop of
the whole queue, so that is looked at after some steps only; a slot that is finished meanwhile is carried along.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import torch
from torch import Tensor

from .cache import Decodable, SlotCache, Window
from .drawing import draw, uniforms
from .graphs import Recorder
from .slots import Slots


class StepByStep:
    """Draws for the slots of a sampler.

    Args:
        model: what reads.
        cache: its keys and values.
        slots: what is drawn for.
        end_ids: tokens that end a completion.
        look: steps after which is looked at what is finished.
        graphs: whether steps are recorded as CUDA graphs (`rlvr.agents.models.graphs`).
    """

    def __init__(
        self,
        model: Decodable,
        cache: SlotCache,
        slots: Slots,
        end_ids: Iterable[int],
        *,
        look: int,
        graphs: bool,
    ) -> None:
        self._cache, self._slots, self._look = cache, slots, look
        ends = torch.tensor(sorted(end_ids), dtype=torch.int64, device=slots.idle.device)
        self._step = partial(step, slots, model, cache, ends)
        self._recorder = Recorder(self._step, slots) if graphs else None

    @property
    def is_small(self) -> bool:
        """Whether recording all graphs again would cost more than the memory is worth: an eighth of the GPU's."""
        if self._recorder is None:
            return False
        whole = torch.cuda.get_device_properties(self._slots.idle.device).total_memory
        return self._cache.both.nbytes <= whole // 8

    def advance(self, rows: int, working: Sequence[int], steps: int, tempered: bool, cut: bool) -> None:
        """Up to so many steps, until one of the slots at work is seen to be finished; see `Slots.advance`."""
        active = torch.tensor(working, device=self._slots.idle.device)
        reach = int(self._slots.position[active].max()) + 1
        for number in range(1, steps + 1):
            self._one(rows, min(reach, self._slots.spare), tempered, cut)
            if number % self._look == 0 and bool(self._slots.idle[active].any()):
                return
            reach += 1

    def _one(self, rows: int, columns: int, tempered: bool, cut: bool) -> None:
        if self._recorder is None:
            self._step(rows, columns, tempered, cut)
        else:  # few sizes, so that few graphs are recorded
            rows = min(1 << (rows - 1).bit_length(), len(self._slots.idle))
            columns = min(max(256, 1 << (columns - 1).bit_length()), self._slots.spare)
            self._recorder(rows, columns, tempered, cut)


def step(
    slots: Slots,
    model: Decodable,
    cache: SlotCache,
    ends: Tensor,
    rows: int,
    columns: int,
    tempered: bool,
    cut: bool,
) -> None:
    """Read the last token of each of the first `rows` slots and draw the next; idle ones are carried along.

    Args:
        slots: what is drawn for.
        model: what reads.
        cache: its keys and values.
        ends: ids that end a completion, ``[E]``.
        rows: number of slots.
        columns: more than any position of a slot that is not idle.
        tempered: whether any of them has another temperature than 1.
        cut: whether any of them has a `top_k` or `top_p`.
    """
    chosen = torch.arange(rows, device=slots.idle.device)
    position, idle = slots.position[:rows], slots.idle[:rows]
    places = torch.where(idle, slots.spare, position)[:, None]
    tokens = slots.tokens[chosen[:, None], places]
    window = Window(cache, tokens, slots.before(chosen[:, None], places), places, columns)
    logits = model.logits(model.read(window)[:, 0])
    drawn = draw(logits, uniforms(slots.keys[:rows], position + 1), *slots.settings(rows, tempered, cut))
    places = torch.where(idle, slots.spare, position + 1)
    slots.tokens[chosen, places] = drawn.tokens
    slots.log_probs[chosen, places] = drawn.log_probs
    slots.entropies[chosen, places] = drawn.entropies
    position += ~idle
    idle |= (drawn.tokens[:, None] == ends).any(-1) | (position >= slots.last[:rows])
