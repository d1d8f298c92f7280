"""Programs near a program: simpler ones, that it must differ from, and mistakes, that its hidden calls must tell."""

from __future__ import annotations

from collections.abc import Iterator

from ...base import Json
from .kinds import STEPS, after, bound, type_of
from .language import element, match
from .scalars import SCALARS
from .template import choices

TWINS = tuple(
    tuple(group.split())
    for group in (
        "keep partition take_while drop_while",
        "take drop last drop_last every rotate",
        "sort_by unique_by",
        "windows chunks",
        "preorder postorder leaf_values",
        "rows paths",
        "keys values",
        "group positions",
        "plus minus larger smaller distance product common",
        "add sub times mod div at_least at_most",
        "digit_sum digit_count top_digit ones abs",
        "above below divides has_digit",
        "length vowels distinct",
        "start end without_start",
        "backwards sorted_letters squeezed unique_letters",
        "contains ends_in before",
        "greatest least total size spread",
        "and or",
        "greater same",
    )
)
"""Operations that take the same arguments, so that one can be mistaken for another."""


def simpler(program: Json) -> Iterator[Json]:
    """Programs with a step less, or with a part of an expression in the place of the whole."""
    types = dict(program["params"]) | {name: "int" for name, _ in program["lets"]}
    for steps in _simpler_steps(program["steps"], program["params"][0][1], types):
        yield {**program, "steps": steps}


def nearby(program: Json) -> Iterator[Json]:
    """Programs with another constant, word or operation in one place."""
    for steps in _edited_steps(program["steps"]):
        yield {**program, "steps": steps}
    for i, (name, expression) in enumerate(program["lets"]):
        for changed in _edited(expression):
            yield {**program, "lets": [*program["lets"][:i], [name, changed], *program["lets"][i + 1 :]]}


def _simpler_steps(steps: Json, kind: str, types: dict[str, str]) -> Iterator[Json]:
    """Steps on a value of type `kind` with one less, or with an expression cut short; all types fit."""
    for i, step in enumerate(steps):
        then = after(step, kind, types)
        if len(steps) > 1 and (then == kind or fits(steps[i + 1 :], kind, types)):
            yield steps[:i] + steps[i + 1 :]
        for simpler in simpler_step(step, kind, types):
            gives = then if step[0] != "each" and step[0] != "each_entry" else after(simpler, kind, types)
            if gives == then or fits(steps[i + 1 :], gives, types):
                yield [*steps[:i], simpler, *steps[i + 1 :]]
        kind = then


def simpler_step(step: Json, kind: str, types: dict[str, str]) -> Iterator[Json]:
    """A step on a value of type `kind` with an expression cut short, or with less within it; all types fit."""
    for j, argument in enumerate(step):
        found: Iterator[Json] = iter(())
        if isinstance(argument, list) and argument[0] == "do":
            found = (["do", inner] for inner in _simpler_steps(argument[1], element(kind), types))
        elif isinstance(argument, list) and argument[0] == "fn":
            spec = STEPS[step[0]].args[j - 1].partition(":")[0]
            env = {**types, **bound(spec, argument[1], kind)}
            found = (["fn", argument[1], body] for body in _reduced(argument[2], env))
        for changed in found:
            yield [*step[:j], changed, *step[j + 1 :]]


def _reduced(body: Json, env: dict[str, str]) -> Iterator[Json]:
    """An expression with one operation replaced by one of its own arguments of the same type."""
    if body[0] in ("var", "int", "text", "empty"):
        return
    kind = type_of(body, env)
    for part in body[1:]:
        if part[0] not in ("int", "text") and type_of(part, env) == kind:
            yield part
        if part[0] == "text" and body[0] == "if":
            yield part
    for i, part in enumerate(body[1:], 1):
        for changed in _reduced(part, env):
            yield [*body[:i], changed, *body[i + 1 :]]


def _edited_steps(steps: Json) -> Iterator[Json]:
    for i, step in enumerate(steps):
        for changed in _edited_step(step):
            yield [*steps[:i], changed, *steps[i + 1 :]]
        rows = [STEPS[step[0]], STEPS[steps[i - 1][0]]]
        if i and all(row.takes == row.gives == "list[T]" for row in rows):
            yield [*steps[: i - 1], step, steps[i - 1], *steps[i + 1 :]]


def _edited_step(step: Json) -> Iterator[Json]:
    for other in _twins(step[0]):
        if STEPS[other].args == STEPS[step[0]].args or (
            other != "every" and step[0] != "every" and len(step) == 2
        ):
            yield [other, *step[1:]]
    for j, (spec, argument) in enumerate(zip(STEPS[step[0]].args, step[1:], strict=True), 1):
        found: list[Json] = []
        if spec[0] == "=":
            found = [word for word in choices(spec) if word != argument]
        elif isinstance(argument, int):
            found = [argument + 1, *([argument - 1] if argument > 1 else [])]
        elif isinstance(argument, list) and argument[0] == "do":
            found = [["do", inner] for inner in _edited_steps(argument[1])]
        elif isinstance(argument, list) and argument[0] == "fn":
            found = [["fn", argument[1], body] for body in _edited(argument[2])]
        for changed in found:
            yield [*step[:j], changed, *step[j + 1 :]]


def _edited(node: Json) -> Iterator[Json]:
    """Expressions with one constant or operation changed, or two arguments exchanged."""
    head = node[0]
    if head in ("var", "text", "empty"):
        return
    if head == "int":
        yield ["int", node[1] + 1]
        if node[1] > 1:
            yield ["int", node[1] - 1]
        return
    for other in _twins(head):
        no_divisor = other in ("mod", "div", "divides") and node[-1][0] == "int" and node[-1][1] <= 0
        alike = other in ("and", "or") or len(SCALARS[other].takes) == len(node) - 1
        if alike and not no_divisor:
            yield [other, *node[1:]]
    if head in ("minus", "greater", "joined", "after_text"):
        yield [head, node[2], node[1]]
    if head == "if":
        yield [head, node[1], node[3], node[2]]
    if head == "not":
        yield node[1]
    for i, part in enumerate(node[1:], 1):
        for changed in _edited(part):
            yield [*node[:i], changed, *node[i + 1 :]]


def _twins(head: str) -> list[str]:
    return [other for group in TWINS if head in group for other in group if other != head]


def fits(steps: Json, kind: str, types: dict[str, str]) -> bool:
    """Whether every step gets what it takes."""
    for step in steps:
        row = STEPS[step[0]]
        if match(row.takes, kind, row.of) is None:
            return False
        for spec, argument in zip(row.args, step[1:], strict=True):
            if not isinstance(argument, list):
                continue
            if argument[0] == "fn" and not _typed(
                argument[2], {**types, **bound(spec.partition(":")[0], argument[1], kind)}
            ):
                return False
            if argument[0] == "do" and not fits(argument[1], element(kind), types):
                return False
        kind = after(step, kind, types)
    return True


def _typed(node: Json, env: dict[str, str]) -> bool:
    """Whether every operation in an expression gets what it takes."""
    head = node[0]
    if head in ("var", "int", "text", "empty"):
        return True
    if not all(_typed(part, env) for part in node[1:]):
        return False
    if head in ("if", "and", "or", "not"):
        return True
    for part, takes in zip(node[1:], SCALARS[head].takes, strict=True):
        has, wants = type_of(part, env), {"#": "int", "'": "str"}.get(takes[0], takes)
        if has not in wants.split("|") and not (wants == "list" and has.startswith("list")):
            return False
    return True
