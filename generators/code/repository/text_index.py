"""A search engine over a few documents: words, stems, stop words, ranking, snippets, completions."""

from __future__ import annotations

from random import Random

from ...base import Json
from .domain import Domain, Fault, Names, Template
from .models.text_index import model

_TEMPLATES = (
    Template(
        "README.md",
        """
# @pkg@

Searches a few documents. A document is a pair `[title, body]`, and is known by its number, from 0. The public functions
are in `@pkg@/api.py`.

## Words

A word is a run of the letters a-z and digits; everything else separates words. Capital letters are made small.
The stop words (@stops@) are left out, in documents and in queries.  #? stops
#+ stems
Then a word is cut to its stem: a final `ing` goes if at least @stem@ letters are left; else a final `s` goes if at least
@stem@ letters are left and the letter before it is no `s`. Only one ending is cut.
#-

## Functions

- `search(documents, query)` lists the numbers of the documents that have every word of the query, best first. The score of
  a document is the number of times that the query's words stand in its body, plus @boost@ for each time in its title.
  A word that stands twice in the query counts once. Equal scores: the smaller number first. A query without words finds
  nothing.
  A word of the query with `-` right before it excludes: no document with that word is found. A query of nothing but  #? exclude
  excluded words finds nothing.  #? exclude
- `frequencies(documents)` tells how often each word stands in all titles and bodies.
- `longest(documents)` is the number of the document with the most words, title and body together; the smallest number of
  equal ones; -1 if there are no documents.
- `snippet(document, query)` shows the part of the body around the first of its words that the query has: the words as  #? snippets
#+ snippets
  they are written (cut at spaces), from @before@ before it to @after@ after it, joined by single spaces. `... ` is put before it if
  words are left out there, and ` ...` behind it likewise. If there is no such word, it is the first @after@ words in the same way.
#-
#+ complete
- `complete(documents, start)` lists at most @limit@ words of the documents that begin with `start`, the most frequent first,
  equal ones by alphabet.
#-
""",
    ),
    Template(
        "@pkg@/@core@/words.py",
        '''
"""From text to words."""

from @pkg@.@core@.stops import is_stop  #? stops
from @pkg@.@core@.stems import stem  #? stems

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def raw_words(text):
    """The words of a text in small letters, in order."""
    words, word = [], ""
    for letter in text.lower():
        if letter in LETTERS:
            word += letter
        elif word:
            words.append(word)
            word = ""
    if word:
        words.append(word)
    return words


def words_of(text):
    """The words of a text as they are indexed."""
    words = raw_words(text)
    words = [word for word in words if not is_stop(word)]  #? stops
    words = [stem(word) for word in words]  #? stems
    return words
''',
    ),
    Template(
        "@pkg@/@core@/stops.py",
        '''
"""Words that are too common to be looked for."""

STOP_WORDS = frozenset("@stops@".split(", "))


def is_stop(word):
    """Whether a word is left out."""
    return word in STOP_WORDS
''',
        "stops",
    ),
    Template(
        "@pkg@/@core@/stems.py",
        '''
"""Stems: one form for words that belong together."""

LEAST = @stem@


def stem(word):
    """A word without its ending."""
    if word.endswith("ing") and len(word) - 3 >= LEAST:
        return word[:-3]
    if word.endswith("s") and not word.endswith("ss") and len(word) - 1 >= LEAST:
        return word[:-1]
    return word
''',
        "stems",
    ),
    Template(
        "@pkg@/@core@/index.py",
        '''
"""The index: for each word, how often it stands where."""

from @pkg@.@core@.words import words_of


class Index:
    """Counts of words in the titles and in the bodies of documents."""

    def __init__(self, documents):
        self.titles = {}
        self.bodies = {}
        self.lengths = []
        for number, (title, body) in enumerate(documents):
            self.lengths.append(self._count(self.titles, number, title) + self._count(self.bodies, number, body))

    def _count(self, table, number, text):
        words = words_of(text)
        for word in words:
            places = table.setdefault(word, {})
            places[number] = places.get(number, 0) + 1
        return len(words)

    def with_word(self, word):
        """The numbers of the documents that have a word."""
        return set(self.titles.get(word, {})) | set(self.bodies.get(word, {}))

    def total(self, word):
        """How often a word stands in all documents."""
        return sum(self.titles.get(word, {}).values()) + sum(self.bodies.get(word, {}).values())

    def all_words(self):
        """All words, by alphabet."""
        return sorted(set(self.titles) | set(self.bodies))
''',
    ),
    Template(
        "@pkg@/@core@/ranking.py",
        '''
"""Which documents are better."""

TITLE_WEIGHT = @boost@


def score(index, number, words):
    """The score of a document for the words of a query."""
    found = 0
    for word in words:
        found += index.bodies.get(word, {}).get(number, 0)
        found += TITLE_WEIGHT * index.titles.get(word, {}).get(number, 0)
    return found


def ranked(index, numbers, words):
    """Documents, best first; equal ones by number."""
    return sorted(numbers, key=lambda number: (-score(index, number, words), number))
''',
    ),
    Template(
        "@pkg@/query.py",
        '''
"""Queries."""

from @pkg@.@core@.ranking import ranked
from @pkg@.@core@.words import words_of


def parse(query):
    """The words that are wanted, each once, and those that are not."""
    wanted, unwanted = [], []
    for part in query.split():
        target = wanted
        target = unwanted if part.startswith("-") else wanted  #? exclude
        for word in words_of(part):
            if word not in target:
                target.append(word)
    return wanted, unwanted


def find(index, query):
    """The numbers of the documents that a query finds, best first."""
    wanted, unwanted = parse(query)
    if not wanted:
        return []
    found = index.with_word(wanted[0])
    for word in wanted[1:]:
        found &= index.with_word(word)
    for word in unwanted:
        found -= index.with_word(word)
    return ranked(index, found, wanted)
''',
    ),
    Template(
        "@pkg@/snippets.py",
        '''
"""Snippets of documents."""

from @pkg@.query import parse
from @pkg@.@core@.words import words_of

BEFORE = @before@
AFTER = @after@


def _first_hit(pieces, wanted):
    for place, piece in enumerate(pieces):
        if any(word in wanted for word in words_of(piece)):
            return place
    return None


def cut(pieces, start, end):
    """Some pieces of a text, with marks where others are left out."""
    text = " ".join(pieces[start:end])
    if start > 0:
        text = "... " + text
    if end < len(pieces):
        text = text + " ..."
    return text


def snippet(body, query):
    """The part of a text that shows best why a query found it."""
    pieces = body.split()
    wanted, _ = parse(query)
    hit = _first_hit(pieces, wanted)
    if hit is None:
        return cut(pieces, 0, AFTER)
    return cut(pieces, max(hit - BEFORE, 0), hit + AFTER + 1)
''',
        "snippets",
    ),
    Template(
        "@pkg@/completion.py",
        '''
"""Completions of a word that is being typed."""

LIMIT = @limit@


def completions(index, start):
    """The most frequent words with a given start."""
    fitting = [word for word in index.all_words() if word.startswith(start)]
    fitting.sort(key=lambda word: -index.total(word))
    return fitting[:LIMIT]
''',
        "complete",
    ),
    Template(
        "@pkg@/api.py",
        '''
"""The public functions. A document is [title, body]."""

from @pkg@ import query as queries
from @pkg@.@core@.index import Index
from @pkg@ import snippets  #? snippets
from @pkg@.completion import completions  #? complete


def search(documents, query):
    """The numbers of the documents that a query finds, best first."""
    return queries.find(Index(documents), query)


def frequencies(documents):
    """How often each word stands in the documents."""
    index = Index(documents)
    return {word: index.total(word) for word in index.all_words()}


def longest(documents):
    """The number of the document with the most words."""
    lengths = Index(documents).lengths
    return lengths.index(max(lengths)) if lengths else -1


#+ snippets
def snippet(document, query):
    """The part of a document that shows why a query found it."""
    return snippets.snippet(document[1], query)
#-


#+ complete
def complete(documents, start):
    """Words of the documents that begin with `start`."""
    return completions(Index(documents), start)
#-
''',
    ),
)

