"""Notations: invented numerals, and macros whose expansion is too long to be written down."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

from ...base import Json
from ..problem import Problem
from .stories import LARGE_FROM
from .writing import effort, program, sentences, text_of


def invented_numerals(rng: Random, level: int) -> Problem:
    """Read numerals of a made-up system, with a rule of its own for what is subtracted."""
    symbols = rng.sample("ABCDGKLMQSTVXYZ", rng.randint(4, 6))
    values = [rng.choice([1, 2, 3])]
    for _ in symbols[1:]:
        values.append(values[-1] * rng.randint(2, 6) + (rng.randint(0, 3) if level > 2 else 0))
    rng.shuffle(values)
    worth = dict(zip(symbols, values, strict=True))
    rule = rng.choice(["next", "before"] if level < 3 else ["next", "before", "later", "earlier"])
    bonus = rng.randint(2, 9) if level > 3 else 0
    many = level > 1 and rng.random() < 0.5
    entry = rng.choice(["read_numeral", "decode", "numeral_value", "to_number"])
    source = program(
        """
        WORTH = $worth


        def value(text):
            total = 0
            seen = 0
            for symbol in $walk:
                worth = WORTH[symbol]
                if worth < seen:
                    total -= worth
                else:
                    total += worth
                seen = $seen
            $bonus
            return total


        def $entry($parameter):
            return $result
        """,
        worth=repr(worth),
        entry=entry,
        walk="reversed(text)" if rule in ("next", "later") else "text",
        seen="worth" if rule in ("next", "before") else "max(seen, worth)",
        bonus=f"for one, other in zip(text, text[1:]):\n    if one == other:\n        total += {bonus}"
        if bonus
        else "",
        parameter="numerals" if many else "numeral",
        result="[value(text) for text in numerals]" if many else "value(numeral)",
    )
    place = {
        "next": "stands directly in front of a symbol of greater worth",
        "before": "stands directly behind a symbol of greater worth",
        "later": "has a symbol of greater worth anywhere to its right",
        "earlier": "has a symbol of greater worth anywhere to its left",
    }[rule]
    statement = sentences(
        """
        $opening The symbols are worth: $worth.

        To read a numeral, add up the worths of its symbols, but subtract the worth of each symbol that $place.
        $bonus The result may be negative, and an empty numeral means 0. A numeral has at most 2000 symbols.

        $task
        """,
        opening=rng.choice(
            [
                "The tax rolls of an old kingdom use numerals of their own.",
                "Miners on a distant moon scratch numbers into the walls.",
                "A sunken city numbered its gates in a forgotten script.",
            ]
        ),
        worth=", ".join(f"`{symbol}` {value}" for symbol, value in worth.items()),
        place=place,
        bonus=f"Then add {bonus} for each pair of neighbouring symbols that are equal (three equal symbols in "
        f"a row "
        "hold two such pairs)." if bonus else "",
        task="Return the list of the values of the texts in `numerals`, in their order (at most 50 texts)."
        if many else "Return the value of the text `numeral`.",
    )  # fmt: skip

    def one(rng: Random, size: int) -> str:
        letters = rng.sample(symbols, rng.randint(1, len(symbols)))
        return text_of(rng, letters, rng.randint(0 if size == 0 else 2, (2, 4, 7, 12, 60, 2000)[size]))

    def inputs(rng: Random, size: int) -> list[Json]:
        if not many:
            return [one(rng, size)]
        return [
            [
                one(rng, min(size, 4))
                for _ in range(rng.randint(0 if size == 0 else 1, (1, 2, 3, 5, 20, 50)[size]))
            ]
        ]

    def brute(numerals: Json) -> Json:
        if not isinstance(numerals, str):
            return [brute(text) for text in numerals]
        total = bonus * len(re.findall(r"(?=(.)\1)", numerals))
        for i, symbol in enumerate(numerals):
            near = {"next": numerals[i + 1 : i + 2], "before": numerals[max(0, i - 1) : i],
                    "later": numerals[i + 1 :], "earlier": numerals[:i]}[rule]  # fmt: skip
            total += worth[symbol] * (-1 if any(worth[other] > worth[symbol] for other in near) else 1)
        return total

    parameter = ("numerals", "list[str]") if many else ("numeral", "str")
    return Problem(
        "invented_numerals", entry, (parameter,), "list[int]" if many else "int", statement, source, inputs,
        brute,
        facts={"worth": worth, "rule": rule, "bonus": bonus, "many": many}, cost=effort(source,
        len(place) // 20 + many),
    )  # fmt: skip


def macro_length(rng: Random, level: int) -> Problem:
    """How long a text becomes when its macros are expanded again and again: far too long to write it down."""
    sign, modulus = (
        rng.choice("$%&@#"),
        rng.choice([10**9 + 7, 998244353, 10**9, 999983]) + 2 * rng.randint(0, 50),
    )
    cycles, target = level > 2, rng.choice(["length", *("aeo" if level > 1 else "")])
    unknown = rng.choice(["kept", "dropped"]) if level > 3 else "none"
    entry = rng.choice(["expanded_size", "macro_count", "expand", "final_count"])
    own = "1" if target == "length" else f"int(text[i] == {target!r})"
    kept = {"length": "2", "a": "0", "e": "0", "o": "0"}[target]
    source = program(
        """
        def $entry(macros, text):
            sizes = {}
            $active

            def size(text):
                total = 0
                i = 0
                while i < len(text):
                    if text[i] == $sign:
                        i += 1
                        total += size_of(text[i])
                    else:
                        total += $own
                    i += 1
                return total % $modulus

            def size_of(name):
                $unknown
                $cycle
                if name not in sizes:
                    $enter
                    sizes[name] = size(macros[name])
                    $leave
                return sizes[name]

            $result
        """,
        entry=entry,
        sign=repr(sign),
        own=own,
        modulus=modulus,
        active="active = set()" if cycles else "",
        cycle="if name in active:\n    raise ValueError" if cycles else "",
        enter="active.add(name)" if cycles else "",
        leave="active.remove(name)" if cycles else "",
        unknown=""
        if unknown == "none"
        else f"if name not in macros:\n    return {kept if unknown == 'kept' else '0'}",
        result="try:\n    return size(text)\nexcept ValueError:\n    return -1"
        if cycles
        else "return size(text)",
    )
    statement = sentences(
        """
        $story `macros` maps names, single capital letters, to texts. In these texts and in `text`, the sign
        `$sign` is always
        followed by a capital letter and stands with it for the text of that macro, which may hold macros
        itself;
        all other characters are small letters. There are at most 26 macros, and each text has at most 80
        characters
        and may be empty. $unknown

        All macros in `text` are expanded again and again until none is left. Return $target modulo $modulus.
        $cycles
        The result can be far too long to be written down.
        """,
        story=rng.choice(
            ["A typewriter with a memory expands abbreviations.", "A poet writes refrains once and refers to "
            "them.",
             "A toy compiler has text macros."]
        ),
        sign=sign.replace("$", "$"),
        modulus=modulus,
        unknown={"none": "Every macro that is used is in `macros`.",
                 "kept": f"A name that is not in `macros` stays as it is: `{sign}` and the letter, two "
                 f"characters.",
                 "dropped": "A name that is not in `macros` stands for an empty text."}[unknown],
        target="the length of the result" if target == "length" else f"how often the small letter `{target}` "
        f"occurs in the result",
        cycles="If the expansion never ends, return -1; a circle among macros that `text` does not lead to "
        "does no harm." if cycles
        else "The expansion always ends.",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        names = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        rng.shuffle(names)
        circle = cycles and rng.random() < (0.25 if size < 5 else 0.1)
        tall = size > 3 and not circle and rng.random() < 0.8  # long results: each macro uses the next ones
        least, most = 0 if size == 0 and unknown != "none" else 1, (1, 2, 3, 4, 12, 26)[size]
        names = names[: most if tall else rng.randint(least, most)]

        def body(allowed: list[str], length: int) -> str:
            pieces = [rng.choice("aeiou") for _ in range(rng.randint(0, length))]
            uses = 3 if size > 3 else rng.randint(0, 2)
            pieces += [sign + rng.choice(allowed) for _ in range(uses) if allowed]
            rng.shuffle(pieces)
            return "".join(pieces)

        others = [x for x in "QZJ" if x not in names] if unknown != "none" and rng.random() < 0.5 else []
        below = [names[i + 1 : i + 3] if tall else names[i + 1 :] for i in range(len(names))]
        macros = {name: body((names if circle and rng.random() < 0.5 else below[i]) + others * (not tall), 4)
                  for i, name in enumerate(names)}  # fmt: skip
        return [dict(sorted(macros.items())), body(names[:2] + others, 4)]

    def brute(macros: dict[str, str], text: str) -> int:
        for _ in range(len(macros) + 2):  # a text without circles is at most as deep as there are macros
            pieces = re.findall(f"{re.escape(sign)}.|[a-z0-9]", text)
            if not any(piece[0] == sign for piece in pieces):
                return (len(text) if target == "length" else text.count(target)) % modulus
            filler = "00" if unknown == "kept" else ""
            text = "".join(macros.get(p[1], filler) if p[0] == sign else p for p in pieces)
            if len(text) > 200_000:
                return -1
        return -1

    order = rng.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 26)
    tower = {name: f"{sign}{after}ae{sign}{after}o{sign}{after}" for name, after in pairwise(order)} | {
        order[-1]: "oea"
    }
    large: list[Json] = [dict(sorted(tower.items())), f"u{sign}{order[0]}"]
    facts = {"sign": sign, "modulus": modulus, "cycles": cycles, "target": target, "unknown": unknown}
    return Problem(
        "macro_length", entry, (("macros", "dict[str, str]"), ("text", "str")), "int", statement, source,
        inputs, brute, (large,) if level >= LARGE_FROM else (), facts=facts,
        cost=effort(source, 2 + cycles + (unknown != "none")),
    )  # fmt: skip


TEMPLATES = ((2, invented_numerals), (4, macro_length))
