#!/usr/bin/env bash
# Tests by other hands: a protocol client plays whole games with the brain, and another referee's
# verdicts are compared with ours. Sets up its own virtual environment.
# Usage: scripts/clients.sh FOLDER_OF_THE_BUILT_PROGRAMS [POSITIONS]
#        scripts/clients.sh --prepare         (the virtual environment alone)
set -euo pipefail
[ "$1" = --prepare ] || programs=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c 'import pygomo, renju' 2>/dev/null; then
    python3 -m venv .venv
    .venv/bin/pip install --quiet --requirement scripts/requirements.txt
fi
[ "$1" != --prepare ] || exit 0
.venv/bin/python scripts/play_with_client.py "$programs/pbrain-tengen"
.venv/bin/python scripts/compare_referees.py "$programs/tengen" "${2:-20000}"
