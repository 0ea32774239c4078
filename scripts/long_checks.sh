#!/usr/bin/env bash
# The checks that take longer than a test should, each with its last output in data/checks/. None depends on
# how busy the machine is: what must be fast is in scripts/time_checks.sh.
# Usage: scripts/long_checks.sh [--budget SECONDS] [suspend|load|patterns|signature|claims|puzzles|solved|
#                                proofs|solve FILE|vectors FILE] ..
#        (default: all that need no file)
# With a budget the checks run in the order given, by default the most worth first; one that usually takes
# longer than what is left is skipped, and named. TENGEN_LOAD_ROUNDS: rounds of `load`, 20 by default.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/busy.sh
mkdir -p data/checks
folder=$(mktemp -d)
load_rounds=${TENGEN_LOAD_ROUNDS:-20}
trap 'rm -rf "$folder"' EXIT

# usual NAME: the seconds that a check takes on two idle processors.
usual() {
    case $1 in
    build) echo 150 ;;
    patterns) echo 10 ;;
    solved) echo 10 ;;
    signature) echo 120 ;;
    suspend) echo 70 ;;
    load) echo $((load_rounds * 45)) ;;
    puzzles) echo 50 ;;
    claims) echo 400 ;;
    proofs) echo 1500 ;;
    *) echo 0 ;;
    esac
}

# 1,000 pairs of suspend and resume, and a brain suspended for a minute.
check_suspend() {
    TENGEN_ROUNDS=1000 TENGEN_SUSPEND_S=60 cargo test --quiet --profile checked --test protocol -- \
        "start: suspended" "case 94" "case 95"
}

# All transcripts, round after round, with four busy processes beside: not one may fail.
check_load() { beside_busy transcript_rounds; }

transcript_rounds() {
    local round
    for round in $(seq 1 "$load_rounds"); do
        cargo test --quiet --profile checked --test protocol >"$folder/round" 2>&1 ||
            { cat "$folder/round"; return 1; }
        echo "round $round: $(grep '^test result' "$folder/round")"
    done
}

check_patterns() {
    TENGEN_PATTERN_PLIES=1000000 cargo test --profile checked --lib -- incremental_equals 2>&1 | grep '^test'
}

check_signature() { scripts/bench_check.sh; }

# Positions from a file, in the form of `tengen solve --suite`.
# Exit code 3: some are undecided.
check_solve() { target/release/tengen solve --suite "$1" || [ $? -eq 3 ]; }

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
    for file in data/books/*.certificate; do
        sha256sum "$file"
        target/release/tengen verify "$file"
    done
}

budget=
if [ "${1:-}" = --budget ]; then
    budget=${2:?--budget needs seconds}
    shift 2
fi
[ $# -gt 0 ] || set -- patterns solved signature suspend load puzzles claims proofs
usually=0

# fits NAME: whether the budget allows a check, at the pace of those before.
fits() {
    local expected
    expected=$(usual "$1")
    [ $usually = 0 ] || [ $SECONDS -le $usually ] || expected=$((expected * SECONDS / usually))
    [ -z "$budget" ] || [ $((SECONDS + expected)) -le "$budget" ] && return
    printf '== %s: skipped, takes some %d s; %d of %d s are left\n' "$1" "$expected" \
        $((budget - SECONDS)) "$budget"
    return 1
}

if ! fits build; then exit; fi
cargo build --quiet --release
cargo build --quiet --profile checked --bins --tests
usually=$(usual build)
while [ $# -gt 0 ]; do
    name=$1
    shift
    argument=
    case $name in solve | vectors) argument=${1:?$name needs a file} && shift ;; esac
    declare -F "check_$name" >/dev/null || { echo "no check '$name'" >&2; exit 2; }
    if ! fits "$name"; then continue; fi
    begun=$SECONDS
    echo "== $name"
    "check_$name" $argument 2>&1 | sed -u "s#$folder#FOLDER#" | tee "data/checks/$name.txt"
    echo "== $name: $((SECONDS - begun)) s"
    usually=$((usually + $(usual "$name")))
done
