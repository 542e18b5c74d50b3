"""Attacks: the gateway still answers others, limits its memory, and stops in time."""

import gzip
import http.client
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from declared import SET_UP
from running import Gateway
from upstream import Upstream

WHOLE = "/v1beta/models/gemini-3-pro:generateContent?do=echo"
BODY = json.dumps({"contents": [], "tools": [{"functionDeclarations": [SET_UP]}]}).encode()
GZIP = {"content-encoding": "gzip"}


def declaring(declarations: str) -> bytes:
    return f'{{"contents":[],"tools":[{{"functionDeclarations":[{declarations}]}}]}}'.encode()


def alternatives(count: int) -> bytes:
    """Half a megabyte, and less than a kilobyte compressed."""
    schema = '{"anyOf":[' + ",".join(["{}"] * count) + "]}"
    return gzip.compress(declaring(f'{{"name":"f","parametersJsonSchema":{schema}}}'))


@pytest.fixture
def upstream():
    with Upstream() as upstream:
        yield upstream


@contextmanager
def opened(port: int, *lines: str):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        yield connection


def answer(connection: socket.socket) -> http.client.HTTPResponse:
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response


def sent(port: int, path=WHOLE, body: bytes | None = BODY, headers=(), method="POST"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, dict(headers))
    response = connection.getresponse()
    response.text = response.read()
    return response


def message(response) -> str:
    return json.loads(response.text)["error"]["message"]


def memory(gateway: Gateway) -> int:
    """Its peak memory in MB."""
    status = Path(f"/proc/{gateway.process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1000


def test_others_are_answered_while_there_is_hard_work(upstream):
    with Gateway(upstream.url, "--threads", "1", "--drain", "1") as gateway, ThreadPoolExecutor(4) as pool:
        hard = alternatives(200_000)
        for _ in range(3):
            pool.submit(lambda: sent(gateway.port, body=hard, headers=GZIP))
        for _ in range(20):
            began = time.monotonic()
            assert sent(gateway.port, "/healthz", None, method="GET").status == 200
            assert sent(gateway.port).status == 200
            assert time.monotonic() - began < 10
        # It does not wait for what it works on.
        began = time.monotonic()
        gateway.tell_to_end()
        gateway.process.wait(30)
        assert time.monotonic() - began < 10


def test_hanging_up_ends_the_work(upstream):
    with Gateway(upstream.url, "--threads", "1", "--queue", "16", "--drain", "1") as gateway:
        hard = alternatives(200_000)
        for _ in range(10):
            with opened(gateway.port, f"POST {WHOLE} HTTP/1.1", "host: localhost", "content-encoding: gzip",
                        f"content-length: {len(hard)}") as connection:
                connection.sendall(hard)
                time.sleep(0.1)
        # There is one place for long work, and it is free again.
        assert sent(gateway.port, body=gzip.compress(BODY + b" " * 1_000_000), headers=GZIP).status == 200


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (gzip.compress(declaring(",".join(["{}"] * 19_000_000))), "too highly compressed"),
        (gzip.compress(b" " * (8 << 20)), "too highly compressed"),
        (declaring(",".join(["{}"] * 5_000_000)), "too many values"),
    ],
    ids=["declarations", "spaces", "values"],
)
def test_what_only_looks_small_is_refused(upstream, body, why):
    with Gateway(upstream.url) as gateway:
        response = sent(gateway.port, body=body, headers=GZIP if body[:2] == b"\x1f\x8b" else {})
        assert response.status == 413
        assert why in message(response)
        assert memory(gateway) < 200


def test_bodies_share_a_budget(upstream):
    with Gateway(upstream.url, "--max-memory", "4", "--max-body", "4") as gateway:
        large = ("host: localhost", "content-length: 3000000")
        with opened(gateway.port, f"POST {WHOLE} HTTP/1.1", *large) as first:
            first.sendall(b" " * 2_900_000)
            # It is read before the next one comes.
            time.sleep(2)
            refused = sent(gateway.port, body=b" " * 1_000_000)
            assert refused.status == 503
            assert refused.getheader("retry-after") == "1"
            assert "--max-memory" in message(refused)
            # Small ones have room.
            assert sent(gateway.port).status == 200
        # Who hangs up gives back what it held.
        deadline = time.monotonic() + 30
        while sent(gateway.port, body=b" " * 1_000_000).status != 200:
            assert time.monotonic() < deadline


