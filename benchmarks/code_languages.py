"""``python -m benchmarks.code_languages``: what a verdict on a program costs in each language that the sandbox has.

One program for all: it reads numbers and prints their sum. Measured are compiling, one run of what was compiled, and a
whole verdict on ten cases (compiled once). The languages take turns, so that a slow minute hits all; medians are told,
and how many times as long as Python a verdict takes. ``--markdown`` writes docs/results/code-languages.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median

from rlvr.payloads.runtimes import NAMES
from rlvr.sandbox import Job, Sandbox, SandboxUnavailable, make, use
from rlvr.sandbox.languages import LANGUAGES
from rlvr.verifiers.code.imported import verify

PAGE = Path(__file__).resolve().parent.parent / "docs" / "results" / "code-languages.md"
CASES = 10
NUMBERS = 100

PROGRAMS = {
    "python": """
import sys
print(sum(map(int, sys.stdin.read().split())))
""",
    "cpp": """
#include <bits/stdc++.h>
int main() {
    long long sum = 0;
    for (long long n; std::cin >> n;) sum += n;
    std::cout << sum << '\\n';
}
""",
    "c": """
#include <stdio.h>
int main(void) {
    long long sum = 0, n;
    while (scanf("%lld", &n) == 1) sum += n;
    printf("%lld\\n", sum);
}
""",
    "javascript": """
const numbers = require('fs').readFileSync(0, 'utf8').split(/\\s+/).filter(Boolean).map(Number);
console.log(numbers.reduce((a, b) => a + b, 0));
""",
    "go": """
package main

import (
    "bufio"
    "fmt"
    "os"
)

func main() {
    reader := bufio.NewReader(os.Stdin)
    var sum, n int64
    for {
        if _, err := fmt.Fscan(reader, &n); err != nil {
            break
        }
        sum += n
    }
    fmt.Println(sum)
}
""",
    "java": """
import java.util.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long sum = 0;
        while (in.hasNextLong()) sum += in.nextLong();
        System.out.println(sum);
    }
}
""",
    "rust": """
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let sum: i64 = text.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum();
    println!("{}", sum);
}
""",
}


def cases() -> list[dict[str, str]]:
    made = []
    for number in range(CASES):
        values = [number * 7919 % 1000 + k for k in range(NUMBERS)]
        made.append({"stdin": " ".join(map(str, values)) + "\n", "out": f"{sum(values)}\n"})
    return made


def took(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1e3 * (time.perf_counter() - began)


def once(language: str, box: Sandbox, given: list[dict[str, str]]) -> dict[str, float]:
    """Milliseconds of one turn."""
    text, times = PROGRAMS[language], {"build": 0.0}
    first = Job(text, language, stdin=given[0]["stdin"].encode())
    if LANGUAGES[language].build:
        compiling = Job(text, language, compile_only=True)
        built = box.run(compiling)
        assert built.compiled, (language, built.stderr)
        times["build"] = took(lambda: box.run(compiling))
        first = replace(first, compiled=built.compiled)
    assert box.run(first).text == given[0]["out"], language
    times["run"] = took(lambda: box.run(first))
    payload = {"code": {"language": language, "cases": given, "cpu_s": 4.0}}
    with use(box):
        times["verdict"] = took(lambda: _right(payload, text))
    return times


def measured(turns: int) -> dict[str, dict[str, float]]:
    """Milliseconds by language: ``build``, ``run`` and ``verdict``."""
    boxes: dict[str, Sandbox] = {}
    for language in PROGRAMS:
        try:
            boxes[language] = make("docker", frozenset({language}), 2)
        except SandboxUnavailable as error:
            print(f"{language}: {error}")
    given = cases()
    found: dict[str, dict[str, list[float]]] = {
        language: {"build": [], "run": [], "verdict": []} for language in boxes
    }
    for turn in range(turns + 1):
        for language, box in boxes.items():
            times = once(language, box, given)
            if turn:  # the first one warms
                for name, value in times.items():
                    found[language][name].append(value)
    for box in boxes.values():
        box.close()
    return {
        language: {name: median(values) for name, values in times.items()} for language, times in found.items()
    }


def _right(payload: Mapping[str, object], text: str) -> None:
    assert verify(payload, text).passed


def table(found: dict[str, dict[str, float]]) -> str:
    lines = [
        "| language | compiling, ms | one run, ms | a verdict on ten cases, ms | times Python |",
        "|---|---:|---:|---:|---:|",
    ]
    base = found["python"]["verdict"]
    for language, times in sorted(found.items(), key=lambda item: item[1]["verdict"]):
        build = f"{times['build']:.0f}" if times["build"] else ""
        more = times["verdict"] / base
        lines.append(
            f"| {NAMES[language]} | {build} | {times['run']:.1f} | {times['verdict']:.0f} | {more:.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--markdown", action="store_true")
    chosen = parser.parse_args()
    text = table(measured(chosen.turns))
    print(text)
    if chosen.markdown:
        where = f"{os.cpu_count()} cores ({platform.machine()}), load average {os.getloadavg()[0]:.1f}"
        PAGE.write_text(
            "# Languages: what a verdict costs\n\n"
            f"`python -m benchmarks.code_languages --markdown`, {where}, two slots of containers made of Debian 12 "
            f"packages. A program that reads {NUMBERS} numbers and prints their sum; medians of {chosen.turns} rounds "
            "on the clock, in each of which all languages come once. The machine was shared: read the ratios.\n\n"
            f"{text}\n\nA program is compiled once for a verdict, and started anew for each case.\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
