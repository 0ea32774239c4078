#!/usr/bin/env bash
# All tests: format, lints, docs, floors, unit tests, proofs, transcripts, other people's client and
# referee, and a hundred short games. About seventeen minutes on two cores from a fresh clone.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "format, floors"
cargo fmt --check
python3 scripts/check_floors.py

step "lints and docs"
cargo clippy --quiet --all-targets -- -D warnings
cargo clippy --quiet --no-default-features -- -D warnings
cargo clippy --quiet --no-default-features --features tune -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps

step "the brain alone needs nothing of the tools"
if cargo tree --no-default-features --edges normal | grep -E ' (clap|indicatif|rand|rand_xoshiro|shlex|serde|plotters|toml) '; then
    echo "the brain pulls in what only tools need" >&2
    exit 1
fi

step "unit tests and transcripts"
cargo test --quiet --profile checked --lib --bins --test tools --test solve --test arena \
    --test soundness --test proofs --test puzzles --test solved
cargo test --quiet --profile checked --test protocol

step "a panic while thinking"
cargo test --quiet --profile checked --features inject-panic --test protocol -- "case 93"

step "release build, signature"
cargo build --quiet --release
scripts/bench_check.sh quick

step "wins with the 33rd stone"
for start in "h8 h9 g9 f10" "h8 h9 g9 g8 f7 "{f8,f9,g7,h7} "h8 h9 g9 i7 g10 g8" "h8 i9 g9 i7 g10 "{i10,h7,g7}; do
    target/release/tengen verify src/book/standard15.certificate --start "$start"
done

step "another client, another referee"
scripts/clients.sh target/release

step "a hundred games"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
target/release/tengen match --rounds 9 --turn-ms 30 --concurrency 2 --strict \
    --ratinginterval 0 --out "$folder/match"

printf '\nall tests passed\n'
