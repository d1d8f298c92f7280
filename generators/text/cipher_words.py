"""Texts that look like language and cannot be guessed: invented words, with some ordinary words between them."""

from __future__ import annotations

import random

_SYLLABLES = tuple(consonant + vowel for consonant in "BCDFGHJKLMNPQRSTVWXYZ" for vowel in "AEIOU")
_ENDS = ("", "", "N", "R", "S", "T", "L", "M", "K", "X")
_WORDS = """
ACORN AMBER ANCHOR APRICOT AUTUMN BADGER BASKET BEACON BLANKET BOTTLE BRIDGE BUTTON CABIN CANDLE CANYON CARPET
CEDAR CELLAR CHALK CLOCK CLOUD COMPASS COPPER COTTON CRYSTAL DESERT DONKEY DRAGON EAGLE EMBER FALCON FEATHER
FOREST FOUNTAIN GARDEN GINGER GLACIER GRANITE HAMMER HARBOR HAZEL HONEY HORIZON ISLAND IVORY JACKET JUNGLE
KETTLE LADDER LANTERN LEMON LIBRARY MAGNET MARBLE MEADOW MIRROR MONDAY MOUNTAIN NEEDLE NORTH OCEAN ORANGE ORCHID
OYSTER PALACE PEPPER PILOT PLANET POCKET PUZZLE QUARTZ RABBIT RIBBON RIVER ROCKET SADDLE SAILOR SATURN SHADOW
SILVER SPIDER SPRING STATION SUMMER TEMPLE THUNDER TIGER TUNNEL VALLEY VELVET VIOLIN WALNUT WINDOW WINTER WIZARD
YELLOW ZEBRA
"""
_ORDINARY = tuple(_WORDS.split())


def secret_text(rng: random.Random, length: int) -> str:
    """Exactly `length` letters. The first word is invented, and so is about every other one of the others."""
    words: list[str] = []
    size = 0
    while size < length:
        if words and rng.random() < 0.4:
            word = rng.choice(_ORDINARY)
        else:
            word = "".join(rng.choices(_SYLLABLES, k=3)) + rng.choice(_ENDS)
        words.append(word)
        size += len(word)
    return "".join(words)[:length]


def without_fillers(text: str) -> str:
    """`text` changed where Playfair would need filler letters: J becomes I, and the second of two alike is changed."""
    letters = list(text.replace("J", "I"))
    for i in range(1, len(letters), 2):
        if letters[i] == letters[i - 1]:
            letters[i] = "X" if letters[i] != "X" else "Z"
    return "".join(letters)
