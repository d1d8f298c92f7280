"""Settings of Sphinx; `build.py` calls it with the folder of staged pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rlvr

HERE = Path(__file__).parent

project = "rlvr"
author = "The authors of rlvr"
project_copyright = "the authors of rlvr; Apache-2.0"
version = release = rlvr.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["_build"]
# A word in single backticks in a docstring is a name of the package where there is one, else only set as code.
default_role = "py:obj"
add_module_names = False
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

myst_heading_anchors = 4
# Pages of a repository may begin sections at any depth; and `Json` is the name of the same type in two modules.
suppress_warnings = ["myst.header", "ref.python"]

autodoc_default_options = {"members": True, "show-inheritance": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
# What parts of the package import beyond its requirements has stand-ins, installed or not: so the site is the same
# wherever it is built, and needs none of it.
autodoc_mock_imports = (
    "torch transformers peft trl datasets verl verifiers vllm fastapi uvicorn pydantic".split()
)
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True

html_theme = "furo"
html_title = f"rlvr {release}"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_js_files = ["versions.js"]
templates_path = [str(HERE / "templates")]
html_sidebars = {
    "**": [
        *(f"sidebar/{name}.html" for name in ("brand", "search", "scroll-start", "navigation", "scroll-end")),
        "versions.html",
    ]
}
html_show_sourcelink = False
html_show_sphinx = False
html_copy_source = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

SECTIONS = (
    "Args:",
    "Attributes:",
    "Returns:",
    "Yields:",
    "Raises:",
    "Example:",
    "Examples:",
    "Note:",
    "Notes:",
)


def _examples(app: Any, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Mark indented blocks of a docstring as code: here they are written as Markdown has them, without colons."""
    found: list[str] = []
    before = ""
    for line in lines:
        opens = line.startswith("    ") and found and not found[-1].strip() and not before.startswith(" ")
        if opens and before.strip() not in SECTIONS and not before.rstrip().endswith("::"):
            found += ["::", ""]
        found.append(line)
        before = line if line.strip() else before
    lines[:] = found


def setup(app: Any) -> None:
    """Sphinx calls this."""
    app.connect("autodoc-process-docstring", _examples, priority=400)  # before napoleon's
