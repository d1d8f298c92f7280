"""Text to words: one tokenizer for documents and queries.

The rules, in their order:

1. **Case and form.** The text is decomposed (NFD), case-folded (so ``Straße`` and ``STRASSE`` are one word), and
   composed (NFC): however an accented letter is written, it is the same word. Accents count: ``é`` is not ``e``.
2. **Characters.** Letters, digits and the marks that belong to letters make words, in any script. Chinese characters
   and Japanese kana are a word each, since those scripts have no spaces (nor has Thai, whose runs stay whole). Soft
   hyphens, joiners, byte-order marks and variation selectors vanish. **Everything else separates**, hyphens,
   apostrophes, underscores, points and commas too: ``well-known`` is two words, ``Vorsk's`` is ``vorsk`` and ``s``,
   ``3.5`` is ``3`` and ``5``, ``C++`` is ``c``.
3. Nothing else: no stemming, no list of stop words, no minimal length.

A query is read by the same rules, so quotes, wildcards and operators are words or nothing. It is bounded: what comes
after `QUERY_CHARACTERS` characters or after `QUERY_WORDS` different words does not count, and a word counts once.

The work is linear in the text. The tables are Python's, so characters that a later Unicode than 14 brought are the
only ones that an older Python may read otherwise.
"""

from __future__ import annotations

import unicodedata
from itertools import islice

QUERY_CHARACTERS = 1000
QUERY_WORDS = 64

_VANISH = frozenset((0xAD, 0x200C, 0x200D, 0x2060, 0xFEFF, *range(0xFE00, 0xFE10)))
# Kana and Han; the last two are the planes that hold nothing but Han.
_ALONE = (
    range(0x3041, 0x3100),
    range(0x31F0, 0x3200),
    range(0x3400, 0x4DC0),
    range(0x4E00, 0xA000),
    range(0xF900, 0xFB00),
    range(0x20000, 0x40000),
)


class _Table(dict[int, str]):
    """What becomes of a character, for `str.translate`; filled with those that turn up."""

    def __missing__(self, code: int) -> str:
        self[code] = made = _becomes(code)
        return made


def _becomes(code: int) -> str:
    if code in _VANISH:
        return ""
    char = chr(code)
    if not (char.isalnum() or unicodedata.category(char)[0] == "M"):
        return " "
    return f" {char} " if any(code in script for script in _ALONE) else char


_TABLE = _Table()
_ASCII = {code: _becomes(code) for code in range(128)}


def words(text: str) -> list[str]:
    """The words of a text, in its order."""
    if text.isascii():
        return text.lower().translate(_ASCII).split()
    folded = unicodedata.normalize("NFD", text).casefold()
    return unicodedata.normalize("NFC", folded).translate(_TABLE).split()


def query_words(query: str) -> list[str]:
    """The different words of a query in its order, as many as count."""
    return list(islice(dict.fromkeys(words(query[:QUERY_CHARACTERS])), QUERY_WORDS))
