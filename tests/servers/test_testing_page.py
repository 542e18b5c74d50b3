"""docs/TESTING_YOUR_SERVER.md: its test for pytest passes for a server that Gemini takes, and says what is wrong with
one that it does not. tests/clients runs the one for vitest."""

import json
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "TESTING_YOUR_SERVER.md"
SNIPPET = re.search(r"^```python pytest\n(.*?)^```", PAGE.read_text(), re.M | re.S)[1]
SERVER = """
import asyncio

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import Tool

server = Server("s")


@server.list_tools()
async def tools():
    return [Tool(name="add", inputSchema={schema})]


async def main():
    async with stdio_server() as streams:
        await server.run(*streams, server.create_initialization_options())


asyncio.run(main())
"""


def pytest_of(folder: Path, schema: dict) -> subprocess.CompletedProcess:
    (folder / "server.py").write_text(SERVER.format(schema=json.dumps(schema)))
    (folder / "test_tools.py").write_text(SNIPPET.replace("python3 server.py", f"{sys.executable} server.py"))
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(folder), "test_tools.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_a_server_that_gemini_takes_passes(tmp_path):
    schema = {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]}
    ran = pytest_of(tmp_path, schema)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "1 passed" in ran.stdout


def test_one_that_it_does_not_take_fails_with_the_rule_and_the_place(tmp_path):
    ran = pytest_of(tmp_path, {"type": "object", "properties": {"a": {"type": "number", "exclusiveMinimum": 0}}})
    assert ran.returncode == 1
    assert "add: GS014 at $.properties.a.exclusiveMinimum" in ran.stdout


def test_one_that_does_not_start_fails_with_what_it_printed(tmp_path):
    (tmp_path / "test_tools.py").write_text(SNIPPET.replace("python3 server.py", "bash -c 'echo no $((1 + 1)) keys >&2; exit 1'"))
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), "test_tools.py"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 1
    assert "the server ended (exit status: 1) before it answered initialize" in ran.stdout
    assert "no 2 keys" in ran.stdout
