#!/usr/bin/env bash
# Searches for a win on many cores or hosts: splits the open positions of a search into jobs, runs them, takes in what
# came back, and so on until the position is won. `tengen solve --goal win --state STATE` begins the search, and
# writes the certificate in the end. A run that was ended goes on; killed and lost jobs cost only themselves.
# Usage: scripts/share_search.sh STATE FOLDER [SECONDS]   (no new round after SECONDS, 3600)
#   FOLDER   for the jobs of one round
# WORKERS (2): jobs, and threads of the checks, at a time here. LOGINS: hosts instead, as GNU parallel's --sshlogin, such as 8/alice,:
# SLURM: flags of sbatch, such as --partition=long: the jobs of a round as a Slurm job array instead, on a shared disk
# JOBS (32): of a round; GROWTH (1000), NODES (20000000): limits of a job; MEMORY (500): its megabytes; BIN: the folder
# of the program, the same on every host (target/release).
# Exit codes: 0 won, 3 not yet.
set -euo pipefail
: "${2:?usage: scripts/share_search.sh STATE FOLDER [SECONDS]}"
state=$(realpath "$1") folder=$(realpath -m "$2") seconds=${3:-3600}
cd "$(dirname "$0")/.."
tengen=$(realpath "${BIN:-target/release}")/tengen
run=("$tengen" jobs run --growth "${GROWTH:-1000}" --nodes "${NODES:-20000000}" --memory "${MEMORY:-500}"
    --like "$state")
shopt -s nullglob

# What a job leaves counts, not how it ended.
run_all() {
    if [ -n "${LOGINS:-}" ]; then
        parallel --sshlogin "$LOGINS" --retries 3 --transferfile {} --return {} \
            --basefile "$state" "${run[@]}" {} ::: "$@" || true
    elif [ -n "${SLURM:-}" ]; then
        local flags
        read -ra flags <<<"$SLURM"
        sbatch --wait --array="1-$#" --chdir="$folder" "${flags[@]}" "$PWD/scripts/jobs_slurm.sh" "${run[@]}" || true
    else
        # xargs goes on after a job that fails, not after one that is killed.
        printf '%s\0' "$@" | xargs -0 -P "${WORKERS:-2}" -n 1 -- sh -c '"$@" || true' run "${run[@]}"
    fi
}

while :; do
    code=0
    "$tengen" jobs take "$state" "$folder"/*.job --threads "${WORKERS:-2}" || code=$?
    [ "$code" = 3 ] && [ "$SECONDS" -lt "$seconds" ] || exit "$code"
    rm -f "$folder"/*.job
    "$tengen" jobs split "$state" "$folder" --jobs "${JOBS:-32}" ||
        exec "$tengen" jobs take "$state"
    run_all "$folder"/*.job
done
