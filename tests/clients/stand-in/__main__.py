"""The stand-in as a local server: `python tests/clients/stand-in` prints its address and runs until stdin ends.

`GET /requests` gives what was sent to it and how it answered, `DELETE /requests` forgets it.
"""

import gzip
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "oracle"))

import chat  # noqa: E402
import service  # noqa: E402
from oracle.surfaces import gemini_api, vertex  # noqa: E402
from refused import Refused  # noqa: E402

METHOD = r"models/(?P<model>[^/:]+):(?P<method>\w+)$"
GEMINI = re.compile(r"^/(?P<version>v1|v1beta|v1alpha)/" + METHOD)
# Keys of Google Cloud reach Vertex without a project.
VERTEX = re.compile(r"^/v1(?:beta1)?/(?:projects/[^/]+/locations/[^/]+/)?publishers/google/" + METHOD)
CHAT = "/chat/completions"
GEMINI_CHAT = re.compile(rf"^/(?P<version>v1|v1beta|v1alpha)/openai{CHAT}$")
VERTEX_CHAT = re.compile(rf"^/v1(?:beta1)?/projects/[^/]+/locations/[^/]+/endpoints/[^/]+{CHAT}$")
MESSAGES = {
    "generateContent": "GenerateContentRequest",
    "streamGenerateContent": "GenerateContentRequest",
    "countTokens": "CountTokensRequest",
}
# Google's messages of v1 and v1alpha (PyPI google-ai-generativelanguage 0.12.1) know fewer fields than the service: its
# page on API versions lists function calling and structured output for v1, which @google/genai 3 and google-genai 3 use.
MESSAGES_OF = "v1beta"
received: list[dict] = []


# A name that moves on, and the model that it was on the day of writing, as answers name it.
ALIASES = {"gemini-flash-lite-latest": "gemini-3.1-flash-lite"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Small pieces leave at once.
    disable_nagle_algorithm = True

    def do_GET(self):
        self._json(200, received)

    def do_DELETE(self):
        received.clear()
        self._json(200, received)

    def do_POST(self):
        url = urlsplit(self.path)
        raw = self._body()
        seen = {"path": url.path, "query": url.query, "headers": {k.lower(): v for k, v in self.headers.items()}}
        seen |= {"text": raw.decode("utf-8", "replace"), "status": 200}
        received.append(seen)
        try:
            method, request, asked = _read(url.path, raw)
        except Refused as refused:
            seen |= {"status": refused.error["code"], "error": refused.error["message"]}
            # Google's servers put the errors of a JSON stream into its array, and those of chats into one.
            array = "streamGenerateContent" in url.path and "alt=sse" not in url.query or url.path.endswith(CHAT)
            self._json(refused.error["code"], [{"error": refused.error}] if array else {"error": refused.error})
            return
        if method == "countTokens":
            self._json(200, {"totalTokens": len(raw) // 4})
        elif asked:
            self._chat(asked, service.answer(request))
        elif method == "generateContent":
            self._json(200, _response(request, service.answer(request), last=True))
        elif parse_qs(url.query).get("alt") == ["sse"]:
            self._stream([f"data: {_text(chunk)}\r\n\r\n" for chunk in _chunks(request)], "text/event-stream")
        else:
            chunks = [f"{',' if index else '['}{_text(chunk)}\r\n" for index, chunk in enumerate(_chunks(request))]
            self._stream([*chunks, "]"], "application/json; charset=UTF-8")

    def _chat(self, asked: chat.Chat, parts: list[dict]):
        if not asked.streams:
            self._json(200, chat.completion(asked, parts))
            return
        events = [*map(_text, chat.chunks(asked, parts)), "[DONE]"]
        self._stream([f"data: {event}\n\n" for event in events], "text/event-stream")

    def _body(self) -> bytes:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        return gzip.decompress(raw) if self.headers.get("content-encoding") == "gzip" else raw

    def _json(self, code: int, document):
        data = json.dumps(document, ensure_ascii=False, indent=2).encode()
        self.send_response(code)
        self.send_header("content-type", "application/json; charset=UTF-8")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, pieces: list[str], kind: str):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for piece in [*pieces, ""]:
            self._piece(piece)

    def _piece(self, text: str):
        """One chunk of the transfer; the empty one ends it."""
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def log_message(self, *_):
        pass


def _read(path: str, raw: bytes) -> tuple[str, service.Request, chat.Chat | None]:
    if path.endswith(CHAT):
        return _read_chat(path, raw)
    gemini, google_cloud = GEMINI.match(path), VERTEX.match(path)
    found = gemini or google_cloud
    if not found or found["method"] not in MESSAGES:
        raise Refused(f"No such method: {path}", 404, "NOT_FOUND")
    surface = gemini_api(MESSAGES_OF) if gemini else vertex()
    target = "gemini-api" if gemini else "vertex-ai"
    method = found["method"]
    request = service.read(raw, MESSAGES[method], surface, target, found["model"])
    if gemini and gemini["version"] == "v1":
        service.demand_of_v1(request)
    return method, request, None


def _read_chat(path: str, raw: bytes) -> tuple[str, service.Request, chat.Chat]:
    gemini = GEMINI_CHAT.match(path)
    if not gemini and not VERTEX_CHAT.match(path):
        raise Refused(f"No such method: {path}", 404, "NOT_FOUND")
    asked, native = chat.read(raw, closed=gemini is not None)
    surface = gemini_api(MESSAGES_OF) if gemini else vertex()
    method = "generateContent"
    target = "gemini-api" if gemini else "vertex-ai"
    return method, service.read(native, MESSAGES[method], surface, target, asked.model), asked


def _text(document: dict) -> str:
    return json.dumps(document, ensure_ascii=False)


def _chunks(request: service.Request):
    """Texts in pieces, each call as a whole, and the end as a chunk of its own."""
    for part in service.answer(request):
        for piece in re.findall(r"\S+\s*", part["text"]) if "text" in part else ():
            yield _response(request, [{"text": piece}])
        if "functionCall" in part:
            yield _response(request, [part])
    yield _response(request, [{"text": ""}], last=True)


def _response(request: service.Request, parts: list[dict], last: bool = False) -> dict:
    candidate = {"content": {"parts": parts, "role": "model"}, "index": 0}
    if last:
        candidate["finishReason"] = "STOP"
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}
    version = ALIASES.get(request.model, request.model)
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": version, "responseId": "stand-in"}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # Clients that come at once wait to be let in; five of them by default.
    request_queue_size = 1_024


def main():
    server = Server(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # Whoever started it holds the other end.
    sys.stdin.read()


main()
