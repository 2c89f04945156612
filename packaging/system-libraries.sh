#!/bin/sh
# Checks the shared libraries that Qt needs on Linux; as root on Debian installs what is missing, else names it in one sentence.
#   system-libraries.sh picture PYTHON    drawing without a display
#   system-libraries.sh window PYTHON     a window on the display at hand
#   system-libraries.sh test PYTHON       a window on a virtual display
#   system-libraries.sh bundle PYTHON     building the stand-alone app
set -eu
what=$1
python=$2

[ "$(uname -s)" = Linux ] || exit 0

qt=$("$python" -c 'import importlib.util; print(importlib.util.find_spec("PySide6").submodule_search_locations[0])' 2>/dev/null) || {
  echo "PySide6 is not installed for $python, so the libraries it needs cannot be checked." >&2
  exit 1
}

binaries() {
  echo "$qt/QtWidgets.abi3.so" "$qt/QtSvg.abi3.so" "$qt/Qt/plugins/platforms/libqoffscreen.so"
  case $what in
    test | bundle) echo "$qt/Qt/plugins/platforms/libqxcb.so" ;;
    window)
      if [ -n "${DISPLAY:-}" ]; then
        echo "$qt/Qt/plugins/platforms/libqxcb.so"
      else
        echo "$qt"/Qt/plugins/platforms/libqwayland*.so "$qt"/Qt/plugins/wayland-graphics-integration-client/libqt-plugin-wayland-egl.so
      fi
      ;;
  esac
}

missing_libraries() {
  for binary in $(binaries); do
    [ -e "$binary" ] && ldd "$binary" 2>/dev/null | awk '/not found/ { print $1 }'
  done | sort -u
}

package_of() {
  case $1 in
    libEGL.so.*) echo libegl1 ;;
    libGL.so.* | libGLX.so.* | libOpenGL.so.*) echo libgl1 ;;
    libX11.so.*) echo libx11-6 ;;
    libX11-xcb.so.*) echo libx11-xcb1 ;;
    libdbus-1.so.*) echo libdbus-1-3 ;;
    libfontconfig.so.*) echo libfontconfig1 ;;
    libfreetype.so.*) echo libfreetype6 ;;
    libglib-2.0.so.* | libgthread-2.0.so.*) echo libglib2.0-0 ;;
    libwayland-client.so.*) echo libwayland-client0 ;;
    libwayland-cursor.so.*) echo libwayland-cursor0 ;;
    libwayland-egl.so.*) echo libwayland-egl1 ;;
    libxcb-cursor.so.*) echo libxcb-cursor0 ;;
    libxcb-icccm.so.*) echo libxcb-icccm4 ;;
    libxcb-image.so.*) echo libxcb-image0 ;;
    libxcb-keysyms.so.*) echo libxcb-keysyms1 ;;
    libxcb-randr.so.*) echo libxcb-randr0 ;;
    libxcb-render-util.so.*) echo libxcb-render-util0 ;;
    libxcb-render.so.*) echo libxcb-render0 ;;
    libxcb-shape.so.*) echo libxcb-shape0 ;;
    libxcb-shm.so.*) echo libxcb-shm0 ;;
    libxcb-sync.so.*) echo libxcb-sync1 ;;
    libxcb-util.so.*) echo libxcb-util1 ;;
    libxcb-xfixes.so.*) echo libxcb-xfixes0 ;;
    libxcb-xkb.so.*) echo libxcb-xkb1 ;;
    libxcb.so.*) echo libxcb1 ;;
    libxkbcommon-x11.so.*) echo libxkbcommon-x11-0 ;;
    libxkbcommon.so.*) echo libxkbcommon0 ;;
    libz.so.*) echo zlib1g ;;
    libzstd.so.*) echo libzstd1 ;;
    *) echo "$1" ;;
  esac
}

has_font() {
  for folder in /usr/share/fonts /usr/local/share/fonts "${HOME:-/root}/.local/share/fonts" "${HOME:-/root}/.fonts"; do
    if [ -n "$(find -L "$folder" -name '*.[to]t[fc]' 2>/dev/null | head -n 1)" ]; then
      return 0
    fi
  done
  return 1
}

# Debian's Python has its library in another package, and PyInstaller has to copy it.
missing_python_library() {
  case $("$python" -c 'import os, sys; print(os.path.realpath(sys.executable))') in
    /usr/bin/*)
      "$python" -c 'import sys; print("libpython%d.%d" % sys.version_info[:2])' | while read -r name; do
        ls /usr/lib/*/"$name".so.* >/dev/null 2>&1 || echo "$name"
      done
      ;;
  esac
}

missing_packages() {
  {
    for library in $(missing_libraries); do package_of "$library"; done
    has_font || echo fonts-dejavu-core
    if [ "$what" = test ] && ! command -v Xvfb >/dev/null 2>&1; then echo xvfb; fi
    if [ "$what" = bundle ]; then
      command -v objdump >/dev/null 2>&1 || echo binutils
      missing_python_library
    fi
  } | sort -u | xargs
}

install() {
  apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1
}

missing=$(missing_packages)
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "Modelspan needs these system packages (Debian names): $missing; as root: apt-get install --no-install-recommends $missing" >&2
  exit 1
fi

echo "Installing the system packages $missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086  # a list of names
install $missing || { apt-get update -qq >/dev/null 2>&1 && install $missing; } || true

missing=$(missing_packages)
if [ -n "$missing" ]; then
  echo "These system packages are still missing after apt-get install: $missing" >&2
  exit 1
fi
