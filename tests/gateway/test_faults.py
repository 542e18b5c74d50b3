"""Faults on either side: nothing is lost, duplicated or changed unnecessarily."""

import gzip
import http.client
import json
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from declared import SET_UP
from running import Gateway
from upstream import Upstream, event

STREAM = "/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse&do="
WHOLE = "/v1beta/models/gemini-3-pro:generateContent?do="
BODY = json.dumps({"contents": [], "tools": [{"functionDeclarations": [SET_UP]}]}).encode()
NAME = SET_UP["name"]
KEY = {"x-goog-api-key": "a-key-of-nobody"}


@pytest.fixture
def upstream():
    with Upstream() as upstream:
        yield upstream


@pytest.fixture
def gateway(upstream):
    with Gateway(upstream.url, "--timeout", "2") as gateway:
        yield gateway


def sent(port: int, path: str, body: bytes | None = BODY, method="POST", headers=KEY):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, body, headers)
    return connection.getresponse()


def read(response) -> tuple[bytes, bool]:
    """The data received, and whether it is complete."""
    data = b""
    try:
        while piece := response.read1():
            data += piece
    except (http.client.HTTPException, ConnectionError):
        return data, False
    return data, not response.length


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/v1beta/models?pageSize=2&key=k", None),
        ("POST", "/v1beta/models/m:embedContent", b'{"tools": [{"functionDeclarations": [{"name": "a/b"}]}]}'),
        ("POST", WHOLE + "echo", b'{"contents": [ ] , "x": 1e400}'),
        ("POST", WHOLE + "echo", b"no JSON \xff"),
        ("POST", "/upload/v1beta/files", bytes(range(256)) * 1_000),
        ("DELETE", "/v1beta/files/a%2Fb", None),
    ],
)
def test_what_needs_nothing_passes_as_it_came(upstream, gateway, method, path, body):
    headers = KEY | {"X-Odd-Case": "1", "authorization": "Bearer t"}
    responses = [sent(port, path, body, method, headers) for port in (upstream.server_port, gateway.port)]
    [straight, through] = [(response.status, response.getheaders(), response.read()) for response in responses]
    assert hosts_apart(straight) == hosts_apart(through)


def hosts_apart(answer):
    status, headers, body = answer
    echo = json.loads(body)
    echo["headers"] = sorted(header for header in echo["headers"] if header[0].lower() != "host")
    own = [header for header in headers if header[0].lower() not in ("date", "content-length")]
    return status, own, echo


def test_compressed_requests_are_read(gateway):
    response = sent(gateway.port, WHOLE + "echo", gzip.compress(BODY), headers=KEY | {"content-encoding": "gzip"})
    echo = json.loads(response.read())
    declaration = json.loads(bytes.fromhex(echo["body"]))["tools"][0]["functionDeclarations"][0]
    assert declaration["name"] != NAME
    assert "content-encoding" not in {name.lower() for name, _ in echo["headers"]}


def test_compressed_responses_are_restored(gateway):
    response = sent(gateway.port, WHOLE + "compressed")
    assert response.getheader("content-encoding") is None
    [candidate] = json.loads(response.read())["candidates"]
    assert candidate["content"]["parts"] == [{"functionCall": {"name": NAME, "args": {}}}]


@pytest.mark.parametrize("do", ["compressed_stream", "latin_1", "cut", "breaks_off"])
def test_what_cannot_be_restored_passes_and_is_counted(upstream, gateway, do):
    upstream.proceed.set()
    method = "streamGenerateContent" if do == "compressed_stream" else "generateContent"
    path = f"/v1beta/models/gemini-3-pro:{method}?do={do}"
    (straight, _), (through, _) = [read(sent(port, path)) for port in (upstream.server_port, gateway.port)]
    assert through == straight or gzip.decompress(through).startswith(b"data: ")
    counted = f'\nlapidary_gateway_unreadable_total{{route="{method}"}} 1\n'
    assert counted in sent(gateway.port, "/metrics", None, "GET").read().decode()
    gateway.end()
    assert "a response was passed on unchanged" in str(gateway.log)


