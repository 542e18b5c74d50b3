# Builds the npm package: Rust to WebAssembly, Binaryen, then the TypeScript facade.
# Sourced after common.sh and tools.sh.
# shellcheck shell=bash

BUILT_WASM="${BUILT_WASM:-}"

build_wasm() {
  [ -z "$BUILT_WASM" ] || return 0
  local pkg=crate/wasm/pkg wasm
  wasm="$pkg/lapidary_wasm_bg.wasm"
  wasm_tools
  node_modules crate/wasm
  say "building the WebAssembly module"
  # Small first: the engine is downloaded before it runs, and the page's first visit has room for 400 kB with it. Level 2
  # that copies no function into another, nor unrolls loops or writes values word by word, is faster than s, and smaller.
  # Nor does rustc before it, where it compiles incrementally: what is worth a copy, Binaryen sees, by what it adds.
  CARGO_PROFILE_RELEASE_OPT_LEVEL=2 CARGO_INCREMENTAL=1 \
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$(little_copied) $(remap_flags)" \
    wasm-pack --quiet build crate/wasm --target web --release --no-pack --out-dir pkg
  # The lowest memory is the far end of the stack, and what is not data is zero.
  # Functions of like names lie side by side, as they compress best there.
  crate/wasm/node_modules/.bin/wasm-opt --flatten --rereloop -Oz -Oz --converge \
    --reorder-functions-by-name --optimize-instructions --reorder-locals --always-inline-max-function-size=4 \
    --low-memory-unused --zero-filled-memory --strip-debug --strip-producers "$wasm" -o "$wasm.opt"
  mv "$wasm.opt" "$wasm"
  if grep -qF -e "$HOME/" -e "$ROOT/" "$wasm"; then die "$wasm names folders of this machine"; fi
  npm run --silent --prefix crate/wasm build
  BUILT_WASM=yes
}

little_copied() {
  printf -- '-Cllvm-args=-%s ' inline-threshold=0 inlinehint-threshold=20 \
    rotation-max-header-size=0 unroll-threshold=0 unroll-runtime=0 \
    max-store-memcpy=4 max-store-memmove=4 max-store-memset=4
}

# Panic messages name source files; the folders that they lie in stay private.
remap_flags() {
  printf -- '--remap-path-prefix=%s=/rust --remap-path-prefix=%s=/cargo --remap-path-prefix=%s=/lapidary' \
    "$(rustc --print sysroot)" "${CARGO_HOME:-$HOME/.cargo}" "$ROOT"
}
