# Sourced by the scripts beside it: the package importable as `rlvr` without an installation, from any checkout.
OUT="$(realpath -m "${OUT:-gpu-results}")"  # as the caller sees it
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
PYTHON="${PYTHON:-python3}"
SITE="$(mktemp -d)"
trap 'rm -rf "$SITE"' EXIT
ln -s "$PWD" "$SITE/rlvr"
# A machine without network brings what its Python lacks (gymnasium) as wheels; docs/gpu.md says how.
if compgen -G ".whl/*.whl" >/dev/null; then
  "$PYTHON" -m pip install --quiet --no-index --no-deps --no-compile --target "$SITE" .whl/*.whl
fi
export PYTHONPATH="$PWD:$SITE${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1 HF_HUB_OFFLINE=1
