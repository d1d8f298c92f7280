"""The gallery as JSON: what environments there are, and one task of each level and seed with its picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .. import registry
from ..drawing import DARK, LIGHT, draw
from ..generators.base import Task
from ..spec import TaskSpec
from ..version import __version__

Json = Any
MAX_SEED = 2**53
MAX_TEXT = 200_000
"""Characters of a text that are sent to a page."""


def slug(env: str) -> str:
    """An id as one part of a path."""
    return env.replace("/", "~")


def kind_of(spec: TaskSpec) -> str:
    """What an episode is: ``single``, ``tools``, or ``game`` for anything else of several turns."""
    if spec.env == "single":
        return "single"
    return "tools" if ".tools." in spec.env else "game"


def middle(spec: TaskSpec) -> int:
    """The level that the gallery shows first: the middle one; where corpora are made, the lowest, which is quick."""
    levels = spec.levels
    return levels[0] if spec.family == "search" else levels[len(levels) // 2]


def environments(*, served: bool, seeds: int | None = None) -> Json:
    """All environments, without tasks: quick, whatever their generators cost."""
    specs = registry.specs()
    return {
        "version": __version__,
        "served": served,
        "seeds": seeds,
        "palette": {"light": dict(LIGHT), "dark": dict(DARK)},
        "envs": [
            {
                "id": spec.id,
                "slug": slug(spec.id),
                "name": spec.name,
                "title": spec.title,
                "family": spec.family,
                "description": spec.description,
                "kind": kind_of(spec),
                "sandbox": spec.sandbox,
                "levels": list(spec.levels),
                "middle": middle(spec),
                "proxy": spec.proxy,
                "axes": {name: list(values) for name, values in spec.axes.items()},
                "sources": list(spec.sources),
                "turns": 1 if spec.env == "single" else spec.max_turns,
            }
            for spec in specs
        ],
    }


def spec_of(name: str) -> TaskSpec:
    """The entry of a slug.

    Raises:
        LookupError: if there is none.
    """
    try:
        return registry.get(name.replace("~", "/"))
    except registry.UnknownEnvironment as error:
        raise LookupError(str(error)) from None


@lru_cache(maxsize=256)
def task_of(name: str, level: int, seed: int) -> Task:
    """A task.

    Raises:
        LookupError: if there is no such environment, level or seed.
    """
    spec = spec_of(name)
    if level not in spec.levels or not 0 <= seed < MAX_SEED:
        raise LookupError(
            f"{spec.id} has the levels {spec.levels[0]} to {spec.levels[-1]}, and seeds from 0 on"
        )
    return spec.task(level, seed)


def shown(text: str | None) -> str | None:
    """A text, or its beginning if it is too long to be shown."""
    if text is None or len(text) <= MAX_TEXT:
        return text
    return text[:MAX_TEXT] + f"\n[... {len(text) - MAX_TEXT} more characters ...]"


def task_json(task: Task, *, wordings: bool = True) -> Json:
    """A task as the page of an environment shows it."""
    others: list[str] = []
    if wordings:
        from ..agents.evaluation.wordings import wordings_of

        others = [str(shown(other.prompt)) for other in wordings_of(task) if other.prompt != task.prompt][:6]
    return {
        "id": task.id,
        "env": task.env,
        "level": task.level,
        "seed": task.seed,
        "prompt": shown(task.prompt),
        "answer": shown(task.answer),
        "trace": shown(task.trace),
        "wordings": others,
        "guess_rate": task.guess_rate,
        "difficulty": task.difficulty,
        "fingerprint": task.fingerprint,
        "split": task.split,
        "marker": task.marker,
        "svg": draw(task),
    }


def judged(task: Task, text: str) -> Json:
    """The verdict of an answer that somebody typed, with or without its marker."""
    spec = registry.get(task.env)
    found = spec.extract(text, task.marker, "lenient", task.payload)
    answer = text.strip() if found.text is None else found.text
    verdict = spec.verify_answer(task.payload, answer)
    return verdict.to_json()
