"""Tools to work on a user's own repository: those of repository tasks, with the repository's own tests.

A state is the files that were changed, ``{path: text}``: a whole repository would be too much to copy at each turn.
Files that belong to the other split are listed, and neither read nor searched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ...generators.base import Json
from ...payloads import stored_trees
from ...sandbox import Status
from ...verifiers.base import Reason, Verdict, unparsable
from ...verifiers.code import repository_import as rules
from ...verifiers.code import suites
from ...verifiers.code.suites import Run, Suite
from ..tool import Call, ToolError, tool
from .repository import RepositoryTools

_MOST_FAILURES = 8


class ImportedRepositoryTools(RepositoryTools):
    """The tools of imported repositories."""

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing is changed yet."""
        return {}

    def files(self, payload: Mapping[str, Json], state: Json) -> Mapping[str, str]:
        """The files that can be read, by path."""
        _, tree = _stored(payload)
        hidden = set(payload["hidden"])
        found = {
            path: rules.readable(content)
            for path, content in tree.items()
            if path not in payload["fault"] and path not in hidden and b"\0" not in content
        }
        found.update({path: text for path, text in payload["fault"].items() if text is not None})
        return {**found, **state}

    def protected(self, payload: Mapping[str, Json], path: str) -> bool:
        """Whether a file may not be changed."""
        return path not in payload["repository"]["editable"]

    def problem_with(self, payload: Mapping[str, Json], tree: Mapping[str, str]) -> str | None:
        """Why changed files are not taken, or None."""
        size = sum(len(text.encode("utf-8", "surrogatepass")) for text in tree.values())
        return f"changed files have at most {rules.MAX_CHANGED >> 10} KiB" if size > rules.MAX_CHANGED else None

    @tool
    def list_files(self, payload: Mapping[str, Json], state: Json) -> str:
        """List all files with their numbers of lines."""
        shown = self.files(payload, state)
        lines = {path: f"{path} ({len(shown[path].splitlines())} lines)" for path in shown}
        lines |= {path: f"{path} (cannot be read)" for path in payload["hidden"]}
        return "\n".join(lines[path] for path in sorted(lines))

    @tool
    def run_tests(self, payload: Mapping[str, Json], state: Json, path: str = "") -> str:
        """Run the tests that fail at the beginning, or all tests of one file.

        Args:
            path: a test file; empty for the tests that fail at the beginning.
        """
        if path and path not in payload["suite"]["files"]:
            raise ToolError(
                f"{path!r:.80} is no test file; there are {', '.join(payload['suite']['files'])[:2000]}"
            )
        archive, tree = _stored(payload)
        refused = rules.refusal(payload, tree, rules.begun(payload, tree), state)
        if refused is not None:
            raise ToolError(refused)
        runs = [Run(path)] if path else _runs(payload["failing"])
        outcomes, result = suites.run(Suite.of(payload["suite"]), archive, {**payload["fault"], **state}, runs)
        if result.status is not Status.OK:
            return f"The tests were ended: {result.status}."
        return report(payload, runs, outcomes)

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge the files by the repository's tests, after the changes that the answer may hold."""
        archive, tree = _stored(payload)
        changes = dict(state)
        if answer.lstrip().startswith("{"):
            before = {**rules.begun(payload, tree), **state}
            try:
                changes |= rules.read_changes(payload, answer, before)
            except ValueError as error:
                return unparsable(f"{error}.")
        return rules.judge(payload, archive, tree, changes)

    def unfinished(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Judge the files as they are when the turns run out."""
        archive, tree = _stored(payload)
        verdict = rules.judge(payload, archive, tree, state)
        if verdict.passed or not verdict.scored:
            return verdict
        said = "The turns ran out before a final answer."
        return Verdict(verdict.score, Reason.TRUNCATED, said, verdict.parts)

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """Look at the files that will be changed, change them, run the tests."""
        _, tree = _stored(payload)
        before = rules.begun(payload, tree)
        made = rules.read_changes(payload, answer, before)
        return [
            [Call("list_files", {})],
            [Call("read_file", {"path": path}) for path in made if path in before] or [Call("list_files", {})],
            [Call("write_file", {"path": path, "text": text}) for path, text in made.items()],
            [Call("run_tests", {})],
        ]

    def random_call(self, payload: Mapping[str, Json], state: Json, rng: Random) -> Call:
        """Read something, or change a line of a source file without sense."""
        shown = self.files(payload, state)
        own = sorted(path for path in payload["repository"]["editable"] if shown.get(path, "").strip())
        if own and rng.random() < 0.4:
            path = rng.choice(own)
            lines = [line for line in shown[path].split("\n") if line.strip()]
            return Call("edit_file", {"path": path, "old": rng.choice(lines), "new": rng.choice(lines)})
        if rng.random() < 0.5:
            return Call("read_file", {"path": rng.choice(sorted(shown))})
        return Call("search", {"text": "return"})


def report(payload: Mapping[str, Json], runs: Sequence[Run], outcomes: Sequence[suites.Outcome]) -> str:
    """What a run of tests gave, in words; lines of files that a task does not show are left out."""
    parts, shown = [], 0
    for one, outcome in zip(runs, outcomes, strict=True):
        if outcome.trouble:
            parts.append(f"{one.file} cannot be run:\n{outcome.trouble}")
        for test, said in outcome.texts.items():
            shown += 1
            if shown <= _MOST_FAILURES:
                parts.append(f"FAIL: {test}\n{said}")
        if not outcome.ended:
            parts.append(
                f"{one.file}: " + ("it takes too long." if outcome.over else "its process ended too early.")
            )
    passed, failed = len(suites.passed(outcomes)), len(suites.failed(outcomes))
    if shown > _MOST_FAILURES:
        parts.append(f"({shown - _MOST_FAILURES} more failures)")
    parts.append(f"{passed} tests passed, {failed} failed.")
    return rules.without_hidden(payload, "\n".join(parts))


def _runs(tests: Sequence[str]) -> list[Run]:
    by_file: dict[str, list[str]] = {}
    for test in tests:
        by_file.setdefault(test.partition("::")[0], []).append(test)
    return [Run(file, tuple(own)) for file, own in by_file.items()]


def _stored(payload: Mapping[str, Json]) -> tuple[bytes, stored_trees.Tree]:
    return stored_trees.load(payload["repository"]["folder"], payload["repository"]["tree"])
