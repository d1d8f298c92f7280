"""Words and their likes: groups of anagrams, common beginnings."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, pick, statement
from .writing import effort, program, sentences, text_of


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
        entry=entry,
        items=items,
        item=item,
        key=key,
        finish=finish,
    )
    rule = {
        "letters": "they have the same letters, each equally often, in any order",
        "kinds": "the same letters occur in both, however often each does",
        "turned": "one becomes the other if some letters are taken off its beginning and put, in the same "
        "order, at its end",
        "shifted": "they have the same length, and one becomes the other if each of its letters is moved on "
        "by the same number of "
        "places in the alphabet, where a follows z",
        "mirror": "they are equal, or one is the other read backwards",
    }[sense]
    asked = {
        "groups": "Return the number of groups.",
        "largest": f"Return the number of {items} in the largest group (equal ones at different places count "
        f"each), and 0 for "
        "an empty list.",
        "pairs": f"Return the number of pairs of places i < j whose {items} are in the same group.",
        "list": f"Return the groups of two or more {items} as a list of lists: each group in alphabetical "
        f"order, equal {items} as "
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
    starts = ("common", "shared", "longest", "joint", "same", "find", "equal", "mutual")
    entry = rng.choice([*(f"{start}_{part}" for start in starts), f"{part}s_of_{items}", f"{part}_in_{items}"])
    n = by_level(level, 100, 5_000)
    turned = f"sorted({item}[::-1] for {item} in {items})" if ends else f"sorted({items})"
    back = "[::-1]" if ends else ""
    here = f"{item}[-1 - length]" if ends else f"{item}[length]"
    there = "shortest[-1 - length]" if ends else "shortest[length]"
    body = {
        "all": f"""
            if not {items}:
                return ""
            shortest = min({items}, key=len)
            length = 0
            while length < len(shortest) and all({here} == {there} for {item} in {items}):
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
        "all": f"Return the longest text that all of the `{items}` have as their {part}; it is empty if they "
        f"share none, or if the list "
        "is empty.",
        "most": f"Look at the {part} of exactly {need} letters of each of the `{items}` that has at least "
        f"{need}. Return how often the most "
        f"frequent such {part} occurs, and 0 if there is none.",
        "pair": f"Return the largest number of letters of a common {part} of two of the `{items}` at "
        f"different places of the list "
        f"(equal {items} share all their letters), and 0 if there are fewer than two.",
        "some": f"Return the longest text that at least {need} of the `{items}`, at different places of the "
        f"list, have as their {part}. If "
        "several are equally long, return the one that comes first in the alphabet"
        + (" when the texts are compared from their last letter backwards" if ends else "")
        + ". If there is none, return the empty text.",
        "unique": f"For each of the `{items}`, type its letters from the "
        f"{'last backwards' if ends else 'first on'} until no other place of the "
        f"list holds one with the same {part}; if the whole of it is not enough for that, one key more is "
        f"pressed after "
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


TEMPLATES = ((2, anagram_groups), (1, common_beginning))
