#!/bin/sh
# Makes or refreshes the Python environment of the checkout.
#   environment.sh FOLDER EXTRAS        PYTHON=... picks an interpreter
set -eu
folder=$1
extras=$2

# Debian splits ensurepip off into another package, and only an attempt to import it tells.
usable() {
  "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
  for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3}; do
    if usable "$candidate"; then
      echo "$candidate"
      return
    fi
  done
}

explain() {
  for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3}; do
    version=$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2] if sys.version_info >= (3, 11) else "")' 2>/dev/null) || continue
    if [ -n "$version" ]; then
      echo "Python $version is here but cannot make an environment: install python$version-venv (Debian, Ubuntu: apt-get install python$version-venv)." >&2
      return
    fi
  done
  echo "Modelspan needs Python 3.11 or newer and found none: install python3 and python3-venv, or name one with make PYTHON=/path/to/python." >&2
}

if ! "$folder/bin/python" -c 'import pip' >/dev/null 2>&1; then
  python=$(find_python)
  if [ -z "$python" ]; then
    explain
    exit 1
  fi
  echo "Making $folder with $("$python" -V)"
  rm -rf "$folder"
  "$python" -m venv "$folder"
fi
if ! "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".[$extras]"; then
  echo "Could not install what Modelspan needs into $folder; the lines above say why (often: no network)." >&2
  exit 1
fi
