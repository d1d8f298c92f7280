"""What must hold of the tasks: the same again, worded in several ways, harder from level to level, none twice."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from statistics import fmean, median

from ..generators.base import TEST_SHARE, GenerationError, Task, split_of
from ..generators.wording import matches_wording, stated_in
from ..spec import TaskSpec, mark
from .english_mistakes import mistakes, word_mistakes
from .probe import Probe, likely

MAX_SECONDS_A_TASK = 1.0
MAX_DUPLICATES = 0.01
MAX_EASIER = 0.05
"""Tasks of a level that are easier than the median `LEVELS_LOWER` below, at most."""
LEVELS_LOWER = 3
FURTHER = 100
"""Tasks of each level in which a wording must come up, at most."""


def wordings(probe: Probe) -> Iterator[str]:
    """At least three wordings, all of them in use; every prompt is made from one of them."""
    found = stated_in(probe.spec.generator_module)
    if len(set(found)) < 3:
        yield f"the generator's module states {len(set(found))} WORDINGS; three are the least"
        return
    unused = set(range(len(found)))
    count = sum(1 for _ in probe.some(60))
    for number, task in enumerate(chain(probe.some(60), _on_request(probe.spec), _further(probe))):
        if number >= count and not unused:
            return
        fitting = [i for i, wording in enumerate(found) if matches_wording(task.prompt, wording)]
        if not fitting:
            yield f"{task.id}: the prompt is made from none of the WORDINGS"
            return
        unused.difference_update(fitting)
    yield from (f"wording {i} is never used" for i in sorted(unused))


def _on_request(spec: TaskSpec) -> Iterator[Task]:
    """Tasks of the kinds that no level draws and the option ``kinds`` asks for."""
    drawn = {word for text in spec.axes.get("kinds", ()) if isinstance(text, str) for word in text.split()}
    for kind in spec.kinds if drawn else ():
        if kind not in drawn:
            for seed in range(30):
                try:
                    task = spec.task(spec.levels[len(spec.levels) // 2], seed, params={"kinds": kind})
                except (GenerationError, ValueError):
                    break  # it needs another kind beside it
                yield task


def _further(probe: Probe) -> Iterator[Task]:
    """Tasks beyond those that were drawn, level by level in turn, for what comes seldom."""
    for seed in range(probe.draws, FURTHER):
        for level in probe.spec.levels:
            yield probe.spec.task(level, seed)


def deterministic(probe: Probe) -> Iterator[str]:
    """The same task from the same id: again, and in another process with other string hashes."""
    picked = list(probe.some(5))
    for task in picked:
        if probe.spec.task(task.level, task.seed) != task:
            yield f"{task.id} differs when it is made again"
    wanted = [task.to_json() for task in picked]
    for hash_seed in ("1", "2") if probe.draws >= 100 else ("1",):
        made = subprocess.run(
            [
                sys.executable,
                "-c",
                _CHILD,
                __package__.split(".")[0],
                probe.spec.origin,
                *(t.id for t in picked),
            ],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        if made.returncode != 0:
            yield f"a fresh process cannot make the tasks: {made.stderr.strip()[-300:]}"
        elif json.loads(made.stdout) != wanted:
            yield f"another process (PYTHONHASHSEED={hash_seed}) makes other tasks from the same ids"


_CHILD = """
import importlib, json, sys
rlvr = importlib.import_module(sys.argv[1])
if sys.argv[2] not in rlvr.registry.origins():
    rlvr.register(sys.argv[2])
