# shellcheck shell=bash disable=SC2154,SC2016
# What tests/packages tries on Linux alone; it has the variables and functions.

# Files that stand for the other platforms, so that all that is made at the end of a release is made.
complete_release() {
  [[ ! -e $work/release/SHA256SUMS ]] || return 0
  mkdir -p "$work/release"
  cp "$out"/* "$work/release"
  python3 - "$root/editors/packages/platforms.json" "$work/release" "$version" <<'PY'
import json, pathlib, sys
rows, folder, version = json.load(open(sys.argv[1])), pathlib.Path(sys.argv[2]), sys.argv[3]
wheels = len(list(folder.glob("*.whl")))
for row in rows:
    name = f"vgn-lsp-{row['target']}." + ("zip" if row["os"] == "win32" else "tar.gz")
    for path in (folder / name, folder / f"npm-{row['npm']}-{version}.tgz"):
        if not path.exists():
            path.write_text(f"for {row['target']}")
for number in range(len(rows) - wheels):
    (folder / f"vgn_lsp-{version}-py3-none-stand{number}.whl").write_text("")
PY
  make release "$work/release" >/dev/null
}

try_release() {
  refuses "make all platforms before the release" python3 "$root/editors/packages/make.py" release "$out"
  [[ ! -e $out/SHA256SUMS && ! -e $out/manifests ]] || fail "a release that is refused leaves files"
  refuses "expected the tag v$version" python3 "$root/editors/packages/make.py" version --tag v0.0.0
  complete_release
  (cd "$work/release" && sha256sum --check --quiet SHA256SUMS)
  local manifests=$work/release/manifests sum
  sum=$(sed -n 's/  vgn-lsp-x86_64-pc-windows-msvc.zip$//p' "$work/release/SHA256SUMS")
  python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); assert d["architecture"]["64bit"]["hash"] == sys.argv[2]' \
    "$manifests/vgn-lsp.json" "$sum" || fail "Scoop's manifest has another checksum"
  grep -Fqi "InstallerSha256: $sum" "$manifests/winget/vgn-lsp.vgn-lsp.installer.yaml" || fail "winget's manifest has another checksum"
  ! grep -rE '\{(version|url|sha256)[:}]' "$manifests" || fail "a manifest is not filled"
  [[ $(grep -c 'sha256 "[0-9a-f]\{64\}"' "$manifests/vgn-lsp.rb") == 4 ]] || fail "Homebrew's formula has not four checksums"
  # What Helix gets differs from what docs/editors.md tells its users by their settings alone; tests/clients tries that.
  python3 - "$root" <<'PY' || fail "entries/helix-languages.toml differs from docs/editors.md"
import pathlib, sys, tomllib
root = pathlib.Path(sys.argv[1])
told = (root / "docs/editors.md").read_text().split("\n## Helix\n")[1].split("```toml\n")[1].split("```")[0]
told = tomllib.loads(told)
del told["language-server"]["vgn-lsp"]["config"]
entry = tomllib.loads((root / "editors/packages/entries/helix-languages.toml").read_text())
by_name = lambda languages: {row["name"]: row for row in languages}
sys.exit(told["language-server"] != entry["language-server"] or by_name(told["language"]) != by_name(entry["language"]))
PY
  # Mason names each archive, and what is in it, as it is made.
  local name
  while read -r name; do
    [[ -f $work/release/$name ]] || fail "Mason's entry names $name, which is not made"
  done < <(sed -n 's/^ *file: //p' "$manifests/mason/package.yaml")
}

try_action() {
  need curl "Debian: curl"
  complete_release
  local temp="$place/runner temp" said status=0
  mkdir "$temp"
  action() {
    env VGN_ACTION="$root" RUNNER_OS=Linux RUNNER_ARCH="$([[ $target == x86_64* ]] && echo X64 || echo ARM64)" \
      RUNNER_TEMP="$temp" VGN_DOWNLOADS="file://$work/release" "$@" bash "$root/editors/packages/action.sh"
  }
  said=$(cd "$place" && action VGN_PATHS="Partie ü.pgn") || status=$?
  ((status == 1)) || fail "the action ended with $status: $said"
  [[ $said == *"::error file=Partie ü.pgn,line=23,"*"title=stray-text::stray"* ]] || fail "the action said: $said"
  said=$(cd "$place" && action VGN_PATHS="Partie ü.pgn" VGN_ARGS=$'--allow=all') || fail "its arguments do not count: $said"
  refuses "There is no vgn-lsp for runners of FreeBSD" action RUNNER_OS=FreeBSD
  refuses "is there a release 9.9.9?" action VGN_VERSION=v9.9.9 VGN_DOWNLOADS="file://$work/none"
  mkdir "$work/damaged"
  cp "$work/release/SHA256SUMS" "$work/damaged"
  echo damaged >"$work/damaged/vgn-lsp-$target.tar.gz"
  refuses "is not the one in SHA256SUMS" action VGN_DOWNLOADS="file://$work/damaged"
  [[ -z $(ls "$temp") ]] || fail "the action leaves files behind"
}

try_hooks() {
  need git "Debian: git"
  local commit
  python3 -m venv "$work/pre-commit"
  "$work/pre-commit/bin/pip" --quiet --disable-pip-version-check install pre-commit
  # The hooks as they are here, committed or not.
  git clone --quiet --shared "$root" "$work/hooks"
  cp "$root/setup.py" "$root/Cargo.toml" "$root/.pre-commit-hooks.yaml" "$work/hooks"
  identity=(-c user.name=tests -c user.email=tests@localhost)
  git -C "$work/hooks" add --all
  git -C "$work/hooks" "${identity[@]}" commit --quiet --allow-empty --message hooks
  commit=$(git -C "$work/hooks" rev-parse HEAD)
  local repository="$place/Partien" said
  git init --quiet "$repository"
  printf 'repos:\n- repo: file://%s\n  rev: %s\n  hooks:\n  - id: vgn-check\n  - id: vgn-fmt\n' "$work/hooks" "$commit" \
    >"$repository/.pre-commit-config.yaml"
  cp "$games" "$repository/Partie ü.PGN"
  printf '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n1.e4 e5 *\n' >"$repository/neu.pgn"
  export PIP_FIND_LINKS=$out PRE_COMMIT_HOME=$work/cache
  hooks() { (cd "$repository" && git add --all && PATH=$work/pre-commit/bin:$PATH "$@" 2>&1); }
  hooks pre-commit install >/dev/null
  said=$(hooks git "${identity[@]}" commit --message games) && fail "a commit with errors is taken: $said"
  [[ $said == *"stray"*"files were modified by this hook"* ]] || fail "the hooks said: $said"
  grep -q '^1\. e4 e5 \*$' "$repository/neu.pgn" || fail "the hook vgn-fmt did not lay out the game"
  rm "$repository/Partie ü.PGN"
  said=$(hooks git "${identity[@]}" commit --message games) || fail "a commit without errors is refused: $said"
}

try_deb() {
  local tool
  for tool in cargo-deb:cargo rsvg-convert:librsvg2-bin dpkg:dpkg lintian:lintian man:man-db update-mime-database:shared-mime-info \
    desktop-file-validate:desktop-file-utils update-desktop-database:desktop-file-utils; do
    need "${tool%:*}" "Debian: ${tool#*:}; cargo-deb with \`cargo install cargo-deb\`"
  done
  ((EUID == 0)) || fail "the clean root needs root: run it with sudo"
  # cargo-deb takes the program and what is beside it from Cargo's folder of results.
  mkdir -p "$work/target/release" "$root/target/packages"
  cp "$program" "$work/target/release/vgn-lsp"
  make debian "$target" >/dev/null
  rm -rf "$root/target/packages/share"
  cp -r "$VGN_SHARE" "$root/target/packages/share"
  (cd "$root" && CARGO_TARGET_DIR=$work/target cargo deb --quiet --no-build --output "$out/")
  local package clean=$work/clean said
  package=$(echo "$out"/*.deb)
  # What it ignores: that no bug of Debian's own is closed.
  lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$package"
  mkdir -p "$clean"/var/lib/dpkg/{info,updates}
  touch "$clean/var/lib/dpkg/status"
  "$root/editors/test/unpack-debian.sh" "$clean" libc6 bookworm >"$work/said" 2>&1 || fail "no C library: $(tail -n 3 "$work/said")"
  find "$clean" ! -type d | sort >"$work/before"
  dpkg_clean() { dpkg --root="$clean" --log=/dev/null --force-depends --no-triggers "$@" >"$work/said" 2>&1 || fail "dpkg: $(<"$work/said")"; }
  dpkg_clean --install "$package"
  mkdir -p "$clean/tmp"
  cp "$games" "$clean/tmp/game.pgn"
  [[ $(chroot "$clean" /usr/bin/vgn-lsp --version) == "vgn-lsp $version" ]] || fail "it does not run in the clean root"
  said=$(chroot "$clean" /usr/bin/vgn-lsp check --format concise /tmp/game.pgn 2>&1) && fail "check found nothing"
  [[ $said == *"error[stray-text] stray"* ]] || fail "check said: $said"
  works "$clean/usr/bin/vgn-lsp"
  gzip --decompress --stdout "$clean/usr/share/doc/vgn-lsp/NOTICES.txt.gz" | licences "the Debian package"
  desktop "$clean/usr/share"
  dpkg_clean --purge vgn-lsp
  rm -r "$clean/tmp"
  find "$clean" ! -type d ! -path '*/dpkg/*' | sort | diff <(grep -v /dpkg/ "$work/before") - || fail "files are left behind"
  size "$package"
}

# What a desktop and a shell make of the files that are installed below a folder `share`.
desktop() {
  local share=$1 page said copy=$work/desktop
  mkdir -p "$copy/mime/packages"
  cp "$share/mime/packages/vgn-lsp.xml" /usr/share/mime/packages/freedesktop.org.xml "$copy/mime/packages"
  XDG_DATA_DIRS=$copy update-mime-database "$copy/mime"
  grep -q '^50:application/x-vgn:\*\.vgn$' "$copy/mime/globs2" || fail "*.vgn has no type"
  grep -q '^50:application/vnd.chess-pgn:\*\.pgn$' "$copy/mime/globs2" || fail "*.pgn has no type"
  desktop-file-validate "$share/applications/vgn-lsp.desktop"
  cp -r "$share/applications" "$copy"
  update-desktop-database --quiet "$copy/applications" 2>/dev/null
  for said in application/vnd.chess-pgn application/x-vgn; do
    grep -q "^$said=vgn-lsp.desktop;$" "$copy/applications/mimeinfo.cache" || fail "nothing opens $said"
  done
  for page in "$share"/man/man1/*.gz; do
    said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    [[ -z $said ]] || fail "$page: $said"
  done
  bash -c '. "$1"; complete -p vgn-lsp' - "$share/bash-completion/completions/vgn-lsp" >/dev/null || fail "bash completes nothing"
}

# Without a copy of nixpkgs nothing can be built: the flake is read, and its package evaluated as far as it is our own text.
try_nix() {
  need nix-instantiate "Debian: nix-bin"
  nix-instantiate --parse "$root/flake.nix" >/dev/null
  local said
  said=$(nix-instantiate --eval --strict --json --expr '
    let
      call = arguments: arguments // { outPath = "/made"; };
      pkgs = {
        buildNpmPackage = call;
        importNpmLock = { __functor = self: call; npmConfigHook = "hook"; };
        rustPlatform.buildRustPackage = call;
        installShellFiles = "files";
        lib.licenses.gpl3Plus = "GPL-3.0-or-later";
      };
      nixpkgs = {
        lib.genAttrs = names: make: builtins.listToAttrs (map (name: { inherit name; value = make name; }) names);
        legacyPackages = nixpkgs.lib.genAttrs [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ] (system: pkgs);
      };
      made = (import '"$root"'/flake.nix).outputs { self = "/source"; inherit nixpkgs; };
    in map (system: { inherit (made.packages.${system}.default) pname version preBuild; meta = made.packages.${system}.default.meta; })
      (builtins.attrNames made.packages)' 2>/dev/null)
  [[ $said == *"\"version\":\"$version\""* ]] || fail "the flake says: $said"
}
