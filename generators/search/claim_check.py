"""Claim check: a claim is supported or refuted by documents, or they do not say enough; name those that show it.

Claims are about one or two facts: a value, a bound, a value of what another fact names, two values at once, or a
comparison. Each needed fact stands in one document or two; for "not enough information", the documents of one needed
fact are left out. The evidence must be a minimal set: one from which no document can be left out. All minimal sets are
found by going through the documents, and the three labels are equally frequent.

Difficulty: `documents` is their number, `facts` how many facts one of them states at most, `shapes` the shapes of
claims (``value``, ``bound``, ``bridge``, ``both``, ``compare``), `temporal` the chance that a fact with times is among
them, `size` about how many documents the world would fill, `twins` the share of names that look like others, `copies`
the chance that a needed fact stands in two documents, `stale` and `tattler` the chances of a document that does not
cover the day in question and of one that is not to be trusted, `paraphrase` how far sentences go from plain ones,
`chatter` the share of sentences that state nothing, `surplus` how many documents too many an answer may name, and
`partial` whether a part of the evidence earns a part of the reward.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from ..base import Draft, GenerationError
from ..wording import phrase
from .claim_drawing import DeadEnd, Drawer
from .claims import NEI, Claim, Label, as_json, claim_text, judged, states, uniqueness
from .filler import mention
from .kinds import called
from .passages import (
    Passage,
    lasted,
    ordinal,
    other_value,
    passage,
    row,
    similar,
    small_world,
    touches,
)
from .templates import FactWriter
from .traps import tattler
from .world import Date, Fact, World, ordinal_date

WORDINGS = (
    "Check this claim against the documents below.\n\nClaim: {claim}\n\n{rules}\n\nDocuments:\n\n{documents}\n\n{form}",
    "{documents}\n\nThese {count} documents are all that is known. Somebody claims: {claim}\nDo they show that this is "
    "so, or that it is not?\n\n{rules}\n\n{form}",
    'Here are {count} documents about {land}, and a claim: "{claim}" Judge the claim by the documents alone.\n\n'
    "{rules}\n\n{documents}\n\n{form}",
)
_FORM = (
    "Give the label and, behind a semicolon, the ids of the documents that show it, as in: refuted; d0007, d0042. They "
    "must show it together, and none of them may be one that could be left out. For NEI, give no ids."
)
_WORLDS = 40
_CLAIMS_OF_A_WORLD = 4
"""So many claims are tried before another world is made, which takes most of the time."""


def generate(
    rng: random.Random,
    *,
    documents: int,
    facts: int,
    shapes: Sequence[str],
    temporal: float,
    size: int,
    twins: float,
    copies: float,
    stale: float,
    tattler: float,
    paraphrase: int,
    chatter: float,
    surplus: int,
    partial: bool,
) -> Draft:
    """Make one claim and its documents; see the top of this module."""
    if not 4 <= documents <= 40 or facts < 1:
        raise ValueError("documents is 4 to 40 and facts at least 1")
    label: Label = rng.choice(("supported", "refuted", NEI))
    for tried in range(_WORLDS * _CLAIMS_OF_A_WORLD):
        if tried % _CLAIMS_OF_A_WORLD == 0:
            world = small_world(rng, size, twins)
        try:
            claim = Drawer(rng, world, temporal).claim(rng.choice(shapes), label)
            writer = _Writer(FactWriter(rng, world, paraphrase=paraphrase), claim, facts, chatter)
            pages = writer.pages(documents, label, copies, stale, tattler)
        except DeadEnd:
            continue
        ids = [f"d{number}" for number in sorted(rng.sample(range(1000, 10_000), documents))]
        rng.shuffle(pages)
        showing = {
            wanted.id: [
                id
                for id, (page, trusted) in zip(ids, pages, strict=True)
                if trusted and any(states(fact, wanted, claim.day, page.stamp) for fact in page.facts)
            ]
            for wanted in claim.facts()
        }
        found, evidence = judged(claim, showing)
        if found == label:
            break
    else:
        raise GenerationError("no claim fits; raise the size or allow more shapes")
    text = claim_text(world, claim)
    chosen = rng.choice(evidence) if evidence else []
    answer = "NEI" if label == NEI else f"{label}; {', '.join(chosen)}"
    stated = sum(len(page.facts) for page, _ in pages)
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            claim=text,
            land=world.name,
            count=documents,
            rules=_rules(world, claim, any(not trusted for _, trusted in pages)),
            documents="\n\n".join(f"[{id}] {page.text}" for id, (page, _) in zip(ids, pages, strict=True)),
            form=_FORM,
        ),
        payload={
            "claim": {"label": label, "evidence": evidence, "surplus": surplus, "partial": partial},
            "problem": {
                "claim": as_json(claim),
                "documents": [
                    [id, trusted, str(page.stamp), [row(fact) for fact in page.facts]]
                    for id, (page, trusted) in zip(ids, pages, strict=True)
                ],
            },
        },
        answer=answer,
        trace=_trace(chosen, label) + answer,
        canonical=[text, sorted(page.text for page, _ in pages)],
        # Whoever always says that there is not enough information is right in a third of all tasks.
        guess_rate=1 / 3,
        difficulty=float(documents + stated + 2 * claim.hops()),
    )


def _trace(chosen: Sequence[str], label: Label) -> str:
    if label == NEI:
        return "Something that the claim depends on is stated by none of the documents that count. So: "
    return f"What the claim depends on stands in {' and '.join(chosen)}. Together they decide it. So: "


def _rules(world: World, claim: Claim, distrust: bool) -> str:
    lines = [
        "The label is one of these three: supported (the documents state facts from which the claim follows), refuted "
        "(they state facts that exclude it), NEI (they do neither: not enough information).",
        "What counts is what the documents state about the very people and things in question. Draw no conclusions "
        "from what is likely or usual, from when somebody must have lived, or from similar names: names that differ "
        "in a letter belong to different people or things.",
        *uniqueness(claim),
    ]
    if claim.day is not None:
        lines.append(
            'What held "from" one day "until" another held on the first of them and did not hold on the second. What '
            'holds "since" a day is shown for all days from that one to the day on which the document was written, and '
            "for no later day."
        )
    if distrust:
        lines.append(
            f"Nothing that the {tattler(world)} says counts, neither for the claim nor against it; all other sources "
            "are right."
        )
    return "\n".join(f"- {line}" for line in lines)


class _Writer:
    """Writes the documents for one claim."""

    def __init__(self, teller: FactWriter, claim: Claim, most: int, chatter: float) -> None:
        self.teller, self.rng, self.world = teller, teller.rng, teller.world
        self.claim, self.most, self.chatter = claim, most, chatter
        self.used: set[str] = set()
        wanted = claim.facts()
        self.slots = {(fact.subject, fact.relation) for fact in wanted}
        self.key = dict.fromkeys(fact.subject for fact in wanted)
        for atom in claim.atoms:
            for value in (atom.value, atom.fact.value):
                if isinstance(value, str):
                    self.key[value] = None
        dated = any(isinstance(fact.value, Date) for fact in wanted)
        subjects = {fact.subject for fact in wanted}
        self.rest: list[Fact] = []
        self.about: list[Fact] = []
        self.others: list[Fact] = []
        for fact in self.world.facts.values():
            subject, value = fact.subject, fact.value
            if subject in subjects and (subject, fact.relation) in self.slots:
                if fact not in wanted and lasted(fact, self.world):
                    self.others.append(fact)
                continue
            if subject in self.key or (isinstance(value, str) and value in self.key):
                # Nothing may be stated from which somebody's dates could be reckoned.
                if not self._dateless(fact, dated):
                    continue
                if touches(fact, subjects):
                    self.about.append(fact)
            self.rest.append(fact)
        names = {fact.relation for fact in wanted}
        self.same = [fact for fact in self.rest if fact.relation in names]
        self.close: dict[str, dict[str, int]] = {}
        if not self.same or not self.rest:
            raise DeadEnd

    def _dateless(self, fact: Fact, dated: bool) -> bool:
        if isinstance(fact.value, Date):
            return False
        return not dated or (fact.since is None and fact.relation != "participant")

    def pages(
        self, count: int, label: Label, copies: float, stale: float, distrusted: float
    ) -> list[tuple[Passage, bool]]:
        """The documents, and whether each can be trusted."""
        rng = self.rng
        wanted = list(self.claim.facts())
        if label == NEI:
            left_out = [f for f in wanted if self.claim.shape != "both" or not self._right(f)] or wanted
            wanted.remove(rng.choice(left_out))
        elif self.claim.shape == "both" and label == "refuted" and rng.random() < 0.5:
            wanted = [fact for fact in wanted if not self._right(fact)]
        made: list[tuple[Passage, bool]] = []
        for fact in wanted:
            times = 2 if rng.random() < copies and len(made) < count - 2 else 1
            made += [(self._needed(fact), True) for _ in range(times)]
        for chance, write in ((stale, self._stale), (distrusted, self._tattled)):
            for _ in range(1 if count < 8 else 2):
                if len(made) < count and rng.random() < chance:
                    page = write()
                    if page is not None:
                        made.append((page, write != self._tattled))
        while len(made) < count:
            made.append((self._distracting(), True))
        return made

    def _right(self, fact: Fact) -> bool:
        return all(atom.true() for atom in self.claim.atoms if atom.fact == fact)

    def _padded(self, facts: Sequence[Fact]) -> list[Fact]:
        found = {fact.id: fact for fact in facts}
        for _ in range(self.rng.randint(1, self.most) - len(found)):
            fact = self.rng.choice(self.about if self.about and self.rng.random() < 0.25 else self.rest)
            found.setdefault(fact.id, fact)
        return list(found.values())

    def _needed(self, fact: Fact) -> Passage:
        """A document that shows a needed fact."""
        after = None
        if self.claim.day is not None and fact.since is not None and fact.until is None:
            after = ordinal_date(ordinal(self.claim.day) + 1)
        return passage(self.teller, self._padded([fact]), chatter=self.chatter, after=after)

    def _distracting(self) -> Passage:
        rng = self.rng
        draw = rng.random()
        same = [fact for fact in self.same if fact.id not in self.used] or self.same
        if draw < 0.12:
            name = called(self.world.entities[rng.choice(list(self.key))])
            return passage(self.teller, [], chatter=self.chatter, lines=[mention(rng, name)])
        first = rng.choice(self.rest)
        if draw < 0.4 and self.about:
            first = rng.choice(self.about)
        elif draw < 0.75:
            subject = rng.choice(sorted(self.slots))[0]
            close = self.close.get(subject)
            if close is None:
                close = {id: place for place, id in enumerate(similar(self.world, subject))}
                self.close[subject] = close
            first = min(rng.sample(same, min(len(same), 6)), key=lambda f: close.get(f.subject, 10**6))
        elif draw < 0.85 and self.others and self.claim.day is not None:
            first = rng.choice(self.others)
        self.used.add(first.id)
        return passage(self.teller, self._padded([first]), chatter=self.chatter)

    def _stale(self) -> Passage | None:
        """A document that was written before the day of the claim, about what held then."""
        day = self.claim.day
        timed = [f for f in (*self.claim.facts(), *self.others) if f.since is not None]
        if day is None:
            return None
        early = [f for f in timed if f.since is not None and ordinal(f.since) + 12 < ordinal(day)]
        if not early:
            return None
        fact = self.rng.choice(early)
        assert fact.since is not None
        end = min(ordinal(fact.until or self.world.today), ordinal(day)) - 2
        stamp = ordinal_date(self.rng.randint(ordinal(fact.since) + 5, end))
        return passage(self.teller, [replace(fact, until=None)], chatter=self.chatter, stamp=stamp)

    def _tattled(self) -> Passage | None:
        """A page of the Tattler, for or against the claim."""
        rng = self.rng
        fact = rng.choice(self.claim.facts())
        claimed = [atom.value for atom in self.claim.atoms if atom.fact == fact and atom.test == "is"]
        value = claimed[0] if claimed and rng.random() < 0.5 else other_value(rng, self.world, fact)
        if value is None:
            return None
        return passage(
            self.teller,
            [replace(fact, value=value)],
            chatter=self.chatter,
            source=tattler(self.world),
            after=None if self.claim.day is None else ordinal_date(ordinal(self.claim.day) + 1),
        )
