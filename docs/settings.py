"""Write docs/settings.md, the settings of `rlvr train`, from the docstrings of its configuration: ``make docs``.

With ``--check`` nothing is written, and the exit status says whether the page is true.
"""

from __future__ import annotations

import inspect
import re
import sys
import types
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rlvr.agents.config import TrainConfig

PAGE = Path(__file__).parent / "settings.md"
TOP = """# Settings of `rlvr train`

Written from the docstrings of `agents/config.py` by `make docs`; do not edit by hand. [training.md](training.md) says
which of them to choose and why. Each can be given as `--set name=value`, or in a YAML file for `--config`, where the
part before a dot is a section. A value is YAML: `--set 'tasks.reward={name: random}'`.
"""


def page() -> str:
    """The whole of docs/settings.md."""
    config = TrainConfig.from_mapping({"tasks": {"envs": [""]}})
    parts = [TOP, *_section("The run", config, "")]
    for name, value in _sections(config):
        parts += _section(f"`{name}`", value, f"{name}.")
    parts.append(
        f"## `algorithm`\n\nThe values of the default preset, `{config.preset}`; a preset sets its own.\n"
    )
    parts.append(_table(config.resolved_algorithm(), "algorithm."))
    return "\n".join(parts)


def _sections(config: TrainConfig) -> list[tuple[str, Any]]:
    values = [(each.name, getattr(config, each.name)) for each in fields(config)]
    return [(name, value) for name, value in values if is_dataclass(value)]


def _section(title: str, config: Any, prefix: str) -> list[str]:
    summary = "" if not prefix else f"{inspect.getdoc(config).splitlines()[0]}\n"  # type: ignore[union-attr]
    return [f"## {title}\n", *([summary] if summary else []), _table(config, prefix)]


def _table(config: Any, prefix: str) -> str:
    described, hints = attributes(type(config)), get_type_hints(type(config))
    lines = ["| setting | value | default | what it is |", "|---|---|---|---|"]
    for each in fields(config):
        value = getattr(config, each.name)
        if not is_dataclass(value) and (prefix or each.name != "algorithm"):
            cells = (f"`{prefix}{each.name}`", kind_of(hints[each.name]), _default(value), described[each.name])
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def listed(value: Any, section: str) -> dict[str, str]:
    """What a section of a docstring, such as ``Attributes``, says of each name in it."""
    _, _, lines = (inspect.getdoc(value) or "").partition(f"{section}:\n")
    told: dict[str, str] = {}
    name = ""
    for line in lines.splitlines():
        if not line.startswith("    "):
            break
        if not line.startswith("     "):
            name, _, line = line.strip().partition(":")
        told[name] = f"{told.get(name, '')} {line.strip()}".strip()
    return told


def attributes(kind: type) -> dict[str, str]:
    """What the docstring of a dataclass says of each of its fields.

    Raises:
        ValueError: if it leaves one out, or tells of one that there is not.
    """
    described = listed(kind, "Attributes")
    wanted = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    if described.keys() != wanted:
        differing = ", ".join(sorted(described.keys() ^ wanted))
        raise ValueError(f"{kind.__name__}: its docstring and its fields differ in {differing}")
    return {name: re.sub(r"\bNone\b", "null", text.replace("``", "`")) for name, text in described.items()}


def kind_of(hint: Any) -> str:
    """A type for people: ``number``, ``list of text``, or the choices."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return ", ".join(f"`{each}`" if each != "" else "empty" for each in arguments)
    if origin in (Union, types.UnionType):
        return " or ".join("null" if each is type(None) else kind_of(each) for each in arguments)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return f"list of {kind_of(arguments[0])}"
        return f"[{', '.join(kind_of(each) for each in arguments)}]"
    if origin is dict:
        return "mapping"
    names = {bool: "true, false", int: "whole number", float: "number", str: "text"}
    return names.get(hint, "mapping")


def _default(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if value in ("", (), {}) or value == ("",):
        return "empty"
    return f"`{list(value) if isinstance(value, tuple) else value}`"


def main() -> int:
    """Write the page, or check it; returns the exit status."""
    wanted = page()
    stale = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != wanted
    if stale and "--check" in sys.argv:
        print("docs/settings.md is not what the configuration says; run `make docs`")
    elif stale:
        PAGE.write_text(wanted, encoding="utf-8")
    return int(stale and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
