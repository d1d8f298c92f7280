"""What is in an image and what is not, and how one is found."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from rlvr.sandbox import SandboxUnavailable, image, recipes
from rlvr.sandbox.languages import LANGUAGES
from rlvr.sandbox.rootfs import Writer

USUAL = ("bash", "c", "cpp", "javascript", "python", "verilog")
"""Languages of the image that .ci/engine.sh builds."""

LOOK = """
import json, os, stat, sys
found = {"powers": [], "writable": [], "owned": [], "dangling": [], "shells": [], "ours": [], "uncompiled": []}
found["packages"] = []
library = os.path.dirname(os.__file__)
for folder, folders, names in os.walk("/"):
    if folder == "/":
        folders[:] = [name for name in folders if name not in ("proc", "sys", "dev")]
    for name in names + folders:
        path = os.path.join(folder, name)
        status = os.lstat(path)
        if stat.S_ISLNK(status.st_mode):
            if not os.path.exists(path) and path != "/etc/mtab":
                found["dangling"].append(path)
            continue
        if status.st_mode & 0o6000 or os.listxattr(path, follow_symlinks=False):
            found["powers"].append(path)
        if status.st_mode & 0o002 and path != "/tmp":
            found["writable"].append(path)
        if (status.st_uid or status.st_gid) and path != "/tmp":
            found["owned"].append(path)
        if name in ("sh", "bash", "dash", "busybox", "zsh", "apt-get", "dpkg", "pip3"):
            found["shells"].append(path)
        if "rlvr" in path:
            found["ours"].append(path)
        if name in ("site-packages", "dist-packages", "ensurepip", "tkinter", "idlelib", "shadow"):
            found["packages"].append(path)
        if name.endswith(".py") and path.startswith(library + "/"):
            compiled = os.path.join(folder, "__pycache__", name[:-3] + "." + sys.implementation.cache_tag + ".pyc")
            if not os.path.exists(compiled) or open(compiled, "rb").read(8)[4] != 1:
                found["uncompiled"].append(path)
import argparse, asyncio, bisect, collections, csv, ctypes, dataclasses, decimal, fractions, functools, hashlib
import heapq, itertools, json, math, multiprocessing, pwd, random, re, sqlite3, ssl, statistics, string, subprocess
import threading, typing, unicodedata, unittest, uuid, zlib, zoneinfo
found["nobody"] = pwd.getpwnam("nobody").pw_uid
found["version"] = list(sys.version_info[:2])
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def host_image(engine: Any) -> image.Image:
    tag = image.build("host", ["python"], client=engine)
    return next(entry for entry in image.images(engine) if entry.tag == tag)


def looked(boxed: Any, where: image.Image) -> dict[str, Any]:
    status, out = boxed(where.tag, [where.python, "-I", "-S", "-W", "ignore", "-c", LOOK])
    assert status == 0, out
    told: dict[str, Any] = json.loads(out)
    return told


def test_an_image_of_this_machine_has_its_python_and_nothing_else(boxed: Any, host_image: image.Image) -> None:
    told = looked(boxed, host_image)
    assert told.pop("version") == list(sys.version_info[:2])
    assert told.pop("nobody") == 65534
    assert {what: paths for what, paths in told.items() if paths} == {}


def test_an_image_with_all_languages_has_no_powers(boxed: Any, full_image: image.Image) -> None:
    told = looked(boxed, full_image)
    assert sorted(map(os.path.basename, told.pop("shells"))) == ["bash", "dash"]
    assert told.pop("version") >= [3, 11]
    assert told.pop("nobody") == 65534
    assert {what: paths for what, paths in told.items() if paths} == {}


def test_the_programs_of_every_language_are_there(boxed: Any, full_image: image.Image) -> None:
    tools = sorted({LANGUAGES[name].tool for name in USUAL} | {"awk", "sh", "vvp", "grep", "tar"})
    status, out = boxed(full_image.tag, ["bash", "-c", f"for t in {' '.join(tools)}; do type -P $t; done"])
    assert status == 0
    assert [os.path.basename(line) for line in out.split()] == tools


def test_labels_tell_what_an_image_is(engine: Any, host_image: image.Image) -> None:
    labels = engine.inspect_image(host_image.tag)["Config"]["Labels"]
    assert labels["rlvr.sandbox"] == "1"
    assert labels["rlvr.recipe"] == "host"
    assert host_image.tag == f"rlvr-sandbox:host-{labels['rlvr.hash']}"
    assert labels["rlvr.languages"] == "python"
    assert os.path.samefile(labels["rlvr.python"], os.path.realpath(sys.executable))


def test_building_again_finds_what_is_there(engine: Any, host_image: image.Image) -> None:
    said: list[str] = []
    before = engine.inspect_image(host_image.tag)["Id"]
    assert image.build("host", ["python"], say=said.append, client=engine) == host_image.tag
    assert (engine.inspect_image(host_image.tag)["Id"], said) == (before, [])
    assert host_image.current


