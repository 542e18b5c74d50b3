"""Clients of the newer era over HTTP, which share one server that is started for them."""

import json
import os
import signal
import threading
import time

import pytest

from ends import PATIENCE, text
from listening import VERSION, asked, events, modern
from played import NOTICE, Played, streamed
from test_lifecycle import children, gone


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


def test_a_response_that_is_not_json_reaches_its_client():
    with Played() as played:
        message, headers = modern("x", id="a")
        answers = [played.later(message, **headers) for _ in range(2)]
        server = played.discovered()
        ids = [server.hears("x")["id"] for _ in answers]
        for id in reversed(ids):
            server.sends(b'{"jsonrpc":"2.0","id":%d,"result":{"mean":NaN}}' % id)
        for answer in answers:
            assert answer()[1] == b'{"jsonrpc":"2.0","id":"a","result":{"mean":NaN}}'


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
        (first, headers), (second, _) = modern("x", id=1, meta=level), modern("x", id=2, meta=level)
        answers = [played.later(first, **headers)]
        server = played.discovered()
        requests = [server.hears("x")]
        answers.append(played.later(second, **headers))
        requests.append(server.hears("x"))
        server.sends(NOTICE, log)
        server.sends({"jsonrpc": "2.0", "id": requests[0]["id"], "result": {}})
        assert json.loads(answers[0]()[1]) == {"jsonrpc": "2.0", "id": 1, "result": {}}
        # The only request that is open, and that wants a log: still this may be of the one before.
        server.sends(NOTICE, log | {"params": {"level": "info", "data": "of the first"}})
        server.sends({"jsonrpc": "2.0", "id": requests[1]["id"], "result": {}})
        assert json.loads(answers[1]()[1]) == {"jsonrpc": "2.0", "id": 2, "result": {}}
        server.sends({"jsonrpc": "2.0", "id": 3, "method": "roots/list"})
        assert server.hears()["error"]["code"] == -32601, "it may not ask, and does not wait for ever"


def test_no_client_names_what_is_anothers():
    """Readers may take the first or the last of two members, or names without regard to case."""
    with Played() as played:
        message, headers = modern("x", id=1, meta={"progressToken": 5})
        answer = played.later(message, **headers)
        server = played.discovered()
        request = server.hears("x")
        for before, after in (
            (b'"id":1', b'"id":%d,"id":"B"' % request["id"]),
            (b'"id":1', b'"ID":%d,"id":"B"' % request["id"]),
            (b'"id":1', b'"id":"B","\\u0069d":%d' % request["id"]),
            (b'"progressToken":5', b'"progressToken":%d,"progressToken":5' % request["id"]),
            (b'"progressToken":5', b'"progresstoken":%d' % request["id"]),
            (b'"_meta":', b'"_META":{"progressToken":%d},"_meta":' % request["id"]),
            (b'"id":1', b'"id":"%s"' % (b"x" * 300)),
            (b'"progressToken":5', b'"progressToken":"%s"' % (b"x" * 300)),
        ):
            refused = asked(played.url, "POST", message.replace(before, after), **headers)
            assert (refused.status, json.loads(refused.read())["error"]["code"]) == (400, -32600), after
        server.sends(b'{"jsonrpc":"2.0","id":%d,"id":%d,"result":{}}' % (request["id"], request["id"]))
        server.sends({"jsonrpc": "2.0", "id": request["id"], "result": {"of": "the first"}})
        assert json.loads(answer()[1])["result"] == {"of": "the first"}
        answer = played.later(*modern("y")[:1], **modern("y")[1])
        server.answers("y")
        assert answer()[0].status == 200, "nothing else reached the server"


def test_a_client_that_does_not_read_holds_up_no_other():
    with Played() as played:
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


def test_answers_that_nobody_reads_are_bounded_in_total():
    long = {"long": "x" * 10_000_000}
    with Played() as played:
        (message, headers), (other, other_headers) = modern("unread"), modern("x")
        connections = [played.unread(message, **headers) for _ in range(20)]
        server = played.discovered()
        for _ in connections:
            server.sends({"jsonrpc": "2.0", "id": server.hears("unread")["id"], "result": long})

        def answered(**result: object) -> dict:
            answer = played.later(other, **other_headers)
            server.answers("x", **result)
            return json.loads(answer()[1])

        assert answered(**long)["error"]["message"] == "too many unread responses"
        assert answered(short=True)["result"] == {"short": True}
        for connection in connections:
            connection.close()
        end = time.monotonic() + PATIENCE
        while "error" in (last := answered(**long)) and time.monotonic() < end:
            time.sleep(0.1)
        assert last["result"] == long


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


def test_a_server_that_starts_slowly_is_kept():
    """Requests that come meanwhile share one probe, and fail when it takes too long for them."""
    with Played() as played:
        message, headers = modern("x")
        answers = [played.later(message, **headers) for _ in range(2)]
        server = played.server()
        probe = server.hears("server/discover")
        for answer in answers:
            response, body = answer()
            error = json.loads(body)["error"]
            assert (response.status, error["code"]) == (400, -32022)
            assert error["message"] == "the server did not answer server/discover in time"
        server.sends({"jsonrpc": "2.0", "id": probe["id"], "result": {"supportedVersions": [VERSION], "capabilities": {}}})
        answer = played.later(message, **headers)
        server.answers("x", done=True)
        assert json.loads(answer()[1])["result"] == {"done": True}
