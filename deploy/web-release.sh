#!/bin/sh
# Puts this release of a web app on a host, or goes back to one that is there.
#
#   ./release.sh install PREFIX            unpack beside the releases before, and make it the current one
#   ./release.sh activate PREFIX VERSION   make another release that is there the current one (roll back)
#   ./release.sh list PREFIX               which releases are there; the current one has a star
#
# nginx includes PREFIX/current/nginx.conf in its http block and has to be reloaded afterwards: nginx -s reload.
set -eu
. "$(dirname "$0")/releases.sh"

next_step="nginx -s reload"
holds() { [ -e "$1/nginx.conf.in" ]; }

prepare() {
  # The map's tiles are the one other host that a page may ask; their address is the deployer's.
  tiles=$(sed -n 's/.*"tileUrl"[[:space:]]*:[[:space:]]*"\(https\{0,1\}:\/\/[^\/"]*\).*/\1/p' "$1/config/config.json")
  sed -e "s|@PREFIX@|$1|g" -e "s|@TILES@|$tiles|g" "$1/releases/$2/nginx.conf.in" >"$1/releases/$2/nginx.conf"
}

install_here() {
  prefix=$1 version=$(version_here)
  mkdir -p "$prefix/releases" "$prefix/assets" "$prefix/config" "$prefix/log"
  for file in listen.conf api.conf config.json; do offer "$here/config/$file" "$prefix/config/$file"; done
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

obey "$@"
