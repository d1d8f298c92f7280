r"""Programs as answers: fences, prose around them, and the ends of lines.

A fence is a line that begins with three or more backticks or tildes; its own indentation is taken off its block. The
last block counts, before all of one that names a language; one that is left open counts as well.
"""

from __future__ import annotations

import re
import textwrap

_FENCE_LINE = re.compile(r"([ \t]*)(`{3,}|~{3,})[ \t]*\{?\.?([\w+#.-]*)\}?[^`]*$")
_CORRECTED = re.compile(
    r"\b(?:wrong|mistake|instead|correction|corrected|rather|actually|replaced?"
    r"|(?:final|right|correct|new|real|fixed) (?:program|answer|version|code|query|script|function|module|solution))\b",
    re.IGNORECASE,
)
_NO_LANGUAGES = frozenset({"text", "txt", "plaintext", "output", "console", "none", "stdout", "json"})


def program(text: str) -> str:
    """The program that stands in the marker: the last fenced block, else all of it without the layout of the tags."""
    if "\r\n" in text and text.count("\r\n") == text.count("\n"):
        text = text.replace("\r\n", "\n")
    code = last_fenced(text)
    # A program does not begin indented, so what stands before its first word is the layout of the tags.
    return textwrap.dedent(text.strip("\r\n").rstrip()).lstrip(" \t") if code is None else code


def fenced(text: str) -> list[tuple[str, str]]:
    """The fenced blocks of a text: language and content of each, in order."""
    return [(language, code) for language, code, _ in _blocks(text)]


def _blocks(text: str) -> list[tuple[str, str, str]]:
    """Language, content, and what stands between the block and the one before it, for each fenced block."""
    blocks: list[tuple[str, str, str]] = []
    if "```" not in text and "~~~" not in text:
        return blocks
    fence, language, indent = "", "", 0
    inside: list[str] = []
    before: list[str] = []
    for line in text.split("\n"):
        stripped = line.strip()
        if not fence:
            opening = _FENCE_LINE.match(line)
            if opening:
                indent, fence, language = len(opening.group(1)), opening.group(2), opening.group(3).lower()
                inside = []
            else:
                before.append(line)
        elif stripped.startswith(fence) and not stripped.strip(fence[0]):
            blocks.append((language, "\n".join(inside), "\n".join(before)))
            fence, before = "", []
        else:
            inside.append(line[min(indent, len(line) - len(line.lstrip())) :])
    if fence and any(line.strip() for line in inside):
        # Left open, or closed at the end of its last line.
        blocks.append((language, "\n".join(inside).rstrip().removesuffix(fence), "\n".join(before)))
    return blocks


def last_fenced(text: str) -> str | None:
    """The program of the last fenced block, before all of one that names a language; None without blocks.

    A block without a language that is announced as a correction takes the place of those before it.
    """
    chosen: str | None = None
    named = False
    for language, code, before in _blocks(text):
        program_like = bool(language) and language not in _NO_LANGUAGES
        if program_like or not named or (not language and _CORRECTED.search(before[-400:])):
            chosen = code
            named = named or program_like
    return chosen
