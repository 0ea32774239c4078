#!/usr/bin/env bash
# The bench signature: the same over ten runs, in the tests' profile, and in a build for this very processor;
# a shallow one the same in a debug build, and on emulated older processors.
# Usage: scripts/bench_check.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/need.sh
runs=10

signature() { "$@" | tail -n 1 | cut -d ' ' -f 1; }

cargo build --quiet --release --bin pbrain-tengen
cargo build --quiet --profile checked --bin pbrain-tengen
cargo build --quiet --bin pbrain-tengen
brain=target/release/pbrain-tengen
expected=$(signature $brain bench)
for _ in $(seq 2 $runs); do
    [ "$(signature $brain bench)" = "$expected" ] || { echo "the signature changes from run to run" >&2; exit 1; }
done
[ "$(signature target/checked/pbrain-tengen bench)" = "$expected" ] || { echo "checked and release differ" >&2; exit 1; }
shallow=$(signature $brain bench 5)
[ "$(signature target/debug/pbrain-tengen bench 5)" = "$shallow" ] || { echo "debug and release differ" >&2; exit 1; }
RUSTFLAGS="-C target-cpu=native" cargo build --quiet --release --target-dir target/native --bin pbrain-tengen
native=$(signature target/native/release/pbrain-tengen bench)
[ "$native" = "$expected" ] || { echo "the native build differs: $native" >&2; exit 1; }
need qemu-x86_64 qemu-user
for processor in Nehalem Haswell; do
    emulated=$(signature qemu-x86_64 -cpu $processor $brain bench 5)
    [ "$emulated" = "$shallow" ] || { echo "$processor differs: $emulated" >&2; exit 1; }
    echo "depth 5 on an emulated $processor: $emulated nodes"
done
echo "bench: $expected nodes, $runs runs alike, native and checked builds alike"
echo "depth 5: $shallow nodes, debug and release alike"
