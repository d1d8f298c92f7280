"""The single steps of a shell goal: what each says, what it makes of a tree, and a script that does it.

Every step is defined on every tree, so that they can be chained. `Conflict` says that a step would put two files in
one place; then other steps are drawn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from .trees import Tree, events, words

Facts = dict[str, Any]


class Conflict(Exception):
    """A step does not make sense on a tree."""


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of step.

    Attributes:
        draw: chooses the facts of one.
        english: what is asked.
        apply: the tree afterwards.
        script: bash that does it (LC_ALL=C is set).
    """

    draw: Callable[[Random, Tree], Facts]
    english: Callable[[Facts], str]
    apply: Callable[[Tree, Facts], Tree]
    script: Callable[[Facts], str]


def lines_of(text: str) -> list[str]:
    """The lines, without their ends (LF or CR LF)."""
    parts = text.split("\n")
    if parts[-1] == "":
        parts.pop()
    return [part.removesuffix("\r") for part in parts]


def joined(lines: list[str]) -> str:
    """Lines as a file."""
    return "".join(f"{line}\n" for line in lines)


def _ending(tree: Tree, ext: str) -> list[str]:
    return sorted(path for path in tree if path.endswith(f".{ext}") and path.rsplit("/", 1)[-1] != f".{ext}")


