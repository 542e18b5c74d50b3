"""Clients over HTTP, and servers over HTTP."""

import json
import threading
from base64 import b64encode

import pytest
from test_http import printing_its_port

from ends import HERE, PATIENCE, text
from listening import asked, listening, modern, posted
from seen import EVERYTHING, call, typescript, unfitted
from served import EVENTS, JSON, Served, everything, result

CODED = ["--target", "universal", "--mode", "round-trip"]
TOOL = b'{"name":"run it","inputSchema":{"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"string"}}}}}'
CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_it_0dd006","arguments":{"env":[{"key":"A","value":"B"}]}}}'
RESTORED = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run it","arguments":{"env":{"A":"B"}}}}'
OPEN = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'
LIST = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'


@pytest.mark.parametrize("sdk", ["first", "legacy", "auto"])
def test_a_server_with_sessions(sdk):
    with everything() as url, listening("--url", url) as proxy:
        plain = typescript(sdk, "test", url, EVERYTHING)
        assert len(plain["list"]["tools"]) > 5
        assert unfitted(typescript(sdk, "test", proxy, EVERYTHING)) == unfitted(plain)


def test_headers_repeat_what_the_server_gets():
    """The server refuses calls whose headers do not."""
    put = {"region": "\u00e9", "options": {"n": 5}, "env": [{"key": "A", "value": "B"}]}
    with printing_its_port("node", str(HERE / "http_server.mjs")) as (url, _), listening("--url", url, *CODED) as proxy:
        (tool,) = typescript("auto", "test", proxy, [])["list"]["tools"]
        assert "x-mcp-header" not in json.dumps(tool)
        seen = typescript("auto", "test", proxy, [call(tool["name"], **put)])
        assert seen["era"] == "modern"
        assert json.loads(seen["results"][0]["result"]["content"][0]["text"]) == ["put it", put | {"env": {"A": "B"}}]


def test_a_message_and_its_headers_agree():
    def answer(command, headers, request):
        return 200, JSON, [result(request["id"], tools=[])]

    with Served(answer) as server, listening("--url", server.url) as proxy:
        message, headers = modern("tools/call", name="\u00e9")
        coded = "=?base64?" + b64encode("\u00e9".encode()).decode() + "?="
        assert "result" in json.loads(posted(proxy, message, **headers, Mcp_Name=coded))
        wrong = [{}, {"Mcp_Name": "e"}, {"Mcp_Name": coded, "Mcp_Method": "tools/list"}, {"Mcp_Name": coded, "MCP_Protocol_Version": "1"}]
        for more in wrong:
            refused = asked(proxy, "POST", message, **(headers | more))
            assert refused.status == 400
            assert json.loads(refused.read())["error"]["code"] == -32020


def test_who_may_ask():
    with Served(lambda *_: (200, JSON, [result(1)])) as server, listening("--url", server.url, "--host", "proxy.example") as proxy:
        for host in ("localhost", "127.0.0.1:80", "[::1]:5", "proxy.example"):
            assert asked(proxy, "POST", LIST, Host=host).status == 200
            assert asked(proxy, "POST", LIST, Origin=f"http://{host}").status == 200
        for host in ("evil.example", "localhost.evil.example"):
            assert asked(proxy, "POST", LIST, Host=host).status == 403
            assert asked(proxy, "POST", LIST, Origin=f"http://{host}").status == 403
        assert asked(proxy.replace("/mcp", "/"), "POST", LIST).status == 404


def test_a_message_that_is_too_long():
    with Served(lambda *_: (200, JSON, [result(1)])) as server, listening("--url", server.url, "--max-message", "1") as proxy:
        assert asked(proxy, "POST", b" " * (1 << 20) + LIST).status == 413
        assert asked(proxy, "POST", LIST).status == 200


def test_a_call_without_a_list_before_is_restored():
    def answer(command, headers, request):
        if request["method"] == "initialize":
            return 200, JSON | {"Mcp-Session-Id": "s"}, [result(0, protocolVersion="2025-11-25")]
        if request["method"] == "tools/list":
            assert headers["Mcp-Session-Id"] in ("s", "invented")
            return 200, EVENTS, [b'data: {"jsonrpc":"2.0","id":%s,"result":{"tools":[%s]}}\n\n' % (text(request["id"]), TOOL)]
        return 200, JSON, [result(1, got=request["params"])]

    with Served(answer) as server, listening("--url", server.url, *CODED) as proxy:
        posted(proxy, OPEN)
        for session in ("s", "s", "invented", "invented"):
            answered = json.loads(posted(proxy, CALL, Mcp_Session_Id=session))
            assert answered["result"]["got"] == json.loads(RESTORED)["params"]
        methods = [json.loads(server.heard("POST")[1])["method"] for _ in range(7)]
        listed_once = ["tools/list", "tools/call", "tools/call"]
        assert methods == ["initialize", *listed_once, *listed_once], "a session that the server accepts is kept"


