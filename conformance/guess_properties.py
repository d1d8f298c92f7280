"""What must hold of blind answers: they are right no more often than is declared."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from statistics import fmean

from .probe import RUNS_COST, Probe, likely
from .strategies import common_answers, guesses

FEWEST_GUESSED = 5


def guessing(probe: Probe) -> Iterator[str]:
    """Blind answers (those of other tasks, the most common one) are right no more often than declared."""
    for level in probe.shown_levels(3):
        tasks = probe.tasks[level]
        wanted = probe.of_hundred(40 // RUNS_COST) if probe.spec.sandbox else len(tasks)
        shown = tasks[: max(FEWEST_GUESSED, wanted)]
        hits = trials = 0
        for i, task in enumerate(shown):
            for other in shown[i + 1 : i + 9]:
                trials += 1
                hits += probe.spec.verify_answer(task.payload, other.answer).passed
        declared = fmean(task.guess_rate for task in shown)
        if hits > trials * declared + 4 * math.sqrt(trials * declared) + 2:
            yield f"level {level}: {hits} of {trials} answers of other tasks are right; declared {declared:.2g}"
        answer, count = Counter(task.answer for task in tasks).most_common(1)[0]
        if (
            level not in probe.spec.small_levels
            and count > len(tasks) * declared + 5 * math.sqrt(len(tasks) * declared) + 3
        ):
            yield f"level {level}: the constant answer {answer!r:.40} is right {count} times in {len(tasks)}"


def cheap(probe: Probe) -> Iterator[str]:
    """No cheap strategy (a number of the prompt, the sum of all, a constant, ...) earns more than is declared."""
    if probe.spec.form == "code":
        return  # a program is no guess
    for level, tasks in probe.tasks.items():
        shown = tasks[: max(FEWEST_GUESSED, probe.of_hundred(40), len(tasks) // 5)]
        common = common_answers([task.answer for task in tasks[len(shown) :]])
        hits: Counter[str] = Counter()
        for task in shown:
            answers = guesses(task.prompt, common)
            right = {text: probe.answer(task, text).passed for text in set(answers.values())}
            hits.update(name for name, text in answers.items() if right[text])
        declared = fmean(task.guess_rate for task in shown)
        for name, count in hits.most_common(1):
            if level not in probe.spec.small_levels and count > likely(len(shown), declared, 4, 2):
                yield f"level {level}: {name} is right {count} times in {len(shown)}; declared {declared:.2g}"
