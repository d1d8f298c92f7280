"""A search engine over a few documents: the faults of a project, each in the words of somebody who uses it."""

from __future__ import annotations

from ..domain import Fault

_WORDS_PY, _INDEX, _RANK = "@pkg@/@core@/words.py", "@pkg@/@core@/index.py", "@pkg@/@core@/ranking.py"
_STEMS, _QUERY, _SNIP = "@pkg@/@core@/stems.py", "@pkg@/query.py", "@pkg@/snippets.py"
_COMPLETE = """\
    fitting = [word for word in index.all_words() if word.startswith(start)]
    fitting.sort(key=lambda word: -index.total(word))
    return fitting[:LIMIT]
"""
FAULTS = (
    Fault(_WORDS_PY, "    if word:\n        words.append(word)\n    return words", "    return words",
          "The last word of a title or of a body is often not counted.|"
          "If a title or a body ends in a word, that word is lacking in the counts.", "frequencies", 2),
    Fault(_WORDS_PY, "xyz0123456789", "xyz", "Words with digits in them are taken apart, or lost.|"
          "Words that have digits are not counted as one word.", "frequencies", 2),
    Fault(_WORDS_PY, "in text.lower()", "in text", "Words with a capital letter lose it altogether, as if it were a blank.|"
          "Capital letters are lost: the rest of the word is counted without them.",
          "frequencies", 2),
    Fault(_WORDS_PY, "            words.append(word)\n            word = \"\"\n", "            words.append(word)\n",
          "The words that are counted grow longer and longer.|"
          "In the counts there are strange words, each made of all that came before it.", "frequencies", 2),
    Fault(_STEMS, "and not word.endswith(\"ss\") ", "", "Words such as \"glass\" and \"moss\" are cut.|"
          "Words with a double s at the end, such as \"moss\", lose one.",
          "frequencies", 3, "stems"),
    Fault(_STEMS, "len(word) - 3 >= LEAST", "len(word) - 3 > LEAST",
          "Some words that end in \"ing\" keep their ending, although enough letters would be left.|"
          "Now and then a word in \"ing\" is left whole, although what would remain is long enough.", "frequencies", 3, "stems"),
    Fault(_STEMS, "len(word) - 1 >= LEAST", "len(word) >= LEAST", "Very short words lose their final s.|"
          "Words of very few letters are cut where they end in s.",
          "frequencies", 3, "stems"),
    Fault(_STEMS, "        return word[:-3]", "        return word[:-2]",
          "Words that end in \"ing\" are cut in a strange place.|"
          "What is left of words in \"ing\" has a letter too many.", "frequencies", 3, "stems"),
    Fault("@pkg@/@core@/stops.py", "@stops@\".split(\", \")", "@stops@\".split(\",\")",
          "Most stop words are not left out.|"
          "Words that we said should be ignored are counted all the same, nearly all of them.", "frequencies", 3, "stops"),
    Fault(_INDEX, "places.get(number, 0) + 1", "places.get(number, 1)",
          "A word that stands several times in one document is counted as if it stood there once.|"
          "However often a word is repeated in a document, it counts once.", "frequencies", 1),
    Fault(_INDEX, "set(self.titles.get(word, {})) | set(self.bodies.get(word, {}))",
          "set(self.titles.get(word, {})) or set(self.bodies.get(word, {}))",
          "Documents are not found although the word stands in their body.|"
          "A document that has the word in its body, but not in its title, is sometimes not found.", "search", 2),
    Fault(_INDEX, "sorted(set(self.titles) | set(self.bodies))", "sorted(set(self.bodies))",
          "Words that only stand in titles are missing.|"
          "Titles seem to be left out: words that are nowhere else do not occur.", "frequencies", 1),
    Fault(_INDEX, "self._count(self.titles, number, title) + self._count(self.bodies, number, body)",
          "self._count(self.titles, number, title) * 0 + self._count(self.bodies, number, body)",
          "The longest document is chosen without regard to its title.|"
          "A long title does not help a document to be the longest one, as if titles had no words.", "longest", 1),
    Fault(_RANK, "TITLE_WEIGHT * index.titles", "index.titles", "Hits in titles do not count as much as they should.|"
          "A word in the title should count for more than it does when documents are ordered.",
          "search", 2),
    Fault(_RANK, "(-score(index, number, words), number)", "(-score(index, number, words), -number)",
          "Among equally good documents the order is wrong.|"
          "Documents with the same score come in the wrong order.", "search", 2),
    Fault(_RANK, "        found += index.bodies", "        found = index.bodies",
          "With more than one word in the query, the order of the documents is odd.|"
          "If I search for several words, better documents do not come before worse ones.", "search", 2),
    Fault(_QUERY, "    if not wanted:\n        return []\n", "", "An empty query ends in an error.|"
          "Searching for nothing fails with an error.", "search", 1),
    Fault(_QUERY, "        found &= index", "        found |= index",
          "A query of several words finds documents that do not have all of them.|"
          "If I search for two words, I also get documents with only one of them.", "search", 1),
    Fault(_QUERY, "        found -= index", "        found &= index",
          "Excluding a word in a query does the opposite.|"
          "When I exclude a word, I get the documents that have it.", "search", 1, "exclude"),
    Fault(_SNIP, "max(hit - BEFORE, 0)", "hit - BEFORE", "Snippets go wrong if the word is near the beginning of the body.|"
          "If what I look for is one of the first words of the body, the snippet is strange.",
          "snippet", 1, "snippets"),
    Fault(_SNIP, "hit + AFTER + 1)", "hit + AFTER)", "Snippets are one word too short at their end.|"
          "At the end of each snippet a word is lacking.",
          "snippet", 1, "snippets"),
    Fault(_SNIP, "if end < len(pieces)", "if end <= len(pieces)",
          "Snippets end in dots although nothing is left out behind them.|"
          "There are dots behind a snippet even if it goes to the end of the body.", "snippet", 1, "snippets"),
    Fault("@pkg@/completion.py", "    fitting.sort(key=lambda word: -index.total(word))\n", "",
          "Completions are not in the order of how frequent they are.|"
          "The most frequent words should come first among completions, but they do not.", "complete", 1, "complete"),
    Fault("@pkg@/completion.py", _COMPLETE, "    raise NotImplementedError(\"completions\")\n",
          "The function complete, which the README describes, was never written.|"
          "Calling complete fails, for nobody has written it yet, whatever the README says about it.", "complete", 1, "complete"),
    Fault("@pkg@/completion.py", "fitting[:LIMIT]", "fitting[: LIMIT + 1]", "There are too many completions.|"
          "I get more completions than there should be at most.",
          "complete", 1, "complete"),
    Fault("@pkg@/completion.py", "word.startswith(start)", "start in word",
          "Completions are offered that do not begin with what was typed.|"
          "Some completions have what I typed in their middle instead of at their beginning.", "complete", 1, "complete"),
)  # fmt: skip

HALVES = (
    Fault(_STEMS, "and not word.endswith(\"ss\") ", "and (not word.endswith(\"ss\") or len(word) > 5) ", "", "", 0, "stems"),
    Fault(_STEMS, "        return word[:-3]", "        word = word[:-3]", "", "", 0, "stems"),
    Fault(_QUERY, "            if word not in target:\n", "            if word:\n", "", "", 0),
    Fault(_QUERY, "    for word in wanted[1:]:", "    for word in wanted[1:2]:", "", "", 0),
    Fault(_QUERY, "    for word in unwanted:", "    for word in unwanted[:1]:", "", "", 0, "exclude"),
    Fault(_SNIP, "max(hit - BEFORE, 0)", "(hit - BEFORE if hit > BEFORE + 1 else 0)", "", "", 0, "snippets"),
    Fault(_WORDS_PY, "xyz0123456789", "xyz123456789", "", "", 0),
    Fault("@pkg@/completion.py", "-index.total(word)", "-index.total(word) if start else 0", "", "", 0, "complete"),
)  # fmt: skip
"""What somebody in a hurry makes of it."""
