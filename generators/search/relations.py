"""What can be said in an invented world: the relations, and the phrases in which documents and questions say them.

A phrase is a verb phrase: ``studied under {value}`` follows the subject's name, ``taught {subject}`` the value's. A
relation has several of each; the first ones are `Relation.verb` and `Relation.passive`. Phrases of a temporal relation
come in two tenses: the past, which a finished span follows ("from ... until ..."), and the perfect ("since ...").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .world import Relation


@dataclass(frozen=True, slots=True)
class Phrases:
    """The verb phrases of a relation, with the fields ``{s}`` and ``{v}`` for its subject and its value.

    Attributes:
        subject: phrases after the subject, in the past (or in the present, for what never changes).
        value: phrases after the value; empty for numbers and dates.
        subject_now: the same phrases in the perfect; empty unless the relation is temporal.
        value_now: the same for the value.
        copula: "is" or "was", between "the mentor of X" and the value.
    """

    subject: tuple[str, ...]
    value: tuple[str, ...]
    subject_now: tuple[str, ...]
    value_now: tuple[str, ...]
    copula: str


RELATIONS: dict[str, Relation] = {}
"""All relations by name."""

PHRASES: dict[str, Phrases] = {}
"""The phrases of all relations by name."""


def _split(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    pairs = [part.split("/") for part in text.split("|") if part]
    return tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs if len(pair) > 1)


def _add(
    name: str,
    kinds: str,
    noun: str,
    says: str,
    told: str = "",
    inverse: str = "",
    *,
    flags: str = "f",
    unit: str = "",
    copula: str = "was",
) -> None:
    """Add a relation.

    `flags` are f(unctional), t(emporal) and s(ymmetric); alternatives are parted by ``|``, tenses by ``/``.
    """
    domain, range_ = kinds.split(">")
    subject, subject_now = _split(says)
    value, value_now = _split(told)
    singular, _, plural = inverse.partition("|")
    RELATIONS[name] = Relation(
        name,
        domain,
        range_,
        functional="f" in flags,
        temporal="t" in flags,
        noun=noun,
        verb=subject[0].replace("{v}", "{value}"),
        passive=value[0].replace("{s}", "{subject}") if value else "",
        inverse=(singular, plural),
        symmetric="s" in flags,
        unit=unit,
    )
    PHRASES[name] = Phrases(subject, value, subject_now, value_now, copula)


# fmt: off
# People.
_add("birthplace", "person>town", "birthplace", "was born in {v}|came into the world in {v}",
     "is the birthplace of {s}|was where {s} was born", "native|natives")
_add("birth_date", "person>date", "date of birth", "was born on {v}|came into the world on {v}")
_add("death_date", "person>date", "date of death", "died on {v}|passed away on {v}")
_add("mentor", "person>person", "mentor", "studied under {v}|was taught by {v}|learned everything from {v}",
     "taught {s}|was the mentor of {s}|had {s} as a pupil", "pupil|pupils")
_add("spouse", "person>person", "spouse", "was married to {v}|was the spouse of {v}",
     "was married to {s}|was the spouse of {s}", "spouse|spouses", flags="fs")
_add("rival", "person>person", "rival", "was a rival of {v}|was a bitter rival of {v}",
     "was a rival of {s}|was a bitter rival of {s}", "rival|rivals", flags="s")
_add("residence", "person>town", "place of residence",
     "lived in {v}/has lived in {v}|made a home in {v}/has had a home in {v}",
     "was the home of {s}/has been the home of {s}", "resident|residents", flags="ft")
_add("membership", "person>guild", "guild",
     "belonged to {v}/has belonged to {v}|was a member of {v}/has been a member of {v}",
     "counted {s} among its members/has counted {s} among its members", "member|members", flags="ft")
_add("family", "person>house", "family", "was born into {v}|came from {v}",
     "was the family of {s}|was the family into which {s} was born", "scion|scions")
_add("vows", "person>order", "religious order", "took vows in {v}|was sworn into {v}",
     "received the vows of {s}|took in {s} as one of the sworn", "sworn member|sworn members")
_add("patron", "person>person", "patron", "was supported by {v}|enjoyed the patronage of {v}",
     "supported {s}|was the patron of {s}", "protégé|protégés")
# Towns, regions, rivers, mountains.
_add("town_region", "town>region", "region", "lies in {v}|is a town in {v}|is situated in {v}",
     "is the region of {s}|is the region in which {s} lies", "town|towns", copula="is")
_add("town_river", "town>river", "river", "stands on {v}|was built on the banks of {v}",
     "flows past {s}|flows through {s}", "riverside town|riverside towns", copula="is")
_add("population", "town>number", "population", "has {v}|counts {v}|is home to {v}", unit="inhabitants",
     copula="is")
_add("wall_length", "town>number", "length of the town wall",
     "is ringed by a wall of {v}|is guarded by a town wall of {v}", unit="metres", copula="is")
_add("town_founded", "town>date", "date of foundation",
     "was founded on {v}|received its charter of foundation on {v}")
_add("town_founder", "town>person", "founder", "was founded by {v}|owes its foundation to {v}",
     "founded {s}|was the founder of {s}")
_add("sister_town", "town>town", "sister town", "is a sister town of {v}|is sworn to {v} as a sister town",
     "is a sister town of {s}|is sworn to {s} as a sister town", "sister town|sister towns", flags="s",
     copula="is")
_add("capital", "region>town", "capital", "had its capital at {v}/has had its capital at {v}|"
     "was governed from {v}/has been governed from {v}", "was the capital of {s}/has been the capital of {s}",
     flags="ft")
_add("area", "region>number", "area", "covers {v}|extends over {v}", unit="square kilometres", copula="is")
_add("ruling_house", "region>house", "ruling house",
     "was ruled by {v}/has been ruled by {v}|was under the rule of {v}/has been under the rule of {v}",
     "ruled {s}/has ruled {s}|held power in {s}/has held power in {s}", "domain|domains", flags="ft")
_add("borders", "region>region", "neighbouring region", "borders {v}|shares a border with {v}",
     "borders {s}|shares a border with {s}", "neighbouring region|neighbouring regions", flags="s",
     copula="is")
_add("river_length", "river>number", "length", "is {v} long|runs for {v}", unit="kilometres", copula="is")
_add("river_source", "river>mountain", "source", "rises on {v}|has its source on {v}",
     "feeds {s} from its slopes|is where {s} rises", copula="is")
_add("flows_into", "river>river", "receiving river", "flows into {v}|is a tributary of {v}",
     "receives {s} as a tributary|takes in the waters of {s}", "tributary|tributaries", copula="is")
_add("elevation", "mountain>number", "height", "is {v} high|rises to {v}", unit="metres", copula="is")
_add("mountain_region", "mountain>region", "region", "stands in {v}|rises in {v}",
     "is the region of {s}|is the region in which {s} stands", "mountain|mountains", copula="is")
_add("first_climber", "mountain>person", "first climber",
     "was first climbed by {v}|was conquered first by {v}",
     "was the first to climb {s}|made the first ascent of {s}")
# Guilds, houses, offices, orders, schools.
_add("guild_seat", "guild>town", "seat",
     "had its hall in {v}/has had its hall in {v}|was seated in {v}/has been seated in {v}",
     "housed {s}/has housed {s}|was the seat of {s}/has been the seat of {s}",
     "resident guild|resident guilds", flags="ft")
_add("guild_founder", "guild>person", "founder", "was founded by {v}|was called into being by {v}",
     "founded {s}|was the founder of {s}")
_add("guild_founded", "guild>date", "date of foundation", "was founded on {v}|was called into being on {v}")
_add("guild_master", "guild>person", "master",
     "was led by {v}/has been led by {v}|had {v} as its master/has had {v} as its master",
     "led {s}/has led {s}|was the master of {s}/has been the master of {s}", flags="ft")
_add("guild_dues", "guild>number", "yearly fee", "asks a yearly fee of {v}|takes {v} a year from each member",
     unit="silver pieces", copula="is")
_add("house_seat", "house>town", "ancestral seat",
     "has its ancestral seat in {v}|keeps its ancestral hall in {v}",
     "holds the ancestral seat of {s}|is the ancestral seat of {s}", "noble house|noble houses", copula="is")
_add("house_founder", "house>person", "founder",
     "was founded by {v}|traces its line back to its founder, {v}", "founded {s}|was the founder of {s}")
_add("feud", "house>house", "enemy", "was at feud with {v}|fought a long feud with {v}",
     "was at feud with {s}|fought a long feud with {s}", "enemy|enemies", flags="s")
_add("holder", "office>person", "holder",
     "was held by {v}/has been held by {v}|was filled by {v}/has been filled by {v}",
     "held {s}/has held {s}|served in {s}/has served in {s}", "office|offices", flags="ft")
_add("jurisdiction", "office>region", "jurisdiction", "has authority over {v}|has {v} as its jurisdiction",
     "is the jurisdiction of {s}|is subject to {s}", copula="is")
_add("stipend", "office>number", "stipend", "carries a stipend of {v}|is paid with {v} a year",
     unit="gold crowns", copula="is")
_add("order_founder", "order>person", "founder", "was founded by {v}|was brought together by {v}",
     "founded {s}|was the founder of {s}")
_add("order_founded", "order>date", "date of foundation", "was founded on {v}|was brought together on {v}")
_add("motherhouse", "order>town", "motherhouse",
     "has its motherhouse in {v}|is ruled from its motherhouse in {v}",
     "holds the motherhouse of {s}|is where the motherhouse of {s} stands", copula="is")
_add("school_town", "school>town", "location", "stands in {v}|teaches in {v}",
     "is home to {s}|has {s} within its walls", "school|schools", copula="is")
_add("school_founded", "school>date", "date of foundation", "was founded on {v}|opened its doors on {v}")
_add("rector", "school>person", "rector",
     "was headed by {v}/has been headed by {v}|had {v} as its rector/has had {v} as its rector",
     "headed {s}/has headed {s}|was the rector of {s}/has been the rector of {s}", flags="ft")
# Works, events, artefacts.
_add("author", "work>person", "author", "was written by {v}|came from the pen of {v}",
     "wrote {s}|was the author of {s}", "work|works")
_add("completed", "work>date", "date of completion", "was completed on {v}|was finished on {v}")
_add("leaves", "work>number", "size", "has {v}|fills {v}", unit="leaves", copula="is")
_add("dedicatee", "work>person", "dedicatee", "was dedicated to {v}|bears a dedication to {v}",
     "was honoured with the dedication of {s}|is named in the dedication of {s}")
_add("library", "work>school", "keeper",
     "was kept at {v}/has been kept at {v}|lay in the library of {v}/has lain in the library of {v}",
     "kept {s}/has kept {s}|owned {s}/has owned {s}", "manuscript|manuscripts", flags="ft")
_add("event_place", "event>town", "place", "took place at {v}|was held at {v}",
     "saw {s}|was the scene of {s}")
_add("event_date", "event>date", "date", "began on {v}|opened on {v}")
_add("duration", "event>number", "duration", "lasted {v}|went on for {v}", unit="days")
_add("participant", "event>person", "participant", "was attended by {v}|had {v} among those present",
     "attended {s}|took part in {s}|was present at {s}", flags="")
_add("maker", "artefact>person", "maker", "was made by {v}|was the handiwork of {v}",
     "made {s}|was the maker of {s}", "creation|creations")
_add("made_on", "artefact>date", "date of completion", "was finished on {v}|left the workshop on {v}")
_add("weight", "artefact>number", "weight", "weighs {v}|has a weight of {v}", unit="grams", copula="is")
_add("owner", "artefact>person", "owner",
     "belonged to {v}/has belonged to {v}|was the property of {v}/has been the property of {v}",
     "owned {s}/has owned {s}|was the owner of {s}/has been the owner of {s}", "possession|possessions",
     flags="ft")
# Ships, temples, mines, plants.
_add("captain", "ship>person", "captain",
     "was commanded by {v}/has been commanded by {v}|sailed under {v}/has sailed under {v}",
     "commanded {s}/has commanded {s}|was the captain of {s}/has been the captain of {s}", flags="ft")
_add("home_port", "ship>town", "home port",
     "had its home port in {v}/has had its home port in {v}|was berthed at {v}/has been berthed at {v}",
     "was the home port of {s}/has been the home port of {s}", flags="ft")
_add("shipwright", "ship>guild", "builder", "was built by {v}|came from the yard of {v}",
     "built {s}|was the builder of {s}")
_add("launched", "ship>date", "date of launch", "was launched on {v}|first touched the water on {v}")
_add("burden", "ship>number", "burden", "carries a burden of {v}|can load {v}", unit="tons", copula="is")
_add("temple_town", "temple>town", "location", "stands in {v}|was built in {v}",
     "is the site of {s}|is where {s} stands", "temple|temples", copula="is")
_add("architect", "temple>person", "architect", "was designed by {v}|was the work of the architect {v}",
     "designed {s}|was the architect of {s}", "design|designs")
_add("consecrated", "temple>date", "date of consecration", "was consecrated on {v}|was hallowed on {v}")
_add("temple_order", "temple>order", "keeper",
     "was served by {v}/has been served by {v}|was in the care of {v}/has been in the care of {v}",
     "served {s}/has served {s}|had {s} in its care/has had {s} in its care", flags="ft")
_add("tower_height", "temple>number", "height of the tower",
     "has a tower of {v}|is crowned by a tower of {v}", unit="metres", copula="is")
_add("mine_mountain", "mine>mountain", "mountain", "was dug into {v}|lies under {v}",
     "was opened up by {s}|is pierced by {s}", "mine|mines", copula="is")
_add("mine_owner", "mine>guild", "operator",
     "was worked by {v}/has been worked by {v}|was run by {v}/has been run by {v}",
     "worked {s}/has worked {s}|ran {s}/has run {s}", flags="ft")
_add("mine_depth", "mine>number", "depth", "reaches a depth of {v}|goes down {v}", unit="metres", copula="is")
_add("mine_opened", "mine>date", "date of opening", "was opened on {v}|yielded its first ore on {v}")
_add("grows_in", "plant>region", "native region", "grows in {v}|is found in {v}",
     "is where {s} grows|has {s} among its plants|is one of the places where {s} thrives",
     "native plant|native plants", flags="", copula="is")
_add("describer", "plant>person", "first describer",
     "was first described by {v}|entered the herbals through {v}",
     "was the first to describe {s}|gave the first description of {s}")
_add("price", "plant>number", "price of a bushel", "sells for {v} a bushel|fetches {v} a bushel",
     unit="silver pieces", copula="is")
# fmt: on


def relations_among(kinds: Mapping[str, object]) -> dict[str, Relation]:
    """The relations whose subjects and values are of the given kinds."""
    values = {"number", "date", "text"}
    return {
        name: relation
        for name, relation in RELATIONS.items()
        if relation.domain in kinds and (relation.range in kinds or relation.range in values)
    }
