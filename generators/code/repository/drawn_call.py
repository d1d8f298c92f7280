"""A call of a project's public function, with what the sound project gives for it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ...base import Json
from .project import Project


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCall:
    """One call. Values are kept as JSON text, so that tasks that share a call share no list.

    Attributes:
        module: where the function is.
        function: its name.
        told: the arguments.
        arguments: the same, packed.
        text: the sound result.
    """

    module: str
    function: str
    told: str
    arguments: bytes
    text: str

    @property
    def args(self) -> list[Json]:
        """The arguments."""
        found: list[Json] = json.loads(self.told)
        return found

    @property
    def out(self) -> Json:
        """The sound result."""
        return json.loads(self.text)

    def shows(self, project: Project) -> bool:
        """Whether a project gives something else."""
        told = project.told(self.module, self.function, self.arguments)
        return told != self.text and bool(json.loads(told) != self.out)
