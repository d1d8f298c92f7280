"""Checks who is a knight and who a knave: everybody has one kind, and every statement goes with its speaker's.

The payload holds the people's names and their statements (nested lists, see `_holds`), and no solution: an
answer is right when each statement is true exactly if its speaker is a knight. The generator proves that only
one is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..answers import plain
from ..answers.wrapping import without_text_commands
from ..base import Verdict, correct, illegal, unparsable, wrong

_KINDS = {"knave": 0, "knight": 1}
_GROUPS = {"knaves": 0, "knights": 1}
_FILLERS = frozenset(("is", "are", "a"))
# What may stand between words. A question mark, a slash or any other sign makes the answer unreadable.
_SEPARATORS = str.maketrans(
    dict.fromkeys(",;:.=|*_#()[]{}\"'`->&\u201c\u201d\u2018\u2019\u2013\u2014\u2192\u2022\u00a0", " ")
)
_NUMBERING = re.compile(r"^[ \t]*[0-9]{1,2}[.)](?=[ \t])", re.MULTILINE)
_FORM = "Give every person's kind once, separated by commas, in the form name: knight or name: knave."


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`: each person with a kind, in any order and case of letters.

    ``Ann: knight, Bob: knave``, a line for each person, ``Ann is a knight``, JSON, ``Ann and Bob are knights``
    and ``Knights: Ann. Knaves: Bob`` are read.

    Parts: ``consistent``, the share of statements that fit their speaker.
    """
    people: list[str] = payload["people"]
    words = _NUMBERING.sub(" ", without_text_commands(plain(answer))).translate(_SEPARATORS)
    if not words.isascii():
        return unparsable(_FORM)
    index = {name.lower(): number for number, name in enumerate(people)}
    read = _read([word for word in words.lower().split() if word != "and"], index)
    if isinstance(read, str):
        return unparsable(read)
    if len(read) < len(people):
        return illegal("Give the kind of every person; some are missing.")
    kinds = [read[number] for number in range(len(people))]
    misfits = [n for n, said in enumerate(payload["statements"]) if _holds(said, kinds) != kinds[n]]
    if not misfits:
        return correct(consistent=1.0)
    name = people[misfits[0]]
    return wrong(
        f"What {name} says does not go with the kind you give to {name}.",
        consistent=1 - len(misfits) / len(people),
    )


def _read(words: Sequence[str], index: Mapping[str, int]) -> dict[int, int] | str:
    """The kind of each person that `words` name, or what is wrong with their form."""
    kinds: dict[int, int] = {}
    headed = bool(words) and words[0] in _GROUPS
    heading: int | None = None
    waiting: list[int] = []
    headings: list[int] = []
    for word in words:
        if word in index:
            waiting.append(index[word])
        elif word in _FILLERS and (waiting or headed):
            continue
        elif headed and (word in _GROUPS or word == "none"):
            if word == "none":
                if waiting or heading is None:
                    return _FORM
                heading = None
                continue
            if not waiting and heading is not None:
                return _FORM
            if not _settle(kinds, waiting, heading):
                return "Name each person only once."
            heading, waiting = _GROUPS[word], []
            headings.append(heading)
        elif not headed and waiting and (word in _GROUPS if len(waiting) > 1 else word in _KINDS):
            if not _settle(kinds, waiting, _GROUPS[word] if word in _GROUPS else _KINDS[word]):
                return "Name each person only once."
            waiting = []
        else:
            return _FORM
    if headed:
        if len(set(headings)) < len(headings) or (waiting and heading is None):
            return _FORM
        if not _settle(kinds, waiting, heading):
            return "Name each person only once."
    elif waiting:
        return _FORM
    return kinds or _FORM


def _settle(kinds: dict[int, int], people: list[int], kind: int | None) -> bool:
    """Note the kind of these people; False if one of them has a kind already."""
    for person in people:
        if person in kinds or kind is None:
            return False
        kinds[person] = kind
    return True


def _holds(statement: Sequence[Any], kinds: Sequence[int]) -> bool:
    """Whether a statement is true when person p is a knight exactly if ``kinds[p]`` is 1.

    ``[op, ...]``: "is" p kind; "same" p q; "differ" p q; "exactly", "least" or "most" k kind people; "says" p
    s; "not" s; "and" s...; "or" s...; "xor" s t; "if" s t; "iff" s t.
    """
    op = statement[0]
    if op == "is":
        person: int = statement[1]
        wanted: int = statement[2]
        return kinds[person] == wanted
    if op in ("same", "differ"):
        alike: bool = kinds[statement[1]] == kinds[statement[2]]
        return alike if op == "same" else not alike
    if op in ("exactly", "least", "most"):
        _, k, kind, people = statement
        surplus: int = sum(kinds[p] == kind for p in people) - k
        return surplus == 0 if op == "exactly" else surplus >= 0 if op == "least" else surplus <= 0
    if op == "says":
        said = _holds(statement[2], kinds)
        return said if kinds[statement[1]] else not said
    parts = [_holds(part, kinds) for part in statement[1:]]
    if op == "not":
        return not parts[0]
    if op == "and":
        return all(parts)
    if op == "or":
        return any(parts)
    if op == "if":
        return parts[1] or not parts[0]
    return parts[0] is parts[1] if op == "iff" else parts[0] is not parts[1]


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer, for the conformance suite."""
    pairs = [pair.split(": ") for pair in answer.split(", ")]
    groups = {kind: ", ".join(name for name, k in pairs if k == kind) or "none" for kind in _KINDS}
    return [
        answer.upper(),
        answer.replace(", ", "\n"),
        answer.replace(": ", "=").replace(", ", " "),
        ", ".join(f"{name} is a {kind}" for name, kind in reversed(pairs)) + ".",
        "{" + ", ".join(f'"{name}": "{kind}"' for name, kind in pairs) + "}",
        "\n".join(f"{number}. **{name}** - {kind}" for number, (name, kind) in enumerate(pairs, 1)),
        "\n".join(f"| {name} | {kind} |" for name, kind in pairs),
        f"Knights: {groups['knight']}\nKnaves: {groups['knave']}",
    ]
