"""`lapidary probe` against the stand-in, with the recorded rows and with rows that were changed on purpose."""

import copy
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.request import Request, urlopen

import pytest

from oracle.program import ROOT, binary

ROWS = {row["id"]: row for row in json.loads((ROOT / "crate" / "core" / "data" / "errors.json").read_text())}
KEY = "a-key-that-nobody-sees"
# Rows that depend on sizes, which the stand-in does not count, and a format that is rejected by other rows.
OTHERWISE = {"J-nesting-response", "C-maxitems-budget", "C-enum-size", "Q-format-noop"}


@pytest.fixture(scope="module")
def stand_in():
    command = [sys.executable, str(ROOT / "tests/clients/stand-in")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        yield server.stdout.readline().strip()
        server.stdin.close()


def probe(url: str | None, *arguments: str, key: str | None = KEY) -> subprocess.CompletedProcess:
    environment = {name: value for name, value in os.environ.items() if name not in ("GEMINI_API_KEY", "GOOGLE_API_KEY")}
    environment |= {"GEMINI_API_KEY": key} if key else {}
    command = [binary(), "probe", *(["--url", url] if url else []), "--pace", "60000", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert KEY not in done.stdout + done.stderr
    return done


def findings(url: str, *arguments: str) -> dict[str, dict]:
    return {line["id"]: line for line in json.loads(probe(url, "--json", *arguments).stdout)}


def changed(tmp_path, **changes: dict) -> str:
    """A catalogue of these rows, with these members instead of theirs."""
    rows = [copy.deepcopy(ROWS[id.replace("_", "-")]) | change for id, change in changes.items()]
    file = tmp_path / "errors.json"
    file.write_text(json.dumps(rows))
    return str(file)


def test_recorded_rows_are_as_recorded(stand_in):
    found = findings(stand_in)
    assert len(found) > 60
    news = {id for id, line in found.items() if "update" in line}
    assert news - OTHERWISE == {id for id in found if ROWS[id]["still_true"] == "unknown"}
    assert OTHERWISE <= news
    # Whatever the parser refuses is not sent to a model.
    assert {line["asked"] for id, line in found.items() if ROWS[id]["stage"] == "parse"} == {"countTokens"}


def test_changed_rows_are_found(stand_in, tmp_path):
    harmless = {"type": "OBJECT", "properties": {"x": {"type": "STRING"}}}
    catalogue = changed(
        tmp_path,
        P_unknown_const={"minimal_schema": harmless},
        P_unknown_multipleOf={"text": "It is not to my taste."},
        P_unknown_uniqueItems={"still_true": "no"},
        S_items_missing={"minimal_schema": harmless},
        Q_dict_empty={"minimal_schema": ROWS["P-unknown-const"]["minimal_schema"]},
        P_unknown_examples={},
    )
    found = findings(stand_in, "--catalogue", catalogue)
    assert {id: (line["verdict"], line["asked"], line.get("update", {}).get("still_true")) for id, line in found.items()} == {
        "P-unknown-const": ("no-longer", "countTokens", "no"),
        "P-unknown-multipleOf": ("differs", "countTokens", "yes"),
        "P-unknown-uniqueItems": ("still-true", "countTokens", "yes"),
        "S-items-missing": ("no-longer", "generateContent", "no"),
        "Q-dict-empty": ("differs", "countTokens", "yes"),
        "P-unknown-examples": ("still-true", "countTokens", None),
    }
    update = found["P-unknown-multipleOf"]["update"]
    assert update["text"] == found["P-unknown-multipleOf"]["said"] != ROWS["P-unknown-multipleOf"]["text"]
    assert update["sources"][:-1] == ROWS["P-unknown-multipleOf"]["sources"]
    assert update["sources"][-1].startswith("lapidary probe, Gemini API v1beta, gemini-flash-lite-latest (gemini-3.1-flash-lite), 20")
    assert probe(stand_in, "--catalogue", catalogue).returncode == 1
    assert probe(stand_in, "P-unknown-examples", "--catalogue", catalogue).returncode == 0


def test_people_read_a_line_a_row(stand_in):
    done = probe(stand_in, "P-unknown-const", "S-object-empty-properties", "V-type-missing")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "still true  P-unknown-const",
        "no longer   S-object-empty-properties  recorded: unknown",
        "            generateContent: accepted",
    ]
    # A greeting with both methods, the first row with one, the second with both.
    assert "2 rows, 5 requests to gemini-flash-lite-latest (gemini-3.1-flash-lite): 1 still true, 1 no longer" in done.stderr
    assert "1 row skipped" in done.stderr


def test_requests_are_bounded(stand_in):
    urlopen(Request(f"{stand_in}/requests", method="DELETE")).close()
    done = probe(stand_in, "--limit", "7", "--format", "jsonl")
    received = json.load(urlopen(f"{stand_in}/requests"))
    assert len(received) == 7
    assert {request["headers"]["x-goog-api-key"] for request in received} == {KEY}
    assert all(request["query"] == "" for request in received)
    assert len(done.stdout.splitlines()) == 5
    assert "67 rows skipped: --limit is reached" in done.stderr
    for limit in ("1", "2"):
        done = probe(stand_in, "--limit", limit)
        assert (done.returncode, done.stdout) == (2, "")
        assert "--limit is too low to ask about any row" in done.stderr


class Saying(BaseHTTPRequestHandler):
    """A server that says the same, whatever it is asked: the key it was given, unless it has another body."""

    status = 400
    body = None

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        answer = json.dumps({"error": {"message": f"{self.headers['x-goog-api-key']} is not a key"}}).encode()
        answer = self.body or answer
        self.send_response(self.status)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def answered(**saying) -> subprocess.CompletedProcess:
    with HTTPServer(("127.0.0.1", 0), type("Handler", (Saying,), saying)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = probe(f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    return done


@pytest.mark.parametrize("status", [400, 403, 429, 503, 200])
def test_an_api_that_takes_nothing_ends_it(status):
    done = answered(status=status)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the API rejects every request" in done.stderr and "is not a key" in done.stderr


@pytest.mark.parametrize("body", [b"<html>Please sign in</html>", b"{}", b"[]", b'{"ok":true}'])
def test_what_is_not_from_the_api_is_no_answer(body):
    done = answered(status=200, body=body)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"the API rejects every request: 200 OK: {body.decode()}" in done.stderr


def test_google_is_sent_nothing_without_a_key():
    done = probe(None, key=None)
    assert (done.returncode, done.stdout) == (2, "")
    assert "set GOOGLE_API_KEY or GEMINI_API_KEY" in done.stderr


def test_a_gateway_may_have_the_key(stand_in):
    urlopen(Request(f"{stand_in}/requests", method="DELETE")).close()
    assert probe(stand_in, "P-unknown-const", key=None).returncode == 0
    assert all("x-goog-api-key" not in request["headers"] for request in json.load(urlopen(f"{stand_in}/requests")))


def test_a_row_that_there_is_not_is_told(stand_in):
    done = probe(stand_in, "P-unknown-nothing")
    assert done.returncode == 2 and "unknown row `P-unknown-nothing`" in done.stderr
