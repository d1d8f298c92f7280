"""Tools to search a corpus of documents, and to open them.

The corpus is not in the payload. It is made again from a recipe (`rlvr.generators.search.corpus`) and has to have the
seal that the task names, or it is the saved index of a user's own documents, ``{"path": ...}``. Searching changes
nothing; the state of an episode is what the policy has seen in full and asked, for process signals
(`rlvr.verifiers.search.signals`), and its notes.

A document counts as seen when its whole text was shown: opened, or short enough to stand whole in what a search shows.
With ``reward="dense"`` and weights in ``payload["search"]["signals"]``, an episode that is not (or not yet) right is
worth what it has found; the rewards are the differences, so that they add up to a function of where the episode ends.

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
from ...generators.search.corpus import remade
from ...generators.search.setting import cover
from ...retrieval import Page, Passages, Retriever, open_retriever
from ...retrieval.passages import Found, window
from ...sandbox.base import SandboxError
from ...verifiers.base import Reason, Verdict
from ...verifiers.search import short_answer as answers
from ...verifiers.search.signals import Needs, Shaping, Trail
from ..tool import Call, Toolbox, ToolError, Used, tool

MOST_HITS = 8
"""Documents that one search shows at most: what several searches of one action show is not cut."""
MOST_NOTES = 40
MOST_NOTE_CHARS = 300
_SNIPPET = 400
"""Characters of a text that a search shows; a shorter one is shown, and so seen, in full."""
_KEPT_PAGES = 1_000_000
"""Pages of users' own indexes that stay open; they are mapped files."""

_OPENED: OrderedDict[str, Retriever] = OrderedDict()
_LOCK = threading.Lock()


class SearchTools(Toolbox):
    """The tools of questions that must be searched."""

    tags: ClassVar[Mapping[str, tuple[str, str]]] = {
        "search": ("search", "query"),
        "open": ("open", "document"),
    }
    max_calls = 20
    max_calls_in_action = 3
    max_output_chars = 6000

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing seen, nothing asked."""
        return {"seen": [], "queries": [], "calls": 0}

    @tool
    def search(self, payload: Mapping[str, Json], state: Json, query: str, k: int = 3) -> Used:
        """Find the documents whose words fit a query best, and show ids, titles and texts; "..." ends one that goes on.

        Args:
            query: words; operators and quotation marks have no meaning.
            k: how many documents to show, 1 to 8.
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
        verdict = self.judgement(payload, answer)
        standing = self.progress(payload, state)
        if verdict.passed or standing is None or not verdict.scored:
            return verdict
        return Verdict(standing.score, verdict.reason, verdict.message, {**verdict.parts, **standing.parts})

    def judgement(self, payload: Mapping[str, Json], answer: str) -> Verdict:
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
        if not weights or not payload["search"].get("support"):
            return None
        needs = Needs.of(payload["search"])
        trail = Trail.of(state["seen"], state["queries"], state["calls"], state.get("judged", ()))
        shaping = Shaping({str(name): float(weight) for name, weight in weights.items()})
        return Verdict(shaping.credit(trail, needs), Reason.WRONG, "There is no answer yet.", {})

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """Open documents that state all needed facts."""
        looks = [Call("open", {"document": id}) for id in cover(payload["search"].get("support") or ())]
        step = self.max_calls_in_action
        return [looks[at : at + step] for at in range(0, len(looks), step)]

    def hints(self, payload: Mapping[str, Json]) -> Sequence[str]:
        """The documents to look at, as far as they are known."""
        known = cover(payload["search"].get("support") or ())
        return [f"The answer needs the document {id}." for id in known]

    def random_call(self, payload: Mapping[str, Json], state: Json, rng: Random) -> Call:
        """A search for words of the question, or a look at a document seen."""
        if state["seen"] and rng.random() < 0.4:
            return Call("open", {"document": rng.choice(state["seen"])})
        words = payload.get("problem", {}).get("question", "anything").split()
        query = " ".join(rng.sample(words, min(3, len(words))))
        return Call("search", {"query": query, "k": rng.randint(1, MOST_HITS)})


class PagedSearchTools(SearchTools):
    """The tools of questions to a user's own documents, which may be long.

    A search shows the passage of a document that fits best, around the words that fit, and a long document is read in
    pages. One of several pages counts as seen, for process signals, as soon as one of its pages was opened.
    """

    @tool
    def search(self, payload: Mapping[str, Json], state: Json, query: str, k: int = 3) -> Used:
        """Find the documents whose words fit a query best, and show ids, titles and the texts that fit.

        "..." stands where a text goes on; of a long document, the page that the text is on is told.

        Args:
            query: words; operators and quotation marks have no meaning.
            k: how many documents to show, 1 to 8.
        """
        if not 1 <= k <= MOST_HITS:
            raise ToolError(f"k is 1 to {MOST_HITS}, not {k}")
        if not query.strip():
            raise ToolError("the query is empty")
        retriever = _passages(payload)
        found = retriever.found(query, k)
        after = {**state, "queries": [*state["queries"], query[:200]], "calls": state["calls"] + 1}
        if not found:
            return Used(after, "No document has any of these words.")
        shown, whole = [], []
        for number, each in enumerate(found, 1):
            if each.begins and each.ends and len(each.text) <= _SNIPPET:
                whole.append(each.document)
            where = f", page {each.page} of {each.pages}" if each.pages > 1 else ""
            text = _fitting(each, query)
            shown.append(f"Doc {number} [{each.document}{where}] (Title: {each.title}) {text}")
        return Used({**after, "seen": _union(state["seen"], whole)}, "\n\n".join(shown))

    @tool
    def open(self, payload: Mapping[str, Json], state: Json, document: str, page: int = 1) -> Used:
        """Show one document; one that is long is shown in pages.

        Args:
            document: its id, as a search shows it.
            page: which page, from 1.
        """
        retriever, identity = _passages(payload), document.strip()
        try:
            pages = retriever.pages(identity)
        except KeyError:
            raise ToolError(
                f"there is no document {identity[:60]!r}; searches show the ids of documents"
            ) from None
        if not 1 <= page <= pages:
            raise ToolError(f"{identity} has {pages} page{'s' * (pages > 1)}, and no page {page}")
        where = f" (page {page} of {pages})" if pages > 1 else ""
        text = f"{identity}: {retriever.title(identity)}{where}\n{retriever.read(identity, page)}"
        seen = _union(state["seen"], [identity])
        return Used({**state, "seen": seen, "calls": state["calls"] + 1}, text)


