"""Clients over HTTP, and servers that are started for them."""

import asyncio
import json
import os
import select
import signal
import sys
import threading

import live
import pytest
from mcp import ClientSession, types
from mcp.client.streamable_http import streamable_http_client

from ends import HERE, PATIENCE, text
from listening import asked, events, listening, modern, posted
from played import ASK, INITIALIZE, NOTICE, Played, streamed
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
        for method, allowed in (("GET", "POST"), ("DELETE", "POST"), ("PUT", "GET, POST, DELETE")):
            refused = asked(played.url, method)
            assert refused.status == 405 and refused.headers["Allow"] == allowed
            assert refused.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert asked(played.url, "POST", INITIALIZE, Origin="http://evil.example").status == 403
        assert not children(played.process.pid), "no server is started for these"


def test_what_is_no_request_of_a_session():
    with Played() as played:
        server, session = played.opened()
        first = played.later(ASK, Mcp_Session_Id=session)
        asks = server.hears()
        twice = asked(played.url, "POST", ASK, Mcp_Session_Id=session)
        assert twice.status == 400 and b"the same id" in twice.read()
        server.sends({"jsonrpc": "2.0", "id": asks["id"], "result": {}})
        assert json.loads(first()[1]) == {"jsonrpc": "2.0", "id": 1, "result": {}}
        for id in (b"null", b"{}", b'"%s"' % (b"x" * 300)):
            assert asked(played.url, "POST", ASK.replace(b"1,", id + b","), Mcp_Session_Id=session).status == 400
        old = asked(played.url, "POST", ASK, Mcp_Session_Id=session, Mcp_Protocol_Version="1999-01-01")
        assert old.status == 400 and b"unsupported protocol version" in old.read()


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


def test_a_response_that_is_not_json_reaches_its_request():
    nan = b'{"jsonrpc":"2.0","id":%d,"result":{"mean":NaN}}'
    with Played() as played:
        server, session = played.opened()
        answers = [played.later(ASK.replace(b'"id":1', b'"id":%d' % id), Mcp_Session_Id=session) for id in (1, 2)]
        server.hears(), server.hears()
        server.sends(nan % 1, nan % 2)
        assert [answer()[1] for answer in answers] == [nan % 1, nan % 2]
        answer = played.later(ASK, Mcp_Session_Id=session)
        server.hears()
        server.sends(NOTICE, b'{"result":{"text":"caf\xe9"},"id":1}')
        assert streamed(answer()[1]) == [NOTICE, {"result": {"text": "caf\ufffd"}, "id": 1}]


def test_the_server_asks_the_client():
    """Its requests wait for a stream; answers are separate messages, and both directions may use one id at once."""
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


def test_a_server_that_does_not_start_or_refuses(tmp_path):
    server = tmp_path / "server"
    server.write_text("#!/bin/sh\nexec cat\n")
    server.chmod(0o755)
    with listening("--", str(server)) as proxy:
        server.unlink()
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
        sessions = [session for _, session in (played.opened(), played.opened())]
        session, _streams = sessions[0], [asked(played.url, "GET", Mcp_Session_Id=session) for session in sessions]
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


def test_the_session_that_is_idle_longest_gives_up_its_place():
    with Played("--max-servers", "2") as played:
        (_, listening), (idle, session) = played.opened(), played.opened()
        _stream = asked(played.url, "GET", Mcp_Session_Id=listening)
        answer = played.later(INITIALIZE)
        played.server().answers("initialize")
        assert answer()[0].status == 200
        assert gone(idle.pid)
        assert asked(played.url, "POST", ASK, Mcp_Session_Id=session).status == 404


def test_a_session_that_nobody_uses_ends():
    with Played("--idle", "2") as played:
        used, unused = played.opened(), played.opened()
        stream = asked(played.url, "GET", Mcp_Session_Id=used[1])
        assert gone(unused[0].pid)
        assert asked(played.url, "POST", ASK, Mcp_Session_Id=unused[1]).status == 404
        used[0].sends(NOTICE)
        assert next(events(stream)) == NOTICE, "a stream is in use"


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
