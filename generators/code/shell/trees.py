"""Trees of files with what makes shell work hard: odd names, empty files, missing newlines, carriage returns.

A tree is ``{path: text}``; all of it is ASCII, so that characters are bytes.
"""

from __future__ import annotations

from random import Random

Tree = dict[str, str]

LEVELS = ("INFO", "WARN", "ERROR", "DEBUG", "FATAL")
_SERVICES = ("auth", "billing", "search", "mail", "cache", "sync", "export", "gateway", "queue-7", "web")
_EVENTS = (
    "request",
    "login",
    "timeout",
    "retry",
    "upload",
    "cleanup",
    "backup",
    "restart",
    "lookup",
    "handshake",
)
_ENDS = (
    "done",
    "failed",
    "took 31 ms",
    "took 7 ms",
    "was refused",
    "is late",
    "for user 42",
    "for user 7",
    "again",
    "",
)
_ITEMS = (
    "green tea",
    "black tea",
    "oolong",
    "mate",
    "rooibos",
    "cocoa",
    "chicory",
    "coffee",
    "mint",
    "sage",
    "malt",
)
_WORDS = (
    "river stone lamp Winter garden bridge letter Copper window orchard engine paper silver Harbour island "
    "candle "
    "mirror forest ladder market Signal basket thunder velvet meadow anchor Pepper button saddle hollow"
).split()
_FOLDERS = (
    *(
        "logs",
        "old logs",
        "data",
        "data/north west",
        "data/2023",
        "notes",
        "notes/to do",
        "misc stuff",
        "in box",
    ),
    *("srv/node 1", "srv/node 2", "reports", "Reports old", "tmp files", "team/a-b", "team/c d/deep"),
)
_STEMS = (
    *(
        "summary",
        "Draft Two",
        "plan B",
        "READ ME",
        "todo",
        "ideas  spare",
        "meeting minutes",
        "Budget",
        "x y z",
    ),
    *(
        "-draft",
        "--old list",
        "letter",
        "Final  Version",
        "a&b",
        "it's late",
        "50% off",
        "list (copy)",
        "who;what",
    ),
)
_REGIONS = (
    "north",
    "South",
    "east side",
    "West End",
    "centre",
    "Harbour",
    "hill",
    "-valley",
    "old town",
    "Lake",
)


def make_tree(rng: Random, files: int, lines: int) -> Tree:
    """A tree with so many files and, all together, about so many lines."""
    folders = ["", *rng.sample(_FOLDERS, min(2 + files // 4, len(_FOLDERS)))]
    kinds = ["log", "csv", "txt"] * (files // 4 + 1) + ["txt", "conf", "log", "csv", "empty", "empty"]
    kinds = ["log", "csv", "txt", *rng.choices(kinds, k=files - 3)]
    shares = [rng.uniform(0.4, 1.6) for _ in kinds]
    tree: Tree = {}
    used: set[str] = set()
    for kind, share in zip(kinds, shares, strict=True):
        count = max(2, round(lines * share / sum(shares)))
        while True:
            name = _name(rng, kind)
            plain = name.lower().replace(" ", "_")
            if plain not in used:  # no two names are the same, even after any of the renamings
                break
        used.add(plain)
        folder = rng.choice(folders)
        tree[f"{folder}/{name}" if folder else name] = _text(rng, kind, count)
    if files >= 6 and (texts := [path for path in tree if path.endswith(".txt") and tree[path]]):
        for number in range(1 + files // 12):  # duplicates
            folder = rng.choice(folders)
            path = f"{folder}/copy {number + 1} of it.txt" if folder else f"copy {number + 1} of it.txt"
            tree[path] = tree[rng.choice(texts)]
    return tree


def _name(rng: Random, kind: str) -> str:
    date = f"{rng.randint(2021, 2024)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
    if kind == "log":
        return f"{rng.choice(_SERVICES)}{rng.choice(' _-')}{date}.log"
    if kind == "csv":
        return rng.choice(
            (f"{rng.choice(_REGIONS)} {date}.csv", f"{rng.choice(_REGIONS)} {rng.randint(1, 99)}.csv")
        )
    if kind == "conf":
        return f"{rng.choice(_SERVICES)}{rng.randint(1, 40)}.conf"
    stem = rng.choice(_STEMS) + rng.choice(("", f" {rng.randint(2, 60)}", f" {date}"))
    return f"{stem}.{rng.choice(('txt', 'txt', 'md') if kind == 'txt' else ('txt', 'tmp', 'md', 'log'))}"


def _text(rng: Random, kind: str, count: int) -> str:
    if kind == "empty":
        return ""
    if kind == "log":
        lines = [
            f"2024-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d} "
            f"{rng.randint(0, 23):02d}:{rng.randint(0, 59):02d} "
            f"{rng.choice(LEVELS[: rng.randint(2, 5)])} {rng.choice(_SERVICES)}: "
            f"{rng.choice(_EVENTS)} {rng.choice(_ENDS)}".rstrip()
            for _ in range(count)
        ]
    elif kind == "csv":
        lines = ["date,item,qty,price"] + [
            f"2024-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d},"
            f"{rng.choice(_ITEMS)},{rng.randint(1, 40)},{rng.randint(1, 30)}"
            for _ in range(count)
        ]
    elif kind == "conf":
        lines = [f"{rng.choice(_EVENTS)} = {rng.choice(_SERVICES)}-{rng.randint(1, 9)}" for _ in range(count)]
    else:
        some = [" ".join(rng.choices(_WORDS, k=rng.randint(1, 5))) for _ in range(max(count * 2 // 3, 2))]
        lines = [rng.choice([*some, ""]) for _ in range(count - 1)] + [rng.choice(some)]
    end = "\r\n" if rng.random() < (0.0 if kind == "log" else 0.25) else "\n"
    text = end.join(lines) + end
    return text.removesuffix(end) if rng.random() < 0.35 else text


def words() -> tuple[str, ...]:
    """Words that stand in texts, for steps that replace or count."""
    return tuple(_WORDS)


def events() -> tuple[str, ...]:
    """Words that stand in logs and settings."""
    return (*_EVENTS, *_SERVICES)
