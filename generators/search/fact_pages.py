"""Where in a corpus names and facts stand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from .world import Document, World

_FEW = 1000
_WORD = re.compile(r"[A-Z]\w+")


class Pages:
    """A corpus in which names and facts are found.

    Args:
        world: what the documents are about.
        documents: the corpus.

    Attributes:
        ids: of the documents.
        facts: by fact, the places of the documents that state it.
    """

    def __init__(self, world: World, documents: Sequence[Document]) -> None:
        self.texts = [f"{document.title}\n{document.text}" for document in documents]
        self.ids: Sequence[str] = [document.id for document in documents]
        stating: dict[str, list[int]] = {}
        self.facts: Mapping[str, Sequence[int]] = stating
        for place, document in enumerate(documents):
            for fact in document.facts:
                stating.setdefault(fact, []).append(place)
        self._known: dict[str, list[int]] = {}
        self._names = {e.id: (e.name, *e.aliases) for e in world.entities.values()}

    def naming(self, entity: str) -> set[int]:
        """The places of the documents in which an entity's name or alias stands."""
        found: set[int] = set()
        for name in self._names[entity]:
            found.update(place for place in self._candidates(name) if name in self.texts[place])
        return found

    def _candidates(self, name: str) -> Sequence[int]:
        """The places of the documents with the rarest word of a name."""
        lists = [self._with(word) for word in _WORD.findall(name)]
        return min(lists, key=len) if lists else range(len(self.texts))

    def _with(self, word: str) -> Sequence[int]:
        """The places of the documents with a word as a whole."""
        if len(self.texts) > _FEW:
            return self._words.get(word, [])
        # Of a small corpus, few words are asked for, and few documents have their letters.
        found = self._known.get(word)
        if found is None:
            found = [p for p, text in enumerate(self.texts) if word in text and word in _WORD.findall(text)]
            self._known[word] = found
        return found

    @cached_property
    def _words(self) -> dict[str, list[int]]:
        """The places of the documents with a word, for words that begin like a name."""
        words: dict[str, list[int]] = {}
        for place, text in enumerate(self.texts):
            for word in dict.fromkeys(_WORD.findall(text)):
                words.setdefault(word, []).append(place)
        return words
