"""Inputs for a program: of the types of its parameters, with the numbers in it and their neighbours among them."""

from __future__ import annotations

from random import Random

from ...base import Json
from .language import element, family

LOW, HIGH = -60, 99
WORDS = tuple(
    "apple river stone Anna level noon window garden yellow Otto kayak bread orange tree Ella summer letter moss book "
    "tooth street under inner Ivy echo radar table ocean uncle eagle train coffee pepper bottle data salad area queue "
    "Oslo rain nest dust spoon free zoo ox a it on sea Tea end start east north error idea unit user "
    "Ulla Ida Otis IOU UAE EU AI OE".split()
)
_LETTERS = "aabdeeeiilmnoorrssttuxyzAEIOSTU"
MARKS = ("", "", "", ",", ".", "!", "?")


class Inputs:
    """Draws the arguments of calls; `constants` are numbers that the program mentions."""

    def __init__(self, kinds: list[str], constants: list[int]) -> None:
        self.kinds = kinds
        near = [c + d for c in constants for d in (-1, 0, 1)] + [2 * c for c in constants]
        self.near = [c for c in near if LOW <= c <= HIGH] or [0, 1]

    def about_bounds(self) -> EdgeInputs:
        """The same for calls about bounds."""
        made = EdgeInputs(self.kinds, [])
        made.near = self.near
        return made

    def __call__(self, rng: Random, size: int) -> list[Json]:
        """The arguments of one call, of size 0 (corner cases) to 5."""
        first = self._value(rng, self.kinds[0], size)
        return [first, *(self.other(rng, kind, size, first) for kind in self.kinds[1:])]

    def other(self, rng: Random, kind: str, size: int, first: Json) -> Json:
        """The value of a parameter besides the first, which it may share something with."""
        if kind == "int":
            return rng.randint(2, 9)
        if kind == "dict[str, int]" and isinstance(first, list):
            words = [word for word in first if isinstance(word, str) and rng.random() < 0.6]
            keys = words + [rng.choice(WORDS) for _ in range(size)]
            return {key: self._number(rng) for key in dict.fromkeys(keys)}
        made = self._value(rng, kind, size)
        if kind == self.kinds[0] and isinstance(first, list) and first:
            made = [rng.choice(first) if rng.random() < 0.5 else item for item in made]
        return made

    def _length(self, rng: Random, size: int) -> int:
        return rng.randint((0, 2, 3, 5, 8, 10)[size], (1, 4, 6, 9, 13, 18)[size])

    def _value(self, rng: Random, kind: str, size: int) -> Json:
        if kind == "int":
            return rng.randint(0, 12) if size == 0 else rng.randint(1, 10 ** (1 + (size + 1) // 2) - 1)
        if kind == "str":
            return self._sentence(rng, size)
        if kind == "tree":
            return self._tree(rng, max(1, self._length(rng, size)))
        length = self._length(rng, size)
        inner = element(kind)
        if family(kind) == "dict":
            keys = rng.sample(WORDS, length)
            if keys and rng.random() < 0.12:
                keys[0] = ""
            return {key: self._element(rng, inner) for key in keys}
        if inner == "int":
            return self._numbers(rng, length)
        pool = [self._element(rng, inner) for _ in range(max(1, length if rng.random() < 0.5 else length // 2))]
        return [pool[i] if i < len(pool) else rng.choice(pool) for i in range(length)]

    def _element(self, rng: Random, kind: str) -> Json:
        if kind == "int":
            return self._number(rng)
        if kind == "str":
            return self._word(rng)
        if kind == "pair":
            return [rng.choice(WORDS[:24]), self._number(rng)]
        return self._numbers(rng, rng.randint(0, 5))

    def _numbers(self, rng: Random, length: int) -> list[int]:
        made = [self._number(rng) for _ in range(length)]
        shape = rng.random()
        if shape < 0.3 and length > 2:  # repetitions
            made = [made[rng.randrange(i + 1)] if rng.random() < 0.5 else x for i, x in enumerate(made)]
        elif shape < 0.4:
            made.sort()
        elif shape < 0.5:
            made = [rng.randint(0, 9) for _ in made]
        return made

    def _number(self, rng: Random) -> int:
        roll = rng.random()
        if roll < 0.3:
            return rng.choice(self.near)
        if roll < 0.6:
            return rng.randint(-9, 20)
        return rng.randint(LOW, HIGH)

    def _word(self, rng: Random) -> str:
        roll = rng.random()
        if roll < 0.7:
            return rng.choice(WORDS)
        if roll < 0.75:
            return ""
        return "".join(rng.choices(_LETTERS, k=rng.randint(1, 7)))

    def _sentence(self, rng: Random, size: int) -> str:
        if size == 0:
            return rng.choice(("", "a", "Oh", "eee", " ", self._word(rng)))
        words = [self._word(rng) + rng.choice(MARKS) for _ in range(rng.randint(size, 2 * size))]
        text = " ".join(words)
        if rng.random() < 0.3:
            text = text.replace("e", "ee").replace("o ", "oo  ")
        return text

    def _tree(self, rng: Random, nodes: int) -> Json:
        made: list[Json] = [{"value": self._number(rng), "children": []} for _ in range(nodes)]
        for i in range(1, nodes):
            back = rng.randint(1, min(i, 4)) if rng.random() < 0.7 else i
            made[max(0, i - back)]["children"].append(made[i])
        return made[0]


class EdgeInputs(Inputs):
    """Inputs whose numbers are mostly about zero, or about numbers that the program mentions."""

    def _value(self, rng: Random, kind: str, size: int) -> Json:
        return rng.randint(0, 3) if kind == "int" else super()._value(rng, kind, size)

    def _number(self, rng: Random) -> int:
        if rng.random() < 0.25:
            return super()._number(rng)
        return rng.choice((-1, 0, 1)) if rng.random() < 0.7 else rng.choice(self.near)


def mentioned(node: Json) -> list[int]:
    """The numbers in a program, in order."""
    found: list[int] = []
    _gather(node, found)
    return found


def _gather(node: Json, found: list[int]) -> None:
    kind = type(node)
    if kind is int:
        found.append(node)
    elif kind is list or kind is dict:
        for part in node if kind is list else node.values():
            if type(part) is not str:
                _gather(part, found)
