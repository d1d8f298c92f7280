"""What a release is built from: links that are whole addresses, the project's addresses, one version."""

from __future__ import annotations

import importlib.util
import io
import tarfile
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

import rlvr

ROOT = Path(rlvr.__file__).resolve().parent
BASE = "https://example.org/someone/rlvr"


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / "scripts" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_of_the_readme_become_whole_and_name_files_that_exist(release: ModuleType) -> None:
    text = release.whole_links((ROOT / "README.md").read_text("utf-8"), BASE, "v1")
    targets = [(mark, target) for mark, _, target in release.LINK.findall(text)]
    assert len(targets) > 40
    for mark, target in targets:
        if target.startswith("#"):
            continue
        way = f"{BASE}/{'raw' if mark else 'blob'}/v1/"
        assert target.startswith(way), target
        assert (ROOT / target.removeprefix(way).partition("#")[0]).exists(), target


def test_other_links_stay_as_they_are(release: ModuleType) -> None:
    text = "[a](https://arxiv.org/abs/1) [b](#there) [c](mailto:x@y) ![d](p.png) [e](docs/x.md#y)"
    assert release.whole_links(text, BASE, "v1") == (
        f"[a](https://arxiv.org/abs/1) [b](#there) [c](mailto:x@y) ![d]({BASE}/raw/v1/p.png) "
        f"[e]({BASE}/blob/v1/docs/x.md#y)"
    )


def test_the_metadata_gets_addresses_and_nothing_else_changes(release: ModuleType) -> None:
    before = (ROOT / "pyproject.toml").read_text("utf-8")
    after = tomllib.loads(release.with_addresses(before, BASE, "v1"))
    assert after["project"].pop("urls")["Source"] == BASE
    assert after == tomllib.loads(before)
    with pytest.raises(ValueError, match=r"project\.urls already"):
        release.with_addresses(release.with_addresses(before, BASE, "v1"), BASE, "v1")


def test_there_is_one_version_and_a_tag_must_be_of_it(release: ModuleType, tmp_path: Path) -> None:
    assert release.declared_version(ROOT) == rlvr.__version__
    with pytest.raises(ValueError, match="is not v"):
        release.build(BASE, "v99.0.0", tmp_path)


def test_what_is_wrong_with_built_files_is_told(release: ModuleType, tmp_path: Path) -> None:
    wheel, archive = tmp_path / "x.whl", tmp_path / "x.tar.gz"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("x.dist-info/METADATA", "Metadata-Version: 2.4\nVersion: 0\n\n[here](docs/x.md)\n")
    with tarfile.open(archive, "w:gz") as packed:
        packed.addfile(tarfile.TarInfo("x-0/README.md"), io.BytesIO())
    told = "\n".join(release.problems(wheel, archive, "1"))
    for part in ("version is 0", "no address", "links to docs/x.md", "lacks rlvr/py.typed", "lacks LICENSE"):
        assert part in told
