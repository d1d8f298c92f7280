"""reasoning-gym's datasets as environments of this package, behind its contracts; see docs/trainers/reasoning-gym.md.

    import rlvr
    from rlvr.integrations.from_reasoning_gym import register

    register()
    task = rlvr.get("reasoning-gym/chain-sum").task(level=3, seed=7)
    rlvr.verify(task, "<answer>12</answer>")

A task's levels are those of the dataset's curriculum; ``params={"config": {...}}`` sets more of its configuration.
Entries are made and answers are scored in processes of their own, which are killed when they take too long (``infra``,
no score). An answer's score is what the dataset pays, and 1.0 alone is right. What raises in its scorer is unparsable,
0.0: as "no score" it X
what is known to be wrong, are not here (`LEFT_OUT`).
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from os import getpid
from pathlib import Path

from .. import registry
from ..generators.base import Draft, GenerationError, Json
from ..spec import TaskSpec
from ..verifiers.base import Verdict, correct, infra, unparsable, wrong
from .workers import CallFailed, OutOfBudget, Workers

REGISTRY = Path(__file__).with_name("reasoning_gym.yaml")
"""The registry file, for `rlvr.register` and ``rlvr --registry``."""

BUDGET = 20.0
"""Seconds that an entry may take to be made, or an answer to be scored."""

LEFT_OUT: Mapping[str, str] = {
    "acre": "makes a whole data file first, for minutes",
    "boxnet": "has no reference answers",
    "coin_flip": "pays a wrong answer in full, and hangs on a long exponent",
    "complex_arithmetic": "pays 'nan' in full",
    "composite": "is made of other datasets",
    "game_of_life_halting": "pays any text in full",
    "graph_color": "has no reference answers",
    "gsm_symbolic": "pays an answer of the wrong sign in full",
    "intermediate_integration": "runs the answer's text (sympy.parse_expr)",
    "knight_swap": "takes many seconds to make an entry; its curriculum does not work",
    "polynomial_multiplication": "runs the answer's text (sympy.parse_expr)",
    "propositional_logic": "has no reference answers",
    "puzzle24": "runs the answer's text (sympy.parse_expr), and pays one text on every problem",
    "rubiks_cube": "has no reference answers",
    "rush_hour": "has no reference answers",
    "simple_integration": "runs the answer's text (sympy.parse_expr)",
}
"""Datasets that are no environments here, and why; docs/results/audit.md has the evidence."""

_SUM = re.compile(r"[0-9+\-*/() ]{1,200}")
_FORMS = {"countdown": (_SUM, "Give an expression of numbers, + - * / and brackets.")}
"""What an answer must look like before a scorer sees it that would run other text."""
_TRIES = 20
_INSIDE = "rlvr.integrations.reasoning_gym_inside"


def register() -> list[TaskSpec]:
    """Add reasoning-gym's datasets to the environments of this process.

    Raises:
        ImportError: if reasoning-gym is not installed.
    """
    if find_spec("reasoning_gym") is None:
        raise ImportError('reasoning-gym is not installed: pip install "rlvr-gym[reasoning-gym]"')
    return registry.register(REGISTRY)


def generate(
    rng: random.Random, *, dataset: str, curriculum: int | None, config: Mapping[str, Json] | None = None
) -> Draft:
    """One entry of a dataset whose own answer the dataset pays in full.

    Args:
        rng: where the entry's seed comes from.
        dataset: its name.
        curriculum: the level of its curriculum, from 0; None for its usual configuration.
        config: more of its configuration.

    Raises:
        ValueError: if the dataset cannot be made so.
        GenerationError: if it takes too long, or does not pay its own answers.
    """
    settings = dict(config or {})
    for _ in range(_TRIES):
        seed = rng.randrange(1 << 31)
        try:
            made = _pool().call(f"{_INSIDE}:make", dataset, curriculum, settings, seed, budget=BUDGET)
        except (OutOfBudget, CallFailed) as error:
            raise GenerationError(f"reasoning-gym's {dataset} at level {curriculum}: {error}") from error
        if made["pay"] >= 1.0 and made["answer"].strip():
            payload = {
                "dataset": dataset,
                "curriculum": curriculum,
                "config": settings,
                "seed": seed,
                "question": made["question"],
                "answer": made["answer"],
            }
            return Draft(
                made["question"],
                payload,
                made["answer"],
                canonical=made["question"],
                difficulty=float(curriculum or 0),
            )
    raise GenerationError(f"reasoning-gym's {dataset} paid none of {_TRIES} of its own answers in full")


def verify(payload: Mapping[str, Json], answer: str) -> Verdict:
    """What the dataset pays for a bare answer, as a verdict."""
    form, said = _FORMS.get(payload["dataset"], (None, ""))
    if form is not None and (not form.fullmatch(answer) or "**" in answer):
        return unparsable(said)
    names = ("dataset", "curriculum", "config", "seed", "question", "answer")
    try:
        found = _pool().call(f"{_INSIDE}:score", *(payload[name] for name in names), answer, budget=BUDGET)
    except (OutOfBudget, CallFailed, ValueError, TypeError) as error:
        return infra(f"reasoning-gym: {error}")
    if "problem" in found:
        return infra(found["problem"])
    if "raised" in found:
        return unparsable("The answer is not in a form that the dataset reads.")
    pay = found["pay"]
    if pay >= 1.0:
        return correct()
    return wrong(score=pay if math.isfinite(pay) and pay > 0.0 else 0.0)


def _pool() -> Workers:
    return _pool_of(getpid())


@cache
def _pool_of(process: int) -> Workers:
    # Some datasets go through sets of texts: their order, and so the problem, hangs on the seed of hashes.
    return Workers(variables={"PYTHONHASHSEED": "0"})
