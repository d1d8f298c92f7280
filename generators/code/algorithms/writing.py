"""Small helpers for templates: programs and statements with fields, and one measure of effort for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from string import Template
from textwrap import dedent, indent


def program(text: str, **fields: object) -> str:
    """A program text with its fields filled in, without the common indentation, ending in one newline.

    A line that is one field alone becomes as many lines as the field has, each with the line's indentation: none
    at all for an empty field.
    """
    lines: list[str] = []
    for line in dedent(text).strip().split("\n"):
        name = line.strip().removeprefix("$")
        if line.strip() == f"${name}" and name in fields:
            block = dedent(str(fields[name])).strip("\n")
            margin = line[: len(line) - len(line.lstrip())]
            lines += indent(block, margin).split("\n") if block else []
        else:
            lines.append(Template(line).substitute(fields))
    return "\n".join(lines) + "\n"


def sentences(text: str, **fields: object) -> str:
    """A statement: ``$field`` is filled in; single line breaks become spaces, blank lines part paragraphs."""
    filled = Template(dedent(text)).substitute(fields).strip()
    return "\n\n".join(" ".join(part.split()) for part in filled.split("\n\n"))


def effort(source: str, twists: int) -> float:
    """What a reference costs: its lines, and two for each twist that a memorised solution would miss."""
    return float(sum(bool(line.strip()) for line in source.splitlines()) + 2 * twists)


def text_of(rng: Random, letters: Sequence[str], length: int) -> str:
    """A random text of that length."""
    return "".join([rng.choice(letters) for _ in range(length)])
