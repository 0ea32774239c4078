#!/usr/bin/env bash
# The checks that take longer than a test should, each with its last output in docs/checks/.
# Usage: scripts/long_checks.sh [time|soak|suspend|patterns|signature|claims|puzzles|solved|proofs|
#                                solve FILE|vectors FILE] ..
#        (default: all that need no file)
# Run them on an otherwise idle machine.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p docs/checks
folder=$(mktemp -d)
busy=()
cleanup() { [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}" 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT

match() {
    target/release/tengen match --strict --ratinginterval 0 --out "$(mktemp -d -p "$folder")" "$@" |
        grep -v '^Finished game'
}

# Never over the turn limit, nor over the match clock; under 50 ms over with four busy processes beside.
check_time() {
    echo "1,000 moves and more at 100 ms a turn, idle machine"
    match --rounds 3 --turn-ms 100 --assert-overrun-ms 0
    echo "50 games at 2 s a game"
    match --rounds 5 --turn-ms 0 --match-ms 2000 --assert-overrun-ms 0
    echo "1,000 moves and more at 100 ms a turn, four busy processes beside"
    for _ in 1 2 3 4; do
        (while :; do :; done) &
        busy+=($!)
    done
    match --rounds 3 --turn-ms 100 --assert-overrun-ms 49
    kill "${busy[@]}"
    busy=()
}

# 300 games and more, all leagues, three time controls, no forfeit.
check_soak() {
    match --rounds 9 --turn-ms 20 --concurrency 2
    match --rounds 9 --turn-ms 100 --concurrency 2 --seed 2
    match --rounds 9 --turn-ms 300 --match-ms 2000 --concurrency 2 --seed 3
}

check_suspend() {
    TENGEN_ROUNDS=1000 cargo test --quiet --profile checked --test protocol -- start: "case 94"
    TENGEN_ROUNDS=60 cargo test --quiet --profile checked --test protocol -- "case 95"
}

check_patterns() {
    TENGEN_PATTERN_PLIES=1000000 cargo test --profile checked --lib -- incremental_equals 2>&1 | grep '^test'
}

check_signature() { scripts/bench_check.sh; }

# Positions from a file, in the form of `tengen solve --suite`.
check_solve() { target/release/tengen solve --suite "$1"; }

# Forbidden points from a file, in the form of `tengen check-renju`, also as the brain shows them.
check_vectors() {
    target/release/tengen check-renju "$1"
    TENGEN_RENJU_VECTORS=$(realpath "$1") \
        cargo test --quiet --profile checked --test protocol -- "case 107: forbidden"
}

# 2,000 wins that the threat search claims, put before the checker of proofs.
check_claims() {
    TENGEN_CLAIMS=2000 cargo test --profile checked --test proofs -- claimed 2>&1 | grep '^test'
}

# All of the project's own puzzles, put before the engine and before the checker of proofs.
check_puzzles() {
    target/release/tengen solve --suite tests/puzzles.txt
    TENGEN_PUZZLES_ONE_IN=1 cargo test --profile checked --test puzzles -- checker 2>&1 | grep '^test'
}

# 400 games of the book against random replies, on every second move.
check_solved() {
    TENGEN_GAMES=400 cargo test --profile checked --test solved 2>&1 | grep '^test'
}

# The certificates in the program, against every legal reply.
check_proofs() {
    for file in src/book/*.certificate; do
        sha256sum "$file"
        target/release/tengen verify "$file"
    done
}

cargo build --quiet --release
[ $# -gt 0 ] || set -- time soak suspend patterns signature claims puzzles solved proofs
while [ $# -gt 0 ]; do
    name=$1
    shift
    argument=
    case $name in solve | vectors) argument=${1:?$name needs a file} && shift ;; esac
    echo "== $name"
    "check_$name" $argument 2>&1 | sed -u "s#$folder#FOLDER#" | tee "docs/checks/$name.txt"
done
