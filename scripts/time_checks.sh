#!/usr/bin/env bash
# What must be fast, measured: run it on an idle machine. Each check names its limits and, beside, the time
# that the host took from the machine (steal) and that processes waited for a processor (run delay).
# Usage: scripts/time_checks.sh [time|soak] ..     (default: both)
#   time   every timed answer of the protocol tests, with the release build; no turn over its limit, nor over
#          the match clock; under 50 ms over with four busy processes beside
#   soak   1,000 games in all leagues, from 20 ms a turn to tc=60/18, one in ten on a busy machine: no fault, no turn
#          50 ms late but on the busy machine, every announced win won
# The last output of each is in data/checks/. TENGEN_SOAK_GAMES: games of the soak; 10,000 take some three hours on one core.
# TENGEN_SOAK: a folder that keeps its games, where a soak that was ended goes on.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/busy.sh
mkdir -p data/checks
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

match() {
    target/release/tengen match --strict --ratinginterval 0 --out "$(mktemp -d -p "$folder")" "$@" |
        grep -v '^Finished game'
}

# Milliseconds since the start of the system that the host took, all processors together.
steal_ms() { awk '/^cpu / { print 10 * $9 }' /proc/stat; }

# Milliseconds in which some process waited for a processor; 0 where the kernel does not tell.
delay_ms() { awk -F '[= ]' '/^some/ { ms = $NF / 1000 } END { printf "%d", ms }' /proc/pressure/cpu 2>/dev/null || echo 0; }

# measured WORDS COMMAND ..: runs it and names what the machine lost meanwhile.
measured() {
    local begun=$SECONDS steal delay code=0
    steal=$(steal_ms) delay=$(delay_ms)
    echo "$1"
    shift
    "$@" || code=$?
    echo "in $((SECONDS - begun)) s the host took $(($(steal_ms) - steal)) ms (steal);" \
        "processes waited for a processor during $(($(delay_ms) - delay)) ms (run delay)"
    return $code
}

answers() {
    TENGEN_BRAIN=$PWD/target/release/pbrain-tengen \
        cargo test --quiet --profile checked --test protocol -- --timed 2>&1 |
        grep -E '^(limit|meanwhile|test result|FAILED)|late: '
}

check_time() {
    measured "every timed answer of the protocol tests, one case after the other" answers
    measured "1,000 moves and more at 100 ms a turn: none over" \
        match --rounds 3 --turn-ms 100 --assert-overrun-ms 0
    measured "60 games at 2 s a game: none over" \
        match --rounds 5 --turn-ms 0 --match-ms 2000 --assert-overrun-ms 0
    measured "1,000 moves and more at 100 ms a turn, four busy processes beside: none 50 ms over" \
        beside_busy match --rounds 3 --turn-ms 100 --assert-overrun-ms 49
}

# soak_part NAME PER_MILLE FLAG ..: a share of the soak's games in $soak/NAME; what is there is not played again.
soak_part() {
    local out=$soak/$1 rounds=$(((soak_games * $2 + 11999) / 12000)) flags=("${@:3}") # a round has 12 games
    flags+=(--rounds $rounds --concurrency "$(nproc)" --out "$out")
    [ ! -e "$out/results.jsonl" ] || flags=(--resume "$out")
    target/release/tengen match --ratinginterval 0 "${flags[@]}" >>"$out.log"
}

check_soak() {
    local soak=${TENGEN_SOAK:-$folder/soak} soak_games=${TENGEN_SOAK_GAMES:-1000}
    mkdir -p "$soak"
    measured "20 ms a turn" soak_part turn-20 830 --turn-ms 20
    measured "20 ms a turn, four busy processes beside" beside_busy soak_part busy-20 100 --turn-ms 20 --seed 2
    measured "100 ms a turn" soak_part turn-100 50 --turn-ms 100 --seed 3
    measured "300 ms a turn, 2 s a game" soak_part match-2000 19 --turn-ms 300 --match-ms 2000 --seed 4
    measured "tc=60/18" soak_part match-60000 1 --turn-ms 18000 --match-ms 60000 --seed 5
    python3 scripts/soak_table.py 50 "$soak"/*/
}

cargo build --quiet --release
cargo build --quiet --profile checked --bins --tests
[ $# -gt 0 ] || set -- time soak
for name in "$@"; do
    declare -F "check_$name" >/dev/null || { echo "no check '$name'" >&2; exit 2; }
    echo "== $name"
    {
        echo "$(nproc) processors, load average before: $(cut -d ' ' -f 1 /proc/loadavg)"
        "check_$name"
    } 2>&1 | sed -u "s#$folder#FOLDER#" | tee "data/checks/$name.txt"
done
