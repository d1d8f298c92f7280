"""The verifier of faults in a user's own repository: its own tests decide, in the sandbox.

The payload holds

* ``repository``: ``folder`` and ``tree``, where the right state of the files is stored, and ``editable``, the source
  files that an answer may change or add,
* ``fault``: whole texts of the files that differ at the beginning, ``{path: text}``; None where one is missing,
* ``suite``: how tests are run (`rlvr.verifiers.code.suites.Suite`), and ``files``, the test files,
* ``due``: the tests that must pass, as a stored text with a JSON list of ids; ``failing``: those of them that fail,
* ``canaries``: for each place the failing tests that can be made to fail by an assertion,
* ``hidden``: files that a task does not show, because they belong to the other split.

An answer is a JSON object ``{path: whole new text}`` or ``{path: [{"old": text, "new": text}, ...]}``. Tests and
settings are those of the stored tree, whatever it says. The score is 1.0 if every due test passes and every canary
fails; otherwise it is the share of the failing tests that pass now (below 1.0), and 0.0 if a test that passed does not.

What an answer may not bring in: further uses of names by which code can reach into the machinery of tests
(`MACHINERY`). That is a list, so it is no proof; the documentation says what is left.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...payloads import stored_trees
from ...payloads.stored_texts import text_of
from ...payloads.strict_json import read_json
from ...sandbox import Result, SandboxError, SandboxUnavailable, Status
from ..base import Reason, Verdict, correct, illegal, infra, unparsable, wrong
from . import suites
from .runtime import with_runtime
from .suites import Outcome, Run, Suite

MAX_CHANGED: Final = 512 * 1024
"""Bytes of all files of an answer."""
_FORM: Final = 'Give a JSON object {"path": "whole new text"} or {"path": [{"old": "text", "new": "text"}]}.'
MACHINERY: Final = frozenset(
    """
    pytest _pytest pluggy unittest doctest conftest nose hypothesis _rlvr
    sys modules settrace setprofile _getframe _current_frames meta_path path_hooks excepthook inspect gc ctypes cffi
    importlib imp runpy pkgutil __import__ __loader__ __spec__ builtins __builtins__ _sitebuiltins __main__
    eval exec compile globals locals vars setattr delattr __setattr__ __delattr__ __dict__ __class__ __bases__ __mro__
    __subclasses__ __globals__ __code__ __closure__ __func__ __self__ __wrapped__ f_back f_locals f_globals tb_frame
    __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __bool__ __len__ __contains__ __hash__ __instancecheck__
    __subclasscheck__ __getattr__ __getattribute__ __init_subclass__ __set_name__ __prepare__ __mro_entries__ __del__
    _exit abort kill killpg fork forkpty posix_spawn execv execve execvp system popen Popen subprocess multiprocessing
    atexit signal faulthandler pickle marshal code codeop opcode dis types FunctionType CodeType
    fdopen dup dup2 memfd_create environ getenv argv attrgetter methodcaller
    open fileno FileIO FileHandler write_text write_bytes read_text read_bytes touch unlink chmod rmtree linecache mmap
    fileinput __file__ getsource getsourcelines co_code co_consts
    __traceback__ gi_frame cr_frame ag_frame walk_stack walk_tb copyreg __reduce__ __reduce_ex__ mock SkipTest
    Formatter get_field vformat get_type_hints ForwardRef singledispatch singledispatchmethod __annotations__
    make_dataclass update_wrapper ABCMeta EnumMeta EnumType __setstate__ breakpoint breakpointhook
    """.split()
)
"""Names that an answer may not use more often than the file did. """
HARMLESS: Final = frozenset(
    """
    __future__ abc bisect collections contextlib copy dataclasses datetime decimal enum fractions functools heapq
    itertools json math numbers operator random re statistics string textwrap time typing unicodedata warnings
    """.split()
)
"""Modules that an answer may import where the file did not; besides these the repository's own."""
_FREE: Final = frozenset({"sys", "modules", "code", "types", "signal", "system", "kill", "abort", "mock"})
"""Words of the list that are variables of many programs: as such they are not counted."""
_INNER: Final = frozenset({"os", "io", "posix", "nt"})
"""Modules that harmless ones have imported: they count as attributes, and as what is imported from another module."""
_FIELD = re.compile(r"\{[^{}]*")
_REACHED = re.compile(r"\.\s*([A-Za-z_]\w*)")
"""Attributes that a format, ``"{0.name}"``, looks up."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Judge an answer by the repository's tests.

    Raises:
        SandboxUnavailable: if there is nothing to run them in; never because of the answer.
    """
    try:
        archive, tree = stored_trees.load(payload["repository"]["folder"], payload["repository"]["tree"])
    except (OSError, ValueError) as error:
        return infra(f"The repository cannot be read: {error}")
    try:
        changes = read_changes(payload, answer, begun(payload, tree))
    except ValueError as error:
        return unparsable(f"{error}. {_FORM}")
    return judge(payload, archive, tree, changes)


