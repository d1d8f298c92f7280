"""Faults of a repository: planted ones, each one edit of a source file, and real ones from its history."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import SequenceMatcher
from random import Random

from ...generators.code.mutate import Mutant, one_by_one
from ...verifiers.code.repository_import import machinery, readable
from ...verifiers.code.suites import Suite
from ..report import Finding
from . import files
from .git import Commit, Repository
from .report import RepositoryReport
from .settings import Settings
from .trial import State, Unusable, add_canaries, functions, noticed, relevant, text_of, tried

MOST_ANSWER = 40_000
TOGETHER = 8
"""Faults that are tried at one time; no more of a file, so that slots change nothing."""

Planted = tuple[str, Mutant, list[str]]
"""A source file, a fault in it, and the test files that run its line."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that some tests notice.

    Attributes:
        state: the right state.
        fault: the files that differ, with their texts in it; None where one is missing.
        failing: the tests that notice it, in order.
        texts: what they print.
        kind: ``planted`` or ``history``.
        where: a name for reports.
        note: what the prompt says of it.
    """

    state: State
    fault: Mapping[str, str | None]
    failing: Sequence[str]
    texts: Mapping[str, str]
    kind: str
    where: str
    note: str = ""

    @property
    def answer(self) -> str:
        """The repair, as an answer."""
        changes: dict[str, object] = {}
        for path, text in self.fault.items():
            right = readable(self.state.tree[path])
            changes[path] = edits(text, right) if text else right
        return json.dumps(changes, ensure_ascii=False)

    @property
    def canaries(self) -> dict[str, list[str]]:
        """For each place the failing tests that an assertion there makes fail."""
        return {where: sorted(own & set(self.failing)) for where, own in self.state.canaries.items()}


Progress = Callable[[str], object]


def planted(state: State, settings: Settings, report: RepositoryReport, progress: Progress) -> list[Fault]:
    """Plant faults in source files that tests run, and keep those that some tests notice and others do not."""
    counted = report.planted
    kept: Counter[str] = Counter()
    found: list[Fault] = []
    tries = 0
    streams = _streams(state, settings, report)

    def attempt(one: Planted) -> tuple[list[str], dict[str, str]] | Unusable:
        path, mutant, runs = one
        try:
            return noticed(state, {path: mutant.source}, runs)
        except Unusable as error:
            return error

    with ThreadPoolExecutor(TOGETHER) as threads:
        while streams and tries < settings.mutants:
            candidates = _next(streams, min(TOGETHER, settings.mutants - tries))
            tries += len(candidates)
            progress(f"planting faults: {tries} of {settings.mutants} tried, {len(found)} kept")
            for (path, mutant, _), outcome in zip(candidates, threads.map(attempt, candidates), strict=True):
                if isinstance(outcome, Unusable):
                    counted[str(outcome)] += 1
                    continue
                failing, texts = outcome
                where = f"{path}:{mutant.line} ({mutant.kind})"
                fault = Fault(state, {path: mutant.source}, failing, texts, "planted", where)
                reason = unfit(fault, settings.noticed_by)
                counted[reason or "kept"] += 1
                if reason is None:
                    found.append(fault)
                    kept[path] += 1
                    if kept[path] >= settings.per_file:
                        streams.pop(path, None)
    return found


def _next(streams: dict[str, Iterator[Planted]], most: int) -> list[Planted]:
    """The next faults to try, of one file after the other in turn; files without more are taken out."""
    found: list[Planted] = []
    for path in list(streams):
        if len(found) == most:
            break
        one = next(streams[path], None)
        # Its turn comes again behind all others.
        stream = streams.pop(path)
        if one is not None:
            found.append(one)
            streams[path] = stream
    return found


def _streams(state: State, settings: Settings, report: RepositoryReport) -> dict[str, Iterator[Planted]]:
    """For each source file the faults to try in it."""
    streams: dict[str, Iterator[Planted]] = {}
    for path in sorted(path for path in state.tree if files.is_source(path)):
        try:
            source = text_of(state.tree, path)
            if source is not None and source.strip():
                rng = Random(f"{settings.seed} {path}")
                streams[path] = _of_file(state, path, source, functions(source), rng)
        except (Unusable, SyntaxError, ValueError, RecursionError) as error:
            report.notes.append(f"{path}: no faults are planted ({error!s:.120})")
    return streams


def _of_file(
    state: State, path: str, source: str, spans: Sequence[tuple[int, int]], rng: Random
) -> Iterator[Planted]:
    for mutant in one_by_one(source, rng):
        runs = relevant(state, path, spans, mutant.line)
        if runs and not _changes_nothing(source, mutant):
            yield path, mutant, runs


def _changes_nothing(source: str, mutant: Mutant) -> bool:
    """Whether a fault is none: the same program in other words."""
    try:
        return ast.dump(ast.parse(source)) == ast.dump(ast.parse(mutant.source))
    except (SyntaxError, ValueError, RecursionError):
        return True


def from_history(
    repository: Repository, suite: Suite, settings: Settings, report: RepositoryReport, progress: Progress
) -> list[Fault]:
    """The commits that change source and tests, where tests fail with the parent's source and pass with theirs."""
    found: list[Fault] = []
    tries = 0
    for commit in repository.commits():
        sources = [path for path in commit.changed if files.is_source(path)]
        if not sources or not any(files.is_test(path) for path in commit.changed):
            continue
        if tries >= settings.commits:
            report.notes.append(f"older commits than {settings.commits} candidates are not tried (--commits)")
            break
        tries += 1
        where = f"{commit.id[:12]} {commit.subject:.60}"
        progress(f"trying commits: {tries} of {settings.commits}, {len(found)} kept")
        try:
            found.append(_of_commit(repository, commit, sources, suite, where, settings.noticed_by))
            report.history["kept"] += 1
        except Unusable as error:
            reason = str(error).partition(": ")[0]
            report.history[reason] += 1
            report.dropped.append(Finding(tries, where, str(error)))
    return found


