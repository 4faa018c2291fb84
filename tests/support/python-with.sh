#!/bin/bash
# python-with.sh PACKAGE==VERSION MODULE ARGUMENTS...: runs Python with a package, which is installed into the cache from
# PyPI if it is not there; MODULE is what must be importable then.
set -euo pipefail

wanted=$1 module=$2
shift 2
home=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors/${wanted/==/-}
python=$home/bin/python
if ! "$python" -c "import $module" 2>/dev/null; then
  command -v python3 >/dev/null || { echo "python3 is not installed" >&2; exit 1; }
  mkdir -p "$(dirname "$home")"
  # Two tests that start together install once.
  exec 9>"$home.lock"
  flock 9
  if ! "$python" -c "import $module" 2>/dev/null; then
    rm -rf "$home"
    {
      python3 -m venv "$home" && "$home/bin/pip" install --quiet --disable-pip-version-check "$wanted"
    } >&2 || { rm -rf "$home"; echo "$wanted cannot be installed (Debian: python3-venv)" >&2; exit 1; }
  fi
fi
exec "$python" "$@"
