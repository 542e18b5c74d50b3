"""A server in the place of Gemini that answers any request and keeps its body: what a client sends."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANSWER = json.dumps(
    {
        "candidates": [{"index": 0, "content": {"role": "model", "parts": [{"text": "ok"}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
    }
).encode()


class Answering:
    """Serves on a free port, in a thread of its own."""

    def __init__(self):
        self.body = None
        keep = self

        class Handler(BaseHTTPRequestHandler):
            # Connections stay open, as they do with the service.
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                keep.body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(ANSWER)))
                self.end_headers()
                self.wfile.write(ANSWER)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}"

    def declaration(self, request):
        """The one declaration that a request holds."""
        self.body = None
        request()
        if self.body is None:
            raise RuntimeError("no request was sent")
        tools = json.loads(self.body).get("tools", [])
        held = [tool.get("functionDeclarations", tool.get("function_declarations", [])) for tool in tools]
        declarations = [declaration for some in held for declaration in some]
        if len(declarations) != 1:
            raise RuntimeError(f"{len(declarations)} declarations were sent")
        return declarations[0]
