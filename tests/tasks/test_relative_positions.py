"""Relative positions: the prompt is read into equations between places; at small sizes all placements are tried."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise, permutations, product
from types import SimpleNamespace

import pytest

from rlvr.conformance.promises import Promises, read
from rlvr.conformance.reading import pattern, slots

NAMES = r"[A-Z]\w+(?:, [A-Z]\w+)* and [A-Z]\w+"
WAY = "{way:(?:north|south)(?:-east|-west)?|east|west}"
A, B, STEPS = r"{a:[A-Z]\w+}", r"{b:[A-Z]\w+}", "{n} step{:s?} " + WAY
SQUARES = (
    "in each of eight directions; … step to the north-east, for example, leads to the square … touches it there with … "
    "corner."
)
HEXAGONS = (
    "large grid of hexagons. Each cell has six neighbours, one step away: to the north, north-east, south-east, south, "
    "south-west and north-west."
)
STAY = "stands at most one person, who stays there; who … passed by on … way … not mentioned."
ON_SQUARES = (
    "{who:NAMES} stand on different squares … large grid. From … square one … step to the next square "
    + SQUARES
)
SCENES = {
    "square": ON_SQUARES,
    "offset": ON_SQUARES,
    "hexagon": "{who:NAMES} stand on different cells … " + HEXAGONS,
    "ring": "{who:NAMES} sit round … round table with {seats} chairs, all of which … taken. Clockwise … meant as seen "
    "from above, and the next chair … one place away.",
    "tree": "{who:NAMES} … names of … nodes … binary tree. Each node has at most one left and one right child, and "
    "nodes … siblings if they have the same parent.",
    "compass": "{who:NAMES} live in different houses. North of … house … lies straight to the north of it, at any "
    "distance; north-east of it … lies farther north and also farther east, by any two distances. … same with … other "
    "directions.",
    "walk square": "You walk on … large grid of squares, in eight directions. A step to the north-east, for example, "
    f"leads to the square … touches yours there with … corner. On each square {STAY}",
    "walk hexagon": f"You walk on … {HEXAGONS} On each cell {STAY}",
}
ON_GRIDS = (
    f"{A} is {STEPS} of {B}.",
    f"From {B} it is {STEPS} to {A}.",
    f"If you go {STEPS} from {B}, you come to {A}.",
)
FACTS = {
    "ring": (
        f"{A} sits opposite {B}.",
        f"{A} sits {{n}} place{{:s?}} {{way:clockwise|anticlockwise}} from {B}.",
    ),
    "tree": (
        f"{A} is the {{side:left|right}} child of {B}.",
        f"The {{side:left|right}} child of {B} is {A}.",
        f"{B} is the parent of {A}, which is a {{side:left|right}} child.",
        f"{A} is the sibling of {B}, and a left child.",
    ),
    "compass": (f"{A} lives {WAY} of {B}.",),
    "walk": (f"You start at {A}.", f"You go {STEPS} and meet {A}."),
}
LEGS = "{legs#:[a-z0-9 -]+}"
WHO = r"#. Who VERB where you come to if you start from {start#:[A-Z]\w+} and go " + LEGS + "?"
AGAIN = (
    f"Now you go {LEGS}. There you meet somebody again: whom? After that you go {LEGS}. Whom do you meet there?"
)


def listed(question, count=2):
    """A question for each number in order; ``#`` stands for the number."""
    return "\n".join(question.replace("#", str(n)) for n in range(1, count + 1))


