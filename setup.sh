#!/usr/bin/env bash
# Sets Cairn up in .venv: `setup.sh run` for serving at home, `setup.sh server` with what only a server needs, `setup.sh
# dev` for its tests too, `setup.sh dev firefox webkit` for walks in these browsers as well.
# System packages come through apt where root or sudo allows it, and are named where not.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}

version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || version=missing
if ! [[ $version =~ ^3\.(1[1-9]|[2-9][0-9])$ ]]; then
  echo "Cairn needs Python 3.11 or newer, and $python is $version. Where another is installed, name it: make PYTHON=python3.12" >&2
  exit 1
fi

loads() { # SONAME NAME: asks the loader itself, as WeasyPrint will; NAME is what systems without sonames go by
  "$python" - "$@" <<'ASK'
import ctypes, ctypes.util, sys
soname, name = sys.argv[1:]
try:
    ctypes.CDLL(soname)
except OSError:
    ctypes.CDLL(ctypes.util.find_library(name) or soname)
ASK
}
needs() { # PACKAGE WORDS PROBE...: wants Debian's package, which others know by these words, when the probe fails
  local package=$1 words=$2; shift 2
  "$@" >/dev/null 2>&1 || { packages+=("$package"); named+=("$words"); }
}
without() { echo "Where a system has only Chromium, the other browsers are not tried: make test ENGINES=chromium" >&2; }
on_path() { local name; for name; do command -v "$name" && return; done; return 1; }
# WebKit's window is run by the system's own Python, which has its bindings.
binds() { /usr/bin/python3 -c "import gi; $1"; }
walks_in() {
  case $1 in
    firefox) needs firefox-esr "Firefox" on_path firefox-esr firefox ;;
    webkit)
      needs webkit2gtk-driver "WebKitGTK's WebDriver" on_path WebKitWebDriver
      needs xvfb "Xvfb" on_path Xvfb
      needs python3-gi "PyGObject, for /usr/bin/python3" binds ""
      needs gir1.2-webkit2-4.1 "WebKitGTK 4.1 for PyGObject" binds "gi.require_version('WebKit2', '4.1')"
      ;;
  esac
}
node_starts() { [ "$(uname)" != Linux ] || loads libatomic.so.1 atomic; }

packages=() named=()
needs "python$version-venv" "the venv and ensurepip modules of Python $version" "$python" -m ensurepip --version
needs libpangoft2-1.0-0 "Pango (libpangoft2-1.0)" loads libpangoft2-1.0.so.0 pangoft2-1.0
needs libharfbuzz-subset0 "HarfBuzz (libharfbuzz-subset)" loads libharfbuzz-subset.so.0 harfbuzz-subset
if [ "$1" = dev ]; then
  needs libatomic1 "GCC's libatomic, for Playwright" node_starts
  needs chromium-headless-shell "Chromium" on_path chromium-headless-shell chromium chromium-browser
  needs qpdf "qpdf" on_path qpdf
  needs default-jre-headless "Java" java -version
  for engine in "${@:2}"; do walks_in "$engine"; done
fi

if [ ${#packages[@]} -gt 0 ]; then
  if ! on_path apt-get >/dev/null; then
    echo "Cairn needs what follows; please install it with this system's own package manager, then try again:" >&2
    printf '  %s\n' "${named[@]}" >&2
    [ $# = 1 ] || without
    exit 1
  fi
  as_root=()
  if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "Cairn needs these system packages, and this account may not install them. Please run:" >&2
      echo "  sudo apt-get install --no-install-recommends ${packages[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "Installing system packages: ${packages[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" ||
    { without && exit 1; }
fi

# A .venv is made anew when its Python has gone or was another, when it was moved, or was never finished. One that is a
# link to that of another checkout is kept: emptying it would empty that one.
place=$(cd .venv 2>/dev/null && pwd -P) || place=
if [[ $(.venv/bin/pip --version 2>/dev/null) != *" $place/lib/python$version/"* ]]; then
  "$python" -m venv --clear .venv
fi
requirements=(-r requirements.lock)
[ "$1" = run ] || requirements+=(-r requirements-server.lock)
[ "$1" = dev ] && requirements+=(-r requirements-dev.lock -r requirements-pocket.lock)
echo "Installing Python packages into .venv"
.venv/bin/pip install -q --disable-pip-version-check --require-hashes "${requirements[@]}"
