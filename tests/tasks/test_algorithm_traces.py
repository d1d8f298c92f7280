"""Algorithm traces: each algorithm is recognised by its rule in the prompt, and followed with the standard library."""

from __future__ import annotations

import heapq
import re
from bisect import bisect_left
from collections import OrderedDict
from itertools import islice, permutations

import networkx
import pytest

from rlvr.conformance.promises import Promises

NUMBER = r"-?[0-9]+(?:\.[0-9])?"


def after(prompt, words):
    """The numbers that stand behind some words, to the end of the line."""
    return [int(n) for n in re.search(words + r" ([0-9 ]+)$", prompt, re.M)[1].split()]


def the(prompt, pattern):
    return int(re.search(pattern, prompt)[1])


def steps(prompt):
    return the(prompt, r"after (\d+) (?:steps?|passe?s?)\?")


def insertion(prompt):
    items = after(prompt, "The list:")
    for place in range(1, steps(prompt) + 1):
        number = items.pop(place)
        items.insert(bisect_left(items, number, 0, place), number)
    return items


def selection(prompt):
    items = after(prompt, "The list:")
    for place in range(steps(prompt)):
        other = items.index(min(items[place:]))
        items[place], items[other] = items[other], items[place]
    return items


def bubble(prompt):
    items = after(prompt, "The list:")
    for _ in range(steps(prompt)):
        for at in range(1, len(items)):
            items[at - 1 : at + 1] = sorted(items[at - 1 : at + 1])
    return items


def radix(prompt):
    items = [str(n) for n in after(prompt, "The list:")]
    for place in range(1, steps(prompt) + 1):
        items = [text for digit in "0123456789" for text in items if text[-place] == digit]
    return items


def partition(prompt):
    items, marker = after(prompt, "The list:"), 0
    for at in range(len(items) - 1):
        if items[at] < items[-1]:
            items[at], items[marker] = items[marker], items[at]
            marker += 1
    items[-1], items[marker] = items[marker], items[-1]
    return items


def heap(prompt):
    items = []
    for number in after(prompt, "one after the other:"):
        heapq.heappush(items, number)
    return items


def smallest(prompt):
    items = after(prompt, "The list of the heap:")
    for _ in range(the(prompt, r"(\d+) times? in all")):
        heapq.heappop(items)
    return items


def search(prompt):
    items, sought = after(prompt, "The list:"), the(prompt, r"The number (\d+) is looked for\.")
    looked, low, high = [], 1, len(items)
    while low <= high and sought not in looked:
        middle = (low + high) // 2
        looked.append(items[middle - 1])
        low, high = (middle + 1, high) if looked[-1] < sought else (low, middle - 1)
    return looked


def circle(prompt):
    count, every = the(prompt, r"There are (\d+) people"), the(prompt, r"counted as number (\d+) leaves")
    first = the(prompt, r"from person (\d+) on")
    inside, left, person, number = set(range(1, count + 1)), [], first - 1, 0
    while inside:
        person = person % count + 1
        if person in inside and (number := number + 1) == every:
            inside.remove(person)
            left.append(person)
            number = 0
    return left


def window(prompt):
    items, width = after(prompt, "The list:"), the(prompt, r"A window of (\d+) neighbouring")
    pick = max if "the largest number in it" in prompt else min
    return [pick(items[at : at + width]) for at in range(len(items) - width + 1)]


def stack(prompt):
    items, counts, pile = after(prompt, "The numbers:"), [], []
    for number in items:
        kept = [other for at, other in enumerate(pile) if max(pile[at:]) > number]
        counts.append(len(pile) - len(kept))
        pile = [*kept, number]
    return counts


def prefix(prompt):
    word = re.search(r"The word: ([AB]+)$", prompt, re.M)[1]
    assert the(prompt, r"Give the (\d+) numbers") == len(word)
    return [max(n for n in range(end) if word[:n] == word[end - n : end]) for end in range(1, len(word) + 1)]


def distances(prompt):
    graph = networkx.Graph()
    for a, b, length in re.findall(r"(\d+)-(\d+) \((\d+)\)", prompt):
        graph.add_edge(int(a), int(b), weight=int(length))
    far = networkx.single_source_dijkstra_path_length(graph, 1)
    assert len(far) == the(prompt, r"the vertices 1 to (\d+)")
    return sorted(far, key=lambda vertex: (far[vertex], vertex))


def unions(prompt):
    size = the(prompt, r"The members are 1 to (\d+)")
    parent = {n: n for n in range(1, size + 1)}
    for a, b in re.findall(r"\b(\d+)-(\d+)\b", prompt):
        a, b = int(a), int(b)
        while a != parent[a]:
            a = parent[a]
        while b != parent[b]:
            b = parent[b]
        parent[a] = b
    return list(parent.values())


