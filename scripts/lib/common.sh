# Functions that all scripts use: messages, checksums, locks, and the folders. Sourced, never run.
# shellcheck shell=bash
set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
TARGET="${CARGO_TARGET_DIR:-$ROOT/target}"
CACHE="${LAPIDARY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lapidary}"
mkdir -p "$CACHE"
cd "$ROOT"

say() { printf '\033[1m==>\033[0m %s\n' "$*" >&2; }
die() {
  printf '\033[31merror:\033[0m %s\n' "$*" >&2
  exit 1
}

need() {
  command -v "$1" >/dev/null 2>&1 || die "$1 is needed and not on the PATH: $2"
}

sha() { cat "$@" | sha256sum | cut -c1-16; }

# locked NAME COMMAND…: runs the command alone under a lock, across scripts and checkouts.
locked() {
  local name="$1"
  shift
  (
    flock 9
    "$@"
  ) 9>"$CACHE/$name.lock"
}

# lock_version CRATE: its version in Cargo.lock.
lock_version() {
  [ -f Cargo.lock ] || cargo generate-lockfile --quiet
  awk -v want="name = \"$1\"" '$0 == want { getline; gsub(/[^0-9A-Za-z.+-]|version/, ""); print; exit }' Cargo.lock
}