@pytest.mark.parametrize("path", [WHOLE, "/upload/v1beta/files"])
def test_bodies_that_trickle_are_given_up(upstream, path):
    with Gateway(upstream.url, "--client-timeout", "1") as gateway:
        with opened(gateway.port, f"POST {path} HTTP/1.1", "host: localhost", "content-length: 1000") as connection:
            connection.settimeout(0.2)
            for _ in range(100):
                connection.sendall(b" ")
                try:
                    if connection.recv(1, socket.MSG_PEEK):
                        break
                except TimeoutError:
                    continue
            response = answer(connection)
            assert (response.status, json.load(response)["error"]["status"]) == (408, "DEADLINE_EXCEEDED")


@pytest.mark.parametrize("path", [WHOLE, "/upload/v1beta/files"])
def test_a_broken_body_is_the_client_s_fault(upstream, path):
    head = (f"POST {path} HTTP/1.1", "host: localhost", "transfer-encoding: chunked")
    with Gateway(upstream.url) as gateway, opened(gateway.port, *head, "", "no length") as connection:
        response = answer(connection)
        assert (response.status, "the request's body is invalid" in response.read().decode()) == (400, True)


def test_headers_are_bounded(upstream):
    with Gateway(upstream.url) as gateway:
        for lines, status in [(["x: y"] * 99, 200), (["x: y"] * 100, 431), (["x: " + "y" * (64 << 10)], 431)]:
            with opened(gateway.port, "GET /healthz HTTP/1.1", "host: localhost", *lines) as connection:
                assert answer(connection).status == status


def test_a_request_has_one_host(upstream):
    with Gateway(upstream.url) as gateway:
        for other in ("localhost", "evil.example"):
            hosts = ("host: localhost", f"host: {other}")
            with opened(gateway.port, f"GET {WHOLE} HTTP/1.1", *hosts) as connection:
                assert answer(connection).status == 400
        gateway.end()
        assert ["status=400" in line for line in gateway.log] == [True, True]


def test_only_its_own_hosts_are_answered(upstream):
    with Gateway(upstream.url, "--host", "gemini.example", "--host", "other.example") as gateway:
        for host in ("localhost", f"127.0.0.1:{gateway.port}", "gemini.example", "Other.example:443"):
            assert sent(gateway.port, headers={"host": host}).status == 200
            assert sent(gateway.port, headers={"host": host, "origin": f"https://{host}"}).status == 200
            # A page of another host asks.
            refused = sent(gateway.port, headers={"host": host, "origin": "https://evil.example"})
            assert (refused.status, "--host" in message(refused)) == (403, True)
        # Such a page gives its name this address.
        assert sent(gateway.port, headers={"host": "evil.example"}).status == 403
        # Whoever watches it asks by any address.
        assert sent(gateway.port, "/healthz", None, {"host": "10.0.0.7:8787"}, "GET").status == 200


def test_there_are_no_tunnels(upstream):
    with Gateway(upstream.url) as gateway:
        for place in ("localhost:443", f"127.0.0.1:{gateway.port}"):
            with opened(gateway.port, f"CONNECT {place} HTTP/1.1", f"host: {place}") as connection:
                response = answer(connection)
                assert (response.status, response.getheader("allow").split(", ")[0]) == (405, "DELETE")


@pytest.mark.parametrize("path", ["/../../etc", "/v1/%2e%2E/%2e./etc", "/v1beta/..%2f..%2fetc"])
def test_no_path_leads_out_of_the_upstream(upstream, path):
    with Gateway(f"{upstream.url}/gemini") as gateway:
        assert sent(gateway.port, path, None, method="GET").status == 400


def test_the_server_as_a_whole_is_below_no_path(upstream):
    with Gateway(f"{upstream.url}/gemini") as gateway:
        assert json.loads(sent(gateway.port, "*", None, method="OPTIONS").text)["path"] == "*"


@pytest.mark.parametrize("headers", [{"x-forwarded-proto": "https"}, {"forwarded": "for=192.0.2.1;proto=https"}])
def test_uploads_keep_the_scheme(upstream, headers):
    with Gateway(upstream.url, "--host", "gemini.example") as gateway:
        response = sent(gateway.port, "/upload/v1beta/files?do=uploads", b"{}", {"host": "gemini.example"} | headers)
        assert response.getheader("x-goog-upload-url") == "https://gemini.example/upload/v1beta/files?upload_id=1"


def test_errors_without_end_are_not_held(upstream):
    with Gateway(upstream.url) as gateway:
        connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=60)
        connection.request("POST", WHOLE.replace("echo", "fails_at_length"), BODY)
        response = connection.getresponse()
        assert response.status == 400
        length = 0
        while piece := response.read(1 << 20):
            length += len(piece)
        assert length == 300 << 20
        assert memory(gateway) < 200
