#!/usr/bin/env bash
# Builds what is handed in and handed out: dist/TENGEN<yy>.zip, the brain for 64-bit Windows as tournaments
# take it, and dist/tengen-<version>-linux-x86_64.tar.gz, the brain and the tools. One file each that needs
# nothing beside it. The same commit, built by the same compiler, gives the same bytes.
# Usage: scripts/package_gomocup.sh     YEAR: the two digits in the name (of the commit's year)
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/need.sh
most_bytes=$((8 << 20))
windows=x86_64-pc-windows-gnu linux=x86_64-unknown-linux-gnu
# What every Windows has that tournaments run on.
system_dlls='^(kernel32|ntdll|msvcrt|ucrtbase|userenv|ws2_32|advapi32|bcryptprimitives|api-ms-win-[a-z0-9-]+)\.dll$'

die() { echo "$*" >&2; exit 1; }
for tool in cargo python3 git; do
    command -v "$tool" >/dev/null || die "$tool is missing"
done
[ -z "$(git status --porcelain)" ] || echo "note: this is no commit: the working tree has changes" >&2
year=${YEAR:-$(git log -1 --format=%cd --date=format:%y)}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
export SOURCE_DATE_EPOCH TENGEN_COMMIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
TENGEN_COMMIT=$(git describe --always --abbrev=7 --dirty=+changes)

# The linker for Windows, and the standard library for it.
linker=x86_64-w64-mingw32-gcc
need $linker gcc-mingw-w64-x86-64-win32
for triple in $windows $linux; do
    if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$triple/lib" ]; then
        command -v rustup >/dev/null || die "rustc's standard library for $triple is missing"
        rustup --quiet target add $triple
    fi
done
# No folder of this machine in the file.
paths="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo --remap-path-prefix=$PWD=/tengen"
common="-Ctarget-feature=+crt-static -Cstrip=symbols $paths"
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$linker
# No time of the build in the file.
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUSTFLAGS="$common -Clink-arg=-Wl,--no-insert-timestamp"
export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS="$common"
target=${CARGO_TARGET_DIR:-target}
echo "building for Windows"
cargo build --quiet --release --target "$windows" --no-default-features --bin pbrain-tengen
echo "building for Linux"
cargo build --quiet --release --target "$linux"

exe=$target/$windows/release/pbrain-tengen.exe
dlls=$(x86_64-w64-mingw32-objdump -p "$exe" | sed -n 's/.*DLL Name: //p')
foreign=$(grep -viE "$system_dlls" <<<"$dlls" || true)
[ -z "$foreign" ] || die "the brain needs DLLs that Windows does not have: $foreign"

mkdir -p dist
zip=dist/TENGEN$year.zip tar=dist/tengen-$version-linux-x86_64.tar.gz
python3 scripts/pack.py "$zip" "$windows" "$exe"
python3 scripts/pack.py "$tar" "$linux" "$target/$linux/release/pbrain-tengen" "$target/$linux/release/tengen"
bytes=$(stat -c %s "$zip")
[ "$bytes" -le "$most_bytes" ] || die "$zip has $bytes bytes, more than $most_bytes"
echo "DLLs: ${dlls//$'\n'/ }"
sha256sum "$exe" "$zip" "$tar"
ls -l "$zip" "$tar" | cut -d ' ' -f 5-
