"""``python -m benchmarks.view_checks RUNS``: the viewer in a slowed browser, over a growing run, verdict by verdict.

RUNS is what `benchmarks.view --keep` left. Made here besides: a run of 20,000 records with 12 numbers, a run whose
writer is killed, and 1,000 episodes of all environments of several turns that need no sandbox.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import rlvr
from rlvr.agents.policies import oracle, random_policy, run_text_policy
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.storage import step_path, write_trajectories
from rlvr.view.server import Server

from .view_browser import REDRAWN

SLOWED = 4
EPISODES = 1_000
_WRITER = """
import json, sys, time
with open(sys.argv[1], "a", buffering=1) as file:
    for step in range(int(sys.argv[2]), 10**6):
        line = json.dumps({"kind": "step", "step": step, "record": {"reward/mean": step / 1e4}, "time": time.time()})
        file.write(line[:20])
        file.flush()
        time.sleep(0.5)  # it is killed in the middle of a line, most of the time
        file.write(line[20:] + "\\n")
        file.flush()
        time.sleep(0.1)
"""


def slowed(browser: Any, address: str) -> Any:
    """A page whose processor has a quarter of its speed."""
    page = browser.new_context(bypass_csp=True).new_page()
    page.goto(address)
    page.wait_for_selector("main h1")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    return page


def next_trajectory(browser: Any, url: str, key: str, middle: int) -> float:
    """Median milliseconds from the key ``j`` until the next trajectory is shown."""
    page = slowed(browser, f"{url}#/run/{key}/t/{middle}")
    page.wait_for_selector(".message")
    took = page.evaluate(
        """async rounds => {
          const times = [];
          for (let n = 0; n < rounds; n++) {
            const old = document.querySelector("main .message");
            const begin = performance.now();
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
            const shown = () => !old.isConnected && document.querySelector("main .message");
            while (!shown()) await new Promise(requestAnimationFrame);
            document.body.getBoundingClientRect();
            times.push(performance.now() - begin);
          }
          return times;
        }""",
        40,
    )
    page.context.close()
    return statistics.median(took)


def charts(browser: Any, url: str) -> tuple[int, float]:
    """How many charts there are, and milliseconds to draw all of them again."""
    page = slowed(browser, f"{url}#/run/long")
    page.wait_for_selector(".charts path")
    for summary in page.query_selector_all("main details:not([open]) > summary"):
        summary.click()
    drawn = page.evaluate(REDRAWN)
    count = page.locator(".charts figure").count()
    page.context.close()
    return count, drawn


def live(browser: Any, url: str, records: Path) -> tuple[float, float, list[str]]:
    """Longest seconds until a step that was written is seen, kilobytes of a poll, and what went wrong."""
    problems: list[str] = []
    page = browser.new_context(bypass_csp=True).new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda told: problems.append(told.text) if told.type == "error" else None)
    page.goto(f"{url}#/run/live")
    page.wait_for_selector(".charts path")
    page.evaluate("() => performance.clearResourceTimings()")
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(records), "10001"])
    begin, delays, seen = time.time(), [], 10_000
    written: dict[int, float] = {}
    while time.time() - begin < 25:
        for line in records.read_text().splitlines()[10_000:]:
            if line.endswith("}"):
                row = json.loads(line)
                written.setdefault(row["step"], row["time"])
        shown = int(page.inner_text(".legend").split(":")[1].split()[0].replace(",", ""))
        delays += [time.time() - when for step, when in written.items() if seen < step <= shown]
        seen = max(seen, shown)
        page.wait_for_timeout(100)
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    page.wait_for_timeout(5_000)
    polls = page.evaluate("() => performance.getEntriesByType('resource').map(entry => entry.transferSize)")
    if page.query_selector(".problem"):
        problems.append(page.inner_text(".problem"))
    page.context.close()
    return (max(delays) if delays else float("nan")), (max(polls) / 1e3 if polls else float("nan")), problems


def multi_turn(folder: Path) -> list[Any]:
    """Episodes of all environments of several turns, by the oracle and by a random player."""
    rng = random.Random(0)
    names = [name for name in rlvr.list() if rlvr.get(name).env != "single" and not rlvr.get(name).sandbox]
    rows = []
    for number in range(EPISODES):
        task = next(rlvr.generate(names[number % len(names)], level=1, seed=number // len(names)))
        policy = oracle if rng.random() < 0.5 else random_policy(rng)
        rows += run_text_policy(policy, [EpisodeJob(task, 0)])
    write_trajectories(step_path(folder / "trajectories", 1), rows)
    return rows


def verdicts(browser: Any, url: str, rows: list[Any]) -> tuple[int, int]:
    """How many pages were looked at, and how many show another verdict than the stored one."""
    page = browser.new_context(bypass_csp=True).new_page()
    page.goto(f"{url}#/run/turns/t/1")
    wrong = 0
    for row in rows:
        page.wait_for_function(
            "() => document.querySelector('main .message') && !document.querySelector('main h1[data-old]')"
        )
        told = page.evaluate("() => document.querySelector('main').innerText")
        right = "✓ right" in told
        score = f"score {row.verdict.score:.4g}." if row.verdict and row.verdict.score is not None else ""
        wrong += right != row.passed or score not in told
        page.evaluate("() => { document.querySelector('main h1').dataset.old = '1'; }")
        page.keyboard.press("j")
    page.context.close()
    return len(rows), wrong


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name, steps, numbers in (("long", 20_000, 12), ("live", 10_000, 31)):
            (folder / name).mkdir()
            with open(folder / name / "records.jsonl", "w") as file:
                rng = random.Random(1)
                for step in range(1, steps + 1):
                    record = {f"reward/value_{n}": rng.random() for n in range(numbers)} | {"reward/mean": 0.5}
                    file.write(
                        json.dumps({"kind": "step", "step": step, "record": record, "time": 1.7e9 + step})
                        + "\n"
                    )
        rows = multi_turn(folder / "turns")
        server = Server([Path(sys.argv[1]), folder], 0)
        server.start()
        big = next(key for key in server.site.runs() if key not in ("long", "live", "turns"))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            middle = server.site.stored(big).facets()["count"] // 2
            took = next_trajectory(browser, server.url, big, middle)
            print(f"next trajectory, processor slowed {SLOWED} times: {took:.0f} ms", flush=True)
            count, drawn = charts(browser, server.url)
            print(
                f"{count} charts of 20,000 points drawn again, processor slowed {SLOWED} times: {drawn:.0f} ms"
            )
            delay, size, problems = live(browser, server.url, folder / "live" / "records.jsonl")
            print(
                f"a new step of a run of 10,000 is seen after at most {delay:.1f} s; a poll has at most {size:.1f} kB"
            )
            print(f"errors shown while its writer wrote half lines and was killed: {problems or 'none'}")
            looked, wrong = verdicts(browser, server.url, rows)
            print(f"verdicts shown otherwise than stored: {wrong} of {looked}")
            browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
