"""Dice, cards and urns: what the English text says, read back and played through outcome by outcome."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rlvr

DICE, CARDS, URNS = (rlvr.get(name) for name in ("dice", "cards", "urns"))
SEEDS = st.integers(0, 10**9)
COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def holds(text, value):
    """Whether a number has a property that a text ends with."""
    numbers = list(map(int, re.findall(r"[0-9]+", text)))
    if "from" in text:
        return numbers[0] <= value <= numbers[1]
    if "at least" in text:
        return value >= numbers[0]
    if "at most" in text:
        return value <= numbers[0]
    if "exactly" in text:
        return value == numbers[0]
    return value % (2 if "even" in text else numbers[0]) == 0


PROPERTY = r"(exactly [0-9]+|at least [0-9]+|at most [0-9]+|even|divisible by [0-9]+|from [0-9]+ to [0-9]+)"


def dice_in(text):
    found = re.findall(r"(one|two|three|four|five|six) fair ([0-9]+)-sided", text.lower())
    return [int(sides) for count, sides in found for _ in range(COUNTS[count])]


@settings(max_examples=150)
@given(st.integers(1, 7), SEEDS)
def test_dice_read_from_the_text(level, seed):
    task = DICE.task(level, seed)
    text = task.prompt.rsplit("\n\n", 1)[0].replace(" (both included)", "")
    kind = task.payload["problem"]["kind"]
    assume(kind in {"single", "sum", "extreme", "count", "differ"})
    sides = dice_in(text)
    if kind == "single":
        faces = re.search(r"(?:numbers|marked) ([0-9, and]+)", text)[1]
        dice = [list(map(int, re.findall("[0-9]+", faces)))]
        stated = re.search(r"([0-9]+) (?:equally likely )?faces", text)
        assert int(stated[1]) == len(dice[0])
    else:
        dice = [range(1, side + 1) for side in sides]
    question = re.sub(r"\(faces 1 to [0-9]+\)", "", text)
    if kind in {"single", "sum"}:
        asked = re.findall(PROPERTY, question)[-1]
        good = [holds(asked, sum(outcome)) for outcome in product(*dice)]
    elif kind == "extreme":
        asked = re.findall(PROPERTY, question)[-1]
        pick = max if "largest" in question else min
        good = [holds(asked, pick(outcome)) for outcome in product(*dice)]
    elif kind == "count":
        asked = re.findall(r"(?:exactly|at least|at most) [0-9]+", question)[-1]
        shown = re.search(r"shows? ([0-9, or]+)", question)[1]
        faces = set(map(int, re.findall("[0-9]+", shown)))
        good = [holds(asked, sum(x in faces for x in outcome)) for outcome in product(*dice)]
    else:
        k = int(re.search(r"exactly ([0-9]+)", question)[1])
        face = int(re.search(r"(?:that|contain|and) ([0-9]+)", question)[1])
        held = " not " not in question
        good = [len(set(o)) == k and (face in o) == held for o in product(*dice)]
    assert Fraction(task.answer) == Fraction(sum(good), len(good))


@settings(max_examples=60)
@given(SEEDS)
def test_totals_compared_as_the_text_says(seed):
    task = DICE.task(5, seed, params={"kinds": "compare", "size": 3})
    text = task.prompt.rsplit("\n\n", 1)[0]
    sides = dice_in(text)
    if text.startswith("Ben has"):
        cut = len(dice_in(text.split("Ann has")[0]))
        ben, ann = sides[:cut], sides[cut:]
    else:
        cut = len(dice_in(text.split("Ben")[0]))
        ann, ben = sides[:cut], sides[cut:]
    good = total = 0
    for outcome in product(*(range(1, s + 1) for s in ann + ben)):
        a, b = sum(outcome[: len(ann)]), sum(outcome[len(ann) :])
        total += 1
        if "equal" in text.split("independent")[-1] and "both totals are equal" in text:
            good += a == b
        else:
            good += a >= b if "at least as large" in text else a < b if "less" in text else a > b
    assert Fraction(task.answer) == Fraction(good, total)


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 7))
def test_the_first_to_hit_wins_in_a_game_cut_off_very_late(seed, size):
    task = DICE.task(4, seed, params={"kinds": "turns", "size": size})
    problem = task.payload["problem"]
    misses = 1 - len(problem["faces"]) / problem["side"]
    turn = range(problem["place"] - 1, 40 * problem["players"] * problem["side"], problem["players"])
    assert float(Fraction(task.answer)) == pytest.approx(sum(misses**i * (1 - misses) for i in turn), rel=1e-9)


@settings(max_examples=60)
@given(SEEDS)
def test_loaded_dice_as_the_text_says(seed):
    task = DICE.task(4, seed, params={"kinds": "loaded", "size": 2})
    text = task.prompt.rsplit("\n\n", 1)[0].replace(" (both included)", "")
    chances = {int(f): Fraction(p) for f, p in re.findall(r"([0-9]+) with probability ([0-9/]+)", text)}
    assert sum(chances.values()) == 1
    n = int(re.search(r"([0-9]+) (?:times, ind|independent throws|throws)", text)[1])
    asked = re.findall(PROPERTY, text)[-1]
    face = re.search(r"the number ([0-9]+) appears", text)
    value = Fraction(0)
    for outcome in product(chances, repeat=n):
        number = outcome.count(int(face[1])) if face else sum(outcome)
        if holds(asked, number):
            chance = Fraction(1)
            for shown in outcome:
                chance *= chances[shown]
            value += chance
    assert Fraction(task.answer) == value


SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
COLOURS = ("red", "blue", "green", "yellow", "white")


def deck_in(text):
    """Cards as pairs of names, and the text without the deck."""
    if "standard deck" in text:
        cards = [(rank, suit) for rank in RANKS for suit in SUITS]
        return cards, re.sub(r"standard deck[^)]*\)", "", text)
    stated = re.search(
        r"deck of ([0-9]+) cards \(numbers 1 to ([0-9]+), once in each of the colours ([a-z, ]+)\)", text
    )
    colours = re.findall("|".join(COLOURS), stated[3])
    cards = [(str(rank), colour) for rank in range(1, int(stated[2]) + 1) for colour in colours]
    assert len(cards) == int(stated[1])
    return cards, text.replace(stated[0], "")


def is_in(card, words):
    """Whether a card is one of those named in the words (singular or plural)."""
    names = {name.rstrip("s") for name in re.findall(r"[a-z]+|[0-9]+", words)}
    return card[0] in names or card[1].rstrip("s") in names


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 5))
def test_hands_read_from_the_text(seed, size):
    task = CARDS.task(3, seed, params={"kinds": "hand given", "size": size})
    cards, text = deck_in(task.prompt.rsplit("\n\n", 1)[0])
    h = int(re.search(r"([0-9]+) (?:different )?cards", text)[1])
    assume(h <= 2 or (h == 3 and len(cards) <= 40))
    amount = r"((?:exactly|at least|at most) [0-9]+) of the cards (?:is|are) "
    words = r"((?:numbered )?[a-z0-9, ]+?)(?= and (?:ex|at )|, what|[.?]|, which)"
    clauses = re.findall(amount + words, text)
    checks = [
        (number, re.split(r" (?:and (?:exactly|at)|keep|what|and keep)", names)[0]) for number, names in clauses
    ]
    given_first = task.payload["problem"]["kind"] == "given"
    good = base = 0
    for hand in combinations(cards, h):
        results = [holds(amount, sum(is_in(card, words) for card in hand)) for amount, words in checks]
        if given_first:
            base += results[0]
            good += all(results)
        else:
            base += 1
            good += all(results)
    assert len(checks) == 2 if given_first else len(checks) in (1, 2)
    assert Fraction(task.answer) == Fraction(good, base)


@settings(max_examples=60)
@given(SEEDS)
def test_cards_in_order_read_from_the_text(seed):
    task = CARDS.task(1, seed)
    cards, text = deck_in(task.prompt.rsplit("\n\n", 1)[0])
    first, second = re.search(r"first card is (.+?) and the second card is (.+?)[.?]", text).groups()
    pairs = list(permutations(cards, 2))
    good = sum(is_in(a, first) and is_in(b, second) for a, b in pairs)
    assert Fraction(task.answer) == Fraction(good, len(pairs))


@settings(max_examples=40)
@given(SEEDS)
def test_patterns_of_hands_as_the_text_says(seed):
    task = CARDS.task(3, seed, params={"kinds": "pattern", "size": 1})
    cards, text = deck_in(task.prompt.rsplit("\n\n", 1)[0])
    assume(len(cards) <= 45)
    good = total = 0
    for hand in combinations(cards, 3):
        ranks, suits = len({card[0] for card in hand}), len({card[1] for card in hand})
        total += 1
        if re.search(r"all cards have the same (?:suit|colour)", text):
            good += suits == 1
        elif "all cards have different" in text:
            good += ranks == 3
        else:
            good += ranks == (2 if "exactly two" in text else 1)
    assert Fraction(task.answer) == Fraction(good, total)


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 7))
def test_positions_by_the_number_of_orders_of_two_sorts_of_cards(seed, size):
    task = CARDS.task(3, seed, params={"kinds": "position", "size": size})
    cards, text = deck_in(task.prompt.rsplit("\n\n", 1)[0])
    which, words, at = re.search(r"the (\w+) card that is (.+?) comes at position ([0-9]+)", text).groups()
    j = ("first", "second", "third", "fourth").index(which) + 1
    inside = sum(is_in(card, words) for card in cards)
    chance = 0.0
    for places in combinations(range(int(at) - 1), j - 1):
        have, product_ = 0, 1.0
        for draw in range(int(at)):
            hit = draw in places or draw == int(at) - 1
            product_ *= (inside - have if hit else len(cards) - inside - draw + have) / (len(cards) - draw)
            have += hit
        chance += product_
    assert float(Fraction(task.answer)) == pytest.approx(chance, rel=1e-9)


BALLS = re.compile(r"([0-9]+) (red|blue|green|white|black|yellow)\b")
COLOUR = re.compile(r"\b(?:red|blue|green|white|black|yellow)\b")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def draws_of(counts, n, back):
    """All sequences of colours with their chances; a ball drawn brings back so many of its colour."""
    done = [((), Fraction(1), dict(counts))]
    for _ in range(n):
        done = [
            (
                (*seen, colour),
                chance * Fraction(left[colour], sum(left.values())),
                left | {colour: left[colour] + back - 1},
            )
            for seen, chance, left in done
            for colour in left
            if left[colour]
        ]
    return [(seen, chance) for seen, chance, _ in done]


@settings(max_examples=150)
@given(st.integers(1, 7), SEEDS)
def test_urns_read_from_the_text(level, seed):
    task = URNS.task(level, seed)
    kind = task.payload["problem"]["kind"]
    assume(kind != "transfer")
    text = task.prompt.rsplit("\n\n", 1)[0]
    setting = re.split(r"random|bag[.,]|one by one|taken", text.replace("bag contains", "sack contains"))[0]
    counts = {
        colour: int(count)
        for count, colour in BALLS.findall(text.split(" balls")[0] if kind != "growing" else setting)
    }
    extra = re.search(r"([0-9]+) more balls?", text)
    back = 1 + int(extra[1]) if extra else 1 if "put back" in text else 0
    if kind == "growing":
        counts = {
            c: int(k)
            for k, c in re.findall(
                r"([0-9]+) (red|blue|green|white|black|yellow)", re.sub(r"[0-9]+ more.*", "", text)
            )
        }
    if kind == "waiting":
        which, colour, at = re.search(
            r"the (\w+) (\w+) ball comes exactly at draw number ([0-9]+)", text
        ).groups()
        n, j = int(at), ORDINALS.index(which) + 1
        merged = {"it": counts[colour], "other": sum(counts.values()) - counts[colour]}
        value = sum(p for s, p in draws_of(merged, n, back) if s[-1] == "it" and s.count("it") == j)
        assert Fraction(task.answer) == value
        return
    n = task.payload["problem"]["n"]
    assert re.search(rf"\b{n}\b", text)
    asked = re.split(r"probability that|likely is it that|likely is it,", text)[-1]

    def fits(clause, seen):
        if "in this order" in clause:
            return list(seen) == COLOUR.findall(clause.split("order", 1)[1])
        if "same colour" in clause:
            return (len(set(seen)) == 1) != ("do not" in clause)
        if "different colours" in clause:
            return len(set(seen)) == len(seen)
        if "(in any order)" in clause:
            return all(
                seen.count(colour) == int(count)
                for count, colour in re.findall(r"([0-9]+) (?:is|are) (\w+)", clause)
            )
        drawn = re.search(r"(\w+) is (never drawn|drawn exactly (\w+))", clause)
        if drawn:
            words = {"never drawn": 0, "once": 1, "twice": 2}
            wanted = words.get(drawn[2], words.get(drawn[3]))
            wanted = int(drawn[3]) if wanted is None else wanted
            return seen.count(drawn[1]) == wanted
        at = re.search(r"the (\w+) ball is (\w+)", clause)
        if at:
            return seen[ORDINALS.index(at[1])] == at[2]
        amount, colour = re.search(
            r"((?:exactly|at least|at most) [0-9]+) of .*?(?:is|are) (\w+)", clause
        ).groups()
        return holds(amount, seen.count(colour))

    sequences = draws_of(counts, n, back)
    if kind == "known":
        known = re.search(r"(?:Given that|only that) (.*?)(?:, what|\.|\?)", text)[1]
        if "if it is known" in asked:
            asked = asked.split(", if it is known")[0]
        sequences = [(s, p) for s, p in sequences if fits(known, s)]
    value = sum(p for s, p in sequences if fits(asked, s)) / sum(p for _, p in sequences)
    assert Fraction(task.answer) == value


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 9))
def test_transfers_as_the_text_says(seed, size):
    task = URNS.task(4, seed, params={"kinds": "transfer", "size": size})
    text = task.prompt.rsplit("\n\n", 1)[0]
    (a1, c1), (a2, c2), (b1, _), (b2, _) = BALLS.findall(text)[:4]
    colour = COLOUR.findall(text)[-1]
    moved = int(re.search(r"([0-9]+) balls? (?:chosen|are taken|is taken|from A)", text)[1])
    first = [c1] * int(a1) + [c2] * int(a2)
    assume(len(first) <= 14)
    total = []
    for chosen in combinations(first, moved):
        urn = [c1] * int(b1) + [c2] * int(b2) + list(chosen)
        total.append(Fraction(urn.count(colour), len(urn)))
    assert Fraction(task.answer) == sum(total) / len(total)


@given(SEEDS)
def test_renamed_colours_are_the_same_problem(seed):
    first = URNS.task(1, seed, params={"kinds": "sequence", "size": 2})
    names = set(BALLS.findall(first.prompt))
    assert len(names) == len(first.payload["problem"]["counts"])
    same = [URNS.task(1, other, params={"kinds": "sequence", "size": 1}) for other in range(seed, seed + 20)]
    for task in same:
        alike = _shape(task) == _shape(same[0])
        assert (task.fingerprint == same[0].fingerprint) == alike


def _shape(task):
    """Counts of the colours drawn in the order of their first draw, the other counts, and the order itself."""
    problem = task.payload["problem"]
    seen = problem["event"][1]
    order = list(dict.fromkeys(seen))
    rest = sorted(c for i, c in enumerate(problem["counts"]) if i not in order)
    return [problem["counts"][i] for i in order], rest, [order.index(i) for i in seen], problem["back"]
