#!/bin/sh
# Puts this release of a web app on a host, or goes back to one that is there.
#
#   ./release.sh install PREFIX            unpack beside the releases before, and make it the current one; the first time
#                                          only unpack, and write PREFIX/config to be filled in
#   ./release.sh activate PREFIX VERSION   make another release that is there the current one (roll back), or the same one
#                                          again after a change of PREFIX/config/config.json
#   ./release.sh list PREFIX               which releases are there; the current one has a star
#   ./release.sh static FOLDER CONFIG      for a web server of another kind or a CDN: FOLDER/html with CONFIG as its
#                                          config.json, and FOLDER/hosting.json, how it has to answer
#
# nginx includes PREFIX/current/nginx.conf in its http block and has to be reloaded afterwards: nginx -s reload.
set -eu
. "$(dirname "$0")/releases.sh"

next_step="nginx -s reload"
holds() { [ -e "$1/nginx.conf.in" ]; }

# CONFIG NAME: a text of a config.json
setting() { sed -n "s/.*\"$2\"[[:space:]]*:[[:space:]]*\"\([^\"]*\)\".*/\1/p" "$1"; }

# CONFIG NAME: the origin of an address in a config.json; nothing where it is a path
origin_of() { setting "$1" "$2" | sed -n 's|^\(https\{0,1\}://[^/]*\).*|\1|p'; }

# CONFIG PREFIX FILE: FILE.in with the hosts that a page may ask, which are the deployer's
fill_in() {
  sed -e "s|@PREFIX@|$2|g" -e "s|@TILES@|$(origin_of "$1" tileUrl)|g" -e "s|@API@|$(origin_of "$1" apiBase)|g" "$3.in"
}

prepare() {
  release=$1/releases/$2 config=$1/config/config.json
  fill_in "$config" "$1" "$release/nginx.conf" >"$release/nginx.conf"
  [ ! -d "$release/documents" ] || write_documents "$config" "$release"
}

static() {
  [ -e "$2" ] || fail "There is no $2."
  [ ! -e "$1/html" ] || fail "$1/html is there already."
  mkdir -p "$1"
  cp -R "$here/html" "$1/html"
  [ ! -d "$here/documents" ] || { cp -R "$here/documents" "$1/documents" && write_documents "$2" "$1" && rm -r "$1/documents"; }
  find "$1/html" -type f \( -name '*.gz' -o -name '*.br' \) -delete
  cp "$2" "$1/html/config.json"
  fill_in "$2" "" "$here/hosting.json" >"$1/hosting.json"
  say "Wrote $1/html and $1/hosting.json."
}

# CONFIG RELEASE: the files that name the site's own address (canonical, og:url, structured data, sitemap.xml, robots.txt).
write_documents() {
  host=$(setting "$1" productionHost)
  case "$host" in
    "" | *[!A-Za-z0-9.:-]*) fail "productionHost in $1 is the site's host, such as www.example.com. It is \"$host\"." ;;
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

case "${1:-} $#" in
  "static 3") static "$2" "$3" ;;
  *) obey "$@" ;;
esac
