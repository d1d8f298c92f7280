"""Our own engine: continuous batching over a static cache, with prefixes shared and draws that stand alone.

A request gets a slot; the context is read into it, all but its last token; then every step reads one token of every
slot and draws the next, so slots of all ages advance together. A finished slot keeps its keys and values until it is
needed, so that the next turn of its episode reads only what is new, and the samples of a group copy what the first of
them has read. Slots at work are kept at the front, so that a few long completions cost little.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import torch
from torch import Tensor

from ..engine import Completion, Request
from ..language_model import Weights
from ..trajectory import Stop
from .cache import Decodable, SlotCache
from .drawing import key_of
from .layout import microbatches
from .slots import Prefixes, Slots, as_bytes
from .step_by_step import StepByStep

_CHUNK = 1024
"""Columns of a context that are read at once."""


class Sampled(Decodable, Protocol):
    """A model that can be sampled from and given new weights."""

    @property
    def max_context(self) -> int:
        """Most tokens of a sequence."""

    def load_weights(self, weights: Weights) -> None:
        """Take weights by their names; those that are this model's own memory already are not copied."""


@dataclass(slots=True)
class _Job:
    """A request, its context but for the last token, and the places from which on a version of the weights drew."""

    request: Request
    context: bytes
    marks: list[tuple[int, int]] = field(default_factory=list)


