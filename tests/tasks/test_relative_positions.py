"""Relative positions: the prompt is read into equations between places; at small sizes all placements are tried."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations, product

import pytest

from rlvr.conformance.promises import Promises

STEPS = r"(\d+) steps? ([a-z-]+)"
SHORT = {"n": "north", "s": "south", "e": "east", "w": "west"}


def vector(way, hexagons):
    """One step; on hexagons in cube coordinates, whose sum is zero."""
    if hexagons:
        return {
            "north": (0, -1, 1), "south": (0, 1, -1), "north-east": (1, -1, 0), "south-west": (-1, 1, 0),
            "south-east": (1, 0, -1), "north-west": (-1, 0, 1),
        }[way]  # fmt: skip
    return ("east" in way) - ("west" in way), ("north" in way) - ("south" in way)


def plus(place, number, step):
    return tuple(a + number * b for a, b in zip(place, step, strict=True))


def clues(prompt):
    """(one, number, direction, two): `one` is so many steps from `two`."""
    found = [
        (a, int(n), way, b) for a, n, way, b in re.findall(rf"^(\w+) is {STEPS} of (\w+)\.$", prompt, re.M)
    ]
    found += [
        (a, int(n), way, b)
        for b, n, way, a in re.findall(rf"^From (\w+) it is {STEPS} to (\w+)\.$", prompt, re.M)
    ]
    found += [
        (a, int(n), way, b)
        for n, way, b, a in re.findall(rf"^If you go {STEPS} from (\w+), you come to (\w+)\.$", prompt, re.M)
    ]  # fmt: skip
    at = re.search(r"You start at (\w+)\.", prompt)
    if at:
        last = at[1]
        for n, way, name in re.findall(rf"You go {STEPS} and meet (\w+)\.", prompt):
            found.append((name, int(n), way, last))
            last = name
    return found


def paths(prompt):
    """Where each question starts, and its legs."""
    found = re.findall(
        r"^\d\. Who (?:is|sits) where you come to if you start from (\w+) and go (.+)\?$", prompt, re.M
    )
    if not found:
        first, second = re.search(
            r"Now you go (.+)\. There you meet somebody again: whom\? After that you go (.+)\. Whom", prompt
        ).groups()
        found = [(clues(prompt)[-1][0], first), (None, second)]
    return [(start, re.findall(r"(\d+) (?:steps?|places?) ([a-z-]+)", legs)) for start, legs in found]


def everywhere(prompt, hexagons, start):
    """All places from one person's, by spreading over the clues."""
    known, left = {start: (0, 0, 0) if hexagons else (0, 0)}, clues(prompt)
    while left:
        usable = [
            clue
            for clue in left
            if (clue[0] in known) != (clue[3] in known) or {clue[0], clue[3]} <= set(known)
        ]
        if not usable:
            break
        one, number, way, two = usable[0]
        left.remove(usable[0])
        step = vector(way, hexagons)
        if two in known:
            assert known.setdefault(one, plus(known[two], number, step)) == plus(known[two], number, step)
        known.setdefault(two, plus(known[one], -number, step))
    return known