def judge(
    payload: Mapping[str, Any], archive: bytes, tree: stored_trees.Tree, changes: Mapping[str, str]
) -> Verdict:
    """Judge whole new texts of files.

    Raises:
        SandboxUnavailable: if there is nothing to run the tests in.
    """
    before = begun(payload, tree)
    changes = {path: text for path, text in changes.items() if before.get(path) != text}
    if not changes:
        return wrong("No file was changed.")
    refused = refusal(payload, tree, before, changes)
    if refused is not None:
        return illegal(refused)
    try:
        return _judged(payload, archive, tree, changes)
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        return infra(f"The sandbox failed: {error}")
    except (OSError, ValueError) as error:
        return infra(f"The repository's tests cannot be run: {error}")


def begun(payload: Mapping[str, Any], tree: stored_trees.Tree) -> dict[str, str]:
    """The source files at the beginning of a task, by path: those that an answer may change and that are there."""
    found = {path: readable(tree[path]) for path in payload["repository"]["editable"] if path in tree}
    for path, text in payload["fault"].items():
        if text is None:
            found.pop(path, None)
        else:
            found[path] = text
    return found


def readable(content: bytes) -> str:
    """A file's text; what is no UTF-8 is replaced."""
    return content.decode("utf-8", "replace")


def read_changes(payload: Mapping[str, Any], answer: str, before: Mapping[str, str]) -> dict[str, str]:
    """The whole new texts of the files that an answer changes.

    Args:
        payload: the task's.
        answer: the answer.
        before: the files that its edits are made in.

    Raises:
        ValueError: it is no such object, names a file that may not be changed, or an edit fits nowhere.
    """
    found = read_json(answer)
    if not isinstance(found, dict) or not found:
        raise ValueError("The answer is no JSON object of files")
    changes: dict[str, str] = {}
    for path, value in found.items():
        if path not in payload["repository"]["editable"]:
            raise ValueError(f"{path!r:.80} is no source file that may be changed")
        if isinstance(value, str):
            changes[path] = value
            continue
        if not isinstance(value, list) or not value:
            raise ValueError(f"{path}: it is neither a text nor a list of edits")
        if path not in before:
            raise ValueError(f"{path} is not there, so nothing in it can be replaced")
        text = before[path]
        for edit in value:
            text = replaced(path, text, edit)
        changes[path] = text
    if sum(len(text.encode("utf-8", "surrogatepass")) for text in changes.values()) > MAX_CHANGED:
        raise ValueError(f"the files have more than {MAX_CHANGED >> 10} KiB")
    return changes


def replaced(path: str, text: str, edit: object) -> str:
    """A text after one edit.

    Raises:
        ValueError: it is none, or its old text does not stand there exactly once.
    """
    if not isinstance(edit, dict) or set(edit) != {"old", "new"}:
        raise ValueError(f"{path}: an edit is an object with 'old' and 'new'")
    old, new = edit["old"], edit["new"]
    if not isinstance(old, str) or not isinstance(new, str) or not old:
        raise ValueError(f"{path}: 'old' and 'new' are texts, and 'old' is not empty")
    count = text.count(old)
    if count != 1:
        raise ValueError(f"{path}: the old text stands {count} times in it, not once")
    return text.replace(old, new)


def refusal(
    payload: Mapping[str, Any], tree: stored_trees.Tree, before: Mapping[str, str], changes: Mapping[str, str]
) -> str | None:
    """Why changes are not allowed, or None."""
    for path, text in changes.items():
        if path not in payload["repository"]["editable"]:
            return f"{path!r:.80} may not be changed."
        now = machinery(text)
        if now is None:
            continue  # no Python: its tests fail
        allowed: Counter[str] = Counter()
        for known in (before.get(path), readable(tree[path]) if path in tree else None):
            allowed |= (machinery(known) if known is not None else None) or Counter()
        known_modules = HARMLESS | own_modules(payload)
        for known in (before.get(path), readable(tree[path]) if path in tree else None):
            known_modules |= modules(known) if known is not None else frozenset()
        strange = sorted(modules(text) - known_modules)
        if strange:
            return f"{path}: it may not import {strange[0]!r}, as it did not."
        more = sorted(name for name in now if now[name] > allowed[name])
        if more:
            return f"{path}: it may not use {more[0]!r} (more than it did): that reaches into the machinery of tests."
    return None


