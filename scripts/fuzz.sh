#!/usr/bin/env bash
# Fuzzes what Tengen reads, by libFuzzer: the brain's protocol, files of games, certificates, results, questions.
# Usage: scripts/fuzz.sh [SECONDS [TARGET..]]      (600 seconds for each target by default)
# Needs a nightly compiler. Begins with fuzz/corpus/, and keeps what it finds in fuzz/target/; an input that fails is named,
# and belongs into fuzz/findings/TARGET/ when it is mended.
set -uo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
shift $(($# > 0))
targets=(protocol games certificate results questions)
[ $# -eq 0 ] || targets=("$@")

fail() { echo "fuzz: $*" >&2; exit 1; }
[[ $seconds =~ ^[0-9]+$ ]] || fail "SECONDS is no number: $seconds"
rustup run nightly rustc --version >/dev/null 2>&1 || fail "no nightly compiler: rustup toolchain install nightly"
command -v cargo-fuzz >/dev/null || cargo install --quiet cargo-fuzz --locked || fail "cargo-fuzz could not be installed"
for target in "${targets[@]}"; do
    [ -f "fuzz/targets/$target.rs" ] || fail "no target $target: there are $(basename -s .rs fuzz/targets/*.rs | xargs)"
done
cargo +nightly fuzz build --release || fail "the targets could not be built"

failed=0
echo "| target | seconds | executions | edges | features | inputs | findings |"
echo "|---|---:|---:|---:|---:|---:|---:|"
for target in "${targets[@]}"; do
    found=fuzz/target/inputs/$target artifacts=fuzz/artifacts/$target log=fuzz/target/$target.log
    mkdir -p "$found" "$artifacts"
    before=$(find "$artifacts" -type f | wc -l)
    start=$SECONDS
    # Slow inputs and memory count as findings, too.
    cargo +nightly fuzz run --release "$target" "$found" "fuzz/corpus/$target" -- -max_total_time="$seconds" -timeout=20 \
        -rss_limit_mb=2048 -max_len=20000 -print_final_stats=1 >"$log" 2>&1 || failed=1
    findings=$(($(find "$artifacts" -type f | wc -l) - before))
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    read -r edges features < <(grep -oE 'cov: [0-9]+ ft: [0-9]+' "$log" | tail -n 1 | awk '{ print $2, $4 }')
    echo "| $target | $((SECONDS - start)) | ${executions:-?} | ${edges:-?} | ${features:-?} | $(find "$found" -type f | wc -l) | $findings |"
done
[ $failed -eq 0 ] || echo "failed: see fuzz/artifacts/ and fuzz/target/TARGET.log" >&2
exit $failed
