"""The pool and the wire: order, retries, recycling, the breaker, and workers that send rubbish."""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.sandbox import MISSING, Job, Limits, Result, SandboxError, SandboxUnavailable, Status, pool
from rlvr.sandbox.link import SocketLink
from rlvr.sandbox.local import start_unsafe
from rlvr.sandbox.pool import Pool
from rlvr.sandbox.remote import Worker, outcomes

ADD = Job("print(sum(map(int, input().split())))", stdin=b"40 2")


def make_pool(start: Any = start_unsafe, **options: Any) -> Pool:
    return Pool(
        start, name="test", isolation="none", languages={"python"}, **{"slots": 1, "spare": False, **options}
    )


@pytest.fixture
def plain() -> Iterator[Pool]:
    with make_pool(slots=3) as made:
        yield made


def test_results_come_in_the_order_of_the_jobs(plain: Pool) -> None:
    jobs = [Job(f"import time; time.sleep({0.02 * (i % 3)}); print({i})") for i in range(20)]
    assert [result.text for result in plain.run_many(jobs)] == [f"{i}\n" for i in range(20)]
    assert plain.run_many([]) == []


def test_many_threads_get_their_own_results(plain: Pool) -> None:
    wrong = []

    def work(number: int) -> None:
        for i in range(8):
            wanted = f"{number * 100 + i}\n"
            if plain.run(Job(f"print({number * 100 + i})")).text != wanted:
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_lost_worker_costs_one_more_attempt() -> None:
    started = []

    def start() -> Worker:
        worker = start_unsafe()
        if not started:
            worker._link.process.kill()  # type: ignore[attr-defined]
        started.append(worker)
        return worker

    with make_pool(start) as made:
        result = made.run(ADD)
    assert (result.text, result.attempts, len(started)) == ("42\n", 2, 2)


def test_two_lost_workers_are_an_error_and_never_a_result() -> None:
    def start() -> Worker:
        worker = start_unsafe()
        worker._link.process.kill()  # type: ignore[attr-defined]
        return worker

    with make_pool(start) as made:
        with pytest.raises(SandboxError, match="gone"):
            made.run(ADD)
        assert all(isinstance(each, SandboxError) for each in made.run_many([ADD, ADD]))


def test_a_program_that_takes_its_box_down_is_no_failure_of_the_machinery(plain: Pool) -> None:
    job = Job("import os\nos.kill(os.getppid(), 9)", entry="f", calls=((1,), (2,)))
    for _ in range(pool.MAX_FAILURES + 1):
        result = plain.run(job)
        assert (result.status, result.values, result.attempts) == (Status.LOST, (MISSING, MISSING), 2)
    assert plain.run(ADD).text == "42\n"


@pytest.mark.parametrize("patience", [0, 10_000])
def test_the_breaker_opens_and_closes(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, tries, skipped = True, 0, 0.0

    def start() -> Worker:
        nonlocal tries
        tries += 1
        if broken:
            raise SandboxError("no more containers")
        return start_unsafe()

    # A clock that is moved on: how long this test takes, or stands still, does not matter.
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + skipped)
    monkeypatch.setattr(pool, "time", clock)
    monkeypatch.setattr(pool, "REST_S", 1000)
    monkeypatch.setattr(pool, "PATIENCE_S", patience)
    with make_pool(start) as made:
        for _ in range(pool.MAX_FAILURES):
            with pytest.raises(SandboxError, match="no more containers"):
                made.run(ADD)
        before = tries
        with pytest.raises(SandboxError, match="times in a row: no more containers") as caught:
            made.run(ADD)
        assert isinstance(caught.value, SandboxUnavailable) == (patience == 0)
        assert tries == before
        broken = False
        skipped = 2000.0
        assert made.run(ADD).text == "42\n"
        assert made.run(ADD).text == "42\n"


def test_workers_are_replaced_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MAX_JOBS", 3)
    with make_pool() as made:
        pids = [made.run(Job("import os; print(os.getppid())")).text for _ in range(7)]
    assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [3, 3, 1]


