#!/usr/bin/env bash
# Joins certificates of positions, as lines, into one from the empty board, on standard output: every line
# names all moves that lead to its decision. Whether the whole proves anything is for `tengen verify` to say.
# Usage: scripts/join_certificates.sh FILE...
set -euo pipefail
[ $# -gt 0 ] || { echo "usage: $0 FILE..." >&2; exit 2; }
head=$(grep -h -E '^(rule|size|plies) ' "$@" | sort -u)
[ "$(wc -l <<<"$head")" -eq 3 ] || { printf 'rules, sizes or plies differ:\n%s\n' "$head" >&2; exit 1; }
# The size before the moves that need it.
sort -r <<<"$head"
grep -h ' = ' "$@"
