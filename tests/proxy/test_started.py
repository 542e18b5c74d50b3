"""Clients over HTTP, and servers that are started for them."""

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading

import live
import pytest
from mcp import ClientSession, types
from mcp.client.streamable_http import streamable_http_client

from ends import HERE, PATIENCE, Lines, text
from listening import VERSION, address, asked, command, events, listening, modern, posted
from seen import EVERYTHING, typescript, unfitted
from served import everything
from test_lifecycle import children, gone
from test_url import through as through_url

STDIO = ["node", str(live.EVERYTHING), "stdio"]
MODERN = ["node", str(HERE.parent / "servers" / "modern_server.mjs"), "stdio"]
FIXTURE = [sys.executable, str(HERE / "fixture_server.py"), "stdio"]


@pytest.mark.parametrize("sdk", ["first", "legacy", "auto"])
def test_a_server_of_the_older_era(sdk):
    plain = typescript(sdk, "nobody knows", STDIO, EVERYTHING)
    assert len(plain["list"]["tools"]) > 5
    with listening("--", *STDIO) as proxy:
        seen = typescript(sdk, "nobody knows", proxy, EVERYTHING)
        assert seen["era"] == "legacy" and unfitted(seen) == unfitted(plain)
        assert typescript(sdk, "claude-ai", proxy, EVERYTHING) == plain, "nothing is done for this one"


def test_a_server_of_the_newer_era():
    plain = typescript("auto", "test", MODERN, [])
    with listening("--", *MODERN) as proxy:
        seen = typescript("auto", "test", proxy, [])
        assert seen["era"] == "modern" and unfitted(seen) == unfitted(plain)


def test_what_the_server_asks_for_reaches_the_client_of_python():
    async def sampled(*_):
        content = types.TextContent(type="text", text="sampled")
        return types.CreateMessageResult(role="assistant", content=content, model="m")

    async def elicited(*_):
        return types.ElicitResult(action="accept", content={"username": "u", "email": "e"})

    async def seen(url: str):
        logged, progress = [], []

        async def log(message):
            logged.append(message.data)

        async def on_progress(done, *_):
            progress.append(done)

        async with streamable_http_client(url) as (reads, writes, session_id):
            handlers = {"sampling_callback": sampled, "elicitation_callback": elicited, "logging_callback": log}
            async with ClientSession(reads, writes, **handlers) as session:
                await session.initialize()
                assert session_id()
                texts = []
                for name, arguments in {
                    "test_sampling": {"prompt": "p"},
                    "test_elicitation": {"message": "m"},
                    "test_tool_with_logging": {},
                }.items():
                    result = await session.call_tool(name, arguments)
                    texts.append(result.content[0].text)
                await session.call_tool("test_tool_with_progress", {}, progress_callback=on_progress)
                return texts, logged, progress

    with listening("--", *FIXTURE) as proxy:
        (sampling, elicitation, _), logged, progress = asyncio.run(seen(proxy))
    assert "sampled" in sampling and "accept" in elicitation
    assert logged == ["started", "going on", "done"] and progress == [0, 50, 100]


def test_a_server_of_the_older_http_is_reached_by_two():
    with everything("sse", "/sse") as url, listening("--", *through_url(url)) as proxy:
        assert unfitted(typescript("first", "test", proxy, EVERYTHING)) == unfitted(typescript("first", "test", STDIO, EVERYTHING))


class Server:
    """A server that was started, which a test plays."""

    def __init__(self, connection: socket.socket):
        self.socket = connection
        self.heard = Lines(connection.fileno())
        self.pid = int(self.heard.receive())

    def sends(self, *messages: object) -> None:
        for message in messages:
            self.socket.sendall(text(message) + b"\n")

    def hears(self, method: str | None = None) -> dict:
        message = json.loads(self.heard.receive())
        assert method is None or message.get("method") == method, message
        return message

    def answers(self, method: str, **result: object) -> dict:
        """Answers a request, which it gives back."""
        request = self.hears(method)
        self.sends({"jsonrpc": "2.0", "id": request["id"], "result": result})
        return request


