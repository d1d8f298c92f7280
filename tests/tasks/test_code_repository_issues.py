"""Repository tasks: what issues say, from which alone one cannot tell the edit."""

from __future__ import annotations

import json
import re
from collections import defaultdict

import rlvr
from rlvr.generators.code.repository.domain import Fault, files_of, filled, with_fault
from rlvr.generators.code.repository.renaming import original, with_places

SPEC = rlvr.get("repository")
_SENTENCES = (
    r"What `(\w+)` returns is not always what the README says\.",
    r"I compared `(\w+)` with the README: for some arguments it does something else\.",
    r"Something is wrong with `(\w+)`: compare it with the README\.",
    r"There are arguments for which `(\w+)` does not do what the README promises\.",
)
VAGUE = re.compile("> (?:" + "|".join(_SENTENCES) + ")")


def faults_of(task: rlvr.Task) -> list[Fault]:
    """The faults of a task, found again by putting each of its domain into the sound files."""
    problem = task.payload["problem"]
    names, has, mended = problem["names"], frozenset(problem["features"]), json.loads(task.answer)
    domain = with_places(problem["domain"])
    sound, faults = files_of(domain, names, has), []
    for fault in domain.faults:
        path = filled(fault.path, names, has)
        if path in mended and (not fault.feature or fault.feature in has):
            faults += [fault] * (with_fault(sound, fault, names, has)[path] == task.payload["files"][path])
    return faults


def vague(task: rlvr.Task) -> list[str]:
    """The functions of which an issue says only that they are wrong."""
    found = map(VAGUE.fullmatch, task.prompt.split("\n"))
    return [next(filter(None, line.groups())) for line in found if line]


def test_many_issues_say_only_which_function_is_wrong_and_name_one_that_shows_a_fault() -> None:
    told = every = 0
    for level in SPEC.levels:
        for seed in range(20):
            task = SPEC.task(level, seed)
            names = task.payload["problem"]["names"]
            faults, functions = faults_of(task), [original(names, name) for name in vague(task)]
            assert len(faults) == SPEC.params(level)["faults"]
            shows = {fault.shows for fault in faults}
            assert set(functions) <= shows
            assert len(set(functions)) == len(functions)  # two faults are not told by the same function alone
            every += len(faults)
            told += len(functions)
            # Each of the other faults is told by one of its own sentences.
            own = [
                fault
                for fault in faults
                if any(
                    f"> {filled(said, names, frozenset(task.payload['problem']['features']))}\n"
                    in f"{task.prompt}\n"
                    for said in fault.symptom.split("|")
                )
            ]
            assert len(own) + len(functions) == len(faults)
            changed = {case["call"] for case in task.payload["cases"] if not case["ok"]}
            assert set(vague(task)) <= changed
    assert 0.4 * every < told < 0.75 * every


def test_the_same_sentence_is_said_of_many_faults() -> None:
    """For half of the sentences that name a function alone, at least three different edits are behind them."""
    edits: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for seed in range(400):
        task = SPEC.task(1 + seed % 5, seed)
        problem = task.payload["problem"]
        for name, fault in zip(vague(task), faults_of(task), strict=False):
            edits[problem["domain"], original(problem["names"], name)].add((fault.path, fault.new))
    several = [key for key, found in edits.items() if len(found) >= 3]
    assert 2 * len(several) >= len(edits) >= 12
