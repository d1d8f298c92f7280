"""What must hold of every environment: the list of properties, in the order in which they are tried.

A property takes a `Probe` (an entry and some of its tasks) and yields a sentence for each thing that is wrong.
No property reads a model.
"""

from __future__ import annotations

from .answer_properties import hostile_answers, mutations, reference
from .guess_properties import cheap, guessing
from .play_properties import episodes, hints
from .probe import Property
from .task_properties import (
    apart,
    deterministic,
    difficulty,
    duplicates,
    english,
    no_leak,
    round_trip,
    speed,
    splits,
    wordings,
)

ALL: tuple[Property, ...] = (
    wordings,
    deterministic,
    round_trip,
    reference,
    mutations,
    hostile_answers,
    difficulty,
    apart,
    english,
    duplicates,
    splits,
    guessing,
    cheap,
    no_leak,
    episodes,
    hints,
    speed,
)
