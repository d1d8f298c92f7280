"""The chat format of a Hugging Face tokenizer: from the texts of episodes to tokens, and back.

What its chat template puts around the messages is found out once, from a dummy conversation: the text between an
action and the observation behind it, and the text from there to the next opened turn. From then on turns are only
appended. A template that would render earlier turns differently (Qwen3 drops earlier thoughts) is not asked again:
the policy keeps seeing what it wrote, as the tokens that it drew.

Texts of the environment cannot forge the structure: names of control tokens within them become ordinary tokens.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

PLAIN = "{% for message in messages %}{{ message['content'] + '\n\n' }}{% endfor %}"
"""The format for base models, which know no chat: texts with blank lines between them."""

FILE = "codec.json"

_QUESTIONS = ("QUESTION7A", "QUESTION7B", "QUESTION7C")
_ANSWERS = ("ANSWER7A", "ANSWER7B")
_THOUGHT = "<think>\nTHOUGHT7\n</think>\n\n"
_FIXED_DATE = "{% macro strftime_now(format) %}26 July 2024{% endmacro %}"
"""Put before templates that write today's date: what a policy is shown must not depend on the clock."""


class TemplateCodec:
    """A `Codec` over a tokenizer with a chat template.

    Args:
        tokenizer: a tokenizer of `transformers`.
        template: a Jinja template in place of the tokenizer's own; `PLAIN` for none.
        system: a system prompt put before every episode's own; it goes into the first user's message where the
            template knows no system messages.
        thinking: turns thoughts on or off in templates that have the switch; None leaves their default.
        end_ids: tokens that end a turn besides the tokenizer's end token and the template's (those of the
            model's generation config).

    Raises:
        ValueError: if there is no template, it lacks the asked-for switch, it does not treat all turns alike, or
            no end token is known.

    Attributes:
        keeps_history: whether the template itself would show earlier turns as they were written, thoughts included.
    """

    def __init__(
        self,
        tokenizer: PreTrainedTokenizerBase,
        *,
        template: str | None = None,
        system: str = "",
        thinking: bool | None = None,
        end_ids: Sequence[int] = (),
    ) -> None:
        self.tokenizer = tokenizer
        self.system = system
        self._asked = {"template": template, "system": system, "thinking": thinking}
        self._vocabulary = frozenset(tokenizer.get_vocab().values())
        self._controls = [str(t) for t in tokenizer.added_tokens_decoder.values() if t.special and str(t)]
        self._template = _prepared(tokenizer, template)
        self._options = _thinking(self._template, thinking)
        self._before, self._after = self._delta()
        self._strips = f" \n{_QUESTIONS[1]}" not in self._render(_talk(_QUESTIONS[0], f" \n{_QUESTIONS[1]}"))
        self._takes_system = self._sees_system()
        opened = self._render(_talk(_QUESTIONS[0]))
        asked = (_QUESTIONS[0], _THOUGHT + _ANSWERS[0], _QUESTIONS[1])
        self.keeps_history = self._render(_talk(*asked)).startswith(opened + asked[1] + self._before)

        ends = {*end_ids, tokenizer.eos_token_id} - {None}
        scaffold = self._encode(self._before)
        if scaffold and scaffold[0] in set(tokenizer.all_special_ids) | set(tokenizer.added_tokens_decoder):
            ends.add(scaffold[0])
        if not ends:
            raise ValueError("neither the tokenizer nor its template has an end token; name one in end_ids")
        self._end_ids = frozenset(int(token) for token in ends)
        closing = next((i for i, token in enumerate(scaffold) if token in self._end_ids), -1)
        self._closing = scaffold[: closing + 1]
        self._end = self._closing[-1] if self._closing else int(tokenizer.eos_token_id or min(self._end_ids))

    @property
    def end_ids(self) -> frozenset[int]:
        """Tokens that end a turn when they are drawn."""
        return self._end_ids

    @property
    def pad_id(self) -> int:
        """A filler that is never looked at."""
        return int(self._end if self.tokenizer.pad_token_id is None else self.tokenizer.pad_token_id)

    def begin(self, messages: Sequence[dict[str, str]]) -> list[int]:
        """The context at the start of an episode: its messages and the model's turn opened."""
        messages = self._with_system([dict(message) for message in messages])
        texts = [message["content"] for message in messages]
        if not any(self._forges(text) for text in texts):
            return self._encode(self._render(messages))
        marks = [f"\ue000{i}\ue001" for i in range(len(texts))]
        rendered = self._render([{**m, "content": mark} for m, mark in zip(messages, marks, strict=True)])
        tokens: list[int] = []
        for mark, text in zip(marks, texts, strict=True):
            scaffold, found, rendered = rendered.partition(mark)
            if not found:
                raise ValueError(f"the chat template leaves out or reorders a message: {text[:80]!r}")
            tokens += self._encode(scaffold) + self._encode(self._stripped(text), ordinary=True)
        return tokens + self._encode(rendered)

    def observe(self, observation: str, *, ended: bool) -> list[int]:
        """What follows an action: the end of its turn as far as it is missing, the observation, a turn opened."""
        text = self._stripped(observation)
        if self._forges(text):
            tokens = self._encode(self._before) + self._encode(text, ordinary=True) + self._encode(self._after)
        else:
            tokens = self._encode(self._before + text + self._after)
        return tokens[len(self._closing) :] if ended else tokens

    def action(self, tokens: Sequence[int]) -> str:
        """The text of drawn tokens without the end token.

        Special tokens are written out; ids that stand for nothing and bytes that are no UTF-8 become U+FFFD.
        """
        tokens = list(tokens)
        if tokens and tokens[-1] in self._end_ids:
            tokens.pop()
        text = ""
        # A model's vocabulary is often padded beyond the tokenizer's, and the decoder drops such ids in silence.
        for known, run in groupby(tokens, self._vocabulary.__contains__):
            ids = list(run)
            text += self._decode(ids) if known else "\ufffd" * len(ids)
        return text

    def respond(self, text: str) -> list[int]:
        """The tokens of a text as the model's own turn, with the end token."""
        return [*self._encode(text, ordinary=self._forges(text)), self._end]

    def save(self, folder: Path) -> None:
        """Write the tokenizer and the options into a model's folder."""
        self.tokenizer.save_pretrained(folder)
        settings = {**self._asked, "end_ids": sorted(self._end_ids)}
        (folder / FILE).write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")

    def _decode(self, tokens: list[int]) -> str:
        text = self.tokenizer.decode(tokens, skip_special_tokens=False, clean_up_tokenization_spaces=False)
        return str(text)

    def _encode(self, text: str, *, ordinary: bool = False) -> list[int]:
        return list(self.tokenizer.encode(text, add_special_tokens=False, split_special_tokens=ordinary))

    def _forges(self, text: str) -> bool:
        return any(control in text for control in self._controls)

    def _stripped(self, text: str) -> str:
        return text.strip() if self._strips else text

    def _render(self, messages: Sequence[dict[str, str]]) -> str:
        text = self.tokenizer.apply_chat_template(
            list(messages),
            chat_template=self._template,
            tokenize=False,
            add_generation_prompt=True,
            **self._options,
        )
        return str(text)

    def _delta(self) -> tuple[str, str]:
        """The texts before and behind an observation.

        Raises:
            ValueError: if they depend on the number of the turn, messages are left out, or it is no template of
                texts.
        """
        from jinja2 import TemplateError

        asked = (_QUESTIONS[0], _ANSWERS[0], _QUESTIONS[1], _ANSWERS[1], _QUESTIONS[2])
        try:
            rendered = self._render(_talk(*asked))
        except TemplateError as error:
            raise ValueError(f"the chat template fails on a conversation of texts: {error}") from error
        if any(rendered.count(text) != 1 for text in asked):
            raise ValueError("the chat template leaves out or repeats messages, so turns cannot be appended")
        _, rest = rendered.split(asked[0])
        pieces = []
        for text in asked[1:]:
            piece, rest = rest.split(text)
            pieces.append(piece)
        opened = self._render(_talk(asked[0])).split(asked[0])[1]
        if pieces[1] != pieces[3] or rest != opened:
            raise ValueError("the chat template does not treat all turns alike, so turns cannot be appended")
        return pieces[1], rest

    def _sees_system(self) -> bool:
        from jinja2 import TemplateError

        try:
            return "SYSTEM7" in self._render([{"role": "system", "content": "SYSTEM7"}, *_talk(_QUESTIONS[0])])
        except TemplateError:  # "System role not supported"
            return False

    def _with_system(self, messages: list[dict[str, str]]) -> list[dict[str, str]]:
        first = messages[0] if messages else {"role": "user", "content": ""}
        own = first["content"] if first["role"] == "system" else ""
        system = "\n\n".join(part for part in (self.system, own) if part)
        rest = messages[1:] if first["role"] == "system" else messages
        if not system:
            return rest
        if self._takes_system:
            return [{"role": "system", "content": system}, *rest]
        user = rest[0]["content"] if rest else ""
        return [{"role": "user", "content": f"{system}\n\n{user}" if user else system}, *rest[1:]]


