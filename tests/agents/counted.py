"""Bytes that torch has on the CPU, counted: every allocation and release that its allocator reports."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile


class Counted:
    """Bytes above what there was at the beginning.

    Attributes:
        peak: the most at any time.
        left: at the end.
    """

    peak = 0
    left = 0


@contextmanager
def counted() -> Iterator[Counted]:
    """Within it, memory is counted; the figures are there when it is left."""
    found = Counted()
    torch.zeros(1)  # whatever torch makes once
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as recorded:
        yield found
    results: Any = recorded.profiler
    events = [event for event in results.kineto_results.events() if event.name() == "[memory]"]
    for event in sorted(events, key=lambda event: event.start_ns()):
        found.left += event.nbytes()
        found.peak = max(found.peak, found.left)
