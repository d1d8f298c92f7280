#!/usr/bin/env bash
# The tests with other people's libraries, each in an environment of its own: `make test-integrations`, or by name,
# `.ci/integrations.sh trl`. Environments are made once and kept. They, and the folder that tests run in, lie outside of the
# checkout, where Python would find its folders `agents` and `verifiers` before the libraries of those names. Environment:
#   PYTHON               the Python to make environments with; default: python3
#   PYTHON_3_12          a Python of 3.12 or later, for libraries that ask for one; default: python3.12
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
        reasoning_gym) echo ".[reasoning-gym]" ;;
        # SkyRL's trainer asks for Python 3.12 and GPUs; its generator, which the tests run, needs neither.
        skyrl) echo "torch" ".[skyrl]" transformers aiohttp cloudpathlib loguru omegaconf orjson pandas pyarrow \
            pybase64 wandb alone:skyrl==0.4.0 ;;
        # OpenRLHF as a whole asks for flash-attn and deepspeed; what an agent stands on needs none of these.
        openrlhf) echo "torch" "." transformers aiohttp sympy pylatexenc alone:openrlhf==0.11.2 ;;
        nemo_gym) echo ".[nemo-gym]" ;;
        openenv) echo ".[openenv]" ;;
        inspect_ai) echo ".[inspect-ai]" ;;
        mcp) echo ".[mcp]" ;;
        pettingzoo) echo ".[pettingzoo]" ;;
        serving) echo ".[serve]" httpx schemathesis ;;
        ray) echo ".[docker,parquet,ray]" ;;
        readers) echo ".[parquet]" "datasets>=5" pandas polars duckdb ;;
        readers-3.6) echo ".[parquet]" "datasets==3.6.*" ;;
        readers-4) echo ".[parquet]" "datasets==4.*" ;;
        *) say "there is no '$1'; there are: ${ALL[*]}"; return 1 ;;
    esac
}

ALL=(ray readers readers-3.6 readers-4 serving trl verl verifiers openenv inspect_ai mcp pettingzoo reasoning_gym skyrl openrlhf nemo_gym)

prepare() {
    local folder=$1 name=$2 wanted
    wanted=$(needs "$name")
    if [ "$(cat "$folder/.made" 2>/dev/null)" = "$wanted $(md5sum <"$ROOT/pyproject.toml")" ]; then return; fi
    say "making $folder"
    local python=$PYTHON
    if [ "$name" = nemo_gym ]; then python=${PYTHON_3_12:-python3.12}; fi
    "$python" -m venv --clear "$folder"
    local each
    for each in pytest $wanted; do
        case $each in
            .*) (cd "$ROOT" && "$folder/bin/python" -m pip install --quiet --constraint constraints.txt --editable "$each") ;;
            alone:*) "$folder/bin/python" -m pip install --quiet --no-deps --ignore-requires-python "${each#alone:}" ;;
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
