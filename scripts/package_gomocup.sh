#!/usr/bin/env bash
# Builds what is handed in: dist/TENGEN<yy>.zip, the brain for 64-bit Windows as tournaments take it, one file that needs
# nothing beside it. The same commit, built by the same compiler, gives the same bytes.
# Usage: scripts/package_gomocup.sh     YEAR: the two digits in the name (of the commit's year)
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/release_builds.sh
most_bytes=$((8 << 20))
year=${YEAR:-$(git log -1 --format=%cd --date=format:%y)}
zip=dist/TENGEN$year.zip exe=$windows_programs/pbrain-tengen.exe

echo "building the brain for Windows"
build_windows --no-default-features --bin pbrain-tengen
dlls=$(dlls_of "$exe")
mkdir -p dist
python3 scripts/pack.py "$zip" "$windows" "$exe"
bytes=$(stat -c %s "$zip")
[ "$bytes" -le "$most_bytes" ] || die "$zip has $bytes bytes, more than $most_bytes"
echo "DLLs: $dlls"
sha256sum "$exe" "$zip"
ls -l "$zip" | cut -d ' ' -f 5-
