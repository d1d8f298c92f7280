r"""What the demo teaches: environments in rungs from easy to hard, and examples as flawed as texts in the world are.

A model that has read the world has seen answers end in every way: in a tag, in ``\boxed{}``, in a sentence, or just so.
It can solve a problem and still earn nothing, because a strict verifier takes an answer only from the marker that the
prompt asked for. And it has seen games played well and badly. So the warm-up shows solutions in four styles, and games
in those styles in which every other guess ignores what is known. What pays is nowhere said in it; rewards have to teach
it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

from ..envs.base import TextEnv
from ..generators.base import Task, derive_seed
from ..spec import mark
from .codec import Codec
from .curricula.base import Arm
from .policies import Policy, run_text_policy
from .rollouts.export import chat
from .rollouts.jobs import EpisodeJob
from .trajectory import Segment
from .warm_up.examples import chat_segment, trace_segments
from .warm_up.traces import Demonstration

STYLES: dict[str, Callable[[str], str]] = {
    "asked": lambda answer: mark(answer, "tag"),
    "boxed": lambda answer: mark(answer, "boxed"),
    "sentence": lambda answer: f"The answer is {answer}.",
    "bare": lambda answer: answer,
}
CARE = 0.5
"""Chance that a guess in a game of the warm-up heeds what is known."""

_ANSWERED = re.compile(r"(.*): (\d+) exact, (\d+) misplaced")


@dataclass(frozen=True)
class Lesson:
    """One environment and its ladder.

    Attributes:
        env: registry id or short name.
        unit: what the labels of the arms count, such as ``letters of the text``.
        arms: from easy to hard.
    """

    env: str
    unit: str
    arms: tuple[Arm, ...]


def lessons() -> list[Lesson]:
    """The environments of the demo: two that are answered at once, and a game."""
    atbash = {"methods": "atbash", "steps": 1, "secret": 0.0}
    polynomial = {"depth": 0, "kinds": "", "functions": "", "coefficient": 9, "exponent": 5}
    pegs = {"length": 2, "repeats": False, "guesses": 4}
    return [
        _lesson("cipher", "letters of the text", "length", range(4, 10), atbash),
        _lesson("derivative", "terms of the polynomial", "terms", range(2, 6), polynomial),
        _lesson("mastermind", "symbols, for codes of two", "symbols", range(3, 5), pegs),
    ]


def _lesson(env: str, unit: str, axis: str, sizes: Sequence[int], others: Mapping[str, object]) -> Lesson:
    arms = (Arm(env, 1, tuple(sorted({axis: size, **others}.items())), str(size)) for size in sizes)
    return Lesson(env, unit, tuple(arms))


def examples(codec: Codec, tasks: Sequence[Task], seed: int) -> list[Segment]:
    """An example of each task: a worked solution in one of the styles, or a game of a careless player."""
    games = [task for task in tasks if "mastermind" in task.env]
    others = [task for task in tasks if "mastermind" not in task.env]
    return [*trace_segments(codec, styled(others, seed)), *careless_games(codec, games, seed)]


def styled(tasks: Sequence[Task], seed: int) -> Iterator[Demonstration]:
    """The worked solution of each task, ended in a style drawn for it."""
    for task in tasks:
        style = Random(derive_seed("style", seed, task.id)).choice(tuple(STYLES))
        yield Demonstration(task, written(task, style), 0)


def written(task: Task, style: str) -> str:
    """The worked solution of `task`, ended in a style.

    Raises:
        ValueError: if the task has no worked solution.
    """
    if task.trace is None:
        raise ValueError(f"{task.id} has no worked solution to learn from")
    return task.trace.removesuffix(mark(task.answer, task.marker)) + STYLES[style](task.answer)


def careless_games(codec: Codec, tasks: Sequence[Task], seed: int) -> Iterator[Segment]:
    """Games of mastermind, won or lost, by players who heed what is known every other time, each in one style."""
    for task in tasks:
        rng = Random(derive_seed("player", seed, task.id))
        player = careless_player(rng, CARE, rng.choice(tuple(STYLES)))
        for played in run_text_policy(player, [EpisodeJob(task)]):
            yield chat_segment(codec, chat(played))


def careless_player(rng: Random, care: float, style: str = "asked") -> Policy:
    """A player of mastermind: with the chance `care` a guess that fits all answers so far, else any proper guess.

    Args:
        rng: of the player.
        care: see above.
        style: in which guesses are written; only ``asked`` counts as a move.
    """

    def act(env: TextEnv, observation: str) -> str:
        payload = env.task.payload
        if rng.random() >= care:
            return STYLES[style](" ".join(rng.sample(payload["symbols"], payload["length"])))
        told = [message["content"] for message in env.messages if message["role"] == "user"]
        answers = [found.groups() for text in told if (found := _ANSWERED.match(text))]
        fitting = [
            code
            for code in permutations(payload["symbols"], payload["length"])
            if all(
                _answer(tuple(guess.split()), code) == (int(exact), int(misplaced))
                for guess, exact, misplaced in answers
            )
        ]
        return STYLES[style](" ".join(rng.choice(fitting)))

    return act


def _answer(guess: Sequence[str], code: Sequence[str]) -> tuple[int, int]:
    """Exact and misplaced pegs of a guess; no symbol comes twice in it or in the code."""
    exact = sum(one == other for one, other in zip(guess, code, strict=True))
    return exact, len(set(guess) & set(code)) - exact
