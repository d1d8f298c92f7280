"""How a task words a program that it has in common with other tasks: by its own names and habits of writing.

Tasks share some hundred programs (`studies`). A policy could know these by heart; so each task has its own names
(`renaming`) and its own way of writing (`habits`), the same for the right program and for all wrong ones. Neither
changes what any of these programs does, so whatever a study says of them stays true.
"""

from __future__ import annotations

from random import Random

from .habits import Habits, drawn_habits
from .problem import Problem
from .renaming import Names, Renaming


class Dress:
    """The names and the habits of one task.

    Attributes:
        entry: the name of the function.
        arguments: the names of its arguments.
        signature: the line of the function, with types.
        statement: of the problem.
        source: the right program.
    """

    def __init__(self, problem: Problem, renaming: Renaming, habits: Habits) -> None:
        self._old, self._renaming, self._habits = problem, renaming, habits
        self.entry = renaming.name(problem.entry)
        self.arguments = [renaming.name(name) for name, _ in problem.parameters]
        listed = ", ".join(
            f"{name}: {kind}" for name, (_, kind) in zip(self.arguments, problem.parameters, strict=True)
        )
        self.signature = f"def {self.entry}({listed}) -> {problem.returns}:"
        self.statement = renaming.statement(problem.statement)
        self.source = self.code(problem.source)

    def code(self, text: str) -> str:
        """The text of the problem's program or of one with mistakes, worded as the task does."""
        return self._habits.written(self._renaming.code(text), self.entry, self.signature)


def drawn_dress(rng: Random, names: Names) -> Dress:
    """New names and habits for a problem."""
    return Dress(names.problem, names.draw(rng), drawn_habits(rng))
