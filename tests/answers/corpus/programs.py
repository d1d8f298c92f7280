"""Programs: what they return, what they were given, and programs as answers, in Python, Verilog and bash."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from rlvr.generators.base import Task

from .book import Text, Turns, Whole, add, right, wrong
from .packs import around, empty, framed, hidden, mapped, reference

# ------------------------------------------------------------------------------------------------ values of programs

OUTPUT, INPUT = "output-prediction", "input-prediction"
BOTH = f"{OUTPUT} {INPUT}"


def _value(task: Task) -> Any:
    return ast.literal_eval(task.answer)


def _changed_value(value: Any) -> Any:
    """A value of the same type that is another one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "a"
    if isinstance(value, dict):
        return {**value, 977: 3}
    return type(value)([*value, 977])


def _call(task: Task) -> str:
    """The call that is asked about, as the prompt writes it."""
    return re.findall(r"`(\w+\(.*?\))`", task.prompt)[-1]


def _other_value(task: Task) -> str:
    return repr(_changed_value(_value(task)))


def _program(task: Task) -> dict[str, Any]:
    """What the task's own program defines."""
    names: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", task.prompt, re.S)[0], names)
    return names


framed(OUTPUT, reference, _other_value)
for ids in (OUTPUT, INPUT):
    right(ids, "no spaces")(mapped(reference, lambda text: text.replace(", ", ",").replace(": ", ":")))
    right(ids, "python fence")(mapped(reference, lambda text: f"```python\n{text}\n```"))
    right(ids, "double quotes")(
        lambda task: json.dumps(_value(task)) if isinstance(_value(task), str) else None
    )
    right(ids, "backticks with a stop")(mapped(reference, lambda text: f"`{text}`."))
    right(ids, "bold backticks")(mapped(reference, lambda text: f"**`{text}`**"))
    right(ids, "a line for each item")(
        lambda task: (
            "[\n" + ",\n".join(f"    {item!r}" for item in _value(task)) + ",\n]" if _is_list(task) else None
        )
    )

right(OUTPUT, "call and value")(lambda task: f"{_call(task)} == {task.answer}")
right(OUTPUT, "call and value in a fence")(lambda task: f"```python\n{_call(task)} == {task.answer}\n```")
right(OUTPUT, "the call returns")(lambda task: f"The call returns `{task.answer}`.")
right(OUTPUT, "comma at the end of a list")(
    lambda task: task.answer[:-1] + ",]" if _is_list(task) and _value(task) else None
)


def _is_list(task: Task) -> bool:
    return isinstance(_value(task), list)


def _near(change) -> Text:  # type: ignore[no-untyped-def]
    def write(task: Task) -> str | None:
        value = change(_value(task))
        return (
            None
            if value is None or (value == _value(task) and type(value) is type(_value(task)))
            else repr(value)
        )

    return write