def _leaf(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _moved(tree: Tree, targets: dict[str, str]) -> Tree:
    """The tree with files moved; each goes to a free place."""
    moved = {path: text for path, text in tree.items() if path not in targets}
    for old, new in targets.items():
        if new in moved:
            raise Conflict(new)
        moved[new] = tree[old]
    return moved


def _new_file(tree: Tree, path: str, text: str) -> Tree:
    if path in tree:
        raise Conflict(path)
    return {**tree, path: text}


def _find(ext: str) -> str:
    return f"find . -type f -name '*.{ext}' -print0 | sort -z"


def _loop(ext: str) -> str:
    return f"{_find(ext)} | while IFS= read -r -d '' f; do"


def _report(rng: Random, *names: str) -> str:
    return f"{rng.choice(names)}{rng.choice(('', '-' + str(rng.randint(1, 99))))}.{rng.choice(('out', 'report', 'result'))}"


def _pick(rng: Random, tree: Tree, *exts: str) -> str:
    there = [ext for ext in exts if any(path.endswith(f".{ext}") for path in tree)]
    if not there:
        raise Conflict("no such files")
    return rng.choice(there)


# ---- reports ---------------------------------------------------------------------------------------------


def _draw_collect(rng: Random, tree: Tree) -> Facts:
    ext = _pick(rng, tree, "log", "log", "conf")
    return {"ext": ext, "word": rng.choice(events()), "out": _report(rng, "hits", "found", "lines")}


def _collect(tree: Tree, facts: Facts) -> Tree:
    found = [
        line for path in _ending(tree, facts["ext"]) for line in lines_of(tree[path]) if facts["word"] in line
    ]
    return _new_file(tree, facts["out"], joined(found))


COLLECT = Step(
    _draw_collect,
    lambda f: (
        f"Write to {f['out']} all lines that contain {f['word']} (anywhere in the line, even within a longer "
        f"word; case matters), of all "
        f"files whose names end in .{f['ext']}; file after file in the order of their paths, within a file in "
        f"the order of its lines."
    ),
    _collect,
    lambda f: (
        f'{_find(f["ext"])} | xargs -0 -r awk \'{{ sub(/\\r$/, "") }} index($0, "{f["word"]}")\' > {f["out"]}'
    ),
)


def _tally(tree: Tree, facts: Facts) -> Tree:
    counts = Counter(
        line.split(" ")[facts["field"] - 1].rstrip(":")
        for path in _ending(tree, "log")
        for line in lines_of(tree[path])
    )
    rows = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return _new_file(tree, facts["out"], joined([f"{name} {count}" for name, count in rows]))


TALLY = Step(
    lambda rng, tree: {
        "field": rng.choice((3, 4)),
        "out": _report(rng, "tally", "counts"),
        "ext": _pick(rng, tree, "log"),
    },
    lambda f: (
        "Lines of .log files are: date, time, level and service, separated by single spaces (the service has "
        "a colon behind "
        f"it), then a message. Count the lines of all .log files by "
        f"{'level' if f['field'] == 3 else 'service (without the colon)'}. "
        f'Write to {f["out"]} a line "name count" for each; highest count first, equal counts in byte order of the names.'
    ),
    _tally,
    lambda f: (
        f'{_find("log")} | xargs -0 -r awk \'{{ sub(/\\r$/, ""); k = ${f["field"]}; sub(/:$/, "", k); n[k]++ }} '
        f"END {{ for (k in n) print k, n[k] }}' | sort -k2,2nr -k1,1 > {f['out']}"
    ),
)


def _sums(tree: Tree, facts: Facts) -> Tree:
    totals: Counter[str] = Counter()
    for path in _ending(tree, "csv"):
        for line in lines_of(tree[path])[1:]:
            _, item, qty, price = line.split(",")
            totals[item] += int(qty) * (int(price) if facts["money"] else 1)
    rows = sorted(f"{item},{total}" for item, total in totals.items() if total >= facts["least"])
    return _new_file(tree, facts["out"], joined(rows))


_CSV = "CSV files have a header line and the columns date, item, qty and price, without quotes. "
SUMS = Step(
    lambda rng, tree: {
        "money": rng.random() < 0.5,
        "least": rng.choice((0, rng.randint(20, 400))),
        "out": _report(rng, "sums", "totals", "per item"[:3]),
        "ext": _pick(rng, tree, "csv"),
    },
    lambda f: (
        f"{_CSV}Over all .csv files, add up {'qty times price' if f['money'] else 'qty'} for each item. Write "
        f"to {f['out']} a line "
        f'"item,sum" for each item{" whose sum is at least " + str(f["least"]) if f["least"] else ""}, without a header, lines in byte order.'
    ),
    _sums,
    lambda f: (
        f'{_find("csv")} | xargs -0 -r awk -F, \'{{ sub(/\\r$/, "") }} FNR > 1 {{ s[$2] += $3{" * $4" if f["money"] else ""} }} '
        f'END {{ for (k in s) if (s[k] >= {f["least"]}) printf "%s,%d\\n", k, s[k] }}\' | sort > {f["out"]}'
    ),
)


def _columns(tree: Tree, facts: Facts) -> Tree:
    rows = {
        facts["sep"].join(line.split(",")[number - 1] for number in facts["order"])
        for path in _ending(tree, "csv")
        for line in lines_of(tree[path])[1:]
        if int(line.split(",")[2]) >= facts["least"]
    }
    return _new_file(tree, facts["out"], joined(sorted(rows)))


COLUMNS = Step(
    lambda rng, tree: {
        "order": rng.sample((1, 2, 3, 4), rng.choice((2, 3))),
        "least": rng.randint(5, 30),
        "sep": rng.choice((";", "|", ":")),
        "out": _report(rng, "rows", "table", "extract"),
        "ext": _pick(rng, tree, "csv"),
    },
    lambda f: (
        f"{_CSV}From the rows of all .csv files whose qty is {f['least']} or more, take the columns "
        f"{', '.join(('date', 'item', 'qty', 'price')[n - 1] for n in f['order'])}, in this order, with "
        f"{f['sep']} between them. "
        f"Write these lines to {f['out']}, in byte order, each different line once, without a header."
    ),
    _columns,
    lambda f: (
        f"{_find('csv')} | xargs -0 -r awk -F, -v OFS='{f['sep']}' '{{ sub(/\\r$/, \"\") }} FNR > 1 && $3 >= "
        f"{f['least']} "
        f"{{ print {', '.join(f'${n}' for n in f['order'])} }}' | sort -u > {f['out']}"
    ),
)


def _frequent(tree: Tree, facts: Facts) -> Tree:
    counts = Counter(
        word.lower() for path in _ending(tree, facts["ext"]) for word in re.findall("[A-Za-z]+", tree[path])
    )
    rows = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[: facts["top"]]
    return _new_file(tree, facts["out"], joined([f"{count} {word}" for word, count in rows]))


FREQUENT = Step(
    lambda rng, tree: {
        "ext": _pick(rng, tree, "txt", "md"),
        "top": rng.randint(3, 15),
        "out": _report(rng, "words", "top"),
    },
    lambda f: (
        f"Count the words of all .{f['ext']} files together. A word is an unbroken run of the letters A-Z and "
        f"a-z, as long as possible, "
        f"within one file; capital and small letters are the same. Write the {f['top']} most frequent to "
        f"{f['out']} (all, if "
        'there are fewer) as lines "count word", the word in small letters; highest count first, equal counts in byte order of the words.'
    ),
    _frequent,
    lambda f: (
        f"{_find(f['ext'])} | xargs -0 -r awk 1 | tr -cs 'A-Za-z' '\\n' | tr 'A-Z' 'a-z' | grep . | sort | "
        f"uniq -c |\n"
        f"  sort -k1,1nr -k2,2 | head -n {f['top']} | awk '{{ print $1, $2 }}' > {f['out']}"
    ),
)


def _index(tree: Tree, facts: Facts) -> Tree:
    measure: Callable[[str], int] = len if facts["bytes"] else lambda text: len(lines_of(text))
    return _new_file(tree, facts["out"], joined([f"{measure(tree[path])} {path}" for path in sorted(tree)]))


INDEX = Step(
    lambda rng, tree: {"bytes": rng.random() < 0.5, "out": _report(rng, "INDEX", "index", "contents")},
    lambda f: (
        f'Write to {f["out"]} an index of all other files in the whole tree: a line "{"size" if f["bytes"] else "lines"} path" for each, with '
        f"its {'size in bytes' if f['bytes'] else 'number of lines'} and its path, in the order of the paths."
    ),
    _index,
    lambda f: (
        "list=$(find . -type f -print0 | sort -z | while IFS= read -r -d '' f; do\n"
        + (
            '  printf \'%s %s\\n\' "$(wc -c < "$f")" "${f#./}"\n'
            if f["bytes"]
            else '  printf \'%s %s\\n\' "$(awk \'END { print NR }\' "$f")" "${f#./}"\n'
        )
        + f"done)\nprintf '%s\\n' \"$list\" > {f['out']}"
    ),
)


def _ends(tree: Tree, facts: Facts) -> Tree:
    rows = [
        f"{path}: {lines_of(tree[path])[-1 if facts['last'] else 0]}"
        for path in _ending(tree, facts["ext"])
        if tree[path]
    ]
    return _new_file(tree, facts["out"], joined(rows))


ENDS = Step(
    lambda rng, tree: {
        "ext": _pick(rng, tree, "log", "csv", "txt"),
        "last": rng.random() < 0.6,
        "out": _report(rng, "ends", "glimpse", "overview"),
    },
    lambda f: (
        f'Write to {f["out"]}, for each .{f["ext"]} file that is not empty, a line "path: text" with its path and its '
        f"{'last' if f['last'] else 'first'} line; in the order of the paths."
    ),
    _ends,
    lambda f: (
        f'{_loop(f["ext"])}\n  [ -s "$f" ] || continue\n'
        f'  printf \'%s: %s\\n\' "${{f#./}}" "$({"tail" if f["last"] else "head"} -n 1 "$f" | tr -d \'\\r\\n\')"\ndone > {f["out"]}'
    ),
)


def _concat(tree: Tree, facts: Facts) -> Tree:
    lines: list[str] = []
    for path in _ending(tree, facts["ext"]):
        lines += [f"{facts['mark']} {path}", *lines_of(tree[path])]
    kept = (
        tree if not facts["delete"] else {p: t for p, t in tree.items() if p not in _ending(tree, facts["ext"])}
    )
    return _new_file(kept, facts["out"], joined(lines))


CONCAT = Step(
    lambda rng, tree: {
        "ext": _pick(rng, tree, "txt", "md", "conf"),
        "mark": rng.choice(("==", "#", "File:", ">>>")),
        "delete": rng.random() < 0.5,
        "out": _report(rng, "all", "joined", "bundle"),
    },
    lambda f: (
        f'Join all .{f["ext"]} files into {f["out"]}, in the order of their paths: for each file a line "{f["mark"]} path" with its path, then its '
        f"lines{'. Then delete the files that were joined' if f['delete'] else '. The files themselves stay'}."
    ),
    _concat,
    lambda f: (
        f"{_loop(f['ext'])}\n  printf '%s %s\\n' '{f['mark']}' \"${{f#./}}\"\n  awk '{{ sub(/\\r$/, \"\"); "
        f'print }}\' "$f"\ndone > {f["out"]}'
        + (f"\nfind . -type f -name '*.{f['ext']}' -delete" if f["delete"] else "")
    ),
)


# ---- names and places ------------------------------------------------------------------------------------


def _renamed(name: str, facts: Facts) -> str:
    name = name.replace(" ", facts["fill"])
    return name.lower() if facts["lower"] else name


def _rename(tree: Tree, facts: Facts) -> Tree:
    targets = {}
    for path in _ending(tree, facts["ext"]):
        folder, _, name = path.rpartition("/")
        new = _renamed(name, facts)
        if new != name:
            targets[path] = f"{folder}/{new}" if folder else new
    return _moved(tree, targets)


RENAME = Step(
    lambda rng, tree: {
        "ext": _pick(rng, tree, "txt", "csv", "log", "md"),
        "fill": rng.choice("_.+"),
        "lower": rng.random() < 0.6,
    },
    lambda f: (
        f"Rename all files whose names end in .{f['ext']}: each space in the name becomes {f['fill']}"
        f"{', and capital letters become small' if f['lower'] else ''}. The files stay in their folders, and "
        f"names of folders stay as they are."
    ),
    _rename,
    lambda f: (
        f"{_loop(f['ext'])}\n  d=${{f%/*}} n=${{f##*/}}\n  m=$(printf '%s' \"$n\" | tr ' ' "
        f"'{f['fill']}'{' | tr A-Z a-z' if f['lower'] else ''})\n"
        '  [ "$n" = "$m" ] || mv "$f" "$d/$m"\ndone'
    ),
)


def _gather(tree: Tree, facts: Facts) -> Tree:
    targets = {}
    for path in _ending(tree, facts["ext"]):
        new = f"{facts['to']}/{_leaf(path)}"
        if new != path:
            targets[path] = new
    return _moved(tree, targets)


GATHER = Step(
    lambda rng, tree: {
        "ext": _pick(rng, tree, "txt", "csv", "log", "md", "conf", "tmp"),
        "to": rng.choice(("gathered", "collected files", "sorted/by type", "store", "pile 1")),
    },
    lambda f: (
        f'Move all files whose names end in .{f["ext"]}, wherever they are, directly into the folder "{f["to"]}" (make it if it is '
        "not there); their names stay the same."
    ),
    _gather,
    lambda f: (
        f'mkdir -p \'{f["to"]}\'\n{_loop(f["ext"])}\n  t=\'./{f["to"]}\'/${{f##*/}}\n  [ "$f" = "$t" ] || mv "$f" "$t"\ndone'
    ),
)

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _dated(tree: Tree, facts: Facts) -> Tree:
    targets = {}
    for path in sorted(tree):
        found = _DATE.search(_leaf(path))
        if found is not None and found.group() < facts["before"]:
            year, month, _ = found.group().split("-")
            new = f"{facts['to']}/{year}/{month}/{_leaf(path)}"
            if new != path:
                targets[path] = new
    return _moved(tree, targets)


DATED = Step(
    lambda rng, tree: {
        "to": rng.choice(("archive", "by date", "history")),
        "before": rng.choice(("2023-01-01", "2024-01-01", "2023-07-01", "2030-01-01")),
    },
    lambda f: (
        "Some file names (not folders) contain a date such as 2023-05-17; no name has two. Move each file "
        "whose name has a date "
        f'before {f["before"]} into "{f["to"]}/YYYY/MM", with year and month of that date; the names stay the same.'
    ),
    _dated,
    lambda f: (
        "find . -type f -name '*[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' -print0 | sort -z | while IFS= "
        "read -r -d '' f; do\n"
        "  n=${f##*/}\n  [[ $n =~ [0-9]{4}-[0-9]{2}-[0-9]{2} ]] && d=${BASH_REMATCH[0]}\n"
        f"  [[ $d < {f['before']} ]] || continue\n  t='./{f['to']}'/${{d:0:4}}/${{d:5:2}}\n  mkdir -p \"$t\"\n"
        '  [ "$f" = "$t/$n" ] || mv "$f" "$t/$n"\ndone'
    ),
)


def _drop_empty(tree: Tree, facts: Facts) -> Tree:
    return {path: text for path, text in tree.items() if text}


DROP_EMPTY = Step(
    lambda rng, tree: {},
    lambda f: "Delete all files of size 0.",
    _drop_empty,
    lambda f: "find . -type f -empty -delete",
)


def _drop_same(tree: Tree, facts: Facts) -> Tree:
    kept: Tree = {}
    seen: set[str] = set()
    for path in sorted(tree, reverse=facts["last"]):
        if tree[path] not in seen:
            seen.add(tree[path])
            kept[path] = tree[path]
    return kept


DROP_SAME = Step(
    lambda rng, tree: {"last": rng.random() < 0.4},
    lambda f: (
        "Among files with exactly the same contents (empty files are the same, too), keep only the one whose "
        "path is "
        f"{'last' if f['last'] else 'first'} in the order of the paths, and delete the others."
    ),
    _drop_same,
    lambda f: (
        f'declare -A seen=()\nwhile IFS= read -r -d \'\' f; do\n  h=$(sha256sum < "$f")\n  if [[ ${{seen[$h]}} ]]; then rm "$f"; fi\n'
        f"  seen[$h]=1\ndone < <(find . -type f -print0 | sort -z{'r' if f['last'] else ''})"
    ),
)


# ---- contents --------------------------------------------------------------------------------------------


def _rewritten(tree: Tree, ext: str, change: Callable[[list[str]], list[str]]) -> Tree:
    return {**tree, **{path: joined(change(lines_of(tree[path]))) for path in _ending(tree, ext)}}


def _rewrite_script(ext: str, program: str) -> str:
    return f'{_loop(ext)}\n  {program} > "$f.new" && mv "$f.new" "$f"\ndone'


UNIX_ENDS = Step(
    lambda rng, tree: {"ext": _pick(rng, tree, "txt", "csv", "md", "conf")},
    lambda f: (
        f"Give all .{f['ext']} files line ends of LF alone, with one behind the last line as well; empty files "
        f"stay empty."
    ),
    lambda tree, f: _rewritten(tree, f["ext"], lambda lines: lines),
    lambda f: _rewrite_script(f["ext"], 'awk \'{ sub(/\\r$/, ""); print }\' "$f"'),
)


def _draw_replace(rng: Random, tree: Tree) -> Facts:
    ext = _pick(rng, tree, "txt", "md", "log", "conf")
    old, new = rng.sample([w for w in (words() if ext in ("txt", "md") else events()) if "-" not in w], 2)
    return {
        "ext": ext,
        "old": old,
        "new": f"{new}{rng.choice(('', '_2', '/x', ' &') if ext in ('txt', 'md') else ('', '_2', '/x'))}",
    }


REPLACE = Step(
    _draw_replace,
    lambda f: (
        f"In all .{f['ext']} files, replace each {f['old']} by {f['new']} (case matters, also within longer "
        f"words); all other bytes "
        "stay as they are."
    ),
    lambda tree, f: {
        **tree,
        **{path: tree[path].replace(f["old"], f["new"]) for path in _ending(tree, f["ext"])},
    },
    lambda f: (
        f"find . -type f -name '*.{f['ext']}' -exec sed -i "
        f"'s|{f['old']}|{f['new'].replace('&', chr(92) + '&')}|g' {{}} +"
    ),
)


def _unique(lines: list[str], facts: Facts) -> list[str]:
    return sorted(set(lines)) if facts["sort"] else list(dict.fromkeys(lines))


UNIQUE = Step(
    lambda rng, tree: {"ext": _pick(rng, tree, "txt", "md", "conf"), "sort": rng.random() < 0.5},
    lambda f: (
        f"Rewrite each .{f['ext']} file with LF line ends and without repeated lines: "
        + (
            "sorted in byte order, each different line once."
            if f["sort"]
            else "of equal lines only the first stays; the order stays."
        )
    ),
    lambda tree, f: _rewritten(tree, f["ext"], lambda lines: _unique(lines, f)),
    lambda f: _rewrite_script(
        f["ext"],
        'awk \'{ sub(/\\r$/, ""); print }\' "$f" | sort -u'
        if f["sort"]
        else 'awk \'{ sub(/\\r$/, "") } !seen[$0]++\' "$f"',
    ),
)


def _filter(lines: list[str], facts: Facts) -> list[str]:
    return lines[:1] + [line for line in lines[1:] if facts["low"] <= int(line.split(",")[2]) <= facts["high"]]


def _draw_filter(rng: Random, tree: Tree) -> Facts:
    low = rng.randint(3, 20)
    return {"ext": _pick(rng, tree, "csv"), "low": low, "high": rng.randint(low + 8, 39)}


FILTER = Step(
    _draw_filter,
    lambda f: (
        f"{_CSV}Rewrite each .csv file with LF line ends: its header, then only the rows whose qty is from "
        f"{f['low']} to {f['high']}, "
        "in their order. Empty files stay empty."
    ),
    lambda tree, f: _rewritten(tree, "csv", lambda lines: _filter(lines, f)),
    lambda f: _rewrite_script(
        "csv", f'awk -F, \'{{ sub(/\\r$/, "") }} FNR == 1 || ($3 >= {f["low"]} && $3 <= {f["high"]})\' "$f"'
    ),
)


def _draw_split(rng: Random, tree: Tree) -> Facts:
    large = sorted(path for path, text in tree.items() if len(lines_of(text)) >= 5 and "'" not in path)
    if not large:
        raise Conflict("nothing to split")
    path = rng.choice(large)
    count = len(lines_of(tree[path]))
    return {
        "path": path,
        "lines": rng.randint(max(2, count // 9), max(3, count // 2)),
        "to": rng.choice(("parts", "pieces/of it", "cut")),
    }


def _split(tree: Tree, facts: Facts) -> Tree:
    if facts["path"] not in tree or any(path.startswith(facts["to"] + "/") for path in tree):
        raise Conflict("split")
    rest = {path: text for path, text in tree.items() if path != facts["path"]}
    lines = tree[facts["path"]].split("\n")
    pieces = [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    for number, at in enumerate(range(0, len(pieces), facts["lines"]), 1):
        rest[f"{facts['to']}/part-{number:02d}.txt"] = "".join(pieces[at : at + facts["lines"]])
    return rest


SPLIT = Step(
    _draw_split,
    lambda f: (
        f'Cut the file "{f["path"]}" into pieces of {f["lines"]} lines (the last may be shorter): "{f["to"]}/part-01.txt", '
        f'"{f["to"]}/part-02.txt" and so on. All bytes stay as they are, so that the pieces joined give the file. Then delete the file.'
    ),
    _split,
    lambda f: (
        f"mkdir -p '{f['to']}'\nsplit -l {f['lines']} -a 2 --numeric-suffixes=1 --additional-suffix=.txt "
        f"'./{f['path']}' "
        f"'{f['to']}/part-'\nrm './{f['path']}'"
    ),
)

STEPS: dict[str, Step] = {
    "collect": COLLECT,
    "tally": TALLY,
    "sums": SUMS,
    "columns": COLUMNS,
    "frequent": FREQUENT,
    "index": INDEX,
    "ends": ENDS,
    "concat": CONCAT,
    "rename": RENAME,
    "gather": GATHER,
    "dated": DATED,
    "drop_empty": DROP_EMPTY,
    "drop_same": DROP_SAME,
    "unix_ends": UNIX_ENDS,
    "replace": REPLACE,
    "unique": UNIQUE,
    "filter": FILTER,
    "split": SPLIT,
}
