"""Interactions of Google's client through the gateway, answered by what their requests hold."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from google import genai

from declared import MODEL, SET_UP
from running import Gateway

TOOL = {"type": "function", "name": SET_UP["name"], "description": "d", "parameters": SET_UP["parameters"]}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.received.append(body)
        names = [tool["name"] for tool in body.get("tools", ()) if tool["type"] == "function"]
        name = names[0] if names else "other"
        step = {"type": "function_call", "id": "1", "name": name, "arguments": {"level": 5}}
        interaction = {"id": "i", "status": "requires_action", "steps": [step]}
        if not body.get("stream"):
            self.answer("application/json", json.dumps(interaction))
            return
        events = [
            {"event_type": "interaction.created", "interaction": {"id": "i", "status": "in_progress"}},
            {"event_type": "step.start", "index": 0, "step": step},
            {"event_type": "step.stop", "index": 0},
            {"event_type": "interaction.completed", "interaction": interaction},
        ]
        text = "".join(f"event: {event['event_type']}\ndata: {json.dumps(event)}\n\n" for event in events)
        self.answer("text/event-stream", text)

    def answer(self, kind: str, text: str):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def service():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.received = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def client(service):
    with Gateway(f"http://127.0.0.1:{service.server_port}") as gateway:
        with genai.Client(api_key="none", http_options={"base_url": gateway.url}) as client:
            yield client


def test_functions_are_made_fit_and_called_by_their_own_names(client, service):
    search = {"type": "google_search"}
    first = client.interactions.create(model=MODEL, input="x", tools=[search, TOOL])
    [passed, tool] = service.received[0]["tools"]
    assert passed == search
    assert tool["name"].startswith("env_set_up_")
    # JSON Schema stays JSON Schema.
    assert tool["parameters"]["properties"]["vars"]["additionalProperties"] == {"type": "string"}
    [step] = first.steps
    assert (step.name, step.arguments) == (SET_UP["name"], {"level": 5})

    result = {"type": "function_result", "call_id": "1", "name": SET_UP["name"], "result": "done"}
    client.interactions.create(model=MODEL, previous_interaction_id="i", input=[result])
    assert service.received[1]["input"] == [{**result, "name": tool["name"]}]


def test_so_are_those_of_streams(client):
    events = list(client.interactions.create(model=MODEL, input="x", tools=[TOOL], stream=True))
    assert len(events) == 4
    assert events[1].step.name == SET_UP["name"]
    assert events[3].interaction.steps[0].name == SET_UP["name"]
