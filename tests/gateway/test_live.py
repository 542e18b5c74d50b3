"""Sockets through the gateway, with a client and a server that speak nothing but the protocol."""

import json
import threading
from contextlib import contextmanager, suppress
from socket import create_connection

import pytest
from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.server import serve

from declared import SET_UP, check
from running import Gateway

LIVE = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent?key=k"
of_both = pytest.mark.parametrize("path", [LIVE, "/v1beta/interactions/live?key=k"])
SETUP = {
    "setup": {
        "model": "models/gemini-live-2.5",
        "tools": [{"functionDeclarations": [{**SET_UP, "parametersJsonSchema": SET_UP["parameters"]}]}],
    }
}
del SETUP["setup"]["tools"][0]["functionDeclarations"][0]["parameters"]


class Service:
    """Records what happens to the sockets of an upstream."""

    def __init__(self):
        self.requests = []
        self.ended = threading.Event()
        self.farewell = None

    def serve(self, socket):
        self.requests.append(socket.request)
        try:
            for message in socket:
                self.answer(socket, message)
        except ConnectionClosedError as closed:
            self.farewell = closed.rcvd
        self.ended.set()

    def answer(self, socket, message):
        if message == "close":
            socket.close(4321, "enough")
        elif message == "break":
            socket.socket.shutdown(2)
        elif message == "long":
            socket.send("x" * (2 << 20))
        elif isinstance(message, str) and message.startswith('{"setup"'):
            [tool] = json.loads(message)["setup"]["tools"]
            [declaration] = tool["functionDeclarations"]
            assert declaration["parameters"]["type"] == "OBJECT"
            args = {"vars": [{"key": "HOME", "value": "/"}], "level": "5"}
            called = {"toolCall": {"functionCalls": [{"id": "1", "name": declaration["name"], "args": args}]}}
            # Google's servers send JSON as bytes.
            socket.send(json.dumps(called).encode())
        else:
            socket.send(message)

    def process_request(self, connection, request):
        if request.path == "/forbidden":
            return connection.respond(403, "not with this key")
        return None


def chosen(_connection, offered):
    return offered[-1] if offered else None


@pytest.fixture
def service():
    service = Service()
    options = {"process_request": service.process_request, "select_subprotocol": chosen}
    with serve(service.serve, "127.0.0.1", 0, **options) as server:
        service.url = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield service
        server.shutdown()


@contextmanager
def opened(service, path: str, *options: str, **more):
    with Gateway(service.url, *options) as gateway:
        with connect(gateway.url.replace("http", "ws") + path, max_size=None, **more) as socket:
            yield socket, gateway


def test_a_session_has_its_calls_restored(service):
    with opened(service, LIVE) as (socket, gateway):
        socket.send(json.dumps(SETUP))
        message = socket.recv()
        assert isinstance(message, bytes)
        [call] = json.loads(message)["toolCall"]["functionCalls"]
        check(SET_UP, call["name"], call["args"])
        answer = {"id": "1", "name": SET_UP["name"], "response": {"output": "done"}}
        socket.send(json.dumps({"toolResponse": {"functionResponses": [answer]}}))
        [known] = json.loads(socket.recv())["toolResponse"]["functionResponses"]
        assert known["name"].startswith("env_set_up_") and {**known, "name": SET_UP["name"]} == answer
    # It logs neither what was said nor where it went with which key.
    assert service.ended.wait(10)
    assert any('route="live" status=101' in line for line in gateway.log)
    said = [line for line in gateway.log if "code=" not in line]
    assert not any("env" in line or "key" in line for line in said)


@of_both
def test_other_messages_keep_their_bytes(service, path):
    with opened(service, path, subprotocols=["b", "a"], additional_headers={"x-goog-api-key": "secret"}) as (socket, _):
        assert socket.subprotocol == "a"
        for message in ('{ "realtimeInput": {"text" : "hi"}}', b"\xff\x00", "x" * 1_000_000, b"{}", ""):
            socket.send(message)
            assert socket.recv() == message
        socket.send(["in ", "pieces"])
        assert socket.recv() == "in pieces"
        assert socket.ping().wait(10)
    [request] = service.requests
    assert request.path == path
    assert request.headers["x-goog-api-key"] == "secret"
    assert request.headers["host"] == service.url.removeprefix("http://")


def test_other_sockets_pass(service):
    tools = json.dumps({"clientContent": SETUP})
    with opened(service, "/ws/anything") as (socket, _):
        for message in (tools, tools.encode()):
            socket.send(message)
            assert socket.recv() == message


def test_a_farewell_has_its_code(service):
    with opened(service, LIVE) as (socket, _):
        socket.send("close")
        with pytest.raises(ConnectionClosedError) as closed:
            socket.recv(timeout=10)
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4321, "enough")
    with opened(service, LIVE) as (socket, _):
        socket.close(1000, "done")
        assert service.ended.wait(10)
        with pytest.raises(ConnectionClosedOK):
            socket.recv()


def test_who_breaks_off_takes_the_other_side_with_it(service):
    with opened(service, LIVE) as (socket, _):
        socket.send("break")
        with pytest.raises(ConnectionClosedError) as closed:
            socket.recv(timeout=10)
        assert closed.value.rcvd is None
    service.ended.clear()
    with opened(service, LIVE) as (socket, _):
        socket.send("hi")
        socket.recv()
        socket.socket.shutdown(2)
        assert service.ended.wait(10)


def test_what_the_upstream_refuses_is_refused(service):
    with pytest.raises(InvalidStatus) as refused, opened(service, "/forbidden"):
        pass
    response = refused.value.response
    assert (response.status_code, response.body) == (403, b"not with this key")


def reserved_bits(socket):
    socket.socket.sendall(b"\xf1\x80" + bytes(4))


FAULTS = {
    "too long": (lambda socket: socket.send("x" * (2 << 20)), 1009, 1011, "client", "longer than 1048576 bytes"),
    "no UTF-8": (lambda socket: socket.send(b"\xff", text=True), 1007, 1011, "client", "invalid utf-8"),
    "reserved bits": (reserved_bits, 1002, 1011, "client", "Reserved bits"),
    "of the upstream": (lambda socket: socket.send("long"), 1011, 1009, "upstream", "longer than 1048576 bytes"),
}


@of_both
@pytest.mark.parametrize(("send", "code", "farewell", "by", "why"), FAULTS.values(), ids=FAULTS)
def test_a_message_that_cannot_pass_ends_the_session(service, path, send, code, farewell, by, why):
    with opened(service, path, "--max-body", "1") as (socket, gateway):
        with pytest.raises(ConnectionClosedError) as closed:
            send(socket)
            socket.recv(timeout=10)
        assert (closed.value.rcvd.code, why in closed.value.rcvd.reason) == (code, True)
        assert service.ended.wait(10)
    assert service.farewell.code == farewell
    [line] = [line for line in gateway.log if "a session was ended" in line]
    assert f'by="{by}"' in line and why in line


def test_sessions_may_end_when_the_gateway_does(service):
    with opened(service, LIVE, "--drain", "60") as (socket, gateway):
        gateway.tell_to_end()
        with pytest.raises(ConnectionRefusedError):
            while True:
                # One that arrives while the gateway stops listening is reset; the next is refused.
                with suppress(ConnectionResetError):
                    create_connection(("127.0.0.1", gateway.port)).close()
        socket.send("still here")
        assert socket.recv() == "still here"
        socket.close()
        assert gateway.end() == 0
    with opened(service, LIVE, "--drain", "0") as (socket, gateway):
        assert gateway.end() == 1
        assert any("were ended after 0 s open=1" in line for line in gateway.log), gateway.log
