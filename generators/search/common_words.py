"""Words that no invented name may be: common English words, real names and places that syllable tables could hit."""

from __future__ import annotations

_WORDS = """
about above after again alive alone along among animal answer april arena atlas august
"""

COMMON = frozenset(_WORDS.split())
"""Lower-case words of at least four letters; shorter ones need no list, since no name is that short."""

UNWANTED = ("anal", "anus", "arse", "cock", "cunt", "dick", "fuck", "hitler", "jew", "kike", "nazi", "nig", "penis",
            "piss", "porn", "rape", "sex", "shit", "slut", "tit", "turd", "vagin", "whor")
"""Strings that no name may contain."""
