#!/usr/bin/env bash
# All tests, none of which depends on how busy the machine is: format, floors, lints, docs, unit tests, proofs,
# transcripts, other people's client and referee, and a hundred short games. One profile (`checked`) is
# built; what is independent runs side by side. docs/TESTING.md lists every check and the other tiers.
# Usage: scripts/test.sh [quick]
# `quick` leaves out what takes long: format, floors, scripts, lints, unit tests, transcripts.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh
# The programs are expected in this folder, whatever the user's settings for Cargo say.
export CARGO_TERM_COLOR=never CARGO_TARGET_DIR=$PWD/target
programs=target/checked

# Every piece compiled: with the tools, the analysis alone, neither; with the numbers for tuning and without; for
# WebAssembly where its target is installed.
lints() {
    cargo clippy --quiet --all-targets --features tune -- -D warnings
    cargo clippy --quiet --all-targets --no-default-features -- -D warnings
    cargo clippy --quiet --lib --no-default-features --features analysis -- -D warnings
    [ ! -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ] ||
        cargo clippy --quiet --lib --no-default-features --features analysis --target wasm32-unknown-unknown -- -D warnings
}

docs() { RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps; }

brain_alone() {
    local tree tools
    tree=$(cargo tree --no-default-features --edges normal --prefix none)
    tools=$(sed -n '/^tools = \[/,/^tune/p' Cargo.toml | grep -o 'dep:[a-z_-]*' | cut -d : -f 2 | paste -sd '|')
    if grep -E "^($tools) " <<<"$tree"; then
        echo "the brain pulls in what only tools need" >&2
        return 1
    fi
}

run_tests() { cargo test --quiet --profile checked "$@"; }

# All targets of integration tests but those that have a step of their own.
other_tests() {
    local targets
    targets=$(cargo metadata --no-deps --format-version 1 | python3 -c '
import json, sys
own = {"protocol", "arena"}
for target in json.load(sys.stdin)["packages"][0]["targets"]:
    if target["kind"] == ["test"] and target["name"] not in own:
        print("--test", target["name"])')
    run_tests $targets
}

# The same nodes in three runs, with assertions; `long_checks.sh signature` compares the other builds.
signature() {
    local run
    for run in 1 2 3; do $programs/pbrain-tengen bench | tail -n 1 | cut -d ' ' -f 1; done | uniq -c |
        tee "$steps/signature.txt"
    [ "$(wc -l <"$steps/signature.txt")" = 1 ]
}

wins() {
    local start
    for start in "h8 h9 g9 f10" "h8 h9 g9 g8 f7 "{f8,f9,g7,h7} "h8 h9 g9 i7 g10 g8" "h8 i9 g9 i7 g10 "{i10,h7,g7}; do
        $programs/tengen verify data/books/standard15.certificate --start "$start"
    done
}

# 108 games, all leagues, limited by nodes: with time limits `time_checks.sh soak` plays more.
games() {
    local brain=$PWD/$programs/pbrain-tengen
    $programs/tengen match --engine "name=a cmd='$brain' nodes=300" --engine "name=b cmd='$brain' nodes=500" \
        --rounds 9 --turn-ms 0 --concurrency 2 --strict --ratinginterval 0 --out "$steps/match" |
        grep -v '^Finished game'
}

clients() { scripts/clients.sh $programs; }

begin format cargo fmt --check
begin floors python3 scripts/check_floors.py
begin scripts python3 tests/scripts/strategy_tree_test.py
begin brain-alone brain_alone
begin lints lints
begin build cargo build --quiet --profile checked --bins --tests
if [ "${1:-}" = quick ]; then
    finish build
    begin unit-tests run_tests --lib --bins
    begin transcripts run_tests --test protocol
else
    begin python-packages scripts/clients.sh --prepare
    finish build python-packages
    begin docs docs
    begin unit-tests run_tests --lib --bins
    begin other-tests other_tests
    begin arena run_tests --test arena
    begin transcripts run_tests --test protocol
    finish unit-tests
    begin signature signature
    begin wins wins
    begin clients clients
    begin games games
fi
finish
printf '\nall tests passed in %d s\n' $SECONDS
