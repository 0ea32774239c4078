#!/usr/bin/env bash
# Publishes the files of dist/ (package_release.sh) as the release of a tag, with the tag's section of CHANGELOG.md.
# Usage: scripts/publish_release.sh [--dry-run] TAG     (TAG: v and the version; needs gh, the command line of GitHub)
# `--dry-run` checks all and says what it would run.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/release_builds.sh
run=
if [ "${1:-}" = --dry-run ]; then
    run=echo
    shift
fi
[ $# = 1 ] || die "usage: scripts/publish_release.sh [--dry-run] TAG"
tag=$1
[ "$tag" = "v$version" ] || die "the tag $tag is not v$version, the version in Cargo.toml"
notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
sed -n "/^## $version\$/,/^## /p" CHANGELOG.md | grep -v '^## ' >"$notes" || die "CHANGELOG.md has no section \"## $version\""
(cd dist && sha256sum --quiet --check SHA256SUMS) || die "dist/ is not what scripts/package_release.sh made"
[ -n "$run" ] || command -v gh >/dev/null || die "gh is missing"
mapfile -t names < <(sed 's/^[0-9a-f]*  //' dist/SHA256SUMS)
for name in 'TENGEN*.zip' "tengen-$version-linux-x86_64.tar.gz" "tengen-$version-windows-x86_64.zip"; do
    printf '%s\n' "${names[@]}" | grep -qx "${name//\*/.*}" || die "dist/SHA256SUMS names no $name: scripts/package_gomocup.sh and scripts/package_release.sh make all"
done
files=(dist/SHA256SUMS "${names[@]/#/dist/}")
$run gh release create "$tag" --verify-tag --title "Tengen $version" --notes-file "$notes" "${files[@]}"
