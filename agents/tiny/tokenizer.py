"""Text to token ids and back: single characters, and the words that most prompts share.

The prompts of the registry are sentences for language models. Most of their characters are the same few words,
and a model that reads character by character would spend its time on them. So the words found in many prompts
become tokens of their own, as in the tokenizer of any language model, while the facts of a problem, which are
different each time, stay characters. Decoding is exact for printable ASCII; anything else is one unknown token.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

PAD, UNKNOWN, ANSWER_TURN, END = range(4)
"""The special tokens: filler, a foreign character, the end of the prompt, the end of the response."""

_SPECIALS = ("<|pad|>", "\ufffd", "<|turn|>", "<|end|>")
_CHARACTERS = tuple("\n" + "".join(map(chr, range(32, 127))))
_PIECES = re.compile(r"</?[A-Za-z]+>| ?[A-Za-z]+|.", re.DOTALL)
_SHORTEST_WORD = 3


@dataclass(frozen=True)
class Tokenizer:
    """Printable ASCII, line breaks and the given `words`, each a token.

    Attributes:
        words: pieces of text that are one token, such as ``" sorted"`` (with its space) or ``"<answer>"``.
    """

    words: tuple[str, ...] = ()
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        first = len(_SPECIALS)
        ids = {text: first + i for i, text in enumerate((*_CHARACTERS, *self.words))}
        object.__setattr__(self, "_ids", ids)

    @classmethod
    def from_texts(cls, texts: Iterable[str], share: float = 0.1) -> Tokenizer:
        """A tokenizer whose words stand in at least this `share` of the `texts`.

        The threshold keeps the material of single problems out: it must be read letter by letter.
        """
        texts = list(texts)
        found = Counter(piece for text in texts for piece in set(_PIECES.findall(text)))
        least = share * len(texts)
        return cls(tuple(sorted(w for w, n in found.items() if n >= least and len(w) >= _SHORTEST_WORD)))

    def __len__(self) -> int:
        return len(_SPECIALS) + len(self._ids)

    def encode(self, text: str) -> list[int]:
        """The ids of a text, without special tokens."""
        ids: list[int] = []
        for piece in _PIECES.findall(text):
            word = self._ids.get(piece)
            if word is None:
                ids.extend(self._ids.get(character, UNKNOWN) for character in piece)
            else:
                ids.append(word)
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids; special tokens are written out, so that nothing a policy wrote is hidden."""
        texts = (*_SPECIALS, *_CHARACTERS, *self.words)
        return "".join(texts[i] for i in ids)

    def encode_prompt(self, prompt: str) -> list[int]:
        """The ids of a prompt, ending in the token that hands the turn to the model."""
        return [*self.encode(prompt), ANSWER_TURN]

    def encode_response(self, response: str) -> list[int]:
        """The ids of a response, ending in the end token."""
        return [*self.encode(response), END]
