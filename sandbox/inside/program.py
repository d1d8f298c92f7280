"""Running a Python program in this interpreter, as ``__main__``, and calling its function."""

from __future__ import annotations

import _sitebuiltins
import builtins
import collections
import contextlib
import gc
import io
import json
import linecache
import os
import sys
import traceback
import types
from typing import Any, NoReturn

from .wire import receive, write_all


def run_python(request: dict[str, Any], scratch: str) -> NoReturn:
    """Run the program as ``__main__`` and, in call mode, make the calls. Ends the process."""
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    vars(sys).update(__stdin__=sys.stdin, __stdout__=sys.stdout, __stderr__=sys.stderr)
    sys.argv, sys.path[:0] = ["main.py", *request["args"]], [scratch]
    # A function is asked of an imported module, so that what a script does at its end is left out.
    name = "program" if request["entry"] else "__main__"
    program = types.ModuleType(name)
    program.__file__ = "main.py"
    program.__dict__["__builtins__"] = builtins
    # What an interpreter's start-up file, which is left out here, puts there.
    vars(builtins).update(exit=_sitebuiltins.Quitter("exit", ""), quit=_sitebuiltins.Quitter("quit", ""))
    sys.modules[name] = program
    text = request["code"].removeprefix("\ufeff")
    linecache.cache["main.py"] = (len(text), None, text.splitlines(True), "main.py")
    gc.enable()
    code = 0
    try:
        try:
            compiled = compile(text, "main.py", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError):
            os.write(3, b'["c"]\n')
            traceback.print_exc(limit=0)
            code = 1
        else:
            exec(compiled, program.__dict__)  # the box is made for this line
            if request["entry"]:
                make_calls(program.__dict__, request["entry"], request["calls"])
        finish()
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else 0 if ending.code is None else 1
        if code and not isinstance(ending.code, int):
            print(ending.code, file=sys.stderr)
    except MemoryError:
        os.write(3, b'["m"]\n')
        code = 1
    except BaseException as error:
        show(error)
        code = 1
    flush_all(program.__dict__)
    os._exit(code & 255)


def flush_all(names: dict[str, Any]) -> None:
    """Write out what stands in buffers, as the end of an interpreter does: of the streams, then of forgotten files."""
    streams = [sys.stdout, sys.__stdout__, sys.stderr, sys.__stderr__]
    with contextlib.suppress(BaseException):
        names.clear()
        gc.collect()
        streams += [thing for thing in gc.get_objects() if issubclass(type(thing), io.IOBase)]
    for stream in streams:
        with contextlib.suppress(BaseException):
            if stream is not None and not stream.closed:
                stream.flush()


def finish() -> None:
    """What an interpreter does at the end of a program: wait for its threads, run its exit functions."""
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()
    import atexit

    atexit._run_exitfuncs()


def show(error: BaseException) -> None:
    """Print a traceback without the lines of this file."""
    trace = error.__traceback__
    traceback.print_exception(type(error), error, trace.tb_next if trace else None)


def make_calls(names: dict[str, Any], entry: str, count: int) -> None:
    """Call the function `count` times, with arguments that come one by one; a line of JSON for each outcome."""
    for _ in range(count):
        arguments = receive(5)
        if arguments is None:
            return
        try:
            told = ["v", plain(names[entry](*arguments), 0)]
        except MemoryError:
            told = ["e", "MemoryError"]
        except Exception as error:
            show(error)
            told = ["e", f"{type(error).__name__}: {error!s:.500}"]
        try:
            line = json.dumps(told, allow_nan=False).encode() + b"\n"
        except (ValueError, RecursionError) as error:
            told = ["e", f"the result cannot be written as JSON: {error!s:.200}"]
            line = json.dumps(told).encode() + b"\n"
        write_all(3, line)


def plain(value: Any, depth: int) -> Any:
    """`value` as a JSON value, by exact types; tuples become lists, everything else is refused."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if depth > 200:
        raise ValueError("the result is nested too deeply")
    if kind in (list, tuple):
        return [plain(item, depth + 1) for item in value]
    if kind in (dict, collections.defaultdict, collections.Counter, collections.OrderedDict):
        for key in value:
            if type(key) is not str:
                raise TypeError(f"a key of the result is a {type(key).__name__}, not a str")
        return {key: plain(item, depth + 1) for key, item in value.items()}
    raise TypeError(f"the result holds a {kind.__name__}, which is no JSON value")