class Played:
    """A proxy that listens, and starts servers that a test plays."""

    def __init__(self, *options: str, **environment: str):
        self.folder = tempfile.TemporaryDirectory()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{self.folder.name}/server")
        self.listener.listen()
        self.listener.settimeout(PATIENCE)
        server = [sys.executable, str(HERE / "relay.py"), f"{self.folder.name}/server"]
        self.process = subprocess.Popen(
            command(*options, "--", *server), stderr=subprocess.PIPE, text=True, env=os.environ | environment
        )
        self.url = address(self.process)
        # What it logs is read, so that it goes on.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.servers = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        for server in self.servers:
            server.socket.close()
        self.listener.close()
        self.folder.cleanup()

    def server(self) -> Server:
        """The next that is started."""
        connection, _ = self.listener.accept()
        self.servers.append(Server(connection))
        return self.servers[-1]

    def later(self, body: bytes, **headers: str):
        """What a request is answered with, once it is."""
        found = []

        def ask() -> None:
            response = asked(self.url, "POST", body, **headers)
            found.append((response, response.read()))

        thread = threading.Thread(target=ask)
        thread.start()

        def answer():
            thread.join(PATIENCE)
            return found[0]

        return answer

    def unread(self, body: bytes, **headers: str) -> socket.socket:
        """The connection of a request whose answer is not read."""
        host, port = self.url.removeprefix("http://").removesuffix("/mcp").split(":")
        connection = socket.create_connection((host, int(port)))
        lines = {"Host": host, "Content-Length": len(body)} | headers
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
        connection.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + body)
        return connection

    def opened(self) -> tuple[Server, str]:
        """A session, and the server that was started for it."""
        answer = self.later(INITIALIZE)
        server = self.server()
        server.answers("initialize", protocolVersion="2025-11-25", capabilities={})
        response, body = answer()
        assert response.status == 200 and json.loads(body)["result"]["protocolVersion"] == "2025-11-25"
        session = response.headers["Mcp-Session-Id"]
        assert asked(self.url, "POST", INITIALIZED, Mcp_Session_Id=session).status == 202
        server.hears("notifications/initialized")
        return server, session

    def discovered(self) -> Server:
        """The server that all share, once it has said of which era it is."""
        server = self.server()
        server.answers("server/discover", supportedVersions=[VERSION, "2025-11-25"], capabilities={})
        return server


def streamed(body: bytes) -> list[dict]:
    """The messages of a stream that is over."""
    return [json.loads(line.removeprefix(b"data: ")) for line in body.splitlines() if line.startswith(b"data: ")]


INITIALIZE = text({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}}})
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
ASK = b'{"jsonrpc":"2.0","id":1,"method":"prompts/list"}'
NOTICE = {"jsonrpc": "2.0", "method": "notifications/x"}


def test_each_session_has_a_server_of_its_own():
    with Played() as played:
        (one, first), (two, second) = played.opened(), played.opened()
        assert first != second and len(first) == 32 and one.pid != two.pid
        answers = [played.later(ASK, Mcp_Session_Id=session) for session in (first, second)]
        for server, name in ((two, "two"), (one, "one")):
            server.answers("prompts/list", name=name)
        assert [json.loads(answer()[1])["result"]["name"] for answer in answers] == ["one", "two"]
        assert asked(played.url, "DELETE", Mcp_Session_Id=first).status == 204
        assert one.heard.receive() is None and gone(one.pid)
        for method, body in (("POST", ASK), ("GET", None), ("DELETE", None)):
            assert asked(played.url, method, body, Mcp_Session_Id=first).status == 404
        played.process.send_signal(signal.SIGTERM)
        assert played.process.wait(PATIENCE) == 0 and gone(two.pid)


def test_what_is_no_part_of_a_session():
    with Played() as played:
        assert asked(played.url, "POST", ASK).status == 400
        assert asked(played.url, "POST", ASK, Mcp_Session_Id="0" * 32).status == 404
        assert asked(played.url, "POST", b"no JSON").status == 400
        for method in ("GET", "DELETE", "PUT"):
            refused = asked(played.url, method)
            assert refused.status == 405 and refused.headers["Allow"] == "GET, POST, DELETE"
        assert asked(played.url, "POST", INITIALIZE, Origin="http://evil.example").status == 403
        assert not children(played.process.pid), "no server is started for these"