class SamplerEngine:
    """An `rlvr.agents.engine.Engine` over a model in this process.

    Args:
        model: what is sampled from. It may be the very model that is trained: then `load` has nothing to copy. On a
            GPU one usually gives a copy of it in bfloat16.
        end_ids: tokens that end a completion.
        max_context: most tokens of a context and its completion together; memory is reserved for it.
        max_slots: most requests that are sampled at once; others wait.
        steps: most tokens that each slot draws in one `poll`, which returns earlier once something is finished.
        fill_tokens: most tokens of contexts that are read at once.
        graphs: CUDA graphs of the step; by default on a GPU.
    """

    def __init__(
        self,
        model: Sampled,
        *,
        end_ids: Iterable[int],
        max_context: int,
        max_slots: int = 256,
        steps: int = 16,
        fill_tokens: int = 16384,
        graphs: bool | None = None,
    ) -> None:
        for name, value in (("max_slots", max_slots), ("steps", steps), ("fill_tokens", fill_tokens)):
            if value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        if not 2 <= max_context <= model.max_context:
            raise ValueError(
                f"max_context must be from 2 to the model's {model.max_context}, not {max_context}"
            )
        self._model, self._end_ids = model, frozenset(end_ids)
        self.max_context, self._max_slots = max_context, max_slots
        self._steps, self._fill_tokens = steps, fill_tokens
        self._device = model.cache_shape.device
        on_gpu = self._device.type == "cuda"
        self._graphs = on_gpu if graphs is None else graphs
        self._look = 8 if on_gpu else 0  # see `StepByStep`; 0 draws by `Slots.advance`
        self.version = 0
        self._waiting: deque[_Job] = deque()
        self._jobs: dict[int, _Job] = {}
        self._prefixes = Prefixes(max_slots)
        self._slots = Slots(max_slots, max_context, self._device)
        self._cache: SlotCache | None = None
        self._step_by_step: StepByStep | None = None

    # ---- the contract --------------------------------------------------------------------------------

    @property
    def pending(self) -> int:
        """See `Engine`."""
        return len(self._waiting) + len(self._jobs)

    def submit(self, requests: Sequence[Request]) -> None:
        """See `Engine`."""
        for request in requests:
            sampling, length = request.sampling, len(request.tokens)
            if not 1 <= length < self.max_context:
                raise ValueError(f"a context of {length} tokens; it must be from 1 to {self.max_context - 1}")
            negative = sampling.max_tokens < 1 or sampling.temperature < 0 or sampling.top_k < 0
            if negative or not 0 < sampling.top_p <= 1:
                raise ValueError(
                    f"{sampling}: max_tokens >= 1, temperature >= 0, top_k >= 0 and 0 < top_p <= 1"
                )
        self._waiting.extend(_Job(request, as_bytes(request.tokens[:-1])) for request in requests)

    @torch.inference_mode()
    def poll(self) -> list[Completion]:
        """See `Engine`."""
        if not self.pending:
            return []
        self.wake()
        self._admit()
        self._gather()
        rows, working = max(self._jobs) + 1, list(self._jobs)
        settings = [job.request.sampling for job in self._jobs.values()]
        tempered = any(sampling.temperature != 1 for sampling in settings)
        cut = any(sampling.top_k > 0 or sampling.top_p < 1 for sampling in settings)
        if self._step_by_step is not None:
            self._step_by_step.advance(rows, working, self._steps, tempered, cut)
        else:
            assert self._cache is not None
            self._slots.advance(
                self._model, self._cache, self._end_ids, rows, working, self._steps, tempered, cut
            )
        idle = self._slots.idle.tolist()
        return self._finish([slot for slot in working if idle[slot]])

    @torch.inference_mode()
    def abort(self, keys: Sequence[int]) -> list[Completion]:
        """See `Engine`."""
        wanted = set(keys)
        given_up = [job for job in self._waiting if job.request.key in wanted]
        self._waiting = deque(job for job in self._waiting if job.request.key not in wanted)
        empty = [Completion(job.request.key, [], [], [], "aborted", []) for job in given_up]
        slots = [slot for slot, job in self._jobs.items() if job.request.key in wanted]
        if slots:
            self._slots.idle[slots] = True
        return empty + self._finish(slots, "aborted")

    @torch.inference_mode()
    def load(self, weights: Weights, version: int) -> None:
        """See `Engine`. Keys and values that requests under way have cached stay as they are."""
        self._model.load_weights(weights)
        self.version = version
        positions = self._slots.position.tolist()
        for slot, job in self._jobs.items():
            job.marks.append((positions[slot] + 1, version))
        self._prefixes.forget()

    def sleep(self) -> None:
        """See `Engine`. Requests under way read their tokens again when work goes on."""
        self._prefixes.forget()  # the weights may change meanwhile
        if not self._jobs and self._step_by_step is not None and self._step_by_step.is_small:
            return
        self._cache = self._step_by_step = None
        if self._device.type == "cuda":
            torch.cuda.empty_cache()  # or what the trainer keeps would settle in the middle of this memory

    @torch.inference_mode()
    def wake(self) -> None:
        """See `Engine`."""
        if self._cache is not None:
            return
        self._cache = SlotCache(self._model.cache_shape, self._max_slots, self.max_context)
        if self._look:
            self._step_by_step = StepByStep(
                self._model, self._cache, self._slots, self._end_ids, look=self._look, graphs=self._graphs
            )
        self._fill(list(self._jobs), [0] * len(self._jobs))

    # ---- from waiting to slots -----------------------------------------------------------------------

    def _admit(self) -> None:
        """Give free slots to waiting requests, in waves: one copies only what an earlier wave has read."""
        while self._waiting and len(self._jobs) < self._max_slots:
            wave: dict[int, _Job] = {}
            starts: dict[int, int] = {}
            copies: list[tuple[int, int]] = []
            later: list[_Job] = []
            free = self._prefixes.free(self._jobs)
            while self._waiting and len(self._jobs) + len(wave) < self._max_slots:
                job = self._waiting.popleft()
                source = self._prefixes.longest(job.context)
                if source in wave:
                    later.append(job)
                    continue
                if source is None or source in self._jobs:
                    slot = next(slot for slot in free if slot not in wave)
                else:  # the turn before: it goes on where it stands
                    slot = source
                starts[slot] = 0 if source is None else self._prefixes.length(source)
                if source is not None and slot != source:
                    copies.append((source, slot))
                wave[slot] = job
                self._prefixes.hold(slot, job.context)
            self._waiting.extendleft(reversed(later))
            self._place(wave)
            if copies and self._cache is not None:
                sources, targets = torch.tensor(copies, device=self._device).T
                self._cache.copy(sources, targets, max(starts[slot] for _, slot in copies))
            self._fill(list(starts), list(starts.values()))

    def _place(self, jobs: Mapping[int, _Job]) -> None:
        """Write requests into their slots."""
        requests = [job.request for job in jobs.values()]
        lengths = [len(request.tokens) for request in requests]
        ends = [len(request.tokens) + request.sampling.max_tokens for request in requests]
        chosen = torch.tensor(list(jobs), device=self._device)
        tokens = np.zeros((len(requests), max(lengths)), np.int64)
        for row, request in zip(tokens, requests, strict=True):
            row[: len(request.tokens)] = request.tokens
        slots = self._slots
        slots.tokens[chosen, : tokens.shape[1]] = torch.from_numpy(tokens).to(self._device)
        written: list[tuple[Tensor, list[float] | list[int]]] = [
            (slots.position, [length - 1 for length in lengths]),
            (slots.last, [min(end, self.max_context) - 1 for end in ends]),
            (slots.keys, [key_of(request.seed) for request in requests]),
            (slots.temperature, [request.sampling.temperature for request in requests]),
            (slots.top_k, [request.sampling.top_k for request in requests]),
            (slots.top_p, [request.sampling.top_p for request in requests]),
        ]
        for part, values in written:
            part[chosen] = torch.tensor(values, dtype=part.dtype, device=self._device)
        slots.idle[chosen] = False
        for job, length in zip(jobs.values(), lengths, strict=True):
            job.marks = [(length, self.version)]
        self._jobs.update(jobs)

    def _fill(self, slots: Sequence[int], starts: Sequence[int]) -> None:
        """Read what is not cached yet, all but the last token of each slot, in batches of similar size."""
        if self._cache is None:
            return
        positions = self._slots.position.tolist()
        work = [(slot, start, positions[slot]) for slot, start in zip(slots, starts, strict=True)]
        work = [item for item in work if item[1] < item[2]]
        for part in microbatches([min(end - start, _CHUNK) for _, start, end in work], self._fill_tokens):
            batch = [work[i] for i in part]
            while batch:
                pieces = [(slot, start, min(end, start + _CHUNK)) for slot, start, end in batch]
                rows, begins, ends = torch.tensor(pieces, device=self._device).T
                columns = max(end for _, _, end in pieces)
                self._model.read(self._slots.window(self._cache, rows, begins, ends, columns))
                batch = [(slot, start + _CHUNK, end) for slot, start, end in batch if start + _CHUNK < end]

    def _gather(self) -> None:
        """Bring the slots at work to the front once a quarter of those in front of the last are idle."""
        count, rows = len(self._jobs), max(self._jobs) + 1
        if 4 * (rows - count) <= rows or self._cache is None:
            return
        holes = [slot for slot in range(count) if slot not in self._jobs]
        behind = [slot for slot in self._jobs if slot >= count]
        left, right = torch.tensor((holes, behind), device=self._device)
        longest = max(self._prefixes.length(slot) for slot in holes)
        longest = max(longest, int(self._slots.position[right].max()))
        self._cache.swap(left, right, longest)
        self._slots.swap(left, right)
        for hole, slot in zip(holes, behind, strict=True):
            self._jobs[hole] = self._jobs.pop(slot)
            self._prefixes.swap(hole, slot)

    # ---- from slots to completions -------------------------------------------------------------------

    def _finish(self, slots: Sequence[int], stop: Stop | None = None) -> list[Completion]:
        """Take what the given slots have written and let them go."""
        if not slots:
            return []
        chosen = torch.tensor(slots, device=self._device)
        ends = self._slots.position[chosen].tolist()
        longest = max(ends) + 1
        tokens, log_probs, entropies = (
            part[chosen, :longest].cpu().numpy()
            for part in (self._slots.tokens, self._slots.log_probs, self._slots.entropies)
        )
        completions = []
        for row, (slot, end) in enumerate(zip(slots, ends, strict=True)):
            job = self._jobs.pop(slot)
            here = slice(len(job.request.tokens), end + 1)
            written, logs, spread = (part[row, here].tolist() for part in (tokens, log_probs, entropies))
            why: Stop = "length" if len(written) == job.request.sampling.max_tokens else "context"
            if written and written[-1] in self._end_ids:
                why = "end"
            versions = _versions(job.marks, end + 1)
            completions.append(
                Completion(job.request.key, written, logs, versions, stop or why, entropies=spread)
            )
            # The last token was drawn but never read. After an update the older keys are of no use to a new request.
            valid = len(job.marks) == 1 and self._cache is not None
            self._prefixes.hold(slot, tokens[row, :end].tobytes() if valid else b"")
        return completions


def _versions(marks: Sequence[tuple[int, int]], end: int) -> list[int]:
    """The version of each token from the first mark to `end`."""
    stops = [start for start, _ in marks[1:]] + [end]
    return [version for (start, version), stop in zip(marks, stops, strict=True) for _ in range(stop - start)]
