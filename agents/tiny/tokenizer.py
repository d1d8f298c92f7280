"""Text to token ids and back: characters, and the phrases that many texts share.

The prompts of the registry are sentences for language models, nearly the same for every problem. A model that
reads them letter by letter spends most of its time on them. So text that many problems share is one token a
phrase, while the facts of a problem, which differ each time, stay characters that can be compared and copied.
Decoding is exact for printable ASCII; anything else is one unknown token.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

PAD, UNKNOWN, ANSWER_TURN, END = range(4)
"""The special tokens: filler, a foreign character, the end of the prompt, the end of the response."""

_SPECIALS = ("<|pad|>", "\ufffd", "<|turn|>", "<|end|>")
_CHARACTERS = tuple("\n" + "".join(map(chr, range(32, 127))))
_PIECES = re.compile(r"[A-Za-z]+|.", re.DOTALL)
_FACT = re.compile(r"[a-z0-9]")  # one such character on its own belongs to a problem, not to a sentence


@dataclass(frozen=True)
class Tokenizer:
    """Printable ASCII, line breaks and the given `phrases`, each a token.

    Attributes:
        phrases: texts of two characters or more that are one token wherever they stand as whole words.
    """

    phrases: tuple[str, ...] = ()
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)
    _tokens: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        first = len(_SPECIALS)
        ids = {text: first + i for i, text in enumerate((*_CHARACTERS, *self.phrases))}
        longest_first = sorted(self.phrases, key=len, reverse=True)
        whole = [
            ("(?<![A-Za-z])" if text[0].isalpha() else "")
            + re.escape(text)
            + ("(?![A-Za-z])" if text[-1].isalpha() else "")
            for text in longest_first
        ]
        object.__setattr__(self, "_ids", ids)
        object.__setattr__(self, "_tokens", re.compile("|".join([*whole, "."]), re.DOTALL))

    @classmethod
    def from_texts(cls, texts: Iterable[str], share: float = 0.02) -> Tokenizer:
        """A tokenizer whose phrases stand in at least this `share` of the `texts`.

        A phrase is a run of common words and signs within a line. The threshold keeps the words of single
        problems out, and numbers are never part of a phrase.
        """
        split = [_PIECES.findall(text) for text in texts]
        least = share * len(split)
        pieces = Counter(piece for found in split for piece in set(found))
        common = {piece for piece, count in pieces.items() if count >= least and not _FACT.fullmatch(piece)}
        runs = Counter(run for found in split for run in set(_runs(found, common)))
        return cls(tuple(sorted(run for run, count in runs.items() if count >= least and len(run) > 1)))

    def __len__(self) -> int:
        return len(_SPECIALS) + len(self._ids)

    def encode(self, text: str) -> list[int]:
        """The ids of a text, without special tokens."""
        return [self._ids.get(token, UNKNOWN) for token in self._tokens.findall(text)]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids; special tokens are written out, so that nothing a policy wrote is hidden."""
        texts = (*_SPECIALS, *_CHARACTERS, *self.phrases)
        return "".join(texts[i] for i in ids)

    def encode_prompt(self, prompt: str) -> list[int]:
        """The ids of a prompt, ending in the token that hands the turn to the model."""
        return [*self.encode(prompt), ANSWER_TURN]

    def encode_response(self, response: str) -> list[int]:
        """The ids of a response, ending in the end token."""
        return [*self.encode(response), END]


def _runs(pieces: Sequence[str], common: set[str]) -> list[str]:
    """The longest runs of common pieces, each within one line (its line break ends it)."""
    runs: list[str] = []
    for is_common, run in groupby(pieces, key=common.__contains__):
        if is_common:
            runs.extend(line for line in re.split(r"(?<=\n)(?!\n)", "".join(run)) if line)
    return runs
