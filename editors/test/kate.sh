#!/bin/bash
# kate.sh SERVER: drives a real Kate under Xvfb with the built server, set up as docs/editors.md says; prints what was
# said, and fails if it was not what it should be.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
test=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for tool in kate xvfb-run xdotool dbus-run-session; do
  if ! command -v "$tool" >/dev/null; then
    [[ $(id -u) == 0 ]] || { echo "no $tool here (Debian: kate xvfb xdotool dbus)" >&2; exit 1; }
    DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install kate xvfb xauth xdotool dbus >&2
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home XDG_RUNTIME_DIR=$work/run
mkdir -p "$work/bin" "$HOME/.config/kate/lspclient"
mkdir -m 700 "$XDG_RUNTIME_DIR"
# What the page says, word for word.
sed -n '/^## Kate$/,/^## V/{/^```json$/,/^```$/p}' "$test/../../docs/editors.md" | grep -v '^```' \
  > "$HOME/.config/kate/lspclient/settings.json"
# The user has allowed the server, about which Kate asks once.
printf '[Kate Plugins]\nlspclientplugin=true\n\n[lspclient]\nAllowedServerCommandLines=%s --stdio\n' \
  "$work/bin/vgn-lsp" > "$HOME/.config/katerc"
cat > "$work/bin/vgn-lsp" <<END
#!/bin/bash
# Kate kills its child when that has not ended at once: the code is written nevertheless.
(
  trap '' TERM
  tee -i '$work/sent' | '$server' "\$@" | tee -i '$work/received'
  echo "\${PIPESTATUS[1]}" > '$work/code'
) <&0 &
wait
END
chmod +x "$work/bin/vgn-lsp"
printf '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *\n' \
  > "$work/a game.pgn"
export PATH=$work/bin:$PATH
timeout --kill-after=10s 120 dbus-run-session -- xvfb-run -a "$test/kate/use.sh" "$work" 2>"$work/log" || {
  cat "$work/log" "$work/received" >&2
  exit 1
}