def _talk(*texts: str) -> list[dict[str, str]]:
    """Messages of a user and a model in turn."""
    return [{"role": ("user", "assistant")[i % 2], "content": text} for i, text in enumerate(texts)]


def _prepared(tokenizer: PreTrainedTokenizerBase, template: str | None) -> str:
    """The template to use, made independent of the clock.

    Raises:
        ValueError: if there is none.
    """
    if template is None:
        if not tokenizer.chat_template:
            raise ValueError(
                "the tokenizer has no chat template (a base model?): pass template=PLAIN for texts with blank lines "
                "between them, or a template of your own"
            )
        template = tokenizer.get_chat_template()
    if template == PLAIN and tokenizer.bos_token_id is not None:
        with_start = tokenizer.encode("x")
        template = "{{ bos_token }}" + PLAIN if with_start[0] == tokenizer.bos_token_id else PLAIN
    return _FIXED_DATE + template if "strftime_now" in template else template


def _thinking(template: str, thinking: bool | None) -> Mapping[str, Any]:
    """The option that switches thoughts in a template.

    Raises:
        ValueError: if it has none.
    """
    if thinking is None:
        return {}
    for name in ("enable_thinking", "thinking"):
        if name in template:
            return {name: thinking}
    raise ValueError(f"thinking={thinking}: the chat template has no such switch; leave it at None")
