"""The three tasks of the proof, and what their warm-up shows: one style of answer, low levels only."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

from rlvr import registry
from rlvr.agents.curricula.base import Arm
from rlvr.agents.policies import Policy, run_text_policy
from rlvr.agents.rollouts.export import chat
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.task_source import task_of
from rlvr.envs.base import TextEnv
from rlvr.envs.make import make_env
from rlvr.envs.tool_text import tag_text
from rlvr.generators.base import Task, derive_seed
from rlvr.spec import mark

CARE = 0.5
"""Chance that a guess in a game of the warm-up heeds what is known."""

MODEL = {"width": 48, "layers": 2, "batch": 64}
"""The tiny model, and how many chats it learns in a supervised step."""

Messages = list[dict[str, str]]


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
    prompts: int = 32
    samples: int = 8
    words: tuple[str, ...] = ()
    rate: float = 3e-4
    matrix_rate: float = 1e-3
    ladder: dict[str, Any] = field(default_factory=lambda: {"target": 0.6, "memory": 0.99, "rehearsal": 0.4})
    held_out: int = 10
    attempts: int = 64

    def settings(self, run: str) -> str:
        """Everything that a run depends on, as one text: what was measured with other settings does not count."""
        later = {"steps", "prompts", "samples", "rate", "matrix_rate", "ladder"}  # than the warm-up
        left_out = {"demonstrate", "kind", "unit", *(later if run == "warm-up" else ())}
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in left_out}
        arms = [arm.name for arm in self.arms]
        return json.dumps(values | {"arms": arms, "model": MODEL}, default=str, sort_keys=True)

    @property
    def levels(self) -> list[int]:
        """The levels, from easy to hard."""
        return [int(arm.label) for arm in self.arms]

    def chats(self, seed: int, count: int) -> Iterator[Messages]:
        """Chats of the warm-up: fresh train tasks of the lowest levels in turn."""
        know_machine()
        for number in range(count):
            arm = self.arms[number % self.shown]
            yield self.demonstrate(task_of(arm, "warm-up", seed, number // self.shown, split="train"))


def _levels(env: str, axis: str, sizes: Sequence[int], **others: Any) -> tuple[Arm, ...]:
    return tuple(Arm(env, 1, tuple(sorted({axis: n, **others}.items())), f"{n:02d}") for n in sizes)


# ---- single-turn: ciphers --------------------------------------------------------------------


def _answered(task: Task) -> Messages:
    """The answer alone."""
    return [
        {"role": "user", "content": task.prompt},
        {"role": "assistant", "content": mark(task.answer, task.marker)},
    ]


# ---- a game: mastermind --------------------------------------------------------------------------------

COLOURS = (
    *("black", "blue", "brown", "cyan", "gold", "green", "grey", "orange", "pink", "purple", "red", "silver"),
    *("white", "yellow"),
)
"""Pegs that are words; as single tokens they are as easy to copy as those that are letters."""

_TOLD = re.compile(r"(.*): (\d+) exact, (\d+) misplaced")


def careless_player(rng: Random, care: float) -> Policy:
    """A player of mastermind: with the chance `care` a guess that fits all answers so far, else any proper guess."""

    def act(env: TextEnv, observation: str) -> str:
        payload = env.task.payload
        codes = list(permutations(payload["symbols"], payload["length"]))
        if rng.random() < care:
            told = [message["content"] for message in env.messages if message["role"] == "user"]
            answers = [found.groups() for text in told if (found := _TOLD.match(text))]
            codes = [
                code
                for code in codes
                if all(_pegs(guess.split(), code) == (int(e), int(m)) for guess, e, m in answers)
            ]
        return mark(" ".join(rng.choice(codes)), env.task.marker)

    return act


def _pegs(guess: Sequence[str], code: Sequence[str]) -> tuple[int, int]:
    """Exact and misplaced pegs of a guess; no symbol comes twice in it or in the code."""
    exact = sum(one == other for one, other in zip(guess, code, strict=True))
    return exact, len(set(guess) & set(code)) - exact


def _careless_game(task: Task) -> Messages:
    """A game, won or lost, of a player who heeds what is known every other time."""
    player = careless_player(Random(derive_seed("player", task.id)), CARE)
    (played,) = run_text_policy(player, [EpisodeJob(task)])
    return chat(played)


# ---- a tool: ciphers with a machine ------------------------------------------------------------------------


def know_machine() -> None:
    """Register the environment; only where the proof runs, since every list of that process then has it."""
    registry.register(Path(__file__).with_name("machine.yaml"))


_TAGS = {"tools": "tags"}


def _run_through(task: Task) -> Messages:
    """The text of the problem put through the machine, and what comes back as the answer."""
    env = make_env(task.env, **_TAGS)
    env.reset(options={"task": task})
    told, *_ = env.step(tag_text("run", task.payload["text"]))
    env.step(mark(told.splitlines()[1], task.marker))
    return [dict(message) for message in env.messages if message["content"]]


# ----------------------------------------------------------------------------------------------------------

PROOFS = {
    proof.name: proof
    for proof in (
        Proof(
            name="cipher",
            kind="single-turn",
            unit="letters of the text",
            arms=_levels("cipher", "length", range(4, 25, 2), methods="atbash", steps=1, secret=0.0),
            shown=5,
            demonstrate=_answered,
            warm_up=900,
            steps=240,
            max_tokens=40,
            context=192,
        ),
        Proof(
            name="mastermind",
            kind="game",
            unit="symbols of the code",
            arms=_levels("mastermind", "symbols", range(3, 11), length=2, repeats=False, guesses=5),
            shown=3,
            demonstrate=_careless_game,
            warm_up=1500,
            steps=150,
            max_tokens=16,
            context=320,
            env_options={"max_turns": 5},
            words=COLOURS,
            prompts=16,
        ),
        Proof(
            name="cipher-machine",
            kind="tool",
            unit="letters of the text",
            arms=_levels(
                "proof/cipher-machine-v0", "length", range(4, 25, 2), methods="caesar", steps=1, secret=0.0
            ),
            shown=5,
            demonstrate=_run_through,
            warm_up=1200,
            steps=150,
            max_tokens=40,
            context=256,
            env_options=_TAGS,
            prompts=16,
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
