"""The guides as pages of the site, and the tables of contents that lead to all pages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS, PAGES = ROOT / "docs", Path(__file__).parent / "pages"

GUIDES = {
    "Use it": "datasets difficulty training evaluation demo gpu trainers/README serving audit viewer sandbox",
    "Your own": "adding-a-task code-import repository-import sql search-worlds math-verification",
    "Learning": "training-algorithms curricula rewards rollouts self-play settings",
    "The project": "architecture benchmarks contributing changelog",
}
"""Guides by what they are for. One that is not named here comes under "More"."""
FIRST = ("install", "first-steps", "notebooks/index")
REFERENCE = ("environments/index", "options", "papers", "coverage", "api/index")


def copy(folder: Path) -> None:
    """Stage the guides, results and pictures, and the pages that only the site has."""
    for path in sorted(DOCS.glob("*.md")):
        if path.name != "environments.md":
            _page(path, folder / path.name)
    for name in ("trainers", "results", "pictures"):
        for path in sorted(each for each in (DOCS / name).rglob("*") if each.is_file()):
            place = folder / path.relative_to(DOCS)
            place.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".md":
                _page(path, place)
            else:
                shutil.copy(path, place)
    for name in ("CHANGELOG", "CONTRIBUTING"):
        _page(ROOT / f"{name}.md", folder / f"{name.lower()}.md")
    for path in PAGES.glob("*.md"):
        if path.name != "index.md":
            _page(path, folder / path.name)


def _page(source: Path, place: Path) -> None:
    depth = len(place.parent.relative_to(_staged(place)).parts)
    place.write_text(links(source.read_text(encoding="utf-8"), depth), encoding="utf-8")


def _staged(place: Path) -> Path:
    return next(parent for parent in place.parents if parent.name == "_staged")


def links(text: str, depth: int) -> str:
    """A page's text with links that fit where pages lie in the site, `depth` folders below its root."""
    up = "../" * depth

    def moved(match: re.Match[str]) -> str:
        target, anchor = match[1], match[2] or ""
        name = target.rpartition("/")[2]
        if name == "environments.md" or "environments/" in target:  # the site has a page for each, and an index
            environment = re.fullmatch(r"#rlvr(.+)-v\d+", anchor)
            return f"]({up}environments/{environment[1] if environment else 'index'}.md)"
        if name in ("CHANGELOG.md", "CONTRIBUTING.md"):
            return f"]({up}{name.lower()}{anchor})"
        if target.startswith("docs/"):
            return f"]({up}{target.removeprefix('docs/')}{anchor})"
        return match[0]

    return re.sub(r"\]\(([^)#\s:]+)(#[^)\s]*)?\)", moved, text)


def contents(folder: Path) -> None:
    """Write the first page with its tables of contents, the index of results, and the page of other guides."""
    known = {name for names in GUIDES.values() for name in names.split()}
    here = {path.stem for path in folder.glob("*.md")}
    more = sorted(here - known - set(FIRST) - set(REFERENCE))
    trainers = sorted(
        f"trainers/{path.stem}" for path in (folder / "trainers").glob("*.md") if path.stem != "README"
    )
    groups = {caption: names.split() for caption, names in GUIDES.items()}
    at = groups["Use it"].index("trainers/README") + 1
    groups["Use it"][at:at] = trainers
    parts = [
        (PAGES / "index.md").read_text(encoding="utf-8"),
        _tree("Begin", FIRST),
        _tree("Look up", REFERENCE),
    ]
    parts += [_tree(caption, names) for caption, names in groups.items()]
    if more:
        parts.append(_tree("More", more))
    results = sorted(
        path.relative_to(folder).with_suffix("").as_posix() for path in (folder / "results").rglob("*.md")
    )
    parts.append(_tree("Results", results))
    (folder / "index.md").write_text("\n\n".join(parts), encoding="utf-8")


def _tree(caption: str, pages: list[str] | tuple[str, ...]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", ":maxdepth: 1", "", *pages, "```"])
