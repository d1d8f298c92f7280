"""Bring a tree of files into a stated state with a shell.

A tree is made (logs, tables, notes, settings, with spaces and dashes in names, empty files, missing last newlines and
carriage returns), then a chain of steps is drawn that each change it: reports, renaming, moving, splitting, joining,
deleting, rewriting. The steps are stated in English; what they make of the tree is worked out here in Python; and for
each there is a script, whose sum is the reference answer.

The task is an episode with a tool that runs commands in the tree (`rlvr.envs.tools.shell`); the final tree is
compared, byte for byte. One bash script that is run on the tree as it was is an answer as well.

Difficulty: `steps` is the length of the chain, `files` and `lines` the size of the tree; `shown` is whether the prompt
lists its files. Identity: the tree and the steps.
"""

from __future__ import annotations

from random import Random

from ...base import Draft, GenerationError, Json
from ...wording import phrase
from .step import Conflict, Facts
from .steps import STEPS
from .trees import Tree, make_tree

WORDINGS = (
    "You are in the top folder of a tree of files and have a shell, bash 5.0. Bring the tree into this "
    "state:\n{goal}\n\n{rules}{listing}\n\n"
    "{finish}",
    "Some files need tidying up, with bash 5.0 and the usual Debian tools (grep, sed, awk, find, sort, ...). What "
    "is to be done:\n{goal}\n\n"
    "{rules}{listing}\n\n{finish}",
    "Using a shell (bash 5.0), change a tree of files as follows.\n\n{goal}\n\nWhat holds for all of it: "
    "{rules}{listing}\n\n{finish}",
    "A colleague left you this request for a folder full of files, to be done in bash 5.0:\n\n{goal}\n\n"
    "The fine print: {rules}{listing}\n\n{finish}",
)
_RULES = (
    "Paths are relative to the top folder and written without ./ in front; their order is the byte order "
    'of the whole paths (LC_ALL=C), and so are all other orders. "All files" means those in all folders. '
    "A line ends with LF or with CR LF or at the end of its file, and its end does not belong to it; "
    "whatever you write has LF behind each line, the last one too, and a file without lines is empty "
    "(where a step says that bytes stay as they are, they do). In the end, the files must be exactly "
    "these, with exactly these contents: no file more, none less. Folders without files, times and "
    "permissions do not matter. Names have no line breaks; some have spaces or begin with a dash."
)
_FINISH = (
    "With the tool, look around and work step by step; what you do to the files stays (empty folders do not). "
    "When the tree is as it should "
    "be, give the final answer, the word done. Instead, the final answer may be a whole bash script: it is "
    "run once in the tree as it is "
    "then, before the tree is compared."
)
MAX_TRIES = 300
ONE_STEP_GUESS = 0.02
"""The share of goals of one step that the most common script fulfils: a step may have few facts."""


def generate(rng: Random, *, steps: int, files: int, lines: int, shown: bool) -> Draft:
    """Make a tree and a goal of so many steps."""
    if not (1 <= steps <= 8 and 4 <= files <= 60 and 10 <= lines <= 1000):
        raise ValueError(
            f"steps must be 1 to 8, files 4 to 60, lines 10 to 1000, not {steps}, {files}, {lines}"
        )
    tree = make_tree(rng, files, lines)
    goal, after = _goal(rng, tree, steps)
    told = [STEPS[kind].english(facts) for kind, facts in goal]
    text = told[0] if steps == 1 else "\n".join(f"{n}. {line}" for n, line in enumerate(told, 1))
    if steps > 1:
        text += "\nThe steps are done one after the other: each one applies to the tree that the one before it left."
    listing = "\n\nThe files, with their sizes in bytes:\n" + "\n".join(
        f"{len(tree[path]):6} {path}" for path in sorted(tree)
    )
    script = "export LC_ALL=C\n" + "\n".join(STEPS[kind].script(facts) for kind, facts in goal)
    payload: dict[str, Json] = {
        "files": tree,
        "expected": _difference(tree, after),
        "problem": {"steps": [[kind, facts] for kind, facts in goal]},
    }
    return Draft(
        prompt=phrase(rng, WORDINGS, goal=text, rules=_RULES, listing=listing if shown else "", finish=_FINISH),
        payload=payload,
        answer=script,
        canonical=[tree, payload["problem"]["steps"]],
        guess_rate=ONE_STEP_GUESS if steps == 1 else 0.0,
        difficulty=float(steps * sum(text.count("\n") for text in tree.values())),
    )


def _goal(rng: Random, tree: Tree, steps: int) -> tuple[list[tuple[str, Facts]], Tree]:
    """A chain of different steps, each of which changes the tree, and the tree after them."""
    goal: list[tuple[str, Facts]] = []
    now = tree
    for _ in range(MAX_TRIES):
        kind = rng.choice([kind for kind in STEPS if all(kind != known for known, _ in goal)])
        try:
            facts = STEPS[kind].draw(rng, now)
            after = STEPS[kind].apply(now, facts)
        except Conflict:
            continue
        changed = [text for path, text in after.items() if now.get(path) != text]
        if after == now or (changed and not any(changed)):
            continue
        goal.append((kind, facts))
        now = after
        if len(goal) == steps:
            if now != tree:
                return goal, now
            goal, now = [], tree
    raise GenerationError("no chain of steps was found; take fewer steps or more files")


def _difference(before: Tree, after: Tree) -> dict[str, Json]:
    """The tree `after`: its texts, or null where nothing changed, or where a text stood before."""
    places = {text: path for path, text in sorted(before.items(), reverse=True) if text}
    told: dict[str, Json] = {}
    for path, text in sorted(after.items()):
        told[path] = None if before.get(path) == text else {"as": places[text]} if text in places else text
    return told
