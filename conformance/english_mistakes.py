"""Mistakes of English in prompts, found by their form: what templates leave behind where a number is 1 or 0.

`mistakes` knows no grammar. It looks for "a undirected graph", "exactly 1 are", "at most 0 hits", ``1*x``, a question
that is followed by its facts and the like, with the exceptions that occur. So silence proves little, but a finding is
nearly always one. `word_mistakes` are those rules that hold also where a prompt shows programs, tables and listings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_SHOWN = re.compile(
    r"```.*?```|`[^`\n]*`|^-----\n.*?^-----$|^[ \t]+[^\n]*$|^\w+\([^\n]* == [^\n]*$", re.DOTALL | re.MULTILINE
)
"""Programs, quoted responses, listings and calls with their results: not the prompt's own words."""

_BRACKETS_ALONE = re.compile(r"(?<!\S)[()\[\]<>{}]{2,}[.?]?(?!\S)")

_VOWEL = re.compile(r"(?:8\d*|11|18)(?!\d)|[aeiou]|[AEFHILMNORSX](?![A-Za-z])", re.IGNORECASE)
_CONSONANT = re.compile(
    r"uni(?!n|mp)|us(?:e|ual|ag)|eu|ewe|one(?:\b|-)|once\b|u(?:kr|-|\b|tens|biq)", re.IGNORECASE
)
"""A vowel that is not spoken as one: a unit, a one-digit number."""
_SILENT = re.compile(r"hour|honest|honou?r|heir", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?<![\w'*+/^=.-])(an?|(?:(?<=\n)|(?<=[.?:] )|(?<=\A))An?) (\"?[A-Za-z0-9][\w-]*)(?![*^/(=']| [-+*/=<>^])"
)
_AFTER_A_VARIABLE = {
    "is",
    "and",
    "or",
    "add",
    "adds",
    "as",
    "if",
    "in",
    "of",
    "at",
    "are",
    "exactly",
    "equals",
    "occurs",
}
"""In "side a is 3 metres long" the a is no article."""

_AFTER_1 = re.compile(
    r"(?<![\w.,/^*+=:-])(?<![-+*/^=<>] )(?<!(?:to|or) )(?<!and )(?<!is )1 ([a-z]{2,}s)\b(?![-*^=(])"
)
_VERBS = set(
    "appears occurs gets comes divides shows is has was does leaves goes begins counts weighs wins plus minus "
    "times".split()
)
_NOUNS = (
    "ball|card|die|coin|letter|time|day|hour|minute|second|person|way|point|step|box|house|edge|node|word|number|digit|"
    "place|hit|draw|row|column|term|metre|dollar|litre|year|week|month|file|line|problem|bead|door|bag|ticket|apple"
)
_CONVENTION = (
    r"(?:There are enough|An? (?:remainder|move|box|path|number|product|row|shift|selection|missing)|"
    r"Two \w+ (?:are|count)|"
    r"The (?:answer|people|other|sign|order|value|result|balls|exponent))\b"
)
"""How a sentence begins that says how to count or to answer: it may well follow the question."""


def _rules(patterns: Mapping[str, str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(pattern)) for name, pattern in patterns.items())


