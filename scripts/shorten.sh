#!/usr/bin/env bash
# Proves a position of the solved game in fewer plies than the book does: the decisions of certificates are
# tried first, then the book's, then what the search finds; and checks the whole.
# Usage: scripts/shorten.sh OUT START PLIES CERTIFICATE...   (START: `h8 i9`; PLIES: the stone that makes five)
# RULE (1); BIN: the folder of the program (target/release).
set -euo pipefail
[ $# -gt 3 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
out=$1 start=$2 plies=$3
shift 3
rule=${RULE:-1} tengen=${BIN:-$(dirname "$0")/../target/release}/tengen
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$tengen" book --rule "$rule" --lines "$folder/book" >/dev/null
{
    sed -n '/^rule /p;/^size /p' "$folder/book"
    grep -h ' = ' "$@" "$folder/book"
} >"$folder/hints"
"$tengen" prove "$out" --rule "$rule" --plies "$plies" --start "$start" --hints "$folder/hints"
