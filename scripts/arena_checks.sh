#!/usr/bin/env bash
# The arena's checks that take longer than a test should, each with its last output in data/checks/.
# Usage: scripts/arena_checks.sh [kills|overhead|judge|disk|shards|openbench|equal|foreign COMMAND,..] ..
#        (default: all but shards and foreign)
# `shards` needs GNU parallel and, for its job array, Slurm; `foreign` the command lines of other brains.
# Run them on an otherwise idle machine.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p data/checks
folder=$(mktemp -d)
mounted=
cleanup() { [ -z "$mounted" ] || umount "$mounted" || true; rm -rf "$folder"; }
trap cleanup EXIT
tengen=$PWD/target/release/tengen

match() { "$tengen" match --ratinginterval 0 "$@" | grep -v '^Finished game'; }

# Matches of fixed nodes, killed 200 times and resumed: the same games in the end.
check_kills() {
    TENGEN_KILLS=200 cargo test --profile checked --test arena -- kills_lose_nothing 2>&1 | grep '^test'
}

check_overhead() { "$tengen" match --selftest --rounds 25000 --concurrency 2; }

# The judge's mode: 200 games at 0.1 s without a forfeit, in every league.
check_judge() {
    match --gomocup --rounds 17 --turn-ms 100 --concurrency 2 --strict --out "$folder/judge"
}

# A full disk and a read-only one: the run stops, keeps its results, and prints how to resume.
check_disk() {
    mkdir "$folder/small"
    mount -t tmpfs -o size=200k tmpfs "$folder/small"
    mounted=$folder/small
    mocks=(--engine "name=a cmd='$tengen' arg=mock" --engine "name=b cmd='$tengen' arg=mock")
    code=0
    match "${mocks[@]}" --league standard15 --rounds 1000 --out "$mounted/match" || code=$?
    echo "full disk: exit code $code, $(wc -l <"$mounted/match/results.jsonl") whole lines"
    mount -o remount,size=20m "$mounted"
    "$tengen" match --resume "$mounted/match" --ratinginterval 0 | grep -E '^(Run|Games|Finished match)'
    mount -o remount,ro "$mounted"
    code=0
    match "${mocks[@]}" --league standard15 --out "$mounted/other" || code=$?
    echo "read-only disk: exit code $code"
}

# Eight shards over two local hosts, and as a job array, put together.
check_shards() {
    flags=(--engine "name=a cmd='$tengen' args='mock --seed 1'" --engine "name=b cmd='$tengen' args='mock --seed 2'"
        --league standard15 --rounds 80)
    scripts/shards_parallel.sh 8 "${TENGEN_LOGINS:-2/:}" "$folder/parallel" "${flags[@]}" 2>&1 |
        grep -vE 'Finished game|^shard'
    mkdir "$folder/array"
    if command -v sbatch >/dev/null; then
        sbatch --wait --array=1-8 --chdir="$folder/array" "$PWD/scripts/shards_slurm.sh" "$PWD" "${flags[@]}"
    else
        echo "no Slurm here: its variables set by hand"
        for index in 1 2 3 4 5 6 7 8; do
            (cd "$folder/array" && SLURM_ARRAY_TASK_ID=$index SLURM_ARRAY_TASK_COUNT=8 \
                "$OLDPWD/scripts/shards_slurm.sh" "$OLDPWD" "${flags[@]}" >/dev/null)
        done
    fi
    "$tengen" stats merge --out "$folder/array/merged.jsonl" "$folder"/array/shard-*/results.jsonl
    for way in parallel array; do
        sed -nE 's/^\{"game":([0-9]+).*"moves":"([^"]*)".*/\1 \2/p' "$folder/$way/merged.jsonl" |
            sort -n >"$folder/$way.games"
    done
    cmp "$folder/parallel.games" "$folder/array.games"
    echo "the same $(wc -l <"$folder/array.games") games both ways"
}

# The Makefile as a client of an OpenBench server calls it.
check_openbench() {
    git clone --quiet . "$folder/clone"
    cd "$folder/clone"
    CARGO_TARGET_DIR=$folder/target make -s EXE=Tengen-1234ABCD CXX=g++ 2>/dev/null
    ./Tengen-1234ABCD bench | tail -1 | sed 's/ [0-9]* nps/ N nps/'
    make -s CXX=g++ 2>/dev/null
    ./fastchess --version
    cd - >/dev/null
}

# A brain against itself: the Elo must lie within twice its error.
check_equal() {
    match --league freestyle15 --rounds 1000 --turn-ms 20 --concurrency 2 --out "$folder/equal" |
        tee "$folder/equal.txt"
    awk '/^Elo:/ { elo = $2 < 0 ? -$2 : $2; print "inside twice the error:", elo <= 2 * $4 ? "yes" : "NO"
        if (elo > 2 * $4) exit 1 }' FS='[ ,]+' "$folder/equal.txt"
}

# Command lines of other brains, commas between them: everyone against everyone.
check_foreign() {
    IFS=, read -ra commands <<<"$1"
    engines=(--brain "$PWD/target/release/pbrain-tengen")
    for command in "${commands[@]}"; do engines+=(--brain "$command"); done
    match "${engines[@]}" --league "${TENGEN_LEAGUE:-freestyle15}" --rounds "${TENGEN_ROUNDS:-5}" \
        --each 'tc=600/0.3 memory=0' --concurrency 2 --out "$folder/foreign"
}

cargo build --quiet --release
[ $# -gt 0 ] || set -- kills overhead judge disk openbench equal
while [ $# -gt 0 ]; do
    name=$1
    shift
    argument=
    case $name in foreign) argument=${1:?$name needs command lines} && shift ;; esac
    echo "== $name"
    "check_$name" ${argument:+"$argument"} 2>&1 | sed -u "s#$folder#FOLDER#g; s#$PWD/##g" |
        tee "data/checks/$name.txt"
done
