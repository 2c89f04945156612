#!/bin/sh
# Tries the stand-alone app the way a reader would on the first day, without a display.
#   smoke.sh FOLDER        the folder with the program modelspan in it
set -eu
app=$1/modelspan

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# From an unrelated folder, with nothing of the checkout, of Python or of an earlier run in reach.
app=$(cd "$(dirname "$app")" && pwd)/modelspan
cd "$scratch"
unset PYTHONPATH PYTHONHOME
export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
export XDG_DATA_HOME="$scratch/data" XDG_CONFIG_HOME="$scratch/config" XDG_STATE_HOME="$scratch/state"

fail() {
  echo "The bundled app failed: $1" >&2
  exit 1
}

"$app" --version || fail "--version"

"$app" snapshot picture.png --today 2026-11-30 || fail "snapshot"
[ "$(head -c 8 picture.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "the snapshot is not a PNG"
bytes=$(wc -c <picture.png)
[ "$bytes" -gt 20000 ] || fail "the snapshot has only $bytes bytes, so little can be on it"

"$app" info --json --today 2026-11-30 >info.json || fail "info --json"
python3 -m json.tool info.json >/dev/null || fail "info --json printed something else than JSON"

"$app" check || fail "check found problems in the bundled catalogue"

# The window has no word to close it, so that it is still there after some seconds is the test.
if command -v timeout >/dev/null 2>&1; then
  status=0
  timeout 6 "$app" --today 2026-11-30 >window.log 2>&1 || status=$?
  if [ "$status" -ne 124 ] || [ -s window.log ]; then
    cat window.log >&2
    fail "the window (status $status)"
  fi
fi

echo "The bundled app works; its size:"
du -sh "$(dirname "$app")"
