"""The words of zebra puzzles: attributes with their values, and the English of clues.

An attribute is a name, three phrases with a gap for the value, and single-word values. No word is the value
of two attributes, so that an answer may name the values of a house in any order.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from ..first_names import NAMES
from .zebra_clues import Clue


class Attribute(NamedTuple):
    """One attribute: `person` is who has the value, `has` and `lacks` say that someone has it or has it not."""

    name: str
    person: str
    has: str
    lacks: str
    values: tuple[str, ...]


def _attribute(name: str, person: str, has: str, lacks: str, values: str) -> Attribute:
    return Attribute(name, person, has, lacks, tuple(values.split()))


ATTRIBUTES = (
    Attribute("name", "{}", "is {}", "is not {}", NAMES),
    _attribute(
        "colour",
        "the person in the {} house",
        "lives in the {} house",
        "does not live in the {} house",
        "red green blue yellow white black brown purple pink grey turquoise beige crimson",
    ),
    _attribute(
        "pet",
        "the owner of the {}",
        "owns the {}",
        "does not own the {}",
        "cat dog horse rabbit parrot hamster turtle goldfish ferret gecko canary pony goat snake",
    ),
    _attribute(
        "drink",
        "the person who drinks {}",
        "drinks {}",
        "does not drink {}",
        "tea coffee milk water juice cocoa lemonade cider cola wine beer",
    ),
    _attribute(
        "job",
        "the {}",
        "is the {}",
        "is not the {}",
        "baker pilot nurse lawyer painter teacher farmer doctor plumber tailor judge dentist chemist",
    ),
    _attribute(
        "instrument",
        "the person who plays the {}",
        "plays the {}",
        "does not play the {}",
        "piano violin flute guitar cello harp trumpet oboe banjo clarinet tuba",
    ),
    _attribute(
        "fruit",
        "the person who likes {}",
        "likes {}",
        "does not like {}",
        "apples pears plums cherries grapes lemons peaches figs mangoes melons kiwis",
    ),
    _attribute(
        "sport",
        "the person who practises {}",
        "practises {}",
        "does not practise {}",
        "judo tennis golf rowing fencing boxing archery skiing sailing cricket rugby hockey",
    ),
    _attribute(
        "flower",
        "the person who grows {}",
        "grows {}",
        "does not grow {}",
        "roses tulips lilies orchids daisies asters pansies poppies carnations peonies",
    ),
    _attribute(
        "country",
        "the person from {}",
        "comes from {}",
        "does not come from {}",
        "Spain France Norway Japan Peru Kenya India Chile Egypt Canada Greece Poland Vietnam Iceland",
    ),
    _attribute(
        "vehicle",
        "the driver of the {}",
        "drives the {}",
        "does not drive the {}",
        "van truck jeep taxi tractor bus scooter limousine motorbike minibus convertible",
    ),
    _attribute(
        "month",
        "the person born in {}",
        "was born in {}",
        "was not born in {}",
        "January February March April May June July August September October November December",
    ),
    _attribute(
        "language",
        "the person who speaks {}",
        "speaks {}",
        "does not speak {}",
        "Welsh Dutch Swahili Hindi Arabic Korean Turkish Finnish Latin Basque Danish",
    ),
    _attribute(
        "hobby",
        "the person whose hobby is {}",
        "has {} as a hobby",
        "does not have {} as a hobby",
        "chess pottery knitting origami gardening astronomy photography dancing juggling fishing",
    ),
    _attribute(
        "gem",
        "the person with the {} ring",
        "wears the {} ring",
        "does not wear the {} ring",
        "opal jade topaz garnet emerald sapphire diamond amethyst pearl onyx",
    ),
)
_TEXTS = {
    "place": ("{X} lives in house {h}.", "House {h} is the home of {x}."),
    "end": ("{X} lives in a house at one end of the row.", "{X} lives in the first or in the last house."),
    "either": ("{X} lives in house {h} or in house {g}.", "House {h} or house {g} is the home of {x}."),
    "out": ("{X} does not live in house {h}.", "House {h} is not the home of {x}."),
    "same": (
        "{X} {has_y}.",
        "{Y} {has_x}.",
        "{X} {has_y}.",
        "{Y} {has_x}.",
        "{X} and {y} are the same person.",
    ),
    "apart": ("{X} {lacks_y}.", "{Y} {lacks_x}.", "{X} and {y} live in different houses."),
    "next": ("{X} lives next to {y}.", "{Y} lives next to {x}.", "{X} and {y} are next-door neighbours."),
    "gap": (
        "There {are_k} between the homes of {x} and {y}.",
        "Between the homes of {y} and {x} there {are_k}.",
    ),
    "before": ("{X} lives immediately to the left of {y}.", "{Y} lives immediately to the right of {x}."),
    "left": ("{X} lives somewhere to the left of {y}.", "{Y} lives somewhere to the right of {x}."),
    "oneof": ("{X} either {has_y} or {has_z}.",),
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
NOTES = {
    "next": 'Two people are next-door neighbours, or live "next to" each other, if their house numbers differ by 1.',
    "left": '"Somewhere to the left" or "right" may be next door or further away.',
}


def english(rng: random.Random, clue: Clue, attributes: Sequence[Attribute], values: Sequence[str]) -> str:
    """A sentence that says what the clue says.

    Args:
        rng: chooses among the wordings.
        clue: see `zebra_clues`.
        attributes: the attributes of the puzzle, in the order of the values.
        values: the word of each value; as many for each attribute as there are houses.
    """
    houses = len(values) // len(attributes)
    kind, x = clue[0], clue[1]
    of_x = attributes[x // houses]
    fields = {"x": of_x.person.format(values[x])}
    if kind in ("in", "out"):
        fields["h"], fields["g"] = str(clue[2] + 1), str(clue[-1] + 1)
        if kind == "in":
            kind = "place" if len(clue) == 3 else "end" if clue[2:] == [0, houses - 1] else "either"
    else:
        y = clue[2]
        of_y = attributes[y // houses]
        fields["y"] = of_y.person.format(values[y])
        if kind in ("same", "apart", "oneof"):
            fields["has_x"], fields["lacks_x"] = of_x.has.format(values[x]), of_x.lacks.format(values[x])
            fields["has_y"], fields["lacks_y"] = of_y.has.format(values[y]), of_y.lacks.format(values[y])
        if kind == "oneof":
            fields["has_z"] = of_y.has.format(values[clue[3]])
        if kind == "gap":
            k = clue[3]
            fields["are_k"] = (
                f"is exactly {_NUMBERS[k]} house" if k == 1 else f"are exactly {_NUMBERS[k]} houses"
            )
        fields["Y"] = fields["y"][0].upper() + fields["y"][1:]
    fields["X"] = fields["x"][0].upper() + fields["x"][1:]
    texts = _TEXTS[kind]
    return texts[int(rng.random() * len(texts))].format(**fields)
