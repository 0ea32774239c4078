#!/usr/bin/env bash
# The package for Windows, run under Wine: what dist/TENGEN<yy>.zip holds is what is tested.
# Usage: scripts/wine_checks.sh [signature|start|games|accept|protocol] ..     (default: all)
# Each check leaves its last output in docs/checks/wine-NAME.txt. Build the package before, on an otherwise
# idle machine. WINEPREFIX: where Wine keeps its things (a temporary folder).
set -euo pipefail
cd "$(dirname "$0")/.."
die() { echo "$*" >&2; exit 1; }
zip=$(ls -t dist/TENGEN*.zip 2>/dev/null | head -n 1)
[ -n "$zip" ] || die "no package: scripts/package_gomocup.sh makes one"
if ! command -v wine >/dev/null; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || die "wine is missing (Debian: apt-get install wine wine64)"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends wine wine64 >/dev/null
fi
folder=$(mktemp -d)
trap 'wineserver -k 2>/dev/null || true; rm -rf "$folder"' EXIT
export WINEPREFIX=${WINEPREFIX:-$folder/wine} WINEARCH=win64 WINEDEBUG=-all DISPLAY=
python3 -m zipfile -e "$zip" "$folder/package"
exe=$folder/package/pbrain-tengen.exe native=$PWD/target/release/pbrain-tengen
cargo build --quiet --release
wineboot --init >/dev/null 2>&1
# A process that stays keeps Wine warm.
wine cmd /c pause <>/dev/zero >/dev/null 2>&1 &

# The same nodes searched.
check_signature() {
    local here there
    here=$($native bench | tail -n 1 | cut -d ' ' -f 1)
    there=$(wine "$exe" bench | tr -d '\r' | tail -n 1 | cut -d ' ' -f 1)
    echo "bench: $here nodes native, $there under Wine"
    [ "$here" = "$there" ]
}

# The first move, against a program that only answers.
check_start() {
    printf '#include <stdio.h>\nint main(void) { char line[99]; while (fgets(line, 99, stdin)) { puts("7,7"); fflush(stdout); } return 0; }\n' >"$folder/empty.c"
    x86_64-w64-mingw32-gcc -O2 -o "$folder/empty.exe" "$folder/empty.c"
    python3 scripts/first_move.py 20 100 wine "$folder/empty.exe" wine "$exe"
}

games() { # games OUT BLACK-COMMAND FLAGS ..
    local out=$1 other=$2
    shift 2
    target/release/tengen match --engine "name=native cmd=$native" --engine "name=other $other" \
        --seed 5 --strict --ratinginterval 0 --out "$out" "$@" | grep -v '^Finished game'
}

# The same moves at fixed nodes; no forfeit and no late move by time.
check_games() {
    echo "48 games at 5,000 nodes a turn, against the package and against the native build"
    games "$folder/a" "cmd=wine args=$exe" --rounds 4 --nodes 5000 --turn-ms 0
    games "$folder/b" "cmd=$native" --rounds 4 --nodes 5000 --turn-ms 0 >/dev/null
    python3 - "$folder"/{a,b}/results.jsonl <<'END'
import json, sys
def moves(path):
    games = [json.loads(line) for line in open(path)]
    return {game["game"]: game["moves"] for game in games if "moves" in game}
a, b = (moves(path) for path in sys.argv[1:])
same = sum(b.get(number) == line for number, line in a.items())
print(f"{same} of {len(a)} games alike move by move")
sys.exit(same != len(a) or not a)
END
    echo "54 games at 100 ms a turn"
    games "$folder/c" "cmd=wine args=$exe" --rounds 5 --turn-ms 100
}

check_accept() { target/release/tengen accept "$zip" --turn-ms 1000 --turn-ms 100; }

check_protocol() {
    TENGEN_BRAIN="wine $exe" cargo test --quiet --profile checked --test protocol -- "case "
}

mkdir -p docs/checks
[ $# -gt 0 ] || set -- signature start games accept protocol
for name in "$@"; do
    declare -F "check_$name" >/dev/null || die "no check '$name'"
    echo "== $name"
    "check_$name" 2>&1 | sed -u "s#$folder#FOLDER#g; s#$PWD/##g" | tee "docs/checks/wine-$name.txt"
done
