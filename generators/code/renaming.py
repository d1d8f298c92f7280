"""Other names for a program: its function, arguments, variables and constants, the same in whatever text is about it.

Everything that a program binds is renamed, wherever it stands, by one mapping that takes no two names to the same and
none to a name that the program has for something else. So a renamed program does what the program did, and a renamed
mutant what the mutant did. Attributes, names of options, imported names and what stands in quotes stay as they are.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Mapping, Sequence
from random import Random

from .habits import STRING
from .mutation_operators import FUNCTIONS
from .other_names import PLURAL, Group, entry_names, groups_of
from .problem import Problem

_TAKEN = frozenset({*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *FUNCTIONS, "_"})
_QUOTED = re.compile(r"`[^`]*`|^- .*$", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_ANY = re.compile(rf"{STRING}|(?<![\w.])[A-Za-z_]\w*")
TRIES = 20


def without_names(source: str) -> str:
    """A program with numbers for names: equal for programs that are the same but for these."""
    numbers: dict[str, str] = {}
    return _ANY.sub(lambda found: _numbered(found[0], numbers), source)


def _numbered(word: str, numbers: dict[str, str]) -> str:
    return word if word[0] in "\"'" or word in _TAKEN else numbers.setdefault(word, f"_{len(numbers)}")


class Names:
    """The names of a problem's program, and what they may become.

    Attributes:
        bound: what the program binds.
        arguments: what its function is called with.
        free: all other names in its text.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.arguments = tuple(name for name, _ in problem.parameters)
        nodes = list(ast.walk(ast.parse(problem.source)))
        options = {node.arg for node in nodes if isinstance(node, ast.keyword)}
        self.bound = {name for node in nodes for name in _binds(node)} - options - {"_"}
        self.free = set(_WORD.findall(problem.source)) - self.bound
        said = {word for part in _QUOTED.findall(problem.statement) for word in _WORD.findall(part)}
        single = {word for word in _WORD.findall(problem.statement) if len(word) == 1}
        self._said = (said | single) - set(self.arguments)
        self._choices = [*self._argument_choices(), *self._other_choices()]

    def _argument_choices(self) -> list[Group]:
        kinds, left = dict(self.problem.parameters), list(self.arguments)
        found: list[Group] = []
        for names, ways in groups_of(self.problem.name, arguments=True):
            if set(names) <= set(left):
                found.append((names, ways))
                left = [name for name in left if name not in names]
        for name in left:
            if kinds[name].startswith("list") or kinds[name] == "str":
                forms = PLURAL if kinds[name] != "str" else [form for form in PLURAL if "list" not in form]
                found.append(((name,), tuple((form.format(name),) for form in forms)))
        return [(names, tuple(way for way in ways if self._said.isdisjoint(way))) for names, ways in found]

    def _other_choices(self) -> list[Group]:
        entry = self.problem.entry
        named = entry_names().get(self.problem.name, ())
        found: list[Group] = [((entry,), tuple((name,) for name in (entry, *named)))]
        left = self.bound - {entry, *self.arguments}
        for names, ways in groups_of(self.problem.name, arguments=False):
            if left.issuperset(names):
                found.append((names, ways))
                left -= set(names)
        return found

    @property
    def unknown(self) -> set[str]:
        """The names for which there are no others."""
        return self.bound - {name for names, _ in self._choices for name in names}

    def draw(self, rng: Random) -> Renaming:
        """Other names; a few of them may be the old ones."""
        for _ in range(TRIES):
            drawn = self._drawn(rng)
            if drawn is not None:
                return Renaming(drawn, self.arguments)
        return Renaming({}, self.arguments)

    def _drawn(self, rng: Random) -> dict[str, str] | None:
        """New names by the old ones; None if they run out."""
        given: dict[str, str] = {}
        taken = _TAKEN | self.free | self.unknown
        for names, ways in self._choices:
            free = [way for way in ways if taken.isdisjoint(way)]
            if not free:
                return None
            way = rng.choice(free)
            given.update(zip(names, way, strict=True))
            taken = taken | set(way)
        return given


class Renaming:
    """One choice of names.

    Attributes:
        names: new names by the old ones.
    """

    def __init__(self, names: Mapping[str, str], arguments: Sequence[str]) -> None:
        self.names = names
        self._arguments = {name: self.name(name) for name in arguments}

    def name(self, old: str) -> str:
        """What is called `old` in the program."""
        return self.names.get(old, old)

    def code(self, text: str) -> str:
        """The text of the program, of a mutant of it or of a piece, with the new names."""
        return _ANY.sub(lambda found: self.names.get(found[0], found[0]), text)

    def statement(self, text: str) -> str:
        """English text with the new names of arguments where it quotes code, and in its list of constraints."""
        return _QUOTED.sub(lambda part: _NAME.sub(self._argument, part[0]), text)

    def _argument(self, found: re.Match[str]) -> str:
        return self._arguments.get(found[0], found[0])


def _binds(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.FunctionDef):
        return (node.name,)
    if isinstance(node, ast.arg):
        return (node.arg,)
    return (node.id,) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ()