def test_a_message_may_have_line_breaks():
    with Played() as played:
        server, session = played.opened()
        answer = played.later(b'{"jsonrpc":"2.0",\r\n"id":"a",\n"method":"x"}', Mcp_Session_Id=session)
        assert server.heard.receive() == b'{"jsonrpc":"2.0",  "id":"a", "method":"x"}'
        server.sends(b'{"jsonrpc":"2.0","id":"a","result":{\r"n":1e400}}')
        assert answer()[1] == b'{"jsonrpc":"2.0","id":"a","result":{ "n":1e400}}'


def test_what_comes_before_an_answer_comes_on_its_stream():
    with Played() as played:
        server, session = played.opened()
        found = []

        def ask(id: int) -> None:
            meta = {"progressToken": f"t{id}"}
            body = text({"jsonrpc": "2.0", "id": id, "method": "x", "params": {"_meta": meta}})
            found.append((id, list(events(asked(played.url, "POST", body, Mcp_Session_Id=session)))))

        threads = []
        for id in (1, 2):
            threads.append(threading.Thread(target=ask, args=(id,)))
            threads[-1].start()
            assert server.hears("x")["id"] == id
        progress = [{"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": f"t{id}"}} for id in (1, 2)]
        results = [{"jsonrpc": "2.0", "id": id, "result": {}} for id in (1, 2)]
        server.sends(*progress, NOTICE, results[1], results[0])
        for thread in threads:
            thread.join(PATIENCE)
        assert dict(found) == {1: [progress[0], results[0]], 2: [progress[1], NOTICE, results[1]]}


def test_the_server_asks_the_client():
    """What it asks of itself waits for a stream; answers are messages of their own, and the same id may be open in both directions."""
    with Played() as played:
        server, session = played.opened()
        roots = {"jsonrpc": "2.0", "id": 1, "method": "roots/list"}
        server.sends(roots, NOTICE)
        stream = asked(played.url, "GET", Accept="text/event-stream", Mcp_Session_Id=session)
        assert stream.headers["Content-Type"] == "text/event-stream"
        messages = events(stream)
        assert [next(messages), next(messages)] == [roots, NOTICE]
        answer = text({"jsonrpc": "2.0", "id": 1, "result": {"roots": []}})
        assert asked(played.url, "POST", answer, Mcp_Session_Id=session).status == 202
        assert server.heard.receive() == answer
        asking = played.later(ASK, Mcp_Session_Id=session)
        server.hears("prompts/list")
        server.sends(roots | {"id": 2})
        answer = text({"jsonrpc": "2.0", "id": 2, "result": {}})
        posted(played.url, answer, Mcp_Session_Id=session)
        assert server.heard.receive() == answer
        server.sends({"jsonrpc": "2.0", "id": 1, "result": {}})
        assert b'"method":"roots/list"' in asking()[1]
        assert asked(played.url, "DELETE", Mcp_Session_Id=session).status == 204
        assert list(messages) == [], "the stream ends with the session"


def test_a_lost_connection_takes_nothing_back():
    with Played() as played:
        server, session = played.opened()
        connection = played.unread(ASK, Mcp_Session_Id=session)
        server.hears("prompts/list")
        connection.close()
        answer = played.later(ASK.replace(b'"id":1', b'"id":2'), Mcp_Session_Id=session)
        assert server.hears()["id"] == 2, "nothing was said in between"
        server.sends(*({"jsonrpc": "2.0", "id": id, "result": {}} for id in (1, 2)))
        assert json.loads(answer()[1])["id"] == 2


def test_a_request_that_is_taken_back_is_over():
    with Played() as played:
        server, session = played.opened()
        answer = played.later(ASK, Mcp_Session_Id=session)
        server.hears("prompts/list")
        cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
        assert asked(played.url, "POST", cancel, Mcp_Session_Id=session).status == 202
        assert server.heard.receive() == cancel
        assert answer()[1] == b""


