"""Streams of events of a server over HTTP, as the proxy opens and resumes them."""

import threading

from ends import PATIENCE
from served import JSON, result
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
