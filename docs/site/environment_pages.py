"""One page for each environment, from the registry (what it is, levels, parameters, examples), and the gallery."""

from __future__ import annotations

import html
import re
from pathlib import Path

import rlvr
from rlvr.dial import extent, rungs
from rlvr.drawing import draw
from rlvr.export.spaces import space_of

LONGEST = 6_000
"""Characters of a text that a page shows; a prompt with a whole database may have more."""


def write(folder: Path, names: list[str]) -> None:
    """Write the pages of some environments (all, if none is named) and the gallery that leads to them."""
    place = folder / "environments"
    (place / "pictures").mkdir(parents=True)
    wanted = {rlvr.get(name).id for name in names}
    specs = [spec for spec in rlvr.specs() if not wanted or spec.id in wanted]
    for spec in specs:
        (place / f"{spec.name}.md").write_text(_page(spec, place / "pictures"), encoding="utf-8")
    (place / "index.md").write_text(_gallery(specs), encoding="utf-8")


def shown_levels(spec: rlvr.TaskSpec) -> list[int]:
    """The lowest, middle and highest level; where worlds are made, the lowest three, which are quick."""
    levels = spec.levels
    if spec.family == "search":
        return list(levels[:3])
    return sorted({levels[0], levels[len(levels) // 2], levels[-1]})


def _page(spec: rlvr.TaskSpec, pictures: Path) -> str:
    task = spec.task(1, 0)
    parts = [
        f"# {spec.title}",
        f"`{spec.id}` · family {spec.family}",
        spec.description,
        f'```python\nimport rlvr\n\nenv = rlvr.make("{spec.name}", level=1)\n'
        "prompt, info = env.reset(seed=0)\nobservation, reward, terminated, truncated, info = env.step"
        f"({'response' if spec.env == 'single' else 'action'})\n```",
        _facts(spec, task),
        "## Levels",
        _levels(spec),
        _parameters(spec),
        "## Examples",
    ]
    for level in shown_levels(spec):
        parts += _example(spec, level, pictures)
    parts.append(
        f"`rlvr show {spec.name} --level L --seed S` prints others, and `rlvr view` shows them with pictures."
    )
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(spec: rlvr.TaskSpec, task: rlvr.Task) -> str:
    turns = (
        "one response"
        if spec.env == "single"
        else f"up to {spec.max_turns} turns, unless the task says otherwise"
    )
    lines = [f"- An episode is {turns}.", f"- Difficulty is measured as: {spec.proxy}."]
    if spec.sandbox:
        lines.append(f"- Answers are programs ({spec.sandbox}); they run in the [sandbox](../sandbox.md).")
    if task.guess_rate:
        lines.append(
            f"- A blind answer of the right form is right at level 1 with probability {task.guess_rate:.2g}."
        )
    if spec.small_levels:
        lines.append(f"- Levels with few distinct problems: {', '.join(map(str, spec.small_levels))}.")
    if found := rungs(spec):
        low, high = extent(found)
        lines.append(f"- On the [scale of difficulty](../difficulty.md): {low:.1f} to {high:.1f}.")
    if spec.kinds:
        lines.append(f"- Kinds of question, for the option `kinds`: {escaped(', '.join(spec.kinds))}.")
    if spec.sources:
        lines.append(f"- Also in: {escaped('; '.join(spec.sources))}.")
    lines.append(
        "- Options: [all environments](../options.md). Error rates: [measured](../results/error-rates.md)."
    )
    return "\n".join(lines)


def _levels(spec: rlvr.TaskSpec) -> str:
    axes = list(spec.axes)
    lines = [
        f"| level | {' | '.join(map(escaped, axes))} | distinct problems |",
        "|---" * (len(axes) + 2) + "|",
    ]
    for level in spec.levels:
        space = space_of(spec.id, level)
        cells = [escaped(str(value)) for value in spec.params(level).values()]
        lines.append(f"| {level} | {' | '.join([*cells, '' if space is None else str(space)])} |")
    return "\n".join(lines)


def _parameters(spec: rlvr.TaskSpec) -> str:
    limits = getattr(spec.generate, "limits", {})
    if not limits:
        return ""
    rows = [
        f"| `{name}` | {escaped(limits[name].meaning)} | {escaped(str(limits[name]))} |" for name in spec.axes
    ]
    return "\n".join(["| parameter | what it does | allowed |", "|---|---|---|", *rows])


def _example(spec: rlvr.TaskSpec, level: int, pictures: Path) -> list[str]:
    task = spec.task(level, 0)
    told = ""
    for theme in ("light", "dark"):
        svg = draw(task, theme=theme)
        (pictures / f"{spec.name}-{level}-{theme}.svg").write_text(svg, encoding="utf-8")
        told = re.sub(r"\s+", " ", html.unescape(re.search(r"<title[^>]*>(.*?)</title>", svg, re.DOTALL)[1]))
    images = [
        f"```{{image}} pictures/{spec.name}-{level}-{theme}.svg\n:class: picture only-{theme}\n:alt: {told}\n```"
        for theme in ("light", "dark")
    ]
    parts = [f"### Level {level}", *images, f"`{task.id}`", fenced(task.prompt)]
    parts.append(folded("Reference answer", task.answer))
    if task.trace:
        parts.append(folded("Worked solution", task.trace))
    return parts


def _gallery(specs: list[rlvr.TaskSpec]) -> str:
    parts = [
        "# Environments",
        f"{len(specs)} environments. Each page has the levels, the parameters, and examples with pictures.",
    ]
    for family in dict.fromkeys(spec.family for spec in specs):
        parts += [
            f"## {'SQL' if family == 'sql' else family.replace('-', ' ').capitalize()}",
            '<div class="gallery">',
        ]
        for spec in (spec for spec in specs if spec.family == family):
            levels = shown_levels(spec)
            level = levels[len(levels) // 2]
            images = "".join(
                f'<img class="{theme}" src="../_images/{spec.name}-{level}-{theme}.svg" alt="" loading="lazy">'
                for theme in ("light", "dark")
            )
            parts.append(f'<a href="{spec.name}.html">{images}<span>{html.escape(spec.title)}</span></a>')
        parts.append("</div>")
    tree = ["```{toctree}", ":hidden:", ":maxdepth: 1", "", *(spec.name for spec in specs), "```"]
    return "\n\n".join([*parts, "\n".join(tree)]) + "\n"


def fenced(text: str) -> str:
    """A text as a block of code, whatever backticks it holds."""
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}\n[... {len(text) - LONGEST:,} more characters ...]"
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def folded(title: str, text: str) -> str:
    """A text that is hidden until it is asked for."""
    return f"<details><summary>{title}</summary>\n\n{fenced(text)}\n\n</details>"


def escaped(text: str) -> str:
    """A text that Markdown leaves as it is, also in the cell of a table."""
    return re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", text)
