"""Classical ciphers on the letters A to Z: for each one its rule in words, keys, both directions and workings.

A rule says everything that is needed to work by hand, so exactly one result is right. Every cipher is a
bijection of the texts it takes.
"""

from __future__ import annotations

from .cipher_base import Cipher
from .cipher_letters import AFFINE, ATBASH, CAESAR, KEYWORD, VIGENERE
from .cipher_pairs import HILL, PLAYFAIR
from .cipher_places import COLUMNAR, RAIL_FENCE

CIPHERS: dict[str, Cipher] = {
    "caesar": CAESAR,
    "atbash": ATBASH,
    "affine": AFFINE,
    "keyword": KEYWORD,
    "vigenere": VIGENERE,
    "rail_fence": RAIL_FENCE,
    "columnar": COLUMNAR,
    "playfair": PLAYFAIR,
    "hill": HILL,
}

IN_PAIRS = ("playfair", "hill")
"""Ciphers that need a text of even length."""