def _of_commit(
    repository: Repository, commit: Commit, sources: Sequence[str], suite: Suite, where: str, noticed_by: int
) -> Fault:
    if any(commit.changed[path] not in "AM" for path in sources):
        raise Unusable("it removes or moves source files")
    tree, _ = repository.tree(commit.id)
    before, _ = repository.tree(commit.parent)
    fault: dict[str, str | None] = {}
    for path in sources:
        text_of(tree, path)
        fault[path] = text_of(before, path)
    if all(_same(text, readable(tree[path])) for path, text in fault.items()):
        raise Unusable("its source is the same but for comments")
    state = tried(tree, suite, fault=fault)
    failing, texts = noticed(state, fault, state.tests)
    add_canaries(state, failing)
    made = Fault(state, fault, failing, texts, "history", where, commit.subject)
    reason = unfit(made, noticed_by)
    if reason is not None:
        raise Unusable(reason)
    return made


def _same(before: str | None, after: str) -> bool:
    try:
        return before is not None and ast.dump(ast.parse(before)) == ast.dump(ast.parse(after))
    except (SyntaxError, ValueError, RecursionError):
        return False


def unfit(fault: Fault, noticed_by: int = 1) -> str | None:
    """Why a fault makes no task although tests notice it, or None."""
    if len(fault.failing) < noticed_by:
        return f"fewer than {noticed_by} tests notice it"
    if not any(fault.canaries.values()):
        return "no test that notices it can be made to fail by an assertion"
    if len(fault.answer) > MOST_ANSWER:
        return "its repair is too long"
    if any(machinery(readable(fault.state.tree[path])) is None for path in fault.fault):
        return "a source file cannot be read by this Python"
    return None


def edits(before: str, after: str) -> list[dict[str, str]]:
    """The edits that make one text of another, each of whole lines that stand in the text exactly once."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    spans: list[tuple[int, int, int, int]] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        start, end = a, b
        while (start, end) != (0, len(old)) and (start == end or before.count("".join(old[start:end])) != 1):
            start, end = max(start - 1, 0), min(end + 1, len(old))
        spans.append((start, end, c - (a - start), d + (end - b)))
    merged: list[tuple[int, int, int, int]] = []
    for span in spans:
        if merged and span[0] < merged[-1][1]:
            last = merged.pop()
            span = (last[0], max(last[1], span[1]), last[2], max(last[3], span[3]))
        merged.append(span)
    made = [{"old": "".join(old[a:b]), "new": "".join(new[c:d])} for a, b, c, d in merged]
    text = before
    for edit in made:
        if text.count(edit["old"]) != 1 or not edit["old"]:
            return [{"old": before, "new": after}]
        text = text.replace(edit["old"], edit["new"])
    return made if text == after else [{"old": before, "new": after}]
