# For scripts to source. `die WORDS`: ends the script with a message.
die() { echo "$*" >&2; exit 1; }

# `need PROGRAM PACKAGE ..`: where the program is missing its Debian packages are installed, by root or where sudo asks for
# no password, or the script ends and names them.
need() {
    local program=$1 as_root=
    shift
    ! command -v "$program" >/dev/null || return 0
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    if ! command -v apt-get >/dev/null || ! $as_root true 2>/dev/null; then
        die "$program is missing (Debian: apt-get install $*)"
    fi
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# `need_target TARGET`: where rustc lacks a target's standard library rustup adds it, or the script ends and says so.
need_target() {
    [ ! -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] || return 0
    if ! command -v rustup >/dev/null || ! rustup --quiet target add "$1"; then
        die "rustc's standard library for $1 is missing, and rustup could not add it"
    fi
}
