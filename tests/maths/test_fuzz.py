"""Whatever a model writes, `check` answers: it never raises, prints, runs or waits.

RLVR_TIER=long tries a hundred thousand texts instead of two thousand.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairs import Pair, all_pairs, brief, load
from tiers import by_tier

from rlvr import Verdict
from rlvr.verifiers import math as vm

COUNT = by_tier(200, 2_000, 100_000)
PAIRS = [pair for pair in all_pairs() if len(pair.response) < 2_000]
GOLDS = [
    "5",
    r"\frac{1}{2}",
    "0.25",
    r"2\sqrt{3}",
    "x^2-1",
    r"\{1,2\}",
    "(1,2)",
    "[0,1)",
    "y=2x+3",
    "x>3",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
    "3+4i",
    "5 cm",
    "10:30 AM",
    "1011_2",
    "ellipse",
    "B",
    "3:4",
    r"\pm 2",
    r"\emptyset",
]
# What answers are made of, and what breaks readers.
PIECES = [
    *r"\frac \sqrt \boxed \fbox \text \left \right \{ \} \pm \cdot \times \infty \pi \cup \in \le \ge \ne".split(
        " "
    ),
    *r"\begin{pmatrix} \end{pmatrix} \\ & \overline \binom \log_ \sin ^\circ \% \$ \, \! \; \( \) \[ \]".split(
        " "
    ),
    *"0 1 2 5 9 10 100 -1 0.5 1e5 1e999 1, 234 ,000 ...".split(" "),
    *"½ ² ₂ √ π − ∞ ∪ ± ° % $ $$ { } ( ) [ ] | ! ^ _ / * + - = < >".split(" "),
    *"x y i e n AM PM cm m/s base or and not answer is The Final #### ** <think>".split(" "),
    *"</think> <answer> </answer> wait".split(" "),
    *(
        "\n",
        "\0",
        "\ud800",
        "\u200b",
        "\u202e",
        "٣",
        "7",
        "\x1b[31m",
        "{0}",
        "%s",
        "__class__",
        "eval(",
        ":",
        ";",
        "'",
        '"',
        "`",
    ),
]


def mutated(source: Random) -> tuple[str, str]:
    """A gold and a text: pieces at random, or a response of the exam cut, doubled, mixed or changed."""
    if source.random() < 0.35:
        text = source.choice(["", " "]).join(source.choice(PIECES) for _ in range(source.randint(1, 30)))
        return source.choice(GOLDS), text
    first, second = source.choice(PAIRS), source.choice(PAIRS)
    text = first.response
    for _ in range(source.randint(1, 4)):
        i, j = sorted((source.randint(0, len(text)), source.randint(0, len(text))))
        kind = source.randrange(6)
        if kind == 0:
            text = text[:i] + text[j:]
        elif kind == 1:
            text = text[:j] + text[i:]
        elif kind == 2:
            text = text[:i] + source.choice(PIECES) + text[i:]
        elif kind == 3:
            text = text[:i] + second.response + text[j:]
        elif kind == 4:
            text = (
                text[:i]
                + chr(source.choice([source.randrange(128), source.randrange(0x3000), 0xFF10]))
                + text[i + 1 :]
            )
        else:
            text = text[:i] + text[i:j][::-1] + text[j:]
    return first.gold, text[:4_000]


def verdict(gold: str, response: str) -> Verdict | None:
    """What `check` says; None if the reference itself cannot be read, which is the caller's mistake."""
    try:
        vm.compile(gold)
    except ValueError:
        return None
    return vm.check(gold, response)


def test_any_text_gets_a_verdict_and_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    for number in range(COUNT):
        gold, text = mutated(Random(f"fuzz {number}"))
        try:
            found = verdict(gold, text)
        except Exception as error:
            pytest.fail(f"gold {brief(gold)}, response {text!a}: {error!r}")
        assert found is None or (isinstance(found, Verdict) and found.score in (0.0, 1.0))
    assert capfd.readouterr() == ("", "")


