"""The graders that `benchmarks.math_verify` compares, and the process that runs one of them.

``python -m benchmarks.math_graders NAME START EVERY STOP`` judges the exam's pairs from number START to STOP, of the
hostile ones one in EVERY, and writes one JSON line for each. A grader takes a gold, an answer and whether the answer
is a whole response, and says right or wrong.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import json
import os
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Grade = Callable[[str, str, bool], bool]
_EXAM = Path(__file__).resolve().parents[1] / "tests" / "maths" / "pairs.py"
WHOLE = ("extract_boxed", "extract_phrase", "hedge", "master_key")
"""Categories whose responses are whole outputs, so that a grader must find the answer by itself."""


@cache
def exam() -> list[Any]:
    """The pairs of the tests that state no option, which peers do not have, in a fixed order."""
    found = importlib.util.spec_from_file_location("exam_pairs", _EXAM)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return [pair for pair in module.all_pairs() if not pair.options]


def chosen(every: int, stop: int) -> list[int]:
    """The numbers of the pairs below `stop`, with one in `every` of the hostile ones."""
    numbers = range(min(stop, len(exam())))
    hostile = [number for number in numbers if exam()[number].category == "hostile"]
    return sorted(
        {number for number in numbers if exam()[number].category != "hostile"} | set(hostile[::every])
    )


def whole(pair: Any) -> bool:
    """Whether the response is a whole output, and not only an answer."""
    return pair.category in WHOLE or bool(re.search(r"\\boxed|\\fbox|<think>|answer is", pair.response[:5_000]))


def _boxed(answer: str, is_whole: bool) -> str:
    return answer if is_whole else rf"\boxed{{{answer}}}"


def _ours() -> Grade:
    check = importlib.import_module("rlvr.verifiers.math").check

    def grade(gold: str, answer: str, is_whole: bool) -> bool:
        passed: bool = check(gold, answer).passed
        return passed

    return grade


def _math_verify(boxed: bool) -> Grade:
    module = importlib.import_module("math_verify")

    def grade(gold: str, answer: str, is_whole: bool) -> bool:
        reference = module.parse(rf"\boxed{{{gold}}}" if boxed else gold)
        return bool(module.verify(reference, module.parse(_boxed(answer, is_whole) if boxed else answer)))

    return grade


def _mathruler() -> Grade:
    module = importlib.import_module("mathruler.grader")

    def grade(gold: str, answer: str, is_whole: bool) -> bool:
        return bool(module.grade_answer(module.extract_boxed_content(_boxed(answer, is_whole)), gold))

    return grade


def _verl(name: str) -> Grade:
    # The file alone: importing the package would load a training framework.
    package = importlib.metadata.distribution("verl")
    path = package.locate_file(f"verl/utils/reward_score/{name}.py")
    found = importlib.util.spec_from_file_location(f"verl_{name}", str(path))
    if found is None or found.loader is None:
        raise ImportError(f"verl has no {name}")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)

    def grade(gold: str, answer: str, is_whole: bool) -> bool:
        if name == "math_dapo":
            text = answer if is_whole else f"Answer: {answer}"
            return bool(module.compute_score(text, gold)["acc"])
        return bool(module.compute_score(_boxed(answer, is_whole), gold) == 1.0)

    return grade


@dataclass(frozen=True, slots=True)
class Grader:
    """One grader: its title, the distribution it comes from, what importing it imports, and how to make it."""

    title: str
    distribution: str
    module: str
    make: Callable[[], Grade]


GRADERS = {
    "ours": Grader("rlvr", "rlvr-gym", "rlvr.verifiers.math", _ours),
    "math-verify": Grader("Math-Verify, boxed", "math-verify", "math_verify", lambda: _math_verify(True)),
    "math-verify-raw": Grader("Math-Verify, raw", "math-verify", "math_verify", lambda: _math_verify(False)),
    "mathruler": Grader("mathruler", "mathruler", "mathruler.grader", _mathruler),
    "verl-math": Grader("verl math_reward", "verl", "", lambda: _verl("math_reward")),
    "verl-dapo": Grader("verl math_dapo", "verl", "", lambda: _verl("math_dapo")),
}


def main() -> None:
    name, start, every, stop = sys.argv[1], *map(int, sys.argv[2:5])
    # What a peer prints must not get between the results.
    results = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    grade = GRADERS[name].make()
    pairs = exam()
    grade("1", r"\boxed{1}", True)  # imports what is imported late
    for number in chosen(every, stop):
        if number < start:
            continue
        pair = pairs[number]
        is_whole = whole(pair)
        results.write(json.dumps({"start": number}) + "\n")
        results.flush()
        begun = time.process_time()
        try:
            passed, raised = grade(pair.gold, pair.response, is_whole), ""
        except Exception as error:
            passed, raised = False, type(error).__name__
        spent = time.process_time() - begun
        results.write(json.dumps({"pair": number, "passed": passed, "cpu": spent, "raised": raised}) + "\n")
        results.flush()


if __name__ == "__main__":
    main()
