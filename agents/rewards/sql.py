"""Published rewards of text-to-SQL training, by name: see `rlvr.verifiers.sql.published` for each formula.

They are for reproducing results: most of them pay for a query that merely runs. Those that look at more than right and
wrong need the parts of verdicts: ask for tasks with the parameter ``partial: parts``.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ...verifiers.sql.published import REWARDS
from ..trajectory import Group
from .checks import one_of

WITHOUT_PARTS = frozenset({"execution", "skyrl-sql"})
"""Forms that look at right and wrong alone."""


@dataclass(frozen=True)
class PublishedSql:
    """A return for each trajectory from its verdict.

    Attributes:
        form: a name of `rlvr.verifiers.sql.published.REWARDS`.
    """

    form: str = "execution"

    def __post_init__(self) -> None:
        one_of("form", self.form, tuple(REWARDS))

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """One return for each trajectory; 0 for those that are masked.

        Raises:
            ValueError: if the form needs parts, and the task does not measure them.
        """
        if self.form not in WITHOUT_PARTS and not group.task.payload.get("sql", {}).get("partial"):
            raise ValueError(
                f"the form {self.form!r} needs the parts of verdicts, which {group.task.id} does not measure: name "
                "kinds of tasks with them, tasks.arms=[{env: text2sql, level: 1, params: {partial: parts}}]"
            )
        return [
            REWARDS[self.form](each.verdict) if each.scored and each.verdict is not None else 0.0
            for each in group.trajectories
        ]
