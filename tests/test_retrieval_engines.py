"""The engines of the extras, where they are installed: they agree with the embedded one and keep the same rules."""

from __future__ import annotations

import importlib.util
import json
import random
import subprocess
import sys
import threading
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rlvr.retrieval import Page, Retriever, make_retriever, open_retriever
from rlvr.retrieval.tokens import words

WORDS = ["bm25s", "tantivy"]
SYLLABLES = "ba ko ri mu te lon vor sk dra phe nu gil".split()


def corpus(size: int) -> tuple[list[Page], list[str]]:
    """Documents of very different length with names and frequent words, and queries for them."""
    rng = random.Random(size)
    names = ["".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))) for _ in range(size)]
    frequent = "the of in mentor town ruler year".split()
    pages = []
    for number, name in enumerate(names):
        text = rng.choices(names, k=rng.randint(1, 30)) + rng.choices(frequent, k=rng.randint(0, 40))
        rng.shuffle(text)
        pages.append(Page(f"d{number}", name, " ".join(text)))
    queries = [f"the {rng.choice(frequent)} of {rng.choice(names)} in {rng.choice(names)}" for _ in range(60)]
    return pages, [*queries, "the", "of mentor", "nothing known"]


@pytest.fixture(params=["bm25", *WORDS, "dense"])
def name(request: pytest.FixtureRequest) -> str:
    if request.param in WORDS:
        pytest.importorskip(request.param)
    return request.param


class Hashed:
    """An encoder without a model: each word adds a direction that its checksum names."""

    def encode(self, sentences: list[str], **options: Any) -> np.ndarray[Any, Any]:
        made = np.zeros((len(sentences), 96), np.float32)
        for row, text in zip(made, sentences, strict=True):
            for word in words(text):
                row += np.random.default_rng(zlib.crc32(word.encode())).standard_normal(96).astype(np.float32)
        return made


def made(name: str, pages: list[Page]) -> Retriever:
    return make_retriever(pages, name, **({"model": Hashed()} if name == "dense" else {}))


def opened(name: str, folder: Path) -> Retriever:
    return open_retriever(folder, verify=True, **({"model": Hashed()} if name == "dense" else {}))


def test_every_engine_keeps_the_rules(name: str, tmp_path: Path) -> None:
    pages, queries = corpus(300)
    index = made(name, pages)
    index.save(tmp_path / "index")
    again = opened(name, tmp_path / "index")
    for one in (index, again):
        assert len(one) == len(pages)
        assert one.page("d7") == pages[7]
        with pytest.raises(KeyError):
            one.page("x")
        found = one.search_many(queries, 7)
        assert [one.search(query, 7) for query in queries] == found
        assert found == index.search_many(queries, 7)
        for hits in found:
            keys = [(-hit.score, int(hit.id[1:])) for hit in hits]
            assert keys == sorted(set(keys))
            assert len(hits) <= 7
            assert all(hit.score > 0 for hit in hits)
        assert one.search("", 5) == one.search("?!", 5) == one.search("the", 0) == []
        assert len(one.search("the mentor", 10_000)) <= len(pages)
    with pytest.raises(ValueError, match="not an empty folder"):
        index.save(tmp_path / "index")
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_every_engine_orders_equals_by_the_corpus(name: str) -> None:
    index = made(
        name, [Page(f"d{number}", "", f"same {'odd' if number % 3 else 'even'}") for number in range(700)]
    )
    assert [hit.id for hit in index.search("even", 4)] == ["d0", "d3", "d6", "d9"]
    assert [hit.id for hit in index.search("odd", 4)] == ["d1", "d2", "d4", "d5"]
    if name != "dense":
        assert [hit.id for hit in index.search("same", 5)] == ["d0", "d1", "d2", "d3", "d4"]
        assert [hit.id for hit in index.search("same", 700)] == [f"d{number}" for number in range(700)]


def test_every_engine_takes_any_text(name: str, tmp_path: Path) -> None:
    odd = [
        'a AND "b"',
        "title:x^2 +y -z",
        "\ud800 \x00",
        "東京 हिन्दी é",
        "*?~",
        "x" * 5000,
        "[a TO b] {c}",
        "NOT",
        "'",
    ]
    index = made(name, [Page(str(number), text[:9], text) for number, text in enumerate(odd)])
    for query in odd:
        hits = index.search(query, 20)
        assert hits == index.search(" ".join(words(query[:1000])), 20)
        if name != "dense" and words(query):
            shared = {
                str(n)
                for n, text in enumerate(odd)
                if set(words(text + " " + text[:9])) & set(words(query[:1000]))
            }
            assert {hit.id for hit in hits} == shared
    index.save(tmp_path / "odd")
    assert [opened(name, tmp_path / "odd").page(str(n)).text for n in range(len(odd))] == odd


def test_every_engine_takes_an_empty_corpus(name: str, tmp_path: Path) -> None:
    for number, pages in enumerate(([], [Page("a", "", "")])):
        index = made(name, pages)
        index.save(tmp_path / str(number))
        for one in (index, opened(name, tmp_path / str(number))):
            assert len(one) == len(pages)
            if name != "dense":
                assert one.search("word") == []


def test_every_engine_may_be_searched_from_threads(name: str) -> None:
    pages, queries = corpus(200)
    index = made(name, pages)
    due = [index.search(query) for query in queries]
    wrong: list[str] = []

    def work() -> None:
        for query, hits in zip(queries, due, strict=True):
            if index.search(query) != hits:
                wrong.append(query)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("name", WORDS)
