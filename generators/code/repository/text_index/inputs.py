"""A search engine over a few documents: names and constants of a project, and what its functions are called with."""

from __future__ import annotations

from random import Random

from ....base import Json
from ..domain import Names

_WORDS = (
    "garden gardens gardening rain rains raining glass glasses river rivers bus boss sing king bring kings "
    "the and of a in is stone stones moss Moss moon Moonlight walk walking walks 7up 42 ring rings water Water "
    "grass snow snowing string tea teas pass passing"
).split()


def choose(rng: Random) -> dict[str, str | int]:
    """Names and constants of a project."""
    stops = sorted(rng.sample(["the", "and", "of", "a", "in", "is", "to", "on", "at"], 5))
    return {
        "pkg": rng.choice(
            ["finder", "lookup", "seeker", "textfind", "docsearch", "glance", "bookworm", "needle"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "boost": rng.randint(2, 6),
        "stops": ", ".join(stops),
        "stem": rng.randint(3, 4),
        "before": rng.randint(1, 3),
        "after": rng.randint(2, 4),
        "limit": rng.randint(2, 4),
    }


def _text(rng: Random, words: list[str], count: int) -> str:
    parts = []
    for _ in range(count):
        word = rng.choice(words)
        parts.append(
            rng.choice(
                [word, word, word, word.capitalize(), f"{word},", f"{word}-{rng.choice(words)}", f"{word}."]
            )
        )
    return " ".join(parts)


def inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    """Arguments of a call of a public function."""
    words = rng.sample(_WORDS, 4 + 3 * size) + str(names["stops"]).split(", ")[:2]
    if "stems" in features and rng.random() < 0.5:
        stem = "azbycxdwev"[rng.randint(0, 3) :][: int(names["stem"]) + rng.choice([-1, -1, 0, 0, 1])]
        words += [f"{stem}{end}" for end in ("", "ing", "s", "ss", "ings", "sing", "ing", "s")]
    if rng.random() < 0.3:
        words += rng.sample(["a0z9", "don't", "09", "x_y", "zz", "a", "(az)", "s", "ing", "--", "ss"], 4)
    if rng.random() < 0.3:
        words = rng.sample(words, 3)  # so that many are equally frequent
    lengths = [*range(4 + 4 * size), *range(1, 5)]
    documents = [
        [_text(rng, words, rng.choice([0, 1, 1, 2, 2])), _text(rng, words, rng.choice(lengths))]
        for _ in range(rng.randint(1, 1 + 2 * size) if rng.random() > 0.04 else 0)
    ]
    seen = (" ".join(rng.choice(documents)).split() if documents and rng.random() < 0.7 else words) or words
    query = [rng.choice(seen) for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))]
    if rng.random() < 0.5 and "exclude" in features:
        query += [f"-{rng.choice(words)}" for _ in range(rng.choice([1, 1, 2]))]
    if rng.random() < 0.15:
        query.append(query[0].upper())
    if rng.random() < 0.1:
        query = rng.choice(
            [[], [str(names["stops"]).split(", ")[0]], ["-"], [f"-{query[0]}"], [query[0], f"-{query[0]}"]]
        )
    if rng.random() < 0.08:
        query = [f"{query[0]}-{rng.choice(words)}", *query[1:]] if query else ["."]
    text = " ".join(query)
    if function == "search":
        return [documents, text]
    if function == "snippet":
        return [[_text(rng, words, 1), _text(rng, words, rng.randint(1, 5 + 5 * size))], text]
    if function == "complete":
        start = rng.choice(words).lower()
        return [documents, start[: rng.choice([0, 0, 1, 1, 1, 2, 9])]]
    return [documents]
