"""Records survive crashes, a failing monitor stops nothing, and the report shows what happened and nothing else."""

from __future__ import annotations

import json
import math
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import rlvr
from rlvr.agents.monitors import LiveView, Monitors, Records, Report, TensorBoard, WeightsAndBiases
from rlvr.agents.monitors.comparison import Comparison, Measured
from rlvr.agents.monitors.live import bar, sparkline, stacked_bar
from rlvr.agents.monitors.plots import smooth
from rlvr.agents.monitors.records import read
from rlvr.agents.monitors.report import Sample, sample_of, write_report
from rlvr.agents.monitors.shares import PARTS, time_shares
from rlvr.agents.trajectory import Segment, Trajectory, Turn

EVIL = (
    "</pre></script><script>alert(1)</script><img src=x onerror=alert(2)>\x00\x1b[31m\u202eabc\ud800 $x$ & \"'"
)


def record(step: int) -> dict[str, float]:
    return {
        "reward/mean": step / 10,
        "reward/pass_rate": step / 20,
        "policy/entropy": 1.0 / (step + 1),
        "pass_rate/sudoku:1": step / 20,
        "pass_rate/sudoku:2": 0.25,
        "curriculum/sudoku:1": 0.75,
        "curriculum/sudoku:2": 0.25,
        "time/rollout": 3.0,
        "time/environment": 1.0,
        "time/train": 4.0,
        "time/step": 10.0,
        "speed/tokens_per_second": 1234.5,
    }


# Records


def test_records_come_back(tmp_path: Path) -> None:
    records = Records(tmp_path / "new" / "records.jsonl")
    records.begin({"rate": 1e-4, "where": Path("x")})
    records.note("first\u2028note")
    for step in (1, 2, 3):
        records.step(step, {"a": step, "b": [math.nan, math.inf, 0.5][step - 1]})
        records.note(f"after {step}")
    history = read(records.path)  # readable while the run goes on
    records.end()
    assert history.config == {"rate": 1e-4, "where": "x"}
    assert history.steps == (1, 2, 3)
    assert history.curve("a") == ([1, 2, 3], [1.0, 2.0, 3.0])
    assert [math.isnan(value) for value in history.curve("b")[1]] == [True, True, False]
    assert history.notes == ((0, "first\u2028note"), (1, "after 1"), (2, "after 2"), (3, "after 3"))
    for line in records.path.read_text(encoding="utf-8").split("\n")[:-1]:
        json.loads(line, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5), st.integers(0, 30)), min_size=1, max_size=4))
def test_resumed_records_are_those_of_one_run(
    tmp_path_factory: pytest.TempPathFactory, runs: list[tuple[int, int, int]]
) -> None:
    """Runs that go back, crash and cut their last line leave one row for each step, the newest."""
    path = tmp_path_factory.mktemp("records") / "records.jsonl"
    reached = 0
    told: dict[int, int] = {}
    for number, (back, steps, cut) in enumerate(runs):
        start = max(0, reached - back)
        told = {step: run for step, run in told.items() if step <= start}
        records = Records(path, start)
        records.begin({"run": number})
        for step in range(start + 1, start + steps + 1):
            records.step(step, {"run": number})
            told[step] = number
        records.end()
        reached = max(told, default=0)
        with path.open("a") as file:
            file.write('{"kind": "step", "step": 99, "rec'[:cut])
        history = read(path)
        assert dict(zip(history.steps, (int(row["run"]) for row in history.records), strict=True)) == told
        assert list(history.steps) == sorted(told)
        assert history.config == {"run": number}