def own_modules(payload: Mapping[str, Any]) -> frozenset[str]:
    """The first names of the repository's own modules, as tests import them."""
    found = set()
    for path in payload["repository"]["editable"]:
        for above in payload["suite"]["paths"]:
            if path.startswith(f"{above}/" if above else ""):
                first = path[len(above) + 1 :] if above else path
                found.add(first.partition("/")[0].removesuffix(".py"))
    return frozenset(found)


def modules(text: str) -> frozenset[str]:
    """The first names of all modules that a source text imports, but for relative ones; none if it is no Python."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    found = {
        alias.name.partition(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names
    }
    found |= {
        (node.module or "").partition(".")[0]
        for node in nodes
        if isinstance(node, ast.ImportFrom) and not node.level
    }
    return frozenset(found)


def machinery(text: str) -> Counter[str] | None:
    """How often a source text names what `MACHINERY` lists; None if it is no Python.

    Texts in it count too, word by word: a name can be put together, but not be written whole.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found: Counter[str] = Counter()
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        names: list[str] = []
        free: list[str] = []
        if isinstance(node, ast.Name):
            names = [node.id]
            if node.id == "getattr" and id(node) not in called:
                found["getattr"] += 1
        elif isinstance(node, ast.Attribute):
            of_re = isinstance(node.value, ast.Name) and node.value.id == "re"
            free = [] if of_re and node.attr == "compile" else [_inner(node.attr)]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names = [node.name]
            bases = node.bases if isinstance(node, ast.ClassDef) else []
            found.update("type" for base in bases if isinstance(base, ast.Name) and base.id == "type")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id == "type":
            found["type"] += 1
        elif isinstance(node, ast.Import):
            free = [part for alias in node.names for part in alias.name.split(".")]
        elif isinstance(node, ast.ImportFrom):
            free = [*(node.module or "").split("."), *(_inner(alias.name) for alias in node.names)]
        elif isinstance(node, ast.keyword):
            names = [node.arg or ""]
        elif isinstance(node, ast.MatchClass):
            names = list(node.kwd_attrs)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            names = [word for word in _WORD.findall(node.value) if word.startswith("_") or word in _HARD]
            fields = " ".join(_FIELD.findall(node.value))
            free = [word for word in _REACHED.findall(fields) if word not in names]
        elif isinstance(node, ast.Call):
            found.update(_called(node))
            if isinstance(node.func, ast.Name) and node.func.id == "getattr":
                texts = [part.value for part in node.args[1:2] if isinstance(part, ast.Constant)]
                free = [_inner(text) for text in texts if isinstance(text, str) and text[:1] != "_"]
        found.update(name for name in names if name in MACHINERY and name not in _FREE)
        found.update(name for name in free if name in MACHINERY or name in _INNER)
    return found


def _called(node: ast.Call) -> list[str]:
    """What counts about a call, beside names: one by which code has any name, or makes a class with any names."""
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name == "getattr" and not any(isinstance(part, ast.Constant) for part in node.args[1:2]):
        return ["getattr"]
    if name == "wraps" and (len(node.args) > 1 or node.keywords):
        return ["update_wrapper"]
    if name == "type" and isinstance(node.func, ast.Name):
        plain = len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)
        return [] if plain else ["type"]
    of_type = isinstance(node.func, ast.Call) and getattr(node.func.func, "id", "") == "type"
    return ["type"] if of_type and len(node.args) == 3 and isinstance(node.args[1], ast.Tuple) else []


def _inner(name: str) -> str:
    """A name's place in `MACHINERY`; a module that another one has imported as ``_name`` is that module."""
    own = name.strip("_")
    return own if name == f"_{own}" and own in sys.stdlib_module_names and own not in HARMLESS else name


_HARD: Final = frozenset({"pytest", "unittest", "builtins", "importlib", "ctypes", "settrace"})
"""Words that count within texts too, beside all that begin with an underscore; others are words of any language."""


