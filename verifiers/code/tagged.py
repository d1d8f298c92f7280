"""Python values as JSON with their types, and the few lines that turn one into the other beside a program in the box.

``None``, bools, integers, finite floats, texts and lists stand for themselves; anything else is ``{"$": type,
"v": ...}``: a tuple, set, dict (a list of pairs), float (``inf``), complex, bytes, or an iterable. What has no such
form is ``{"$": "other"}``, which equals nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Json = Any

CALL: Final = "_rlvr_call"
"""The function of `CALLER`: takes a call ``{"a": arguments, "k": named ones}``, gives ``{"v": value}``, with ``"a"`` as
well if the call changed its arguments, or ``{"e": name of an error, "m": its text}``."""

PACKING: Final = """
def _rlvr_pack(value, depth=0):
    kind = type(value)
    if value is None or kind is bool or kind is str or kind is int:
        return value
    if depth > 40:
        return {"$": "other", "v": "too deep"}
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, float):
        value = float(value)
        return value if value - value == 0 else {"$": "float", "v": repr(value)}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, complex):
        return {"$": "complex", "v": [repr(value.real), repr(value.imag)]}
    if isinstance(value, (bytes, bytearray)):
        return {"$": "bytes", "v": bytes(value).decode("latin-1")}
    if isinstance(value, dict):
        pairs = [[_rlvr_pack(k, depth + 1), _rlvr_pack(v, depth + 1)] for k, v in value.items()]
        return {"$": "dict", "v": pairs}
    if hasattr(value, "__next__") or hasattr(value, "__iter__"):
        import itertools
        items = [_rlvr_pack(item, depth + 1) for item in itertools.islice(value, 1000000)]
        if isinstance(value, list):
            return items
        if isinstance(value, tuple):
            return {"$": "tuple", "v": items}
        if isinstance(value, (set, frozenset)):
            import json
            return {"$": "set", "v": sorted(items, key=lambda item: json.dumps(item, sort_keys=True))}
        return {"$": "iter", "v": items}
    return {"$": "other", "v": type(value).__name__}


def _rlvr_unpack(value):
    if isinstance(value, list):
        return [_rlvr_unpack(item) for item in value]
    if not isinstance(value, dict):
        return value
    kind, inner = value["$"], value.get("v")
    if kind == "float":
        return float(inner)
    if kind == "complex":
        return complex(float(inner[0]), float(inner[1]))
    if kind == "bytes":
        return inner.encode("latin-1")
    if kind == "dict":
        return {_rlvr_unpack(k): _rlvr_unpack(v) for k, v in inner}
    if kind == "tuple":
        return tuple(_rlvr_unpack(item) for item in inner)
    if kind == "set":
        return {_rlvr_unpack(item) for item in inner}
    if kind == "iter":
        return [_rlvr_unpack(item) for item in inner]
    return object()
"""

CALLER: Final = """
def _rlvr_call(call):
    args = [_rlvr_unpack(item) for item in call["a"]]
    try:
        value = _rlvr_pack(ENTRY(*args, **{k: _rlvr_unpack(v) for k, v in call.get("k", {}).items()}))
    except Exception as error:
        return {"e": type(error).__name__, "m": str(error)[:300]}
    after = [_rlvr_pack(item) for item in args]
    return {"v": value} if after == call["a"] else {"v": value, "a": after}
"""

PRELUDE: Final = (
    "from typing import *\nimport bisect, collections, functools, heapq, itertools, math, operator, random, re\n"
    "import string, sys\nfrom collections import *\n"
    "from functools import *\nfrom heapq import *\nfrom bisect import *\n"
    "from itertools import *\nfrom math import *\n"
)
"""What sites whose problems ask for ``class Solution`` import before a program. `pow` stays the built-in one."""


def callable_program(text: str, entry: str, prelude: bool) -> str:
    """A program with `CALL` at its end.

    Args:
        text: the program.
        entry: a function's name, or ``Class.method``: then an object of the class is made for each call.
        prelude: whether `PRELUDE` goes before it.
    """
    owner, _, name = entry.rpartition(".")
    before = f"{PRELUDE}from builtins import pow\n" if prelude and "from __future__" not in text else ""
    return f"{before}{text}\n{PACKING}{CALLER.replace('ENTRY', f'{owner}().{name}' if owner else entry)}"


def tagged(value: Json) -> Json:
    """A JSON value as `PACKING` writes it: its objects are dicts."""
    if isinstance(value, list):
        return [tagged(item) for item in value]
    if isinstance(value, dict):
        return {"$": "dict", "v": [[key, tagged(item)] for key, item in value.items()]}
    return value


class Unlike:
    """What equals nothing, not even itself."""

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = None  # type: ignore[assignment]


def plain(value: Json) -> Json:
    """A tagged value as JSON: tuples and iterables are lists, keys of dicts are texts; never raises.

    What is no JSON value becomes an `Unlike`.
    """
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    kind, inner = value.get("$"), value.get("v")
    if kind in ("tuple", "iter") and isinstance(inner, list):
        return [plain(item) for item in inner]
    if kind == "dict" and isinstance(inner, list):
        made: dict[str, Json] = {}
        for pair in inner:
            if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], (str, int)):
                return Unlike()
            made[str(pair[0])] = plain(pair[1])
        return made if len(made) == len(inner) else Unlike()
    return Unlike()
