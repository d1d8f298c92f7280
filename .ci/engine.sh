#!/usr/bin/env bash
# A container engine and the box's image, for the tests of code environments. Safe to run again: what is there stays
# as it is. For people too; it says what it starts and how to stop it. Environment:
#   DOCKER_HOST         the engine to use or to start; default: /var/run/docker.sock
#   RLVR_DOCKERD_FLAGS  more options for an engine that is started here
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHON=${PYTHON:-python3}
HOST=${DOCKER_HOST:-unix:///var/run/docker.sock}
LOG=${TMPDIR:-/tmp}/rlvr-dockerd.log

say() { printf 'engine: %s\n' "$*" >&2; }

answers() {
    "$PYTHON" - "$HOST" <<'END' 2>/dev/null
import socket, sys, urllib.parse
host = sys.argv[1]
if host.startswith("unix://"):
    link = socket.socket(socket.AF_UNIX)
    link.settimeout(20)
    link.connect(host[len("unix://"):])
else:
    url = urllib.parse.urlsplit(host)
    link = socket.create_connection((url.hostname, url.port or 2375), 20)
link.sendall(b"GET /_ping HTTP/1.0\r\n\r\n")
sys.exit(0 if b" 200 " in link.recv(64) else 1)
END
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

install_missing() {
    local missing=()
    answers || command -v dockerd >/dev/null || missing+=(docker.io)
    command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
    command -v bwrap >/dev/null || missing+=(bubblewrap)
    command -v iverilog >/dev/null || missing+=(iverilog)
    command -v gcc >/dev/null || missing+=(gcc libc6-dev)
    [ ${#missing[@]} = 0 ] && return
    if ! command -v apt-get >/dev/null; then
        say "missing, and there is no apt-get to install it: ${missing[*]}"
        return
    fi
    say "installing ${missing[*]}"
    # A service manager must not start the engine by itself, and there may be none: it is started below.
    { as_root apt-get update -q && as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
        apt-get install -q --yes --no-install-recommends "${missing[@]}"; } >"$LOG.apt" 2>&1 ||
        say "apt-get failed, see $LOG.apt; by hand: sudo apt-get install ${missing[*]}"
}

# An engine that was killed leaves its number behind; a number that is used again would keep the next one from starting.
remove_stale_numbers() {
    local file
    for file in /var/run/docker.pid /var/run/docker/containerd/containerd.pid; do
        if [ -f "$file" ] && ! grep -qE 'dockerd|containerd' "/proc/$(cat "$file")/comm" 2>/dev/null; then
            as_root rm -f "$file"
        fi
    done
}

try_to_start() {
    remove_stale_numbers
    as_root setsid dockerd --host "$HOST" ${RLVR_DOCKERD_FLAGS:-} "$@" >"$LOG" 2>&1 </dev/null &
    STARTED=$!
    for _ in $(seq 120); do
        if answers; then return 0; fi
        kill -0 "$STARTED" 2>/dev/null || return 1
        sleep 0.5
    done
    as_root kill "$STARTED" 2>/dev/null || true
    return 1
}

start() {
    if ! command -v dockerd >/dev/null; then
        say "there is no Docker engine; install it: sudo apt-get install docker.io"
        return 1
    fi
    if [ "$(id -u)" = 0 ] && ! mountpoint -q /sys/fs/cgroup; then
        mount -t cgroup2 none /sys/fs/cgroup || say "there are no control groups at /sys/fs/cgroup: no limits hold"
    fi
    # The boxes have no network, so an engine without one will do where it may not set one up.
    if ! try_to_start && ! try_to_start --bridge=none --iptables=false; then
        say "dockerd did not get ready; the end of $LOG:"
        tail -n 5 "$LOG" >&2
        return 1
    fi
    say "started dockerd at $HOST, log in $LOG; stop it with: sudo kill $STARTED"
}

build() {
    local python
    for python in "${VENV:-.venv}/bin/python" "$PYTHON"; do
        if "$python" -c 'import docker, rlvr' 2>/dev/null; then
            "$python" -m rlvr sandbox build "$@"
            return
        fi
    done
    make --no-print-directory sandbox LANGUAGES="$*"
}

install_missing
answers || start
export DOCKER_HOST=$HOST
if ! build --from debian --with c --with cpp --with javascript --with verilog; then
    say "no image of Debian packages; one of this machine's Python instead (tests of other languages are skipped)"
    build --from host
fi
