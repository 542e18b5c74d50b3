"""Interactions of Google's client through the gateway, answered by what their requests hold."""

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from google import genai
from websockets.sync.server import serve

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
        interaction = {"id": "i", "status": "requires_action", "input": body["input"], "steps": [step]}
        if not body.get("stream"):
            self.answer("application/json", json.dumps(interaction))
            return
        events = [
            {"event_type": "interaction.created", "interaction": {"id": "i", "status": "in_progress"}},
            {"event_type": "step.start", "index": 0, "step": step},
            {"event_type": "step.stop", "index": 0},
            {"event_type": "interaction.completed", "interaction": interaction},
        ]
        # The last event spans lines.
        data = [*map(json.dumps, events[:-1]), json.dumps(events[-1], indent=1).replace("\n", "\ndata: ")]
        kinds = [event["event_type"] for event in events]
        text = "".join(f"event: {kind}\ndata: {lines}\n\n" for kind, lines in zip(kinds, data))
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


def test_what_a_search_finds_is_made_fit_and_has_its_own_names(client, service):
    found = {**TOOL, "name": "log/read", "parameters": {"type": "object", "properties": {"a": {"const": 1}}}}
    search = {"type": "tool_search", "execution": "client", "name": "find/tools", "parameters": found["parameters"]}
    # Without a step that the client knows, it takes them for content (google-genai 3.6.1).
    steps = [
        {"type": "user_input", "content": [{"type": "text", "text": "x"}]},
        {"type": "tool_search_call", "id": "1", "arguments": {"function_names": ["log/read"]}},
        {"type": "tool_search_result", "call_id": "1", "result": [found]},
    ]
    answer = client.interactions.create(model=MODEL, input=steps, tools=[TOOL, search], store=False)
    [_, searches] = service.received[0]["tools"]
    [_, call, result] = service.received[0]["input"]
    assert (searches["type"], searches["execution"]) == ("tool_search", "client")
    assert searches["name"].startswith("find_tools_")
    [function] = result["result"]
    assert call["arguments"]["function_names"] == [function["name"]]
    assert function["name"].startswith("log_read_")
    for sent in (searches, function):
        assert sent["parameters"]["properties"]["a"] == {"enum": [1]}
    # The answer contains the requested input.
    [_, call, result] = answer.input
    assert call.arguments.function_names == [result.result[0].name] == ["log/read"]


class Session:
    """A service that answers the messages of one session."""

    def __init__(self):
        self.received = []

    def serve(self, socket):
        self.path = socket.request.path
        for text in socket:
            message = json.loads(text)
            self.received.append(message)
            for event in message.get("events", [message]):
                self.answer(socket, event)

    def answer(self, socket, event):
        if event["event_type"] == "interaction.connect":
            socket.send(json.dumps({"event_type": "interaction.connected"}))
        elif event["event_type"] == "interaction.create":
            name = event["tools"][1]["name"]
            call = {"type": "function_call", "id": "1", "name": name, "arguments": {}}
            search = {"type": "tool_search_call", "arguments": {"function_names": [name]}}
            events = [
                {"event_type": "step.start", "index": 0, "step": call},
                {"event_type": "step.delta", "index": 0, "delta": {"type": "arguments_delta", "arguments": '{"level": 5}'}},
                {"event_type": "step.stop", "index": 0},
                {"event_type": "step.start", "index": 1, "step": {**search, "id": "2"}},
                {"event_type": "step.delta", "index": 1, "delta": search},
            ]
            # They come alone, and several at once.
            socket.send(json.dumps(events[0]))
            socket.send(json.dumps({"events": events[1:]}).encode())
        elif event["event_type"] == "input":
            socket.send(json.dumps({"event_type": "interaction.completed"}))


@pytest.mark.filterwarnings("ignore:Live Interactions usage .* is experimental")
def test_so_are_those_of_sessions():
    session = Session()
    broken = {"type": "function", "name": "a b", "parameters": {"type": "object", "properties": {"c": {"$ref": "#/$defs/d"}}}}
    tools = [{"type": "google_search"}, TOOL, broken]
    result = {"type": "function_result", "call_id": "1", "name": SET_UP["name"], "result": "done"}

    async def talk(url: str) -> list:
        got = []
        client = genai.Client(api_key="none", http_options={"base_url": url}).aio
        async with client.interactions.connect("i") as connection:
            await connection.send([{"event_type": "interaction.create", "model": MODEL, "tools": tools}])
            async for event in connection.receive():
                got.append(event)
                if len(got) == 6:
                    await connection.send({"event_type": "input", "content": [result]})
        await client.aclose()
        return got

    with serve(session.serve, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Gateway(f"http://127.0.0.1:{server.socket.getsockname()[1]}") as gateway:
            connected, call, arguments, _, search, names, completed = asyncio.run(talk(gateway.url))
        server.shutdown()
    assert session.path.endswith("/interactions/live")
    assert any('route="interactions/live" status=101' in line for line in gateway.log)

    [hello, create, answer] = session.received
    assert hello == {"event_type": "interaction.connect", "id": "i"}
    [passed, tool, mended] = create["events"][0]["tools"]
    assert passed == tools[0]
    assert tool["name"].startswith("env_set_up_") and mended["name"].startswith("a_b_")
    assert "$ref" not in json.dumps(mended)

    assert (connected.event_type, completed.event_type) == ("interaction.connected", "interaction.completed")
    assert call.step.name == SET_UP["name"]
    assert arguments.delta.arguments == '{"level": 5}'
    assert search.step.arguments.function_names == names.delta.arguments.function_names == [SET_UP["name"]]
    assert answer == {"event_type": "input", "content": [{**result, "name": tool["name"]}]}
