#!/usr/bin/env bash
# Plays each tenth level against the one below, and the lowest against a player that looks one ply ahead and
# plays one move in five anywhere. Prints a table.
# Usage: scripts/levels.sh [GAMES [MS]]   (games each, 200; milliseconds a turn of the highest level, 500)
# BIN: the folder of the programs (target/release); OUT: where the games go (a new folder).
set -euo pipefail
games=${1:-200} ms=${2:-500}
out=${OUT:+$(realpath -m "$OUT")} bin=${BIN:+$(realpath "$BIN")}
cd "$(dirname "$0")/.."
bin=${bin:-$PWD/target/release} out=${out:-$(mktemp -d)}
openings="file=openings/freestyle15.txt"

# One encounter: its name, the two engines, the games.
encounter() {
    "$bin/tengen" match --engine "$2" --engine "$3" --league freestyle15 --openings "$openings" \
        --turn-ms "$ms" --rounds $(($4 / 2)) --ratinginterval 0 --out "$out/$1" >"$out/$1.log" 2>&1 || {
        cat "$out/$1.log" >&2
        exit 1
    }
    elo=$(grep -o '^Elo: .*,' "$out/$1.log" | tr -d ',' | cut -d' ' -f2-)
    points=$(grep -o '([0-9.]* %)' "$out/$1.log" | tail -n 1 | tr -d '()')
    faults=$(awk '/^engine +ms/ { getline; a = $NF; getline; print a, $NF }' "$out/$1.log")
    echo "| $1 | $4 | $points | $elo | $faults |"
}

level() { echo "name=level-$1 cmd='$bin/pbrain-tengen' option.strength=$1"; }

mkdir -p "$out"
echo "| encounter | games | points of the first | Elo | faults |"
echo "|---|---|---|---|---|"
encounter 0-one-ply "$(level 0)" "name=one-ply cmd=scripts/one_ply.py" "$games"
for high in 10 20 30 40 50 60 70 80 90 100; do
    encounter "$high-$((high - 10))" "$(level "$high")" "$(level $((high - 10)))" "$games"
done
