"""Best choices: an answer is an object (positions, cuts, vertices, groups), which is read, checked and valued.

An id is a table of kinds: an `Objective` says how an object of this kind is valued, and raises `Broken` with the first
rule that it breaks. `judge` does the rest: what is no list of whole numbers is ``unparsable``, what breaks a rule
``illegal``, what is allowed and not the best ``wrong``; every optimum is right. The worth of an optimum is
``payload["best"]``.

    OBJECTIVES = {"largest-sum": Objective("Give the cuts as numbers with commas between them.", _largest_sum)}

    def verify(payload, answer):
        return judge(OBJECTIVES, payload, answer, nouns=("cuts",))

Parts: ``valid`` (1.0 if no rule is broken) and ``quality``, 1 / (1 + the distance to the optimum in units of it): 1.0
for an optimum alone, 0.5 for twice the least cost. The score stays 0.0 below the optimum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from .answers import normal_signs
from .answers.introduced import introduced
from .answers.objects import unquoted
from .answers.word_lists import unnumbered
from .answers.wrapping import without_text_commands
from .base import Verdict, correct, illegal, unparsable, wrong

Payload = Mapping[str, Any]
Worth = int | list[int]
MAX_CHARS: Final = 4096
MAX_NUMBERS: Final = 1000

_NUMBER = r"[+-]?[0-9]{1,9}"
_BETWEEN = r"(?:[ \t]*(?:,|;|\||>|\n)[ \t]*(?:and[ \t]+)?|[ \t]+(?:and[ \t]+)?)"
_FLAT = re.compile(rf"{_NUMBER}(?:{_BETWEEN}{_NUMBER})*", re.IGNORECASE)
_ITEMS = re.compile(rf"{_NUMBER}(?:[ \t]*,[ \t]*{_NUMBER}|[ \t]+{_NUMBER})*")
_BULLET = re.compile(r"^[ \t]*[-*\u2022][ \t]+(?=[^\n])", re.MULTILINE)
_LABEL = re.compile(r"^[ \t]*[A-Za-z]{1,12}[ \t]+([0-9]{1,3})[ \t]*[:=][ \t]*", re.MULTILINE)
_LINE_END = re.compile(r"(?<=[,;|>])\n")  # a list may go on in the next line behind its comma
_EDGES = re.compile(r"(?<=[\[({])\n|\n(?=[\])}])")  # JSON over several lines
_ARROW = re.compile(
    r"-{1,2}>|={1,2}>|[\u2190-\u21ff\u27f5-\u27ff]|\\(?:long)?rightarrow(?![A-Za-z])|\\to(?![A-Za-z])"
)
_LINK = re.compile(
    r"(?<=[0-9])(?:-| - |[ \t]*(?:-{1,2}>|={1,2}>|[\u2192\u21d2\u27f6\u27f9]|\\(?:long)?rightarrow(?![A-Za-z])|"
    r"\\to(?![A-Za-z]))[ \t]*)(?=[0-9])"
)
_NAME = re.compile(r"[A-Za-z_]{1,20}[ \t]*=[ \t]*(?=[\[({0-9+-])")
_PAIRS = {"[": "]", "(": ")", "{": "}"}


class Broken(Exception):
    """The object breaks a rule of the task; the message is a sentence that names the rule."""


@dataclass(frozen=True, slots=True)
class Objective:
    """How objects of one kind are read and valued.

    Attributes:
        form: the form of an answer, as a sentence.
        worth: what an object comes to, from the payload and the object; it raises `Broken` for one that is not allowed.
        largest: whether more is better.
        exact: whether the object is determined, and neither more nor less is right.
        groups: whether the object is a list of lists.
        links: whether numbers are joined by hyphens or arrows, as in ``1-4`` or ``1 -> 4`` for an edge; only where none
            is negative.
        maps: what the list tells of whom: ``("row", "column")`` for a list of the columns of row 1, row 2 and so on.
            Such a list may be written as a mapping, too (`read_mapping`).
    """

    form: str
    worth: Callable[[Payload, Any], Worth]
    largest: bool = False
    exact: bool = False
    groups: bool = False
    links: bool = False
    maps: tuple[str, str] = ("", "")


def judge(
    objectives: Mapping[str, Objective], payload: Payload, answer: str, nouns: tuple[str, ...] = ()
) -> Verdict:
    """Score an object.

    Args:
        objectives: by kind.
        payload: with ``kind`` and ``best``.
        answer: what stood in the marker.
        nouns: what the answer may be called, besides answer, solution and result.
    """
    objective = objectives[payload["kind"]]
    read = read_groups if objective.groups else read_list
    try:
        mapped = read_mapping(answer, objective.maps, nouns=nouns) if objective.maps[0] else None
        given = mapped or read(answer, nouns=nouns, links=objective.links)
        if given is None:
            return unparsable(objective.form)
        worth = objective.worth(payload, given)
    except Broken as rule:
        return illegal(str(rule), valid=0.0, quality=0.0)
    best: Worth = payload["best"]
    better = not objective.exact and (worth > best) == objective.largest  # type: ignore[operator]  # of one type
    if worth == best or better:
        return correct(valid=1.0, quality=1.0)
    said = "Another answer is right." if objective.exact else "This is allowed, but something else is better."
    return wrong(said, valid=1.0, quality=_quality(worth, best))


def _quality(worth: Worth, best: Worth) -> float:
    if isinstance(worth, list) and isinstance(best, list):
        same = 0
        while same < min(len(worth), len(best)) and worth[same] == best[same]:
            same += 1
        return same / (1 + len(best))
    assert isinstance(worth, int)
    assert isinstance(best, int)
    return 1 / (1 + abs(worth - best) / max(abs(best), 1))


# ---- rules that many kinds have


def allowed(given: Sequence[int], low: int, high: int, noun: str) -> None:
    """All numbers are from `low` to `high`.

    Raises:
        Broken: if one is not; the message calls it `noun`.
    """
    for number in given:
        if not low <= number <= high:
            raise Broken(f"{number} is no {noun}: they are numbered from {low} to {high}.")


def rising(given: Sequence[int], noun: str) -> None:
    """Each number is larger than the one before it.

    Raises:
        Broken: if one is not.
    """
    for before, after in pairwise(given):
        if before >= after:
            raise Broken(f"The {noun} have to rise, and {after} stands behind {before}.")


def distinct(given: Sequence[int], noun: str) -> None:
    """No number comes twice.

    Raises:
        Broken: if one does.
    """
    seen: set[int] = set()
    for number in given:
        if number in seen:
            raise Broken(f"The {noun} {number} is given twice.")
        seen.add(number)


def exactly(given: Sequence[object], count: int, noun: str) -> None:
    """There are so many.

    Raises:
        Broken: if there are not.
    """
    if len(given) != count:
        raise Broken(f"{count} {noun} are asked for, not {len(given)}.")


def in_twos(given: Sequence[Sequence[int]], noun: str) -> list[tuple[int, int]]:
    """Cells or edges, two numbers each; several of them may stand in one list, as in ``1 2 2 3`` or ``1-2, 2-3``.

    Raises:
        Broken: if one has not two numbers.
    """
    pairs = list[tuple[int, int]]()
    for part in given:
        if len(part) % 2:
            raise Broken(f"Each {noun} is two numbers.")
        pairs += zip(part[::2], part[1::2], strict=True)
    return pairs


# ---- reading


def read_list(answer: str, *, nouns: tuple[str, ...] = (), links: bool = False) -> list[int] | None:
    """The whole numbers that are the whole of an answer, in order; None if it is anything else.

    Commas, spaces, lines, semicolons and arrows part them; brackets may stand around the whole and around parts,
    numbers 1, 2, 3 or bullets before lines. ``[]`` and ``none`` are the empty list. With `links`, hyphens part them
    as well.
    """
    text = _text(answer, nouns, links)
    if text is None:
        return None
    if text in ("[]", "()", "{}") or text.lower() == "none":
        return []
    text = _LINE_END.sub(" ", _EDGES.sub("", text))
    if any(mark in text for mark in "[({"):
        flat = _unbracketed(text)
        if flat is None:
            return None
        text = flat
    text = unnumbered(text)
    return _numbers(text) if _FLAT.fullmatch(text) else None


def read_groups(answer: str, *, nouns: tuple[str, ...] = (), links: bool = False) -> list[list[int]] | None:
    """The lists of whole numbers that are the whole of an answer; None if it is anything else.

    Each list is a line, stands between semicolons, or in brackets of its own; ``Set 1:`` may stand before it. A
    semicolon may also stand behind the last list.
    """
    text = _text(answer, nouns, links)
    if text is None:
        return None
    labels = _LABEL.findall(text)
    if labels and labels == [str(n) for n in range(1, len(labels) + 1)]:
        text = _LABEL.sub("", text)
    text = unnumbered(text, colons=True)
    if text[:1] in _PAIRS:
        text = _LINE_END.sub(" ", _EDGES.sub("", text))
    text = text.removesuffix(";").rstrip().replace(";\n", ";")
    if (inner := _inside(text)) is not None and (inner.strip()[:1] in _PAIRS or ";" in inner):
        text = inner.strip()
    if text[:1] in _PAIRS:
        close = _PAIRS[text[0]]
        open_, shut = re.escape(text[0]), re.escape(close)
        part = rf"{open_}[^()\[\]{{}}]*{shut}"
        if not re.fullmatch(rf"{part}(?:[ \t]*(?:,|;|\n|\|)?\s*{part})*", text):
            return None
        parts = [found[1:-1] for found in re.findall(part, text)]
    else:
        parts = re.split(r"[;\n|]", text)
    parts = [part.strip(" \t") for part in parts]
    if len(parts) > MAX_NUMBERS or not all(map(_ITEMS.fullmatch, parts)):
        return None
    groups = [_numbers(part) for part in parts]
    return (
        None if sum(len(group or ()) for group in groups) > MAX_NUMBERS else [group or [] for group in groups]
    )


def read_mapping(answer: str, maps: tuple[str, str], *, nouns: tuple[str, ...] = ()) -> list[int] | None:
    """The values of a mapping from 1, 2, 3 and so on, in the order of these keys; None if an answer is no mapping.

    ``1 -> 6, 2 -> 5``, ``{1: 6, 2: 5}``, ``[(1, 6), (2, 5)]``, ``row 1: column 6``, in any order. Keys without a name
    before them are read from four pairs on: less could be a list.

    Args:
        answer: what stood in the marker.
        maps: what may stand before a key, and before a value.
        nouns: as for `read_list`.

    Raises:
        Broken: if the keys are not 1, 2, 3 and so on, each once.
    """
    text = _text(answer, nouns, links=False)
    if text is None or len(text) > MAX_CHARS:
        return None
    text = _LINE_END.sub(" ", _EDGES.sub("", text))
    named = bool(re.search(rf"\b{maps[0]}", text, re.IGNORECASE))
    for whole, one in _pair_forms(*maps):
        for part in (text, _inside(text) or ""):
            if not whole.fullmatch(part.strip()):
                continue
            pairs = [(int(key), int(value)) for key, value in one.findall(part)]
            if len(pairs) < (2 if named else 4):
                return None
            if sorted(key for key, _ in pairs) != list(range(1, len(pairs) + 1)):
                raise Broken("The numbers that are mapped have to be 1, 2, 3 and so on, each of them once.")
            return [value for _, value in sorted(pairs)]
    return None


@lru_cache(maxsize=32)
def _pair_forms(key: str, value: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """For ``1: 6``, ``f(1) = 6`` and ``(1, 6)`` the whole mapping, and one of its pairs."""
    name, of = (rf"(?:{word}[ _]?)?" if word else "" for word in (key, value))
    gives = " ?(?::|=|>|is|maps to|goes to) ?"
    forms = []
    for pair in (
        rf"{name}(@[0-9]{{1,3}}){gives}{of}(@{_NUMBER})",
        rf"[fp]\((@[0-9]{{1,3}})\){gives}(@{_NUMBER})",
        rf"{name}\{{(@[0-9]{{1,3}})\}}{gives}(@{_NUMBER})",
        rf"[(\[] ?{name}(@[0-9]{{1,3}}) ?, ?{of}(@{_NUMBER}) ?[)\]]",
    ):
        one, bare = pair.replace("@", ""), pair.replace("@", "?:")
        whole = rf"{bare}(?: ?(?:[,;\n]|\band\b) ?(?:and )?{bare})+"
        forms.append((re.compile(whole, re.IGNORECASE), re.compile(one, re.IGNORECASE)))
    return forms


def _text(answer: str, nouns: tuple[str, ...], links: bool) -> str | None:
    """An answer without its wrapping, in ASCII; None if it is far too long or in other scripts."""
    if len(answer) > MAX_CHARS:
        return None
    text = introduced(without_text_commands(introduced(answer, nouns)), nouns)
    text = _ARROW.sub(" > ", _LINK.sub(" ", normal_signs(text)) if links else text)
    text = normal_signs(text).replace("\uff1b", ";").replace("**", "").replace("`", "").replace("$", "").strip()
    text = unquoted(text)
    if match := _NAME.match(text):
        text = text[match.end() :]
    lines = text.splitlines()
    if len(lines) > 1 and all(map(_BULLET.match, lines)):
        text = _BULLET.sub("", text)
    if links:
        text = _LINK.sub(" ", text)  # a minus has a space on its left alone
    text = re.sub(r"\s*\n\s*", "\n", re.sub(r"[ \t]+", " ", text.replace("\\{", "{").replace("\\}", "}")))
    return text.strip() if text.isascii() else None


def _inside(text: str) -> str | None:
    """What stands in the brackets around the whole text; None if there are none."""
    if len(text) < 2 or _PAIRS.get(text[0]) != text[-1]:
        return None
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "[({") - (sign in "])}")
        if depth == 0:
            return text[1:-1] if at == len(text) - 1 else None
    return None


def _unbracketed(text: str) -> str | None:
    """A flat list from one in brackets, or from bracketed parts with separators between them."""
    if (inner := _inside(text)) is not None:
        text = inner.strip()
    if not any(mark in text for mark in "[](){}"):
        return text
    part = r"(?:\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\})"
    if not re.fullmatch(rf"{part}(?:\s*(?:,|;|>|\n|and)?\s*{part})*", text):
        return None
    parts = [found[1:-1].strip() for found in re.findall(part, text)]
    return ", ".join(parts) if all(map(_FLAT.fullmatch, parts)) else None


def _numbers(text: str) -> list[int] | None:
    found = [int(number) for number in re.findall(_NUMBER, text)]
    return found if len(found) <= MAX_NUMBERS else None


def list_forms(answer: str) -> list[str]:
    """Other forms of a flat list that must be accepted."""
    items = answer.split(", ")
    return [
        " ".join(items),
        ",".join(items),
        "\n".join(items),
        f"[{answer}]",
        f"({answer})",
        f"**{answer}**",
        f"${answer}$",
        f"{answer}.",
        f"```\n{answer}\n```",
        f"The answer is {answer}.",
        *([" and ".join([", ".join(items[:-1]), items[-1]])] if len(items) > 1 else []),
    ]


def group_forms(answer: str) -> list[str]:
    """Other forms of a list of lists that must be accepted."""
    groups = answer.split("; ")
    listed = [f"[{', '.join(group.split())}]" for group in groups]
    return [
        "\n".join(groups),
        ";".join(groups),
        f"[{', '.join(listed)}]",
        ", ".join(listed),
        "\n".join(listed),
        "\n".join(f"{n}. {group}" for n, group in enumerate(groups, 1)),
        "\n".join(f"Set {n}: {group}" for n, group in enumerate(groups, 1)),
        "; ".join(", ".join(group.split()) for group in groups),
        f"**{answer}**",
        f"{answer}.",
    ]


def accepted_forms(answer: str) -> list[str]:
    """Other forms of an object that must be accepted."""
    return group_forms(answer) if ";" in answer else list_forms(answer)
