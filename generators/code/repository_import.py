"""Faults in a user's own repository: tasks that `rlvr.importing.repository` has made and stored, a JSON object a line.

Nothing is drawn but which task, and how it is worded. Difficulty: `tasks` is the file of a level; `shown` says whether
the prompt has the texts of the files in question, for tasks of one response, or leaves reading to tools.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from ...payloads import stored_trees
from ..base import Draft, GenerationError, Json
from ..stored_tasks import drawn
from ..wording import phrase

WORDINGS = (
    "Some tests of the Python repository {name} fail: there is a fault in its source files. Repair it.",
    "The Python repository {name} has a fault, so that some of its tests fail. Find it and repair it.",
    "Repair the source files of the Python repository {name}, so that its failing tests pass.",
)
MOST_LISTED = 12
MOST_OUTPUT = 5000
MOST_SHOWN = 40_000
RULES = (
    "All tests that fail must pass, and all that pass now must still pass. Only source files (.py) can be changed: "
    "tests, settings and data stay as they are. A changed file may not reach into the machinery of tests or of the "
    "interpreter (pytest, unittest, sys.modules, inspect, gc, exec, open, __eq__ and the like) more than it did, or "
    "import other modules than it did but for simple ones (math, re, itertools and the like) and the repository's own."
)
FORM = (
    'The answer is a JSON object with the changed files: {"path": "whole new text"}, or, to replace parts of a file, '
    '{"path": [{"old": "text that stands in it exactly once", "new": "what takes its place"}, ...]}.'
)
WITH_TOOLS = (
    "When you are done, give any final answer (such as done): the files are judged as they are then. If the final "
    'answer is a JSON object {"path": "whole new text"} or {"path": [{"old": "...", "new": "..."}]}, these changes are '
    "made first."
)


def generate(rng: random.Random, *, tasks: str, shown: bool) -> Draft:
    """One of the stored tasks; see the top of this module.

    Raises:
        GenerationError: the file is not there or not one of tasks.
    """
    task = drawn(rng, Path(tasks))
    folder = str(Path(tasks).parent)
    payload = {
        "repository": {**task["repository"], "folder": folder},
        **{part: task[part] for part in ("fault", "suite", "due", "failing", "canaries", "hidden", "problem")},
    }
    parts = [phrase(rng, WORDINGS, name=task["name"]), _report(task)]
    if shown:
        parts.append(_files(task, folder))
    parts += [RULES, FORM if shown else WITH_TOOLS]
    return Draft(
        prompt="\n\n".join(parts),
        payload=payload,
        answer=task["answer"],
        canonical=canonical_of(task),
        guess_rate=task["guess_rate"],
        difficulty=task["difficulty"],
    )


def canonical_of(task: Mapping[str, Json]) -> Json:
    """What makes a stored task the same. Its salt is chosen so that its split is the one that is wanted."""
    return [task["repository"]["tree"], sorted(task["fault"].items()), task["salt"]]


def _report(task: Mapping[str, Json]) -> str:
    failing = task["failing"]
    listed = "\n".join(failing[:MOST_LISTED])
    if len(failing) > MOST_LISTED:
        listed += f"\n(and {len(failing) - MOST_LISTED} more)"
    said = f"Tests that fail ({len(failing)} of {task['tests']}):\n{listed}"
    if task["note"]:
        said = f"What is wanted, in the words of who made the change: {task['note']}\n\n{said}"
    return f"{said}\n\nWhat they print:\n{task['output'][:MOST_OUTPUT].strip()}"


def _files(task: Mapping[str, Json], folder: str) -> str:
    """The texts of the files in question, as they are at the beginning."""
    try:
        _, tree = stored_trees.load(folder, task["repository"]["tree"])
    except (OSError, ValueError) as error:
        raise GenerationError(f"{folder}: a repository cannot be read ({error}); import it again") from error
    shown = []
    for path in task["in_question"]:
        text = task["fault"][path] if path in task["fault"] else tree[path].decode("utf-8", "replace")
        shown.append(
            f"The file {path} is not there yet." if text is None else f"File {path}:\n```python\n{text}\n```"
        )
    return "\n\n".join(shown)