def test_a_server_that_dies_leaves_no_request_open():
    with Played() as played:
        server, session = played.opened()
        answers = [played.later(ASK.replace(b'"id":1', b'"id":%d' % id), Mcp_Session_Id=session) for id in (1, 2)]
        server.hears(), server.hears()
        stream = asked(played.url, "GET", Mcp_Session_Id=session)
        os.kill(server.pid, signal.SIGKILL)
        for answer in answers:
            assert "the server ended (signal: 9 (SIGKILL))" in json.loads(answer()[1])["error"]["message"]
        assert stream.read() == b""
        assert asked(played.url, "POST", ASK, Mcp_Session_Id=session).status == 404
        played.opened()


def test_a_server_that_does_not_start_or_refuses():
    with listening("--", "no-such-server") as proxy:
        for body, headers in ((INITIALIZE, {}), modern("tools/list")):
            refused = asked(proxy, "POST", body, **headers)
            assert refused.status == 502 and b"does not start" in refused.read()
    with Played() as played:
        answer = played.later(INITIALIZE)
        server = played.server()
        error = {"jsonrpc": "2.0", "id": server.hears("initialize")["id"], "error": {"code": -32602, "message": "no"}}
        server.sends(error)
        response, body = answer()
        assert json.loads(body) == error and "Mcp-Session-Id" not in response.headers
        assert gone(server.pid)


def test_a_session_of_which_its_client_does_not_hear_is_none():
    with Played() as played:
        connection = played.unread(INITIALIZE)
        server = played.server()
        server.hears("initialize")
        connection.close()
        assert gone(server.pid)


def test_so_many_servers_and_no_more():
    with Played("--max-servers", "2") as played:
        (_, session), (_, _) = played.opened(), played.opened()
        for body, headers in ((INITIALIZE, {}), modern("tools/list")):
            refused = asked(played.url, "POST", body, **headers)
            assert refused.status == 503 and b"--max-servers" in refused.read()
        asked(played.url, "DELETE", Mcp_Session_Id=session)
        answer = played.later(INITIALIZE)
        while not select.select([played.listener], [], [], 0.5)[0]:
            assert answer()[0].status == 503, "the server that ends has its place until it has"
            answer = played.later(INITIALIZE)
        played.server().answers("initialize")
        assert answer()[0].status == 200


def test_a_session_that_nobody_uses_ends():
    with Played("--idle", "2") as played:
        used, unused = played.opened(), played.opened()
        stream = asked(played.url, "GET", Mcp_Session_Id=used[1])
        assert gone(unused[0].pid)
        assert asked(played.url, "POST", ASK, Mcp_Session_Id=unused[1]).status == 404
        used[0].sends(NOTICE)
        assert next(events(stream)) == NOTICE, "a stream is in use"


