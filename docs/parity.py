"""Writes docs/trainers/parity.md: what each adapter pays for the same episodes.

Each adapter's test leaves its results in docs/trainers/parity/ (RLVR_PARITY=FOLDER .ci/integrations.sh); this makes the
page of them. ``--check`` only tells whether the page is current.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "trainers"
PAGE = HERE / "parity.md"
RESULTS = HERE / "parity"
HEAD = """\
# One reward, every trainer

<!-- made by docs/parity.py from the results of the adapters' own tests -->

The same episodes through every adapter, each with the real library. A test of each adapter plays them and fails if
a reward is not that of `rlvr.verify`, or if what has no score is paid. *dies* is an environment whose process ends
in the middle of a step, *hangs* one that never comes back, with the interpreter's lock held; neither has a score,
and **–** means that the trainer was told so, in the form below. *hostile* is code and talk to a grader in place of
an answer, and a call of a tool that does not exist. *n/a* is an episode that the library has no form for.

A row is added by a call of `parity.check` in the adapter's test (`tests/integrations/parity.py`), a run of it with
`RLVR_PARITY=docs/trainers/parity`, and `python docs/parity.py`.

"""
KINDS = ("one response", "game", "tools")


def results() -> list[dict[str, Any]]:
    """What the adapters' tests have left, by name."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in RESULTS.glob("*.json")]
    return sorted(found, key=lambda result: str(result["name"]).casefold())


def page() -> str:
    """The page's text.

    Raises:
        ValueError: if adapters were tried on different episodes: run all of their tests again.
    """
    adapters = results()
    cases = list(adapters[0]["cells"])
    for adapter in adapters:
        if list(adapter["cells"]) != cases:
            raise ValueError(
                f"{adapter['name']} has other episodes than {adapters[0]['name']}: run its test again"
            )
    text = HEAD
    for kind in KINDS:
        names = [case for case in cases if case.startswith(f"{kind}: ")]
        text += f"## {kind[0].upper()}{kind[1:]}\n\n"
        text += "| adapter | " + " | ".join(name.partition(": ")[2] for name in names) + " |\n"
        text += "|---|" + "---|" * len(names) + "\n"
        for adapter in adapters:
            cells = (_cell(adapter["cells"][name]) for name in names)
            text += f"| {adapter['name']} | " + " | ".join(cells) + " |\n"
        text += "\n"
    text += "## What no score is told as\n\n| adapter | tried with | form |\n|---|---|---|\n"
    for adapter in adapters:
        forms = dict.fromkeys(cell["unpaid"] for cell in adapter["cells"].values() if "unpaid" in cell)
        text += f"| {adapter['name']} | {adapter['library']} | {'; '.join(forms)} |\n"
    never = [
        f"- {adapter['name']}: {reason}.\n"
        for adapter in adapters
        for reason in dict.fromkeys(cell["never"] for cell in adapter["cells"].values() if "never" in cell)
    ]
    return text + ("\n## What cannot be played\n\n" + "".join(never) if never else "")


def _cell(cell: dict[str, Any]) -> str:
    return f"{cell['paid']:g}" if "paid" in cell else "–" if "unpaid" in cell else "n/a"


def main() -> int:
    """Write the page, or check it."""
    text = page()
    if "--check" in sys.argv[1:]:
        current = PAGE.read_text(encoding="utf-8") == text
        if not current:
            print(f"{PAGE} is not current: run python docs/parity.py", file=sys.stderr)
        return int(not current)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
