"""One problem in each of the wordings that its generator has: what a policy's sensitivity to words is measured on.

Nothing but the prompt differs: facts, answer, solution, marker and identity are those of the task, so that the verdict
on a response is the same. The sentence that asks for the marker stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ... import registry
from ...generators.base import Task
from ...generators.wording import stated_in, wording

_OF_THE_WORDS = ("units", "digits")
"""What a payload says of how the question is put, see `rlvr.generators.asked`."""
MOST = 16
"""No generator has more wordings of one problem; what comes later is not looked for."""


def wordings_of(task: Task) -> list[Task]:
    """The task in all its wordings, which differ in nothing but the prompt; only itself where there is but one.

    Raises:
        ValueError: if the generator no longer makes this problem from the task's id, or draws facts and words
            together, so that other words would change the problem.
    """
    spec = registry.get(task.env)
    stated = stated_in(spec.generator_module)
    made: list[Task] = []
    number, most = 0, 1
    while number < min(most, MOST):
        with wording(number, stated) as asked:
            other = spec.task(task.level, task.seed, params=task.params or None, marker=task.marker)
        most = max(most, asked.most)
        if problem_of(other) != problem_of(task):
            raise ValueError(f"{task.id} is another problem in its wording {number}; it has no other wordings")
        if all(other.prompt != known.prompt for known in made):
            made.append(replace(other, extra=task.extra))
        number += 1
    if all(task.prompt != known.prompt for known in made):
        raise ValueError(f"{task.id}: its own prompt is in none of its wordings; was it changed by hand?")
    return made


def problem_of(task: Task) -> Task:
    """The task without its words: the prompt, and what its payload says of the nouns and units in it."""
    payload = {name: value for name, value in task.payload.items() if name not in _OF_THE_WORDS}
    if isinstance(payload.get("gold"), Mapping):
        payload["gold"] = {n: value for n, value in payload["gold"].items() if n not in _OF_THE_WORDS}
    return replace(task, prompt="", payload=payload, extra={})