_WORDS = (
    "garden gardens gardening rain rains raining glass glasses river rivers bus boss sing king bring kings "
    "the and of a in is stone stones moss Moss moon Moonlight walk walking walks 7up 42 ring rings water Water "
    "grass snow snowing string tea teas pass passing"
).split()


def _choose(rng: Random) -> dict[str, str | int]:
    stops = sorted(rng.sample(["the", "and", "of", "a", "in", "is", "to", "on", "at"], 5))
    return {
        "pkg": rng.choice(
            ["finder", "lookup", "seeker", "textfind", "docsearch", "glance", "bookworm", "needle"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "boost": rng.randint(2, 6),
        "stops": ", ".join(stops),
        "stem": rng.randint(3, 4),
        "before": rng.randint(1, 3),
        "after": rng.randint(2, 4),
        "limit": rng.randint(2, 4),
    }


def _text(rng: Random, words: list[str], count: int) -> str:
    parts = []
    for _ in range(count):
        word = rng.choice(words)
        parts.append(
            rng.choice(
                [word, word, word, word.capitalize(), f"{word},", f"{word}-{rng.choice(words)}", f"{word}."]
            )
        )
    return " ".join(parts)


def _inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    words = rng.sample(_WORDS, 4 + 3 * size) + str(names["stops"]).split(", ")[:2]
    documents = [
        [_text(rng, words, rng.randint(1, 2)), _text(rng, words, rng.randint(1, 3 + 4 * size))]
        for _ in range(rng.randint(1, 1 + 2 * size) if rng.random() > 0.04 else 0)
    ]
    seen = " ".join(rng.choice(documents)).split() if documents and rng.random() < 0.7 else words
    query = [rng.choice(seen) for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))]
    if rng.random() < 0.5 and "exclude" in features:
        query.append(f"-{rng.choice(words)}")
    if rng.random() < 0.15:
        query.append(query[0].upper())
    if rng.random() < 0.04:
        query = []
    text = " ".join(query)
    if function == "search":
        return [documents, text]
    if function == "snippet":
        return [[_text(rng, words, 1), _text(rng, words, rng.randint(1, 5 + 5 * size))], text]
    if function == "complete":
        start = rng.choice(words).lower()
        return [documents, start[: rng.choice([0, 1, 1, 1, 2])]]
    return [documents]


