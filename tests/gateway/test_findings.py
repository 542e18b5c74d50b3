"""What the log and the metrics have of what is lost."""

import http.client
import json

import pytest

from declared import SET_UP
from running import Gateway
from upstream import Upstream

PATH = "/v1beta/models/gemini-2.0-flash:generateContent?do="
BOTH = {"allOf": [{"type": "string"}, {"type": "integer"}]}
IMPOSSIBLE = {"name": "t", "parameters": {"type": "object", "properties": {"a": BOTH}}}


@pytest.fixture
def gateway():
    with Upstream() as upstream, Gateway(upstream.url, "--log-json") as gateway:
        yield gateway


def sent(gateway: Gateway, *functions: dict, do: str = "echo", said: str = "hi") -> dict:
    body = {"contents": [{"role": "user", "parts": [{"text": said}]}], "tools": [{"functionDeclarations": functions}]}
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=30)
    connection.request("POST", PATH + do, json.dumps(body))
    return json.loads(connection.getresponse().read())


def counted(gateway: Gateway, name: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=30)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    return int(next(line for line in lines if line.startswith(f"lapidary_gateway_{name}_total ")).split()[1])


def found(gateway: Gateway) -> list[dict]:
    """The findings in the log of a gateway that has ended."""
    gateway.end()
    return [line for line in map(json.loads, gateway.log) if "code" in line]


def test_what_tools_lose_is_logged_once_for_a_conversation(gateway):
    sent(gateway, IMPOSSIBLE)
    count = counted(gateway, "issues")
    assert count > 0
    sent(gateway, IMPOSSIBLE, said="hi again")
    assert counted(gateway, "issues") == count
    sent(gateway, IMPOSSIBLE, {"name": "other"})
    assert counted(gateway, "issues") > count
    lines = [line for line in found(gateway) if line["code"] == "GS028"]
    assert [(line["level"], line["tool"], line["route"]) for line in lines] == [("WARN", "t", "generateContent")] * 2
    assert "no value is valid" in lines[0]["message"] and "without parameters" in lines[0]["fix"]


def test_functions_that_are_omitted_are_logged(gateway):
    functions = [{"name": f"f{number}"} for number in range(513)]
    echo = json.loads(bytes.fromhex(sent(gateway, *functions)["body"]))
    assert len(echo["tools"][0]["functionDeclarations"]) == 512
    [line] = found(gateway)
    assert (line["code"], line["tool"], line["fix"]) == ("GS058", "f512", "function omitted")


def test_a_duplicate_key_of_a_map_is_logged(gateway):
    answer = sent(gateway, SET_UP, do="duplicate_key")
    [part] = answer["candidates"][0]["content"]["parts"]
    assert part["functionCall"]["args"] == {"vars": {"a": "2"}, "level": 1}
    assert counted(gateway, "misfits") == 1
    [line] = [line for line in found(gateway) if line["code"] == "misfit"]
    assert line["level"] == "WARN" and line["at"].endswith("/args/vars")
    assert SET_UP["name"] in line["message"]
