"""Servers and clients that mean harm: what they hold up, and what they make the proxy hold."""

import json
import os
import signal
import socket
import subprocess
import threading
import time
from contextlib import contextmanager

import pytest
from ends import PATIENCE, Ends, text
from listening import address, asked, command, modern
from played import Played
from served import EVENTS, JSON, Served, result

# The limit in seconds for an answer that nothing blocks, on a busy machine.
SOON = 15
LIST = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
PING = b'{"jsonrpc":"2.0","id":2,"method":"ping"}'
PLAIN = {"name": "plain", "inputSchema": {"type": "object", "properties": {"n": {"type": ["integer", "null"]}}}}


def costly(unions: int = 40) -> dict:
    """Unions that refer to each other: each level of nesting multiplies what there is to look at."""
    names = [f"u{at}" for at in range(unions)]
    every = [{"$ref": f"#/$defs/{name}"} for name in names]
    own = lambda name: {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}
    definitions = {name: {"anyOf": [*every, own(name)]} for name in names}
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/u0"}}, "$defs": definitions}
    return {"name": "costly", "inputSchema": schema}


@contextmanager
def proxy(*options: str):
    """One that listens: its process and address."""
    with subprocess.Popen(command(*options), stderr=subprocess.PIPE, text=True) as process:
        url = address(process)
        threading.Thread(target=process.stderr.read, daemon=True).start()
        try:
            yield process, url
        finally:
            process.kill()


def memory(process) -> int:
    """The most that it has held, in bytes."""
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmHWM:"))


def works(process) -> float:
    """Seconds of the processor that it has taken."""
    with open(f"/proc/{process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rests(process) -> bool:
    """Whether it stops working, long before its work would be done."""
    deadline = time.monotonic() + SOON
    while time.monotonic() < deadline:
        before = works(process)
        time.sleep(1)
        if works(process) - before < 0.2:
            return True
    return False


def sent(url: str, body: bytes, **headers: str) -> socket.socket:
    """A connection on which a request was sent, and nothing is read."""
    host, port = url.removeprefix("http://").removesuffix("/mcp").split(":")
    connection = socket.create_connection((host, int(port)))
    lines = {"Host": host, "Content-Type": "application/json", "Content-Length": len(body)} | headers
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
    connection.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + body)
    return connection


@pytest.mark.parametrize("events", [True, False])
def test_a_list_that_costs_much_holds_up_nobody(events):
    def answer(_, headers, request):
        if request["method"] != "tools/list":
            return 200, JSON, [result(request["id"])]
        listed = result(request["id"], tools=[costly(), PLAIN])
        return (200, EVENTS, [b"data: " + listed + b"\n\n"]) if events else (200, JSON, [listed])

    with Served(answer) as server, proxy("--url", server.url) as (process, url):
        lists = [sent(url, LIST) for _ in range(4)]
        for _ in lists:
            server.heard("POST")
        for _ in range(5):
            began = time.monotonic()
            assert json.loads(asked(url, "POST", PING).read())["result"] == {}
            assert time.monotonic() - began < SOON
        for connection in lists:
            connection.close()
        assert rests(process), "nobody waits for it any more"


def test_it_holds_up_no_session_and_no_drain():
    with Played("--target", "universal") as played:
        server, session = played.opened()
        lists = sent(played.url, LIST, Mcp_Session_Id=session)
        request = server.hears("tools/list")
        server.sends({"jsonrpc": "2.0", "id": request["id"], "result": {"tools": [costly(), PLAIN]}})
        began = time.monotonic()
        played.opened()
        assert time.monotonic() - began < SOON
        assert asked(played.url, "DELETE", Mcp_Session_Id=session).status == 204
        lists.close()
        assert rests(played.process), "its session is over"
        played.process.send_signal(signal.SIGTERM)
        assert played.process.wait(PATIENCE) == 0


def test_of_a_list_that_costs_much_the_rest_is_fitted():
    with Ends("--target", "universal") as ends:
        ends.open()
        plain, costs = json.loads(b"[" + ends.list(text(PLAIN) + b"," + text(costly())) + b"]")
        assert plain == json.loads(ends.list(text(PLAIN), id="other")) != PLAIN
        assert costs["name"] == "costly"


def test_an_error_of_http_is_not_gathered():
    """That of a call is looked at, and its answer may be as long as the server likes."""
    piece = b"x" * (1 << 20)
    message, headers = modern("tools/call", name="a")

    def answer(command, headers, request):
        if request["method"] != "tools/call":
            return 200, JSON, [result(request["id"], tools=[])]
        return 400, {"Content-Type": "text/plain"}, (piece for _ in range(150))

    with Served(answer) as server, proxy("--url", server.url, "--max-message", "1") as (process, url):
        asked(url, "POST", PING).read()
        before = memory(process)
        refused = asked(url, "POST", message, **headers, Mcp_Name="a")
        assert refused.status == 400
        read = 0
        while found := refused.read(1 << 20):
            read += len(found)
        assert read == 150 << 20
        assert memory(process) - before < 50 << 20


def test_sessions_that_clients_invent_are_not_kept():
    with Served(lambda command, headers, request: (200, JSON, [result(1)])) as server, proxy("--url", server.url) as (process, url):
        asked(url, "POST", PING).read()
        before = memory(process)
        for at in range(300):
            assert asked(url, "POST", PING, Mcp_Session_Id=f"{at:x}" + "a" * 60_000).status == 200
        assert memory(process) - before < 10 << 20


def test_listeners_of_a_session_are_bounded():
    with Played() as played:
        server, session = played.opened()
        streams = [asked(played.url, "GET", Mcp_Session_Id=session) for _ in range(17)]
        assert streams[0].read() == b"", "the oldest has ended"
        server.sends({"jsonrpc": "2.0", "method": "notifications/x"})
        assert b"data" in streams[-1].readline() + streams[-1].readline()
