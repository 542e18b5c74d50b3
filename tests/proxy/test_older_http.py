"""Clients over standard input and output, and servers of the HTTP transport that came before streamable HTTP."""

import json
import queue
import sys

import live
import pytest
from test_http import FASTMCP, free_port, listens, serving
from test_url import ASK, MODERN, OPEN, OPENED, Played, through

from ends import PATIENCE, text
from seen import EVERYTHING, call, typescript, unfitted
from served import EVENTS, everything, result


@pytest.mark.parametrize("sdk", ["first", "legacy", "auto"])
def test_a_server_of_the_older_http(sdk):
    with everything("sse", "/sse") as url:
        plain = typescript(sdk, "nobody knows", ["node", str(live.EVERYTHING), "stdio"], EVERYTHING)
        assert unfitted(typescript(sdk, "nobody knows", through(url), EVERYTHING)) == unfitted(plain)
        assert typescript(sdk, "claude-ai", through(url), EVERYTHING) == plain, "nothing is done for this one"


def test_such_a_server_in_python(tmp_path):
    (tmp_path / "server.py").write_text(FASTMCP)
    port = free_port()
    with serving(sys.executable, str(tmp_path / "server.py"), str(port), "sse"):
        listens(port)
        seen = typescript("first", "test", through(f"http://127.0.0.1:{port}/sse"), [call("add", a=1, b=2)])
    assert seen["results"][0]["result"]["content"][0]["text"] == "3"


class Older(Played):
    """One that is played: what `say` is given comes on its stream. It takes no message where its stream is."""

    def __init__(self, *options: str, endpoint: str = "/messages?id=1", refuses: int = 405):
        said = self.said = queue.Queue()

        def pieces():
            yield b"event: endpoint\ndata: " + endpoint.encode() + b"\n\n"
            while (message := said.get(timeout=PATIENCE)) is not None:
                yield b"event: message\ndata: " + message + b"\n\n"

        def answer(command, headers, request):
            if command == "GET":
                return 200, EVENTS, pieces()
            if headers.path == "/mcp":
                return refuses, {}, [b"no"]
            if request.get("method") == "initialize":
                said.put(result(0, protocolVersion="2024-11-05", capabilities={}))
            return (503, {}, [b"down"]) if request.get("method") == "fails" else (202, {}, [b"Accepted"])

        super().__init__(answer, *options)

    def __exit__(self, *_):
        self.said.put(None)
        super().__exit__()


@pytest.mark.parametrize("refuses", [400, 404, 405])
def test_the_older_http_is_found_out(refuses):
    notice = b'{"jsonrpc":"2.0","method":"notifications/x"}'
    with Older("--header", "Authorization: Bearer t", refuses=refuses) as played:
        assert "HTTP" in played.answer(MODERN % b"1")["error"]["message"], "a client that probes finds the era"
        assert played.answer(OPEN)["result"]["protocolVersion"] == "2024-11-05"
        played.send(OPENED, ASK % b"1", ASK % b'"1"')
        played.said.put(notice)
        assert played.at_client.receive() == notice
        played.said.put(b'{"jsonrpc":"2.0","id":1,"method":"roots/list"}')
        assert json.loads(played.at_client.receive())["method"] == "roots/list"
        roots = b'{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}'
        played.send(roots)
        for id in (b"1", b'"1"'):
            played.said.put(b'{"jsonrpc":"2.0","id":%s,"result":{"n":1e400}}' % id)
            assert played.at_client.receive() == b'{"jsonrpc":"2.0","id":%s,"result":{"n":1e400}}' % id
        assert "503: down" in played.answer(b'{"jsonrpc":"2.0","id":2,"method":"fails"}')["error"]["message"]
        posted = []
        # Messages are posted side by side.
        while not {roots, ASK % b"1"} <= set(posted):
            headers, body = played.heard("POST")
            posted += [body] if headers.path == "/messages?id=1" else []
            assert headers["Authorization"] == "Bearer t" and headers["Mcp-Session-Id"] is None
        assert posted[0] == OPEN


@pytest.mark.parametrize("endpoint", ["http://example.invalid/messages", "//example.invalid/messages", "https://127.0.0.1/messages"])
def test_an_endpoint_of_another_origin_gets_nothing(endpoint):
    with Older(endpoint=endpoint) as played:
        assert "on another host" in played.answer(OPEN)["error"]["message"]


def test_a_stream_of_the_older_http_that_ends_ends_the_session():
    with Older() as played:
        played.answer(OPEN)
        played.send(ASK % b"1")
        # A request that has not been read when the session ends has no answer.
        played.heard("POST"), played.heard("POST"), played.heard("POST")
        played.said.put(None)
        assert "is over" in json.loads(played.at_client.receive())["error"]["message"]
        assert played.process.wait(PATIENCE) == 1


def test_what_a_server_of_the_older_http_says_last_is_heard():
    with Older() as played:
        played.answer(OPEN)
        played.send(ASK % b"1")
        played.heard("POST"), played.heard("POST"), played.heard("POST")
        played.process.stdin.close()
        played.said.put(result(1, last=True))
        assert json.loads(played.at_client.receive())["result"] == {"last": True}
        assert played.process.wait(PATIENCE) == 0


def test_without_either_way_the_refusal_is_told():
    with Played(lambda *_: (404, {}, [b"nothing here"])) as played:
        assert "404: nothing here" in played.answer(OPEN)["error"]["message"]
