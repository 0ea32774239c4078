#!/usr/bin/env bash
# Tests by other hands: a protocol client plays whole games with the brain, and another referee's
# verdicts are compared with ours; and what documents show in Python is run. Sets up its own virtual environment.
# Usage: scripts/clients.sh FOLDER_OF_THE_BUILT_PROGRAMS [POSITIONS]
#        scripts/clients.sh --prepare         (the virtual environment alone)
set -euo pipefail
: "${1:?usage: scripts/clients.sh FOLDER_OF_THE_BUILT_PROGRAMS [POSITIONS]}"
[ "$1" = --prepare ] || programs=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c 'import pygomo, renju' 2>/dev/null; then
    python3 -m venv .venv
    .venv/bin/pip install --quiet --requirement scripts/requirements.txt
fi
[ "$1" != --prepare ] || exit 0
.venv/bin/python scripts/play_with_client.py "$programs/pbrain-tengen"
.venv/bin/python scripts/compare_referees.py "$programs/tengen" "${2:-20000}"

# What the documents show in Python, as it stands there, in a folder with the brain.
python=$PWD/.venv/bin/python folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$programs/pbrain-tengen" "$folder/pbrain-tengen"
for document in README.md docs/*.md; do
    awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' "$document" >"$folder/shown.py"
    [ -s "$folder/shown.py" ] || continue
    moves=$(cd "$folder" && "$python" shown.py)
    echo "$document: its lines of Python print ${moves//$'\n'/ }"
done