def test_a_stream_is_restored_as_it_comes(gateway):
    data, complete = read(sent(gateway.port, STREAM + "stream"))
    assert complete
    assert data == b"".join(event(NAME, number=number) for number in range(5))


def test_two_hundred_streams_at_once(gateway):
    expected = b"".join(event(NAME, number=number) for number in range(5))
    with ThreadPoolExecutor(200) as pool:
        answers = list(pool.map(lambda _: read(sent(gateway.port, STREAM + "stream")), range(400)))
    assert [answer for answer in answers if answer != (expected, True)] == []


@pytest.mark.parametrize("do", ["busy", "failed"])
def test_errors_of_the_upstream_pass(upstream, gateway, do):
    responses = [sent(port, WHOLE + do) for port in (upstream.server_port, gateway.port)]
    [straight, through] = [
        (response.status, [header for header in response.getheaders() if header[0] != "Date"], response.read())
        for response in responses
    ]
    assert straight == through


def test_broken_events_pass_and_the_others_are_restored(gateway):
    data, complete = read(sent(gateway.port, STREAM + "broken"))
    assert complete
    assert data == event(NAME) + b"data: {no JSON\n\ndata: \xff\xfe\n\n: a comment\n\n" + event(NAME)


def test_what_came_before_a_reset_arrives(upstream, gateway):
    response = sent(gateway.port, STREAM + "resets")
    first = response.read1()
    assert first.startswith(event(NAME))
    upstream.proceed.set()
    rest, complete = read(response)
    assert (first + rest, complete) == (event(NAME) + b"data: {", False)


def test_a_call_that_is_held_arrives_before_the_event_that_breaks_off(upstream, gateway):
    function = {"name": NAME, "parameters": SET_UP["parameters"]}
    body = {"model": "gemini-3-pro", "messages": [], "tools": [{"type": "function", "function": function}]}
    path = "/v1beta/openai/chat/completions?do=resets_in_call"
    response = sent(gateway.port, path, json.dumps(body | {"stream": True}).encode())
    upstream.proceed.set()
    data, complete = read(response)
    [*events, rest] = data.split(b"\n\n")
    calls = [json.loads(event[6:])["choices"][0]["delta"]["tool_calls"][0]["function"] for event in events]
    assert calls == [{"name": NAME, "arguments": ""}, {"arguments": "{"}]
    assert (rest, complete) == (b"data: {", False)


def test_an_answer_that_breaks_off_breaks_off_here_too(upstream, gateway):
    upstream.proceed.set()
    data, complete = read(sent(gateway.port, WHOLE + "breaks_off"))
    assert (data, complete) == (b'{"candidates": [', False)


def test_an_upstream_that_stalls_is_given_up(upstream, gateway):
    data, complete = read(sent(gateway.port, STREAM + "stalls"))
    assert (data, complete) == (event(NAME) + b"data: {", False)
    assert upstream.gone.wait(10)


def test_an_upstream_that_never_answers_is_given_up(gateway):
    response = sent(gateway.port, WHOLE + "waits")
    assert (response.status, json.loads(response.read())["error"]["status"]) == (504, "DEADLINE_EXCEEDED")


def test_an_upload_may_take_longer_than_the_upstream(gateway):
    def parts():
        for _ in range(30):
            time.sleep(0.1)
            yield b"x" * 1_000

    response = sent(gateway.port, "/upload/v1beta/files", parts(), headers=KEY | {"content-length": "30000"})
    assert (response.status, json.loads(response.read())["body"]) == (200, b"x".hex() * 30_000)


def test_who_goes_is_no_longer_answered(upstream):
    with Gateway(upstream.url) as gateway:
        response = sent(gateway.port, STREAM + "stalls")
        assert response.read1().startswith(event(NAME))
        response.close()
        assert upstream.gone.wait(10)


