"""The quick source of chance gives the numbers of Python's own, whatever it is asked for."""

from __future__ import annotations

import copy
import random

import pytest

from rlvr.generators.base import rng_for
from rlvr.generators.quick_random import QuickRandom, chances, randints


def test_all_methods_give_what_python_gives() -> None:
    asking = random.Random(0)
    for seed in range(12):
        ours, theirs = QuickRandom(seed), random.Random(seed)
        for _ in range(120):
            size = asking.choice((1, 2, 3, 7, 20, 21, 22, 64, 65, 500, 5000))
            low, few = asking.randint(-50, 50), asking.randint(0, min(size, 40))
            items = [*range(size)] if asking.random() < 0.7 else tuple(range(size))
            for ask in (
                lambda rng: rng.choice(items),  # noqa: B023 - called at once
                lambda rng: rng.choice(range(size)),  # noqa: B023
                lambda rng: rng.randint(low, low + size - 1),  # noqa: B023
                lambda rng: rng.randrange(size),  # noqa: B023
                lambda rng: rng.randrange(low, low + size),  # noqa: B023
                lambda rng: rng.randrange(low, low + 3 * size, 3),  # noqa: B023
                lambda rng: rng.randrange(1 << 100),
                lambda rng: rng.sample(items, few),  # noqa: B023
                lambda rng: rng.sample(range(size), few),  # noqa: B023
                lambda rng: rng.sample("abcdefgh", 3),
                lambda rng: rng.sample(["a", "b"], 3, counts=[2, 9]),
                lambda rng: rng.choices(items, k=few),  # noqa: B023
                lambda rng: rng.choices("abc", (1, 2, 5), k=few),  # noqa: B023
                lambda rng: rng.choices("abc", cum_weights=(1, 2, 5), k=2),
                lambda rng: rng.choices(items, [1 + i % 5 / 4 for i in range(size)]),  # noqa: B023
                lambda rng: rng.choices("abc", (0.3, 0, 5)),
                lambda rng: rng.choices(items, cum_weights=range(3, size + 3)),  # noqa: B023
                lambda rng: rng.choices("abc", cum_weights=[1, 2.5, 5]),
                _shuffled,
                lambda rng: (rng.random(), rng.uniform(1, 2), rng.gauss(0, 1), rng.getrandbits(7)),
            ):
                assert ask(ours) == ask(theirs)
        assert ours.getstate() == theirs.getstate()
        assert copy.deepcopy(ours).random() == theirs.random()


def _shuffled(rng: random.Random) -> list[int]:
    items = list(range(33))
    rng.shuffle(items)
    return items


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda rng: rng.choice([]), IndexError),
        (lambda rng: rng.choices([], k=1), IndexError),
        (lambda rng: rng.choices([], []), (IndexError, ValueError)),
        (lambda rng: rng.choices("abc", [1, 2]), ValueError),
        (lambda rng: rng.choices("abc", [0, 0, 0]), ValueError),
        (lambda rng: rng.choices("abc", cum_weights=[1, 2, float("inf")]), ValueError),
        (lambda rng: rng.choices("abc", [1, 2, 3], cum_weights=[1, 3, 6]), TypeError),
        (lambda rng: rng.randint(3, 2), ValueError),
        (lambda rng: rng.randrange(0), ValueError),
        (lambda rng: rng.randrange(5, 5), ValueError),
        (lambda rng: rng.sample([1, 2], 3), ValueError),
        (lambda rng: rng.sample([1, 2], -1), ValueError),
        (lambda rng: rng.sample({1, 2}, 1), TypeError),
    ],
)
def test_the_impossible_is_an_error_as_in_python(ask, error) -> None:
    for rng in (QuickRandom(1), random.Random(1)):
        with pytest.raises(error):
            ask(rng)


def test_tasks_draw_from_it() -> None:
    assert type(rng_for("rlvr/sudoku-v0:1:1")) is QuickRandom


def test_many_numbers_at_once_are_those_of_single_draws():
    for seed, (a, b) in enumerate([(0, 0), (1, 6), (-9, 9), (0, 255), (5, 10**12)]):
        ours, theirs = QuickRandom(seed), random.Random(seed)
        assert randints(ours, a, b, 50) == [theirs.randint(a, b) for _ in range(50)]
        assert ours.random() == theirs.random()
    with pytest.raises(ValueError, match="3 to 2"):
        randints(random.Random(1), 3, 2, 1)


def test_chances_are_those_of_single_draws():
    for seed in range(5):
        ours, theirs = QuickRandom(seed), random.Random(seed)
        chance = chances(ours, 40)
        assert [chance(place) for place in range(40)] == [theirs.random() for _ in range(40)]
        assert ours.getstate() == theirs.getstate()
