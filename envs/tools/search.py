"""Tools to search a corpus of invented documents.

The corpus is not in the payload. It is made again from a recipe (`rlvr.generators.search.corpus`), or read from the
folder of a user's own, and its index is kept in a small cache. Searching changes nothing; the state of an episode is
what the policy has seen in full and asked, for process signals (`rlvr.verifiers.search.signals`), and its notes.

Search-R1's tags are understood where an environment is made with ``tools="tags"``.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from ...generators.base import Json
from ...generators.search.corpus import key_of, remade
from ...retrieval import Page, Retriever, make_retriever, open_retriever
from ...verifiers.base import Reason, Verdict
from ...verifiers.search import task as answers
from ...verifiers.search.signals import Needs, Shaping, Trail
from ..tool import Call, Toolbox, ToolError, Used, tool

MOST_HITS = 10
"""Documents that one search shows at most."""
MOST_NOTES = 40
_SNIPPET = 400
"""Characters of a text that a search shows; a shorter one is shown, and so seen, in full."""
_KEPT_PAGES = 150_000

_INDEXES: OrderedDict[str, Retriever] = OrderedDict()
_LOCK = threading.Lock()


class SearchTools(Toolbox):
    """The tools of questions that must be searched."""

    tags: ClassVar[Mapping[str, tuple[str, str]]] = {
        "search": ("search", "query"),
        "open": ("open", "document"),
    }
    max_calls = 20
    max_output_chars = 6000

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing seen, nothing asked."""
        return {"seen": [], "queries": [], "calls": 0}

    @tool
    def search(self, payload: Mapping[str, Json], state: Json, query: str, k: int = 3) -> Used:
        """Find the documents whose words fit a query best, and show their ids, titles and texts.

        Args:
            query: words; operators and quotation marks have no meaning.
            k: how many documents to show, 1 to 10.
        """
        if not 1 <= k <= MOST_HITS:
            raise ToolError(f"k is 1 to {MOST_HITS}, not {k}")
        if not query.strip():
            raise ToolError("the query is empty")
        retriever = corpus(payload)
        hits = retriever.search(query, k)
        after = {**state, "queries": [*state["queries"], query[:200]], "calls": state["calls"] + 1}
        if not hits:
            return Used(after, "No document has any of these words.")
        pages = [retriever.page(hit.id) for hit in hits]
        whole = [page.id for page in pages if len(page.text) <= _SNIPPET]
        shown = [_shown(number, page) for number, page in enumerate(pages, 1)]
        return Used({**after, "seen": _union(state["seen"], whole)}, "\n\n".join(shown))

    @tool
    def open(self, payload: Mapping[str, Json], state: Json, document: str) -> Used:
        """Show one document in full.

        Args:
            document: its id, as a search shows it.
        """
        identity = document.strip()
        try:
            page = corpus(payload).page(identity)
        except KeyError:
            raise ToolError(
                f"there is no document {identity[:60]!r}; searches show the ids of documents"
            ) from None
        seen = _union(state["seen"], [page.id])
        return Used(
            {**state, "seen": seen, "calls": state["calls"] + 1}, f"{page.id}: {page.title}\n{page.text}"
        )

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge the answer; if signals were asked for, an answer that is not right is worth what was found."""
        verdict = self.judge(payload, answer)
        standing = self.progress(payload, state)
        if verdict.passed or standing is None or not verdict.scored:
            return verdict
        return Verdict(standing.score, verdict.reason, verdict.message, {**verdict.parts, **standing.parts})

    def judge(self, payload: Mapping[str, Json], answer: str) -> Verdict:
        """The judgement of the answer alone."""
        return answers.verify(payload, answer)

    def unfinished(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """An episode without an answer is worth what was found, if signals were asked for."""
        standing = self.progress(payload, state)
        score, parts = (standing.score, standing.parts) if standing is not None else (0.0, {})
        return Verdict(score, Reason.TRUNCATED, "The episode ended before there was a final answer.", parts)

    def progress(self, payload: Mapping[str, Json], state: Json) -> Verdict | None:
        """What was found so far, by the signals that ``payload["search"]["signals"]`` weighs."""
        weights = payload["search"].get("signals")
        if not weights:
            return None
        needs = Needs.of(payload["search"])
        trail = Trail.of(state["seen"], state["queries"], state["calls"])
        shaping = Shaping({str(name): float(weight) for name, weight in weights.items()})
        return Verdict(shaping.credit(trail, needs), Reason.WRONG, "There is no answer yet.", {})

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """Open one document for each fact that the answer needs."""
        return [[Call("open", {"document": places[0]})] for places in payload["search"]["support"]]

    def random_call(self, payload: Mapping[str, Json], state: Json, rng: Random) -> Call:
        """A search for words of the corpus, or a look at a document seen."""
        if state["seen"] and rng.random() < 0.4:
            return Call("open", {"document": rng.choice(state["seen"])})
        words = payload["problem"]["question"].split()
        return Call(
            "search", {"query": " ".join(rng.sample(words, min(3, len(words)))), "k": rng.randint(1, 5)}
        )


class NoteTools(SearchTools):
    """The tools of long searches: with notes, which stay when much else has been said."""

    max_calls = 200

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing seen, nothing asked, no notes."""
        return {**super().start(payload), "notes": []}

    @tool
    def note(self, payload: Mapping[str, Json], state: Json, text: str) -> Used:
        """Write a note down, and show all notes.

        Args:
            text: one finding, at most 300 characters.
        """
        if len(text) > 300:
            raise ToolError(f"a note has at most 300 characters, not {len(text)}")
        if len(state["notes"]) >= MOST_NOTES:
            raise ToolError(f"there are {MOST_NOTES} notes already; no more fit")
        notes = [*state["notes"], text]
        return Used({**state, "notes": notes}, _listed(notes))

    @tool
    def notes(self, payload: Mapping[str, Json], state: Json) -> str:
        """Show all notes."""
        return _listed(state["notes"]) if state["notes"] else "There are no notes."


def corpus(payload: Mapping[str, Json]) -> Retriever:
    """The index of a task's corpus, made at its first use and kept while there is room."""
    recipe = payload["search"]["corpus"]
    key = key_of(recipe)
    with _LOCK:
        if key in _INDEXES:
            _INDEXES.move_to_end(key)
            return _INDEXES[key]
    if "path" in recipe:
        made = open_retriever(Path(recipe["path"]))
    else:
        made = make_retriever([Page(d.id, d.title, d.text) for d in remade(recipe).documents])
    with _LOCK:
        _INDEXES[key] = made
        while len(_INDEXES) > 1 and sum(map(len, _INDEXES.values())) > _KEPT_PAGES:
            _INDEXES.popitem(last=False)
    return made


def _shown(number: int, page: Page) -> str:
    text = page.text if len(page.text) <= _SNIPPET else page.text[:_SNIPPET].rsplit(" ", 1)[0] + " ..."
    return f"Doc {number} [{page.id}] (Title: {page.title}) {text}"


def _union(seen: Sequence[str], more: Sequence[str]) -> list[str]:
    """What was seen, in one order whatever the way: equal sets are equal states."""
    return sorted({*seen, *more})


def _listed(notes: Sequence[str]) -> str:
    return "\n".join(f"{number}. {note}" for number, note in enumerate(notes, 1))
