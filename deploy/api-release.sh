#!/bin/sh
# Puts this release of the API on a machine, or goes back to one that is there.
#
#   ./release.sh install PREFIX            a virtual environment of its own, made the current one
#   ./release.sh activate PREFIX VERSION   make another release that is there the current one (roll back)
#   ./release.sh list PREFIX               which releases are there; the current one has a star
#
# Before the new code takes requests: PREFIX/current/bin/flask --app loyalty db upgrade. Migrations only ever add
# (docs/deploy.md), so the release before works on the newer tables and a roll-back needs no downgrade.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

activate() {
  prefix=$1 version=$2
  [ -x "$prefix/releases/$version/bin/gunicorn" ] || fail "There is no release $version in $prefix/releases."
  ln -sfn "releases/$version" "$prefix/current.new"
  mv -T "$prefix/current.new" "$prefix/current"
  say "$version is the current release. Now: flask --app loyalty db upgrade, then restart the services."
}

install_here() {
  prefix=$1 version=$(sed -n 1p "$here/VERSION") python=${PYTHON:-python3}
  mkdir -p "$prefix/releases" "$prefix/config"
  [ -e "$prefix/config/loyalty.env" ] || { cp "$here/loyalty.env" "$prefix/config/loyalty.env"; chmod 600 "$prefix/config/loyalty.env"; say "Wrote $prefix/config/loyalty.env: have a look."; }
  target="$prefix/releases/$version"
  [ "$(readlink "$prefix/current" 2>/dev/null || true)" = "releases/$version" ] && fail "$version is the current release already."
  rm -rf "$target"
  "$python" -m venv "$target"
  "$target/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r "$here/requirements.lock"
  "$target/bin/pip" install --quiet --disable-pip-version-check --no-deps "$here"/*.whl
  cp -R "$here/VERSION" "$here/CHANGELOG.md" "$here/LICENCES.md" "$here/systemd" "$target/"
  activate "$prefix" "$version"
}

case "${1:-}" in
  install) [ $# -eq 2 ] || fail "Usage: $0 install PREFIX"; install_here "$2" ;;
  activate) [ $# -eq 3 ] || fail "Usage: $0 activate PREFIX VERSION"; activate "$2" "$3" ;;
  list)
    [ $# -eq 2 ] || fail "Usage: $0 list PREFIX"
    now=$(readlink "$2/current" 2>/dev/null || true)
    for one in "$2"/releases/*; do
      if [ "releases/${one##*/}" = "$now" ]; then say "* ${one##*/}"; else say "  ${one##*/}"; fi
    done ;;
  *) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
