#!/usr/bin/env bash
# Plays one shard of a match, or resumes it.
# Usage: scripts/shard.sh INDEX COUNT FOLDER MATCH-FLAG ..
set -euo pipefail
: "${3:?usage: scripts/shard.sh INDEX COUNT FOLDER MATCH-FLAG ..}"
index=$1 count=$2 folder=$3
shift 3
tengen=$(dirname "$0")/../target/release/tengen
out=$folder/shard-$index
if [ -s "$out/results.jsonl" ]; then
    exec "$tengen" match --resume "$out" --ratinginterval 0
fi
exec "$tengen" match --shard "$index/$count" --out "$out" --ratinginterval 0 "$@"
