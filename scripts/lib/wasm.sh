# Builds the npm package: Rust to WebAssembly, once for speed and once for size, Binaryen, then the TypeScript facade.
# look_at_wasm takes a third of the time.
# Sourced after common.sh and tools.sh.
# shellcheck shell=bash

BUILT_WASM="${BUILT_WASM:-}"

build_wasm() {
  [ -z "$BUILT_WASM" ] || return 0
  node_modules crate/wasm
  say "building the WebAssembly modules"
  compile_engine pkg CARGO_INCREMENTAL=0 -- inline-threshold=60 inlinehint-threshold=225 -- -Oz
  # Small, for pages that download the engine. Hardly any inlining in LLVM, and none in rustc, which an incremental
  # build turns off: Binaryen inlines where it saves bytes.
  compile_engine pkg/small CARGO_INCREMENTAL=1 -- inline-threshold=0 inlinehint-threshold=20 -- -Oz -Oz --converge
  cmp -s crate/wasm/pkg{,/small}/lapidary_wasm.js || die "the modules need JavaScript of their own"
  npm run --silent --prefix crate/wasm build
  BUILT_WASM=yes
}

# The same package with little optimization, for scripts/play.
look_at_wasm() {
  bindgen_tool &
  {
    node_modules crate/wasm
    node_modules www
  } &
  say "building the WebAssembly module"
  engine look crate/wasm/pkg
  wait
  mkdir -p crate/wasm/pkg/small && cp crate/wasm/pkg/lapidary_wasm* crate/wasm/pkg/small
  npm run --silent --prefix crate/wasm build
}

# engine PROFILE FOLDER: the engine as WebAssembly, and its JavaScript.
engine() {
  cargo build --quiet --package lapidary-wasm --lib --target wasm32-unknown-unknown --profile "$1"
  bindgen_tool
  bindgen "$TARGET/wasm32-unknown-unknown/$1/lapidary_wasm.wasm" "$2"
}

# compile_engine OUT VARIABLE=VALUE… -- FLAG… -- PASS…: compiles the engine into a folder of crate/wasm, with flags of
# LLVM and passes of Binaryen; a folder named small also gets `--cfg small`. Level 2 without loop unrolling and without
# memory operations expanded into stores is faster than level s, and smaller.
compile_engine() {
  local out="$1" wasm="crate/wasm/$1/lapidary_wasm_bg.wasm" environment=() flags=() size=""
  [ "$(basename "$1")" != small ] || size="--cfg small "
  shift
  while [ "$1" != -- ]; do environment+=("$1") && shift; done
  shift
  while [ "$1" != -- ]; do flags+=("$1") && shift; done
  shift
  flags+=(rotation-max-header-size=0 unroll-threshold=0 unroll-runtime=0
    max-store-memcpy=4 max-store-memmove=4 max-store-memset=4)
  (
    export "${environment[@]}" CARGO_PROFILE_RELEASE_OPT_LEVEL=2
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$size$(printf -- '-Cllvm-args=-%s ' "${flags[@]}")$(remap_flags)"
    engine release "crate/wasm/$out"
  )
  # --low-memory-unused: the lowest addresses are the end of the stack. --zero-filled-memory: memory is zero except for
  # data. --reorder-functions-by-name: functions with similar names compress better side by side.
  crate/wasm/node_modules/.bin/wasm-opt --flatten --rereloop "$@" \
    --reorder-functions-by-name --optimize-instructions --reorder-locals --always-inline-max-function-size=4 \
    --low-memory-unused --zero-filled-memory --strip-debug --strip-producers "$wasm" -o "$wasm.opt"
  mv "$wasm.opt" "$wasm"
  if grep -qF -e "$HOME/" -e "$ROOT/" "$wasm"; then die "$wasm names folders of this machine"; fi
}

# Panic messages contain paths of source files; this removes the names of local folders.
remap_flags() {
  printf -- '--remap-path-prefix=%s=/rust --remap-path-prefix=%s=/cargo --remap-path-prefix=%s=/lapidary' \
    "$(rustc --print sysroot)" "${CARGO_HOME:-$HOME/.cargo}" "$ROOT"
}