def seats(prompt):
    names = re.search(r"^(.+) sit round a round table", prompt, re.M)[1]
    names = re.split(r", | and ", names)
    assert int(re.search(r"with (\d+) chairs", prompt)[1]) == len(names)
    rules = [
        (a, int(n) * (1 if way == "clockwise" else -1), b)
        for a, n, way, b in re.findall(
            r"^(\w+) sits (\d+) places? (clockwise|anticlockwise) from (\w+)\.$", prompt, re.M
        )
    ]
    rules += [(a, len(names) // 2, b) for a, b in re.findall(r"^(\w+) sits opposite (\w+)\.$", prompt, re.M)]
    return names, rules


def relations(prompt):
    """The child and parent pairs of a tree, and who is a sibling of whom."""
    found = re.findall(r"^(\w+) is the (left|right) child of (\w+)\.$", prompt, re.M)
    found += [
        (a, side, b) for side, b, a in re.findall(r"^The (left|right) child of (\w+) is (\w+)\.$", prompt, re.M)
    ]
    found += [
        (a, side, b)
        for b, a, side in re.findall(r"^(\w+) is the parent of (\w+), which is a (\w+) child\.$", prompt, re.M)
    ]  # fmt: skip
    above = {name: (side, parent) for name, side, parent in found}
    siblings = re.findall(r"^(\w+) is the sibling of (\w+), and a left child\.$", prompt, re.M)
    for one, two in siblings:
        side, parent = above[two]
        assert side == "right"
        above[one] = ("left", parent)
    return above


def signs(prompt, axis):
    return [
        (a, vector(way, False)[axis], b)
        for a, way, b in re.findall(r"^(\w+) lives ([a-z-]+) of (\w+)\.$", prompt, re.M)
    ]


def follows(facts, one, two):
    """What the facts along an axis say of two people: -1, 0 or 1; None if nothing."""
    reached = {(one, 0)}
    while True:
        further = set(reached)
        for name, way in reached:
            for a, sign, b in facts:
                for here, there, change in ((a, b, -sign), (b, a, sign)):
                    if here == name and way * change >= 0:
                        further.add((there, way or change))
        if further == reached:
            break
        reached = further
    found = {way for name, way in reached if name == two}
    strict = found - {0}
    assert len(strict) < 2
    return -strict.pop() if strict else 0 if found else None


class TestRelativePositions(Promises):
    id = "relative-positions"
    alphabet = ""
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "{}\n")
    wrong = ("{}, Zorro", "{0} or {0}", "about {}", "{0} {0}", "")

    def oracle(self, prompt):
        hexagons = "hexagons" in prompt
        if "In which direction" in prompt:
            answers = []
            for two, one in re.findall(r"In which direction from (\w+) does (\w+) live\?", prompt):
                east, north = (follows(signs(prompt, axis), one, two) for axis in (0, 1))
                answers.append({-1: "S", 0: "", 1: "N"}[north] + {-1: "W", 0: "", 1: "E"}[east])
            return ", ".join(answers)
        if found := re.search(r"to the east and how many to the north is (\w+) from (\w+)\?", prompt):
            x, y = everywhere(prompt, False, found[2])[found[1]]
            return f"({x}, {y})"
        if "binary tree" in prompt:
            above = relations(prompt)
            below = {place: name for name, place in above.items()}
            answers = []
            for steps, name in re.findall(r"^\d\. Which node is the (.+) of (\w+)\?$", prompt, re.M):
                for step in reversed(steps.split(" of the ")):
                    side, parent = above.get(name, (None, None))
                    other = {"left": "right", "right": "left"}.get(side)
                    name = (
                        parent if step == "parent" else below[other, parent] if step == "sibling"
                        else below[step.removesuffix(" child"), name]
                    )  # fmt: skip
                answers.append(name)
            return ", ".join(answers)
        if "table" in prompt:
            names, rules = seats(prompt)
            chair = {rules[0][0]: 0}
            for _ in names:
                for a, turn, b in rules:
                    if b in chair:
                        chair[a] = (chair[b] + turn) % len(names)
                    elif a in chair:
                        chair[b] = (chair[a] - turn) % len(names)
            (*missing,) = set(names) - set(chair)
            if missing:
                (chair[missing[0]],) = set(range(len(names))) - set(chair.values())
            by_chair = {place: name for name, place in chair.items()}
            assert len(by_chair) == len(names)
            return ", ".join(
                by_chair[
                    (chair[start] + sum(int(n) * (1 if way == "clockwise" else -1) for n, way in legs))
                    % len(names)
                ]
                for start, legs in paths(prompt)
            )
        answers = []
        for start, legs in paths(prompt):
            known = everywhere(prompt, hexagons, start or answers[-1])
            at = (0, 0, 0) if hexagons else (0, 0)
            for number, way in legs:
                at = plus(at, int(number), vector(way, hexagons))
            (name,) = [name for name, place in known.items() if place == at]
            answers.append(name)
        return ", ".join(answers)

    @pytest.mark.parametrize("seed", range(2))
    def test_all_placements_of_a_small_compass_agree(self, seed):
        """Elsewhere several placements fitted, with different answers."""
        task = self.spec.task(4, seed, params={"kinds": "compass", "people": 5, "extra": 1, "legs": 1})
        names = sorted({fact[n] for fact in task.payload["problem"]["told"] for n in (0, 2)})
        for axis, letters in ((0, {-1: "W", 0: "", 1: "E"}), (1, {-1: "S", 0: "", 1: "N"})):
            found = set()
            for places in product(range(len(names)), repeat=len(names)):
                at = dict(zip(names, places, strict=True))
                if all((at[a] > at[b]) - (at[a] < at[b]) == sign for a, sign, b in signs(task.prompt, axis)):
                    found.add(
                        tuple((at[a] > at[b]) - (at[a] < at[b]) for a, b in task.payload["problem"]["asked"])
                    )
            (only,) = found
            for sign, word in zip(only, task.answer.split(", "), strict=True):
                assert letters[sign] == "".join(letter for letter in word if letter in letters.values())

    @pytest.mark.parametrize("people", [5, 7])
    def test_all_orders_round_a_small_table_agree(self, people):
        for seed in range(4):
            prompt = self.spec.task(3, seed, params={"kinds": "ring", "people": people}).prompt
            names, rules = seats(prompt)
            found = set()
            for others in permutations(names[1:]):
                order = [names[0], *others]
                at = {name: place for place, name in enumerate(order)}
                if all((at[b] + turn - at[a]) % len(names) == 0 for a, turn, b in rules):
                    found.add(tuple(order))
            assert len(found) == 1

    def test_strangers_are_not_asked_about(self):
        for kind in ("square", "hexagon", "offset"):
            for seed in range(10):
                task = self.spec.task(4, seed, params={"kinds": kind, "strangers": 4})
                start = task.payload["problem"]["asked"][0][0]
                joined = everywhere(task.prompt, kind == "hexagon", start)
                assert len(joined) == 9
                (names,) = re.findall(r"^.*(?= stand on different)", task.prompt, re.M)
                assert len(re.split(", | and ", names)) == 13

    def test_nothing_asked_is_told(self):
        for level in self.spec.levels:
            for seed in range(10):
                problem = self.spec.task(level, seed, params={"kinds": "square ring compass"}).payload[
                    "problem"
                ]
                if problem["kind"] == "compass":
                    told = {frozenset((one, two)) for one, _, two in problem["told"]}
                    assert not told & {frozenset(pair) for pair in problem["asked"]}

    def test_answers_are_spread(self):
        for level in self.spec.levels:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(100))
            assert answers.most_common(1)[0][1] <= 10
