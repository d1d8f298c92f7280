"""The documentation as web pages: it builds without a warning, its links lead somewhere, it asks nobody else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import rlvr

pytest.importorskip("furo")
pytest.importorskip("myst_parser")
pytest.importorskip("nbclient")

ROOT = Path(rlvr.__file__).parent
QUICK = ["--quick", "--env", "sudoku", "--env", "sokoban", "--env", "text2sql"]


class Page(HTMLParser):
    """The links, names and resources of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.names.add(found["id"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in ("img", "script", "iframe", "source") and found.get("src"):
            self.loads.append(found["src"])
        if tag == "link" and found.get("rel") in ("stylesheet", "preload"):
            self.loads.append(found["href"])


def built(folder: Path, options: list[str]) -> Path:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "site" / "build.py", folder, *options],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        cwd=folder.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "html"


def check(site: Path) -> None:
    pages = {
        path: Page(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
        if "_static" not in path.relative_to(site).parts
    }
    assert len(pages) > 40
    broken = set()
    for path, page in pages.items():
        for target in page.loads:
            assert not urlsplit(target).netloc, f"{path.name} loads {target}"
            if not target.startswith("data:"):
                assert (path.parent / unquote(urlsplit(target).path)).is_file(), f"{path.name} loads {target}"
        for target in page.links:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            place = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if place not in pages:
                if not place.is_file():
                    broken.add((path.name, target))
            elif parts.fragment and unquote(parts.fragment) not in pages[place].names:
                broken.add((path.name, target))
    assert not broken


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("site") / "out", QUICK)


def test_it_builds_without_a_warning_and_its_links_lead_somewhere(site: Path) -> None:
    check(site.resolve())


def test_an_environment_has_pictures_levels_and_three_examples(site: Path) -> None:
    text = (site / "environments" / "sudoku.html").read_text(encoding="utf-8")
    spec = rlvr.get("sudoku")
    for level in (1, spec.levels[len(spec.levels) // 2], spec.levels[-1]):
        for theme in ("light", "dark"):
            assert f"sudoku-{level}-{theme}.svg" in text
            assert (site / "_images" / f"sudoku-{level}-{theme}.svg").is_file()
    assert text.count("Reference answer") == 3
    assert re.search(r'alt="sudoku, level \d', text)
    assert all(name in text for name in spec.axes)


def test_all_options_and_tools_are_on_one_page(site: Path) -> None:
    from rlvr.envs.make import options_of, target_of

    text = (site / "options.html").read_text(encoding="utf-8")
    for id in ("rlvr/sudoku-v0", "rlvr/sokoban-v0", "rlvr/search-qa-v0"):
        maker = target_of(id)
        for name in options_of(maker) or []:
            assert f">{name}<" in text, name
    assert ">search<" in text


def test_papers_lead_to_settings(site: Path) -> None:
    text = re.sub(r"\s+", " ", (site / "papers.html").read_text(encoding="utf-8"))
    row = text[text.index("abs/2503.14476") :][:900]
    assert ">dapo<" in row
    assert "training-algorithms.html" in row
    given = set(
        re.findall(r"arXiv:(\d{4}\.\d{5})", (ROOT / "docs" / "training-algorithms.md").read_text("utf-8"))
    )
    assert given <= set(re.findall(r"arxiv\.org/abs/(\d{4}\.\d{5})", text))


def test_notebooks_are_run_and_shown_with_what_they_print(site: Path) -> None:
    text = (site / "notebooks" / "datasets-and-measuring.html").read_text(encoding="utf-8")
    assert "shared problems: 0" in text
    assert re.search(r"pass@4: 0\.\d\d \[", text)
    assert list((site / "_images").glob("tasks-and-verdicts-*.svg"))


def test_a_guide_is_no_page_that_sphinx_writes_itself(site: Path) -> None:
    own = {"search", "genindex", "py-modindex", "index"}
    assert not own & {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert "invented worlds" in (site / "search-worlds.html").read_text(encoding="utf-8")


def test_the_search_finds_environments_and_functions(site: Path) -> None:
    text = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "environments/sokoban" in text
    assert "verify_many" in text


def test_versions_lie_beside_one_another_and_the_newest_is_first(site: Path, tmp_path: Path) -> None:
    def put(version: str) -> subprocess.CompletedProcess[str]:
        command = [
            sys.executable,
            ROOT / "docs" / "site" / "versions.py",
            site,
            tmp_path / "host",
            "--version",
            version,
        ]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    for version, there in (("0.9.0", ["0.9.0"]), ("0.10.0rc1", ["0.10.0rc1", "0.9.0"])):
        assert put(version).stdout.split() == there
    assert put("0.10.0").stdout.split() == ["0.10.0", "0.10.0rc1", "0.9.0"]
    assert json.loads((tmp_path / "host" / "versions.json").read_text()) == ["0.10.0", "0.10.0rc1", "0.9.0"]
    assert "url=0.10.0/index.html" in (tmp_path / "host" / "index.html").read_text()
    assert 'class="versions"' in (tmp_path / "host" / "0.9.0" / "environments" / "sudoku.html").read_text()
    refused = put("../elsewhere")
    assert refused.returncode == 2
    assert "0.1.0" in refused.stderr


STEPS = (ROOT / "docs" / "site" / "pages" / "first-steps.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("snippet", "shown"),
    list(
        zip(
            re.findall(r"^```python\n(.*?)^```", STEPS, re.DOTALL | re.MULTILINE),
            ("answer", "rlvr/futoshiki-v0:3:2", "1.0 correct 0.0 wrong", "correct"),
            strict=True,
        )
    ),
)
def test_the_first_steps_work(snippet: str, shown: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", snippet], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


@pytest.mark.slow
def test_the_whole_site_builds(tmp_path: Path) -> None:
    found = built(tmp_path / "out", []).resolve()
    check(found)
    assert {path.stem for path in (found / "environments").glob("*.html")} >= {
        spec.name for spec in rlvr.specs()
    }
