#!/usr/bin/env bash
# Writes the renju book from the certificates of white's second moves: their compact forms, one behind the other.
# Usage: scripts/make_renju_book.sh [TENGEN [FILE]]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
tengen=${1:-$root/target/release/tengen}
file=${2:-$root/data/books/renju15.certificate}
part=$(mktemp)
trap 'rm -f "$part" "$part.book"' EXIT
for certificate in "$root"/data/proofs/renju-h8-*.txt; do
  "$tengen" book --file "$certificate" --longest 0 --bytes "$part" >/dev/null
  cat "$part" >>"$part.book"
done
mv "$part.book" "$file"
