"""``python -m benchmarks.import_time``: what the registry's entries add to the time of ``import rlvr``.

The package is imported with its own registry, with 500 entries in 20 included files, and with none. Each import has a
fresh process, and the three take turns, so that a slow minute of the machine hits all of them. A ratio is the median
of the turns' ratios of CPU time. The 500 entries are the package's own, again and again, under other ids.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import rlvr

from .report import machine

ENTRIES, FILES = 500, 20
GOAL = 1.3
ROWS = ("no entries", "its own registry", f"{ENTRIES} entries in {FILES} files")

_PACKAGE = Path(rlvr.__file__).parent
_CHILD = """
import json, sys, time
clock = time.process_time
times = [clock()]
import rlvr
times.append(clock())
loaded = "yaml" in sys.modules
ids = list(rlvr.registry._files)
for name in ids[:1]:
    rlvr.get(name)
times.append(clock())
count = len(rlvr.specs())
times.append(clock())
assert count == len(ids) and rlvr.__file__.startswith(sys.argv[1])
print(json.dumps([count, loaded, *(after - before for before, after in zip(times, times[1:]))]))
"""


def package(folder: Path, registry: str | None) -> Path:
    """A folder from which this package is imported; with another index of tasks, if one is given."""
    (folder / "rlvr").mkdir(parents=True)
    for part in _PACKAGE.iterdir():
        if part.name != "registry.yaml" or registry is None:
            (folder / "rlvr" / part.name).symlink_to(part, target_is_directory=part.is_dir())
    if registry is not None:
        (folder / "rlvr" / "registry.yaml").write_text(registry, encoding="utf-8")
    return folder


def many(folder: Path) -> Path:
    """The package with `ENTRIES` entries, in `FILES` files that its index includes."""
    written = [path.read_text(encoding="utf-8") for path in sorted(_PACKAGE.glob("generators/*/tasks.yaml"))]
    own = [part for text in written for part in re.split(r"^(?=  - id: )", text, flags=re.M)[1:]]
    own = [
        part for part in own if "\n    plays: " not in part
    ]  # it names an entry above it, which has another id here
    entries = [_renamed(entry, number) for number, entry in enumerate(islice(cycle(own), ENTRIES))]
    names = [f"made-{number}.yaml" for number in range(FILES)]
    package(folder, "include:\n" + "".join(f"  - {name}\n" for name in names))
    for number, name in enumerate(names):
        (folder / "rlvr" / name).write_text("tasks:\n" + "".join(entries[number::FILES]), encoding="utf-8")
    return folder


def _renamed(entry: str, number: int) -> str:
    """An entry under another id; its anchors get other names, because a file may have one of each name."""
    entry = re.sub(r"id: \S+", f"id: rlvr/made-{number}-v0", entry.rstrip() + "\n\n", count=1)
    return re.sub(r"(- [&*]\w+)", rf"\g<1>-{number}", entry)


def measure(turns: int) -> dict[str, dict[str, float]]:
    """Milliseconds of CPU time for each of `ROWS`, and their ratios to the first; medians over the turns."""
    found: dict[str, list[list[float]]] = {row: [] for row in ROWS}
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        folders = [package(top / "none", "tasks: []\n"), package(top / "own", None), many(top / "many")]
        for _ in range(turns + 1):
            for row, folder in zip(ROWS, folders, strict=True):
                found[row].append(_child(folder))
    runs = {row: seen[1:] for row, seen in found.items()}  # the first turn fills the disk cache
    bare = [run[2] for run in runs[ROWS[0]]]
    return {
        row: {
            "entries": seen[0][0],
            "import_ms": 1000 * median(run[2] for run in seen),
            "ratio": median(run[2] / without for run, without in zip(seen, bare, strict=True)),
            "yaml_imported": any(run[1] for run in seen),
            "first_entry_ms": 1000 * median(run[3] for run in seen),
            "all_entries_ms": 1000 * median(run[4] for run in seen),
        }
        for row, seen in runs.items()
    }


def _child(folder: Path) -> list[float]:
    # -P: the folder in which the benchmark was started must not be taken for libraries of the same name.
    command = [sys.executable, "-P", "-c", _CHILD, str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: list[float] = json.loads(done.stdout)
    return found


def page(results: dict[str, dict[str, float]], command: str) -> str:
    """The results as a page to read."""
    here = machine()
    lines = [
        "# Time of `import rlvr`: measured",
        "",
        f"Written by `{command}`, {here['python']}, {here['cores']} cores, shared with other work: read the ratios.",
        "",
        "CPU time in fresh processes that take turns; medians, and a ratio is the median of the turns' ratios. The "
        f"goal is a ratio of at most {GOAL}. *First entry* is what asking for one entry by its id takes then, *all "
        "entries* what asking for all others takes after it.",
        "",
        "| registry | entries | import, ms | ratio to none | met | first entry, ms | all entries, ms |",
        "| --- | ---: | ---: | ---: | --- | ---: | ---: |",
    ]
    for row, found in results.items():
        met = "yes" if found["ratio"] <= GOAL else "**no**"
        lines.append(
            f"| {row} | {found['entries']:.0f} | {found['import_ms']:.1f} | {found['ratio']:.2f} | {met} | "
            f"{found['first_entry_ms']:.1f} | {found['all_entries_ms']:.1f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.import_time", description=__doc__)
    parser.add_argument("--turns", type=int, default=25)
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers here")
    parser.add_argument("--markdown", type=Path, metavar="OUT", help="write the page here")
    chosen = parser.parse_args()
    results = measure(chosen.turns)
    text = page(results, f"python -m benchmarks.import_time --turns {chosen.turns}")
    print(text)
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    if chosen.markdown:
        chosen.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
