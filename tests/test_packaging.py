"""What ships: the wheel holds every package and the registry, no tests, and works from anywhere."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import rlvr

ROOT = Path(rlvr.__file__).parent
NOT_SHIPPED = {"tests", "benchmarks", "docs", "build", "scripts"}


def packages() -> set[str]:
    found = {"rlvr"}
    for init in ROOT.rglob("__init__.py"):
        parts = init.parent.relative_to(ROOT).parts
        if parts and parts[0] not in NOT_SHIPPED and not any(part.startswith(".") for part in parts):
            found.add(".".join(("rlvr", *parts)))
    return found


def test_every_package_is_listed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    assert set(listed) == packages()
    assert len(listed) == len(set(listed))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for package in packages():
        assert package.replace(".", "/") + "/__init__.py" in names
    sources = {
        str(Path("rlvr") / path.relative_to(ROOT))
        for package in packages()
        for path in (ROOT / package.removeprefix("rlvr").lstrip(".").replace(".", "/")).glob("*.py")
    }
    assert sources <= names
    assert {"rlvr/registry.yaml", "rlvr/py.typed"} <= names
    entries = {str(Path("rlvr") / path.relative_to(ROOT)) for path in ROOT.glob("generators/*/tasks.yaml")}
    assert entries
    assert entries <= names
    assert not any(name.split("/")[1] in NOT_SHIPPED for name in names if name.count("/") > 1)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_works_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", system_site_packages=False, with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]; import rlvr, gymnasium as gym;"
        "assert rlvr.__file__.startswith(sys.argv[1]), rlvr.__file__;"
        "env = gym.make('rlvr/word-sorting-v0'); o, i = env.reset(seed=0);"
        "print(env.step(f'<answer>{i[\"task\"].answer}</answer>')[1], len(rlvr.list()))"
    )
    shown = subprocess.run(
        [str(python), "-c", code, str(tmp_path / "site"), *libraries],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.stdout.split() == ["1.0", str(len(rlvr.list()))], shown.stderr


def test_the_core_depends_on_nothing_heavy() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    core = {requirement.split(">=")[0] for requirement in project["dependencies"]}
    assert core == {"gymnasium", "mpmath", "numpy", "pyyaml", "rich", "typer"}
    assert project["version"] == rlvr.__version__
