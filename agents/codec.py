"""Between the texts of episodes and the tokens of a model, without ever tokenising again what the model wrote."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol


class Codec(Protocol):
    """The chat format of one model.

    A context is ``begin(prompt)``, then for each turn the drawn tokens followed by ``observe(observation, ended)``.
    So each turn only adds tokens, and the whole episode is one prefix of the next turn's context.
    """

    @property
    def end_ids(self) -> frozenset[int]:
        """Tokens that end a turn when they are drawn."""

    @property
    def pad_id(self) -> int:
        """A filler that is never looked at."""

    def begin(self, messages: Sequence[dict[str, str]]) -> list[int]:
        """The context at the start of an episode: its messages (system, user, ...) and the model's turn opened."""

    def observe(self, observation: str, *, ended: bool) -> list[int]:
        """What follows an action.

        That is: the end of its turn (only what is missing; `ended` says whether an end token was drawn), the
        observation as a user's message, and the model's turn opened again.
        """

    def action(self, tokens: Sequence[int]) -> str:
        """The text of drawn tokens, without the end token.

        Special tokens within are written out, never dropped: nothing a policy wrote is hidden from the verifier.
        """

    def respond(self, text: str) -> list[int]:
        """The tokens of a text as the model's own turn, with the end token: for supervised training only."""

    def save(self, folder: Path) -> None:
        """Write it into a folder, made if it is not there, that `rlvr.agents.models.load.load_codec` reads."""
