"""``python -m benchmarks.retrieval``: the embedded retriever beside other engines, in one run.

An engine that is not installed is left out. ``--markdown`` writes docs/results/retrieval.md; `METHOD` says how each
thing is measured.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import pickle
import platform
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from rlvr.retrieval import Page, make_retriever, open_retriever
from rlvr.retrieval.tokens import query_words, words

METHOD = """\
Each engine gets the same words of the same documents and queries, and is used as its own documentation shows, in a
process of its own. Processes of all engines take turns, and numbers are medians over the turns. Times are CPU time of
the process, since the machine may be shared; reopening is the shortest of five
times on the clock. One query at a time, best five.

The documents are invented: about 44 words, of which some are names (found in a few documents), some nouns of relations
(each in one of four documents), and most are words that nearly every document has. A query *as typed* is two names, a
noun and three frequent words; *only frequent* is a query without any name.

The last column compares with BM25 in plain floating-point numbers, computed for every document: the share of queries
whose five documents have, rank by rank, the five best scores. All engines were given k1 = 1.2 and b = 0.75, but
rank_bm25 and SQLite have other formulas for words that are in more than half of the documents.

*Memory* is what the process grew by at most while building and searching. The index of the embedded engine holds the
documents too; the others' hold words only."""

K = 5
SIZES = (1_000, 20_000, 100_000)
TITLE_WEIGHT = 2
Finder = Callable[[str], list[int]]


def make(size: int) -> dict[str, Any]:
    """Documents and queries."""
    rng = random.Random(f"retrieval {size}")
    syllables = [
        a + b for a in "b d f g k l m n p r s t v z".split() for b in "a e i o u ar en il or us".split()
    ]
    names = ["".join(rng.choices(syllables, k=rng.randint(2, 4))) for _ in range(size)]
    nouns = "mentor town guild birth work ruler river founder member author".split()
    frequent = "the of in a was and to it on by".split()
    pages = []
    for number, name in enumerate(names):
        text = [name, *rng.choices(names, k=6), *rng.choices(nouns, k=3), *rng.choices(frequent, k=32)]
        rng.shuffle(text)
        pages.append((f"d{number}", name.title(), " ".join(text).capitalize() + "."))
    typed = [
        f"the {rng.choice(nouns)} of {rng.choice(names).title()} and {rng.choice(names).title()}"
        for _ in range(2000)
    ]
    common = [f"the {' '.join(rng.sample(nouns, 2))} {' '.join(rng.sample(frequent, 2))}" for _ in range(2000)]
    return {"pages": pages, "typed": typed, "frequent": common}


# ---- engines: each gives what builds it, and a way to save and to reopen --------------------------------------------


class _Ours:
    """The embedded engine, or another through the same interface."""

    def __init__(self, pages: Sequence[tuple[str, str, str]]) -> None:
        self.index = make_retriever(Page(*page) for page in pages)

    def find(self, query: str) -> list[int]:
        return [int(hit.id[1:]) for hit in self.index.search(query, K)]

    def save(self, folder: Path) -> None:
        self.index.save(folder)

    @staticmethod
    def reopen(folder: Path) -> Finder:
        index = open_retriever(folder)
        return lambda query: [int(hit.id[1:]) for hit in index.search(query, K)]


class _Tantivy:
    """tantivy with one thread; the words are given, a query is put together from them."""

    def __init__(self, pages: Sequence[tuple[str, str, str]]) -> None:
        import tantivy

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("words", tokenizer_name="whitespace", index_option="freq")
        builder.add_integer_field("place", fast=True)
        self.folder = tempfile.mkdtemp()
        self.index = tantivy.Index(builder.build(), path=self.folder)
        writer = self.index.writer(num_threads=1)
        for place, text in enumerate(texts(pages)):
            writer.add_document(tantivy.Document(words=[" ".join(text)], place=place))
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.find = self.finder(self.index)

    @staticmethod
    def finder(index: Any) -> Finder:
        from tantivy import Occur, Query

        searcher, schema = index.searcher(), index.schema

        def find(query: str) -> list[int]:
            parts = [(Occur.Should, Query.term_query(schema, "words", w, "freq")) for w in query_words(query)]
            hits = searcher.search(Query.boolean_query(parts), K, count=False).hits
            return searcher.fast_field_values("place", [address for _, address in hits])

        return find

    def save(self, folder: Path) -> None:
        Path(self.folder).rename(folder)

    @classmethod
    def reopen(cls, folder: Path) -> Finder:
        import tantivy

        return cls.finder(tantivy.Index.open(str(folder)))


