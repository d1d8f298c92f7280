"""Programs that a policy proposes: a small pure subset of Python, read without running anything.

A proposal is a program with a function ``f``, and below it the calls of ``f`` that it is about::

    def f(values, k):
        kept = [v for v in values if v % k == 0]
        return sum(kept)

    f([3, 6, 8], 3)

What is not in the subset cannot be written at all: no imports, no classes, no sets (whose order differs from run to
run), no globals, no names but its own and some harmless built-ins, no attributes but known methods of text, lists and
dicts, no catching of anything but five plain errors. So a program has no state between calls, no way to what is around
it and no output but its value. That makes it a fair problem; that it cannot do harm is the sandbox's promise, not this
module's.

What is kept is the program as Python itself writes its tree: no comments and no doc strings (which could tell the
answer), one layout. Two programs that differ in layout or in the names of their variables are one.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

from ...generators.base import Json, fingerprint_of
from ...payloads.literals import read_all

ENTRY = "f"
MAX_CHARS = 3000
MAX_LINES = 60
MAX_CALLS = 16
MAX_ARGUMENT_CHARS = 300

BUILTINS = frozenset(
    "abs all any bool chr dict divmod enumerate filter int len list map max min ord pow range reversed round sorted "
    "str sum tuple zip IndexError KeyError TypeError ValueError ZeroDivisionError".split()
)
"""The names from outside that a program may use."""

METHODS = frozenset(
    "append clear copy count extend get index insert items join keys pop popitem remove reverse setdefault sort update "
    "values capitalize casefold center endswith find isalnum isalpha isdigit islower isspace istitle isupper ljust "
    "lower lstrip partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split "
    "splitlines startswith strip swapcase title upper zfill bit_length".split()
)
"""The attributes that a program may use: methods of text, lists, dicts and integers that only work on their object."""

_NODES: tuple[type[ast.AST], ...] = (
    *(
        ast.FunctionDef,
        ast.Lambda,
        ast.arguments,
        ast.arg,
        ast.Return,
        ast.Pass,
        ast.Break,
        ast.Continue,
        ast.Expr,
    ),
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.Delete, ast.Nonlocal, ast.Raise, ast.Assert),
    *(ast.For, ast.While, ast.If, ast.IfExp, ast.Try, ast.ExceptHandler),
    *(
        ast.BoolOp,
        ast.BinOp,
        ast.UnaryOp,
        ast.Compare,
        ast.Call,
        ast.keyword,
        ast.Constant,
        ast.Name,
        ast.Attribute,
    ),
    *(ast.Subscript, ast.Slice, ast.Starred, ast.List, ast.Tuple, ast.Dict, ast.ListComp, ast.DictComp),
    *(ast.GeneratorExp, ast.comprehension, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop),
)
_CONSTANTS = (int, str, bool, float, type(None))


class Refused(Exception):
    """A proposal is not admitted; the message says why, for the policy to read.

    Attributes:
        malformed: whether it is not in the form asked for, so that it could not even be looked at.
    """

    def __init__(self, message: str, *, malformed: bool = False) -> None:
        super().__init__(message)
        self.malformed = malformed


@dataclass(frozen=True, slots=True)
class Proposal:
    """A program that was read, and not run.

    Attributes:
        source: its functions, written anew, with a line break at the end.
        parameters: names of the parameters of ``f``.
        calls: the arguments of each call, as plain data.
        key: equal for programs that differ in layout, comments and names only.
    """

    source: str
    parameters: tuple[str, ...]
    calls: tuple[tuple[Json, ...], ...]
    key: str


def read_proposal(text: str) -> Proposal:
    """The program and the calls of a proposal.

    Raises:
        Refused: if it has another form, or uses what is not in the subset.
    """
    if len(text) > MAX_CHARS or text.count("\n") >= MAX_LINES:
        raise Refused(f"A proposal has at most {MAX_LINES} lines and {MAX_CHARS} characters.", malformed=True)
    lines = text.strip().splitlines()
    start = len(lines)
    while start and (not lines[start - 1].strip() or lines[start - 1].startswith(f"{ENTRY}(")):
        start -= 1
    calls = tuple(_call(line.strip()) for line in lines[start:] if line.strip())
    if not 1 <= len(calls) <= MAX_CALLS:
        raise Refused(
            f"Below the program stand 1 to {MAX_CALLS} calls such as {ENTRY}(1), a line each.", malformed=True
        )
    tree = _parsed("\n".join(lines[:start]))
    try:
        return _checked(tree, calls)
    except RecursionError as error:
        raise Refused("The program is nested too deeply.", malformed=True) from error


def _call(line: str) -> tuple[Json, ...]:
    """The arguments of one call, read as literals."""
    inside = line[len(ENTRY) + 1 : -1]
    if not line.endswith(")") or len(inside) > MAX_ARGUMENT_CHARS:
        raise Refused(f"This is no call with short arguments: {line[:80]!r}", malformed=True)
    values = read_all(inside)
    if values is None or not all(map(_is_json, values)):
        raise Refused(
            f"Arguments are whole numbers, texts, truth values, None, or lists and dicts of these: {line[:80]!r}",
            malformed=True,
        )
    return tuple(values)


def _is_json(value: Json) -> bool:
    """Whether a call can carry the value: no tuples, no keys that are no text, and no halves of characters."""
    if isinstance(value, list):
        return all(map(_is_json, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(key) and _is_json(item) for key, item in value.items())
    if isinstance(value, str):
        return not any("\ud800" <= char <= "\udfff" for char in value)
    return value is None or isinstance(value, bool | int)


def _parsed(text: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a doubtful escape in a text is the policy's affair
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Refused("The program cannot be parsed.", malformed=True) from error


def _checked(tree: ast.Module, calls: tuple[tuple[Json, ...], ...]) -> Proposal:
    functions = {item.name: item for item in tree.body if isinstance(item, ast.FunctionDef)}
    if len(functions) != len(tree.body) or ENTRY not in functions:
        raise Refused(
            f"A program consists of functions, each once, and one of them is {ENTRY}.", malformed=True
        )
    for node in ast.walk(tree):
        if node is not tree:
            _check(node)
    own = _own_names(tree)
    if taken := sorted(own & BUILTINS):
        raise Refused(f"{taken[0]} is the name of something built in; choose another name.")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in own | BUILTINS:
            raise Refused(
                f"{node.id[:40]!r} is neither a name of the program nor one of the allowed built-ins."
            )
    arguments = functions[ENTRY].args
    parameters = tuple(argument.arg for argument in arguments.args)
    if (
        arguments.vararg
        or arguments.kwarg
        or arguments.kwonlyargs
        or arguments.defaults
        or arguments.posonlyargs
    ):
        raise Refused(f"{ENTRY} has plain parameters only.", malformed=True)
    if any(len(call) != len(parameters) for call in calls):
        raise Refused(
            f"{ENTRY} takes {len(parameters)} argument(s); a call gives another number.", malformed=True
        )
    for function in functions.values():
        _without_doc_strings(function)
    source = ast.unparse(tree) + "\n"
    return Proposal(source, parameters, calls, fingerprint_of("self-play", _shape(tree)))


def _check(node: ast.AST) -> None:
    """Refuse what is not in the subset."""
    if not isinstance(node, _NODES):
        raise Refused(f"{type(node).__name__} is not in the allowed part of Python.")
    match node:
        case ast.Attribute(attr=name, ctx=use) if name not in METHODS or not isinstance(use, ast.Load):
            # A function would keep what is stored on it from call to call.
            raise Refused(f"The attribute {name[:40]!r} is not allowed here.")
        case ast.Constant(value=value) if type(value) not in _CONSTANTS:
            raise Refused(f"A constant of the type {type(value).__name__} is not allowed.")
        case ast.FunctionDef(decorator_list=[_, *_]):
            raise Refused("Decorators are not allowed.")
        case ast.ExceptHandler(type=kinds, name=name) if kinds is None or name is not None:
            raise Refused("An except clause says which errors, and gives them no name (their texts differ).")
        case ast.AugAssign(op=ast.Mod()):
            raise Refused("Write x = x % y instead of x %= y.")
        case ast.comprehension(is_async=1):
            raise Refused("Nothing asynchronous is allowed.")
        case ast.arguments(defaults=plain, kw_defaults=named):
            # A list as a default would be kept from call to call.
            if any(item is not None and not isinstance(item, ast.Constant) for item in (*plain, *named)):
                raise Refused("Defaults are constants.")


def _own_names(tree: ast.Module) -> set[str]:
    """All names that a program binds; one that is used before it is bound fails when it runs."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.arg(arg=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
    if hidden := sorted(name for name in names if name.startswith("_") and name != "_"):
        raise Refused(f"Names do not begin with an underscore: {hidden[0][:40]!r}.")
    return names


def _without_doc_strings(function: ast.FunctionDef) -> None:
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef):
            told = [
                item
                for item in node.body
                if isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)
            ]
            node.body = [item for item in node.body if item not in told] or [ast.Pass()]


def _shape(tree: ast.Module) -> str:
    """The tree as text, with its own names numbered in the order in which they appear; `tree` is not changed."""
    numbers: dict[str, str] = {}
    own = _own_names(tree)

    def shaped(node: object) -> object:
        if isinstance(node, ast.Constant):
            return [type(node.value).__name__, repr(node.value)]
        if isinstance(node, ast.AST):
            return [type(node).__name__, *(shaped(value) for _, value in ast.iter_fields(node))]
        if isinstance(node, list):
            return [shaped(item) for item in node]
        if isinstance(node, str) and node in own:
            return numbers.setdefault(node, f"v{len(numbers)}")
        return repr(node)

    return repr(shaped(tree))
