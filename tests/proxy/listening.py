"""A proxy that listens, and requests of HTTP to it."""

import http.client
import json
import os
import re
import signal
import subprocess
from contextlib import contextmanager

from ends import PATIENCE, text

VERSION = "2026-07-28"


@contextmanager
def listening(*options: str):
    """A proxy on a free port: its address."""
    with subprocess.Popen(command(*options), stderr=subprocess.PIPE, text=True) as process:
        try:
            yield address(process)
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def command(*options: str) -> list[str]:
    return [os.environ["LAPIDARY_BIN"], "proxy", "--listen", "127.0.0.1:0", *options]


def address(process: subprocess.Popen) -> str:
    return re.fullmatch(r"listening on (\S+)\n", process.stderr.readline())[1]


def asked(url: str, method: str, body: bytes | None = None, **headers: str):
    """An answer of HTTP, whose body is not read yet."""
    host, path = re.fullmatch(r"http://([^/]+)(.*)", url).groups()
    connection = http.client.HTTPConnection(host, timeout=PATIENCE)
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, {"Content-Type": "application/json"} | given)
    return connection.getresponse()


def posted(url: str, body: bytes, **headers: str) -> bytes:
    return asked(url, "POST", body, **headers).read()


def modern(method: str, *, id: object = 1, meta: dict | None = None, **params: object) -> tuple[bytes, dict]:
    """A request since 2026-07-28, and its headers."""
    said = {"io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": {}}
    message = text({"jsonrpc": "2.0", "id": id, "method": method, "params": {"_meta": said | (meta or {}), **params}})
    return message, {"MCP_Protocol_Version": VERSION, "Mcp_Method": method}


def events(response):
    """The messages of a stream, as they come."""
    while line := response.readline():
        assert not line.startswith(b"id:"), "nothing can be taken up again"
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))
