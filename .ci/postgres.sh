#!/usr/bin/env bash
# A PostgreSQL server's programs, for the tests of the SQL connector. The tests start a server of their own, on a free
# port; none is started here, and one that is there already is left alone.
set -euo pipefail

LOG=${TMPDIR:-/tmp}/rlvr-postgres.apt

say() { printf 'postgres: %s\n' "$*" >&2; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

there() { command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }

there && exit 0
if ! command -v apt-get >/dev/null; then
    say "missing, and there is no apt-get to install it"
    exit 1
fi
say "installing postgresql"
{
    as_root apt-get update -q
    # The package would make a cluster and start it; neither is needed.
    as_root mkdir -p /etc/postgresql-common
    [ -e /etc/postgresql-common/createcluster.conf ] ||
        echo 'create_main_cluster = false' | as_root tee /etc/postgresql-common/createcluster.conf
    as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -q --yes --no-install-recommends \
        -o Dpkg::Options::=--force-confold postgresql
} >"$LOG" 2>&1 || {
    say "apt-get failed, see $LOG; by hand: sudo apt-get install postgresql"
    exit 1
}
there
