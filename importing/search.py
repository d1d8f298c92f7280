"""Importing questions to a user's own corpus: judging each row, and writing index, tasks and registry entry.

Everything lies in a folder beside the registry file, which names it by ``./``; so both can be moved together. The
folder of the index has a checksum of the documents in its name: another corpus is another folder, and whoever has the
old one open keeps it.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

from ..generators.base import TEST_SHARE, derive_seed, fingerprint_of, split_of
from ..generators.search.imported import canonical_of
from ..retrieval import Page, Passages
from ..retrieval.corpus import read_corpus
from .answers import Reference, reference
from .folder import REPORT, replaceable
from .questions import InvalidQuestion, _lines, _list
from .report import Finding, Report
from .support import is_searchable, not_shown

Json = Any

CALLS = 20
_ID = re.compile(r"[a-z0-9][a-z0-9_.-]*/[a-z0-9]+(?:-[a-z0-9]+)*-v[0-9]+")
_TRIES = 10_000
_MOST_SUPPORT = 100
_HIGHEST = 1000
_PAYLOAD = 64 << 10
_NAMED = 8


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """A row that becomes a task: what `_asked` read, and the documents that each needed fact stands in."""

    row: int
    question: str
    reference: Reference
    support: tuple[tuple[str, ...], ...]
    split: str
    level: int | None
    hops: int | None

    @property
    def key(self) -> str:
        """What makes the question the same, up to case, spaces and the marks at its end."""
        return _key(self.question)


def import_search(
    corpus: str | Path,
    rows: str | Path,
    out: str | Path,
    *,
    env_id: str | None = None,
    unsupported: Literal["keep", "drop"] = "keep",
) -> Report:
    """Make an environment from a corpus and questions with their answers.

    Args:
        corpus: a folder of ``.txt`` and ``.md`` files, or a JSONL file; see `rlvr.retrieval.corpus`.
        rows: the questions as JSON lines or a JSON list: ``question``; ``answer`` or ``answers`` (see
            `rlvr.importing.answers`); and optionally ``kind``, ``unit``, ``support`` (for each needed fact the id of
            the document that states it, or a list of ids of which any is enough), ``split``, ``level`` or ``hops``.
        out: the registry file to write; index and tasks go into a folder beside it. What an import left there is
            replaced.
        env_id: its id; by default ``mine/<name of the corpus>-v0``.
        unsupported: what becomes of a question whose answer, a name, stands in none of the documents that are to show
            it (its support, or without one all of the corpus): it is kept and told of as weak, or left out.

    Returns:
        What became of each row. If none was kept, no files are written.

    Raises:
        ValueError: the corpus or the file of questions cannot be read at all, or the files cannot be written there.
    """
    if unsupported not in ("keep", "drop"):
        raise ValueError(f"unsupported is 'keep' or 'drop', not {unsupported!r}")
    corpus, rows, out = Path(corpus), Path(rows), Path(out)
    name = re.sub(r"[^a-z0-9]+", "-", corpus.absolute().stem.lower()).strip("-")
    report = Report(env_id or f"mine/{name or 'search'}-v0")
    if not _ID.fullmatch(report.env):
        raise ValueError(f"an id is such as 'mine/handbook-v0', not {report.env!r}")
    folder = replaceable(out, corpus, rows)
    checksum = hashlib.blake2b(digest_size=6)
    index = Passages.of_documents(_summed(read_corpus(corpus), checksum))
    kept = _kept(rows, index, report, unsupported == "drop")
    report.kept = len(kept)
    if kept:
        levels = _levels(kept, report)
        _tell(kept, report)
        report.levels = [len(part) for part in levels.values()]
        report.registry = out
        shutil.rmtree(folder, ignore_errors=True)
        _mark(folder, report)
        index.save(folder / f"index-{checksum.hexdigest()}")
        _write(folder, levels, report)
        out.write_text(_registry(report, folder.name, f"index-{checksum.hexdigest()}"), encoding="utf-8")
    return report


def _summed(pages: Iterator[Page], checksum: Any) -> Iterator[Page]:
    for page in pages:
        checksum.update(json.dumps([page.id, page.title, page.text]).encode())
        yield page


# ---- rows ----------------------------------------------------------------------------------------------


def _kept(path: Path, index: Passages, report: Report, drop: bool) -> list[SearchQuestion]:
    """The rows that can be used; the others go into the report."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read: {error}") from error
    kept: dict[str, SearchQuestion] = {}
    for number, row in _list(path, text) if text.lstrip().startswith("[") else _lines(text):
        question = ""
        try:
            question = _question(row)
            asked = _asked(number, row, question, index)
            missing = not_shown(asked.reference.search, asked.support, index)
            if missing is not None and drop:
                raise InvalidQuestion(missing)
            first = kept.setdefault(asked.key, asked)
            if first is not asked:
                same = first.reference.search["gold"] == asked.reference.search["gold"]
                raise InvalidQuestion(
                    f"row {first.row} asks the same{'' if same else ', and has another answer'}"
                )
        except InvalidQuestion as error:
            report.dropped.append(Finding(number, question, str(error)))
            continue
        remarks = [*asked.reference.remarks, *([missing] if missing is not None else [])]
        if remarks:
            report.weak.append(Finding(number, question, "; ".join(remarks)))
    return list(kept.values())


