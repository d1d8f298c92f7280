"""Whether documents can show an answer: names are looked for in them, as words.

Numbers, dates, and yes or no may be worked out from what documents say in other words, so they are not looked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..retrieval import Passages
from ..verifiers.search.lists import gold_items
from .answers import _stands

Json = Any

LOOKED_AT = 20
"""Documents, best first, in which a name is looked for where no support is given."""


def is_searchable(search: Mapping[str, Json]) -> bool:
    """Whether an answer is one of names, which stand in a document or not."""
    return search["kind"] in ("entity", "list")


def not_shown(search: Mapping[str, Json], support: Sequence[Sequence[str]], index: Passages) -> str | None:
    """What of an answer stands in none of the documents that are to show it, in a sentence; None if all of it does.

    Args:
        search: gold, kind and aliases of the answer; see `rlvr.importing.answers`.
        support: for each needed fact the documents that state it; if there is none, all of the corpus is searched.
        index: the corpus.
    """
    if not is_searchable(search):
        return None
    aliases = search["aliases"]
    items = gold_items(search["gold"]) if search["kind"] == "list" else [search["gold"]]
    given = [_read(index, id) for id in dict.fromkeys(id for fact in support for id in fact)]
    for number, item in enumerate(items):
        names = [item, *(aliases[number] if number < len(aliases) else [])]
        texts = given if support else (_read(index, id) for id in _candidates(index, names))
        if not any(_stands(name, text) for text in texts for name in names):
            where = "in none of its supporting documents" if support else "in no document"
            return f"{item[:60]!r}, which it asks for, stands {where}"
    return None


def _candidates(index: Passages, names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(found.document for name in names for found in index.found(name, LOOKED_AT)))


def _read(index: Passages, id: str) -> str:
    page = index.page(id)
    return f"{page.title}\n{page.text}"
