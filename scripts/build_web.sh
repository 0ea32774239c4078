#!/usr/bin/env bash
# Builds the page for any static host: its files, and the engine as WebAssembly, which runs in the browser.
# Usage: scripts/build_web.sh [FOLDER]      (dist/web by default)
# TENGEN_WASM=FILE takes an engine that is already built.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/need.sh
folder=${1:-dist/web}
target=wasm32-unknown-unknown
features=(--no-default-features --features analysis)

fail() {
    echo "build_web: $*" >&2
    exit 1
}

build_engine() {
    command -v cargo >/dev/null || fail "cargo is missing: https://rustup.rs"
    need_target $target
    local packages=${CARGO_HOME:-$HOME/.cargo}/registry/src # their path has no place in the engine
    local flags=(--remap-path-prefix="$packages=" -C target-feature=+simd128 -C strip=symbols -C link-arg=-zstack-size=4194304
        -C llvm-args=--inline-threshold=75)
    CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && echo "${flags[*]}") \
        cargo rustc --quiet --release --lib --crate-type cdylib "${features[@]}" --target $target ||
        fail "the engine could not be built"
}

# Makes scripts and styles a seventh smaller where npm is there: esbuild without bundling, so that each file stays a module.
minify() {
    local modules=$PWD/target/build_web
    if ! command -v npm >/dev/null ||
        ! npm install --silent --no-fund --no-audit --prefix "$modules" esbuild@0.28 >/dev/null; then
        echo "build_web: npm could not install esbuild: scripts and styles stay as they are"
        return
    fi
    "$modules/node_modules/.bin/esbuild" --log-level=warning --minify --allow-overwrite --outdir="$folder" --outbase="$folder" \
        "$folder"/js/*.js "$folder"/*.css || fail "esbuild failed"
}

# Takes the spaces out of JSON files.
strip_json() {
    python3 - "$@" <<'EOF'
import json, sys

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        value = json.load(file)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, separators=(",", ":"))
EOF
}

# The page's files but those of tests and types, without what no browser reads.
copy_page() {
    rm -rf "$folder"
    mkdir -p "$(dirname "$folder")"
    cp -R web "$folder"
    rm -r "$folder/tests" "$folder/README.md" "$folder/tsconfig.json" "$folder/js/types.js"
    minify
    strip_json "$folder"/words/*.json "$folder/puzzles.json"
}

# The engine, a hundredth smaller where wasm-opt is there.
copy_engine() {
    if command -v wasm-opt >/dev/null; then
        wasm-opt -O1 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
            --enable-reference-types --enable-multivalue "$wasm" -o "$folder/engine.wasm" || fail "wasm-opt failed"
    else
        cp "$wasm" "$folder/engine.wasm"
    fi
}

# Tells the page where its engine is, and what it may load: the server's policy, and WebAssembly.
write_meta() {
    local socket='<meta name="engine" content="socket">'
    local policy="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; connect-src 'self' blob:; base-uri 'none'; form-action 'none'"
    grep -qxF "$socket" web/index.html || fail "web/index.html has no line $socket"
    sed "s|^$socket\$|<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">\n<meta name=\"engine\" content=\"worker\">|" \
        web/index.html >"$folder/index.html"
}

write_licences() {
    cp LICENSE-MIT LICENSE-APACHE "$folder"
    python3 scripts/pack.py licences $target "${features[@]}" >"$folder/LICENSES-OF-PACKAGES.txt" ||
        fail "the licences of the packages could not be written"
}

if command -v brotli >/dev/null; then
    compression=brotli
    compress() { brotli --stdout "$1"; }
else
    compression=gzip
    compress() { gzip -9 --stdout "$1"; }
fi

# The sizes of files, in KB of 1000 bytes.
sizes() {
    local file raw=0 compressed=0
    for file in "$@"; do
        raw=$((raw + $(wc -c <"$file")))
        compressed=$((compressed + $(compress "$file" | wc -c)))
    done
    echo "$(((raw + 500) / 1000)) KB, $(((compressed + 500) / 1000)) KB by $compression"
}

if [ -d "$folder" ] && [ -n "$(ls -A "$folder")" ] && [ ! -f "$folder/engine.wasm" ]; then
    fail "$folder has other files: name another folder"
fi
wasm=${TENGEN_WASM:-${CARGO_TARGET_DIR:-target}/$target/release/tengen.wasm}
[ -n "${TENGEN_WASM:-}" ] || build_engine
[ -f "$wasm" ] || fail "$wasm is missing"
copy_page
copy_engine
write_meta
chmod 644 "$folder/engine.wasm"

mapfile -t files < <(find "$folder" -type f)
echo "$folder: $(sizes "${files[@]}"); the engine: $(sizes "$folder/engine.wasm")"
write_licences # after the sizes: no browser reads them
