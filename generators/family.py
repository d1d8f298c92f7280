"""The base of light tasks: a `Question` is one problem in values, a `Family` makes questions and puts them into words.

A task whose whole life is "draw some values, work out the answer, say it in one of several ways" is declared:

    WORDINGS = {"add": ("What is {a} + {b}?", "Add {a} to {b}.", "Find the sum of {a} and {b}.")}

    def add(rng, *, largest):
        a, b = rng.randint(1, largest), rng.randint(1, largest)
        return Question({"a": a, "b": b}, {"a": a, "b": b}, str(a + b), [f"{a} + {b} = {a + b}"])

    generate = Family({"add": add}, WORDINGS, {"largest": Whole(10, 10**6, "the largest number")})

`generate` is a generator like any other, and the registry names it. What a family does for its makers: it checks the
parameters, draws the kind of question, tries again where a maker gives up, chooses the words and packs the draft.
Whoever needs none of it writes a plain function. Nothing here knows a solver: the second way to the answer stands
in ``<task>_solver.py`` and sees the facts alone (`generators.solving`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .asked import asked
from .base import Draft, GenerationError, Json
from .limits import Limit, Words, check
from .wording import phrase

INTEGER: Mapping[str, Json] = {"kind": "integer"}
REDUCED_INTEGER: Mapping[str, Json] = {"kind": "integer", "require": ["reduced"]}
"""A quotient such as 6/2 is not taken for the integer that it comes to."""
FRACTION: Mapping[str, Json] = {"kind": "rational", "require": ["reduced"]}
"""An integer or a fraction in lowest terms."""
LIST: Mapping[str, Json] = {"kind": "list"}
TUPLE: Mapping[str, Json] = {"kind": "tuple"}


@dataclass(frozen=True, slots=True)
class Question:
    """One problem before it is put into words.

    Attributes:
        fields: what the wordings name, as text or numbers.
        facts: the problem in values, a JSON object: all that an answer is checked against.
        answer: the reference answer.
        lines: the worked solution, line by line.
        gold: the kind of the answer and what is required of it, for the verifier of typed values; None where the task
            has a verifier of its own, which is then given the facts alone.
        canonical: equal for questions of one kind that are the same up to symmetry; None means the facts.
        guess_rate: the chance that a blind answer of the right form is right.
        difficulty: the measured proxy of difficulty; None means the digits that the worked solution writes.
    """

    fields: Mapping[str, object]
    facts: Mapping[str, Json]
    answer: str
    lines: Sequence[str] = ()
    gold: Mapping[str, Json] | None = field(default_factory=lambda: dict(INTEGER))
    canonical: Json = None
    guess_rate: float = 0.02
    difficulty: float | None = None


Maker = Callable[..., Question | None]
"""``maker(rng, **parameters)``: one question, or None where what was drawn will not do; it is then called again."""


def gathered(record: Callable[..., Any], maker: Callable[[random.Random, Any], Question | None]) -> Maker:
    """A maker that is given its parameters as one `record`, because it hands them on to other functions."""
    return lambda rng, **params: maker(rng, record(**params))


def by_kind(kind: str, question: Question) -> Json:
    """The canonical form of most families: the kind, and what the question says is the same."""
    return [kind, question.facts if question.canonical is None else question.canonical]


def as_stated(kind: str, question: Question) -> Json:
    """The canonical form where it tells kinds apart by itself: what the question says; else kind and facts together."""
    return {"kind": kind, **question.facts} if question.canonical is None else question.canonical


class Family:
    """A generator that is declared: makers by kind, wordings, and the limits of each parameter.

    Attributes:
        makers: the kinds of question in the order of the documentation; ``{"": maker}`` if there is one only.
        limits: what each parameter may be, `kinds` included where there are kinds.
    """

    def __init__(
        self,
        makers: Maker | Mapping[str, Maker],
        wordings: Sequence[str] | Mapping[str, Sequence[str]],
        limits: Mapping[str, Limit],
        *,
        relation: Callable[..., str] | None = None,
        sentences: Mapping[str, Sequence[str]] | None = None,
        units: bool = False,
        counts: bool = False,
        kind_in_facts: bool = True,
        redraw_kind: bool = False,
        canonical: Callable[[str, Question], Json] = by_kind,
        tries: int = 2000,
        advice: str = "",
    ) -> None:
        """Declare a family.

        Args:
            makers: one maker, or one for each kind. With kinds, the parameter ``kinds`` names those to draw from.
            wordings: at least three, or at least three for each kind; their fields are those of the question and of
                `sentences`.
            limits: the limit of each parameter, by name; that of ``kinds`` is made here.
            relation: called with all parameters: what is wrong with them together, or an empty text.
            sentences: fields of the wordings that are drawn anew for each prompt, each from its alternatives.
            units: whether the units that the prompt asks in are told to the verifier, for integers and fractions.
            counts: whether all questions are questions of counting: then `units` are all that is counted.
            kind_in_facts: whether the payload's problem names the kind.
            redraw_kind: whether a maker that gives up makes way for another kind.
            canonical: the canonical form, from the kind and the question.
            tries: how often makers are called before the family gives up.
            advice: what to change then: ``raise 'largest'``.
        """
        self.has_kinds = isinstance(makers, Mapping)
        self.makers: Mapping[str, Maker] = makers if isinstance(makers, Mapping) else {"": makers}
        of_kinds = {"kinds": Words(tuple(self.makers), "the kinds of question to draw from")}
        self.limits: dict[str, Limit] = (of_kinds if self.has_kinds else {}) | dict(limits)
        self._wordings, self._relation = wordings, relation
        self._sentences = dict(sentences or {})
        self._units, self._kind_in_facts, self._redraw_kind = units or counts, kind_in_facts, redraw_kind
        self._counts = counts
        self._canonical, self._tries, self._advice = canonical, tries, advice

    def __call__(self, rng: random.Random, **params: Any) -> Draft:
        """Make one task.

        Raises:
            TypeError: if a parameter is missing or unknown.
            ValueError: if one is out of its limit, or they do not go together.
            GenerationError: if no question was found in `tries` tries.
        """
        check(self.limits, params)
        if self._relation is not None and (wrong := self._relation(**params)):
            raise ValueError(wrong)
        kinds = params.pop("kinds").split() if self.has_kinds else [""]
        kind = rng.choice(kinds) if self.has_kinds and not self._redraw_kind else kinds[0]
        for _ in range(self._tries):
            if self._redraw_kind:
                kind = rng.choice(kinds)
            question = self.makers[kind](rng, **params)
            if question is not None:
                return self._draft(rng, kind, question)
        raise GenerationError(f"no question in {self._tries} tries; {self._advice or 'change the parameters'}")

    def _draft(self, rng: random.Random, kind: str, question: Question) -> Draft:
        wordings = self._wordings[kind] if isinstance(self._wordings, Mapping) else self._wordings
        drawn = {name: rng.choice(texts) for name, texts in self._sentences.items()}
        prompt = phrase(rng, wordings, **question.fields, **drawn)
        facts = dict(question.facts)
        if self.has_kinds and self._kind_in_facts:
            facts = {"kind": kind, **facts}
        payload = facts
        if question.gold is not None:
            gold = {"text": question.answer, **question.gold}
            if self._units and gold["kind"] in ("integer", "rational"):
                gold = asked(prompt, counts=self._counts) | gold
            payload = {"problem": facts, "gold": gold}
        trace = "\n".join(question.lines)
        difficulty = question.difficulty
        return Draft(
            prompt=prompt,
            payload=payload,
            answer=question.answer,
            trace=trace,
            canonical=self._canonical(kind, question),
            guess_rate=question.guess_rate,
            difficulty=float(digits_written(trace) if difficulty is None else difficulty),
        )


def attempts(most: int = 2000) -> Iterator[None]:
    """So many turns of a loop in a maker that draws one part again and keeps what it drew before.

    Raises:
        GenerationError: when they are used up.
    """
    for _ in range(most):
        yield
    raise GenerationError(f"nothing fitting in {most} tries; change the parameters")


def digits_written(text: str) -> int:
    """How many digits a text writes, the usual measure of work by hand."""
    return sum("0" <= char <= "9" for char in text)
