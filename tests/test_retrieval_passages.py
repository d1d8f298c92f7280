"""Passages: nothing of a document is lost, what is in its middle is found, and what is shown is what was asked for."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.retrieval import Page, Passages, make_retriever, open_retriever
from rlvr.retrieval.passages import PAGE, PASSAGE, passages, window

TEXTS = st.text(st.sampled_from("ab c.\n!?。 é"), max_size=4000)


def long_text(rng: random.Random, fact: str, sentences: int = 300) -> str:
    """Sentences of common words with a fact in the midst of them."""
    words = "the road goes over hills and by old mills where rain falls on stones and grass all year".split()
    made = [" ".join(rng.choices(words, k=12)).capitalize() + "." for _ in range(sentences)]
    made[sentences // 2] = fact
    return " ".join(made)


@pytest.fixture(scope="module")
def corpus() -> list[Page]:
    rng = random.Random(1)
    names = ["Vorsk", "Ilmar", "Tolm", "Sarn", "Quell", "Osk"]
    return [
        Page(f"d{n}", name, long_text(rng, f"The keeper of the {name} gate is Brannoc{n}.", 40 * n + 41))
        for n, name in enumerate(names)
    ]


@given(TEXTS)
def test_passages_are_the_text_in_short_pieces(text: str) -> None:
    parts = passages(text)
    assert "".join(parts) == text
    assert all(len(part) <= PASSAGE for part in parts)
    assert all(parts) or text == ""


@pytest.mark.parametrize("blank", ["\n\n", "\n", ". ", " ", "。"])
def test_a_text_is_cut_where_something_ends(blank: str) -> None:
    parts = passages(("x" * 300 + blank) * 20)
    assert all(part.endswith(blank) for part in parts)
    assert max(map(len, passages("x" * 5000))) == PASSAGE  # where nothing ends


def test_documents_come_back_whole_and_in_pages(corpus: list[Page]) -> None:
    made = Passages.of_documents(corpus)
    assert len(made) == len(corpus)
    for document in corpus:
        assert made.page(document.id) == document
        read = [made.read(document.id, page) for page in range(1, made.pages(document.id) + 1)]
        assert "".join(read) == document.text
        assert all(len(page) <= PAGE for page in read)
        for page in (0, len(read) + 1):
            with pytest.raises(KeyError):
                made.read(document.id, page)
    for ask in (made.page, made.pages, made.title):
        with pytest.raises(KeyError):
            ask("nowhere")


def test_a_fact_in_the_middle_is_found_with_its_page(corpus: list[Page]) -> None:
    made = Passages.of_documents(corpus)
    for n, document in enumerate(corpus):
        best = made.found(f"who is keeper of the {document.title} gate", 3)[0]
        assert best.document == document.id
        assert f"Brannoc{n}" in best.text
        assert f"Brannoc{n}" in window(best.text, f"keeper {document.title} gate", 200)
        assert f"Brannoc{n}" in made.read(document.id, best.page)
        assert best.pages == made.pages(document.id)


def test_each_document_comes_once_and_as_many_as_there_are(corpus: list[Page]) -> None:
    made = Passages.of_documents(corpus)
    for k in (1, 3, 6, 50):
        hits = made.search("the road over the hills", k)
        assert len({hit.id for hit in hits}) == len(hits) == min(k, len(corpus))
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert made.search("xyzzy", 3) == made.found("", 3) == []
    assert Passages.of_documents([]).search("x") == []


def test_short_documents_rank_as_without_passages() -> None:
    rng = random.Random(2)
    pages = [Page(f"d{n}", f"T{n}", long_text(rng, "a stone", 5)) for n in range(50)]
    plain, made = make_retriever(pages), Passages.of_documents(pages)
    for query in ("old mills", "rain on the road", "stone grass year T7"):
        assert plain.search(query, 8) == made.search(query, 8)


def test_an_index_with_passages_is_saved_and_opened(corpus: list[Page], tmp_path: Path) -> None:
    made = Passages.of_documents(corpus)
    made.save(tmp_path / "index")
    opened = open_retriever(tmp_path / "index", verify=True)
    assert isinstance(opened, Passages)
    for query in ("keeper of the Osk gate", "rain"):
        assert opened.found(query, 4) == made.found(query, 4)
    assert opened.page("d3") == corpus[3]
    (tmp_path / "index" / "passages" / "index.json").write_text("{}")
    with pytest.raises(ValueError, match="damaged"):
        open_retriever(tmp_path / "index")


@given(TEXTS, st.text(st.sampled_from("abcé "), max_size=20), st.integers(20, 500))
def test_a_window_is_a_part_of_the_text(text: str, query: str, width: int) -> None:
    shown = window(text, query, width)
    inside = shown.removeprefix("... ").removesuffix(" ...")
    assert inside.strip() in text
    assert len(inside) <= max(width, len(shown) if len(text) <= width else 0)
    if len(text) <= width:
        assert shown == text


def test_a_window_has_the_words_that_stand_together() -> None:
    text = "gate " * 50 + "x " * 200 + "the keeper of the gate is Ilk " + "y " * 200
    assert "keeper of the gate is Ilk" in window(text, "keeper gate", 100)
    assert window(text, "nothing", 100).startswith("gate gate")
    han = "山" * 300 + "東京" + "川" * 300
    assert "東京" in window(han, "東京", 60)
