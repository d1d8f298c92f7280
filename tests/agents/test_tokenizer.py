"""The phrase tokenizer: texts come back exactly, and an episode's context only grows."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.agents.models.tokenizer import BYTE, END, PAD, SYSTEM, TURN, USER, PhraseTokenizer

TEXTS = [
    f"Sort the words: {a} {b}.\nWrite the answer between <answer> and </answer>."
    for a in "pear fig".split()
    for b in "plum kiwi lime".split()
]
PHRASES = PhraseTokenizer.from_texts(TEXTS, share=0.9)
PLAIN = PhraseTokenizer()
texts = st.text() | st.text(alphabet="aSort the words:<answer>/.\n é€😀\x00")


@given(texts)
def test_every_text_comes_back(text: str) -> None:
    for tokenizer in (PHRASES, PLAIN):
        ids = tokenizer.encode(text)
        assert tokenizer.decode(ids) == text
        assert all(0 <= i < len(tokenizer) for i in ids)
        assert not {PAD, END, SYSTEM, USER, TURN} & set(ids)


@given(st.lists(st.integers(0, len(PHRASES) - 1)))
def test_every_list_of_ids_has_a_text(ids: list[int]) -> None:
    text = PHRASES.decode(ids)
    assert bool(text) == bool(ids)


def test_shared_text_is_few_tokens_and_facts_stay_characters() -> None:
    ids = PHRASES.encode(TEXTS[0])
    assert len(ids) < 20
    assert len(PLAIN.encode(TEXTS[0])) == len(TEXTS[0])
    assert [PHRASES.decode([i]) for i in PHRASES.encode("pear")] == ["p", "e", "a", "r"]
    # A phrase is whole words only: it is not found inside of longer ones.
    assert "Sort the words" not in [PHRASES.decode([i]) for i in PHRASES.encode("Sort the wordsmith")]


def test_special_tokens_are_written_out_and_cannot_be_typed() -> None:
    assert (
        PLAIN.decode([USER, *PLAIN.encode("x"), END, PAD, SYSTEM, TURN])
        == "<|user|>x<|end|><|pad|><|system|><|turn|>"
    )
    assert END not in PLAIN.encode("<|end|>")
    assert PLAIN.decode(PLAIN.encode("<|byte|>41")) == "<|byte|>41"


def test_broken_escapes_are_seen() -> None:
    digits = PLAIN.encode("4g")
    assert PLAIN.decode([BYTE, *digits]) == "<|byte|>4g"
    assert PLAIN.decode([BYTE]) == "<|byte|>"
    assert PLAIN.decode([BYTE, BYTE, *PLAIN.encode("c3"), BYTE, *PLAIN.encode("a9")]) == "<|byte|>é"
    assert PLAIN.decode([BYTE, *PLAIN.encode("ff")]) == "\ufffd"


def test_an_episode_only_grows() -> None:
    codec = PHRASES
    context = codec.begin([{"role": "system", "content": "Be brief."}, {"role": "user", "content": TEXTS[0]}])
    assert context == [SYSTEM, *codec.encode("Be brief."), USER, *codec.encode(TEXTS[0]), TURN]
    drawn = codec.respond("fig pear")
    assert drawn[-1] in codec.end_ids
    assert codec.action(drawn) == "fig pear"
    assert codec.observe("No.", ended=True) == [USER, *codec.encode("No."), TURN]
    # A turn that ran out of tokens is ended for it, and one end token is enough.
    assert codec.action(drawn[:-1]) == "fig pear"
    assert codec.observe("No.", ended=False) == [END, USER, *codec.encode("No."), TURN]
    assert codec.action([*drawn, END]) == "fig pear<|end|>"
    assert codec.action([]) == ""
    # A chat that holds earlier turns is the episode that wrote them.
    chat = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "user", "content": "c"},
    ]
    assert codec.begin(chat) == [*codec.begin(chat[:1]), *codec.respond("b"), *codec.observe("c", ended=True)]
    with pytest.raises(ValueError, match="tool"):
        codec.begin([{"role": "tool", "content": ""}])


def test_it_is_written_and_read(tmp_path: Path) -> None:
    PHRASES.save(tmp_path)
    again = PhraseTokenizer.load(tmp_path)
    assert again == PHRASES
    assert again.encode(TEXTS[1]) == PHRASES.encode(TEXTS[1])
    assert PHRASES.phrases
    with pytest.raises(ValueError, match="two characters"):
        PhraseTokenizer(("a",))
