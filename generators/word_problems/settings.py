"""What the stories are about: things that people count, and measures of people and things.

A setting holds words only. Every sentence is put together from them in `sentences.py`, so that a new setting is
one more entry here.
"""

from __future__ import annotations

from dataclasses import dataclass

_WORDS = (
    "red blue green yellow white black brown grey orange purple pink silver golden beige striped dotted",
    "Danish Greek Polish Irish Turkish Chilean Kenyan Korean Indian Cuban Dutch Czech Finnish",
    "northern southern eastern western upper lower old new inner outer middle far",
)
COLOURS, ORIGINS, SITES = (tuple(words.split()) for words in _WORDS)


@dataclass(frozen=True, slots=True)
class Counting:
    """People or groups who have done something with things that are counted.

    Attributes:
        key: the name of the setting.
        place: where the story takes place, with its article.
        verb: what was done, as (base form, past form).
        items: the things, in the plural.
        box: singular and plural of what the things are packed into.
        quality: what some of the things were found to be.
        every: the unit of time in which a steady number is done, as (singular with article, plural).
        group: empty for people, else the noun of the groups that act ("team": "the red team").
    """

    key: str
    place: str
    verb: tuple[str, str]
    items: tuple[str, ...]
    box: tuple[str, str]
    quality: str
    every: tuple[str, str] = ("a day", "days")
    group: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that is done with a measured amount, and what is asked about its result.

    Attributes:
        relation: ``part`` (divide), ``times`` (multiply), ``more`` or ``fewer`` by the number in the text.
        text: the sentence that tells it, with {P} for what is measured and {k} for the number; may be empty.
        question: the question about the result, with {P}, and {k} where it has no sentence.
        numbers: the numbers to choose from.
        leads: what the result is: ``money`` goes on like the takings of a sale, ``end`` ends the story.
        label: the name of the result in worked solutions.
        joint: whether it can be done with several measured things at once.
    """

    relation: str
    text: str
    question: str
    numbers: tuple[int, ...]
    leads: str
    label: str
    joint: bool = False


@dataclass(frozen=True, slots=True)
class Measuring:
    """A measure of people or things: ages, lengths, weights, savings.

    Attributes:
        key: the name of the setting.
        place: what the story is about, for remarks.
        nouns: what is measured of; empty for people, else singular nouns ("rope": "the red rope").
        measure: singular and plural name of the measure ("age", "ages").
        unit: the plural name of the unit, for questions.
        sign: a currency sign that stands before amounts instead of the unit behind them.
        state: the sentence that gives an amount, with {A} and {n}.
        more: how an amount is more than another: {A}, {n} and {B}.
        fewer: how it is less.
        alike: how it is a multiple: {A}, {f} ("3 times", "half", nothing) and {B}.
        steps: what can be done with an amount at the end of the story.
        percent: whether percentages of it make sense.
        adjectives: words that tell several of the nouns apart.
        most: no amount of it is larger, however hard the story.
    """

    key: str
    place: str
    nouns: tuple[str, ...]
    measure: tuple[str, str]
    unit: str
    state: str
    more: str
    fewer: str
    alike: str
    steps: tuple[Step, ...]
    sign: str = ""
    percent: bool = True
    adjectives: tuple[str, ...] = COLOURS
    most: int = 10_000


def _things(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


_HOUR = ("an hour", "hours")
_WEEK = ("a week", "weeks")

COUNTING = (
    Counting(
        "orchard",
        "the orchard",
        ("pick", "picked"),
        _things("apples, pears, plums, peaches"),
        ("crate", "crates"),
        "ripe",
        _HOUR,
    ),
    Counting(
        "bakery",
        "the bakery",
        ("bake", "baked"),
        _things("rolls, muffins, bagels, pretzels"),
        ("tray", "trays"),
        "still warm",
    ),
    Counting(
        "farm",
        "the farm",
        ("collect", "collected"),
        _things("hen eggs, duck eggs, goose eggs, quail eggs"),
        ("carton", "cartons"),
        "brown",
    ),
    Counting(
        "raffle",
        "the school fair",
        ("print", "printed"),
        _things("posters, tickets, programmes, menus"),
        ("folder", "folders"),
        "in colour",
        _HOUR,
    ),
    Counting(
        "toys",
        "the toy factory",
        ("make", "made"),
        _things("kites, dolls, puzzles, drums"),
        ("carton", "cartons"),
        "painted by hand",
        group="team",
    ),
    Counting(
        "beach",
        "the beach",
        ("find", "found"),
        _things("shells, pebbles, corks, feathers"),
        ("jar", "jars"),
        "white",
        _HOUR,
    ),
    Counting(
        "garden",
        "the nursery",
        ("cut", "cut"),
        _things("tulips, roses, lilies, daisies"),
        ("vase", "vases"),
        "in full bloom",
    ),
    Counting(
        "paper",
        "the craft club",
        ("fold", "folded"),
        _things("paper cranes, paper boats, paper stars, paper frogs"),
        ("box", "boxes"),
        "made of coloured paper",
        _HOUR,
    ),
    Counting(
        "post",
        "the post office",
        ("sort", "sorted"),
        _things("letters, parcels, postcards, magazines"),
        ("sack", "sacks"),
        "from abroad",
        _HOUR,
    ),
    Counting(
        "harbour",
        "the harbour",
        ("catch", "caught"),
        _things("crabs, lobsters, mussels, oysters"),
        ("bucket", "buckets"),
        "very small",
    ),
    Counting(
        "candles",
        "the candle workshop",
        ("make", "made"),
        _things("candles, lanterns, soap bars, wax figures"),
        ("case", "cases"),
        "scented",
    ),
    Counting(
        "recycling",
        "the recycling day",
        ("collect", "collected"),
        _things("bottles, cans, jars, batteries"),
        ("bin", "bins"),
        "dented",
        group="class",
    ),
    Counting(
        "bookshop",
        "the book fair",
        ("display", "displayed"),
        _things("novels, comics, atlases, cookbooks"),
        ("parcel", "parcels"),
        "second-hand",
    ),
    Counting(
        "kitchen",
        "the street festival",
        ("cook", "cooked"),
        _things("dumplings, pancakes, waffles, pies"),
        ("dish", "dishes"),
        "vegetarian",
        _HOUR,
    ),
    Counting(
        "furniture",
        "the furniture fair",
        ("order", "ordered"),
        _things("lamps, chairs, tables, stools"),
        ("truck", "trucks"),
        "made of oak",
        _WEEK,
        "shop",
    ),
    Counting(
        "pottery",
        "the pottery",
        ("shape", "shaped"),
        _things("cups, bowls, plates, vases"),
        ("crate", "crates"),
        "glazed",
    ),
    Counting(
        "forest",
        "the forest camp",
        ("gather", "gathered"),
        _things("pine cones, acorns, chestnuts, hazelnuts"),
        ("basket", "baskets"),
        "damp",
        _HOUR,
    ),
    Counting(
        "knitting",
        "the winter market",
        ("knit", "knitted"),
        _things("scarves, hats, socks, mittens"),
        ("bag", "bags"),
        "made of wool",
        _WEEK,
    ),
    Counting(
        "mine",
        "the space station",
        ("dig up", "dug up"),
        _things("crystals, ore samples, fossils, rocks"),
        ("container", "containers"),
        "magnetic",
        _HOUR,
        "robot",
    ),
    Counting(
        "studio",
        "the art school",
        ("paint", "painted"),
        _things("tiles, masks, signs, fans"),
        ("chest", "chests"),
        "varnished",
    ),
    Counting(
        "lantern",
        "the lantern festival",
        ("buy", "bought"),
        _things("lanterns, balloons, flags, ribbons"),
        ("packet", "packets"),
        "made of silk",
        group="club",
    ),
    Counting(
        "bricks",
        "the building site",
        ("deliver", "delivered"),
        _things("bricks, planks, pipes, roof tiles"),
        ("pallet", "pallets"),
        "cracked",
        group="company",
    ),
)

_SMALL = tuple(range(2, 13))
_PRICES = tuple(range(2, 21))
_PIECES = Step(
    "part",
    "{P} was cut into pieces of {k} metres each.",
    "How many pieces were there?",
    _SMALL,
    "end",
    "pieces",
)
_CENTIMETRES = Step(
    "times", "", "What is the {M} of {P}, in centimetres?", (100,), "end", "in centimetres", True
)
_GRAMS = Step("times", "", "What is the {M} of {P}, in grams?", (1000,), "end", "in grams", True)
_METRES = Step("times", "", "What is the {M} of {P}, in metres?", (1000,), "end", "in metres", True)
_SECONDS = Step("times", "", "What is the {M} of {P}, in seconds?", (60,), "end", "in seconds", True)


def _sold(unit: str) -> Step:
    return Step(
        "times",
        f"{{P}} was sold at a price of ${{k}} per {unit}.",
        "How many dollars did the sale bring in?",
        _PRICES,
        "money",
        "dollars",
    )


MEASURING = (
    Measuring(
        "ages",
        "the village",
        (),
        ("age", "ages"),
        "years",
        "{A} is {n} old.",
        "{A} is {n} older than {B}.",
        "{A} is {n} younger than {B}.",
        "{A} is {f} as old as {B}.",
        (
            Step("more", "", "How many years old will {P} be in {k} years?", _PRICES, "end", "later"),
            Step("fewer", "", "How many years old was {P} {k} years ago?", _SMALL, "end", "earlier"),
        ),
        percent=False,
        most=110,
    ),
    Measuring(
        "ropes",
        "the boat shed",
        ("rope", "cable", "hose"),
        ("length", "lengths"),
        "metres",
        "{A} is {n} long.",
        "{A} is {n} longer than {B}.",
        "{A} is {n} shorter than {B}.",
        "{A} is {f} as long as {B}.",
        (_PIECES, _CENTIMETRES, _sold("metre")),
    ),
    Measuring(
        "parcels",
        "the depot",
        ("parcel", "trunk", "crate"),
        ("weight", "weights"),
        "kilograms",
        "{A} weighs {n}.",
        "{A} weighs {n} more than {B}.",
        "{A} weighs {n} less than {B}.",
        "{A} weighs {f} as much as {B}.",
        (
            _GRAMS,
            Step(
                "times",
                "{P} was sent at a price of ${k} per kilogram.",
                "How many dollars did it cost to send {P}?",
                _PRICES,
                "end",
                "dollars",
            ),
        ),
    ),
    Measuring(
        "harvest",
        "the mill",
        ("sack", "barrel", "cart"),
        ("weight", "weights"),
        "kilograms",
        "{A} weighs {n}.",
        "{A} is {n} heavier than {B}.",
        "{A} is {n} lighter than {B}.",
        "{A} is {f} as heavy as {B}.",
        (_GRAMS, _sold("kilogram")),
    ),
    Measuring(
        "savings",
        "the town",
        (),
        ("saved amount", "saved amounts"),
        "dollars",
        "{A} saved {n}.",
        "{A} saved {n} more than {B}.",
        "{A} saved {n} less than {B}.",
        "{A} saved {f} as much as {B}.",
        (
            Step(
                "part",
                "{P} spent all the savings on notebooks at ${k} each.",
                "How many notebooks did {P} get?",
                _SMALL,
                "end",
                "notebooks",
            ),
            Step(
                "fewer",
                "{P} then took ${k} out of the savings to buy a bag.",
                "How many dollars were left of these savings?",
                tuple(range(3, 60)),
                "end",
                "dollars left",
            ),
        ),
        sign="$",
    ),
    Measuring(
        "songs",
        "the festival hall",
        ("film", "play", "show"),
        ("duration", "durations"),
        "minutes",
        "{A} lasts {n}.",
        "{A} lasts {n} longer than {B}.",
        "{A} is {n} shorter than {B}.",
        "{A} lasts {f} as long as {B}.",
        (
            _SECONDS,
            Step(
                "times",
                "{P} was shown {k} times.",
                "How many minutes did these showings last in total?",
                _SMALL,
                "end",
                "minutes",
            ),
        ),
        adjectives=ORIGINS,
        most=600,
    ),
    Measuring(
        "hikes",
        "the mountain hut",
        (),
        ("distance", "distances"),
        "kilometres",
        "{A} walked {n}.",
        "{A} walked {n} further than {B}.",
        "{A} walked {n} less than {B}.",
        "{A} walked {f} as far as {B}.",
        (
            Step(
                "part",
                "{P} walked at a steady speed of {k} kilometres per hour.",
                "How many hours did {P} walk?",
                (2, 3, 4, 5, 6),
                "end",
                "hours",
            ),
            Step(
                "times",
                "{P} collected ${k} for charity for every kilometre.",
                "How many dollars did {P} collect?",
                _PRICES,
                "end",
                "dollars",
            ),
        ),
        most=400,
    ),
    Measuring(
        "tanks",
        "the waterworks",
        ("tank", "barrel", "basin"),
        ("capacity", "capacities"),
        "litres",
        "{A} holds {n}.",
        "{A} holds {n} more than {B}.",
        "{A} holds {n} less than {B}.",
        "{A} holds {f} as much as {B}.",
        (
            Step(
                "part",
                "{P} was full, and then it was emptied into bottles of {k} litres each.",
                "How many bottles did this fill?",
                _SMALL,
                "end",
                "bottles",
            ),
            Step(
                "part",
                "{P} is empty, and a pump fills it with {k} litres a minute.",
                "After how many minutes is it full?",
                _SMALL,
                "end",
                "minutes",
            ),
        ),
    ),
    Measuring(
        "towers",
        "the valley",
        ("tower", "mast", "chimney"),
        ("height", "heights"),
        "metres",
        "{A} is {n} high.",
        "{A} is {n} higher than {B}.",
        "{A} is {n} lower than {B}.",
        "{A} is {f} as high as {B}.",
        (_CENTIMETRES,),
        adjectives=SITES,
    ),
    Measuring(
        "prices",
        "the market",
        ("coat", "lamp", "bicycle"),
        ("price", "prices"),
        "dollars",
        "{A} costs {n}.",
        "{A} costs {n} more than {B}.",
        "{A} costs {n} less than {B}.",
        "{A} costs {f} as much as {B}.",
        (
            Step(
                "more",
                "",
                "How many dollars does {P} cost with delivery, which adds ${k}?",
                _PRICES,
                "end",
                "with delivery",
            ),
            Step(
                "times",
                "A hotel bought {k} of the same kind as {P} at its price.",
                "How many dollars did the hotel pay?",
                _SMALL,
                "end",
                "dollars",
            ),
        ),
        sign="$",
    ),
    Measuring(
        "drives",
        "the city",
        ("bus", "van", "truck"),
        ("distance", "distances"),
        "kilometres",
        "{A} drove {n}.",
        "{A} drove {n} further than {B}.",
        "{A} drove {n} less than {B}.",
        "{A} drove {f} as far as {B}.",
        (
            _METRES,
            Step(
                "part",
                "{P} drove at a steady speed of {k} kilometres per hour.",
                "How many hours did this take?",
                (5, 10, 12, 15, 20, 25, 30, 40, 50, 60),
                "end",
                "hours",
            ),
        ),
    ),
    Measuring(
        "fields",
        "the valley",
        ("field", "meadow", "garden"),
        ("area", "areas"),
        "hectares",
        "{A} covers {n}.",
        "{A} covers {n} more than {B}.",
        "{A} covers {n} less than {B}.",
        "{A} covers {f} as much as {B}.",
        (
            Step(
                "times",
                "{P} yielded {k} tonnes of hay per hectare.",
                "How many tonnes of hay was that?",
                _SMALL,
                "end",
                "tonnes",
            ),
            Step(
                "part",
                "{P} was divided into plots of {k} hectares each.",
                "How many plots were there?",
                _SMALL,
                "end",
                "plots",
            ),
        ),
        adjectives=SITES,
    ),
)

REMARKS = (
    "The nearest bus stop is {n} minutes away from {place}.",
    "There are {n} old benches near {place}.",
    "The road to {place} was repaired {n} weeks before.",
    "A radio near {place} played for {n} hours.",
    "A cat near {place} slept for {n} minutes.",
    "A bridge on the way to {place} has {n} lamps on it.",
    "A visitor needed {n} minutes to get to {place}.",
    "A photographer took {n} pictures of {place}.",
    "The sign that shows the way to {place} has {n} letters.",
    "A newspaper printed {n} lines about {place}.",
)
"""Facts with a number that have nothing to do with any question."""
