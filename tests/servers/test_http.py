"""`lapidary` asks servers over HTTP: streamable in both eras, the older way with server-sent events, and ones that do
something wrong."""

import json
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import live
import pytest
from asking import extracted, lapidary

HERE = Path(__file__).resolve().parent
FASTMCP = """
import sys
from mcp.server.fastmcp import FastMCP

server = FastMCP("s", port=int(sys.argv[1]))


@server.tool()
def add(a: int, b: int = 1) -> int:
    return a + b


server.run(transport=sys.argv[2])
"""


@contextmanager
def serving(*command: str, **environment: str):
    """A server, with what it prints."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    server = subprocess.Popen(command, env=live.ENVIRONMENT | environment, **options)
    try:
        yield server
    finally:
        server.kill()
        server.wait()


@contextmanager
def printing_its_port(*command: str):
    with serving(*command) as server:
        yield f"http://127.0.0.1:{int(server.stdout.readline())}/mcp", server


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def listens(port: int) -> None:
    for _ in range(600):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on {port}")


def faulty(fault: str):
    return printing_its_port(sys.executable, str(HERE / "faulty_http.py"), fault)


@pytest.mark.parametrize(("way", "path"), [("streamableHttp", "/mcp"), ("sse", "/sse")])
def test_a_real_server_lists_what_it_does_over_stdio(way, path):
    port = free_port()
    with serving("node", str(live.EVERYTHING), way, PORT=str(port)):
        listens(port)
        listed = extracted("--url", f"http://127.0.0.1:{port}{path}")
    assert listed == extracted("--server", f"node {live.EVERYTHING} stdio")


@pytest.mark.parametrize(("way", "path"), [("streamable-http", "/mcp"), ("sse", "/sse")])
def test_so_does_one_in_python(way, path, tmp_path):
    (tmp_path / "server.py").write_text(FASTMCP)
    port = free_port()
    with serving(sys.executable, str(tmp_path / "server.py"), str(port), way):
        listens(port)
        [tool] = extracted("--url", f"http://127.0.0.1:{port}{path}")
    assert tool["inputSchema"]["required"] == ["a"]


def test_a_server_of_the_newer_era_alone_is_asked_so():
    names = ["first", "second", "third"]
    server = ["node", str(HERE / "modern_server.mjs")]
    assert [tool["name"] for tool in extracted("--server", " ".join(server))] == names
    with printing_its_port(*server, "http") as (url, _):
        assert [tool["name"] for tool in extracted("--url", url)] == names


def test_it_may_take_longer_to_start_than_is_waited_for_its_era():
    slow = f"bash -c 'sleep 6; exec node {HERE / 'modern_server.mjs'}'"
    assert len(extracted("--timeout", "16", "--server", slow)) == 3


def test_headers_are_sent_and_not_shown():
    with faulty("wants-a-token") as (url, _):
        refused = lapidary("check", "--url", url)
        assert refused.returncode == 2
        assert "the server answers with HTTP 401: who are you?" in refused.stdout
        assert "--header 'Authorization: Bearer …'" in refused.stdout
        wrong = lapidary("check", "--url", url, "--header", "Authorization: Bearer secret")
        assert "secret" not in wrong.stdout + wrong.stderr
        assert len(extracted("--url", url, "--header", "Authorization: Bearer t")) == 1


def test_a_session_is_kept_and_ended():
    with faulty("none") as (url, server):
        assert len(extracted("--url", url)) == 1
        assert server.stdout.readline() == "deleted 7\n"


@pytest.mark.parametrize("what", ["events-before", "asks-back", "fails-at-the-probe"])
def test_what_can_be_lived_with_is(what):
    with faulty(what) as (url, _):
        assert [tool["name"] for tool in extracted("--url", url)] == ["good"]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("fails", "the server answers with HTTP 503: down for maintenance"),
        ("a-web-page", "the server answers with HTTP 200: not an MCP message: <html>Hello</html>"),
        ("plain-text", "the response has the content type `text/plain`; MCP has `application/json`"),
        ("moved", "the server answers with HTTP 308: moved to https://example.invalid/mcp"),
        ("hangs", "no answer to initialize within 4 s"),
        ("hangs-at-a-notification", "no answer to notifications/initialized within 4 s"),
        ("breaks-off", "the server's response ends without an answer to tools/list"),
        ("huge", "the server sends more than 64 MiB"),
    ],
)
def test_what_cannot_be_read_is_an_issue(fault, said):
    with faulty(fault) as (url, _):
        done = lapidary("check", "--timeout", "4" if fault.startswith("hangs") else "60", "--url", url)
    assert done.returncode == 2
    assert "error[unreadable-server]" in done.stdout
    assert said in done.stdout


def test_nobody_there_is_an_issue():
    done = lapidary("check", "--json", "--url", f"http://127.0.0.1:{free_port()}/mcp")
    assert done.returncode == 2
    assert "cannot be reached: Connection refused" in json.loads(done.stdout)["issues"][0]["message"]


def test_certificates_are_looked_at(tmp_path):
    """A server with a certificate of its own is asked when the system trusts it, and not before."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made += ["-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=localhost"]
    made += ["-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"]
    subprocess.run(made, check=True, capture_output=True)
    server = [sys.executable, str(HERE / "faulty_http.py"), "none", str(certificate), str(key)]
    with printing_its_port(*server) as (url, _):
        url = url.replace("http://127.0.0.1", "https://localhost")
        assert len(extracted("--url", url, SSL_CERT_FILE=str(certificate))) == 1
        unknown = lapidary("check", "--url", url)
        assert unknown.returncode == 2
        assert "certificate" in unknown.stdout
