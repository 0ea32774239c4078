#!/usr/bin/env bash
# Builds what a release hands out, in dist/: the package for tournaments (package_gomocup.sh); archives of the brain and
# the tools for Linux and 64-bit Windows, with man pages and completions; and SHA256SUMS. The same commit, built by the
# same compiler, gives the same bytes.
# Usage: scripts/package_release.sh
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf dist/TENGEN*.zip dist/tengen-* dist/SHA256SUMS
scripts/package_gomocup.sh
. scripts/release_builds.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
brain=$scratch/pbrain-tengen.exe
cp "$windows_programs/pbrain-tengen.exe" "$brain" # the tournaments' one: the next build has the tools' packages

echo "building the brain and the tools for Linux"
build_linux
echo "building the tools for Windows"
build_windows --bin tengen
dlls_of "$windows_programs/tengen.exe" "$system_dlls|^(oleaut32|user32)\.dll$" >/dev/null

tools=$linux_programs/tengen
"$tools" man "$scratch/man1" >/dev/null
mkdir "$scratch/completions"
for shell in bash zsh fish elvish powershell; do
    "$tools" completions $shell >"$scratch/completions/tengen.$shell"
done
extras=("$scratch/man1" "$scratch/completions")
python3 scripts/pack.py "dist/tengen-$version-linux-x86_64.tar.gz" $linux "$linux_programs/pbrain-tengen" "$tools" "${extras[@]}"
python3 scripts/pack.py "dist/tengen-$version-windows-x86_64.zip" $windows "$brain" "$windows_programs/tengen.exe" "${extras[@]}"
cd dist
sha256sum TENGEN*.zip tengen-* | tee SHA256SUMS
