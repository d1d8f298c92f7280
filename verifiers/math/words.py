"""Answers in words: number words, and the phrases that say there is no ordinary answer."""

from __future__ import annotations

import re

from .dates import date

_SMALL = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen "
        "eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_SCALES = {"thousand": 1000, "million": 10**6, "billion": 10**9}

_SAME_MEANING = (
    ("undefined", "not defined", "is undefined", "not well defined", "indeterminate value undefined"),
    (
        "does not exist", "dne", "doesn't exist", "do not exist", "limit does not exist", "the limit does not exist",
        "not exist",
    ),
    (
        "no solution", "no solutions", "there is no solution", "there are no solutions", "empty set", "the empty set",
        "emptyset", "\\emptyset", "none exist no solution", "has no solution", "has no solutions",
    ),
    ("no real solution", "no real solutions", "there are no real solutions", "no real roots"),
    (
        "infinitely many", "infinitely many solutions", "infinite solutions", "infinite number of solutions",
        "there are infinitely many solutions", "infinite many solutions",
    ),
    ("all real numbers", "all reals", "every real number", "all real x", "any real number", "the real numbers"),
    ("true", "t"),
    ("false", "f"),
)  # fmt: skip
_CANONICAL = {phrase: group[0] for group in _SAME_MEANING for phrase in group}
_DRESS = re.compile(
    r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|operatorname|mbox|emph|underline|texttt)\b ?"
)
_MATHEMATICS = re.compile(r"\\[A-Za-z]|[\^_=<>+/]|[0-9]\s*\{")
_MATHEMATICS = re.compile(r"\\[A-Za-z]|[\^_=<>+/]|^[A-Za-z]'|[0-9]\s*\{")
_SINGLE = re.compile(r"(?<![\^_])\{(\w)\}")
_SPACES = re.compile(r"\\[,;:! ]|\\quad|\\qquad|~|[\s_]+")


def number_of_words(text: str) -> int | None:
    """The whole number that English words spell ("minus twenty-one"), else None."""
    words = text.lower().replace("-", " ").split()
    negative = bool(words) and words[0] in ("minus", "negative")
    words = [word for word in words[negative:] if word != "and"]
    if not words or len(words) > 12:
        return None
    total = part = 0
    last = 1000
    for word in words:
        if word in _SMALL:
            if last < 20:
                return None
            part, last = part + _SMALL[word], max(_SMALL[word], 1) if _SMALL[word] >= 10 else 1
        elif word in _TENS:
            if last < 100:
                return None
            part, last = part + _TENS[word], 20
        elif word == "hundred":
            if not 0 < part < 10:
                return None
            part, last = part * 100, 100
        elif word in _SCALES:
            if not 0 < part < 1000 or (total and total % (1000 * _SCALES[word])):
                return None
            total, part, last = total + part * _SCALES[word], 0, 1000
        else:
            return None
    total += part
    return -total if negative else total


def normal_text(text: str) -> str:
    """Text without LaTeX wrapping, case, articles, quotes, extra spaces and a final stop, for comparison as text."""
    text = _DRESS.sub("", text).replace("$", " ").replace("`", "")
    if _MATHEMATICS.search(text):
        # What could not be read as mathematics: braces and signs carry meaning there.
        return _SINGLE.sub(r"\1", "".join(_SPACES.sub("", text).split())).strip(".")
    text = text.replace("{", "").replace("}", "").replace("*", "")
    text = text.replace("\u2019", "'").replace("\u2018", "'").replace("\u201c", '"').replace("\u201d", '"')
    text = text.replace("\u2013", "-").replace("\u2010", "-").replace("\u2011", "-").replace("\u2014", "-")
    text = " ".join(_SPACES.sub(" ", text).casefold().split()).strip(" .,;:!\"'")
    for article in ("the ", "a ", "an "):
        if text.startswith(article) and len(text) > len(article) + 1:
            text = text[len(article) :]
            break
    return text.replace("-", " ")


def meaning(text: str) -> str:
    """The normal text, phrases of the same meaning made one."""
    normal = _HAS.sub("", normal_text(text))
    if normal[:1].isdigit() or normal[:3] in _DATED:
        unwrapped = " ".join(
            _DRESS.sub("", text).replace("{", "").replace("}", "").replace("$", "").lower().split()
        )
        if (found := date(unwrapped.strip(" .,"))) is not None:
            return "{} {} {}".format(*found)
    return _CANONICAL.get(normal, normal)


_HAS = re.compile(
    r"^(?:(?:so|thus|therefore|hence),? )?(?:(?:the |this )?(?:equation|system|inequality|problem)|it)"
    r" has (?=no |infinitely )"
)
_DATED = frozenset("jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun".split()) | {
    "on ",
    "day",
}
IS_SPECIAL = frozenset(_CANONICAL.values()) - {"true", "false"}
