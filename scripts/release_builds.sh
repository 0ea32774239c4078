# For scripts to source, from the repository's root: builds of a commit to hand out, the same bytes from the same commit
# and compiler. `build_windows FLAG ..` and `build_linux FLAG ..` run cargo; the programs are in $windows_programs, $linux_programs.
. scripts/need.sh
for tool in cargo python3 git; do
    command -v "$tool" >/dev/null || die "$tool is missing"
done
[ -z "$(git status --porcelain)" ] || echo "note: this is no commit: the working tree has changes" >&2
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
export SOURCE_DATE_EPOCH TENGEN_COMMIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
# Not by tags, which may come after a build.
TENGEN_COMMIT=$(git describe --always --exclude='*' --abbrev=7 --dirty=+changes)

windows=x86_64-pc-windows-gnu linux=x86_64-unknown-linux-gnu
windows_programs=${CARGO_TARGET_DIR:-target}/$windows/release linux_programs=${CARGO_TARGET_DIR:-target}/$linux/release
# No folder of this machine in the file.
flags=(-Ctarget-feature=+crt-static -Cstrip=symbols "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo" "--remap-path-prefix=$PWD=/tengen")
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc

# The linker for Windows sorts the DLLs by the paths of the files that ask for them. With /. before it the folder of the
# build comes before the system's, wherever it lies.
build() { # build TARGET FLAG ..
    need_target "$1"
    CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && echo "${flags[*]}") CARGO_TARGET_DIR=/.$(realpath -m "${CARGO_TARGET_DIR:-target}") cargo build --quiet --release --locked --target "$@"
}

build_windows() {
    need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-win32
    local flags=("${flags[@]}" -Clink-arg=-Wl,--no-insert-timestamp) # no time of the build in the file
    build $windows "$@"
}

build_linux() { build $linux "$@"; }

# What every Windows has that tournaments run on.
system_dlls='kernel32|ntdll|msvcrt|ucrtbase|userenv|ws2_32|advapi32|bcryptprimitives|api-ms-win-[a-z0-9-]+'

# The DLLs that a program for Windows needs, on one line; ends the script where Windows may lack one. $2: others that it
# may need, joined by |
dlls_of() {
    local dlls foreign
    dlls=$(x86_64-w64-mingw32-objdump -p "$1" | sed -n 's/.*DLL Name: //p')
    foreign=$(grep -viE "^($system_dlls${2:+|$2})\.dll$" <<<"$dlls" || true)
    [ -z "$foreign" ] || die "$1 needs DLLs that Windows does not have: $foreign"
    echo "${dlls//$'\n'/ }"
}
