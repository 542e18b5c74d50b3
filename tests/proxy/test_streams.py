"""Streams of events of a server over HTTP, as the proxy opens and resumes them."""

import json
import threading

from ends import PATIENCE
from served import EVENTS, JSON, result
from test_url import ASK, OPEN, OPENED, Played, opening

NOTICE = b'{"jsonrpc":"2.0","method":"notifications/x"}'


def test_a_get_that_is_answered_with_json_is_no_stream():
    answered = threading.Event()

    def pieces():
        yield NOTICE
        answered.set()

    def answer(command, headers, request):
        if command == "GET":
            return 200, JSON, pieces()
        if request and request.get("method") == "prompts/list":
            # What follows comes after the GET, which is over.
            assert answered.wait(PATIENCE)
        return opening(request) or (200, JSON, [result(request["id"]) if request else b""])

    with Played(answer) as played:
        played.answer(OPEN)
        played.send(OPENED)
        for id in range(20):
            assert played.answer(ASK % (b"%d" % id)).get("id") == id


def test_a_stream_that_advances_is_resumed_as_often_as_it_ends():
    """As of 2025-11-25, a server may close it at any time, and have the client poll."""
    last = 8

    def answer(command, headers, request):
        if command == "GET" and headers["Last-Event-ID"]:
            event = int(headers["Last-Event-ID"]) + 1
            data = result(1, resumed=True) if event == last else b""
            return 200, EVENTS, [b"id: %d\nretry: 1\ndata: %s\n\n" % (event, data)]
        if request and request.get("method") == "prompts/list":
            return 200, EVENTS, [b"id: 0\nretry: 1\ndata:\n\n"]
        return opening(request) or (405, {}, [])

    with Played(answer) as played:
        played.answer(OPEN)
        assert played.answer(ASK % b"1")["result"] == {"resumed": True}


def test_a_stream_that_does_not_advance_is_given_up():
    def answer(command, headers, request):
        if command == "GET" or request and request.get("method") == "prompts/list":
            return 200, EVENTS, [b"id: 0\nretry: 1\ndata:\n\n"]
        return opening(request) or (405, {}, [])

    with Played(answer) as played:
        played.answer(OPEN)
        assert "repeatedly" in played.answer(ASK % b"1")["error"]["message"]


def test_a_stream_that_cannot_be_resumed_ends_with_the_reason():
    def answer(command, headers, request):
        if request and request.get("method") == "prompts/list":
            return 200, EVENTS, [b"id: 5\nretry: 1\ndata:\n\n"]
        return opening(request) or (405, {}, [])

    with Played(answer) as played:
        played.answer(OPEN)
        played.send(OPENED)
        assert b"the server offers no stream for messages of its own: the server answers with HTTP 405" in played.log.receive()
        why = "the stream ended before the response, and could not be resumed: the server answers with HTTP 405"
        assert played.answer(ASK % b"1")["error"]["message"] == why


def test_the_servers_own_stream_outlasts_its_ends_and_a_restart():
    answers = [(200, EVENTS, [b"retry: 1\n: nothing yet\n\n"])] * 7 + [(502, {}, []), (200, EVENTS, [b"data: " + NOTICE + b"\n\n"])]

    def answer(command, headers, request):
        if command == "GET":
            return answers.pop(0) if answers else (405, {}, [])
        return opening(request) or (200, {}, [])

    with Played(answer) as played:
        played.answer(OPEN)
        played.send(OPENED)
        assert played.at_client.receive() == NOTICE


def test_a_stream_that_is_no_longer_opened_is_logged():
    answers = [(200, EVENTS, [b"retry: 1\n\n"])]

    def answer(command, headers, request):
        if command == "GET":
            return answers.pop() if answers else (405, {}, [])
        return opening(request) or (200, {}, [])

    with Played(answer) as played:
        played.answer(OPEN)
        played.send(OPENED)
        assert b"no longer received: the server answers with HTTP 405" in played.log.receive()


def test_a_notification_that_is_accepted_slowly_holds_up_only_the_next():
    cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
    heard = {name: threading.Event() for name in ("prompts/list", "notifications/cancelled")}
    in_time, is_next_early = [], []

    def answer(command, headers, request):
        method = request.get("method") if request else None
        if method == "notifications/x":
            # Less than the proxy's patience.
            in_time.extend(event.wait(20) for event in heard.values())
        if method == "notifications/y":
            is_next_early.append(not in_time)
        if method in heard:
            heard[method].set()
        return opening(request) or (200, JSON, [result(request["id"]) if request else b""])

    with Played(answer) as played:
        played.answer(OPEN)
        played.send(NOTICE, NOTICE.replace(b"/x", b"/y"), ASK % b"1", cancel)
        assert json.loads(played.at_client.receive())["id"] == 1
        while b"/y" not in played.heard("POST")[1]:
            pass
    assert in_time == [True, True] and is_next_early == [False]
