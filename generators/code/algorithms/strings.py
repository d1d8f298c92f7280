"""Strings: palindromes, occurrences of a pattern, run lengths, groups of anagrams, common beginnings."""

from __future__ import annotations

from itertools import groupby
from random import Random

from ....verifiers.code.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import amount, bounds, by_level, few, pick, statement
from .writing import effort, program, sentences, text_of

_TEXTS = (
    ("strand", "the bases of a strand"),
    ("beads", "the colours of beads on a string, one letter each"),
    ("tune", "the notes of a tune"),
    ("knots", "the kinds of knots in a cord, one letter each"),
    ("tracks", "the tracks seen along a path, one letter for each animal"),
)


def run_lengths(rng: Random, level: int) -> Problem:
    """Write a text by its runs, or one fact about the runs."""
    name, what = rng.choice(_TEXTS)
    wanted = pick(rng, level, ((1, "encode"), (1, "decode"), (1, "longest"), (2, "count"), (3, "after")))
    number_first = rng.random() < 0.5
    keep_one = rng.random() < 0.5
    least = rng.randint(2, 4)
    entry = rng.choice(
        {
            "encode": ["pack", "shorten", f"pack_{name}"],
            "decode": ["unpack", "spell_out", f"unpack_{name}"],
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
            entry=entry, name=name,
            begin="" if number_first else 'letter = ""',
            letter='result.append(sign * int(number or "1"))'
            if number_first else 'result.append(letter * int(number or "1"))\nletter = sign',
            finish="" if number_first else 'result.append(letter * int(number or "1"))',
        )  # fmt: skip
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
            entry=entry, name=name, least=least,
        )  # fmt: skip
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
            entry=entry, name=name,
            finish={
                "encode": f'parts = []\nfor letter, size in runs:\n    parts.append({each})\nreturn "".join(parts)'
                if keep_one else
                f'parts = []\nfor letter, size in runs:\n    parts.append({each} if size > 1 else letter)\nreturn "".join(parts)',
                "longest": 'best = ["", 0]\nfor run in runs:\n    if run[1] > best[1]:\n        best = run\nreturn best',
                "count": f"return sum(1 for letter, size in runs if size >= {least})",
            }[wanted],
        )  # fmt: skip
    order = (
        "the length of the run and then its letter"
        if number_first
        else "the letter of the run and then its length"
    )
    sample = {(True, True): "3a1b", (True, False): "3ab", (False, True): "a3b1", (False, False): "a3b"}
    one = "a length of 1 is written too" if keep_one else "a length of 1 is left out"
    opening = f"The text `{name}` holds {what}. A run is a longest stretch of equal letters."
    asked = {
        "encode": f"{opening} Write the text by its runs: for each run {order}, in decimal digits; {one}, so that `aaab` "
        f"becomes `{sample[number_first, keep_one]}`. Return that text.",
        "decode": f"Somebody has written {what}, in short: for each run of equal letters {order}, in decimal digits; "
        f"{one}, so that `aaab` became `{sample[number_first, keep_one]}`. The text `{name}` is what was written. Return "
        "the original text.",
        "longest": f"{opening} Return `[letter, length]` of the longest run, of the first one if several are equally long, and "
        "`['', 0]` for the empty text.",
        "count": f"{opening} Return the number of runs of at least {amount(least, 'letter')}.",
        "after": f"The text `{name}` holds {what}. Read it from left to right. As soon as a run of at least {least} equal letters is "
        "followed by a different letter, or the text ends, the whole run vanishes, and what comes next "
        "stands behind what is left before it; there, too, equal letters that meet form one run, which can grow further. "
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
            return list(max(runs, key=lambda run: run[1], default=("", 0)))
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
    name, what = rng.choice(_TEXTS)
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
            entry=entry, name=name, pattern=pattern, modulus=modulus,
        )  # fmt: skip
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
            entry=entry, name=name, pattern=pattern,
        )  # fmt: skip
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
            entry=entry, name=name, pattern=pattern, next="0" if sort == "apart" else "border[length - 1]",
            row=f"{name} + {name}[: len({pattern}) - 1]" if sort == "circle" else name,
        )  # fmt: skip
        if sort == "circle":
            source = source.replace(
                "    border =", f"    if len({pattern}) > len({name}):\n        return 0\n    border =", 1
            )
    rule = {
        "overlap": f"Return how often `{pattern}` occurs in `{name}` as a stretch of neighbouring letters. Occurrences may overlap.",
        "apart": f"Return the largest number of occurrences of `{pattern}` in `{name}`, each a stretch of neighbouring letters, "
        "no two of which share a letter.",
        "circle": f"`{name}` is closed to a circle: after its last letter comes its first again. Return the number of places of "
        f"`{name}` from which `{pattern}` can be read off. Occurrences may overlap, but one occurrence cannot use the same place "
        f"twice, so a `{pattern}` longer than `{name}` does not occur.",
        "wild": f"In `{pattern}`, a question mark stands for any one letter. Return the number of places of `{name}` at which "
        f"`{pattern}` fits. Occurrences may overlap.",
        "scattered": f"Return in how many ways `{pattern}` can be got from `{name}` by picking letters in the order of `{name}`, not "
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


def anagram_groups(rng: Random, level: int) -> Problem:
    """Words that are made of the same letters, in one of several senses."""
    items, item = rng.choice([("words", "word"), ("labels", "label"), ("names", "name"), ("codes", "code")])
    sense = pick(rng, level, ((1, "letters"), (2, "kinds"), (2, "turned"), (3, "shifted"), (3, "mirror")))
    wanted = pick(rng, level, ((1, "groups"), (1, "largest"), (2, "pairs"), (3, "list")))
    entry = rng.choice([f"group_{items}", f"{wanted}_of_{items}", "study", f"sort_{items}"])
    n = by_level(level, 100, 10_000)
    key = {
        "letters": f'"".join(sorted({item}))',
        "kinds": f'"".join(sorted(set({item})))',
        "turned": f"min({item}[place:] + {item}[:place] for place in range(len({item})))",
        "shifted": f"tuple((ord(b) - ord(a)) % 26 for a, b in zip({item}, {item}[1:])) + (len({item}),)",
        "mirror": f"min({item}, {item}[::-1])",
    }[sense]
    finish = {
        "groups": "return len(groups)",
        "largest": "return max((len(group) for group in groups.values()), default=0)",
        "pairs": "return sum(len(group) * (len(group) - 1) // 2 for group in groups.values())",
        "list": "return sorted(sorted(group) for group in groups.values() if len(group) > 1)",
    }[wanted]
    source = program(
        """
        def $entry($items):
            groups = {}
            for $item in $items:
                key = $key
                groups.setdefault(key, []).append($item)
            $finish
        """,
        entry=entry, items=items, item=item, key=key, finish=finish,
    )  # fmt: skip
    rule = {
        "letters": "they have the same letters, each equally often, in any order",
        "kinds": "the same letters occur in both, however often each does",
        "turned": "one becomes the other if some letters are taken off its beginning and put, in the same order, at its end",
        "shifted": "they have the same length, and one becomes the other if each of its letters is moved on by the same number of "
        "places in the alphabet, where a follows z",
        "mirror": "they are equal, or one is the other read backwards",
    }[sense]
    asked = {
        "groups": "Return the number of groups.",
        "largest": f"Return the number of {items} in the largest group (equal ones at different places count each), and 0 for "
        "an empty list.",
        "pairs": f"Return the number of pairs of places i < j whose {items} are in the same group.",
        "list": f"Return the groups of two or more {items} as a list of lists: each group in alphabetical order, equal {items} as "
        "often as they occur, and the groups in the order in which lists compare in Python.",
    }[wanted]

    def same(a: str, b: str) -> bool:
        if sense == "letters":
            return all(a.count(x) == b.count(x) for x in a + b)
        if sense == "kinds":
            return set(a) == set(b)
        if sense == "turned":
            return len(a) == len(b) and b in a + a
        if sense == "mirror":
            return b in (a, a[::-1])
        return any([chr((ord(x) - 97 + d) % 26 + 97) for x in a] == list(b) for d in range(26))

    def brute(given: list[str]) -> Json:
        groups: list[list[str]] = []
        for each in given:
            for group in groups:
                if same(group[0], each):
                    group.append(each)
                    break
            else:
                groups.append([each])
        return {
            "groups": len(groups),
            "largest": max(map(len, groups), default=0),
            "pairs": sum(same(a, b) for i, a in enumerate(given) for b in given[:i]),
            "list": sorted(sorted(group) for group in groups if len(group) > 1),
        }[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        letters = rng.choice(["ab", "abc", "xyza"])
        words = [text_of(rng, letters, rng.randint(1, 2 + size // 2)) for _ in range(few(rng, size, 30))]
        for word in words[: len(words) // 2]:
            change = rng.randint(0, 3)
            if change == 0:
                words.append("".join(rng.sample(word, len(word))))
            elif change == 1:
                words.append(word[1:] + word[0])
            elif change == 2:
                words.append("".join(chr((ord(x) - 97 + size + 1) % 26 + 97) for x in word))
            else:
                words.append(word[::-1])
        return [rng.sample(words, len(words))]

    seed = rng.getrandbits(32)
    # Few enough groups that a listed result stays short, and enough that there are some.
    length = 6 if sense in ("letters", "kinds") else 5
    alphabet = "abcdefghijklmnopqrstuvwxyz" if wanted == "list" else "abcdefghijkl"
    large = [recipe("words", n, length, length, alphabet, seed)]
    return Problem(
        name="anagram_groups",
        entry=entry,
        parameters=((items, "list[str]"),),
        returns="list[list[str]]" if wanted == "list" else "int",
        statement=statement(
            sentences(f"Two of the `{items}` belong to the same group if {rule}. {asked}"),
            bounds(f"0 <= len({items}) <= {n}", f"1 <= len({items}[i]) <= 20, lower-case letters only"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"sense": sense, "wanted": wanted},
        cost=effort(source, (sense != "letters") + (wanted == "list")),
    )


def common_beginning(rng: Random, level: int) -> Problem:
    """Beginnings or endings that words share: of all, of some number of them, of the best pair."""
    items, item = rng.choice([("words", "word"), ("paths", "path"), ("serials", "serial"), ("labels", "label")])
    ends = rng.random() < 0.5
    sort = pick(rng, level, ((1, "all"), (1, "most"), (2, "pair"), (3, "some"), (4, "unique")))
    need = rng.randint(2, 4)
    part = "ending" if ends else "beginning"
    entry = rng.choice([f"common_{part}", f"shared_{part}", f"longest_{part}", f"{part}s_of_{items}"])
    n = by_level(level, 100, 5_000)
    turned = f"sorted({item}[::-1] for {item} in {items})" if ends else f"sorted({items})"
    back = "[::-1]" if ends else ""
    letter = f"{item}[-1 - place]" if ends else f"{item}[place]"
    body = {
        "all": f"""
            if not {items}:
                return ""
            shortest = min({items}, key=len)
            length = 0
            while length < len(shortest) and all({letter.replace("place", "length")} == {letter.replace(item, "shortest").replace("place", "length")} for {item} in {items}):
                length += 1
            return {"shortest[len(shortest) - length :]" if ends else "shortest[:length]"}
        """,
        "most": f"""
            counts = {{}}
            for {item} in {items}:
                if len({item}) >= {need}:
                    part = {f"{item}[-{need}:]" if ends else f"{item}[:{need}]"}
                    counts[part] = counts.get(part, 0) + 1
            return max(counts.values(), default=0)
        """,
        "pair": f"""
            ordered = {turned}
            best = 0
            for first, second in zip(ordered, ordered[1:]):
                length = 0
                while length < min(len(first), len(second)) and first[length] == second[length]:
                    length += 1
                best = max(best, length)
            return best
        """,
        "some": f"""
            ordered = {turned}
            best = ""
            for first, last in zip(ordered, ordered[{need - 1}:]):
                length = 0
                while length < min(len(first), len(last)) and first[length] == last[length]:
                    length += 1
                if length > len(best):
                    best = first[:length]
            return best{back}
        """,
        "unique": f"""
            counts = {{}}
            for {item} in {items}:
                for length in range(1, len({item}) + 1):
                    part = {f"{item}[len({item}) - length :]" if ends else f"{item}[:length]"}
                    counts[part] = counts.get(part, 0) + 1
            total = 0
            for {item} in {items}:
                for length in range(1, len({item}) + 1):
                    part = {f"{item}[len({item}) - length :]" if ends else f"{item}[:length]"}
                    if counts[part] == 1:
                        total += length
                        break
                else:
                    total += len({item}) + 1
            return total
        """,
    }[sort]
    source = program(
        """
        def $entry($items):
            $body
        """,
        entry=entry,
        items=items,
        body=body,
    )
    asked = {
        "all": f"Return the longest text that all of the `{items}` have as their {part}; it is empty if they share none, or if the list "
        "is empty.",
        "most": f"Look at the {part} of exactly {need} letters of each of the `{items}` that has at least {need}. Return how often the most "
        f"frequent such {part} occurs, and 0 if there is none.",
        "pair": f"Return the largest number of letters of a common {part} of two of the `{items}` at different places of the list "
        f"(equal {items} share all their letters), and 0 if there are fewer than two.",
        "some": f"Return the longest text that at least {need} of the `{items}`, at different places of the list, have as their {part}. If "
        "several are equally long, return the one that comes first in the alphabet"
        + (" when the texts are compared from their last letter backwards" if ends else "")
        + ". If there is none, return the empty text.",
        "unique": f"For each of the `{items}`, type its letters from the {'last backwards' if ends else 'first on'} until no other place of the "
        f"list holds one with the same {part}; if the whole of it is not enough for that, one key more is pressed after "
        "all its letters. Return the number of keys pressed for all together.",
    }[sort]

    def brute(given: list[str]) -> Json:
        def has(each: str, what: str) -> bool:
            return each.endswith(what) if ends else each.startswith(what)

        parts = sorted({each[-k:] if ends else each[:k] for each in given for k in range(1, len(each) + 1)})
        if sort == "all":
            return max([p for p in parts if all(has(each, p) for each in given)], key=len, default="")
        if sort == "most":
            return max([sum(has(each, p) for each in given) for p in parts if len(p) == need], default=0)
        shared = [p for p in parts if sum(has(each, p) for each in given) >= (2 if sort == "pair" else need)]
        if sort == "pair":
            return max(map(len, shared), default=0)
        if sort == "some":
            return min(shared, key=lambda p: (-len(p), p[::-1] if ends else p), default="")
        total = 0
        for i, each in enumerate(given):
            others = given[:i] + given[i + 1 :]
            typed = 1
            while typed <= len(each) and any(has(o, each[-typed:] if ends else each[:typed]) for o in others):
                typed += 1
            total += typed
        return total

    def inputs(rng: Random, size: int) -> list[Json]:
        stem = text_of(rng, "abc", rng.randint(0, 3))
        words = []
        for _ in range(few(rng, size, 30)):
            word = text_of(rng, "ab", rng.randint(0 if stem else 1, 2 + size))
            if rng.random() < 0.85:
                word = word + stem if ends else stem + word
            words.append(word or "a")
        return [words]

    seed = rng.getrandbits(32)
    large = [recipe("words", n, 6, 14, "abc", seed)]
    return Problem(
        name="common_beginning",
        entry=entry,
        parameters=((items, "list[str]"),),
        returns="str" if sort in ("all", "some") else "int",
        statement=statement(
            sentences(f"The list `{items}` holds texts of letters. {asked}"),
            bounds(f"0 <= len({items}) <= {n}", f"1 <= len({items}[i]) <= 20, lower-case letters only"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"sort": sort, "ends": ends, "need": need if sort in ("most", "some") else 0},
        cost=effort(source, ends + (sort in ("some", "unique"))),
    )


def palindromes(rng: Random, level: int) -> Problem:
    """Stretches that read the same backwards: the longest, how many, or the fewest changes."""
    name, what = rng.choice(_TEXTS)
    sort = pick(rng, level, ((1, "longest"), (1, "count"), (2, "odd"), (3, "even"), (4, "cut"), (4, "insert")))
    entry = rng.choice(
        {
            "longest": ["longest_mirror", "longest_palindrome", "first_longest"],
            "count": ["count_mirrors", "palindromes", "count_palindromes"],
            "odd": ["odd_mirrors", "count_odd", "odd_palindromes"],
            "even": ["even_mirrors", "count_even", "even_palindromes"],
            "cut": ["fewest_pieces", "cut_in_mirrors", "split"],
            "insert": ["fewest_letters", "complete", "make_mirror"],
        }[sort]
    )
    n = by_level(level, 60, 400 if sort == "insert" else 3000)
    body = {
        "longest": f"""
            best = ""
            for centre in range(len({name})):
                for low, high in ((centre, centre), (centre, centre + 1)):
                    while low >= 0 and high < len({name}) and {name}[low] == {name}[high]:
                        low -= 1
                        high += 1
                    $better
            return best
        """,
        "count": f"""
            count = 0
            for centre in range(len({name})):
                for low, high in ((centre, centre), (centre, centre + 1)):
                    while low >= 0 and high < len({name}) and {name}[low] == {name}[high]:
                        count += 1
                        low -= 1
                        high += 1
            return count
        """,
        "cut": f"""
            pieces = [0] + [len({name})] * len({name})
            for centre in range(len({name})):
                for low, high in ((centre, centre), (centre, centre + 1)):
                    while low >= 0 and high < len({name}) and {name}[low] == {name}[high]:
                        pieces[high + 1] = min(pieces[high + 1], pieces[low] + 1)
                        low -= 1
                        high += 1
            return pieces[-1]
        """,
        "insert": f"""
            below = [0] * (len({name}) + 1)
            for start in range(len({name}) - 1, -1, -1):
                row = [0] * (len({name}) + 1)
                for end in range(start + 2, len({name}) + 1):
                    if {name}[start] == {name}[end - 1]:
                        row[end] = below[end - 1]
                    else:
                        row[end] = 1 + min(row[end - 1], below[end])
                below = row
            return below[-1]
        """,
    }
    last = rng.random() < 0.5
    if sort in ("odd", "even"):
        body[sort] = f"""
            count = 0
            for centre in range(len({name})):
                low = {"centre - 1" if sort == "odd" else "centre"}
                high = centre + 1
                while low >= 0 and high < len({name}) and {name}[low] == {name}[high]:
                    count += 1
                    low -= 1
                    high += 1
            return count
        """
    source = program(
        """
        def $entry($name):
            $body
        """,
        entry=entry, name=name,
        body=program(body[sort], better=f"if high - low - 1 {'>=' if last else '>'} len(best):\n    best = {name}[low + 1 : high]"),
    )  # fmt: skip
    asked = {
        "longest": f"Return the longest mirror; if several are equally long, the one that {'ends last' if last else 'begins first'}. "
        "For the empty text return the empty text.",
        "count": "Return the number of mirrors. Mirrors at different places are different, also if they have the same letters.",
        "odd": "Return the number of mirrors with an odd number of letters, and at least 3 of them. Mirrors at different places are "
        "different, also if they have the same letters.",
        "even": "Return the number of mirrors with an even number of letters. Mirrors at different places are different, also if "
        "they have the same letters.",
        "cut": "Return the smallest number of mirrors into which the whole text can be cut, and 0 for the empty text.",
        "insert": "Return the smallest number of letters that have to be inserted, anywhere, so that the whole text becomes a "
        "mirror; it is 0 for the empty text.",
    }[sort]

    def brute(given: str) -> Json:
        size = len(given)
        found = [(i, j) for i in range(size) for j in range(i + 1, size + 1) if given[i:j] == given[i:j][::-1]]
        if sort == "longest":
            i, j = max(found, key=lambda p: (p[1] - p[0], p[0] if last else -p[0]), default=(0, 0))
            return given[i:j]
        if sort == "cut":
            best = [0]
            for end in range(1, size + 1):
                best.append(1 + min(best[i] for i, j in found if j == end))
            return best[-1]
        if (
            sort == "insert"
        ):  # what is not inserted for keeps a longest common subsequence with the mirror image
            kept = 0
            for mask in range(1 << size):
                part = [given[i] for i in range(size) if mask >> i & 1]
                if part == part[::-1]:
                    kept = max(kept, len(part))
            return size - kept
        wished = {"odd": lambda k: k % 2 == 1 and k > 1, "even": lambda k: k % 2 == 0}.get(sort, lambda k: True)
        return sum(wished(j - i) for i, j in found)

    def inputs(rng: Random, size: int) -> list[Json]:
        half = text_of(rng, rng.choice(["a", "ab", "abc"]), few(rng, size, 30))
        extra = text_of(rng, "abc", rng.randint(0, 2))
        whole = rng.choice([half, half + half[::-1], half + half[-2::-1]])
        text = rng.choice([whole + extra, extra + whole])
        return [text[: 12 if size <= 3 else 60]]

    seed = rng.getrandbits(32)
    large: list[Json] = [recipe("text", n, "aaaaaaab" if sort != "insert" else "abcd", seed)]
    return Problem(
        name="palindromes",
        entry=entry,
        parameters=((name, "str"),),
        returns="str" if sort == "longest" else "int",
        statement=statement(
            sentences(
                f"""
                The text `{name}` holds {what}. A mirror is a stretch of one or more neighbouring letters that reads the same
                forwards and backwards. {asked}
                """
            ),
            bounds(f"0 <= len({name}) <= {n}", "it holds lower-case letters only"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"sort": sort, "last": last if sort == "longest" else False},
        cost=effort(source, sort in ("odd", "even", "cut")),
    )


TEMPLATES = (
    (1, run_lengths),
    (3, pattern_count),
    (2, anagram_groups),
    (1, common_beginning),
    (3, palindromes),
)