class NoteTools(SearchTools):
    """The tools of long searches: with notes, which stay when much else has been said, and judgements.

    A judgement of the latest search (ReSeek's JUDGE, arXiv 2510.00568) changes nothing but the signal ``judging``.
    """

    max_calls = 200

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing seen, nothing asked, no notes, nothing judged."""
        return {**super().start(payload), "notes": [], "latest": [], "judged": []}

    @tool
    def search(self, payload: Mapping[str, Json], state: Json, query: str, k: int = 3) -> Used:
        """Find the documents whose words fit a query best, and show ids, titles and texts; "..." ends one that goes on.

        Args:
            query: words; operators and quotation marks have no meaning.
            k: how many documents to show, 1 to 8.
        """
        used = super().search(payload, state, query, k)
        return Used(
            {**used.state, "latest": [hit.id for hit in corpus(payload).search(query, k)]}, used.observation
        )

    @tool
    def judge(self, payload: Mapping[str, Json], state: Json, useful: bool) -> Used:
        """Say whether the latest search showed something that the answer needs; this changes nothing else.

        Args:
            useful: whether it did.
        """
        if not state["latest"]:
            raise ToolError("there is no search with documents to judge")
        judgement = [sorted(state["latest"]), useful]
        judged = state["judged"] if judgement in state["judged"] else [*state["judged"], judgement]
        return Used({**state, "judged": sorted(judged)}, "Noted.")

    @tool
    def note(self, payload: Mapping[str, Json], state: Json, text: str) -> Used:
        """Write a note down, and show all notes.

        Args:
            text: one finding, at most 300 characters.
        """
        if not text.strip():
            raise ToolError("the note is empty")
        if len(text) > MOST_NOTE_CHARS:
            raise ToolError(f"a note has at most {MOST_NOTE_CHARS} characters, not {len(text)}")
        if len(state["notes"]) >= MOST_NOTES:
            raise ToolError(f"there are {MOST_NOTES} notes already; no more fit")
        notes = [*state["notes"], text]
        return Used({**state, "notes": notes}, _listed(notes))

    @tool
    def notes(self, payload: Mapping[str, Json], state: Json) -> str:
        """Show all notes."""
        return _listed(state["notes"]) if state["notes"] else "There are no notes."


def corpus(payload: Mapping[str, Json]) -> Retriever:
    """The index of a task's corpus, made at its first use and kept while there is room.

    Raises:
        SandboxError: the corpus cannot be made again as it was, or there is no index at its path.
    """
    recipe = payload["search"]["corpus"]
    if "path" in recipe:
        return _opened(str(recipe["path"]))
    found = remade(recipe)
    if found.seal != recipe["seal"]:
        raise SandboxError("the documents of this task cannot be made again: they are from another version")
    return found.index


def _passages(payload: Mapping[str, Json]) -> Passages:
    found = corpus(payload)
    if not isinstance(found, Passages):
        raise SandboxError("the documents of this task were indexed without passages; import them again")
    return found


def _opened(path: str) -> Retriever:
    with _LOCK:
        if path in _OPENED:
            _OPENED.move_to_end(path)
            return _OPENED[path]
    try:
        made = open_retriever(Path(path))
    except (OSError, ValueError) as error:
        raise SandboxError(f"the index of this task cannot be opened: {error}") from None
    with _LOCK:
        _OPENED[path] = made
        while len(_OPENED) > 1 and sum(map(len, _OPENED.values())) > _KEPT_PAGES:
            _OPENED.popitem(last=False)
    return made


def _shown(number: int, page: Page) -> str:
    text = page.text if len(page.text) <= _SNIPPET else page.text[:_SNIPPET].rsplit(" ", 1)[0] + " ..."
    return f"Doc {number} [{page.id}] (Title: {page.title}) {text}"


def _fitting(found: Found, query: str) -> str:
    """What a search shows of a passage, with "..." on both sides where the document goes on."""
    text = window(found.text, query, _SNIPPET)
    before = "" if found.begins or text.startswith("...") else "... "
    behind = "" if found.ends or text.endswith("...") else " ..."
    return f"{before}{text.strip()}{behind}"


def _union(seen: Sequence[str], more: Sequence[str]) -> list[str]:
    """What was seen, in one order whatever the way: equal sets are equal states."""
    return sorted({*seen, *more})


def _listed(notes: Sequence[str]) -> str:
    return "\n".join(f"{number}. {note}" for number, note in enumerate(notes, 1))
