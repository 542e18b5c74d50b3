"""Real servers behind the official clients, with the proxy between them and without: they see the same, but for the
tools that are made fit."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import live
import pytest
from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

from ends import HERE, PATIENCE
from oracle import program
from seen import EVERYTHING, call, through, typescript, unfitted

PACKAGES = HERE.parent / "servers" / "node_modules"
SERVERS = PACKAGES / "@modelcontextprotocol"


def node(*path: str) -> list[str]:
    return ["node", str(PACKAGES.joinpath(*path))]


def module(name: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", name, *arguments]


def servers(folder: Path) -> dict[str, tuple[list[str], list[dict]]]:
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    (folder / "a.txt").write_text("a\n")
    file = str(folder / "a.txt")
    memory = [call("search_nodes", query="x"), call("read_graph")]
    return {
        "everything": (["node", str(live.EVERYTHING), "stdio"], EVERYTHING),
        "filesystem": ([*node(str(SERVERS / "server-filesystem/dist/index.js")), str(folder)], [call("read_text_file", path=file)]),
        "memory": (node(str(SERVERS / "server-memory/dist/index.js")), memory),
        "sequential-thinking": (
            node(str(SERVERS / "server-sequential-thinking/dist/index.js")),
            [call("sequentialthinking", thought="x", nextThoughtNeeded=False, thoughtNumber=1, totalThoughts=1)],
        ),
        "git": (module("mcp_server_git"), [call("git_status", repo_path=str(folder))]),
        "time": (module("mcp_server_time"), [call("convert_time", source_timezone="UTC", time="12:00", target_timezone="Asia/Tokyo")]),
        "fetch": (module("mcp_server_fetch"), [call("fetch", url="no url")]),
        "fs-mcp": (module("fs_mcp", "--no-ui", "--no-http", str(folder)), []),
        "modern": (["node", str(HERE.parent / "servers" / "modern_server.mjs"), "stdio"], []),
    }


async def python(name: str, server: list[str], calls: list[dict]) -> dict:
    parameters = StdioServerParameters(command=server[0], args=server[1:], env=live.ENVIRONMENT)
    info = types.Implementation(name=name, version="1")
    with open(os.devnull, "w") as nowhere:
        async with stdio_client(parameters, nowhere) as ways, ClientSession(*ways, client_info=info) as session:
            opened = await session.initialize()
            page = await session.list_tools()
            seen = {"opened": dump(opened), "list": dump(page), "results": []}
            for one in calls:
                try:
                    seen["results"].append(dump(await session.call_tool(one["name"], one["arguments"])))
                except Exception as error:
                    seen["results"].append(repr(error))
            return seen


def dump(model) -> dict:
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


STDIO = ["everything", "filesystem", "memory", "sequential-thinking", "git", "time", "fetch", "fs-mcp"]


@pytest.mark.parametrize("server", STDIO)
def test_the_first_client_of_typescript(server, tmp_path):
    command, calls = servers(tmp_path)[server]
    plain = typescript("first", "nobody knows", command, calls)
    assert len(plain["results"]) == len(calls) and plain["list"]["tools"], plain
    proxied = typescript("first", "nobody knows", through(command), calls)
    assert unfitted(proxied) == unfitted(plain)
    assert typescript("first", "claude-ai", through(command), calls) == plain, "nothing is done for this one"


@pytest.mark.parametrize("server", STDIO)
def test_the_client_of_python(server, tmp_path):
    command, calls = servers(tmp_path)[server]
    plain = asyncio.run(python("nobody knows", command, calls))
    assert unfitted(asyncio.run(python("nobody knows", through(command), calls))) == unfitted(plain)
    assert asyncio.run(python("claude-ai", through(command), calls)) == plain, "nothing is done for this one"


@pytest.mark.parametrize(("sdk", "server", "era"), [("legacy", "everything", "legacy"), ("auto", "everything", "legacy"), ("auto", "modern", "modern")])
def test_the_second_client_of_typescript(sdk, server, era, tmp_path):
    command, calls = servers(tmp_path)[server]
    plain = typescript(sdk, "nobody knows", command, calls)
    assert plain["era"] == era
    assert unfitted(typescript(sdk, "nobody knows", through(command), calls)) == unfitted(plain)
    assert typescript(sdk, "claude-ai", through(command), calls) == plain, "nothing is done for this one"


@pytest.mark.parametrize("target", ["universal", "gemini-api", "gemini-json-schema"])
@pytest.mark.parametrize("mode", ["drop-in", "round-trip"])
@pytest.mark.parametrize("server", ["everything", "fs-mcp", "filesystem"])
def test_what_is_listed_needs_no_more(server, target, mode, tmp_path):
    """As the clients read it, which check what they list, and as the check does."""
    command, _ = servers(tmp_path)[server]
    options = ["--target", target, "--mode", mode]
    seen = typescript("first", "test", through(command, *options), [])
    assert "tools" in seen["list"], seen["list"]
    listed = tmp_path / "tools.json"
    listed.write_text(json.dumps(seen["list"]))
    done = subprocess.run([program.binary(), "check", "--target", "gemini-json-schema", str(listed)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("fault", ["ends-at-the-probe", "silent-at-the-probe", "three-pages", "rubbish"])
def test_a_client_that_probes_finds_the_era_through_it(fault):
    """Our own does, and restarts the server if necessary."""
    server = " ".join(through([sys.executable, str(HERE.parent / "servers" / "faulty_server.py"), fault]))
    done = subprocess.run(
        [program.binary(), "extract", "--server", server, "--timeout", "6"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["tools"]
