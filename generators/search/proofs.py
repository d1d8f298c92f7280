"""Shows that a question is a good one, or says why it is none: every proof raises `Rejected` with its reason.

* `Proofs.needs`: every hop is necessary: without any one of the needed facts the answer is another one or none, every
  look-up of the plan rests on needed facts, and no condition can be left out.
* `Proofs.no_leak`: the question names no entity on the way and no answer, by name or alias, not even within a word.
* `Proofs.no_single_page`: no document alone holds all that is needed; and none has the answer's name together with an
  entity of the question that is two or more steps away from it.
* `Proofs.not_at_once`: a search for the question as it stands does not find the documents with the answer.

That the answer is the only one is the meaning of `evaluate`, which is exhaustive.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from .evaluate import Answer, Reader, evaluate
from .fact_pages import Pages
from .kinds import KINDS
from .lookup import date_text
from .plan import Ask, Larger, Moment, Named, Step, ValueOf, anchors, hops_of, looked_up, parts_of, reductions
from .world import Date, Fact, Quantity, World

TOP = 5
"""How many documents of a search for the question as it stands must not hold the answer."""

_BESIDE = re.compile(r"[\w,.]")


Finds = Callable[[str, Sequence[Collection[int]], int], bool]
"""Whether the best documents for a query, as many as said, have one of each of some groups of places."""


class Rejected(Exception):
    """A question fails a proof; the message says which and why."""


class Proofs:
    """The proofs about the questions of one world.

    Args:
        world: what is true.
        pages: the corpus; None leaves out the proofs about documents.
        search: finds the ids of the best documents; without it and `finds`, `not_at_once` is left out.
        finds: the same search, which tells whether the best documents for a query have one of each of some groups of
            places; it is taken instead, if it is given.
    """

    def __init__(
        self,
        world: World,
        pages: Pages | None = None,
        search: Callable[[str, int], Sequence[str]] | None = None,
        finds: Finds | None = None,
    ) -> None:
        self.world = world
        self.pages = pages
        self.finds = finds
        if finds is None and search is not None and pages is not None:
            self.finds = _finds_by(search, pages)
        self._known: dict[str, dict[str, str]] = {}

    def check(self, ask: Ask, text: str, found: Answer, needs: Sequence[str]) -> None:
        """All proofs but `needs`, whose result this takes.

        Raises:
            Rejected: the first one that fails.
        """
        self.no_leak(ask, text, found, needs)
        if self.pages is not None:
            self.no_single_page(self.pages, ask, found, needs)
            if self.finds is not None:
                self.not_at_once(self.pages, self.finds, text, found, needs)

    def needs(self, ask: Ask, found: Answer, reader: Reader) -> tuple[str, ...]:
        """The ids of the facts that the answer needs, after the proof that every hop is necessary.

        Args:
            ask: the plan.
            found: its answer.
            reader: the one that found it; if it noted the steps, they are not all gone again.
        """
        world = self.world
        certain = _certain(reader)
        needed = [
            id
            for id in reader.used
            if id in certain or evaluate(world, ask, without=id, steps=reader.steps) != found
        ]
        held = [reader.used[id].relation for id in needed]
        asked = looked_up(ask)
        if len(needed) < hops_of(ask) or any(
            held.count(relation) < asked.count(relation) for relation in asked
        ):
            raise Rejected("a hop is not necessary")
        if any(evaluate(world, smaller, steps=reader.steps) == found for smaller in reductions(ask)):
            raise Rejected("a condition is not necessary")
        return tuple(needed)

    def no_leak(self, ask: Ask, text: str, found: Answer, needs: Sequence[str]) -> None:
        """No name on the way and no answer stands in the question.

        Raises:
            Rejected: with the name that does.
        """
        given = set(anchors(ask))
        hidden = {id: None for fact in needs for id in _entities(self.world.facts[fact])}
        hidden.update(dict.fromkeys(found if isinstance(found, tuple) else ()))
        low = text.casefold()
        for id in hidden:
            if id not in given:
                for without_case, name in self._names(id).items():
                    if without_case in low:
                        raise Rejected(f"{name} stands in the question")
        shown = _shown(found)
        if shown and _stands(shown, text):
            raise Rejected(f"the answer, {shown}, stands in the question")

    def no_single_page(self, pages: Pages, ask: Ask, found: Answer, needs: Sequence[str]) -> None:
        """Every needed fact stands somewhere, and for two or more hops no document is enough.

        Raises:
            Rejected: with what is wrong.
        """
        stating = [set(pages.facts.get(fact, ())) for fact in needs]
        if not all(stating):
            raise Rejected("a needed fact stands nowhere")
        if hops_of(ask) < 2:
            return
        if set.intersection(*stating):
            raise Rejected("one document states all that is needed")
        if isinstance(ask, Larger):
            return
        if isinstance(found, tuple):
            holding = set.intersection(*(pages.naming(id) for id in found))
        elif isinstance(ask, ValueOf):
            holding = set.intersection(
                *(
                    places
                    for fact, places in zip(needs, stating, strict=True)
                    if self.world.facts[fact].value == found and self.world.facts[fact].relation == ask.relation
                )
            )
        else:
            return
        for id in _far(ask):
            if holding & pages.naming(id):
                raise Rejected(f"one document has the answer and {self.world.entities[id].name}")

    def not_at_once(self, pages: Pages, finds: Finds, text: str, found: Answer, needs: Sequence[str]) -> None:
        """The best documents for the question as it stands do not state the facts with the answer.

        Raises:
            Rejected: if they do.
        """
        last = [fact for fact in needs if _tells(self.world.facts[fact], found)] or needs
        if finds(text, [pages.facts.get(fact, ()) for fact in last], TOP):
            raise Rejected("a search for the question finds the answer at once")

    def _names(self, id: str) -> dict[str, str]:
        """By what it is without case, each name of an entity, and its invented part unless a family shares it."""
        found = self._known.get(id)
        if found is None:
            entity = self.world.entities[id]
            names = (entity.name, *entity.aliases)
            if entity.kind != "person":
                names += tuple(core for name in names for core in (_core(entity.kind, name),) if core)
            found = self._known[id] = {name.casefold(): name for name in names}
        return found


def _finds_by(search: Callable[[str, int], Sequence[str]], pages: Pages) -> Finds:
    def finds(query: str, groups: Sequence[Collection[int]], k: int) -> bool:
        hits = set(search(query, k))
        return all(hits.intersection([pages.ids[place] for place in group]) for group in groups)

    return finds


def _certain(reader: Reader) -> set[str]:
    """Some of the facts without which a plan has no answer, if the reader noted its steps.

    They are the numbers and dates that were read, each of which is the only one of its entity, and the facts that a
    step rests on alone, if nothing else rests on them as well.
    """
    if not reader.noting:
        return set()
    held = reader.held
    certain = {id for id in reader.alone if held.count(id) == 1}
    certain.update([id for id, fact in reader.used.items() if not isinstance(fact.value, str)])
    return certain


def _core(kind: str, name: str) -> str:
    """The invented word of a name: "Vorsk" of "Guild of Vorsk"."""
    for form in KINDS[kind].forms:
        before, _, after = form.partition("{}")
        if name.startswith(before) and name.endswith(after) and (before or after):
            return name[len(before) : len(name) - len(after)]
    return ""


def _entities(fact: Fact) -> tuple[str, ...]:
    return (fact.subject, fact.value) if isinstance(fact.value, str) else (fact.subject,)


def _tells(fact: Fact, found: Answer) -> bool:
    if isinstance(found, tuple):
        return fact.subject in found or fact.value in found
    return not isinstance(found, (bool, int)) and fact.value == found


def _shown(found: Answer) -> str:
    """How an answer that is no name would stand in a text."""
    if isinstance(found, (bool, tuple)):
        return ""
    if isinstance(found, Date):
        return date_text(found)
    return f"{found.amount:,}" if isinstance(found, Quantity) else str(found)


def _stands(shown: str, text: str) -> bool:
    """Whether an answer stands in a text, and not as a part of a word or of a number."""
    at = text.find(shown)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(shown) :][:1]
        if not (before and _BESIDE.match(before)) and not (after and after != "." and _BESIDE.match(after)):
            return True
        at = text.find(shown, at + 1)
    return False


def _far(ask: Ask) -> Iterator[str]:
    """The named entities that are two or more look-ups away from the answer."""

    def walk(node: Any, steps: int) -> Iterator[str]:
        if isinstance(node, Named):
            if steps > 1:
                yield node.id
            return
        deeper = steps + (2 if isinstance(node, Moment) else 1 if isinstance(node, (Step, ValueOf)) else 0)
        for part in parts_of(node):
            yield from walk(part, deeper)

    yield from dict.fromkeys(walk(ask, 0))
