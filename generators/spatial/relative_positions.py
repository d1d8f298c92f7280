"""Relative positions: who is where, from sentences that say where people are as seen from each other.

Kinds: ``square`` and ``hexagon`` (people on cells of a grid; who is there when one has gone so and so), ``walk`` (the
same told as a walk that comes back to cells where it was), ``offset`` (how far east and north), ``ring`` (seats round
a table), ``tree`` (nodes of a binary tree), ``compass`` (directions without distances). Several placements may fit
the sentences; only what all of them agree on is asked for, and there are two or three questions at once.

Difficulty: `people`, `extra` sentences that are not needed, `strangers` who are nowhere joined to those asked about,
`far`, the most steps of a sentence, and `legs` of each question. Proxy: sentences and legs.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from ..base import Json
from ..english import counted, listed
from ..family import Family, Question
from ..first_names import NAMES
from ..in_order import in_order, typed
from ..limits import Whole

Cell = tuple[int, int]
SQUARE: Mapping[str, Cell] = {
    "north": (0, 1), "north-east": (1, 1), "east": (1, 0), "south-east": (1, -1),
    "south": (0, -1), "south-west": (-1, -1), "west": (-1, 0), "north-west": (-1, 1),
}  # fmt: skip
HEXAGON: Mapping[str, Cell] = {
    "north": (0, 1), "north-east": (1, 0), "south-east": (1, -1),
    "south": (0, -1), "south-west": (-1, 0), "north-west": (-1, 1),
}  # fmt: skip
SHORT = {name: "".join(part[0] for part in name.split("-")).upper() for name in SQUARE}
_ON = {
    "square": "{who} stand on different squares of a large grid. From a square one can step to the next square in each "
    "of eight directions; a step to the north-east, for example, leads to the square that touches it there with a "
    "corner.",
    "hexagon": "{who} stand on different cells of a large grid of hexagons. Each cell has six neighbours, one step "
    "away: to the north, north-east, south-east, south, south-west and north-west.",
    "ring": "{who} sit round a round table with {seats} chairs, all of which are taken. Clockwise is meant as seen "
    "from above, and the next chair is one place away.",
    "tree": "{who} are the names of the nodes of a binary tree. Each node has at most one left and one right child, "
    "and nodes are siblings if they have the same parent.",
    "compass": "{who} live in different houses. North of a house is what lies straight to the north of it, at any "
    "distance; north-east of it is what lies farther north and also farther east, by any two distances. It is the same "
    "with the other directions.",
}
_ON["offset"] = _ON["square"]
_WALKS = {
    "square": "You walk on a large grid of squares, in eight directions. A step to the north-east, for example, leads "
    "to the square that touches yours there with a corner. On each square stands at most one person, who stays "
    "there; who is passed by on the way is not mentioned.",
    "hexagon": "You walk on a large grid of hexagons. Each cell has six neighbours, one step away: to the north, "
    "north-east, south-east, south, south-west and north-west. On each cell stands at most one person, who stays "
    "there; who is passed by on the way is not mentioned.",
}
_STATED = (
    "{scene}\n\n{facts}\n\n{questions}\n\n{form}",
    "{scene} This is known:\n{facts}\n\nFrom this alone it follows:\n{questions}\n{form}",
    "{questions}\n{form}\n\n{scene} These sentences tell where they are.\n\n{facts}",
)
_WALKED = (
    "{scene} {facts}\n\n{questions}\n\n{form}",
    "{scene}\n\n{facts}\n\n{questions}\n{form}",
    "{form}\n\n{scene}\n{facts}\n\n{questions}",
)
KINDS = ("square", "hexagon", "walk", "offset", "ring", "tree", "compass")
WORDINGS = {kind: _WALKED if kind == "walk" else _STATED for kind in KINDS}
_TWO = "Give the two names in the order of the questions, separated by a comma."


def _steps(number: int, direction: str) -> str:
    return f"{counted(number, 'step')} {direction}"


def _question(
    kind: str, facts: dict[str, Json], texts: Mapping[str, str], names: Sequence[str],
    items: Sequence[str], lines: Sequence[str], form: str = _TWO,
) -> Question:  # fmt: skip
    """A question that is answered by words in their order."""
    fields = {"form": form, **texts, "scene": _scene(texts["scene"], names, items)}
    legs = sum(len(each) - 1 for each in facts["asked"])
    rate = 1 / 64 if kind == "compass" else 1 / max(len(names) - 1, 2) ** 2
    return Question(
        fields, in_order(facts, [item.lower() for item in items]), ", ".join(items),
        [*lines, ", ".join(items)], gold=None, canonical=facts, guess_rate=rate,
        difficulty=float(len(facts["told"]) + legs),
    )  # fmt: skip


def _scene(text: str, names: Sequence[str], items: Sequence[str]) -> str:
    """The scene with the names in the order of the alphabet, or the other way round if the answer would stand there."""
    order = sorted(names)
    return text.format(who=listed(order[::-1] if items and ", ".join(items) in ", ".join(order) else order))


# ------------------------------------------------------------------------------------------------------------- grids


def _placed(
    rng: random.Random, ways: Mapping[str, Cell], names: Sequence[str], far: int, chain: bool
) -> tuple[dict[str, Cell], list[list[Json]]]:
    """Everybody on a cell, each told from somebody before (with `chain` from the one just before)."""
    places: dict[str, Cell] = {names[0]: (0, 0)}
    told: list[list[Json]] = []
    for name in names[1:]:
        while True:
            base = list(places)[-1] if chain else rng.choice(list(places))
            way, number = rng.choice(list(ways)), rng.randint(1, far)
            cell = _after(places[base], ways[way], number)
            if cell not in places.values():
                break
        places[name] = cell
        told.append([name, number, way, base])
    return places, told


def _after(cell: Cell, step: Cell, number: int) -> Cell:
    return cell[0] + number * step[0], cell[1] + number * step[1]


def _aligned(ways: Mapping[str, Cell], one: Cell, two: Cell) -> tuple[int, str] | None:
    """How to go straight from one cell to another, in at most 9 steps."""
    found = ((n, way) for way, step in ways.items() for n in range(1, 10) if _after(one, step, n) == two)
    return next(found, None)


def _path(
    rng: random.Random, ways: Mapping[str, Cell], one: Cell, two: Cell, legs: int
) -> list[list[Json]] | None:
    """Legs from one cell to another, of which the last leads there straight."""
    path: list[list[Json]] = []
    at = one
    for _ in range(legs - 1):
        way, number = rng.choice(list(ways)), rng.randint(1, 4)
        at = _after(at, ways[way], number)
        path.append([number, way])
    last = _aligned(ways, at, two)
    turns = [way for _, way in path] + ([last[1]] if last else [])
    opposite = {
        way: other for way, step in ways.items() for other, back in ways.items() if back == (-step[0], -step[1])
    }
    if last is None or any(b in (a, opposite[a]) for a, b in pairwise(turns)):
        return None
    return [*path, list(last)]


def _grid(
    kind: str, rng: random.Random, *, people: int, extra: int, strangers: int, far: int, legs: int
) -> Question | None:
    shape = (
        rng.choice(("square", "hexagon")) if kind == "walk" else "hexagon" if kind == "hexagon" else "square"
    )
    ways = HEXAGON if shape == "hexagon" else SQUARE
    walk = kind == "walk"
    names = rng.sample(NAMES, people + (0 if walk else strangers))
    known = names[:people]
    places, told = _placed(rng, ways, known, far, walk)
    if not walk:
        for _ in range(extra):
            one, two = rng.sample(known, 2)
            straight = _aligned(ways, places[two], places[one])
            if straight and all({one, two} != {fact[0], fact[3]} for fact in told):
                told.append([one, *straight, two])
        if strangers > 1:
            told += _placed(rng, ways, names[people:], far, False)[1]
        told = [fact if rng.random() < 0.5 else _turned(ways, fact) for fact in told]
        rng.shuffle(told)
    where = ", ".join(f"{name} {_at(places[known[0]], places[name])}" for name in known)
    lines = [
        f"steps {'east and north' if shape == 'square' else 'north-east and north'} of {known[0]}: {where}"
    ]
    facts: dict[str, Json] = {"kind": kind, "shape": shape, "told": told}
    texts = {"scene": (_WALKS if walk else _ON)[shape]}
    texts["facts"] = _walked(known[0], told) if walk else _sentences(rng, told)
    if kind == "offset":
        one, two = rng.sample(known, 2)
        x, y = (b - a for a, b in zip(places[one], places[two], strict=True))
        if _aligned(ways, places[one], places[two]):
            return None
        facts["asked"] = [[one, two]]
        texts["questions"] = f"How many steps to the east and how many to the north is {two} from {one}?"
        texts["form"] = (
            "Give the two numbers as (east, north); a number is negative if it is to the west or south."
        )
        answer = f"({x}, {y})"
        texts["scene"] = _scene(texts["scene"], names, ())
        return Question(texts, typed(facts, answer, "tuple", names=["east", "north"]), answer, [*lines, answer],
                        gold=None, canonical=facts, guess_rate=0.01, difficulty=float(len(told) + 1))  # fmt: skip
    asked: list[list[Json]] = []
    items: list[str] = []
    start = known[-1] if walk else rng.choice(known)
    for _ in range(2):
        end = rng.choice([name for name in known if name not in (start, *items)])
        path = next(filter(None, (_path(rng, ways, places[start], places[end], legs) for _ in range(60))), None)
        if path is None:
            return None
        asked.append([start, *path])
        items.append(end)
        start = end if walk else rng.choice([name for name in known if name != end])
    if any(len(path) == 2 and _is_told(told, path, item) for path, item in zip(asked, items, strict=True)):
        return None
    facts["asked"] = asked
    gone = [" and then ".join(_steps(*leg) for leg in path[1:]) for path in asked]
    if walk:
        texts["questions"] = (
            f"Now you go {gone[0]}. There you meet somebody again: whom? After that you go {gone[1]}. "
            "Whom do you meet there?"
        )
    else:
        texts["questions"] = "\n".join(
            f"{n}. Who is where you come to if you start from {path[0]} and go {way}?"
            for n, (path, way) in enumerate(zip(asked, gone, strict=True), 1)
        )
    return _question(kind, facts, texts, names, items, lines)


def _is_told(told: list[list[Json]], path: list[Json], item: str) -> bool:
    return any({fact[0], fact[3]} == {path[0], item} for fact in told)


def _at(origin: Cell, cell: Cell) -> str:
    return f"({cell[0] - origin[0]}, {cell[1] - origin[1]})"


def _turned(ways: Mapping[str, Cell], fact: list[Json]) -> list[Json]:
    """The same fact seen from the other one."""
    one, number, way, two = fact
    back = next(name for name, step in ways.items() if step == (-ways[way][0], -ways[way][1]))
    return [two, number, back, one]


def _sentences(rng: random.Random, told: list[list[Json]]) -> str:
    forms = (
        "{a} is {steps} of {b}.",
        "From {b} it is {steps} to {a}.",
        "If you go {steps} from {b}, you come to {a}.",
    )
    return "\n".join(
        rng.choice(forms).format(a=one, b=two, steps=_steps(number, way)) for one, number, way, two in told
    )


def _walked(first: str, told: list[list[Json]]) -> str:
    return " ".join(
        [
            f"You start at {first}.",
            *(f"You go {_steps(number, way)} and meet {one}." for one, number, way, _ in told),
        ]
    )


# -------------------------------------------------------------------------------------------------------------- ring


def _ring(
    rng: random.Random, *, people: int, extra: int, strangers: int, far: int, legs: int
) -> Question | None:
    """All but one are told; that one has the chair that is left."""
    people = max(people, 5)
    names = rng.sample(NAMES, people)
    seat = {name: place for place, name in enumerate(names)}
    order = rng.sample(names[:-1] if people > 5 else names, people - 1 if people > 5 else people)
    told: list[list[Json]] = []
    for place, name in enumerate(order[1:], 1):
        told.append(_seated(rng, seat, name, rng.choice(order[:place])))
    for _ in range(extra):
        one, two = rng.sample(order, 2)
        if all({one, two} != {fact[0], fact[3]} for fact in told):
            told.append(_seated(rng, seat, one, two))
    rng.shuffle(told)
    asked: list[list[Json]] = []
    items: list[str] = []
    for n in range(2):
        end = names[-1] if n == 0 and people > 5 else rng.choice([name for name in names if name not in items])
        start = rng.choice([name for name in names if name != end])
        path: list[list[Json]] = []
        at = seat[start]
        way, other = rng.sample(("clockwise", "anticlockwise"), 2)
        for _ in range(legs - 1):
            number = rng.randint(1, people - 2)
            at += number if way == "clockwise" else -number
            path.append([number, way])
            way, other = other, way
        last = (seat[end] - at) % people
        if last == 0:
            return None
        path.append([last if way == "clockwise" else people - last, way])
        if legs == 1 and _is_told(told, [start], end):
            return None
        asked.append([start, *path])
        items.append(end)
    if rng.random() < 0.5:
        asked, items = asked[::-1], items[::-1]
    facts: dict[str, Json] = {"kind": "ring", "told": told, "names": sorted(names), "asked": asked}
    texts = {
        "scene": _ON["ring"].replace("{seats}", str(people)),
        "facts": "\n".join(
            f"{one} sits opposite {two}."
            if way == "opposite"
            else f"{one} sits {counted(number, 'place')} {way} from {two}."
            for one, number, way, two in told
        ),
        "questions": "\n".join(
            f"{n}. Who sits where you come to if you start from {path[0]} and go "
            + " and then ".join(f"{counted(number, 'place')} {way}" for number, way in path[1:]) + "?"
            for n, path in enumerate(asked, 1)
        ),
    }  # fmt: skip
    return _question("ring", facts, texts, names, items, [f"clockwise: {', '.join(names)}"])


def _seated(rng: random.Random, seat: Mapping[str, int], one: str, two: str) -> list[Json]:
    size = len(seat)
    number = (seat[one] - seat[two]) % size
    if 2 * number == size:
        return [one, number, "opposite", two]
    return [one, number, "clockwise", two] if rng.random() < 0.5 else [one, size - number, "anticlockwise", two]


# -------------------------------------------------------------------------------------------------------------- tree


def _tree(
    rng: random.Random, *, people: int, extra: int, strangers: int, far: int, legs: int
) -> Question | None:
    people = max(people, 5)
    names = rng.sample(NAMES, people)
    parent: dict[str, tuple[str, str]] = {}
    free = [(names[0], side) for side in ("left", "right")]
    for name in names[1:]:
        parent[name] = free.pop(rng.randrange(len(free)))
        free += [(name, side) for side in ("left", "right")]
    child = {place: name for name, place in parent.items()}
    told: list[list[Json]] = []
    for name, (above, side) in parent.items():
        other = child.get((above, "right" if side == "left" else "left"))
        if other and side == "left" and rng.random() < 0.4:
            told.append(["sibling", name, side, other])
        else:
            told.append(["child", name, side, above])
    rng.shuffle(told)
    asked: list[list[Json]] = []
    items: list[str] = []
    for _ in range(2):
        at = start = rng.choice(names)
        path: list[str] = []
        for _ in range(legs + 1):
            ways = [(f"{side} child", child[at, side]) for side in ("left", "right") if (at, side) in child]
            if at in parent and not (path and path[-1].endswith("child")):
                above, side = parent[at]
                ways.append(("parent", above))
                other = child.get((above, "right" if side == "left" else "left"))
                ways += [("sibling", other)] if other and not (path and path[-1] == "sibling") else []
            ways = [
                way
                for way in ways
                if way[1] != start and not (path and path[-1] == "parent" and way[1] in items)
            ]
            if not ways:
                break
            step, at = rng.choice(ways)
            path.append(step)
        if len(path) < 2 or at in items or at == start or not {"parent", "sibling"} & set(path):
            return None
        asked.append([start, *path])
        items.append(at)
    facts: dict[str, Json] = {"kind": "tree", "told": told, "asked": asked}
    forms = {
        "child": ("{a} is the {side} child of {b}.", "The {side} child of {b} is {a}.",
                  "{b} is the parent of {a}, which is a {side} child."),
        "sibling": ("{a} is the sibling of {b}, and a left child.",),
    }  # fmt: skip
    texts = {
        "scene": _ON["tree"],
        "facts": "\n".join(rng.choice(forms[sort]).format(a=a, side=side, b=b) for sort, a, side, b in told),
        "questions": "\n".join(
            f"{n}. Which node is the {' of the '.join(reversed(path[1:]))} of {path[0]}?"
            for n, path in enumerate(asked, 1)
        ),
    }  # fmt: skip
    lines = [f"{name}: {side} child of {above}" for name, (above, side) in sorted(parent.items())]
    return _question("tree", facts, texts, names, items, lines)


# ----------------------------------------------------------------------------------------------------------- compass


def _compass(
    rng: random.Random, *, people: int, extra: int, strangers: int, far: int, legs: int
) -> Question | None:
    names = rng.sample(NAMES, people)
    side = max(2, people * 2 // 3)
    cells = rng.sample([(x, y) for x in range(side) for y in range(side)], people)
    places = dict(zip(names, cells, strict=True))
    pairs = [(one, two) for n, one in enumerate(names) for two in names[:n]]
    told = [
        [one, _direction(places, one, two), two]
        for one, two in rng.sample(pairs, min(len(pairs), people + extra))
    ]
    told = [
        [two, _direction(places, two, one), one] if rng.random() < 0.5 else [one, way, two]
        for one, way, two in told
    ]
    known = [_closed(names, told, axis) for axis in (0, 1)]
    hops = 2 if legs < 3 else 3
    sure = [
        (one, two)
        for one, two in pairs
        if all((one, two) in axis for axis in known)
        and max(axis[one, two][1] for axis in known) >= hops
        and all({one, two} != {fact[0], fact[2]} for fact in told)
    ]
    if len(sure) < 3:
        return None
    asked = [list(pair) if rng.random() < 0.5 else list(pair[::-1]) for pair in rng.sample(sure, 3)]
    ways = [_direction(places, one, two) for one, two in asked]
    if len(set(ways)) < 2:
        return None
    facts: dict[str, Json] = {"kind": "compass", "told": told, "asked": asked}
    texts = {
        "scene": _ON["compass"],
        "facts": "\n".join(f"{one} lives {way} of {two}." for one, way, two in told),
        "questions": "\n".join(
            f"{n}. In which direction from {two} does {one} live?" for n, (one, two) in enumerate(asked, 1)
        ),
    }  # fmt: skip
    form = (
        "Give the three directions in the order of the questions, separated by commas; "
        "write N, NE, E, SE, S, SW, W or NW for each."
    )
    order = [
        " < ".join(name for _, name in sorted((places[each][axis], each) for each in names)) for axis in (0, 1)
    ]
    lines = [
        f"one order from west to east that fits (some are level): {order[0]}",
        f"from south to north: {order[1]}",
    ]
    return _question("compass", facts, texts, names, [SHORT[way] for way in ways], lines, form)


def _direction(places: Mapping[str, Cell], one: str, two: str) -> str:
    """In which direction `one` lies from `two`."""
    x, y = ((a > b) - (a < b) for a, b in zip(places[one], places[two], strict=True))
    return next(way for way, step in SQUARE.items() if step == (x, y))


def _closed(names: Sequence[str], told: list[list[Json]], axis: int) -> dict[tuple[str, str], tuple[int, int]]:
    """What follows of each pair along one axis: the sign, and by how many sentences."""
    known: dict[tuple[str, str], tuple[int, int]] = {}
    for one, way, two in told:
        sign = SQUARE[way][axis]
        known[one, two], known[two, one] = (sign, 1), (-sign, 1)
    for middle in names:  # of signs that do not contradict each other, a path keeps the strict one
        for one in names:
            for two in names:
                if one == two or (one, middle) not in known or (middle, two) not in known:
                    continue
                (a, m), (b, n) = known[one, middle], known[middle, two]
                if a * b >= 0 and ((one, two) not in known or known[one, two][1] > m + n):
                    known[one, two] = (a or b, m + n)
    return known


generate = Family(
    {kind: partial(_grid, kind) for kind in ("square", "hexagon", "walk", "offset")}
    | {"ring": _ring, "tree": _tree, "compass": _compass},
    WORDINGS,
    {
        "people": Whole(4, 40, "how many people; at least 5 at a table or in a tree"),
        "extra": Whole(0, 40, "sentences that follow from others"),
        "strangers": Whole(0, 12, "people who are joined to none of those asked about, at least two together"),
        "far": Whole(1, 9, "the most steps of one sentence"),
        "legs": Whole(1, 8, "how often the way of a question turns, and once more"),
    },
    kind_in_facts=False,
    advice="raise 'people' or lower 'legs'",
)