def _question(row: Json) -> str:
    if isinstance(row, ValueError):
        raise InvalidQuestion(f"not valid JSON: {row}")
    if not isinstance(row, dict):
        raise InvalidQuestion("not a JSON object")
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InvalidQuestion("it holds half a character (a surrogate)") from None
    question = row.get("question")
    if not isinstance(question, str) or not _key(question):
        raise InvalidQuestion("there is no 'question'")
    return question.strip()


def _asked(number: int, row: Mapping[str, Json], question: str, index: Passages) -> SearchQuestion:
    split = row.get("split")
    if split not in (None, "", "train", "test"):
        raise InvalidQuestion(f"'split' is 'train' or 'test', not {str(split)[:40]!r}")
    for name in ("level", "hops"):
        value = row.get(name)
        if value is not None and (type(value) is not int or not 1 <= value <= _HIGHEST):
            raise InvalidQuestion(f"{name!r} is a whole number from 1 to {_HIGHEST}, not {str(value)[:40]!r}")
    support = _support(row.get("support"), index)
    answer = reference(row, question)
    if len(json.dumps([question, answer.search, support])) > _PAYLOAD // 2:
        raise InvalidQuestion("the row is too large for a task")
    return SearchQuestion(number, question, answer, support, split or "", row.get("level"), row.get("hops"))


def _support(given: Json, index: Passages) -> tuple[tuple[str, ...], ...]:
    """For each needed fact, the documents that state it; none if it is not known."""
    if given is None:
        return ()
    if not isinstance(given, list):
        raise InvalidQuestion("'support' is a list of ids of documents")
    facts = []
    for fact in given:
        ids = tuple(str(id) if type(id) is int else id for id in (fact if isinstance(fact, list) else [fact]))
        if not ids or not all(isinstance(id, str) for id in ids):
            raise InvalidQuestion("'support' holds ids of documents, or for a fact a list of them")
        for id in ids:
            try:
                index.page(id)
            except KeyError:
                raise InvalidQuestion(f"there is no document {id[:64]!r} in the corpus") from None
        facts.append(ids)
    if len(facts) > _MOST_SUPPORT:
        raise InvalidQuestion(f"it has support for {len(facts)} facts; {_MOST_SUPPORT} are the most")
    return tuple(dict.fromkeys(facts))


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?!. ")


# ---- levels, splits and files --------------------------------------------------------------------------


def _levels(kept: Sequence[SearchQuestion], report: Report) -> dict[int, list[SearchQuestion]]:
    """The questions by what makes them hard: the rows' levels, else their hops, else all alike."""
    name = next((name for name in ("level", "hops") if any(getattr(one, name) for one in kept)), None)
    if name is None:
        return {1: list(kept)}
    least = min(value for one in kept if (value := getattr(one, name)) is not None)
    found: dict[int, list[SearchQuestion]] = {}
    for one in kept:
        value = getattr(one, name)
        if value is None:
            text = f"it has no {name!r}, so it is at level 1"
            report.weak.append(Finding(one.row, one.question, text))
        found.setdefault(least if value is None else value, []).append(one)
    found = {value: found[value] for value in sorted(found)}
    which = ", ".join(f"{level} is {name} {value}" for level, value in enumerate(found, 1))
    report.notes.append(f"levels: {which}")
    return found


