"""The solver of claim check: tries every one or two documents and reads off what they alone would show.

It knows the claim and what each document states, and nothing of the facts of the world. An answer is right if its label
is what all documents show together, and its documents show it and no part of them does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import combinations

from ..base import Json

Document = tuple[str, bool, str, list[list[Json]]]
_LABELS = {
    "supported": True,
    "refuted": False,
    "nei": None,
    "not enough information": None,
    "not enough info": None,
    "not_enough_information": None,
}


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether the label is right and the documents are a minimal set that shows it."""
    claim, documents = payload["problem"]["claim"], payload["problem"]["documents"]
    read = re.fullmatch(r"([A-Za-z][A-Za-z_ ]*?)(?:\s*[-;,:.]+\s*|\s+|$)([\sa-z0-9,;.]*)", answer.strip())
    if read is None or read[1].lower() not in _LABELS or len(answer) > 2000:
        return False
    said = _LABELS[read[1].lower()]
    named = set(re.split(r"[\s,;]+", read[2].strip().removesuffix("."))) - {""}
    if said is not shown(claim, documents):
        return False
    if said is None:
        return not named
    by_id = {document[0]: document for document in documents}
    if not named <= by_id.keys():
        return False
    given = [by_id[id] for id in sorted(named)]
    enough = shown(claim, given) is said
    return enough and not any(
        shown(claim, part) is said for size in range(len(given)) for part in combinations(given, size)
    )


def shown(claim: Mapping[str, Json], documents: Iterable[Document]) -> bool | None:
    """What documents show of a claim: that it is so, that it is not, or neither."""
    known: dict[tuple[str, str], Json] = {}
    day = claim["day"]
    for _, trusted, written, facts in documents:
        for subject, relation, value, since, until in facts if trusted else ():
            # A day sorts before the same day with something behind it, so that the day of writing counts.
            if since is None or (day is not None and since <= day < (until or f"{written}~")):
                known[subject, relation] = value
    if claim["shape"] == "compare":
        first, second = (known.get((subject, relation)) for subject, relation in claim["others"])
        if first is None or second is None:
            return None
        return bool(first < second if isinstance(first, str) else first > second)
    subject = None if claim["via"] is None else known.get(tuple(claim["via"]))
    found = [_holds(known.get((named or subject, *rest[:1])), *rest[1:]) for named, *rest in claim["atoms"]]
    if False in found:
        return False
    return None if None in found else True


def _holds(value: Json, test: str, claimed: Json) -> bool | None:
    if value is None:
        return None
    if test == "is":
        return bool(value == claimed)
    if test == "more":
        return bool(value > claimed)
    return bool(value[:4] < claimed[:4])
