"""Which variables a server gets."""

import json
import os
import subprocess
import sys

import pytest
from ends import PATIENCE

SECRET = {"MY_API_KEY": "secret", "LC_MY": "words"}
# A tool of it says which variables it has.
SERVER = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    elif request["method"] == "tools/list":
        result = {"tools": [{"name": "a", "inputSchema": {"type": "object"}, "_meta": dict(os.environ)}]}
    else:
        print(json.dumps({"jsonrpc": "2.0", "id": request.get("id"), "error": {"code": -32601, "message": "no"}}), flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


def program(*arguments: str) -> list:
    done = subprocess.run(
        [os.environ["LAPIDARY_BIN"], "extract", *arguments],
        capture_output=True,
        text=True,
        env=os.environ | SECRET,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["tools"][0]["_meta"]


@pytest.fixture
def server(tmp_path):
    (tmp_path / "server.py").write_text(SERVER)
    return f"{sys.executable} {tmp_path / 'server.py'}"


def ways(server: str, folder) -> list:
    """By itself, of a client's file, and behind a proxy, for which the options are."""
    command, argument = server.split()
    (folder / "mcp.json").write_text(json.dumps({"mcpServers": {"a": {"command": command, "args": [argument]}}}))
    proxy = os.environ["LAPIDARY_BIN"]
    return [
        lambda *options: program(*options, "--server", server),
        lambda *options: program(*options, "--config", str(folder / "mcp.json")),
        lambda *options: program("--inherit-env", "--server", " ".join([proxy, "proxy", *options, "--", server])),
    ]


def test_a_server_gets_what_programs_need_and_no_secret(server, tmp_path):
    for variables in ways(server, tmp_path):
        got = variables()
        assert got["PATH"] == os.environ["PATH"] and got["LC_MY"] == "words" and "MY_API_KEY" not in got
        known = {"HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"}
        # Variables that the interpreter sets itself.
        assert {name for name in got if not name.startswith("LC_")} <= known | {"__CF_USER_TEXT_ENCODING"}
        assert variables("--env", "MY_API_KEY=other")["MY_API_KEY"] == "other"
        assert variables("--env", "MY_API_KEY")["MY_API_KEY"] == "secret"
        assert variables("--inherit-env").items() >= SECRET.items()


def test_a_variable_that_is_not_set_is_not_passed_on(server):
    for command in (["extract", "--env", "NO_SUCH", "--server", server], ["proxy", "--env", "NO_SUCH", "--", "true"]):
        done = subprocess.run([os.environ["LAPIDARY_BIN"], *command], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 2 and "this variable is not set" in done.stderr


def test_a_clients_file_says_what_its_server_gets(server, tmp_path):
    command, argument = server.split()
    entry = {"command": command, "args": [argument], "env": {"TOKEN": "${MY_API_KEY}"}}
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"a": entry}}))
    got = program("--config", str(tmp_path / "mcp.json"))
    assert got["TOKEN"] == "secret" and "MY_API_KEY" not in got
