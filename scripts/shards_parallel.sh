#!/usr/bin/env bash
# Plays a match on several hosts with GNU parallel, and puts the results together.
# Usage: scripts/shards_parallel.sh SHARDS LOGINS FOLDER MATCH-FLAG ..
#   LOGINS  as parallel's --sshlogin: 2/alice,4/bob plays two shards at a time on alice, four on bob;
#           : is this host
#   FOLDER  for the results, here and, while it runs, at the same path on every host
# Each host needs rsync, and this folder, built, at the same path. Run it again to resume after a failure.
set -euo pipefail
if [ $# -lt 3 ]; then
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
shards=$1 logins=$2 folder=$(realpath -m "$3")
shift 3
home=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"
printf -v flags '%q ' "$@"
seq "$shards" | parallel --sshlogin "$logins" --joblog "$folder/jobs.log" --retries 3 --line-buffer \
    --tagstring 'shard {}' --return "$folder/shard-{}/results.jsonl" \
    "$home/scripts/shard.sh {} $shards $(printf %q "$folder") $flags"
rm -f "$folder/merged.jsonl"
"$home/target/release/tengen" stats merge --out "$folder/merged.jsonl" "$folder"/shard-*/results.jsonl
