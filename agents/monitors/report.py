"""The run on one page: ``report.html``, which needs no network, runs no script and reads well in light and dark.

It is made from the file of records alone, so that it covers a run that was resumed, and can be made again later:
``write_report(Path("run"))``. What a policy wrote is shown as text, with control characters made visible, and the
page's own policy forbids scripts and requests besides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from .comparison import Comparison, Measured, with_interval
from .records import MIXED, History, read
from .shares import time_shares

_LONGEST = 20_000  # characters of one text of a sample
# Controls as their pictures; marks that turn the direction of text, and halves of characters, as "unknown".
_CONTROLS = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"} | {127: "\u2421"}
_TURNS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xD800, 0xE000))
_SHOWN = dict.fromkeys(_TURNS, "\ufffd") | _CONTROLS
_STYLE = """
:root { color-scheme: light dark; --line: light-dark(#d6dade, #3a4148); --soft: light-dark(#f3f5f7, #1f242a);
  --read: light-dark(#5c6670, #9aa5b1); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 2rem auto; padding: 0 1rem;
  color: light-dark(#1b2026, #e4e8ec); background: light-dark(#ffffff, #14181c); }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
svg { max-width: 100%; height: auto; display: block; }
.cards { display: flex; flex-wrap: wrap; gap: .8rem; margin: 1.2rem 0; }
.card { background: var(--soft); border-radius: 8px; padding: .6rem 1rem; }
.card b { display: block; font-size: 1.3rem; } .card span, .quiet { color: var(--read); }
table { border-collapse: collapse; } td, th { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); border-radius: 8px; padding: .8rem;
  margin: .3rem 0; max-height: 30rem; overflow-y: auto; unicode-bidi: isolate; }
pre.wrote { border-left: 4px solid #3b82c4; } pre.read { border-left: 4px solid var(--line); color: var(--read); }
details { margin: .5rem 0; } summary { cursor: pointer; } .yes { color: #3f9d5a; } .no { color: #c24d6a; }
"""


@dataclass(frozen=True)
class Sample:
    """An episode for readers.

    Attributes:
        title: such as the task's id.
        reward: what it earned.
        verdict: reason and message; "" if there is none.
        passed: whether the task was solved.
        parts: what was read and written, in order: (written by the policy, text).
    """

    title: str
    reward: float
    verdict: str
    passed: bool
    parts: Sequence[tuple[bool, str]]


class Report:
    """Writes ``report.html`` when the run ends; a `Monitor` that comes behind `Records` in the order of monitors.

    Attributes:
        samples: episodes to show; see `sample_of`.
        evaluation: for each name a rate with its interval before and after.
        headline: the held-out rate over all arms before and after; None if it was not measured.
    """

    def __init__(self, folder: Path, title: str = "") -> None:
        self.folder, self.title = folder, title or folder.resolve().name
        self.samples: list[Sample] = []
        self.evaluation: dict[str, tuple[Measured, Measured]] = {}
        self.headline: Comparison | None = None

    def begin(self, config: Mapping[str, Any]) -> None:
        """See `Monitor.begin`; the records have it."""

    def step(self, step: int, record: Mapping[str, float]) -> None:
        """See `Monitor.step`; the records have it."""

    def note(self, text: str) -> None:
        """See `Monitor.note`; the records have it."""

    def end(self) -> None:
        """Write the page."""
        write_report(
            self.folder, self.title, samples=self.samples, evaluation=self.evaluation, headline=self.headline
        )


def write_report(
    folder: Path,
    title: str = "",
    *,
    samples: Sequence[Sample] = (),
    evaluation: Mapping[str, tuple[Measured, Measured]] | None = None,
    headline: Comparison | None = None,
) -> Path:
    """Write the page of the run in `folder` from its ``records.jsonl``; returns its path."""
    history = read(folder / "records.jsonl")
    page = render(history, title or folder.resolve().name, samples, evaluation or {}, headline)
    path = folder / "report.html"
    draft = path.with_name(path.name + ".new")
    draft.write_text(page, encoding="utf-8")
    draft.replace(path)
    return path


def sample_of(trajectory: Any, decode: Callable[[Sequence[int]], str] | None = None) -> Sample:
    """What the report shows of an `rlvr.agents.trajectory.Trajectory`.

    Args:
        trajectory: the episode.
        decode: text of tokens, such as `Codec.action`; with it all is shown as the model saw it. Without, the
            task's prompt and the actions.
    """
    if decode is None:
        parts = [(False, trajectory.task.prompt), *((True, turn.text) for turn in trajectory.turns)]
    else:
        parts = [
            part for segment in trajectory.segments for part in _runs(segment.tokens, segment.policy, decode)
        ]
    verdict = trajectory.verdict
    said = f"{verdict.reason}. {verdict.message}" if verdict is not None else ""
    return Sample(
        trajectory.task.id, trajectory.reward, f"{said} ({trajectory.ending})", trajectory.passed, parts
    )


def _runs(
    tokens: Sequence[int], policy: Sequence[bool], decode: Callable[[Sequence[int]], str]
) -> Iterable[tuple[bool, str]]:
    start = 0
    for end in range(1, len(tokens) + 1):
        if end == len(tokens) or policy[end] != policy[start]:
            yield policy[start], decode(tokens[start:end])
            start = end


def render(
    history: History,
    title: str,
    samples: Sequence[Sample] = (),
    evaluation: Mapping[str, tuple[Measured, Measured]] | None = None,
    headline: Comparison | None = None,
) -> str:
    """The page as text."""
    sections = [_cards(history, headline)]
    if evaluation:
        from .plots import before_and_after

        sections.append(
            _section("Before and after, with intervals", before_and_after(evaluation), _pairs_table(evaluation))
        )
    if history.steps:
        sections.extend(_plots(history))
    if samples:
        sections.append(_section("Episodes", *map(_sample, samples)))
    if history.notes:
        rows = "".join(
            f"<tr><td class=quiet>{step}</td><td>{_text(text)}</td></tr>" for step, text in history.notes
        )
        sections.append(_section("Events", f"<table><tr><th>step</th><th></th></tr>{rows}</table>"))
    config = json.dumps(history.config, indent=2, ensure_ascii=False)
    sections.append(_section("Configuration", f"<pre>{_text(config)}</pre>"))
    return (
        "<!doctype html><html lang=en><meta charset=utf-8>"
        "<meta http-equiv=Content-Security-Policy "
        "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
        '<meta name=viewport content="width=device-width">'
        f"<title>{_text(title)}</title><style>{_STYLE}</style><h1>{_text(title)}</h1>{''.join(sections)}</html>\n"
    )


def _plots(history: History) -> Iterable[str]:
    from .plots import curves, heat_map, times

    groups = {
        "Reward": ["reward/"],
        "Evaluation during the run": ["evaluation/"],
        "Policy": ["policy/", "loss/"],
        "Rollouts and speed": ["rollout/", "speed/"],
    }
    window = max(1.0, len(history.steps) / 30)
    drawn = {key for group in ("pass_rate/", "curriculum/", "time/") for key in history.names(group)}
    mixed = history.mix_changed
    for name, prefixes in groups.items():
        keys = [key for prefix in prefixes for key in history.names(prefix)]
        drawn.update(keys)
        if mixed and name == "Reward":
            keys = [key for key in keys if key not in MIXED]
            yield _section("Levels changed", _LEVELS_CHANGED)
        if keys:
            yield _section(name, curves(history, keys, 1.0 if prefixes == ["evaluation/"] else window))
        if name == "Reward" and history.names("pass_rate/"):
            yield _section("Pass rate of each arm", heat_map(history, "pass_rate/", "pass rate"))
        if name == "Reward" and history.names("curriculum/"):
            yield _section("What was practised", heat_map(history, "curriculum/", "share of draws"))
    if others := [key for key in history.names() if key not in drawn]:
        yield _section("Other records", curves(history, others, window))
    if any(time_shares(record) for record in history.records):
        yield _section("Where the time goes", times(history, window))


_LEVELS_CHANGED = (
    "<p>The curriculum changed how often each level was drawn. A mean over all that was drawn would move with the "
    "levels and not with the policy, so there is none here: the pass rate is shown for each level alone.</p>"
)


def _pairs_table(evaluation: Mapping[str, tuple[Measured, Measured]]) -> str:
    rows = "".join(
        f"<tr><td>{_text(name)}</td><td>{with_interval(before)}</td><td>{with_interval(after)}</td></tr>"
        for name, (before, after) in evaluation.items()
    )
    return f"<table><tr><th></th><th>before</th><th>after</th></tr>{rows}</table>"


def _cards(history: History, headline: Comparison | None) -> str:
    """What stands at the top. A rate is held out and has its interval; what was drawn in training is no headline."""
    cards = {"steps": str(len(history.steps))}
    if headline is None:
        cards["held-out pass rate"] = "not measured"
    else:
        cards["held-out pass rate before, 95% interval"] = with_interval(headline.before)
        cards["and after"] = with_interval(headline.after)
        cards["of the same tasks"] = headline.verdict()
    seconds = history.seconds or sum(history.curve("time/step")[1])
    if seconds:
        short = seconds < 120
        cards["seconds" if short else "minutes"] = f"{seconds if short else seconds / 60:.1f}"
    _, speeds = history.curve("speed/tokens_per_second")
    if speeds:
        cards["tokens/s, median"] = f"{sorted(speeds)[len(speeds) // 2]:,.0f}"
    shown = "".join(f"<div class=card><b>{value}</b><span>{name}</span></div>" for name, value in cards.items())
    return f"<div class=cards>{shown}</div>"


def _sample(sample: Sample) -> str:
    mark, look = ("solved", "yes") if sample.passed else ("not solved", "no")
    head = (
        f"<b class={look}>{mark}</b> {_text(sample.title)} <span class=quiet>reward {sample.reward:.3g}</span>"
    )
    parts = "".join(
        f"<pre class={'wrote' if wrote else 'read'}>{_text(text)}</pre>" for wrote, text in sample.parts
    )
    return f"<details><summary>{head}</summary><p>{_text(sample.verdict)}</p>{parts}</details>"


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{title}</h2>{''.join(parts)}</section>"


def _text(text: str) -> str:
    """Any text as HTML: nothing in it is markup, and what cannot be seen is made visible."""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} … {len(text) - _LONGEST:,} more characters"
    return escape(visible(text))


def visible(text: str) -> str:
    """A text whose control characters, which could steer a terminal or hide something, are seen and do nothing."""
    return text.translate(_SHOWN)
