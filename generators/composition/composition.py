"""Composition: a chain of other registered tasks, in which each problem needs the answer to the one before it.

Problem 1 is a task as it is. Each further problem depends on the answer A to the one before it in one of two ways:
a number of its text is hidden behind a letter, whose value is a linear expression in A; or it is one of several
problems of the same task, and the remainder of A says which. What is asked is the sum of all answers, so that a
slip in any problem shows, unless errors happen to cancel: a wrong A gives another value of the letter (the expression
is one-to-one), and picks another problem with the chance 1 - 1/`variants`.

The tasks are named by registry ids and may be any whose answer is one number, an integer or a rational. They are
looked up in the registry when a chain is made, by an import inside `entry`: a generator does not know the registry
when it is imported, and the registry knows generators by name only, so there is no circle.

Symmetries: those of the tasks, and the values that letters and remainders pass on are part of the problem.

Difficulty: `steps` problems, each at `level` of its own task (or its last level); `variants` problems to pick from;
`families`, the ids to draw from. Proxy: characters of the worked solution, in hundreds.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..base import Draft, GenerationError, fingerprint_of, split_of
from ..limits import Texts, Whole, limited
from ..wording import phrase
from .links import free_letter, linear, replaceable, with_letter

if TYPE_CHECKING:
    from ...spec import TaskSpec

WORDINGS = (
    "Solve these {count} problems in order; each after the first depends on the answer before it. "
    "{naming}\n\n{problems}\n\n{ask}",
    "Here is a chain of {count} problems. {naming}\n\n{problems}\n\nWork through all of them. {ask}",
    "{ask} {naming} The {count} problems build on each other:\n\n{problems}",
)
_FORM = "Give only that sum, as an integer, or, if it is not one, as a fraction in lowest terms such as -3/4."

MAX_TRIES = 60
MAX_TOP = 10**6
MAX_BOTTOM = 1000
MAX_PROMPT = 6000

_NAME = re.compile(r"\bA[0-9]")

# Tasks with one number as the answer whose payload does not say so, and the kinds of answer that say so.
PLAIN = ("rlvr/arithmetic", "rlvr/long-arithmetic", "rlvr/percentages", "rlvr/unit-conversion")
NUMBERS = ("integer", "rational", "decimal", "number")


@dataclass
class Step:
    """One problem of a chain, as drawn from its task."""

    spec: TaskSpec
    draft: Draft
    value: Fraction


@limited(
    steps=Whole(2, 8, "how many problems"),
    level=Whole(1, 1000, "the level of each problem; a task with fewer levels gives its last one"),
    variants=Whole(2, 6, "among how many problems a remainder picks"),
    families=Texts("registry ids (or short names) of the tasks to draw from, with a number as the answer"),
)
def generate(rng: random.Random, *, steps: int, level: int, variants: int, families: Sequence[str]) -> Draft:
    """Make one chain.

    Raises:
        ValueError: if an id is unknown or its answers are not numbers.
        GenerationError: if no chain could be made in a bounded number of tries.
    """
    pool = [entry(name) for name in families]
    chosen = rng.sample(pool, steps) if steps <= len(pool) else rng.choices(pool, k=steps)
    texts: list[str] = []
    lines: list[str] = []
    facts: list[dict[str, Any]] = []
    keys: list[Any] = []
    total, guess = Fraction(0), 1.0
    previous: Fraction | None = None
    for number, spec in enumerate(chosen, 1):
        step, text, told, fact = _link(rng, spec, level, variants, number, previous)
        texts.append(f"Problem {number}. {text}")
        lines.append(told)
        if step.draft.trace is not None:
            lines.append(step.draft.trace)
        lines.append(f"A{number} = {step.value}")
        draft = step.draft
        facts.append({"task": spec.id, "payload": draft.payload, "answer": draft.answer, **fact})
        link = {name: value for name, value in fact.items() if name not in ("others", "value")}
        keys.append(
            [spec.fingerprint_space, draft.payload if draft.canonical is None else draft.canonical, link]
        )
        total += step.value
        previous, guess = step.value, min(guess, draft.guess_rate)
    names = " + ".join(f"A{n}" for n in range(1, steps + 1))
    values = " + ".join(str(Fraction(fact["value"])) for fact in facts).replace("+ -", "- ")
    lines.append(f"{names} = {values} = {total}")
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            count=steps,
            naming=f"A1 stands for the answer to problem 1{', A2 for that to problem 2' if steps > 1 else ''}"
            f"{', and so on' if steps > 2 else ''}.",
            problems="\n\n".join(texts),
            ask=f"What is {names}? {_FORM}",
        ),
        payload={
            "problem": {"steps": facts},
            "gold": {"text": str(total), "kind": "rational", "require": ["reduced"]},
        },
        answer=str(total),
        trace="\n".join(lines),
        canonical=keys,
        guess_rate=guess,  # a sum of independent answers is spread at least as widely as any of them
        difficulty=sum(map(len, lines)) / 100,
    )


def entry(name: str) -> TaskSpec:
    """The registry's entry of a task.

    Raises:
        ValueError: if there is none, or it is a game, or a composition itself.
    """
    from ...registry import UnknownEnvironment, get

    try:
        spec = get(name)
    except UnknownEnvironment as error:
        raise ValueError(f"families: {error}") from error
    if spec.env != "single" or spec.family == "composition":
        raise ValueError(f"families: {spec.id} is no task with one number as its answer")
    return spec


def _draw(rng: random.Random, spec: TaskSpec, level: int) -> Step:
    """A problem whose answer is a number of moderate size, and the only right one, from the task's train split.

    A chain in anybody's train file must not hold a problem that is in the test split of its own task.
    """
    for _ in range(MAX_TRIES):
        draft = spec.draft(rng, min(level, spec.levels[-1]))
        if split_of(_fingerprint(spec, draft)) != "train":
            continue
        value = _value(spec, draft)
        small = value is not None and abs(value.numerator) <= MAX_TOP and value.denominator <= MAX_BOTTOM
        if value is not None and small and len(draft.prompt) <= MAX_PROMPT and not _NAME.search(draft.prompt):
            return Step(spec, draft, value)
    raise ValueError(f"families: at level {level}, {spec.id} gives no problem with one number of moderate size")


def _fingerprint(spec: TaskSpec, draft: Draft) -> str:
    """The fingerprint that the problem has as a task of its own."""
    canonical = draft.payload if draft.canonical is None else draft.canonical
    return fingerprint_of(spec.fingerprint_space, canonical)


def _value(spec: TaskSpec, draft: Draft) -> Fraction | None:
    """The answer as a number; None if it is none, or if other numbers are right as well."""
    gold = draft.payload.get("gold", {})
    if spec.fingerprint_space not in PLAIN and (gold.get("kind") not in NUMBERS or "tolerance" in gold):
        return None
    try:
        return Fraction(draft.answer)
    except (ValueError, ZeroDivisionError):
        return None


def _link(
    rng: random.Random, spec: TaskSpec, level: int, variants: int, number: int, previous: Fraction | None
) -> tuple[Step, str, str, dict[str, Any]]:
    """A problem that needs the answer `previous`: it, its text, a line of the worked solution, and its facts."""
    if previous is None:
        step = _draw(rng, spec, level)
        return step, step.draft.prompt, f"Problem {number}.", {"value": str(step.value)}
    name = f"A{number - 1}"
    pick = rng.random() < 0.3
    for _ in range(MAX_TRIES):
        if pick:
            break
        step = _draw(rng, spec, level)
        prompt = step.draft.prompt
        places = replaceable(prompt, step.draft.payload, step.draft.trace)
        letter = free_letter(prompt)
        if not places or letter is None:
            pick = rng.random() < 0.2
            continue
        place = rng.choice(places)
        text = with_letter(prompt, place, letter)
        hidden = int(prompt[place : place + len(prompt) - len(text) + 1])
        factor = previous.denominator * rng.choice((1, 1, 2, 3, -1))
        constant = hidden - int(factor * previous)
        formula = linear(name, factor, constant)
        fact = {"value": str(step.value), "hidden": hidden, "factor": factor, "constant": constant}
        value = f"({previous})" if previous < 0 else str(previous)
        told = f"Problem {number}. {letter} = {formula} = {linear(value, factor, constant)} = {hidden}"
        return step, f"In this problem, {letter} stands for the number {formula}.\n{text}", told, fact
    return _picked(rng, spec, level, variants, number, previous)


def _picked(
    rng: random.Random, spec: TaskSpec, level: int, variants: int, number: int, previous: Fraction
) -> tuple[Step, str, str, dict[str, Any]]:
    """One of several problems of one task, picked by a remainder; their answers are all different."""
    whole = previous.numerator  # the name stands for the answer times its denominator
    name, remainder = linear(f"A{number - 1}", previous.denominator, 0), whole % variants
    found: list[Step] = []
    for _ in range(MAX_TRIES * variants):
        step = _draw(rng, spec, level)
        if all(step.value != other.value for other in found):
            found.append(step)
        if len(found) == variants:
            break
    else:
        raise GenerationError(
            f"{spec.id} at level {level} gives too few different answers: take fewer variants"
        )
    rest = " or ".join([", ".join(map(str, range(variants - 1))), str(variants - 1)])
    head = (
        f"Let r be that one of the numbers {rest} for which {name} - r is divisible by {variants}. "
        "Solve only the problem with the number r in brackets."
    )
    body = "\n\n".join(f"[{n}] {step.draft.prompt}" for n, step in enumerate(found))
    step = found[remainder]
    quotient = whole // variants
    times = f"{variants}*({quotient})" if quotient < 0 else f"{variants}*{quotient}"
    told = f"Problem {number}. {name} = {whole} = {times} + {remainder}, r = {remainder}"
    fact = {
        "value": str(step.value),
        "scale": previous.denominator,
        "variants": variants,
        "remainder": remainder,
        "others": [str(other.value) for other in found],
    }
    return step, f"{head}\n\n{body}", told, fact
