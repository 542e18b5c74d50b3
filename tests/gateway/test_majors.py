"""Clients in Python whose base URL is the gateway, each in two majors: of its own, or of what it is made on."""

import json

import openai
import pytest
from langchain_google_genai import ChatGoogleGenerativeAI

from declared import MODEL, READ_FILES, SET_UP, ask, check


@pytest.mark.parametrize("tool", [READ_FILES, SET_UP], ids=["read_files", "set_up"])
@pytest.mark.parametrize("base", ["/v1beta/openai/", "/v1/projects/p/locations/l/endpoints/openapi"])
def test_openai(gateway, base, tool):
    tools = [{"type": "function", "function": declared} for declared in (READ_FILES, SET_UP)]
    chat = openai.OpenAI(api_key="none", base_url=gateway + base, max_retries=0).chat.completions
    asked = {"model": MODEL, "messages": [{"role": "user", "content": ask(tool)}], "tools": tools}
    [call] = chat.create(**asked).choices[0].message.tool_calls
    check(tool, call.function.name, json.loads(call.function.arguments))
    pieces = [piece for chunk in chat.create(**asked, stream=True) for piece in chunk.choices[0].delta.tool_calls or []]
    name = next(piece.function.name for piece in pieces if piece.function.name)
    check(tool, name, json.loads("".join(piece.function.arguments or "" for piece in pieces)))


def test_langchain(gateway):
    model = ChatGoogleGenerativeAI(model=MODEL, api_key="none", base_url=gateway, max_retries=1)
    [call] = model.bind_tools([READ_FILES]).invoke(ask(READ_FILES)).tool_calls
    check(READ_FILES, call["name"], call["args"])
