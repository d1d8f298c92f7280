"""Stories whose facts are linear equations: what each kind of story tells, and which equation that is.

Every kind is a function that draws a solution in positive whole numbers first, and then facts that are true of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..english import listed
from ..first_names import NAMES
from .sentences import capital, multiple

Statement = tuple[list[int], int, str]
"""An equation (coefficients and right side) and the sentence that tells it."""


@dataclass
class System:
    """A story as a system of equations.

    Attributes:
        kind: the kind of story.
        place: what the story is about, in a few words.
        intro: what is told first; may be empty.
        unknowns: a name for each unknown.
        values: the solution.
        facts: equations with their sentences.
        questions: the question for each unknown.
        step: every value is a multiple of it.
    """

    kind: str
    place: str
    intro: str
    unknowns: list[str]
    values: list[int]
    questions: list[str]
    facts: list[Statement] = field(default_factory=list)
    step: int = 1

    def tell(self, coefficients: dict[int, int], text: str, scale: int = 1) -> None:
        """Add the fact with these coefficients; {n} in `text` is the right side, divided by `scale`."""
        row = [coefficients.get(i, 0) for i in range(len(self.values))]
        right = sum(c * v for c, v in zip(row, self.values, strict=True))
        self.facts.append((row, right, capital(text.format(n=right // scale))))


@dataclass(frozen=True, slots=True)
class Weighted:
    """Things of several kinds, of which the number and some weighted total are known.

    Attributes:
        key: the name of the kind of story.
        place: what the story is about.
        things: the kinds of things, with {w} where the name holds the weight.
        weights: the least and the largest weight of each, or just one.
        intro: the first sentence, with {names}.
        each: what the weight means, with {name} and {w}; empty if the names tell it.
        count: the sentence about the number of all, with {n}.
        total: the sentence about the weighted total, with {n}.
        of: how a number is called, with {name}.
        question: the question for one, with {name}.
        step: every number is a multiple of it.
        scale: the weighted total is told divided by it.
        unit: the unit of a difference between two numbers.
    """

    key: str
    place: str
    things: tuple[str, ...]
    weights: tuple[tuple[int, ...], ...]
    intro: str
    each: str
    count: str
    total: str
    of: str
    question: str
    step: int = 1
    scale: int = 1
    unit: str = ""


WEIGHTED = (
    Weighted(
        "legs",
        "the small zoo",
        ("hens", "goats", "beetles", "spiders", "crabs"),
        ((2,), (4,), (6,), (8,), (10,)),
        "In the small zoo there are only {names}.",
        "{name} have {w} legs each",
        "All these animals together have {n} heads.",
        "All these animals together have {n} legs.",
        "the number of {name}",
        "How many {name} are there?",
    ),
    Weighted(
        "wheels",
        "the vehicle park",
        ("unicycles", "bicycles", "tricycles", "cars", "trucks"),
        ((1,), (2,), (3,), (4,), (6,)),
        "In the vehicle park there are only {names}.",
        "{name} have {w} wheels each",
        "There are {n} vehicles in the vehicle park.",
        "All the vehicles together have {n} wheels.",
        "the number of {name}",
        "How many {name} are there?",
    ),
    Weighted(
        "coins",
        "the coins in a jar",
        ("{w}-cent coins",) * 5,
        ((5,), (10,), (20,), (50,), (100,)),
        "A jar holds only {names}.",
        "",
        "There are {n} coins in the jar.",
        "The coins in the jar are worth {n} cents in total.",
        "the number of {name}",
        "How many {name} are in the jar?",
    ),
    Weighted(
        "tickets",
        "the theatre",
        ("child tickets", "student tickets", "senior tickets", "adult tickets", "box tickets"),
        ((3, 6), (7, 9), (10, 12), (13, 17), (20, 30)),
        "One evening the theatre sold only {names}.",
        "{name} cost ${w} each",
        "The theatre sold {n} tickets that evening.",
        "The tickets of that evening brought in ${n}.",
        "the number of {name} sold",
        "How many {name} were sold?",
    ),
    Weighted(
        "parcels",
        "the freight lift",
        ("small parcels", "flat parcels", "long parcels", "large parcels", "huge parcels"),
        ((2, 3), (4, 6), (7, 9), (11, 15), (17, 25)),
        "The freight lift carries only {names}.",
        "{name} weigh {w} kilograms each",
        "There are {n} parcels in the freight lift.",
        "The parcels in the freight lift weigh {n} kilograms in total.",
        "the number of {name}",
        "How many {name} are in the freight lift?",
    ),
    Weighted(
        "rooms",
        "the guest house",
        ("single rooms", "double rooms", "triple rooms", "family rooms", "dormitories"),
        ((1,), (2,), (3,), (5,), (8,)),
        "The guest house has only {names}.",
        "{name} sleep exactly {w}",
        "The guest house has {n} rooms.",
        "The guest house is full when {n} guests sleep there.",
        "the number of {name}",
        "How many {name} are there?",
    ),
    Weighted(
        "journey",
        "a long journey",
        ("on foot", "by boat", "by bicycle", "by bus", "by train"),
        ((4, 6), (8, 10), (12, 18), (40, 60), (80, 120)),
        "A traveller went {names}, for a whole number of hours each.",
        "{name} the speed was {w} kilometres per hour",
        "The journey took {n} hours in total.",
        "The journey was {n} kilometres long in total.",
        "the number of hours {name}",
        "For how many hours did the traveller go {name}?",
        unit=" hours",
    ),
    Weighted(
        "alloys",
        "the foundry",
        ("alloy A", "alloy B", "alloy C", "alloy D", "alloy E"),
        ((5, 10), (15, 25), (30, 40), (45, 60), (65, 90)),
        "The foundry melts {names} together, and nothing else.",
        "{name} is {w}% copper",
        "The melt weighs {n} kilograms.",
        "The melt contains {n} kilograms of copper.",
        "the weight of {name} in kilograms",
        "How many kilograms of {name} are melted?",
        step=100,
        scale=100,
    ),
    Weighted(
        "interest",
        "the bank",
        ("account A", "account B", "account C", "account D", "account E"),
        ((1,), (2,), (3, 4), (5, 6), (7, 9)),
        "A saver has money in {names}, and nowhere else.",
        "{name} pays {w}% interest a year",
        "The saver has ${n} in total at the start of the year.",
        "The interest of the first year is ${n} in total.",
        "the number of dollars in {name}",
        "How many dollars are in {name} at the start of the year?",
        step=100,
        scale=100,
    ),
)

_SHOPPING = (  # what is in the baskets, the verb with its amount, the question, and the place
    (
        "pen pens, book books, lamp lamps, scarf scarves, clock clocks",
        "cost ${n}",
        "How many dollars does one {name} cost?",
        "the shop",
    ),
    (
        "brick bricks, plank planks, tile tiles, beam beams, pipe pipes",
        "weigh {n} kilograms",
        "How many kilograms does one {name} weigh?",
        "the building site",
    ),
    (
        "jug jugs, bucket buckets, bowl bowls, tank tanks, pot pots",
        "hold {n} litres",
        "How many litres does one {name} hold?",
        "the dairy",
    ),
    (
        "song songs, film films, speech speeches, dance dances, sketch sketches",
        "last {n} minutes",
        "How many minutes does one {name} last?",
        "the show",
    ),
    (
        "shelf shelves, bench benches, table tables, chest chests, desk desks",
        "take {n} hours to build",
        "How many hours does one {name} take to build?",
        "the workshop",
    ),
)


def weighted(rng: random.Random, count: int, largest: int, kind: Weighted) -> System:
    """Things of several kinds: their number, a weighted total, and how the numbers of some compare."""
    chosen = sorted(rng.sample(range(len(kind.things)), count))
    weights = [
        rng.randint(*kind.weights[i]) if len(kind.weights[i]) > 1 else kind.weights[i][0] for i in chosen
    ]
    names = [kind.things[i].format(w=w) for i, w in zip(chosen, weights, strict=True)]
    values = [rng.randint(2, largest) * kind.step for _ in names]
    intro = kind.intro.format(names=listed(names))
    if kind.each:
        meaning = [kind.each.format(name=name, w=w) for name, w in zip(names, weights, strict=True)]
        intro += " " + capital(listed(meaning)).replace(" 1 wheels", " 1 wheel") + "."
    questions = [kind.question.format(name=name) for name in names]
    system = System(kind.key, kind.place, intro, names, values, questions, step=kind.step)
    system.tell(dict.fromkeys(range(count), 1), kind.count)
    system.tell(dict(enumerate(weights)), kind.total, kind.scale)
    _compare(rng, system, [kind.of.format(name=name) for name in names], count - 2, kind.unit, kind.step)
    return system


def _compare(
    rng: random.Random, system: System, of: Sequence[str], wanted: int, unit: str = "", step: int = 1
) -> None:
    """Add facts that compare two or three unknowns."""
    values = system.values
    for _ in range(40 * wanted):
        if len(system.facts) >= len(values):
            return
        a, b, *rest = rng.sample(range(len(values)), min(len(values), 3))
        kind = rng.choice(("more", "times", "linear", "sum"))
        difference = values[a] - values[b]
        if kind == "more" and difference >= 2 * step:
            text = f"{of[a]} is {difference}{unit} more than {of[b]}."
            system.tell({a: 1, b: -1}, text)
        elif kind == "times" and values[a] % values[b] == 0 and values[a] // values[b] > 1:
            factor = values[a] // values[b]
            system.tell({a: 1, b: -factor}, f"{of[a]} is {multiple(factor)} {of[b]}.")
        elif kind == "linear" and values[a] - 2 * values[b] >= 2 * step:
            factor = rng.randint(2, min((values[a] - 2 * step) // values[b], 6))
            more = values[a] - factor * values[b]
            system.tell({a: 1, b: -factor}, f"{of[a]} is {more}{unit} more than {multiple(factor)} {of[b]}.")
        elif kind == "sum" and rest:
            c = rest[0]
            text = f"{of[a]} and {of[b]} add up to {values[a] + values[b]}{unit}."
            more = values[a] + values[b] - values[c]
            if more >= 2 * step and rng.random() < 0.5:
                text = f"the sum of {of[a]} and {of[b]} is {more}{unit} more than {of[c]}."
                system.tell({a: 1, b: 1, c: -1}, text)
            else:
                system.tell({a: 1, b: 1}, text)


def baskets(rng: random.Random, count: int, largest: int) -> System:
    """Several baskets of the same things, and what each costs, weighs, holds or lasts."""
    things, verb, question, place = rng.choice(_SHOPPING)
    pairs = [tuple(pair.split()) for pair in rng.sample(things.split(", "), count)]
    values = [rng.randint(2, largest) for _ in pairs]
    asked = [question.format(name=one) for one, _ in pairs]
    intro = f"At {place}, things of the same sort are all alike."
    system = System("baskets", place, intro, [f"one {one}" for one, _ in pairs], values, asked)
    most = 4 if largest < 20 else 6
    for _ in range(count):
        used = sorted(rng.sample(range(count), max(2, count - rng.randint(0, 1))))
        row = {i: rng.randint(1, most) for i in used}
        parts = [f"{n} {pairs[i][n > 1]}" for i, n in row.items()]
        system.tell(row, f"{listed(parts)} {verb}" + ("." if "hours" not in verb else " in total."))
    return system


def machines(rng: random.Random, count: int, largest: int) -> System:
    """Machines that work at steady rates, for different times."""
    what, noun = rng.choice(
        (("bolts", "machine"), ("litres", "pump"), ("labels", "printer"), ("bricks", "robot"))
    )
    done = {"bolts": "made", "litres": "moved", "labels": "printed", "bricks": "laid"}[what]
    letters = "ABCDE"[:count]
    values = [rng.randint(3, largest + 10) for _ in letters]
    now = {"made": "make", "moved": "move", "printed": "print", "laid": "lay"}[done]
    questions = [f"How many {what} does {noun} {letter} {now} in one hour?" for letter in letters]
    intro = f"Each {noun} works at a steady rate of its own."
    system = System(noun, "the factory", intro, [f"{noun} {letter}" for letter in letters], values, questions)
    days = rng.sample(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"), count)
    for day in days:
        used = sorted(rng.sample(range(count), max(2, count - rng.randint(0, 1))))
        row = {i: rng.randint(2, 8) for i in used}
        parts = [f"{noun} {letters[i]} for {hours} hours" for i, hours in row.items()]
        parts[0] = parts[0].replace(" for", " running for")
        system.tell(row, f"on {day}, with {listed(parts)}, {{n}} {what} were {done}.")
    return system


def ages(rng: random.Random, count: int, largest: int) -> System:
    """Ages now, in some years, and some years ago."""
    names = rng.sample(NAMES, count)
    values = [rng.randint(3, max(largest, 20)) for _ in names]
    questions = [f"How old is {name} now, in years?" for name in names]
    system = System("ages", "a family", "", list(names), values, questions)
    for _ in range(60 * count):
        if len(system.facts) == count:
            break
        a, b = rng.sample(range(count), 2)
        years = rng.randint(2, 15)
        kind = rng.choice(("older", "later", "ago", "sum", "sum later"))
        x, y = values[a], values[b]
        if kind == "older" and x - y >= 2:
            system.tell({a: 1, b: -1}, f"{names[a]} is {{n}} years older than {names[b]}.")
        elif kind == "later" and (x + years) % (y + years) == 0 and x > y:
            factor = (x + years) // (y + years)
            text = f"in {years} years, {names[a]} will be {multiple(factor)} as old as {names[b]} will be then."
            system.tell({a: 1, b: -factor}, text)
        elif kind == "ago" and min(x, y) > years and (x - years) % (y - years) == 0 and x > y:
            factor = (x - years) // (y - years)
            text = f"{years} years ago, {names[a]} was {multiple(factor)} as old as {names[b]} was then."
            system.tell({a: 1, b: -factor}, text)
        elif kind == "sum":
            some = sorted(rng.sample(range(count), rng.randint(2, count)))
            who = listed([names[i] for i in some])
            system.tell(dict.fromkeys(some, 1), f"the ages of {who} add up to {{n}} years now.")
        elif kind == "sum later":
            text = f"in {years} years, the ages of {names[a]} and {names[b]} will add up to {x + y + 2 * years} years."
            system.tell({a: 1, b: 1}, text)
    return system


def shares(rng: random.Random, count: int, largest: int) -> System:
    """What all but one have together, for each one; or for two, their sum and how they compare."""
    names = rng.sample(NAMES, count)
    values = [rng.randint(2, 2 * largest) for _ in names]
    what = rng.choice(("marbles", "stamps", "stickers", "badges", "coins"))
    questions = [f"How many {what} does {name} have?" for name in names]
    system = System("shares", f"a collection of {what}", "", list(names), values, questions)
    if count == 2:
        system.tell({0: 1, 1: 1}, f"{listed(names)} have {{n}} {what} together.")
        _compare(rng, system, [f"the number of {what} that {name} has" for name in names], 1)
        return system
    for out in range(count):
        row = {i: 1 for i in range(count) if i != out}
        system.tell(row, f"{listed([names[i] for i in row])} have {{n}} {what} together.")
    return system


def rectangle(rng: random.Random, count: int, largest: int) -> System:
    """A rectangle (two unknowns) or a triangle (three) with a known perimeter."""
    what = rng.choice(("field", "garden", "pool", "hall", "park"))
    names = ["the length", "the width"] if count == 2 else ["side a", "side b", "side c"]
    while True:
        values = [rng.randint(3, 2 * largest) for _ in names]
        longest = max(values)
        if (count == 2 and values[0] > values[1]) or (count == 3 and sum(values) > 2 * longest):
            break
    shape = "rectangular" if count == 2 else "triangular"
    questions = [f"What is {name}, in metres?" for name in names]
    system = System(shape, f"a {shape} {what}", f"A {what} is {shape}.", names, values, questions)
    factor = 2 if count == 2 else 1
    system.tell(dict.fromkeys(range(count), factor), f"the perimeter of this {what} is {{n}} metres.")
    _compare(rng, system, names, count - 1, " metres")
    return system


def boat(rng: random.Random, count: int, largest: int) -> System:
    """A boat with and against a current, or a plane with and against the wind."""
    craft, medium, place = rng.choice((("boat", "current", "a river"), ("plane", "wind", "a flight")))
    speed = rng.randint(3, largest) + (100 if craft == "plane" else 2)
    slow = rng.randint(2, min(speed - 1, largest))
    names = [f"the speed of the {craft}", f"the speed of the {medium}"]
    questions = [
        f"What is the speed of the {craft} when there is no {medium}, in kilometres per hour?",
        f"What is the speed of the {medium}, in kilometres per hour?",
    ]
    intro = f"A {craft} goes at a steady speed, which the {medium} adds to or takes away from."
    system = System(craft, place, intro, names, [speed, slow], questions)
    with_it, against = rng.randint(2, 9), rng.randint(2, 9)
    system.tell(
        {0: with_it, 1: with_it}, f"with the {medium}, the {craft} covers {{n}} kilometres in {with_it} hours."
    )
    text = f"against the {medium}, the {craft} covers {{n}} kilometres in {against} hours."
    system.tell({0: against, 1: -against}, text)
    return system


Kind = Callable[[random.Random, int, int], System]


def draw(rng: random.Random, count: int, largest: int) -> System:
    """A story with `count` unknowns; its facts may be too few, or not determine them."""
    others: list[Kind] = [baskets, baskets, machines, ages, ages, shares]
    if count <= 3:
        others.append(rectangle)
    if count == 2:
        others.append(boat)
    at = rng.randrange(len(WEIGHTED) + len(others))
    if at < len(WEIGHTED):
        return weighted(rng, count, largest, WEIGHTED[at])
    return others[at - len(WEIGHTED)](rng, count, largest)
