"""Endless lists without listing them: the word at a place, the place of a rearrangement, reflected codes."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

from ...base import Json
from ..problem import Problem
from .stories import by_level
from .writing import effort, program, sentences, text_of


def word_at(rng: Random, level: int) -> Problem:
    """The k-th word without forbidden neighbours: count, then choose letter by letter."""
    letters = "".join(rng.sample("abcdeghmnoprstuvwxyz", rng.randint(2, 3) if level < 3 else rng.randint(3, 5)))
    pairs = sorted(
        {
            letters[rng.randrange(len(letters))] + letters[rng.randrange(len(letters))]
            for _ in range(rng.randint(1, len(letters)))
        }
    )
    first, backwards = rng.randint(0, 1), level > 1 and rng.random() < 0.5
    far_from = level > 3 and rng.random() < 0.5
    longest, most = by_level(level, 8, 60), by_level(level, 5000, 10**15)
    entry, k = (
        rng.choice(["word_at", "kth_word", "password_number", "name_number"]),
        rng.choice(["k", "place", "number"]),
    )
    source = program(
        """
        LETTERS = $letters
        FORBIDDEN = $pairs
        FOLLOWERS = {a: [b for b in LETTERS if a + b not in FORBIDDEN] for a in LETTERS}


        def $entry(length, $k):
            counts = [{letter: $last for letter in LETTERS}]
            for _ in range(length - 1):
                before = counts[-1]
                counts.append({a: sum(before[b] for b in FOLLOWERS[a]) for a in LETTERS})
            left = $k$minus
            word = ""
            choices = LETTERS
            while counts:
                row = counts.pop()
                for letter in $order:
                    if left < row[letter]:
                        word += letter
                        choices = FOLLOWERS[letter]
                        break
                    left -= row[letter]
                else:
                    return $none
            return word
        """,
        letters=repr(letters), pairs=repr(pairs), entry=entry, k=k, minus=" - 1" if first else "",
        last=f"int(letter != {letters[0]!r})" if far_from else "1",
        order="reversed(choices)" if backwards else "choices", none='""',
    ).replace("reversed(choices)", "choices[::-1]")  # fmt: skip
    statement = sentences(
        """
        $story consists of the letters $letters only, and these come in this (unusual) order of the alphabet.
        No two neighbouring letters may be $pairs
        (in this order from left to right).$tail All such words of `length` letters are listed in $order order
        by this alphabet, and numbered from $first.

        Return word number `$k` of the list, or an empty text if the list has no such number. `length` is from
        1 to $longest and `$k` from $first to $most.
        """,
        story=rng.choice(["A password of the castle guard", "Every name on a small planet",
        "A call sign of the radio club"]),
        letters=", ".join(f"`{x}`" for x in letters), pairs=" or ".join(f"`{p}`" for p in pairs), first=first,
        k=k, longest=longest, most=most,
        tail=f" The last letter must not be `{letters[0]}`." if far_from else "",
        order="descending (the reverse of dictionary)" if backwards else "dictionary",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        length = rng.randint(1, (2, 3, 4, 5, longest, longest)[size])
        words = max(1, int((len(letters) * 0.75) ** length))
        return [length, min(most, rng.randint(0, words) + first)]

    def brute(length: int, place: int) -> str:
        words = ["".join(word) for word in product(letters, repeat=length)]
        words = [
            word
            for word in words
            if not any(pair in word for pair in pairs) and not (far_from and word[-1] == letters[0])
        ]
        if backwards:
            words.reverse()
        return words[place - first] if place - first < len(words) else ""

    facts = {"letters": letters, "pairs": pairs, "first": first, "backwards": backwards, "tail": far_from}
    return Problem(
        "word_at", entry, (("length", "int"), (k, "int")), "str", statement, source, inputs, brute, facts=facts,
        cost=effort(source, backwards + far_from + 1),
    )  # fmt: skip


def arrangement_rank(rng: Random, level: int) -> Problem:
    """The place of a text among all different rearrangements of its letters."""
    alphabet = "".join(rng.sample("abcdefgh", rng.randint(3, 6)))
    first, backwards = rng.randint(0, 9), level > 1 and rng.random() < 0.5
    modulus = rng.choice([997, 10**6 + 3, 10**9 + 7]) if level > 3 else 0
    longest = by_level(level, 9, 300)
    entry, given = (
        rng.choice(["rank", "place_of", "position", "list_number"]),
        rng.choice(["text", "word", "flags"]),
    )
    source = program(
        """
        from math import factorial

        ALPHABET = $alphabet


        def $entry($given):
            counts = {letter: $given.count(letter) for letter in ALPHABET}
            ways = factorial(len($given))
            for count in counts.values():
                ways //= factorial(count)
            place = $first
            for i, letter in enumerate($given):
                left = len($given) - i
                for other in ALPHABET:
                    if other == letter:
                        break
                    place += ways * counts[other] // left
                ways = ways * counts[letter] // left
                counts[letter] -= 1
            return place$modulo
        """,
        alphabet=repr(alphabet[::-1] if backwards else alphabet), entry=entry, given=given, first=first,
        modulo=f" % {modulus}" if modulus else "",
    )  # fmt: skip
    statement = sentences(
        """
        $story On a line hang flags of the kinds $alphabet, in this order of the alphabet; `$given` names them
        from left to right. Imagine the list of all different
        texts that can be made by rearranging the letters of `$given` (all letters used, `$given` itself
        included), sorted by this alphabet
        $direction. The first text of the list has number $first, the next one $second, and so on.

        Return the number of `$given`$modulo. It has from 0 to $longest letters; an empty text is alone in its
        list.
        """,
        story=rng.choice(["Harbour signals are numbered.", "A festival tries out all orders of its flags.",
        "A ship logs its signals."]),
        alphabet=", ".join(f"`{x}`" for x in alphabet), given=given, first=first, second=first + 1,
        longest=longest,
        direction="in the reverse of dictionary order" if backwards else "as in a dictionary",
        modulo=f" modulo {modulus} (the number itself can be very large)" if modulus else "",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        length = rng.randint(0 if size == 0 else 1, (2, 3, 5, 6, min(longest, 30), longest)[size])
        kinds = rng.randint(1, len(alphabet))
        if size > 3 and rng.random() < 0.6:  # many letters of many kinds: large numbers
            length, kinds = (
                rng.randint(min(longest, 30) * 2 // 3, length + 2 * (longest - length) // 3),
                len(alphabet),
            )
        return [text_of(rng, rng.sample(alphabet, kinds), length)]

    def brute(text: str) -> int:
        codes = sorted(set(permutations(alphabet.index(letter) for letter in text)), reverse=backwards)
        place = first + codes.index(tuple(alphabet.index(letter) for letter in text))
        return place % modulus if modulus else place

    facts = {"alphabet": alphabet, "first": first, "backwards": backwards, "modulus": modulus}
    return Problem(
        "arrangement_rank", entry, ((given, "str"),), "int", statement, source, inputs, brute, facts=facts,
        cost=effort(source, 1 + backwards + bool(modulus)),
    )  # fmt: skip


def reflected_code(rng: Random, level: int) -> Problem:
    """The number at a place of a reflected code over a made-up alphabet, and back."""
    base = 2 if level < 2 else rng.randint(2, 5)
    letters = "".join(rng.sample("abcdefghkmnpqrstuvwxyz", base))
    first, inverse = rng.randint(0, 9), level > 1 and rng.random() < 0.5
    flipped = rng.choice(["odd", "even"]) if level > 2 else "odd"
    longest = by_level(level, 8, 20)
    entry = rng.choice(
        ["number_of", "index_of", "place_in_code"] if inverse else ["code_word", "dial", "setting_at"]
    )
    start, parity = (0, "odd") if flipped == "odd" else (1, "even")
    if inverse:
        source = program(
            """
            def $entry(word):
                number = 0
                for letter in word:
                    digit = $letters.index(letter)
                    if number % 2 == $one:
                        digit = $top - digit
                    number = number * $base + digit
                return number + $first
            """,
            entry=entry, letters=repr(letters), top=base - 1, base=base, first=first, one=1 - start,
        )  # fmt: skip
    else:
        source = program(
            """
            def $entry(length, number):
                number -= $first
                word = ""
                for _ in range(length):
                    above, digit = divmod(number, $base)
                    if above % 2 == $one:
                        digit = $top - digit
                    word = $letters[digit] + word
                    number = above
                return word
            """,
            entry=entry, letters=repr(letters), top=base - 1, base=base, first=first, one=1 - start,
        )  # fmt: skip
    listed = ", ".join(f"`{x}`" for x in letters)
    statement = sentences(
        """
        $story Its positions are words over the letters $listed. The list of all words of length L is made in
        this way: the list for length 0 holds one empty word.
        The list for length L is made from the words of the list for length L - 1, in their order. The word
        with index j of that list (indices begin at 0) is followed by each of the letters
        in turn, which gives $base new words: the letters are taken in the order given above if j is $plain,
        and in the opposite order if j is $turned.

        The words of a list are numbered from $first. $task The length is from 1 to $longest.
        """,
        story=rng.choice(["A dial lock has a strange order of positions.", "A shaft encoder prints words.",
        "A robot arm goes through its positions."]),
        listed=listed, base=base, first=first, longest=longest,
        plain="even" if parity == "odd" else "odd", turned=parity,
        task="Return the number of `word` in the list of all words of its length." if inverse
        else f"Return the word with number `number` in the list for `length`. `number` is one of the numbers "
        f"of the list, that is, from {first} to {first} + {base}^`length` - 1.",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        length = rng.randint(1, (2, 3, 4, 5, longest, longest)[size])
        return [text_of(rng, letters, length)] if inverse else [length, first + rng.randrange(base**length)]

    def brute(*args: Json) -> Json:
        words = [""]
        for _ in range(len(args[0]) if inverse else args[0]):
            longer = []
            for j, word in enumerate(words):
                turned = (j % 2 == 1) == (parity == "odd")
                longer += [word + letter for letter in (letters[::-1] if turned else letters)]
            words = longer
        return words.index(args[0]) + first if inverse else words[args[1] - first]

    facts = {"letters": letters, "first": first, "inverse": inverse, "turned": parity}
    return Problem(
        "reflected_code", entry, (("word", "str"),) if inverse else (("length", "int"), ("number", "int")),
        "int" if inverse else "str",
        statement, source, inputs, brute, facts=facts, cost=effort(source,
        2 + inverse + (parity == "even") + (base > 2)),
    )  # fmt: skip


TEMPLATES = ((4, word_at), (4, arrangement_rank), (3, reflected_code))
