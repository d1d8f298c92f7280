"""Text to token ids and back for models that are trained from nothing: characters, and the phrases texts share.

The prompts of the registry are sentences for language models, nearly the same for every problem. A model that reads
them letter by letter spends most of its time on them. So text that many problems share is one token a phrase, while
the facts of a problem, which differ each time, stay characters that can be compared and copied.

Every text comes back exactly: a character outside printable ASCII is written as its bytes in UTF-8, each as the token
`BYTE` and two hexadecimal digits. That is long but rare, and keeps the vocabulary, and with it the model, small.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from . import hub_tokenizer
from .phrases import phrases_of

PAD, END, SYSTEM, USER, TURN, BYTE = range(6)
"""The special tokens: filler, the end of a turn of the model, the beginning of a system's message, of a user's and of
a turn of the model, and the escape of a byte."""

FILE = "phrases.json"
"""Where the phrases stand, beside the files for other programs."""

_SPECIALS = ("<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|turn|>", "<|byte|>")
_CHARACTERS = tuple("\n" + "".join(map(chr, range(32, 127))))
_ROLES = {"system": SYSTEM, "user": USER, "assistant": TURN}


@dataclass(frozen=True)
class PhraseTokenizer:
    """Printable ASCII, line breaks and the given `phrases`, each a token; a `rlvr.agents.codec.Codec`.

    Attributes:
        phrases: texts of two characters or more that are one token wherever they stand as whole words.
    """

    phrases: tuple[str, ...] = ()
    _texts: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)
    _tokens: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        short = [text for text in self.phrases if len(text) < 2]
        if short or len(set(self.phrases)) < len(self.phrases):
            raise ValueError(
                f"phrases have two characters or more and differ from one another; there are {short}"
            )
        texts = (*_SPECIALS, *_CHARACTERS, *self.phrases)
        longest_first = sorted(self.phrases, key=len, reverse=True)
        whole = [
            ("(?<![A-Za-z])" if text[0].isalpha() else "")
            + re.escape(text)
            + ("(?![A-Za-z])" if text[-1].isalpha() else "")
            for text in longest_first
        ]
        object.__setattr__(self, "_texts", texts)
        object.__setattr__(self, "_ids", {text: i for i, text in enumerate(texts) if i >= len(_SPECIALS)})
        object.__setattr__(self, "_tokens", re.compile("|".join([*whole, "."]), re.DOTALL))

    @classmethod
    def from_texts(cls, texts: Iterable[str], share: float = 0.02) -> Self:
        """A tokenizer whose phrases stand in at least this `share` of the `texts`; see `phrases_of`."""
        return cls(phrases_of(texts, share))

    def __len__(self) -> int:
        """Number of ids: the vocabulary of its model."""
        return len(self._texts)

    def encode(self, text: str) -> list[int]:
        """The ids of a text; nothing in it becomes a special token but the escapes of its foreign characters."""
        return [i for token in self._tokens.findall(text) for i in self._encoded(token)]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids. Special tokens are written out, so that nothing a policy wrote is hidden."""
        return b"".join(self._units(ids)).decode("utf-8", "replace")

    # ---- the contract --------------------------------------------------------------------------------

    @property
    def end_ids(self) -> frozenset[int]:
        """See `Codec`."""
        return frozenset({END})

    @property
    def pad_id(self) -> int:
        """See `Codec`."""
        return PAD

    def begin(self, messages: Sequence[dict[str, str]]) -> list[int]:
        """See `Codec`."""
        ids: list[int] = []
        for message in messages:
            if message["role"] not in _ROLES:
                raise ValueError(f"a message of the role {message['role']!r}; there are {', '.join(_ROLES)}")
            ids += [_ROLES[message["role"]], *self.encode(message["content"])]
            if message["role"] == "assistant":
                ids.append(END)
        return [*ids, TURN]

    def observe(self, observation: str, *, ended: bool) -> list[int]:
        """See `Codec`."""
        return [*([] if ended else [END]), USER, *self.encode(observation), TURN]

    def action(self, tokens: Sequence[int]) -> str:
        """See `Codec`."""
        return self.decode(tokens[:-1] if tokens and tokens[-1] == END else tokens)

    def respond(self, text: str) -> list[int]:
        """See `Codec`."""
        return [*self.encode(text), END]

    @classmethod
    def is_here(cls, folder: Path) -> bool:
        """Whether a folder holds one."""
        return (folder / FILE).is_file() or hub_tokenizer.is_here(folder)

    # ---- files ---------------------------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Write it into a model's folder, as ``AutoTokenizer`` of transformers reads it too."""
        folder.mkdir(parents=True, exist_ok=True)
        hub_tokenizer.write(folder, self._texts, len(_SPECIALS), BYTE)
        text = json.dumps({"phrases": self.phrases}, indent=1, ensure_ascii=False)
        (folder / FILE).write_text(text + "\n", encoding="utf-8")

    @classmethod
    def load(cls, folder: Path | str) -> Self:
        """The tokenizer that `save` wrote into a folder, now or in an older version."""
        file = Path(folder) / FILE
        if file.is_file():
            return cls(tuple(json.loads(file.read_text(encoding="utf-8"))["phrases"]))
        return cls(hub_tokenizer.read(Path(folder), len(_SPECIALS) + len(_CHARACTERS)))

    # ---- inside --------------------------------------------------------------------------------------

    def _encoded(self, token: str) -> Iterator[int]:
        if token in self._ids:
            yield self._ids[token]
            return
        for byte in token.encode("utf-8", "replace"):  # half a surrogate pair becomes a question mark
            yield BYTE
            yield from (self._ids[digit] for digit in f"{byte:02x}")

    def _units(self, ids: Sequence[int]) -> Iterator[bytes]:
        """The texts of single tokens, and what escapes stand for; an escape of nothing is a text as well."""
        place = 0
        while place < len(ids):
            digits = "".join(self._texts[i] for i in ids[place + 1 : place + 3])
            if ids[place] == BYTE and re.fullmatch("[0-9a-f]{2}", digits):
                yield bytes.fromhex(digits)
                place += 3
            else:
                yield self._texts[ids[place]].encode()
                place += 1
