#!/usr/bin/env bash
# Looks for wins of black without any hint, from positions named in a file, a line of moves each, one after the
# other: `h8 a1`, `h8 b1`. What is settled stays in the folder, so that a run that was ended goes on; won
# positions get a certificate there, checked against every legal reply; the next are searched with what those
# there play.
# Usage: scripts/solve_openings.sh POSITIONS FOLDER [SECONDS]   (seconds of each position at most, 3600)
# RULE (1), BOARDSIZE (15), PLIES (45): stones by which five must stand; MEMORY (1000): megabytes; BIN: the folder of
# the program (target/release). Several runs share a folder: who comes first to a position has it.
set -euo pipefail
: "${2:?usage: scripts/solve_openings.sh POSITIONS FOLDER [SECONDS]}"
positions=$(realpath "$1") folder=$2 seconds=${3:-3600}
mkdir -p "$folder"
folder=$(realpath "$folder")
cd "$(dirname "$0")/.."
tengen=${BIN:-target/release}/tengen

spent() { cat "$1.seconds" 2>/dev/null || echo 0; }
# Adds what a run that ended at a moment has taken.
count() {
    echo $(($(spent "$1") + $2 - $(cat "$1.begun"))) >"$1.seconds"
    rm "$1.begun"
}

while read -r -a moves; do
    [ ${#moves[@]} -gt 0 ] || continue
    name=$folder/$(IFS=_; echo "${moves[*]}")
    exec 9>"$name.lock"
    if [ -e "$name.won" ] || ! flock --nonblock 9; then continue; fi
    # A run that was killed has worked until it last wrote.
    [ ! -e "$name.begun" ] || count "$name" "$(stat -c %Y "$name.state" 2>/dev/null || cat "$name.begun")"
    left=$((seconds - $(spent "$name")))
    [ "$left" -gt 0 ] || continue
    like=()
    for won in "$folder"/*.won; do
        [ ! -e "$won" ] || like+=(--like "$won")
    done
    date +%s >"$name.begun"
    code=0
    timeout --foreground "$left" "$tengen" solve "${moves[@]}" --goal win --no-book --rule "${RULE:-1}" \
        --boardsize "${BOARDSIZE:-15}" --plies $((${PLIES:-45} - ${#moves[@]})) --nodes 20000000000 --memory "${MEMORY:-1000}" \
        "${like[@]}" --state "$name.state" --certificate "$name.won" >"$name.out" 2>&1 9>&- || code=$?
    count "$name" "$(date +%s)"
    # 0 won, 1 not won, 3 unknown; 124: the time is over. All else is a failure.
    case $code in 0 | 1 | 3 | 124) ;; *) tail -n 3 "$name.out" >&2 && exit 1 ;; esac
    verdict='not found'
    [ ! -e "$name.won" ] || verdict=$(grep -a -o 'won within.*' "$name.out")
    echo "${moves[*]}: $verdict, $(spent "$name") s in all" | tee -a "$folder/results.txt"
done <"$positions"
