"""Palindromes: the longest, how many, the fewest pieces or changes."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, pick, statement
from .strings import TEXTS
from .writing import effort, program, sentences, text_of


def palindromes(rng: Random, level: int) -> Problem:
    """Stretches that read the same backwards: the longest, how many, or the fewest changes."""
    name, what = rng.choice(TEXTS)
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
        entry=entry,
        name=name,
        body=program(
            body[sort],
            better=f"if high - low - 1 {'>=' if last else '>'} len(best):\n    best = {name}[low + 1 : high]",
        ),
    )
    asked = {
        "longest": f"Return the longest mirror; if several are equally long, the one that "
        f"{'ends last' if last else 'begins first'}. "
        "For the empty text return the empty text.",
        "count": "Return the number of mirrors. Mirrors at different places are different, also if they have "
        "the same letters.",
        "odd": "Return the number of mirrors with an odd number of letters, and at least 3 of them. Mirrors "
        "at different places are "
        "different, also if they have the same letters.",
        "even": "Return the number of mirrors with an even number of letters. Mirrors at different places "
        "are different, also if "
        "they have the same letters.",
        "cut": "Return the smallest number of mirrors into which the whole text can be cut, and 0 for the empty text.",
        "insert": "Return the smallest number of letters that have to be inserted, anywhere, so that the "
        "whole text becomes a "
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
        if sort == "insert":
            # What is not inserted for keeps a longest common subsequence with the mirror image
            kept = 0
            for mask in range(1 << size):
                part = [given[i] for i in range(size) if mask >> i & 1]
                if part == part[::-1]:
                    kept = max(kept, len(part))
            return size - kept
        lengths = [j - i for i, j in found]
        if sort == "odd":
            return sum(length % 2 == 1 and length > 1 for length in lengths)
        return sum(length % 2 == 0 for length in lengths) if sort == "even" else len(lengths)

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
                The text `{name}` holds {what}. A mirror is a stretch of one or more neighbouring letters that
                reads the same
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


TEMPLATES = ((3, palindromes),)
