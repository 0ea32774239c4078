#!/usr/bin/env bash
#SBATCH --job-name=tengen
#SBATCH --cpus-per-task=1
#SBATCH --output=shard-%a.log
# Plays a match as a Slurm job array, a shard a task, from this folder, built, on a shared disk:
#   sbatch --array=1-16 --chdir=FOLDER scripts/shards_slurm.sh HOME MATCH-FLAG ..
#   target/release/tengen stats merge --out merged.jsonl FOLDER/shard-*/results.jsonl
# FOLDER takes the results; HOME is this checkout. A task that is queued again is resumed.
set -euo pipefail
: "${SLURM_ARRAY_TASK_ID:?this is a job array: sbatch --array=1-N}"
home=$1
shift
exec "$home/scripts/shard.sh" "$SLURM_ARRAY_TASK_ID" "$SLURM_ARRAY_TASK_COUNT" "$PWD" "$@"
