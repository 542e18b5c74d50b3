"""Servers as official clients see them."""

import json
import subprocess

import live

from ends import HERE, PATIENCE
from oracle import program


def call(name: str, **arguments: object) -> dict:
    return {"name": name, "arguments": arguments}


EVERYTHING = [
    call("echo", message="\u00e9\u2028"),
    call("get-sum", a=1, b=2.5),
    call("get-structured-content", location="New York"),
    call("trigger-long-running-operation", duration=0.5, steps=5),
    call("get-sum", a="one"),
    call("no such tool"),
]


def through(server: list[str], *options: str) -> list[str]:
    return [program.binary(), "proxy", *options, "--", *server]


def typescript(sdk: str, name: str, server: list[str] | str, calls: list[dict]) -> dict:
    """The transcript of a client with a server, which is a command or an address."""
    where = {"url": server} if isinstance(server, str) else {"command": server[0], "args": server[1:]}
    asked = {"sdk": sdk, "name": name, "calls": calls, **where}
    command = ["node", str(HERE / "transcript.mjs"), json.dumps(asked)]
    done = subprocess.run(command, capture_output=True, text=True, env=live.ENVIRONMENT, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def unfitted(seen: dict) -> dict:
    """A transcript without the schemas, which the proxy adapts."""
    tools = [{key: value for key, value in tool.items() if "Schema" not in key} for tool in seen["list"]["tools"]]
    return {**seen, "list": {**seen["list"], "tools": tools}}
