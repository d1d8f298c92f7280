"""A program as Python text, the way a person would write it down."""

from __future__ import annotations

import re
import textwrap

from ...base import Json
from .helpers import HELPERS, NEEDS
from .kinds import STEPS, after, bound, steps_on
from .language import annotation, element, family
from .scalars import SCALARS
from .template import choices, filled


def source(program: Json, entry: str, returns: str) -> str:
    """The text of a function `entry` that does what `program` says, with the helpers that it needs."""
    types = {name: kind for name, kind, *_ in program["params"]}
    writer = _Writer(types)
    lines = []
    for name, expression in program["lets"]:
        lines.append(f"{name} = {writer.expression(expression)}")
        writer.types[name] = "int"
    lines += writer.body(program["steps"], program["params"][0][0], program["params"][0][1])
    listed = ", ".join(f"{name}: {annotation(kind)}" for name, kind, *_ in program["params"])
    function = (
        f"def {entry}({listed}) -> {annotation(returns)}:\n" + textwrap.indent("\n".join(lines), "    ") + "\n"
    )
    wanted = [name for name in HELPERS if name in writer.helpers]
    imports = [HELPERS[name] for name in wanted if not HELPERS[name].startswith("\n")]
    functions = [HELPERS[name].strip("\n") + "\n" for name in wanted if HELPERS[name].startswith("\n")]
    return ("\n".join(imports) + "\n\n\n" if imports else "") + "\n\n".join([*functions, function])


class _Writer:
    def __init__(self, types: dict[str, str]) -> None:
        self.types = types
        self.helpers: set[str] = set()

    def body(self, steps: Json, it: str, kind: str) -> list[str]:
        """The lines of a function that takes a value of type `kind` in the name `it` and returns the result."""
        used = {*self.types, it}
        lines: list[str] = []
        for place, step in enumerate(steps):
            last = place == len(steps) - 1
            code, out = self._step(step, it, kind, used)
            if code.startswith("def ") and lines:
                lines.append("")
            if "\n" not in code and not code.startswith(f"{out} = "):
                lines.append(f"return {code}" if last else f"{out} = {code}")
            else:
                result = f"{out} = "
                *before, final = code.split("\n")
                if last and final.startswith(result):
                    lines += [*before, "return " + final.removeprefix(result)]
                else:
                    lines += [*before, final, *([f"return {out}"] if last else [])]
            used.add(out)
            it, kind = out, after(step, kind, self.types)
        return lines

    def _step(self, step: Json, it: str, kind: str, used: set[str]) -> tuple[str, str]:
        row = STEPS[step[0]]
        out, number = row.name, 2
        while out in used and out != "a":
            out, number = f"{row.name}{number}", number + 1
        fields = {"it": it, "out": out, "x": _variable(element(kind))}
        places: dict[str, int] = {}
        code = row.code
        for i, (spec, argument) in enumerate(zip(row.args, step[1:], strict=True)):
            text = ""
            if spec[0] == "=":
                text, places[str(i)] = argument, choices(spec).index(argument)
            elif not isinstance(argument, list):
                text = _quoted(argument) if isinstance(argument, str) else str(argument)
            elif argument[0] == "fn":
                _, names, body = argument
                if names[-1] != "i":
                    fields["x"] = names[-1]
                outer = self.types
                self.types = {**outer, **bound(spec.partition(":")[0], names, kind)}
                text = self.expression(_with(body, names[0], it) if step[0].startswith("apply") else body)
                self.types = outer
                fields.setdefault("not", _opposite(text))
            elif argument[0] == "do":
                code = self._inner(argument[1], kind)
            else:
                text = self.expression(argument)
            fields[str(i)] = text
            fields["abcd"[i]] = _tight(text)
        if row.helper:
            self._need(row.helper)
        if "levels(" in code:
            self._need("levels")
        for name in ("node_count", "value_sum", "height"):
            if name in places or name in step[1:]:
                self._need(name)
        return (filled(code, fields, places) if "{" in code else code), out

    def _inner(self, steps: Json, kind: str) -> str:
        """The template of a step that changes every inner list by a function of its own."""
        each = family(kind) == "list"
        lines = self.body(steps, "inner", steps_on(kind))
        text = textwrap.indent("\n".join(lines), "    ").replace("{", "{{").replace("}", "}}")
        use = (
            "[rework(inner) for inner in {it}]" if each else "{{k: rework(inner) for k, inner in {it}.items()}}"
        )
        return f"def rework(inner):\n{text}\n\n{{out}} = {use}"

    def expression(self, node: Json) -> str:
        """The Python of an expression."""
        head = node[0]
        if head == "var":
            return str(node[1])
        if head == "int":
            return str(node[1])
        if head == "text":
            return _quoted(node[1])
        if head == "empty":
            return "[]"
        parts = [self.expression(part) for part in node[1:]]
        if head == "if":
            return f"{_tight(parts[1])} if {parts[0]} else {_tight(parts[2])}"
        if head in ("and", "or"):
            return f"{parts[0]} {head} {parts[1]}"
        if head == "not":
            return _opposite(parts[0])
        op = SCALARS[head]
        if op.helper:
            self._need(op.helper)
        fields = {str(i): part for i, part in enumerate(parts)}
        fields |= {letter: _tight(part) for letter, part in zip("ab", parts, strict=False)}
        return filled(op.code, fields, {})

    def _need(self, helper: str) -> None:
        self.helpers |= {helper, *NEEDS.get(helper, ())}


def _variable(kind: str) -> str:
    """The name for an element where the program itself names none."""
    return {"int": "x", "str": "s", "pair": "r"}.get(kind, "g")


def _quoted(text: str) -> str:
    return f'"{text}"'


def _with(body: Json, old: str, new: str) -> Json:
    """An expression with one name in the place of another."""
    if not isinstance(body, list) or body[0] in ("int", "text"):
        return body
    if body[0] == "var":
        return ["var", new if body[1] == old else body[1]]
    return [body[0], *(_with(part, old, new) for part in body[1:])]


_OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in"}
_PLAIN = re.compile(
    r'((?:\w|[-+*/%.,]|"[^"]*"|\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\]| (?=[-+*/%])|(?<=[-+*/%]) )+?)'
    r" (==|!=|<=|>=|<|>|in) (.+)"
)


def _opposite(text: str) -> str:
    """The negation of a condition, as one would write it."""
    if text.startswith("not ") and _tight(text[4:]) == text[4:]:
        return text[4:]
    found = _PLAIN.fullmatch(text)
    if found and " and " not in text and " or " not in text and " not " not in text:
        left, sign, right = found.groups()
        return f"{left} {_OPPOSITES[sign]} {right}"
    return f"not {_tight(text)}"


def _tight(text: str) -> str:
    """The text of an expression, in parentheses if it is more than a call or a name."""
    depth, quoted = 0, False
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif not quoted:
            depth += (c in "([{") - (c in ")]}")
            if (c == " " and depth == 0) or (c == "-" and i == 0):
                return f"({text})"
    return text