ASKED = {
    "square": listed(WHO.replace("VERB", "is")),
    "hexagon": listed(WHO.replace("VERB", "is")),
    "ring": listed(WHO.replace("VERB", "sits")),
    "offset": r"How many steps to the east and how many to the north … {b:[A-Z]\w+} from {a:[A-Z]\w+}?",
    "tree": listed(r"#. Which node is the {legs#:[a-z ]+} of {start#:[A-Z]\w+}?"),
    "compass": listed(r"#. In which direction from {a#:[A-Z]\w+} does {b#:[A-Z]\w+} live?", 3),
    **dict.fromkeys(("walk square", "walk hexagon"), AGAIN.replace("#", "1", 1).replace("#", "2")),
}
FORMS = {
    "offset": "Give the two numbers as (east, north); … number … negative if it … to the west or south.",
    "compass": "Give the three directions in the order of … questions, separated by commas; "
    "write N, NE, E, SE, S, SW, W or NW for each.",
}
FRAMES = (
    "SCENE\n\nFACTS\n\nASKED\n\nFORM",
    "SCENE This … known:\nFACTS\n\nFrom this alone … follows:\nASKED\nFORM",
    "ASKED\nFORM\n\nSCENE These sentences tell where they … .\n\nFACTS",
)
WALKS = ("SCENE FACTS\n\nASKED\n\nFORM", "SCENE\n\nFACTS\n\nASKED\nFORM", "FORM\n\nSCENE\nFACTS\n\nASKED")
TOLD = {
    kind: [
        frame.replace("SCENE", scene.replace("NAMES", NAMES))
        .replace("FACTS", r"{facts:[^\n]+(?:\n[^\n]+)*}")
        .replace("ASKED", ASKED[kind])
        .replace(
            "FORM", FORMS.get(kind, "Give the two names in the order of … questions, separated by … comma.")
        )
        for frame in (WALKS if "walk" in kind else FRAMES)
    ]
    for kind, scene in SCENES.items()
}


def told(prompt):
    """The kind, what stands in the slots, and the facts, each as the slots of its sentence."""
    kind, said = read(prompt, TOLD)
    forms = FACTS.get(kind.split()[0], ON_GRIDS)
    sentences = (
        said["facts"].replace(". You", ".\nYou").split("\n") if "walk" in kind else said["facts"].split("\n")
    )
    found = []
    for sentence in sentences:
        (fact,) = (slots(match) for form in forms if (match := pattern(form).fullmatch(sentence)))
        found.append(fact)
    who = re.split(", | and ", said.get("who", ""))
    assert "who" not in said or {fact[name] for fact in found for name in "ab"} <= set(who)
    return SimpleNamespace(**said, kind=kind, told=found, names=who, hexagons="hexagon" in kind)


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
    said = told(prompt)
    if "walk" not in said.kind:
        return [(fact["a"], fact["n"], fact["way"], fact["b"]) for fact in said.told]
    start, *met = said.told
    assert "way" not in start
    before = [fact["a"] for fact in said.told]
    return [(fact["a"], fact["n"], fact["way"], two) for fact, two in zip(met, before, strict=False)]


def paths(prompt):
    """Where each question starts, and its legs."""
    said = told(prompt)
    starts = (clues(prompt)[-1][0], None) if "walk" in said.kind else (said.start1, said.start2)
    unit = "places?" if said.kind == "ring" else "steps?"
    return [
        (start, [re.fullmatch(rf"(\d+) {unit} ([a-z-]+)", leg).groups() for leg in legs.split(" and then ")])
        for start, legs in zip(starts, (said.legs1, said.legs2), strict=True)
    ]


def everywhere(prompt, start):
    """All places from one person's, by spreading over the clues."""
    hexagons = told(prompt).hexagons
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


TURNS = {"clockwise": 1, "anticlockwise": -1}


def seats(prompt):
    """All names, and rules (one, places clockwise, two)."""
    said = told(prompt)
    assert said.seats == len(said.names)
    rules = [
        (fact["a"], fact["n"] * TURNS[fact["way"]] if "way" in fact else said.seats / 2, fact["b"])
        for fact in said.told
    ]
    return said.names, rules


def chairs(prompt):
    """Everybody's chair; one of whom nothing is said has the one that is left."""
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
    assert len(set(chair.values())) == len(names)
    return chair


def relations(prompt):
    """The side and the parent of each child of a tree."""
    facts = told(prompt).told
    above = {fact["a"]: (fact["side"], fact["b"]) for fact in facts if "side" in fact}
    for fact in facts:
        if "side" not in fact:
            side, parent = above[fact["b"]]
            assert side == "right"
            above[fact["a"]] = ("left", parent)
    return above


def signs(prompt, axis):
    return [(fact["a"], vector(fact["way"], False)[axis], fact["b"]) for fact in told(prompt).told]


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


