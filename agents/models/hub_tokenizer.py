"""A `PhraseTokenizer` as files of `tokenizers`, so that ``AutoTokenizer`` gives the same ids.

A phrase is a whole word of a byte-pair model without merges; whatever is no phrase falls apart into characters. A
character outside printable ASCII is written, before anything is cut, as its bytes in UTF-8: for each a mark (the
token `BYTE`) and two hexadecimal digits. The mark is of a private area of Unicode, which no text holds at that point.

Special tokens are found in texts, as is usual for tokenizers of Hugging Face (chat templates need it):
``tokenizer(text, split_special_tokens=True)`` leaves them alone, as `PhraseTokenizer.encode` does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FILE, SETTINGS = "tokenizer.json", "tokenizer_config.json"
MARK = "\ue000"
_ESCAPE = f"{MARK}[0-9a-f]{{2}}"

TEMPLATE = (
    "{% for m in messages %}{{ {'system': '<|system|>', 'user': '<|user|>', 'assistant': '<|turn|>'}[m['role']] }}"
    "{{ m['content'] }}{% if m['role'] == 'assistant' %}{{ '<|end|>' }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|turn|>' }}{% endif %}"
)


def write(folder: Path, texts: Sequence[str], specials: int, byte: int) -> None:
    """Write the two files.

    Args:
        folder: exists.
        texts: of all ids in order: the special tokens, single characters, phrases.
        specials: number of special tokens.
        byte: the one that stands for the mark.
    """
    vocabulary = {MARK if i == byte else text: i for i, text in enumerate(texts)}
    phrases = sorted((text for text in texts[specials:] if len(text) > 1), key=len, reverse=True)
    table = _bytes_as_characters()
    escapes = [
        (character, chr(code) if code in (10, 32) else f"{MARK}{code:02x}")
        for code, character in sorted(table.items())
        if not 33 <= code <= 126
    ]
    written: dict[str, Any] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": i,
                "content": texts[i],
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
            for i in range(specials)
            if i != byte
        ],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "ByteLevel"},
                *({"type": "Replace", "pattern": {"String": old}, "content": new} for old, new in escapes),
            ],
        },
        "pre_tokenizer": {
            "type": "Split",
            "pattern": {"Regex": _pattern(phrases)},
            "behavior": "Isolated",
            "invert": False,
        },
        "post_processor": None,
        "decoder": {
            "type": "Sequence",
            "decoders": [
                {"type": "Fuse"},
                *({"type": "Replace", "pattern": {"String": new}, "content": old} for old, new in escapes),
                {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False},
            ],
        },
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": True,
            "vocab": vocabulary,
            "merges": [],
        },
    }
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "clean_up_tokenization_spaces": False,
        "pad_token": texts[0],
        "eos_token": texts[1],
        "chat_template": TEMPLATE,
    }
    for name, value in ((FILE, written), (SETTINGS, settings)):
        (folder / name).write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read(folder: Path, first: int) -> tuple[str, ...]:
    """The phrases of such a folder; their ids begin at `first`."""
    held: dict[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
    vocabulary: dict[str, int] = held["model"]["vocab"]
    return tuple(text for text, i in sorted(vocabulary.items(), key=lambda item: item[1]) if i >= first)


def is_here(folder: Path) -> bool:
    """Whether a folder holds files of an older version, which had a mark of ours and no file with the phrases."""
    file = folder / SETTINGS
    return file.is_file() and bool(json.loads(file.read_text(encoding="utf-8")).get("rlvr_phrases"))


def _pattern(phrases: Sequence[str]) -> str:
    """What a text is cut by: escapes of bytes, phrases as whole words, and single characters."""
    whole = [
        (f"(?:(?<![A-Za-z])|(?<={_ESCAPE}))" if text[0].isalpha() else "")
        + re.escape(text)
        + ("(?![A-Za-z])" if text[-1].isalpha() else "")
        for text in phrases
    ]
    return "|".join([_ESCAPE, *whole, r"[\s\S]"])


def _bytes_as_characters() -> dict[int, str]:
    """The character that ``ByteLevel`` writes for each byte (GPT-2's table)."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [code for code in range(256) if code not in plain]
    return {code: chr(code) for code in plain} | {code: chr(256 + i) for i, code in enumerate(others)}
