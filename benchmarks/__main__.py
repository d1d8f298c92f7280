"""``python -m benchmarks``: measure, print the page, and write it with ``--json`` and ``--markdown``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import rlvr
from rlvr import TaskSpec, UnknownEnvironment

from .compare import MODULE, PEER, compare, peer_version
from .environments import measure_episodes
from .floors import measure_floors
from .peers import PAIRS
from .processes import measure_files, measure_imports
from .report import Results, page
from .tasks import measure_levels
from .timing import COMPARING, FULL, QUICK, settle


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a rough and fast run, to see that everything works"
    )
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="only this environment; may be repeated"
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers here")
    parser.add_argument("--markdown", type=Path, metavar="OUT", help="write the page here")
    chosen = parser.parse_args(arguments)
    try:
        specs = [rlvr.get(name) for name in chosen.only] if chosen.only else list(rlvr.specs())
    except UnknownEnvironment as error:
        parser.error(str(error))
    words = ["python -m benchmarks", *(["--quick"] if chosen.quick else [])]
    words += [f"--only {name}" for name in chosen.only or []]
    results = run(specs, quick=chosen.quick, command=" ".join(words))
    text = page(results)
    print(text)
    if chosen.json:
        written = json.dumps(results.to_json(), indent=2, ensure_ascii=False) + "\n"
        chosen.json.write_text(written, encoding="utf-8")
    if chosen.markdown:
        chosen.markdown.write_text(text, encoding="utf-8")


def run(specs: list[TaskSpec], *, quick: bool, command: str) -> Results:
    """Measure everything for some registry entries, and tell on the standard error how far it is."""
    effort = QUICK if quick else FULL
    results = Results(command, peer_version(), measure_floors(effort))
    tell("import time")
    modules = ["rlvr", "gymnasium", *([MODULE] if results.peer else [])]
    results.imports = measure_imports(modules, 1 if quick else 7)
    tell("dataset files")
    results.files = measure_files(specs, (100, 200) if quick else (10_000, 100_000))
    names = {spec.name for spec in specs}
    known = {spec.name for spec in rlvr.specs()}
    results.skipped += [
        f"{pair.task}: there is no such environment" for pair in PAIRS if pair.task not in known
    ]
    for spec in specs:
        tell(spec.name)
        settle()
        results.levels[spec.name] = measure_levels(spec, effort)
        results.episodes[spec.name] = measure_episodes(spec, effort)
    if results.peer is None:
        tell(f"{PEER} is not installed: only ours was measured")
        return results
    for pair in PAIRS:
        if pair.task in names:
            tell(f"{pair.task}, {pair.size}, beside {pair.dataset}")
            settle()
            try:
                results.compared.append(compare(pair, QUICK if quick else COMPARING))
            except ValueError as error:
                results.skipped.append(f"{pair.task}, {pair.size}: {error}")
    return results


def tell(note: str) -> None:
    print(note, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