def due_of(payload: Mapping[str, Any]) -> list[str]:
    """The tests that must pass.

    Raises:
        OSError: they cannot be read.
        ValueError: they are damaged.
    """
    found = json.loads(text_of(payload["due"], payload["repository"]["folder"]))
    if not isinstance(found, list):
        raise ValueError("the list of tests is damaged: import the repository again")
    return [str(test) for test in found]


def without_hidden(payload: Mapping[str, Any], said: str) -> str:
    """A text without the lines that stand in files which a task does not show, and in none that it shows.

    Raises:
        OSError: the repository cannot be read.
        ValueError: it is damaged.
    """
    if not payload["hidden"]:
        return said
    _, tree = stored_trees.load(payload["repository"]["folder"], payload["repository"]["tree"])
    return masked(tree, payload["hidden"], said)


def masked(tree: stored_trees.Tree, hidden: Sequence[str], said: str) -> str:
    """A text without the lines of hidden files that no other file has."""
    secret = {line for path in hidden if path in tree for line in _lines(tree[path])}
    secret -= {line for path, content in tree.items() if path not in hidden for line in _lines(content)}
    lines = said.split("\n")
    return "\n".join("    (a line that is not shown)" if line.strip() in secret else line for line in lines)


def _lines(content: bytes) -> set[str]:
    return {line for line in map(str.strip, readable(content).splitlines()) if len(line) > 7}


def _judged(
    payload: Mapping[str, Any], archive: bytes, tree: stored_trees.Tree, changes: Mapping[str, str]
) -> Verdict:
    suite = Suite.of(payload["suite"])
    due, failing = set(due_of(payload)), set(payload["failing"])
    whole = {**payload["fault"], **changes}
    outcomes, result = suites.run(suite, archive, whole, [Run(file) for file in payload["suite"]["files"]])
    results = [result]
    good = suites.passed(outcomes)
    if due <= good:
        trouble, more = fooled(payload, suite, archive, tree, whole)
        results += more
        verdict = correct() if trouble is None else illegal(trouble)
    else:
        verdict = _failure(due, failing, good, outcomes, result)
    return with_runtime(verdict, results)


def fooled(
    payload: Mapping[str, Any],
    suite: Suite,
    archive: bytes,
    tree: stored_trees.Tree,
    changes: suites.Changes,
) -> tuple[str | None, list[Result]]:
    """Whether a canary passes, which it never does by itself: why not to believe the tests, or None.

    Raises:
        SandboxError: the machinery failed.
        ValueError: the files are too large.
    """
    runs, expected = canary_runs(tree, payload["canaries"])
    if not runs:
        return None, []
    outcomes, result = suites.run(suite, archive, changes, runs)
    for one, tests in zip(outcomes, expected, strict=True):
        if not one.ended or any(one.tests.get(test) != "failed" for test in tests):
            return "A test passes, or ends its process, that has an assertion in it which cannot hold.", [
                result
            ]
    return None, [result]


def canary_runs(
    tree: stored_trees.Tree, canaries: Mapping[str, Sequence[str]]
) -> tuple[list[Run], list[list[str]]]:
    """The runs of canaries, and for each the tests that must fail in it."""
    runs, expected = [], []
    for where in suites.WHERE:
        by_file: dict[str, list[str]] = {}
        for test in canaries.get(where, ()):
            by_file.setdefault(test.partition("::")[0], []).append(test)
        for file, tests in by_file.items():
            text = suites.with_canaries(readable(tree[file]), where)
            if text is not None:
                runs.append(Run(file, tuple(tests), {file: text}))
                expected.append(tests)
    return runs, expected


def _failure(
    due: set[str], failing: set[str], good: set[str], outcomes: Sequence[Outcome], result: Result
) -> Verdict:
    kept = due - failing
    mended, still = len(failing & good), len(kept & good)
    parts = {"mended": mended / max(len(failing), 1), "kept": still / max(len(kept), 1)}
    if result.status in (Status.CPU_LIMIT, Status.WALL_LIMIT) or any(one.over for one in outcomes):
        return Verdict(0.0, Reason.TIMEOUT, "The tests take too long.", parts)
    if still < len(kept):
        what = f"{len(kept) - still} tests that passed before do not pass now."
        return illegal(what, **parts) if still == 0 else wrong(what, **parts)
    return wrong(f"{len(failing) - mended} of the failing tests still fail.", parts["mended"], **parts)