STREAM = (
    b": hello\r\nretry: 3\n\n"
    b'id: 1\nevent: message\ndata: {"jsonrpc":"2.0",\ndata: "method":"notifications/x"}\n\n'
    b'id: 2\ndata:{"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}\nevent: message\n\n: bye\n\ndata: cut'
)


@pytest.mark.parametrize("piece", [1, 7, 10_000])
def test_events_are_rewritten_as_they_pass(piece):
    stream = STREAM % TOOL

    def answer(*_):
        return 200, EVENTS, (stream[at : at + piece] for at in range(0, len(stream), piece))

    with Served(answer) as server, listening("--url", server.url, *CODED) as proxy:
        before, after = STREAM.split(b'data:{"jsonrpc":"2.0","id":1')
        seen = posted(proxy, LIST)
        assert seen.startswith(before + b'data: {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"run_it_'), seen
        assert seen.endswith(b"]}}" + after.split(b"]}}")[1])
        assert posted(proxy, b'{"jsonrpc":"2.0","id":5,"method":"ping"}') == stream, "this is no answer to a list"


def test_tools_in_several_lines_of_data_are_one_line():
    lines = b'{\n"jsonrpc":"2.0",\n"id":1,"result":{"tools":[\n%s\n]}}' % TOOL
    event = b"id: 7\n" + b"".join(b"data: %s\n" % line for line in lines.split(b"\n")) + b"\n"
    with Served(lambda *_: (200, EVENTS, [event])) as server, listening("--url", server.url, *CODED) as proxy:
        seen = posted(proxy, LIST)
        assert seen.startswith(b'id: 7\ndata: { "jsonrpc":"2.0", "id":1,') and seen.endswith(b"]}}\n\n"), seen
        assert b'"name":"run_it_' in seen and seen.count(b"\n") == 3


@pytest.mark.parametrize("kind, before", [("application/json", b"\xef\xbb\xbf"), ("application/json-rpc; charset=utf-8", b"")])
def test_tools_are_found_in_any_json(kind, before):
    body = before + b'{"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}' % TOOL
    with Served(lambda *_: (200, {"Content-Type": kind}, [body])) as server, listening("--url", server.url, *CODED) as proxy:
        assert b'"name":"run_it_' in posted(proxy, LIST)


def test_lines_may_end_in_any_way():
    for end in (b"\r", b"\r\n"):
        event = b'event: message' + end + b'data: {"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}' % TOOL + end + end
        with Served(lambda *_: (200, EVENTS, [event + b": bye" + end])) as server, listening("--url", server.url, *CODED) as proxy:
            seen = posted(proxy, LIST)
            assert seen.startswith(b"event: message" + end + b"data: ") and b'"name":"run_it_' in seen
            assert seen.endswith(end + b": bye" + end)


def test_events_that_are_too_long_pass():
    long = b"data: " + b"x" * (3 << 20) + b"\r\n\r\n"
    stream = long + STREAM % TOOL
    with Served(lambda *_: (200, EVENTS, [stream])) as server, listening("--url", server.url, "--max-message", "1", *CODED) as proxy:
        seen = posted(proxy, LIST)
        assert seen.startswith(long) and b'"name":"run_it_' in seen


def test_an_event_passes_before_the_next():
    goes_on = threading.Event()

    def pieces():
        yield b"data: 1\n\n"
        assert goes_on.wait(PATIENCE)
        yield b"data: 2\n\n"

    with Served(lambda *_: (200, EVENTS, pieces())) as server, listening("--url", server.url) as proxy:
        stream = asked(proxy, "GET", Accept="text/event-stream")
        assert stream.readline() == b"data: 1\n"
        goes_on.set()
        assert stream.read() == b"\ndata: 2\n\n"


def test_a_client_that_goes_is_told_upstream():
    gone = threading.Event()

    def pieces():
        try:
            while not gone.wait(0.05):
                yield b": wait\n\n"
        finally:
            gone.set()

    with Served(lambda *_: (200, EVENTS, pieces())) as server, listening("--url", server.url) as proxy:
        stream = asked(proxy, "POST", LIST)
        stream.readline()
        stream.close()
        assert gone.wait(PATIENCE)


def test_a_list_that_comes_on_a_stream_taken_up_again():
    def answer(command, headers, request):
        if command == "GET":
            assert headers["Last-Event-ID"] == "5"
            return 200, EVENTS, [b'id: 6\ndata: {"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}\n\n' % TOOL]
        if command == "DELETE":
            return 204, {}, []
        if request["method"] == "initialize":
            return 200, JSON | {"Mcp-Session-Id": "s"}, [result(0, protocolVersion="2025-11-25")]
        return 200, EVENTS, [b"id: 5\nretry: 7\ndata:\n\n"]

    with Served(answer) as server, listening("--url", server.url, *CODED) as proxy:
        opened = asked(proxy, "POST", OPEN)
        assert opened.headers["Mcp-Session-Id"] == "s"
        assert posted(proxy, LIST, Mcp_Session_Id="s") == b"id: 5\nretry: 7\ndata:\n\n"
        stream = asked(proxy, "GET", Mcp_Session_Id="s", Last_Event_ID="5").read()
        assert stream.startswith(b'id: 6\ndata: {"jsonrpc"') and b"run_it_" in stream
        assert asked(proxy, "DELETE", Mcp_Session_Id="s").status == 204
        assert server.heard("DELETE")[0]["Mcp-Session-Id"] == "s"


