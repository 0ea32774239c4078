#!/usr/bin/env bash
# Writes the renju book, data/books/renju15.certificate, from the certificates of white's second moves: their compact
# forms, one behind the other.
# Usage: scripts/make_renju_book.sh [TENGEN]
set -euo pipefail
cd "$(dirname "$0")/.."
tengen=${1:-target/release/tengen}
part=$(mktemp)
trap 'rm -f "$part" "$part.book"' EXIT
for certificate in data/proofs/renju-h8-*.txt; do
  "$tengen" book --file "$certificate" --longest 0 --bytes "$part" >/dev/null
  cat "$part" >>"$part.book"
done
mv "$part.book" data/books/renju15.certificate
