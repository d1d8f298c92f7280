"""Open texts of made-up databases: names, titles, codes, built from syllables so that there is no list to learn.

`maker` gives, for a column, a function that makes one text per call. Its form comes from the domain that the column
was drawn from; for other schemas it is read off the column's words.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from .domains.parts import FORMS, Form
from .schema import Column, Schema, Table

_STARTS = (
    "Al An Bar Bel Bor Bra Cal Cor Dal Dar Del Dor El Er Fal Fen Fin Gal Gar Gil Hal Har Hel Ir Is Jan Jar Jor Kal "
    "Kar Kel Kor Lan Lar Len Lor Mal Mar Mel Mir Nal Nar Nel Nor Ol Or Pal Per Quin Ral Ren Ros Sal San Sel Sor Tal "
    "Tar Tel Tor Ul Val Var Vel Vir Wal Wen Wil Yar Zal Zor"
).split()
_MIDDLES = "a e i o u an en in or el al ir ar is os ev id ad am im".split()
_FIRST_ENDS = "a ia o en ine is us el ette ard ic ya ene io an ora mund win ley ra".split()
_LAST_ENDS = "son ov sen man ski ner ez ini ard well ton ley wick berg stad ulin aro escu kin field".split()
_PLACE_ENDS = (
    "ton ville burg dorf stad by haven ford field mouth wick bridge ona era ia um ing ness dale more".split()
)
_ADJECTIVES = (
    "Silent Golden Broken Hidden Distant Burning Crimson Hollow Frozen Gentle Restless Amber Velvet Wild Faithful "
    "Narrow Open Second Last Early Late Bitter Bright Patient Foreign Northern Quiet Stolen Unseen Winter"
).split()
_NOUNS = (
    "River Harbour Mountain Garden Letter Mirror Window Forest Bridge Lantern Orchard Station Island Tower Shadow "
    "Winter Voyage Promise Horizon Meadow Journey Kingdom Stranger Library Storm Echo Canvas Compass Feather Anchor "
    "Clock Valley Castle Morning Song Road Tide Ember Thread Door"
).split()
_TRADES = "Foods Textiles Logistics Tools Works Mills Supplies Trading Systems Labs Farms Metals Papers Optics".split()
_TAILS = ("Ltd", "& Sons", "Group", "Brothers", "& Co", "Partners")
_ANIMALS = (
    "Hawks Bears Foxes Herons Wolves Otters Ravens Lynxes Bulls Comets Rovers Giants Sharks Falcons Badgers Storks "
    "Tigers Cranes Stags Dragons"
).split()
_ROADS = ("Street", "Lane", "Road", "Avenue", "Square", "Row", "Hill", "Gate")
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
_LETTER_COUNT = 23

Maker = Callable[[], str]


def first_name(rng: random.Random) -> str:
    """A first name."""
    middle = rng.choice(_MIDDLES) if rng.random() < 0.25 else ""
    return _joined(rng.choice(_STARTS), middle, rng.choice(_FIRST_ENDS))


def last_name(rng: random.Random) -> str:
    """A family name."""
    middle = rng.choice(_MIDDLES) if rng.random() < 0.4 else ""
    return _joined(rng.choice(_STARTS), middle, rng.choice(_LAST_ENDS))


def person(rng: random.Random) -> str:
    """A first and a family name."""
    return f"{first_name(rng)} {last_name(rng)}"


def place(rng: random.Random) -> str:
    """A town."""
    middle = rng.choice(_MIDDLES) if rng.random() < 0.3 else ""
    name = _joined(rng.choice(_STARTS), middle, rng.choice(_PLACE_ENDS))
    return f"{rng.choice(('New', 'Old', 'Port', 'Upper', 'Saint'))} {name}" if rng.random() < 0.12 else name


def _joined(*parts: str) -> str:
    """Syllables put together; no letter comes three times in a row."""
    word = ""
    for part in parts:
        if len(word) > 1 and word[-1] == part[:1]:
            part = part[1:]
        word += part
    return word


def company(rng: random.Random) -> str:
    """A firm."""
    name = last_name(rng)
    return f"{name} {rng.choice(_TRADES)}" if rng.random() < 0.6 else f"{name} {rng.choice(_TAILS)}"


def title(rng: random.Random) -> str:
    """The title of a work."""
    draw = rng.random()
    adjective, noun = rng.choice(_ADJECTIVES), rng.choice(_NOUNS)
    if draw < 0.5:
        return f"The {adjective} {noun}"
    if draw < 0.7:
        return f"{adjective} {noun}s" if noun[-1] not in "sy" else f"{adjective} {noun}"
    other = rng.choice(_NOUNS)
    return f"{noun} and {other}" if draw < 0.85 else f"The {noun} of {place(rng)}"


def code(rng: random.Random) -> str:
    """A code of letters and digits."""
    # As with `choice` and `randint`, which take longer: large databases are full of codes.
    draw = rng.getrandbits
    while (one := draw(5)) >= _LETTER_COUNT:
        pass
    while (two := draw(5)) >= _LETTER_COUNT:
        pass
    while (number := draw(14)) >= 9900:
        pass
    return f"{_LETTERS[one]}{_LETTERS[two]}-{100 + number}"


def serial(rng: random.Random) -> str:
    """A longer code."""
    return _half_serial(rng) + _half_serial(rng)


def _half_serial(rng: random.Random) -> str:
    draw = rng.getrandbits
    while (letter := draw(5)) >= _LETTER_COUNT:
        pass
    while (number := draw(7)) >= 90:
        pass
    return f"{_LETTERS[letter]}{10 + number}"


def email(rng: random.Random) -> str:
    """An e-mail address of a made-up domain."""
    return f"{first_name(rng)}.{last_name(rng)}@{rng.choice(_STARTS)}{rng.choice(_MIDDLES)}.example".lower()


def street(rng: random.Random) -> str:
    """A street with a number."""
    return f"{rng.randint(1, 180)} {last_name(rng)} {rng.choice(_ROADS)}"


def team(rng: random.Random) -> str:
    """A sports team."""
    return f"{place(rng)} {rng.choice(_ANIMALS)}"


def words(rng: random.Random, groups: tuple[tuple[str, ...], ...]) -> str:
    """One word of each group; a single word in lower case goes on the word before, without a space."""
    text = ""
    for group in groups:
        word = rng.choice(group)
        text += word if not text or (word.islower() and " " not in word) else f" {word}"
    return text


MAKERS: dict[str, Callable[[random.Random], str]] = {
    "person": person,
    "first name": first_name,
    "last name": last_name,
    "place": place,
    "company": company,
    "title": title,
    "code": code,
    "serial": serial,
    "email": email,
    "street": street,
    "team": team,
}

_HINTS = (
    ("email", "email"),
    ("mail", "email"),
    ("first name", "first name"),
    ("last name", "last name"),
    ("surname", "last name"),
    ("code", "code"),
    ("number", "code"),
    ("reference", "code"),
    ("serial", "serial"),
    ("city", "place"),
    ("town", "place"),
    ("place", "place"),
    ("country", "place"),
    ("region", "place"),
    ("street", "street"),
    ("address", "street"),
    ("company", "company"),
    ("firm", "company"),
    ("team", "team"),
    ("title", "title"),
    ("name", "person"),
)


def form_of(schema: Schema, table: Table, column: Column) -> Form:
    """What the open texts of a column look like."""
    known = FORMS.get((schema.domain, table.noun, column.phrase))
    if known is not None:
        return known
    words_of_it = f"{column.phrase} {column.name}".lower()
    return next((form for hint, form in _HINTS if hint in words_of_it), "title")


def maker(rng: random.Random, schema: Schema, table: Table, column: Column) -> Maker:
    """A function that makes one text for an open column per call."""
    form = form_of(schema, table, column)
    if isinstance(form, tuple):
        return partial(words, rng, form)
    return partial(MAKERS[form], rng)
