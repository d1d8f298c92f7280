"""Tools to work on a repository: list, read, search, edit and write files, and run the public tests.

A state is the file tree ``{path: text}``. Running the tests is a job that takes the tree in; it cannot change it, so
what a test writes is gone when it ends. Files of the tests cannot be changed. Any final answer ends the work and
has the files judged as they are; if it is a JSON object ``{path: whole new text}``, these files are written first.
An episode that runs out of turns is judged as well.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ...generators.base import Json
from ...sandbox import Job, Limits, Status, current
from ...verifiers.base import Reason, Verdict, unparsable
from ...verifiers.code import repository as rules
from ..tool import Call, Toolbox, ToolError, Used, tool

_MAX_HITS = 60
_RUN_TESTS = """\
import os
import sys
import traceback
import unittest

suite = unittest.defaultTestLoader.discover("tests", top_level_dir=".")
result = unittest.TestResult()
suite.run(result)
for kind, found in (("FAIL", result.failures), ("ERROR", result.errors)):
    for test, trace in found:
        print(f"{kind}: {test.id()}\\n{trace.replace(os.getcwd() + os.sep, '')}")
bad = len(result.failures) + len(result.errors)
print(f"{result.testsRun} tests run, {bad} of them failed." if bad else f"{result.testsRun} tests run, all passed.")
"""


class RepositoryTools(Toolbox):
    """The tools of repository tasks."""

    max_calls = 80
    max_output_chars = 12_000  # a whole file of any project here; two such outputs fit into one observation

    def start(self, payload: Mapping[str, Json]) -> Json:
        """The project with its faults."""
        return dict(payload["files"])

    def files(self, payload: Mapping[str, Json], state: Json) -> Mapping[str, str]:
        """The files that can be read, by path."""
        return dict(state)

    def protected(self, payload: Mapping[str, Json], path: str) -> bool:
        """Whether a file may not be changed."""
        return rules.is_protected(payload, path)

    def problem_with(self, payload: Mapping[str, Json], tree: Mapping[str, str]) -> str | None:
        """Why a state is not taken, or None."""
        return rules.problem_with(tree)

    @tool
    def list_files(self, payload: Mapping[str, Json], state: Json) -> str:
        """List all files with their numbers of lines."""
        return "\n".join(f"{path} ({len(state[path].splitlines())} lines)" for path in sorted(state))

    @tool
    def read_file(
        self, payload: Mapping[str, Json], state: Json, path: str, start: int = 1, end: int = 0
    ) -> str:
        """Read a file, or some lines of it. Each line is shown with its number and a colon before it.

        If the output is too long, its middle is left out; read it in parts then, with 'start' and 'end'.

        Args:
            path: the file.
            start: first line, from 1.
            end: last line; 0 for the end of the file.
        """
        lines = _text(self.files(payload, state), path).splitlines()
        if start < 1 or (end and end < start) or end < 0:
            raise ToolError("'start' is at least 1, and 'end' is 0 or not before 'start'")
        chosen = list(enumerate(lines, start=1))[start - 1 : end or None]
        if not chosen:
            return f"({path} has {len(lines)} lines)"
        return "\n".join(f"{number}: {line}" for number, line in chosen)

    @tool
    def search(self, payload: Mapping[str, Json], state: Json, text: str) -> str:
        """Find a text in all files, as it is written: no patterns, capital letters matter.

        Args:
            text: what to look for, within one line.
        """
        if not text:
            raise ToolError("'text' is empty")
        files = self.files(payload, state)
        hits = [
            f"{path}:{number}: {line.strip():.160}"
            for path in sorted(files)
            for number, line in enumerate(files[path].splitlines(), start=1)
            if text in line
        ]
        more = f"\n({len(hits) - _MAX_HITS} more)" if len(hits) > _MAX_HITS else ""
        return "\n".join(hits[:_MAX_HITS]) + more if hits else "not found"

    @tool
    def edit_file(self, payload: Mapping[str, Json], state: Json, path: str, old: str, new: str) -> Used:
        """Replace a text in a file. The old text must stand in it exactly once, without line numbers.

        Args:
            path: the file.
            old: the text to replace, with its line breaks and indentation.
            new: the text that takes its place.
        """
        if self.protected(payload, path):
            raise ToolError(f"{path} cannot be changed")
        text = _text(self.files(payload, state), path)
        count = text.count(old) if old else 0
        if not old:
            raise ToolError("'old' is empty; use write_file to write a whole file")
        if count == 0:
            near = difflib.get_close_matches(old.split("\n")[0], text.split("\n"), n=1, cutoff=0.6)
            hint = f"; did you mean the line {near[0]!r:.200}?" if near and near[0] != old else ""
            raise ToolError(f"the old text does not stand in {path}{hint}")
        if count > 1:
            raise ToolError(f"the old text stands {count} times in {path}; give more of its surroundings")
        return self._written(payload, state, path, text.replace(old, new), f"edited {path}")

    @tool
    def write_file(self, payload: Mapping[str, Json], state: Json, path: str, text: str) -> Used:
        """Write a whole file; it may be new.

        Args:
            path: the file.
            text: all of its text.
        """
        return self._written(payload, state, path, text, f"wrote {path} ({len(text.splitlines())} lines)")

    @tool
    def run_tests(self, payload: Mapping[str, Json], state: Json) -> str:
        """Run the public tests."""
        limits = Limits(cpu_s=2.0, wall_s=8.0, stdout_kb=64)
        result = current("python").run(Job(_RUN_TESTS, files=rules.encoded(state), limits=limits))
        said = result.text.rstrip()
        if result.status is not Status.OK:
            trouble = result.stderr.decode("utf-8", "replace").strip()
            said = f"{said}\n{trouble}\nThe tests were ended: {result.status}.".strip()
        return said

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge the files by the hidden tests, after the edits that the answer may hold."""
        files = state
        if answer.lstrip().startswith("{"):
            try:
                files = rules.edited(payload, rules.read_edits(answer), state)
            except ValueError as error:
                return unparsable(f"{error}.")
        return rules.judge(payload, files)

    def unfinished(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Judge the files as they are when the turns run out."""
        verdict = rules.judge(payload, state)
        if verdict.passed or not verdict.scored:
            return verdict
        return Verdict(
            verdict.score, Reason.TRUNCATED, "The turns ran out before a final answer.", verdict.parts
        )

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """Look at the files that will be changed, write them, run the tests."""
        edits = rules.read_edits(answer)
        return [
            [Call("list_files", {})],
            [Call("read_file", {"path": path}) for path in edits],
            [Call("write_file", {"path": path, "text": text}) for path, text in edits.items()],
            [Call("run_tests", {})],
        ]

    def final(self, payload: Mapping[str, Json], answer: str) -> str:
        """The word that ends the work."""
        return "done"

    def random_call(self, payload: Mapping[str, Json], state: Json, rng: Random) -> Call:
        """Read something, or change a line of something without sense."""
        path = rng.choice(sorted(state))
        lines = [line for line in state[path].split("\n") if line.strip()]
        if lines and rng.random() < 0.4:
            return Call("edit_file", {"path": path, "old": rng.choice(lines), "new": rng.choice(lines)})
        kind = rng.choice(["list_files", "read_file", "search"])
        arguments: dict[str, Any] = {"read_file": {"path": path}, "search": {"text": "return"}}.get(kind, {})
        return Call(kind, arguments)

    def _written(self, payload: Mapping[str, Json], state: Json, path: str, text: str, said: str) -> Used:
        if self.protected(payload, path):
            raise ToolError(f"{path} cannot be changed")
        tree = {**state, path: text}
        problem = self.problem_with(payload, tree)
        if problem is not None:
            raise ToolError(problem)
        return Used(tree, said)


def _text(files: Mapping[str, str], path: str) -> str:
    if path not in files:
        near = difflib.get_close_matches(path, files, n=1)
        raise ToolError(f"there is no file {path!r:.80}" + (f"; did you mean {near[0]}?" if near else ""))
    return files[path]