def test_a_spare_is_ready_before_it_is_needed() -> None:
    started = threading.Semaphore(0)

    def start() -> Worker:
        worker = start_unsafe()
        started.release()
        return worker

    with make_pool(start, spare=True) as made:
        assert made.run(ADD).text == "42\n"
        assert started.acquire(timeout=60)
        assert started.acquire(timeout=60)


def test_an_engine_that_was_there_may_come_back() -> None:
    away = False

    def start() -> Worker:
        if away:
            raise SandboxUnavailable("no engine answers")
        return start_unsafe()

    with make_pool(start) as made:
        assert made.run(ADD).text == "42\n"
        away = True
        made._free[0].close()
        with pytest.raises(SandboxError, match="no engine answers") as caught:
            made.run(ADD)
        assert not isinstance(caught.value, SandboxUnavailable)
        away = False
        assert made.run(ADD).text == "42\n"
    with make_pool(lambda: start()) as fresh:
        away = True
        with pytest.raises(SandboxUnavailable, match="no engine answers"):
            fresh.run(ADD)


def test_an_exception_while_waiting_leaves_the_queue_whole(plain: Pool) -> None:
    class Interrupted(Exception):
        pass

    def interrupt(number: int, frame: object) -> None:
        if made._waiting:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise Interrupted

    entered, gate = threading.Event(), threading.Event()

    def start() -> Worker:
        entered.set()
        assert gate.wait(120)
        return start_unsafe()

    texts = []
    with make_pool(start) as made:
        busy = threading.Thread(target=made.run, args=(ADD,), daemon=True)
        busy.start()
        assert entered.wait(60)
        before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
        try:
            with pytest.raises(Interrupted):
                made.run(ADD)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            gate.set()
        # In a thread: a ticket that is left in the queue would keep it waiting for ever.
        after = threading.Thread(target=lambda: texts.append(made.run(ADD).text), daemon=True)
        after.start()
        after.join(60)
        busy.join(60)
    assert texts == ["42\n"]


def test_a_closed_pool_says_so(plain: Pool) -> None:
    plain.close()
    plain.close()
    with pytest.raises(SandboxUnavailable, match="closed"):
        plain.run(ADD)


def test_a_pool_is_not_used_after_a_fork(plain: Pool) -> None:
    plain.run(ADD)
    reading, writing = os.pipe()
    if os.fork() == 0:
        try:
            plain.run(ADD)
        except SandboxUnavailable as error:
            os.write(writing, str(error).encode())
        finally:
            os._exit(0)
    os.wait()
    assert b"after a fork" in os.read(reading, 1000)
    assert plain.run(ADD).text == "42\n"


def test_an_unknown_language_is_told(plain: Pool) -> None:
    with pytest.raises(SandboxUnavailable, match="'verilog'"):
        plain.run(Job("x", "verilog"))


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../b", "", "a//b", "a\0b", ".", "x" * 300])
def test_file_names_that_lead_out_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="relative file name"):
        Job("", files={name: b""})


def test_jobs_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="entry"):
        Job("", calls=((1,),))
    with pytest.raises(ValueError, match="Python function"):
        Job("", "bash", entry="f")
    with pytest.raises(ValueError, match="Python function"):
        Job("", entry="f(1) or g")
    with pytest.raises(ValueError, match="at most"):
        Job("", files={f"f{i}": b"" for i in range(300)})
    with pytest.raises(ValueError, match="cpu_s"):
        Limits(cpu_s=0)
    with pytest.raises(ValueError, match="slots"):
        make_pool(slots=0)


# ---- what a worker sends is hostile --------------------------------------------------------------------------


def framed(*messages: object) -> bytes:
    parts = []
    for message in messages:
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        frame = struct.pack(">I", len(body)) + body
        parts.append(struct.pack(">BxxxI", 1, len(frame)) + frame)
    return b"".join(parts)