class _Bm25s:
    """bm25s with numpy, one query at a time as an environment asks."""

    def __init__(self, pages: Sequence[tuple[str, str, str]]) -> None:
        import bm25s

        self.index = bm25s.BM25(k1=1.2, b=0.75, method="lucene", backend="numpy")
        self.index.index(texts(pages), show_progress=False)
        self.find = self.finder(self.index)

    @staticmethod
    def finder(index: Any) -> Finder:
        def find(query: str) -> list[int]:
            known = [word for word in query_words(query) if word in index.vocab_dict]
            return index.retrieve([known], k=K, show_progress=False).documents[0].tolist()

        return find

    def save(self, folder: Path) -> None:
        self.index.save(str(folder), show_progress=False)

    @classmethod
    def reopen(cls, folder: Path) -> Finder:
        import bm25s

        return cls.finder(bm25s.BM25.load(str(folder), mmap=True))


class _RankBm25:
    """rank_bm25, which has no way to save."""

    def __init__(self, pages: Sequence[tuple[str, str, str]]) -> None:
        from rank_bm25 import BM25Okapi

        self.index = BM25Okapi(texts(pages), k1=1.2, b=0.75)
        self.places = list(range(len(pages)))

    def find(self, query: str) -> list[int]:
        return self.index.get_top_n(query_words(query), self.places, K)


class _Fts5:
    """SQLite's full-text index; each word of a query is quoted."""

    def __init__(self, pages: Sequence[tuple[str, str, str]], file: str | None = None) -> None:
        self.file = file or str(Path(tempfile.mkdtemp()) / "index.db")
        self.base = sqlite3.connect(self.file)
        if file is None:
            self.base.execute(
                "CREATE VIRTUAL TABLE docs USING fts5(words, content='', tokenize='unicode61 remove_diacritics 0')"
            )
            rows = ((place, " ".join(text)) for place, text in enumerate(texts(pages)))
            self.base.executemany("INSERT INTO docs(rowid, words) VALUES (?, ?)", rows)
            self.base.commit()

    def find(self, query: str) -> list[int]:
        wanted = " OR ".join(f'"{word}"' for word in query_words(query))
        order = "SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY bm25(docs), rowid LIMIT ?"
        return [row for (row,) in self.base.execute(order, (wanted, K))]

    def save(self, folder: Path) -> None:
        folder.mkdir()
        self.base.close()
        Path(self.file).rename(folder / "index.db")

    @classmethod
    def reopen(cls, folder: Path) -> Finder:
        return cls([], str(folder / "index.db")).find


ENGINES: dict[str, tuple[str, Any]] = {
    "rlvr, embedded": ("", _Ours),
    "tantivy": ("tantivy", _Tantivy),
    "bm25s": ("bm25s", _Bm25s),
    "rank_bm25": ("rank-bm25", _RankBm25),
    "SQLite FTS5": ("", _Fts5),
}


def texts(pages: Sequence[tuple[str, str, str]]) -> list[list[str]]:
    """The words of the documents, as every engine gets them; making them is part of building."""
    return [words(title) * TITLE_WEIGHT + words(text) for _, title, text in pages]


# ---- one engine, in a process of its own ----------------------------------------------------------------------------


