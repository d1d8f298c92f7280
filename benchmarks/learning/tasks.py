"""The three tasks of the proof, and what their warm-up shows: one style of answer, low levels only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from rlvr import registry
from rlvr.agents.curricula.base import Arm
from rlvr.agents.task_source import task_of
from rlvr.generators.base import Task

from . import boxes, teachers
from .teachers import Messages

MODEL = {"width": 48, "layers": 2, "batch": 64}
"""The tiny model, and how many chats it learns in a supervised step."""


@dataclass(frozen=True)
class Proof:
    """One task of the proof.

    Attributes:
        name: what files and tables call it.
        kind: single-turn, game or tool.
        unit: what a level counts.
        arms: the levels, from easy to hard; the label of an arm is its level.
        shown: so many of the lowest levels are in the warm-up.
        demonstrate: the chats that the warm-up shows for a task.
        warm_up: gradient steps of the warm-up, 64 chats each.
        steps: of reinforcement learning.
        max_tokens: of a turn.
        context: of an episode.
        env_options: of its environment.
        prompts: tasks in a step.
        samples: rollouts of each.
        words: what the tokenizer has as single tokens besides the phrases that it finds.
        rate: step size of AdamW in reinforcement learning.
        matrix_rate: that of Muon.
        ladder: options of the success ladder.
        held_out: tasks of each level that are measured.
        attempts: samples of each of them.
        first_seed: seeds are counted from here; those before it served to settle the settings.
    """

    name: str
    kind: str
    unit: str
    arms: tuple[Arm, ...]
    shown: int
    demonstrate: Callable[[Task], Messages]
    warm_up: int
    steps: int
    max_tokens: int
    context: int
    env_options: dict[str, Any] = field(default_factory=dict)
    prompts: int = 16
    samples: int = 8
    words: tuple[str, ...] = ()
    rate: float = 1e-3
    matrix_rate: float = 3e-3
    ladder: dict[str, Any] = field(default_factory=lambda: {"target": 0.6, "memory": 0.98, "rehearsal": 0.2})
    held_out: int = 10
    attempts: int = 64
    first_seed: int = 0

    def settings(self, run: str) -> str:
        """Everything that a run depends on, as one text: what was measured with other settings does not count."""
        later = {"steps", "prompts", "samples", "rate", "matrix_rate", "ladder"}  # than the warm-up
        left_out = {"demonstrate", "kind", "unit", "first_seed", *(later if run == "warm-up" else ())}
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in left_out}
        values |= {"arms": [arm.name for arm in self.arms], "model": MODEL}
        values["teacher"] = [teachers.SLIPS, teachers.CARE]
        return json.dumps(values | run_settings(run), default=str, sort_keys=True)

    @property
    def levels(self) -> list[int]:
        """The levels, from easy to hard."""
        return [int(arm.label) for arm in self.arms]

    def chats(
        self, seed: int, count: int, stream: str = "warm-up", levels: int | None = None
    ) -> Iterator[Messages]:
        """What the teacher shows: fresh train tasks of the lowest `levels` in turn, those of the warm-up by default.

        Each `stream` has tasks and slips of its own.
        """
        know_environments()
        levels = levels or self.shown
        for number in range(count):
            arm = self.arms[number % levels]
            yield self.demonstrate(task_of(arm, stream, seed, number // levels, split="train"))


SLOW = "-slow"
"""What a run's name ends with whose steps are smaller."""
SLOWER = 0.3
"""Size of such steps, as a share of those of the others."""


def run_settings(run: str) -> dict[str, Any]:
    """What one kind of run depends on beyond its task."""
    found: dict[str, Any] = {"slower": SLOWER} if run.endswith(SLOW) else {}
    imitates = run.removesuffix(SLOW) in ("supervised", "all-levels")
    return found | ({"examples": "fresh, each once"} if imitates else {})


def know_environments() -> None:
    """Register the proof's own; only where the proof runs, since every list of that process then has them."""
    registry.register(Path(__file__).with_name("environments.yaml"))


def _levels(env: str, axis: str, sizes: Sequence[int], **others: Any) -> tuple[Arm, ...]:
    return tuple(Arm(env, 1, tuple(sorted({axis: n, **others}.items())), f"{n:02d}") for n in sizes)


PROOFS = {
    proof.name: proof
    for proof in (
        Proof(
            name="cipher",
            kind="single-turn",
            unit="letters of the text",
            arms=_levels("cipher", "length", range(4, 25, 2), methods="atbash", steps=1, secret=0.0),
            shown=4,
            demonstrate=teachers.cipher,
            warm_up=1200,
            steps=200,
            max_tokens=40,
            context=192,
            prompts=32,
            rate=5e-4,
            matrix_rate=1.5e-3,
            ladder={"target": 0.6, "memory": 0.99, "rehearsal": 0.3},
        ),
        Proof(
            name="nim",
            kind="game",
            unit="stones",
            arms=_levels("proof/nim-v0", "stones", range(4, 35, 3)),
            shown=3,
            demonstrate=teachers.nim,
            warm_up=1000,
            steps=180,
            max_tokens=16,
            context=512,
            held_out=6,
            words=tuple(str(number) for number in range(10, 35)),
        ),
        Proof(
            name="boxes",
            kind="tool",
            unit="boxes on the way",
            arms=_levels("proof/boxes-v0", "boxes", range(2, 11)),
            shown=3,
            demonstrate=teachers.boxes,
            warm_up=400,
            steps=120,
            max_tokens=16,
            context=320,
            held_out=6,
            env_options=teachers.TAGS,
            # As single tokens numbers are as easy to copy as letters.
            words=tuple(str(number) for number in range(boxes.LEAST, boxes.MOST + 1)),
            first_seed=1,
        ),
    )
}


def quick(proof: Proof) -> Proof:
    """The same for a moment only: to see that everything runs, not that anything is learnt."""
    return replace(
        proof,
        warm_up=3,
        steps=2,
        prompts=3,
        samples=2,
        held_out=2,
        attempts=2,
        arms=proof.arms[: proof.shown + 1],
    )
