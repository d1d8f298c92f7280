"""Program triples as in Absolute Zero: what a policy proposes becomes a task of an environment that is there.

From a program p, an input i and the output o that the sandbox gives for it: *deduction* (p, i: what is o? a task of
``rlvr/output-prediction-v0``), *abduction* (p, o: an input that gives it; ``rlvr/input-prediction-v0``) and *induction*
(some pairs of inputs and outputs: the program, which is tested on others; ``rlvr/program-induction-v0``). Their
verifiers are those of the environments, and no task is admitted unless its reference answer passes there.

Source: "Absolute Zero: Reinforced Self-play Reasoning with Zero Data" (Zhao et al. 2025, arXiv 2505.03335), whose
executor is the trainer's own process with a list of forbidden words, and whose answers are compared by ``eval``; here
programs run in the sandbox only, twice, and answers are compared as data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ...generators.base import Json, Marker, Task, derive_seed, fingerprint_of
from ...generators.code.programs import input_prediction, output_prediction
from ...generators.code.programs.program import Parameter, Program
from ...generators.wording import marker_sentence, phrase
from ...payloads.literals import Read, same, write
from ...registry import get
from .execution import run_twice
from .programs import ENTRY, Proposal, Refused, read_proposal

LEAST_EXAMPLES = 6
"""Calls of an induction proposal: one half is shown, the other half is hidden."""
TRIALS = 24
"""Random arguments that tell how often blind ones are right in abduction."""
MAX_HITS = 2

INDUCTION_WORDINGS = (
    "A hidden Python function `{entry}` gives these values:\n\n{examples}\n\nWrite a function `{entry}` that gives the "
    "same values, also for other arguments of the same kind. {form}",
    "Find out from these calls what the function `{entry}` does:\n\n{examples}\n\nWrite it in Python; it is tested on "
    "other calls of the same kind. {form}",
    "```python\n{examples}\n```\n\nWrite the Python function `{entry}` behind these calls; other calls of its kind "
    "decide whether it is right. {form}",
)
_FORM = "Use only the standard library, and keep no state between calls. Answer with the whole Python code."


@dataclass(frozen=True, slots=True)
class TaskParts:
    """What a kind of task is made of, before it is given an identity."""

    prompt: str
    payload: dict[str, Json]
    answer: str
    problem: Json
    guess_rate: float


def admit(kind: str, text: str) -> Task:
    """The task that a proposal makes: a function of its text.

    Args:
        kind: a key of `KINDS`.
        text: a program and calls of it; see `programs.read_proposal`.

    Raises:
        Refused: if it is not admitted; the message says why.
        SandboxError: if the machinery fails; that says nothing about the proposal.
    """
    env, make = KINDS[kind]
    proposal = read_proposal(text)
    rng = Random(derive_seed("self-play", kind, proposal.key, *map(write, proposal.calls)))
    made = make(rng, proposal)
    spec = get(env)
    marker: Marker = spec.marker
    verdict = spec.verify_answer(made.payload, made.answer)
    if not verdict.passed:
        raise Refused(f"The reference answer does not pass its own verifier: {verdict.message}")
    return Task(
        env=spec.id,
        level=1,
        seed=rng.getrandbits(53),
        prompt=f"{made.prompt}\n\n{marker_sentence(rng, marker, spec.noun)}",
        payload=made.payload,
        answer=made.answer,
        trace=None,
        fingerprint=fingerprint_of(spec.fingerprint_space, [proposal.key, made.problem]),
        guess_rate=made.guess_rate,
        params={"proposed": proposal.key},
        marker=marker,
    )


def _deduction(rng: Random, proposal: Proposal) -> TaskParts:
    arguments = list(proposal.calls[0])
    output = write(_known(run_twice(proposal, [arguments]))[0])
    listed = ", ".join(map(write, arguments))
    if output in (listed, *map(write, arguments)):
        raise Refused("The value is one of the arguments, so that copying would do.")
    prompt = output_prediction.asked(rng, proposal.source, f"{ENTRY}({listed})")
    return TaskParts(prompt, {"out": output}, output, arguments, _chance(output))


def _abduction(rng: Random, proposal: Proposal) -> TaskParts:
    arguments = list(proposal.calls[0])
    parameters = tuple(map(_parameter, proposal.parameters, arguments))
    if not parameters:
        raise Refused(f"{ENTRY} must take arguments, so that some can be found.")
    program = Program(proposal.source, ENTRY, parameters)
    blind = [program.sample(rng) for _ in range(TRIALS)]
    found, *tried = run_twice(proposal, [arguments, *blind])
    output = _known([found])[0]
    _need_json(output)
    text, answer = write(output), ", ".join(map(write, arguments))
    hits = sum(same(value.value, output) for value in tried if value is not None)
    if hits > MAX_HITS:
        raise Refused(f"Arguments chosen blindly give the value {hits} times in {TRIALS}.")
    if text == answer:
        raise Refused("The value itself is the argument, so that copying would do.")
    prompt = input_prediction.asked(rng, program, text)
    payload = input_prediction.facts(program, output)
    return TaskParts(prompt, payload, answer, output, (hits + 1) / (TRIALS + 2))


def _induction(rng: Random, proposal: Proposal) -> TaskParts:
    calls = [list(call) for call in proposal.calls]
    if len(calls) < LEAST_EXAMPLES:
        raise Refused(f"At least {LEAST_EXAMPLES} calls are needed: one half is shown, the others are tests.")
    if len({write(call) for call in calls}) < len(calls):
        raise Refused("Two calls are the same.")
    outputs = _known(run_twice(proposal, calls))
    for output in outputs:
        _need_json(output)
    if len({write(output) for output in outputs}) < LEAST_EXAMPLES // 2:
        raise Refused("The calls give too few different values to tell the program by.")
    cases = [{"args": call, "out": output} for call, output in zip(calls, outputs, strict=True)]
    shown = len(cases) // 2
    examples = "\n".join(
        f"{ENTRY}({', '.join(map(write, call))}) == {write(output)}"
        for call, output in list(zip(calls, outputs, strict=True))[:shown]
    )
    prompt = phrase(rng, INDUCTION_WORDINGS, entry=ENTRY, examples=examples, form=_FORM)
    code = {"entry": ENTRY, "cases": cases, "public": shown, "compare": "exact"}
    return TaskParts(prompt, {"code": code}, proposal.source, calls, 0.0)


KINDS: dict[str, tuple[str, Callable[[Random, Proposal], TaskParts]]] = {
    "deduction": ("rlvr/output-prediction-v0", _deduction),
    "abduction": ("rlvr/input-prediction-v0", _abduction),
    "induction": ("rlvr/program-induction-v0", _induction),
}
"""The kinds of tasks: the environment of each, and what makes it of a proposal."""


def _chance(output: str) -> float:
    """A bound on the chance of a blind answer; without it a coin toss would look like a task of medium difficulty."""
    if output in ("True", "False", "None"):
        return 0.5
    return 0.1 if len(output) <= 2 else 0.0


def _known(values: Sequence[Read | None]) -> list[Any]:
    found = [value.value for value in values if value is not None]
    if len(found) < len(values):
        raise Refused("A call raises an error or does not return.")
    return found


def _need_json(value: Json) -> None:
    """Values that the sandbox compares must come back from it as they are, and tuples would come back as lists."""
    if isinstance(value, tuple) or (isinstance(value, dict) and any(not isinstance(key, str) for key in value)):
        raise Refused("In this kind of task a value holds no tuples, and the keys of dicts are texts.")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _need_json(item)


def _parameter(name: str, value: Json) -> Parameter:
    """A parameter with bounds around a value: for numbers the next power of ten, for lengths twice its own."""
    if isinstance(value, str) and value and all("a" <= letter <= "z" for letter in value):
        letters = "".join(sorted({*value, *"ab"}))
        return Parameter(name, "text", shortest=1, longest=2 * len(value), letters=letters)
    if isinstance(value, list) and value and all(type(item) is int for item in value):
        bound = 10 ** max(len(str(abs(item))) for item in value)
        return Parameter(name, "ints", -bound, bound, shortest=1, longest=2 * len(value))
    if type(value) is int:
        bound = 10 ** len(str(abs(value)))
        return Parameter(name, "int", -bound, bound)
    raise Refused(
        "Here an argument is a whole number, a list of whole numbers, or a text of the letters a to z."
    )