_WORDS_PY, _INDEX, _RANK = "@pkg@/@core@/words.py", "@pkg@/@core@/index.py", "@pkg@/@core@/ranking.py"
_STEMS, _QUERY, _SNIP = "@pkg@/@core@/stems.py", "@pkg@/query.py", "@pkg@/snippets.py"
_COMPLETE = """\
    fitting = [word for word in index.all_words() if word.startswith(start)]
    fitting.sort(key=lambda word: -index.total(word))
    return fitting[:LIMIT]
"""
_FAULTS = (
    Fault(_WORDS_PY, "    if word:\n        words.append(word)\n    return words", "    return words",
          "The last word of a title or of a body is often not counted.", "frequencies", 2),
    Fault(_WORDS_PY, "xyz0123456789", "xyz", "Words with digits in them are taken apart, or lost.", "frequencies", 2),
    Fault(_WORDS_PY, "in text.lower()", "in text", "Words with a capital letter lose it altogether, as if it were a blank.",
          "frequencies", 2),
    Fault(_WORDS_PY, "            words.append(word)\n            word = \"\"\n", "            words.append(word)\n",
          "The words that are counted grow longer and longer.", "frequencies", 2),
    Fault(_STEMS, "and not word.endswith(\"ss\") ", "", "Words such as \"glass\" and \"moss\" are cut.",
          "frequencies", 3, "stems"),
    Fault(_STEMS, "len(word) - 3 >= LEAST", "len(word) - 3 > LEAST",
          "Some words that end in \"ing\" keep their ending, although enough letters would be left.", "frequencies", 3, "stems"),
    Fault(_STEMS, "len(word) - 1 >= LEAST", "len(word) >= LEAST", "Very short words lose their final s.",
          "frequencies", 3, "stems"),
    Fault(_STEMS, "        return word[:-3]", "        return word[:-2]",
          "Words that end in \"ing\" are cut in a strange place.", "frequencies", 3, "stems"),
    Fault("@pkg@/@core@/stops.py", "@stops@\".split(\", \")", "@stops@\".split(\",\")",
          "Most stop words are not left out.", "frequencies", 3, "stops"),
    Fault(_INDEX, "places.get(number, 0) + 1", "places.get(number, 1)",
          "A word that stands several times in one document is counted as if it stood there once.", "frequencies", 1),
    Fault(_INDEX, "set(self.titles.get(word, {})) | set(self.bodies.get(word, {}))",
          "set(self.titles.get(word, {})) or set(self.bodies.get(word, {}))",
          "Documents are not found although the word stands in their body.", "search", 2),
    Fault(_INDEX, "sorted(set(self.titles) | set(self.bodies))", "sorted(set(self.bodies))",
          "Words that only stand in titles are missing.", "frequencies", 1),
    Fault(_INDEX, "self._count(self.titles, number, title) + self._count(self.bodies, number, body)",
          "self._count(self.titles, number, title) * 0 + self._count(self.bodies, number, body)",
          "The longest document is chosen without regard to its title.", "longest", 1),
    Fault(_RANK, "TITLE_WEIGHT * index.titles", "index.titles", "Hits in titles do not count as much as they should.",
          "search", 2),
    Fault(_RANK, "(-score(index, number, words), number)", "(-score(index, number, words), -number)",
          "Among equally good documents the order is wrong.", "search", 2),
    Fault(_RANK, "        found += index.bodies", "        found = index.bodies",
          "With more than one word in the query, the order of the documents is odd.", "search", 2),
    Fault(_QUERY, "    if not wanted:\n        return []\n", "", "An empty query ends in an error.", "search", 1),
    Fault(_QUERY, "        found &= index", "        found |= index",
          "A query of several words finds documents that do not have all of them.", "search", 1),
    Fault(_QUERY, "        found -= index", "        found &= index",
          "Excluding a word in a query does the opposite.", "search", 1, "exclude"),
    Fault(_SNIP, "max(hit - BEFORE, 0)", "hit - BEFORE", "Snippets go wrong if the word is near the beginning of the body.",
          "snippet", 1, "snippets"),
    Fault(_SNIP, "hit + AFTER + 1)", "hit + AFTER)", "Snippets are one word too short at their end.",
          "snippet", 1, "snippets"),
    Fault(_SNIP, "if end < len(pieces)", "if end <= len(pieces)",
          "Snippets end in dots although nothing is left out behind them.", "snippet", 1, "snippets"),
    Fault("@pkg@/completion.py", "    fitting.sort(key=lambda word: -index.total(word))\n", "",
          "Completions are not in the order of how frequent they are.", "complete", 1, "complete"),
    Fault("@pkg@/completion.py", _COMPLETE, "    raise NotImplementedError(\"completions\")\n",
          "The function complete, which the README describes, was never written.", "complete", 1, "complete"),
    Fault("@pkg@/completion.py", "fitting[:LIMIT]", "fitting[: LIMIT + 1]", "There are too many completions.",
          "complete", 1, "complete"),
    Fault("@pkg@/completion.py", "word.startswith(start)", "start in word",
          "Completions are offered that do not begin with what was typed.", "complete", 1, "complete"),
)  # fmt: skip

TEXT_INDEX = Domain(
    "text index",
    "searching in documents",
    _choose,
    ("stems", "stops", "snippets", "complete", "exclude"),
    {},
    _TEMPLATES,
    _FAULTS,
    {"search": "", "frequencies": "", "longest": "", "snippet": "snippets", "complete": "complete"},
    _inputs,
    model,
)
