"""An MCP server over HTTP that does one thing wrong, which its argument names; with a certificate and its key,
over TLS. It prints its port."""

import json
import queue
import ssl
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FAULT = sys.argv[1]
TOOLS = {"tools": [{"name": "good", "inputSchema": {"type": "object"}}]}

ANSWERS = queue.Queue()


def event(message):
    return f"data: {json.dumps(message)}\n\n".encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if FAULT == "wants-a-token" and self.headers.get("Authorization") != "Bearer t":
            return self.give(401, b"who are you?")
        if FAULT == "fails":
            return self.give(503, b"down\nfor  maintenance")
        if FAULT == "a-web-page":
            return self.give(200, b"<html>Hello</html>", "text/html")
        if FAULT == "plain-text":
            answer = {"jsonrpc": "2.0", "id": request.get("id"), "result": TOOLS}
            return self.give(200, json.dumps(answer).encode(), "text/plain")
        if FAULT == "moved":
            return self.give(308, b"", Location="https://example.invalid/mcp")
        if FAULT == "hangs":
            time.sleep(60)
        self.answer(request)

    def answer(self, request):
        if "method" not in request:
            ANSWERS.put(request)
            return self.give(202, b"")
        method, id = request["method"], request.get("id")
        if id is None:
            if FAULT == "hangs-at-a-notification":
                time.sleep(60)
            return self.give(202, b"")
        if method == "server/discover" and FAULT == "fails-at-the-probe":
            return self.give(500, b"no such method")
        if method == "server/discover":
            # As many do that know no such method: under no id.
            return self.message(400, None, error={"code": -32000, "message": "Bad Request: no session"})
        if method == "initialize":
            result = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
            return self.message(200, id, {"Mcp-Session-Id": "7"}, result=result)
        if (self.headers["Mcp-Session-Id"], self.headers["MCP-Protocol-Version"]) != ("7", "2025-06-18"):
            return self.message(400, id, error={"code": -32000, "message": "no session, or no version"})
        if FAULT == "asks-back":
            return self.stream(self.asking(id))
        if FAULT == "breaks-off":
            return self.give(200, b'event: message\ndata: {"jsonrpc"', "text/event-stream")
        if FAULT == "huge":
            return self.stream(b"x" * (1 << 20) for _ in range(80))
        if FAULT == "events-before":
            ask = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
            done = {"jsonrpc": "2.0", "id": id, "result": TOOLS}
            return self.stream(b": hello\r\nid: 1\n" + event(one) for one in (ask, done))
        self.message(200, id, result=TOOLS)

    def asking(self, id):
        yield event({"jsonrpc": "2.0", "id": "p", "method": "ping"})
        assert ANSWERS.get(timeout=20) == {"jsonrpc": "2.0", "id": "p", "result": {}}
        yield event({"jsonrpc": "2.0", "id": id, "result": TOOLS})

    def do_DELETE(self):
        print("deleted", self.headers["Mcp-Session-Id"], flush=True)
        self.give(200, b"")

    def do_GET(self):
        self.give(404 if FAULT == "nothing-there" else 405, b"")

    def message(self, status, id, headers=None, **members):
        text = json.dumps({"jsonrpc": "2.0", "id": id, **members}).encode()
        self.give(status, text, "application/json; charset=utf-8", **(headers or {}))

    def stream(self, pieces):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for piece in pieces:
            self.wfile.write(piece)

    def give(self, status, body, kind="text/plain", **headers):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if sys.argv[2:]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*sys.argv[2:])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
