"""Property tests on fresh examples: ``make test`` draws the same ones everywhere, this draws others in each round.

``python tests/explore.py --minutes 60`` runs rounds of all tests that hypothesis drives, each with a seed of its own,
until the time is up. A round that has begun is finished. What fails is told with the seed that shows it again:
``RLVR_EXPLORE=1 python -m pytest TEST --hypothesis-seed=SEED``.
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).parent
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
_CAME_TO_AN_END = (0, 1)  # without and with failures


def explore_once(seed: int, rest: list[str]) -> list[str]:
    """One round; the tests that failed.

    Raises:
        SystemExit: if pytest itself did not come to an end: nothing was explored then.
    """
    command = [
        sys.executable,
        "-m",
        "pytest",
        str(TESTS),
        "-m",
        "hypothesis",
        "-q",
        "--hypothesis-seed",
        str(seed),
    ]
    environment = os.environ | {"RLVR_EXPLORE": "1"}
    done = subprocess.run([*command, *rest], env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode not in _CAME_TO_AN_END:
        raise SystemExit(f"{done.stdout}\npytest ended with {done.returncode}")
    if done.returncode:
        print(done.stdout, flush=True)
    else:
        print(f"seed {seed}: {done.stdout.strip().splitlines()[-1]}", flush=True)
    return _FAILED.findall(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    options, rest = parser.parse_known_args()
    rest = rest or ["-n", "auto", "--dist", "worksteal"]
    end = time.monotonic() + 60 * options.minutes
    failed: list[str] = []
    rounds = 0
    while not rounds or time.monotonic() < end:
        seed = secrets.randbelow(2**32)
        failed += [f"{test} --hypothesis-seed={seed}" for test in explore_once(seed, rest)]
        rounds += 1
    print(f"{rounds} rounds, {len(failed)} failures", *failed, sep="\n")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
