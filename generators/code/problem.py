"""A function to write, as one value: its statement, its reference, and where its inputs come from.

Synthesis and classic algorithms make problems; repair and test writing take them. The reference is text, as a model
would write it, and is run natively only here, at generation: it is ours. What a model writes runs in a sandbox.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from ..base import Json


@dataclass(frozen=True, slots=True)
class Problem:
    """One function to write.

    Attributes:
        name: the template's name, snake_case; the same for all problems of the template.
        entry: the name of the function to write.
        parameters: name and Python type of each parameter, such as ``("numbers", "list[int]")``.
        returns: the Python type of what it returns; JSON values only, dicts with text keys.
        statement: the whole problem in English: what is given and within which bounds, what to return, what
            happens in corner cases. Without examples, signature or format words.
        source: the reference, an efficient program text that defines `entry`. Standard library only.
        inputs: ``inputs(rng, size) -> args``: the arguments of one call. Size 0 is the smallest and the corner
            cases, 1 to 3 are small enough for brute force and for prompts, 4 and 5 are the largest ordinary.
        brute: the same function by another method, native Python, for inputs up to size 3; None if there is none.
        large: arguments of calls that only a program of the right complexity can make in time; an argument may
            be a recipe ``{"$recipe": [name, ...]}`` (see `rlvr.payloads.recipes`) instead of a value.
        compare: how results are compared, see `rlvr.verifiers.code.program`.
        facts: JSON facts that tell this problem from others of its template; with `name` they are its identity.
        cost: a difficulty measure of the reference, for the proxy (steps, depth, lines...).
    """

    name: str
    entry: str
    parameters: tuple[tuple[str, str], ...]
    returns: str
    statement: str
    source: str
    inputs: Callable[[Random, int], list[Json]]
    brute: Callable[..., Json] | None = None
    large: tuple[list[Json], ...] = ()
    compare: Json = "exact"
    facts: dict[str, Json] = field(default_factory=dict)
    cost: float = 0.0

    @property
    def signature(self) -> str:
        """The ``def`` line that a prompt shows."""
        listed = ", ".join(f"{name}: {kind}" for name, kind in self.parameters)
        return f"def {self.entry}({listed}) -> {self.returns}:"
