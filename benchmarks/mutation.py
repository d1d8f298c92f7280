"""Planted faults: ``python -m benchmarks.mutation ID ...`` counts those that the tests of an entry notice.

Mutants of the generator's and the verifier's module are drawn (`benchmarks.mutation_operators`). One that changes no
task (or, of a verifier, no verdict) is not counted. The others meet the entry's own tests and, where these pass,
conformance; each in a process of its own. What survives is listed, to be read: it is either a fault that no test
sees, or a change to other tasks that are right as well (harmless).

The digests of tests/test_golden.py, which notice every change whatever it is, take no part.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.abc
import importlib.util
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NoReturn

import pytest

import rlvr
from rlvr.conformance import check
from rlvr.conformance.properties import ALL

from .mutation_operators import Mutant, mutants

ROOT = Path(rlvr.__file__).parent
TASKS = 25
"""Tasks of each level that are compared."""
DRAWS = 30
SECONDS = {"digest": 30, "tests": 120, "conformance": 120}
"""What each part may take; one that takes longer has found that the mutant does not end, or that it is far too slow."""
IGNORED = {"deterministic", "speed"}
"""Properties that start an interpreter of their own, which does not know of the mutant, or measure time."""


class _Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes one module from a mutant instead of from its file."""

    def __init__(self, module: str, code: CodeType) -> None:
        self.module, self.code = module, code

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        """The mutant, if it is asked for."""
        if fullname != self.module:
            return None
        file = ROOT.joinpath(*fullname.split(".")[1:]).with_suffix(".py")
        return importlib.util.spec_from_file_location(fullname, file, loader=self)

    def create_module(self, spec: Any) -> None:
        """The usual module object."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the mutant."""
        exec(self.code, module.__dict__)


def modules_of(spec: rlvr.TaskSpec) -> list[str]:
    """The modules that mutants are made of: an entry's generator with the questions beside it, and its verifier."""
    generator = spec.generator.partition(":")[0]
    found = [generator]
    stem = generator.rpartition(".")[2]
    folder = ROOT.joinpath(*generator.strip(".").split(".")).parent
    found += [
        f"{generator.rpartition('.')[0]}.{file.stem}"
        for file in sorted(folder.glob("*_questions.py"))
        if file.stem.rstrip("s").startswith(stem.rstrip("s")) or file.stem == f"{stem.rstrip('s')}_questions"
    ]
    verifier = spec.verifier.partition(":")[0]
    if verifier.split(".")[-2] != "math":
        found.append(verifier)
    return [f"rlvr{name}" if name.startswith(".") else name for name in found]


def _digest(spec: rlvr.TaskSpec) -> str:
    sha = hashlib.sha256()
    for level in spec.levels:
        for seed in range(TASKS):
            row = spec.task(level, seed).to_json()
            told = {name: row[name] for name in ("prompt", "payload", "answer", "trace", "fingerprint")}
            sha.update(json.dumps(told, sort_keys=True).encode())
    return sha.hexdigest()


def _verdicts(spec: rlvr.TaskSpec) -> str:
    from rlvr.answer_mutations import mutants as near
    from rlvr.generators.base import rng_for

    sha = hashlib.sha256()
    for level in spec.levels:
        for seed in range(6):
            task = spec.task(level, seed)
            rng = rng_for(f"verdicts {level} {seed}")
            answers = [task.answer, f" {task.answer}.", f"**{task.answer}**", "", *near(task.answer, rng, 25)]
            for answer in answers:
                verdict = spec.verify_answer(task.payload, answer)
                sha.update(f"{verdict.score} {verdict.reason}".encode())
    return sha.hexdigest()


