#!/usr/bin/env bash
# The page of `tengen serve`: its types, and whole tours of it in Chromium (web/tests/browser.mjs), on a server of its own.
# Needs Node and npm; installs the rest. Usage: scripts/page_checks.sh [TENGEN]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/need.sh
tengen=${1:-target/release/tengen}
modules=$PWD/target/page_checks

[ -x "$tengen" ] || { echo "$tengen is missing: cargo build --release" >&2; exit 1; }
npm install --silent --no-fund --no-audit --prefix "$modules" typescript@5 playwright-core@1
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$CHROMIUM" ]; then
    need chromium chromium
    CHROMIUM=$(command -v chromium)
fi
export CHROMIUM PLAYWRIGHT_CORE=$modules/node_modules/playwright-core

"$modules/node_modules/.bin/tsc" --project web
echo "types: ok"

output=$(mktemp)
"$tengen" serve --port 0 >"$output" &
server=$!
trap 'kill $server; rm -f "$output"' EXIT
until grep -q http "$output"; do
    kill -0 $server
    sleep 0.1
done
node web/tests/browser.mjs "$(grep -o 'http://[^;]*' "$output")/"
