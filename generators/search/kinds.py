"""The kinds of entities of an invented world: what they are called, how many there are, and how names are built."""

from __future__ import annotations

from dataclasses import dataclass

from .world import Entity


@dataclass(frozen=True, slots=True)
class KindSpec:
    """A kind of entity.

    Attributes:
        noun: what one is called in general: "town".
        plural: several of them.
        prefix: of the ids.
        share: of all entities of a world, in thousandths.
        forms: patterns of names; ``{}`` is an invented word. A pattern for an alias is another one of them.
        article: whether "the" stands before the names.
        era: when they begin, as parts of the world's span: none (they have always been there), or from and until.
    """

    noun: str
    plural: str
    prefix: str
    share: int
    forms: tuple[str, ...] = ("{}",)
    article: bool = False
    era: tuple[float, float] | None = (0.0, 0.9)


KINDS: dict[str, KindSpec] = {
    "person": KindSpec("person", "people", "p", 385, ("{} {}",), era=(0.0, 0.95)),
    "town": KindSpec("town", "towns", "t", 110, era=(0.0, 0.6)),
    "region": KindSpec("region", "regions", "g", 25, era=None),
    "river": KindSpec("river", "rivers", "r", 35, article=True, era=None),
    "mountain": KindSpec("mountain", "mountains", "m", 35, ("Mount {}",), era=None),
    "guild": KindSpec(
        "guild",
        "guilds",
        "u",
        40,
        ("Guild of {}", "Brotherhood of {}", "Company of {}", "{} Guild"),
        True,
        (0.05, 0.7),
    ),
    "house": KindSpec("house", "houses", "h", 25, ("House {}",), era=(0.03, 0.4)),
    "work": KindSpec(
        "work",
        "works",
        "w",
        75,
        (
            "Codex of {}",
            "Lay of {}",
            "Chronicle of {}",
            "Book of {}",
            "Treatise of {}",
            "Song of {}",
            "{} Codex",
        ),
        True,
        (0.08, 0.98),
    ),
    "event": KindSpec(
        "event",
        "events",
        "e",
        55,
        ("Council of {}", "Synod of {}", "Congress of {}", "Tournament of {}", "Fair of {}", "{} Assembly"),
        True,
        (0.08, 0.99),
    ),
    "artefact": KindSpec(
        "artefact",
        "artefacts",
        "a",
        55,
        ("Crown of {}", "Sword of {}", "Chalice of {}", "Ring of {}", "Bell of {}", "{} Lamp"),
        True,
        (0.08, 0.9),
    ),
    "office": KindSpec(
        "office",
        "offices",
        "o",
        30,
        ("Wardenship of {}", "Chancellorship of {}", "Marshalship of {}", "Stewardship of {}", "Seat of {}"),
        True,
        (0.1, 0.6),
    ),
    "ship": KindSpec("ship", "ships", "s", 40, article=True, era=(0.7, 0.98)),
    "order": KindSpec(
        "order", "orders", "d", 15, ("Order of {}", "Sisterhood of {}", "{} Order"), True, (0.06, 0.5)
    ),
    "temple": KindSpec(
        "temple", "temples", "k", 30, ("Temple of {}", "Shrine of {}", "Sanctuary of {}"), True, (0.1, 0.95)
    ),
    "school": KindSpec(
        "school", "schools", "c", 20, ("Academy of {}", "College of {}", "{} School"), True, (0.1, 0.8)
    ),
    "mine": KindSpec("mine", "mines", "i", 20, ("{} Mine", "Pit of {}"), True, (0.1, 0.95)),
    "plant": KindSpec("plant", "plants", "l", 30, era=None),
}
"""All kinds, in the order in which worlds list them."""


def called(entity: Entity, *, alias: int | None = None, first: bool = False) -> str:
    """How a sentence names an entity: with "the" where its kind takes it.

    Args:
        entity: the entity.
        alias: the number of the alias to use instead of the name.
        first: whether it stands at the beginning of a sentence.
    """
    name = entity.name if alias is None else entity.aliases[alias]
    if not KINDS[entity.kind].article:
        return name
    return ("The " if first else "the ") + name


def pronoun(entity: Entity) -> str:
    """The pronoun of an entity: he or she, by the ending of a given name, which every world keeps apart, or it."""
    if entity.kind != "person":
        return "it"
    return "she" if entity.name.split(" ", 1)[0][-1] in "aei" else "he"
