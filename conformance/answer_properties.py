"""What must hold of verdicts: right answers pass in every form, near misses and hostile texts do not.

No property reads a clock but where time is its subject: then the processor's, so that a busy machine fails nobody,
beside a far wider bound on the clock's for work that is done elsewhere or waited for.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ..answer_mutations import mutants, normal
from ..generators.base import Task
from ..spec import TaskSpec, mark, resolve
from ..verifiers.base import Verdict
from ..verifiers.extract import Mode
from . import hostile
from .isolated import Event, isolated
from .probe import RUNS_COST, THOROUGH, Probe, short

MAX_SECONDS_A_VERDICT = 2.0
"""Of the processor, in this process."""
MAX_SECONDS_ON_THE_CLOCK = 10.0
MAX_SECONDS_A_RUN = 30.0
"""Where scoring runs a program, it may use its limits; a few seconds more would be a hang."""
RACES = 8
MUTANTS = 25
"""Near misses of a right answer that are tried; of a program, in proportion to the draws, but `FEWEST_PROGRAMS`."""
FEWEST_PROGRAMS = 8
BULKY = 20_000
"""Characters of a response that is tried at the last level only: what reads it is the same at all levels. With few
draws it is tried in the lenient mode only, which reads all that the strict one does, and more."""
_MODES: tuple[Mode, ...] = ("strict", "lenient")


def reference(probe: Probe) -> Iterator[str]:
    """The reference answer scores 1.0: for every draw (an eighth, where a program runs), in every accepted form."""
    accepted_forms = getattr(_module(probe.spec.verifier), "accepted_forms", None)
    eighth = max(probe.of_hundred(13), probe.draws // RUNS_COST)
    every = (task for tasks in probe.tasks.values() for task in tasks[:eighth])
    for task in every if probe.spec.sandbox else probe.all():
        verdict = probe.answer(task, task.answer)
        if not verdict.passed:
            yield f"{task.id}: the reference answer {task.answer!r:.80} gets {short(verdict)}"
    for task in probe.scored(10):
        a, marked = task.answer, mark(task.answer, task.marker)
        forms = {
            "marked": marked,
            "after a thought": f"<think>first 1, then <answer>no</answer> 2</think>\nSo: {marked}",
            "after the end of a thought": f"hm, 12 or 13?\n</think>\n{marked}",
            "spaced": mark(f"\n  {a} \n", task.marker),
            "after a wrong one": f"{mark('17 or so', task.marker)} Wait, no. {marked}",
        }
        for name, response in forms.items():
            if not (verdict := probe.response(task, response)).passed:
                yield f"{task.id}: the right answer {name} gets {short(verdict)}"
        lenient = {"bare": a, "fenced": f"```\n{a}\n```", "tag left open": f"<answer>{a}"}
        if probe.spec.form == "code":
            forms["fenced in the tag"] = mark(f"\nThis does it:\n```python\n{a}\n```\n", task.marker)
            lenient["fenced after words"] = f"First:\n```\nno\n```\nNo, this:\n```python\n{a}\n```\nDone."
        else:
            lenient |= {"bold": f"**{a}**", "phrase": f"Final answer:\n{a}"}
            lenient["other marker"] = mark(a, "tag") if task.marker == "boxed" else mark(a, "boxed")
        for name, response in (forms | lenient).items():
            if not (verdict := probe.response(task, response, "lenient")).passed:
                yield f"{task.id}: the right answer {name} gets {short(verdict)} in lenient mode"
        for form in accepted_forms(a) if accepted_forms else ():
            if not (verdict := probe.answer(task, form)).passed:
                yield f"{task.id}: the form {form!r:.80} of the right answer gets {short(verdict)}"
        if task.trace is not None and not probe.response(task, task.trace).passed:
            yield f"{task.id}: the worked solution does not end in the right answer"
        for marker in probe.spec.markers:
            other = probe.spec.task(task.level, task.seed, marker=marker)
            if not probe.response(other, mark(other.answer, marker)).passed:
                yield f"{task.id}: the right answer marked as {marker} is not accepted"
            if (other.payload, other.fingerprint) != (task.payload, task.fingerprint):
                yield f"{task.id}: the marker {marker} changes the problem"


def mutations(probe: Probe) -> Iterator[str]:
    """Nearby wrong answers score below 1.0; where several answers are right, a solver decides."""
    confirms, rng = probe.spec.confirms, Random(0)
    count = max(FEWEST_PROGRAMS, probe.of_hundred(MUTANTS)) if probe.spec.sandbox else MUTANTS
    for task in probe.scored(15):
        for mutant in mutants(task.answer, rng, count):
            verdict = probe.answer(task, mutant)
            right = confirms(task.payload, mutant) if confirms else False
            if confirms and verdict.passed != right:
                right = confirms(task.payload, mutant)  # it, too, has a limit that a pause may break
            if verdict.passed != right and not _races(probe.spec, task, mutant, right):
                kind = "accepted, but wrong" if verdict.passed else "rejected, but the solver confirms it"
                yield f"{task.id}: {_around_change(mutant, task.answer)} is {kind}"
        if confirms and not confirms(task.payload, task.answer) and not confirms(task.payload, task.answer):
            yield f"{task.id}: the solver rejects the reference answer {task.answer!r:.80}"


def _races(spec: TaskSpec, task: Task, answer: str, right: bool) -> bool:
    """Whether a program is right now and wrong then by itself: the solver, too, takes both sides of it."""
    if not spec.sandbox or spec.confirms is None:
        return False
    return any(bool(spec.confirms(task.payload, answer)) != right for _ in range(RACES))


def hostile_answers(probe: Probe) -> Iterator[str]:
    """The hostile list scores exactly 0.0, raises nothing and takes bounded time."""
    yield from isolated(_hostile_answers, probe)


def _hostile_answers(probe: Probe) -> Iterator[Event]:
    spec = probe.spec
    last = spec.levels[-1]
    # Of programs, what hostile texts do depends on the language, which is the same at all levels.
    levels: Sequence[int] = spec.levels
    if spec.sandbox:
        levels = (spec.levels[0], last) if probe.draws >= THOROUGH else (last,)
    for task in (probe.tasks[level][0] for level in levels):
        ran: dict[str | None, Verdict] = {}
        for name, response in hostile.responses(task, probe.others(task)):
            if len(response) > BULKY and task.level != last:
                continue
            for mode in _MODES if len(response) <= BULKY or probe.draws >= THOROUGH else _MODES[-1:]:
                yield "at", f"{task.id}, hostile response {name!r}"
                try:
                    program = (
                        spec.extract(response, task.marker, mode, task.payload).text if spec.sandbox else None
                    )
                    if program in ran:
                        verdict, slow = ran[program], ""
                    else:
                        verdict, slow = _timed(spec, task, response, mode)
                    if slow:  # the machine may have paused: once more
                        yield "at", f"{task.id}, hostile response {name!r} again"
                        verdict, slow = _timed(spec, task, response, mode)
                    if slow:
                        yield "wrong", f"{task.id}: hostile response {name!r} takes {slow}"
                    if program is not None:
                        ran[program] = verdict
                    if verdict.score != 0.0 and not (
                        _same_answer(task, response) or _proved(spec, task, response, mode)
                    ):
                        yield (
                            "wrong",
                            f"{task.id}: hostile response {name!r} gets {short(verdict)} in {mode} mode",
                        )
                except Exception as error:  # that nothing is raised is the property
                    yield "wrong", f"{task.id}: hostile response {name!r} raises {error!r:.100}"
        for name, answer in hostile.bare_answers(task):
            if len(answer) > BULKY and task.level != last:
                continue
            yield "at", f"{task.id}, hostile answer {name!r}"
            try:
                verdict = ran.get(answer) or spec.verifier_function(task.payload, answer)
                if verdict.passed and normal(answer) != normal(task.answer) and not _right(spec, task, answer):
                    yield "wrong", f"{task.id}: hostile answer {name!r} is accepted"
            except Exception as error:
                yield "wrong", f"{task.id}: hostile answer {name!r} raises {error!r:.100}"


def _timed(spec: TaskSpec, task: Task, response: str, mode: Mode) -> tuple[Verdict, str]:
    """A verdict, and what took too long about it; a program has the limits of the sandbox, and a clock of its own."""
    clock, processor = time.monotonic(), time.process_time()
    verdict = spec.verify_response(task, response, mode)
    clock, processor = time.monotonic() - clock, time.process_time() - processor
    if processor > MAX_SECONDS_A_VERDICT and not spec.sandbox:
        return verdict, f"{processor:.1f} s of the processor"
    if clock > (MAX_SECONDS_A_RUN if spec.sandbox else MAX_SECONDS_ON_THE_CLOCK):
        return verdict, f"{clock:.1f} s"
    return verdict, ""


def _module(target: str) -> Any:
    resolve(target)
    return sys.modules[resolve(target).__module__]


def _same_answer(task: Task, response: str) -> bool:
    """Whether a 'hostile' response happens to be the right answer itself (a task whose answer is ``nan``)."""
    return normal(response) in (normal(task.answer), normal(mark(task.answer, task.marker)))


def _proved(spec: TaskSpec, task: Task, response: str, mode: Mode) -> bool:
    """Whether the solver shows that a 'hostile' response holds a right program, among other things."""
    text = spec.extract(response, task.marker, mode, task.payload).text if spec.form == "code" else None
    return text is not None and _right(spec, task, text)


def _right(spec: TaskSpec, task: Task, answer: str) -> bool:
    return spec.form == "code" and spec.confirms is not None and spec.confirms(task.payload, answer)


def _around_change(mutant: str, answer: str) -> str:
    """A mutant and its original, cut to where they begin to differ."""
    at = next((i for i, (a, b) in enumerate(zip(mutant, answer, strict=False)) if a != b), len(answer))
    start = max(at - 30, 0)
    return f"{mutant[start : at + 40]!r} (near {answer[start : at + 40]!r}, from character {start})"
