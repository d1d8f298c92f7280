"""The worker as one program text: what the host hands to an interpreter in the box."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .languages import LANGUAGES

INSIDE = Path(__file__).with_name("inside")
MODULES = ("wire", "kernel", "cleanup", "pipes", "filter", "namespaces", "program", "launch", "worker")
"""In the order in which they import each other."""

_BOOT = """\
import sys, types
box = types.ModuleType("box")
box.__path__ = []
sys.modules["box"] = box
for name, text in {texts!r}:
    module = types.ModuleType("box." + name)
    module.__package__ = "box"
    sys.modules["box." + name] = module
    setattr(box, name, module)
    exec(compile(text, "<box." + name + ">", "exec"), module.__dict__)
sys.modules["box.worker"].main({config!r})
"""


def program(config: Mapping[str, Any]) -> str:
    """The text to run with ``python -S -s -c``; `config` is what the worker needs to know of its box.

    Config: ``mode`` (see `rlvr.sandbox.inside.worker`), ``uid`` of the jobs, ``idle_s`` after which the worker ends,
    ``scratch_mb`` and ``inodes`` of scratch folders that it mounts itself, ``packages``: a folder of packages,
    or none.
    """
    tools = sorted({language.tool for language in LANGUAGES.values()})
    plain = json.loads(json.dumps({**config, "tools": tools}))
    return _BOOT.format(texts=_texts(), config=plain)


@cache
def _texts() -> list[tuple[str, str]]:
    return [(name, (INSIDE / f"{name}.py").read_text(encoding="utf-8")) for name in MODULES]
