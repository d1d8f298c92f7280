"""Demonstrations: the worked solutions of tasks, written straight on or with mistakes that are noticed and corrected.

Backtracking in the warm-up makes reinforcement better and steadier, and harder tasks want more of it ("How much
backtracking is enough?", Cai et al. 2025, arXiv:2505.24273), so the number of mistakes is a dial. A mistake is either a
step of another problem, taken back at once, or a candidate answer that the verifier rejects, looked at before the right
one is given. No mistake carries the marker of an answer, and every demonstration as a whole is verified before it is
used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ... import registry
from ...answer_mutations import mutants
from ...envs.batch import verify_many
from ...generators.base import Task, derive_seed
from ...spec import mark

CORRECTIONS = (
    "Wait, that is wrong. Back one step.",
    "No, that does not follow. Again.",
    "That cannot be right. I take it back.",
)
REJECTIONS = ("No, that is wrong.", "Checking it: wrong.", "That does not fit.")


@dataclass(frozen=True)
class Demonstration:
    """A right response to a task.

    Attributes:
        task: the task.
        text: the whole response, which ends in the marked answer.
        mistakes: how many wrong steps and candidates it has, each corrected.
    """

    task: Task
    text: str
    mistakes: int


def demonstrations(tasks: Sequence[Task], mistakes: int, seed: int) -> Iterator[Demonstration]:
    """One demonstration of each task of which one can be made with exactly `mistakes` mistakes, in their order.

    Args:
        tasks: single-turn tasks. Those without a trace are answered straight away, after any mistakes.
        mistakes: 0 for the worked solution as it is.
        seed: decides which mistakes stand where; those of a task do not depend on the other numbers drawn.

    Raises:
        ValueError: if `mistakes` is negative.
    """
    if mistakes < 0:
        raise ValueError(f"mistakes must not be below 0, but is {mistakes}")
    steps = {env: sorted(lines) for env, lines in _steps_by_env(tasks).items()} if mistakes else {}
    made = []
    for task in tasks:
        rng = Random(derive_seed("demonstration", seed, task.id, mistakes))
        text = _written(task, mistakes, steps.get(task.env, []), rng)
        if text is not None:
            made.append(Demonstration(task, text, mistakes))
    verdicts = verify_many((each.task, each.text) for each in made)
    for each, verdict in zip(made, verdicts, strict=True):
        if verdict.passed:
            yield each


def _written(task: Task, mistakes: int, foreign: Sequence[str], rng: Random) -> str | None:
    """The response, or None if there are not enough mistakes to be made."""
    answer = mark(task.answer, task.marker)
    if task.trace is not None and not task.trace.endswith(answer):
        return None if mistakes else task.trace  # it ends in another right way, so there is no place to cut it
    work = (task.trace or answer).removesuffix(answer)
    lines = work.splitlines(keepends=True)
    wrong_steps = _wrong_steps(_lines(work), foreign, mistakes, rng) if lines else []
    in_steps = rng.randint(0, len(wrong_steps))
    candidates = _rejected(task, mistakes - in_steps, rng)
    in_steps = mistakes - len(candidates)
    if in_steps > len(wrong_steps):
        return None
    # From the last place to the first, so that the places of the others stay what they are.
    places = sorted((rng.randrange(len(lines)) for _ in range(in_steps)), reverse=True)
    for place, step in zip(places, wrong_steps, strict=False):
        lines.insert(place, f"{step}\n{rng.choice(CORRECTIONS)}\n")
    looked_at = "".join(f"Is it this?\n{wrong}\n{rng.choice(REJECTIONS)}\n" for wrong in candidates)
    text = "".join(lines)
    if looked_at and text and not text.endswith("\n"):
        text += "\n"
    return text + looked_at + answer


def _wrong_steps(own: set[str], foreign: Sequence[str], count: int, rng: Random) -> list[str]:
    """Up to `count` steps of other problems that are none of this one."""
    drawn = [rng.choice(foreign) for _ in range(8 * count)] if foreign else []
    return [step for step in drawn if step not in own][:count]


def _rejected(task: Task, count: int, rng: Random) -> list[str]:
    """Up to `count` texts near the answer that the verifier finds wrong."""
    spec = registry.get(task.env)
    wrong: list[str] = []
    for candidate in mutants(task.answer, rng, 3 * count) if count else []:
        if len(wrong) == count:
            break
        verdict = spec.verify_response(task, mark(candidate, task.marker))
        if candidate.strip() and verdict.scored and not verdict.passed:
            wrong.append(candidate)
    return wrong


def _steps_by_env(tasks: Sequence[Task]) -> dict[str, set[str]]:
    steps: dict[str, set[str]] = {}
    for task in tasks:
        work = (task.trace or "").removesuffix(mark(task.answer, task.marker))
        steps.setdefault(task.env, set()).update(_lines(work))
    return steps


def _lines(work: str) -> set[str]:
    return {line.rstrip("\n") for line in work.splitlines() if line.strip()}
