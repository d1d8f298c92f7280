"""Choosing where code runs: the strongest that is ready, aloud where it is not the strongest, never silently weak."""

from __future__ import annotations

from pathlib import Path

import pytest

from rlvr.sandbox import Job, SandboxUnavailable, bwrap, current, make, use

ADD = Job("print(40 + 2)")


@pytest.fixture
def no_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")


def test_without_an_engine_it_is_namespaces_and_says_so(no_engine: None) -> None:
    if reason := bwrap.why_not():
        pytest.skip(f"no bubblewrap here: {reason}")
    with pytest.warns(RuntimeWarning, match=r"namespaces .*not in containers.*start it"):
        box = make()
    with box:
        assert box.isolation == "namespace"
        assert box.run(ADD).isolation == "namespace"


def test_without_both_the_error_names_both_fixes(no_engine: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        bwrap, "why_not", lambda: "bubblewrap is not installed: sudo apt-get install bubblewrap"
    )
    with pytest.raises(SandboxUnavailable, match=r"no Docker engine answers: start it.*install bubblewrap"):
        make()


def test_nothing_weaker_than_asked_for_is_taken(no_engine: None) -> None:
    with pytest.raises(SandboxUnavailable, match="no Docker engine answers"):
        make("docker")


def test_unsafe_is_taken_by_name_only_and_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RLVR_SANDBOX", "unsafe-local")
    with use("unsafe-local"):
        with pytest.warns(UserWarning, match="without any isolation"):
            box = current()
        assert (box.isolation, box.run(ADD).text) == ("none", "42\n")
        assert current() is box


def test_settings_that_make_no_sense_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="unknown sandbox 'jail'"):
        make("jail")
    with pytest.raises(ValueError, match="unknown language 'cobol'"):
        make(languages=frozenset({"cobol"}))
    monkeypatch.setenv("RLVR_SANDBOX_SLOTS", "many")
    with use("auto"), pytest.raises(ValueError, match="RLVR_SANDBOX_SLOTS"):
        current()
