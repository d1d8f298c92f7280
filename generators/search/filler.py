"""Sentences that say nothing about anything in the world, so that not every sentence of a document is a fact."""

from __future__ import annotations

from random import Random

_TOPICS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        ("The harvest", "The vintage", "The honey of the season", "The salt trade", "The market in autumn"),
        (
            "was middling",
            "disappointed those who had hoped for more",
            "is the talk of every inn",
            "was praised by those who know about such things",
            "suffered from the long rains",
        ),
    ),
    (
        ("The road from here", "The old ferry", "The mountain path", "The toll bridge", "The coast road"),
        (
            "is best travelled in summer",
            "needs repair more than ever",
            "is no place for a heavy cart",
            "tries the patience of every traveller",
            "was closed for most of the winter",
        ),
    ),
    (
        ("This page", "The ink of this sheet", "The binding", "The hand of the copyist", "The margin"),
        (
            "has suffered from damp",
            "has faded a little",
            "shows traces of a hurried life",
            "would deserve a better keeper",
            "has been nibbled by mice",
        ),
    ),
    (
        ("Some travellers", "Old people", "Carters", "The pilgrims", "Young clerks"),
        (
            "like to complain about the weather",
            "tell the story quite differently each time",
            "prefer a warm stove to a long story",
            "know a song about it that is better not written down",
            "ask for directions here and get lost all the same",
        ),
    ),
    (
        ("The local bread", "The soup in these parts", "The cheese", "The small beer", "The smoked fish"),
        (
            "is better than its reputation",
            "is an acquired taste",
            "keeps well on a long journey",
            "is served with far too much pepper",
            "deserves a chapter of its own",
        ),
    ),
    (
        ("A bell", "A barking dog", "A brass band", "A flock of geese", "A puppet play"),
        (
            "could be heard all afternoon",
            "kept the whole street awake",
            "made it hard to go on writing",
            "delighted the children",
            "put an end to the conversation",
        ),
    ),
)

_OPENINGS = (
    "",
    "",
    "",
    "",
    "Incidentally, ",
    "By the way, ",
    "As so often, ",
    "It must be said that ",
    "Besides, ",
)

_MENTIONS = (
    "I had meant to say something about {}, but there was no time.",
    "The name of {} came up more than once, yet nobody had anything certain to tell.",
    "Of {} I can report nothing new.",
    "For {} one must look elsewhere.",
    "A whole evening was spent on gossip about {}, none of it fit for writing down.",
    "The page that dealt with {} has been torn out.",
)


def filler(rng: Random) -> str:
    """A sentence that names nothing of the world."""
    subjects, predicates = rng.choice(_TOPICS)
    text = f"{rng.choice(subjects)} {rng.choice(predicates)}"
    opening = rng.choice(_OPENINGS)
    return f"{opening}{text[0].lower() if opening else text[0]}{text[1:]}."


def mention(rng: Random, name: str) -> str:
    """A sentence that names something and says nothing about it."""
    return rng.choice(_MENTIONS).format(name)
