"""What is audited: a Python function, a dataset of reasoning-gym or an HTTP endpoint, named by one text."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlsplit

Kind = Literal["function", "reasoning_gym", "http"]
Signature = Literal["trl", "verl", "openrlhf", "verifiers", "plain"]
SIGNATURES: tuple[Signature, ...] = get_args(Signature)
_DATASET = "reasoning-gym:"


@dataclass(frozen=True, slots=True)
class Target:
    """A foreign reward and how it is called.

    Attributes:
        text: what the user wrote.
        kind: what it is.
        where: the module, the absolute path of the file, the dataset or the URL.
        name: the function; "" for the other kinds.
        signature: the signature that was asked for, or None to tell it by the names of its parameters.
        messages: give completions as chat messages (TRL; Prime verifiers always does).
        python: the interpreter that has the reward's libraries.
    """

    text: str
    kind: Kind
    where: str
    name: str = ""
    signature: Signature | None = None
    messages: bool = False
    python: str = sys.executable

    @property
    def is_module(self) -> bool:
        """Whether it is a function of a module, which may lie in the current folder."""
        return self.kind == "function" and not self.where.endswith(".py")

    @property
    def own_rows(self) -> bool:
        """Whether it brings problems of its own."""
        return self.kind == "reasoning_gym"


def read_target(
    text: str, *, signature: str | None = None, messages: bool = False, python: str | None = None
) -> Target:
    """The target that a text names.

    Args:
        text: ``module:function``, ``file.py:function``, ``reasoning-gym:NAME`` or an ``http(s)`` URL.
        signature: one of `SIGNATURES`; of an endpoint ``openrlhf`` or nothing.
        messages: give completions as chat messages.
        python: another interpreter than this one.

    Raises:
        ValueError: if it is none of these; the message shows the forms.
    """
    if signature is not None and signature not in SIGNATURES:
        raise ValueError(f"signature {signature!r}: one of {', '.join(SIGNATURES)}")
    how = {"signature": signature, "messages": messages, "python": python or sys.executable}
    if text.startswith(_DATASET):
        return Target(text, "reasoning_gym", text.removeprefix(_DATASET), **how)  # type: ignore[arg-type]
    if "://" in text:
        address = urlsplit(text)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"{text}: an endpoint is http://HOST... or https://HOST...")
        if signature not in (None, "openrlhf"):
            raise ValueError("an endpoint has the signature openrlhf, or none for one JSON object a call")
        return Target(text, "http", text, **how)  # type: ignore[arg-type]
    where, colon, name = text.rpartition(":")
    if not colon or not where or not all(part.isidentifier() for part in name.split(".")):
        raise ValueError(
            f"{text!r} names no reward: give module:function, file.py:function, reasoning-gym:NAME or http://..."
        )
    if where.endswith(".py"):
        if not Path(where).is_file():
            raise ValueError(f"{where}: no such file")
        where = str(Path(where).resolve())
    return Target(text, "function", where, name, **how)  # type: ignore[arg-type]