wrong(OUTPUT, "another value of its type")(_near(_changed_value))
wrong(OUTPUT, "turned round")(_near(lambda value: value[::-1] if isinstance(value, list | str) else None))
wrong(OUTPUT, "last item lost")(
    _near(lambda value: value[:-1] if isinstance(value, list | str) and value else None)
)
wrong(OUTPUT, "first item off")(
    _near(
        lambda value: (
            [value[0] + 1, *value[1:]]
            if isinstance(value, list) and value and isinstance(value[0], int)
            else None
        )
    )
)
wrong(OUTPUT, "sorted")(_near(lambda value: sorted(value) if isinstance(value, list) else None))
wrong(OUTPUT, "a tuple")(_near(lambda value: tuple(value) if isinstance(value, list) else None))
wrong(OUTPUT, "a text")(_near(lambda value: str(value) if isinstance(value, int | list) else None))
wrong(OUTPUT, "one less")(_near(lambda value: value - 1 if isinstance(value, int) else None))
wrong(OUTPUT, "sign")(_near(lambda value: -value if isinstance(value, int) else None))
wrong(OUTPUT, "None")(lambda task: "None" if task.answer != "None" else None)
wrong(OUTPUT, "the call alone")(_call)
wrong(OUTPUT, "call and another value")(lambda task: f"{_call(task)} == {_other_value(task)}")
wrong(OUTPUT, "text without quotes")(
    lambda task: _value(task) if isinstance(_value(task), str) and _value(task) else None
)
for name, pattern in (
    ("another call", "zzyzx(1) == @"),
    ("an error", "Error: @"),
    ("a step before", "the value before the last step: @"),
    ("its type", "type: @"),
    ("a wrong name", "wrong = @"),
    ("a function", "lambda: @"),
    ("or another", "@ or 5"),
    ("two lines", "5\n@"),
    ("a denial", "The call does not return @"),
    ("two outputs", "Output: 5\nOutput: @"),
):
    add(
        OUTPUT,
        f"value: {name}",
        mapped(reference, lambda text, pattern=pattern: pattern.replace("@", text) if text != "5" else None),
        right=False,
    )
wrong(OUTPUT, "not equal")(lambda task: f"{_call(task)} != {task.answer}")


def _entry(task: Task) -> tuple[str, list[str], Any]:
    """Name and parameters of the function whose arguments are asked for, and the value it is to return."""
    call = re.search(r"called as `(\w+)\(.*?\)` and gave `(.*)`\.", task.prompt)
    call = call or re.search(r"which `(\w+)` returns `(.*)`\.", task.prompt)
    call = call or re.search(r"call of `(\w+)` returned `(.*)`\.", task.prompt)
    assert call, task.prompt
    parameters = re.search(rf"def {call[1]}\((.*?)\):", task.prompt)
    assert parameters
    return call[1], [name.strip() for name in parameters[1].split(",")], ast.literal_eval(call[2])


def _arguments(task: Task) -> list[str]:
    found = ast.literal_eval(f"[{task.answer}]")
    return [repr(item) for item in found]


def _gives_something_else(task: Task, text: str) -> bool:
    name, _, value = _entry(task)
    try:
        return bool(_program(task)[name](*ast.literal_eval(f"[{text}]")) != value)
    except Exception:
        return True


def _other_arguments(task: Task) -> str | None:
    """Arguments of the right type, out of the bounds or with another value."""
    *rest, last = (ast.literal_eval(item) for item in _arguments(task))
    for change in (lambda x: x * 2 if isinstance(x, str | list) else x + 1, _changed_value, _far_off):
        text = ", ".join(repr(item) for item in [*rest, change(last)])
        if _gives_something_else(task, text):
            return text
    return None


def _far_off(value: Any) -> Any:
    """A value that no bounds allow."""
    return "zzzz" * 500 if isinstance(value, str) else [9**20] * 700 if isinstance(value, list) else 9**40


framed(INPUT, reference, _other_arguments)
right(INPUT, "the call")(lambda task: f"{_entry(task)[0]}({task.answer})")
right(INPUT, "the call in backticks")(lambda task: f"`{_entry(task)[0]}({task.answer})`")
right(INPUT, "by name")(
    lambda task: ", ".join(
        f"{name}={value}" for name, value in zip(_entry(task)[1], _arguments(task), strict=True)
    )
)
right(INPUT, "by name, with spaces")(
    lambda task: ", ".join(
        f"{name} = {value}" for name, value in zip(_entry(task)[1], _arguments(task), strict=True)
    )
)
wrong(INPUT, "other arguments")(_other_arguments)
wrong(INPUT, "nothing between the parentheses")(lambda task: f"{_entry(task)[0]}()")
wrong(INPUT, "empty list")(lambda task: "[]" if task.answer != "[]" else None)
wrong(INPUT, "empty text")(lambda task: "''")
wrong(INPUT, "an argument too many")(lambda task: f"{task.answer}, 12345")
wrong(INPUT, "the value that is wanted")(
    lambda task: repr(_entry(task)[2]) if _gives_something_else(task, repr(_entry(task)[2])) else None
)
wrong(INPUT, "None")(lambda task: "None")
wrong(INPUT, "a name")(lambda task: _entry(task)[1][0])
wrong(INPUT, "far out of the bounds")(
    lambda task: ", ".join(repr(_far_off(ast.literal_eval(x))) for x in _arguments(task))
)
wrong(INPUT, "an expression")(
    lambda task: f"list(range(3)) + {task.answer}" if task.answer.startswith("[") else None
)
wrong(INPUT, "the call of another function")(lambda task: f"zzyzx({task.answer})")

