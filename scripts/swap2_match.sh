#!/usr/bin/env bash
# What the choices of swap2 are worth: the brain against itself always offering the same three stones and
# always taking black, both opening as often. Fails on a forfeit.
# Usage: scripts/swap2_match.sh [GAMES [TURN_MS [LEAGUE]]]    (400 50 standard15)
# TRIPLE="X,Y X,Y X,Y" sets the fixed stones, CONCURRENCY the games at a time, OUT the folder of the results,
# BIN the folder of the programs (target/release).
set -euo pipefail
out=${OUT:+$(realpath -m "$OUT")} bin=${BIN:+$(realpath "$BIN")}
cd "$(dirname "$0")/.."
games=${1:-400} turn_ms=${2:-50} league=${3:-standard15}
bin=${bin:-$PWD/target/release}
brain=$bin/pbrain-tengen
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
out=${out:-$folder/match}
"$bin/tengen" match \
    --engine "name=tengen cmd='$brain'" \
    --engine "name=fixed cmd='$PWD/scripts/swap2_fixed.py' args='${TRIPLE:-2,2 7,1 1,7}' arg='$brain'" \
    --league "$league" --swap2 --rounds $(((games + 1) / 2)) --turn-ms "$turn_ms" --strict \
    --concurrency "${CONCURRENCY:-1}" --ratinginterval 0 --out "$out" |
    grep -v '^Finished game'
python3 scripts/swap2_score.py "$out" tengen
