"""Algorithm traces: what a stated algorithm has made of a list after so many steps.

Each prompt states its algorithm in full, what one step is, and what is asked for, so that a name that is used for
several algorithms does not mislead. Kinds: ``insertion``, ``selection``, ``bubble``, ``radix`` (lists while they are
sorted), ``partition`` (of quicksort), ``heap`` and ``smallest`` (a heap while numbers come and go), ``search`` (by
halves), ``circle`` (the order in which people leave it), ``window`` (smallest numbers of all windows), ``stack`` (how
many numbers each one drives out), ``prefix`` (function of a word), ``distances`` (the order in which vertices are
finished), ``unions`` (parents in a forest of sets), ``cache`` (what was used last), ``slots`` (of a hash table),
``tree`` (a search tree in preorder), ``permutation`` (the k-th next one), ``filter`` (which numbers stay, in order or
sorted).

Difficulty: `size`, the numbers at the start. Proxy: numbers of all lists that are written down.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ..base import Json
from ..english import counted
from ..family import Family, Question
from ..in_order import in_order
from ..limits import Whole

WORDINGS = (
    "{rule}\n\n{start}\n\n{question}",
    "{start}\n\n{rule}\n\n{question}",
    "Follow an algorithm by hand.\n\n{rule}\n\n{start}\n\n{question}",
)
_NUMBERS = "Give the numbers in their order, separated by spaces."
LETTERS = "AB"


@dataclass(frozen=True)
class Trace:
    """An algorithm at work.

    Attributes:
        facts: what it works on.
        rule: how it works.
        start: what it works on, in words.
        question: what is asked for.
        states: what it has after each step, the first one included.
        items: the answer.
    """

    facts: Mapping[str, Json]
    rule: str
    start: str
    question: str
    states: Sequence[str]
    items: Sequence[object]


def _numbers(rng: random.Random, size: int, low: int = 1, high: int = 99) -> list[int]:
    """Different numbers in random order."""
    return rng.sample(range(low, max(high, low + 3 * size) + 1), size)


def _text(items: Sequence[object]) -> str:
    return " ".join(map(str, items))


Step = Callable[[list[int], int], None]


def _insert(items: list[int], step: int) -> None:
    taken, place = items.pop(step), step
    while place and items[place - 1] > taken:
        place -= 1
    items.insert(place, taken)


def _select(items: list[int], step: int) -> None:
    place = min(range(step - 1, len(items)), key=items.__getitem__)
    items[step - 1], items[place] = items[place], items[step - 1]


def _bubble(items: list[int], step: int) -> None:
    for at in range(len(items) - 1):
        if items[at] > items[at + 1]:
            items[at], items[at + 1] = items[at + 1], items[at]


_SORTS: Mapping[str, tuple[Step, str, str]] = {
    "insertion": (
        _insert,
        "step",
        "A list is sorted by insertion. In step 1 the number at position 2 is taken out, in step 2 the number at "
        "position 3, and so on. The number that is taken out is moved to the left past every number that is larger "
        "than it, up to the first one that is smaller, or to the front of the list; there it is put back.",
    ),
    "selection": (
        _select,
        "step",
        "A list is sorted by selection. In step 1 the smallest number of the whole list changes places with the "
        "number at position 1, in step 2 the smallest number from position 2 on changes places with the number at "
        "position 2, and so on. Nothing changes where the smallest one is in its place already.",
    ),
    "bubble": (
        _bubble,
        "pass",
        "A list is sorted in passes. In a pass, the numbers at positions 1 and 2 are compared, then those at "
        "positions 2 and 3, and so on to the end of the list. Each time, the two numbers change places if the left "
        "one is larger.",
    ),
}


def _sort(kind: str, rng: random.Random, size: int) -> Trace:
    step, noun, rule = _SORTS[kind]
    while True:
        items = _numbers(rng, size)
        steps = rng.randint(max(size // 3, 2), max(size // 2, 2) if kind == "bubble" else size - 2)
        states, now = [_text(items)], list(items)
        for number in range(1, steps + 1):
            step(now, number)
            states.append(_text(now))
        if now != sorted(now):  # whoever sorts the whole list must be wrong
            break
    return Trace(
        {"list": items, "steps": steps},
        rule,
        f"The list: {_text(items)}",
        f"What is the list after {counted(steps, noun, noun + ('es' if noun == 'pass' else 's'))}? {_NUMBERS}",
        states,
        now,
    )


def _radix(rng: random.Random, size: int) -> Trace:
    digits = 3 if size < 12 else 4
    items = _numbers(rng, size, 10 ** (digits - 1), 10**digits - 1)
    passes, states, now = rng.randint(2, digits - 1), [_text(items)], items
    for place in range(passes):
        now = sorted(now, key=lambda number: number // 10**place % 10)
        states.append(_text(now))
    return Trace(
        {"list": items, "steps": passes},
        "A list is sorted digit by digit. In pass 1 the numbers are ordered by their last digit, smallest first, in "
        "pass 2 by the digit before it, and so on. Numbers with the same digit keep the order that they had before "
        "the pass.",
        f"The list: {_text(items)}",
        f"What is the list after {passes} passes? {_NUMBERS}",
        states,
        now,
    )


def _partition(rng: random.Random, size: int) -> Trace:
    items = _numbers(rng, size)
    middle = sorted(items)[rng.randint(size // 3, 2 * size // 3)]
    items[items.index(middle)], items[-1] = items[-1], middle
    now, place, states = list(items), 0, [_text(items)]
    for at in range(size - 1):
        if now[at] < now[-1]:
            now[at], now[place] = now[place], now[at]
            place += 1
            states.append(_text(now))
    now[-1], now[place] = now[place], now[-1]
    states.append(_text(now))
    return Trace(
        {"list": items},
        "A list is split around its last number, the pivot. A marker stands at position 1. The other numbers are "
        "looked at from left to right, by their positions. If the number at the position that is looked at is "
        "smaller than the pivot, it changes places with the number at the marker, and the marker moves one position "
        "to the right. At the end the pivot changes places with the number at the marker.",
        f"The list: {_text(items)}",
        f"What is the list at the end? {_NUMBERS}",
        states,
        now,
    )


_HEAP = (
    "A heap is kept as a list: the children of the number at position p are those at positions 2p and 2p + 1, if there "
    "are any. "
)


def _heap(rng: random.Random, size: int) -> Trace:
    items = _numbers(rng, size)
    heap: list[int] = []
    states = []
    for number in items:
        heapq.heappush(heap, number)
        states.append(_text(heap))
    return Trace(
        {"list": items},
        _HEAP
        + "A new number is put behind the last one. Then, as long as it has a parent that is larger than it, it "
        "changes places with its parent.",
        f"The heap is empty at first. These numbers are put in, one after the other: {_text(items)}",
        f"What is the list of the heap at the end? {_NUMBERS}",
        states,
        heap,
    )


def _smallest(rng: random.Random, size: int) -> Trace:
    heap = _numbers(rng, size)
    heapq.heapify(heap)
    first, steps = list(heap), rng.randint(1, max(size // 3, 1))
    states = [_text(heap)]
    for _ in range(steps):
        heapq.heappop(heap)
        states.append(_text(heap))
    return Trace(
        {"list": first, "steps": steps},
        _HEAP
        + "No number is larger than its children. To remove the smallest number, which is at position 1, the last "
        "number of the list is moved to its position. Then, as long as that number has a child that is smaller "
        "than it, it changes places with the smaller one of its children.",
        f"The list of the heap: {_text(first)}",
        f"The smallest number is removed, {counted(steps, 'time')} in all. What is the list of the heap then? "
        f"{_NUMBERS}",
        states,
        heap,
    )


def _search(rng: random.Random, size: int) -> Trace:
    items = sorted(_numbers(rng, 4 * size, 1, 999))
    sought = rng.choice(items) if rng.random() < 0.5 else rng.randint(1, 999)
    low, high, looked = 1, len(items), []
    while low <= high:
        middle = (low + high) // 2
        looked.append(items[middle - 1])
        if looked[-1] == sought:
            break
        low, high = (middle + 1, high) if looked[-1] < sought else (low, middle - 1)
    return Trace(
        {"list": items, "sought": sought},
        "A number is looked for in a sorted list, between the positions low and high, which are the first and the "
        "last one at the beginning. In each step the number at position (low + high) / 2, rounded down, is looked "
        "at. If it is the number that is looked for, the search is over. If it is smaller, low becomes the position "
        "behind it; if it is larger, high becomes the position in front of it. The search is over, too, when low is "
        "greater than high. Positions are counted from 1.",
        f"The list: {_text(items)}",
        f"The number {sought} is looked for. Give all numbers that are looked at, in their order, separated by spaces.",
        [_text(looked[: n + 1]) for n in range(len(looked))],
        looked,
    )


def _circle(rng: random.Random, size: int) -> Trace:
    every, last = rng.randint(2, 9), rng.randint(size, 2 * size)
    first = rng.randint(1, last)
    people, out, states = deque(range(1, last + 1)), list[int](), list[str]()
    people.rotate(1 - first)
    while people:
        people.rotate(-(every - 1))
        out.append(people.popleft())
        states.append(_text(people))
    return Trace(
        {"size": last, "every": every, "first": first},
        f"People stand in a circle and are counted, from person {first} on in the order of their numbers. Whoever is "
        f"counted as number {every} leaves the circle, and counting begins again at 1 with the next person who is "
        "still there. This goes on until all have left.",
        f"There are {last} people, numbered from 1 to {last}; after person {last} comes person 1 again.",
        "In which order do they leave? Give their numbers, separated by spaces.",
        states,
        out,
    )


def _window(rng: random.Random, size: int) -> Trace:
    items = [rng.randint(1, 99) for _ in range(2 * size)]
    width, most = rng.randint(3, max(size // 2, 3)), rng.random() < 0.5
    pick, word = (max, "largest") if most else (min, "smallest")
    found = [pick(items[at : at + width]) for at in range(len(items) - width + 1)]
    return Trace(
        {"list": items, "width": width, "largest": most},
        f"A window of {width} neighbouring numbers is moved over a list, from its first {width} numbers to its last "
        f"{width}, one position at a time. For each place of the window, the {word} number in it is written down.",
        f"The list: {_text(items)}",
        f"What is written down? {_NUMBERS}",
        [f"{_text(items[at : at + width])}: {best}" for at, best in enumerate(found)],
        found,
    )


def _stack(rng: random.Random, size: int) -> Trace:
    items, stack = _numbers(rng, 2 * size), list[int]()
    removed, states = [], []
    for number in items:
        before = len(stack)
        while stack and stack[-1] < number:
            stack.pop()
        removed.append(before - len(stack))
        stack.append(number)
        states.append(f"{removed[-1]} removed: {_text(stack)}")
    return Trace(
        {"list": items},
        "Numbers are put on a stack, one after the other. Before a number is put on it, the number on top of the "
        "stack is removed as long as there is one and it is smaller than the new number.",
        f"The stack is empty at first. The numbers: {_text(items)}",
        "For each number, in this order, tell how many numbers are removed before it is put on the stack. Give these "
        "counts, separated by spaces.",
        states,
        removed,
    )


def _prefix(rng: random.Random, size: int) -> Trace:
    word = ""
    while len(word) < 2 * size:  # parts of the beginning come again, or most numbers were 0
        word += word[: rng.randint(1, 5)] if word and rng.random() < 0.7 else rng.choice(LETTERS)
    word = word[: 2 * size]
    if len(set(word)) == 1:
        return _prefix(rng, size)
    lengths = [0]
    for at in range(1, len(word)):
        length = lengths[-1]
        while length and word[length] != word[at]:
            length = lengths[length - 1]
        lengths.append(length + (word[length] == word[at]))
    return Trace(
        {"word": word},
        "For each beginning of a word, from its first letter alone to the whole word, write down the length of the "
        "longest text that is both at the start and at the end of this beginning, but shorter than it (the two may "
        "overlap); 0 if there is none. A search for the word in a text uses these numbers.",
        f"The word: {word}",
        f"Give the {len(word)} numbers, separated by spaces.",
        [f"{word[: at + 1]}: {length}" for at, length in enumerate(lengths)],
        lengths,
    )


def _distances(rng: random.Random, size: int) -> Trace:
    joined = {(rng.randint(1, new - 1), new) for new in range(2, size + 1)}
    while len(joined) < min(2 * size - 2, size * (size - 1) // 2):
        joined.add(tuple(sorted(rng.sample(range(1, size + 1), 2))))  # type: ignore[arg-type]
    names = [1, *rng.sample(range(2, size + 1), size - 1)]
    edges = [[*sorted((names[a - 1], names[b - 1])), rng.randint(1, 20)] for a, b in sorted(joined)]
    edges.sort()
    ways: dict[int, list[tuple[int, int]]] = {vertex: [] for vertex in range(1, size + 1)}
    for a, b, weight in edges:
        ways[a].append((b, weight))
        ways[b].append((a, weight))
    told, finished, states = {1: 0}, list[int](), list[str]()
    while len(finished) < size:
        vertex = min((v for v in told if v not in finished), key=lambda v: (told[v], v))
        finished.append(vertex)
        for other, weight in ways[vertex]:
            told[other] = min(told.get(other, told[vertex] + weight), told[vertex] + weight)
        states.append(f"{vertex}; " + ", ".join(f"{v}: {told[v]}" for v in sorted(told)))
    return Trace(
        {"size": size, "edges": edges},
        "Vertex 1 of a graph has the distance 0, and no other vertex has a distance yet. In each step, of all "
        "vertices that have a distance and are not finished, the one with the smallest distance is finished (of "
        "several, the one with the smallest number). Then each of its neighbours gets the distance of the finished "
        "vertex plus the length of the edge between them, if it has no distance yet or a larger one.",
        f"The graph has the vertices 1 to {size} and these edges, each with its two ends and its length: "
        + ", ".join(f"{a}-{b} ({weight})" for a, b, weight in edges),
        "In which order are the vertices finished? Give their numbers, separated by spaces.",
        states,
        finished,
    )


def _unions(rng: random.Random, size: int) -> Trace:
    parents = list(range(size + 1))
    pairs, states = list[list[int]](), list[str]()

    def root(member: int) -> int:
        while parents[member] != member:
            member = parents[member]
        return member

    for _ in range(size):
        a, b = rng.sample(range(1, size + 1), 2)
        pairs.append([a, b])
        parents[root(a)] = root(b)
        states.append(f"{a} {b}: {_text(parents[1:])}")
    return Trace(
        {"size": size, "pairs": pairs},
        "Sets are kept as trees: each member has a parent, and a member that is its own parent is a root. The root "
        "of a member is found by going from parent to parent. To join the sets of a and b, their roots are found, "
        "and the root of b becomes the parent of the root of a; nothing changes if they have the same root. No other "
        "parent ever changes.",
        f"The members are 1 to {size}, and each is its own parent at first. These pairs a-b are joined, from the "
        "first to "
        f"the last: " + ", ".join(f"{a}-{b}" for a, b in pairs),
        f"Who are the parents at the end? Give the parents of the members 1 to {size} in this order, separated by "
        "spaces.",
        states,
        parents[1:],
    )


def _cache(rng: random.Random, size: int) -> Trace:
    room = max(size // 2, 3)
    asked = [rng.randint(1, room + 3) for _ in range(2 * size)]
    held, states = list[int](), list[str]()
    for page in asked:
        if page in held:
            held.remove(page)
        elif len(held) == room:
            held.pop(0)
        held.append(page)
        states.append(f"{page}: {_text(held)}")
    return Trace(
        {"room": room, "asked": asked},
        f"A cache has room for {room} pages. A page that is asked for and is not in the cache is put into it; if the "
        "cache is full, the page whose last use is longest ago is taken out first. Being asked for is a use.",
        f"The cache is empty at first. These pages are asked for, from the first to the last: {_text(asked)}",
        "Which pages are in the cache at the end? Give them in the order of their last use, the one whose last use is "
        "longest ago first, separated by spaces.",
        states,
        held,
    )


def _slots(rng: random.Random, size: int) -> Trace:
    room = size + max(size // 3, 2)
    keys = _numbers(rng, size, 10, 199)
    taken, places = dict[int, int](), []
    for key in keys:
        slot = key % room
        while slot in taken:
            slot = (slot + 1) % room
        taken[slot] = key
        places.append(slot)
    return Trace(
        {"keys": keys, "room": room},
        f"A table has {room} slots, numbered from 0 to {room - 1}. A key is put into the slot whose number is the "
        f"remainder of the key divided by {room}. If that slot is taken, the next slot is tried, and so on; slot 0 "
        f"comes after slot {room - 1}.",
        f"The table is empty at first. These keys are put in, one after the other: {_text(keys)}",
        "Into which slots do they go? Give the numbers of the slots in the order of the keys above, separated by "
        "spaces.",
        [f"{key}: {slot}" for key, slot in zip(keys, places, strict=True)],
        places,
    )


def _tree(rng: random.Random, size: int) -> Trace:
    keys = _numbers(rng, size)
    sides: dict[int, list[int | None]] = {keys[0]: [None, None]}
    states = [f"{keys[0]}: the root"]
    for key in keys[1:]:
        at = keys[0]
        while (below := sides[at][key > at]) is not None:
            at = below
        sides[at][key > at] = key
        sides[key] = [None, None]
        states.append(f"{key}: {'right' if key > at else 'left'} of {at}")

    def preorder(key: int | None) -> list[int]:
        return [] if key is None else [key, *preorder(sides[key][0]), *preorder(sides[key][1])]

    found = preorder(keys[0])
    return Trace(
        {"list": keys},
        "Numbers are put into a search tree. The first number is the root. Each later number goes down from the "
        "root: to the left child of a node if it is smaller than the number there, else to the right child, until "
        "there is none, and becomes that child.",
        f"These numbers are put in, one after the other: {_text(keys)}",
        "List the tree in preorder: a node first, then all of its left subtree, then all of its right subtree, and "
        "within a subtree in the same way. Give the numbers, separated by spaces.",
        states,
        found,
    )


def _permutation(rng: random.Random, size: int) -> Trace:
    items, steps = rng.sample(range(1, size + 1), size), rng.randint(size // 2, 2 * size)
    now, states = list(items), [_text(items)]
    for _ in range(steps):
        rises = [at for at in range(size - 1) if now[at] < now[at + 1]]
        if not rises:
            return _permutation(rng, size)
        at = rises[-1]
        other = max(place for place in range(at + 1, size) if now[place] > now[at])
        now[at], now[other] = now[other], now[at]
        now[at + 1 :] = reversed(now[at + 1 :])
        states.append(_text(now))
    return Trace(
        {"list": items, "steps": steps},
        "To step from a list to the next one: find the last position whose number is smaller than the number right "
        "behind it. Let that number change places with the last number behind it that is larger than it. Then "
        "reverse the order of all numbers behind that position.",
        f"The list: {_text(items)}",
        f"What is the list after {counted(steps, 'step')}? {_NUMBERS}",
        states,
        now,
    )


def _filter(rng: random.Random, size: int) -> Trace:
    items = [f"{rng.randint(-999, 999) / 10:.1f}" for _ in range(2 * size)]
    low, high = sorted(rng.sample(range(-60, 61), 2))
    outside, order = rng.random() < 0.5, rng.choice(("kept", "rising", "falling"))
    kept = [text for text in items if (low <= float(text) <= high) != outside]
    if len({float(text) for text in items}) < len(items) or len(kept) < 3:
        return _filter(rng, size)
    if order != "kept":
        kept.sort(key=float, reverse=order == "falling")
    what = "smaller than {} or larger than {}" if not outside else "from {} to {} (both included)"
    then = {"kept": "in the order that they have", "rising": "smallest first", "falling": "largest first"}[
        order
    ]
    return Trace(
        {"list": items, "low": low, "high": high, "outside": outside, "order": order},
        f"From a list, all numbers are removed that are {what.format(low, high)}.",
        f"The list: {_text(items)}",
        f"Which numbers are left? Give them {then}, written as above and separated by spaces.",
        [_text(kept)],
        kept,
    )


_KINDS: Mapping[str, Callable[[random.Random, int], Trace]] = {
    **{kind: partial(_sort, kind) for kind in _SORTS},
    "radix": _radix,
    "partition": _partition,
    "heap": _heap,
    "smallest": _smallest,
    "search": _search,
    "circle": _circle,
    "window": _window,
    "stack": _stack,
    "prefix": _prefix,
    "distances": _distances,
    "unions": _unions,
    "cache": _cache,
    "slots": _slots,
    "tree": _tree,
    "permutation": _permutation,
    "filter": _filter,
}


def _made(kind: str, rng: random.Random, *, size: int) -> Question | None:
    trace = _KINDS[kind](rng, size)
    items = [str(item) for item in trace.items]
    answer = " ".join(items)
    if len(items) < 3 or f" {answer}" in trace.start:
        return None
    facts = {"kind": kind, **trace.facts}
    return Question(
        {"rule": trace.rule, "start": trace.start, "question": trace.question},
        in_order(facts, items),
        answer,
        [*(f"{n}. {state}" for n, state in enumerate(trace.states, 1)), f"Answer: {answer}"],
        gold=None,
        canonical=facts,
        guess_rate=0.01,
        difficulty=float(sum(len(state.split()) for state in trace.states)),
    )


generate = Family(
    {kind: partial(_made, kind) for kind in _KINDS},
    WORDINGS,
    {
        "size": Whole(
            4, 60, "the numbers at the start; twice or four times as many where they are only looked at"
        )
    },
    kind_in_facts=False,
)