def test_who_goes_before_the_answer_is_logged_and_counted(upstream):
    with Gateway(upstream.url) as gateway:
        connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=30)
        connection.request("POST", WHOLE + "waits", BODY, KEY)
        assert upstream.waiting.wait(10)
        connection.close()
        deadline = time.monotonic() + 30
        counted = 'lapidary_gateway_requests_total{route="generateContent",status="499"} 1'
        while counted not in sent(gateway.port, "/metrics", None, "GET").read().decode():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        gateway.end()
        [line] = [line for line in gateway.log if "status=" in line]
        assert 'route="generateContent" status=499' in line


@pytest.mark.parametrize("do", ["no_length", "long_head"])
def test_an_upstream_that_answers_nonsense(upstream, gateway, do):
    response = sent(gateway.port, WHOLE + do)
    assert response.status == 502
    assert "the upstream's response is invalid: " in json.loads(response.read())["error"]["message"]


def test_an_upstream_that_is_not_there():
    with Gateway("http://127.0.0.1:9") as gateway:
        response = sent(gateway.port, WHOLE)
        error = json.loads(response.read())["error"]
        assert (response.status, error["status"]) == (502, "UNAVAILABLE")
        assert "cannot reach the upstream" in error["message"]


def test_a_body_that_is_too_long(upstream):
    with Gateway(upstream.url, "--max-body", "1") as gateway:
        for body in (BODY + b" " * (1 << 20), gzip.compress(BODY * (1 << 12))):
            # It counts as it came, and inflated.
            encoded = {} if body.startswith(BODY) else {"content-encoding": "gzip"}
            response = sent(gateway.port, WHOLE + "echo", body, headers=KEY | encoded)
            assert response.status == 413
            assert "longer than" in json.loads(response.read())["error"]["message"]


def test_what_is_under_way_is_finished(upstream):
    with Gateway(upstream.url) as gateway, ThreadPoolExecutor(1) as pool:
        answer = pool.submit(lambda: sent(gateway.port, WHOLE + "waits").read())
        assert upstream.waiting.wait(10)
        gateway.tell_to_end()
        upstream.proceed.set()
        assert answer.result(20) == b"done"
        assert gateway.end() == 0


def test_uploads_go_through_the_gateway(gateway):
    response = sent(gateway.port, "/upload/v1beta/files?do=uploads", b"{}")
    url = f"http://127.0.0.1:{gateway.port}/upload/v1beta/files?upload_id=1"
    assert response.getheader("x-goog-upload-url") == url


def test_http_2(gateway):
    command = ["curl", "-sS", "--http2-prior-knowledge", "--data-binary", "@-", gateway.url + STREAM + "stream"]
    done = subprocess.run(command, input=BODY, capture_output=True, check=True)
    assert done.stdout == b"".join(event(NAME, number=number) for number in range(5))


def test_health_metrics_and_a_log_without_secrets(upstream):
    with Gateway(upstream.url, "--log-json") as gateway:
        assert sent(gateway.port, "/healthz", None, "GET").read() == b"ok\n"
        sent(gateway.port, WHOLE + "echo&key=a-key-of-nobody").read()
        metrics = sent(gateway.port, "/metrics", None, "GET").read().decode()
        assert 'lapidary_gateway_requests_total{route="generateContent",status="200"} 1' in metrics
        assert 'lapidary_gateway_rewritten_total{route="generateContent"} 1' in metrics
        gateway.end()
        [line] = [line for line in map(json.loads, gateway.log) if "status" in line]
        assert (line["route"], line["status"]) == ("generateContent", 200)
        assert "a-key-of-nobody" not in str(gateway.log)
        assert "echo" not in str(gateway.log)


def test_a_log_that_nobody_reads_holds_nothing_up(upstream):
    with Gateway(upstream.url, reads_log=False) as gateway, ThreadPoolExecutor(8) as pool:
        # More than a pipe holds.
        answers = pool.map(lambda _: sent(gateway.port, WHOLE + "echo").read() != b"", range(2_000))
        assert all(answers)
