# All functions for setup and builds. Sourced by each script.
# shellcheck shell=bash

. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
. "$ROOT/scripts/lib/tools.sh"
. "$ROOT/scripts/lib/wasm.sh"
. "$ROOT/scripts/lib/field.sh"
. "$ROOT/scripts/lib/site.sh"

prerequisites() {
  need cargo "install Rust from https://rustup.rs"
  need node "install Node 20 or newer"
  need npm "it comes with Node"
  # rustup reads rust-toolchain.toml: channel, components and the wasm32 target.
  rustup show active-toolchain >/dev/null 2>&1 || rustup toolchain install ||
    die "rustup could not install the toolchain that rust-toolchain.toml names"
  rustup target list --installed | grep -qx wasm32-unknown-unknown ||
    rustup target add wasm32-unknown-unknown || die "rustup could not add wasm32-unknown-unknown"
}

BUILT_PROGRAMS="${BUILT_PROGRAMS:-}"

# Builds the command line, LAPIDARY_BIN, and the programs and tests of all default packages, in one build:
# selecting packages changes features and recompiles the engine.
build_programs() {
  # A hard link, because later builds replace target/debug/lapidary.
  export LAPIDARY_BIN="$TARGET/tested/lapidary"
  [ -z "$BUILT_PROGRAMS" ] || return 0
  cargo build --quiet --all-features --all-targets
  mkdir -p "$TARGET/tested"
  ln -f "$TARGET/debug/lapidary" "$LAPIDARY_BIN"
  BUILT_PROGRAMS=yes
}

# Builds the suites that run over many tools, and sets SUITES to their folder. Within scripts/test, the debug build that
# exists is fast enough for a few thousand tools; otherwise they are optimized.
build_suites() {
  SUITES="$TARGET/debug"
  [ -z "$BUILT_PROGRAMS" ] || return 0
  SUITES="$TARGET/suites"
  cargo build --quiet --profile suites --package=lapidary-{conformance,fidelity,fuzz,hostile}
}

build_page() {
  node_modules www
  say "building the page"
  npm run --silent --prefix www build -- --logLevel warn
}
