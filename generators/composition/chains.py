"""Chains: problems of other registered tasks, in which each needs the answer to the one before it.

Problem 1 is a task as it is. Each further problem depends on the answer A to the one before it in one of two ways:
a number of its text is hidden behind a letter, whose value is a linear expression in A; or it is one of several
problems of the same task, and the remainder of A says which. A wrong A gives another value of the letter (the
expression is one-to-one), and picks another problem with the chance 1 - 1/`variants`.

The tasks are named by registry ids. Their answer is one number, an integer or a rational, or a text that has one right
form, from which a number is read off (see `digests`). They are looked up in the registry when a chain is made, by an
import inside `entry`: a generator does not know the registry when it is imported, and the registry knows generators by
name only, so there is no circle.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..base import Draft, GenerationError, split_of
from ..limits import Limit, Texts, Whole
from .digests import TEXTS, Digest, draw_digest
from .links import free_letter, linear, replaceable, with_letter

if TYPE_CHECKING:
    from ...spec import TaskSpec

MAX_STEPS = 16
MAX_TRIES = 60
MAX_TOP = 10**6
MAX_BOTTOM = 1000
MAX_PROMPT = 6000

_NAME = re.compile(r"\bA[0-9]")

# Tasks with one number as the answer whose payload does not say so, and the kinds of answer that say so.
PLAIN = ("rlvr/arithmetic", "rlvr/long-arithmetic", "rlvr/percentages", "rlvr/unit-conversion")
NUMBERS = ("integer", "rational", "decimal", "number")


AXES: dict[str, Limit] = {
    "level": Whole(1, 1000, "the level of each problem; a task with fewer levels gives its last one"),
    "variants": Whole(2, 6, "among how many problems a remainder picks"),
    "families": Texts(
        "registry ids (or short names) of the tasks to draw from: with a number as the answer, or a text"
    ),
}
"""The parameters that all tasks made of chains share."""


@dataclass
class Step:
    """One problem of a chain, as drawn from its task.

    Attributes:
        spec: the task's entry.
        draft: the problem.
        value: the number that its answer is, or that is read off its answer.
        digest: how the number is read off an answer that is a text; None for a number.
    """

    spec: TaskSpec
    draft: Draft
    value: Fraction
    digest: Digest | None = None

    def told(self, number: int, prompt: str) -> str:
        """The problem's text, and how its answer becomes a number."""
        return prompt if self.digest is None else f"{prompt}\n{self.digest.told(number)}"

    def worked(self, number: int) -> list[str]:
        """The lines of the worked solution from the problem to its number."""
        lines = [] if self.draft.trace is None else [self.draft.trace]
        if self.digest is None:
            return [*lines, f"A{number} = {self.value}"]
        return [*lines, *self.digest.worked(self.draft.answer, number)]


@dataclass
class Chain:
    """Linked problems.

    Attributes:
        texts: the problems as they are told, without their numbers.
        lines: the worked solution.
        facts: for each problem the task's id, its payload and answer, the number that is passed on, and the link.
        keys: what makes two chains the same, for each problem.
        guess_rate: of the problem whose answer is guessed least easily.
    """

    texts: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    facts: list[dict[str, Any]] = field(default_factory=list)
    keys: list[Any] = field(default_factory=list)
    guess_rate: float = 1.0

    @property
    def values(self) -> list[Fraction]:
        """The numbers A1, A2, and so on."""
        return [Fraction(fact["value"]) for fact in self.facts]

    @property
    def problems(self) -> str:
        """All problems with their numbers."""
        return "\n\n".join(f"Problem {n}. {text}" for n, text in enumerate(self.texts, 1))

    @property
    def naming(self) -> str:
        """The sentence that says what A1, A2, and so on stand for."""
        count = len(self.texts)
        second = ", A2 for that to problem 2" if count > 1 else ""
        return f"A1 stands for the answer to problem 1{second}{', and so on' if count > 2 else ''}."


def draw_chain(rng: random.Random, *, steps: int, level: int, variants: int, families: Sequence[str]) -> Chain:
    """Draw linked problems.

    Raises:
        ValueError: if an id is unknown or no number can be made of its answers.
        GenerationError: if no chain could be made in a bounded number of tries.
    """
    pool = [entry(name) for name in families]
    chosen = rng.sample(pool, steps) if steps <= len(pool) else rng.choices(pool, k=steps)
    chain = Chain()
    previous: Fraction | None = None
    for number, spec in enumerate(chosen, 1):
        step, text, told, fact = _link(rng, spec, level, variants, number, previous)
        draft = step.draft
        if step.digest is not None:
            fact["places"] = list(step.digest.places)
        chain.texts.append(text)
        chain.lines += [told, *step.worked(number)]
        chain.facts.append({"task": spec.id, "payload": draft.payload, "answer": draft.answer, **fact})
        link = {name: value for name, value in fact.items() if name not in ("others", "value")}
        canonical = draft.payload if draft.canonical is None else draft.canonical
        chain.keys.append([spec.fingerprint_space, canonical, link])
        chain.guess_rate = min(chain.guess_rate, draft.guess_rate)
        previous = step.value
    return chain


def entry(name: str) -> TaskSpec:
    """The registry's entry of a task.

    Raises:
        ValueError: if there is none, or it is a game, or made of other tasks itself.
    """
    from ...registry import UnknownEnvironment, get

    try:
        spec = get(name)
    except UnknownEnvironment as error:
        raise ValueError(f"families: {error}") from error
    if spec.env != "single" or spec.family == "composition":
        raise ValueError(
            f"families: {spec.id} is no task whose answer is one number or a text with one right form"
        )
    return spec


def _draw(rng: random.Random, spec: TaskSpec, level: int) -> Step:
    """A problem whose answer gives a number of moderate size, the only right one, from the task's train split.

    A chain in anybody's train file must not hold a problem that is in the test split of its own task.
    """
    for _ in range(MAX_TRIES):
        draft = spec.draft(rng, min(level, spec.levels[-1]))
        if split_of(spec.fingerprint(draft)) != "train":
            continue
        if len(draft.prompt) > MAX_PROMPT or _NAME.search(draft.prompt):
            continue
        if spec.fingerprint_space in TEXTS:
            if (digest := draw_digest(rng, draft.answer)) is not None:
                return Step(spec, draft, Fraction(digest.of(draft.answer)), digest)
            continue
        value = _value(spec, draft)
        if value is not None and abs(value.numerator) <= MAX_TOP and value.denominator <= MAX_BOTTOM:
            return Step(spec, draft, value)
    raise ValueError(f"families: at level {level}, {spec.id} gives no problem with one number of moderate size")


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
        return step, step.told(number, step.draft.prompt), f"Problem {number}.", {"value": str(step.value)}
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
        head = f"In this problem, {letter} stands for the number {formula}."
        return step, f"{head}\n{step.told(number, text)}", told, fact
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
    body = "\n\n".join(f"[{n}] {step.told(number, step.draft.prompt)}" for n, step in enumerate(found))
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
