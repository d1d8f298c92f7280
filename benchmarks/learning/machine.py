"""A machine that puts letters through the cipher of the problem: the tool of the task ``proof/cipher-machine-v0``.

Problems, verifier and solver are those of the registry's ciphers. What has to be learnt is to hand the machine exactly
the text of the problem, and to hand on exactly what comes back: one slip in a letter, and the answer is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rlvr.envs.tool import Call, Toolbox, ToolError, tool
from rlvr.generators.base import Json
from rlvr.generators.text.cipher_solver import decrypted
from rlvr.verifiers.base import Verdict
from rlvr.verifiers.text.cipher import encrypted, verify

MOST = 100


class Machine(Toolbox):
    """Encrypts or decrypts, as the problem asks."""

    tags: ClassVar[Mapping[str, tuple[str, str]]] = {"run": ("run", "letters")}
    max_calls = 3
    max_calls_in_action = 1

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing: the machine remembers nothing."""
        return {}

    @tool
    def run(self, payload: Mapping[str, Json], state: Json, letters: str) -> str:
        """Put letters through the machine, which is set as the problem asks.

        Args:
            letters: capital letters without spaces.
        """
        if not (letters.isascii() and letters.isalpha() and letters.isupper() and len(letters) <= MOST):
            raise ToolError(f"give up to {MOST} capital letters without spaces")
        work = decrypted if payload["decrypt"] else encrypted
        return str(work(payload["steps"], letters))

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge the answer alone."""
        return verify(payload, answer)

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """The text of the problem, once."""
        return [[Call("run", {"letters": payload["text"]})]]
