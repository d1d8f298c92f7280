"""The solver of shell tasks: the goal worked out by another route, on a list of numbered bytes.

The tree is a list of entries ``[folder, name, data]``; lines are found by a regular expression, counts by sorting and
grouping, moves by writing entries in place. The script is then run, and the trees are compared as sorted lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any

from ....sandbox import Job, Limits, Status, current

Facts = Mapping[str, Any]
Entry = list[Any]
Entries = list[Entry]

_LINE = re.compile(rb"([^\n]*?)\r?(?:\n|\Z)")
_LIMITS = Limits(cpu_s=3.0, wall_s=12.0, stdout_kb=128, file_mb=1)


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a script turns the task's tree into the one that its steps describe."""
    if "\0" in answer or any("\ud800" <= sign <= "\udfff" for sign in answer):
        return False
    if len(answer.encode()) > 100_000:
        return False
    entries: Entries = [[*_parts(path), text.encode("latin-1")] for path, text in payload["files"].items()]
    before = {_path(entry): entry[2] for entry in entries}
    for kind, facts in payload["problem"]["steps"]:
        entries = _STEPS[kind](entries, facts)
    wanted = sorted((_path(entry), entry[2]) for entry in entries)
    code = f"LC_ALL=C; export LC_ALL; HOME=$(pwd)\n{answer}\n"
    ran = current("bash").run(Job(code, "bash", files=before, collect=True, limits=_LIMITS))
    ended = ran.status in (Status.CPU_LIMIT, Status.WALL_LIMIT, Status.OUTPUT_LIMIT, Status.MEMORY_LIMIT)
    return not ended and sorted(ran.files.items()) == wanted


def _parts(path: str) -> tuple[str, str]:
    match = re.fullmatch(r"(?:(.*)/)?([^/]*)", path)
    assert match is not None
    return match[1] or "", match[2]


def _path(entry: Entry) -> str:
    return "/".join(part for part in entry[:2] if part)


def _lines(data: bytes) -> list[bytes]:
    return [match[1] for match in _LINE.finditer(data) if match.start() < len(data)]


def _those(entries: Entries, ext: str) -> Iterator[Entry]:
    ordered = sorted(entries, key=lambda entry: _path(entry).encode())
    return (entry for entry in ordered if re.search(rf"\.{ext}\Z", entry[1]))


def _all_lines(entries: Entries, ext: str, skip: int = 0) -> list[bytes]:
    return [line for entry in _those(entries, ext) for line in _lines(entry[2])[skip:]]


def _file(entries: Entries, path: str, lines: list[bytes]) -> Entries:
    return [*entries, [*_parts(path), b"\n".join([*lines, b""])]]


def _grouped(keys: list[bytes]) -> list[tuple[bytes, int]]:
    counted = [(key, len(list(group))) for key, group in groupby(sorted(keys))]
    return sorted(counted, key=lambda pair: pair[1], reverse=True)  # stable: equal counts stay in order


def _collect(entries: Entries, f: Facts) -> Entries:
    wanted = re.compile(re.escape(f["word"].encode()))
    return _file(entries, f["out"], list(filter(wanted.search, _all_lines(entries, f["ext"]))))


def _tally(entries: Entries, f: Facts) -> Entries:
    form = re.compile(rb"\S+ \S+ (\S+) ([^\s:]+):?")
    keys = [match[f["field"] - 2] for line in _all_lines(entries, "log") if (match := form.match(line))]
    return _file(entries, f["out"], [b"%s %d" % pair for pair in _grouped(keys)])


def _cells(entries: Entries) -> list[list[bytes]]:
    return [re.split(b",", line) for line in _all_lines(entries, "csv", 1)]


def _sums(entries: Entries, f: Facts) -> Entries:
    rows = sorted(_cells(entries), key=lambda cells: cells[1])
    made = []
    for item, group in groupby(rows, key=lambda cells: cells[1]):
        value = sum(int(c[2]) * int(c[3]) if f["money"] else int(c[2]) for c in group)
        if not value < f["least"]:
            made.append(b"%s,%d" % (item, value))
    return _file(entries, f["out"], sorted(made))


def _columns(entries: Entries, f: Facts) -> Entries:
    rows = sorted(
        f["sep"].encode().join([c[n - 1] for n in f["order"]])
        for c in _cells(entries)
        if not int(c[2]) < f["least"]
    )
    return _file(entries, f["out"], [row for row, _ in groupby(rows)])


def _frequent(entries: Entries, f: Facts) -> Entries:
    text = b"\n".join(entry[2] for entry in _those(entries, f["ext"])).lower()
    found = [word for word in re.split(b"[^a-z]+", text) if word]
    return _file(entries, f["out"], [b"%d %s" % (count, word) for word, count in _grouped(found)[: f["top"]]])


