"""An index from papers to settings: made from what the guides say beside each reference to a paper.

A guide names a paper by its number, as ``arXiv:2503.14476`` or as a link. If it stands in a row of a table, the row's
first cell says what is set, and its other cells what that does; else the line says it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

NUMBER = re.compile(r"(?:arXiv[: ]|https://arxiv\.org/abs/)(\d{4}\.\d{4,5})")
WORDS = r"[^\s,;:()|\[\]]+"
AUTHORS = re.compile(
    rf"((?:The )?(?:[A-Z]{WORDS}(?: [A-Z]{WORDS}){{0,3}})(?: et al\.| and [A-Z]{WORDS})? (?:19|20)\d\d)[,\]:]*[ (\]]*"
    r"(?:arXiv[: ]|\(?https://arxiv\.org/abs/)$"
)

TOP = """# From papers to settings

Which setting is which paper. The list is made from the guides: an entry leads to where the guide says what is done here
and where it differs. [Training algorithms](training-algorithms.md) has the formulas,
[the reference](api/index.md) the code.

| paper | what to set | where it is told |
|---|---|---|
"""


@dataclass(frozen=True)
class Mention:
    """A paper at one place of a guide."""

    number: str
    who: str
    setting: str
    page: str
    title: str


def write(folder: Path) -> None:
    """Write the page from the staged guides."""
    found: list[Mention] = []
    for path in sorted(folder.glob("*.md")) + sorted((folder / "trainers").glob("*.md")):
        if path.stem not in ("changelog", "contributing", "coverage"):
            found += mentions(path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix())
    names: dict[str, str] = {}
    for each in found:
        names[each.number] = max(names.get(each.number, ""), each.who, key=len)
    rows = []
    for number, name in sorted(names.items(), key=lambda pair: (pair[1].lower() or "~", pair[0])):
        here = [each for each in found if each.number == number]
        settings = "; ".join(dict.fromkeys(each.setting for each in here))
        pages = ", ".join(dict.fromkeys(f"[{each.title}]({each.page})" for each in here))
        rows.append(f"| [{name or 'arXiv:' + number}](https://arxiv.org/abs/{number}) | {settings} | {pages} |")
    (folder / "papers.md").write_text(TOP + "\n".join(rows) + "\n", encoding="utf-8")


def mentions(text: str, page: str) -> list[Mention]:
    """The papers that a page names."""
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    found = []
    inside = False
    lines = text.splitlines()
    for n, line in enumerate(lines):
        if line.startswith(("```", "~~~")):
            inside = not inside
        if inside:
            continue
        for match in NUMBER.finditer(line):
            setting = _setting(line) if line.startswith("|") else _sentence(lines, n, match.start())
            found.append(
                Mention(match[1], _who(lines, n, match), setting, page, _plain(title[1] if title else page))
            )
    return found


def _setting(line: str) -> str:
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    named = [cell for cell in cells if "`" in cell and not NUMBER.search(cell)]
    cell = named[0] if named and not (cells[0].startswith("`") or not NUMBER.search(cells[0])) else cells[0]
    return cell if len(cell) < 120 else f"{cell[:110].rpartition(' ')[0]} …"


def _sentence(lines: list[str], n: int, at: int) -> str:
    """The names of settings nearest before the reference, within its paragraph."""
    begin = n
    while begin and lines[begin - 1].strip() and not lines[begin - 1].startswith(("|", "#", "```")):
        begin -= 1
    before = " ".join([*lines[begin:n], lines[n][:at]])
    after = " ".join([lines[n][at:], *lines[n + 1 : n + 3]])
    named = re.compile(r"`[^`]*[a-z_]{3,}[^`]*`")
    spans = named.findall(before)
    return spans[-1] if spans else (named.findall(after) or ["see there"])[0]


def _who(lines: list[str], n: int, match: re.Match[str]) -> str:
    line = lines[n]
    before = (lines[n - 1] + " " if n and not line.startswith("|") else "") + line[: match.start()]
    link = re.search(r"\[([^\]]+)\]\($", before)
    if link:
        return link[1]
    given = AUTHORS.search(before + match[0].removesuffix(match[1]))
    if given:
        return given[1]
    named = re.search(rf"([A-Z]{WORDS}(?: [A-Z0-9]{WORDS})*),? *[(]?$", before)
    return named[1] if named else ""


def _plain(title: str) -> str:
    return re.sub(r"[`*]", "", title).split(":")[0]
