#!/usr/bin/env bash
# Builds what a release hands out, in dist/: the package for tournaments (package_gomocup.sh); archives of the brain and
# the tools for Linux and 64-bit Windows, with man pages and completions; and SHA256SUMS. The same commit, built by the
# same compiler, gives the same bytes.
# Usage: scripts/package_release.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/release_builds.sh
rm -rf dist/TENGEN*.zip dist/tengen-* dist/SHA256SUMS
scripts/package_gomocup.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo "building the brain and the tools for Linux"
build_linux
echo "building the tools for Windows"
build_windows --bin tengen # the brain stays the tournaments' one, without the tools' packages
dlls_of "$windows_programs/tengen.exe" 'oleaut32|user32' >/dev/null

tools=$linux_programs/tengen
"$tools" man "$scratch/man1" >/dev/null
mkdir "$scratch/completions"
# Under the names by which the shells find them.
for name in bash:tengen.bash zsh:_tengen fish:tengen.fish elvish:tengen.elv powershell:tengen.ps1; do
    "$tools" completions "${name%%:*}" >"$scratch/completions/${name#*:}"
done
extras=("$scratch/man1" "$scratch/completions")
python3 scripts/pack.py "dist/tengen-$version-linux-x86_64.tar.gz" $linux "$linux_programs/pbrain-tengen" "$tools" "${extras[@]}"
python3 scripts/pack.py "dist/tengen-$version-windows-x86_64.zip" $windows "$windows_programs/pbrain-tengen.exe" "$windows_programs/tengen.exe" "${extras[@]}"
cd dist
sha256sum TENGEN*.zip tengen-* | tee SHA256SUMS
