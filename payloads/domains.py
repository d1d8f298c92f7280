"""Domains: which values an argument may take, as data. Checked here, and said in English for prompts.

A domain is a JSON object, one of

* ``{"type": "int", "low": 0, "high": 9}``
* ``{"type": "text", "letters": "ab", "least": 0, "most": 8}``: a string of these characters
* ``{"type": "list", "of": domain, "least": 0, "most": 8}``, with ``"order": "rising"`` for one in ascending order
  (equal neighbours allowed)

A task's domains are small enough that any value of them is cheap to work with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = Any


def violation(domain: Mapping[str, Json], value: Json) -> str | None:
    """What is wrong with a value, in a few words; None if it is of the domain."""
    kind = domain["type"]
    if kind == "int":
        if type(value) is not int:
            return "is not an integer"
        return None if domain["low"] <= value <= domain["high"] else "is out of its bounds"
    if not isinstance(value, str if kind == "text" else list):
        return "is not a string" if kind == "text" else "is not a list"
    if not domain["least"] <= len(value) <= domain["most"]:
        return "is too short or too long"
    if kind == "text":
        return None if set(value) <= set(domain["letters"]) else "holds a character that is not allowed"
    for item in value:
        wrong = violation(domain["of"], item)
        if wrong is not None:
            return f"holds an item that {wrong}"
    if domain.get("order") == "rising" and any(value[i] > value[i + 1] for i in range(len(value) - 1)):
        return "is not in ascending order"
    return None


def described(domain: Mapping[str, Json]) -> str:
    """The domain in English: ``a list of 0 to 8 integers from 1 to 9``."""
    kind = domain["type"]
    if kind == "int":
        return f"an integer from {domain['low']} to {domain['high']}"
    count = (
        f"{domain['least']} to {domain['most']}" if domain["least"] < domain["most"] else f"{domain['most']}"
    )
    if kind == "text":
        letters = ", ".join(f"`{letter}`" for letter in domain["letters"])
        return f"a string of {count} characters, each one of {letters}"
    inner, order = domain["of"], ", in ascending order" if domain.get("order") == "rising" else ""
    if inner["type"] == "int":
        return f"a list of {count} integers from {inner['low']} to {inner['high']}{order}"
    return f"a list of {count} items{order}, each of them {described(inner)}"