def _in_child(work: Callable[[], str], seconds: int = SECONDS["digest"]) -> str:
    """What `work` returns, in a forked process; empty if that does not come to an end, ``failed`` if it raises."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder, "said")
        child = os.fork()
        if child == 0:
            _say(work, said, seconds)
        os.waitpid(child, 0)
        with suppress(ProcessLookupError):  # what it may have started
            os.killpg(child, signal.SIGKILL)
        return said.read_text(encoding="utf-8") if said.exists() else ""


def _say(work: Callable[[], str], file: Path, seconds: int) -> NoReturn:
    """Write what `work` returns, and end this process; a signal ends it when the time is up."""
    os.setsid()
    signal.alarm(seconds)
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    try:
        text = work()
    except BaseException as error:
        text = f"failed: {error!r:.200}"
    file.write_text(text, encoding="utf-8")
    os._exit(0)


def _tests_of(spec: rlvr.TaskSpec) -> list[str]:
    own = ROOT / "tests" / "tasks" / f"test_{spec.name.replace('-', '_')}.py"
    if not own.exists():
        raise SystemExit(f"{spec.id} has no tests of its own at {own.relative_to(ROOT)}")
    return [str(own)]


def fate(spec_id: str, module: str, mutant: Mutant, tests: Sequence[str], base: tuple[str, str]) -> str:
    """What becomes of a mutant: ``same``, ``tests``, ``conformance`` (what killed it) or ``survived``."""
    code = compile(mutant.tree, f"<mutant of {module}>", "exec")
    is_verifier = ".verifiers." in module

    def planted(work: Callable[[rlvr.TaskSpec], str]) -> Callable[[], str]:
        def run() -> str:
            sys.meta_path.insert(0, _Planted(module, code))
            return work(rlvr.get(spec_id))

        return run

    def tested(_: rlvr.TaskSpec) -> str:
        return str(int(pytest.main(["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *tests])))

    def conform(spec: rlvr.TaskSpec) -> str:
        properties = tuple(prop for prop in ALL if prop.__name__ not in IGNORED)
        broken = any(check(spec, draws=DRAWS, properties=properties).findings.values())
        return "broken" if broken else "conforms"

    if _in_child(planted(_verdicts if is_verifier else _digest)) == base[is_verifier]:
        return "same"
    if _in_child(planted(tested), SECONDS["tests"]) != "0":
        return "tests"
    return "survived" if _in_child(planted(conform), SECONDS["conformance"]) == "conforms" else "conformance"


def measured(spec: rlvr.TaskSpec, count: int, seed: int) -> Iterator[tuple[str, Mutant, str]]:
    """Module, mutant and fate of `count` mutants that change something."""
    tests = _tests_of(spec)
    base = _in_child(lambda: _digest(rlvr.get(spec.id))), _in_child(lambda: _verdicts(rlvr.get(spec.id)))
    pool = [
        (module, mutant)
        for module in modules_of(spec)
        for mutant in mutants(
            ROOT.joinpath(*module.split(".")[1:]).with_suffix(".py").read_text(encoding="utf-8")
        )
    ]
    random.Random(f"{spec.id} {seed}").shuffle(pool)
    # Half of them are of words, as far as there are so many.
    words, code = ([pair for pair in pool if pair[1].kind == kind] for kind in ("words", "code"))
    counted = 0
    for turn in range(max(len(words), len(code))):
        for pairs in (words, code):
            if turn < len(pairs) and counted < count:
                module, mutant = pairs[turn]
                found = fate(spec.id, module, mutant, tests, base)
                if found != "same":
                    counted += 1
                    yield module, mutant, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="+")
    parser.add_argument("--mutants", type=int, default=30, help="mutants of each entry that change something")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print("| entry | mutants | killed by its tests | by conformance | survived | killed |")
    print("|---|---:|---:|---:|---:|---:|")
    survivors = []
    total = killed = 0
    for name in options.ids:
        spec = rlvr.get(name)
        started = time.monotonic()
        found = list(measured(spec, options.mutants, options.seed))
        fates = [fate_ for _, _, fate_ in found]
        alive = fates.count("survived")
        total, killed = total + len(found), killed + len(found) - alive
        share = f"{1 - alive / len(found):.0%}" if found else ""
        row = [spec.name, len(found), fates.count("tests"), fates.count("conformance"), alive, share]
        print(f"| {' | '.join(map(str, row))} |", flush=True)
        print(f"{spec.name}: {time.monotonic() - started:.0f} s", file=sys.stderr)
        survivors += [(spec.name, module, mutant) for module, mutant, fate_ in found if fate_ == "survived"]
    print(f"\nAll: {killed} of {total} killed ({killed / max(total, 1):.1%}).\n\nSurvivors:\n")
    for name, module, mutant in survivors:
        print(f"- {name}, {module.removeprefix('rlvr.')}:{mutant.line} ({mutant.kind}): `{mutant.change}`")


if __name__ == "__main__":
    main()