def cache(prompt):
    held = OrderedDict()
    for page in after(prompt, "to the last:"):
        held[page] = True
        held.move_to_end(page)
        if len(held) > the(prompt, r"room for (\d+) pages"):
            held.popitem(last=False)
    return list(held)


def slots(prompt):
    room = the(prompt, r"A table has (\d+) slots")
    assert f"divided by {room}." in prompt
    table = [None] * room
    for key in after(prompt, "one after the other:"):
        order = [*range(key % room, room), *range(key % room)]
        table[next(slot for slot in order if table[slot] is None)] = key
    return [table.index(key) for key in after(prompt, "one after the other:")]


def tree(prompt):
    found = []

    def walk(keys):
        if keys:
            found.append(keys[0])
            walk([key for key in keys[1:] if key < keys[0]])
            walk([key for key in keys[1:] if key >= keys[0]])

    walk(after(prompt, "one after the other:"))
    return found


def permutation(prompt):
    items = after(prompt, "The list:")
    for _ in range(steps(prompt)):
        end = next(n for n in range(2, len(items) + 1) if items[-n:] != sorted(items[-n:], reverse=True))
        tail = items[-end:]
        first = min(number for number in tail if number > tail[0])
        items[-end:] = [first, *sorted(number for number in tail if number != first)]
    return items


def kept(prompt):
    items = re.search(rf"The list: ((?:{NUMBER} ?)+)$", prompt, re.M)[1].split()
    if inside := re.search(rf"that are from ({NUMBER}) to ({NUMBER}) \(both included\)", prompt):
        items = [text for text in items if not float(inside[1]) <= float(text) <= float(inside[2])]
    else:
        low, high = re.search(rf"smaller than ({NUMBER}) or larger than ({NUMBER})\.", prompt).groups()
        items = [text for text in items if not (float(text) < float(low) or float(text) > float(high))]
    if "in the order that they have" in prompt:
        return items
    assert ("smallest first" in prompt) != ("largest first" in prompt)
    return sorted(items, key=float, reverse="largest first" in prompt)


FOLLOW = {
    "sorted by insertion": insertion,
    "sorted by selection": selection,
    "sorted in passes": bubble,
    "digit by digit": radix,
    "the pivot": partition,
    "A new number is put behind the last": heap,
    "To remove the smallest number": smallest,
    "between the positions low and high": search,
    "stand in a circle": circle,
    "A window of": window,
    "put on a stack": stack,
    "beginning of a word": prefix,
    "has the distance 0": distances,
    "Sets are kept as trees": unions,
    "A cache has room": cache,
    "A table has": slots,
    "put into a search tree": tree,
    "To step from a list to the next one": permutation,
    "From a list, all numbers are removed": kept,
}


class TestAlgorithmTraces(Promises):
    id = "algorithm-traces"
    alphabet = "0123456789 ,"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "[{}]", "```\n{}\n```")
    calculates = False

    def oracle(self, prompt):
        (follow,) = (function for words, function in FOLLOW.items() if words in prompt)
        return " ".join(map(str, follow(prompt)))

    @pytest.mark.parametrize("form", ["[{}]", "({})", "{}"])
    @pytest.mark.parametrize("between", [", ", ",", "\n", " -> "])
    def test_numbers_may_stand_in_a_list(self, between, form):
        for seed in range(9):
            task = self.spec.task(3, seed)
            answer = form.format(task.answer.replace(" ", between))
            assert self.spec.verify_answer(task.payload, answer).passed, answer

    def test_the_next_permutation_is_that_of_all_orders(self):
        for seed in range(20):
            task = self.spec.task(1, seed, params={"kinds": "permutation"})
            items = task.payload["problem"]["list"]
            all_orders = permutations(sorted(items))
            orders = [next(order for order in all_orders if list(order) == items)]
            orders += islice(all_orders, task.payload["problem"]["steps"])
            assert task.answer == " ".join(map(str, orders[-1]))

    def test_trap_what_a_step_is_and_where_counting_begins_is_said(self):
        # RLVE's and KOR's traces leave open whether the first step is step 0 and where positions begin.
        for kind in ("insertion", "selection"):
            for seed in range(9):
                prompt = self.spec.task(2, seed, params={"kinds": kind}).prompt
                assert "In step 1" in prompt
                assert re.search(r"position [12]\b", prompt)

    def test_no_answer_stands_in_the_prompt(self):
        for level in self.spec.levels:
            for seed in range(60):
                task = self.spec.task(level, seed)
                assert f" {task.answer}\n" not in task.prompt

    def test_to_sort_the_whole_list_is_never_the_answer(self):
        for kind in ("insertion", "selection", "bubble"):
            for level in (1, 2, 5):
                for seed in range(20):
                    task = self.spec.task(level, seed, params={"kinds": kind})
                    numbers = [int(number) for number in task.answer.split()]
                    assert numbers != sorted(numbers)
