"""Habits of writing: the same program as somebody else would have written it down.

Each habit changes a text so that what any program does stays as it is, also a program that is wrong: types in the
signature, other quotes, ``x = x + 1`` for ``x += 1``, ``b > a`` for ``a < b`` between names and numbers, first values
in another order or in one line, ``range(0, n)``, empty lines before loops. A habit looks at lines, never at what is
right, so a program and its mutants are changed alike. Values are those of Python's own types, for which ``a < b`` is
``b > a``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from zlib import crc32

STRING = r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'"
"""A string of one line, as a pattern."""
HABITS = ("types", "quotes", "steps", "turned", "order", "joined", "ranges", "gaps")
OFTEN = 0.3
"""How often a program has each of the habits."""

_STRINGS = re.compile(STRING)
_PLAIN = r"[A-Za-z_]\w*|\d+"
_STEP = re.compile(r"^( *)([A-Za-z_]\w*) ([-+])= (\d+)$", re.MULTILINE)
_COMPARED = re.compile(
    rf"(\b(?:elif|while|if|and|or|not) )({_PLAIN}) (<=|>=|<|>) ({_PLAIN})(?=:$| and | or | else |\))",
    re.MULTILINE,
)
_RANGE = re.compile(r"\brange\(((?:[A-Za-z_]\w*|len\([A-Za-z_]\w*\))(?: [-+] \d+)?)\)")
_FIRST = re.compile(r"( *)([A-Za-z_]\w*) = (-?\d+)")
_PART = re.compile(r" {4}(?:for|while|return) ")
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Habits:
    """Some of `HABITS`, and a number that settles the order of first values."""

    chosen: frozenset[str]
    salt: int

    def written(self, text: str, entry: str, signature: str) -> str:
        """The text of a program, written so.

        Args:
            text: a program of this package, or a mutant of one.
            entry: its function.
            signature: the line with which the function begins where types are written.
        """
        if "types" in self.chosen:
            text = re.sub(rf"^def {entry}\(.*\):$", lambda _: signature, text, count=1, flags=re.MULTILINE)
        if "quotes" in self.chosen:
            text = _STRINGS.sub(_requoted, text)
        if "steps" in self.chosen:
            text = _STEP.sub(r"\1\2 = \2 \3 \4", text)
        if "turned" in self.chosen:
            text = _COMPARED.sub(lambda m: f"{m[1]}{m[4]} {_TURNED[m[3]]} {m[2]}", text)
        if "ranges" in self.chosen:
            text = _RANGE.sub(r"range(0, \1)", text)
        if not self.chosen.isdisjoint(("order", "joined", "gaps")):
            text = "\n".join(self._lines(text.split("\n")))
        return text

    def _lines(self, lines: list[str]) -> list[str]:
        found: list[str] = []
        at = 0
        while at < len(lines):
            first = self._first_values(lines, at)
            if len(first) > 1:
                found += self._rewritten(first)
                at += len(first)
                continue
            before = found[-1] if found else ""
            if (
                "gaps" in self.chosen
                and _PART.match(lines[at])
                and before
                and not before.lstrip().startswith("def ")
            ):
                found.append("")
            found.append(lines[at])
            at += 1
        return found

    def _first_values(self, lines: list[str], at: int) -> list[re.Match[str]]:
        """The lines from a place on that give numbers to different names, one after the other."""
        found: list[re.Match[str]] = []
        if self.chosen.isdisjoint(("order", "joined")):
            return found
        for line in lines[at:]:
            match = _FIRST.fullmatch(line)
            if match is None or (found and match[1] != found[0][1]) or match[2] in [one[2] for one in found]:
                break
            found.append(match)
        return found

    def _rewritten(self, first: list[re.Match[str]]) -> list[str]:
        if "order" in self.chosen:
            first = sorted(first, key=lambda one: crc32(one[2].encode()) ^ self.salt)
        if "joined" not in self.chosen:
            return [one[0] for one in first]
        names, values = [one[2] for one in first], [one[3] for one in first]
        if len(set(values)) == 1:
            return [f"{first[0][1]}{' = '.join(names)} = {values[0]}"]
        return [f"{first[0][1]}{', '.join(names)} = {', '.join(values)}"]


def drawn_habits(rng: Random) -> Habits:
    """The habits of somebody."""
    return Habits(frozenset(habit for habit in HABITS if rng.random() < OFTEN), rng.getrandbits(32))


def _requoted(found: re.Match[str]) -> str:
    text = found[0]
    if "\\" in text or '"' in text[1:-1] or "'" in text[1:-1]:
        return text
    sign = "'" if text[0] == '"' else '"'
    return f"{sign}{text[1:-1]}{sign}"
