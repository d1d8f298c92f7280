"""How tests work through a chain of arithmetic and word sorting as its text says; nothing else is looked at."""

from __future__ import annotations

import re
from fractions import Fraction

from formulas import arithmetic_value, calculated_with

END = re.compile(r"What is A1 \+|Give (?:its answer|both answers|all [0-9]+ answers) in the form")
LETTER = re.compile(r"In this problem, ([A-Z]) stands for the number (.*)\.\n")
PICK = re.compile(r"Let r be .* for which (.*) - r is divisible by ([0-9]+)\..*\n\n")
DIGEST = re.compile(
    r"\nA([0-9]+) is not this answer itself but .*? belong to the ([0-9]+)[a-z]+, ([0-9]+)[a-z]+ and ([0-9]+)[a-z]+ of "
)


def chain_values(prompt: str) -> dict[str, Fraction]:
    """The numbers A1, A2, and so on."""
    names: dict[str, Fraction] = {}
    parts = re.split(r"Problem ([0-9]+)\. ", prompt)
    for at in range(1, len(parts), 2):
        text = END.split(parts[at + 1])[0]
        known = dict(names)
        if letter := LETTER.match(text):
            known[letter[1]] = calculated_with(letter[2], names)
            text = text[letter.end() :]
        elif pick := PICK.match(text):
            named, variants = calculated_with(pick[1], names), int(pick[2])
            r = next(r for r in range(variants) if (named - r) % variants == 0)
            choices = re.split(r"(?:^|\n\n)\[([0-9]+)\] ", text[pick.end() :])
            text = dict(zip(choices[1::2], choices[2::2], strict=True))[str(r)]
        if digest := DIGEST.search(text):
            assert digest[1] == parts[at]
            names[f"A{parts[at]}"] = digested(
                sorted_words(text[: digest.start()]), *map(int, digest.groups()[1:])
            )
        else:
            names[f"A{parts[at]}"] = arithmetic_value(text, known)
    return names


def sorted_words(text: str) -> str:
    """The words of a prompt of word sorting in the order that it asks for, without anything between them."""
    words = re.search(r"[a-z]+(?:, [a-z]+)+", re.sub("words?, ", "", text))
    assert words is not None
    return "".join(sorted(words[0].split(", "), reverse="Z to A" in text))


def digested(signs: str, *places: int) -> Fraction:
    """The number made of the letters at three places."""
    x, y, z = ("abcdefghijklmnopqrstuvwxyz".index(signs[place - 1]) + 1 for place in places)
    return Fraction(10000 * x + 100 * y + z)
