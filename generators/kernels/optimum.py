"""Best choices: an instance, an exact optimum, and an answer that is the chosen object and not only its worth.

An id is a table of kinds. A `Kind` draws an instance (its facts) and solves it exactly: `Best` holds the worth of an
optimum, one object that has it (a list of whole numbers, or a list of such lists), the worked lines and the operations
that were counted. `optimum_family` makes the generator of the table:

    def _best(numbers, pieces):                      # the facts by name
        ...
        return Best(worth, cuts, lines, work)

    KINDS = {"largest-sum": Kind(WORDINGS, draw, _best)}        # draw(rng, **parameters) -> facts or None
    WORDINGS = wordings(KINDS)
    generate = optimum_family(KINDS, {"size": Whole(1, 12, "how long the sequence is")})

The payload is ``{"kind": ..., **facts, "best": worth}``. The verifier of the id is a table of
`verifiers.optimum.Objective`, which looks at the object: every optimum is right, whichever the generator found. The
solver of the id gives for each kind a second evaluation of objects and a second way to the optimum
(`confirming_optimum`); neither sees the generator's. A worth may be a list, too: lists are compared like words in a
dictionary.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from ..base import Json, canonical_json
from ..family import Family, Question
from ..limits import Limit
from ..solving import Confirms
from .count import Facts, told

Found = list[int] | list[list[int]]
Worth = int | list[int]


@dataclass(frozen=True, slots=True)
class Best:
    """An optimum.

    Attributes:
        worth: what the objective comes to, the same for every optimum.
        found: one object of that worth.
        lines: the worked solution.
        work: operations that an exact method needs, counted; the proxy of difficulty.
        guess: the chance that a blind answer is an optimum.
    """

    worth: Worth
    found: Found
    lines: Sequence[str]
    work: float
    guess: float = 0.001


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question.

    Attributes:
        wordings: at least three; they name facts and what `shown` gives.
        draw: the facts, from a random source and the parameters; None where the draw will not do.
        best: the optimum, from the facts; None where the instance is too easy or has none.
        shown: what the wordings name beside the facts themselves, from the facts.
        canonical: equal for facts that are the same up to symmetry; None stands for the facts themselves.
        tempting: whether a rule of thumb gives an optimum, from the worth of an optimum and the facts; such an instance
            is drawn again. An exact method is no rule of thumb, however short it is.
    """

    wordings: Sequence[str]
    draw: Callable[..., Facts | None]
    best: Callable[..., Best | None]
    shown: Callable[..., Mapping[str, object]] | None = None
    canonical: Callable[..., Json] | None = None
    tempting: Callable[..., bool] | None = None


def wordings(kinds: Mapping[str, Kind]) -> dict[str, Sequence[str]]:
    """The wordings of all kinds, which the module of a generator states as ``WORDINGS``."""
    return {name: kind.wordings for name, kind in kinds.items()}


def optimum_family(
    kinds: Mapping[str, Kind], limits: Mapping[str, Limit], advice: str = "change size"
) -> Family:
    """The generator of a table of kinds; all parameters but ``kinds`` are handed on to each kind's `draw`."""
    makers = {name: partial(_asked, kind) for name, kind in kinds.items()}
    return Family(makers, wordings(kinds), limits, advice=advice)


def _asked(kind: Kind, rng: random.Random, **params: object) -> Question | None:
    facts = kind.draw(rng, **params)
    best = None if facts is None else kind.best(**facts)
    if facts is None or best is None:
        return None
    if kind.tempting is not None and kind.tempting(best.worth, **facts):
        return None
    fields: dict[str, object] = {
        name: told(fact) for name, fact in facts.items() if name != "made"
    }  # never shown
    if kind.shown is not None:
        fields |= kind.shown(**facts)
    answer = written(best.found)
    if len(answer) > 8 and any(answer in str(field) for field in fields.values()):
        return None  # the prompt would show it
    return Question(
        fields,
        {**facts, "best": best.worth},
        answer,
        best.lines,
        gold=None,
        canonical=facts if kind.canonical is None else kind.canonical(**facts),
        guess_rate=best.guess,
        difficulty=best.work,
    )


def written(found: Found) -> str:
    """An object as reference answers state it: ``2, 5, 9``, and ``1 4; 2 3 5`` for a list of lists."""
    if found and isinstance(found[0], list):
        return "; ".join(" ".join(map(str, group)) for group in found if isinstance(group, list))
    return ", ".join(map(str, found))


Evaluate = Callable[..., Worth | None]
"""``evaluate(given, **facts)``: what an object is worth, None if it breaks a rule."""


def confirming_optimum(
    kinds: Mapping[str, tuple[Evaluate, Callable[..., Worth]]], groups: frozenset[str] = frozenset()
) -> Confirms:
    """The solver's check: the object is evaluated, and compared with the optimum found a second time.

    Args:
        kinds: for each kind the evaluation of an object, and the worth of an optimum; both are given the facts by name.
        groups: the kinds whose objects are lists of lists.
    """

    @lru_cache(maxsize=256)
    def optimum(text: str) -> Worth:
        facts = json.loads(text)
        return kinds[facts.pop("kind")][1](**facts)

    def confirms(payload: Mapping[str, Json], answer: str) -> bool:
        problem = {name: fact for name, fact in payload.items() if name != "best"}
        facts = {name: fact for name, fact in problem.items() if name != "kind"}
        given = bare_groups(answer) if payload["kind"] in groups else bare_list(answer)
        if given is None:
            return False
        worth = kinds[payload["kind"]][0](given, **facts)
        return worth is not None and worth == optimum(canonical_json(problem))

    return confirms


_GROUPED = re.compile(r"[;\n]")
_LIST = re.compile(r"-?[0-9]{1,9}(?:\s*,\s*-?[0-9]{1,9}|\s+-?[0-9]{1,9})*")


def bare_list(answer: str) -> list[int] | None:
    """The whole numbers of a bare answer, between commas or spaces; None if it is anything else."""
    text = answer.strip().removesuffix(".").strip()
    return [int(n) for n in re.findall(r"-?[0-9]+", text)] if _LIST.fullmatch(text) else None


def bare_groups(answer: str) -> list[list[int]] | None:
    """The lists of a bare answer, between semicolons or on lines."""
    groups = [bare_list(part) for part in _GROUPED.split(answer.strip())]
    return None if any(group is None for group in groups) else [group for group in groups if group is not None]