def outcome_of(sent: bytes, jobs: int = 1) -> Result | SandboxError:
    """What the host makes of a worker that sends these bytes and ends."""
    here, there = socket.socketpair()
    link = SocketLink(here, lambda: None)

    def worker() -> None:
        try:
            there.sendall(sent)
            there.shutdown(socket.SHUT_WR)
            while there.recv(1 << 16):
                pass
        except OSError:
            pass

    thread = threading.Thread(target=worker, daemon=True)
    thread.start()
    try:
        return Worker(link, "test", "none").run(Job("", entry="f", calls=((1,),), limits=Limits(wall_s=60)))
    except SandboxError as error:
        return error
    finally:
        link.close()
        there.close()
        thread.join()


RESPONSE: dict[str, Any] = {
    "id": 1, "status": "ok", "exit_code": 0, "signal": None, "stdout": "", "stderr": "", "control": "WyJ2IiwxXQo=",
    "files": {}, "wall_s": 0.1, "cpu_s": 0.1, "peak_memory_kb": 1, "recycle": False,
}  # fmt: skip


def test_a_good_response_is_read() -> None:
    result = outcome_of(framed({"hello": {}}, RESPONSE))
    assert isinstance(result, Result)
    assert result.values == (1,)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(RESPONSE)), json_values)
def test_a_response_with_anything_in_it_is_a_result_or_an_error(name: str, value: Any) -> None:
    result = outcome_of(framed({"hello": {}}, {**RESPONSE, name: value}))
    assert isinstance(result, Result | SandboxError)


@given(st.binary(max_size=200))
def test_rubbish_is_an_error(rubbish: bytes) -> None:
    assert isinstance(outcome_of(rubbish), SandboxError)
    assert isinstance(outcome_of(framed({"hello": {}}) + rubbish), SandboxError)
    assert isinstance(outcome_of(framed({"hello": {}}, rubbish)), SandboxError)


def test_frames_of_another_request_or_size_are_errors() -> None:
    assert "another request" in str(outcome_of(framed({"hello": {}}, {**RESPONSE, "id": 7})))
    assert "announced" in str(outcome_of(struct.pack(">BxxxI", 1, 2**31)))
    huge = struct.pack(">I", 2**31)
    assert "announced" in str(outcome_of(struct.pack(">BxxxI", 1, len(huge)) + huge))
    assert isinstance(outcome_of(framed({"hello": {}}, b"[" * 100_000)), SandboxError)
    assert "introduce" in str(outcome_of(framed([1, 2])))
    assert "could not be prepared" in str(outcome_of(framed({"hello": {}}, {**RESPONSE, "status": "broken"})))


@given(st.binary(max_size=300), st.integers(0, 4))
def test_control_lines_never_raise(control: bytes, calls: int) -> None:
    values, errors = outcomes(control, calls)
    assert len(values) == len(errors) == calls


@pytest.mark.parametrize(
    "line",
    [b'["v", NaN]', b'["v", Infinity]', b'["v", 1, 2]', b'{"v": 1}', b'["v", {"a": 1, "a": 2}]', b"[" * 10_000,
     b'["v", ' + b"[" * 500 + b"]" * 500 + b"]", b'["v", ' + b"9" * 5000 + b"]", b"\xff", b"", b'["x", 1]'],
)  # fmt: skip
def test_what_is_no_value_is_missing(line: bytes) -> None:
    assert outcomes(line + b"\n", 1)[0] == (MISSING,)


def test_a_value_too_large_for_a_float_stays_no_float() -> None:
    (value,), _ = outcomes(b'["v", 1e999]\n', 1)
    assert value in (MISSING, float("inf"))


def test_a_box_that_cannot_be_prepared_is_no_result() -> None:
    with make_pool() as made, pytest.raises(SandboxError, match="could not be prepared"):
        made.run(Job("", files={"a": b"", "a/b": b""}))
    assert Status.OK == "ok"
