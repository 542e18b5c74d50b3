# The documentation: the book, and the API references of Rust and TypeScript. Sourced after tools.sh.
# shellcheck shell=bash

MDBOOK_VERSION=0.5.4

# build_docs FOLDER: has to follow build_page, which empties the parent folder.
build_docs() {
  local folder
  folder="$(realpath -m "$1")"
  cargo_tool mdbook "$MDBOOK_VERSION" --no-default-features --features search
  say "building the documentation"
  rm -rf "$folder"
  RUST_LOG=warn mdbook build site --dest-dir "$folder"
  rust_reference "$folder/api/rust"
  typescript_reference "$folder/api/js"
}

rust_reference() {
  rm -rf "$TARGET/doc"
  RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --all-features --package lapidary
  mkdir -p "$1"
  cp -r "$TARGET/doc/." "$1"
  rm -f "$1/.lock"
}

typescript_reference() {
  node_modules crate/wasm
  node_modules site
  site/node_modules/.bin/typedoc --options site/typedoc.json --out "$1"
}
