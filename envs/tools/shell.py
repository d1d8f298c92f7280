"""A shell in a tree of files, as a tool.

The state is the tree ``{path: text}``, a character for each byte. A command is a job that takes the files in and gives
them out again, so nothing but files lasts from one command to the next: no variables, no processes, no working folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ...generators.base import Json
from ...verifiers.base import Reason, Verdict
from ...verifiers.code import shell as rules
from ..tool import Call, Toolbox, ToolError, Used, tool

_LOOKS = (
    "ls -A",
    "find . -type f | sort | head -n 40",
    "wc -c *",
    "head -n 3 -- *.txt",
    "pwd",
    "grep -rc a . | head",
)


class ShellTools(Toolbox):
    """The tool of shell tasks."""

    max_calls = 60
    max_output_chars = 4000

    def start(self, payload: Mapping[str, Json]) -> Json:
        """The tree as it is at the beginning."""
        return dict(payload["files"])

    @tool
    def run(self, payload: Mapping[str, Json], state: Json, command: str) -> Used:
        """Run bash commands in the top folder of the tree, and show what they print and their exit status.

        What they do to files stays. Variables, functions, background processes, changes of the folder and empty
        folders, links and files that cannot be read do not outlast the call. LC_ALL is C. There is no network, and no
        input from a terminal.

        Args:
            command: one or several lines of bash.
        """
        try:
            result = rules.run(state, command)
        except ValueError as error:
            raise ToolError(str(error)) from None
        said = result.stdout.decode("utf-8", "replace")
        trouble = result.stderr.decode("utf-8", "replace")
        shown = "\n".join(part for part in (said.rstrip("\n"), trouble.rstrip("\n")) if part)
        if result.status in rules.ENDED:
            return Used(state, f"{shown}\n(ended: {result.status}; what it did to files is undone)".lstrip())
        tree = rules.tree_of(result)
        if not rules.is_whole(tree):
            return Used(
                state, f"{shown}\n(too many or too large files: what it did to them is undone)".lstrip()
            )
        code = result.exit_code if result.exit_code is not None else f"signal {result.signal}"
        return Used(tree, f"{shown}\n(exit status {code})".lstrip())

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge the tree, after the script that the answer may be."""
        if answer.strip().strip(".!\"'`").lower() == "done":
            return rules.judge(payload, state)
        return rules.after_script(payload, state, answer)

    def unfinished(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Judge the tree as it is when the turns run out."""
        verdict = rules.judge(payload, state)
        if verdict.passed:
            return verdict
        return Verdict(0.0, Reason.TRUNCATED, "The turns ran out before a final answer.", verdict.parts)

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """Look around, then do all of it."""
        return [[Call("run", {"command": "find . -type f | sort"})], [Call("run", {"command": answer})]]

    def final(self, payload: Mapping[str, Json], answer: str) -> str:
        """The work is in the tree."""
        return "done"

    def random_call(self, payload: Mapping[str, Json], state: Json, rng: Random) -> Call:
        """A look at something."""
        return Call("run", {"command": rng.choice(_LOOKS)})
