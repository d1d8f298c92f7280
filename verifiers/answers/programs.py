r"""Programs as answers: fences, prose around them, and the ends of lines.

A fence is a line that begins with three or more backticks or tildes; its own indentation is taken off its block. The
last block counts that defines the function which is asked for, so that an example of its use may stand behind it; where
none does, or nothing is asked for by name, the last one, before all of one that names a language. One that is left open
counts as well.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Any

_FENCE_LINE = re.compile(r"([ \t]*)(`{3,}|~{3,})[ \t]*\{?\.?([\w+#.-]*)\}?[^`]*$")
_CORRECTED = re.compile(
    r"\b(?:wrong|mistake|instead|correction|corrected|rather|actually|replaced?"
    r"|(?:final|right|correct|new|real|fixed) (?:program|answer|version|code|query|script|function|module|solution))\b",
    re.IGNORECASE,
)
_NO_LANGUAGES = frozenset({"text", "txt", "plaintext", "output", "console", "none", "stdout", "json"})


def wanted_in(payload: Mapping[str, Any]) -> str:
    """The name of the function or module that a task asks for; "" where it asks for none by name."""
    for part, name in (("code", "entry"), ("hardware", "module")):
        facts = payload.get(part)
        if isinstance(facts, Mapping) and isinstance(facts.get(name), str):
            return str(facts[name]).rpartition(".")[2]
    return ""


def program(text: str, wanted: str = "") -> str:
    """The program that stands in the marker: the one fenced block that counts, else all of it without layout.

    Args:
        text: what stands in the marker.
        wanted: the name of what it must define, if there is one.
    """
    if "\r\n" in text and text.count("\r\n") == text.count("\n"):
        text = text.replace("\r\n", "\n")
    code = last_fenced(text, wanted)
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


def last_fenced(text: str, wanted: str = "") -> str | None:
    """The program of the last fenced block, before all of one that names a language; None without blocks.

    A block without a language that is announced as a correction takes the place of those before it. Of several blocks,
    if some define what is wanted, only these count.
    """
    blocks = _blocks(text)
    if wanted and len(blocks) > 1:
        defines = _definition(wanted)
        blocks = [block for block in blocks if defines.search(block[1])] or blocks
    chosen: str | None = None
    named = False
    for language, code, before in blocks:
        program_like = bool(language) and language not in _NO_LANGUAGES
        if program_like or not named or (not language and _CORRECTED.search(before[-400:])):
            chosen = code
            named = named or program_like
    return chosen


def _definition(name: str) -> re.Pattern[str]:
    """What defines a name, in the languages that programs are written in; an import of it is only a use.

    A definition may be indented, as a method is; an assignment may not.
    """
    word = re.escape(name)
    return re.compile(
        rf"^(?:[ \t]*(?:[a-z]++[ \t]++){{0,3}}(?:def|class|function|func|fn|module)[ \t]+{word}\b"
        rf"|(?:(?:const|let|var)[ \t]+)?{word}[ \t]*(?::[^=\n]{{0,200}})?=(?!=))",
        re.MULTILINE,
    )
