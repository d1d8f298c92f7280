"""A call of a project's public function, with what the sound project gives for it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ...base import Json
from .project import Project


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCall:
    """One call.

    Attributes:
        module: where the function is.
        function: its name.
        args: the arguments.
        arguments: the same, packed.
        out: the sound result.
        text: the same as JSON text.
    """

    module: str
    function: str
    args: list[Json]
    arguments: bytes
    out: Json
    text: str

    def shows(self, project: Project) -> bool:
        """Whether a project gives something else."""
        told = project.told(self.module, self.function, self.arguments)
        return told != self.text and bool(json.loads(told) != self.out)
