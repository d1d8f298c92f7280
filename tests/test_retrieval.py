"""The retrievers: the embedded engine against a plain reading of the formula, and the rules that all engines keep."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import pickle
import random
import re
import subprocess
import sys
import threading
import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.retrieval import Hit, Page, Retriever, make_retriever, open_retriever
from rlvr.retrieval import bm25 as engine
from rlvr.retrieval.bm25 import BM25
from rlvr.retrieval.tokens import QUERY_CHARACTERS, QUERY_WORDS, query_words, words


def reference(
    pages: list[Page], query: str, *, k1: float = 1.2, b: float = 0.75, weight: int = 2
) -> list[float]:
    """BM25 as its formula says, in floats, for every document."""
    bags = [Counter(words(page.title) * weight + words(page.text)) for page in pages]
    lengths = [sum(bag.values()) for bag in bags]
    mean = sum(lengths) / len(pages) if sum(lengths) else 1.0
    scores = [0.0] * len(pages)
    for word in query_words(query):
        df = sum(word in bag for bag in bags)
        idf = math.log(1 + (len(pages) - df + 0.5) / (df + 0.5))
        for place, (bag, length) in enumerate(zip(bags, lengths, strict=True)):
            tf = bag[word]
            if tf:
                scores[place] += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / mean))
    return scores


def agrees(pages: list[Page], hits: list[Hit], scores: list[float], query: str, k: int) -> None:
    """The hits are the best by the reference, except that scores closer than the rounding may change places."""
    place = {page.id: number for number, page in enumerate(pages)}
    off = (len(query_words(query)) + 1) * 2 / engine.SCALE
    assert len(hits) == min(k, sum(score > 0 for score in scores))
    assert len({hit.id for hit in hits}) == len(hits)
    best = sorted(scores, reverse=True)
    for rank, hit in enumerate(hits):
        assert abs(hit.score - scores[place[hit.id]]) < off
        assert abs(hit.score - best[rank]) < off
    keys = [(-hit.score, place[hit.id]) for hit in hits]
    assert keys == sorted(keys)


def corpus(rng: random.Random, size: int, vocabulary: int) -> tuple[list[Page], list[str]]:
    """Documents with words of very different frequency, and queries with all sorts of them."""
    names = [f"w{number}" for number in range(vocabulary)]
    weights = [1 / (rank + 1) for rank in range(vocabulary)]

    def some(most: int) -> str:
        return " ".join(rng.choices(names, weights, k=rng.randint(0, most)))

    pages = [Page(f"d{number}", some(3), some(30)) for number in range(size)]
    queries = [some(8) for _ in range(30)]
    queries += [" ".join(rng.choices(names, k=rng.randint(1, 8))) for _ in range(30)]
    return pages, queries


# ---- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Well-known River's  END.", ["the", "well", "known", "river", "s", "end"]),
        ("3.5 km, 1,200; 0812-03-04", ["3", "5", "km", "1", "200", "0812", "03", "04"]),
        ("snake_case C++ a/b", ["snake", "case", "c", "a", "b"]),
        ("Straße STRASSE ſtraſſe", ["strasse"] * 3),
        ("e\u0301t\u00e9 ÉTÉ", ["été"] * 2),
        ("soft\u00adhyphen \ufeffmark zero\u200bwidth", ["softhyphen", "mark", "zero", "width"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("東京タワー 2号", ["東", "京", "タ", "ワ", "ー", "2", "号"]),
        ("한국 서울", ["한국", "서울"]),
        ("\ud800 \x00 \u2028 …", []),
        ("", []),
    ],
)
def test_words(text: str, found: list[str]) -> None:
    assert words(text) == [unicodedata.normalize("NFC", word) for word in found]


@given(st.text())
def test_words_do_not_depend_on_form_and_case_of_ascii_or_on_being_read_again(text: str) -> None:
    found = words(text)
    for form in ("NFC", "NFD"):
        assert words(unicodedata.normalize(form, text)) == found
    assert words(" ".join(found)) == found
    assert all(word and not word.isspace() for word in found)
    plain = "".join(char for char in text if char.isascii())
    assert words(plain) == words(plain.upper()) == words(plain + " é")[:-1]


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E)))
def test_plain_text_is_read_as_by_a_pattern(text: str) -> None:
    assert words(text) == re.findall(r"[a-z0-9]+", text.lower())


def test_a_query_is_bounded() -> None:
    many = [f"w{number}" for number in range(200)]
    assert query_words(" ".join(many)) == many[:QUERY_WORDS]
    assert query_words("x" * (QUERY_CHARACTERS + 50) + " y") == ["x" * QUERY_CHARACTERS]
    assert query_words("b a B a") == ["b", "a"]


# ---- BM25 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("size", "vocabulary"), [(1, 5), (30, 60), (700, 150), (1500, 4000)])
def test_the_best_are_those_of_the_formula(
    seed: int, size: int, vocabulary: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_SIMPLE", seed % 2 * 10_000)
    rng = random.Random(f"{seed} {size}")
    pages, queries = corpus(rng, size, vocabulary)
    index = BM25(pages)
    for query in queries[:: 6 if size > 100 else 1]:
        scores = reference(pages, query)
        for k in (1, 5, 40, 2000):
            agrees(pages, index.search(query, k), scores, query, k)


@given(
    texts=st.lists(st.text("abc é", max_size=12), min_size=1, max_size=12),
    query=st.text("abc éd", max_size=8),
    k=st.integers(1, 14),
    k1=st.floats(0.01, 4),
    b=st.floats(0, 1),
    weight=st.integers(1, 5),
)
def test_small_corpora_are_ranked_by_the_formula(
    texts: list[str], query: str, k: int, k1: float, b: float, weight: int
) -> None:
    pages = [Page(str(place), text[:3], text) for place, text in enumerate(texts)]
    hits = BM25(pages, k1=k1, b=b, title_weight=weight).search(query, k)
    agrees(pages, hits, reference(pages, query, k1=k1, b=b, weight=weight), query, k)


@pytest.mark.parametrize(
    ("short", "few", "long", "simple"),
    [
        (64, 512, 2048, 0),
        (0, 0, 4, 0),
        (3, 5, 30, 0),
        (10_000, 10_000, 1, 0),
        (10_000, 10_000, 10_000, 0),
        (0, 0, 0, 10_000),
    ],
)
def test_every_way_of_searching_gives_the_same(
    short: int, few: int, long: int, simple: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ways differ in what they leave out; the sum over everything leaves out nothing."""
    monkeypatch.setattr(engine, "_SIMPLE", simple)
    monkeypatch.setattr(engine, "_SHORT", short)
    monkeypatch.setattr(engine, "_FEW", few)
    monkeypatch.setattr(engine, "_LONG", long)
    rng = random.Random(short + long)
    for size, vocabulary in ((50, 20), (900, 300), (2000, 1500)):
        pages, queries = corpus(rng, size, vocabulary)
        index = BM25(pages)
        alone = {}
        for word in sorted({word for query in queries for word in query_words(query)}):
            hits = index.search(word, size)
            alone[word] = np.zeros(size, np.int64)
            alone[word][[int(hit.id[1:]) for hit in hits]] = [int(hit.score * engine.SCALE) for hit in hits]
        for query in queries:
            sums = sum((alone[word] for word in query_words(query)), np.zeros(size, np.int64))
            order = sorted(np.flatnonzero(sums).tolist(), key=lambda doc: (-sums[doc], doc))
            for k in (1, 3, 10, 200):
                expected = [Hit(f"d{doc}", int(sums[doc]) / engine.SCALE) for doc in order[:k]]
                assert index.search(query, k) == expected


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("size", "vocabulary"), [(1, 5), (30, 20), (700, 150), (1500, 4000)])
def test_whether_some_are_found_is_told_as_by_the_search(size: int, vocabulary: int, seed: int) -> None:
    rng = random.Random(seed)
    pages, known = corpus(rng, size, vocabulary)
    pages += [Page(f"again{place}", page.title, page.text) for place, page in enumerate(pages[::3])]
    index, place = BM25(pages), {page.id: number for number, page in enumerate(pages)}
    told = Counter[bool]()
    for _ in range(150):
        query, k = " ".join(rng.choices([*known, "unknown"], k=rng.randint(0, 8))), rng.choice((0, 1, 2, 5, 9))
        hits = [place[hit.id] for hit in index.search(query, k)]
        near = [place[hit.id] for hit in index.search(query, 3 * k + 3)] + [rng.randrange(len(pages))]
        groups = [rng.sample(near, rng.randint(0, min(3, len(near)))) for _ in range(rng.randint(0, 3))]
        found = index.finds(query, groups, k)
        assert found == all(set(group) & set(hits) for group in groups), (query, groups, k)
        told[found] += 1
    assert min(told[True], told[False]) > 20


