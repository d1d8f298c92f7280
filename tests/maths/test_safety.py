"""No tool that runs text is in reach: a scan of the verifiers' source, and of what importing them loads."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rlvr.verifiers

FOLDER = Path(rlvr.verifiers.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))
RUNS_TEXT = {
    "eval",
    "exec",
    "literal_eval",
    "sympify",
    "parse_expr",
    "__import__",
    "execfile",
    "lambdify",
    "format_map",
}
MODULES = {
    "pickle",
    "marshal",
    "shelve",
    "sympy",
    "code",
    "codeop",
    "subprocess",
    "ctypes",
    "signal",
    "dill",
    "cloudpickle",
}


def offences(tree: ast.AST) -> Iterator[str]:
    """What must not be in a verifier, with its line."""
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            for name in names:
                if name.split(".")[0] in MODULES or name in RUNS_TEXT:
                    yield f"{node.lineno}: import of {name}"
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name in RUNS_TEXT:
            yield f"{node.lineno}: {name}()"
        if isinstance(called, ast.Name) and name == "compile" and "compile" not in defined:
            yield f"{node.lineno}: the builtin compile()"
        if name in ("getattr", "setattr", "delattr", "hasattr") and not (
            len(node.args) > 1 and isinstance(node.args[1], ast.Constant)
        ):
            yield f"{node.lineno}: {name}() by a name made at run time"
        if (
            name == "format"
            and isinstance(called, ast.Attribute)
            and not isinstance(called.value, ast.Constant)
        ):
            yield f"{node.lineno}: format() of a text made at run time"


def test_there_is_something_to_scan() -> None:
    assert {"base.py", "expressions.py"} <= {path.name for path in FILES}
    assert any(path.parent.name == "math" for path in FILES)


ALLOWED = {
    # Starts the one fixed program, of this package, in which other database engines run; queries go to it as data.
    "sql/engines/child.py": {"import of subprocess"},
    # Writes the content of a payload as a key to remember its images by; nothing is read back.
    "sql/image.py": {"import of marshal"},
    # Text that is sent into the box and runs there alone; it ends the processes that a test leaves behind.
    "code/suite_driver.py": {"import of ctypes", "import of signal"},
}
"""What a file may hold nevertheless, and why."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_verifier_holds_a_tool_that_runs_text(path: Path) -> None:
    found = {text.partition(": ")[2] for text in offences(ast.parse(path.read_text(encoding="utf-8")))}
    assert found == ALLOWED.get(path.relative_to(FOLDER).as_posix(), set())


def test_what_is_written_as_a_key_is_never_read_back() -> None:
    tree = ast.parse((FOLDER / "sql" / "image.py").read_text(encoding="utf-8"))
    called = {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert "dumps" in called
    assert not called & {"loads", "load"}


@pytest.mark.parametrize(
    "line",
    [
        "eval(text)",
        "builtins.exec(text)",
        "compile(text, '', 'eval')",
        "ast.literal_eval(text)",
        "import pickle",
        "from sympy import sympify",
        "from ast import literal_eval as read",
        "sympy.parse_expr(text)",
        "getattr(thing, name)",
        "text.format(thing)",
    ],
)
def test_the_scan_finds(line: str) -> None:
    assert list(offences(ast.parse(line)))


@pytest.mark.parametrize(
    "line", ["re.compile('a')", "getattr(thing, 'name', 1)", "def compile(): ...\ncompile()"]
)
def test_the_scan_lets_pass(line: str) -> None:
    assert not list(offences(ast.parse(line)))


def test_importing_the_verifier_loads_little() -> None:
    code = "import sys; from rlvr.verifiers import math as vm; vm.check('1/2', '0.5')"
    code += "; import json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}
    assert not loaded & {
        "sympy",
        "mpmath",
        "gmpy2",
        "numpy",
        "pyarrow",
        "torch",
        "antlr4",
        "latex2sympy2_extended",
    }
