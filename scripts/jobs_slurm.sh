#!/usr/bin/env bash
#SBATCH --job-name=tengen
#SBATCH --cpus-per-task=1
#SBATCH --output=/dev/null
# Runs the jobs of a shared search as a Slurm job array, a job a task, from the folder that holds them, on a shared disk.
# `SLURM=FLAGS scripts/share_search.sh` submits it; by hand:
#   sbatch --array=1-32 --chdir=FOLDER scripts/jobs_slurm.sh TENGEN jobs run --like STATE
set -euo pipefail
: "${SLURM_ARRAY_TASK_ID:?this is a job array: sbatch --array=1-N}"
jobs=(*.job)
exec "$@" "${jobs[SLURM_ARRAY_TASK_ID - 1]}"
