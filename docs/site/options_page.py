"""All options of environments on one page, from the signatures and docstrings of their classes."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_type_hints

from environment_pages import escaped
from settings import kind_of, listed

import rlvr
from rlvr.envs.base import TextEnv
from rlvr.envs.make import target_of
from rlvr.envs.tool import Toolbox
from rlvr.spec import resolve

TOP = """# Options of environments

All of them can be given to `gymnasium.make("rlvr/sudoku-v0", ...)`, to `rlvr.make("sudoku", ...)` and to
`gymnasium.make_vec`. A name that an environment does not have is refused with the nearest one that it has.
`rlvr.generate` and `rlvr generate` take those that make the task (`level`, `params`, `split`, `marker`); the
[settings of training](settings.md) and the [evaluation](evaluation.md) take the others as `options`.

```python
import rlvr

env = rlvr.make("sudoku", level=(1, 3), split="train", attempts=3, feedback="reason")
print(env.reset(seed=7)[1]["task"].id)
```

What a level means is set by *difficulty parameters*, which differ from environment to environment:
`params={"blanks": 20}` overrides one of them. The page of each [environment](environments/index.md) lists its own.
"""


def write(folder: Path) -> None:
    """Write the page."""
    makers: dict[type[TextEnv], list[rlvr.TaskSpec]] = {}
    for spec in rlvr.specs():
        maker = target_of(spec.id)
        if isinstance(maker, type):
            makers.setdefault(maker, []).append(spec)
    parts = [TOP, "## All environments", _table(TextEnv)]
    for maker, specs in makers.items():
        doc = (inspect.getdoc(maker) or "").splitlines()[0]
        names = ", ".join(f"[{spec.name}](environments/{spec.name}.md)" for spec in specs)
        who = "all others" if len(specs) > 40 else names
        parts += [f"## {maker.__name__}: {len(specs)} environments", f"{doc} They are: {who}."]
        parts.append(_table(maker))
    parts += ["## Tools", "What the environments with tools offer, as a model is told it."]
    for spec in rlvr.specs():
        if spec.env != "single" and isinstance(box := resolve(spec.env), type) and issubclass(box, Toolbox):
            parts += [f"### {spec.name}", _tools(spec)]
    kept = set((folder / "environments").glob("*.md"))
    text = "\n\n".join(parts) + "\n"
    known = {path.stem for path in kept}
    text = re.sub(
        r"\[([^\]]+)\]\(environments/([^)]+)\.md\)",
        lambda match: match[0] if match[2] in known else f"`{match[1]}`",
        text,
    )
    (folder / "options.md").write_text(text, encoding="utf-8")


def _table(maker: type[TextEnv]) -> str:
    refused = getattr(maker, "not_options", ())
    told, hints = listed(maker, "Args"), get_type_hints(vars(maker)["__init__"])
    rows = []
    for each in inspect.signature(vars(maker)["__init__"]).parameters.values():
        if each.kind is inspect.Parameter.KEYWORD_ONLY and each.name not in refused:
            cells = (
                f"`{each.name}`",
                kind_of(hints[each.name]),
                f"`{each.default!r}`",
                markdown(told[each.name]),
            )
            rows.append(f"| {' | '.join(cells)} |")
    if not rows:
        return "They have no options of their own."
    return "\n".join(["| option | type | default | what it does |", "|---|---|---|---|", *rows])


def markdown(text: str) -> str:
    """A text of a docstring in a cell of a table."""
    parts = re.split(r"(``?[^`]+``?)", text)
    return "".join(
        f"`{part.strip('`')}`".replace("|", "\\|") if n % 2 else escaped(part) for n, part in enumerate(parts)
    )


def _tools(spec: rlvr.TaskSpec) -> str:
    env = rlvr.make(spec.id, level=1)
    env.reset(seed=0)
    rows = []
    for schema in env.tool_schemas():
        tool = schema["function"]
        given = tool["parameters"]["properties"]
        named = "; ".join(f"`{name}` ({value['type']})" for name, value in given.items()) or "none"
        rows.append(f"| `{tool['name']}` | {named} | {markdown(' '.join(tool['description'].split()))} |")
    return "\n".join(["| tool | arguments | what it does |", "|---|---|---|", *rows])
