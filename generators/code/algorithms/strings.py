"""Strings: run lengths, occurrences of a pattern."""

from __future__ import annotations

from itertools import groupby
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import amount, bounds, by_level, few, pick, statement
from .writing import effort, program, sentences, text_of

TEXTS = (
    ("strand", "the bases of a strand"),
    ("beads", "the colours of beads on a string, one letter each"),
    ("tune", "the notes of a tune"),
    ("knots", "the kinds of knots in a cord, one letter each"),
    ("tracks", "the tracks seen along a path, one letter for each animal"),
)


def run_lengths(rng: Random, level: int) -> Problem:
    """Write a text by its runs, or one fact about the runs."""
    name, what = rng.choice(TEXTS)
    wanted = pick(rng, level, ((1, "encode"), (1, "decode"), (1, "longest"), (2, "count"), (3, "after")))
    number_first = rng.random() < 0.5
    keep_one = rng.random() < 0.5
    least = rng.randint(2, 4)
    entry = rng.choice(
        {
            "encode": [
                "pack",
                "shorten",
                f"pack_{name}",
                "squeeze",
                f"shorten_{name}",
                "packed",
                f"squeeze_{name}",
            ],
            "decode": [
                "unpack",
                "spell_out",
                f"unpack_{name}",
                "restore",
                f"restore_{name}",
                "unpacked",
                f"spell_{name}",
            ],
            "longest": ["longest_run", "first_longest", "longest_block"],
            "count": ["count_runs", "long_runs", "runs"],
            "after": ["collapse", "pop_runs", "what_remains"],
        }[wanted]
    )
    n = by_level(level, 200, 60_000)
    if wanted == "decode":
        source = program(
            """
            def $entry($name):
                result = []
                number = ""
                $begin
                for sign in $name:
                    if sign.isdigit():
                        number += sign
                    else:
                        $letter
                        number = ""
                $finish
                return "".join(result)
            """,
            entry=entry,
            name=name,
            begin="" if number_first else 'letter = ""',
            letter='result.append(sign * int(number or "1"))'
            if number_first
            else 'result.append(letter * int(number or "1"))\nletter = sign',
            finish="" if number_first else 'result.append(letter * int(number or "1"))',
        )
    elif wanted == "after":
        source = program(
            """
            def $entry($name):
                stack = []
                for letter in $name + " ":
                    if stack and stack[-1][0] != letter and stack[-1][1] >= $least:
                        stack.pop()
                    if stack and stack[-1][0] == letter:
                        stack[-1][1] += 1
                    else:
                        stack.append([letter, 1])
                return "".join(letter * count for letter, count in stack[:-1])
            """,
            entry=entry,
            name=name,
            least=least,
        )
    else:
        each = "str(size) + letter" if number_first else "letter + str(size)"
        source = program(
            """
            def $entry($name):
                runs = []
                for letter in $name:
                    if runs and runs[-1][0] == letter:
                        runs[-1][1] += 1
                    else:
                        runs.append([letter, 1])
                $finish
            """,
            entry=entry,
            name=name,
            finish={
                "encode": f'parts = []\nfor letter, size in runs:\n    parts.append({each})\nreturn "".join(parts)'
                if keep_one
                else f"parts = []\nfor letter, size in runs:\n    parts.append({each} if size > 1 else "
                f'letter)\nreturn "".join(parts)',
                "longest": 'best = ["", 0]\nfor run in runs:\n    if run[1] > best[1]:\n        best = '
                "run\nreturn best",
                "count": f"return sum(1 for letter, size in runs if size >= {least})",
            }[wanted],
        )
    order = (
        "the length of the run and then its letter"
        if number_first
        else "the letter of the run and then its length"
    )
    sample = {(True, True): "3a1b", (True, False): "3ab", (False, True): "a3b1", (False, False): "a3b"}
    one = "a length of 1 is written too" if keep_one else "a length of 1 is left out"
    opening = f"The text `{name}` holds {what}. A run is a stretch of equal letters, as long as it can be made."
    asked = {
        "encode": f"{opening} Write the text by its runs: for each run {order}, in decimal digits; {one}, so "
        f"that `aaab` "
        f"becomes `{sample[number_first, keep_one]}`. Return that text.",
        "decode": f"Somebody has written {what}, in short: for each run of equal letters {order}, in decimal digits; "
        f"{one}, so that `aaab` became `{sample[number_first, keep_one]}`. The text `{name}` is what was "
        f"written. Return "
        "the original text.",
        "longest": f"{opening} Return `[letter, length]` of the longest run, of the first one if several are "
        f"equally long, and "
        "`['', 0]` for the empty text.",
        "count": f"{opening} Return the number of runs of at least {amount(least, 'letter')}.",
        "after": f"The text `{name}` holds {what}. Read it from left to right. As soon as a run of at least "
        f"{least} equal letters is "
        "followed by a different letter, or the text ends, the whole run vanishes, and what comes next "
        "stands behind what is left before it; there, too, equal letters that meet form one run, which can "
        "grow further. "
        "Return what is left at the end.",
    }[wanted]

    def brute(given: str) -> Json:
        if wanted == "decode":
            result, rest = "", given
            while rest:
                digits = ""
                if number_first:
                    while rest[0].isdigit():
                        digits, rest = digits + rest[0], rest[1:]
                    letter, rest = rest[0], rest[1:]
                else:
                    letter, rest = rest[0], rest[1:]
                    while rest and rest[0].isdigit():
                        digits, rest = digits + rest[0], rest[1:]
                result += letter * (int(digits) if digits else 1)
            return result
        if wanted == "after":
            kept, rest = "", given
            while rest:  # take one letter; a finished long run at the end of what is kept goes first
                kept, rest = kept + rest[0], rest[1:]
                tail = len(kept) - len(kept.rstrip(kept[-1]))
                if tail >= least and (not rest or rest[0] != kept[-1]):
                    kept = kept[:-tail]
            return kept
        runs = [(letter, len(list(group))) for letter, group in groupby(given)]
        if wanted == "encode":
            shown = [("" if size == 1 and not keep_one else str(size), letter) for letter, size in runs]
            return "".join(size + letter if number_first else letter + size for size, letter in shown)
        if wanted == "longest":
            longest = max([size for _, size in runs], default=0)
            return [next((letter for letter, size in runs if size == longest), ""), longest]
        return sum(size >= least for _, size in runs)

    def inputs(rng: Random, size: int) -> list[Json]:
        letters = rng.choice(["ab", "abc", "pqrs"])
        parts = [rng.choice(letters) * rng.choice([1, 1, 2, 3, 4, 12]) for _ in range(few(rng, size, 20))]
        plain = "".join(parts)
        if wanted != "decode":
            return [plain]
        shown = [("" if len(run) == 1 and not keep_one else str(len(run)), run[0]) for run in _runs(plain)]
        return ["".join(count + letter if number_first else letter + count for count, letter in shown)]

    seed = rng.getrandbits(32)
    large: list[Json] = [recipe("text", n, "aaaaaaab" if wanted == "after" else "aab", seed)]
    if wanted == "after":
        large = [recipe("tiled", "ab", n // 4, "c" * least + "ba" * 1000)]
    return Problem(
        name="run_lengths",
        entry=entry,
        parameters=((name, "str"),),
        returns={"longest": "list", "count": "int"}.get(wanted, "str"),
        statement=statement(
            sentences(asked),
            bounds(
                f"0 <= len({name}) <= {n}",
                "it is a text written in that way, and the original has at most 10000 letters a to z"
                if wanted == "decode"
                else "it holds lower-case letters only",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 and wanted in ("longest", "count") else (),
        facts={
            "wanted": wanted,
            "form": [number_first, keep_one] if wanted in ("encode", "decode") else [],
            "least": least if wanted in ("count", "after") else 0,
        },
        cost=effort(source, (wanted in ("encode", "decode") and not keep_one) + 2 * (wanted == "after")),
    )


def _runs(text: str) -> list[str]:
    return ["".join(group) for _, group in groupby(text)]


def pattern_count(rng: Random, level: int) -> Problem:
    """Occurrences of a pattern in a text: overlapping or not, in a circle, with a wildcard, as a subsequence."""
    name, what = rng.choice(TEXTS)
    pattern = rng.choice(["motif", "pattern", "piece", "part"])
    sort = pick(
        rng, level, ((1, "overlap"), (1, "apart"), (2, "circle"), (3, "wild"), (3, "scattered"), (4, "circle"))
    )
    entry = rng.choice([f"count_{pattern}", "occurrences", f"find_{pattern}s", "how_often"])
    n = by_level(level, 200, 40_000)
    modulus = 1_000_003
    if sort == "scattered":
        source = program(
            """
            def $entry($name, $pattern):
                ways = [1] + [0] * len($pattern)
                for letter in $name:
                    for place in range(len($pattern), 0, -1):
                        if $pattern[place - 1] == letter:
                            ways[place] = (ways[place] + ways[place - 1]) % $modulus
                return ways[-1]
            """,
            entry=entry,
            name=name,
            pattern=pattern,
            modulus=modulus,
        )
    elif sort == "wild":
        source = program(
            """
            def $entry($name, $pattern):
                count = 0
                for start in range(len($name) - len($pattern) + 1):
                    for place, letter in enumerate($pattern):
                        if letter != "?" and $name[start + place] != letter:
                            break
                    else:
                        count += 1
                return count
            """,
            entry=entry,
            name=name,
            pattern=pattern,
        )
    else:
        source = program(
            """
            def $entry($name, $pattern):
                border = [0] * len($pattern)
                length = 0
                for place in range(1, len($pattern)):
                    while length and $pattern[place] != $pattern[length]:
                        length = border[length - 1]
                    if $pattern[place] == $pattern[length]:
                        length += 1
                    border[place] = length
                count = 0
                length = 0
                for letter in $row:
                    while length and $pattern[length] != letter:
                        length = border[length - 1]
                    if $pattern[length] == letter:
                        length += 1
                    if length == len($pattern):
                        count += 1
                        length = $next
                return count
            """,
            entry=entry,
            name=name,
            pattern=pattern,
            next="0" if sort == "apart" else "border[length - 1]",
            row=f"{name} + {name}[: len({pattern}) - 1]" if sort == "circle" else name,
        )
        if sort == "circle":
            source = source.replace(
                "    border =", f"    if len({pattern}) > len({name}):\n        return 0\n    border =", 1
            )
    rule = {
        "overlap": f"Return how often `{pattern}` occurs in `{name}` as a stretch of neighbouring letters. "
        f"Occurrences may overlap.",
        "apart": f"Return the largest number of occurrences of `{pattern}` in `{name}`, each a stretch of "
        f"neighbouring letters, "
        "no two of which share a letter.",
        "circle": f"`{name}` is closed to a circle: after its last letter comes its first again. Return the "
        f"number of places of "
        f"`{name}` from which `{pattern}` can be read off. Occurrences may overlap, but one occurrence "
        f"cannot use the same place "
        f"twice, so a `{pattern}` longer than `{name}` does not occur.",
        "wild": f"In `{pattern}`, a question mark stands for any one letter. Return the number of places of "
        f"`{name}` at which "
        f"`{pattern}` fits. Occurrences may overlap.",
        "scattered": f"Return in how many ways `{pattern}` can be got from `{name}` by picking letters in "
        f"the order of `{name}`, not "
        f"necessarily neighbours, modulo {modulus}. Ways differ if they pick different places.",
    }[sort]

    def brute(given: str, wish: str) -> Json:
        if sort == "scattered":

            def ways(at: int, of: int) -> int:
                if of == len(wish):
                    return 1
                return sum(ways(i + 1, of + 1) for i in range(at, len(given)) if given[i] == wish[of])

            return ways(0, 0) % modulus
        if sort == "circle":
            size = len(given)
            return sum(
                len(wish) <= size and all(given[(i + d) % size] == wish[d] for d in range(len(wish)))
                for i in range(size)
            )
        if sort == "apart":
            return given.count(wish)
        fits = 0
        for i in range(len(given)):
            part = given[i : i + len(wish)]
            fits += len(part) == len(wish) and all(b in ("?", a) for a, b in zip(part, wish, strict=True))
        return fits

    def inputs(rng: Random, size: int) -> list[Json]:
        letters = rng.choice(["ab", "ab", "a", "abc"])
        given = text_of(rng, letters, max(1, min(few(rng, size, 60) + size, 14 if size <= 3 else 60)))
        length = rng.randint(1, min(len(given) + 1, 2 + size))
        start = rng.randrange(len(given))
        wish = (given + given)[start : start + length] if rng.random() < 0.7 else text_of(rng, letters, length)
        if sort == "wild":
            wish = "".join("?" if rng.random() < 0.3 else letter for letter in wish)
        return [given, wish[:6] if sort == "scattered" and size <= 3 else wish]

    seed = rng.getrandbits(32)
    half = n // 4
    large: list[Json] = [recipe("tiled", "a", n - 9, "b" + "a" * 8), recipe("tiled", "a", half, "b" + "a" * 3)]
    if sort == "scattered":
        large = [recipe("text", 4000, "abcd", seed), recipe("text", 60, "abcd", seed + 1)]
    elif sort == "wild":
        large = [recipe("text", 30_000, "ab", seed), "a?b?a"]
    return Problem(
        name="pattern_count",
        entry=entry,
        parameters=((name, "str"), (pattern, "str")),
        returns="int",
        statement=statement(
            sentences(f"The text `{name}` holds {what}. {rule}"),
            bounds(
                f"1 <= len({name}) <= {n}",
                f"1 <= len({pattern}) <= {n if sort not in ('scattered', 'wild') else 60}",
                "both hold lower-case letters only" + (f", `{pattern}` also `?`" if sort == "wild" else ""),
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"sort": sort},
        cost=effort(source, sort not in ("overlap", "apart")),
    )


TEMPLATES = ((1, run_lengths), (3, pattern_count))
