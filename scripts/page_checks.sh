#!/usr/bin/env bash
# The page of `tengen serve`: its types, whole tours of it in Chromium (web/tests/browser.mjs) and how fast it feels
# (web/tests/felt_speed.mjs), on a server of its own; and the same of the page without a server, if its folder is given
# (scripts/build_web.sh).
# Needs Node and npm; installs the rest. Usage: scripts/page_checks.sh [TENGEN [FOLDER]]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/need.sh
tengen=${1:-target/release/tengen}
folder=${2:-}
modules=$PWD/target/page_checks

[ -x "$tengen" ] || { echo "$tengen is missing: cargo build --release" >&2; exit 1; }
[ -z "$folder" ] || [ -f "$folder/engine.wasm" ] || { echo "$folder has no engine.wasm: scripts/build_web.sh $folder" >&2; exit 1; }
npm install --silent --no-fund --no-audit --prefix "$modules" typescript@5 playwright-core@1 axe-core@4
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$CHROMIUM" ]; then
    need chromium chromium
    CHROMIUM=$(command -v chromium)
fi
export CHROMIUM

"$modules/node_modules/.bin/tsc" --project web
echo "types: ok"
node web/tests/preloads.mjs
[ -z "$folder" ] || node web/tests/preloads.mjs "$folder"

output=$(mktemp)
server=
trap '[ -z "$server" ] || kill "$server"; rm -f "$output"' EXIT

# Drives the page of a server, the arguments, which prints its address.
drive() {
    : >"$output"
    "$@" >"$output" &
    server=$!
    until grep -q http "$output"; do
        kill -0 $server
        sleep 0.1
    done
    address=$(grep -o -m 1 'http://[0-9.:]*' "$output")/
    node web/tests/browser.mjs "$address"
    node web/tests/felt_speed.mjs "$address"
}

# The engine as WebAssembly searches the same nodes as the program; prints both speeds.
compare_engines() {
    local native wasm
    native=$("$tengen" bench | grep -oE '[0-9]+ nodes [0-9]+ nps' | tail -n 1)
    wasm=$(node web/tests/engine.mjs "$folder/engine.wasm" 18 | grep -oE '[0-9]+ nodes [0-9]+ nps')
    awk -v native="$native" -v wasm="$wasm" 'BEGIN {
        split(native, n); split(wasm, w)
        if (n[1] != w[1]) { print "FAILED: " w[1] " nodes in WebAssembly, " n[1] " in the program" >"/dev/stderr"; exit 1 }
        printf "engines: %d nodes in both; WebAssembly %d nps, the program %d nps: %.2f\n", n[1], w[3], n[3], w[3] / n[3]
    }'
}

serve_folder() { exec python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$folder" 2>/dev/null; }

drive "$tengen" serve --port 0 --engine "name=mock cmd='$tengen' args=mock" \
    --engine "name=slow cmd='$tengen' args='mock --think-ms 8000'"
if [ -n "$folder" ]; then
    kill "$server"
    server=
    compare_engines
    drive serve_folder
    node web/tests/workers.mjs "$address"
fi
