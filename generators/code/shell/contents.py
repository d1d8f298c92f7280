"""Steps that change what is in files."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...english import counted
from .step import CSV, Conflict, Facts, Step, ending, joined, lines_of, loop, pick
from .trees import Tree, events, words


def _rewritten(tree: Tree, ext: str, change: Callable[[list[str]], list[str]]) -> Tree:
    return {**tree, **{path: joined(change(lines_of(tree[path]))) for path in ending(tree, ext)}}


def _rewrite_script(ext: str, program: str) -> str:
    return f'{loop(ext)}\n  {program} > "$f.new" && mv "$f.new" "$f"\ndone'


UNIX_ENDS = Step(
    lambda rng, tree: {"ext": pick(rng, tree, "txt", "csv", "md", "conf")},
    lambda f: (
        f"Give all .{f['ext']} files line ends of LF alone, with one behind the last line as well; empty files "
        f"stay empty."
    ),
    lambda tree, f: _rewritten(tree, f["ext"], lambda lines: lines),
    lambda f: _rewrite_script(f["ext"], 'awk \'{ sub(/\\r$/, ""); print }\' "$f"'),
)


def _draw_replace(rng: Random, tree: Tree) -> Facts:
    ext = pick(rng, tree, "txt", "md", "log", "conf")
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
        **{path: tree[path].replace(f["old"], f["new"]) for path in ending(tree, f["ext"])},
    },
    lambda f: (
        f"find . -type f -name '*.{f['ext']}' -exec sed -i "
        f"'s|{f['old']}|{f['new'].replace('&', chr(92) + '&')}|g' {{}} +"
    ),
)


def _unique(lines: list[str], facts: Facts) -> list[str]:
    kept = [line for line in lines if len(line) >= facts["least"]]
    return sorted(set(kept)) if facts["sort"] else list(dict.fromkeys(kept))


UNIQUE = Step(
    lambda rng, tree: {
        "ext": pick(rng, tree, "txt", "md", "conf"),
        "sort": rng.random() < 0.5,
        "least": rng.choice((0, rng.randint(1, 20))),
    },
    lambda f: (
        f"Rewrite each .{f['ext']} file with LF line ends and without repeated lines: "
        + (
            "sorted in byte order, each different line once."
            if f["sort"]
            else "of equal lines only the first stays; the order stays."
        )
        + (
            f" Lines shorter than {counted(f['least'], 'byte')} (without their ends) are left out."
            if f["least"]
            else ""
        )
    ),
    lambda tree, f: _rewritten(tree, f["ext"], lambda lines: _unique(lines, f)),
    lambda f: _rewrite_script(
        f["ext"],
        f'awk \'{{ sub(/\\r$/, "") }} length($0) >= {f["least"]}\' "$f" | sort -u'
        if f["sort"]
        else f'awk \'{{ sub(/\\r$/, "") }} length($0) >= {f["least"]} && !seen[$0]++\' "$f"',
    ),
)


def _filter(lines: list[str], facts: Facts) -> list[str]:
    return lines[:1] + [line for line in lines[1:] if facts["low"] <= int(line.split(",")[2]) <= facts["high"]]


def _draw_filter(rng: Random, tree: Tree) -> Facts:
    low = rng.randint(3, 20)
    return {"ext": pick(rng, tree, "csv"), "low": low, "high": rng.randint(low + 8, 39)}


FILTER = Step(
    _draw_filter,
    lambda f: (
        f"{CSV}Rewrite each .csv file with LF line ends: its header, then only the rows whose qty is from "
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
        f'Cut the file "{f["path"]}" into pieces of {f["lines"]} lines (the last may be shorter): '
        f'"{f["to"]}/part-01.txt", '
        f'"{f["to"]}/part-02.txt" and so on. All bytes stay as they are, so that the pieces joined give the '
        f"file. Then delete the file."
    ),
    _split,
    lambda f: (
        f"mkdir -p '{f['to']}'\nsplit -l {f['lines']} -a 2 --numeric-suffixes=1 --additional-suffix=.txt "
        f"'./{f['path']}' "
        f"'{f['to']}/part-'\nrm './{f['path']}'"
    ),
)
