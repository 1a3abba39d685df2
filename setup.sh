#!/usr/bin/env bash
# Sets Cairn up in .venv: `setup.sh run` for serving, `setup.sh dev` for its tests too.
# System packages come through apt where root or sudo allows it, and are named where not.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
needs() { # PROBE PACKAGE...: wants the packages when the probe fails
  local probe=$1; shift
  eval "$probe" >/dev/null 2>&1 || wanted+=("$@")
}

wanted=()
needs "$python -m venv --help && $python -m ensurepip --version" python3-venv
needs "ldconfig -p | grep -q libpangoft2" libpangoft2-1.0-0
needs "ldconfig -p | grep -q libharfbuzz-subset" libharfbuzz-subset0
if [ "$1" = dev ]; then
  needs "command -v chromium" chromium
  needs "command -v qpdf" qpdf
  needs "command -v pdftoppm" poppler-utils
  needs "command -v java" default-jre-headless
fi

if [ ${#wanted[@]} -gt 0 ]; then
  as_root=()
  if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "Cairn needs these system packages, and this account may not install them. Please run:" >&2
      echo "  sudo apt-get install --no-install-recommends ${wanted[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "Installing system packages: ${wanted[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}"
fi

[ -x .venv/bin/python ] || "$python" -m venv .venv
requirements=requirements.txt
[ "$1" = dev ] && requirements=requirements-dev.txt
.venv/bin/pip install -q --disable-pip-version-check -r "$requirements"
