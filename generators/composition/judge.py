"""Judge whether the final answer of a response to a problem of another environment is right or wrong.

For every problem a right and a wrong response are made, and only then is it drawn which of the two is shown; so
nothing about the problem tells the label. The two are dressed alike:

- The wrong answer is the answer to another problem of the same kind (right to a slightly different task) or a near
  miss of the same shape (`near`). That it is well formed and wrong, and that the right one is right in its dress, is
  decided by the exact verifier of the other environment, which the registry names.
- An answer may stand in an unusual form that its verifier accepts; the wrong one then stands in the same form.
- The response may show its working: the worked solution as it is, or with one wrong step at which the wrong answer
  appears. Working and final answer agree or disagree, whether the answer is right or wrong: a judge that looks at
  the consistency of a response alone learns nothing, and one that trusts good reasoning is wrong half of the time.

Symmetries: those of the problem. Right and wrong responses to one problem are one fingerprint, so they never stand on
both sides of a split. Problems are drawn from their own train split.

Difficulty: `level` of the problem (or its environment's last one), from `families`; the shares of near misses (`near`),
of shown working (`working`) and of unusual forms (`dressed`). Proxy: characters of the problem's worked solution, in
hundreds.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base import Draft, GenerationError, Json, split_of
from ..limits import Real, Texts, Whole, limited
from ..wording import phrase
from .chains import entry
from .near_misses import near_miss

if TYPE_CHECKING:
    from ...spec import TaskSpec

WORDINGS = (
    "Here are a problem and a response to it. Is the final answer of the response right?\n\n"
    "Problem:\n{problem}\n\nResponse:\n{response}\n\n{form}",
    "Check this response to a problem.\n\nThe problem:\n{problem}\n\nThe response:\n{response}\n\n"
    "Judge its final answer. {form}",
    "Somebody was given the problem below and wrote the response below it. Decide whether the answer that it ends "
    "with solves the problem.\n\n[Problem]\n{problem}\n\n[Response]\n{response}\n\n{form}",
)
_FORM = (
    "Only the final answer counts, not how the response came to it; any form of a right answer is right. "
    "Answer with one word: right or wrong."
)
_LEADS = ("", "So ", "The answer: ", "Therefore: ", "I get ", "Final answer: ")

MAX_TRIES = 60
MAX_PROMPT = 4000
MAX_TRACE = 6000


@dataclass(frozen=True)
class Pair:
    """A problem with a right and a wrong final answer to it, as they are to be written."""

    spec: TaskSpec
    draft: Draft
    wrong: str
    right_form: str
    wrong_form: str


@limited(
    families=Texts("registry ids (or short names) of single-turn tasks, each with one right answer"),
    level=Whole(1, 1000, "the level of the problem; a task with fewer levels gives its last one"),
    near=Real(0, 1, "share of wrong answers that are near misses; the others are answers to other problems"),
    working=Real(0, 1, "share of responses that show their working, where it states the answer"),
    dressed=Real(0, 1, "share of responses whose answer stands in an unusual form, where there is one"),
)
def generate(
    rng: random.Random,
    *,
    families: Sequence[str],
    level: int,
    near: float,
    working: float,
    dressed: float,
) -> Draft:
    """Make one problem with a response to be judged.

    Raises:
        ValueError: if an id is unknown.
        GenerationError: if no pair of responses could be made in a bounded number of tries.
    """
    pair = _pair(rng, [entry(name) for name in families], level, near, dressed)
    right, agrees = rng.random() < 0.5, rng.random() < 0.5
    draft = pair.draft
    final = f"{rng.choice(_LEADS)}<answer>{pair.right_form if right else pair.wrong_form}</answer>"
    slipped = with_mistake(draft.trace or "", draft.answer, pair.wrong)
    if slipped is not None and rng.random() < working:
        shown = draft.trace if right == agrees else slipped
        final = f"{shown}\n{final}"
    return judged(
        rng,
        task=pair.spec.id,
        problem=draft.prompt,
        facts={"payload": draft.payload, "response": final, "marker": "tag"},
        right=right,
        reference=draft.answer,
        trace=draft.trace,
        fingerprint=pair.spec.fingerprint(draft),
    )


def judged(
    rng: random.Random,
    *,
    task: str,
    problem: str,
    facts: Mapping[str, Json],
    right: bool,
    reference: str,
    trace: str | None,
    fingerprint: str,
) -> Draft:
    """A problem and a response to it, to be judged; also for responses that a policy wrote.

    Args:
        rng: picks the wording.
        task: registry id of the problem.
        problem: its text.
        facts: its ``payload``, the ``response`` and the ``marker`` of the answer in it.
        right: the exact verdict.
        reference: its reference answer.
        trace: its worked solution, or None.
        fingerprint: its fingerprint.
    """
    word = "right" if right else "wrong"
    solved = f"Solving the problem anew, without the response:\n{trace}\n" if trace else ""
    return Draft(
        prompt=phrase(rng, WORDINGS, problem=problem, response=fenced(facts["response"]), form=_FORM),
        payload={"right": right, "problem": {"task": task, **facts}},
        answer=word,
        trace=f"{solved}A right answer is {reference}\nWith that, the response's final answer is {word}.",
        canonical=[fingerprint],
        guess_rate=0.5,
        difficulty=len(trace or reference) / 100,
    )


def fenced(text: str) -> str:
    """`text` between two lines of dashes that do not occur in it."""
    fence = "-----"
    while fence in text:
        fence += "-"
    return f"{fence}\n{text}\n{fence}"


def with_mistake(trace: str, right: str, wrong: str) -> str | None:
    """A worked solution whose last mention of the answer `right` says `wrong`; None if there is no mention."""
    places = list(re.finditer(rf"(?<![\w./-]){re.escape(right)}(?![\w/]|\.[0-9])", trace))
    if not places:
        return None
    return trace[: places[-1].start()] + wrong + trace[places[-1].end() :]


def _pair(rng: random.Random, pool: Sequence[TaskSpec], level: int, near: float, dressed: float) -> Pair:
    """A problem for which a right and a wrong response could be made, whichever will be shown."""
    for _ in range(MAX_TRIES):
        spec = rng.choice(pool)
        draft = _drawn(rng, spec, level)
        if draft is None:
            continue
        other = near_miss(draft.answer, rng) if rng.random() < near else _another(rng, spec, draft, level)
        if other is None:
            continue
        forms = _forms(rng, spec, draft.answer, other) if rng.random() < dressed else (draft.answer, other)
        if [_reason(spec, draft, text) for text in (*forms, other)] == ["correct", "wrong", "wrong"]:
            return Pair(spec, draft, other, *forms)
    raise GenerationError(
        f"no right and wrong response in {MAX_TRIES} tries at level {level}: take other families"
    )


def _drawn(rng: random.Random, spec: TaskSpec, level: int) -> Draft | None:
    """A problem of the train split that is not too long."""
    draft = spec.draft(rng, min(level, spec.levels[-1]))
    if len(draft.prompt) > MAX_PROMPT or len(draft.trace or "") > MAX_TRACE:
        return None
    return draft if split_of(spec.fingerprint(draft)) == "train" else None


def _another(rng: random.Random, spec: TaskSpec, draft: Draft, level: int) -> str | None:
    """The answer to another problem of the kind: of several, the one whose answer has the most similar length."""
    others = [spec.draft(rng, min(level, spec.levels[-1])).answer for _ in range(4)]
    others = [answer for answer in others if answer != draft.answer]
    return min(others, key=lambda answer: abs(len(answer) - len(draft.answer)), default=None)


def _forms(rng: random.Random, spec: TaskSpec, right: str, wrong: str) -> tuple[str, str]:
    """Both answers in one unusual form, from those that the verifier's own module says it accepts."""
    accepted_forms = getattr(sys.modules[spec.verifier_function.__module__], "accepted_forms", None)
    forms = list(zip(accepted_forms(right), accepted_forms(wrong), strict=False)) if accepted_forms else []
    return rng.choice(forms) if forms else (right, wrong)


def _reason(spec: TaskSpec, draft: Draft, answer: str) -> str | None:
    """What the verifier says of an answer; ``wrong`` is a well-formed one that is not right."""
    found = spec.extract(f"<answer>{answer}</answer>", "tag", "strict", draft.payload).text
    return None if found is None else str(spec.verify_answer(draft.payload, found).reason)