def _tell(kept: Sequence[SearchQuestion], report: Report) -> None:
    """Say what was inferred, and what is off."""
    rows: dict[str, list[int]] = {}
    for one in kept:
        if one.reference.inferred:
            rows.setdefault(one.reference.search["kind"], []).append(one.row)
    told = []
    for kind, where in sorted(rows.items()):
        named = ", ".join(map(str, where[:_NAMED])) + (", ..." if len(where) > _NAMED else "")
        told.append(f"{kind} {len(where)} (row {named})")
    if told:
        report.notes.append(f"kinds told by the answers' looks: {'; '.join(told)}")
    others = sum(not is_searchable(one.reference.search) for one in kept)
    if others:
        report.notes.append(
            f"{others} of {len(kept)} answers are numbers, dates, yes or no, and may be worked out: documents were not "
            "searched for them"
        )
    bare = sum(not one.support for one in kept)
    if bare:
        report.notes.append(
            f"{bare} of {len(kept)} questions have no support: no process signals, and the oracle opens nothing"
        )


def _tested(part: Sequence[SearchQuestion]) -> set[str]:
    """The keys of a level in the test split: the rows' own, and else a tenth by their hash, and at least one of two."""
    own = {one.split for one in part} - {""}
    free = sorted(derive_seed(one.key) for one in part if not one.split)
    chosen = {seed for seed in free if seed % TEST_SHARE == 0}
    if "test" not in own and not chosen and len(part) > 1:
        chosen = set(free[:1])
    elif "train" not in own and len(chosen) == len(free) > 0 and len(part) > 1:
        chosen.discard(free[0])
    tested = {one.key for one in part if not one.split and derive_seed(one.key) in chosen}
    return tested | {one.key for one in part if one.split == "test"}


def _write(folder: Path, levels: Mapping[int, Sequence[SearchQuestion]], report: Report) -> None:
    space = report.env.rsplit("-v", 1)[0]
    for level, (value, part) in enumerate(levels.items(), 1):
        tested = _tested(part)
        for split, there in (("train", len(part) - len(tested)), ("test", len(tested))):
            if not there:
                report.notes.append(f"level {level} has no question in the split {split}")
        golds = Counter(_gold(one) for one in part)
        with (folder / f"level-{level}.jsonl").open("w", encoding="utf-8") as file:
            for one in part:
                share = golds[_gold(one)] / len(part)
                task = _task(one, space, "test" if one.key in tested else "train", share, value)
                file.write(json.dumps(task) + "\n")
    _mark(folder, report)


def _mark(folder: Path, report: Report) -> None:
    """Write the report: at first too, so that what an import that broke off left behind may be replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / REPORT).write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")


def _gold(one: SearchQuestion) -> str:
    return _key(one.reference.search["gold"])


def _task(one: SearchQuestion, space: str, split: str, share: float, value: int) -> dict[str, Json]:
    search = {**one.reference.search, **({"support": [list(f) for f in one.support]} if one.support else {})}
    task: dict[str, Json] = {
        "question": one.question,
        "form": one.reference.form,
        "search": search,
        "row": one.row,
        # Whoever knows the questions says the most common answer; and to say yes or no takes no knowledge at all.
        "guess_rate": max(share, 0.5) if search["kind"] == "boolean" else share,
        "difficulty": float(value),
        "salt": 0,
    }
    # The split is that of the fingerprint, here as everywhere; the salt makes it the one that is wanted.
    while split_of(fingerprint_of(space, canonical_of(task))) != split and task["salt"] < _TRIES:
        task["salt"] += 1
    return task


def _registry(report: Report, folder: str, index: str) -> str:
    numbers = range(1, len(report.levels) + 1)
    entry = {
        "id": report.env,
        "title": f"Questions of {report.env.split('/')[-1].rsplit('-v', 1)[0]}",
        "family": "search",
        "description": f"{report.kept} questions to documents of your own, with tools that search and open them.",
        "generator": "rlvr.generators.search.imported:generate",
        "verifier": "rlvr.verifiers.search.short_answer:verify",
        "env": "rlvr.envs.tools.search:PagedSearchTools",
        "noun": "final answer",
        "max_turns": CALLS + 4,
        "proxy": "the level or the hops that a question was given",
        "small_levels": list(numbers),
        "levels": {
            "tasks": [f"./{folder}/level-{number}.jsonl" for number in numbers],
            "corpus": [f"./{folder}/{index}" for _ in numbers],
            "calls": [CALLS for _ in numbers],
            "signals": [None for _ in numbers],
        },
    }
    counts = ", ".join(map(str, report.levels))
    head = f"# Made by `rlvr search import`: {report.kept} questions, {counts} at each level.\n"
    return head + str(yaml.safe_dump({"tasks": [entry]}, sort_keys=False, allow_unicode=True, width=110))