def test_two_at_once_make_one_image(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("docker")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    both_missed_it, first_look = threading.Barrier(2), threading.local()
    made: list[str] = []

    def present(client: object, tag: str) -> bool:
        here = tag in made
        if not hasattr(first_look, "over"):
            first_look.over = True
            both_missed_it.wait(60)
        return here

    def make(client: object, recipe: str, languages: object, tag: str, say: object) -> None:
        time.sleep(0.1)  # so that the other one comes in between, if it can
        made.append(tag)

    monkeypatch.setattr(image, "_present", present)
    monkeypatch.setattr(image, "_build", make)
    client: Any = object()
    builders = [
        threading.Thread(target=image.build, args=("host",), kwargs={"client": client}) for _ in range(2)
    ]
    for each in builders:
        each.start()
    for each in builders:
        each.join()
    assert made == [image.tag_for("host", image.DEFAULT)]


def test_the_name_depends_on_what_is_in_it() -> None:
    assert image.tag_for("host", ["bash"]) == image.tag_for("host", ["python", "bash", "bash"])
    names = {
        image.tag_for(recipe, languages) for recipe in image.RECIPES for languages in ([], ["bash"], ["c"])
    }
    assert len(names) == 9


def test_the_smallest_image_with_the_languages_is_found(engine: Any, host_image: image.Image) -> None:
    everything = image.images(engine)
    found = image.find((), engine)
    chosen = next(entry for entry in everything if entry.tag == found)
    assert chosen.size == min(entry.size for entry in everything if entry.current or not chosen.current)
    for name in LANGUAGES:
        with_it = image.find([name], engine)
        assert (with_it is None) == (not any(name in entry.languages for entry in everything))
        if with_it:
            assert name in next(entry for entry in everything if entry.tag == with_it).languages


def test_what_cannot_be_built_is_said_in_one_line(engine: Any) -> None:
    with pytest.raises(ValueError, match="no language fortran; there are"):
        image.build("host", ["fortran"], client=engine)
    with pytest.raises(ValueError, match="no recipe 'wget'"):
        image.build("wget", client=engine)
    with pytest.raises(SandboxUnavailable, match=r"--from debian --with c$"):
        image.build("host", ["c"], client=engine)


def test_no_engine_is_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    with pytest.raises(SandboxUnavailable, match="no Docker engine answers: start it") as caught:
        image.find()
    assert "\n" not in str(caught.value)


def written(members: list[tuple[tarfile.TarInfo, bytes]], shell: bool) -> dict[str, tarfile.TarInfo]:
    source = io.BytesIO()
    with tarfile.open(fileobj=source, mode="w") as tar:
        for info, content in members:
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    source.seek(0)
    out = io.BytesIO()
    writer = Writer(out, shell)
    with tarfile.open(fileobj=source) as tar:
        writer.copy(tar)
    writer.close()
    out.seek(0)
    with tarfile.open(fileobj=out) as tar:
        return {info.name: info for info in tar}


def member(name: str, mode: int = 0o755, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.mode, info.type, info.linkname, info.uid, info.mtime = mode, kind, link, 1000, 1_700_000_000
    info.pax_headers = {"SCHILY.xattr.security.capability": "x"}
    return info


@pytest.fixture
def system() -> list[tuple[tarfile.TarInfo, bytes]]:
    return [
        (member("./usr/bin/su", 0o4755), b"su"),
        (member("./usr/bin/bash"), b"bash"),
        (member("./usr/bin/mawk"), b"mawk"),
        (member("./usr/bin/apt-get"), b"apt"),
        (member("./usr/lib/python3.11/os.py", 0o600), b"os"),
        (member("./usr/lib/python3.11/site-packages/evil.py"), b"evil"),
        (member("./usr/lib/python3/dist-packages/rlvr/__init__.py"), b"ours"),
        (member("./etc/shadow", 0o640), b"root:secret"),
        (member("./etc/passwd", 0o644), b"alice:x:0:0::/:/bin/sh"),
        (member("./root/.ssh/id", 0o600), b"key"),
        (member("./dev/sda", 0o666, tarfile.BLKTYPE), b""),
        (member("./usr/bin/hard", kind=tarfile.LNKTYPE, link="./usr/bin/su"), b""),
        (member("./usr/bin/lost", kind=tarfile.LNKTYPE, link="./usr/bin/apt-get"), b""),
        (member("./usr/lib/link", kind=tarfile.SYMTYPE, link="python3.11"), b""),
        (member("./var/lib/dpkg/status"), b"dpkg"),
        (member("./usr/share/doc/su/copyright"), b"doc"),
    ]


@pytest.mark.parametrize("shell", [False, True])
def test_only_what_belongs_into_a_box_is_copied(
    shell: bool, system: list[tuple[tarfile.TarInfo, bytes]]
) -> None:
    got = written(system, shell)
    files = {name for name, info in got.items() if not info.isdir()}
    shells = {"usr/bin/bash", "usr/bin/sh"} if shell else set()
    assert files == shells | {
        "usr/bin/su",
        "usr/bin/mawk",
        "usr/bin/awk",
        "usr/bin/hard",
        "usr/lib/link",
        "usr/lib/python3.11/os.py",
        "etc/passwd",
        "etc/group",
        "etc/nsswitch.conf",
    }
    assert not any(info.mode & 0o6022 for name, info in got.items() if name != "tmp" and not info.issym())
    assert {(info.uid, info.gid, info.mtime) for info in got.values()} == {(0, 0, 1_577_836_800)}
    assert not any(info.pax_headers for info in got.values())
    assert got["usr/bin/awk"].linkname == "mawk"
    assert got["usr/lib/python3.11/os.py"].mode == 0o644


def test_every_folder_comes_before_what_is_in_it(system: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    seen: set[str] = set()
    for name, info in written(system, True).items():
        above = name.rpartition("/")[0]
        assert not above or above in seen
        if info.isdir():
            seen.add(name)


def test_what_a_program_is_linked_with_is_what_the_linker_says() -> None:
    traced = subprocess.run(
        ["/bin/ls", "/nowhere"], env={"LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True, text=True
    ).stdout
    named = {part for line in traced.splitlines() for part in line.split() if part.startswith("/")}
    assert named
    assert named <= set(recipes.libraries(["/bin/ls"]))


def test_packages_of_a_language_bring_python_too() -> None:
    assert recipes.packages([]) == ["python3"]
    assert "dash" in recipes.packages(["verilog"])  # it starts its parts through a shell
    assert {"python3", "gcc", "libc6-dev"} <= set(recipes.packages(["c"]))
