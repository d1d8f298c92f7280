"""``python -m benchmarks.view_browser RUNS``: the viewer's pages in Chromium, over runs that `benchmarks.view` left.

Times are from the beginning of the navigation until what the page is for is shown; sizes are what came over the wire.
"""

from __future__ import annotations

import shutil
import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from rlvr.view.server import Server

ROUNDS = 5
_SHOWN = """async selector => {
  while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  return performance.now();
}"""
_SIZE = "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize || 0), 0)"


# Median milliseconds of five redrawings of a run's curves, by another smoothing each time.
REDRAWN = """() => {
  const input = document.querySelector(".filters input[type=range]"), times = [];
  for (let n = 1; n <= 5; n++) {
    input.value = n / 10;
    const begin = performance.now();
    input.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[2];
}"""


def pages(key: str, middle: int) -> dict[str, tuple[str, str]]:
    """Pages by name: their addresses, and what is looked for on them."""
    return {
        "gallery, to its first picture": ("", ".card .picture"),
        "an environment": ("#/env/rlvr~sudoku-v0?level=6", "figure .picture"),
        "list of runs": ("#/runs", "tbody tr"),
        "a run, all curves drawn": (f"#/run/{key}", ".charts path"),
        "trajectories": (f"#/run/{key}/t?after={middle}:{middle}", "tbody tr"),
        "a trajectory": (f"#/run/{key}/t/{middle}", ".message"),
    }


def measure(browser: Any, url: str, selector: str) -> tuple[float, float]:
    """Milliseconds and bytes of a page in a fresh browser."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(url)
    took, size = page.evaluate(_SHOWN, selector), page.evaluate(_SIZE)
    context.close()
    return took, size


def main() -> None:
    folder = Path(sys.argv[1])
    server = Server([folder], 0)
    server.start()
    key = next(iter(server.site.runs()))
    middle = server.site.stored(key).facets()["count"] // 2
    print("| page | median, ms | kB sent |\n|---|---:|---:|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (hash_, selector) in pages(key, middle).items():
            found = [measure(browser, server.url + hash_, selector) for _ in range(ROUNDS)]
            print(f"| {name} | {statistics.median(t for t, _ in found):.0f} | {found[-1][1] / 1e3:.0f} |")
        context = browser.new_context(bypass_csp=True)
        page = context.new_page()
        page.goto(f"{server.url}#/run/{key}")
        page.wait_for_selector(".charts path")
        charts = page.locator(".charts path").count()
        print(f"| {charts} curves of the run drawn again, smoothed | {page.evaluate(REDRAWN):.0f} | |")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
