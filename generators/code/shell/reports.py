"""Steps that write a report on the files of a tree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random

from .step import CSV, Facts, Step, ending, find, joined, lines_of, loop, pick, report, with_file
from .trees import Tree, events


def _draw_collect(rng: Random, tree: Tree) -> Facts:
    ext = pick(rng, tree, "log", "log", "conf")
    return {"ext": ext, "word": rng.choice(events()), "out": report(rng, "hits", "found", "lines")}


def _collect(tree: Tree, facts: Facts) -> Tree:
    found = [
        line for path in ending(tree, facts["ext"]) for line in lines_of(tree[path]) if facts["word"] in line
    ]
    return with_file(tree, facts["out"], joined(found))


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
        f'{find(f["ext"])} | xargs -0 -r awk \'{{ sub(/\\r$/, "") }} index($0, "{f["word"]}")\' > {f["out"]}'
    ),
)


def _tally(tree: Tree, facts: Facts) -> Tree:
    counts = Counter(
        line.split(" ")[facts["field"] - 1].rstrip(":")
        for path in ending(tree, "log")
        for line in lines_of(tree[path])
    )
    rows = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return with_file(tree, facts["out"], joined([f"{name} {count}" for name, count in rows]))


TALLY = Step(
    lambda rng, tree: {
        "field": rng.choice((3, 4)),
        "out": report(rng, "tally", "counts"),
        "ext": pick(rng, tree, "log"),
    },
    lambda f: (
        "Lines of .log files are: date, time, level and service, separated by single spaces (the service has "
        "a colon behind "
        f"it), then a message. Count the lines of all .log files by "
        f"{'level' if f['field'] == 3 else 'service (without the colon)'}. "
        f'Write to {f["out"]} a line "name count" for each; highest count first, equal counts in byte order '
        f"of the names."
    ),
    _tally,
    lambda f: (
        f'{find("log")} | xargs -0 -r awk \'{{ sub(/\\r$/, ""); k = ${f["field"]}; sub(/:$/, "", k); n[k]++ '
        f"}} "
        f"END {{ for (k in n) print k, n[k] }}' | sort -k2,2nr -k1,1 > {f['out']}"
    ),
)


def _sums(tree: Tree, facts: Facts) -> Tree:
    totals: Counter[str] = Counter()
    for path in ending(tree, "csv"):
        for line in lines_of(tree[path])[1:]:
            _, item, qty, price = line.split(",")
            totals[item] += int(qty) * (int(price) if facts["money"] else 1)
    rows = sorted(f"{item},{total}" for item, total in totals.items() if total >= facts["least"])
    return with_file(tree, facts["out"], joined(rows))


SUMS = Step(
    lambda rng, tree: {
        "money": rng.random() < 0.5,
        "least": rng.choice((0, rng.randint(20, 400))),
        "out": report(rng, "sums", "totals", "per item"[:3]),
        "ext": pick(rng, tree, "csv"),
    },
    lambda f: (
        f"{CSV}Over all .csv files, add up {'qty times price' if f['money'] else 'qty'} for each item. Write "
        f"to {f['out']} a line "
        f'"item,sum" for each item{" whose sum is at least " + str(f["least"]) if f["least"] else ""}, '
        f"without a header, lines in byte order."
    ),
    _sums,
    lambda f: (
        f'{find("csv")} | xargs -0 -r awk -F, \'{{ sub(/\\r$/, "") }} FNR > 1 {{ s[$2] += '
        f"$3{' * $4' if f['money'] else ''} }} "
        f'END {{ for (k in s) if (s[k] >= {f["least"]}) printf "%s,%d\\n", k, s[k] }}\' | sort > {f["out"]}'
    ),
)


def _columns(tree: Tree, facts: Facts) -> Tree:
    rows = {
        facts["sep"].join(line.split(",")[number - 1] for number in facts["order"])
        for path in ending(tree, "csv")
        for line in lines_of(tree[path])[1:]
        if int(line.split(",")[2]) >= facts["least"]
    }
    return with_file(tree, facts["out"], joined(sorted(rows)))


COLUMNS = Step(
    lambda rng, tree: {
        "order": rng.sample((1, 2, 3, 4), rng.choice((2, 3))),
        "least": rng.randint(5, 30),
        "sep": rng.choice((";", "|", ":")),
        "out": report(rng, "rows", "table", "extract"),
        "ext": pick(rng, tree, "csv"),
    },
    lambda f: (
        f"{CSV}From the rows of all .csv files whose qty is {f['least']} or more, take the columns "
        f"{', '.join(('date', 'item', 'qty', 'price')[n - 1] for n in f['order'])}, in this order, with "
        f"{f['sep']} between them. "
        f"Write these lines to {f['out']}, in byte order, each different line once, without a header."
    ),
    _columns,
    lambda f: (
        f"{find('csv')} | xargs -0 -r awk -F, -v OFS='{f['sep']}' '{{ sub(/\\r$/, \"\") }} FNR > 1 && $3 >= "
        f"{f['least']} "
        f"{{ print {', '.join(f'${n}' for n in f['order'])} }}' | sort -u > {f['out']}"
    ),
)


def _frequent(tree: Tree, facts: Facts) -> Tree:
    counts = Counter(
        word.lower() for path in ending(tree, facts["ext"]) for word in re.findall("[A-Za-z]+", tree[path])
    )
    rows = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[: facts["top"]]
    return with_file(tree, facts["out"], joined([f"{count} {word}" for word, count in rows]))


FREQUENT = Step(
    lambda rng, tree: {
        "ext": pick(rng, tree, "txt", "md"),
        "top": rng.randint(3, 15),
        "out": report(rng, "words", "top"),
    },
    lambda f: (
        f"Count the words of all .{f['ext']} files together. A word is an unbroken run of the letters A-Z and "
        f"a-z, as long as possible, "
        f"within one file; capital and small letters are the same. Write the {f['top']} most frequent to "
        f"{f['out']} (all, if "
        'there are fewer) as lines "count word", the word in small letters; highest count first, equal '
        "counts in byte order of the words."
    ),
    _frequent,
    lambda f: (
        f"{find(f['ext'])} | xargs -0 -r awk 1 | tr -cs 'A-Za-z' '\\n' | tr 'A-Z' 'a-z' | grep . | sort | "
        f"uniq -c |\n"
        f"  sort -k1,1nr -k2,2 | head -n {f['top']} | awk '{{ print $1, $2 }}' > {f['out']}"
    ),
)


def _index(tree: Tree, facts: Facts) -> Tree:
    measure: Callable[[str], int] = len if facts["bytes"] else lambda text: len(lines_of(text))
    return with_file(tree, facts["out"], joined([f"{measure(tree[path])} {path}" for path in sorted(tree)]))


INDEX = Step(
    lambda rng, tree: {"bytes": rng.random() < 0.5, "out": report(rng, "INDEX", "index", "contents")},
    lambda f: (
        f"Write to {f['out']} an index of all other files in the whole tree: a line "
        f'"{"size" if f["bytes"] else "lines"} path" for each, with '
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
        for path in ending(tree, facts["ext"])
        if tree[path]
    ]
    return with_file(tree, facts["out"], joined(rows))


ENDS = Step(
    lambda rng, tree: {
        "ext": pick(rng, tree, "log", "csv", "txt"),
        "last": rng.random() < 0.6,
        "out": report(rng, "ends", "glimpse", "overview"),
    },
    lambda f: (
        f'Write to {f["out"]}, for each .{f["ext"]} file that is not empty, a line "path: text" with its path '
        f"and its "
        f"{'last' if f['last'] else 'first'} line; in the order of the paths."
    ),
    _ends,
    lambda f: (
        f'{loop(f["ext"])}\n  [ -s "$f" ] || continue\n'
        f'  printf \'%s: %s\\n\' "${{f#./}}" "$({"tail" if f["last"] else "head"} -n 1 "$f" | tr -d '
        f"'\\r\\n')\"\ndone > {f['out']}"
    ),
)


def _concat(tree: Tree, facts: Facts) -> Tree:
    lines: list[str] = []
    for path in ending(tree, facts["ext"]):
        lines += [f"{facts['mark']} {path}", *lines_of(tree[path])]
    kept = (
        tree if not facts["delete"] else {p: t for p, t in tree.items() if p not in ending(tree, facts["ext"])}
    )
    return with_file(kept, facts["out"], joined(lines))


CONCAT = Step(
    lambda rng, tree: {
        "ext": pick(rng, tree, "txt", "md", "conf"),
        "mark": rng.choice(("==", "#", "File:", ">>>")),
        "delete": rng.random() < 0.5,
        "out": report(rng, "all", "joined", "bundle"),
    },
    lambda f: (
        f"Join all .{f['ext']} files into {f['out']}, in the order of their paths: for each file a line "
        f'"{f["mark"]} path" with its path, then its '
        f"lines{'. Then delete the files that were joined' if f['delete'] else '. The files themselves stay'}."
    ),
    _concat,
    lambda f: (
        f"{loop(f['ext'])}\n  printf '%s %s\\n' '{f['mark']}' \"${{f#./}}\"\n  awk '{{ sub(/\\r$/, \"\"); "
        f'print }}\' "$f"\ndone > {f["out"]}'
        + (f"\nfind . -type f -name '*.{f['ext']}' -delete" if f["delete"] else "")
    ),
)
