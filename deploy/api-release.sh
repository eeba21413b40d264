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
. "$(dirname "$0")/releases.sh"

next_step="flask --app loyalty db upgrade, then restart the services."
holds() { [ -x "$1/bin/gunicorn" ] && [ -e "$1/VERSION" ]; }
prepare() { :; }

# From the wheels of the package where they are for this Python and machine; else pip asks its package index.
source_of_packages() {
  platform=$("$1" -c 'import sys, sysconfig; print("Python %d.%d, %s" % (*sys.version_info[:2], sysconfig.get_platform()))')
  if [ "$(cat "$here/wheels/PLATFORM" 2>/dev/null)" = "$platform" ]; then
    printf '%s' "--no-index --find-links wheels"
  else
    say "The wheels of this package are for another machine than $platform: asking the package index." >&2
  fi
}

install_here() {
  prefix=$1 version=$(version_here) python=${PYTHON:-python3}
  mkdir -p "$prefix/releases" "$prefix/config"
  offer "$here/loyalty.env" "$prefix/config/loyalty.env"
  chmod 600 "$prefix/config/loyalty.env"
  is_current "$prefix" "$version" && fail "$version is the current release already."
  target="$prefix/releases/$version"
  rm -rf "$target"
  "$python" -m venv "$target"
  cd "$here"
  "$target/bin/pip" install --quiet --disable-pip-version-check $(source_of_packages "$target/bin/python") --require-hashes -r "$here/requirements.lock"
  "$target/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps "$here"/*.whl
  cp -R "$here/release.sh" "$here/releases.sh" "$here/CHANGELOG.md" "$here/LICENCES.md" "$here/sbom.cdx.json" "$here/systemd" "$here/grafana" "$here/prometheus" "$here/postgresql" "$target/"
  # The last step: an installation that was cut short is no release.
  cp "$here/VERSION" "$target/"
  activate "$prefix" "$version"
}

obey "$@"
