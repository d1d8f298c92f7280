"""A program in English: sentences made from its tree, with what has to be said once as notes below."""

from __future__ import annotations

import re

from ...base import Json
from .kinds import STEPS, Env, after, bound, steps_on, type_of
from .language import Op, element, family, items, match, noun
from .scalars import CODES, SCALARS
from .template import choices, filled

_LOOSE = ("formula", "suffix", "choice")


class English:
    """Writes one program; `notes` fills up on the way, in the order in which things are first spoken of."""

    def __init__(self, types: dict[str, str]) -> None:
        self.types = types
        self.notes: list[str] = []

    def steps(self, steps: Json, kind: str) -> list[str | list[str]]:
        """One sentence for each step; a step that holds steps is its sentence and then the list of theirs."""
        lines: list[str | list[str]] = []
        for step in steps:
            lines.extend(self._step(step, kind))
            kind = after(step, kind, self.types)
        return lines

    def _step(self, step: Json, kind: str) -> list[str | list[str]]:
        row = STEPS[step[0]]
        inner = element(kind) or kind
        fields = {"it": f"the {noun(kind)}"}
        if family(kind) in ("list", "dict"):
            fields["item"], fields["items"] = items(inner)
        fields["x"] = "x"
        places: dict[str, int] = {}
        below: list[list[str]] = []
        for i, (spec, argument) in enumerate(zip(row.args, step[1:], strict=True)):
            text = ""
            if spec[0] == "=":
                text, places[str(i)] = argument, choices(spec).index(argument)
            elif not isinstance(argument, list):
                text = f'"{argument}"' if isinstance(argument, str) else str(argument)
            elif argument[0] == "fn":
                _, names, body = argument
                names_types = bound(spec.partition(":")[0], names, kind)
                if names[-1] != "i":
                    fields["x"] = names[-1]
                text, form = self.expression(body, {**self.types, **names_types})
                if spec == "x:key" and type_of(body, {**self.types, **names_types}) == "str":
                    self._note((CODES,))
                if form == "choice" and f"{{{i}}}." not in row.say:
                    text = f"({text})"
            elif argument[0] == "do":
                below = [_flat(self.steps(argument[1], steps_on(kind)))]
            else:
                text = self.expression(argument, self.types)[0]
                if f"`{{{i}}}`" in row.say:
                    text = text.strip("`")
            fields[str(i)] = text
        self._note(tuple(note for note in row.notes if note != CODES or inner != "int"))
        assert match(row.takes, kind, row.of) is not None
        said = filled(row.say, fields, places)
        for argument in step[1:]:
            if step[0] in _ABOUT_NODES and isinstance(argument, list) and argument[0] == "fn":
                said = said.replace(*_about_nodes(step[0], argument[2]))
        return [_one(said), *below]

    def expression(self, node: Json, env: Env) -> tuple[str, str]:
        """The English of an expression and its form."""
        head = node[0]
        if head == "var":
            name = node[1]
            return (f"`{name}`" if len(name) > 1 else name), "atom"
        if head == "int":
            return str(node[1]), "atom"
        if head == "text":
            return (f'"{node[1]}"' if node[1] else "the empty text"), "atom"
        if head == "empty":
            return "an empty list", "atom"
        if head == "if":
            (test, _), one, other = (self.expression(part, env) for part in node[1:])
            return f"{self._wrapped(one)} if {test}, and {self._wrapped(other)} otherwise", "choice"
        if head in ("and", "or"):
            (left, _), (right, _) = (self.expression(part, env) for part in node[1:])
            return f"{left} {head} {right}", "clause"
        opposite = head == "not"
        inner = node[1] if opposite else node
        op = SCALARS[inner[0]]
        parts = [self.expression(part, env) for part in inner[1:]]
        texts = {
            str(i): f"({text})" if form in ("suffix", "choice") else text
            for i, (text, form) in enumerate(parts)
        }
        tight = op.form in ("formula", "suffix") or _several(op) or " % " in op.say or "} and {" in op.say
        for letter, part in zip("ab", parts, strict=False):
            texts[letter] = self._wrapped(part, everything=tight)
        self._note(op.notes)
        return filled(op.unsay if opposite else op.say, texts, {}), op.form

    def _wrapped(self, part: tuple[str, str], *, everything: bool = False) -> str:
        text, form = part
        return f"({text})" if form in _LOOSE or (everything and form == "phrase") else text

    def _note(self, notes: tuple[str, ...]) -> None:
        self.notes.extend(note for note in notes if note not in self.notes)


_DEPTH = "(0 for the root, 1 for its children, and so on)"
_ABOUT_NODES = {
    "map_tree": f", where d is the depth of the node {_DEPTH}",
    "prune": "whose value x and depth d (1 for the children of the root, 2 for theirs, and so on) it",
    "count_nodes": f"where x is the value of the node, d its depth {_DEPTH} and n the number of its children",
}
"""What steps on trees say of the names in their expressions."""


def _about_nodes(key: str, body: Json) -> tuple[str, str]:
    """What a step says of the names in its expression, and what it says of those that are used."""
    used = [name for name in "xdn" if mentions(body, name)]
    whole = _ABOUT_NODES[key]
    if key == "map_tree":
        return whole, whole if "d" in used else ""
    if key == "prune":
        named = {"x": "whose value x it", "d": whole.replace("value x and ", "")}
        return whole, named[used[0]] if len(used) == 1 else whole
    first = {"x": "x is the value of the node", "d": f"d is the depth of the node {_DEPTH}",
             "n": "n is the number of children of the node"}  # fmt: skip
    later = {"d": f"d its depth {_DEPTH}", "n": "n the number of its children"}
    parts = [(first if place == 0 else later)[name] for place, name in enumerate(used)]
    return whole, "where " + ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1]


def mentions(node: Json, name: str) -> bool:
    """Whether an expression or a step uses a name."""
    return isinstance(node, list) and (node == ["var", name] or any(mentions(part, name) for part in node))


def _one(text: str) -> str:
    """The text with singular forms where it speaks of one."""
    if " 1 " not in text:
        return text
    text = re.sub(r"\b(first|last) 1 characters\b", r"\1 character", text)
    text = re.sub(r"\b(first|last) 1 of the", r"\1 one of the", text)
    return re.sub(r"(, | )1 times( in all)?\b", r"\1once", text)


def _several(op: Op) -> bool:
    return sum(kind[0] not in "#'" for kind in op.takes) > 1


def _flat(lines: list[str | list[str]]) -> list[str]:
    return [line for part in lines for line in ([part] if isinstance(part, str) else part)]
