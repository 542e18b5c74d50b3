"""Clients over standard input and output, and servers over HTTP."""

import json
import queue
import subprocess
import sys
import threading

import live
import pytest
from test_http import FASTMCP, free_port, listens, printing_its_port, serving

from ends import HERE, PATIENCE, Lines, text
from oracle import program
from seen import EVERYTHING, call, typescript, unfitted
from served import EVENTS, JSON, Served, everything, result


def through(url: str, *options: str) -> list[str]:
    return [program.binary(), "proxy", "--url", url, *options]


@pytest.mark.parametrize("sdk", ["first", "legacy", "auto"])
def test_a_server_with_sessions(sdk):
    with everything() as url:
        plain = typescript(sdk, "nobody knows", url, EVERYTHING)
        assert len(plain["list"]["tools"]) > 5
        assert unfitted(typescript(sdk, "nobody knows", through(url), EVERYTHING)) == unfitted(plain)
        assert typescript(sdk, "claude-ai", through(url), EVERYTHING) == plain, "nothing is done for this one"


def test_headers_repeat_what_the_server_gets():
    """The server refuses calls whose headers do not; the client does not know of them."""
    put = {"region": "\u00e9", "options": {"n": 5}, "env": [{"key": "A", "value": "B"}]}
    with printing_its_port("node", str(HERE / "http_server.mjs")) as (url, server):
        options = ["--target", "universal", "--mode", "round-trip"]
        seen = typescript("auto", "test", through(url, *options), [])
        (tool,) = seen["list"]["tools"]
        assert seen["era"] == "modern" and "x-mcp-header" not in json.dumps(tool)
        seen = typescript("auto", "test", through(url, *options), [call(tool["name"], **put), call(tool["name"])])
        want = ["put it", put | {"env": {"A": "B"}}]
        assert json.loads(seen["results"][0]["result"]["content"][0]["text"]) == want
        assert json.loads(seen["results"][1]["result"]["content"][0]["text"])[0] == "put it"
        plain = typescript("auto", "claude-ai", through(url), [call("put it", region="eu")])
        assert [tool["name"] for tool in plain["list"]["tools"]] == ["put it"], "as clients over HTTP leave the other out"
        assert json.loads(plain["results"][0]["result"]["content"][0]["text"]) == ["put it", {"region": "eu"}]
        server.kill()
        asked = [json.loads(line) for line in server.stdout]
        assert {"mcp-param-region": "eu", "mcp-name": "put it"}.items() <= asked[-1]["headers"].items()


class Played(Served):
    """A client that a test plays as well, over standard input and output."""

    def __init__(self, answer, *options: str):
        super().__init__(answer)
        command = through(self.url, *options)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self.at_client = Lines(self.process.stdout.fileno())
        self.log = Lines(self.process.stderr.fileno())

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        self.end()

    def send(self, *lines: bytes) -> None:
        for line in lines:
            self.process.stdin.write(line + b"\n")

    def answer(self, line: bytes) -> dict:
        self.send(line)
        return json.loads(self.at_client.receive())


OPEN = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}'
OPENED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
ASK = b'{"jsonrpc":"2.0","id":%s,"method":"prompts/list"}'
MODERN = b'{"jsonrpc":"2.0","id":%s,"method":"prompts/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}'


def opening(request: dict | None):
    if request and request.get("method") == "initialize":
        return 200, JSON | {"Mcp-Session-Id": "s 7"}, [result(0, protocolVersion="2025-06-18", capabilities={})]
    if request and "id" not in request:
        return 202, {}, []
    return None


def test_a_session_is_kept_and_ended():
    notice = b'{"jsonrpc":"2.0","method":"notifications/x"}'

    def answer(command, headers, request):
        if command == "GET":
            return 200, EVENTS, [b"id: 1\ndata: " + notice + b"\n\n"]
        return opening(request) or (200, JSON, [result(request["id"], a=1) if request else b""])

    with Played(answer) as played:
        assert played.answer(OPEN)["result"]["protocolVersion"] == "2025-06-18"
        played.send(OPENED)
        assert played.at_client.receive() == notice
        headers, _ = played.heard("GET")
        assert (headers["Mcp-Session-Id"], headers["MCP-Protocol-Version"]) == ("s 7", "2025-06-18")
        assert headers["Last-Event-ID"] is None
        headers, _ = played.heard("GET")
        assert headers["Last-Event-ID"] == "1", "the stream is taken up again"
        played.send(ASK % b"1")
        headers, body = played.heard("POST")
        assert headers["Mcp-Session-Id"] == "s 7" and body == ASK % b"1"
        played.process.stdin.close()
        assert played.process.wait(PATIENCE) == 0
        headers, _ = played.heard("DELETE")
        assert headers["Mcp-Session-Id"] == "s 7"


