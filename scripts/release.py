"""Build the files of a release: ``python scripts/release.py https://HOST/OWNER/NAME v0.1.0``.

An index shows the README without the files beside it, so its links must be whole addresses there, and the metadata
needs the project's addresses. Where the repository lies is known to whoever publishes it and not to the sources: both
are written into a copy, which is then built. The wheel and the source archive are put into ``dist/`` and looked at.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_WHOLE = re.compile(r"[a-z]+:|#")


def whole_links(text: str, base: str, version: str) -> str:
    """A README with links to files of the repository as whole addresses, those of pictures to the files themselves.

    Args:
        text: Markdown.
        base: the repository's address.
        version: a tag or commit.
    """

    def whole(match: re.Match[str]) -> str:
        mark, words, target = match.groups()
        if _WHOLE.match(target):
            return match[0]
        return f"{mark}[{words}]({base}/{'raw' if mark else 'blob'}/{version}/{target})"

    return LINK.sub(whole, text)


def with_addresses(text: str, base: str, version: str) -> str:
    """A pyproject.toml with the addresses of the project.

    Raises:
        ValueError: if it has some already.
    """
    if "[project.urls]" in text:
        raise ValueError("pyproject.toml has project.urls already; the release writes them")
    urls = {
        "Source": base,
        "Documentation": f"{base}/blob/{version}/docs",
        "Changelog": f"{base}/blob/{version}/CHANGELOG.md",
        "Issues": f"{base}/issues",
    }
    table = "\n".join(["[project.urls]", *(f'{name} = "{url}"' for name, url in urls.items())])
    return text.replace("[project.scripts]", f"{table}\n\n[project.scripts]", 1)


def declared_version(root: Path) -> str:
    """The version that pyproject.toml declares.

    Raises:
        ValueError: if `version.py` says another.
    """
    declared = re.search(r'^version = "(.+)"$', (root / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    told = re.search(r'^__version__ = "(.+)"$', (root / "version.py").read_text("utf-8"), re.MULTILINE)
    if declared is None or told is None or declared[1] != told[1]:
        raise ValueError("pyproject.toml and version.py must say the same version")
    return declared[1]


def problems(wheel: Path, archive: Path, version: str) -> list[str]:
    """What is wrong with built files; empty if nothing is."""
    found = []
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
        (path,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(file.read(path).decode("utf-8"))
    if metadata["Version"] != version:
        found.append(f"the wheel's version is {metadata['Version']}, not {version}")
    if not metadata.get_all("Project-URL"):
        found.append("the wheel names no address of the project")
    linked = [target for _, _, target in LINK.findall(str(metadata.get_payload()))]
    found += [
        f"the description links to {each}, which an index does not have"
        for each in linked
        if not _WHOLE.match(each)
    ]
    wanted = ("rlvr/__init__.py", "rlvr/registry.yaml", "rlvr/py.typed", "rlvr/view/static/app.js")
    found += [f"the wheel lacks {name}" for name in wanted if name not in names]
    with tarfile.open(archive) as packed:
        inside = {member.name.partition("/")[2] for member in packed}
    wanted = ("pyproject.toml", "README.md", "LICENSE", "registry.yaml")
    found += [f"the source archive lacks {name}" for name in wanted if name not in inside]
    return found


def build(base: str, tag: str, out: Path) -> list[str]:
    """Build a release of the files that git tracks into a folder; returns what is wrong with it.

    Raises:
        ValueError: if the tag is not of the version that is declared.
        subprocess.CalledProcessError: if the build fails.
    """
    version = declared_version(ROOT)
    if tag != f"v{version}":
        raise ValueError(f"the tag {tag} is not v{version}, the version that pyproject.toml declares")
    out = out.resolve()
    with tempfile.TemporaryDirectory(prefix="rlvr-release-") as folder:
        copy = Path(folder)
        packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x"], cwd=copy, input=packed, check=True)
        for name, change in (("README.md", whole_links), ("pyproject.toml", with_addresses)):
            path = copy / name
            path.write_text(change(path.read_text("utf-8"), base, tag), "utf-8")
        subprocess.run([sys.executable, "-m", "build", "--outdir", str(out), str(copy)], check=True)
    (wheel,), (archive,) = list(out.glob("*.whl")), list(out.glob("*.tar.gz"))
    return problems(wheel, archive, version)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and look; returns the exit status."""
    parser = argparse.ArgumentParser(description="Build the files of a release into dist/ and look at them.")
    parser.add_argument("base", help="address of the repository, https://HOST/OWNER/NAME")
    parser.add_argument("tag", help="v and the version")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    given = parser.parse_args(arguments)
    found = build(given.base.rstrip("/"), given.tag, given.out)
    for each in found:
        print(each)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