def test_engines_of_words_agree_with_the_embedded_one(name: str) -> None:
    pytest.importorskip(name)
    pages, queries = corpus(1500)
    ours, theirs = (
        make_retriever(pages).search_many(queries, 5),
        make_retriever(pages, name).search_many(queries, 5),
    )
    first = sum(a[:1] == b[:1] or a[0].id == b[0].id for a, b in zip(ours, theirs, strict=True))
    shared = sum(len({hit.id for hit in a} & {hit.id for hit in b}) for a, b in zip(ours, theirs, strict=True))
    total = sum(map(len, ours))
    # bm25s computes the same formula in single precision; tantivy keeps the lengths of documents in one byte.
    assert shared / total > (0.99 if name == "bm25s" else 0.85)
    assert first / len(queries) > (0.98 if name == "bm25s" else 0.85)


def test_a_damaged_file_of_an_engine_is_found(name: str, tmp_path: Path) -> None:
    made(name, corpus(50)[0]).save(tmp_path / "index")
    files = [
        path for path in (tmp_path / "index").rglob("*") if path.is_file() and not path.name.startswith(".")
    ]
    assert len(files) > 5
    for path in files:
        whole = path.read_bytes()
        if not whole:
            continue
        for data in (whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1])):
            path.write_bytes(data)
            with pytest.raises(ValueError, match="damaged"):
                opened(name, tmp_path / "index")
        path.write_bytes(whole)
    assert len(opened(name, tmp_path / "index")) == 50


@pytest.mark.parametrize(
    ("engine", "module", "extra"),
    [
        ("bm25s", "bm25s", "search"),
        ("tantivy", "tantivy", "search"),
        ("dense", "sentence_transformers", "dense"),
    ],
)
def test_what_is_not_installed_is_told(engine: str, module: str, extra: str) -> None:
    options = ", model='m'" if engine == "dense" else ""
    code = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "from rlvr.retrieval import Page, make_retriever\n"
        f"try: make_retriever([Page('a', '', 'b')], {engine!r}{options})\n"
        "except ImportError as error: print(error)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert f"pip install 'rlvr-gym[{extra}]'" in shown


def test_the_benchmark_runs_and_finds_what_the_formula_finds(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[1]
    command = [sys.executable, "-m", "benchmarks.retrieval", "--quick", "--json", str(tmp_path / "out.json")]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "out.json").read_text())["300"]
    assert found["rlvr, embedded"]["agreement"] == 1.0
    assert {"build", "typed", "frequent", "size", "reopen", "memory"} <= set(found["SQLite FTS5"])
    assert all(f"| {name}" in done.stdout for name in found)


# ---- dense ----------------------------------------------------------------------------------------------------------


def test_dense_search_is_exact() -> None:
    pages, queries = corpus(250)
    index = make_retriever(pages, "dense", model=Hashed(), query_prompt="query: ", page_prompt="passage: ")
    vectors = Hashed().encode([f"passage: {page.title}\n{page.text}" for page in pages]).astype(float)
    for query in queries:
        asked = Hashed().encode([f"query: {query}"])[0].astype(float)
        cosines = vectors @ asked / np.linalg.norm(vectors, axis=1) / np.linalg.norm(asked)
        hits = index.search(query, 6)
        best = np.sort(cosines)[::-1]
        for rank, hit in enumerate(hits):
            assert hit.score == pytest.approx((1 + best[rank]) / 2, abs=2e-5)
            assert hit.score == pytest.approx((1 + cosines[int(hit.id[1:])]) / 2, abs=2e-5)


def test_dense_refuses_models_that_do_not_fit(tmp_path: Path) -> None:
    class Other(Hashed):
        def encode(self, sentences: list[str], **options: Any) -> np.ndarray[Any, Any]:
            return super().encode(sentences)[:, :50]

    class Broken(Hashed):
        def encode(self, sentences: list[str], **options: Any) -> np.ndarray[Any, Any]:
            return super().encode(sentences) * np.nan

    pages = [Page("a", "", "one"), Page("b", "", "two")]
    make_retriever(pages, "dense", model=Hashed()).save(tmp_path / "index")
    with pytest.raises(ValueError, match="another model"):
        open_retriever(tmp_path / "index", model=Other()).search("one")
    with pytest.raises(ValueError, match="model of your own"):
        open_retriever(tmp_path / "index")
    with pytest.raises(ValueError, match="finite"):
        make_retriever(pages, "dense", model=Broken())
    with pytest.raises(ValueError, match="model"):
        make_retriever(pages, "dense")


@pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is None, reason="the extra dense is not installed"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_sentence_transformers_model_with_random_weights(tmp_path: Path) -> None:
    """A tiny model made here: nothing is downloaded, and the same text comes out as the nearest to itself."""
    import torch
    from sentence_transformers import SentenceTransformer, models
    from transformers import BertConfig, BertModel, BertTokenizerFast

    torch.manual_seed(0)
    pages, _ = corpus(40)
    known = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        *sorted({w for page in pages for w in words(page.text)}),
    ]
    (tmp_path / "vocab.txt").write_text("\n".join(known), "utf-8")
    tokenizer = BertTokenizerFast(vocab=str(tmp_path / "vocab.txt"))
    config = BertConfig(
        vocab_size=len(known), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    BertModel(config).save_pretrained(tmp_path / "bert")
    tokenizer.save_pretrained(tmp_path / "bert")
    transformer = models.Transformer(str(tmp_path / "bert"))
    SentenceTransformer(modules=[transformer, models.Pooling(32)], device="cpu").save(str(tmp_path / "model"))

    index = make_retriever(pages, "dense", model=tmp_path / "model")
    index.save(tmp_path / "index")
    again = open_retriever(tmp_path / "index", verify=True)
    for page in pages[:10]:
        query = f"{page.title}\n{page.text}"
        if len(query) < 1000:
            assert index.search(query, 1)[0].id == page.id
            assert again.search(query, 3) == index.search(query, 3)
