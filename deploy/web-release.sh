#!/bin/sh
# Puts this release of a web app on a host, or goes back to one that is there.
#
#   ./release.sh install PREFIX            unpack beside the releases before, and make it the current one; the first time
#                                          only unpack, and write PREFIX/config to be filled in
#   ./release.sh activate PREFIX VERSION   make another release that is there the current one (roll back), or the same one
#                                          again after a change of PREFIX/config/config.json
#   ./release.sh list PREFIX               which releases are there; the current one has a star
#
# nginx includes PREFIX/current/nginx.conf in its http block and has to be reloaded afterwards: nginx -s reload.
set -eu
. "$(dirname "$0")/releases.sh"

next_step="nginx -s reload"
holds() { [ -e "$1/nginx.conf.in" ]; }

# PREFIX NAME: a text of PREFIX/config/config.json
setting() { sed -n "s/.*\"$2\"[[:space:]]*:[[:space:]]*\"\([^\"]*\)\".*/\1/p" "$1/config/config.json"; }

prepare() {
  # The map's tiles are the one other host that a page may ask; their address is the deployer's.
  tiles=$(setting "$1" tileUrl | sed -n 's|^\(https\{0,1\}://[^/]*\).*|\1|p')
  sed -e "s|@PREFIX@|$1|g" -e "s|@TILES@|$tiles|g" "$1/releases/$2/nginx.conf.in" >"$1/releases/$2/nginx.conf"
  [ ! -d "$1/releases/$2/documents" ] || write_documents "$1" "$1/releases/$2"
}

# The files that name the site's own address (canonical, og:url, structured data, sitemap.xml, robots.txt).
write_documents() {
  host=$(setting "$1" productionHost)
  case "$host" in
    "" | *[!A-Za-z0-9.:-]*) fail "productionHost in $1/config/config.json is the site's host, such as www.example.com. It is \"$host\"." ;;
    localhost | localhost:* | *.localhost | *.localhost:*) origin=http://$host ;;
    *) origin=https://$host ;;
  esac
  (cd "$2/documents" && find . -type f) | while read -r file; do
    sed "s|https://site\.invalid|$origin|g" "$2/documents/$file" | replace "$2/html/$file"
    gzip -9 -n -c "$2/html/$file" | replace "$2/html/$file.gz"
    if command -v brotli >/dev/null; then
      brotli -c "$2/html/$file" | replace "$2/html/$file.br"
    else
      rm -f "$2/html/$file.br"
    fi
  done
}

# Puts standard input in the place of a file: whole at every moment, for whom it is being sent to.
replace() { cat >"$1.new" && mv "$1.new" "$1"; }

install_here() {
  prefix=$1 version=$(version_here)
  [ -e "$prefix/config/config.json" ] && configured=yes || configured=no
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
  if [ "$configured" = yes ]; then
    activate "$prefix" "$version"
  else
    say "Fill in $prefix/config, then: $prefix/releases/$version/release.sh activate $prefix $version"
  fi
}

obey "$@"
