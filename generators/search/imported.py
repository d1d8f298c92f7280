"""Questions to a user's own corpus: tasks that `rlvr.importing` has made and stored, one JSON object a line.

Nothing is drawn but which task and how it is worded. Difficulty: `tasks` is the file of a level, `corpus` the folder of
the saved index, `calls` how many tool calls there are (more where the known documents need more), and `signals` the
weights of process signals for dense rewards (null for none; they need to know the documents that a question takes).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from ..base import Draft, Json
from ..stored_tasks import drawn
from ..wording import phrase
from .setting import cover

WORDINGS = (
    "Your tools search a collection of documents and show them. Answer this question from what the documents say: "
    "{question}\n\n{form}",
    "{question}\n\nFind the answer in a collection of documents, which you do not see but can search by words and open "
    "one by one. {form}",
    "There is a collection of documents that you can search. Look up what you need, and then answer.\n\n"
    "Question: {question}\n\nThe form of the answer: {form}",
    "Use the tools to search the documents until you know the answer to what is asked here.\n\nWhat is asked: "
    "{question}\n\nHow to answer: {form}",
)
_SPARE_TURNS = 4


def generate(
    rng: random.Random, *, tasks: str, corpus: str, calls: int, signals: Mapping[str, float] | None
) -> Draft:
    """One of the stored tasks; see the top of this module.

    Raises:
        GenerationError: the file is not there or not one of tasks.
    """
    if calls < 1:
        raise ValueError(f"calls is at least 1, not {calls}")
    task = drawn(rng, Path(tasks))
    search = {"corpus": {"path": corpus}, **task["search"]}
    support = search.get("support")
    if support:
        search["oracle_calls"] = len(cover(support))
        calls = max(calls, 2 * search["oracle_calls"])
        if signals:
            search["signals"] = dict(signals)
    return Draft(
        prompt=phrase(rng, WORDINGS, question=task["question"], form=task["form"]),
        payload={
            "search": search,
            "problem": {"question": task["question"], "row": task["row"]},
            "max_calls": calls,
            "max_turns": calls + _SPARE_TURNS,
        },
        answer=search["gold"],
        canonical=canonical_of(task),
        guess_rate=task["guess_rate"],
        difficulty=task["difficulty"],
    )


def canonical_of(task: Mapping[str, Json]) -> Json:
    """What makes a stored task the same. Its salt is chosen so that its split is the one that is wanted."""
    return [task["question"], task["search"]["gold"], task["salt"]]
