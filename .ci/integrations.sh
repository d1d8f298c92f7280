#!/usr/bin/env bash
# The tests with other people's libraries, each in an environment of its own: `make test-integrations`, or by name,
# `.ci/integrations.sh trl`. Environments are made once and kept. They, and the folder that tests run in, lie outside of the
# checkout, where Python would find its folders `agents` and `verifiers` before the libraries of those names. Environment:
#   PYTHON               the Python to make environments with; default: python3
#   RLVR_INTEGRATIONS    where environments are kept; default: ~/.cache/rlvr-integrations
set -euo pipefail
set -f  # .[trl] is no pattern
ROOT=$(cd "$(dirname "$0")/.." && pwd)
PYTHON=${PYTHON:-python3}
HOME_OF=${RLVR_INTEGRATIONS:-${XDG_CACHE_HOME:-$HOME/.cache}/rlvr-integrations}

say() { printf 'integrations: %s\n' "$*" >&2; }

# What each environment holds beside this package and pytest, and the tests that run in it.
needs() {
    case $1 in
        trl) echo "torch" ".[trl]" ;;
        verl) echo "torch" ".[verl]" ;;
        verifiers) echo ".[verifiers]" ;;
        serving) echo ".[serve]" httpx schemathesis ;;
        ray) echo ".[parquet,ray]" ;;
        readers) echo ".[parquet]" "datasets>=5" pandas polars duckdb ;;
        readers-3.6) echo ".[parquet]" "datasets==3.6.*" ;;
        readers-4) echo ".[parquet]" "datasets==4.*" ;;
        *) say "there is no '$1'; there are: ${ALL[*]}"; return 1 ;;
    esac
}

ALL=(ray readers readers-3.6 readers-4 serving trl verl verifiers)

prepare() {
    local folder=$1 name=$2 wanted
    wanted=$(needs "$name")
    if [ "$(cat "$folder/.made" 2>/dev/null)" = "$wanted $(md5sum <"$ROOT/pyproject.toml")" ]; then return; fi
    say "making $folder"
    "$PYTHON" -m venv --clear "$folder"
    local each
    for each in pytest $wanted; do
        case $each in
            .*) (cd "$ROOT" && "$folder/bin/python" -m pip install --quiet --constraint constraints.txt --editable "$each") ;;
            *) "$folder/bin/python" -m pip install --quiet --constraint "$ROOT/constraints.txt" "$each" ;;
        esac
    done
    echo "$wanted $(md5sum <"$ROOT/pyproject.toml")" >"$folder/.made"
}

[ $# -gt 0 ] || set -- "${ALL[@]}"
status=0
for name in "$@"; do
    needs "$name" >/dev/null
    folder=$HOME_OF/$name
    mkdir -p "$HOME_OF/work"
    prepare "$folder" "$name"
    file=$ROOT/tests/integrations/test_${name%%-*}.py
    say "$name: $file"
    (
        cd "$HOME_OF/work"
        env OMP_NUM_THREADS="${OMP_NUM_THREADS:-2}" PATH="$folder/bin:$PATH" "$folder/bin/python" -P -m pytest -q \
            -p no:cacheprovider -c "$ROOT/tests/integrations/pytest.ini" --rootdir "$ROOT/tests/integrations" "$file"
    ) || status=1
done
exit "$status"
