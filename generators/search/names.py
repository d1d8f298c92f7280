"""Names from syllable tables, drawn anew for each world and each kind, so that no name can be known before.

No invented word is a common one or a real name (`common_words`), and no two names of a world are equal or within edit
distance 1 of each other, except planned twins: names made to be confused, one or two letters apart or with the first
part in common. The check is a deletion neighbourhood: two words within edit distance 1 have a word in common that each
of them becomes by losing at most one letter, so a dictionary of those finds a clash without looking at all names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from .common_words import COMMON, UNWANTED
from .kinds import KINDS

_ONSETS = "b br d dr f g gl gr h k kl kr l m n p pr r s sh sk st t th tr v vr w y z".split()
_INNER = "b d f g k l m n p r s t v z th sh".split()
_PLAIN_NUCLEI = list("aeiou")
_OTHER_NUCLEI = "ae ei ia ou au ai oe".split()
_VOWELS = "aeiou"
_BRIDGES = list("lmnrs")
"""Between two syllables; as often there is none."""
_CODAS = "l m n r s t k d sk rn ld nd th sh rt lm nt rk st x lt mb".split()
_MALE = "n r s k l m th d rn sk t".split()
_FEMALE = "a e i ia ea".split()
_BAD = re.compile("|".join([r"(.)\1\1", *map(re.escape, sorted(UNWANTED))]))
"""Three equal letters in a row, or something unpleasant."""
_ENDINGS: dict[str, tuple[str, ...]] = {
    "town": ("mar", "ven", "kor", "dun", "tal", "gor", "mel", "bur", "lin", "ost"),
    "region": ("ia", "or", "and", "ora", "esh", "una", "eth", "avia"),
    "river": ("a", "e", "is", "en", "ou", "ara"),
    "plant": ("wen", "il", "ane", "osk", "ela", "uth"),
}


def deletions(word: str) -> list[str]:
    """The word itself and all that it becomes by losing one letter."""
    found = [word]
    before, behind = "", word
    for letter in word:
        behind = behind[1:]
        found.append(before + behind)
        before += letter
    return found


class NameIndex:
    """The words taken so far; near a word are all within edit distance 1 of it, and some at distance 2."""

    def __init__(self) -> None:
        self._owners: dict[str, str] = {}

    def take_if_free(self, word: str) -> bool:
        """Note a word as taken if no taken word is near, and tell whether that was so."""
        parts = deletions(word)
        free = self._owners.keys().isdisjoint(parts)
        if free:
            for part in parts:
                self._owners[part] = word
        return free

    def take_twin(self, word: str, other: str) -> bool:
        """Note a word as taken if no taken word but another one is near, and tell whether that was so."""
        owners, parts = self._owners, deletions(word)
        for part in parts:
            if owners.get(part, other) != other:
                return False
        for part in parts:
            owners.setdefault(part, word)
        return True


class _Table:
    """The syllables of one kind of words in one world."""

    def __init__(self, rng: Random, endings: Sequence[str]) -> None:
        self.onsets = rng.sample(_ONSETS, 14)
        self.inner = rng.sample(_INNER, 10)
        self.nuclei = rng.sample(_PLAIN_NUCLEI, 4) + rng.sample(_OTHER_NUCLEI, 1)
        self.bridges = ["", "", *rng.sample(_BRIDGES, 3)]
        self.endings = rng.sample(endings, min(len(endings), 8))

    def word(self, pick: Callable[[], float], syllables: int) -> str:
        """A word of some syllables; the last one is an ending."""
        # Draws stand in the order of the letters; how many items there are stands in `__init__`.
        nuclei, bridges = self.nuclei, self.bridges
        found = self.onsets[int(pick() * 14)] + nuclei[int(pick() * 5)]
        bridge = bridges[int(pick() * 5)]
        for _ in range(syllables - 2):
            inner = self.inner[int(pick() * 10)]
            found += (inner if len(inner) > 1 else bridge + inner) + nuclei[int(pick() * 5)]
            bridge = bridges[int(pick() * 5)]
        ending = self.endings[int(pick() * len(self.endings))]
        if ending[0] not in _VOWELS:
            return found + ending
        inner = self.inner[int(pick() * 10)]
        return found + (inner if len(inner) > 1 else bridge + inner) + ending


def invented(word: str) -> bool:
    """Whether a word may be a name: long enough, no common word, not unpleasant, and a mouth could say it."""
    if not 6 <= len(word) <= 13 or word in COMMON or word.rstrip("s") in COMMON:
        return False
    return _BAD.search(word) is None


class Names:
    """Makes the names of one world.

    Args:
        rng: the source of chance.
        twins: the share of names that are made to be confused with an earlier one of their kind.
    """

    def __init__(self, rng: Random, *, twins: float = 0.0) -> None:
        self.index = NameIndex()
        self._rng = rng
        self._twins = twins
        self._tables: dict[str, _Table] = {}
        self._made: dict[str, list[tuple[str, str]]] = {}
        self._given: list[str] = []
        self._families: list[str] = []
        self._people: set[tuple[str, str]] = set()

    def word(self, table: str) -> str:
        """A new invented word, written with a capital."""
        rng = self._rng
        pick, take_if_free = rng.random, self.index.take_if_free
        syllables = self._tables.get(table)
        if syllables is None:
            syllables = self._tables[table] = _Table(rng, _endings(table))
        for attempt in range(1, 1000):
            word = syllables.word(pick, 2 + (pick() < 0.5) + (attempt > 4))
            if invented(word) and take_if_free(word):
                return word.capitalize()
            if attempt % 12 == 0:  # this table is worn out
                syllables = self._tables[table] = _Table(rng, _endings(table))
        raise RuntimeError("no free name found in 1000 tries")

    def name(self, kind: str) -> str:
        """A new name of a kind of entities."""
        made = self._made.setdefault(kind, [])
        if made and self._rng.random() < self._twins:
            twin = self._twin(kind, *self._rng.choice(made))
            if twin:
                return twin
        form, word = self._person() if kind == "person" else self._plain(kind)
        made.append((form, word))
        return form.format(word)

    def alias(self, kind: str) -> str:
        """Another name for an entity of a kind: a byname of one word for a person."""
        if kind == "person":
            return self.word("byname")
        form, word = self._plain(kind)
        return form.format(word)

    def _plain(self, kind: str) -> tuple[str, str]:
        return self._rng.choice(KINDS[kind].forms), self.word(kind)

    def _person(self) -> tuple[str, str]:
        """A given name, as the form, and a family name: a quarter of the people bring a new family name."""
        rng = self._rng
        while True:
            if not self._families or rng.random() < 0.25:
                self._families.append(self.word("family"))
            if len(self._given) < 8 or rng.random() < 12 / len(self._given):
                self._given.append(self.word(rng.choice(("male", "female"))))
            form, word = f"{rng.choice(self._given)} {{}}", rng.choice(self._families)
            if (form, word) not in self._people:
                self._people.add((form, word))
                return form, word

    def _twin(self, kind: str, form: str, word: str) -> str:
        """A name one letter from another one, or with the same first name; empty if none is free."""
        if kind == "person" and self._rng.random() < 0.5:
            return form.format(self.word("family"))
        rng = self._rng
        for _ in range(12):
            spot = rng.randrange(1, len(word))
            letter = word[spot]
            if letter in _VOWELS:
                other = rng.choice(_VOWELS.replace(letter, ""))
            elif word[spot - 1].lower() in _VOWELS and word[spot + 1 : spot + 2] in _VOWELS:
                other = rng.choice("bdfgklmnprstvz".replace(letter, ""))
            else:  # another consonant beside a consonant could hardly be said
                continue
            twin = (word[:spot] + other + word[spot + 1 :]).lower()
            if invented(twin) and self.index.take_twin(twin, word.lower()):
                return form.format(twin.capitalize())
        return ""


@cache
def _endings(table: str) -> list[str]:
    if table == "male":
        return [nucleus + coda for nucleus in _VOWELS for coda in _MALE]
    if table == "female":
        return _FEMALE
    if table in _ENDINGS:
        return list(_ENDINGS[table])
    return [nucleus + coda for nucleus in _VOWELS for coda in _CODAS]
