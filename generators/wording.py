"""Prompts in several wordings, so that a policy learns the problem and not one sentence.

A generator states its wordings as a module constant ``WORDINGS``: a tuple of at least three templates with
the same fields, or such a tuple for each kind of question. The conformance suite finds each wording again in the
prompts, so none can be dead.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from string import Formatter
from types import ModuleType

from .base import Marker

_TAG = (
    "Write your {noun} inside <answer> and </answer> tags.",
    "Put the {noun} between <answer> and </answer>.",
    "Give your {noun} as <answer>...</answer>.",
)
_BOXED = (
    "Write your {noun} inside \\boxed{{}}.",
    "Put the {noun} in \\boxed{{...}}.",
    "Give your {noun} as \\boxed{{...}}.",
)
MARKER_SENTENCES: dict[Marker, tuple[str, ...]] = {"tag": _TAG, "boxed": _BOXED}


def phrase(rng: random.Random, wordings: Sequence[str], **fields: object) -> str:
    """One of the wordings, chosen by `rng`, with its fields filled in (`str.format` rules).

    Within `wording`, that one takes its place; `rng` is used all the same, so everything else stays as it is.
    """
    chosen = rng.choice(wordings)
    asked = _asked.get()
    if asked is not None and asked.among.issuperset(wordings):
        asked.most = max(asked.most, len(wordings))
        chosen = wordings[asked.number % len(wordings)]
    return chosen.format(**fields)


def stated_in(module: ModuleType) -> tuple[str, ...]:
    """All wordings that a generator's module states, those of every kind; empty if it states none."""
    stated: Sequence[str] | Mapping[str, Sequence[str]] = getattr(module, "WORDINGS", ())
    if isinstance(stated, Mapping):
        return tuple(text for texts in stated.values() for text in texts)
    return tuple(stated)


@dataclass(slots=True)
class Wording:
    """A wording that is asked for.

    Attributes:
        number: which one, from 0; where there are fewer, they are counted round.
        among: all wordings of the generator that is asked; those of others, whose problems are a part of its own, stay
            as they are drawn.
        most: the largest number of wordings that there was a choice of so far; 0 if there was none.
    """

    number: int
    among: frozenset[str]
    most: int = 0


_asked: ContextVar[Wording | None] = ContextVar("rlvr_wording", default=None)


@contextmanager
def wording(number: int, among: Collection[str]) -> Iterator[Wording]:
    """Make tasks in the wording of this number, see `Wording`: the same problems, bit for bit, in other words."""
    asked = Wording(number, frozenset(among))
    token = _asked.set(asked)
    try:
        yield asked
    finally:
        _asked.reset(token)


def marker_sentence(rng: random.Random, marker: Marker, noun: str) -> str:
    """The sentence that tells the model how to mark its answer; `noun` is ``final answer`` or ``move``."""
    return rng.choice(MARKER_SENTENCES[marker]).format(noun=noun)


def matches_wording(prompt: str, wording: str) -> bool:
    """Whether `prompt` was made from the template `wording`: its literal parts appear in order."""
    parts = [literal for literal, *_ in Formatter().parse(wording) if literal]
    return re.search(".*?".join(map(re.escape, parts)), prompt, re.DOTALL) is not None
