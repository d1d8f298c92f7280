"""The rows of a sampler on the device: what each has read and written, and steps that let all of them draw.

On a CPU that is `Slots.advance`, on a GPU `rlvr.agents.models.step_by_step`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np
import torch
from torch import Tensor

from .cache import Decodable, SlotCache, Window
from .drawing import Drawn, draw, uniforms

_ID = np.dtype(np.int64).itemsize


class Slots:
    """State of ``S`` slots for sequences of up to ``C`` tokens; `C` itself is the spare column for filler.

    Attributes:
        tokens: ids of each sequence, ``[S, C + 1]``.
        log_probs: of drawn tokens, at their places, ``[S, C + 1]``.
        entropies: at drawn tokens, ``[S, C + 1]``.
        position: place of the last token, which is the next to be read, ``[S]``.
        last: place of the last token that may be drawn, ``[S]``.
        idle: true where there is nothing to draw, ``[S]``.
        keys: for the uniform numbers, ``[S]``.
        temperature: see `rlvr.agents.engine.Sampling`, like the next two, ``[S]``.
        top_k: ``[S]``.
        top_p: ``[S]``.
    """

    def __init__(self, slots: int, columns: int, device: torch.device) -> None:
        self.spare = columns
        self.tokens = torch.zeros(slots, columns + 1, dtype=torch.int64, device=device)
        self.log_probs = torch.zeros(slots, columns + 1, device=device)
        self.entropies = torch.zeros(slots, columns + 1, device=device)
        self.position, self.last, self.keys, self.top_k = (
            torch.zeros(slots, dtype=torch.int64, device=device) for _ in range(4)
        )
        self.idle = torch.ones(slots, dtype=torch.bool, device=device)
        self.temperature, self.top_p = (torch.ones(slots, device=device) for _ in range(2))

    def swap(self, left: Tensor, right: Tensor) -> None:
        """Exchange some slots with others."""
        for part in vars(self).values():
            if isinstance(part, Tensor):
                part[left], part[right] = part[right], part[left]

    def window(self, cache: SlotCache, slots: Tensor, starts: Tensor, ends: Tensor, columns: int) -> Window:
        """The tokens from `starts` up to `ends` of some slots, for reading; all three are ``[B]``."""
        places = starts[:, None] + torch.arange(int((ends - starts).max()), device=starts.device)
        places = torch.where(places < ends[:, None], places, self.spare)
        tokens = self.tokens[slots[:, None], places]
        return Window(cache, tokens, self.before(slots[:, None], places), places, columns, slots)

    def advance(
        self,
        model: Decodable,
        cache: SlotCache,
        ends: Collection[int],
        rows: int,
        working: Sequence[int],
        steps: int,
        tempered: bool,
        cut: bool,
    ) -> None:
        """Up to so many steps in one go, until one of the slots at work is finished.

        For a CPU, where it costs nothing to look at what was drawn: slots are read before and written behind, once.

        Args:
            model: what reads.
            cache: its keys and values.
            ends: ids that end a completion.
            rows: number of slots; idle ones are carried along.
            working: those of them that are not idle.
            steps: most tokens of each.
            tempered: whether any of them has another temperature than 1.
            cut: whether any of them has a `top_k` or `top_p`.
        """
        chosen = torch.tensor(working, device=self.idle.device)
        first = self.position[chosen] + 1
        steps = min(steps, int((self.last[chosen] - first).min()) + 1)
        columns = int(first.max())
        idle, places = self.idle[:rows, None], self.position[:rows, None]
        numbers = uniforms(self.keys[:rows, None], places + torch.arange(1, steps + 1, device=places.device))
        moving = (~idle).long()
        places = torch.where(idle, self.spare, places)
        slots = torch.arange(rows, device=places.device)[:, None]
        tokens, previous = self.tokens[slots, places], self.before(slots, places)
        settings = self.settings(rows, tempered, cut)
        # With every step all of them see one column more, so the mask of each is a part of one.
        relative = torch.arange(1 - steps, columns, device=places.device)
        hidden = torch.where(relative <= places, 0.0, -torch.inf)[:, None, None]
        window = Window(cache, tokens, previous, places, columns)
        found: list[Drawn] = []
        for step in range(steps):
            window.hidden = hidden[..., steps - 1 - step :]
            found.append(draw(model.logits(model.read(window)[:, 0]), numbers[:, step], *settings))
            window = window.after(found[-1].tokens[:, None], moving)
            new = found[-1].tokens.tolist()
            if any(new[slot] in ends for slot in working):
                break
        into = (chosen[:, None], first[:, None] + torch.arange(len(found), device=first.device))
        for kept, parts in zip(
            (self.tokens, self.log_probs, self.entropies), zip(*found, strict=True), strict=True
        ):
            kept[into] = torch.stack(parts, dim=1)[chosen]
        self.position[chosen] += len(found)
        ended = torch.tensor([new[slot] in ends for slot in working], device=chosen.device)
        self.idle[chosen] = ended | (self.position[chosen] >= self.last[chosen])

    def settings(self, rows: int, tempered: bool, cut: bool) -> tuple[Tensor | None, ...]:
        """Temperatures, `top_k` and `top_p` as `draw` takes them."""
        limits = (self.top_k[:rows], self.top_p[:rows]) if cut else (None, None)
        return (self.temperature[:rows] if tempered or cut else None, *limits)

    def before(self, slots: Tensor, places: Tensor) -> Tensor:
        """The tokens before some places; -1 before the first."""
        return torch.where(places > 0, self.tokens[slots, (places - 1).clamp(min=0)], -1)


class Prefixes:
    """Which slots hold the keys and values of which tokens, so that nothing is read twice.

    They are kept as bytes, since asking whether one is the beginning of another is then a single comparison of
    memory, even for contexts of thousands of tokens.

    Args:
        slots: number of slots.
    """

    def __init__(self, slots: int) -> None:
        self._held = [b""] * slots
        self._used = [0] * slots
        self._clock = 0

    def hold(self, slot: int, tokens: bytes) -> None:
        """A slot holds these tokens from now on."""
        self._clock += 1
        self._held[slot], self._used[slot] = tokens, self._clock

    def forget(self) -> None:
        """No slot holds anything of use."""
        self._held = [b""] * len(self._held)

    def length(self, slot: int) -> int:
        """Number of tokens that a slot holds."""
        return len(self._held[slot]) // _ID

    def longest(self, tokens: bytes) -> int | None:
        """The slot that holds the longest beginning of some tokens; None if there is none."""
        found, length = None, 0
        for slot, held in enumerate(self._held):
            if len(held) > length and tokens.startswith(held):
                found, length = slot, len(held)
        return found

    def free(self, taken: Collection[int]) -> Iterator[int]:
        """Slots that are not taken: those that hold nothing, then those whose tokens are the oldest."""
        slots = (slot for slot in range(len(self._held)) if slot not in taken)
        return iter(sorted(slots, key=lambda slot: (bool(self._held[slot]), self._used[slot], slot)))

    def swap(self, left: int, right: int) -> None:
        """Exchange two slots."""
        held, used = self._held, self._used
        held[left], held[right] = held[right], held[left]
        used[left], used[right] = used[right], used[left]


def as_bytes(tokens: Sequence[int]) -> bytes:
    """Ids as `Prefixes` holds them."""
    return np.asarray(tokens, dtype=np.int64).tobytes()
