"""Rerank: order passages by how well they serve a question, by a rule that grades them from 3 to 0.

The grades are known because the passages are written to order: a passage states the fact that is asked for (3), else
another fact of the same entity (2), else the same relation of another entity of the same kind (1), else nothing of the
kind (0). Ties may stand in any order. Questions about what changes with time ask for today or
for a day in the past.

Difficulty: `passages` is their number, `facts` how many facts one of them states at most, `size` about how many
documents the world would fill, `near` the share of other entities that are chosen for their similar names, `twins` the
share of such names in the world, `stale` the chance that a question is about what changes with time, and then has an
outdated passage if there is one, `paraphrase` how far sentences go from plain ones, `chatter` the share of sentences
that state nothing, and `dense` whether a nearly right order earns a part of the reward.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace

from ..base import Draft, GenerationError, Json
from ..wording import phrase
from .filler import mention
from .kinds import KINDS, called
from .lookup import date_text
from .passages import (
    ASKED,
    Passage,
    alike,
    day_within,
    lasted,
    noun,
    ordinal,
    passage,
    row,
    similar,
    small_world,
)
from .relations import PHRASES, RELATIONS
from .templates import FactWriter
from .world import Date, Fact, ordinal_date

WORDINGS = (
    "Order these passages by how well they serve the question.\n\nQuestion: {question}\n\nThe grade of a passage is "
    "the first of these that fits:\n{rules}\n\nPassages:\n\n{passages}\n\n{form}",
    "{passages}\n\nThese {count} passages were found for a question: {question}\nRank them, the best one first. Each "
    "has a grade, which is the highest one whose condition it meets:\n{rules}\n\n{form}",
    'A search for an answer to "{question}" brought up the passages below. Sort them by their grades, highest first. '
    "How to grade a passage (take the first line that is true of it):\n{rules}\n\n{passages}\n\n{form}",
)
_FORM = (
    "Give the labels of all {count} passages, highest grade first, with > between them, as in {example} for three of "
    "them. Passages of the same grade may stand in any order."
)
_QUESTIONS = ("{wh} {copula} the {noun} of {name}{time}?", "Tell me the {noun} of {name}{time}.")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TRIES = 60


class _Dead(Exception):
    """A world or a question that does not do."""


def generate(
    rng: random.Random,
    *,
    passages: int,
    facts: int,
    size: int,
    near: float,
    twins: float,
    stale: float,
    paraphrase: int,
    chatter: float,
    dense: bool,
) -> Draft:
    """Make one set of passages; see the top of this module."""
    if not 4 <= passages <= len(_LETTERS) or facts < 1:
        raise ValueError(f"passages is 4 to {len(_LETTERS)} and facts at least 1")
    for _ in range(_TRIES):
        world = small_world(rng, size, twins)
        teller = FactWriter(rng, world, paraphrase=paraphrase)
        try:
            made = _Set(teller, temporal=rng.random() < stale, near=near, facts=facts, chatter=chatter)
            graded = made.passages(passages)
            break
        except _Dead:
            continue
    else:
        raise GenerationError("no question has enough passages; raise the size")
    rng.shuffle(graded)
    labels = list(_LETTERS[:passages]) if rng.random() < 0.6 else [str(n) for n in range(1, passages + 1)]
    order = sorted(range(passages), key=lambda place: (-graded[place][0], rng.random()))
    counts = Counter(grade for grade, _ in graded)
    ways = math.prod(math.factorial(count) for count in counts.values())
    stated = sum(len(page.facts) for _, page in graded)
    question = made.question(rng)
    problem: dict[str, Json] = {
        "asked": [made.fact.subject, made.fact.relation, str(made.day) if made.day else None],
        "labels": labels,
        "passages": [[str(page.stamp), [row(fact) for fact in page.facts]] for _, page in graded],
    }
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            question=question,
            rules=made.rules(),
            passages="\n\n".join(
                f"[{label}] {page.text}" for label, (_, page) in zip(labels, graded, strict=True)
            ),
            count=passages,
            form=_FORM.format(count=passages, example=" > ".join(labels[place] for place in (2, 0, 1))),
        ),
        payload={
            "rerank": {"labels": labels, "grades": [grade for grade, _ in graded], "dense": dense},
            "problem": problem,
        },
        answer=" > ".join(labels[place] for place in order),
        trace="\n".join(
            f"Passage {labels[place]} has the grade {graded[place][0]}: it {made.reasons()[graded[place][0]]}."
            for place in order
        )
        + "\nIn the order of their grades: "
        + " > ".join(labels[place] for place in order),
        canonical=[question, sorted(page.text for _, page in graded)],
        guess_rate=ways / math.factorial(passages),
        difficulty=float(passages + stated),
    )


class _Set:
    """One question about a world and the passages for it.

    Args:
        teller: says facts of the world.
        temporal: whether to ask for what changes with time.
        near: the share of other entities that are chosen for their similar names.
        facts: the most facts of a passage.
        chatter: of sentences without facts.
    """

    def __init__(self, teller: FactWriter, *, temporal: bool, near: float, facts: int, chatter: float) -> None:
        self.teller, self.rng, self.world = teller, teller.rng, teller.world
        self.near, self.most, self.chatter = near, facts, chatter
        self.fact = self._drawn(temporal)
        self.subject, self.relation = self.fact.subject, self.fact.relation
        self.spec = RELATIONS[self.relation]
        self.day: Date | None = None
        self.now = self.spec.temporal and self.fact.until is None and self.rng.random() < 0.67
        if self.now:
            self.day = self.world.today
        elif self.spec.temporal:
            self.day = day_within(self.rng, self.fact, self.world)
        alike_ones = alike(self.relation)
        subject = self.subject
        own = [
            fact
            for fact in self.world.facts.values()
            if fact.subject == subject or (isinstance(fact.value, str) and fact.value == subject)
        ]
        own_ids = {fact.id for fact in own}
        self.spans = [f for f in own if f.relation == self.relation and f.id != self.fact.id]
        self.others = [f for f in own if f.relation not in alike_ones]
        by_relation = self.world.by_relation
        self.same = [f for f in by_relation[self.relation] if f.id not in own_ids]
        self.rest = [
            fact
            for name, facts in by_relation.items()
            if name not in alike_ones
            for fact in facts
            if fact.id not in own_ids
        ]
        self.pools = [self.rest, self.rest + self.same, self.rest + self.same + self.others]
        self.like = similar(self.world, self.subject)
        if not (self.others or self.spans) or not self.same or not self.rest:
            raise _Dead

    def _drawn(self, temporal: bool) -> Fact:
        """The fact that is asked for: of a relation drawn first, so that rare ones are asked for, too."""
        names = [name for name in ASKED if RELATIONS[name].temporal == temporal]
        for name in self.rng.sample(names, len(names)):
            found = [f for f in self.world.by_relation.get(name, ()) if lasted(f, self.world)]
            if len({f.subject for f in found}) > 1:
                before = {f.subject for f in found if f.until is not None}
                changed = [f for f in found if f.until is None and f.subject in before]
                return self.rng.choice(changed if changed and self.rng.random() < 0.6 else found)
        raise _Dead

    # Passages.

    def passages(self, count: int) -> list[tuple[int, Passage]]:
        """So many passages with their grades: at least one of each grade."""
        rng = self.rng
        grades = [3, 2, 1, 0] + [rng.choice((3, 2, 2, 1, 1, 0)) for _ in range(count - 4)]
        most = max(1, count // 4)
        for place in range(4, count):
            if grades[place] == 3 and grades[:place].count(3) >= most:
                grades[place] = rng.choice((2, 1))
        made: list[tuple[int, Passage]] = []
        unused: dict[int, list[Fact]] = {2: [], 1: [], 0: []}
        stale = self._stale()
        for grade in grades:
            if grade == 2 and stale is not None:
                made.append((2, stale))
                stale = None
            elif grade == 3:
                made.append((3, self._page([self.fact], 3)))
            elif grade == 0 and rng.random() < 0.35:
                name = called(self.world.entities[self.subject])
                made.append((0, self._page([], 0, mention(rng, name))))
            else:
                if not unused[grade]:
                    unused[grade] = self._ranked(grade)
                made.append((grade, self._page([unused[grade].pop(0)], grade)))
        return made

    def _ranked(self, grade: int) -> list[Fact]:
        """The facts that make a grade, the most confusing ones first as often as `near` says."""
        facts = {2: self.others + self.spans, 1: self.same, 0: self.rest}[grade]
        mixed = self.rng.sample(facts, len(facts))
        if grade == 2:
            return mixed
        close = {id: place for place, id in enumerate(self.like)}
        pick, near = self.rng.random, self.near
        ranks = [close.get(fact.subject, 10**6) if pick() < near else 10**5 for fact in mixed]
        return [mixed[place] for place in sorted(range(len(mixed)), key=ranks.__getitem__)]

    def _page(self, facts: list[Fact], grade: int, line: str = "") -> Passage:
        """A passage of a grade: a few facts that do not raise it stand beside the one that makes it."""
        rng = self.rng
        pool = self.pools[min(grade, 2)]
        found = {fact.id: fact for fact in facts}
        for _ in range(rng.randint(0 if line else 1, self.most) - len(facts)):
            source = pool
            if grade and rng.random() < 0.3:
                source = self.same if grade < 3 or not self.others else self.others
            fact = rng.choice(source)
            found.setdefault(fact.id, fact)
        # What holds "since" a day is known for the days before the passage was written.
        after = ordinal_date(ordinal(self.day) + 1) if grade == 3 and self.day and not self.now else None
        return passage(
            self.teller, list(found.values()), chatter=self.chatter, lines=[line] if line else [], after=after
        )

    def _stale(self) -> Passage | None:
        """A passage that was right once, and that another passage shows to be out of date."""
        if not self.now or self.fact.since is None:
            return None
        # Not one of the same value: whether that page is out of date would be a quibble.
        old = [f for f in self.spans if f.subject == self.subject and f.until and f.value != self.fact.value]
        old = [f for f in old if lasted(f, self.world)]
        if not old:
            return None
        fact = self.rng.choice(old)
        assert fact.since is not None
        assert fact.until is not None
        stamp = ordinal_date(self.rng.randint(ordinal(fact.since) + 10, ordinal(fact.until) - 10))
        return passage(self.teller, [replace(fact, until=None)], chatter=self.chatter, stamp=stamp)

    # Words.

    def question(self, rng: random.Random) -> str:
        """What is asked."""
        copula = PHRASES[self.relation].copula
        if self.now:
            copula = "is"
        return rng.choice(_QUESTIONS).format(
            wh=self._which(),
            copula=copula,
            noun=noun(self.relation),
            name=called(self.world.entities[self.subject]),
            time=self._time(),
        )

    def _which(self) -> str:
        if self.spec.range == "person":
            return "Who"
        return f"Which {KINDS[self.spec.range].noun}" if self.spec.range in KINDS else "What"

    def _time(self) -> str:
        if self.day is None:
            return ""
        return f" {'today, ' if self.now else ''}on {date_text(self.day)}"

    def reasons(self) -> dict[int, str]:
        """For each grade what a passage does that has it."""
        name, what = called(self.world.entities[self.subject]), noun(self.relation)
        at_some_time = f" (another {what} at another time is such a fact, too)" if self.spec.temporal else ""
        kind = KINDS[self.spec.domain].noun
        whenever = ", now or at any time" if self.spec.temporal else ""
        return {
            3: f"states the {what} of {name}{self._time()}",
            2: f"does not, but states another fact in which {name} takes part{at_some_time}",
            1: f"states no fact about {name}, but the {what} of another {kind}{whenever}",
            0: "does none of this",
        }

    def rules(self) -> str:
        """The grades, and how to read times."""
        name = called(self.world.entities[self.subject])
        lines = [f"{grade}: it {reason}." for grade, reason in self.reasons().items()]
        lines.append(
            f"A passage that only mentions {name} and tells nothing about it states no fact about {name}. Names that "
            "are nearly the same belong to different things or people."
        )
        lines.append(
            "What a passage says of where it is from and when it was written is no fact in this sense."
        )
        if self.now:
            lines.append(
                f'What holds "since" a day still holds today, unless another passage says that something else has held '
                f"since a later day: then the first one is out of date, and is only another fact about {name}."
            )
        elif self.spec.temporal:
            lines.append(
                'What held "from" one day "until" another held on the first of them and did not on the second; what '
                'holds "since" a day held at least until the passage was written.'
            )
        return "\n".join(lines)
