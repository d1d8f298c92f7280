"""Chooses the calls of a skeleton that become hidden tests, and those that an issue may show.

Calls are taken from the skeleton's row until each wrong repair (`.wrong_repairs`) is shown by one of them, each fault
alone by several, and each public function is called. Calls that have shown something are tried first, so that few are
needed. A wrong repair that none of many calls shows is taken for a right one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from .drawn_call import DrawnCall
from .project import Project
from .skeleton import MODULE, SMALL_TURNS, Chosen, Shown, Skeleton, sets_of
from .slips import Loaded
from .wrong_repairs import Wrong, listed, slips

_TURNS = 14
"""Calls of each function that are tried on every wrong repair."""
_MORE = 260
"""Further calls for the wrong repairs that none of these shows."""
_STALE = 110
"""Calls in a row without any success after which what is left is taken for right."""
_SHOWN, _LEAST_SHOWN = 5, 3
"""Hidden calls that are to show each fault alone; with fewer than the latter it is not used."""
_OF_EACH = 4
"""Hidden calls of each public function, at least."""
_TRIES = 200
"""Calls of a function in which those are looked for that show a fault."""
_TRIVIAL = ("[]", "{}", '""')
"""Results that a public test does not show."""
_SMALL, _EXAMPLES = 60, 6
"""Small calls in which a fault is looked for, and those that are kept: the shortest."""


def choose(skeleton: Skeleton) -> Chosen:
    """The numbers of a skeleton's calls: always the same ones."""
    rows = _Rows(skeleton)
    loaded = Loaded(skeleton.sound, MODULE)
    count = _TURNS * len(skeleton.functions)
    order = [(number, call) for number in range(count) if (call := rows.call(number)) is not None]
    used: set[int] = set()
    left: list[Wrong] = []
    for wrong in (*listed(skeleton, loaded), *slips(skeleton, loaded)):
        for at, (number, call) in enumerate(order):
            if wrong(call):
                used.add(number)
                order.insert(0, order.pop(at))
                break
        else:
            left.append(wrong)
    stale = 0
    for number in range(count, count + _MORE):
        if not left or stale == _STALE:
            break
        stale += 1
        found = rows.call(number)
        rest = left if found is None else [wrong for wrong in left if not wrong(found)]
        if len(rest) < len(left):
            left, stale = rest, 0
            used.add(number)
    used |= _of_each(rows, used)
    examples = {}
    for place, fault in enumerate(skeleton.domain.faults):
        if not skeleton.possible(fault):
            continue
        project = Project(skeleton.faulty([place]))
        shown = [number for number in sorted(used) if rows.shows(number, project)]
        function = skeleton.functions.index(fault.shows)
        for turn in range(_TRIES):
            if len(shown) >= _SHOWN:
                break
            number = turn * len(skeleton.functions) + function
            if number not in used and rows.shows(number, project):
                shown.append(number)
        small = tuple(_examples(skeleton, function, project))
        if len(shown) >= _LEAST_SHOWN and small:
            used.update(shown)
            examples[place] = small
    hidden = tuple(sorted(used))
    return with_bits(skeleton, hidden, examples)


def with_bits(skeleton: Skeleton, hidden: Sequence[int], examples: Mapping[int, tuple[int, ...]]) -> Chosen:
    """The chosen calls with which of them show a fault, or several, and which can be public tests."""
    calls = [skeleton.call(number) for number in hidden]
    small = [skeleton.small(number) for number in range(SMALL_TURNS * len(skeleton.functions))]
    usable = sum(
        (call is not None and call.text not in _TRIVIAL) << number for number, call in enumerate(small)
    )

    shown = {}
    for place, numbers in examples.items():
        project = Project(skeleton.faulty([place]))
        shown[place] = Shown(_showing(calls, project), _showing(small, project), numbers)
    separate, faults = 0, skeleton.domain.faults
    unsure = dict.fromkeys(shown, 0)
    for at, picked in enumerate(sets_of(shown, skeleton.together) if skeleton.together > 1 else ()):
        if len({faults[place].path for place in picked}) == len(picked):
            either = reduce(or_, (shown[place].hidden for place in picked))
            found = _showing(calls, Project(skeleton.faulty(list(picked))))
            separate |= (found == either) << at
            for place in picked:
                unsure[place] |= found ^ either
    shown = {place: replace(kept, unsure=unsure[place]) for place, kept in shown.items()}
    return Chosen(tuple(hidden), usable, shown, separate)


def _showing(calls: Sequence[DrawnCall | None], project: Project) -> int:
    """The calls that a project gets wrong, as bits."""
    return sum((call is not None and call.shows(project)) << at for at, call in enumerate(calls))


class _Rows:
    """The long row of a skeleton's calls, each drawn once; a call that is there twice is None the second time."""

    def __init__(self, skeleton: Skeleton) -> None:
        self.skeleton = skeleton
        self._calls: dict[int, DrawnCall | None] = {}
        self._seen: set[tuple[str, bytes]] = set()

    def call(self, number: int) -> DrawnCall | None:
        if number not in self._calls:
            found = self.skeleton.call(number)
            if found is not None:
                if (found.function, found.arguments) in self._seen:
                    found = None
                else:
                    self._seen.add((found.function, found.arguments))
            self._calls[number] = found
        return self._calls[number]

    def shows(self, number: int, project: Project) -> bool:
        found = self.call(number)
        return found is not None and found.shows(project)


def _of_each(rows: _Rows, used: set[int]) -> set[int]:
    """Numbers of further calls, so that each public function is called often enough."""
    functions = len(rows.skeleton.functions)
    more: set[int] = set()
    for at in range(functions):
        lacking = _OF_EACH - sum(number % functions == at for number in used)
        for number in range(at, at + _TURNS * functions, functions):
            if lacking > 0 and number not in used and rows.call(number) is not None:
                more.add(number)
                lacking -= 1
    return more


def _examples(skeleton: Skeleton, function: int, project: Project) -> Iterator[int]:
    """Numbers of the shortest small calls of a function that show a fault."""
    found: list[tuple[int, int]] = []
    for turn in range(2 * _SMALL):
        number = turn * len(skeleton.functions) + function
        if turn >= _SMALL and found:
            break
        call = skeleton.small(number)
        if call is not None and call.shows(project):
            found.append((len(json.dumps(call.args)), number))
    seen: set[bytes] = set()
    for _, number in sorted(found):
        call = skeleton.small(number)
        if call is not None and call.arguments not in seen and len(seen) < _EXAMPLES:
            seen.add(call.arguments)
            yield number
