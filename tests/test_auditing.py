"""Auditing foreign rewards: faults are found and told truly, a right reward is not accused, nothing stops the audit."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.auditing import Report, Settings, TargetError, audit, read_target
from rlvr.auditing.certain import says_nothing, wrong
from rlvr.auditing.findings import TITLES
from rlvr.auditing.page import html, markdown
from rlvr.auditing.process import Process
from rlvr.auditing.rows import Row, rows_of_environment, rows_of_file
from rlvr.auditing.texts import Text, near, nothings
from rlvr.auditing.values import refuted, same

REWARDS = Path(__file__).parent / "fixtures" / "foreign_rewards.py"
QUICK = Settings(seconds=2.0, memory=2**28, rows=8)


def audited(
    name: str, settings: Settings = QUICK, env: str = "gcd-lcm", rows: list[Row] | None = None, **how: Any
) -> Report:
    return audit(
        read_target(f"{REWARDS}:{name}", **how), rows or rows_of_environment(env, settings.rows, 2), settings
    )


def kinds(report: Report) -> set[str]:
    return set(report.kinds("fault"))


@pytest.mark.parametrize(
    ("name", "signature"),
    [
        ("right_trl", "trl"),
        ("right_trl_messages", "trl"),
        ("right_verl", "verl"),
        ("right_openrlhf", "openrlhf"),
        ("right_verifiers", "verifiers"),
        ("right_plain", "plain"),
        ("right_turned", "plain-turned"),
    ],
)
def test_a_right_reward_is_not_accused_through_any_signature(name: str, signature: str) -> None:
    report = audited(name, messages="messages" in name)
    assert report.signature == signature
    assert not report.faults
    assert report.calls > 500


@pytest.mark.parametrize("env", ["fractions", "inequalities", "word-sorting", "sudoku", "knights-and-knaves"])
def test_our_own_verifier_has_no_finding_where_answers_are_no_numbers(env: str) -> None:
    report = audited("right_verl", env=env)
    assert [finding.kind for finding in report.findings] == []


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("substring", {"pays-wrong", "pays-denied", "pays-hedge", "pays-list", "pays-prompt"}),
        ("last_number", {"pays-denied"}),
        ("any_marked", {"pays-list"}),
        ("evaluated", {"executes", "hangs"}),
        ("hangs", {"hangs"}),
        ("ends", {"dies"}),
        ("raises", {"raises"}),
        ("no_number", {"no-number"}),
        ("unsteady", {"unsteady"}),
        ("hashes", {"unsteady"}),
        ("remembers", {"state"}),
        ("relative", {"batch"}),
        ("too_few", {"batch"}),
        ("main_thread_only", {"thread"}),
        ("constant", {"pays-nothing", "pays-constant"}),
        ("noisy", set()),
    ],
)
def test_a_fault_is_found_by_its_name_and_no_other(name: str, found: set[str]) -> None:
    report = audited(name)
    assert kinds(report) == found
    for finding in report.faults:
        assert finding.examples
        assert 0 < finding.count <= finding.tried


def test_three_ways_to_end_a_process_are_told_apart() -> None:
    said = {finding.examples[0].came for finding in audited("ends").faults}
    assert said == {
        "the process ended with status 3",
        "the process died of SIGSEGV",
        "ends the process with SystemExit(5)",
    }


def test_memory_is_limited_and_what_only_a_huge_text_breaks_is_to_be_read() -> None:
    report = audited("eats")
    assert not report.faults
    assert "memory" in report.kinds("read")


def test_a_range_that_is_known_is_held_to_and_makes_blindness_certain() -> None:
    known = Settings(seconds=2.0, rows=8, least=0.0, most=1.0)
    assert kinds(audited("out_of_range", known)) == {"out-of-range"}
    assert {"blind", "pays-constant"} <= kinds(audited("anything", known))
    for name in ("anything", "never"):
        with pytest.raises(TargetError, match="no more than nonsense"):
            audited(name)


def test_a_tolerance_is_no_fault_unless_the_task_says_that_the_answer_is_exact(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(
        "".join(
            json.dumps({"question": f"How long is {n}?", "answer": str(n)}) + "\n" for n in range(40, 240, 25)
        )
    )
    report = audited("tolerant", rows=rows_of_file(file, 8))
    assert not report.faults
    assert "pays-wrong" in report.kinds("read")
    assert kinds(audited("tolerant")) == {"pays-wrong"}


def test_a_kind_can_be_left_out() -> None:
    settings = Settings(seconds=2.0, rows=8, skip=frozenset({"batch"}))
    assert audited("relative", settings).passed


def test_what_cannot_be_called_says_how_to_call_it() -> None:
    with pytest.raises(TargetError, match="give --signature"):
        audited("unclear")
    assert audited("unclear", signature="plain").passed
    with pytest.raises(TargetError, match="has no 'missing'"):
        audited("missing")
    for text in ("nothing", "ftp://host/x", "no/such/file.py:f", "reward:not a name"):
        with pytest.raises(ValueError, match=r"."):
            read_target(text)


def test_nothing_of_the_target_runs_here() -> None:
    audited("right_plain")
    assert "foreign_rewards" not in sys.modules


def test_a_call_that_hangs_is_killed_with_its_children(tmp_path: Path) -> None:
    reward = tmp_path / "reward.py"
    pid = tmp_path / "pid"
    reward.write_text(
        "import subprocess, time\n"
        "def score(answer, reference):\n"
        "    if answer == 'hang':\n"
        f"        open({str(pid)!r}, 'w').write(str(subprocess.Popen(['sleep', '600']).pid))\n"
        "        time.sleep(600)\n"
        "    return float(answer == reference)\n"
    )
    rows = [Row("p", "1", "1")]
    with Process(read_target(f"{reward}:score"), rows, seconds=2.0, memory=2**28, size=1) as process:
        assert process.score(0, "hang").how == "hung"
        assert process.score(0, "1").pay == 1.0  # and the next call works
        status = Path(f"/proc/{pid.read_text()}/status")
        assert not status.exists() or "State:\tZ" in status.read_text()


class Endpoint(BaseHTTPRequestHandler):
    """Pays a right answer; ``/openrlhf`` in that shape; ``/bad`` fails on letters, ``/slow`` never answers to them."""

    let_go = threading.Event()

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/openrlhf":
            pairs = zip(asked["query"], asked["prompts"], asked["labels"], strict=True)
            found: Any = {"rewards": [float(query == prompt + label) for query, prompt, label in pairs]}
        else:
            found = {"score": float(asked["response"] == asked["answer"])}
        if asked.get("response") == "banana":
            if self.path == "/bad":
                self.send_error(500)
                return
            if self.path == "/slow":
                self.let_go.wait(60)
        body = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def server() -> Iterator[str]:
    Endpoint.let_go.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Endpoint) as served:
        served.daemon_threads = True
        thread = threading.Thread(target=served.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{served.server_port}"
        Endpoint.let_go.set()
        served.shutdown()


@pytest.mark.parametrize(
    ("path", "found"), [("", set()), ("/openrlhf", set()), ("/bad", {"raises"}), ("/slow", {"hangs"})]
)
def test_an_endpoint_is_audited(server: str, path: str, found: set[str]) -> None:
    target = read_target(server + path, signature="openrlhf" if path == "/openrlhf" else None)
    report = audit(target, rows_of_environment("gcd-lcm", 8, 2), Settings(seconds=2.0, rows=8))
    assert kinds(report) == found
    assert report.signature == ("http-openrlhf" if path == "/openrlhf" else "http")


def test_an_endpoint_that_is_not_there_is_told() -> None:
    with pytest.raises(TargetError, match="ConnectionRefusedError"):
        audit(read_target("http://127.0.0.1:9/"), rows_of_environment("gcd-lcm", 8, 2), QUICK)


def test_a_snippet_shows_the_same_without_this_package(tmp_path: Path) -> None:
    reward = tmp_path / "bad_reward.py"
    reward.write_text("def score(answer, reference):\n    return float(reference in answer)\n")
    report = audit(read_target(f"{reward}:score"), rows_of_environment("gcd-lcm", 8, 2), QUICK)
    assert report.faults
    for finding in report.faults:
        for example in finding.examples:
            done = subprocess.run(
                [sys.executable, "-I", "-c", example.snippet], capture_output=True, text=True, check=False
            )
            assert done.stdout == "1.0\n", done.stderr


@pytest.mark.parametrize(
    ("text", "reference", "certain"),
    [
        ("13", "12", False),  # within a tolerance of ten percent
        ("19", "12", True),
        ("-12", "12", True),
        ("12.0", "12", False),
        ("24/2", "12", False),
        ("0.5", "50", False),  # percent, or a share
        ("0.43", "0.44", False),
        ("3.2", "43.15", True),
        ("True", "no", True),
        ("yes", "True", False),
        ("B", "C", True),
        ("12", "twelve", False),
        ("1, 2", "1, 3", False),
        ("Paris", "London", False),
        ("1/0", "12", False),
    ],
)
def test_only_what_is_wrong_for_certain_is_called_wrong(text: str, reference: str, certain: bool) -> None:
    assert (refuted(text, reference) is not None) is certain
    assert (wrong(Row("p", reference, reference), text) is not None) is certain


def test_a_text_that_happens_to_hold_the_answer_is_not_nothing() -> None:
    assert says_nothing(Row("p", "1", "1"), Text("words", "score: 1.0")) is None
    assert (
        says_nothing(replace(rows_of_environment("gcd-lcm", 1, 2)[0], answer="1"), Text("words", "score: 1.0"))
        is None
    )
    assert says_nothing(Row("p", "7", "7"), Text("words", "score: 1.0")) is not None
    assert says_nothing(Row("p", "[]", "[]"), Text("words", "[]")) is None
    assert says_nothing(Row("p", "a cat", "a cat"), Text("words", "banana")) is None
    assert says_nothing(Row("p", "1 + 2i", "1 + 2i"), Text("huge", "nan", "huge")) is not None
    assert says_nothing(Row("p", "(1, inf)", "(1, inf)"), Text("huge", "inf", "huge")) is None
    assert says_nothing(Row("p", "a cat", "a cat"), Text("empty", "  ")) is not None
    assert says_nothing(Row("p", "1", "1"), Text("bulky", "1 " * 50, "bulky")) is None


def test_changed_answers_differ_and_long_texts_know_their_expression() -> None:
    from random import Random

    for reference in ("12", "-3.5", "True", "B", "a, b", "x + 1"):
        changed = [text.text or "" for text in near(reference, Random(0))]
        assert changed
        assert not any(same(text, reference) for text in changed)
    from rlvr.auditing.texts import hostile_texts

    for text in (*nothings(), *hostile_texts()):
        assert eval(text.wrapped("<answer>{}</answer>").literal) == f"<answer>{text.text}</answer>"


def test_rows_of_other_peoples_files_are_found(tmp_path: Path) -> None:
    verl = {
        "prompt": [{"role": "user", "content": "2+2?"}],
        "data_source": "x",
        "reward_model": {"ground_truth": "4"},
    }
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(verl) + "\n")
    (row,) = rows_of_file(file, 5)
    assert (row.prompt_text, row.answer, row.columns["data_source"]) == ("2+2?", "4", "x")
    task = next(rlvr.generate("gcd-lcm"))
    file.write_text(
        json.dumps(task.to_json()) + "\n" + json.dumps({**task.to_json(), "env": "their/own-v0"}) + "\n"
    )
    ours, theirs = rows_of_file(file, 5)
    assert ours.task is not None
    assert (ours.task.id, theirs.task) == (task.id, None)
    file.write_text('{"a": 1, "b": 2}\n')
    with pytest.raises(ValueError, match="--prompt-column and --answer-column; there are a, b"):
        rows_of_file(file, 5)
    assert rows_of_file(file, 5, prompt="a", answer="b")[0].answer == "2"


def test_pages_hold_what_was_found_and_nothing_of_it_is_markup() -> None:
    report = audited("any_marked")
    for page in (html(report), markdown(report)):
        assert "a list of candidates is paid in full" in page
        assert "from foreign_rewards import any_marked" in page.replace("&#x27;", "'")
    report.target = "<script>alert(1)</script>"
    assert "<script" not in html(report)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rlvr", "audit", *arguments], capture_output=True, text=True, check=False
    )


def test_the_command_ends_with_0_1_or_2(tmp_path: Path) -> None:
    problems = ("--tasks", "gcd-lcm", "-n", "8", "--seconds", "2")
    out, page = tmp_path / "out.json", tmp_path / "page.html"
    clean = run(f"{REWARDS}:right_plain", *problems)
    assert clean.returncode == 0, clean.stderr
    faulty = run(f"{REWARDS}:any_marked", *problems, "--json", str(out), "--page", str(page))
    assert faulty.returncode == 1, faulty.stderr
    assert "pays-list" in faulty.stdout
    found = json.loads(out.read_text())
    assert not found["passed"]
    assert found["findings"][0]["kind"] == "pays-list"
    assert page.read_text().startswith("<!doctype html>")
    for words in (
        [f"{REWARDS}:right_plain"],
        [f"{REWARDS}:unclear", *problems],
        [f"{REWARDS}:never", *problems],
        ["nothing", *problems],
        [f"{REWARDS}:right_plain", *problems, "--skip", "nothing"],
        [f"{REWARDS}:right_plain", *problems, "--range", "1"],
        [f"{REWARDS}:right_plain", *problems, "--page", str(tmp_path / "page.txt")],
    ):
        done = run(*words)
        assert done.returncode == 2, done.stdout
        assert done.stderr


def test_the_guide_tells_of_every_finding_and_its_example_runs(tmp_path: Path) -> None:
    text = (Path(rlvr.__file__).parent / "docs" / "audit.md").read_text(encoding="utf-8")
    for kind in TITLES:
        assert f"`{kind}`" in text, kind
    reward, command = (re.findall(rf"```{name}\n(.*?)```", text, re.DOTALL)[0] for name in ("python", "sh"))
    (tmp_path / "reward.py").write_text(reward)
    words = [sys.executable, "-m", *command.split()]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    page = unescape((tmp_path / "audit.html").read_text())
    for kind in ("pays-wrong", "pays-denied", "pays-hedge", "pays-list", "pays-prompt"):
        assert TITLES[kind] in page
