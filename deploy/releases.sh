# What the release.sh of every package has in common: releases are beside each other in PREFIX/releases, and the
# link PREFIX/current is the one in use. Sourced, with these of its own:
#
#   holds VERSION'S FOLDER   whether there is a whole release in it
#   prepare PREFIX VERSION   what has to be done each time before it becomes the current one
#   install_here PREFIX      puts the release beside this script into PREFIX and activates it
#   next_step                what the operator does afterwards, as a sentence

# Services and nginx, which are not root, have to read what root installs.
umask 022

here=$(cd "$(dirname "$0")" && pwd)
say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

version_here() { sed -n 1p "$here/VERSION"; }

is_current() { [ "$(readlink "$1/current" 2>/dev/null || true)" = "releases/$2" ]; }

activate() {
  holds "$1/releases/$2" || fail "There is no release $2 in $1/releases."
  prepare "$1" "$2"
  # Made beside and moved over: at no moment is there none, or half of one.
  ln -sfn "releases/$2" "$1/current.new"
  mv -T "$1/current.new" "$1/current"
  say "$2 is the current release. Now: $next_step"
}

list() {
  for release in "$1"/releases/*; do
    [ -e "$release" ] || continue
    if is_current "$1" "${release##*/}"; then say "* ${release##*/}"; else say "  ${release##*/}"; fi
  done
}

# Puts a file of the deployer's in its place, once: what was written into it is kept by every later release.
offer() {
  [ -e "$2" ] && return
  cp "$1" "$2"
  say "Wrote $2: have a look."
}

obey() {
  case "${1:-} $#" in
    "install 2") install_here "$2" ;;
    "activate 3") activate "$2" "$3" ;;
    "list 2") list "$2" ;;
    install* | activate* | list*) fail "Usage: $0 install PREFIX | activate PREFIX VERSION | list PREFIX" ;;
    *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
}
