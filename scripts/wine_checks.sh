#!/usr/bin/env bash
# The package for Windows, run under Wine: what dist/TENGEN<yy>.zip holds is what is tested; `tools` tests the archive of
# package_release.sh.
# Usage: scripts/wine_checks.sh [signature|start|games|time|accept|protocol|tools] ..     (default: all)
# Each check leaves its last output in data/checks/wine-NAME.txt. Build the package before, on an otherwise
# idle machine. WINEPREFIX: where Wine keeps its things (a temporary folder).
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/need.sh
zip=$(ls -t dist/TENGEN*.zip 2>/dev/null | head -n 1 || true)
[ -n "$zip" ] || die "no package: scripts/package_gomocup.sh makes one"
need wine wine wine64
folder=$(mktemp -d)
trap 'wineserver -k 2>/dev/null || true; rm -rf "$folder"' EXIT
export WINEPREFIX=${WINEPREFIX:-$folder/wine} WINEARCH=win64 WINEDEBUG=-all DISPLAY=
python3 -m zipfile -e "$zip" "$folder/package"
exe=$folder/package/pbrain-tengen.exe native=$PWD/target/release/pbrain-tengen
cargo build --quiet --release
wineboot --init >/dev/null 2>&1 && wineserver -w
# Wine 8 lacks a library of Windows 10, for random numbers: one function of it stands in for that.
system=$WINEPREFIX/drive_c/windows/system32
if [ ! -e "$system/bcryptprimitives.dll" ]; then
    cat >"$folder/random.c" <<'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return SystemFunction036(data, (ULONG)length);
}
END
    x86_64-w64-mingw32-gcc -O2 -s -shared -o "$system/bcryptprimitives.dll" "$folder/random.c" -ladvapi32
fi
# A process that waits for input that never comes keeps Wine warm.
mkfifo "$folder/never"
wine cmd <>"$folder/never" >/dev/null 2>&1 &
sleep 3

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

games() { # games OUT OTHER-COMMAND FLAGS ..
    local out=$1 other=$2
    shift 2
    # Wine's own processes stay behind and write to standard error: that is no fault of the brain's.
    target/release/tengen match --engine "name=native cmd='$native'" --engine "name=other $other" \
        --seed 5 --ratinginterval 0 --out "$out" "$@" | grep -v '^Finished game'
}

# Of a run's games: all ended by the rules; with a second run, all alike.
compare() {
    python3 - "$@" <<'END'
import json, sys
def games(path):
    return {game["game"]: game for game in map(json.loads, open(path)) if "moves" in game}
runs = [games(path + "/results.jsonl") for path in sys.argv[1:]]
first = runs[0]
ended = sum(game["reason"] in ("five", "full-board") for game in first.values())
print(f"{ended} of {len(first)} games ended by the rules, without a forfeit")
bad = ended != len(first)
if len(runs) > 1:
    alike = sum(runs[1][number]["moves"] == game["moves"] for number, game in first.items())
    print(f"{alike} of {len(first)} games alike move by move")
    bad |= alike != len(first)
sys.exit(bad or not first)
END
}

# The same moves at fixed nodes.
check_games() {
    echo "48 games at 5,000 nodes a turn, against the package and against the native build"
    games "$folder/a" "cmd=wine arg='$exe'" --rounds 4 --nodes 5000 --turn-ms 0
    games "$folder/b" "cmd='$native'" --rounds 4 --nodes 5000 --turn-ms 0 >/dev/null
    compare "$folder/a" "$folder/b"
}

# No forfeit by time, and turns as long as the native build's.
check_time() {
    echo "60 games at 100 ms a turn"
    games "$folder/c" "cmd=wine arg='$exe'" --rounds 5 --turn-ms 100
    compare "$folder/c"
    python3 - "$folder/c/results.jsonl" <<'END'
import json, statistics, sys
turns = {"native": [], "other": []}
for game in map(json.loads, open(sys.argv[1])):
    for number, us in enumerate(game.get("us", []), game.get("opening", 0)):
        turns[game["white" if number % 2 else "black"]["name"]].append(us / 1000)
last = {}
for name, ms in turns.items():
    ms.sort()
    last[name] = ms[len(ms) * 99 // 100]
    print(f"{name}: {len(ms)} turns, median {statistics.median(ms):.1f} ms, 99 % below {last[name]:.1f}, longest {ms[-1]:.1f}")
later = last["other"] - last["native"]
print(f"at 99 % the package is {later:.1f} ms later; at most 20 wanted")
sys.exit(later > 20)
END
}

check_accept() { target/release/tengen accept "$zip" --turn-ms 5000 --turn-ms 100; }

check_protocol() {
    TENGEN_BRAIN="wine $exe" cargo test --quiet --profile checked --test protocol -- "case "
}

# Both programs of the release's archive: a match, the book, the page.
check_tools() {
    local archive release=$folder/release port=8143
    archive=$(ls -t dist/tengen-*-windows-x86_64.zip 2>/dev/null | head -n 1 || true)
    [ -n "$archive" ] || die "no archive: scripts/package_release.sh makes one"
    python3 -m zipfile -e "$archive" "$release"
    wine "$release/tengen.exe" --version | tr -d '\r'
    wine "$release/tengen.exe" match --brain "$release/pbrain-tengen.exe" --brain "$release/pbrain-tengen.exe" --strict \
        --league freestyle15 --rounds 1 --turn-ms 0 --nodes 5000 --ratinginterval 0 --out "$release/match" >/dev/null
    compare "$release/match"
    wine "$release/tengen.exe" book h8 i9 | tr -d '\r' | tail -n 1
    wine "$release/tengen.exe" serve --port $port >/dev/null 2>&1 &
    curl --silent --fail --retry 20 --retry-connrefused --retry-delay 1 http://127.0.0.1:$port/ | grep '<title>'
    kill %%
}

mkdir -p data/checks
[ $# -gt 0 ] || set -- signature start games time accept protocol tools
for name in "$@"; do
    declare -F "check_$name" >/dev/null || die "no check '$name'"
    echo "== $name"
    "check_$name" 2>&1 | sed -u "s#$folder#FOLDER#g; s#$PWD/##g" | tee "data/checks/wine-$name.txt"
done
