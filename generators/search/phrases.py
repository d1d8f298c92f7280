"""The verb phrases in which questions say relations: those of the documents, and the present tense they do not need.

A question says one relation inside another one ("the person who led the guild that was founded by ..."), so a phrase
whose field is not its last word is for named entities only.
"""

from __future__ import annotations

import re
from functools import cache

from .relations import PHRASES, RELATIONS

_NOW: dict[str, tuple[str, str]] = {
    "residence": ("lives in {v}", "is the home of {s}"),
    "membership": (
        "belongs to {v}|is a member of {v}",
        "counts {s} among its members|has among its members {s}",
    ),
    "capital": ("has its capital at {v}|is governed from {v}", "is the capital of {s}"),
    "ruling_house": ("is ruled by {v}|is under the rule of {v}", "rules {s}|holds power in {s}"),
    "guild_seat": ("has its hall in {v}|is seated in {v}", "houses {s}|is the seat of {s}"),
    "guild_master": ("is led by {v}|has as its master {v}", "leads {s}|is the master of {s}"),
    "holder": ("is held by {v}|is filled by {v}", "holds {s}"),
    "rector": ("is headed by {v}|has as its rector {v}", "heads {s}|is the rector of {s}"),
    "library": ("is kept at {v}|lies in the library of {v}", "keeps {s}|owns {s}"),
    "owner": ("belongs to {v}|is the property of {v}", "owns {s}|is the owner of {s}"),
    "captain": ("is commanded by {v}|sails under {v}", "commands {s}|is the captain of {s}"),
    "home_port": ("has its home port in {v}|is berthed at {v}", "is the home port of {s}"),
    "temple_order": ("is served by {v}|is in the care of {v}", "serves {s}|has in its care {s}"),
    "mine_owner": ("is worked by {v}|is run by {v}", "works {s}|runs {s}"),
}
_MORE: dict[str, tuple[str, str]] = {
    "membership": ("", "had among its members {s}"),
    "birthplace": ("", "was the place of birth of {s}"),
    "river_source": ("", "is the source of {s}"),
    "temple_town": ("", "is home to {s}"),
    "grows_in": ("", "is home to {s}"),
    "town_region": ("", "contains {s}"),
    "mountain_region": ("", "contains {s}"),
}
"""Phrases beside those of the documents, in the past."""

NOUNS = {"leaves": "number of leaves"}
"""Nouns of relations that read better than their own ones."""

MEASURES = {"wall_length": "town wall length", "tower_height": "tower height", "price": "price per bushel"}
"""Nouns that read better after "the greatest"."""

VAGUE = frozenset(
    ("town_river", "mine_mountain", "library", "event_place", "membership", "grows_in", "mountain_region")
)
"""Relations whose noun with "of" would not be understood."""

OF = frozenset(
    (
        "pupil",
        "resident",
        "native",
        "member",
        "spouse",
        "rival",
        "work",
        "tributary",
        "enemy",
        "scion",
        "protégé",
        "sister town",
        "neighbouring region",
        "sworn member",
    )
)
"""Nouns for subjects that read well with "of"."""

_UNFIT = re.compile(r"\bwhere\b|\bthe region\b|\barchitect \{v\}|, \{v\}")
_ENDS = re.compile(r"\{[sv]\}$")
_ONE = re.compile(r"(?:is|was) (?:an?|the) ")
_PREDICATE = re.compile(r"^an? ((?:\w+ )*?\w+) of ")
_THIRD = {"lies": "lie", "is": "are", "was": "were", "has": "have", "goes": "go"}


@cache
def phrases_of(relation: str, *, of_value: bool, today: bool, inside: bool, plural: bool) -> tuple[str, ...]:
    """The phrases for one side of a relation, with ``{s}`` or ``{v}`` for the other side.

    Args:
        relation: its name.
        of_value: whether they follow the value and not the subject.
        today: whether to say a relation with times as it holds now.
        inside: whether the other side will be more than a name.
        plural: whether several do it.
    """
    phrases = PHRASES[relation]
    if today and RELATIONS[relation].temporal:
        found = tuple(_NOW[relation][of_value].split("|"))
    else:
        more = _MORE.get(relation, ("", ""))[of_value]
        found = (phrases.value if of_value else phrases.subject) + ((more,) if more else ())
        found = tuple(phrase for phrase in found if not _UNFIT.search(phrase))
    if inside:
        found = tuple(phrase for phrase in found if _ENDS.search(phrase))
    if not plural:
        return found
    apart = tuple(phrase for phrase in found if not _ONE.match(phrase))
    return tuple(map(_several, apart or found))


def _several(phrase: str) -> str:
    """A phrase in the plural: its first word is its verb."""
    verb, space, rest = phrase.partition(" ")
    rest = _PREDICATE.sub(r"\1s of ", rest.replace("its ", "their "))
    if verb in _THIRD:
        verb = _THIRD[verb]
    elif verb.endswith("ies"):
        verb = verb[:-3] + "y"
    elif verb.endswith(("ches", "shes", "sses", "xes")):
        verb = verb[:-2]
    elif verb.endswith("s") and not verb.endswith("ss"):
        verb = verb[:-1]
    return verb + space + rest
