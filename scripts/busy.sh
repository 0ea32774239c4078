# For scripts to source. `beside_busy COMMAND ..`: runs it with four busy processes beside, which end with it
# however it ends.
beside_busy() (
    busy=()
    trap 'kill "${busy[@]}" 2>/dev/null || true' EXIT
    for _ in 1 2 3 4; do
        (while :; do :; done) >/dev/null 2>&1 &
        busy+=($!)
    done
    "$@"
)