def _index(entries: Entries, f: Facts) -> Entries:
    rows = []
    for entry in _those(entries, "[^.]*|.*"):
        data = entry[2]
        size = len(data) if f["bytes"] else data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
        rows.append(b"%d %s" % (size, _path(entry).encode()))
    return _file(entries, f["out"], rows)


def _ends(entries: Entries, f: Facts) -> Entries:
    which = -1 if f["last"] else 0
    rows = [_path(e).encode() + b": " + _lines(e[2])[which] for e in _those(entries, f["ext"]) if e[2] != b""]
    return _file(entries, f["out"], rows)


def _concat(entries: Entries, f: Facts) -> Entries:
    rows: list[bytes] = []
    joined = list(_those(entries, f["ext"]))
    for entry in joined:
        rows.append(f"{f['mark']} {_path(entry)}".encode())
        rows.extend(_lines(entry[2]))
    left = [entry for entry in entries if not f["delete"] or entry not in joined]
    return _file(left, f["out"], rows)


def _rename(entries: Entries, f: Facts) -> Entries:
    for entry in _those(entries, f["ext"]):
        name = f["fill"].join(entry[1].split(" "))
        entry[1] = "".join(map(str.lower, name)) if f["lower"] else name
    return entries


def _gather(entries: Entries, f: Facts) -> Entries:
    for entry in _those(entries, f["ext"]):
        entry[0] = f["to"]
    return entries


def _dated(entries: Entries, f: Facts) -> Entries:
    limit = int(f["before"].replace("-", ""))
    for entry in entries:
        match = re.search(r"(\d{4})-(\d\d)-(\d\d)", entry[1])
        if match and int("".join(match.groups())) < limit:
            entry[0] = "/".join((f["to"], match[1], match[2]))
    return entries


def _drop_small(entries: Entries, f: Facts) -> Entries:
    return [entry for entry in entries if not len(entry[2]) <= f["most"]]


def _drop_same(entries: Entries, f: Facts) -> Entries:
    choose: Callable[[Any], str] = max if f["last"] else min
    judged = [entry for entry in entries if re.search(re.escape(f["tail"]) + r"\Z", entry[1])]
    return [
        entry
        for entry in entries
        if entry not in judged
        or _path(entry) == choose(_path(other) for other in judged if other[2] == entry[2])
    ]


def _unix_ends(entries: Entries, f: Facts) -> Entries:
    for entry in _those(entries, f["ext"]):
        entry[2] = re.sub(rb"\r?\n", b"\n", entry[2])
        entry[2] = re.sub(rb"\r\Z", b"", entry[2])
        if re.search(rb"[^\n]\Z", entry[2]):
            entry[2] += b"\n"
    return entries


def _replace(entries: Entries, f: Facts) -> Entries:
    for entry in _those(entries, f["ext"]):
        entry[2] = f["new"].encode().join(entry[2].split(f["old"].encode()))
    return entries


def _unique(entries: Entries, f: Facts) -> Entries:
    for entry in _those(entries, f["ext"]):
        kept: list[bytes] = []
        for line in _lines(entry[2]):
            if line not in kept and not len(line) < f["least"]:
                kept.append(line)
        entry[2] = b"".join(line + b"\n" for line in (sorted(kept) if f["sort"] else kept))
    return entries


def _filter(entries: Entries, f: Facts) -> Entries:
    allowed = {str(number).encode() for number in range(f["low"], f["high"] + 1)} | {b"qty"}
    for entry in _those(entries, "csv"):
        lines = [line for line in _lines(entry[2]) if line.split(b",")[2] in allowed]
        entry[2] = b"".join(line + b"\n" for line in lines)
    return entries


def _split(entries: Entries, f: Facts) -> Entries:
    kept = []
    for entry in entries:
        if _path(entry) != f["path"]:
            kept.append(entry)
            continue
        pieces = re.findall(rb"(?:[^\n]*\n|[^\n]+\Z){1,%d}" % f["lines"], entry[2])
        kept += [[f["to"], f"part-{number + 1:02}.txt", piece] for number, piece in enumerate(pieces)]
    return kept


_STEPS: dict[str, Callable[[Entries, Facts], Entries]] = {
    name.removeprefix("_"): step
    for name, step in list(globals().items())
    if name
    in "_collect _tally _sums _columns _frequent _index _ends _concat _rename _gather _dated _drop_small _drop_same "
    "_unix_ends _replace _unique _filter _split".split()
}
