#!/usr/bin/env bash
# What must be fast, measured: run it on an idle machine. Each check names its limits and, beside, the time
# that the host took from the machine (steal) and that processes waited for a processor (run delay).
# Usage: scripts/time_checks.sh [time|soak] ..     (default: both)
#   time   every timed answer of the protocol tests, with the release build; no turn over its limit, nor over
#          the match clock; under 50 ms over with four busy processes beside
#   soak   324 games, all leagues, three time controls, no forfeit
# The last output of each is in data/checks/.
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

check_soak() {
    measured "20 ms a turn" match --rounds 9 --turn-ms 20 --concurrency 2
    measured "100 ms a turn" match --rounds 9 --turn-ms 100 --concurrency 2 --seed 2
    measured "300 ms a turn, 2 s a game" match --rounds 9 --turn-ms 300 --match-ms 2000 --concurrency 2 --seed 3
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
