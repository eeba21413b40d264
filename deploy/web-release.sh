#!/bin/sh
# Puts this release of a web app on a host, or goes back to one that is there.
#
#   ./release.sh install PREFIX            unpack beside the releases before, and make it the current one
#   ./release.sh activate PREFIX VERSION   make another release that is there the current one (roll back)
#   ./release.sh list PREFIX               which releases are there; the current one has a star
#
# nginx includes PREFIX/current/nginx.conf in its http block and is told to reload afterwards: nginx -s reload.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

activate() {
  prefix=$1 version=$2
  [ -d "$prefix/releases/$version" ] || fail "There is no release $version in $prefix/releases."
  # The map's tiles are the one other host that a page may ask; their address is the deployer's.
  tiles=$(sed -n 's/.*"tileUrl"[[:space:]]*:[[:space:]]*"\(https\{0,1\}:\/\/[^\/"]*\).*/\1/p' "$prefix/config/config.json")
  sed -e "s|@PREFIX@|$prefix|g" -e "s|@TILES@|$tiles|g" \
    "$prefix/releases/$version/nginx.conf.in" >"$prefix/releases/$version/nginx.conf"
  ln -sfn "releases/$version" "$prefix/current.new"
  mv -T "$prefix/current.new" "$prefix/current"
  say "$version is the current release. Now: nginx -s reload"
}

install_here() {
  prefix=$1 version=$(sed -n 1p "$here/VERSION")
  mkdir -p "$prefix/releases" "$prefix/assets" "$prefix/config" "$prefix/log"
  for file in listen.conf api.conf config.json; do
    [ -e "$prefix/config/$file" ] || { cp "$here/config/$file" "$prefix/config/$file"; say "Wrote $prefix/config/$file: have a look."; }
  done
  rm -rf "$prefix/releases/$version.new"
  mkdir "$prefix/releases/$version.new"
  cp -R "$here/." "$prefix/releases/$version.new/"
  # A copy that was cut short is never current: the folder gets its name when it is whole.
  rm -rf "$prefix/releases/$version"
  mv "$prefix/releases/$version.new" "$prefix/releases/$version"
  cp -R "$here/html/assets/." "$prefix/assets/"
  find "$prefix/assets" -type f -mtime +60 -delete
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
  *) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
