"""What the steps of a program mean."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from ...base import Json
from .semantics_of_scalars import digits, divisors

Items = list[Any]
Function = Callable[..., Any]


def _sorted(items: Items, rank: Function, order: str) -> Items:
    """By rank and then by place; keys are integers or texts."""
    down = order == "descending"
    places = sorted([(rank(item), -at if down else at) for at, item in enumerate(items)], reverse=down)
    return [items[abs(at)] for _, at in places]


def _first_by(items: Items, rank: Function, which: str, nothing: Json) -> Json:
    best: Any = None
    for item in items:
        key = rank(item)
        if best is None or (key > best[0] if which == "largest" else key < best[0]):
            best = (key, item)
    return nothing if best is None else best[1]


def _unique(items: Items, rank: Function) -> Items:
    keys = [rank(item) for item in items]
    return [item for i, item in enumerate(items) if keys[i] not in keys[:i]]


def _while(items: Items, holds: Function) -> int:
    """How many elements at the beginning fulfil a condition."""
    return next((i for i, item in enumerate(items) if not holds(item)), len(items))


def _rotate(items: Items, times: int) -> Items:
    shift = times % len(items) if items else 0
    return [*items[shift:], *items[:shift]]


def _scan(items: Items, combine: Function, start: int = 0) -> list[int]:
    states = [start]
    for item in items:
        states.append(combine(states[-1], item))
    return states


def _repeated(items: Items, times: Function) -> Items:
    counts = [times(item) for item in items]
    if any(count > 9 for count in counts):  # never in a program that is used
        raise ValueError("too many copies")
    return [item for item, count in zip(items, counts, strict=True) for _ in range(count)]


def _cut(items: Items, between: Function) -> list[Items]:
    cuts = [0, *(i for i in range(1, len(items)) if between(items[i - 1], items[i])), len(items)]
    return [items[a:b] for a, b in pairwise(cuts)] if items else []


def _run_lengths(items: Items) -> list[Json]:
    return [[run[0], len(run)] for run in _cut(list(items), lambda p, q: p != q)]


def _grouped(items: Items, key: Function, value: Function) -> dict[str, Items]:
    keys = [key(item) for item in items]
    number = {k: at for at, k in enumerate(dict.fromkeys(keys))}
    groups: list[Items] = [[] for _ in number]
    for i, item in enumerate(items):
        groups[number[keys[i]]].append(value(i, item))
    return dict(zip(number, groups, strict=True))


def _columns(rows: list[Items]) -> list[Items]:
    width = min((len(row) for row in rows), default=0)
    return [[row[i] for row in rows] for i in range(width)]


def _inner_nodes(tree: Json) -> list[tuple[Json, int]]:
    """All nodes with their depths, each before what is below it."""
    found: list[tuple[Json, int]] = []
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        found.append((node, depth))
        waiting += [(child, depth + 1) for child in reversed(node["children"])]
    return found


def _rows(tree: Json) -> list[list[int]]:
    nodes = _inner_nodes(tree)
    return [[n["value"] for n, d in nodes if d == depth] for depth in range(1 + max(d for _, d in nodes))]


def _rebuilt(node: Json, depth: int, value: Function, children: Function) -> Json:
    """A tree with other values and other children; `children` is given the children and their depth."""
    below = [_rebuilt(child, depth + 1, value, children) for child in children(node["children"], depth + 1)]
    return {"value": value(node["value"], depth), "children": below}


def _annotated(node: Json, score: Function) -> Json:
    below = [_annotated(child, score) for child in node["children"]]
    return {"value": score(node["value"], [child["value"] for child in below]), "children": below}


def _measure(node: Json, what: str) -> int:
    nodes = _inner_nodes(node)
    if what == "node_count":
        return len(nodes)
    if what == "height":
        return 1 + max(depth for _, depth in nodes)
    return sum(n["value"] for n, _ in nodes)


def _paths(tree: Json) -> list[list[int]]:
    way: list[int] = []
    found = []
    for node, depth in _inner_nodes(tree):
        way[depth:] = [node["value"]]
        if not node["children"]:
            found.append(list(way))
    return found


def _postorder(tree: Json) -> list[int]:
    mirrored = _rebuilt(tree, 0, lambda x, d: x, lambda children, d: children[::-1])
    return [n["value"] for n, _ in _inner_nodes(mirrored)][::-1]


def _by_depth(tree: Json, what: str) -> dict[str, int]:
    totals: dict[str, int] = {}
    for node, depth in _inner_nodes(tree):
        key, x = str(depth), node["value"]
        if what == "largest":
            totals[key] = x if key not in totals or x > totals[key] else totals[key]
        else:
            totals[key] = totals.get(key, 0) + (x if what == "sum" else 1)
    return totals


def _inverted(entries: dict[str, int]) -> dict[str, list[str]]:
    return {str(value): sorted(k for k, v in entries.items() if v == value) for value in entries.values()}


def _rekeyed(entries: dict[str, int], key: Function) -> dict[str, int]:
    return {k: sum(values) for k, values in _grouped(
        list(entries.items()), lambda e: key(*e), lambda _, e: e[1]).items()}  # fmt: skip


def _splits(text: str, mark: str) -> list[str]:
    parts = [""]
    for c in text:
        if c == mark:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def _ranked(entries: dict[str, int], order: str) -> list[Json]:
    return _sorted([[k, entries[k]] for k in sorted(entries)], lambda pair: pair[1], order)


STEP_MEANING: dict[str, Function] = {
    "keep": lambda xs, p: list(filter(p, xs)),
    "map": lambda xs, f: list(map(f, xs)),
    "map_at": lambda xs, f: [f(i, xs[i]) for i in range(len(xs))],
    "keep_at": lambda xs, p: [xs[i] for i in range(len(xs)) if p(i)],
    "sort": lambda xs, order: _sorted(xs, lambda x: x, order),
    "sort_by": _sorted,
    "reverse": lambda xs: list(reversed(xs)),
    "unique": lambda xs: _unique(xs, lambda x: x),
    "unique_by": _unique,
    "take": lambda xs, n: [x for i, x in enumerate(xs) if i < n],
    "drop": lambda xs, n: [x for i, x in enumerate(xs) if i >= n],
    "last": lambda xs, n: [x for i, x in enumerate(xs) if len(xs) - i <= n],
    "drop_last": lambda xs, n: [x for i, x in enumerate(xs) if len(xs) - i > n],
    "every": lambda xs, n: [x for i, x in enumerate(xs) if i % n == 0],
    "take_while": lambda xs, p: xs[: _while(xs, p)],
    "drop_while": lambda xs, p: xs[_while(xs, p) :],
    "partition": lambda xs, p: _sorted(xs, lambda x: 0 if p(x) else 1, "ascending"),
    "rotate": _rotate,
    "around": lambda xs: [*xs, *reversed(xs)],
    "neighbours": lambda xs, f: [f(xs[i], xs[i + 1]) for i in range(len(xs) - 1)],
    "running": lambda xs: [sum(xs[: i + 1]) for i in range(len(xs))],
    "records": lambda xs: [x for i, x in enumerate(xs) if all(x > y for y in xs[:i])],
    "scan": lambda xs, f: _scan(xs, f)[1:],
    "repeat": _repeated,
    "add_other": lambda xs, f, ys: [f(xs[i], ys[i]) for i in range(min(len(xs), len(ys)))],
    "keep_known": lambda xs, how, ys: [x for x in xs if (x in ys) == (how == "keep")],
    "look_up": lambda xs, table, default: [dict(table).get(x, default) for x in xs],
    "windows": lambda xs, n: [xs[i : i + n] for i in range(len(xs)) if i + n <= len(xs)],
    "chunks": lambda xs, n: [[x for j, x in enumerate(xs) if j // n == i] for i in range(-(-len(xs) // n))],
    "cut_between": _cut,
    "flatten": lambda xs: [xs[i][j] for i in range(len(xs)) for j in range(len(xs[i]))],
    "columns": _columns,
    "each": lambda xs, f: [f(x) for x in xs],
    "runs": _run_lengths,
    "sum": lambda xs: _scan(xs, lambda a, x: a + x)[-1],
    "sum_of": lambda xs, f: _scan(xs, lambda a, x: a + f(x))[-1],
    "count": lambda xs, p: len([x for x in xs if p(x)]),
    "largest": lambda xs, which, nothing: _first_by(xs, lambda x: x, which, nothing),
    "best_by": lambda xs, f, which, nothing: _first_by(xs, f, which, nothing),
    "commonest": lambda xs, nothing: _first_by(
        xs, lambda x: len([y for y in xs if y == x]), "largest", nothing
    ),
    "first_where": lambda xs, p: (lambda n: n if n < len(xs) else -1)(_while(xs, lambda x: not p(x))),
    "fold": lambda xs, start, f: _scan(xs, f, start)[-1],
    "join": lambda xs, mark: "".join((mark if i else "") + x for i, x in enumerate(xs)),
    "count_kinds": lambda xs: len(_unique(xs, lambda x: x)),
    "inversions": lambda xs: sum(len([y for y in xs[i + 1 :] if y < x]) for i, x in enumerate(xs)),
    "group": lambda xs, key: _grouped(xs, key, lambda i, x: x),
    "tally": lambda xs, key: {k: len(v) for k, v in _grouped(xs, key, lambda i, x: x).items()},
    "sums_by": lambda xs, key, f: {k: sum(v) for k, v in _grouped(xs, key, lambda i, x: f(x)).items()},
    "positions": lambda xs, key: _grouped(xs, key, lambda i, x: i),
    "apply_int": lambda x, f: f(x),
    "digits": digits,
    "divisor_list": divisors,
    "up_to": lambda n: [i for i in range(1, 41) if i <= n],
    "apply_str": lambda s, f: f(s),
    "words": lambda s: [word for word in _splits(s, " ") if word],
    "letters": lambda s: [s[i] for i in range(len(s))],
    "split": _splits,
    "run_lengths": _run_lengths,
    "pieces": lambda s, n: [s[i * n : i * n + n] for i in range(-(-len(s) // n))],
    "keep_entries": lambda d, p: {k: d[k] for k in d if p(k, d[k])},
    "map_entries": lambda d, f: {k: f(k, d[k]) for k in d},
    "each_entry": lambda d, f: {k: f(d[k]) for k in d},
    "rekey": _rekeyed,
    "keys": lambda d: sorted(d.keys()),
    "values": lambda d: [v for _, v in sorted(d.items(), key=lambda entry: entry[0])],
    "ranked": _ranked,
    "entries": lambda d: [[k, v] for k, v in sorted(d.items())],
    "invert": _inverted,
    "best_key": lambda d, f, which: _first_by(sorted(d), lambda k: f(k, d[k]), which, ""),
    "count_entries": lambda d, p: len([k for k in d if p(k, d[k])]),
    "sum_entries": lambda d, f: sum([f(k, d[k]) for k in d]),
    "preorder": lambda t: [n["value"] for n, _ in _inner_nodes(t)],
    "postorder": _postorder,
    "leaf_values": lambda t: [n["value"] for n, _ in _inner_nodes(t) if not n["children"]],
    "rows": _rows,
    "paths": _paths,
    "map_tree": lambda t, f: _rebuilt(t, 0, f, lambda children, d: children),
    "prune": lambda t, p: _rebuilt(
        t, 0, lambda x, d: x, lambda children, d: [c for c in children if not p(c["value"], d)]
    ),
    "mirror": lambda t: _rebuilt(t, 0, lambda x, d: x, lambda children, d: children[::-1]),
    "arrange": lambda t, what, order: _rebuilt(
        t, 0, lambda x, d: x, lambda children, d: _sorted(children, lambda c: _measure(c, what), order)
    ),
    "annotate": _annotated,
    "score": lambda t, f: _annotated(t, f)["value"],
    "count_nodes": lambda t, p: len([n for n, d in _inner_nodes(t) if p(n["value"], d, len(n["children"]))]),
    "values_by_depth": _by_depth,
}


def _cut_from_first(items: Items, between: Function) -> list[Items]:
    """Like `_cut`, but each is held against the first of its part and not against the one before it."""
    parts: list[Items] = []
    for item in items:
        if not parts or between(parts[-1][0], item):
            parts.append([])
        parts[-1].append(item)
    return parts


def _ranked_unsettled(entries: dict[str, int], order: str) -> list[Json]:
    """Like `_ranked`, but equal ones stand the other way round."""
    return _sorted([[k, entries[k]] for k in sorted(entries, reverse=True)], lambda pair: pair[1], order)


def _least_height(node: Json) -> int:
    """How many nodes lie on the way to the nearest leaf."""
    return 1 + min((_least_height(child) for child in node["children"]), default=0)


STEP_SLIPS: dict[str, Function] = {
    "cut_from_first": _cut_from_first,
    "ranked_unsettled": _ranked_unsettled,
    "keys_as_given": list,
    "values_as_given": lambda d: list(d.values()),
    "entries_as_given": lambda d: [[k, v] for k, v in d.items()],
    "invert_as_given": lambda d: {str(v): [k for k, w in d.items() if w == v] for v in d.values()},
    "ranked_as_given": lambda d, order: _sorted([[k, v] for k, v in d.items()], lambda pair: pair[1], order),
    "records_or_equal": lambda xs: [x for i, x in enumerate(xs) if all(x >= y for y in xs[:i])],
    "arrange_by_least_height": lambda t, order: _rebuilt(
        t, 0, lambda x, d: x, lambda children, d: _sorted(children, _least_height, order)
    ),
    "none_at": lambda n, edge, head: [] if n == edge else STEP_MEANING[head](n),
}
"""What no program has, but a wrong one may; see `edge_slips`."""
STEP_MEANING_OR_SLIP = STEP_MEANING | STEP_SLIPS
