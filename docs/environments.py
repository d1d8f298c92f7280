"""Write docs/environments.md, a page for each family, and the table in README.md from the registry: ``make docs``.

With ``--check`` nothing is written, and the exit status says whether they are true.
"""

from __future__ import annotations

import sys
from pathlib import Path

import rlvr
from rlvr.dial import extent, rungs
from rlvr.export.spaces import space_of

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "environments"
BEGIN, END = "<!-- environments: begin -->", "<!-- environments: end -->"


def table() -> str:
    """The table of README.md: one line for each family."""
    lines = ["| family | | environments |", "|---|---:|---|"]
    for family in _families():
        specs = list(rlvr.specs(family))
        names = ", ".join(spec.name for spec in specs)
        lines.append(f"| [{family}](docs/environments/{family}.md) | {len(specs)} | {names} |")
    return "\n".join(lines)


def _families() -> list[str]:
    return list(dict.fromkeys(spec.family for spec in rlvr.specs()))


HEAD = (
    "Written from the registry by `make docs`; do not edit by hand. `rlvr show ID --level L` prints an example of any "
    "level, and `rlvr view` shows all of them with pictures."
)


def index() -> str:
    """The whole of docs/environments.md: a line for each environment."""
    parts = [
        "# Environments",
        f"{HEAD} Each has its levels, parameters and an example on the page of its family. "
        "[results/error-rates.md](results/error-rates.md) has the measured error rates of the verifiers, and "
        "[difficulty.md](difficulty.md) compares levels.",
    ]
    for family in _families():
        lines = [
            f"## [{family}](environments/{family}.md)",
            "",
            "| environment | what it asks | levels |",
            "|---|---|---:|",
        ]
        for spec in rlvr.specs(family):
            link = f"environments/{family}.md#{spec.id.replace('/', '')}"
            told = f"{spec.title}. {_cell(spec.description)}"
            lines.append(f"| [{spec.name}]({link}) | {told} | {len(spec.levels)} |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def page(family: str) -> str:
    """The whole of the page of a family."""
    parts = [f"# Environments: {family}", f"{HEAD} [All environments](../environments.md)."]
    parts.extend(_entry(spec) for spec in rlvr.specs(family))
    return "\n\n".join(parts) + "\n"


def _entry(spec: rlvr.TaskSpec) -> str:
    axes = list(spec.axes)
    lines = [f"## {spec.id}", "", f"**{spec.title}.** {spec.description}", ""]
    lines += [f"| level | {' | '.join(axes)} | distinct problems |", "|---" * (len(axes) + 2) + "|"]
    for n in spec.levels:
        space = space_of(spec.id, n)
        values = [*map(str, spec.params(n).values()), "" if space is None else str(space)]
        lines.append(f"| {n} | {' | '.join(values)} |")
    task = spec.task(1, 0)
    turns = (
        "one response"
        if spec.env == "single"
        else f"several turns, {spec.max_turns} at most unless the task says"
    )
    if limits := getattr(spec.generate, "limits", {}):
        lines += ["", "| parameter | what it does | allowed |", "|---|---|---|"]
        lines += [f"| {name} | {_cell(limits[name].meaning)} | {_cell(str(limits[name]))} |" for name in axes]
    lines += ["", f"- An episode is {turns}.", f"- Difficulty is measured as: {spec.proxy}."]
    if found := rungs(spec):
        low, high = extent(found)
        lines.append(f"- On the [scale of difficulty](difficulty.md): {low:.1f} to {high:.1f}.")
    lines.append(f"- Beyond the table: {_beyond(spec)}.")
    if spec.kinds:
        lines.append(
            f"- Kinds of question, {len(spec.kinds)}, for the option `kinds`: {', '.join(spec.kinds)}."
        )
    if spec.small_levels:
        small = ", ".join(map(str, spec.small_levels))
        lines.append(f"- Levels with a small space of distinct problems: {small}.")
    if spec.sources:
        lines.append(f"- Also in: {'; '.join(spec.sources)}.")
    example = f"````text\n{task.prompt}\n````\n\nReference answer:\n\n````text\n{task.answer}\n````"
    lines += ["", f"<details><summary>Example: <code>{task.id}</code></summary>", "", example, "", "</details>"]
    return "\n".join(lines)


def _beyond(spec: rlvr.TaskSpec) -> str:
    """What changes at the levels beyond the table."""
    if not spec.further:
        return spec.beyond if isinstance(spec.beyond, str) else "all parameters are at their limits"
    changes = {axis: [params[axis] for params in spec.further] for axis in spec.axes}
    told = [
        f"{axis} {', '.join(map(str, values))}"
        for axis, values in changes.items()
        if any(value != spec.axes[axis][-1] for value in values)
    ]
    return "; ".join(told)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    """Write the pages, or check them; returns the exit status."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    before, rest = readme.split(BEGIN)
    after = rest.split(END)[1]
    wanted = {
        ROOT / "README.md": f"{before}{BEGIN}\n{table()}\n{END}{after}",
        ROOT / "docs" / "environments.md": index(),
        **{FOLDER / f"{family}.md": page(family) for family in _families()},
    }
    stale = [
        path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    gone = [path for path in FOLDER.glob("*.md") if path not in wanted]
    for path in stale:
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} is not what the registry says; run `make docs`")
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(wanted[path], encoding="utf-8")
    for path in gone:
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} is of a family that is not there any more; run `make docs`")
        else:
            path.unlink()
    return int(bool(stale or gone) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
