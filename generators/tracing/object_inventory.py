"""Object inventory: objects with properties are painted, exchanged, put in and taken out; count what is left.

Objects have a colour and a shape, at higher levels a material and a size too. What happens to them is told in sentences
about all objects of some kind, and, at higher levels, under a condition on how many there are. Kinds: ``count`` (the
objects of some properties), ``tally`` (the objects of each colour, in a given order).

Words of one property exclude each other and none is a synonym of another, so that "small" never is "tiny".

Difficulty: `groups` of like objects at first, `updates`, `properties` from 2 to 4, `conditions` among the
updates. Proxy: groups looked at in all updates and in the question.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from ..base import Json
from ..english import listed
from ..family import Family, Question, gathered
from ..in_order import typed
from ..limits import Whole

WORDINGS = (
    "A box holds {start}.\n\nThen this happens, one after the other:\n{changes}\n\n{question} {form}",
    "There is a box with {start} in it. The following is done to its contents, in this order.\n{changes}\n\n"
    "{question}\n{form}",
    "{question} {form}\n\nAt first the box holds {start}. What happens then, step by step:\n{changes}",
)
VALUES: Mapping[str, tuple[str, ...]] = {
    "size": ("small", "large"),
    "colour": ("red", "blue", "green", "yellow", "white", "black"),
    "material": ("wooden", "glass", "metal", "plastic"),
    "shape": ("cube", "ball", "cone", "ring", "star"),
}
TOLD = {
    2: ("colour", "shape"),
    3: ("colour", "material", "shape"),
    4: ("size", "colour", "material", "shape"),
}
MOST_OBJECTS = 2000

Object = tuple[str, ...]
Filter = dict[str, str]
Groups = dict[Object, int]


@dataclass(frozen=True)
class _Params:
    groups: int
    updates: int
    properties: int
    conditions: int

    @property
    def told(self) -> tuple[str, ...]:
        return TOLD[self.properties]


def _made(kind: str, rng: random.Random, params: _Params) -> Question | None:
    groups: Groups = {}
    while len(groups) < params.groups:
        groups[tuple(rng.choice(VALUES[name]) for name in params.told)] = rng.randint(2, 20)
    at_first = dict(groups)
    start: list[list[Json]] = [[number, *description] for description, number in groups.items()]
    updates: list[list[Json]] = []
    lines = []
    looked_at = 0
    conditional = set(rng.sample(range(params.updates), min(params.conditions, params.updates)))
    for place in range(params.updates):
        update = _update(rng, groups, params.told, place in conditional)
        looked_at += len(groups) * (3 if update[0] == "compare" else 1)
        before = dict(groups)
        note = apply(groups, update, params.told)
        if not groups or sum(groups.values()) > MOST_OBJECTS:
            return None
        updates.append(update)
        changed = [each for each in {**before, **groups} if before.get(each, 0) != groups.get(each, 0)]
        now = "; ".join(f"{groups.get(each, 0)} {plural(each)}" for each in changed) or "nothing changes"
        lines.append(f"{place + 1}. {note}{now}")
    facts: dict[str, Json] = {"kind": kind, "told": list(params.told), "start": start, "updates": updates}
    looked_at += len(groups)
    if kind == "tally":
        colours = sorted({each[params.told.index("colour")] for each in groups})
        if len(colours) < 2:
            return None
        rng.shuffle(colours)
        filters: list[Filter] = [{"colour": colour} for colour in colours]
        question = f"How many {listed(colours)} objects are there at the end?"
        form = "Give these numbers in this order, separated by commas."
    else:
        wanted = _filter(rng, groups, params.told, rng.choice((1, 1, 2)))
        filters = [wanted]
        question = f"How many {phrase_of(wanted)} are in the box at the end?"
        form = "Give a number."
    numbers = []
    if all(
        _number(at_first, wanted, params.told) == _number(groups, wanted, params.told) for wanted in filters
    ):
        return None  # the answer would stand in the prompt
    for wanted in filters:
        found = [number for each, number in groups.items() if fits(each, wanted, params.told)]
        numbers.append(sum(found))
        total = f"{' + '.join(map(str, found))} = {sum(found)}" if len(found) > 1 else str(sum(found))
        lines.append(f"{phrase_of(wanted)}: {total}")
    facts["asked"] = filters
    answer = ", ".join(map(str, numbers))
    return Question(
        {
            "start": listed(f"{number} {plural(each)}" for each, number in at_first.items()),
            "changes": "\n".join(f"{n}. {said(update, params.told)}" for n, update in enumerate(updates, 1)),
            "question": question,
            "form": form,
        },
        _gold(kind, facts, answer, filters),
        answer,
        lines,
        gold=None,
        canonical=facts,
        guess_rate=0.05 if kind == "count" else 0.01,
        difficulty=float(looked_at),
    )


def _gold(kind: str, facts: dict[str, Json], answer: str, filters: list[Filter]) -> dict[str, Json]:
    """The facts with the reference, and the properties that it may and may not be said to be about."""
    asked = {value for wanted in filters for value in wanted.values()}
    others = sorted({value for values in VALUES.values() for value in values} - asked)
    if kind == "tally":
        return typed(facts, answer, "list", names=[wanted["colour"] for wanted in filters], others=others)
    words = phrase_of(filters[0]).split()
    units = [" ".join(words[n:]) for n in range(len(words))]
    return typed(facts, answer, units=units, others=others)


def _update(rng: random.Random, groups: Groups, told: tuple[str, ...], conditional: bool) -> list[Json]:
    """Something that happens to objects which there are."""
    if conditional:
        one, two = _filter(rng, groups, told, 1), _filter(rng, groups, told, 1)
        for _ in range(20):
            if one != two:
                break
            two = _filter(rng, groups, told, 1)
        wanted = _filter(rng, groups, told, 2)
        return ["compare", one, two, wanted, _other(rng, "colour", wanted)]
    sort = rng.choice(("paint", "paint", "remove", "add", "lose", "double", "exchange"))
    if sort == "add":
        return ["add", rng.randint(2, 20), [rng.choice(VALUES[name]) for name in told]]
    if sort == "lose":
        plenty = [each for each, number in groups.items() if number > 3]
        if plenty:
            each = rng.choice(plenty)
            return ["lose", rng.randint(2, min(groups[each] - 1, 30)), list(each)]
        sort = "double"
    wanted = _filter(rng, groups, told, rng.choice((1, 2)) if sort == "paint" else 2)
    if sort == "paint":
        return ["paint", wanted, _other(rng, "colour", wanted)]
    if sort == "exchange":
        name = rng.choice([name for name in told if name != "colour"])
        return ["exchange", wanted, rng.randint(2, 3), name, _other(rng, name, wanted)]
    return [sort, wanted]


def _filter(rng: random.Random, groups: Groups, told: tuple[str, ...], size: int) -> Filter:
    """Properties of objects which there are."""
    each = rng.choice(list(groups))
    names = sorted(rng.sample(told, min(size, len(told))), key=told.index)
    return {name: each[told.index(name)] for name in names}


def _other(rng: random.Random, name: str, wanted: Filter) -> str:
    return rng.choice([value for value in VALUES[name] if value != wanted.get(name)])


def fits(each: Object, wanted: Filter, told: tuple[str, ...]) -> bool:
    """Whether an object has these properties."""
    return all(each[told.index(name)] == value for name, value in wanted.items())


def _number(groups: Groups, wanted: Filter, told: tuple[str, ...]) -> int:
    return sum(number for each, number in groups.items() if fits(each, wanted, told))


def apply(groups: Groups, update: list[Json], told: tuple[str, ...]) -> str:
    """Do an update to the groups; returns what it depended on, for the worked solution."""
    sort, note = update[0], ""
    if sort == "compare":
        one, two = (_number(groups, wanted, told) for wanted in update[1:3])
        note = f"{one} {phrase_of(update[1])} and {two} {phrase_of(update[2])}; "
        update = ["paint", update[3], update[4]] if one > two else ["remove", update[3]]
        sort = update[0]
    if sort in ("add", "lose"):
        each = tuple(update[2])
        groups[each] = groups.get(each, 0) + (update[1] if sort == "add" else -update[1])
        return note
    touched = {each: number for each, number in groups.items() if fits(each, update[1], told)}
    for each in touched:
        del groups[each]
    for each, number in touched.items():
        times, after = 1, each
        if sort == "remove":
            continue
        if sort == "double":
            times = 2
        elif sort == "paint":
            after = _with(each, "colour", update[2], told)
        else:
            times, after = update[2], _with(each, update[3], update[4], told)
        groups[after] = groups.get(after, 0) + number * times
    return note


def _with(each: Object, name: str, value: str, told: tuple[str, ...]) -> Object:
    place = told.index(name)
    return (*each[:place], value, *each[place + 1 :])


def plural(each: Object) -> str:
    """``small red wooden cubes``."""
    return " ".join(each) + "s"


def phrase_of(wanted: Filter) -> str:
    """The objects of these properties: ``red wooden objects``, ``large cubes``."""
    words = [wanted[name] for name in ("size", "colour", "material") if name in wanted]
    return " ".join([*words, f"{wanted['shape']}s" if "shape" in wanted else "objects"])


_NUMBERS = {2: "two", 3: "three"}


def said(update: list[Json], told: tuple[str, ...]) -> str:
    """An update as a sentence."""
    sort = update[0]
    if sort == "add":
        return f"{update[1]} {plural(tuple(update[2]))} are put in."
    if sort == "lose":
        return f"{update[1]} of the {plural(tuple(update[2]))} are taken out."
    if sort == "paint":
        return f"All {phrase_of(update[1])} are painted {update[2]}."
    if sort == "remove":
        return f"All {phrase_of(update[1])} are taken out."
    if sort == "double":
        return f"For each of the {phrase_of(update[1])}, one more that is just like it is put in."
    if sort == "exchange":
        _, wanted, times, name, value = update
        new = f"{value}s" if name == "shape" else f"{value} ones"
        return f"Each of the {phrase_of(wanted)} is exchanged for {_NUMBERS[times]} {new}, alike in all else."
    _, one, two, wanted, colour = update
    return (
        f"If there are now more {phrase_of(one)} than {phrase_of(two)}, all {phrase_of(wanted)} are painted {colour}; "
        "if not, they are taken out."
    )


generate = Family(
    {kind: gathered(_Params, partial(_made, kind)) for kind in ("count", "tally")},
    WORDINGS,
    {
        "groups": Whole(2, 30, "groups of like objects at first"),
        "updates": Whole(1, 60, "how often something happens to them"),
        "properties": Whole(2, 4, "properties of an object: colour and shape, then material, then size"),
        "conditions": Whole(0, 60, "how many of the updates depend on how many objects there are"),
    },
    kind_in_facts=False,
    advice="lower 'updates' or raise 'groups'",
)
