"""CUDA graphs of a sampler's step: a step of a small batch is launches of hundreds of kernels, a graph is one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from .slots import Slots

Step = Callable[[int, int, bool, bool], None]


class Recorder:
    """Plays steps of `Slots`, each kind recorded when it is first asked for.

    Args:
        step: runs a step of (rows, columns, tempered, cut).
        slots: what a step changes.
    """

    def __init__(self, step: Step, slots: Slots) -> None:
        self._step, self._slots = step, slots
        self._graphs: dict[tuple[int, int, bool, bool], torch.cuda.CUDAGraph] = {}
        self._pool: Any = None  # of memory: graphs are played one after the other, so they can share it
        self._device = slots.idle.device
        # One for all recordings: libraries keep memory for each stream that they have seen.
        self._side = torch.cuda.Stream(self._device)  # type: ignore[no-untyped-call]

    def __call__(self, rows: int, columns: int, tempered: bool, cut: bool) -> None:
        """Run a step.

        Raises:
            RuntimeError: if the model does what cannot be recorded, such as waiting for the GPU.
        """
        kind = (rows, columns, tempered, cut)
        if kind not in self._graphs:
            self._graphs[kind] = self._record(partial(self._step, *kind))
        self._graphs[kind].replay()

    def _record(self, step: Callable[[], None]) -> torch.cuda.CUDAGraph:
        # Libraries set themselves up in a first run, which recording would not allow. It is run on a side stream and
        # taken back: what it wrote behind the positions, the real step writes again.
        state = [(part, part.clone()) for part in (self._slots.position, self._slots.idle)]
        main = torch.cuda.current_stream(self._device)
        self._side.wait_stream(main)
        with torch.cuda.stream(self._side):
            step()
            for part, before in state:
                part.copy_(before)
        main.wait_stream(self._side)
        graph = torch.cuda.CUDAGraph()
        try:
            # Other threads step environments meanwhile, and may use the GPU: what they do is not recorded.
            with (
                torch.cuda.device(self._device),
                torch.cuda.graph(graph, self._pool, self._side, capture_error_mode="thread_local"),
            ):
                step()
        except RuntimeError as error:
            raise RuntimeError(
                "a step of this model cannot be recorded as a CUDA graph: take graphs=False "
                f"(--set sampling.engine_options.graphs=false) or the vllm engine; it said: {error}"
            ) from error
        self._pool = graph.pool()
        return graph