def child(name: str, file: Path, seconds: float) -> dict[str, Any]:
    """Build, search, save and reopen with one engine."""
    given = pickle.loads(file.read_bytes())
    engine = ENGINES[name][1]
    engine(given["pages"][:20])  # whatever is loaded at first is no part of building
    forget_peak()
    before = memory("VmRSS")
    start = time.process_time()
    made = engine(given["pages"])
    found: dict[str, Any] = {"build": time.process_time() - start}
    find = made.find
    found["answers"] = [find(query) for query in given["checked"]]
    for kind in ("typed", "frequent"):
        found[kind] = rate(find, given[kind], seconds)
    found["memory"] = memory("VmHWM") - before
    if hasattr(made, "save"):
        with tempfile.TemporaryDirectory() as outer:
            folder = Path(outer) / "index"
            made.save(folder)
            found["size"] = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20
            spent = []
            for _ in range(5):
                start = time.perf_counter()
                again = engine.reopen(folder)
                spent.append(time.perf_counter() - start)
            found["reopen"] = min(spent)
            if [again(query) for query in given["checked"][:50]] != found["answers"][:50]:
                raise AssertionError(f"{name} finds something else after reopening")
    return found


def rate(find: Finder, queries: Sequence[str], seconds: float) -> float:
    """Queries in a second of CPU time."""
    for query in queries[:3]:
        find(query)
    start, done = time.process_time(), 0
    while done < len(queries):
        find(queries[done])
        done += 1
        if done % 8 == 0 and time.process_time() - start > seconds:
            break
    return done / (time.process_time() - start)


def memory(line: str) -> float:
    """What Linux says about this process, in MiB: VmRSS now, VmHWM at most since `forget_peak`; else 0."""
    status = Path("/proc/self/status")
    for found in status.read_text().splitlines() if status.exists() else []:
        if found.startswith(line):
            return int(found.split()[1]) / 1024
    return 0.0


