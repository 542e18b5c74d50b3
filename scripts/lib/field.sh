# The table of real servers and clients, docs/FIELD_TABLE.md. Sourced after tools.sh and wasm.sh.
# shellcheck shell=bash

field_table() {
  python_env tests/oracle/requirements.txt tests/servers/requirements.txt
  node_modules tests/servers
  node_modules tests/clients
  build_wasm
  build_programs
  LAPIDARY_PYTHON="$PYTHON" node tests/clients/field/main.mjs "$@"
}