print(json.dumps([rlvr.task(task_id).to_json() for task_id in sys.argv[3:]]))
"""


def round_trip(probe: Probe) -> Iterator[str]:
    """A task is one JSON object, and comes back from it and from its id unchanged."""
    for task in probe.some(20):
        text = json.dumps(task.to_json(), allow_nan=False)
        if Task.from_json(json.loads(text)) != task:
            yield f"{task.id} is not the same after a JSON round trip (tuples or keys that are not text?)"
        if not 0.0 <= task.guess_rate <= 1.0 or not math.isfinite(task.difficulty):
            yield f"{task.id}: guess_rate {task.guess_rate} or difficulty {task.difficulty} out of range"


def difficulty(probe: Probe) -> Iterator[str]:
    """The measured difficulty proxy rises from level to level, in the mean."""
    means = {level: fmean(task.difficulty for task in tasks) for level, tasks in probe.tasks.items()}
    for level in probe.spec.levels[1:]:
        if means[level] <= means[level - 1]:
            yield (
                f"{probe.spec.proxy}: {means[level]:.3g} on average at level {level}, "
                f"not more than {means[level - 1]:.3g} at level {level - 1}"
            )
    if len(probe.spec.levels) < 5:
        yield f"there are {len(probe.spec.levels)} levels; five are the least"


def apart(probe: Probe) -> Iterator[str]:
    """Hardly any task of a level is easier than the median three levels lower."""
    for level in probe.spec.levels[LEVELS_LOWER:]:
        lower, tasks = median(t.difficulty for t in probe.tasks[level - LEVELS_LOWER]), probe.tasks[level]
        easier = sum(task.difficulty < lower for task in tasks)
        if easier > likely(len(tasks), MAX_EASIER, 3, 1):
            yield (
                f"{probe.spec.proxy}: {easier} of {len(tasks)} tasks of level {level} are below {lower:.3g}, "
                f"the median of level {level - LEVELS_LOWER}; give the level 'bounds', or change its parameters"
            )


def english(probe: Probe) -> Iterator[str]:
    """Prompts are in good English, as far as a look at their form can tell."""
    look = word_mistakes if probe.spec.form == "code" or probe.spec.sandbox else mistakes
    for task in probe.all():
        yield from (f"{task.id}: {slip}" for slip in look(task.prompt))


def duplicates(probe: Probe) -> Iterator[str]:
    """Fewer than 1% of draws repeat a problem, at every level whose space is not declared small."""
    for level, tasks in probe.tasks.items():
        if level in probe.spec.small_levels:
            continue
        repeated = len(tasks) - len({task.fingerprint for task in tasks})
        if repeated > max(MAX_DUPLICATES * len(tasks), 1):
            yield f"level {level}: {repeated} of {len(tasks)} draws repeat a problem"


def splits(probe: Probe) -> Iterator[str]:
    """Train and test are disjoint by fingerprint, and each can be drawn from."""
    everything = list(probe.all())
    for task in everything[:50]:
        if task.split != split_of(task.fingerprint):
            yield f"{task.id}: the split is not a function of the fingerprint"
    distinct = {task.fingerprint: task.split for task in everything}
    share = sum(split == "test" for split in distinct.values()) / len(distinct)
    tolerance = 5 * math.sqrt(1 / TEST_SHARE / len(distinct))
    if abs(share - 1 / TEST_SHARE) > tolerance:
        yield f"{share:.1%} of the distinct draws are in the test split, not about {1 / TEST_SHARE:.0%}"
    levels = probe.spec.levels  # a space that is too small for two splits is that of an easy level
    for level in levels if probe.draws >= 100 else levels[:2]:
        for split in ("train", "test"):
            try:
                task = probe.spec.task(level, 1, split=split)
            except GenerationError as error:
                yield str(error)
                continue
            if task.split != split or probe.spec.task(level, task.seed) != task:
                yield f"level {level}: {split!r} gives a task of the other split, or its id cannot rebuild it"


def no_leak(probe: Probe) -> Iterator[str]:
    """The prompt does not show the answer, nor the payload or the trace."""
    for task in probe.all():
        answer = task.answer.strip()
        if (len(answer) >= 12 and answer in task.prompt) or mark(answer, task.marker) in task.prompt:
            yield f"{task.id}: the prompt contains the answer {answer!r:.60}"
        if task.trace is not None and task.trace[:40] in task.prompt and len(task.trace) >= 40:
            yield f"{task.id}: the prompt contains the worked solution"


def speed(probe: Probe) -> Iterator[str]:
    """Making a task takes less than a second, on average, at every level."""
    for level, seconds in probe.seconds.items():
        if seconds > MAX_SECONDS_A_TASK:
            yield f"level {level}: {seconds:.2f} s a task"
