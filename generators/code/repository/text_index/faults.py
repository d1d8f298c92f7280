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