_WORDS = _rules(
    {
        "a plural verb after 1": r"\b(?:exactly|only|at most|at least) 1 (?:are|were|have|do)\b",
        "a plural verb before 1": (
            r"\b[Tt]here are (?:exactly |only |at most |at least )?1 (?!to\b|or\b|and\b|[-+*/x=<]|\d)"
        ),
        "a count that nothing can be under": r"\b(?:at most|at least|fewer than|no more than) 0 [a-z]",
        "a singular after a number": (
            rf"(?<![\w.,/^*+=:-])(?<![-+*/^=<>] )(?:[02-9]|[1-9]\d+) (?:{_NOUNS})\b(?![-*^=(/]| \d)"
        ),
        "a word twice": r"(?<!-)\b(?!(?:that|had)\b)([a-z]{2,}) \1\b(?!-)",
        "an ordinal": (
            r"\b\d*(?:1[123](?:st|nd|rd)|(?<!1)(?:1(?:nd|rd|th)|2(?:st|rd|th)|3(?:st|nd|th))|[04-9](?:st|nd|rd))\b"
        ),
        "a fact after the question": (
            rf"\? (?!{_CONVENTION})(?:An? |Two |One |In an? |From an? |There |"
            r"The [a-z]+(?: [A-Z]\w*)* (?:has|holds|is|are)\b)"
        ),
    }
)
_FORMS = _rules(
    {
        "a factor of 1": r"(?<![\w.*/^)\]-])1(?:\*(?!\*)| \* (?=[a-z]))|(?<=[\w)])\*1(?![\w./])",
        "an exponent of 1": r"(?<!\.)\^1(?![\w./^])",
        "a summand of 0": r"(?<=[\w)]) [+-] 0(?![\w.])(?! ?[*^/])|(?<![\w.^*/(=])0 \+ [a-z(]",
        "two signs in a row": r"(?<=[\w)]) [+-] [-+](?=[\w(])",
        "a needless bracket": r"(?<![\w^*/] )= \(-\d+\)\*",
        "a hole that was not filled": r"\{\}(?<!boxed\{\})|\bNone\b(?! of)|\bnan\b|<[a-z_.]+ object at",
        "two spaces": r"(?<=[a-z,;][a-z,;]) {2,}(?=[A-Za-z]{2})",
        "a space at the end of a line": r"[ \t]+(?:\n|\Z)",
        "punctuation twice": r"(?<=\w)(?:,,|;;|\?\?|!!|[,;:][.?!]|[?!]\.(?!\.)|\.,(?!\.)|(?<!\.)\.\.(?!\.))",
        "a space before a comma": r"(?<=[a-z)]) ,(?= [a-z])",
        "a sentence that begins with a small letter": (
            r"(?<=[a-z][.?] )[a-z]{2,} [a-z]|(?:\A|(?<=\n\n))[a-z]{2,} [a-z]{2,} [a-z]"
        ),
    }
)


def mistakes(prompt: str) -> Iterator[str]:
    """What looks wrong in the English of `prompt`, each with the words around it."""
    yield from word_mistakes(prompt)
    text = _SHOWN.sub("(shown)", prompt)
    yield from _found(_FORMS, text)
    text = _BRACKETS_ALONE.sub(" ", text)
    # Intervals such as [1/2, 3) mix round and square ones, so these are counted together.
    if (still_open := len(re.findall(r"[(\[]", text)) - len(re.findall(r"[)\]]", text))) != 0:
        yield f"brackets: {abs(still_open)} of them are not {'closed' if still_open > 0 else 'opened'}"
    if text.count('"') % 2:
        yield "quotes: one of them is not closed"


def word_mistakes(prompt: str) -> Iterator[str]:
    """The mistakes in words alone: articles, numbers and their nouns and verbs, doubled words."""
    text = _SHOWN.sub("(shown)", prompt)
    yield from _found(_WORDS, text)
    for found in _ARTICLE.finditer(text):
        article, word = found.group(1), found.group(2).lstrip('"')
        if word in _AFTER_A_VARIABLE or (len(word) == 1 and word.islower()) or word[:2].isupper():
            continue  # a variable; or an initialism such as SQL, which people read in two ways
        vowel = _SILENT.match(word) or (_VOWEL.match(word) and not _CONSONANT.match(word))
        if bool(vowel) != (article.lower() == "an"):
            yield f"the article: {_around(text, found)}"
    for found in _AFTER_1.finditer(text):
        if not found.group(1).endswith("ss") and found.group(1) not in _VERBS:
            yield f"a plural after 1: {_around(text, found)}"


def _found(rules: tuple[tuple[str, re.Pattern[str]], ...], text: str) -> Iterator[str]:
    for name, pattern in rules:
        yield from (f"{name}: {_around(text, found)}" for found in pattern.finditer(text))


def _around(text: str, found: re.Match[str]) -> str:
    return repr(text[max(found.start() - 25, 0) : found.end() + 25])
