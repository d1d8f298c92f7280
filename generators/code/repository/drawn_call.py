"""A call of a project's public function, with what the sound project gives for it."""

from __future__ import annotations

import json
import marshal
from dataclasses import dataclass

from ...base import Json
from .project import Project


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCall:
    """One call. Values are kept packed or as text, so that tasks that share a call share no list.

    Attributes:
        module: where the function is.
        function: its name.
        arguments: the arguments, packed.
        text: the sound result, as JSON text.
    """

    module: str
    function: str
    arguments: bytes
    text: str

    @property
    def args(self) -> list[Json]:
        """The arguments."""
        found: list[Json] = marshal.loads(self.arguments)
        return found

    @property
    def out(self) -> Json:
        """The sound result."""
        return json.loads(self.text)

    def shows(self, project: Project) -> bool:
        """Whether a project gives something else."""
        told = project.told(self.module, self.function, self.arguments)
        return told != self.text and bool(json.loads(told) != self.out)
