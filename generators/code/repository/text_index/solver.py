"""The search engine in one function: no index, every question is answered by going through the documents again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any


def solve(names: Mapping[str, Any], features: frozenset[str], function: str, args: list[Any]) -> Any:
    """What a public function returns."""
    stops = names["stops"].split(", ") if "stops" in features else []
    least = names["stem"]

    def stem(word: str) -> str:
        if "stems" not in features:
            return word
        shorter = re.sub(rf"^(.{{{least},}})ing$", r"\1", word)
        return shorter if shorter != word else re.sub(rf"^(.{{{least - 1},}}[^s])s$", r"\1", word)

    def words(text: str) -> list[str]:
        return [stem(word) for word in re.findall("[a-z0-9]+", text.lower()) if word not in stops]

    def asked(query: str) -> tuple[set[str], set[str]]:
        parts = query.split()
        out = [part for part in parts if part[0] == "-" and "exclude" in features]
        return set(words(" ".join(part for part in parts if part not in out))), set(words(" ".join(out)))

    if function == "snippet":
        pieces = args[0][1].split()
        wanted, _ = asked(args[1])
        hits = [i for i, piece in enumerate(pieces) if wanted & set(words(piece))]
        first = max(hits[0] - names["before"], 0) if hits else 0
        last = hits[0] + names["after"] if hits else names["after"] - 1
        shown = [piece for i, piece in enumerate(pieces) if first <= i <= last]
        return " ".join(["..."] * (first > 0) + shown + ["..."] * (last < len(pieces) - 1))
    documents = args[0]
    everything = Counter(word for title, body in documents for word in words(f"{title} {body}"))
    if function == "frequencies":
        return dict(everything)
    if function == "longest":
        sizes = [len(words(title)) + len(words(body)) for title, body in documents]
        return max(range(len(sizes)), key=lambda i: (sizes[i], -i), default=-1)
    if function == "complete":
        fitting = [word for word in everything if word[: len(args[1])] == args[1]]
        return sorted(fitting, key=lambda word: (-everything[word], word))[: names["limit"]]
    wanted, unwanted = asked(args[1])
    scores: list[tuple[int, int]] = []
    for number, (title, body) in enumerate(documents):
        there = words(title) + words(body)
        if wanted and wanted <= set(there) and not unwanted & set(there):
            points = sum(word in wanted for word in words(body))
            points += names["boost"] * sum(word in wanted for word in words(title))
            scores.append((-points, number))
    return [number for _, number in sorted(scores)]
