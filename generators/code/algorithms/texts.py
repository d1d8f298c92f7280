"""Parsing of texts: settings files and paths."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from ...base import Json
from ..problem import Problem
from .writing import effort, program, sentences


def settings(rng: Random, level: int) -> Problem:
    """Read a settings file: sections, comments, doubles, all with rules of their own."""
    separator, comment = rng.choice(["=", ":", "->", ":="]), rng.choice(["#", ";", "//", "%"])
    opening, closing = rng.choice([("[", "]"), ("<", ">"), ("{", "}")])
    joint = rng.choice([".", "/", "_", "-"])
    double = rng.choice(["first", "last"]) if level < 3 else rng.choice(["first", "joined", "longest"])
    bare = rng.choice(["ignored", "yes"]) if level > 1 else "ignored"
    anywhere, lower = level > 2 and rng.random() < 0.6, level > 3 and rng.random() < 0.6
    glue = rng.choice([",", "|", "+"])
    entry = rng.choice(["read_settings", "parse_config", "load_options", "parse_lines"])
    keep = {
        "first": "found.setdefault(key, value)",
        "last": "found[key] = value",
        "joined": f"found[key] = found[key] + {glue!r} + value if key in found else value",
        "longest": "if key not in found or len(value) > len(found[key]):\n    found[key] = value",
    }[double]
    source = program(
        """
        def $entry(lines):
            found = {}
            section = ""
            for line in lines:
                $cut
                line = line.strip()
                $skip
                if line.startswith($opening) and line.endswith($closing):
                    section = line[1:-1].strip()
                    continue
                key, sign, value = line.partition($separator)
                $no_sign
                key = key.strip()$lower
                value = value.strip()
                if not key:
                    continue
                if section:
                    key = section + $joint + key
                $keep
            return found
        """,
        entry=entry,
        cut=f"line = line.split({comment!r})[0]" if anywhere else "",
        skip="" if anywhere else f"if line.startswith({comment!r}):\n    continue",
        opening=repr(opening),
        closing=repr(closing),
        separator=repr(separator),
        lower=".lower()" if lower else "",
        no_sign='if not sign:\n    value = "yes"' if bare == "yes" else "if not sign:\n    continue",
        joint=repr(joint),
        keep=keep,
    )
    statement = sentences(
        """
        $story `lines` holds the lines of a settings file: at most 200 texts of at most 60 printable ASCII
        characters
        each, spaces included. Each line is treated as follows, in this order.

        1. $comment Then spaces at both ends are removed; nothing is done for a line that is empty now.

        2. A line that begins with `$opening` and ends with `$closing` starts a section. Its name is what
        stands between
        these two signs, without spaces at both ends; an empty name means no section, as at the beginning.

        3. Any other line is cut at the first `$separator` in it into key and value; spaces at both ends of
        both are removed. $lower
        A line without `$separator` is $bare. A line whose key is empty is ignored; an empty value is fine.

        4. Within a section, the full key is the section's name, `$joint` and the key; without one it is the
        key alone.
        If a full key comes up again, $double

        Return the dict from full keys to values.
        """,
        story=rng.choice(
            ["A game console reads its own kind of settings file.", "An old printer is set up by a text file.",
             "A weather station keeps its options in a text file."]
        ),
        comment=f"Everything from the first `{comment}` to the end of the line is removed." if anywhere
        else f"A line that begins, after spaces, with `{comment}` is a comment and ignored; "
        f"elsewhere "
        f"`{comment}` has no special meaning.",
        opening=opening, closing=closing, separator=separator, joint=joint,
        lower="The key is then put into lower case (a section's name is not)." if lower else "",
        bare="ignored" if bare == "ignored" else "a key with the value `yes`",
        double={
            "first": "its first value stays.",
            "last": "the newer value replaces the older one.",
            "joined": f"the newer value is appended to the older one with `{glue}` between them.",
            "longest": "the longer value stays, the older one if both are equally long.",
        }[double],
    )  # fmt: skip

    def line(rng: Random) -> str:
        key = rng.choice(["a", "B", "b c", "Ab", "", "x9"])
        value = rng.choice(["1", "", "yes", "no way", f"3{separator}4", f"u{comment}v", "Zoom", "22"])
        gap = " " * rng.randint(0, 2)
        name = rng.choice(["A", "b", "", "a b", f"q{separator}r"]) + rng.choice(["", " "])
        section = f"{gap}{opening}{gap}{name}{closing}{gap}"
        pair = f"{gap}{key}{gap}{separator}{gap}{value}{gap}"
        if rng.random() < 0.15:
            pair += f"{comment} {value}"
        plain = f"{gap}{key}{rng.choice(['', closing])}"
        return rng.choice([pair, pair, pair, pair, section, plain, f"{gap}{comment}{pair}", opening + pair])[
            :60
        ]

    def inputs(rng: Random, size: int) -> list[Json]:
        return [[line(rng) for _ in range(rng.randint(0 if size == 0 else 1, (1, 4, 8, 12, 50, 110)[size]))]]

    def brute(lines: list[str]) -> dict[str, str]:
        entries: list[tuple[str, str]] = []
        section = ""
        for text in lines:
            mark = re.escape(comment)
            body = re.sub(f"{mark}.*" if anywhere else f"^ *{mark}.*", "", text).strip()
            if re.fullmatch(f"{re.escape(opening)}.*{re.escape(closing)}", body):
                section = body[1:-1].strip()
                continue
            match = re.fullmatch(f"(.*?){re.escape(separator)}(.*)", body)
            if match is None and bare == "ignored":
                continue
            key, value = (match[1].strip(), match[2].strip()) if match else (body, "yes")
            if key:
                entries.append(
                    ((f"{section}{joint}" if section else "") + (key.lower() if lower else key), value)
                )
        found = {key: [value for other, value in entries if other == key] for key, _ in entries}
        choose: dict[str, Callable[[list[str]], str]] = {
            "first": lambda all: all[0],
            "last": lambda all: all[-1],
            "joined": glue.join,
            "longest": lambda all: max(all, key=len),
        }
        return {key: choose[double](values) for key, values in found.items()}

    facts = {"separator": separator, "comment": comment, "brackets": opening, "joint": joint, "double": double,
             "bare": bare, "anywhere": anywhere, "lower": lower,
             "glue": glue if double == "joined" else ""}  # fmt: skip
    return Problem(
        "settings", entry, (("lines", "list[str]"),), "dict[str, str]", statement, source, inputs, brute,
        facts=facts, cost=effort(source, anywhere + lower + (double in ("joined", "longest"))),
    )  # fmt: skip


def tidy_path(rng: Random, level: int) -> Problem:
    """Normalise a path with odd signs for going up."""
    separator, up = rng.choice("/|>\\:;#!"), rng.choice(["..", "^", "up", "<-", "parent", "-"])
    home, twice = rng.choice(["~", "@", "top", "home"]), level > 2
    outside = rng.choice(["stay", "fail"]) if level > 1 else "stay"
    back = rng.choice(["", "=", "again"]) if level > 3 else ""
    returned = rng.choice(["text", "list", "depth"]) if level > 1 else "text"
    entry = rng.choice(["tidy", "normalise_path", "resolve", "final_place"])
    failure = {"text": '"!"', "list": '["!"]', "depth": "-1"}[returned]
    source = program(
        """
        def $entry(path):
            places = []
            for step in path.split($separator):
                if step in ("", "."):
                    continue
                if step == $up:
                    $leave
                $twice
                $home
                $back
                else:
                    places.append(step)
            return $result
        """,
        entry=entry,
        separator=repr(separator),
        up=repr(up),
        leave="if places:\n    places.pop()" if outside == "stay" else f"if not places:\n    return "
        f"{failure}\nplaces.pop()",
        twice=f"elif step == {up * 2!r}:\n"
        + ("    del places[-2:]" if outside == "stay" else f"    if len(places) < 2:\n        return "
        f"{failure}\n    del places[-2:]")
        if twice else "",
        home=f"elif step == {home!r}:\n    places.clear()",
        back=f"elif step == {back!r}:\n    if places:\n        places.append(places[-1])" if back else "",
        result={"text": f"{separator!r} + {separator!r}.join(places)", "list": "places",
        "depth": "len(places)"}[returned],
    )  # fmt: skip
    statement = sentences(
        """
        $story `path` is a text of steps separated by `$separator`; it has at most 3000 characters. You start
        at the root,
        and take the steps from left to right. Empty steps and the step `.` change nothing. The step `$up`
        leads to
        the parent. $more Any other step, such as `...`, enters the child of that name; names are
        case-sensitive. $outside

        Return $returned
        """,
        story=rng.choice(
            ["A museum labels its rooms by paths.", "A file manager for a toy computer normalises paths.",
             "The menus of a coffee machine are reached by paths."]
        ),
        separator=separator,
        up=up,
        more=(f"The step `{up * 2}` leads to the parent's parent. " if twice else "") + f"The step `{home}` "
        f"leads back to the root. "
        + (f"The step `{back}` enters a child with the same name as the place where you are; at the root it "
        f"changes "
           "nothing." if back else ""),
        outside=("The root is its own parent: " + (f"`{up}` there changes nothing" if not twice
        else f"`{up}` there changes nothing, and `{up * 2}` leads from a child of the root to the root") + "."
        if outside == "stay"
                 else "A step that would lead above the root is an error, and nothing after it counts."),
        returned={"text": f"the place where you end as a text: each name on the way from the root to it with "
        f"`{separator}` "
                  f"in front, or `{separator}` alone for the root", "list": "the list of the names from the "
                  "root to the place where you "
                  "end, an empty list for the root", "depth": "how many steps below the root you end, 0 for "
                  "the root"}[returned]
        + ({"text": "; `!` for an error.", "list": "; `['!']` for an error.",
        "depth": "; -1 for an error."}[returned]
           if outside == "fail" else "."),
    )  # fmt: skip
    special = [up, up, "", ".", home, *([up * 2, back or "z"] if twice else [])]

    def inputs(rng: Random, size: int) -> list[Json]:
        names = ["a", "b", "Ab", "...", "c d", "x", up + "a", "lib", "k2"]
        count = rng.randint(0 if size == 0 else 1, (2, 5, 8, 12, 60, 500)[size])
        down = rng.choice([0.4, 0.6, 0.8])
        return [
            separator.join(
                rng.choice(names) if rng.random() < down else rng.choice(special) for _ in range(count)
            )
        ]

    def brute(path: str) -> Json:
        def go(place: tuple[str, ...] | None, steps: list[str]) -> tuple[str, ...] | None:
            if place is None or not steps:
                return place
            step, rest = steps[0], steps[1:]
            if step == up or (twice and step == up * 2):
                height = 1 if step == up else 2
                short = len(place) < height
                return go(None if short and outside == "fail" else place[: max(0, len(place) - height)], rest)
            if step == home:
                return go((), rest)
            if back and step == back:
                return go(place + place[-1:], rest)
            return go(place if step in ("", ".") else (*place, step), rest)

        end = go((), path.split(separator))
        if end is None:
            return {"text": "!", "list": ["!"], "depth": -1}[returned]
        return {"text": separator + separator.join(end), "list": list(end), "depth": len(end)}[returned]

    facts = {
        "separator": separator,
        "up": up,
        "home": home,
        "outside": outside,
        "back": back,
        "returned": returned,
    }
    return Problem(
        "tidy_path", entry, (("path", "str"),), {"text": "str", "list": "list[str]", "depth": "int"}[returned],
        statement, source, inputs, brute, facts=facts, cost=effort(source,
        (outside == "fail") + bool(back) + twice),
    )  # fmt: skip


TEMPLATES = ((2, settings), (2, tidy_path))
