#!/usr/bin/env bash
# A stranger's machine: another user with an empty home and a fresh clone of the commit, with rustc, cargo and what the
# system has. Whatever README and the release promise has to work there at the first try.
# Usage: scripts/stranger_checks.sh [match|tests|install|crate|linux|windows|bytes] ..     (default: all, some 50 minutes)
#   match, tests    README's two commands
#   install, crate  cargo install --path ., cargo package
#   linux, windows  the release's archives, the one for Windows under Wine
#   bytes           the package for tournaments, built there: the same bytes
# The last three take dist/ (package_release.sh). The last output of each is in data/checks/stranger-NAME.txt.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/need.sh
need unshare util-linux
[ $# -gt 0 ] || set -- match tests install crate linux windows bytes
[ -z "$(git status --porcelain)" ] || echo "note: changes that are not committed are not tried" >&2
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
mkdir "$box/home" "$box/rust"
git clone --quiet . "$box/home/tengen"
[ ! -d dist ] || cp -r dist "$box/home/tengen/dist"

# How this machine reaches the network, which is the stranger's way, too.
mapfile -t network < <(env | grep -iE '^([a-z]*_proxy|PIP_[a-z_]*|CARGO_HTTP_[a-z_]*|SSL_CERT_[a-z]*|[a-z]*_CA_BUNDLE)=')

# as_stranger COMMAND: neither this user's home nor this folder is there, and the user is not root.
as_stranger() {
    unshare --map-root-user --mount bash -euc '
        mount --bind "$(rustc --print sysroot)" "$1/rust"
        mount -t tmpfs none "$HOME"
        mount -t tmpfs none "$PWD"
        cd "$1/home/tengen"
        box=$1 command=$2
        shift 2
        exec unshare --user --map-user=1000 --map-group=1000 env -i HOME="$box/home" USER=stranger LANG=C.UTF-8 CARGO_TERM_QUIET=true \
            PATH="$box/rust/bin:/usr/bin:/bin" "$@" bash -euo pipefail -c "$command"
    ' - "$box" "$1" "${network[@]}"
}

# The nth line of the block of commands under "Two commands".
readme_command() {
    awk -v wanted="$1" '/^## /{ on = /Two commands/ } on && /^```/{ inside = !inside; next }
        on && inside && ++seen == wanted { sub(/ +#.*/, ""); print }' README.md
}

# What every way of installing must do, with `tengen` and `pbrain-tengen` in a folder.
play="\"\$programs/tengen\" --version
    \"\$programs/tengen\" match --strict --rounds 1 --turn-ms 50 --ratinginterval 0 --out ../played-\$RANDOM | tail -n 1
    \"\$programs/tengen\" book h8 i9 | tail -n 1"

# lines_of PATTERN COMMAND: as_stranger; shows the lines of a pattern, and where it fails all.
lines_of() {
    as_stranger "$2" 2>&1 | tee "$box/output" | grep --line-buffered -E "$1" || { cat "$box/output"; return 1; }
}

check_match() { lines_of '^(Games|ends|Finished match)' "$(readme_command 1)"; }
check_tests() { lines_of '^(==|all tests)' "$(readme_command 2)"; }
check_install() { as_stranger "cargo install --path .; programs=~/.cargo/bin; $play"; }

# The crate builds from what is in it.
check_crate() { as_stranger "cargo package; ls -sh target/package/*.crate"; }

check_linux() {
    as_stranger "mkdir ../linux; tar -xzf dist/tengen-*-linux-x86_64.tar.gz -C ../linux
        programs=\$(dirname \"\$(find ../linux -name pbrain-tengen)\"); $play
        man --warnings \"\$(find ../linux -name tengen.1)\" >/dev/null
        bash -n \"\$(find ../linux -name tengen.bash)\""
}

check_windows() { as_stranger "scripts/wine_checks.sh tools"; }

check_bytes() {
    as_stranger "cp dist/TENGEN*.zip ../; scripts/package_gomocup.sh | tail -n 1; cmp dist/TENGEN*.zip ../TENGEN*.zip
        echo 'the same bytes as built before'"
}

mkdir -p data/checks
for name in "$@"; do
    declare -F "check_$name" >/dev/null || die "no check '$name'"
    begun=$SECONDS
    echo "== $name"
    git -C "$box/home/tengen" restore . # the check before may have left its own output
    {
        git -C "$box/home/tengen" log -1 --format='commit %h of %cd' --date=short
        "check_$name"
    } 2>&1 | sed -u "s#$box#BOX#g; s#$PWD/##g" | tee "data/checks/stranger-$name.txt"
    echo "== $name: ok, $((SECONDS - begun)) s"
done