def forget_peak() -> None:
    """Count the most memory from now on."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


# ---- all of them ----------------------------------------------------------------------------------------------------


def reference(pages: Sequence[tuple[str, str, str]], queries: Sequence[str]) -> list[dict[int, float]]:
    """The scores of all documents above zero for some queries, in floats, as the formula says."""
    wanted = {word for query in queries for word in query_words(query)}
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    lengths = []
    for place, text in enumerate(texts(pages)):
        lengths.append(len(text))
        for word, times in Counter(word for word in text if word in wanted).items():
            postings[word].append((place, times))
    mean = sum(lengths) / len(lengths)
    scored = []
    for query in queries:
        scores: dict[int, float] = defaultdict(float)
        for word in query_words(query):
            found = postings[word]
            idf = math.log(1 + (len(pages) - len(found) + 0.5) / (len(found) + 0.5))
            for place, times in found:
                scores[place] += idf * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * lengths[place] / mean))
        scored.append(dict(scores))
    return scored


def agreement(answers: Sequence[Sequence[int]], scored: Sequence[dict[int, float]]) -> float:
    """The share of queries whose documents have, rank by rank, the best scores; equal ones may change places."""
    good = 0
    for found, scores in zip(answers, scored, strict=True):
        best = sorted(scores.values(), reverse=True)[:K]
        own = [scores.get(place, 0.0) for place in found]
        same = all(abs(a - b) < 1e-3 for a, b in zip(own, best, strict=False))
        good += same and len(own) == len(best) == len(set(found))
    return good / len(answers)


def measure(sizes: Sequence[int], turns: int, seconds: float) -> dict[int, dict[str, dict[str, float]]]:
    """The numbers of every engine at every size."""
    results: dict[int, dict[str, dict[str, float]]] = {}
    for size in sizes:
        given = make(size)
        given["checked"] = given["typed"][:40] + given["frequent"][:10]
        scored = reference(given["pages"], given["checked"])
        runs: dict[str, list[dict[str, Any]]] = defaultdict(list)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "given.pickle"
            file.write_bytes(pickle.dumps(given))
            for turn in range(turns):
                for name in present() if turn % 2 == 0 else reversed(present()):
                    print(f"{size:,} documents, turn {turn + 1}: {name}", file=sys.stderr)
                    command = [
                        sys.executable,
                        "-m",
                        "benchmarks.retrieval",
                        "--child",
                        name,
                        str(file),
                        str(seconds),
                    ]
                    done = subprocess.run(command, capture_output=True, text=True, check=False)
                    if done.returncode:
                        raise SystemExit(f"{name}: {done.stderr[-2000:]}")
                    runs[name].append(json.loads(done.stdout))
        results[size] = {}
        for name, found in runs.items():
            kinds = [kind for kind in found[0] if kind != "answers"]
            results[size][name] = {kind: median(run[kind] for run in found) for kind in kinds}
            results[size][name]["agreement"] = agreement(found[0]["answers"], scored)
    return results


def present() -> list[str]:
    """The engines that are installed."""
    found = []
    for name, (package, _) in ENGINES.items():
        try:
            version(package or "numpy")
            found.append(name)
        except PackageNotFoundError:
            print(f"{name} is not installed", file=sys.stderr)
    return found


def titled(name: str) -> str:
    package = ENGINES[name][0]
    shown = sqlite3.sqlite_version if "SQLite" in name else version(package) if package else ""
    return f"{name} {shown}".strip()


def page(results: dict[int, dict[str, dict[str, float]]], command: str) -> str:
    """The results as Markdown."""
    lines = [
        "# Retrieval: measured",
        "",
        f"Written by `{command}`, CPython {platform.python_version()}, numpy {version('numpy')}, "
        f"{len(os.sched_getaffinity(0))} cores ({platform.machine()}, shared with other work).",
        "",
        " ".join(METHOD.replace("\n\n", "\0").split()).replace("\0", "\n\n"),
    ]
    for size, engines in results.items():
        lines += [
            "",
            f"## {size:,} documents",
            "",
            "| engine | build, s | queries/s, as typed | queries/s, only frequent | index, MiB | reopen, ms "
            "| memory, MiB | same best five as the formula |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        ]
        for name, found in engines.items():
            saved = f"{found['size']:.1f} | {1000 * found['reopen']:.1f}" if "size" in found else "- | -"
            lines.append(
                f"| {titled(name)} | {found['build']:.3f} | {found['typed']:,.0f} | {found['frequent']:,.0f} | {saved} "
                f"| {found['memory']:.0f} | {found['agreement']:.0%} |"
            )
    goals = [(1000, "build", 0.1), (1000, "typed", 5000), (100_000, "build", 10), (100_000, "typed", 500)]
    goals += [(100_000, "frequent", 500), (100_000, "reopen", 0.01)]
    lines += [
        "",
        "## Targets",
        "",
        "| documents | what | goal | found | met |",
        "| ---: | --- | ---: | ---: | --- |",
    ]
    for size, kind, goal in goals:
        if size in results:
            found = results[size]["rlvr, embedded"][kind]
            least = kind in ("typed", "frequent")
            met = found >= goal if least else found <= goal
            unit, shown = ("queries/s", f"{found:,.0f}") if least else ("s", f"{found:.3g}")
            sign = "at least" if least else "at most"
            lines.append(
                f"| {size:,} | {kind}, {unit} | {sign} {goal:,} | {shown} | {'yes' if met else '**no**'} |"
            )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few documents and one turn, to see that it works")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers here")
    parser.add_argument("--markdown", type=Path, metavar="OUT", help="write the page here")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        name, file, seconds = chosen.child
        print(json.dumps(child(name, Path(file), float(seconds))))
        return
    results = measure((300,), 1, 0.05) if chosen.quick else measure(SIZES, chosen.turns, 1.5)
    text = page(results, f"python -m benchmarks.retrieval{' --quick' * chosen.quick} --turns {chosen.turns}")
    print(text)
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    if chosen.markdown:
        chosen.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
