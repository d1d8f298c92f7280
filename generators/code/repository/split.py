"""Which split the tasks about a project are in: that of all tasks whose project is the same but for what it is set to.

With names, numbers and texts aside, a sound project is its domain and its features. There are few of these kinds of
projects, only one for each domain without features, so which of them are for tests is not left to chance: as nearly
a tenth of those with so many features as can be, from as many domains as can be.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from ...base import TEST_SHARE, Json, Split, derive_seed, fingerprint_of, split_of
from .domains import BY_NAME

_WHOLE = {0: "rooms", 5: "warehouse"}
"""Of the numbers of features for which each domain has one kind: the domain whose kind is for tests.

Both have settings in all of their code, so there are as many different projects as the domain has variants.
"""


def split_of_kind(name: str, mask: int) -> Split:
    """The split of the projects of a domain with some features, which are bits in the order of the domain."""
    features = len(BY_NAME[name].features)
    alike = [other for other in range(1 << features) if other.bit_count() == mask.bit_count()]
    return "test" if _has_test(name, mask.bit_count(), len(alike)) and mask == _chosen(name, alike) else "train"


@lru_cache(maxsize=512)
def shared(name: str, mask: int) -> Json:
    """`Draft.shared` of all tasks about these projects: with the least number that brings it into their split."""
    wanted = split_of_kind(name, mask)
    forms: list[Json] = []
    for number in count():
        forms = ["project", name, mask, number]
        if split_of(fingerprint_of("shared", forms)) == wanted:
            break
    return forms


def _has_test(name: str, features: int, alike: int) -> bool:
    """Whether one of so many kinds of a domain with that many features is for tests."""
    if alike == 1:
        return _WHOLE[features] == name
    if alike < TEST_SHARE:  # a domain in two
        return (sorted(BY_NAME).index(name) + features) % 2 == 0
    return True


def _chosen(name: str, alike: list[int]) -> int:
    return alike[derive_seed("split", name, *alike) % len(alike)]