def test_records_of_a_killed_process_are_all_there(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from rlvr.agents.monitors.records import Records
records = Records(Path(sys.argv[1]))
for step in range(1, 10**9):
    records.step(step, {"value": step})
    print(step, flush=True)
"""
    path = tmp_path / "records.jsonl"
    process = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(20):
        told = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.wait()
    told = max([told, *map(int, process.stdout.read().split())])
    process.stdout.close()
    history = read(path)
    assert history.steps[-1] in (told, told + 1)
    assert history.steps == tuple(range(1, len(history.steps) + 1))


def test_nothing_to_read(tmp_path: Path) -> None:
    assert read(tmp_path / "none").steps == ()


# Several at once


class Witness:
    def __init__(self, fails_at: str = "") -> None:
        self.fails_at, self.seen = fails_at, []  # type: str, list[Any]

    def _see(self, name: str, *values: Any) -> None:
        if name == self.fails_at:
            raise OSError(f"{name} on fire")
        self.seen.append((name, *values))

    def begin(self, config: Mapping[str, Any]) -> None:
        self._see("begin", config)

    def step(self, step: int, record: Mapping[str, float]) -> None:
        self._see("step", step)

    def note(self, text: str) -> None:
        self._see("note", text)

    def end(self) -> None:
        self._see("end")


@pytest.mark.parametrize("moment", ["begin", "step", "note", "end"])
def test_a_monitor_that_fails_is_dropped_and_told_of(moment: str) -> None:
    broken, witness, sound = Witness(moment), Witness(), Witness()
    monitors = Monitors([witness, broken, sound])
    monitors.begin({})
    monitors.step(0, {})
    monitors.note("hello")
    monitors.step(1, {})
    monitors.end()
    for each in (witness, sound):
        told = [row for row in each.seen if row[0] == "note" and row[1] != "hello"]
        assert len(told) == 1
        assert "Witness" in told[0][1]
        assert f"{moment} on fire" in told[0][1]
        calls = [row for row in each.seen if row not in told]
        assert calls == [("begin", {}), ("step", 0), ("note", "hello"), ("step", 1), ("end",)]
    assert broken not in monitors.monitors


def test_all_may_fail() -> None:
    monitors = Monitors([Witness("note"), Witness("step")])
    monitors.step(0, {})  # the second fails, and the first while it is told so
    assert monitors.monitors == []
    monitors.end()


def test_a_keyboard_interrupt_is_no_failure_of_a_monitor() -> None:
    class Interrupted(Witness):
        def step(self, step: int, record: Mapping[str, float]) -> None:
            raise KeyboardInterrupt

    monitors = Monitors([Interrupted()])
    with pytest.raises(KeyboardInterrupt):
        monitors.step(0, {})
    assert len(monitors.monitors) == 1


# TensorBoard and Weights & Biases


def test_tensorboard_reads_it_and_a_resumed_run_hides_what_was_done_again(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing import event_accumulator as accumulators

    for start, value in ((0, 1.0), (2, 2.0)):
        board = TensorBoard(tmp_path, start)
        board.begin({"rate": 0.5})
        for step in range(start + 1, 5):
            board.step(step, {"reward/mean": value})
        board.note("done")
        board.end()
    found = accumulators.EventAccumulator(str(tmp_path))
    found.Reload()
    # The second file's marks make the loader forget the steps 3 and 4 of the first.
    assert [(event.step, event.value) for event in found.Scalars("reward/mean")] == [
        (1, 1),
        (2, 1),
        (3, 2),
        (4, 2),
    ]
    texts = found.Tags()["tensors"]
    assert {"config/text_summary", "notes/text_summary"} <= set(texts)


def test_wandb_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.setenv("WANDB_SILENT", "true")
    for start in (0, 2):
        monitor = WeightsAndBiases(tmp_path, start=start)
        monitor.begin({"rate": 0.5})
        monitor.step(start + 1, record(start))
        monitor.note(EVIL.replace("\ud800", ""))
        monitor.end()
        if start == 0:
            first = (tmp_path / "wandb-id").read_text()
    assert (tmp_path / "wandb-id").read_text() == first
    assert len(list((tmp_path / "wandb").glob(f"offline-run-*{first}"))) >= 1


def test_wandb_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(ImportError, match="pip install wandb"):
        WeightsAndBiases(tmp_path)


# The live view


def shown(terminal: bool, steps: int = 6) -> str:
    out = StringIO()
    view = LiveView(steps, Console(file=out, force_terminal=terminal, width=140))
    view.begin({})
    for step in range(steps):
        view.note(f"[bold]note {step}[/bold]")
        view.step(step + 1, record(step))
    view.end()
    return out.getvalue()


def test_plain_lines_where_there_is_no_terminal() -> None:
    lines = shown(terminal=False).splitlines()
    assert len(lines) == 12
    assert lines[0] == "[bold]note 0[/bold]"  # text, not markup
    assert lines[-1].startswith("step 6/6 ")
    assert "reward 0.500" in lines[-1]
    assert lines[-1].endswith("generate 20% environment 10% train 40% other 30%")
    assert "\x1b" not in "".join(lines)


def test_the_view_shows_what_is_known_of_all_rollouts() -> None:
    console = Console(file=StringIO(), width=200)
    view = LiveView(steps=1, console=console)
    view.begin({})
    view.step(1, {"policy/entropy": 0.125, "policy/entropy_all": 0.875, "policy/kl": 0.5})
    view.end()
    line = console.file.getvalue()  # type: ignore[attr-defined]
    assert "entropy 0.875" in line
    assert "0.125" not in line
    assert "KL to sampler 0.5" in line


def test_every_so_many_lines() -> None:
    out = StringIO()
    view = LiveView(8, Console(file=out), every=3)
    view.begin({})
    for step in range(1, 9):
        view.step(step, {})
    view.end()
    assert [line.split()[1] for line in out.getvalue().splitlines()] == ["1/8", "3/8", "6/8", "8/8"]


def test_the_view_in_a_terminal() -> None:
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown(terminal=True))
    last = text[text.rindex("step 6/6") :]
    assert "▁▂▄▅▇█" in last  # the reward's curve
    assert "sudoku:1" in last
    assert "75% of draws" in last
    assert "tokens/s" in last
    assert "1,234" in last
    assert "generate 20%" in last
    assert "[bold]note 5[/bold]" in last
    assert "[bold]note 2[/bold]" not in last  # the newest three only


@given(st.lists(st.floats(allow_nan=True), max_size=80), st.integers(1, 40))
def test_sparklines_are_as_wide_as_told_and_total(values: list[float], width: int) -> None:
    line = sparkline(values, width)
    assert len(line) == min(width, len(values))
    assert set(line) <= set("▁▂▃▄▅▆▇█ ")


def test_small_pictures_by_hand() -> None:
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert sparkline([5.0, 5.0]) == "▁▁"
    assert sparkline([0, 0, math.nan, math.nan, 1, 1], width=3) == "▁ █"
    assert bar(0.5, 4) == "██  "
    assert bar(1 / 8, 1) == "▏"
    assert bar(7.0, 2) == "██"
    assert bar(math.nan, 2) == "  "
    assert stacked_bar({"generate": 0.25, "train": 0.75}, 8).plain == "████████  generate 25%  train 75%"


@given(*[st.floats(0, 1e6)] * 4)
def test_shares_of_time_add_up(rollout: float, environment: float, train: float, step: float) -> None:
    found = time_shares(
        {"time/rollout": rollout, "time/environment": environment, "time/train": train, "time/step": step}
    )
    if rollout + train + step > 0:
        assert tuple(found) == PARTS
        assert sum(found.values()) == pytest.approx(1.0)
        assert min(found.values()) >= -1e-12
    else:
        assert found == {}


# The report


class Page(HTMLParser):
    """Counts elements and keeps their text; SVG apart."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: dict[str, int] = {}
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.attributes.extend(attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def a_run(folder: Path, steps: int = 5) -> None:
    records = Records(folder / "records.jsonl")
    records.begin({"title": EVIL.replace("\ud800", ""), "rate": 0.125})
    for step in range(1, steps + 1):
        records.step(
            step, record(step) | {"evaluation/sudoku": 0.5, "strange": math.nan, "pass_rate/$x_{<b>:1": 0.5}
        )
    records.note(EVIL.replace("\ud800", ""))
    records.end()


@pytest.mark.parametrize("steps", [0, 1, 200])
def test_the_page_is_whole_and_cannot_do_anything(tmp_path: Path, steps: int) -> None:
    a_run(tmp_path, steps)
    sample = Sample(EVIL, 0.5, EVIL, False, [(False, EVIL), (True, EVIL + "x" * 30_000)])
    evaluation = {"sudoku <1> $": ((0.2, 0.1, 0.3), (0.6, 0.5, 0.7))}
    path = write_report(tmp_path, EVIL, samples=[sample], evaluation=evaluation)
    text = path.read_bytes().decode("utf-8")
    page = Page(text)
    for tag in ("script", "img", "link", "iframe", "object", "base", "form"):
        assert tag not in page.tags
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    addresses = [value or "" for name, value in page.attributes if name in ("src", "href", "xlink:href")]
    assert all(value.startswith(("#", "data:image/png;base64,")) for value in addresses)
    assert "default-src 'none'" in text
    assert "alert(1)" in page.text  # shown, as text
    assert "\u2400" in page.text
    assert "\x00" not in text
    assert "\u202e" not in text
    assert "more characters" in page.text
    assert "0.125" in page.text
    figures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(figures) == (9 if steps else 1)
    identities = [name for figure in figures for name in re.findall(r'id="(\w+)"', figure) if len(name) == 11]
    for figure in figures:
        ElementTree.fromstring(figure.replace("xlink:", ""))  # well-formed by itself
        assert "currentColor" in figure
        assert "#123456" not in figure
    assert len(identities) == len(set(identities))


def test_the_same_records_make_the_same_page(tmp_path: Path) -> None:
    a_run(tmp_path)
    first = write_report(tmp_path).read_bytes()
    assert write_report(tmp_path).read_bytes() == first
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["records.jsonl", "report.html"]


def test_the_page_tells_how_long_all_starts_took(tmp_path: Path) -> None:
    rows = [
        {"kind": "config", "step": 0, "config": {}, "time": 100.0},
        {"kind": "note", "step": 0, "text": "warm-up", "time": 130.0},
        {"kind": "step", "step": 1, "record": {"time/step": 2.0}, "time": 140.5},
        {"kind": "config", "step": 1, "config": {}, "time": 9000.0},
        {"kind": "step", "step": 2, "record": {"time/step": 2.0}, "time": 9010.0},
    ]
    file = tmp_path / "records.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert read(file).seconds == 50.5
    assert "<b>50.5</b><span>seconds</span>" in write_report(tmp_path).read_text()
    file.write_text(file.read_text().replace("9010.0", "9600.0"))
    assert "<b>10.7</b><span>minutes</span>" in write_report(tmp_path).read_text()
    # Older files have no times: the steps' own.
    file.write_text("".join(json.dumps({k: v for k, v in row.items() if k != "time"}) + "\n" for row in rows))
    assert "<b>4.0</b><span>seconds</span>" in write_report(tmp_path).read_text()


def test_smoothing_by_hand() -> None:
    assert smooth([1.0, 3.0], 1.0) == [1.0, 3.0]
    # Weights 1/2 and 1/4, over their sum.
    assert smooth([1.0, 4.0], 2.0) == pytest.approx([1.0, (0.25 * 1 + 0.5 * 4) / 0.75])
    assert smooth([math.nan, 2.0, math.nan], 3.0)[1:] == pytest.approx([2.0, 2.0])
    assert math.isnan(smooth([math.nan], 3.0)[0])


def test_samples_show_what_was_read_and_written() -> None:
    task = next(iter(rlvr.generate("countdown", 1, level=1, seed=3)))
    segment = Segment()
    segment.read([1, 2])
    segment.write([3], [-0.5], [0])
    segment.read([4])
    segment.write([5, 6], [-0.5, -0.5], [0, 0])
    turns = [Turn(0, 2, 3, "first", 0.0, "", "end"), Turn(0, 4, 6, "second", 1.0, "", "end")]
    trajectory = Trajectory(task, segments=[segment], turns=turns, verdict=rlvr.verify(task, task.answer))
    plain = sample_of(trajectory)
    assert plain.parts == [(False, task.prompt), (True, "first"), (True, "second")]
    exact = sample_of(trajectory, decode=str)
    assert exact.parts == [(False, "[1, 2]"), (True, "[3]"), (False, "[4]"), (True, "[5, 6]")]
    assert exact.reward == 1.0
    assert sample_of(Trajectory(task), decode=str).parts == []


# What may be said


def harder(folder: Path, *, curriculum: bool) -> None:
    """Two levels, each with the same rate all the time; a curriculum goes from the easy one to the hard one."""
    made = Records(folder / "records.jsonl")
    made.begin({})
    for step in range(1, 21):
        easy = 1 - step / 20 if curriculum else 0.5
        made.step(
            step,
            {
                "reward/mean": 0.9 * easy + 0.1 * (1 - easy),
                "reward/pass_rate": 0.9 * easy + 0.1 * (1 - easy),
                "rollout/length": 5.0,
                "pass_rate/sudoku:1": 0.9,
                "pass_rate/sudoku:2": 0.1,
                "curriculum/sudoku:1": easy,
                "curriculum/sudoku:2": 1 - easy,
            },
        )
    made.end()


def test_a_mean_over_levels_is_shown_only_while_their_shares_stay(tmp_path: Path) -> None:
    pages = {}
    for curriculum in (True, False):
        folder = tmp_path / str(curriculum)
        harder(folder, curriculum=curriculum)
        assert read(folder / "records.jsonl").mix_changed == curriculum
        pages[curriculum] = write_report(folder).read_text()
        assert "Pass rate of each arm" in pages[curriculum]
        assert "sudoku:2" in pages[curriculum]
        assert "rollout/length" in pages[curriculum]
    for name in ("reward/mean", "reward/pass_rate"):
        assert name in pages[False]
        assert name not in pages[True]
    assert "Levels changed" in pages[True]
    assert "Levels changed" not in pages[False]


@pytest.mark.parametrize("terminal", [True, False])
def test_the_view_says_that_levels_changed(terminal: bool) -> None:
    out = StringIO()
    view = LiveView(3, Console(file=out, force_terminal=terminal, width=160, height=40))
    view.begin({})
    for share in (0.5, 0.5, 0.25):
        view.step(1, {"reward/pass_rate": 0.4, "rollout/turns": 2.0, "curriculum/a": share})
        assert ("levels changed" in out.getvalue()) == (share == 0.25)
    view.end()
    last = out.getvalue()[out.getvalue().rindex("pass rate") :]
    assert last.count("levels changed") == 1  # of the rate, not of the turns


def page_of(folder: Path, headline: Comparison | None) -> str:
    made = Records(folder / "records.jsonl")
    made.begin({})
    for step, rate in enumerate((0.713, 0.713, 0.745, 0.745), 1):
        made.step(step, {"reward/mean": rate, "reward/pass_rate": rate})
    made.end()
    return write_report(
        folder, evaluation={"sudoku": ((0.2, 0.1, 0.3), (0.6, 0.5, 0.7))}, headline=headline
    ).read_text()


def cards_of(page: str) -> str:
    found = re.search(r"<div class=cards>.*?</div></div>", page, re.DOTALL)
    assert found is not None
    return found[0]


def test_the_top_of_the_page_has_no_rate_without_an_interval(tmp_path: Path) -> None:
    without = page_of(tmp_path / "a", None)
    assert "not measured" in cards_of(without)
    better = page_of(tmp_path / "b", Comparison((0.4, 0.3, 0.5), (0.48, 0.37, 0.58), change=(0.08, 0.02, 0.14)))
    for text in ("0.40 [0.30, 0.50]", "0.48 [0.37, 0.58]", "change +0.08 [+0.02, +0.14]"):
        assert text in cards_of(better)
    same = page_of(tmp_path / "c", Comparison((0.4, 0.3, 0.5), (0.48, 0.37, 0.58), change=(0.08, -0.02, 0.18)))
    assert "no change shown (+0.08 [-0.02, +0.18])" in cards_of(same)
    for page in (without, better, same):
        assert "0.713" not in cards_of(page)
        assert "→" not in page
        assert "<td>0.20 [0.10, 0.30]</td><td>0.60 [0.50, 0.70]</td>" in page


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ((0.1, 0.05, 0.2), "change +0.10 [+0.05, +0.20]"),
        ((-0.1, -0.2, -0.05), "change -0.10 [-0.20, -0.05]"),
        ((0.1, 0.0, 0.2), "no change shown (+0.10 [+0.00, +0.20])"),
        ((math.nan, math.nan, math.nan), "the change could not be measured"),
    ],
)
def test_what_is_said_of_a_change(change: Measured, verdict: str) -> None:
    assert Comparison((0.1, 0.0, 0.2), (0.2, 0.1, 0.3), change).verdict() == verdict


# All of it


def test_a_run_with_all_monitors_and_its_continuation(tmp_path: Path) -> None:
    report = Report(tmp_path, "My run")
    records = Records(tmp_path / "records.jsonl")
    live = LiveView(2, Console(file=StringIO()))
    monitors = Monitors([records, TensorBoard(tmp_path / "tensorboard"), live, report])
    monitors.begin({"rate": 1.0})
    monitors.step(1, record(0))
    report.samples.append(Sample("task", 1.0, "correct", True, [(True, "wrote this")]))
    monitors.step(2, record(1))
    monitors.end()
    assert len(monitors.monitors) == 4
    page = (tmp_path / "report.html").read_text()
    assert "My run" in page
    assert "wrote this" in page
    again = Monitors([Records(tmp_path / "records.jsonl", start=1)])
    again.step(2, {"reward/mean": 7.0})
    again.end()
    assert read(tmp_path / "records.jsonl").curve("reward/mean") == ([1, 2], [0.0, 7.0])


def test_importing_monitors_is_light() -> None:
    code = "import sys, rlvr.agents.monitors; print([m for m in ('torch', 'matplotlib', 'wandb') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"
