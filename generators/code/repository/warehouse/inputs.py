"""A warehouse: names and constants of a project, and what its functions are called with."""

from __future__ import annotations

from random import Random

from ....base import Json
from ..domain import Names


def choose(rng: Random) -> dict[str, str | int]:
    """Names and constants of a project."""
    items = rng.sample(["bolt", "nut", "board", "hinge", "lamp", "cable", "wheel", "pipe", "screw", "plate"], 5)
    kits = rng.sample(["door set", "light set", "cart set", "shelf set", "starter set"], 2)
    pack = rng.randint(3, 8)
    minimum = rng.randint(4, 10)
    names: dict[str, str | int] = {
        "pkg": rng.choice(
            ["stockroom", "depot", "storewise", "shelfline", "goodsbook", "palette", "crates", "lager"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "items": " ".join(items),
        "pack": pack,
        "minimum": minimum,
        "target": minimum + rng.randint(5, 20),
        "kit_a": kits[0],
        "kit_b": kits[1],
    }
    for kit, parts in (("kit_a", rng.sample(items, 2)), ("kit_b", rng.sample(items, 3))):
        counts = [rng.randint(1, 4) for _ in parts]
        listed = [f"{count} {part}" for count, part in zip(counts, parts, strict=True)]
        names[f"{kit}_text"] = f"{', '.join(listed[:-1])} and {listed[-1]}"
        names[f"{kit}_dict"] = ", ".join(
            f'"{part}": {count}' for count, part in zip(counts, parts, strict=True)
        )
    return names


def _scene(rng: Random, names: Names, features: frozenset[str], items: list[str]) -> list[Json]:
    """Some movements that end at a bound: several lots and a part of them, the last piece, the last pack."""
    item = items[0]
    counts = [rng.randint(1, 6) for _ in range(rng.randint(1, 3))]
    total, minimum = sum(counts), int(names["minimum"])
    moves: list[Json] = [["in", item, count, rng.randint(1, 90)] for count in counts]
    some = rng.choice([1, counts[0], counts[0] + 1, counts[0] - 1, total - 1, total, total + 1, 0, -1])
    kinds = ["lots", "lots", "lots", "odd"]
    kinds += ["order", "order"] * ("ordering" in features) + ["back", "back"] * ("returns" in features)
    kinds += ["keep", "keep", "keep"] * ("reserving" in features) + ["kit", "kit"] * ("kits" in features)
    kind = rng.choice(kinds)
    if kind == "lots":
        return [*moves, ["out", item, some], *([["out", item, rng.randint(1, 3)]] * rng.randint(0, 2))]
    if kind == "order":
        left = rng.choice([minimum - 1, minimum, minimum + 1, 0, 1, int(names["target"]) % int(names["pack"])])
        return [["in", item, left + 2, 5], ["out", item, rng.choice([2, 2, left + 2])]]
    if kind == "back":
        return [
            *moves,
            ["out", item, some],
            ["back", item, rng.choice([1, 2, total, 0, -1])],
            ["out", item, some],
        ]
    if kind == "odd":
        wrong = [["in", item, count, price] for count in (0, -1, 1, 3) for price in (-1, 0, 1)]
        return [*rng.sample(wrong, 2), ["out", item, rng.choice([1, 0])], ["out", "nail", rng.choice([1, 0])]]
    if kind == "keep":
        first, other = rng.sample(["ann", "bob", "cem"], 2)
        kept = rng.choice([1, total - 1, total, total + 1, 0, -1, counts[0]])
        moves.append(["reserve", first, item, kept])
        moves += rng.sample(
            [
                ["reserve", first, item, rng.randint(1, 2)],
                ["reserve", other, item, rng.randint(1, 2)],
                ["out", item, rng.choice([total - kept, total - kept + 1, 1])],
                ["collect", first, item],
                ["collect", other, item],
                ["cancel", first, item],
                ["collect", first, "nail"],
                ["out", item, 1],
            ],
            3,
        )
        return moves
    kit = rng.choice(["kit_a", "kit_b"])
    times = rng.choice([1, 2, 3])
    moves = []
    for part in str(names[f"{kit}_dict"]).split(", "):
        name, count = part.replace('"', "").split(": ")
        moves.append(
            ["in", name, max(int(count) * times + rng.choice([0, 0, 0, 1, -1]), 1), rng.randint(1, 50)]
        )
    return [*moves, ["kit", names[kit], rng.choice([times, times, times + 1, 0, -1])], ["kit", names[kit], 1]]


def inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    """Arguments of a call of a public function."""
    everything = str(names["items"]).split()
    items = rng.sample(everything, rng.choice([1, 2, 2 + size // 2]) if function != "movers" else 2 + size)
    kinds = ["in", "in", "out", "out"]
    kinds += ["kit"] * 2 * ("kits" in features) + ["back"] * 2 * ("returns" in features)
    kinds += ["reserve", "reserve", "collect", "cancel", "collect"] * ("reserving" in features)
    held = dict.fromkeys(everything, 0)
    kept: list[tuple[str, str]] = []
    movements: list[Json] = []

    def bring(item: str) -> None:
        count = rng.choice([rng.randint(1, 6), rng.randint(3, 15), int(names["minimum"])])
        price = rng.choice([rng.randint(1, 90), rng.randint(1, 90), 0])
        movements.append(["in", item, count, price])
        held[item] += count

    if rng.random() < 0.5:
        movements += _scene(rng, names, features, items)
    for _ in range(rng.randint(2 + size, 2 + 5 * size) if not movements or rng.random() < 0.4 else 0):
        kind, item = rng.choice(kinds), rng.choice(items)
        if kind == "kit" and rng.random() < 0.6:
            for part in [part for part in everything if part in str(names["kit_a_dict"])]:
                bring(part)
        count = rng.choice([rng.randint(1, 5), rng.randint(1, 9), held[item] or 1, held[item] + 1])
        if function == "movers":
            count = rng.choice([1, 2, 2, 3])  # so that some are equal
        if rng.random() < 0.1:
            count = rng.choice([0, -1, 1])
        customer = rng.choice(["ann", "bob"])
        if rng.random() < 0.03:
            movements.append([rng.choice(["lose", "IN"]), item, count])
        elif kind == "in" or (kind in ("out", "reserve") and not held[item] and rng.random() < 0.7):
            bring(item)
            if rng.random() < 0.06:
                movements[-1][rng.choice([2, 3])] = rng.choice([0, -1, -3])
            if kind != "in":
                movements.append(["out", item, count])
                held[item] = max(held[item] - count, 0)
        elif kind == "kit":
            kit = rng.choice([names["kit_a"], names["kit_a"], names["kit_b"], "no set"])
            movements.append(["kit", kit, rng.choice([1, 1, 2, 2, 0, 3, -1])])
        elif kind == "reserve":
            customer, item = rng.choice(kept) if kept and rng.random() < 0.4 else (customer, item)
            movements.append(["reserve", customer, item, rng.choice([1, 2, rng.randint(1, 4), count])])
            kept.append((customer, item))
        elif kind in ("collect", "cancel"):
            customer, item = rng.choice(kept) if kept and rng.random() < 0.85 else (customer, item)
            movements.append([kind, customer, item])
        else:
            movements.append([kind, item, count])
            held[item] += count if kind == "back" else -count
            held[item] = max(held[item], 0)
    if function == "movers":
        return [movements, rng.randint(1, 3)]
    return [movements]