@settings(max_examples=COUNT // 5)
@given(gold=st.sampled_from(GOLDS), response=st.text(st.characters(codec=None), max_size=60))
def test_any_characters_get_a_verdict(gold: str, response: str) -> None:
    assert isinstance(vm.check(gold, response), Verdict)


@settings(max_examples=COUNT // 10)
@given(gold=st.text(max_size=20), response=st.text(max_size=20))
def test_a_strange_gold_is_refused_or_judged(gold: str, response: str) -> None:
    found = verdict(gold, response)
    assert found is None or isinstance(found, Verdict)


def timed(pair: Pair) -> tuple[Verdict, float]:
    start = time.process_time()
    found = vm.check(pair.gold, pair.response, **pair.options)
    return found, time.process_time() - start


@pytest.mark.parametrize("pair", load("hostile"), ids=lambda pair: pair.key)
def test_a_hostile_text_costs_little_and_is_judged_the_same_twice(pair: Pair) -> None:
    first, spent = timed(pair)
    again, spent_again = timed(pair)
    # Nothing here takes a tenth of a second; this catches what hangs, and takes a pause of the machine, which may be
    # charged to one of the two, for none. benchmarks/ takes the times.
    assert min(spent, spent_again) < 2, f"{spent:.1f} s of CPU time: {pair}"
    assert first == again
    assert len(first.message) < 1_000


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('touch {canary}')",
        "open('{canary}', 'w')",
        "exec('open(\\'{canary}\\', \\'w\\')')",
        "[open('{canary}', 'w') for x in (1,)]",
        "().__class__.__base__.__subclasses__()[0]; open('{canary}', 'w')",
        "\\boxed{{__import__('pathlib').Path('{canary}').touch()}}",
        "\\pi + open('{canary}','w').fileno()",
        "[[1,2],[3,open('{canary}','w')]]",
        "{{open('{canary}', 'w')}}",
        "lambda: open('{canary}', 'w')",
        "$(touch {canary})",
        "`touch {canary}`",
        "|touch {canary}",
        "\\write18{{touch {canary}}}",
        "!!python/object/apply:os.system ['touch {canary}']",
        "cos\nsystem\n(S'touch {canary}'\ntR.",
        "5; import os; os.system('touch {canary}')",
        "1 if open('{canary}', 'w') else 2",
        'sympify(\'open("{canary}","w")\')',
        'f\'{{open("{canary}", "w")}}\'',
    ],
)
def test_no_text_runs_as_code(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    injection = text.format(canary="canary")
    for gold in GOLDS:
        for response in (
            injection,
            rf"\boxed{{{injection}}}",
            f"The answer is {injection}",
            f"<answer>{injection}</answer>",
        ):
            assert not vm.check(gold, response).passed
        verdict(injection, gold)
    assert list(tmp_path.iterdir()) == []


def work(number: int, rounds: int) -> Iterator[tuple[str, str]]:
    source = Random(number)
    return ((pair.gold, pair.response) for pair in source.choices(PAIRS, k=rounds))


def test_threads_judge_as_one_does() -> None:
    rounds = COUNT // 10
    serial = [[vm.check(*one).reason for one in work(number, rounds)] for number in range(8)]
    found: dict[int, list[object]] = {}

    def run(number: int) -> None:
        found[number] = [vm.check(*one).reason for one in work(number, rounds)]

    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(8)] == serial


METHODS = [method for method in ("fork", "spawn") if method in multiprocessing.get_all_start_methods()]
"""How processes are started on this platform; forking is not offered everywhere."""


@pytest.mark.parametrize("method", METHODS)
def test_other_processes_judge_as_this_one_does(method: str) -> None:
    asked = list(work(1, 200))
    with multiprocessing.get_context(method).Pool(2) as pool:
        answered = pool.starmap(vm.check, asked, chunksize=50)
    assert answered == [vm.check(*one) for one in asked]
