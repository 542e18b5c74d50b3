"""Clients over standard input and output, and servers over HTTP."""

import json
import subprocess
import threading

import pytest
from test_http import printing_its_port

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
    error = {"jsonrpc": "2.0", "id": 3, "error": {"code": -32022, "message": "no such version"}}
    failures = [
        ("503: down", 503, {}, [b"down"]),
        ("not an MCP message", 200, {"Content-Type": "text/html"}, [b"<html>"]),
        ("no such version", 400, JSON, [text(error)]),
        ('HTTP 400: {"jsonrpc":"2.0","id":"server-error"', 400, JSON, [text(error | {"id": "server-error"})]),
        ("the stream ended before the response", 200, EVENTS, [b"data: "]),
        ("HTTP 202, without a response", 202, {}, []),
        ("HTTP 204, without a response", 204, {}, []),
        ("HTTP 200, without a response", 200, JSON, []),
        ("308: moved", 308, {"Location": "https://example.invalid/"}, []),
        ("`gzip`, which was not asked for", 200, JSON | {"Content-Encoding": "gzip"}, [b"\x1f\x8b"]),
    ]

    def answer(command, headers, request):
        if command != "POST" or "id" not in (request or {}):
            return 405, {}, []
        return failures[request["id"] - 1][1:]

    with Played(answer) as played:
        for id, (said, *_) in enumerate(failures, 1):
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


@pytest.mark.parametrize("session", [{}, {"Mcp-Session-Id": "s 7"}])
def test_no_advice_about_an_address_that_has_answered(session):
    refusal = text({"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "bad"}})

    def answer(command, headers, request):
        if request and request.get("method") == "initialize":
            return 200, JSON | session, [result(0, protocolVersion="2025-11-25", capabilities={})]
        if request and request.get("id") == 2:
            raise ConnectionError
        return 400, JSON, [refusal]

    with Played(answer) as played:
        assert "check the path" in played.answer(ASK % b"1")["error"]["message"]
        played.answer(OPEN)
        said = played.answer(ASK % b"1")["error"]["message"]
        assert "HTTP 400" in said and said.endswith("; the server rejects this message; its log may say why")
        said = played.answer(ASK % b"2")["error"]["message"]
        assert "ended before the response" in said and "cannot be reached" not in said and "address" not in said
        played.send(OPENED)
        logged = [played.log.receive().decode() for _ in range(4)]
        assert "a message did not reach the server" in logged[-1] and "check the path" not in logged[-1]


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
