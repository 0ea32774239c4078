# For scripts to source. `need PROGRAM PACKAGE ..`: where the program is missing its Debian packages are
# installed, or the script ends and names them.
need() {
    local program=$1
    shift
    ! command -v "$program" >/dev/null || return 0
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "$program is missing (Debian: apt-get install $*)" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
