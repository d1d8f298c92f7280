"""What was saved as files of a bundle: evaluations with some transcripts, leaderboards, trust, named comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from . import evaluations as evals
from .gallery import slug
from .routes import Site

Json = Any
TRANSCRIPTS, LONGEST_NAME = 200, 200
"""Tasks of an evaluation that have transcripts in a bundle, besides those of comparisons; and the longest file name."""


def file_name(text: str) -> str:
    """A text as the name of a file on any host; `fileName` of the front end is the same."""
    return re.sub(r"[^A-Za-z0-9.-]", lambda found: f"_{ord(found[0]):x}_", text)


class Saved:
    """What a bundle holds of some folders.

    Args:
        paths: the folders.
        compared: pairs of keys of evaluations, as ``BASE:OTHER``.

    Raises:
        LookupError: if there is no such evaluation, or two have no task in common.
    """

    def __init__(self, paths: Sequence[Path], compared: Sequence[str] = ()) -> None:
        self.site = Site(paths)
        self.pairs = [self._pair(text) for text in compared]
        self.comparisons = {pair: self.site.compared(*pair) for pair in self.pairs}

    def _pair(self, text: str) -> tuple[str, str]:
        known = self.site.found().evaluations
        parts = text.split(":")
        for cut in range(1, len(parts)):
            base, other = ":".join(parts[:cut]), ":".join(parts[cut:])
            if base in known and other in known:
                return base, other
        raise LookupError(
            f"{text!r} names no two evaluations as BASE:OTHER; there are {', '.join(known) or 'none'}"
        )

    def files(self) -> Iterator[tuple[str, Json]]:
        """Paths below ``data/`` with their JSON. Folders of this machine are not in it."""
        found = self.site.get(["evals.json"], {})
        lines = [
            {**line, "folder": "", "problem": "it cannot be read" if line["problem"] else ""}
            for line in found["evals"]
        ]
        yield "evals.json", {**found, "paths": [], "evals": lines, "compared": self.pairs}
        told = self.site.get(["trust.json"], {})
        yield "trust.json", {**told, "files": [{**file, "file": file["key"]} for file in told["files"]]}
        for env in sorted({env for line in lines for env in line.get("levels_of", {})}):
            yield f"curves/{slug(env)}.json", self.site.get(["curves", f"{slug(env)}.json"], {})
        for (base, other), compared in self.comparisons.items():
            yield f"compare/{file_name(base)}/{file_name(other)}.json", compared
        for line in lines:
            if not line["problem"]:
                yield from self._evaluation(line["key"])

    def _evaluation(self, key: str) -> Iterator[tuple[str, Json]]:
        loaded = self.site.evaluation(key)
        rows = [evals.problem_row(problem) for problem in loaded.report.problems]
        page = {**evals.page(loaded, {}), "tasks": rows, "count": len(rows), "next": None}
        yield f"eval/{file_name(key)}/page.json", page
        wanted = dict.fromkeys(row["task"] for row in rows[:TRANSCRIPTS])
        for pair, compared in self.comparisons.items():
            if key in pair:
                wanted |= dict.fromkeys(row[0] for kind in compared["tasks"].values() for row in kind)
        for task in wanted:
            name = file_name(task)
            if len(name) <= LONGEST_NAME:
                yield f"eval/{file_name(key)}/task/{name}.json", {"samples": self._samples(loaded, task)}

    def _samples(self, loaded: evals.Loaded, task: str) -> list[Json]:
        """One wrong sample and one right one, where there are such; each knows of these two only."""
        both = [evals.transcript(loaded, {"task": task, "passed": passed}) for passed in ("0", "1")]
        chosen = {(found["wording"], found["sample"]): found for found in both}
        group = [each for each in both[0]["group"] if (each["wording"], each["sample"]) in chosen]
        return [{**found, "of": len(found["group"]), "group": group} for found in chosen.values()]
