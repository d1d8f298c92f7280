#!/usr/bin/env bash
# Chromium and Playwright, for tests/test_view_browser.py; without them those tests are skipped. Playwright's own
# browsers are not fetched: it drives the system's Chromium.
set -euo pipefail

VENV=${VENV:-.venv}
LOG=${TMPDIR:-/tmp}/rlvr-browser.apt

say() { printf 'browser: %s\n' "$*" >&2; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null; then
    if ! command -v apt-get >/dev/null; then
        say "chromium is missing, and there is no apt-get to install it"
        exit 1
    fi
    as_root apt-get update -q >"$LOG" 2>&1 || true
    if ! as_root apt-get install -y -q --no-install-recommends chromium >>"$LOG" 2>&1; then
        say "chromium could not be installed; see $LOG"
        exit 1
    fi
fi
"$VENV/bin/python" -c 'import playwright' 2>/dev/null ||
    "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check 'playwright>=1.48'
