r"""Plain data as an answer: one literal, or the arguments of a call, also behind a name or within a call.

``xs = [1, 2]``, ``f([1, 2])``, ``f(2) == [4]`` and ``f(2) -> [4]`` are ways to write them; what is a literal as it
stands is never changed, so that no text loses its quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...payloads.literals import Read, read, read_all
from .programs import fenced
from .signs import normal_signs
from .wrapping import layers

MAX_CHARS = 8000
_CALL = re.compile(r"(?:>>>\s*)?([A-Za-z_]\w{0,60})\s*\(.*\)\s*", re.DOTALL)
_OPENED = re.compile(r"(?:>>>\s*|print\s*\(\s*)?([A-Za-z_]\w{0,60})\s*\(")
_ASSIGNED = re.compile(
    r"(?:result|res|ret|out|output|value|answer|ans|return value|returned|returned value|it returns|re"
    r"turns?)\s*(?:=(?!=)|:|\s)\s*",
    re.IGNORECASE,
)
_QUOTES = str.maketrans("\u201c\u201d\u2018\u2019", "\"\"''")
_GIVES = (
    "==",
    "# ->",
    "# returns",
    "->",
    "=>",
    "\u2192",
    "returns",
    "evaluates to",
    "gives",
    "is",
    "=",
    "#",
    "\n",
)


def literal(answer: str, entry: str = "") -> Read | None:
    """The one literal that an answer states, or None; a call of another function than `entry` states none."""
    found = read(answer)
    if found is not None or len(answer) > MAX_CHARS:
        return found
    for text in _unwrapped(answer):
        if (found := read(text)) is not None:
            return found
        for value in _beside_a_call(text, entry):
            for inner in (value, *_unwrapped(value)):
                if (found := read(inner)) is not None:
                    return found
        if (match := _ASSIGNED.match(text)) and (found := read(text[match.end() :].strip())) is not None:
            return found
    return None


def arguments(answer: str, names: Sequence[str], entry: str = "") -> list[Any] | None:
    """The arguments that an answer states, in the order of `names`; None if it states none.

    Args:
        answer: what stood in the marker.
        names: of the parameters.
        entry: the function's name: a call of it may be written whole.
    """
    if len(answer) > MAX_CHARS:
        return None
    for text in (answer, *_unwrapped(answer)):
        if (values := _arguments(text, names, entry, 0)) is not None:
            return values
    return None


def _arguments(text: str, names: Sequence[str], entry: str, depth: int) -> list[Any] | None:
    text = text.strip()
    values = read_all(text)
    if values is not None:
        if len(values) == 1 < len(names) and isinstance(values[0], tuple):
            return list(values[0])
        return values
    if entry and (match := re.match(rf"(?:>>>\s*)?(?:[A-Za-z_]\w*\s*=\s*)?{re.escape(entry)}\s*\(", text)):
        close = _closing(text, match.end())
        if close is None or not _states_nothing_else(text[close + 1 :]):
            return None
        return _arguments(text[match.end() : close], names, "", 1)
    if (named := _named(text, names)) is not None:
        return named
    if len(text) > 1 and text[0] == "(" and depth < 2 and _closing(text, 1) == len(text) - 1:
        return _arguments(text[1:-1], names, "", depth + 1)
    return None


def _states_nothing_else(rest: str) -> bool:
    """Whether behind a call only its result follows."""
    rest = rest.strip()
    sign = next((sign for sign in _GIVES if rest.startswith(sign)), None)
    return not rest or (sign is not None and read(rest[len(sign) :].strip()) is not None)


def _named(text: str, names: Sequence[str]) -> list[Any] | None:
    """The values of ``a = 1, b = [2]`` in the order of the names; each name once."""
    if not names:
        return None
    found: dict[str, Any] = {}
    starts = list(
        re.finditer(rf"(?:^|(?<=[\s,;(]))({'|'.join(map(re.escape, names))})\s*(?:=(?!=)|:)\s*", text)
    )
    if not starts or len(starts) > len(names) or text[: starts[0].start()].strip():
        return None
    for match, following in zip(starts, [*starts[1:], None], strict=True):
        piece = text[match.end() : following.start() if following else len(text)].strip().rstrip(",;").rstrip()
        value = read(re.sub(r"[\s,;]*\band$", "", piece))
        if value is None or match[1] in found:
            return None
        found[match[1]] = value.value
    return [found[name] for name in names] if set(found) == set(names) else None


def _unwrapped(text: str) -> Iterator[str]:
    for shorter in (text.strip(), *layers(text, quotes=False)):
        yield shorter
        if "'" not in shorter and '"' not in shorter and not shorter.isascii():
            yield normal_signs(shorter)  # in no text, so only signs of numbers can change
        if shorter.startswith(("\u201c", "\u2018")):
            yield shorter.translate(_QUOTES)


def _beside_a_call(text: str, entry: str) -> Iterator[str]:
    """What an answer says of a call: the side of ``f(x) == v`` that is no call."""
    match = _OPENED.match(text)
    if match is not None:
        if entry and match[1] not in (entry, "print"):
            return
        close = _closing(text, match.end())
        rest = "" if close is None else text[close + 1 :].lstrip(" )")
        for sign in _GIVES:
            if rest.startswith(sign):
                yield rest[len(sign) :].strip()
                return
        return
    left, sign, right = text.partition(" == ")
    if sign and (call := _CALL.fullmatch(right)) and entry in ("", call[1]):
        yield left.strip()


def _closing(text: str, start: int) -> int | None:
    """Where the bracket that opened before `start` closes; brackets in quotes do not count."""
    depth, quote, at = 1, "", start
    while at < len(text):
        sign = text[at]
        if quote:
            if sign == "\\":
                at += 1
            elif sign == quote:
                quote = ""
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return None


def json_text(answer: str) -> str:
    """The JSON text that an answer states: without prose around the one fence that it holds, or a label before it."""
    text = answer.replace("\r\n", "\n").strip()
    if text[:1] in ("[", "{") or len(text) > MAX_CHARS:
        return text
    blocks = fenced(text)
    if blocks:
        return blocks[0][1].strip() if len(blocks) == 1 else text
    for shorter in layers(text, quotes=False):
        if shorter[:1] in ("[", "{"):
            return shorter
    head, mark, rest = text.partition(":")
    return (
        rest.strip()
        if mark and len(head) < 120 and rest.strip()[:1] in ("[", "{") and "[" not in head
        else text
    )