def test_a_stream_that_breaks_off_is_taken_up_again():
    def answer(command, headers, request):
        if command == "GET":
            done = headers["Last-Event-ID"] == "5"
            return (200, EVENTS, [b"id: 6\ndata: " + result(1, resumed=True) + b"\n\n"]) if done else (405, {}, [])
        if request and request.get("method") == "prompts/list":
            return 200, EVENTS, [b"id: 5\ndata:\n\n"]
        return opening(request) or (200, {}, [])

    with Played(answer) as played:
        played.answer(OPEN)
        played.send(OPENED)
        assert played.answer(ASK % b"1")["result"] == {"resumed": True}


def test_what_fails_is_answered():
    def answer(command, headers, request):
        if command != "POST" or "id" not in (request or {}):
            return 405, {}, []
        return {
            1: (503, {}, [b"down"]),
            2: (200, EVENTS, [b"data: "]),
            3: (200, {"Content-Type": "text/html"}, [b"<html>"]),
            4: (400, JSON, [text({"jsonrpc": "2.0", "id": 4, "error": {"code": -32022, "message": "no such version"}})]),
            5: (202, {}, []),
            6: (308, {"Location": "https://example.invalid/"}, []),
            7: (200, JSON | {"Content-Encoding": "gzip"}, [b"\x1f\x8b"]),
        }[request["id"]]

    with Played(answer) as played:
        for id, said in ((1, "503: down"), (2, "before the response"), (3, "not an MCP message"), (4, "no such version"), (5, "before the response"), (6, "308: moved"), (7, "`gzip`, which was not asked for")):
            for line in (ASK, MODERN):
                answer = played.answer(line % (b"%d" % id))
                assert answer["id"] == id and said in answer["error"]["message"], answer
        played.end()
        assert "cannot be reached" in played.answer(ASK % b"1")["error"]["message"]


def test_a_failure_says_what_to_do():
    token = {"WWW-Authenticate": 'Bearer resource_metadata="https://example.invalid/x"'}

    with Played(lambda *_: (401, token, [b"who are you?"])) as played:
        said = played.answer(ASK % b"1")["error"]["message"]
        assert '401: who are you? (Bearer resource_metadata="https://example.invalid/x"); it requires' in said, said
        assert "it requires authentication" in played.log.receive().decode()


def test_an_open_request_is_answered_after_the_client_ended_its_input():
    told = threading.Event()

    def answer(command, headers, request):
        if command != "POST" or "id" not in (request or {}):
            return 405, {}, []
        told.wait(PATIENCE)
        return 200, JSON, [result(request["id"], prompts=[])]

    with Played(answer) as played:
        played.send(ASK % b"1")
        played.process.stdin.close()
        # Longer than the proxy waits for tasks that have nothing left to do.
        told.wait(3)
        told.set()
        assert json.loads(played.at_client.receive())["result"] == {"prompts": []}


def test_a_byte_order_mark_before_json_is_skipped():
    def answer(command, headers, request):
        if command != "POST" or "id" not in (request or {}):
            return 405, {}, []
        assert headers["Accept-Encoding"] == "identity"
        return 200, JSON, [b"\xef\xbb\xbf", text({"jsonrpc": "2.0", "id": request["id"], "result": {}})]

    with Played(answer) as played:
        assert played.answer(ASK % b"1")["result"] == {}


