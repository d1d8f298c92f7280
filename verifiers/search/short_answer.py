"""The verifier of tasks whose short answer was to be searched.

``payload["search"]`` holds ``gold``, ``kind``, and optionally ``aliases`` (for each entity of the answer a list of its
other names) and ``unit``; see `answers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base import Verdict
from .answers import Gold, compiled, hashable


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer` against ``payload["search"]``."""
    return reference(payload["search"]).check(answer)


def reference(search: Mapping[str, Any]) -> Gold:
    """The compiled reference that a payload describes."""
    return compiled(
        search["gold"], search["kind"], hashable(search.get("aliases") or ()), search.get("unit") or ""
    )


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer, of whatever kind it is."""
    return [
        f" {answer}\n",
        f"{answer}.",
        f'"{answer}"',
        f"**{answer}**",
        f"The answer is {answer}.",
    ]
