"""Dyck languages: sequences of brackets of one to three kinds that close each other in the right order.

Kinds: ``complete`` (the shortest ending that balances), ``error`` (the first bracket that no ending can make good),
``repair`` (one bracket was exchanged for another, and one sequence alone is right), ``kth`` (the sequence at a place in
dictionary order), ``place`` (the place of a sequence in that order). They are one task, not five near copies.

Difficulty: `length` brackets, of `shapes` kinds. Proxy: brackets read, twice for repairs, five times for
questions of order.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache, partial

from ..base import Json
from ..english import listed
from ..family import Family, Question
from ..in_order import in_order, typed
from ..limits import Whole

_BALANCED = (
    "A sequence of brackets is balanced if each bracket is closed by one of its kind, the last opened first."
)
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "complete": (
        "Complete this sequence of brackets, so that all of them are closed in the right "
        "order:\n\n{given}\n\nThe kinds are {shapes}. Give only the shortest ending.",
        "{given}\n\nThese brackets, of the kinds {shapes}, are not closed yet. Which shortest sequence of "
        "closing brackets balances the line? Give only what is to be added.",
        "The brackets of the line below are of the kinds {shapes}. Which brackets must follow, so that all "
        "of them are closed, the last opened first? Give only these.\n\n{given}",
    ),
    "error": (
        "In this line of brackets of the kinds {shapes} something is wrong:\n\n{given}\n\nRead it from the "
        "left. Which bracket is the first that closes nothing, or closes one of another kind? Count from 1 "
        "and give the number of its place.",
        f"{_BALANCED}\n\n{{given}}\n\nNo balanced sequence of the kinds {{shapes}} begins like this line. "
        f"At which place, counted from 1, is the first bracket with which it becomes impossible? Give a "
        f"number.",
        "Somebody closed a bracket wrongly. Find the first closing bracket that does not fit what is open, "
        "and give its place in the line, counted from 1. The kinds are {shapes}.\n\n{given}",
    ),
    "repair": (
        f"{_BALANCED} In the following line, which was balanced, one bracket was exchanged for "
        f"another:\n\n{{given}}\n\nOnly one balanced sequence of the kinds {{shapes}} differs from it in "
        f"one place. Give that sequence.",
        "{given}\n\nOne bracket of this line was miscopied: another one stood in its place, and the "
        "brackets, of the kinds {shapes}, were balanced. Only one correction is possible. Give the "
        "corrected line.",
        "Exactly one bracket of this line must be replaced by another one to balance it, and there is one "
        "way to do it. The kinds are {shapes}. Give the balanced line.\n\n{given}",
    ),
    "kth": (
        f"{_BALANCED} All balanced sequences of {{length}} brackets of the kinds {{shapes}} are sorted as "
        f"in a dictionary, where the brackets come in the order {{order}}. Which sequence is number "
        f"{{number:,}}, counted from 1?",
        "Sort all balanced sequences of {length} brackets, of the kinds {shapes}, like words, with the "
        "brackets in the order {order} for letters. Give the sequence at place {number:,}; the first place "
        "is 1.",
        f"{_BALANCED} There are {{length}} brackets in a sequence, of the kinds {{shapes}}. In dictionary "
        f"order, where the brackets are ordered {{order}}, find sequence number {{number:,}} of all "
        f"balanced ones; the count begins at 1.",
    ),
    "place": (
        f"{_BALANCED} All balanced sequences of {{length}} brackets of the kinds {{shapes}} are sorted as "
        f"in a dictionary, where the brackets come in the order {{order}}. At which place, counted from 1, "
        f"is the following one?\n\n{{given}}\n\nGive a number.",
        "{given}\n\nSort all balanced sequences of {length} brackets, of the kinds {shapes}, like words, "
        "with the brackets in the order {order} for letters. At which place is the one above, if the first "
        "place is 1? Give a number.",
        f"{_BALANCED} There are {{length}} brackets in a sequence, of the kinds {{shapes}}. In dictionary "
        f"order, where the brackets are ordered {{order}}, what is the number of this one? The count "
        f"begins at 1.\n\n{{given}}\n\nGive a number.",
    ),
}
SHAPES = ("()", "[]", "<>")
MOST_ORDERED = 26
"""Brackets of a sequence whose place is asked for: numbers of ten digits."""


def _made(kind: str, rng: random.Random, *, length: int, shapes: int) -> Question | None:
    ordered = kind in ("kth", "place")
    used = SHAPES[: min(shapes, 2) if ordered else shapes]
    size = min(length // 4 + 4, MOST_ORDERED) if ordered else length
    line = _balanced(rng, size - size % 2, used)
    fields: dict[str, object] = {"shapes": listed(used), "length": len(line)}
    facts: dict[str, Json] = {"kind": kind, "shapes": list(used)}
    if kind == "complete":
        cut = rng.randint(len(line) // 2, len(line) - 4)
        given = line[:cut]
        answer, lines = _closed(given, used)
        if len(answer) < 3:
            return None
    elif kind in ("error", "repair"):
        at = rng.randrange(2, len(line))
        other = rng.choice([sign for shape in used for sign in shape if sign != line[at]])
        given = line[:at] + other + line[at + 1 :]
        first = first_error(given, used)
        if kind == "error":
            if first is None:
                return None
            answer, lines = str(first + 1), _followed(given[: first + 1], used)
        else:
            if _repairs(given, used, first) != [line]:
                return None
            answer = line
            lines = _followed(given[:at], used)
            lines += [f"the first that cannot stand: {'none' if first is None else first + 1}"]
            lines += [f"place {at + 1}: {other} makes it impossible, {line[at]} balances it"]
    else:
        given = line
        number = _place(line, used)
        facts["length"] = fields["length"] = len(line)
        lines = _counted(line, used)
        fields["order"] = " ".join("".join(used))
        if kind == "kth":
            facts["number"] = fields["number"] = number
            answer = line
        else:
            answer = str(number)
    if kind != "kth":
        facts["given"] = fields["given"] = given
    signs = "".join(used)
    as_number = kind in ("error", "place")
    return Question(
        fields,
        typed(facts, answer) if as_number else in_order(facts, list(answer), signs=signs),
        answer,
        lines,
        gold=None,
        canonical=facts,
        guess_rate=2.4 / len(line)  # often the error shows only at the end
        if kind == "error"
        else shapes ** -float(len(answer))
        if kind == "complete"
        else 0.01,
        difficulty=float(len(line) * {"complete": 1, "error": 1, "repair": 2}.get(kind, 5)),
    )


def _balanced(rng: random.Random, length: int, used: tuple[str, ...]) -> str:
    """A balanced sequence, deep more often than not."""
    line, still_open = "", ""
    while len(line) < length:
        room = length - len(line)
        if still_open and (len(still_open) == room or rng.random() < 0.42):
            line, still_open = line + still_open[-1], still_open[:-1]
        else:
            shape = rng.choice(used)
            line, still_open = line + shape[0], still_open + shape[1]
    return line


def _closed(given: str, used: tuple[str, ...]) -> tuple[str, list[str]]:
    """The ending that is missing, and the way to it."""
    still_open = _stack(given, used)
    closing = _closing(used)
    lines = _followed(given, used)
    return "".join(closing[sign] for sign in reversed(still_open)), lines


def _closing(used: tuple[str, ...]) -> dict[str, str]:
    return {shape[0]: shape[1] for shape in used}


def _stack(given: str, used: tuple[str, ...]) -> str:
    opening = {shape[0] for shape in used}
    still_open = ""
    for sign in given:
        still_open = still_open + sign if sign in opening else still_open[:-1]
    return still_open


def _followed(given: str, used: tuple[str, ...]) -> list[str]:
    """What is open after each eight brackets."""
    ends = [*range(8, len(given), 8), len(given)]
    return [f"open after {end}: {_stack(given[:end], used) or 'nothing'}" for end in ends]


def first_error(given: str, used: tuple[str, ...]) -> int | None:
    """The place, from 0, of the first bracket that closes nothing or another kind; None if there is none."""
    closing = _closing(used)
    still_open = ""
    for at, sign in enumerate(given):
        if sign in closing:
            still_open += sign
        elif still_open and closing[still_open[-1]] == sign:
            still_open = still_open[:-1]
        else:
            return at
    return None


def _repairs(given: str, used: tuple[str, ...], first: int | None) -> list[str]:
    """All balanced sequences that differ in one place; what is to be changed is not behind the first error."""
    found = []
    for at in range(len(given) if first is None else first + 1):
        for sign in "".join(used):
            line = given[:at] + sign + given[at + 1 :]
            if sign != given[at] and first_error(line, used) is None and not _stack(line, used):
                found.append(line)
        if len(found) > 1:
            break
    return found


@cache
def _endings(depth: int, left: int, shapes: int) -> int:
    """How many endings of `left` brackets close `depth` open ones: what is opened anew may be of any kind."""
    if depth > left or depth < 0:
        return 0
    if left == 0:
        return 1
    return _endings(depth - 1, left - 1, shapes) + shapes * _endings(depth + 1, left - 1, shapes)


def _place(line: str, used: tuple[str, ...]) -> int:
    """The place of a balanced sequence in dictionary order, from 1."""
    return 1 + sum(smaller for _, smaller in _before(line, used))


def _before(line: str, used: tuple[str, ...]) -> list[tuple[int, int]]:
    """For each place, how many balanced sequences agree so far and go on with an earlier bracket."""
    closing, counts, still_open = _closing(used), [], ""
    for at, sign in enumerate(line):
        left, smaller = len(line) - at - 1, 0
        for earlier in "".join(used).partition(sign)[0]:
            if earlier in closing:
                smaller += _endings(len(still_open) + 1, left, len(used))
            elif still_open and closing[still_open[-1]] == earlier:
                smaller += _endings(len(still_open) - 1, left, len(used))
        counts.append((at, smaller))
        still_open = still_open + sign if sign in closing else still_open[:-1]
    return counts


def _counted(line: str, used: tuple[str, ...]) -> list[str]:
    counts = [(at, smaller) for at, smaller in _before(line, used) if smaller]
    lines = [f"{smaller} come before by place {at + 1}" for at, smaller in counts]
    numbers = [1, *(smaller for _, smaller in counts)]
    return [*lines, f"{' + '.join(map(str, numbers))} = {sum(numbers)}"]


generate = Family(
    {kind: partial(_made, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "length": Whole(
            8, 200, "brackets of a line; a quarter of them and four more where the order is asked for"
        ),
        "shapes": Whole(1, 3, "kinds of brackets; at most two where the order is asked for"),
    },
    kind_in_facts=False,
    advice="raise 'length'",
)