def test_equal_documents_come_in_the_order_of_the_corpus() -> None:
    pages = [
        Page(f"d{number}", "", f"same words {'rare' if number in (70, 300) else 'else'}")
        for number in range(500)
    ]
    index = BM25(pages)
    assert [hit.id for hit in index.search("same words", 4)] == ["d0", "d1", "d2", "d3"]
    assert [hit.id for hit in index.search("words rare", 4)] == ["d70", "d300", "d0", "d1"]
    assert [hit.id for hit in index.search("rare", 4)] == ["d70", "d300"]
    assert [hit.id for hit in index.search("same", 500)] == [page.id for page in pages]


@pytest.mark.parametrize("short", [64, 0])
def test_a_document_that_can_only_be_equal_is_not_left_out(short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second word can add no more than what is reached already, but to a document that comes first."""
    monkeypatch.setattr(engine, "_SIMPLE", 0)
    monkeypatch.setattr(engine, "_SHORT", short)
    monkeypatch.setattr(engine, "_LONG", 0)
    more = " more" * 9
    texts = [f"one{more}", "two more", "one more", f"two{more}", *["more"] * 20]
    index = BM25([Page(str(place), "", text) for place, text in enumerate(texts)])
    assert [hit.id for hit in index.search("one two", 1)] == ["1"]
    assert [hit.id for hit in index.search("one two", 2)] == ["1", "2"]
    texts = [f"one uno{more * 5}", "two more", "one more", "uno more", f"two{more * 5}", *["more"] * 20]
    index = BM25([Page(str(place), "", text) for place, text in enumerate(texts)])
    assert [hit.id for hit in index.search("one uno two", 1)] == ["1"]
    assert [hit.id for hit in index.search("one uno two", 3)] == ["1", "2", "3"]


@pytest.mark.parametrize("short", [64, 0])
def test_the_list_of_the_next_word_is_not_read(short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_SIMPLE", 0)
    monkeypatch.setattr(engine, "_SHORT", short)
    monkeypatch.setattr(engine, "_LONG", 0)
    texts = ["filler some"] * 10 + ["filler"] * 40 + ["next rare"] + ["filler next"] * 9
    pages = [Page(str(place), "", text) for place, text in enumerate(texts)]
    for query in ("rare some", "rare next some", "next rare"):
        for k in (1, 30):
            agrees(pages, BM25(pages).search(query, k), reference(pages, query), query, k)


def test_a_title_counts_as_often_as_stated() -> None:
    pages = [Page("text", "x", "tower tower y"), Page("title", "tower", "x y y y"), Page("none", "x", "y")]
    assert [hit.id for hit in BM25(pages, title_weight=1).search("tower")] == ["text", "title"]
    assert [hit.id for hit in BM25(pages, title_weight=8).search("tower")] == ["title", "text"]


@pytest.mark.parametrize("query", ["", " ", "?!", "\x00", "unknown", "\ud800", "'", '"', "*"])
def test_a_query_without_a_known_word_finds_nothing(query: str) -> None:
    index = BM25([Page("a", "One", "two three"), Page("b", "", "")])
    assert index.search(query) == []
    assert index.search_many([query, "two"])[0] == []
    assert index.search("two", 0) == []
    assert index.search("two", -3) == []


HOSTILE = [
    'two AND "three"',
    "two OR NOT three*",
    "title:two^5 +three -one",
    "NEAR(two three, 5)",
    "two) UNION SELECT (three",
    "/t.*o/ two three~2",
    "[two TO three]",
    "{two} \\three",
]


@pytest.mark.parametrize("query", HOSTILE)
def test_operators_are_words_or_nothing(query: str) -> None:
    pages = [
        Page("a", "One", "two three"),
        Page("b", "Four", "two and or not near to"),
        Page("c", "", "three one"),
    ]
    index = BM25(pages)
    agrees(pages, index.search(query), reference(pages, query), query, 5)
    assert index.search(query) == index.search(" ".join(words(query)))


@given(st.text(max_size=40), st.lists(st.text(max_size=30), max_size=5))
def test_no_text_is_too_strange(query: str, texts: list[str]) -> None:
    pages = [Page(str(place), text[::-1], text) for place, text in enumerate(texts)]
    index = BM25(pages)
    hits = index.search(query, 10)
    assert {hit.id for hit in hits} == {
        page.id for page in pages if set(words(page.title) + words(page.text)) & set(query_words(query))
    }
    assert [index.page(page.id) for page in pages] == pages


def test_an_empty_corpus_is_a_corpus(tmp_path: Path) -> None:
    index = BM25([])
    index.save(tmp_path / "empty")
    for one in (index, BM25.load(tmp_path / "empty", verify=True)):
        assert len(one) == 0
        assert one.search("word") == []
        with pytest.raises(KeyError):
            one.page("a")


@pytest.mark.parametrize("id", ["", "x" * 65, "a\nb", "\ud800"])
def test_an_id_is_short_and_printable(id: str) -> None:
    with pytest.raises(ValueError, match="1 to 64 printable"):
        make_retriever([Page(id, "", "")])


def test_wrong_corpora_and_options_are_refused() -> None:
    with pytest.raises(ValueError, match="two documents have the id 'a'"):
        make_retriever([Page("a", "", ""), Page("a", "", "")])
    for options in (
        {"k1": 0},
        {"b": 2},
        {"b": float("nan")},
        {"title_weight": 0},
        {"k1": 11},
        {"title_weight": 1.5},
        {"typo": 1},
    ):
        with pytest.raises(ValueError, match=r"k1|typo"):
            make_retriever([], **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="engines are bm25"):
        make_retriever([], engine="elastic")


def test_the_ranking_is_the_same_everywhere() -> None:
    """Recorded: another platform, numpy or Python must come to the same numbers, to the last bit."""
    pages, queries = corpus(random.Random(7), 3000, 900)
    index = BM25(pages)
    found = [(hit.id, int(hit.score * engine.SCALE)) for query in queries for hit in index.search(query, 20)]
    assert found[:3] == [("d532", 792523), ("d2812", 530930), ("d507", 525302)]
    assert hashlib.sha256(repr(found).encode()).hexdigest()[:16] == "dab1430865ff5255"


# ---- saved ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[BM25, list[Page], list[str], Path]:
    pages, queries = corpus(random.Random(3), 400, 300)
    pages += [Page("odd é\u0301", "half \ud800", "東京 \x00 ''"), Page("東", "", "")]
    index = BM25(pages, k1=0.9, title_weight=3)
    folder = tmp_path_factory.mktemp("saved") / "index"
    index.save(folder)
    return index, pages, [*queries, "東 half"], folder


def test_a_saved_index_gives_the_same(made: tuple[BM25, list[Page], list[str], Path], tmp_path: Path) -> None:
    index, pages, queries, folder = made
    again = open_retriever(folder, verify=True)
    again.save(tmp_path / "again")
    for other in (again, BM25.load(tmp_path / "again")):
        assert len(other) == len(pages)
        assert other.search_many(queries, 7) == index.search_many(queries, 7)
        assert [other.page(page.id) for page in pages] == pages
        for unknown in ("", "d", "d9999", "\ud800"):
            with pytest.raises(KeyError):
                other.page(unknown)
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == files


def test_saving_leaves_what_is_there_and_nothing_half_done(
    made: tuple[BM25, list[Page], list[str], Path], tmp_path: Path
) -> None:
    index, _, _, folder = made
    with pytest.raises(ValueError, match="not an empty folder"):
        index.save(folder)
    (tmp_path / "file").write_text("x")
    with pytest.raises(ValueError, match="not an empty folder"):
        index.save(tmp_path / "file")
    (tmp_path / "empty").mkdir()
    index.save(tmp_path / "empty")
    index.save(tmp_path / "new" / "one")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "file", "new"]
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["one"]


def test_a_damaged_folder_is_refused(made: tuple[BM25, list[Page], list[str], Path], tmp_path: Path) -> None:
    _, _, _, folder = made
    names = sorted(path.name for path in folder.iterdir())
    assert "index.json" in names
    for name in names:
        whole = (folder / name).read_bytes()
        flipped = bytearray(whole)
        flipped[-1] ^= 0x10
        for number, (data, verify) in enumerate(
            [(None, False), (whole[:-1], False), (b"", False), (whole[:9], False), (whole + b"0", False),
             (bytes(flipped), True)]
        ):  # fmt: skip
            broken = tmp_path / f"{name}{number}"
            broken.mkdir()
            for other in names:
                if other != name:
                    (broken / other).symlink_to(folder / other)
            if data is not None:
                (broken / name).write_bytes(data)
            with pytest.raises(
                ValueError, match=r"damaged|no saved index|cannot be read|does not describe|format"
            ):
                open_retriever(broken, verify=verify)


def test_an_index_can_be_sent_to_another_process(made: tuple[BM25, list[Page], list[str], Path]) -> None:
    index, pages, queries, folder = made
    for one in (index, BM25.load(folder)):
        for other in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
            assert other.search_many(queries, 7) == index.search_many(queries, 7)
            assert other.page(pages[-1].id) == pages[-1]


def test_other_formats_and_engines_are_told(
    made: tuple[BM25, list[Page], list[str], Path], tmp_path: Path
) -> None:
    from rlvr.retrieval import folder as folders

    folders.write(tmp_path / "other", "tea", {}, {})
    with pytest.raises(ValueError, match="not 'bm25'"):
        BM25.load(tmp_path / "other")
    with pytest.raises(ValueError, match="engines are"):
        open_retriever(tmp_path / "other")
    folders.write(tmp_path / "lacking", "bm25", {}, {})
    with pytest.raises(ValueError, match="damaged"):
        BM25.load(tmp_path / "lacking")
    about = json.loads((made[3] / "index.json").read_text())
    (tmp_path / "later").mkdir()
    (tmp_path / "later" / "index.json").write_text(json.dumps(about | {"format": 99}))
    with pytest.raises(ValueError, match="has format 99"):
        open_retriever(tmp_path / "later")
    with pytest.raises(ValueError, match="no saved index"):
        open_retriever(tmp_path / "nowhere")


# ---- many at once ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("saved", [False, True])
def test_threads_find_what_one_finds(made: tuple[BM25, list[Page], list[str], Path], saved: bool) -> None:
    index, _, queries, folder = made
    shared: Retriever = BM25.load(folder) if saved else index
    due = index.search_many(queries, 9)
    wrong: list[str] = []

    def work(start: int) -> None:
        for turn in range(200):
            at = (start * 7 + turn) % len(queries)
            if shared.search(queries[at], 9) != due[at]:
                wrong.append(queries[at])

    threads = [threading.Thread(target=work, args=(start,)) for start in range(6)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong


def test_importing_is_light() -> None:
    code = "import rlvr.retrieval, sys; print([m for m in ('numpy', 'tantivy', 'torch', 'bm25s') if m in sys.modules])"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "[]"
