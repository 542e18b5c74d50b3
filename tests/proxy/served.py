"""Servers over HTTP."""

import json
import queue
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import live
from test_http import free_port, listens, serving

from ends import PATIENCE, text

JSON = {"Content-Type": "application/json"}
EVENTS = {"Content-Type": "text/event-stream"}


def result(id: object, **members: object) -> bytes:
    return text({"jsonrpc": "2.0", "id": id, "result": members})


@contextmanager
def everything(way: str = "streamableHttp", path: str = "/mcp"):
    """A real one, with sessions; its address."""
    port = free_port()
    with serving("node", str(live.EVERYTHING), way, PORT=str(port)):
        listens(port)
        yield f"http://127.0.0.1:{port}{path}"


class Served:
    """A server that a test plays: `answer` gets the method of HTTP, the headers (with the path) and the message of each
    request, and gives status, headers and pieces of a body."""

    def __init__(self, answer):
        asked = self.asked = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.headers.path = self.path
                asked.put((self.command, self.headers, body))
                status, headers, pieces = answer(self.command, self.headers, json.loads(body) if body else None)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Connection", "close")
                self.end_headers()
                for piece in pieces:
                    self.wfile.write(piece)
                    self.wfile.flush()
                self.close_connection = True

            do_GET = do_DELETE = do_POST

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/mcp"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self) -> None:
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def heard(self, method: str) -> tuple:
        """The next request of a method of HTTP: its headers and body."""
        while True:
            command, headers, body = self.asked.get(timeout=PATIENCE)
            if command == method:
                return headers, body
