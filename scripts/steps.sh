# For scripts to source: steps that run side by side, each with its seconds. What a step prints is kept in
# $steps/NAME and shown when it ends; `finish` waits for all and fails if any failed.
steps=$(mktemp -d)
declare -A step_names=() step_starts=()
failed_steps=()
trap 'end_steps; rm -rf "$steps"' EXIT

# Ends all that still runs, with what it started: each step is a process group.
end_steps() {
    local pid
    for pid in "${!step_names[@]}"; do kill -- "-$pid" 2>/dev/null || true; done
}

# begin NAME COMMAND ..: starts a step.
begin() {
    local name=$1
    shift
    set -m
    (
        set +m
        trap - EXIT
        set -euo pipefail
        "$@"
    ) >"$steps/$name" 2>&1 </dev/null &
    set +m
    step_names[$!]=$name
    step_starts[$!]=$SECONDS
}

# Waits for one step and shows it.
await_one() {
    local pid code=0
    wait -n -p pid "${!step_names[@]}" || code=$?
    local name=${step_names[$pid]} seconds=$((SECONDS - step_starts[$pid]))
    unset "step_names[$pid]" "step_starts[$pid]"
    printf '\n== %s: %s, %d s\n' "$name" "$([ $code = 0 ] && echo ok || echo FAILED)" $seconds
    cat "$steps/$name"
    [ $code = 0 ] || failed_steps+=("$name")
}

# finish NAME ..: waits for these steps, or for all that run; fails if any step failed so far.
finish() {
    local name is_left
    while [ ${#step_names[@]} -gt 0 ]; do
        is_left=$(($# == 0))
        for name in "$@"; do
            [[ " ${step_names[*]} " != *" $name "* ]] || is_left=1
        done
        [ $is_left = 1 ] || break
        await_one
    done
    if [ ${#failed_steps[@]} -gt 0 ]; then
        printf '\nfailed: %s (%d s in all)\n' "${failed_steps[*]}" $SECONDS >&2
        return 1
    fi
}
