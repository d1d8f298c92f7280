"""Reads tables and phrases about their rows out of a prompt, for the oracles of the tasks of tables."""

from __future__ import annotations

import html
import json
import re
from fractions import Fraction
from statistics import median

SIGNS = {
    "is at least": lambda a, b: a >= b, "is at most": lambda a, b: a <= b, "is more than": lambda a, b: a > b,
    "is less than": lambda a, b: a < b, "is not": lambda a, b: a != b, "is": lambda a, b: a == b,
}  # fmt: skip


def cell(text):
    text = html.unescape(text.strip())
    return int(text) if re.fullmatch(r"-?\d+", text) else text


TABLE = r"```\n[^`]*\n```|\|[^\n]*\|(?:\n\|[^\n]*\|)*"
"""The text of a table, for slots."""


def one_table(text):
    """A table as a list of rows by column names."""
    text = text.strip("`\n ")
    if "<table>" in text:
        rows = [re.findall(r"<t[hd]>(.*?)</t[hd]>", line) for line in text.splitlines() if "<tr>" in line]
    elif text.startswith("{"):
        return [
            {name: cell(str(value)) for name, value in json.loads(line).items()} for line in text.splitlines()
        ]
    elif text.startswith("|"):
        rows = [line.strip("|").split("|") for line in text.splitlines()]
        assert {part.strip() for part in rows.pop(1)} == {"---"}
    elif "," in text.splitlines()[0]:
        rows = [line.split(",") for line in text.splitlines()]
    else:
        rows = [line.split() for line in text.splitlines()]
    head, *body = [[cell(part) for part in row] for row in rows]
    return [dict(zip(head, row, strict=True)) for row in body]


def tables(prompt):
    """All tables of a prompt, and the prompt without them."""
    shown = re.findall(r"```\n[^`]*\n```|(?:^\|[^\n]*\|\n?)+", prompt, re.MULTILINE)
    for text in shown:
        prompt = prompt.replace(text, "")
    return [one_table(text) for text in shown], prompt


def chosen(rows, phrase):
    """The rows of "of the table" or "where price is at least 20 and colour is red"."""
    phrase = phrase.strip()
    if phrase in ("", "of the table"):
        return list(rows)
    phrase = phrase.removeprefix("where ")
    alternatives = phrase.startswith("at least one of these is true: ")
    parts = (
        phrase.removeprefix("at least one of these is true: ").split("; ")
        if alternatives
        else phrase.split(" and ")
    )

    def holds(row):
        found = []
        for part in parts:
            sign = next(sign for sign in SIGNS if f" {sign} " in part)
            name, value = part.split(f" {sign} ")
            found.append(SIGNS[sign](row[name], cell(value)))
        return any(found) if alternatives else all(found)

    return [row for row in rows if holds(row)]


def measured(rows, phrase):
    """The rows and the column (if any) of "the total of price over the rows where ...", and what it comes to."""
    found = re.fullmatch(
        r"(the number of|the number of different values of (\w+) in the|the (?:total|mean) of (\w+) over the|"
        r"the median of (\w+) \(of an even number of values, the mean of the two middle ones\) over the|"
        r"the largest (\w+) less the smallest \5 in the|the (?:largest|smallest) (\w+) in the) rows (.+)",
        phrase,
    )
    kept = chosen(rows, found[7])
    name = next((part for part in found.groups()[1:6] if part), None)
    values = [row[name] for row in kept] if name else kept
    words = found[1]
    if "different" in words:
        return kept, name, Fraction(len(set(values)))
    if words == "the number of":
        return kept, name, Fraction(len(values))
    if "less" in words:
        return kept, name, Fraction(max(values) - min(values))
    if "median" in words:
        return kept, name, Fraction(median(map(Fraction, values)))
    if "total" in words:
        return kept, name, Fraction(sum(values))
    if words.startswith("the mean of"):
        return kept, name, Fraction(sum(values), len(values))
    return kept, name, Fraction(max(values) if "largest" in words else min(values))


def value(rows, phrase):
    """What "the total of price over the rows where ..." comes to."""
    return measured(rows, phrase)[2]
