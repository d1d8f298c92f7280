"""Ours and the peer's, side by side: making tasks, and scoring right and wrong answers."""

from __future__ import annotations

import importlib
import importlib.metadata
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

import rlvr
from rlvr import GenerationError
from rlvr.spec import mark

from .peers import Pair
from .tasks import FIRST_SEED, POOL_SEED, pool, responses
from .timing import Arguments, Effort, Timing, Work, cycled, measure, numbered, ratio

PEER = "reasoning-gym"
MODULE = "reasoning_gym"


@dataclass(frozen=True, slots=True)
class Compared:
    """The speed of both sides on one pair, and how many times faster ours is.

    Attributes:
        pair: what was compared.
        ours: timings of this package, by what was done (``generation``, ``response``, ``answer``).
        theirs: the same of the peer.
        ratios: for each of them, how many times faster ours is.
        right: shares of right answers that got the full score, ours and theirs.
    """

    pair: Pair
    ours: dict[str, Timing]
    theirs: dict[str, Timing]
    ratios: dict[str, float]
    right: tuple[float, float]


def peer_version() -> str | None:
    """The version of the peer, or None if it is not installed, or not so that it can be imported."""
    try:
        importlib.import_module(MODULE)
        return importlib.metadata.version(PEER)
    except ImportError:
        return None


def compare(pair: Pair, effort: Effort) -> Compared:
    """Measure one pair.

    Three things are measured. ``generation``: one task. ``response``: from a whole response to its score, with
    the peer's own `extract_answer` on its side. ``answer``: the score of a bare answer, without extraction.
    Half of the answers are right, and half are those of other tasks.
    """
    gym: Any = importlib.import_module(MODULE)
    extract_answer: Any = importlib.import_module(f"{MODULE}.utils").extract_answer
    spec = rlvr.get(pair.task)
    make = partial(spec.task, pair.level, params=pair.params or None)
    tasks = pool(spec, pair.level, effort, pair.params)
    right, wrong = responses(tasks)
    theirs = gym.create_dataset(pair.dataset, seed=FIRST_SEED, size=2**31, **pair.config)
    entries = _entries(gym, pair, len(tasks))
    answers = [pair.answer(entry) for entry in entries]
    scored = [*zip(answers, entries, strict=True), *zip(answers[1:] + answers[:1], entries, strict=True)]
    bare: list[Arguments] = [(task.payload, task.answer) for task in tasks]
    bare += [(task.payload, other.answer) for task, other in zip(tasks, tasks[1:] + tasks[:1], strict=True)]

    def score_response(response: str, entry: dict[str, Any]) -> float:
        score: float = theirs.score_answer(extract_answer(response), entry)
        return score

    found = measure(
        {
            "ours generation": Work(make, numbered(FIRST_SEED)),
            "theirs generation": Work(theirs.__getitem__, numbered(0)),
            "ours response": Work(spec.verify_response, cycled(right + wrong)),
            "theirs response": Work(
                score_response, cycled([(mark(answer, "tag"), entry) for answer, entry in scored])
            ),
            "ours answer": Work(spec.verify_answer, cycled(bare)),
            "theirs answer": Work(theirs.score_answer, cycled(scored)),
        },
        effort,
        (GenerationError,),
    )
    parts = ("generation", "response", "answer")
    passed = [spec.verify_response(*arguments).passed for arguments in right]
    theirs_passed = [theirs.score_answer(answer, entry) == 1.0 for answer, entry in scored[: len(entries)]]
    return Compared(
        pair,
        ours={part: found[f"ours {part}"] for part in parts},
        theirs={part: found[f"theirs {part}"] for part in parts},
        ratios={part: ratio(found[f"theirs {part}"], found[f"ours {part}"]) for part in parts},
        right=(sum(passed) / len(passed), sum(theirs_passed) / len(theirs_passed)),
    )


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean of positive numbers; 1.0 of none."""
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs)) if logs else 1.0


def family_means(compared: Iterable[Compared], part: str) -> dict[str, float]:
    """The ratio of each of our tasks: the geometric mean of its pairs, so that no task counts twice."""
    ratios: dict[str, list[float]] = {}
    for one in compared:
        ratios.setdefault(one.pair.task, []).append(one.ratios[part])
    return {task: geometric_mean(values) for task, values in ratios.items()}


def _entries(gym: Any, pair: Pair, count: int) -> list[dict[str, Any]]:
    made = gym.create_dataset(pair.dataset, seed=POOL_SEED, size=count, **pair.config)
    return [made[i] for i in range(count)]