def test_clients_since_2026_share_a_server():
    """Both use the same id and the same token."""
    with Played() as played:
        requests = [modern("x", id="a", meta={"progressToken": 5}, client=client) for client in (1, 2)]
        answers = [played.later(message, **headers) for message, headers in requests]
        server = played.discovered()
        requests = [server.hears("x"), server.hears("x")]
        tokens = [request["params"]["_meta"]["progressToken"] for request in requests]
        assert len({request["id"] for request in requests}) == 2 and len(set(tokens)) == 2
        for request, token in zip(requests, tokens):
            of = request["params"]["client"]
            server.sends({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": token, "of": of}})
        for request in reversed(requests):
            server.sends({"jsonrpc": "2.0", "id": request["id"], "result": {"of": request["params"]["client"]}})
        for client, answer in zip((1, 2), answers):
            progress, result = streamed(answer()[1])
            assert progress["params"] == {"progressToken": 5, "of": client}
            assert result == {"jsonrpc": "2.0", "id": "a", "result": {"of": client}}
        assert len(children(played.process.pid)) == 1


def test_subscriptions_are_known_by_the_clients_own_ids():
    key = "io.modelcontextprotocol/subscriptionId"
    with Played() as played:
        streams = []

        def listen(id: object) -> None:
            message, headers = modern("subscriptions/listen", id=id)
            streams.append(asked(played.url, "POST", message, **headers))

        def notice(id: object) -> dict:
            return {"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {"_meta": {key: id}}}

        server, ours = None, []
        for id in ("listen:0", 7):
            thread = threading.Thread(target=listen, args=(id,))
            thread.start()
            server = server or played.discovered()
            ours.append(server.hears("subscriptions/listen")["id"])
            server.sends(notice(ours[-1]))
            thread.join(PATIENCE)
        messages = [events(stream) for stream in streams]
        assert [next(stream) for stream in messages] == [notice("listen:0"), notice(7)]
        server.sends(notice(ours[0]))
        assert next(messages[0]) == notice("listen:0")
        server.sends({"jsonrpc": "2.0", "id": ours[0], "result": {"_meta": {key: ours[0]}}})
        assert next(messages[0]) == {"jsonrpc": "2.0", "id": "listen:0", "result": {"_meta": {key: "listen:0"}}}
        assert list(messages[0]) == []
        server.sends({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": ours[1]}})
        assert list(messages[1]) == [], "over HTTP the end of the stream says it"


def test_a_client_that_goes_takes_its_request_back():
    with Played() as played:
        message, headers = modern("x")
        connection = played.unread(message, **headers)
        server = played.discovered()
        request = server.hears("x")
        connection.close()
        assert server.hears("notifications/cancelled")["params"] == {"requestId": request["id"]}


def test_what_belongs_to_no_request_goes_to_no_other_client():
    log = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
    level = {"io.modelcontextprotocol/logLevel": "info"}
    with Played() as played:
        (first, headers), (second, _) = modern("x", id=1, meta=level), modern("x", id=2)
        answers = [played.later(first, **headers)]
        server = played.discovered()
        requests = [server.hears("x")]
        answers.append(played.later(second, **headers))
        requests.append(server.hears("x"))
        server.sends(NOTICE, log)
        for request in requests:
            server.sends({"jsonrpc": "2.0", "id": request["id"], "result": {}})
        assert streamed(answers[0]()[1]) == [log, {"jsonrpc": "2.0", "id": 1, "result": {}}]
        assert json.loads(answers[1]()[1]) == {"jsonrpc": "2.0", "id": 2, "result": {}}
        server.sends({"jsonrpc": "2.0", "id": 3, "method": "roots/list"})
        assert server.hears()["error"]["code"] == -32601, "it may not ask, and does not wait for ever"


def test_a_client_that_does_not_read_holds_up_no_other():
    with Played("--max-message", "1") as played:
        (message, headers), (other, other_headers) = modern("slow"), modern("x")
        connection = played.unread(message, **headers)
        server = played.discovered()
        slow = server.hears("slow")["id"]
        piece = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": slow, "x": "x" * 500_000}}

        def write() -> None:
            for _ in range(100):
                server.sends(piece)

        writer = threading.Thread(target=write)
        writer.start()
        assert server.hears("notifications/cancelled")["params"] == {"requestId": slow}
        writer.join(PATIENCE)
        answer = played.later(other, **other_headers)
        server.answers("x", done=True)
        assert json.loads(answer()[1])["result"] == {"done": True}
        connection.close()


def test_the_status_says_what_went_wrong():
    with Played() as played:
        message, headers = modern("x")
        server = None
        for code, status in ((-32601, 404), (-32022, 400), (-32602, 200), (-32603, 200)):
            answer = played.later(message, **headers)
            server = server or played.discovered()
            server.sends({"jsonrpc": "2.0", "id": server.hears("x")["id"], "error": {"code": code, "message": "m"}})
            response, body = answer()
            assert (response.status, json.loads(body)["error"]["code"], json.loads(body)["id"]) == (status, code, 1)
        batch = asked(played.url, "POST", b"[" + message + b"," + message + b"]", **headers)
        assert batch.status == 400


def test_what_a_server_could_take_for_the_older_era_does_not_reach_it():
    """It is all clients' server, and one of them could turn it into one of the older era for all."""
    with Played() as played:
        whole, headers = modern("x")
        request = json.loads(whole)
        for key in request["params"]["_meta"]:
            meta = {name: value for name, value in request["params"]["_meta"].items() if name != key}
            message = text({**request, "params": {"_meta": meta}})
            refused = asked(played.url, "POST", message, **headers)
            assert (refused.status, json.loads(refused.read())["error"]["code"]) == (400, -32602)
        notice = text({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        assert asked(played.url, "POST", notice, **headers).status == 202
        assert not children(played.process.pid)
        begins, its_headers = modern("initialize")
        assert asked(played.url, "POST", begins, **its_headers).status == 404
        server = None
        for version in ("1900-01-01", "2025-11-25"):
            meta = request["params"]["_meta"] | {"io.modelcontextprotocol/protocolVersion": version}
            answer = played.later(text({**request, "params": {"_meta": meta}}), **headers | {"MCP_Protocol_Version": version})
            server = server or played.discovered()
            response, body = answer()
            assert response.status == 400
            assert json.loads(body)["error"]["data"] == {"supported": [VERSION, "2025-11-25"], "requested": version}
        answer = played.later(whole, **headers)
        server.answers("x")
        assert answer()[0].status == 200


def test_a_shared_server_that_dies_is_started_anew():
    with Played() as played:
        message, headers = modern("x")
        answer = played.later(message, **headers)
        server = played.discovered()
        server.hears("x")
        os.kill(server.pid, signal.SIGKILL)
        assert "the server ended (signal: 9" in json.loads(answer()[1])["error"]["message"]
        answer = played.later(message, **headers)
        played.discovered().answers("x", again=True)
        assert json.loads(answer()[1])["result"] == {"again": True}


@pytest.mark.parametrize("refuses", ["by an error", "by its end"])
def test_a_server_of_the_older_era_says_so_to_clients_of_the_newer(refuses):
    with Played() as played:
        message, headers = modern("tools/list", id="a")
        for again in range(2):
            answer = played.later(message, **headers)
            if refuses == "by its end" or not again:
                server = played.server()
                request = server.hears("server/discover")
            if refuses == "by its end":
                os.kill(server.pid, signal.SIGKILL)
            elif not again:
                server.sends({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": "no"}})
            response, body = answer()
            error = json.loads(body)
            assert (response.status, error["id"], error["error"]["code"]) == (400, "a", -32022)
            assert error["error"]["data"] == {"supported": ["2025-11-25", "2025-06-18", "2025-03-26"], "requested": VERSION}
            assert gone(server.pid)
        played.opened()


TOOL = {"name": "run it", "inputSchema": {"type": "object", "properties": {"env": {"type": "object", "additionalProperties": {"type": "string"}}}}}
CODED = {"name": "run_it_0dd006", "arguments": {"env": [{"key": "A", "value": "B"}]}}


def test_calls_are_restored_in_both_eras():
    """Also before any list: the proxy then asks for one."""
    with Played("--target", "universal") as played:
        server, session = played.opened()
        for known in (False, True):
            call = text({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": CODED})
            answer = played.later(call, Mcp_Session_Id=session)
            if not known:
                server.answers("tools/list", tools=[TOOL])
            request = server.answers("tools/call")
            assert request["params"] == {"name": "run it", "arguments": {"env": {"A": "B"}}}
            assert answer()[0].status == 200
        call, headers = modern("tools/call", **CODED)
        answer = played.later(call, **headers, Mcp_Name=CODED["name"])
        server = played.discovered()
        server.answers("tools/list", tools=[TOOL])
        request = server.answers("tools/call")
        assert request["params"]["name"] == "run it" and request["params"]["arguments"] == {"env": {"A": "B"}}
        assert answer()[0].status == 200
        listed, headers = modern("tools/list")
        answer = played.later(listed, **headers)
        server.answers("tools/list", tools=[TOOL])
        assert json.loads(answer()[1])["result"]["tools"][0]["name"] == CODED["name"]