def test_a_response_that_is_not_json_is_the_only_one():
    nan = b'{"jsonrpc":"2.0","id":%d,"result":{"mean":NaN}}'

    def answer(command, headers, request):
        if request and "id" in request:
            message = nan % request["id"]
            return {
                0: (200, JSON, [result(0, protocolVersion="2025-06-18", name="caf\u00e9").replace(b"\\u00e9", b"\xe9")]),
                1: (200, JSON, [message]),
                2: (200, EVENTS, [b"data: " + message + b"\n\n"]),
                3: (200, JSON, [result(3, protocol=headers["MCP-Protocol-Version"])]),
            }[request["id"]]
        return 405, {}, []

    with Played(answer) as played:
        assert played.answer(OPEN)["result"]["name"] == "caf\ufffd"
        for id in (1, 2):
            played.send(ASK % (b"%d" % id))
            assert played.at_client.receive() == nan % id
        assert played.answer(ASK % b"3")["result"] == {"protocol": "2025-06-18"}, "nothing came in between"


def test_messages_with_line_breaks_are_one_line():
    def answer(command, headers, request):
        if command != "POST" or "id" not in (request or {}):
            return 405, {}, []
        lines = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"a": 5}}, indent=2).encode()
        if request["id"] == 1:
            return 200, JSON, [lines.replace(b"\n", b"\r\n")]
        return 200, EVENTS, [b"".join(b"data: %s\n" % line for line in lines.split(b"\n")) + b"\n"]

    with Played(answer) as played:
        for id in (b"1", b"2"):
            assert played.answer(ASK % id)["result"] == {"a": 5}


def test_a_session_that_is_over_ends_it():
    def answer(command, headers, request):
        return opening(request) or ((404, {}, []) if command == "POST" else (405, {}, []))

    with Played(answer) as played:
        played.answer(OPEN)
        assert "404" in played.answer(ASK % b"1")["error"]["message"]
        assert played.process.wait(PATIENCE) == 1


@pytest.mark.parametrize("modern", [True, False])
def test_taking_a_request_back(modern):
    """Since 2026-07-28 by closing its connection, before by a message."""
    told = threading.Event()

    def answer(command, headers, request):
        if request and request.get("method") == "prompts/list":

            def pieces():
                try:
                    while not told.is_set():
                        yield b": wait\n\n"
                        told.wait(0.05)
                except OSError:
                    pass
                finally:
                    told.set()

            return 200, EVENTS, pieces()
        if request and request.get("method") == "notifications/cancelled":
            assert not modern
            told.set()
        return opening(request) or (405, {}, [])

    with Played(answer) as played:
        played.send((MODERN if modern else ASK) % b"1")
        played.heard("POST")
        played.send(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}')
        assert told.wait(PATIENCE)


def test_headers_that_no_longer_fit_are_made_anew():
    """The tools have changed; the call is made once more after a list."""
    current = {"header": "Region"}

    def tools(header):
        return [{"name": "a", "inputSchema": {"type": "object", "properties": {"r": {"type": "string", "x-mcp-header": header}}}}]

    def answer(command, headers, request):
        if request["method"] == "tools/list":
            return 200, JSON, [result(request["id"], tools=tools(current["header"]))]
        if headers[f"Mcp-Param-{current['header']}"] != "eu":
            error = {"code": -32020, "message": "HeaderMismatch"}
            return 400, JSON, [text({"jsonrpc": "2.0", "id": request["id"], "error": error})]
        return 200, JSON, [result(request["id"], content=[])]

    line = MODERN.replace(b"prompts/list", b"tools/call").replace(b'"params":{', b'"params":{"name":"a","arguments":{"r":"eu"},')
    with Played(answer) as played:
        assert "result" in played.answer(line % b"1"), "a list comes before"
        current["header"] = "Place"
        assert "result" in played.answer(line % b"2")
        current["header"] = "no-name-of-a-header\u00e9"
        assert played.answer(line % b"3")["error"]["code"] == -32020, "once"


def test_credentials_go_to_the_server():
    def answer(command, headers, request):
        if headers["Authorization"] != "Bearer t":
            return 401, {"WWW-Authenticate": "Bearer"}, [b"who are you?"]
        return 200, JSON, [result(request["id"])]

    with Played(answer) as played:
        assert "401: who are you?" in played.answer(ASK % b"1")["error"]["message"]
    with Played(answer, "--header", "Authorization: Bearer t") as played:
        assert "result" in played.answer(ASK % b"1")


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
