"""Steps that rename, move or delete files."""

from __future__ import annotations

import re
from random import Random

from ...english import counted
from .step import Facts, Step, ending, leaf, loop, moved_to, pick
from .trees import Tree


def _renamed(name: str, facts: Facts) -> str:
    name = name.replace(" ", facts["fill"])
    return name.lower() if facts["lower"] else name


def _rename(tree: Tree, facts: Facts) -> Tree:
    targets = {}
    for path in ending(tree, facts["ext"]):
        folder, _, name = path.rpartition("/")
        new = _renamed(name, facts)
        if new != name:
            targets[path] = f"{folder}/{new}" if folder else new
    return moved_to(tree, targets)


RENAME = Step(
    lambda rng, tree: {
        "ext": pick(rng, tree, "txt", "csv", "log", "md"),
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
        f"{loop(f['ext'])}\n  d=${{f%/*}} n=${{f##*/}}\n  m=$(printf '%s' \"$n\" | tr ' ' "
        f"'{f['fill']}'{' | tr A-Z a-z' if f['lower'] else ''})\n"
        '  [ "$n" = "$m" ] || mv "$f" "$d/$m"\ndone'
    ),
)


def _gather(tree: Tree, facts: Facts) -> Tree:
    targets = {}
    for path in ending(tree, facts["ext"]):
        new = f"{facts['to']}/{leaf(path)}"
        if new != path:
            targets[path] = new
    return moved_to(tree, targets)


GATHER = Step(
    lambda rng, tree: {
        "ext": pick(rng, tree, "txt", "csv", "log", "md", "conf", "tmp"),
        "to": rng.choice(("gathered", "collected files", "sorted/by type", "store", "pile 1")),
    },
    lambda f: (
        f"Move all files whose names end in .{f['ext']}, wherever they are, directly into the folder "
        f'"{f["to"]}" (make it if it is '
        "not there); their names stay the same."
    ),
    _gather,
    lambda f: (
        f"mkdir -p '{f['to']}'\n{loop(f['ext'])}\n  t='./{f['to']}'/${{f##*/}}\n  [ \"$f\" = \"$t\" ] || mv "
        f'"$f" "$t"\ndone'
    ),
)

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _dated(tree: Tree, facts: Facts) -> Tree:
    targets = {}
    for path in sorted(tree):
        found = _DATE.search(leaf(path))
        if found is not None and found.group() < facts["before"]:
            year, month, _ = found.group().split("-")
            new = f"{facts['to']}/{year}/{month}/{leaf(path)}"
            if new != path:
                targets[path] = new
    return moved_to(tree, targets)


DATED = Step(
    lambda rng, tree: {
        "to": rng.choice(("archive", "by date", "history")),
        "before": rng.choice(("2023-01-01", "2024-01-01", "2023-07-01", "2030-01-01")),
    },
    lambda f: (
        "Some file names (not folders) contain a date such as 2023-05-17; no name has two. Move each file "
        "whose name has a date "
        f'before {f["before"]} into "{f["to"]}/YYYY/MM", with year and month of that date; the names stay the '
        f"same."
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


def _drop_small(tree: Tree, facts: Facts) -> Tree:
    return {path: text for path, text in tree.items() if len(text) > facts["most"]}


def _draw_small(rng: Random, tree: Tree) -> Facts:
    sizes = sorted(len(text) for text in tree.values())
    return {
        "most": max(0, rng.choice(sizes[: len(sizes) // 2 + 1]) + rng.choice((-1, 0, 0, 1, rng.randint(2, 40))))
    }


DROP_SMALL = Step(
    _draw_small,
    lambda f: (
        f"Delete all files of at most {counted(f['most'], 'byte')}."
        if f["most"]
        else "Delete all files of size 0."
    ),
    _drop_small,
    lambda f: f"find . -type f -size -{f['most'] + 1}c -delete",
)


def _drop_same(tree: Tree, facts: Facts) -> Tree:
    kept: Tree = {}
    seen: set[str] = set()
    for path in sorted(tree, reverse=facts["last"]):
        if not path.endswith(facts["tail"]):
            kept[path] = tree[path]
        elif tree[path] not in seen:
            seen.add(tree[path])
            kept[path] = tree[path]
    return kept


DROP_SAME = Step(
    lambda rng, tree: {
        "last": rng.random() < 0.4,
        "tail": rng.choice(("", f".{pick(rng, tree, 'txt', 'md', 'log', 'tmp')}")),
    },
    lambda f: (
        f"Among {'the files whose names end in ' + f['tail'] if f['tail'] else 'files'} with exactly the same contents "
        "(empty files are the same, too), keep only the one whose path is "
        f"{'last' if f['last'] else 'first'} in the order of the paths, and delete the others."
    ),
    _drop_same,
    lambda f: (
        "declare -A seen=()\nwhile IFS= read -r -d '' f; do\n  h=$(sha256sum < \"$f\")\n  if [[ "
        f'${{seen[$h]}} ]]; then rm "$f"; fi\n'
        f"  seen[$h]=1\ndone < <(find . -type f -name '*{f['tail']}' -print0 | sort -z{'r' if f['last'] else ''})"
    ),
)