def test_what_is_no_message_of_mcp_passes():
    answers = [
        (401, {"WWW-Authenticate": "Bearer resource_metadata=x", "Content-Type": "text/plain"}, [b"who are you?"]),
        (404, JSON, [b'{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}']),
        (405, {}, []),
        (429, {"Retry-After": "5"}, [b""]),
        (200, {"Content-Type": "text/html", "Mcp-Other": "x"}, [b"<html>"]),
        (200, JSON, [b"no JSON"]),
    ]
    for status, headers, pieces in answers:
        with Served(lambda *_: (status, headers, pieces)) as server, listening("--url", server.url) as proxy:
            seen = asked(proxy, "POST", LIST)
            assert (seen.status, seen.read()) == (status, b"".join(pieces))
            assert all(seen.headers[name] == value for name, value in headers.items())


def test_a_server_that_is_not_there():
    with Served(lambda *_: (200, {}, [])) as server:
        url = server.url
    with listening("--url", url) as proxy:
        seen = asked(proxy, "POST", LIST)
        assert seen.status == 502 and b"cannot be reached" in seen.read()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_does_not_lead_around_the_proxy(status):
    with Served(lambda *_: (status, {"Location": "https://example.invalid/mcp"}, [])) as server:
        with listening("--url", server.url) as proxy:
            for method in ("POST", "GET"):
                seen = asked(proxy, method, LIST if method == "POST" else b"")
                assert seen.status == 502 and "Location" not in seen.headers
                said = seen.read()
                assert b"moved to https://example.invalid/mcp; redirects are not followed" in said, said


def test_credentials_pass_only_where_that_is_wanted():
    def answer(command, headers, request):
        return 200, JSON, [result(1, got=headers["Authorization"])]

    with Served(answer) as server:
        for options, got in (([], None), (["--header", "Authorization: Bearer own"], "Bearer own"), (["--pass-authorization"], "Bearer theirs")):
            with listening("--url", server.url, *options) as proxy:
                seen = json.loads(posted(proxy, b'{"jsonrpc":"2.0","id":1,"method":"ping"}', Authorization="Bearer theirs"))
                assert seen["result"]["got"] == got


def test_what_says_who_the_client_is_stays_here():
    seen = {}

    def answer(command, headers, request):
        seen.update(headers.items())
        return 200, JSON, [result(1)]

    given = {"Cookie": "a=secret", "X_Api_Key": "secret", "X_Goog_Api_Key": "secret", "Forwarded": "for=secret", "X_Forwarded_For": "secret"}
    passed = {"Accept": "application/json", "User_Agent": "mine/1", "Mcp_Other": "1", "Last_Event_ID": "5", "Traceparent": "00-1"}
    with Served(answer) as server, listening("--url", server.url) as proxy:
        posted(proxy, LIST, **given, **passed, Connection="Mcp-Hop", Mcp_Hop="1", Proxy_Authorization="secret")
        assert "secret" not in str(seen), "by an own list: no name has to be known"
        names = {name.lower(): value for name, value in seen.items()}
        assert {name.lower().replace("_", "-"): value for name, value in passed.items()}.items() <= names.items()
        assert "mcp-hop" not in names
        assert asked(proxy, "POST", LIST, Content_Encoding="gzip").status == 415


def test_what_one_caller_knows_another_does_not():
    """Tools are kept by credentials, and ids of different clients are different."""

    def answer(command, headers, request):
        tools = TOOL if headers["Authorization"] == "Bearer a" else b'{"name":"run_it_0dd006","inputSchema":{"type":"object"}}'
        if request["method"] == "tools/list":
            return 200, JSON, [b'{"jsonrpc":"2.0","id":%s,"result":{"tools":[%s]}}' % (text(request["id"]), tools)]
        return 200, JSON, [result(1, got=request["params"]["name"])]

    with Served(answer) as server, listening("--url", server.url, *CODED, "--pass-authorization") as proxy:
        assert b"run_it_" in posted(proxy, LIST, Authorization="Bearer a")
        for token, name in (("Bearer a", "run it"), ("Bearer b", "run_it_0dd006")):
            assert json.loads(posted(proxy, CALL, Authorization=token))["result"]["got"] == name


def test_two_clients_at_once():
    """Both use the same id; each gets its own answer."""
    both = threading.Barrier(2, timeout=PATIENCE)

    def answer(command, headers, request):
        both.wait()
        return 200, JSON, [result(request["id"], of=request["params"]["client"])]

    with Served(answer) as server, listening("--url", server.url) as proxy:
        seen = {}

        def ask(client: str) -> None:
            message = text({"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"client": client}})
            seen[client] = json.loads(posted(proxy, message))["result"]["of"]

        threads = [threading.Thread(target=ask, args=(client,)) for client in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert seen == {"a": "a", "b": "b"}
