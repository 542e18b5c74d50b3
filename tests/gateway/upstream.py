"""An upstream that does what the query of a request says, and remembers what became of it."""

import gzip
import json
import socket
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


def event(name: str, **arguments) -> bytes:
    """An event with a call, as `streamGenerateContent?alt=sse` sends it."""
    call = {"functionCall": {"name": name, "args": arguments}}
    return b"data: " + json.dumps({"candidates": [{"content": {"parts": [call]}}]}).encode() + b"\n\n"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (ConnectionError, ValueError):
            self.close_connection = True

    def do_GET(self):
        self.do_POST()

    def do_POST(self):
        self.body = self.rfile.read(int(self.headers.get("content-length") or 0))
        query = parse_qs(urlsplit(self.path).query)
        getattr(self, query.get("do", ["echo"])[0])()

    do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_POST

    def name(self) -> str:
        """The name under which the first function is declared."""
        return json.loads(self.body)["tools"][0]["functionDeclarations"][0]["name"]

    def begin(self, status=200, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def piece(self, data: bytes):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def whole(self, data: bytes, status=200, **headers):
        self.begin(status, content_length=str(len(data)), **headers)
        self.wfile.write(data)

    def echo(self):
        sent = {"path": self.path, "headers": self.headers.items(), "body": self.body.hex(), "method": self.command}
        self.whole(json.dumps(sent).encode(), x_Odd_Case="1", content_type="application/json")

    def duplicate_key(self):
        entries = [{"key": "a", "value": value} for value in "12"]
        call = {"functionCall": {"name": self.name(), "args": {"vars": entries, "level": "1"}}}
        text = json.dumps({"candidates": [{"content": {"parts": [call]}}]})
        self.whole(text.encode(), content_type="application/json")

    def compressed(self):
        call = {"functionCall": {"name": self.name(), "args": {}}}
        text = json.dumps({"candidates": [{"content": {"parts": [call]}}]}).encode()
        self.whole(gzip.compress(text), content_encoding="gzip", content_type="application/json")

    def compressed_stream(self):
        self.whole(gzip.compress(event(self.name())), content_encoding="gzip", content_type="text/event-stream")

    def latin_1(self):
        self.whole(b'{"candidates": [], "x": "\xe9"}', content_type="application/json")

    def cut(self):
        self.whole(b'{"candidates": [{"content": {"parts": [', content_type="application/json")

    def busy(self):
        self.whole(b'[{"error": {"code": 429}}]  \n', 429, retry_after="7", x_goog_odd="kept")

    def failed(self):
        self.whole(b"<html>no JSON</html>", 500)

    def fails_at_length(self):
        self.begin(400, content_length=str(300 << 20))
        for _ in range(300):
            self.wfile.write(b" " * (1 << 20))

    def no_length(self):
        self.begin(content_length="many")

    def long_head(self):
        self.begin(x_long="x" * (1 << 20))

    def stream(self):
        self.begin(content_type="text/event-stream", transfer_encoding="chunked")
        name = self.name()
        for number in range(5):
            # A piece ends anywhere, in the middle of an event too.
            data = event(name, number=number)
            self.piece(data[:20])
            self.piece(data[20:])
        self.piece(b"")

    def broken(self):
        self.begin(content_type="text/event-stream", transfer_encoding="chunked")
        self.piece(event(self.name()) + b"data: {no JSON\n\n" + b"data: \xff\xfe\n\n: a comment\n\n" + event(self.name()))
        self.piece(b"")

    def stalls(self):
        self.begin(content_type="text/event-stream", transfer_encoding="chunked")
        self.piece(event(self.name()) + b"data: {")
        # Whoever waits no longer ends the connection.
        self.server.gone.set() if self.connection.recv(1) == b"" else None
        self.close_connection = True

    def resets(self):
        self.begin(content_type="text/event-stream", transfer_encoding="chunked")
        self.piece(event(self.name()) + b"data: {")
        self.reset()

    def resets_in_call(self):
        self.begin(content_type="text/event-stream", transfer_encoding="chunked")
        call = {"function": {"name": json.loads(self.body)["tools"][0]["function"]["name"], "arguments": "{"}}
        self.piece(b"data: " + json.dumps({"choices": [{"delta": {"tool_calls": [call]}}]}).encode() + b"\n\ndata: {")
        self.reset()

    def breaks_off(self):
        self.begin(content_length="1000", content_type="application/json")
        self.wfile.write(b'{"candidates": [')
        self.wfile.flush()
        self.reset()

    def reset(self):
        self.server.proceed.wait(10)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def waits(self):
        self.server.waiting.set()
        self.server.proceed.wait(20)
        self.whole(b"done")

    def uploads(self):
        self.whole(b"", x_goog_upload_url=f"http://127.0.0.1:{self.server.server_port}/upload/v1beta/files?upload_id=1")

    def log_message(self, *_):
        pass


class Upstream(ThreadingHTTPServer):
    """It serves until the block ends."""

    daemon_threads = True
    request_queue_size = 1_024

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.gone, self.proceed, self.waiting = threading.Event(), threading.Event(), threading.Event()

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.proceed.set()
        self.shutdown()
        self.server_close()
