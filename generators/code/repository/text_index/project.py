"""A search engine over a few documents: the files of a project."""

from __future__ import annotations

from ..domain import Template

TEMPLATES = (
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
  If a part of the query (it is cut at spaces) begins with `-`, the words in this part are excluded: no document with one of  #? exclude
  them is found. In `of-moss` nothing is excluded. A query of nothing but excluded words finds nothing.  #? exclude
- `frequencies(documents)` tells how often each word stands in all titles and bodies.
- `longest(documents)` is the number of the document with the most words, title and body together; the smallest number of
  equal ones; -1 if there are no documents.
- `snippet(document, query)` shows the part of the body around the first of its words that the query has: the words as  #? snippets
#+ snippets
  they are written (cut at spaces), from @before@ before it to @after@ after it, joined by single spaces. `... ` is put before it if
  words are left out there, and ` ...` behind it likewise. If there is no such word, it is the first @after@ words in the same way.
  Excluded words of the query do not count here.  #? exclude
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
        target = wanted  #? all_wanted
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
