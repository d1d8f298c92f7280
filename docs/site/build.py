"""Build the documentation as web pages: ``make site``.

Pages are staged first: the guides of ``docs/`` as they are, and those that are made from the registry, from docstrings
and from the guides themselves. Sphinx then makes them into HTML, and every warning is an error. Nothing is fetched.

    python docs/site/build.py build/site                    # everything
    python docs/site/build.py build/site --quick --env sudoku   # less: one environment, a part of the reference
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # the other files of these folders; they are no packages

import api
import environment_pages
import notebooks
import options_page
import papers
import staging
from sphinx.cmd.build import main as sphinx


def stage(folder: Path, names: list[str], *, quick: bool) -> None:
    """Write all pages below `folder`."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    staging.copy(folder)
    environment_pages.write(folder, names)
    options_page.write(folder)
    papers.write(folder)
    api.write(folder, 1 if quick else len(api.GROUPS))
    notebooks.write(folder)
    staging.contents(folder)


def main() -> int:
    """Build; returns the exit status, which is not 0 if there was a warning."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="folder of the pages; begin with index.html")
    parser.add_argument(
        "--env", action="append", default=[], help="only the page of this environment; several times"
    )
    parser.add_argument("--quick", action="store_true", help="only the first part of the reference")
    given = parser.parse_args()
    staged = given.out / "_staged"
    stage(staged, given.env, quick=given.quick)
    arguments = ["-b", "html", "-W", "--keep-going", "-q", "-c", str(HERE), "-d", str(given.out / "_doctrees")]
    return sphinx([*arguments, str(staged), str(given.out / "html")])


if __name__ == "__main__":
    sys.exit(main())
