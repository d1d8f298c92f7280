"""The language of the programs: typed trees as plain JSON, and the rows its tables are made of.

A program is ``{"params": [[name, type, domain], ...], "lets": [[name, expression], ...], "steps": [...]}``. The first
parameter goes through the steps one after the other. A step is ``[operation, argument, ...]``; an argument is a
function ``["fn", [names], expression]``, a constant, steps ``["do", [step, ...]]``
or ``["var", name]``. An expression is ``["var", name]``,
``["int", 3]``, ``["text", "a"]`` or ``[operation, expression, ...]``. What an operation is called in English and in
Python stands in the tables `scalars`, `list_steps` and `other_steps`; what it does stands in `semantics`, by other
means, so that one can be checked against the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...base import Json

ITEMS = {
    "int": ("number", "numbers"),
    "str": ("text", "texts"),
    "pair": ("pair", "pairs"),
    "list": ("inner list", "inner lists"),
}
NOUNS = {"int": "number", "str": "text", "bool": "truth value", "pair": "pair", "tree": "tree"}
VARIABLES = {"int": "xyz", "str": "stu", "pair": "rw", "list": "gh", "bool": "b", "tree": "n"}


@dataclass(frozen=True, slots=True)
class Op:
    """An operation within expressions.

    Attributes:
        takes: for each argument its type, or the range of a constant (``#2..9``), or a choice of texts (``'a|b``).
        gives: the type of the result.
        say: English, with ``{0}``, ``{1}`` for the arguments.
        code: Python; ``{0}`` stands alone there (in a call), ``{a}`` and ``{b}`` are put in parentheses if need be.
        form: ``phrase``, ``formula``, ``suffix`` (words that follow what they speak of), ``clause`` or ``atom``:
            where the English needs parentheses follows from it.
        unsay: the English of the opposite, for a clause.
        tier: from which library on it is used.
        notes: what must be said once for it to be clear.
        helper: the function in `helpers` that the Python text needs.
        weight: how often it is drawn.
    """

    takes: tuple[str, ...]
    gives: str
    say: str
    code: str
    form: str = "phrase"
    unsay: str = ""
    tier: int = 1
    notes: tuple[str, ...] = ()
    helper: str = ""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Step:
    """An operation on the whole value that a program works on.

    Attributes:
        takes: type pattern, such as ``list[T]``.
        gives: type of the result; ``U`` is the type of its first function's result.
        args: its arguments: ``x:bool`` (a function of the element), ``pq:int`` (of two neighbours), ``kv:...`` (of
            key and value), ``#2..4`` (a constant), ``'a|b`` (a text), ``=low|high`` (a word), ``steps:T``,
            ``other`` or ``known`` (a second list) or ``table`` (a second dictionary).
        say: English sentences with ``{it}``, ``{items}``, ``{item}``, ``{x}`` and ``{0}``, ``{1}``.
        code: Python: one expression, or lines that set ``{out}``.
        name: what the result is called in the Python text.
        of: the types that T may be.
        tier: from which library on it is used.
        notes: what must be said once for it to be clear.
        helper: the function in `helpers` that the Python text needs.
        weight: how often it is drawn.
    """

    takes: str
    gives: str
    args: tuple[str, ...]
    say: str
    code: str
    name: str
    of: tuple[str, ...] = ("int", "str", "pair", "list")
    tier: int = 1
    notes: tuple[str, ...] = ()
    helper: str = ""
    weight: float = 1.0

    @property
    def ends(self) -> bool:
        """Whether it makes one number, text or truth value out of many."""
        return self.gives in ("int", "bool", "T") or (self.gives == "str" and self.takes != "str")


@lru_cache(maxsize=1024)
def family(kind: str) -> str:
    """``list`` for every list, ``dict`` for every dictionary, else the type itself."""
    return kind.partition("[")[0]


@lru_cache(maxsize=4096)
def match(pattern: str, kind: str, of: tuple[str, ...]) -> str | None:
    """The type that T stands for if `kind` is of the form of `pattern`; "" if there is no T in it; None if not."""
    before, mark, after = pattern.partition("T")
    if not mark:
        return "" if pattern == kind else None
    if not (kind.startswith(before) and kind.endswith(after)):
        return None
    inner = kind[len(before) : len(kind) - len(after)]
    return inner if balanced(inner) and (family(inner) in of or inner in of) else None


def balanced(kind: str) -> bool:
    """Whether the brackets of a type text are whole."""
    return bool(kind) and kind.count("[") == kind.count("]")


@lru_cache(maxsize=1024)
def element(kind: str) -> str:
    """The type of what is in a list or of the values of a dictionary."""
    inner = kind.partition("[")[2][:-1]
    return inner.removeprefix("str, ")


def annotation(kind: str) -> str:
    """The Python annotation of a type."""
    return kind.replace("pair", "list[str | int]").replace("tree", "dict")


def items(kind: str) -> tuple[str, str]:
    """What one element and several elements of a type are called."""
    return ITEMS[family(kind)]


def noun(kind: str) -> str:
    """What a value of a type is called."""
    return {"list": "list", "dict": "dictionary"}.get(family(kind)) or NOUNS[kind]


def operations(node: Json) -> int:
    """How many steps and operations in expressions a piece of a program has; names and constants do not count."""
    if not isinstance(node, list) or not node:
        return 0
    if node[0] in ("var", "int", "text", "empty"):
        return 0
    if node[0] == "fn":
        return operations(node[2])
    return (isinstance(node[0], str) and node[0] != "do") + sum(map(operations, node))
