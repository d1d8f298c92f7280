"""Planted faults: ``python -m benchmarks.mutation ID ...`` counts those that the tests of an entry notice.

Mutants of the generator's and the verifier's modules are drawn (`benchmarks.mutation_operators`). One that changes no
task (or, of a verifier, no verdict) is not counted. The others meet the entry's own tests and conformance, each time in
a process of its own: first with few draws, which notice most of them quickly, and what passes there with all. What
survives is listed, to be read: it is either a fault that no test sees, or a change to other tasks that are right as
well. The latter are written into ``mutation_harmless.txt`` with a reason, and counted apart.

The digests of tests/test_golden.py, which notice every change whatever it is, take no part.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

import rlvr

from .mutation_children import Planted, in_child, load
from .mutation_modules import file_of, modules_of
from .mutation_operators import Mutant, mutants
from .mutation_trials import conforms, differs, modules_loaded, passes, tasks, verdicts

ROOT = Path(rlvr.__file__).parent
HARMLESS = Path(__file__).with_name("mutation_harmless.txt")
DRAWS = (30, 100, 200)
"""Draws of conformance: the fewest with which the entry as it is conforms (a rare wording may need more)."""
FATES = ("tests", "conformance", "harmless", "survived")


@cache
def harmless() -> dict[tuple[str, str, str], str]:
    """The survivors that were read and found harmless: the reason by entry, module and change."""
    found = {}
    for record in HARMLESS.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in record.splitlines() if line and not line.startswith("#")]
        if lines:
            (entry, module), change, reason = lines[0].split(), lines[1], lines[2]
            found[entry, module, change] = reason
    return found


class Measurement:
    """One entry, its tests and what is known of it without any fault."""

    def __init__(self, name: str) -> None:
        spec = rlvr.get(name)
        self.id, self.name = spec.id, spec.name
        self.modules = modules_of(spec)
        self.test = ROOT / "tests" / "tasks" / f"test_{spec.name.replace('-', '_')}.py"
        if not self.test.exists():
            raise SystemExit(f"{spec.id} has no tests of its own at {self.test.relative_to(ROOT)}")
        load(in_child(partial(modules_loaded, self.test, self.id), 600).said.splitlines())
        self.kills: Counter[str] = Counter()
        """How many mutants each test has noticed: those that notice most go first."""
        self.seconds: dict[str, float] = {}
        """What each trial may take; one that takes longer has found that the mutant does not end, or is too slow."""
        self.tasks = self._as_it_is("tasks", lambda: " ".join(tasks(self.id))).split()
        self.verdicts = self._as_it_is("verdicts", lambda: " ".join(verdicts(self.id))).split()
        for self.draws in DRAWS:
            found = self._as_it_is("conformance", partial(conforms, self.id, self.draws, ".verifiers."))
            if not found:
                break
        for what, work in self._trials(""):
            if what != "conformance":
                found = found or self._as_it_is(what, work)
        if found:
            raise SystemExit(f"{self.id} fails without any fault: {found}")

    def _as_it_is(self, what: str, work: Callable[[], str]) -> str:
        """What work says without any fault; what it takes sets the time of mutants."""
        outcome = in_child(work, 1000)
        if not outcome.ended or outcome.said.startswith("failed: "):
            raise SystemExit(f"{self.id}, {what}: {outcome.said or 'does not end'}")
        self.seconds[what] = 5 * outcome.seconds + 5
        print(f"  {outcome.seconds:5.1f} s {what}, without any fault", file=sys.stderr, flush=True)
        return outcome.said

    def _trials(self, module: str) -> Iterator[tuple[str, Callable[[], str]]]:
        """The trials, the cheapest first: most mutants do not get beyond the first."""
        yield "quick tests", partial(passes, self.test, "quick", self.kills)
        yield "conformance", partial(conforms, self.id, self.draws, module)
        yield "tests", partial(passes, self.test, "full", self.kills)

    def fate(self, module: str, mutant: Mutant) -> str:
        """What becomes of a mutant: ``same``, or one of `FATES`."""
        planted = Planted(module, compile(mutant.tree(), f"<mutant of {module}>", "exec"))

        def notices(what: str, work: Callable[[], str]) -> str:
            outcome = in_child(work, self.seconds[what], planted)
            return outcome.said if outcome.ended else "does not end"

        is_verifier = ".verifiers." in module
        if not notices(
            "verdicts" if is_verifier else "tasks",
            lambda: (
                differs(verdicts(self.id), self.verdicts)
                if is_verifier
                else differs(tasks(self.id), self.tasks)
            ),
        ):
            return "same"
        for what, work in self._trials(module):
            if found := notices(what, work):
                self.kills[found] += 1
                return what.removeprefix("quick ")
        return "harmless" if (self.name, short(module), mutant.change) in harmless() else "survived"

    def run(self, count: int, seed: int) -> Iterator[tuple[str, Mutant, str]]:
        """Module, mutant and fate of `count` mutants that change something."""
        pool = [
            (module, mutant)
            for module in self.modules
            for mutant in mutants(file_of(module).read_text("utf-8"))
        ]
        random.Random(f"{self.id} {seed}").shuffle(pool)
        # Half of them are of words, as far as there are so many.
        words, code = ([pair for pair in pool if pair[1].kind == kind] for kind in ("words", "code"))
        counted = 0
        for turn in range(max(len(words), len(code))):
            for pairs in (words, code):
                if turn < len(pairs) and counted < count:
                    module, mutant = pairs[turn]
                    started = time.monotonic()
                    found = self.fate(module, mutant)
                    took = time.monotonic() - started
                    print(f"  {took:5.1f} s {found}: {mutant.change}", file=sys.stderr, flush=True)
                    if found != "same":
                        counted += 1
                        yield module, mutant, found


def short(module: str) -> str:
    """A module's name without that of the package."""
    return module.removeprefix("rlvr.")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure entries one after the other; the table and the survivors go to the standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="+")
    parser.add_argument("--mutants", type=int, default=30, help="mutants of each entry that change something")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    print("| entry | mutants | noticed by its tests | by conformance | harmless (read) | survived | noticed |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    survivors = []
    total: Counter[str] = Counter()
    for name in options.ids:
        started = time.monotonic()
        fates: Counter[str] = Counter()
        for module, mutant, fate in Measurement(name).run(options.mutants, options.seed):
            fates[fate] += 1
            if fate == "survived":
                survivors.append((name, module, mutant))
        total += fates
        print(_row(name, fates), flush=True)
        took = time.monotonic() - started
        print(f"{name}: {took:.0f} s, {took / max(fates.total(), 1):.1f} s a mutant", file=sys.stderr)
    print(_row("all", total))
    print("\nSurvivors:\n")
    for name, module, mutant in survivors:
        print(f"{name} {short(module)}\n{mutant.change}\n({mutant.kind}, line {mutant.line})\n")


def _row(name: str, fates: Counter[str]) -> str:
    shown = [fates.total(), *(fates[fate] for fate in FATES)]
    faults = fates.total() - fates["harmless"]
    share = f"{1 - fates['survived'] / faults:.0%}" if faults else ""
    return f"| {' | '.join(map(str, [name, *shown, share]))} |"


if __name__ == "__main__":
    main()