def stand(x):
    """Everybody's place, as steps in two directions from somebody."""
    known = everywhere(x.prompt, x.first)
    places = {name: (at[0], at[2]) if x.said.hexagons else at for name, at in known.items()}
    assert x.east == ("north-east" if x.said.hexagons else "east")
    return dict(re.findall(r"(\w+) (\([-0-9, ]+\))", x.places)) == {
        name: str(at) for name, at in places.items()
    }


def sit(x):
    chair, order = chairs(x.prompt), x.order.split(", ")
    return {(chair[b] - chair[a]) % len(chair) for a, b in pairwise(order)} == {1} and len(order) == len(chair)


def level(x, axis):
    """Whether an order fits what is said along an axis."""
    order = x.order.split(" < ")
    facts = signs(x.prompt, axis)
    return sorted(order) == sorted(x.said.names) and all(
        (order.index(a) > order.index(b)) - (order.index(a) < order.index(b)) == sign
        for a, sign, b in facts
        if sign
    )


STEP = {"steps {east:[a-z-]+} and north of {first:\\w+}: {places:.+}": stand}
LINES = {
    **dict.fromkeys(("square", "hexagon", "walk", "offset"), STEP),
    "ring": {"clockwise: {order:.+}": sit},
    "tree": {
        "{name:\\w+}: {side:left|right} child of {parent:\\w+}": lambda x: (
            sorted((name, *place) for name, place in relations(x.prompt).items())[len(x.before)]
            == (x.name, x.side, x.parent)
        )
    },
    "compass": {
        "one order from west to east that fits (some are level): {order:.+}": lambda x: level(x, 0),
        "from south to north: {order:.+}": lambda x: level(x, 1),
    },
}
ANSWER = {"{last:.+}": lambda x: x.before and x.last == x.answer}
"""The last line."""


class TestRelativePositions(Promises):
    id = "relative-positions"
    alphabet = ""
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "{}\n")
    wrong = ("{}, Zorro", "{0} or {0}", "about {}", "{0} {0}", "")
    lines = {kind: {**lines, **ANSWER} for kind, lines in LINES.items()}  # noqa: RUF012

    def known(self, found, task):
        return {"said": told(task.prompt), "prompt": task.prompt, "answer": task.answer}

    def oracle(self, prompt):
        said = told(prompt)
        if said.kind == "compass":
            answers = []
            for one, two in ((said.a1, said.b1), (said.a2, said.b2), (said.a3, said.b3)):
                east, north = (follows(signs(prompt, axis), two, one) for axis in (0, 1))
                answers.append({-1: "S", 0: "", 1: "N"}[north] + {-1: "W", 0: "", 1: "E"}[east])
            return ", ".join(answers)
        if said.kind == "offset":
            x, y = everywhere(prompt, said.a)[said.b]
            return f"({x}, {y})"
        if said.kind == "tree":
            above = relations(prompt)
            below = {place: name for name, place in above.items()}
            answers = []
            for steps, name in ((said.legs1, said.start1), (said.legs2, said.start2)):
                for step in reversed(steps.split(" of the ")):
                    side, parent = above.get(name, (None, None))
                    other = {"left": "right", "right": "left"}.get(side)
                    name = (
                        parent if step == "parent" else below[other, parent] if step == "sibling"
                        else below[step.removesuffix(" child"), name]
                    )  # fmt: skip
                answers.append(name)
            return ", ".join(answers)
        if said.kind == "ring":
            chair = chairs(prompt)
            by_chair = {place: name for name, place in chair.items()}
            return ", ".join(
                by_chair[(chair[start] + sum(int(n) * TURNS[way] for n, way in legs)) % len(chair)]
                for start, legs in paths(prompt)
            )
        answers = []
        for start, legs in paths(prompt):
            known = everywhere(prompt, start or answers[-1])
            at = (0, 0, 0) if said.hexagons else (0, 0)
            for number, way in legs:
                at = plus(at, int(number), vector(way, said.hexagons))
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
                joined = everywhere(task.prompt, start)
                assert len(joined) == 9
                assert len(told(task.prompt).names) == 13

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