# ------------------------------------------------------------------------------------------------ programs in Python

PYTHON = "program-induction algorithms code-repair function-synthesis code-repair-turns"
VERILOG, SHELL = "verilog", "shell"


def entry(task: Task) -> str:
    """The name of the function that is asked for."""
    found = re.search(r"(?:parameters of|must still be called) `(\w+)`", task.prompt)
    found = found or re.search(r"def (\w+)\(", task.prompt)
    assert found, task.prompt
    return found[1]


def example(task: Task) -> str:
    """The result of a call that the prompt shows."""
    found = re.search(rf"{entry(task)}\(.*\)`? (?:==|should return) `?(.*?)`?(?:,.*)?$", task.prompt, re.M)
    return found[1] if found else "0"


def _constant(task: Task) -> str:
    return f"def {entry(task)}(*arguments):\n    return None"


def fenced(ids: str, languages: tuple[str, ...], comment: str, other: Text, *, crlf: bool = True) -> None:
    """Right and wrong forms of programs, whatever their language is: fences, prose, comments."""
    around(ids, reference, other, crlf=crlf)
    for language in languages:
        add(
            ids,
            f"fence {language}".strip(),
            lambda task, tag=language: f"```{tag}\n{task.answer}\n```",
            right=True,
        )
    first = languages[0]
    for name, pattern in (
        ("prose before a fence", "Here is the complete code:\n\n```LANG\n@\n```"),
        (
            "prose before and after a fence",
            "Here is the code:\n```LANG\n@\n```\nIt handles the edge cases as well.",
        ),
        ("fence on lines of its own", "\n\n```LANG\n@\n```\n\n"),
        ("a comment first", "COMMENT the whole solution\n@"),
        ("a comment last", "@\n\nCOMMENT end"),
        ("blank lines", "\n\n\n@\n\n\n"),
        ("a comment in a fence", "```LANG\nCOMMENT the whole solution\n@\n```"),
    ):
        pattern = pattern.replace("LANG", first).replace("COMMENT", comment)
        add(ids, name, mapped(reference, lambda text, pattern=pattern: pattern.replace("@", text)), right=True)
    empty(ids)
    hidden(ids, reference, other)
    add(
        ids,
        "taken back for another program",
        lambda task: (
            f"```{first}\n{task.answer}\n```\nNo, that is wrong. The final program is:\n```\n{other(task)}\n```"
        ),
        right=False,
    )
    add(
        ids,
        "prose alone",
        lambda task: "The program goes through the items one by one and adds them up.",
        right=False,
    )
    add(
        ids,
        "commented out",
        lambda task: "\n".join(f"{comment} {line}" for line in task.answer.splitlines()),
        right=False,
    )
    add(ids, "an empty fence", lambda task: f"```{first}\n```", right=False)
    add(ids, "half of it", lambda task: task.answer[: len(task.answer) // 2], right=False)
    add(
        ids,
        "two programs, right and wrong",
        lambda task: f"Option A:\n```{first}\n{task.answer}\n```\nOption B:\n```{first}\n{other(task)}\n```",
        right=False,
    )


fenced(PYTHON, ("python", "", "py", "python3"), "#", _constant)
right(PYTHON, "a docstring of the module")(lambda task: f'"""The solution."""\n\n{task.answer}')
right(PYTHON, "a main block")(
    lambda task: (
        f'{task.answer}\n\n\nif __name__ == "__main__":\n    print("done")\n'
        if "print(" not in task.answer
        else None
    )
)
right(PYTHON, "an example of its use in a block of its own")(
    lambda task: f"```python\n{task.answer}\n```\nFor example:\n```python\nprint({entry(task)}([1, 2]))\n```"
)
right(PYTHON, "imports first")(
    lambda task: f"import math\nfrom collections import defaultdict\n\n\n{task.answer}"
)
right(PYTHON, "a helper behind")(lambda task: f"{task.answer}\n\n\ndef _unused(x: int) -> int:\n    return x")
right(PYTHON, "a doctest in a comment")(
    lambda task: f"{task.answer}\n\n# >>> {entry(task)}(...)  # as in the examples"
)
wrong(PYTHON, "None always")(_constant)
wrong(PYTHON, "the result of an example always")(
    lambda task: f"def {entry(task)}(*arguments):\n    return {example(task)}"
)
wrong(PYTHON, "another name")(
    lambda task: task.answer.replace(f"def {entry(task)}(", f"def {entry(task)}_solution(")
)
wrong(PYTHON, "a syntax error")(lambda task: f"{task.answer}\n    return (")
wrong(PYTHON, "not implemented")(lambda task: f"def {entry(task)}(*arguments):\n    raise NotImplementedError")
wrong(PYTHON, "defined again")(lambda task: f"{task.answer}\n\n\n{_constant(task)}")
wrong(PYTHON, "ends the process")(lambda task: f"import os\n\nos._exit(0)\n\n{task.answer}")
wrong(PYTHON, "prints instead of returning")(
    lambda task: re.sub(r"\breturn\b(?= \S)", "answer =", task.answer) if "return" in task.answer else None
)
wrong(PYTHON, "an endless loop")(lambda task: f"def {entry(task)}(*arguments):\n    pass")
wrong(PYTHON, "the signature alone")(lambda task: f"def {entry(task)}(*arguments):")


@wrong("code-repair code-repair-turns")
def the_program_as_it_was(task: Task) -> str:
    return re.findall(r"```python\n(.*?)```", task.prompt, re.S)[0]


# ---------------------------------------------------------------------------------------------------------- Verilog


def _module(task: Task) -> str:
    found = re.search(r"module (\w+)", task.answer)
    assert found
    return found[1]


def _zeros(task: Task) -> str:
    """The module with all outputs 0."""
    header = task.answer[: task.answer.index(");") + 2]
    outputs = re.findall(r"output [^,\n)]*?(\w+)\s*(?:,|\n|\)|$)", header)
    return header + "\n" + "\n".join(f"  assign {name} = 0;" for name in outputs) + "\nendmodule"


fenced(VERILOG, ("verilog", "", "systemverilog", "v"), "//", _zeros)
right(VERILOG, "a block comment first")(lambda task: f"/* The module that is asked for. */\n{task.answer}")
right(VERILOG, "a time scale")(lambda task: f"`timescale 1ns/1ps\n`default_nettype none\n{task.answer}")
right(VERILOG, "a module behind")(
    lambda task: (
        f"{task.answer}\n\nmodule unused_zz(input logic a, output logic b);\n  assign b = a;\nendmodule"
    )
)
wrong(VERILOG, "zeros")(_zeros)
wrong(VERILOG, "another name")(lambda task: task.answer.replace(_module(task), f"{_module(task)}_top"))
wrong(VERILOG, "no end")(lambda task: task.answer.rpartition("endmodule")[0])
wrong(VERILOG, "twice")(lambda task: f"{task.answer}\n{task.answer}")
wrong(VERILOG, "no ports")(lambda task: f"module {_module(task)}();\nendmodule")
wrong(VERILOG, "a system task")(
    lambda task: task.answer.replace("endmodule", '  initial $display("x");\nendmodule', 1)
)
wrong(VERILOG, "a semicolon lost")(lambda task: task.answer.replace(");", ")", 1))
wrong(VERILOG, "ends the simulation")(
    lambda task: task.answer.replace("endmodule", "  initial $finish;\nendmodule", 1)
)
wrong(VERILOG, "VHDL")(lambda task: f"entity {_module(task)} is\nend entity;")

# ------------------------------------------------------------------------------------------------------------ shell

fenced(SHELL, ("bash", "", "sh", "shell"), "#", lambda task: "true", crlf=False)
right(SHELL, "shebang")(lambda task: f"#!/bin/bash\n{task.answer}")
right(SHELL, "shebang of env in a fence")(lambda task: f"```bash\n#!/usr/bin/env bash\n\n{task.answer}\n```")
right(SHELL, "exit in the end")(lambda task: f"{task.answer}\nexit 0")
right(SHELL, "an option of the shell")(lambda task: f"set -o pipefail\n{task.answer}")
wrong(SHELL, "true")(lambda task: "true")
wrong(SHELL, "done without doing")(lambda task: "done")
wrong(SHELL, "done in bold without doing")(lambda task: "**done**")
wrong(SHELL, "a file too many")(lambda task: f"{task.answer}\ntouch 'left over.tmp'")
wrong(SHELL, "all removed")(lambda task: f"{task.answer}\nrm -rf ./* ./.[a-z]*")
wrong(SHELL, "ended before")(lambda task: f"exit 0\n{task.answer}")
wrong(SHELL, "echo of done")(lambda task: "echo done")
wrong(SHELL, "words of another kind")(lambda task: "I have done everything that was asked.")
wrong(SHELL, "a line added everywhere")(
    lambda task: f"{task.answer}\nfind . -type f -exec sh -c 'echo x >> \"$1\"' _ {{}} \\;"
)

# ----------------------------------------------------------------------------------------------------- test writing

IDS = "test-writing"


def _example_call(task: Task) -> str:
    found = re.search(r"For example, `(\[\[.*?\]\])` stands", task.prompt)
    assert found, task.prompt
    return found[1]


def _useless(task: Task) -> str:
    return "[]"


around(IDS, reference, _useless)
empty(IDS)
hidden(IDS, reference, _useless)
right(IDS, "json fence")(lambda task: f"```json\n{task.answer}\n```")
right(IDS, "fence")(lambda task: f"```\n{task.answer}\n```")
right(IDS, "python fence")(lambda task: f"```python\n{task.answer}\n```")
right(IDS, "prose before a fence")(
    lambda task: f"These calls tell all of them apart:\n\n```json\n{task.answer}\n```"
)
right(IDS, "prose before a fence, CRLF")(
    lambda task: f"The calls are:\r\n\r\n```json\r\n{task.answer}\r\n```\r\n"
)
right(IDS, "backticks")(lambda task: f"`{task.answer}`")
right(IDS, "no spaces")(lambda task: json.dumps(json.loads(task.answer), separators=(",", ":")))
right(IDS, "indented")(lambda task: json.dumps(json.loads(task.answer), indent=2))
right(IDS, "a line for each call")(
    lambda task: "[\n" + ",\n".join("  " + json.dumps(call) for call in json.loads(task.answer)) + "\n]"
)
right(IDS, "turned round")(lambda task: json.dumps(json.loads(task.answer)[::-1]))
right(IDS, "a label")(lambda task: f"Answer: {task.answer}")
wrong(IDS, "no calls")(_useless)
wrong(IDS, "calls without their brackets")(
    lambda task: json.dumps([call[0] for call in json.loads(task.answer)])
)
wrong(IDS, "a call with too many arguments")(
    lambda task: json.dumps([[*call, 1, 2, 3] for call in json.loads(task.answer)])
)
wrong(IDS, "too many calls")(lambda task: json.dumps([*json.loads(task.answer)] * 40))
wrong(IDS, "the function")(lambda task: "def test():\n    assert True")
wrong(IDS, "a call that is not allowed")(
    lambda task: json.dumps([*json.loads(task.answer)[:-1], ["not allowed", None]])
)
wrong(IDS, "half of a list")(lambda task: task.answer[: len(task.answer) // 2])
wrong(IDS, "numbers")(lambda task: "1, 2, 3")
wrong(IDS, "a random call in words")(lambda task: "the empty list and a list of one item")
wrong(IDS, "two lists")(lambda task: f"{task.answer} or {_example_call(task)}")
wrong(IDS, "expected values alone")(lambda task: "[0, 1, 2]")

# ------------------------------------------------------------------------------------------------------- repository

IDS = "repository"


def _written(task: Task) -> list[str]:
    """A turn for each file that has to be changed."""
    files = json.loads(task.answer)
    return [_tool("write_file", {"path": path, "text": text}) for path, text in files.items()]


def _tool(name: str, arguments: dict[str, str]) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


def _repaired(final: str):  # type: ignore[no-untyped-def]
    """The files are repaired, then comes the final answer."""
    return lambda task: Turns((*_written(task), final))


def _untouched(final: str):  # type: ignore[no-untyped-def]
    """Files are looked at only, then comes the final answer."""
    return lambda task: Turns((_tool("list_files", {}), final))


for name, final in (
    ("bare", "<answer>done</answer>"),
    ("a capital", "<answer>Done</answer>"),
    ("a stop", "<answer>done.</answer>"),
    ("a capital and a stop", "<answer>Done.</answer>"),
    ("capitals", "<answer>DONE</answer>"),
    ("bold", "<answer>**done**</answer>"),
    ("backticks", "<answer>`done`</answer>"),
    ("quotes", '<answer>"done"</answer>'),
    ("lines of its own", "<answer>\ndone\n</answer>"),
    ("CRLF", "All tests pass.\r\n\r\n<answer>\r\ndone\r\n</answer>\r\n"),
    ("tags in capitals", "<ANSWER>done</ANSWER>"),
    ("after a thought", "<think>The tests pass now, so I can finish.</think>\n<answer>done</answer>"),
    (
        "after a summary",
        "I changed one comparison in the module; all public tests pass.\n\n<answer>done</answer>",
    ),
    ("a remark after", "<answer>done</answer>\n\nLet me know if you want me to look at anything else!"),
    ("a mention of the tags after", "<answer>done</answer>\n\nI gave the final answer in the <answer> tags."),
    ("box", "<answer>\\boxed{\\text{done}}</answer>"),
):
    right(IDS, name)(_repaired(final))
    if name in (
        "bare",
        "bold",
        "a capital and a stop",
        "after a summary",
        "tags in capitals",
        "after a thought",
        "a remark after",
    ):
        wrong(IDS, f"not repaired: {name}")(_untouched(final))

wrong(IDS, "done at once")(lambda task: Whole("<answer>done</answer>"))
wrong(IDS, "repaired, but no final answer")(_repaired("The repair is done."))
wrong(IDS, "repaired, then broken")(
    lambda task: Turns(
        (
            *_written(task),
            _tool("write_file", {"path": next(iter(json.loads(task.answer))), "text": "x = ("}),
            "<answer>done</answer>",
        )
    )
)
wrong(IDS, "emptied")(
    lambda task: Turns(
        (
            *(_tool("write_file", {"path": path, "text": ""}) for path in json.loads(task.answer)),
            "<answer>done</answer>",
        )
    )
)
wrong(IDS, "a description of the repair")(lambda task: "I would change the comparison in the loop.")
wrong(IDS, "no idea")(_untouched("<answer>I could not find the fault</answer>"))
