"""Sentences that say nothing about anybody."""

from __future__ import annotations

from random import Random

_FILLER = (
    "The harvest was middling that season.",
    "Visitors often complain about the state of the roads.",
    "The ink of this page has faded a little.",
    "Opinions on the local wine differ.",
    "A copyist has left a drawing of a snail in the margin.",
    "The weather of the north is the subject of many songs.",
    "Some of these papers were damaged by water.",
    "Travellers are advised to bring warm clothes.",
    "Little else survives from those days.",
)


def filler(rng: Random) -> str:
    """A sentence without facts."""
    return rng.choice(_FILLER)
