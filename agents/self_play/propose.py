"""Proposing as an environment: the answer is a proposal, and it is right if it is admitted.

So propose episodes are rolled out, replayed and judged like all others. What a proposal is *worth* depends on the
solver and is the affair of `learnability`. The environment is registered by `SelfPlay`, not with the package: its
tasks have no fixed solutions to evaluate anybody by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ...generators.base import Draft, Task
from ...generators.wording import phrase
from ...registry import register
from ...sandbox import SandboxError, SandboxUnavailable
from ...verifiers.base import Verdict, correct, illegal, infra, unparsable
from .programs import BUILTINS, Refused
from .questions import admit_question
from .triples import KINDS, LEAST_EXAMPLES, admit

PROPOSE = "rlvr/propose-program-v0"
PROPOSE_QUESTION = "rlvr/propose-question-v0"

WORDINGS = (
    "Write a Python program for a puzzle. {puzzle}\n\n{rules}{examples}",
    "Invent a puzzle about a small Python program. {puzzle}\n\n{rules}{examples}",
    "You set the tasks today: propose a short Python program and calls of it. {puzzle}\n\n{rules}{examples}",
)
_PUZZLES = {
    "deduction": "Others will see the program and its first call, and have to say what it returns.",
    "abduction": "Others will see the program and the value of its first call, and have to find arguments that give "
    "this value.",
    "induction": f"Others will see half of your calls with their values, and have to write the program. Give "
    f"at least {LEAST_EXAMPLES} calls.",
}
_RULES = (
    "It should be neither so easy that everybody solves it nor so hard that nobody does.\n"
    "Write functions only, one of them named f, and below them calls such as f([1, 2], 'ab'), one on a line. Arguments "
    "and values are whole numbers, texts, truth values, None, or lists and dicts of these. There are no imports, "
    "classes, sets, f-strings or prints, and nothing from outside but {names} and the usual methods of texts, lists "
    "and dicts. It must always give the same values, and quickly."
)


def generate(rng: Random, *, kind: str, examples: Sequence[str]) -> Draft:
    """A request for a proposal.

    Args:
        rng: the task's random source.
        kind: deduction, abduction or induction.
        examples: earlier proposals that are shown, and that the new one should differ from.
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    shown = "".join(f"\n\nEarlier proposal {number}:\n{text}" for number, text in enumerate(examples, 1))
    earlier = f"\n\nBe different from these earlier proposals.{shown}" if shown else ""
    prompt = phrase(
        rng,
        WORDINGS,
        puzzle=_PUZZLES[kind],
        rules=_RULES.format(names=", ".join(sorted(BUILTINS))),
        examples=earlier,
    )
    return Draft(
        prompt=prompt,
        payload={"kind": kind, "request": rng.getrandbits(48)},
        answer=simple_proposal(rng),
        difficulty=1.0,
    )


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Right if the proposal is admitted; the message says why not.

    Raises:
        SandboxUnavailable: if there is nothing to run programs in; never because of the answer.
    """
    try:
        admitted(payload, answer)
    except Refused as refused:
        return (unparsable if refused.malformed else illegal)(str(refused))
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        return infra(f"The sandbox failed: {error}")
    return correct()


def admitted(payload: Mapping[str, Any], text: str) -> Task:
    """The task that a proposal makes, whatever it is of.

    Raises:
        Refused: if it is not admitted; the message says why.
        SandboxError: if the machinery fails.
    """
    return admit_question(payload, text) if payload["kind"] == "question" else admit(payload["kind"], text)


def simple_proposal(rng: Random) -> str:
    """A proposal that is admitted for every kind, as a first example."""
    factor, limit, less = rng.randint(3, 9), rng.randint(11, 19), rng.randint(20, 60)
    calls = [[rng.randint(10, 99) for _ in range(4)] for _ in range(2 * LEAST_EXAMPLES)]
    program = (
        "def f(values):\n    total = 0\n    for place, value in enumerate(values):\n"
        f"        if value % {limit} > place:\n            total += value * {factor}\n"
        f"        else:\n            total -= {less}\n    return total * len(values) + values[0]\n"
    )
    return f"{program}\n" + "\n".join(f"f({call})" for call in calls)


def registered() -> None:
    """Make the propose environments known to the registry; doing it again changes nothing."""
    register(Path(__file__).with_name("propose.yaml"))
